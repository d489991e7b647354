"""What is certain of a move, as reasons for it: counted exactly, from what a seat sees and remembers alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from typing import Final

from engine.actions import Action, Bet, Discard, Draw, Fold, Knock, Meld, Pass, Play, Show, Stay
from engine.cards import Card, Rank
from engine.consequences import Value
from engine.frozen import frozen
from engine.game import GAMES, Ranking
from engine.games.drawing.drawing import DrawingRules
from engine.games.poch.edition import PochFamilyRules
from engine.memory import Known, Memory, known
from engine.middle import Piles, Pools, Trick
from engine.parts.hands import HandName
from engine.parts.sets import best_set, strength
from engine.parts.stops import next_card
from engine.parts.tricks import missing_suits
from engine.players.pools.thinking import POOLS, out_of_play
from engine.view import View

Hand = tuple[Card, ...]
Made = tuple[tuple[str, int], ...]
"""Types of hands, each with how many cards make it."""


@frozen
class Why:
    """One reason, as the name of a sentence and what it names."""

    code: str
    values: tuple[tuple[str, Value | float | HandName | Made], ...] = ()


def why(code: str, **values: Value | float | HandName | Made) -> Why:
    """The same, with the values by their names."""
    return Why(code, tuple(values.items()))


def facts(view: View, memory: Memory, action: Action) -> Iterator[Why]:
    """What is certain of the move, by what lies in the middle of the table."""
    match view.middle:
        case Piles():
            yield from _of_hand(view, memory, action)
            yield from _of_folding(view, action)
            yield from _of_knocking(view, action)
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
        whole = ranking_of(view, six)
        if whole is not None and whole.wins_outright:
            yield why("makes-outright", name=whole.name)
            return
        kept = best_of(view, six, six if may_go_back(view) else view.hand)
        if upcard not in kept:
            yield why("goes-back", card=upcard)
    elif len(kept) > size and not isinstance(action, Show):
        prompt = view.prompt("discard")
        kept = best_of(view, kept, kept if prompt is None else prompt.choices)
    ranked = ranking_of(view, kept)
    if ranked is None:
        return
    if ranked.deadwood is not None:
        yield why("deadwood" if kept != view.hand else "deadwood-now", count=ranked.deadwood)
    else:
        yield why("keeps" if isinstance(action, Discard | Draw) and kept != view.hand else "holds", name=ranked.name)
    draws = isinstance(action, Draw) and (action.source == "stock" or view.knocker is None)
    if draws or (isinstance(action, Discard) and view.knocker is None and not ends(view, "discard")):
        found = outs(view, memory, kept)
        taken = isinstance(action, Draw) and action.source != "stock"  # a hand that is whole needs no more
        if found is not None and not (taken and not found[0]):
            yield why(outs_code(view, ranked), count=found[0], unseen=found[1])
            if found[0] and ranked.deadwood is None:
                yield why("outs-make", made=made(view, memory, kept))


def _taken_up(view: View, action: Action) -> Card | None:
    """The upcard that the action takes; None if it takes none."""
    if not isinstance(action, Draw) or action.source != "discard":
        return None
    assert isinstance(view.middle, Piles)
    return view.middle.upcard


def may_go_back(view: View) -> bool:
    """Whether an upcard that is taken may be thrown away in the same turn."""
    rules = view.rules
    return isinstance(rules, DrawingRules) and rules.drawing(len(view.seats)).taken_may_go


def outs_code(view: View, ranked: Ranking) -> str:
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


def _of_folding(view: View, action: Action) -> Iterator[Why]:
    """What a fold costs, and what it costs to stay in and lose, where there is that choice."""
    if view.prompt("fold") is None or not isinstance(action, Discard | Stay | Fold):
        return
    for there in GAMES[view.game].telling.consequences(view):
        if there.do == action.do:
            paid = {name: value for name, value in there.values if name in {"fold", "risk", "pot"}}
            yield why("fold-costs" if isinstance(action, Fold) else "stay-risks", **paid)
            return


_FOR_THE_POT: Final = frozenset({"knock-ends", "knock-discard-ends"})
"""The knocks after which nobody plays, and nobody pays but into the pot."""


def _of_knocking(view: View, action: Action) -> Iterator[Why]:
    """What a knock risks; and that cards which are shown win whatever the others hold."""
    if isinstance(action, Show):
        yield why("wins-outright")
    told = next((there for there in GAMES[view.game].telling.consequences(view) if there.do == action.do), None)
    if not isinstance(action, Knock) or told is None:
        return
    numbers = dict(told.values)
    if numbers.get("risk") and told.code not in _FOR_THE_POT:
        yield why("knock-risks", risk=numbers["risk"], rivals=numbers["rivals"])
    if numbers.get("undercut"):
        yield why("knock-undercut", count=numbers["undercut"])


def turns_after_a_knock(view: View) -> int:
    """How many players still have a turn after a knock of the seat's, which it may make now."""
    told = (there for there in GAMES[view.game].telling.consequences(view) if there.do == "knock")
    return next(int(str(dict(there.values)["others"])) for there in told)


