"""What the last move of a deal touched, from its events: pictures mark it."""

from __future__ import annotations

from bot.service.model import Snapshot
from cards_img import Last
from engine.events import (
    BetMade,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardTurned,
    DealOver,
    Event,
    Paid,
    QuartetsScored,
    Shuffled,
    TrickTaken,
)
from engine.stakes import POT


def last_move(snapshot: Snapshot) -> Last:
    """What the last action of the present or last deal touched.

    Of the deal itself these are the pools that a dealt hand took, and the card turned up: nobody has moved by then.
    """
    # A shuffle in mid-deal is nobody's move: what came before it still is the last.
    told = next((told for told in reversed(snapshot.told) if not _any(told.events, Shuffled)), None)
    if told is None:
        return Last()
    events, moved = told.events, told.seq > 0
    drawn = [event.source for event in events if isinstance(event, CardDrawn)]
    paid = [event.transfer for event in events if isinstance(event, Paid)]
    pools = [name for name, _ in snapshot.pools]
    return Last(
        seats=_movers(events) if moved else (),
        stock="stock" in drawn,
        discards="discard" in drawn or _any(events, CardDiscarded),
        pot=moved and (_any(events, BetMade) or any(POT in (transfer.source, transfer.target) for transfer in paid)),
        cards=sum(isinstance(event, CardPlayed) for event in events),
        turned=_any(events, CardTurned),
        pools=tuple(name for name in pools if any(transfer.source == name for transfer in paid)),
    )


def _any(events: tuple[Event, ...], kind: type[object]) -> bool:
    return any(isinstance(event, kind) for event in events)


def _movers(events: tuple[Event, ...]) -> tuple[int, ...]:
    """Whoever acted, and whoever took a trick by it."""
    acted: list[int] = []
    for event in events:
        if isinstance(event, Paid | DealOver | QuartetsScored):
            continue
        seat = getattr(event, "seat", None)
        if seat is not None and (not acted or isinstance(event, TrickTaken)):
            acted.append(seat)
    return tuple(dict.fromkeys(acted))
