"""What a seat would do well to do now, why, and how sure that is: from what it sees and remembers alone.

Where a game's players search, advice is the same search: every candidate in the same worlds, the rule's move unless
another is clearly better. Where none does, it is the rule's move. What can be counted is counted exactly, of the cards
that the seat has not seen; what is only sampled is told with no more digits than the worlds carry. Two deals that
differ only in what the seat can't know give the same advice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import islice
from math import sqrt
from typing import Any, Final

from engine.actions import Action, Bet, Discard, Draw, Fold, Halt, Meld, Play, Show, Stay, answers, offered
from engine.cards import Card
from engine.consequences import Value
from engine.frozen import frozen
from engine.game import GAMES, Ranking
from engine.games.drawing.drawing import DrawingRules
from engine.memory import Known, Memory, known
from engine.middle import Piles, Pools, Trick
from engine.parts.hands import HandName
from engine.parts.stops import next_card
from engine.parts.tricks import missing_suits
from engine.players.base import Levels, Limit
from engine.players.careful import CAREFUL
from engine.players.levels import FAMILIES
from engine.players.pools.thinking import POOLS, out_of_play
from engine.players.pools.winning import wins
from engine.players.thinking import Decision
from engine.players.tricks.thinking import TrickDecision
from engine.shuffle import Stream
from engine.view import View

Hand = tuple[Card, ...]
_EQUAL: Final = 2.0
"""Two moves that are fewer standard errors apart are about equal; of such two the rule's is advised, whose sense is
seen at once; but of discards after a knock, or where the rule would not discard, the one that leaves the best hand."""
_DRAW: Final = 4
"""A draw has at least this many outs, those of a straight that lacks an inner card. What an odd card adds are the three
others of its rank at most."""
_STEPS: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
"""To what sampled numbers are rounded: a tenth at the best, else the least of these that is no less than the error."""


@frozen
class Why:
    """One reason, as the name of a sentence and what it names."""

    code: str
    values: tuple[tuple[str, Value | float | HandName], ...] = ()


def why(code: str, **values: Value | float | HandName) -> Why:
    """The same, with the values by their names."""
    return Why(code, tuple(values.items()))


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


_TRIED: Final = 200
"""In how many worlds it is tried at most how often a stake wins the betting, and what a card leads to soon."""
_CLEAR: Final = 3.0
"""By how many standard errors what two cards lead to differs if it is told."""
_MATTERS: Final = 0.1
"""The same as a part of all deals."""
_SELDOM: Final = 3
"""A stake that wins less often than every third time needs a reason beside a fold."""


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
        return Advice(can[0], (*_facts(view, memory, can[0]), why("only")))
    there = _decision(view, memory, levels, stream)
    moves = [] if there is None else [move for move in there.candidates() if offered(view.prompts, there.action(move))]
    if there is None or not moves:
        action = CAREFUL.choose(view, stream)
        return Advice(action, (*_facts(view, memory, action), why("rule")))
    return _weighed(view, memory, there, moves, limit)


_ANY: Final = bytes(32)
"""Whoever asks twice is told the same."""


# -- the search


def _decision(view: View, memory: Memory, levels: Levels, stream: Stream) -> Decision[Any] | None:
    """What the seat is to decide; None where nobody has a kernel for the game by these rules."""
    family = FAMILIES.get(view.game)
    if family is None or family.unknown(view.game, view.rules):
        return None
    kernel = family.kernel_of(view.game, view.rules, len(view.seats))
    there = family.decision(kernel, view, memory, stream, kernel.sharp)
    there.levels = levels
    return there


def _weighed(view: View, memory: Memory, there: Decision[Any], moves: Sequence[int], limit: Limit) -> Advice:
    """The best of the moves, the rule's first, in the same worlds."""
    seat = there.seat
    until = limit.clock() + limit.seconds if limit.clock is not None and limit.seconds is not None else None
    nets: list[list[float]] = [[] for _ in moves]
    won = [0] * len(moves)
    while len(nets[0]) < limit.worlds and (len(moves) > 1 or there.wins):
        world = there.world()
        for place, move in enumerate(moves):
            net, wins_it = there.outcome(world, move)
            nets[place].append(net[seat])
            won[place] += wins_it
        if until is not None and limit.clock is not None and limit.clock() >= until:
            break
    worlds = len(nets[0])
    carried = min(worlds, there.different)
    if not worlds:  # there is nothing to compare, or nothing is to be tried out
        action = there.action(moves[0])
        return Advice(action, (*_facts(view, memory, action), *(() if limit.worlds else (why("rule"),))))
    best = _best(nets)
    actions = [there.action(move) for move in moves]
    if view.knocker is not None or (best and not isinstance(actions[0], Discard)):
        best = _strongest(view, memory, actions, nets, best)
    action = there.action(moves[best])
    others = [place for place, move in enumerate(moves) if there.action(move) != action]
    reasons = [*_facts(view, memory, action), *_of_betting(view, memory, action, limit.worlds, there.levels or ())]
    if there.wins and isinstance(action, Fold):  # which wins nothing: it is told what is given up
        staying = [count for count, move in zip(won, moves, strict=True) if not isinstance(there.action(move), Fold)]
        reasons += [_share("stays", max(staying), worlds, carried)] if staying else []
    elif there.wins:
        reasons.append(_share("wins", won[best], worlds, carried))
    if not others:
        return Advice(action, tuple(reasons), worlds)
    second = max(others, key=lambda place: sum(nets[place]))
    if isinstance(there, TrickDecision) and {type(action), type(actions[second])} == {Play}:
        reasons += _soon(there, moves[best], moves[second], min(worlds, _TRIED), reasons)
    ahead, error = _mean([own - other for own, other in zip(nets[best], nets[second], strict=True)])
    if ahead <= _EQUAL * error:  # no difference at all is none, too
        reasons.append(why("equal"))
    elif not there.counted:
        reasons.append(why("ahead"))
    else:
        (own, own_error), (other, other_error) = _mean(nets[best]), _mean(nets[second])
        step = _step(max(own_error, other_error))
        shown, against = _rounded(own, step), _rounded(other, step)
        if shown != against:
            reasons.append(why("worth", own=shown, other=against))
        elif by := _rounded(ahead, _step(error)):  # the same worlds tell apart what the two numbers don't
            reasons.append(why("better", by=by))
        else:
            reasons.append(why("little-better"))
    return Advice(action, tuple(reasons), worlds, there.action(moves[second]))


