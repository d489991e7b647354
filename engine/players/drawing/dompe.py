"""Dompe for the kernel: what a deal comes to, how people may play, and what is worth a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.cards import ALL_CARDS, JOKER, JOKERS
from engine.cards import card as card_of
from engine.game import GAMES
from engine.players.drawing.draws import NO_DRAWS, Draws, Keeper, Prospects, Waiter
from engine.players.drawing.kernel import Past, PlaysAlike, Style, aim, at
from engine.players.drawing.poker import Discards, hands, limit
from engine.players.drawing.world import DRAW, KNOCKING, NOBODY, SHOW, STOCK, UPCARD, Policy, World, taken, terms

KNOWN: Final = frozenset({"deck", "joker", "wild", "equal_hands", "ante", "broke", "deals"})
"""The options that the kernel plays by."""
_GAME: Final = "dompe"
_VALID: Final = limit("three_of_a_kind")
_DISCARDS: Final = 4
"""How many discards are worth a look."""
_CARDS: Final = {card.index: card for card in (*ALL_CARDS, JOKER, *JOKERS)}


class Dompe(Discards, PlaysAlike):
    """Dompe by given rules."""

    reads_left = False

    def __init__(self, rules: Any, seats: int) -> None:
        pack = GAMES[_GAME].pack(rules, seats).cards
        wild = [card for card in pack if card.is_joker]
        if not wild and rules.deck != "international" and rules.wild == "two_of_coins":
            wild = [card_of("2D")]
        self.hands = hands(_GAME, type(rules)(deck=rules.deck, joker=rules.joker, wild=rules.wild), tuple(wild))
        self.terms = terms(rules, seats, self.hands.weights, self.settle)
        self.pack = self.hands.pack
        self.rules = rules
        self.sharp = self.friendly = REGULAR
        self.novice = Style("novice", (_VALID,))
        self.mixture = MIXTURE
        self.ordinary = tuple(style for style in self.mixture if style.name != _TIGHT)
        self.waiter = Waiter(self.hands, _PROSPECTS)

    def settle(self, world: World) -> tuple[list[float], int]:
        """The pot for the highest hand (dompe.md DM-33); equal values are told apart as the rules say."""
        first = world.order.index(world.knocker)
        seats = (*world.order[first:], *world.order[:first])
        values = [self.hands.value(world.sums[seat]) for seat in seats]
        highest = max(values)
        winners = [seat for seat, value in zip(seats, values, strict=True) if value == highest]
        winner = winners[0] if len(winners) == 1 else max(winners, key=lambda seat: self._exactly(world, seat))
        world.paid[winner] += world.pot
        return world.paid, 1 << winner

    def _exactly(self, world: World, seat: int) -> tuple[int, ...]:
        cards = tuple(_CARDS[number] for number in world.hands[seat])
        return GAMES[_GAME].judging.rank(self.rules, cards).value

    def policy(self, style: Style) -> Policy:
        """Draws and keeps what makes the best hand; calls by the limits of the style, by the place in the round."""
        best, outright = self.hands.best, self.hands.outright
        weights, knock, upcard, shows = self.hands.weights, style.knock, style.upcard, style.pat == 0
        waiting, last = Keeper(self.hands, style.draws), Keeper(self.hands, NO_DRAWS)
        waiter = style.prospects and Waiter(self.hands, style.prospects)

        def choose(world: World) -> int:
            seat = world.seat
            hand, total = world.hands[seat], world.sums[seat]
            if world.stage == DRAW:
                if upcard is not None:
                    return UPCARD if upcard else STOCK
                top = world.discards[-1]
                if outright(total + weights[top]) and shows:
                    return UPCARD
                if world.knocker != NOBODY:
                    return last.source(hand, total, top, aim(style, world))
                return waiting.source(hand, total, top)
            if outright(total) and world.knocker != seat and shows:
                return SHOW
            kept, gone = best(hand, total, taken(world))
            if world.knocker == NOBODY:
                if kept >= _VALID and kept >= at(knock, world.turns % len(world.order)):
                    return KNOCKING + gone
                if waiter is not None:
                    return waiter.thrown(hand, total, taken(world))
                return waiting.keep(hand, total, taken(world))[1]
            return gone

        return choose

    def allows(self, total: int, past: Past) -> bool:
        """Whether the hand may have called, if it has (dompe.md DM-34)."""
        return not past.knocked or self.hands.value(total) >= _VALID

    def fits(self, style: Style, total: int, past: Past) -> bool:
        """Whether the hand explains the call, or that there was none."""
        now = self.hands.value(total)
        if past.knocked:
            return True
        return now < max(_VALID, at(style.knock, 0)) or past.stayed

    def candidates(self, world: World, default: int, may: Sequence[str], style: Style) -> list[int]:
        """Before a draw both piles; then the best discards, the call with the best, and what wins outright.

        The best discards are those with the best prospects, and the one that leaves the best hand.
        """
        if world.stage == DRAW:
            found = [STOCK, UPCARD]
        elif default == SHOW:
            found = []
        else:
            hand, total = world.hands[world.seat], world.sums[world.seat]
            found = self.waiter.order(hand, total, taken(world))[:_DISCARDS]
            best = self.hands.best(hand, total, taken(world))[1]
            found += [best] if best not in found else []
            if "knock" in may:
                found.append(KNOCKING + best)
        return [default, *(move for move in found if move != default)]


_PROSPECTS: Final = Prospects(
    pair=4, two_pairs=14, three_suited=2, four_suited=16, three_near=1, four_near=6, triplet=4
)
"""Found in duplicate deals of the kernel. Over whoever keeps the best hand, and four cards to a better one, it wins
0.028 +- .014 to 0.035 +- .014 chips a deal with two to five players (4,000 decks each). Points for
each odd card, and a count of all cards that would help next, were no better."""


REGULAR: Final = Style(
    "regular", (_VALID,), draws=Draws(*[limit("two_pairs")] * 3), prospects=_PROSPECTS, aims_high=True
)
"""It calls with any hand that may be called, among two players as among five."""
_TIGHT: Final = "tight"
MIXTURE: Final = (
    *[REGULAR] * 3,
    Style("careful", (_VALID,)),
    Style("waits", (limit("three_of_a_kind", 9),)),
    Style(_TIGHT, (limit("straight"),)),
)
"""How people may play."""
