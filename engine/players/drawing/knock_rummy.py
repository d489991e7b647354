"""Knock Rummy for the kernel: what a deal comes to, how people may play, and what is worth a search."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any, Final

from engine.cards import ALL_CARDS, Card
from engine.parts.melds import deadwood, height, meldable, points
from engine.parts.sharing import shares
from engine.players import rummy
from engine.players.drawing.kernel import Past, PlaysAlike, Style, at
from engine.players.drawing.world import (
    DRAW,
    KNOCKING,
    NOBODY,
    STOCK,
    UPCARD,
    Policy,
    World,
    first_turn,
    mask_of,
    taken,
    terms,
)

KNOWN: Final = frozenset({
    "deals", "rum_bonus", "rum_points", "undercut_penalty", "return_taken_card", "chips_per_point", "knock_limit",
})  # fmt: skip
"""The options that the kernel plays by. Chips are paid by points, so points are all that counts."""
_DISCARDS: Final = 4
"""How many discards are worth a look."""
_BITS: Final = tuple(card.bit for card in ALL_CARDS)
_POINTS: Final = tuple(points(card) for card in ALL_CARDS)
_HEIGHTS: Final = tuple(height(card.rank) for card in ALL_CARDS)


_LINKS: Final = tuple(sum(other.bit for other in ALL_CARDS if rummy.linked(card, other)) for card in ALL_CARDS)
"""By card: the bits of those with which it could be in one meld."""


def _pairs(card: Card) -> tuple[int, ...]:
    """The bits of each two cards that make a meld with this one."""
    others = [other for other in ALL_CARDS if rummy.linked(card, other)]
    pairs = [first.bit + second.bit for first, second in combinations(others, 2)]
    return tuple(pair for pair in pairs if deadwood(card.bit + pair) == 0)


_PAIRS: Final = tuple(_pairs(card) for card in ALL_CARDS)
"""By card: the bits of each two cards that make a meld with it."""
_OUTS: Final = tuple(
    tuple(sum(third.bit for third in ALL_CARDS if card.bit + third.bit in _PAIRS[other.index]) for other in ALL_CARDS)
    for card in ALL_CARDS
)
"""By two cards: the bits of those that make a meld with both."""


def _outs(card: int, mask: int, live: int) -> int:
    """How many of the ``live`` cards make a meld with a card and another of the hand."""
    found, linked = 0, _LINKS[card] & mask
    while linked:
        other = linked & -linked
        linked ^= other
        found |= _OUTS[card][other.bit_length() - 1]
    return (found & live).bit_count()


class KnockRummy(PlaysAlike):
    """Knock Rummy by given rules; a hand's sum is the set of its cards, a bit each."""

    discards = _DISCARDS
    """How many discards a search looks at."""

    def __init__(self, rules: Any, seats: int) -> None:
        self.terms = terms(rules, seats, _BITS, self.settle)
        self.pack = tuple(range(len(_BITS)))
        self.rules = rules
        # Where one may knock with anything, a deal is over before that tells much.
        self.reads_left = rules.knock_limit > 0
        self.most = rules.knock_limit or sum(_POINTS)
        limited = 0 < rules.knock_limit <= LONG_DEALS[seats]
        regular = PATIENT[seats] if limited else REGULAR[seats]
        self.sharp = _wary(regular, seats, rules.undercut_penalty)
        self.friendly = replace(self.sharp, name="friendly", first_round=_FRIENDLY)
        people = _limited(seats, rules.knock_limit) if limited else MIXTURE[seats]
        self.mixture = tuple(self.sharp if style is regular else style for style in people)
        self.ordinary = tuple(
            self.friendly if style is self.sharp else style for style in self.mixture if style.name not in _SELDOM
        )
        self.novice = self.mixture[0]

    def settle(self, world: World) -> tuple[list[float], int]:
        """The points that each seat wins or loses (knock_rummy.md KR-39)."""
        rules, knocker, sums = self.rules, world.knocker, world.sums
        left = {seat: deadwood(sums[seat]) for seat in world.order}
        lowest = min(left.values())
        winners = tuple([seat for seat, total in left.items() if total == lowest and seat != knocker]) or (knocker,)
        rum = lowest == 0 and (rules.rum_bonus == "any_winner" or winners == (knocker,))
        extra = rules.rum_points if rum else 0
        net = [0.0] * self.terms.seats
        lost = 0
        for seat, total in left.items():
            if seat not in winners and not (seat == knocker and total == lowest):
                owed = total - lowest + extra + (rules.undercut_penalty if seat == knocker else 0)
                net[seat] = -float(owed)
                lost += owed
        for seat, share in shares(lost, winners).items():
            net[seat] += share
        return net, mask_of(winners)

    def policy(self, style: Style) -> Policy:
        """Collects melds, throws away what is of least use, and knocks by the limits of the style."""
        knock, gain, link, outs, upcard = style.knock, style.gain, style.link, style.outs, style.upcard

        def choose(world: World) -> int:
            seat = world.seat
            hand, mask = world.hands[seat], world.sums[seat]
            if world.stage == DRAW:
                if not world.discards:
                    return STOCK
                if upcard is not None:
                    return UPCARD if upcard else STOCK
                return UPCARD if _wants(hand, mask, world.discards[-1], gain) else STOCK
            kept_back, now, melds = taken(world), deadwood(mask), meldable(mask)
            turn = world.turns // len(world.order)
            worth, live = max(0.0, outs - style.fades * turn), ~mask
            if worth:
                for card in world.discards:
                    live &= ~_BITS[card]
            least, gone, least_kept, thrown = 1000, -1, 1000.0, -1
            for card in hand:
                if card == kept_back:
                    continue
                bit = _BITS[card]
                left = deadwood(mask - bit) if bit & melds else now - _POINTS[card]
                if left < least or (left == least and _HEIGHTS[card] > _HEIGHTS[gone]):
                    least, gone = left, card
                use = worth * _outs(card, mask, live) if outs else link * (_LINKS[card] & mask).bit_count()
                kept = left + use
                if kept < least_kept or (kept == least_kept and _HEIGHTS[card] > _HEIGHTS[thrown]):
                    least_kept, thrown = kept, card
            if world.knocker == NOBODY:
                if least <= at(knock, turn) and least <= self._most(world, style):
                    return KNOCKING + gone
                return thrown
            return gone

        return choose

    def _most(self, world: World, style: Style) -> int:
        """The most points to knock with now, by the rules and by the style's manner."""
        if style.first_round is not None and first_turn(world):
            return min(self.most, style.first_round)
        return self.most

    def second(self, world: World, gone: int) -> int:
        """The next card of least use that is in no meld."""
        hand, mask = world.hands[world.seat], world.sums[world.seat]
        now, kept_back, uses = deadwood(mask), taken(world), _uses(hand, mask)
        others = [card for card in hand if card not in (gone, kept_back) and deadwood(mask - _BITS[card]) < now]
        return min(others, key=lambda card: (uses[card], -_HEIGHTS[card]), default=gone)

    def allows(self, total: int, past: Past) -> bool:
        """With a knock the deal is over, so nobody has knocked."""
        return True

    def fits(self, style: Style, total: int, past: Past) -> bool:
        """Whether the hand was not good enough to knock with, made no meld with what was left lying, and had no card of
        less use than the one that was thrown away."""
        if deadwood(total) <= min(self.most, at(style.knock, past.rounds)):
            return False
        if any(total & pair == pair for card in past.left for pair in _PAIRS[card]):
            return False
        return past.thrown < 0 or _thrown_first(style, total, past)

    def trimmed(self, hand: list[int], total: int) -> int:
        """The card of least use."""
        uses = _uses(hand, total)
        return min(hand, key=lambda card: (uses[card], -_HEIGHTS[card]))

    def candidates(self, world: World, default: int, may: Sequence[str], style: Style) -> list[int]:
        """Before a draw both piles; then the discards of least use, and a knock with the best."""
        if world.stage == DRAW:
            found = [STOCK, UPCARD] if world.discards else [STOCK]
        else:
            hand, mask = world.hands[world.seat], world.sums[world.seat]
            kept_back = taken(world)
            loose = [card for card in hand if card != kept_back]
            uses = _uses(loose, mask)
            found = sorted(loose, key=lambda card: (uses[card], -_HEIGHTS[card], card))[: self.discards]
            best = min(loose, key=lambda card: (deadwood(mask - _BITS[card]), -_HEIGHTS[card]))
            if "knock" in may and deadwood(mask - _BITS[best]) <= self._most(world, style):
                found.append(KNOCKING + best)
        return [default, *(move for move in found if move != default)]


