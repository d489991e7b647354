"""What a deal leaves in the channel, how high it is at a desk and on a phone, and how often people have to press.

Two people and a computer player, and four people, play some deals of each game on the local Discord from their panels
in the channel, as in ``bench_requests``; the host's page is open in Chromium, and the table is opened there. Without a
Chromium there are no pixels, and no taps to the first deal. All figures are counts: a busy machine changes none.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from bot.local.testing.driver import Person
from bot.service.pace import Pace
from bot.ui.address import Address
from bot.ui.pictures.shared import SharedPictures
from bot.ui.showing import calls, gathering
from engine.game import GAMES
from tests.bench.bench_requests import COMPUTER, GATHERED, Found, Press, Table, first_deal, meant
from tests.bot.ui.evening import Evening, evening
from tests.kit.painters import Straight

if TYPE_CHECKING:
    from selenium import webdriver

SIZES: Final = ((1280, 800), (360, 740))
"""Widths and heights of what is seen, in pixels."""
GOAL_HEIGHT: Final = 740
"""Pixels: the last message of a deal, on a phone, at most."""
GOAL_LEFT: Final = 1.0
"""Messages that a deal leaves besides the table's, at most."""
GOAL_A_TURN: Final = 2.0
"""Taps a turn, counted from the panel, at most; a knock besides is one more."""
GOAL_TAPS: Final = 4
"""Taps from the opened page to the first deal, at most; those of others who join aren't among them."""

_HEIGHTS: Final = """
    const public_ = [...document.querySelectorAll("#messages .message:not(.ephemeral)")];
    return Object.fromEntries(public_.map((m) => [m.dataset.id, m.getBoundingClientRect().height]));
"""


@dataclass
class Measured:
    """What was found at one table."""

    found: Found
    turns: int = 0
    taps: int = 0
    knocks: int = 0
    """Knocks between a draw and a discard, which are taps besides."""
    to_the_deal: int | None = None
    left: int = 0
    """Messages of the channel that everybody sees, but for the table's own."""
    pixels: dict[int, float] = field(default_factory=dict)
    """How high they are in all, by the width of the page."""
    final: dict[int, float] = field(default_factory=dict)
    """How high the table's message is at the end of a deal, by the width."""
    unread: int = 0

    def line(self) -> str:
        """The figures a deal and a turn."""
        deals = max(1, self.found.deals)
        heights = "  ".join(
            f"{width}: {self.pixels[width] / deals:4.0f} px left, final {self.final[width]:4.0f} px"
            for width in self.pixels
        )
        return (
            f"{self.left / deals:5.2f} left  {self.unread / deals:5.2f} unread  {heights}"
            f"  {self.taps / max(1, self.turns):5.2f} taps a turn  {self.to_the_deal or '-'} to the deal"
        )

    def missed(self) -> list[str]:
        """What is worse than it shall be."""
        deals, narrow = max(1, self.found.deals), SIZES[-1][0]
        return [
            what
            for what, bad in (
                ("messages left", self.left / deals > GOAL_LEFT),
                ("taps a turn", (self.taps - self.knocks) / max(1, self.turns) > GOAL_A_TURN),
                ("final message", self.final.get(narrow, 0.0) > GOAL_HEIGHT),
                ("taps to the deal", (self.to_the_deal or 0) > GOAL_TAPS),
            )
            if bad
        ]


class Counting(Table):
    """People who play at one table, with their taps counted."""

    def __init__(self, night: Evening, people: list[Person], seed: object) -> None:
        super().__init__(night, "channel", people, seed)
        self.taken = self.choices = self.knocks = 0
        """Turns that were taken, choices in lists, and knocks between a draw and a discard."""
        self._before: tuple[object, ...] = ()
        self._moment: object = None

    async def _press_of(self, person: Person) -> Press:
        press = await super()._press_of(person)
        self.choices += bool(press.choice)
        moment = self.night.table.turn
        if moment == self._moment:  # a question is answered, or the press before was in vain
            return press
        verb, deal = meant(Address.parse(press.custom_id))[0], moment.deal
        action = verb.action if verb is not None else None
        goes_on = action in {"discard", "knock"} and self._before in {(person, deal, "draw"), (person, deal, "knock")}
        self._before, self._moment = (person, deal, action), moment
        self.taken += not goes_on
        self.knocks += goes_on and action == "knock"
        return press

    @property
    def presses(self) -> int:
        """How often anybody has pressed anything; a choice in a list is one press here."""
        return sum(len({e["interaction_id"] for e in p.events if e["event"] == "interaction"}) for p in self.people)


