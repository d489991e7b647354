"""Simulated people: they open tables, play on and on, and remember what they were answered."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import Awaitable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from bot.local.testing.driver import Person
from bot.local.testing.seen import Answer, DriverError, InteractionFailedError, Seen
from bot.ui.address import Address, BadAddress
from bot.ui.clicks.verbs import ACTIONS
from bot.ui.pages.betting import STAKING
from engine.actions import ARGUMENTS

PATIENCE = 6.0
"""Seconds that a person waits for an answer."""
KEPT = 200
"""Events that a person's screen still needs; older ones go to the archive, so that looking back stays quick."""
NO_ANSWER = (DriverError, InteractionFailedError, TimeoutError, LookupError)
"""What a person meets where no answer comes."""
GONE = frozenset({"unknown_message", "unknown_component", "disabled"})
"""Why a press never left: the button was taken away, or switched off, while the finger was on its way."""
PLAYED = (*ACTIONS, *sorted(STAKING.difference(ACTIONS)))
"""The verbs of buttons that play."""


@dataclass
class Tally:
    """What all people together have come to know."""

    acts: dict[int, str] = field(default_factory=dict)
    """Acts whose answer somebody saw: the interaction's id, and what was done."""
    refused: int = 0
    missed: list[str] = field(default_factory=list)
    """What was not answered: when, by UTC, who asked for what, and what came instead."""
    gone: int = 0
    """Presses of buttons that were gone by then."""
    presses: int = 0
    last_answer: float = 0.0
    """When the last answer was seen, by the machine's running clock."""
    by_verb: Counter[str] = field(default_factory=Counter)

    @property
    def unanswered(self) -> int:
        """How many presses and commands were not answered."""
        return len(self.missed)

    def answered(self) -> None:
        self.last_answer = time.monotonic()


def addresses(message: Seen) -> list[Address]:
    """Where the enabled buttons of a message lead."""
    found = []
    for button in message.buttons:
        with contextlib.suppress(BadAddress, KeyError):
            if not button.get("disabled"):
                found.append(Address.parse(button["custom_id"]))
    return found