def _uses(hand: Iterable[int], mask: int, link: int = 1) -> dict[int, int]:
    """How much each card is worth keeping, in points: the deadwood without it, and its links."""
    now, melds = deadwood(mask), meldable(mask)
    return {
        card: (deadwood(mask - _BITS[card]) if _BITS[card] & melds else now - _POINTS[card])
        + link * (_LINKS[card] & mask).bit_count()
        for card in hand
    }


def _thrown_first(style: Style, total: int, past: Past) -> bool:
    """Whether somebody of that style who held these cards and ``past.thrown`` may have thrown that one away.

    The hand has not changed since, so it doesn't hold that card.
    """
    thrown = past.thrown
    if total & _BITS[thrown]:
        return False
    held = total | _BITS[thrown]
    hand = [card for card, bit in enumerate(_BITS) if held & bit and card != past.bound]
    uses = _uses(hand, held, style.link)
    return uses[thrown] <= min(uses.values())


def _wants(hand: list[int], mask: int, top: int, gain: int) -> bool:
    """Whether the upcard makes a meld, or improves the hand by enough points."""
    now, bit = deadwood(mask), _BITS[top]
    both = mask + bit
    all_left, melds = deadwood(both), meldable(both)
    least, rest = 1000, 0
    for card in hand:
        left = deadwood(both - _BITS[card]) if _BITS[card] & melds else all_left - _POINTS[card]
        if left < least:
            least, rest = left, mask - _BITS[card]
    won = now - least
    return won >= gain if won > 0 and least == deadwood(rest) + _POINTS[top] else won > 0


