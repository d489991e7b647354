"""What tells a move of draw and discard from those in its place: counted from what a seat sees and remembers alone.

``reasons.py`` says what a move is; this, why not another card, another pile, or a knock.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.actions import Action, Discard, Draw, Fold, Knock
from engine.cards import Card
from engine.memory import Memory
from engine.middle import Piles
from engine.parts.hands import HandName
from engine.parts.melds import deadwood
from engine.players.rummy import linked
from engine.reasons import Hand, Why, best_of, ends, made, may_go_back, outs, outs_code, ranking_of, unseen_of, why
from engine.shuffle import Stream
from engine.view import View

_TELLING: Final = {"two_pairs": 2, "full_house": 2}
"""How many ranks tell a hand of that type from others by name; else one."""
_WITH_ODD_CARDS: Final = frozenset({"high_card", "pair", "two_pairs", "three_of_a_kind", "four_of_a_kind"})
"""The types of hands in which cards lie that are no part of what the type is called after."""
_DEALT: Final = 200
"""How many hands of unseen cards a hand is compared with."""
_ANY: Final = bytes(32)
"""Whoever asks twice is told the same."""


def alternatives(view: View, memory: Memory, action: Action) -> Iterator[Why]:
    """Why that card, or that pile; nothing where neither is chosen."""
    piles = view.middle
    if not isinstance(piles, Piles):
        return
    if isinstance(action, Discard):
        yield from _of_discard(view, memory, action.card)
    elif isinstance(action, Draw) and piles.upcard is not None and len(_sources(view)) > 1:
        if action.source == "stock":
            yield from _of_what_lies_there(view, memory, piles.upcard)
        else:
            yield from _before(view, memory, piles.upcard)


def _sources(view: View) -> tuple[object, ...]:
    prompt = view.prompt("draw")
    return prompt.choices if prompt is not None else ()


# -- discards


def _of_discard(view: View, memory: Memory, card: Card) -> Iterator[Why]:
    """Why that card and no other: what every other card would leave."""
    prompt = view.prompt("discard")
    may_go = prompt.choices if prompt is not None else ()
    ranked = {there: ranking_of(view, _without(view, there)) for there in view.hand if there in may_go}
    left = {there: ranking for there, ranking in ranked.items() if ranking is not None}
    own = left.pop(card, None)
    if own is None or not left:
        return
    if own.deadwood is not None:
        yield from _of_deadwood(view, memory, card, own.deadwood)
        return
    spare = [other for other, ranking in left.items() if ranking.name.type == own.name.type]
    stuck = {there: ranking_of(view, _without(view, there)) for there in view.hand if there not in ranked}
    odd = {  # such as the upcard that was taken, which has to stay
        there: ranking for there, ranking in stuck.items() if ranking and ranking.name.type == own.name.type
    }
    higher = [ranking for other, ranking in left.items() if other not in spare and ranking.value > own.value]
    given_up = max(higher, key=lambda ranking: ranking.value, default=None)
    if given_up is not None and not given_up.cannot_win:
        yield why("gives-up", name=given_up.name)
    elif not spare and not higher:
        if not odd:
            yield why("rest-needed")
        return
    lowest = all(card.rank < other.rank for other in (*spare, *odd))
    if view.knocker is None and not ends(view, "discard"):
        # Outs of hands of other types make something else; where none can win yet, they all make a hand that can.
        rivals = [*left] if own.cannot_win else spare
        counted = {there: found[0] for there in (card, *rivals) if (found := outs(view, memory, _without(view, there)))}
        most = max((there for there in rivals if there in counted), key=lambda there: counted[there], default=None)
        apart = counted[card] - counted[most] if most is not None else 0
        if most is not None and apart > 0 and (own.cannot_win or not higher):
            yield why("most-outs" if own.cannot_win else "most-outs-alike", count=counted[most])
            return
        fewer = apart < 0 or (apart == 0 and not lowest)
        if most is not None and fewer and (kind := _more_for(view, memory, card, most)):
            yield why("more-outs", card=most, count=counted[most], name=HandName(kind))
            return
    if given_up is not None and given_up.cannot_win:
        yield why("cannot-win", name=given_up.name)
    if higher or not spare:
        return
    if lowest:
        yield why("lowest", card=card)
    elif all(ranking.value <= own.value for ranking in (*(left[other] for other in spare), *odd.values())):
        yield why("adds-nothing", card=card)
    elif own.name.type in _WITH_ODD_CARDS:
        yield why("only-odd", card=card)


def _more_for(view: View, memory: Memory, card: Card, other: Card) -> str:
    """The type of hand that more outs make after the discard of the card than after that of the other; "" for none."""
    own, others = (dict(made(view, memory, _without(view, gone))) for gone in (card, other))
    kind = max(own, key=lambda there: own[there] - others.get(there, 0), default="")
    return kind if own.get(kind, 0) > others.get(kind, 0) else ""


def _without(view: View, card: Card) -> Hand:
    return tuple(there for there in view.hand if there is not card)


def _of_deadwood(view: View, memory: Memory, card: Card, left: int) -> Iterator[Why]:
    """What the hand is rid of with that card, and which meld the card could still have become part of."""
    others = _without(view, card)
    now = ranking_of(view, view.hand)
    if now is not None and now.deadwood is not None:
        if any(card in meld for meld in now.melds):
            yield why("melds-stay" if left <= now.deadwood else "breaks-meld", card=card)
            return
        yield why("takes-off", card=card, count=now.deadwood - left)
    if view.knocker is not None or ends(view, "discard"):
        return
    links = [other for other in others if linked(card, other)]
    unseen = unseen_of(view, memory)
    if not links:
        yield why("loose", card=card)
    elif unseen is not None:
        count = sum(any(deadwood(card.bit + other.bit + third.bit) == 0 for other in links) for third in unseen)
        yield why("would-meld", card=card, count=count)


# -- draws


def _of_what_lies_there(view: View, memory: Memory, upcard: Card) -> Iterator[Why]:
    """What the hand would be with the upcard, which is left lying."""
    six = (*view.hand, upcard)
    kept = best_of(view, six, six if may_go_back(view) else view.hand)
    now, then = ranking_of(view, view.hand), ranking_of(view, kept)
    if now is None or then is None:
        return
    if upcard not in kept or then.value <= now.value:
        yield why("upcard-no-use", card=upcard)
    elif then.deadwood is not None:
        yield why("upcard-deadwood", card=upcard, count=then.deadwood)
        yield from _mean_deadwood(view, memory)
    elif _same(now.name, then.name):
        yield why("upcard-odd" if then.name.type in _WITH_ODD_CARDS else "upcard-higher", card=upcard)
    else:
        yield why("upcard-makes", card=upcard, name=then.name)


def _before(view: View, memory: Memory, upcard: Card) -> Iterator[Why]:
    """What the hand is without the upcard, which is taken; else how many outs it has now."""
    six = (*view.hand, upcard)
    if (whole := ranking_of(view, six)) is not None and whole.wins_outright:
        return
    kept = best_of(view, six, six if may_go_back(view) else view.hand)
    now, then = ranking_of(view, view.hand), ranking_of(view, kept)
    if now is None or then is None or upcard not in kept:
        return
    if now.deadwood is not None:
        yield why("before-deadwood", card=upcard, count=now.deadwood)
    elif not _same(now.name, then.name):
        yield why("before", card=upcard, name=now.name)
    else:
        yield from _for_a_draw(view, memory, six, upcard, then.name.type)
        if then.value > now.value:
            odd = then.name.type in _WITH_ODD_CARDS
            yield why("upcard-odd-taken" if odd else "upcard-higher-taken", card=upcard)


def _for_a_draw(view: View, memory: Memory, six: Hand, upcard: Card, kind: str) -> Iterator[Why]:
    """How many outs the hand has without the upcard, and by which discard it has more with it."""
    if view.knocker is not None:
        return
    hands = {gone: tuple(card for card in six if card is not gone) for gone in view.hand}
    found = {
        gone: count
        for gone, hand in hands.items()
        if (ranked := ranking_of(view, hand)) is not None
        and (ranked.name.type == kind or ranked.cannot_win)
        and (count := outs(view, memory, hand)) is not None
    }
    before = outs(view, memory, view.hand)
    most = max(found, key=lambda gone: found[gone][0], default=None)
    if before is None or most is None or found[most][0] <= before[0]:
        return
    told = best_of(view, six, six if may_go_back(view) else view.hand)
    if most in told:  # else it is told already
        now, there = ranking_of(view, told), outs(view, memory, told)
        if now is not None and there is not None and not there[0]:  # of which nothing was said
            yield why(outs_code(view, now), count=0, unseen=there[1])
        yield why("then-outs", card=most, count=found[most][0])
    yield why("before-outs", card=upcard, count=before[0])


def _same(name: HandName, other: HandName) -> bool:
    """Whether hands differ at most in their odd cards."""
    count = _TELLING.get(name.type, 1)
    return name.type == other.type and name.ranks[:count] == other.ranks[:count]


def _mean_deadwood(view: View, memory: Memory) -> Iterator[Why]:
    """How much deadwood there is on average after a card from the stock and the best discard, exactly counted."""
    left = []
    for card in unseen_of(view, memory) or ():
        eleven = (*view.hand, card)
        ranked = ranking_of(view, best_of(view, eleven, eleven))
        if ranked is not None and ranked.deadwood is not None:
            left.append(ranked.deadwood)
    if left:
        yield why("stock-deadwood", count=round(sum(left) / len(left)))


# -- knocks and folds, where nothing was tried out


def beaten_of(view: View, memory: Memory, action: Action) -> tuple[int, int] | None:
    """How many hands of unseen cards the hand beats, and of how many; None where no knock and no fold is at issue."""
    can = {prompt.do for prompt in view.prompts}
    if not isinstance(view.middle, Piles) or not ({"knock", "fold"} & can or isinstance(action, Knock)):
        return None
    gone = action.card if isinstance(action, Discard | Fold) else None
    kept, prompt = view.hand, view.prompt("discard")
    if gone is not None:
        kept = _without(view, gone)
    elif prompt is not None:
        kept = best_of(view, kept, prompt.choices)
    own, unseen = ranking_of(view, kept), unseen_of(view, memory)
    if own is None or own.cannot_win or unseen is None or len(unseen) < len(kept):
        return None
    stream, beaten = Stream(_ANY), 0
    for _ in range(_DEALT):
        dealt = ranking_of(view, _some(unseen, len(kept), stream))
        beaten += dealt is not None and dealt.value < own.value
    return beaten, _DEALT


def _some(cards: Hand, count: int, stream: Stream) -> Hand:
    """So many of the cards, drawn by lot."""
    left = list(cards)
    return tuple(left.pop(stream.below(len(left))) for _ in range(count))
