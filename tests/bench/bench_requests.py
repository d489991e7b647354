"""What a person's action takes: requests under the bot's own token, pictures drawn, bytes sent; and how many messages a
deal leaves. Counts, no times.

Everything is played on the local Discord by pressing what is there, as a careful computer player would, or at random
where no button is for that, but nobody ends a deal before everybody has had three turns; ten seconds pass between two
presses. Every fifth time the person lets the others wait and is called by name, which counts, as the deletion does.
What is asked or shown before a move isn't an action, but what it takes counts. The cards are the same each time: people
without computer players make the same moves, and what changes is what these take.
Told five times: everybody plays from the direct message that comes by itself, from the panel in the channel that they
have opened, and from the table's own message as far as it goes; from the first two also with talk in the channel, below
which the table's message comes anew with each deal. Discord's fifty requests a second hold for what goes under the
bot's own token; answers to presses, and edits by their tokens, are free.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar

import pytest

from bot.local.testing.driver import Person
from bot.local.testing.seen import Answer, DriverError, InteractionFailedError, Seen
from bot.service import setup
from bot.service.pace import Pace
from bot.store.connection import Work, Writer
from bot.ui.address import Address, BadAddress
from bot.ui.clicks.verbs import VERBS, Verb
from bot.ui.pages.question import SURE
from bot.ui.pictures.shared import SharedPictures
from bot.ui.showing import answer, calls, channel_panel, gathering, panel_news
from bot.ui.words.chips import pays_in
from engine.actions import argument
from engine.cards import Card, Rank
from engine.game import GAMES
from engine.players import PLAYERS
from engine.shuffle import Stream
from tests.bot.ui.evening import Evening, evening
from tests.kit.painters import Straight

T = TypeVar("T")

DEALS: Final = 3
"""Deals at each table."""
SECONDS: Final = 10.0
"""Seconds that pass between two presses."""
TURNS: Final = 3
"""Turns of everybody before somebody may end a deal; a turn of drawing and discarding is two actions."""
ENDING: Final = frozenset({"knock", "show"})
"""The actions that end a deal, or soon will."""
COMPUTER: Final = 0.2
"""Seconds of a computer player's action, on average: as long as a busy machine needs for what comes between two."""
GATHERED: Final = gathering.AT_MOST * COMPUTER / Pace.computer
"""Seconds for which a computer player's move waits for the next, as quickened as its actions."""
SLOW: Final = 5
"""One action in this many, somebody waits so long that the person is called by name."""
IN_VAIN: Final = 3
"""Presses after which the table must have changed: the first may show the hand, the second may ask whether it is meant.
"""
STARTING: Final = frozenset({"Next deal", "New game"})
"""The labels of buttons that start a deal."""
MOST_TRIES: Final = 400
"""Presses at one table, at most."""
TALK: Final = " talk"
"""How the names of ways end where somebody says something in the channel before each next deal."""
WAYS: Final = ("direct", "channel", "public", "direct" + TALK, "channel" + TALK)
"""Where people press: in direct messages, in their panels in the channel, or in the table's message where they can."""
GOALS: Final = {"own": 1.0, "drawn": 1.6, "kB": 30.0}
"""Requests under the bot's own token a person's action, pictures drawn, and kilobytes sent, at most."""


@dataclass
class Found:
    """What was counted at one table."""

    actions: int = 0
    deals: int = 0
    own: Counter[str] = field(default_factory=Counter)
    by_tokens: int = 0
    drawn: int = 0
    sent: int = 0
    bytes: int = 0
    calls: int = 0
    left: int = 0
    direct: int = 0
    written: int = 0
    """Units of work that the store wrote, those of computer players' actions among them."""

    def line(self) -> str:
        """The figures an action and a deal."""
        actions, deals = max(1, self.actions), max(1, self.deals)
        kinds = ", ".join(f"{kind} {count / actions:.2f}" for kind, count in self.own.most_common(5))
        return (
            f"{self.own.total() / actions:5.2f} own  {self.by_tokens / actions:5.2f} by tokens"
            f"  {self.drawn / actions:5.2f} drawn  {self.sent / actions:5.2f} sent"
            f"  {self.bytes / actions / 1000:5.1f} kB  {self.written / actions:4.2f} written"
            f"  {(self.left - 1) / deals:5.2f} left  {self.direct / deals:5.2f} direct"
            f"  ({self.actions} actions, {self.deals} deals, {self.calls} calls: {kinds})"
        )


@dataclass(frozen=True)
class Press:
    """A button, or a choice in a list, that acts."""

    message: Seen
    custom_id: str
    choice: str = ""


def presses(message: Seen, night: Evening) -> Iterator[Press]:
    """What can be pressed in a message to act at this moment."""
    table = night.table
    for component in message.all_components():
        custom_id = component.get("custom_id", "")
        try:
            address = Address.parse(custom_id)
        except BadAddress:
            continue
        verb, _ = meant(address)
        if verb is None or not verb.action or address.turn != table.turn or component.get("disabled"):
            continue
        if "options" in component:
            yield from (Press(message, custom_id, option["value"]) for option in component["options"])
        else:
            yield Press(message, custom_id)