def _soon(there: TrickDecision, move: int, other: int, worlds: int, told: Sequence[Why]) -> Iterator[Why]:
    """What the card leads to clearly more or less often than the next best: the trick, and a quartet soon after it."""
    tried = [(there.soon(world, move), there.soon(world, other)) for world in (there.world() for _ in range(worlds))]
    decided = any(reason.code.startswith("trick-") for reason in told)
    for place, code in enumerate(("takes", "quartet-soon")):
        pairs = [(own[place], others[place]) for own, others in tried]
        apart, error = _mean([float(own) - float(other) for own, other in pairs])
        if abs(apart) > _CLEAR * error and abs(apart) > _MATTERS and not (decided and code == "takes"):
            count, against = (share_of(sum(found), worlds) for found in zip(*pairs, strict=True))
            yield why(code, count=count, other=against)


def _best(nets: Sequence[Sequence[float]]) -> int:
    """The first, unless another is clearly better in the same worlds."""
    best, gain = 0, 0.0
    for place in range(1, len(nets)):
        ahead, error = _mean([other - own for own, other in zip(nets[0], nets[place], strict=True)])
        if ahead > gain and ahead > _EQUAL * error:
            best, gain = place, ahead
    return best


def _strongest(
    view: View, memory: Memory, actions: Sequence[Action], nets: Sequence[Sequence[float]], best: int
) -> int:
    """Of the discards that are about equal to the best move, the one that leaves the best hand.

    Where the seat may still draw, only other cards beside the same type of hand, and no draw given up for them.
    """
    last = view.knocker is not None or _ends(view, "discard")
    kept = {
        place: tuple(card for card in view.hand if card is not action.card)
        for place, action in enumerate(actions)
        if isinstance(action, Discard)
    }
    found = best
    for place, hand in kept.items() if best in kept else ():
        now, then = _ranked(view, kept[found]), _ranked(view, hand)
        if now is None or then is None or then.value <= now.value:
            continue
        ahead, error = _mean([own - other for own, other in zip(nets[best], nets[place], strict=True)])
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


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return mean, float("inf")
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (count * (count - 1)))


