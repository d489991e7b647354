"""Knock Rummy for the kernel: what a deal comes to, how people may play, and what is worth a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.cards import ALL_CARDS, Card
from engine.parts.melds import deadwood, height, points
from engine.parts.sharing import shares
from engine.players.drawing.kernel import Past, Style, at
from engine.players.drawing.world import DRAW, KNOCKING, NOBODY, STOCK, UPCARD, Policy, World, terms

KNOWN: Final = frozenset({
    "deals", "rum_bonus", "rum_points", "undercut_penalty", "return_taken_card", "chips_per_point", "knock_limit",
})  # fmt: skip
"""The options that the kernel plays by. Chips are paid by points, so points are all that counts."""
_DISCARDS: Final = 4
"""How many discards are worth a look."""
_BITS: Final = tuple(card.bit for card in ALL_CARDS)
_POINTS: Final = tuple(points(card) for card in ALL_CARDS)
_HEIGHTS: Final = tuple(height(card.rank) for card in ALL_CARDS)


def _linked(card: Card, other: Card) -> bool:
    """Whether two cards could be in one meld with a third."""
    if card is other:
        return False
    return card.rank is other.rank or (card.suit is other.suit and abs(height(card.rank) - height(other.rank)) <= 2)


_LINKS: Final = tuple(sum(other.bit for other in ALL_CARDS if _linked(card, other)) for card in ALL_CARDS)
"""By card: the bits of those with which it could be in one meld."""


class KnockRummy:
    """Knock Rummy by given rules; a hand's sum is the set of its cards, a bit each."""

    knocks_high = False

    def __init__(self, rules: Any, seats: int) -> None:
        self.terms = terms(rules, seats, _BITS, self.settle)
        self.pack = tuple(range(len(_BITS)))
        self.rules = rules
        self.most = rules.knock_limit or sum(_POINTS)
        self.sharp = REGULAR[seats]
        self.mixture = MIXTURE[seats]

    def settle(self, world: World) -> list[float]:
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
        return net

    def policy(self, style: Style) -> Policy:
        """Collects melds, throws away what is of least use, and knocks by the limits of the style."""
        knock, gain, link, upcard, most = style.knock, style.gain, style.link, style.upcard, self.most
        may_return = self.terms.taken_may_go

        def choose(world: World) -> int:
            seat = world.seat
            hand, mask = world.hands[seat], world.sums[seat]
            if world.stage == DRAW:
                if not world.discards:
                    return STOCK
                if upcard is not None:
                    return UPCARD if upcard else STOCK
                return UPCARD if _wants(hand, mask, world.discards[-1], gain) else STOCK
            loose = hand[:-1] if world.source == UPCARD and not may_return else hand
            least, gone, least_kept, thrown = 1000, -1, 1000, -1
            for card in loose:
                bit = _BITS[card]
                left = deadwood(mask - bit)
                if left < least or (left == least and _HEIGHTS[card] > _HEIGHTS[gone]):
                    least, gone = left, card
                kept = left + link * (_LINKS[card] & mask).bit_count()
                if kept < least_kept or (kept == least_kept and _HEIGHTS[card] > _HEIGHTS[thrown]):
                    least_kept, thrown = kept, card
            if world.knocker == NOBODY:
                if least <= most and least <= at(knock, world.turns // len(world.order)):
                    return KNOCKING + gone
                return thrown
            return gone

        return choose

    def fits(self, style: Style, total: int, past: Past) -> bool:
        """Whether the hand was not good enough to knock with."""
        return deadwood(total) > min(self.most, at(style.knock, past.rounds))

    def trimmed(self, hand: list[int], total: int) -> int:
        """The card of least use."""
        return min(hand, key=lambda card: (_use(card, total), -_HEIGHTS[card]))

    def candidates(self, world: World, default: int, may: Sequence[str]) -> list[int]:
        """Before a draw both piles; then the discards of least use, and a knock with the best."""
        if world.stage == DRAW:
            found = [STOCK, UPCARD] if world.discards else [STOCK]
        else:
            hand, mask = world.hands[world.seat], world.sums[world.seat]
            loose = hand[:-1] if world.source == UPCARD and not self.terms.taken_may_go else hand
            found = sorted(loose, key=lambda card: (_use(card, mask), -_HEIGHTS[card], card))[:_DISCARDS]
            if "knock" in may:
                found.append(KNOCKING + min(loose, key=lambda card: (deadwood(mask - _BITS[card]), -_HEIGHTS[card])))
        return [default, *(move for move in found if move != default)]


def _use(card: int, mask: int) -> int:
    """How much a card is worth keeping, in points."""
    return deadwood(mask - _BITS[card]) + (_LINKS[card] & mask).bit_count()


def _wants(hand: list[int], mask: int, top: int, gain: int) -> bool:
    """Whether the upcard makes a meld, or improves the hand by enough points."""
    now, bit = deadwood(mask), _BITS[top]
    least, rest = 1000, 0
    for card in hand:
        left = deadwood(mask + bit - _BITS[card])
        if left < least:
            least, rest = left, mask - _BITS[card]
    won = now - least
    return won >= gain if won > 0 and least == deadwood(rest) + _POINTS[top] else won > 0


CAREFUL_KNOCK: Final = {2: 42, 3: 30, 4: 28, 5: 27, 6: 26}
_LINK: Final = 1
_GAIN: Final = 8


def _styles(seats: int) -> tuple[Style, ...]:
    careful = CAREFUL_KNOCK[seats]
    return (
        Style("careful", (careful,), gain=_GAIN, link=_LINK),
        Style("careful", (careful,), gain=_GAIN, link=_LINK),
        Style("quick", (careful + 12,), gain=_GAIN, link=_LINK),
        Style("patient", (12,), gain=_GAIN, link=_LINK),
    )


MIXTURE: Final = {seats: _styles(seats) for seats in CAREFUL_KNOCK}
REGULAR: Final = {seats: Style("regular", (knock,), gain=_GAIN, link=_LINK) for seats, knock in CAREFUL_KNOCK.items()}
