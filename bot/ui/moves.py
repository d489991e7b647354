"""Which buttons a phase offers to whoever's turn it is.

In the channel everybody sees them, so they follow from public things alone: a button may be there that the player's
hand does not allow, and is then answered privately. A person's own prompts decide only in private messages.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import discord

from bot.i18n import Texts
from bot.service.model import Snapshot
from bot.ui.address import Address
from bot.ui.page import Button
from engine.cards import Card
from engine.events import CardDrawn
from engine.view import View

HAND: Final = "hand"
"""The verb of the button that shows a person's hand."""
LOUD: Final = frozenset({"knock", "draw", "stay"})
"""Verbs whose buttons stand out."""


class Move(NamedTuple):
    """What a button does."""

    verb: str
    """An action's name, or ``hand``."""
    argument: str = ""


def open_moves(snapshot: Snapshot) -> tuple[Move, ...]:
    """The moves that the phase may allow the seat whose turn it is, as far as everybody can know."""
    view = snapshot.view
    if view is None or snapshot.stage != "playing":
        return ()
    match view.phase:
        case "draw":
            moves = [Move("draw", "stock"), Move("draw", "discard")]
            if view.knocker is None and not _has_drawn(snapshot, view):
                moves.append(Move("knock"))
        case "discard":
            moves = [Move("knock")] if view.knocker is None else []
        case "choose":
            moves = [Move("stay"), Move("draw", "discard"), Move("fold")]
        case _:
            moves = []
    return (*moves, Move(HAND, "discard" if view.phase == "discard" else ""))


def _has_drawn(snapshot: Snapshot, view: View) -> bool:
    """Whether the seat to act has drawn before in this deal: a pat knock is for a first turn."""
    return any(
        isinstance(event, CardDrawn) and event.seat in view.to_act for told in snapshot.told for event in told.events
    )


def label(move: Move, upcard: Card | None, texts: Texts) -> str:
    """The words on a move's button."""
    plain = texts.plain
    if move == Move("draw", "discard"):
        return plain("button-draw-discard", card=upcard) if upcard is not None else plain("button-draw-pile")
    return plain("-".join(filter(None, ("button", *move))))


def button(move: Move, snapshot: Snapshot, texts: Texts) -> Button:
    """A move as a button of that moment."""
    upcard = snapshot.view.upcard if snapshot.view is not None else None
    style = discord.ButtonStyle.primary if move.verb in LOUD else discord.ButtonStyle.secondary
    if move.verb == "fold":
        style = discord.ButtonStyle.danger
    return Button(label(move, upcard, texts), Address(snapshot.table_id, snapshot.turn, *move), style)
