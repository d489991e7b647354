"""What an evening at a table came to, in words."""

from __future__ import annotations

from collections.abc import Iterator

from bot.i18n import Texts
from bot.service.model import Snapshot, Winnings
from engine.game import GAMES


def evening(snapshot: Snapshot, texts: Texts) -> Iterator[str]:
    """Who has won what in how many deals, and the best hand that was shown; nothing if no deal was played."""
    found = snapshot.evening
    if found is None or not found.people:
        return
    yield texts("evening-heading")
    for person in found.people:
        yield texts("evening-line", name=person.name, net=_net(snapshot, person, texts), count=person.won)
    if found.best is not None:
        yield texts(
            "evening-best",
            name=found.best.name,
            hand=texts.hand_name(found.best.hand),
            cards=texts.cards_short(found.best.cards),
            deal=found.best.deal,
        )


def _net(snapshot: Snapshot, winnings: Winnings, texts: Texts) -> str:
    """What somebody has won: "+12", or "+40 points"."""
    unit = GAMES[snapshot.game].judging.unit
    return texts.signed(winnings.net) if unit == "chips" else texts.tally(unit, winnings.net)