def share_of(wins: int, worlds: int, different: float | None = None) -> int:
    """In how many of a hundred deals it wins, no finer than the worlds carry; 0 and 100 only for none and all.

    ``different``: how many of the worlds are different ones; None: all.
    """
    if wins in {0, worlds}:
        return 100 if wins else 0
    share = wins / worlds
    of_hundred = _rounded(100 * share, max(1.0, _step(100 * sqrt(share * (1 - share) / (different or worlds)))))
    return min(99, max(1, round(of_hundred)))


def _share(code: str, wins: int, worlds: int, different: float | None = None) -> Why:
    """The same as a sentence."""
    count = share_of(wins, worlds, different)
    return why(f"{code}-all" if count == 100 else f"{code}-none") if count in {0, 100} else why(code, count=count)


def _step(error: float) -> float:
    return next((step for step in _STEPS if step >= error), _STEPS[-1])


def _rounded(value: float, step: float) -> float:
    return round(round(value / step) * step, 1) + 0.0  # no negative zero


# -- what can be counted


def _facts(view: View, memory: Memory, action: Action) -> Iterator[Why]:
    """What is certain of the move, by what lies in the middle of the table."""
    match view.middle:
        case Piles():
            yield from _of_hand(view, memory, action)
        case Trick():
            yield from _of_trick(view, action)
        case Pools():
            yield from _of_pools(view, memory, action)


def _of_hand(view: View, memory: Memory, action: Action) -> Iterator[Why]:
    """What the hand is, and how many unseen cards would improve it."""
    can = {prompt.do for prompt in view.prompts}
    size = len(view.hand) - ("discard" in can)
    if isinstance(action, Discard) and "fold" in can:  # which one could do in its place
        yield why("in")
    if isinstance(action, Discard | Stay) and "fold" in can and (payment := _from_the_knocker(view, action)):
        yield why("knocker-pays", count=payment)
    kept, upcard = view.hand, _taken_up(view, action)
    if isinstance(action, Discard | Fold) and action.card is not None:
        kept = tuple(card for card in view.hand if card is not action.card)
    elif upcard is not None:
        six = (*view.hand, upcard)
        whole = _ranked(view, six)
        if whole is not None and whole.wins_outright:
            yield why("makes-outright", name=whole.name)
            return
        kept = best_of(view, six, six if _may_go_back(view) else view.hand)
        if upcard not in kept:
            yield why("goes-back", card=upcard)
    elif len(kept) > size and not isinstance(action, Show):
        prompt = view.prompt("discard")
        kept = best_of(view, kept, kept if prompt is None else prompt.choices)
    ranked = _ranked(view, kept)
    if ranked is None:
        return
    if ranked.deadwood is not None:
        yield why("deadwood" if kept != view.hand else "deadwood-now", count=ranked.deadwood)
    else:
        yield why("keeps" if isinstance(action, Discard | Draw) and kept != view.hand else "holds", name=ranked.name)
    draws = isinstance(action, Draw) and (action.source == "stock" or view.knocker is None)
    if draws or (isinstance(action, Discard) and view.knocker is None and not _ends(view, "discard")):
        found = outs(view, memory, kept)
        taken = isinstance(action, Draw) and action.source != "stock"  # a hand that is whole needs no more
        if found is not None and not (taken and not found[0]):
            yield why(_outs_code(view, ranked), count=found[0], unseen=found[1])


def _taken_up(view: View, action: Action) -> Card | None:
    """The upcard that the action takes; None if it takes none."""
    if not isinstance(action, Draw) or action.source != "discard":
        return None
    assert isinstance(view.middle, Piles)
    return view.middle.upcard


