"""What belongs together in Knock Rummy, what else counts, and which hand is better (knock_rummy.md, KR-20 to KR-32)."""

from __future__ import annotations

from itertools import chain
from typing import Final

from engine.cards import Card, cards
from engine.examples import Chart, Example
from engine.games.knock_rummy.hands import rank
from engine.games.knock_rummy.rules import KnockRummyRules
from engine.parts.melds import points

_MELDS: Final = (("group", cards("9S 9H 9D")), ("sequence", cards("5C 6C 7C 8C")), ("low_ace", cards("AD 2D 3D")))
_COUNTED: Final = (("tens", cards("KS QH JD TC")), ("pips", cards("7D")), ("aces", cards("AS")))
_HANDS: Final = tuple(
    map(cards, ("9S 9H 9D 3C 4C 5C 6C", "KS KH KD 5C 6C 7C 4D", "8S 8H 8D QC 6D 4S AH", "KD JC 9H 7S 4D 3H AC"))
)
_FIRST: Final = ("group", "sequence")


def charts(rules: KnockRummyRules) -> tuple[Chart, ...]:
    """Melds, what unmatched cards count, and hands from the one with the least deadwood."""
    ranked = sorted(((rank(rules, hand), hand) for hand in _HANDS), key=lambda pair: pair[0].value, reverse=True)
    found = list[Example]()
    for ranking, hand in ranked:
        melded = tuple(chain.from_iterable(ranking.melds))
        lying = (*melded, *(card for card in hand if card not in melded))
        shows = ranking.name.type if melded else "unmatched"
        found.append(Example(lying, shows, None, melded, ranking.deadwood, hand is _HANDS[1]))
    return (
        Chart("melds", tuple(Example(meld, shows, first=shows in _FIRST) for shows, meld in _MELDS)),
        Chart("points", tuple(Example(some, shows, None, (), _each(some)) for shows, some in _COUNTED)),
        Chart("deadwood", tuple(found), ordered=True),
    )


def _each(some: tuple[Card, ...]) -> int:
    """What each of these cards counts, in points."""
    (each,) = {points(card) for card in some}
    return each