def meant(address: Address) -> tuple[Verb | None, str]:
    """What a button does, and with what; one that says yes to a question does what was asked about."""
    if address.verb != SURE:
        return VERBS.get(address.verb), address.argument
    name, _, argument = address.argument.partition("=")
    return VERBS.get(name), argument


async def idle(night: Evening) -> None:
    """Waits until everything is shown and nothing is under way."""
    showing = night.client.showing

    def all_done() -> bool:
        acting = night.table.to_act if night.is_open else None
        publishing = any(publisher.refresher.busy for publisher in showing.publishers.by_table.values())
        looking = showing.panels.busy or showing.calls.busy or night.client.desk.busy
        return not (publishing or looking or (acting is not None and acting.computer))

    for _ in range(3):
        await asyncio.sleep(0.03)
        await night.until(all_done, "an end of what is under way")


async def first_deal(night: Evening, lobby: Seen | Answer, seats: int, painter: Straight) -> None:
    """Waits until everybody sits there, and has the first deal dealt; counting begins with it."""
    await night.until(lambda: len(night.table.sitters) == seats, "everybody to sit")
    await idle(night)
    await night.you.counts(clear=True)
    painter.drawn.clear()
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing", "the deal")
    await idle(night)


class Table:
    """People who play at one table."""

    def __init__(self, night: Evening, way: str, people: list[Person], seed: object) -> None:
        self.night, self.way, self.people = night, way.removesuffix(TALK), people
        self.talk = way.endswith(TALK)
        self.chance = random.Random(str(seed))
        self._begun = 0
        self.opened = 0
        """How often somebody has opened the panel, which is no part of a turn."""
        self.found = Found()

    async def play(self) -> Found:
        """Plays the deals."""
        before = await self._left()
        for _ in range(MOST_TRIES):
            if not self.night.is_open or self.found.deals == DEALS:
                break
            if self.night.table.stage == "playing":
                await self._act()
            else:
                self.found.deals += 1
                await idle(self.night)
                if self.found.deals < DEALS and not await self._next():
                    break
        counts = await self.night.you.counts()
        for kind in counts.requests:
            if kind["own_token"]:
                self.found.own[f"{kind['method']} {kind['route']}"] += kind["requests"]
            else:
                self.found.by_tokens += kind["requests"]
            self.found.bytes += kind["bytes"]
            self.found.sent += kind["files"]
        self.found.left = len(self.night.public())
        self.found.direct = await self._left() - before
        return self.found

    async def _left(self) -> int:
        return sum(len(person.dms()) for person in self.people)

    async def _act(self) -> None:
        acting = self.night.acting
        person = next(person for person in self.people if person.id == str(acting.user_id))
        self._begun += 1
        if self._begun % SLOW == 0:
            await self._call(person)
        turn = self.night.table.turn
        for _ in range(IN_VAIN):
            press = await self._press_of(person)
            self.night.later(SECONDS)
            try:
                if press.choice:
                    await person.choose(press.message, press.choice, custom_id=press.custom_id)
                else:
                    await person.click(press.message, custom_id=press.custom_id)
            except (DriverError, InteractionFailedError, LookupError) as error:
                raise AssertionError(f"{press.custom_id} could not be pressed") from error
            await idle(self.night)
            if not self.night.is_open or self.night.table.turn != turn:
                self.found.actions += 1
                return
        raise AssertionError(f"{press.custom_id} changes nothing")

    async def _call(self, person: Person) -> None:
        """Lets the table wait until the person is called by name."""
        callers, before, table_id = self.night.client.showing.calls, len(self._calls(person)), self.night.table.table_id
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(calls, "PATIENCE", 0.0)
            callers.changed(table_id)
            await idle(self.night)
        self.found.calls += len(self._calls(person)) - before

    def _calls(self, person: Person) -> list[Seen]:
        return [message for message in self.night.public(person) if f"<@{person.id}>" in message.text]

    async def _press_of(self, person: Person) -> Press:
        """What the person presses next: opens the hand first where nothing else is there."""
        for attempt in range(3):
            for place in sorted(self._places(person), key=self._answers_nothing):
                if found := [press for press in presses(place, self.night) if self._may(press, person)]:
                    return self.chance.choice([press for press in found if self._means(press, person)] or found)
            if attempt < 2:
                self.opened += 1
                await person.click(self.night.live(person), custom_id=_hand(self.night.live(person)))
                await idle(self.night)
        raise AssertionError(f"{person.name} finds nothing to press")

    def _answers_nothing(self, place: Seen) -> bool:
        """Whether nothing is asked in that message before a move."""
        return all(Address.parse(press.custom_id).verb != SURE for press in presses(place, self.night))

    def _may(self, press: Press, person: Person) -> bool:
        """Whether the person may do that, and wants to: the table's message offers what depends on a hand to everybody,
        and nobody ends a young deal."""
        verb, argument_given = meant(Address.parse(press.custom_id))
        assert verb is not None, "only such presses are looked for"
        action, young = verb.action, TURNS * 2 * len(self.night.table.players)
        if action in ENDING and self.night.table.turn.seq < young:
            return False
        prompt = self.night.own(person).prompt(action)
        said = press.choice or argument_given
        cards = {choice.notation for choice in prompt.choices if isinstance(choice, Card | Rank)} if prompt else set()
        return prompt is not None and (said in cards if cards else True)

    def _means(self, press: Press, person: Person) -> bool:
        """Whether that is what a careful player would do."""
        view = self.night.own(person)
        action = PLAYERS["careful"].choose(view, Stream(bytes(32)))
        verb, argument_given = meant(Address.parse(press.custom_id))
        given = argument(action)
        said = given.notation if isinstance(given, Card | Rank) else str(given or "")
        return verb is not None and verb.action == action.do and (press.choice or argument_given) == said

    def _places(self, person: Person) -> list[Seen]:
        """Messages in which the person looks for something to press, the first that has something is taken."""
        private = [message for message in reversed(person.messages()) if message.ephemeral]
        table = self.night.live(person)
        match self.way:
            case "direct":
                return [*reversed(person.dms()), *private]
            case "channel":
                return private
            case _:
                return [table, *private]

    async def _next(self) -> bool:
        """Starts the next deal; False where somebody has too few chips for it."""
        self.night.later(SECONDS)
        deal = self.night.table.turn.deal
        for person in self.people:
            if pays_in(self.night.table, int(person.id)):
                await person.click(self.night.live(person), "Top up")
        if self.talk:
            await self.people[-1].say("Well played")
        await self.night.you.click(self.night.live(), await self.night.until(self._starting, "a button to start"))
        await idle(self.night)
        return self.night.table.turn.deal == deal + 1

    def _starting(self) -> str | None:
        """The label of the button that starts the next deal; None where there is none."""
        return next((label for label in self.night.live().labels if label in STARTING), None)