def _may_go_back(view: View) -> bool:
    """Whether an upcard that is taken may be thrown away in the same turn."""
    rules = view.rules
    return isinstance(rules, DrawingRules) and rules.drawing(len(view.seats)).taken_may_go


def _outs_code(view: View, ranked: Ranking) -> str:
    """What the outs of that hand make of it, as the name of a sentence."""
    if ranked.deadwood is not None:
        return "outs-deadwood"
    if not ranked.cannot_win:
        return "outs"
    return "outs-to-knock" if view.knocker is None else "outs-to-win"


def _from_the_knocker(view: View, action: Action) -> int:
    """What a beaten knocker pays whoever stays in, in chips, where a third player is still in; else 0.

    It is as much as the risk of staying in, which a game's consequences name.
    """
    others = [seat for seat in view.seats if seat.standing == "in" and seat.seat not in (view.viewer, view.knocker)]
    told = GAMES[view.game].telling.consequences(view)
    risks = [value for there in told if there.do == action.do for name, value in there.values if name == "risk"]
    return int(str(risks[0])) if others and risks else 0


def _ends(view: View, do: str) -> bool:
    """Whether the deal is over with that action, because the stock has run out."""
    told = GAMES[view.game].telling.consequences(view)
    return any(there.do == do and there.code.endswith("stock-out") for there in told)


def unseen_of(view: View, memory: Memory) -> Hand | None:
    """The cards of which the seat doesn't know where they are: the pack less its hand and what it remembers.

    None where what is drawn next is none of them: the top of the stock is known, or discards are the next stock.
    """
    seen: Known = known(memory)
    if seen.stock or (isinstance(view.middle, Piles) and not view.middle.stock):
        return None
    gone = {*view.hand, *seen.discards, *(card for cards in seen.taken for card in cards)}
    return tuple(card for card in GAMES[view.game].pack(view.rules, len(view.seats)) if card not in gone)


def outs(view: View, memory: Memory, hand: Hand) -> tuple[int, int] | None:
    """How many of the unseen cards would improve the hand if it drew one of them, and how many unseen cards there are.

    A hand is improved if it becomes one of a higher type, or its deadwood fewer points; where hands can't win that are
    too low, only if it becomes one that can. None where that can't be said.
    """
    unseen, now = unseen_of(view, memory), _ranked(view, hand)
    if unseen is None or now is None:
        return None
    return sum(_improves(view, hand, card, now) for card in unseen), len(unseen)


def _improves(view: View, hand: Hand, card: Card, now: Ranking) -> bool:
    whole = _ranked(view, (*hand, card))
    if whole is not None and whole.wins_outright:  # with all its cards, where no five of them may be worth anything
        return True
    return _better(_ranked(view, best_of(view, (*hand, card), (*hand, card))), now)


def _better(then: Ranking | None, now: Ranking) -> bool:
    if then is None or then.cannot_win:
        return False
    if now.cannot_win:
        return True
    if now.deadwood is not None and then.deadwood is not None:
        return then.deadwood < now.deadwood
    return then.name.type != now.name.type and then.value > now.value


def best_of(view: View, cards: Hand, may_go: Sequence[object]) -> Hand:
    """The best of the hands that are left without one of the cards; ``may_go``: which of them may be that."""
    hands = [tuple(card for card in cards if card is not gone) for gone in cards if gone in may_go]
    ranked = [(found.value, -place) for place, hand in enumerate(hands) if (found := _ranked(view, hand)) is not None]
    return hands[-max(ranked)[1]] if ranked else cards


def _ranked(view: View, cards: Hand) -> Ranking | None:
    try:
        return GAMES[view.game].judging.rank(view.rules, cards)
    except ValueError:
        return None


