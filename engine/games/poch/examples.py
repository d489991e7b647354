"""What pays, what beats what, and what follows what at a board with pools (poch.md, le_poque.md, poch_1873.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.cards import Card, Rank, Suit, card, cards
from engine.examples import Chart, Example
from engine.games.poch.board import Board
from engine.games.poch.edition import PochFamilyRules
from engine.parts.sets import SetOrder, best_set, set_name, strength
from engine.parts.stops import next_card

PAY_SUIT: Final = Suit.HEARTS
"""The pay suit of all examples."""
_SETS: Final[dict[SetOrder, tuple[tuple[Card, ...], ...]]] = {
    "pay_suit": tuple(map(cards, ("8S 8H 8D 8C", "9S 9D 9C", "QH QS", "QD QC"))),
    "clubs": tuple(map(cards, ("8S 8H 8D 8C", "9S 9D 9C", "QC QS", "QD QH"))),
    "kickers": tuple(
        map(cards, ("8S 8H 8D 8C 7S", "9S 9D 9C QH 7D", "QH QS AD 9C 8D", "QD QC KS JH TC", "AS KD JC 9D 7S"))
    ),
}
"""Sets to compare, by what decides between equal ones."""
_ALONE: Final[dict[SetOrder, tuple[tuple[Card, ...], ...]]] = {
    "pay_suit": (cards("AS KD JC 9D 7S"),),
    "clubs": (cards("AC"), cards("AS")),
    "kickers": (),
}
"""Hands without a pair, for boards at which these may bet."""
_SAYS: Final[dict[SetOrder, str]] = {"pay_suit": "with_pay_suit", "clubs": "with_club", "kickers": "with_kickers"}
_LED: Final = card("8D")
_LONG: Final = 4
"""What is led in the example of a sequence, and how many cards that has."""


def charts(rules: PochFamilyRules) -> tuple[Chart, ...]:
    """The stages of a deal: the cards that win pools, sets from the best, and a sequence."""
    edition = rules.edition(3)
    pools = Chart("pools", tuple(_pools(edition.board)))
    sets = Chart("sets", tuple(_sets(edition.sets, edition.board)), ordered=True)
    run = [_LED]
    while (following := next_card(run[-1])) is not None and len(run) < _LONG:
        run.append(following)
    playing = Chart("playing", (Example(tuple(run), "run", None, (), None, True),))
    return (pools, sets, playing) if edition.board.pools_first else (sets, pools, playing)


def _pools(board: Board) -> Iterator[Example]:
    """The pools that one card wins in one example, each of the others in its own (PO-10, PO-11)."""
    honours = tuple(_of_pay_suit(claim.ranks[0]) for claim in board.claims if len(claim.ranks) == 1)
    yield Example(honours, "honours", None, (), None, True)
    for claim in board.claims:
        if len(claim.ranks) > 1:
            yield Example(tuple(map(_of_pay_suit, claim.ranks)), claim.called or claim.pool)


def _of_pay_suit(rank: Rank) -> Card:
    return card(rank.notation + PAY_SUIT.value)


def _sets(order: SetOrder, board: Board) -> Iterator[Example]:
    """Sets from the best: of two that differ in nothing else, the first says what decides between them."""
    found = [*_SETS[order], *(() if board.pair_needed else _ALONE[order])]
    found.sort(key=lambda hand: strength(hand, order, PAY_SUIT), reverse=True)
    names = [set_name(hand) for hand in found]
    for place, (hand, name) in enumerate(zip(found, names, strict=True)):
        best = best_set(hand)
        shows = _SAYS[order] if name in names[place + 1 :] else name.type
        yield Example(hand, shows, name, best if len(best) < len(hand) else ())
