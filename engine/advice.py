"""What a seat would do well to do now, why, and how sure that is: from what it sees and remembers alone.

Where a game's players search, advice is the same search: every candidate in the same worlds, the rule's move unless
another is clearly better. Where none does, it is the rule's move. What can be counted is counted exactly, of the cards
that the seat has not seen (``reasons.py``); what is only sampled is told with no more digits than the worlds carry
(``rounding.py``). Two deals that differ only in what the seat can't know give the same advice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

from engine.actions import Action, Bet, Discard, Fold, Halt, Knock, Play, answers, offered
from engine.alternatives import alternatives, beaten_of
from engine.frozen import frozen
from engine.game import Ranking
from engine.memory import Memory
from engine.players.base import Levels, Limit
from engine.players.careful import CAREFUL
from engine.players.levels import FAMILIES
from engine.players.pools.thinking import POOLS
from engine.players.pools.winning import wins
from engine.players.thinking import Decision
from engine.players.tricks.thinking import TrickDecision
from engine.reasons import Hand, Why, ends, facts, outs, ranking_of, turns_after_a_knock, why
from engine.rounding import mean_of, rounded, share_of, step_of
from engine.shuffle import Stream
from engine.view import View

_EQUAL: Final = 2.0
"""Two moves that are fewer standard errors apart are about equal; of such two the rule's is advised, whose sense is
seen at once; but of discards after a knock, or where the rule would not discard, the one that leaves the best hand."""
_DRAW: Final = 4
"""A draw has at least this many outs, those of a straight that lacks an inner card. What an odd card adds are the three
others of its rank at most."""
_FEWEST: Final = 20
"""In how many worlds moves are compared at least, where time is up; else the rule's move is advised as such."""
_TRIED: Final = 200
"""In how many worlds it is tried at most how often a stake wins the betting."""
_LOOKED_AHEAD: Final = 60
"""The same for what a card leads to soon, where the others look ahead, which takes long."""
_LATER: Final = 0.5
"""What part of the time of a search is left for that after it."""
_LEAST: Final = 16
"""In how many worlds that must have been tried to be told."""
_CLEAR: Final = 3.0
"""By how many standard errors what two cards lead to differs if it is told."""
_MATTERS: Final = 0.1
"""The same as a part of all deals."""
_SELDOM: Final = 3
"""A stake that wins less often than every third time needs a reason beside a fold."""
_ANY: Final = bytes(32)
"""Whoever asks twice is told the same."""


@frozen
class Advice:
    """What to do, and why."""

    action: Action
    why: tuple[Why, ...] = ()
    worlds: int = 0
    """In how many worlds it was compared with other moves; 0: it is a rule of thumb."""
    other: Action | None = None
    """The best of the other moves that were compared."""
    to_wait: bool = False
    """Whether it is better to leave the action, the only one that is possible, and to wait."""

    @property
    def by_rule(self) -> bool:
        """Whether it is a rule of thumb alone, so that there may be a better one."""
        return any(reason.code == "rule" for reason in self.why)


def advises(game: str) -> bool:
    """Whether there is any advice in that game: a computer player that knows its rules must be able to play it."""
    return CAREFUL.plays(game)


def advise(view: View, memory: Memory, limit: Limit, levels: Levels = ()) -> Advice:
    """What the seat that sees this view and remembers this would do well to do. The view must ask it something.

    The others are taken for computer players of these levels, and ordinary people; without levels they are people.
    It is always the same for the same limit, as long as only worlds bound it. Raises ValueError if nothing is asked, or
    there is no advice in that game.
    """
    if view.viewer is None or not view.prompts or not advises(view.game):
        raise ValueError("nothing is asked of this seat, or nobody knows this game")
    stream, can = Stream(_ANY), answers(view.viewer, view.prompts)
    if len(can) == 1 and isinstance(can[0], Halt):  # which nobody has to call
        wait = not CAREFUL.speaks_up(view)
        return Advice(can[0], (why("halt-wait" if wait else "halt-first"),), to_wait=wait)
    if len(can) == 1:
        return Advice(can[0], (*_certain(view, memory, can[0]), why("only")))
    there = _decision(view, memory, levels, stream)
    moves = [] if there is None else [move for move in there.candidates() if offered(view.prompts, there.action(move))]
    if there is None or not moves:
        action = CAREFUL.choose(view, stream)
        return Advice(action, (*_certain(view, memory, action), *_by_rule(view, memory, action)))
    return _weighed(view, memory, there, moves, limit)


