"""What has happened in a deal, in lines: all of it public."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, takewhile

from bot.i18n import Markup, Texts
from bot.service.model import Snapshot, Told, events_of
from bot.ui.words.chips import bounded_by_level
from bot.ui.words.once import once
from bot.ui.words.pools import PoolsStory, paid_in
from bot.ui.words.tricks import scorings
from engine.events import DealOver, Event, HandShown, Paid, Passed, PointsLost, QuartetLaid, QuartetsScored
from engine.middle import Pools

MOST_LINES = 12
"""Lines of a story in a message; older ones are left out."""
MOST_CHARACTERS = 2800
"""Characters of a story in a message, which leaves room for everything else."""


def actor(told: Told) -> int | None:
    """The seat that acted; None for the deal itself."""
    if told.seq == 0:
        return None
    return next((seat for event in told.events if (seat := getattr(event, "seat", None)) is not None), None)


def since_last_turn(told: Sequence[Told], seat: int | None) -> Sequence[Told]:
    """What has happened since that seat's previous turn: what a player who is called wants to know."""
    first = len(told)
    while first and actor(told[first - 1]) == seat:
        first -= 1
    while first and actor(told[first - 1]) != seat:
        first -= 1
    return told[first:]


@once
def recent(snapshot: Snapshot, texts: Texts) -> str:
    """The lines to be shown while a deal goes on."""
    seat = snapshot.to_act.seat if snapshot.to_act is not None else None
    since = since_last_turn(snapshot.told, seat)
    if _has_pools(snapshot):
        first = [_levelled(snapshot, texts)] if snapshot.levelled and since and not since[0].seq else []
        lines = [*first, *PoolsStory(snapshot, texts).recent(since)]
        return _cut([texts("story-item", line=line) for line in lines], texts)
    return _lines(since, snapshot, texts)


def _has_pools(snapshot: Snapshot) -> bool:
    return snapshot.view is not None and isinstance(snapshot.view.middle, Pools)


def _levelled(snapshot: Snapshot, texts: Texts) -> str:
    """How stacks were levelled for a new game: who brought how many chips, and who put some away."""
    said = [
        texts(
            "story-level-more" if change.brought > 0 else "story-level-less",
            name=snapshot.at(change.seat).name,
            count=abs(change.brought),
        )
        for change in snapshot.levelled
        if change.brought
    ]
    back = sum(change.taken_back for change in snapshot.levelled)
    said = [texts("story-levelled", chips=texts.chips(snapshot.supply), changes=texts.list(said))] if said else []
    said += [texts("extra-chips-back", count=back)] if back else []
    return Markup(" ").join([*said, *bounded_by_level(snapshot, texts)])


def settlement(snapshot: Snapshot, texts: Texts) -> str:
    """The lines of a deal's end: the last turns, the hands, who paid whom and why, who won."""
    if not snapshot.told:
        return Markup("")
    last = snapshot.told[-1]
    if _has_pools(snapshot):
        since = since_last_turn(snapshot.told[:-1], actor(last))
        return Markup("\n\n").join(PoolsStory(snapshot, texts).settlement(since))
    own = _own_payments(last)
    played = [
        event
        for event in last.events
        if event in own or not isinstance(event, (HandShown, PointsLost, QuartetsScored, Paid, DealOver))
    ]
    before = since_last_turn(snapshot.told[:-1], actor(last))
    round_ = [*before, Told(last.seq, tuple(played), last.by_computer)]
    end = [texts.event(event, _names(snapshot)) for event in last.events if isinstance(event, (HandShown, PointsLost))]
    paid = [event.transfer for event in last.events if isinstance(event, Paid) and event not in own]
    end += texts.payments(paid, _names(snapshot))
    end += [texts.event(event, _names(snapshot)) for event in last.events if isinstance(event, DealOver)]
    told = Markup("\n").join([*_places(snapshot, texts), *(texts("story-item", line=line) for line in end if line)])
    said = _lines(round_, snapshot, texts)
    cut = texts("story-cut")
    if said and not said.startswith(cut) and _says_something(snapshot.told[: -1 - len(before)], snapshot, texts):
        said = Markup("\n").join([cut, said])
    return Markup("\n\n").join([part for part in (said, told) if part])


