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
from bot.ui.manners import has_board, manners_of
from bot.ui.pages import betting
from bot.ui.pages.page import Button
from engine.cards import Card
from engine.events import CardDrawn
from engine.view import View

HAND: Final = "hand"
"""The verb of the button that shows a person's hand."""
ARRANGED: Final = "melds"
"""What that verb is told where the hand is to be shown in its melds."""
BY_RANK: Final = "ranks"
"""And where it is to be shown by rank again."""
STYLES: Final = {
    **dict.fromkeys(("draw", "stay", "bet", "match"), discord.ButtonStyle.primary),
    **dict.fromkeys(("knock", "show"), discord.ButtonStyle.success),
    "fold": discord.ButtonStyle.danger,
}
"""How verbs' buttons stand out: those that a turn goes on with, those that bring the deal to its end, and giving up."""


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
    manners = manners_of(view.game)
    match view.phase:
        case "draw":
            moves = [Move("draw", "stock"), Move("draw", "discard")]
            if view.knocker is None and manners.knock_instead == _turn(snapshot, view):
                moves.append(Move("knock"))
        case "discard":
            moves = [Move("show")] if manners.shows and view.knocker not in view.to_act else []
            if view.knocker is None and manners.knock_after_draw:
                moves.append(Move("knock"))
        case "choose":
            moves = [Move("stay"), Move("draw", "discard"), Move("fold")]
        case "bet":
            moves = [Move(*one) for one in betting.open_offers(view)]
        case _:
            moves = []
    return (*moves, Move(HAND, _for_what(snapshot, view)))


def _for_what(snapshot: Snapshot, view: View) -> str:
    """What the hand is looked at for, which the button says; while a computer player thinks, nothing in particular."""
    if snapshot.to_act is not None and snapshot.to_act.computer:
        return ""
    if view.phase == "lead" and has_board(view.game):
        return "play"
    return "discard" if view.phase == "discard" else ""


def _turn(snapshot: Snapshot, view: View) -> str:
    """Which turn the seat to act has: its first, in which nobody can have drawn before, or a later one."""
    drawn = any(
        isinstance(event, CardDrawn) and event.seat in view.to_act for told in snapshot.told for event in told.events
    )
    return "later" if drawn else "on_first_turn"


def question(snapshot: Snapshot) -> str:
    """What the seat to act is asked, as far as everybody can know: the phase, ``draw-or-knock``, or ``match``."""
    phase = betting.asked(snapshot.view) if snapshot.view is not None else ""
    return "draw-or-knock" if phase == "draw" and Move("knock") in open_moves(snapshot) else phase


def label(move: Move, upcard: Card | None, texts: Texts) -> str:
    """The words on a move's button."""
    plain = texts.plain
    if move == Move("draw", "discard"):
        return plain("button-draw-discard", card=upcard) if upcard is not None else plain("button-draw-pile")
    return plain("-".join(filter(None, ("button", *move))))


def button(move: Move, snapshot: Snapshot, texts: Texts) -> Button:
    """A move as a button of that moment."""
    view = snapshot.view
    upcard = view.upcard if view is not None else None
    style = STYLES.get(move.verb, discord.ButtonStyle.secondary)
    offered = view is not None and view.phase == "bet" and move.verb != HAND
    words = betting.label(betting.Offer(*move), view, texts) if view and offered else label(move, upcard, texts)
    return Button(words, Address(snapshot.table_id, snapshot.turn, *move), style)
