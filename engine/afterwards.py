"""What a knock, and each call or fold after it, was worth when it was made: how often that wins, by what the seat knew.
In the Poch family, what each stake and each fold in the betting was worth.

It is found as advice is (``advice.py``): in sampled worlds, from what the seat saw and remembered at that moment. It
depends on nothing else, so whoever has seen the seat's cards, and what everybody has seen, learns nothing new from it.
In Poch only the best set of a hand is shown: what is told to everybody is found from that set alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice, zip_longest
from typing import Any, Final, Literal

from engine.actions import Action, Bet, Discard, Draw, Fold, Knock, Stay
from engine.cards import Card
from engine.events import BetMade, Event, HandShown
from engine.evolve import evolve
from engine.game import Game
from engine.memory import Memory, begin, known, remember
from engine.players.base import Levels, Limit
from engine.players.drawing.sampling import Situation, situation
from engine.players.drawing.thinking import DRAWING, DrawDecision
from engine.players.drawing.world import CHOOSE, FOLD, FOLDING, KNOCK, KNOCKING, STAY, UPCARD
from engine.players.pools.thinking import POOLS
from engine.players.pools.winning import wins
from engine.rounding import SURE, share_of
from engine.shuffle import Stream
from engine.view import View

Kind = Literal["knock", "call", "fold", "bet", "match", "raise", "drop"]
"""What a seat decided: to knock; and after another's knock to stay in where it might have folded, or to fold. In a
betting: to bet, to match, to raise, or to fold where it might have matched."""
UNDONE: Final[frozenset[Kind]] = frozenset({"fold", "drop"})
"""Decisions that are told by what the seat did not do."""
_STAKES: Final[frozenset[Kind]] = frozenset({"bet", "match", "raise", "drop"})
MOST_STAKES: Final = 12
"""Of how many stakes and folds of a betting it is told at most: the last ones, whoever made them and with what hand."""
_ANY: Final = bytes(32)
"""The same moment is always found worth the same."""


@dataclass(frozen=True)
class Moment:
    """A decision, and what the seat that made it saw and remembered; of a set that was shown in Poch, what everybody
    saw and remembered, and the set."""

    kind: Kind
    action: Action = field(repr=False)
    discard: Card | None
    """With which card a knock was made, if it is made with a discard."""
    view: View = field(repr=False)
    memory: Memory = field(repr=False)
    levels: Levels = ()
    """Whom everybody could take the others for: computer players of these levels, and people."""

    @property
    def seat(self) -> int:
        """Whose decision it was."""
        assert self.view.viewer is not None
        return self.view.viewer

    @property
    def stake(self) -> int:
        """The whole stake that was made, in chips; 0 for what is no stake."""
        return self.action.amount if isinstance(self.action, Bet) else 0


def moments(game: Game[Any], start: Any, actions: Iterable[Action], levels: Levels = ()) -> tuple[Moment, ...]:
    """The knocks, calls and folds of a deal, in order; ``start`` is its state when the cards had been dealt, ``levels``
    are the computer players' in it.

    None where the game has no kernel for these rules. Raises IllegalAction.
    """
    if game.name in POOLS.games:
        return () if POOLS.unknown(game.name, start.rules) else _stakes(game, start, tuple(actions), levels)
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
            found.append(Moment(kind, action, discard, view, memory, levels))
        state, events = game.apply(state, action)
        told += events
    return tuple(found)


def _stakes(game: Game[Any], start: Any, actions: tuple[Action, ...], levels: Levels) -> tuple[Moment, ...]:
    """The last stakes and folds of a deal's betting, in order. To fold is no decision for whoever can't stake."""
    opening = game.telling.opening(start)
    made: list[tuple[Kind, Bet | Fold, Any, tuple[Event, ...]]] = []
    betting = [place for place, action in enumerate(actions) if isinstance(action, Bet | Fold)]
    told_of = frozenset(betting[-MOST_STAKES:])
    shown: dict[int, tuple[Card, ...]] = {}
    state, told = start, list[Event]()
    for place, action in enumerate(actions):
        before = state
        state, events = game.apply(state, action)
        if place in told_of and isinstance(action, Bet):
            kind: Kind = next(event.kind for event in events if isinstance(event, BetMade))
            made.append((kind, action, before, tuple(told)))
        elif (
            place in told_of
            and isinstance(action, Fold)
            and game.observe(before, action.seat).prompt("bet") is not None
        ):
            made.append(("drop", action, before, tuple(told)))
        shown |= {event.seat: event.cards for event in events if isinstance(event, HandShown)}
        told += events
    found = []
    for kind, decision, before, earlier in made:
        seat = decision.seat
        viewer = None if seat in shown else seat
        memory = remember(begin(game.observe(start, viewer), opening), earlier)
        view = game.observe(before, viewer)
        if viewer is None:
            hand = tuple(sorted({*shown[seat], *known(memory).taken[seat]}, key=lambda card: card.index))
            seats = tuple(evolve(there, hand=hand) if there.seat == seat else there for there in view.seats)
            view = evolve(view, viewer=seat, seats=seats)
        found.append(Moment(kind, decision, None, view, memory, levels))
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
    until = limit.clock() + limit.seconds if limit.clock is not None and limit.seconds is not None else None
    there = None if moment.kind in _STAKES else _knock(moment)
    if there is None:
        tried = wins(moment.view, moment.memory, moment.action, Stream(_ANY), moment.levels)
    else:
        tried = _outcomes(there, _moves(moment, there))
    won, worlds = [0], 0
    for here in islice(tried, limit.worlds):
        won = [sum(pair) for pair in zip_longest(won, here, fillvalue=0)]
        worlds += 1
        if until is not None and limit.clock is not None and limit.clock() >= until:
            break
    if worlds < min(SURE, limit.worlds):
        return None
    return share_of(max(won), worlds, None if there is None else min(worlds, there.different))


def _knock(moment: Moment) -> DrawDecision:
    """What the seat decided with a knock, or an answer to one."""
    there = _canonical(moment)
    decision = DrawDecision(there, Stream(_ANY), there.kernel.sharp, ("discard",))
    decision.levels = moment.levels
    return decision


def _outcomes(decision: DrawDecision, moves: list[int]) -> Iterator[tuple[bool, ...]]:
    """Whether the moves win, in one world after the other."""
    while True:
        world = decision.world()
        yield tuple(decision.outcome(world, move)[1] for move in moves)


def _canonical(moment: Moment) -> Situation:
    """What the seat knew. Only the seat knows in which order it got its cards, and from where: nothing may depend on it
    but for a card that everybody saw it take."""
    view = moment.view
    there = situation(DRAWING.kernel_for(view), view, moment.memory)
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