def _of_trick(view: View, action: Action) -> Iterator[Why]:
    """Who takes the trick with that card, where it is the last; and how many of its rank the seat holds."""
    if isinstance(action, Meld):
        yield from (
            Why("lays" if there.code == "meld" else "lays-first", there.values)
            for there in GAMES[view.game].telling.consequences(view)
            if action.rank in there.choices
        )
    if not isinstance(action, Play):
        return
    for there in GAMES[view.game].telling.consequences(view):
        if action.card in there.choices and there.code in {"trick-take", "trick-leave"}:
            yield why(there.code, **{name: value for name, value in there.values if name == "seat"})
    count = sum(card.rank is action.card.rank for card in view.hand)
    yield why("of-rank", count=count, rank=action.card.rank)
    trick = view.middle
    assert isinstance(trick, Trick)
    missing = missing_suits((*(trick.cards if trick.winner is None else ()), action.card))
    if missing:  # no quartet of a rank is laid of which the seat holds a card, so the others hold the rest
        own = sum(card.rank is action.card.rank and card.suit in missing for card in view.hand)
        yield why("matchers", count=len(missing) - own)


def _of_pools(view: View, memory: Memory, action: Action) -> Iterator[Why]:
    """The set that is bet on, and who is still in; of a card that is led, how far its sequence is known to go."""
    board, own = view.middle, view.own
    assert isinstance(board, Pools)
    assert own is not None
    if board.betting:
        if own.name is not None:
            yield why("no-set") if own.name.type == "high_card" else why("set", name=own.name)
        rivals = sum(not seat.passed for seat in view.seats if seat.seat != view.viewer)
        yield why("rivals", count=rivals)
    elif isinstance(action, Play):
        last, count = _run(view, action.card)
        if count == len(view.hand):
            yield why("goes-out" if count == 1 else "run-out", count=count)
            return
        following = next_card(last)
        seen = known(memory)
        gone = {*board.gone, *seen.dead, *([board.turned] if board.turned_to is None else [])}
        if not POOLS.unknown(view.game, view.rules):
            gone |= out_of_play(view, memory)
        if following is None or following in gone:
            yield why("stops", card=last, count=count, stop=board.stop)
        elif count > 1:
            yield why("run", card=last, count=count)
        else:
            certain = any(following in held for held in seen.taken)
            yield why("follows" if certain else "goes-on", card=following)
        if not _can_follow(view, action.card, gone):
            yield why("must-lead", card=action.card)


def _of_betting(view: View, memory: Memory, action: Action, worlds: int, levels: Levels) -> Iterator[Why]:
    """How often the stake wins the betting; for a fold, how often matching does."""
    prompt, worlds = view.prompt("bet"), min(worlds, _TRIED)
    if prompt is None or not isinstance(action, Bet | Fold) or POOLS.unknown(view.game, view.rules) or not worlds:
        return
    won = sum(won for (won,) in islice(wins(view, memory, action, Stream(_ANY), levels), worlds))
    yield _share("betting" if isinstance(action, Bet) else "matching", won, worlds)
    if isinstance(action, Bet) and view.prompt("fold") is not None and won * _SELDOM < worlds:
        yield from _at_stake(view, action)


def _at_stake(view: View, action: Bet) -> Iterator[Why]:
    """Why a stake may be worth it that seldom wins: what a match costs and wins; and who leads after the betting."""
    board = view.middle
    assert isinstance(board, Pools)
    if action.amount == board.bet:  # a raise is for more than lies there, and all in may win a part of it alone
        for there in GAMES[view.game].telling.consequences(view):
            if there.code == "match":
                yield why("at-stake", **{name: value for name, value in there.values if name in {"more", "pot"}})
    yield why("winner-leads")


def _can_follow(view: View, card: Card, gone: Set[Card]) -> bool:
    """Whether the card can still follow a lower one, so that it may go without being led."""
    pack = GAMES[view.game].pack(view.rules, len(view.seats))
    return any(not lower.is_joker and next_card(lower) is card and lower not in gone for lower in pack)


def _run(view: View, led: Card) -> tuple[Card, int]:
    """The last card of the sequence that the seat itself can play on, and how many cards that are."""
    last, count = led, 1
    while (following := next_card(last)) is not None and following in view.hand:
        last, count = following, count + 1
    return last, count


__all__ = ["Advice", "Why", "advise", "best_of", "outs", "unseen_of", "why"]
