"""Knock Poker for the kernel: what a deal comes to, how people may play, and what is worth a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.players.drawing.kernel import Past, Style, at
from engine.players.drawing.poker import Hands, hands, limit
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
    may_fold,
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


class KnockPoker:
    """Knock Poker by given rules."""

    knocks_high = True

    def __init__(self, rules: Any, seats: int) -> None:
        self.hands: Hands = hands("knock-poker", rules, seats)
        self.terms = terms(rules, seats, self.hands.weights, self.settle)
        self.pack = self.hands.pack
        self.rules = rules
        self.minimum = _MINIMUM[rules.knock_minimum]
        self.simple = rules.settlement == "simple"
        self.sharp = REGULAR[min(max(seats, 2), max(REGULAR))]
        self.mixture = MIXTURE[min(max(seats, 2), max(MIXTURE))]

    def settle(self, world: World) -> list[float]:
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
        return paid

    def _bonus(self, value: int) -> int:
        rules = self.rules
        if value >= _ROYAL:
            return int(rules.bonus_royal_flush)
        if value >= _STRAIGHT_FLUSH:
            return int(rules.bonus_straight_flush)
        return int(rules.bonus_four_of_a_kind) if _FOUR <= value < _FOUR + (1 << 20) else 0

    def policy(self, style: Style) -> Policy:
        """Draws and keeps what makes the best hand; knocks and stays by the limits of the style."""
        value, best, made, minimum = self.hands.value, self.hands.best, self.hands.made, self.minimum
        weights, knock, stay = self.hands.weights, style.knock, style.stay
        pat, upcard = style.pat, style.upcard
        kept_in_hand = not self.terms.taken_may_go

        def choose(world: World) -> int:
            seat, stage = world.seat, world.stage
            hand, total = world.hands[seat], world.sums[seat]
            if stage == DRAW:
                now = value(total)
                if world.knocker == NOBODY and now >= pat and now >= minimum and first_turn(world):
                    return KNOCK
                if upcard is not None:
                    return UPCARD if upcard else STOCK
                top = world.discards[-1]
                improved = best((*hand, top), total + weights[top], top)[0]
                return UPCARD if made(improved) > made(now) else STOCK
            if stage == CHOOSE:
                now = value(total)
                top = world.discards[-1]
                improved = best((*hand, top), total + weights[top], top)[0]
                if improved > now and improved >= stay:
                    return UPCARD
                return STAY if now >= stay else FOLD
            taken = hand[-1] if world.source == UPCARD and kept_in_hand else -1
            kept, gone = best(hand, total, taken)
            if world.knocker == NOBODY:
                limit_now = at(knock, world.turns // len(world.order))
                return KNOCKING + gone if kept >= limit_now and kept >= minimum else gone
            return FOLDING + gone if kept < stay and may_fold(world) else gone

        return choose

    def fits(self, style: Style, total: int, past: Past) -> bool:
        """Whether the hand explains the knock, the stay, or that there was no knock."""
        now = self.hands.value(total)
        if past.knocked:
            return now >= (at(style.knock, past.rounds) if past.draws else style.pat) and now >= self.minimum
        if past.stayed:
            return now >= style.stay
        return now < at(style.knock, past.rounds) or now < self.minimum

    def trimmed(self, hand: list[int], total: int) -> int:
        """The worst card of six."""
        return self.hands.best(hand, total)[1]

    def candidates(self, world: World, default: int, may: Sequence[str]) -> list[int]:
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


def _styles(seats: int) -> tuple[Style, ...]:
    """How people may play with so many: most call lightly, some as ``careful`` does, some knock with anything."""
    knock, stay = CAREFUL_KNOCK[min(seats, 6)], CAREFUL_STAY[min(seats, 5)]
    pair = limit("pair")
    caller = Style("caller", (knock,), knock, pair)
    return (
        caller,
        caller,
        caller,
        Style("careful", (knock,), knock, stay),
        Style("knocks with anything", (0,), 0, stay),
        Style("loose", (limit("pair", 8),), limit("pair", 8), pair),
    )


CAREFUL_KNOCK: Final = {
    2: limit("pair", 10),
    3: limit("two_pairs", 5),
    4: limit("two_pairs", 9),
    5: limit("two_pairs", 12),
    6: limit("three_of_a_kind"),
}
CAREFUL_STAY: Final = {
    2: limit("pair", 14),
    3: limit("two_pairs", 10),
    4: limit("two_pairs", 11),
    5: limit("two_pairs", 14),
}
MIXTURE: Final = {seats: _styles(seats) for seats in range(2, 7)}
REGULAR: Final = {
    seats: Style("regular", (CAREFUL_KNOCK[min(seats, 6)],), CAREFUL_KNOCK[min(seats, 6)], limit("pair"))
    for seats in range(2, 7)
}