def _certain(view: View, memory: Memory, action: Action) -> Iterator[Why]:
    """What is certain of the move, and what tells it from others."""
    yield from facts(view, memory, action)
    yield from alternatives(view, memory, action)


def _by_rule(view: View, memory: Memory, action: Action) -> Iterator[Why]:
    """How good the hand is where a knock or a fold is at issue; and that nothing was tried out."""
    if (found := beaten_of(view, memory, action)) is not None:
        yield _share("beats", *found)
        if isinstance(action, Fold):
            yield why("knocked-better")
        elif view.prompt("knock") is not None and not isinstance(action, Knock):
            after = turns_after_a_knock(view)
            yield why("not-to-knock", count=after) if after else why("not-to-knock-ends")
    yield why("rule")


# -- the search


def _decision(view: View, memory: Memory, levels: Levels, stream: Stream) -> Decision[Any] | None:
    """What the seat is to decide; None where nobody has a kernel for the game by these rules."""
    family = FAMILIES.get(view.game)
    if family is None or family.unknown(view.game, view.rules):
        return None
    kernel = family.kernel_for(view)
    there = family.decision(kernel, view, memory, stream, kernel.sharp)
    there.levels = levels
    return there


def _weighed(view: View, memory: Memory, there: Decision[Any], moves: Sequence[int], limit: Limit) -> Advice:
    """The best of the moves, the rule's first, in the same worlds."""
    compared = len(moves) > 1 or there.wins
    nets, won = _tried(there, moves, limit) if compared else ([[] for _ in moves], [0 for _ in moves])
    worlds = len(nets[0])
    carried = min(worlds, there.different)
    if not compared or worlds < max(1, min(_FEWEST, limit.worlds)):
        action = there.action(moves[0])
        by_rule = compared or not limit.worlds
        return Advice(action, (*_certain(view, memory, action), *(_by_rule(view, memory, action) if by_rule else ())))
    best = _best(nets)
    actions = [there.action(move) for move in moves]
    if view.knocker is not None or (best and not isinstance(actions[0], Discard)):
        best = _strongest(view, memory, actions, nets, best)
    action = there.action(moves[best])
    others = [place for place, move in enumerate(moves) if there.action(move) != action]
    reasons = [*_certain(view, memory, action), *_of_betting(view, memory, action, limit.worlds, there.levels or ())]
    if there.wins and isinstance(action, Fold):  # which wins nothing: it is told what is given up
        staying = [count for count, move in zip(won, moves, strict=True) if not isinstance(there.action(move), Fold)]
        reasons += [_share("stays", max(staying), worlds, carried)] if staying else []
    elif there.wins:
        reasons.append(_share("wins", won[best], worlds, carried))
    if not others:
        return Advice(action, tuple(reasons), worlds)
    second = max(others, key=lambda place: sum(nets[place]))
    if isinstance(there, TrickDecision) and {type(action), type(actions[second])} == {Play}:
        reasons += _soon(there, moves[best], moves[second], limit, reasons)
    reasons.append(_ahead(nets[best], nets[second], counted=there.counted))
    return Advice(action, tuple(reasons), worlds, there.action(moves[second]))


def _tried(there: Decision[Any], moves: Sequence[int], limit: Limit) -> tuple[list[list[float]], list[int]]:
    """What the seat comes to by each of the moves in the same worlds, and how often each wins."""
    until = limit.clock() + limit.seconds if limit.clock is not None and limit.seconds is not None else None
    nets: list[list[float]] = [[] for _ in moves]
    won = [0] * len(moves)
    while len(nets[0]) < limit.worlds:
        world = there.world()
        for place, move in enumerate(moves):
            net, wins_it = there.outcome(world, move)
            nets[place].append(net[there.seat])
            won[place] += wins_it
        if until is not None and limit.clock is not None and limit.clock() >= until:
            break
    return nets, won


def _ahead(best: Sequence[float], second: Sequence[float], *, counted: bool) -> Why:
    """By how much the best move is ahead of the next best, in the same worlds; ``counted``: in numbers."""
    ahead, error = mean_of([own - other for own, other in zip(best, second, strict=True)])
    if ahead <= _EQUAL * error:  # no difference at all is none, too
        return why("equal")
    if not counted:
        return why("ahead")
    (own, own_error), (other, other_error) = mean_of(best), mean_of(second)
    step = step_of(max(own_error, other_error))
    shown, against = rounded(own, step), rounded(other, step)
    if shown != against:
        return why("worth", own=shown, other=against)
    if by := rounded(ahead, step_of(error)):  # the same worlds tell apart what the two numbers don't
        return why("better", by=by)
    return why("little-better")


