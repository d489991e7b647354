"""A deal as the service keeps it in memory: its players, its state, and what has been told of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.service.model import Levelled, Sitter, Told
from bot.service.watched import Watched
from engine.cards import Card
from engine.events import Paid
from engine.fairness import bound_pack, key_of, reshuffled
from engine.game import Game
from engine.memory import Memory
from engine.parts.remembering import for_last_state
from engine.players.base import Level
from engine.shuffle import shuffled
from engine.stakes import DealResult, moved


@dataclass
class Deal(Watched):
    """The present deal of a table, or its last one."""

    deal_id: int
    number: int
    """Its number at this table, from 1."""
    players: tuple[Sitter, ...]
    """The player in each seat, as when the cards were dealt."""
    seed: bytes = field(repr=False)
    """The table's secret; of a deal that was shuffled from seed and cut alone, the seed."""
    cut: int
    state: Any = field(repr=False)
    """The engine's state."""
    start: Any = field(repr=False)
    """The engine's state when the cards had been dealt."""
    seq: int = 0
    """How many actions it has had."""
    shuffles: int = 0
    """How often the discards have been shuffled into a new stock."""
    people_acted: bool = False
    """Whether a person has done anything in it."""
    spoken_up: int = 0
    """How many actions it had had when somebody last acted out of turn; 0: nobody has."""
    told: tuple[Told, ...] = ()
    remembered: dict[int, tuple[int, Memory]] = field(default_factory=dict, repr=False)
    """By seat, once somebody has asked: how many entries of ``told`` its memory covers, and that memory."""
    levelled: tuple[Levelled, ...] = ()
    """How stacks were levelled for it, if it begins a new game."""
    table_id: int = 0
    chance: Mapping[str, Any] | None = field(default=None, repr=False)
    """The people's part in its shuffle; None: it was shuffled from seed and cut alone."""
    missed: dict[int, int] = field(default_factory=dict)
    """How many turns of it each sitting has missed."""
    drawn: dict[int, float] = field(default_factory=dict)
    """Seconds that each sitting has had from its time bank in it."""

    def shuffled(self, cards: Iterable[Card], number: int) -> tuple[Card, ...]:
        """The cards in the order of a shuffle in mid-deal, from the top. ``number``: which shuffle it is, from 1."""
        if self.chance is None:
            return shuffled(cards, self.seed, self.cut, number)
        bound = bound_pack(self.seed, self.table_id, self.number)
        return reshuffled(cards, bound.seed, key_of(self.chance), number)

    @property
    def levels(self) -> tuple[Level | None, ...]:
        """By seat: the level of the computer player that was dealt in; None: a person."""
        return tuple(player.level if player.user_id is None else None for player in self.players)

    @property
    def result(self) -> DealResult | None:
        """How it ended; None while it goes on."""
        result: DealResult | None = self.state.result
        return result

    def seat_of(self, sitting_id: int) -> int | None:
        """The seat of a sitting; None if it was not dealt in."""
        return next((seat for seat, s in enumerate(self.players) if s.sitting_id == sitting_id), None)

    @property
    def chips(self) -> tuple[int, ...]:
        """The chips of each seat now."""
        return _chips(self.state)


@for_last_state
def _chips(state: Any) -> tuple[int, ...]:
    return moved(state.stakes.chips, state.transfers)


def dealt(game: Game[Any], state: Any) -> Told:
    """The deal itself as the first line of its story: antes, and what happened before anybody acted."""
    brought = game.telling.opening(state)
    told = sum(isinstance(event, Paid) for event in brought)
    paid = state.transfers[: len(state.transfers) - told]  # antes come first, and opening does not tell them
    return Told(0, (*(Paid(transfer) for transfer in paid), *brought))