_FRIENDLY: Final = 12
"""The most points that a friendly player knocks with in the first round."""


def _style(name: str, *knock: int, gain: int = rummy.GAIN, link: int = rummy.LINK) -> Style:
    return Style(name, knock, gain=gain, link=link)


REGULAR: Final = {
    2: _style("regular", 66, 50, link=0),
    3: _style("regular", 42, 42, 16, gain=6, link=2),
    4: _style("regular", 42, 42, 32, gain=4),
    5: _style("regular", 34, 38, 28, gain=3),
    6: _style("regular", 32, 30, 26, gain=6),
}
"""By the number of players: found by trying changes at random in 130 to 400 duplicate deals of the kernel each, over
``careful``, over people who knock with 12 points more, with 10 or 12 at most, or with anything; kept was what lost
least to any of them."""
_USUAL_PENALTY: Final = 10
"""What a beaten knocker loses by the usual rules, for which the limits were found."""
_WARY: Final = 190
"""That, divided by the square root of a higher penalty, is the most points that it is worth while to knock with. Found
in 200 to 400 duplicate deals of the kernel each with penalties of 20 to 100, as that over which hardly any other limit
wins. Over ``REGULAR`` it wins 2.7 to 27 points a deal among two with penalties of 30 to 100, 1.5 to 14 among four."""
_WARY_OF_TWO: Final = ((_USUAL_PENALTY, 50), (20, 50), (30, 41), (50, 20), (100, 12))
"""The same among two, for some penalties; between them it changes evenly. Found in 400 to 700 duplicate deals of the
kernel each with penalties of 13 to 100, over ``careful``, people who knock with 10 or 20 points at most, or with 12
more than ``careful``, and the limits by ``_WARY``; kept was what won most from whom it won least."""
_PATIENT_AMONG: Final = 4
"""Among how many at most it is worth while to keep what may become a meld where a high penalty makes deals long."""


def _wary(style: Style, seats: int, penalty: int) -> Style:
    """The style with limits for that penalty for a beaten knocker."""
    if penalty <= _USUAL_PENALTY:
        return style
    most = _between(_WARY_OF_TWO, penalty) if seats == 2 else int(_WARY / penalty**0.5)
    if most <= LONG_DEALS[seats] and seats <= _PATIENT_AMONG:
        style = replace(PATIENT[seats], name=style.name)
    return replace(style, knock=tuple(min(least, most) for least in style.knock))


def _between(points: Sequence[tuple[int, int]], place: int) -> int:
    """What stands at a place in a line through the points, which are in order; beyond the last, what stands there."""
    for (left, low), (right, high) in pairwise(points):
        if left <= place <= right:
            return low + (high - low) * (place - left) // (right - left)
    return points[-1][1]


LONG_DEALS: Final = {2: 30, 3: 30, 4: 30, 5: 20, 6: 20}
"""By the number of players: the highest limit with which deals are long enough to collect melds."""
_MELDS_ALONE: Final = 10
"""More points than any card saves: the upcard is taken for a meld alone."""
_LINKS_KEPT: Final = {2: 2, 3: 4, 4: 4, 5: 5, 6: 6}
_OUTS_KEPT: Final = {2: (2.0, 0.3), 3: (4.0, 0.3), 4: (3.0, 0.2), 5: (0.0, 0.0), 6: (0.0, 0.0)}
"""What an out is worth, in points, and how fast that fades."""
PATIENT: Final = {
    seats: replace(
        regular,
        name="patient",
        gain=_MELDS_ALONE if seats == 2 else rummy.GAIN,
        link=_LINKS_KEPT[seats],
        outs=_OUTS_KEPT[seats][0],
        fades=_OUTS_KEPT[seats][1],
    )
    for seats, regular in REGULAR.items()
}
"""The same with such a limit: the more people play, the more a pair is worth keeping, because the one who knocks wins
from all of them. The links were found in 500 duplicate deals each with limits of 5 to 45, over each other; the outs in
1,500 to 2,500 others over the links. Among five and six links win more."""


def _limited(seats: int, most: int) -> tuple[Style, ...]:
    """How people may play with such a limit: some throw away what counts the most, and some wait for a better hand."""
    careful = _style("careful", rummy.KNOCK[seats])
    plain = replace(careful, name="plain", gain=_MELDS_ALONE, link=0)
    return (careful, *[PATIENT[seats]] * 2, plain, replace(PATIENT[seats], name="low", knock=(most // 2,)))


_SELDOM: Final = frozenset({"at once", "low"})
"""Those who knock with anything, or with hardly any hand."""


def _styles(seats: int) -> tuple[Style, ...]:
    """How people may play with so many."""
    careful = rummy.KNOCK[seats]
    # Among two a hand that waits for a better one loses to whoever knocks at once, and an expert who expects nobody to
    # do so waits too often.
    last = _style("at once", sum(_POINTS)) if seats == 2 else _style("low", 12)
    return (_style("careful", careful), *[REGULAR[seats]] * 2, _style("quick", careful + 12), last)


MIXTURE: Final = {seats: _styles(seats) for seats in rummy.KNOCK}
