"""What a knock, and each call or fold after it, was worth when it was made: how often that wins, by what the seat knew.

It is found as advice is (``advice.py``): in sampled worlds, from what the seat saw and remembered at that moment. It
depends on nothing else, so whoever has seen the seat's cards, and what everybody has seen, learns nothing new from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from engine.actions import Action, Discard, Draw, Fold, Knock, Stay
from engine.advice import share_of
from engine.cards import Card
from engine.events import Event
from engine.game import Game
from engine.memory import Memory, begin, remember
from engine.players.base import Limit
from engine.players.drawing.sampling import Situation, situation
from engine.players.drawing.thinking import DRAWING, DrawDecision
from engine.players.drawing.world import CHOOSE, FOLD, FOLDING, KNOCK, KNOCKING, STAY, UPCARD
from engine.shuffle import Stream
from engine.view import View

Kind = Literal["knock", "call", "fold"]
"""What a seat decided: to knock; and after another's knock to stay in where it might have folded, or to fold."""
_LEAST: Final = 50
"""In how many worlds it must have been tried out to be told."""
_ANY: Final = bytes(32)
"""The same moment is always found worth the same."""


@dataclass(frozen=True)
class Moment:
    """A decision, and what the seat that made it saw and remembered."""

    kind: Kind
    action: Action = field(repr=False)
    discard: Card | None
    """With which card a knock was made, if it is made with a discard."""
    view: View = field(repr=False)
    memory: Memory = field(repr=False)

    @property
    def seat(self) -> int:
        """Whose decision it was."""
        assert self.view.viewer is not None
        return self.view.viewer


def moments(game: Game[Any], start: Any, actions: Iterable[Action]) -> tuple[Moment, ...]:
    """The knocks, calls and folds of a deal, in order; ``start`` is its state when the cards had been dealt.

    None where the game has no kernel for these rules. Raises IllegalAction.
    """
    if game.name not in DRAWING.games or DRAWING.unknown(game.name, start.rules):
        return ()
    made = tuple(actions)
    found: list[Moment] = []
    state, told = start, list[Event]()
    for place, action in enumerate(made):
        seat = getattr(action, "seat", None)
        view = None if seat is None else game.observe(state, seat)
        kind = None if view is None else _kind(action, view)
        if view is not None and kind is not None:
            memory = remember(begin(game.observe(start, seat), game.telling.opening(start)), told)
            discard = next(_discards(action, made[place + 1 :]), None)
            found.append(Moment(kind, action, discard, view, memory))
        state, events = game.apply(state, action)
        told += events
    return tuple(found)


def _kind(action: Action, view: View) -> Kind | None:
    """What the action decides; None if it is neither a knock nor an answer to one."""
    if isinstance(action, Knock):
        return "knock"
    if view.prompt("fold") is None:
        return None
    if isinstance(action, Fold):
        return "fold"
    return "call" if isinstance(action, Discard | Stay | Draw) else None


def _discards(action: Action, following: tuple[Action, ...]) -> Iterator[Card]:
    """The discard that a knock is made with: the same seat's next action."""
    match action, following[:1]:
        case Knock(seat), (Discard(same, card),) if seat == same:
            yield card


def worth(moment: Moment, limit: Limit) -> int | None:
    """In how many of a hundred deals like this the decision wins, or for a fold: staying in would have won.

    0 and 100 are told where it won in no world or in all; other numbers have no more digits than the worlds carry.
    None if time was up before enough worlds were tried.
    """
    there = _canonical(moment)
    seat = moment.seat
    decision = DrawDecision(there, Stream(_ANY), there.kernel.sharp, ("discard",))
    moves = _moves(moment, decision)
    until = limit.clock() + limit.seconds if limit.clock is not None and limit.seconds is not None else None
    wins, worlds = [0] * len(moves), 0
    while worlds < limit.worlds:
        world = decision.world()
        for place, move in enumerate(moves):
            net = decision.net(world, move)
            wins[place] += net[seat] > 0 and net[seat] >= max(net)
        worlds += 1
        if until is not None and limit.clock is not None and limit.clock() >= until:
            break
    return share_of(max(wins), worlds) if worlds >= min(_LEAST, limit.worlds) else None


def _canonical(moment: Moment) -> Situation:
    """What the seat knew. Only the seat knows in which order it got its cards, and from where: nothing may depend on it
    but for a card that everybody saw it take."""
    view = moment.view
    kernel = DRAWING.kernel_of(view.game, view.rules, len(view.seats))
    there = situation(kernel, view, moment.memory)
    hand = there.plain.hands[moment.seat]
    last = hand[-1:] if there.plain.source == UPCARD else []
    there.plain.hands[moment.seat] = [*sorted(hand[: len(hand) - len(last)]), *last]
    return there


def _moves(moment: Moment, decision: DrawDecision) -> list[int]:
    """The decision as moves of the kernel: one, or for a fold the ways to stay in that are worth a look."""
    match moment.action:
        case Knock():
            return [KNOCK if moment.discard is None else KNOCKING + moment.discard.index]
        case Discard(card=card):
            return [card.index]
        case Stay():
            return [STAY]
        case Draw():
            return [UPCARD]
    if decision.there.plain.stage == CHOOSE:
        return [STAY, UPCARD]
    return [move for move in decision.candidates() if move != FOLD and move < FOLDING]
