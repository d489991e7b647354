"""Who wins a round of Poe Crumb, and what the win is worth (poe_crumb.md, PC-23 to PC-27)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import HandShown
from engine.games.drawing.drawing import Ending
from engine.games.drawing.state import State, held
from engine.games.poe_crumb.hands import name_of, worth_by
from engine.parts.sharing import shares
from engine.stakes import POT, Transfer

if TYPE_CHECKING:
    from engine.games.poe_crumb.rules import PoeCrumbRules


def showdown(rules: PoeCrumbRules, state: State, pot: int) -> Ending:
    """Everybody shows; all who hold the best hand win the round (PC-23, PC-25) and share the pot, if any (PC-26)."""
    hands = {seat: held(state, seat) for seat in state.order}
    worth = worth_by(rules)
    values = {seat: worth(hand) for seat, hand in hands.items()}
    highest = max(values.values())
    winners = tuple([seat for seat, value in values.items() if value == highest])
    return Ending(
        winners,
        tuple([Transfer(POT, seat, share, "pot") for seat, share in shares(pot, winners).items() if share]),
        tuple([HandShown(seat, hand, name_of(rules, hand)) for seat, hand in hands.items()]),
        net=tuple([int(seat in winners) for seat in range(len(hands))]),
    )
