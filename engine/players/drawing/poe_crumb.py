"""Poe Crumb for the kernel: what a round comes to, how people may play, and what is worth a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.game import GAMES
from engine.parts.hands import HandType
from engine.parts.ranking import TYPE_SHIFT
from engine.players import kin
from engine.players.drawing.draws import NO_DRAWS, Draws, Keeper, Prospects, Waiter
from engine.players.drawing.kernel import Past, PlaysAlike, Style, aim, at
from engine.players.drawing.poker import Discards, hands, limit
from engine.players.drawing.world import DRAW, KNOCK, NOBODY, STOCK, UPCARD, Policy, World, first_turn, mask_of, terms

KNOWN: Final = frozenset({"jokers", "sudden_death", "flush_repeats", "ante", "deals", "target_wins"})
"""The options that the kernel plays by. An ante goes to the winners of the round, so rounds are all that counts."""
_GAME: Final = "poe-crumb"
_DISCARDS: Final = 3
"""How many discards are worth a look."""


class PoeCrumb(Discards, PlaysAlike):
    """Poe Crumb by given rules."""

    reads_left = False

    def __init__(self, rules: Any, seats: int) -> None:
        jokers = [card for card in GAMES[_GAME].pack(rules, seats).cards if card.is_joker]
        of_hands = type(rules)(jokers=rules.jokers, flush_repeats=rules.flush_repeats)
        self.hands = hands(_GAME, of_hands, tuple(jokers), natural_first=True)
        self.terms = terms(rules, seats, self.hands.weights, self.settle)
        self.pack = self.hands.pack
        players = seats + len(jokers)
        self.sharp = self.friendly = REGULAR[min(players, max(REGULAR))]
        self.waiter = Waiter(self.hands, _PROSPECTS)
        self.novice = Style("novice", (CAREFUL_KNOCK[min(players, 5)],))
        self.mixture = MIXTURE[min(players, max(MIXTURE))]
        self.ordinary = tuple(style for style in self.mixture if style.name not in _SELDOM)

    def settle(self, world: World) -> tuple[list[float], int]:
        """A round for everybody with the best hand (poe_crumb.md PC-23, PC-25)."""
        values = {seat: self.hands.value(world.sums[seat]) for seat in world.order}
        highest = max(values.values())
        net = [float(values.get(seat) == highest) for seat in range(self.terms.seats)]
        return net, mask_of(seat for seat, value in values.items() if value == highest)

    def policy(self, style: Style) -> Policy:
        """Draws and keeps what makes the best hand; knocks by the limits of the style."""
        value, best, knock, upcard = self.hands.value, self.hands.best, style.knock, style.upcard
        waiting, last = Keeper(self.hands, style.draws), Keeper(self.hands, NO_DRAWS)
        waiter, gain = style.prospects and Waiter(self.hands, style.prospects), style.gain
        no_new_stock = self.terms.ends_with_stock

        def choose(world: World) -> int:
            seat = world.seat
            hand, total = world.hands[seat], world.sums[seat]
            if world.stage == DRAW:
                limit_now = at(knock, world.turns // len(world.order))
                if world.knocker == NOBODY and value(total) >= limit_now and not first_turn(world):
                    return KNOCK
                if upcard is not None:
                    return UPCARD if upcard else STOCK
                if world.knocker != NOBODY:
                    return last.source(hand, total, world.discards[-1], aim(style, world))
                more = not no_new_stock or world.left > len(world.order)
                if more and waiter is not None:
                    return waiter.source(hand, total, world.discards[-1], gain)
                return (waiting if more else last).source(hand, total, world.discards[-1])
            more = world.knocker == NOBODY and (not no_new_stock or world.left >= len(world.order))
            if more and waiter is not None:
                return waiter.thrown(hand, total)
            return waiting.keep(hand, total)[1] if more else best(hand, total)[1]

        return choose

    def allows(self, total: int, past: Past) -> bool:
        """Whoever knocks may hold anything."""
        return True

    def fits(self, style: Style, total: int, past: Past) -> bool:
        """Whether the hand explains the knock, or that there was none before the last draw, which may have made it."""
        limit_then = at(style.knock, past.rounds)
        if past.knocked:
            return self.hands.value(total) >= limit_then
        return past.rounds == 0 or self.hands.before(total) < limit_then or past.stayed

    def candidates(self, world: World, default: int, may: Sequence[str], style: Style) -> list[int]:
        """Before a draw both piles and the knock; then the best discards, while others are to come by prospects."""
        if world.stage == DRAW:
            found = [STOCK, UPCARD, *([KNOCK] if "knock" in may else [])]
        else:
            hand, total = world.hands[world.seat], world.sums[world.seat]
            if style.prospects is not None and world.knocker == NOBODY:
                found = self.waiter.order(hand, total)
            else:
                worth = {card: self.hands.value(total - self.hands.weights[card]) for card in hand}
                found = sorted(hand, key=lambda card: (-worth[card], card))
            found = found[:_DISCARDS]
        return [default, *(move for move in found if move != default)]


def _least(kind: HandType, first: int = 0) -> int:
    return limit(kind, first, natural_first=True)


CAREFUL_KNOCK: Final = {players: _least(kind, first) for players, (kind, first) in kin.KNOCK.items()}
"""By the number of players, with each joker as a player more."""


def _natural(kind: HandType, first: int = 0) -> int:
    """The least value of a hand of this type without a joker."""
    return _least(kind, first) + (1 << TYPE_SHIFT)


_FEW: Final = Draws(flush=_least("two_pairs"), outside=_natural("pair", 11), inside=_natural("pair", 11))
_MANY: Final = Draws(flush=_least("two_pairs"))
"""A regular breaks up to a pair for four cards to a flush, and among few players a low pair for a straight."""


_PROSPECTS: Final = Prospects(
    pair=15,
    two_pairs=50,
    three_suited=4,
    four_suited=34,
    three_near=1,
    four_near=10,
    triplet=140,
    stands=_least("straight"),
)
_EXPERT: Final = Style(
    "expert",
    (*[_natural("straight")] * 5, _natural("full_house", 9)),
    prospects=_PROSPECTS,
    gain=15,
    aims_high=True,
)
"""How an expert begins among three to nine, with each joker as a player more. Hardly anything below a straight wins
there, so what counts is what a hand may still become, and an upcard is taken only for more than an unseen card is
likely to bring. Found among six in duplicate deals over ``careful``, regulars and people who never knock (12,000 decks
each). Among two and ten a regular's rule wins as much; strength.md has the figures.
"""


def _regular(*knock: tuple[HandType, int], draws: Draws = _FEW, expert: Style | None = _EXPERT) -> Style:
    """Limits without a joker, from the second round on; in the first nobody may knock."""
    limits = (0, *(_natural(kind, first) for kind, first in knock))
    return Style("regular", limits, draws=draws, aims_high=True, expert=expert)


_SEVEN_OR_EIGHT: Final = _regular(
    ("three_of_a_kind", 11),
    ("full_house", 2),
    ("full_house", 9),
    ("full_house", 13),
    ("four_of_a_kind", 3),
    ("four_of_a_kind", 5),
    draws=_MANY,
)

_NINE_OR_MORE: Final[tuple[tuple[HandType, int], ...]] = (
    ("straight", 6),
    ("full_house", 8),
    ("four_of_a_kind", 4),
    ("four_of_a_kind", 6),
)

REGULAR: Final = {
    2: _regular(
        ("pair", 12),
        ("two_pairs", 11),
        ("three_of_a_kind", 3),
        ("straight", 12),
        ("full_house", 4),
        ("full_house", 7),
        ("full_house", 9),
        ("full_house", 11),
        ("full_house", 14),
        expert=None,
    ),
    3: _regular(
        ("two_pairs", 8),
        ("two_pairs", 14),
        ("straight", 7),
        ("full_house", 3),
        ("full_house", 7),
        ("full_house", 9),
        ("full_house", 11),
        ("full_house", 14),
    ),
    4: _regular(
        ("two_pairs", 13),
        ("three_of_a_kind", 9),
        ("flush", 14),
        ("full_house", 7),
        ("full_house", 10),
        ("full_house", 12),
        ("full_house", 14),
        ("four_of_a_kind", 4),
    ),
    5: _regular(
        ("two_pairs", 14),
        ("straight", 7),
        ("full_house", 3),
        ("full_house", 8),
        ("full_house", 11),
        ("full_house", 12),
        ("full_house", 14),
        ("four_of_a_kind", 3),
    ),
    6: _regular(
        ("three_of_a_kind", 5),
        ("flush", 11),
        ("full_house", 5),
        ("full_house", 9),
        ("full_house", 12),
        ("full_house", 13),
        ("four_of_a_kind", 2),
        ("four_of_a_kind", 4),
        draws=_MANY,
    ),
    7: _SEVEN_OR_EIGHT,
    8: _SEVEN_OR_EIGHT,
    9: _regular(*_NINE_OR_MORE, draws=_MANY),
    10: _regular(*_NINE_OR_MORE, draws=_MANY, expert=None),
}
"""By the number of players, with each joker as a player more. The limits rise with the rounds, because everybody's hand
gets better: they are those that 65 hands of a hundred (two players) to 95 (nine and more) do not reach in that round
where nobody knocks. How many was found in 60 to 600 duplicate deals of the kernel over each of ``careful`` and people
who knock as early as they can, only with triplets, never, or by such limits; kept was what lost least to any of them.
"""


_SELDOM: Final = frozenset({"tight", "patient"})
"""Those who let hands pass with which hardly anybody waits."""


def _styles(players: int) -> tuple[Style, ...]:
    """How people may play, by the number of players."""
    careful = Style("careful", (CAREFUL_KNOCK[min(players, 5)],))
    return (
        careful,
        *[REGULAR[players]] * 3,
        Style("early", (careful.knock[0] - (1 << 19),)),
        Style("tight", (_least("three_of_a_kind"),)),
        Style("patient", (_least("full_house"),)),
    )


MIXTURE: Final = {players: _styles(players) for players in REGULAR}
