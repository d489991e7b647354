"""Lines for cards that are played out: tricks and quartets, betting and sequences."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.events import (
    BetMade,
    CardPlayed,
    CardTurned,
    HaltCalled,
    Passed,
    QuartetLaid,
    QuartetsScored,
    SequenceStopped,
    TrickTaken,
    WentOut,
)

if TYPE_CHECKING:
    from bot.i18n.texts import Texts

Event = (
    CardTurned
    | CardPlayed
    | Passed
    | TrickTaken
    | QuartetLaid
    | WentOut
    | HaltCalled
    | QuartetsScored
    | BetMade
    | SequenceStopped
)
"""The events that have their lines here."""


def line(texts: Texts, event: Event, told: Callable[..., str]) -> str | None:
    """The event as ``told``, which is given a key, the seat it is about, and the text's values.

    None for the end of a sequence, which ``pools.run`` tells with all its cards.
    """
    match event:
        case CardTurned(card, None):
            return texts("event-turned", card=card)
        case CardTurned(card, seat):
            return told("event-turned-to", seat, card=card)
        case CardPlayed(seat, card):
            return told("event-played", seat, card=card)
        case Passed(seat):
            return told("event-passed", seat)
        case TrickTaken(seat, card, doubled):
            return told("event-took-doubled" if doubled else "event-took-highest", seat, card=card)
        case QuartetLaid(seat, marked):
            return told("event-laid-marked" if marked else "event-laid", seat)
        case WentOut(seat):
            return told("event-out", seat)
        case HaltCalled(seat, deemed):
            return told("event-halt-deemed" if deemed else "event-halt", seat)
        case QuartetsScored(seat):
            key = "event-scored" if event.quartets else "event-scored-none"
            return told(key, seat, ranks=laid(texts, event), product=scored(texts, event), count=event.points)
        case BetMade(seat, stake, kind, all_in):
            return told(f"event-bet-{kind}{'-all-in' if all_in else ''}", seat, count=stake)
        case SequenceStopped():
            return None


def laid(texts: Texts, event: QuartetsScored) -> list[str]:
    """The ranks of somebody's quartets: "jacks with the joker", "eights"."""
    return [
        texts("scored-marked" if rank is event.marked else "scored-rank", ranks=texts.ranks(rank))
        for rank in event.quartets
    ]


def scored(texts: Texts, event: QuartetsScored, *, short: bool = False) -> str:
    """How a score came about: "4 × (11 + 8)"; ``short``: without blanks."""
    form = ".short" if short else ""
    values = [texts.number(worth) for worth in event.values or (event.value,)]
    value = texts(f"scored-separator{form}").join(values)
    if len(values) > 1:
        value = texts("scored-sum", values=value)
    return texts(f"scored-product{form}", factor=event.factor, value=value)
