"""What the last move of a deal touched, from its events: pictures mark it, or show the table as it was before it."""

from __future__ import annotations

from dataclasses import replace

from bot.service.model import Snapshot
from bot.ui.words.pools import paid_in
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
from engine.middle import Piles
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
    paid = paid_in(events)
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


def as_pictured(snapshot: Snapshot) -> Snapshot:
    """The table as its picture shows it: without the draw of whoever is to act, and is yet to discard. It is the
    snapshot itself where there is nothing such.

    Words tell of that draw. What it changes in the picture the discard changes again; so that turn has one picture,
    not two.
    """
    view, told = snapshot.view, snapshot.told
    if view is None or not isinstance(view.middle, Piles) or view.result is not None or not told:
        return snapshot
    piles = view.middle
    match told[-1].events:
        case (CardDrawn(seat=seat, source="stock"),) if piles.drawn_from == "stock":
            piles = replace(piles, stock=piles.stock + 1, drawn_from=None)
        case (CardDrawn(seat=seat, source="discard", card=card),) if piles.drawn_from == "discard":
            piles = replace(piles, discards=piles.discards + 1, upcard=card.to(None), drawn_from=None)
        case _:
            return snapshot
    seats = tuple(replace(s, cards=s.cards - 1) if s.seat == seat else s for s in view.seats)
    return replace(snapshot, view=replace(view, seats=seats, middle=piles), told=told[:-1])


def has_only_drawn(before: Snapshot, after: Snapshot) -> bool:
    """Whether all that has happened between these moments is the draw of whoever is to act, and is yet to discard."""
    begun = as_pictured(after)
    if begun is after or before.told != begun.told:
        return False
    return replace(before, turn=after.turn, view=after.view, told=after.told, deadline=after.deadline) == after


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
