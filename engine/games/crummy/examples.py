"""Who takes a trick in Crummy, and what quartets are worth (crummy.md, CR-20 to CR-27 and CR-42)."""

from __future__ import annotations

from typing import Final

from engine.cards import Rank, cards
from engine.examples import Chart, Example
from engine.games.crummy.rules import CrummyRules
from engine.parts.tricks import QUARTETS, points, taken_by

_TRICKS: Final = tuple(map(cards, ("9S KH 7C AD", "8S JH 8D QC", "8S JH 8D JC", "7S 7H AD KC")))
_QUARTETS: Final = (Rank.ACE, Rank.KING, Rank.NINE)
_SHOWN_FIRST: Final = 2
"""How many tricks a first look shows: one without cards that match, and one with."""


def charts(rules: CrummyRules) -> tuple[Chart, ...]:
    """Tricks of four cards in the order of play, with the card that takes them, and quartets with what they count."""
    tricks = list[Example]()
    for trick in _TRICKS:
        place, matched = taken_by(trick)
        shows = "matching" if matched else "highest"
        tricks.append(Example(trick, shows, None, (trick[place],), first=len(tricks) < _SHOWN_FIRST))
    quartets = tuple(
        Example(QUARTETS[rank], "quartet", None, (), points(rank), first=rank is _QUARTETS[0]) for rank in _QUARTETS
    )
    return Chart("tricks", tuple(tricks)), Chart("quartets", quartets)