def _hand(table: Seen) -> str:
    """The button of the table's message that shows the own hand."""
    return next(
        component["custom_id"]
        for component in table.all_components()
        if component.get("custom_id", "").split(":")[3:4] == ["hand"]
    )


async def one_table(game: str, people: int, computers: int, way: str) -> Found:
    """A table's deals."""
    painter, seed = Straight(), hashlib.sha256(f"{game} {people} {computers}".encode()).digest()
    pace = Pace(turn=0, pause=1000, computer=COMPUTER)
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(calls, "SPACING", 0.02)
        # On a busy machine, too, each answer is in time, and each panel comes after its table's message.
        patch.setattr(answer, "SOON", 10.0)
        patch.setattr(answer, "FRESH", (-60.0, 60.0))
        patch.setattr(channel_panel, "AFTER_THE_TABLE", 20.0)
        patch.setattr(panel_news, "WITH_THE_TABLE", 20.0)
        patch.setattr(setup, "new_seed", lambda: seed)
        async with evening(Path(folder), SharedPictures(painter), patch, pace) as night:
            patch.setattr(gathering, "AT_MOST", GATHERED)
            chairs = [night.you, *[await night.people.guest() for _ in range(people - 1)]]
            lobby = await night.you.command(f"newgame {game}")
            for guest in chairs[1:]:
                await guest.click(lobby, "Join")
            for _ in range(computers):
                await night.you.click(lobby, "Add computer player")
            await first_deal(night, lobby, people + computers, painter)
            written = counted(patch)
            found = await Table(night, way, chairs, (game, people, way)).play()
            found.drawn, found.written = len(painter.drawn), len(written)
            return found


def counted(patch: pytest.MonkeyPatch) -> list[None]:
    """Gets an item for each unit of work that the store writes from now on."""
    units: list[None] = []
    write = Writer.write

    async def counting(writer: Writer, unit: Work[T], *, within: float = 0.0) -> T:
        units.append(None)
        return await write(writer, unit, within=within)

    patch.setattr(Writer, "write", counting)
    return units


async def play_all(*, smoke: bool) -> None:
    """Plays and prints everything."""
    total: dict[str, list[Found]] = {}
    for game in list(GAMES)[: 1 if smoke else None]:
        for people, computers in ((2, 1), (4, 0)):
            for way in WAYS[: 1 if smoke else None]:
                found = await one_table(game, people, computers, way)
                total.setdefault(f"{people}+{computers} {way}", []).append(found)
                print(f"{game:12} {people}+{computers} {way:12} {found.line()}", flush=True)
    for kind, tables in total.items():
        actions = max(1, sum(found.actions for found in tables))
        own, drawn = sum(found.own.total() for found in tables), sum(found.drawn for found in tables)
        free, written = sum(found.by_tokens for found in tables), sum(found.written for found in tables)
        kilobytes = sum(found.bytes for found in tables) / 1000
        said = (
            f"{count / actions:5.2f} {name} (at most {GOALS[name]:g})"
            for name, count in (("own", own), ("drawn", drawn), ("kB", kilobytes))
        )
        others = f"{free / actions:.2f} by tokens  {written / actions:.2f} written"
        print(f"all games    {kind:16} {'  '.join(said)}  {others}")


def main(*, smoke: bool = False) -> None:
    """Prints the counts of every game, with two people and a computer player and with four people."""
    asyncio.run(play_all(smoke=smoke))