def _soon(there: TrickDecision, move: int, other: int, limit: Limit, told: Sequence[Why]) -> Iterator[Why]:
    """What the card leads to clearly more or less often than the next best: the trick, and a quartet soon after it."""
    until = limit.clock() + _LATER * limit.seconds if limit.clock is not None and limit.seconds is not None else None
    tried: list[tuple[tuple[bool, bool], tuple[bool, bool]]] = []
    while len(tried) < min(limit.worlds, _LOOKED_AHEAD):
        world = there.lifelike()
        tried.append((there.soon(world, move), there.soon(world, other)))
        if until is not None and limit.clock is not None and limit.clock() >= until:
            break
    if len(tried) < _LEAST:
        return
    decided = any(reason.code.startswith("trick-") for reason in told)
    for place, code in enumerate(("takes", "quartet-soon")):
        pairs = [(own[place], others[place]) for own, others in tried]
        apart, error = mean_of([float(own) - float(other) for own, other in pairs])
        if abs(apart) > _CLEAR * error and abs(apart) > _MATTERS and not (decided and code == "takes"):
            count, against = (share_of(sum(found), len(tried)) for found in zip(*pairs, strict=True))
            yield why(code, count=count, other=against)


def _best(nets: Sequence[Sequence[float]]) -> int:
    """The first, unless another is clearly better in the same worlds."""
    best, gain = 0, 0.0
    for place in range(1, len(nets)):
        ahead, error = mean_of([other - own for own, other in zip(nets[0], nets[place], strict=True)])
        if ahead > gain and ahead > _EQUAL * error:
            best, gain = place, ahead
    return best


def _strongest(
    view: View, memory: Memory, actions: Sequence[Action], nets: Sequence[Sequence[float]], best: int
) -> int:
    """Of the discards that are about equal to the best move, the one that leaves the best hand.

    Where the seat may still draw, only other cards beside the same type of hand, and no draw given up for them.
    """
    last = view.knocker is not None or ends(view, "discard")
    kept = {
        place: tuple(card for card in view.hand if card is not action.card)
        for place, action in enumerate(actions)
        if isinstance(action, Discard)
    }
    found = best
    for place, hand in kept.items() if best in kept else ():
        now, then = ranking_of(view, kept[found]), ranking_of(view, hand)
        if now is None or then is None or then.value <= now.value:
            continue
        ahead, error = mean_of([own - other for own, other in zip(nets[best], nets[place], strict=True)])
        if ahead > _EQUAL * error:
            continue
        if last or (_alike(now, then) and not _gives_up(view, memory, kept[best], hand)):
            found = place
    return found


def _alike(now: Ranking, then: Ranking) -> bool:
    """Whether hands are of the same type; melds are not told apart by types."""
    return now.deadwood is None and now.name.type == then.name.type


def _gives_up(view: View, memory: Memory, hand: Hand, other: Hand) -> bool:
    """Whether the other hand lacks a draw that the hand has, or that can't be said."""
    own, others = outs(view, memory, hand), outs(view, memory, other)
    return own is None or others is None or own[0] - others[0] >= _DRAW


def _share(code: str, wins: int, worlds: int, different: float | None = None) -> Why:
    """The same as a sentence."""
    count = share_of(wins, worlds, different)
    return why(f"{code}-all" if count == 100 else f"{code}-none") if count in {0, 100} else why(code, count=count)


def _of_betting(view: View, memory: Memory, action: Action, worlds: int, levels: Levels) -> Iterator[Why]:
    """How often the stake wins the betting; for a fold, how often matching does."""
    prompt, worlds = view.prompt("bet"), min(worlds, _TRIED)
    if prompt is None or not isinstance(action, Bet | Fold) or POOLS.unknown(view.game, view.rules) or not worlds:
        return
    won = sum(won for (won,) in islice(wins(view, memory, action, Stream(_ANY), levels), worlds))
    yield _share("betting" if isinstance(action, Bet) else "matching", won, worlds)
    if isinstance(action, Bet) and view.prompt("fold") is not None and won * _SELDOM < worlds:
        yield why("winner-leads")  # why a stake may be worth it that seldom wins