def _says_something(told: Sequence[Told], snapshot: Snapshot, texts: Texts) -> bool:
    """Whether there is a line to tell of any of that."""
    return any(_told_line((each,), snapshot, texts) for each in told)


def _own_payments(last: Told) -> Sequence[Event]:
    """What whoever acted last paid for that act, as for a fold: before the hands are shown and the deal is settled."""
    settled = (HandShown, PointsLost, QuartetsScored, DealOver)
    before = takewhile(lambda event: not isinstance(event, settled), last.events)
    return [event for event in before if isinstance(event, Paid) and event.transfer.source == actor(last)]


def _places(snapshot: Snapshot, texts: Texts) -> list[str]:
    """What each seat's quartets were worth, in the order of going out."""
    said = [texts.event(scoring, _names(snapshot)) for scoring in scorings(snapshot)]
    return [texts("story-place", place=place, line=line) for place, line in enumerate(said, 1) if line]


def _names(snapshot: Snapshot) -> Callable[[int], str]:
    return lambda seat: snapshot.at(seat).name


def _lines(told: Sequence[Told], snapshot: Snapshot, texts: Texts) -> str:
    said = []
    for _, turn in groupby(told, actor):
        line = _told_line(tuple(turn), snapshot, texts)
        if line:
            said.append(texts("story-item", line=line))
    return _cut(said, texts)


def _cut(said: Sequence[str], texts: Texts) -> str:
    """The last lines, as far as there is room."""
    kept = list(said[-MOST_LINES:])
    while sum(map(len, kept)) > MOST_CHARACTERS and len(kept) > 1:
        del kept[0]
    return Markup("\n").join(kept if len(kept) == len(said) else [texts("story-cut"), *kept])


def last_lines(story: str, room: int, texts: Texts) -> str:
    """The story, or its last lines if it has more than ``room`` characters."""
    if len(story) <= room:
        return story
    cut = texts("story-cut")
    kept = story.split("\n")
    while kept and len(cut) + sum(len(line) + 1 for line in kept) > room:
        del kept[0]
    return Markup("\n").join([cut, *map(Markup, kept)])


def turn_line(turn: Sequence[Told], snapshot: Snapshot, texts: Texts) -> str:
    """One seat's turn in one line, in any game; "" where there is nothing to tell."""
    if _has_pools(snapshot):
        return Markup(" ").join(PoolsStory(snapshot, texts).recent(turn))
    return _told_line(turn, snapshot, texts)


def _told_line(turn: Sequence[Told], snapshot: Snapshot, texts: Texts) -> str:
    """One seat's turn in one line; passes one after another are one sentence."""
    events = events_of(turn)
    name_of = _names(snapshot)
    said = list(_told(events, texts, name_of))
    if turn[0].seq == 0 and said and snapshot.view is not None:  # alone it would tell what the picture shows
        said.insert(0, texts("story-dealt", name=name_of(snapshot.view.dealer)))
    if turn[0].seq:  # an ante is the same in every deal, so it is not told
        said += texts.payments(paid_in(events), name_of)
    if any(told.by_computer for told in turn):
        said.append(texts("story-by-computer"))
    return Markup(" ").join(said)


def _told(events: Sequence[Event], texts: Texts, name_of: Callable[[int], str]) -> Iterator[str]:
    """A sentence for each event but payments; passes one after another, and a seat's quartets, are one sentence."""
    for (kind, seat), group in groupby(events, _kind):
        together = tuple(group)
        if len(together) > 1 and kind is Passed:
            yield texts(
                "event-passed-several", names=[name_of(event.seat) for event in together if isinstance(event, Passed)]
            )
        elif len(together) > 1 and kind is QuartetLaid and seat is not None:
            yield texts("event-laid-several", name=name_of(seat), count=len(together))
        else:
            plain = (event for event in together if not isinstance(event, Paid))
            yield from (line for event in plain if (line := texts.event(event, name_of)))


def _kind(event: Event) -> tuple[type[Event], int | None]:
    """Events of the same kind are told together: passes, and one seat's quartets without the joker."""
    return type(event), event.seat if isinstance(event, QuartetLaid) and not event.marked else None