async def unread(person: Person) -> int:
    """How many direct messages the person hasn't read."""
    return sum(int(channel.get("unread", 0)) for channel in (await person.call("GET", "/local/state"))["dms"])


def open_table(driver: webdriver.Chrome, link: str, game: str) -> int:
    """Opens a table on the page, as a newcomer does; how many taps that took."""
    from tests.e2e.browser.window import WIDE, Window

    window = Window.open(driver, link, WIDE, new=False)
    window.click(".starter", f"/newgame {game}")
    taps = 1
    window.wait(lambda: window.has("#messages .container") or window.has(".command-form"), "the table, or its form")
    if window.has(".command-form"):
        window.click(".send")
        taps += 1
    window.find("#messages .container")
    return taps


def heights(driver: webdriver.Chrome, link: str, size: tuple[int, int]) -> dict[str, float]:
    """The heights of the channel's public messages, by their ids, in pixels."""
    from tests.e2e.browser.window import Window

    driver.get("about:blank")
    window = Window.open(driver, link, size, new=False)
    window.find("#messages .container")
    return dict(driver.execute_script(_HEIGHTS))


@contextlib.contextmanager
def chromium(folder: Path) -> Iterator[webdriver.Chrome | None]:
    """A browser; None where there is none."""
    try:
        from tests.e2e.browser.window import browser_paths, start_browser
    except ImportError:
        yield None
        return
    if browser_paths() is None:
        yield None
        return
    driver = start_browser(folder)
    try:
        yield driver
    finally:
        driver.quit()


async def one_table(driver: webdriver.Chrome | None, game: str, people: int, computers: int) -> Measured:
    """A table's deals."""
    pace = Pace(turn=0, pause=1000, computer=COMPUTER)
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(calls, "SPACING", 0.02)
        painter = Straight()
        async with evening(Path(folder), SharedPictures(painter), patch, pace) as night:
            patch.setattr(gathering, "AT_MOST", GATHERED)
            chairs = [night.you, *[await night.people.guest() for _ in range(people - 1)]]
            taps = None
            if driver is not None:
                taps = await asyncio.to_thread(open_table, driver, night.server.link, game)
                await asyncio.to_thread(driver.get, "about:blank")  # who has the page open reads at once
            else:
                await night.you.command(f"newgame {game}")
            lobby = await night.you.wait_for(lambda message: "Close table" in [b.get("label") for b in message.buttons])
            for guest in chairs[1:]:
                await guest.click(await guest.wait_for(lambda seen: seen.id == lobby.id), "Join")
            for _ in range(computers):
                await night.you.click(lobby, "Add computer player")
            await first_deal(night, lobby, people + computers, painter)
            table = Counting(night, chairs, (game, people))
            before = table.presses
            measured = Measured(await table.play(), table.taken, knocks=table.knocks)
            measured.found.drawn = len(painter.drawn)
            apart = max(0, measured.found.deals - 1) + table.opened  # Next deal and My hand are no part of a turn
            measured.taps = table.presses - before - apart + table.choices
            measured.to_the_deal = taps + computers + 1 if taps is not None else None
            measured.left = len(night.public()) - 1
            measured.unread = sum([await unread(person) for person in chairs])
            live = str(night.table.live_message) if night.is_open else night.public()[-1].id
            for size in SIZES:
                if driver is None:
                    break
                found = await asyncio.to_thread(heights, driver, night.server.link, size)
                measured.final[size[0]] = found.pop(live)
                measured.pixels[size[0]] = sum(found.values())
            return measured


def main(*, smoke: bool = False) -> None:
    """Prints the figures of every game, with two people and a computer player and with four people."""
    with tempfile.TemporaryDirectory() as folder, chromium(Path(folder)) as driver:
        for game in list(GAMES)[: 1 if smoke else None]:
            for people, computers in ((2, 1), (4, 0))[: 1 if smoke else None]:
                measured = asyncio.run(one_table(driver, game, people, computers))
                missed = measured.missed()
                print(f"{game:12} {people}+{computers}  {measured.line()}  {', '.join(missed) or 'as it shall be'}")
                print(f"{'':17} {measured.found.line()}", flush=True)
