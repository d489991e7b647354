"""The plain move: what is played for somebody who isn't there, until a computer player takes over.

It risks nothing and decides nothing: it draws and throws the card back, passes, folds, plays the lowest card. It never
knocks, calls, shows, lays, bets, matches or raises; what those are worth is for whoever holds the hand to say. It knows
what the seat sees, and no more.
"""

from __future__ import annotations

from typing import Final

from engine.actions import Action, Discard, Draw, Fold, Pass, Play, Prompt, Stay, answers
from engine.cards import Card
from engine.game import GAMES
from engine.middle import Piles
from engine.view import View

NEVER: Final = frozenset({"knock", "show", "meld", "halt", "bet"})
"""The actions that nobody's absence does."""


def plain_move(view: View) -> Action:
    """The plain move of the seat that sees this view. Raises ValueError where it is asked nothing."""
    seat, prompts = view.viewer, {prompt.do: prompt for prompt in view.prompts}
    if seat is None or not prompts:
        raise ValueError("nothing is asked of this seat")
    if "pass" in prompts:
        return Pass(seat)
    if "draw" in prompts and "stay" not in prompts:
        return Draw(seat, "stock" if "stock" in prompts["draw"].choices else "discard")
    discard, fold = prompts.get("discard"), prompts.get("fold")
    if fold is not None and ("bet" in prompts or GAMES[view.game].money.cheaper_to_fold(view.rules)):
        return Fold(seat, _thrown_back(view, fold) if fold.choices else None)
    if "stay" in prompts:
        return Stay(seat)
    if discard is not None:
        return Discard(seat, _thrown_back(view, discard))
    if "play" in prompts:
        return Play(seat, _lowest(prompts["play"]))
    harmless = [action for action in answers(seat, view.prompts) if action.do not in NEVER]
    return (harmless or answers(seat, view.prompts))[0]


def _thrown_back(view: View, prompt: Prompt) -> Card:
    """The card that was drawn, where it may go straight back, or else the lowest."""
    drawn = view.drawn if isinstance(view.middle, Piles) else None
    return drawn if isinstance(drawn, Card) and drawn in prompt.choices else _lowest(prompt)


def _lowest(prompt: Prompt) -> Card:
    """The lowest card that may go; a joker only where there is nothing else."""
    cards = [card for card in prompt.choices if isinstance(card, Card)]
    return min(cards, key=lambda card: (card.is_joker, card.rank, card.index))