def ends(view: View, do: str) -> bool:
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
    unseen, now = unseen_of(view, memory), ranking_of(view, hand)
    if unseen is None or now is None:
        return None
    return sum(_improved(view, hand, card, now) is not None for card in unseen), len(unseen)


def made(view: View, memory: Memory, hand: Hand) -> Made:
    """What the outs make of the hand, that of most cards first."""
    now = ranking_of(view, hand)
    assert now is not None
    found = (_improved(view, hand, card, now) for card in unseen_of(view, memory) or ())
    return tuple(Counter(then.name.type for then in found if then is not None).most_common())


def _improved(view: View, hand: Hand, card: Card, now: Ranking) -> Ranking | None:
    """What the hand becomes with that card, if that is better."""
    whole = ranking_of(view, (*hand, card))
    if whole is not None and whole.wins_outright:  # with all its cards, where no five of them may be worth anything
        return whole
    then = ranking_of(view, best_of(view, (*hand, card), (*hand, card)))
    return then if _better(then, now) else None


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
    ranked = [(found.value, -place) for place, hand in enumerate(hands) if (found := ranking_of(view, hand))]
    return hands[-max(ranked)[1]] if ranked else cards


def ranking_of(view: View, cards: Hand) -> Ranking | None:
    """What the game makes of these cards; None where that can't be said of so many."""
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
    trick, kept = view.middle, tuple(card for card in view.hand if card is not action.card)
    assert isinstance(trick, Trick)
    gathered: tuple[Why, ...] = ()
    for there in GAMES[view.game].telling.consequences(view):
        if action.card in there.choices and there.code in _TAKERS:
            yield why(there.code, **{name: value for name, value in there.values if name == "seat"})
            if there.code == "trick-take":
                gathered = tuple(_brings(kept, (*trick.cards, action.card)))
    yield from gathered
    if not any(dict(reason.values)["rank"] is action.card.rank for reason in gathered):  # else that was told
        count = sum(card.rank is action.card.rank for card in view.hand)
        yield why("of-rank", count=count, rank=action.card.rank)
    yield from _keeps(kept, action.card, gathered)
    missing = missing_suits((*(trick.cards if trick.winner is None else ()), action.card))
    if missing:  # no quartet of a rank is laid of which the seat holds a card, so the others hold the rest
        own = sum(card.rank is action.card.rank and card.suit in missing for card in view.hand)
        yield why("matchers", count=len(missing) - own)


_TAKERS: Final = frozenset({"trick-take", "trick-leave", "trick-ahead", "trick-behind"})
"""What a card says of who takes the trick, or would so far."""


def _most_of(hand: Hand) -> tuple[Rank, int] | None:
    """The rank of which the hand has the most cards, the highest of several, if it has more than a single one."""
    counted = Counter(card.rank for card in hand)
    rank = max(counted, key=lambda there: (counted[there], there), default=None)
    return (rank, counted[rank]) if rank is not None and counted[rank] > 1 else None