class Player:
    """Somebody who plays at one table."""

    def __init__(self, person: Person, lot: random.Random, tally: Tally, channel: str) -> None:
        self.person, self.lot, self.tally, self.channel = person, lot, tally, channel
        self.archive: list[dict[str, Any]] = []
        self.asked: dict[str, str] = {}
        """What was asked last by each command, and what was answered."""

    async def forever(self) -> None:
        """Plays until it is cancelled. A fault is no reason to stop."""
        while True:
            with contextlib.suppress(*NO_ANSWER):
                await self.turn()
            self.tidy()
            await asyncio.sleep(0.05 + 0.2 * self.lot.random())

    def tidy(self) -> None:
        """Moves old events to the archive."""
        events = self.person.events
        self.archive += events[:-KEPT]
        del events[:-KEPT]

    def received(self) -> Iterator[Seen]:
        """Every message that came to this person, in every form that it had."""
        for event in (*self.archive, *self.person.events):
            if isinstance(event.get("message"), dict):
                yield Seen(event["message"])

    async def turn(self) -> None:
        """Looks at the hand, and does something of what it offers."""
        hand = await self.ask("hand")
        if hand is None:
            return
        if any(address.verb == "join" for address in addresses(hand)) or "don’t sit" in hand.text:
            await self.ask("join")
            return
        offered = [address for address in addresses(hand) if address.verb in PLAYED]
        if "back" in {address.verb for address in addresses(hand)}:
            await self.ask("back")
        elif offered:
            await self.act(hand, self.lot.choice(offered))
        elif self.lot.random() < 0.1:
            await self.ask(self.lot.choice(["table", "topup"]))

    async def act(self, hand: Seen, offered: Address) -> None:
        """Does it by a slash command, or by the button."""
        do = offered.verb if offered.verb in ACTIONS else "bet"
        if self.lot.random() < 0.25:
            await self.press(hand, offered)
            return
        options = await self._options(do, offered)
        if options is not None:
            await self.ask(do, options, counts=True)

    async def _options(self, do: str, offered: Address) -> dict[str, object] | None:
        """The options of the command; None where nothing can be given that it needs."""
        argument = ARGUMENTS.get(do)
        if argument is None:
            return {}
        if argument == "from":
            return {"from": self.lot.choice(["stock", "discard"])}
        if argument == "amount":
            return {"amount": int(offered.argument)} if offered.argument.isdecimal() else None
        choices = await self.person.autocomplete(do, argument, channel=self.channel)
        values = [choice.value for choice in choices if choice.value]
        if values:
            return {argument: self.lot.choice(values)}
        return {} if do == "fold" else None

    async def press(self, hand: Seen, offered: Address) -> None:
        """Presses the button, and answers what it asks."""
        answer = await self._pressed(hand, str(offered))
        if answer is not None and answer.message is not None:
            sure = [address for address in addresses(answer.message) if address.verb == "sure"]
            if sure:
                await self._pressed(answer.message, str(sure[0]))

    async def _pressed(self, message: Seen, custom_id: str) -> Answer | None:
        self.tally.presses += 1
        return await self._answered(
            f"press {custom_id}", self.person.click(message, custom_id=custom_id, timeout=PATIENCE)
        )

    async def ask(self, command: str, options: dict[str, object] | None = None, *, counts: bool = False) -> Seen | None:
        """Runs a command in the table's channel; what it was answered with. ``counts``: it is an act in a deal."""
        asked = self.person.command(command, options or {}, channel=self.channel, timeout=PATIENCE)
        answer = await self._answered(f"/{command} {options or ''}", asked)
        self.asked[command] = "no answer" if answer is None else answer.text[:200]
        if answer is None or answer.message is None:
            return None
        if counts:
            self._note(command, answer)
        return answer.message

    def _note(self, command: str, answer: Answer) -> None:
        """Notes the act where the answer is the panel, without a notice and without a question."""
        asks = any(address.verb == "sure" for address in addresses(answer.shown))
        if answer.attachments and not asks and "❗" not in answer.text:
            self.tally.acts[int(answer.interaction_id)] = command
            self.tally.by_verb[command] += 1
        else:
            self.tally.refused += 1

    async def _answered(self, what: str, asked: Awaitable[Answer]) -> Answer | None:
        began = time.time()
        try:
            answer = await asked
        except NO_ANSWER as error:
            if isinstance(error, DriverError) and error.code in GONE:
                self.tally.gone += 1
                return None
            at = datetime.fromtimestamp(began, UTC).strftime("%H:%M:%S.%f")[:-3]
            self.tally.missed.append(f"{at} {self.person.name}: {what}: {error!r}")
            return None
        self.tally.answered()
        return answer


class Host(Player):
    """Whoever opens the table, adds computer players, and starts the game again and again."""

    def __init__(
        self, person: Person, lot: random.Random, tally: Tally, channel: str, game: str, computers: int = 1
    ) -> None:
        super().__init__(person, lot, tally, channel)
        self.game, self.computers = game, computers

    async def turn(self) -> None:
        """Opens the table where there is none, starts where nothing is dealt, and plays."""
        table = await self.ask("table")
        if table is not None and "/newgame" in table.text:
            await self.open()
            return
        if self.lot.random() < 0.3:
            await self._look_after(self._live())
        await super().turn()

    async def open(self) -> None:
        """Opens a table in the channel, and adds the computer players."""
        lobby = await self.ask(f"newgame {self.game}")
        if lobby is not None:
            for _ in range(self.computers):
                await self._press_first(lobby, "computer")

    def _live(self) -> Seen | None:
        """The newest public message with buttons of a table."""
        shown = [m for m in self.person.messages(self.channel) if not m.ephemeral and addresses(m)]
        return shown[-1] if shown else None

    async def _look_after(self, live: Seen | None) -> None:
        verbs = {address.verb for address in addresses(live)} if live is not None else set()
        if "resume" in verbs and live is not None:
            await self._press_first(live, "resume")
        elif live is not None and "computer" in verbs and live.text.count("🤖") < self.computers:
            await self._press_first(live, "computer")
        elif "start" in verbs and live is not None and self.lot.random() < 0.5:
            await self.person.say("Well played", channel=self.channel)
            await self._press_first(live, "start")
        elif "start" in verbs or not verbs:
            await self.ask("start")

    async def _press_first(self, message: Seen, verb: str) -> None:
        for address in [address for address in addresses(message) if address.verb == verb][:1]:
            await self._pressed(message, str(address))
