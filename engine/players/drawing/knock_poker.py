"""Knock Poker for the kernel: what a deal comes to, how people may play, and what is worth a search."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import Any, Final

from engine.game import GAMES
from engine.parts.hands import HandType
from engine.players import careful
from engine.players.drawing.draws import NO_DRAWS, Draws, Keeper
from engine.players.drawing.kernel import Past, Style, aim, at
from engine.players.drawing.poker import Discards, Hands, hands, limit
from engine.players.drawing.world import (
    CHOOSE,
    DRAW,
    FOLD,
    FOLDING,
    KNOCK,
    KNOCKING,
    NOBODY,
    STAY,
    STOCK,
    UPCARD,
    Policy,
    World,
    first_turn,
    mask_of,
    may_fold,
    taken,
    terms,
)

KNOWN: Final = frozenset({
    "settlement", "extra_chip_per_draw", "knock_minimum", "bonuses", "bonus_pat_knock", "bonus_royal_flush",
    "bonus_straight_flush", "bonus_four_of_a_kind", "stockout_after_knock", "odd_chips", "broke", "ante",
    "fold_payment", "stay_payment", "deals",
})  # fmt: skip
"""The options that the kernel plays by."""
_JACKS: Final = 11
_ACES: Final = 14
_MINIMUM: Final = {
    "none": 0,
    "pair_of_jacks": limit("pair", _JACKS),
    "pair_of_aces": limit("pair", _ACES),
    "two_pairs": limit("two_pairs"),
    "three_of_a_kind": limit("three_of_a_kind"),
    "straight": limit("straight"),
}
_ROYAL: Final = limit("straight_flush", _ACES)
_STRAIGHT_FLUSH: Final = limit("straight_flush")
_FOUR: Final = limit("four_of_a_kind")


class KnockPoker(Discards):
    """Knock Poker by given rules."""

    reads_left = False

    def __init__(self, rules: Any, seats: int) -> None:
        self.hands: Hands = hands("knock-poker", type(rules)())
        self.terms = terms(rules, seats, self.hands.weights, self.settle)
        self.pack = self.hands.pack
        self.rules, self._among = rules, {seats: self}
        self.minimum = _MINIMUM[rules.knock_minimum]
        self.saves = GAMES["knock-poker"].money.cheaper_to_fold(rules)
        self.simple = rules.settlement == "simple"
        self.pat_bonus = rules.bonus_pat_knock if rules.bonuses else 0
        self._play_among(seats)

    def _play_among(self, players: int) -> None:
        """How people may play where so many are dealt in."""
        nearest = _nearest(players)
        regular = SIMPLE[nearest] if self.simple else REGULAR[nearest]
        if self.simple and self.pat_bonus >= _ANYTHING_FOR_BONUS.get(nearest, _ANYTHING_FOR_BONUS_ELSE):
            regular = replace(regular, pat=0)
        self.sharp = self.friendly = _with_bonus(regular, nearest, self.pat_bonus)
        knock = careful.KNOCK[min(players, 6)]
        self.novice = Style("novice", (knock,), knock, limit("pair"))
        self.mixture = tuple(self.sharp if style is REGULAR[nearest] else style for style in MIXTURE[nearest])
        often = tuple(style for style in self.mixture if style.name not in _SELDOM)
        self.ordinary = (*often, *[self.sharp] * _REGULARS_MORE)

    def among(self, players: int) -> KnockPoker:
        """The same table where so many are dealt in, as the others sit out."""
        found = self._among.get(players)
        if found is None:
            found = self._among[players] = copy(self)
            found._play_among(players)
        return found

    def settle(self, world: World) -> tuple[list[float], int]:
        """The chips that each seat gets (knock_poker.md KP-30 to KP-37, KP-60 to KP-67)."""
        rules, paid, value = self.rules, world.paid, self.hands.value
        staying = [seat for seat in world.order if not world.folded >> seat & 1]
        values = [value(world.sums[seat]) for seat in staying]
        highest = max(values)
        winners = [seat for seat, worth in zip(staying, values, strict=True) if worth == highest]
        knocker, payment, pot = world.knocker, rules.stay_payment, world.pot
        if knocker != NOBODY and payment and not self.simple:
            if knocker not in winners:
                for seat in staying:
                    if seat != knocker:
                        paid[seat] += payment
                        paid[knocker] -= payment
            else:
                for seat in staying:
                    if seat not in winners:
                        paid[seat] -= payment
                        if len(winners) == 1:
                            paid[knocker] += payment
                        else:
                            pot += payment
        share, odd = divmod(pot, len(winners))
        for place, seat in enumerate(winners):
            paid[seat] += share + (place < odd and rules.odd_chips == "first_in_turn_order")
        if rules.bonuses and len(winners) == 1:
            bonus = self._bonus(highest) + (rules.bonus_pat_knock if world.pat and winners[0] == knocker else 0)
            if bonus:
                for seat in world.order:
                    paid[seat] -= bonus
                paid[winners[0]] += bonus * len(world.order)
        return paid, mask_of(winners)

    def _bonus(self, value: int) -> int:
        rules = self.rules
        if value >= _ROYAL:
            return int(rules.bonus_royal_flush)
        if value >= _STRAIGHT_FLUSH:
            return int(rules.bonus_straight_flush)
        return int(rules.bonus_four_of_a_kind) if _FOUR <= value < _FOUR + (1 << 20) else 0

    def policy(self, style: Style) -> Policy:
        """Draws and keeps what makes the best hand; knocks and stays by the limits of the style."""
        value, best, minimum = self.hands.value, self.hands.best, self.minimum
        weights, knock, pat, upcard = self.hands.weights, style.knock, style.pat, style.upcard
        waiting, last = Keeper(self.hands, style.draws), Keeper(self.hands, NO_DRAWS)
        stays = (self._stay(style.stay), self._stay(style.stay if style.stay_pat is None else style.stay_pat))

        def choose(world: World) -> int:
            seat, stage = world.seat, world.stage
            hand, total = world.hands[seat], world.sums[seat]
            if stage == DRAW:
                now = value(total)
                if world.knocker == NOBODY and now >= pat and now >= minimum and first_turn(world):
                    return KNOCK
                if upcard is not None:
                    return UPCARD if upcard else STOCK
                if world.knocker != NOBODY:
                    least = pat if world.pat and style.aims_high else aim(style, world)
                    return last.source(hand, total, world.discards[-1], least)
                return (waiting if world.left > len(world.order) else last).source(hand, total, world.discards[-1])
            stay = stays[world.pat]
            if stage == CHOOSE:
                now = value(total)
                top = world.discards[-1]
                improved = best((*hand, top), total + weights[top], top)[0]
                if improved > now and improved >= stay:
                    return UPCARD
                return STAY if now >= stay else FOLD
            kept, gone = best(hand, total, taken(world))
            if world.knocker == NOBODY:
                limit_now = at(knock, world.turns // len(world.order))
                if kept >= limit_now and kept >= minimum:
                    return KNOCKING + gone
                return waiting.keep(hand, total, taken(world))[1] if world.left >= len(world.order) else gone
            return FOLDING + gone if kept < stay and may_fold(world) else gone

        return choose

    def _stay(self, least: int) -> int:
        """The limit to stay in with of whoever has that limit by the usual rules.

        With less than the knocker must hold nobody wins; who never folds does so all the same. Where folding saves
        nothing, nobody folds.
        """
        if not self.saves:
            return 0
        return max(least, self.minimum) if least else 0

    def allows(self, total: int, past: Past) -> bool:
        """Whether the hand may have knocked, if it has (the option ``knock_minimum``)."""
        return not past.knocked or self.hands.value(total) >= self.minimum

    def fits(self, style: Style, total: int, past: Past) -> bool:
        """Whether the hand explains the knock, the stay, or that there was no knock."""
        now = self.hands.value(total)
        if past.knocked:
            if past.draws and not style.pat and not self.minimum:
                return False  # it would have knocked with the hand it was dealt
            return now >= (at(style.knock, past.rounds) if past.draws else style.pat)
        if past.stayed:
            return now >= self._stay(style.stay)
        return now < at(style.knock, past.rounds) or now < self.minimum

    def candidates(self, world: World, default: int, may: Sequence[str], style: Style) -> list[int]:
        """Before a draw both piles and the knock; then the two best discards, each with and without a knock or fold."""
        if world.stage == DRAW:
            found = [STOCK, UPCARD, *([KNOCK] if "knock" in may else [])]
        elif world.stage == CHOOSE:
            found = [STAY, UPCARD, FOLD]
        else:
            found = self._discards(world, may)
        return [default, *(move for move in found if move != default)]

    def _discards(self, world: World, may: Sequence[str]) -> list[int]:
        hand, total = world.hands[world.seat], world.sums[world.seat]
        value, weights = self.hands.value, self.hands.weights
        loose = hand[:-1] if world.source == UPCARD and not self.terms.taken_may_go else hand
        worth = {card: value(total - weights[card]) for card in loose}
        kept = sorted(loose, key=lambda card: (-worth[card], card))
        found = kept[: _DISCARDS if world.knocker == NOBODY else 1]
        if "knock" in may:
            found += [KNOCKING + card for card in kept[:1] if worth[card] >= self.minimum]
        if "fold" in may:
            found.append(FOLDING + kept[0])
        return found


_DISCARDS: Final = 3
"""How many discards are worth a look."""


Limit = tuple[HandType, int]
_DRAWS: Final = Draws(*[limit("two_pairs")] * 3)
"""A regular breaks up to a pair for four cards to a flush or a straight."""


def _regular(*knock: Limit, pat: Limit, stay: Limit, seen_pat: Limit) -> Style:
    return Style(
        "regular",
        tuple(limit(*least) for least in knock),
        limit(*pat),
        limit(*stay),
        limit(*seen_pat),
        draws=_DRAWS,
        aims_high=True,
    )


_ANYTHING: Final = "knocks with anything"
_SELDOM: Final = frozenset({_ANYTHING, "tight"})
"""Those who knock with what hardly anybody knocks with, or hardly ever."""
_REGULARS_MORE: Final = 6
"""How many more ordinary players play as a regular: about half of all, as at tables with computer players."""
_FOLD_MUCH: Final = {4: 7}
"""By the number of seats, where it was measured, how many of the people reckoned with fold too much; else 4. With more
of them an expert wins more from ``careful`` and less from those who never fold."""


def _styles(seats: int) -> tuple[Style, ...]:
    """How people may play, by the number of seats: many as a regular, many call lightly or never fold, some fold much.

    ``careful`` stands for those who fold too much. Without people who never fold, an expert knocked in its first turn
    to make others fold, and lost 0.34 +- .13 chips a deal by that to those who don't (four seats, 150 decks). Such
    knocks won 0.26 +- .15 from ``careful`` (100 decks), part of which is given up.
    """
    knock, stay = careful.KNOCK[min(seats, 6)], careful.STAY[min(seats, 5)]
    pair = limit("pair")
    return (
        *[Style("never folds", (knock,), knock)] * 2,
        *[Style("caller", (knock,), knock, pair)] * 3,
        *[Style("careful", (knock,), knock, stay)] * _FOLD_MUCH.get(seats, 4),
        Style(_ANYTHING, (0,), 0, stay),
        Style("loose", (limit("pair", 8),), limit("pair", 8), pair),
        Style("tight", (limit("three_of_a_kind"),), limit("three_of_a_kind"), stay),
        *[REGULAR[seats]] * 3,
    )


REGULAR: Final = {
    2: _regular(
        ("pair", 4),
        ("two_pairs", 8),
        ("two_pairs", 13),
        ("three_of_a_kind", 4),
        ("straight", 11),
        ("full_house", 4),
        ("full_house", 7),
        pat=("three_of_a_kind", 8),
        stay=("pair", 12),
        seen_pat=("pair", 9),
    ),
    3: _regular(
        ("pair", 12),
        ("two_pairs", 4),
        ("two_pairs", 14),
        ("three_of_a_kind", 12),
        ("full_house", 2),
        ("full_house", 6),
        ("full_house", 9),
        pat=("three_of_a_kind", 8),
        stay=("two_pairs", 3),
        seen_pat=("pair", 5),
    ),
    4: _regular(
        ("two_pairs", 8),
        ("two_pairs", 14),
        ("three_of_a_kind", 10),
        ("full_house", 3),
        ("full_house", 7),
        ("full_house", 10),
        ("full_house", 12),
        pat=("pair", 14),
        stay=("pair", 12),
        seen_pat=("pair", 5),
    ),
    5: _regular(
        ("two_pairs", 12),
        ("two_pairs", 14),
        ("three_of_a_kind", 12),
        ("full_house", 6),
        ("full_house", 9),
        ("full_house", 11),
        pat=("two_pairs", 13),
        stay=("two_pairs", 3),
        seen_pat=("high_card", 14),
    ),
    6: _regular(
        ("two_pairs", 13),
        ("three_of_a_kind", 9),
        ("flush", 14),
        ("full_house", 7),
        ("full_house", 10),
        pat=("two_pairs", 13),
        stay=("two_pairs", 5),
        seen_pat=("pair", 8),
    ),
    8: _regular(
        ("two_pairs", 13),
        ("three_of_a_kind", 11),
        ("full_house", 4),
        pat=("three_of_a_kind", 6),
        stay=("two_pairs", 5),
        seen_pat=("pair", 8),
    ),
    10: _regular(("two_pairs", 14), pat=("three_of_a_kind", 10), stay=("pair", 8), seen_pat=("high_card", 14)),
}
"""By the number of players. The limits rise with the rounds, because everybody's hand gets better: each is what a
certain share of hands reaches in that round where nobody knocks. The share, and when to stay, was found in 60 to 500
duplicate deals of the kernel over each of ``careful``, people who call with a pair or anything, who knock with
anything, never, or only with triplets, and who fold always; kept was what lost least to any of them."""
_ENOUGH: Final[dict[int, Limit]] = {
    2: ("pair", 2),
    3: ("pair", 6),
    4: ("pair", 6),
    5: ("pair", 8),
    6: ("pair", 10),
    8: ("pair", 12),
    10: ("two_pairs", 4),
}
SIMPLE: Final = {
    seats: replace(REGULAR[seats], knock=(limit(*least),), pat=limit(*least)) for seats, least in _ENOUGH.items()
}
"""By the number of players, where a knock ends the deal and only the pot is won: whoever knocks loses nothing by it,
and whoever waits lets others knock. Found in 500 to 3,000 duplicate deals of the kernel each, over each other,
``REGULAR`` and the mixture; limits that rise with the rounds lose. Over ``REGULAR`` among three to eight they win 0.15
to 0.47 chips a deal, among two and ten 0.02."""
MIXTURE: Final = {seats: _styles(seats) for seats in REGULAR}
_PAT_FOR_BONUS: Final[dict[int, tuple[tuple[int, Limit], ...]]] = {
    2: ((1, ("pair", 11)), (2, ("pair", 8)), (4, ("pair", 2))),
    3: ((1, ("two_pairs", 8)), (2, ("pair", 14)), (4, ("pair", 11)), (10, ("pair", 8))),
    4: ((10, ("pair", 11)),),
    5: ((4, ("pair", 14)),),
    6: ((4, ("pair", 14)),),
}
"""By the number of players: from which bonus for a pat knock on, in chips, which limit is low enough for that knock.
With more players none is worth more than the usual one. Found in 120 to 300 duplicate deals of the kernel each, over
``careful``, and people who never fold or who knock with anything; kept was what won most from whom it won least."""
_STAY_FOR_BONUS: Final = limit("high_card", 12)
"""The highest limit to stay in with after a pat knock with such a bonus: whoever folds pays the bonus, too."""

_ANYTHING_FOR_BONUS: Final = {2: 2, 3: 2}
_ANYTHING_FOR_BONUS_ELSE: Final = 10
"""By the number of players, and with any other: from which bonus on anything is worth a pat knock where a knock ends
the deal, so that it costs nothing and may win the bonus. Found like the limits."""


def _with_bonus(style: Style, players: int, bonus: int) -> Style:
    """The style with limits for such a bonus for a pat knock, in chips."""
    if not bonus:
        return style
    enough = [least for chips, least in _PAT_FOR_BONUS.get(players, ()) if bonus >= chips]
    pat = limit(*enough[-1]) if enough else style.pat
    seen = style.stay if style.stay_pat is None else style.stay_pat
    return replace(style, pat=min(style.pat, pat), stay_pat=min(seen, _STAY_FOR_BONUS))


def _nearest(seats: int) -> int:
    """The smallest number of players in ``REGULAR`` that is not below ``seats``."""
    return min(there for there in REGULAR if there >= seats)