def _brings(kept: Hand, trick: Hand) -> Iterator[Why]:
    """Of which rank the seat holds the most after it has taken the trick, if the trick has a card of that rank."""
    most = _most_of((*kept, *trick))
    if most is not None and any(card.rank is most[0] for card in trick):
        yield why("brings", rank=most[0], count=most[1])


def _keeps(kept: Hand, card: Card, told: Sequence[Why]) -> Iterator[Why]:
    """Of which other rank the seat holds the most: these cards are kept for a quartet. Nothing of a rank that was told
    already."""
    most = _most_of(tuple(there for there in kept if there.rank is not card.rank))
    if most is not None and not any(dict(reason.values)["rank"] is most[0] for reason in told):
        yield why("keeps-rank", rank=most[0], count=most[1])


def _of_pools(view: View, memory: Memory, action: Action) -> Iterator[Why]:
    """The set that is bet on, and who is still in; of a card that is led, how far its sequence is known to go."""
    board, own = view.middle, view.own
    assert isinstance(board, Pools)
    assert own is not None
    if board.betting:
        if own.name is not None:
            yield why("no-set") if own.name.type == "high_card" else why("set", name=own.name)
            if (size := _SETS.get(own.name.type)) is not None:
                yield why("higher-sets", count=_higher_sets(view, own.name.ranks[0], size))
        rivals = sum(not seat.passed for seat in view.seats if seat.seat != view.viewer)
        yield why("rivals", count=rivals)
        yield from _of_stakes(view, action)
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
        if (own_next := _comes_back(view, last, gone)) is not None:
            yield why("comes-back", card=own_next)
        if not _can_follow(view, action.card, gone):
            yield why("must-lead", card=action.card)


_SETS: Final = {"pair": 2, "three_of_a_kind": 3, "four_of_a_kind": 4}
"""How many cards of a rank each set has."""


def _higher_sets(view: View, rank: Rank, size: int) -> int:
    """Of how many ranks the others may hold a higher set than that: so many cards of its rank are not in the hand.

    Of the same rank, too, where the suits decide between equal sets, and against the hand's.
    """
    board, rules = view.middle, view.rules
    assert isinstance(board, Pools)
    assert isinstance(rules, PochFamilyRules)
    gone = {*view.hand, *([board.turned] if board.turned_to is None else [])}
    pack = GAMES[view.game].pack(rules, len(view.seats))
    left = Counter(card.rank for card in pack if card not in gone)
    higher = sum(count > size or (count == size and other > rank) for other, count in left.items())
    equal = tuple(card for card in pack if card.rank is rank and card not in gone)
    if len(equal) == size:
        order = rules.edition(len(view.seats)).sets
        own, other = (strength(cards, order, board.turned.suit) for cards in (best_set(view.hand), equal))
        higher += other > own
    return higher


def _of_stakes(view: View, action: Action) -> Iterator[Why]:
    """What a stake costs, and what there is to win; or what it costs to give up, and what matching would."""
    board, own = view.middle, view.own
    assert isinstance(board, Pools)
    assert own is not None
    told = {there.code: dict(there.values) for there in GAMES[view.game].telling.consequences(view)}
    match = {name: value for name, value in told.get("match", {}).items() if name in {"more", "pot"}}
    if isinstance(action, Pass):
        yield why("pass-free")
    elif isinstance(action, Fold):
        yield why("fold-leaves", count=own.stake)
        if match:
            yield why("matching-costs", **match)
    elif isinstance(action, Bet) and not board.bet:
        pot = told["bet"]["pot"]
        yield why("alone-takes", pot=pot) if pot else why("winner-leads")
    elif isinstance(action, Bet) and action.amount == board.bet:
        if match:
            yield why("at-stake", **match)
    elif isinstance(action, Bet):  # a raise is for more than lies there, and all in may win a part of it alone
        yield why("stake-costs", more=action.amount - own.stake)


def _comes_back(view: View, last: Card, gone: Set[Card]) -> Card | None:
    """The seat's next card of a sequence that the others go on with, unless a card of it is known to be gone."""
    following = next_card(last)
    while following is not None and following not in gone:
        if following in view.hand:
            return following
        following = next_card(following)
    return None


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
