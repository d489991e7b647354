"""What was done last at a table, in a line; the last trick; what each rank and suit has seen. All of it is public."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby, islice, takewhile
from typing import Final, NamedTuple

from bot.i18n import Texts
from bot.service.model import Snapshot, Told, events_of
from bot.ui.words.once import once
from bot.ui.words.pools import stages
from bot.ui.words.story import actor, turn_line
from bot.ui.words.tricks import last_taken, trick_of, tricks_of
from engine.cards import RANKS, SUITS
from engine.events import BetMade, CardPlayed, Event, Knocked, TrickTaken
from engine.middle import Played, Pools, Trick

MOVES: Final = 2
"""How many turns the line tells, at most."""
LONGEST: Final = 110
"""Characters that it has room for: three lines on a phone, where what it stands between shall be seen at once."""


class LastMoves(NamedTuple):
    """The line that tells the last turns."""

    line: str | None = None
    """None where there is nothing to tell."""
    knocked: bool = False
    """Whether it tells a knock."""


def last_moves(snapshot: Snapshot, texts: Texts, *, but: int | None = None) -> LastMoves:
    """The last two turns in one line, and less of them where they are long: of the last move never less than all.

    In a betting, all turns since the stake that is to be matched was bet. Of a trick all cards from the first on, where
    there is room for them, else who took it.
    ``but``: the seat whose turn isn't told as long as nobody else has moved, because a picture shows what it did.
    """
    turns = _last_turns(snapshot.told)
    return _told(snapshot, texts, but_the_last=but is not None and bool(turns) and actor(turns[-1][0]) == but)


def _last_turns(told: Sequence[Told]) -> list[tuple[Told, ...]]:
    turns = (tuple(turn)[::-1] for seat, turn in groupby(reversed(told), actor) if seat is not None)
    return [*islice(turns, MOVES)][::-1]


def _since_the_last_bet(snapshot: Snapshot) -> tuple[Told, ...]:
    """The last bet or raise and what followed it, while the betting lasts; nothing before it."""
    if snapshot.view is None or not isinstance(snapshot.view.middle, Pools) or not snapshot.view.middle.betting:
        return ()
    bets = stages(snapshot.told).bets
    first = next((place for place in reversed(range(len(bets))) if any(map(_sets_stake, bets[place].events))), 0)
    return bets[first:]


def _sets_stake(event: Event) -> bool:
    return isinstance(event, BetMade) and event.kind != "match"


def _of_the_trick(snapshot: Snapshot) -> Sequence[Sequence[Told]]:
    """What may be told of a trick, the most first: of one in play all its cards and who took the last one, or the cards
    alone; of one that is taken its cards and who took it, or that alone. Nothing where no trick lies."""
    trick, told = trick_of(snapshot), _last_two_tricks(snapshot.told)
    if not trick.played:
        return ()
    cards = [place for place, move in enumerate(told) if any(isinstance(event, CardPlayed) for event in move.events)]
    whole = told[cards[-len(trick.played)] :]
    last = next((place for place in reversed(range(len(told))) if _takes(told[place])), None)
    if last is None:
        return (whole,)
    since = [_apart(told[last])[1], *told[last + 1 :]]
    return (since, whole) if trick.taker is None else (whole, since)


def _last_two_tricks(told: Sequence[Told]) -> list[Told]:
    """The moves from the one on that took the last trick but one; in a long deal there are hundreds of tricks."""
    found: list[Told] = []
    for move in takewhile(lambda move: move.seq, reversed(told)):
        found.append(move)
        if _takes(move) and sum(map(_takes, found)) == 2:
            break
    return found[::-1]


def _takes(move: Told) -> bool:
    return any(isinstance(event, TrickTaken) for event in move.events)


def _apart(move: Told) -> tuple[Told, Told]:
    """A card that was played, and what came of it."""
    cards = sum(isinstance(event, CardPlayed) for event in move.events)
    return replace(move, events=move.events[:cards]), replace(move, events=move.events[cards:], by_computer=False)


def _trick_line(told: Sequence[Told], snapshot: Snapshot, texts: Texts) -> str:
    """The cards of a trick one after the other, and sentences of what else was done."""
    parts = [part for move in told for part in _apart(move) if part.events]
    said = []
    for cards, group in groupby(parts, lambda part: isinstance(part.events[0], CardPlayed) and not part.by_computer):
        some = tuple(group)
        said.append(_cards_line(events_of(some), snapshot, texts) if cards else turn_line(some, snapshot, texts))
    return texts("panel-separator").join(said)


def _cards_line(played: Iterable[Played | Event], snapshot: Snapshot, texts: Texts) -> str:
    """Cards that were played, each with its player's name."""
    cards = [
        texts("trick-card", card=each.card, name=snapshot.at(each.seat).name)
        for each in played
        if isinstance(each, Played | CardPlayed)
    ]
    return texts("trick-separator").join(cards)


@once
def _told(snapshot: Snapshot, texts: Texts, *, but_the_last: bool) -> LastMoves:
    if bets := _since_the_last_bet(snapshot):
        line = turn_line(bets, snapshot, texts)
        if len(line) > LONGEST:
            line = turn_line((bets[0], *bets[1:][-1:]), snapshot, texts)
        return LastMoves(texts("panel-moves", moves=line))
    for of_trick in _of_the_trick(snapshot):
        line = _trick_line(of_trick, snapshot, texts)
        if len(line) <= LONGEST:
            return LastMoves(texts("panel-moves", moves=line))
    turns = _last_turns(snapshot.told)
    told = turns[:-1] if but_the_last else turns
    while said := [line for turn in told if (line := turn_line(turn, snapshot, texts))]:
        line = texts("panel-separator").join(said)
        if len(line) <= LONGEST or sum(map(len, told)) == 1:
            knocked = any(isinstance(event, Knocked) for turn in told for move in turn for event in move.events)
            return LastMoves(texts("panel-moves", moves=line), knocked)
        told = [turn for turn in (told[0][1:], *told[1:]) if turn]
    return LastMoves()


def last_trick(snapshot: Snapshot, texts: Texts) -> str | None:
    """The last trick that was taken: its cards, who played them, and who took it; None where there is none."""
    trick = last_taken(snapshot)
    if trick is None or trick.taken is None:
        return None
    taker = snapshot.at(trick.taken.seat).name
    return texts("panel-last-trick", trick=_cards_line(trick.cards, snapshot, texts), name=taker)


def seen_in_tricks(snapshot: Snapshot, texts: Texts) -> tuple[str, ...]:
    """Which suits were led how often, and of each rank how many of its four cards lay in a trick in this deal."""
    if snapshot.view is None or not isinstance(snapshot.view.middle, Trick):
        return ()
    tricks = tricks_of(snapshot)
    if not tricks:
        return ()
    led = Counter(trick.cards[0].card.suit for trick in tricks)
    of_rank = Counter(card.rank for card in {played.card for trick in tricks for played in trick.cards})
    suits = [texts("panel-led-suit", sign=texts(f"suit-{suit.name.lower()}.sign"), count=led[suit]) for suit in SUITS]
    ranks = [
        texts("panel-seen-rank", rank=texts(f"rank-{rank.name.lower()}.short"), count=of_rank[rank])
        for rank in RANKS
        if of_rank[rank]
    ]
    between = texts("result-separator")
    return texts("panel-led", suits=between.join(suits)), texts("panel-seen", ranks=between.join(ranks))
