"""Whole deals of Crummy and of the Poch family by taps alone in a real Chromium, with computer players.

The luck is fixed, by a lot with which the person does all that the game knows. That follows from the computer players'
ways, too: where these learn to play otherwise, another lot may be needed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import pytest

pytest.importorskip("selenium", reason="the browser tests need selenium: pip install -e '.[test]'")

from selenium import webdriver

from tests.e2e.browser.conftest import RealBot
from tests.e2e.browser.window import WIDE, Window

PHONE = (400, 820)
LONGEST = 90.0  # seconds for a computer players' round, on a very busy machine

# What the newest private hand offers, by verb, and whether the deal is over: read in one go, because all of it moves.
_STATE = """
    const hand = [...document.querySelectorAll("#messages .message.ephemeral:has(.container)")].at(-1);
    const table = [...document.querySelectorAll("#messages .message:not(.ephemeral):has(.container)")].at(-1);
    const told = (e) => ({custom: e.dataset.custom, verb: e.dataset.custom.split(":")[3], label: e.innerText.trim(),
                          list: e.matches(".select")});
    const labels = table ? [...table.querySelectorAll(".button")].map((b) => b.innerText.trim()) : [];
    const over = labels.includes("Next deal") || labels.includes("New game");
    return {over, busy: Boolean(hand?.querySelector("[aria-disabled=true]")),
            offers: hand ? [...hand.querySelectorAll("[data-custom^=kb]")].map(told) : []};
"""

# The pictures on the screen: those far from it wait to be loaded.
_PICTURES = """
    const pictures = [...document.querySelectorAll("#messages img")].filter((i) => {
        const {top, bottom} = i.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
    });
"""
LOADED = _PICTURES + "return pictures.every((i) => i.complete)"
# What sticks out of the window at its right, and pictures that aren't there or say nothing to who can't see them.
FAULTS = f"""{_PICTURES}
    const wide = [...document.querySelectorAll("#app *")].filter((e) => e.checkVisibility({{visibilityProperty: true}})
        && !e.closest(".visually-hidden") && e.getBoundingClientRect().right > innerWidth + 1);
    const bare = pictures.filter((i) => (i.complete && !i.naturalWidth) || !i.alt);
    return [...wide, ...bare].map((e) => e.outerHTML.slice(0, 200)).concat(
        document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : []);
"""


@dataclass(frozen=True)
class Offer:
    """A button or a list of the private hand."""

    custom: str
    verb: str
    label: str
    list: bool


Way = Callable[[list[Offer], "ByTaps"], Offer]
"""How somebody plays: which of the offers to take."""


@dataclass
class ByTaps:
    """Plays a deal with the buttons and lists of the panel, and with the form that asks for a stake."""

    window: Window
    way: Way
    taps: list[str] = field(default_factory=list)
    """What was done: verbs, "list" where a card was chosen in a list, "form" where a stake was filled in."""
    taken: set[str] = field(default_factory=set)
    """The offers that were taken; none of them comes a second time."""

    def play(self) -> list[str]:
        """Until the deal is over; what was done."""
        while offers := self._next():
            chosen = next((offer for offer in offers if offer.verb == "sure"), None) or self.way(offers, self)
            self._take(chosen)
            self.taken.add(chosen.custom)
            self.window.wait(partial(self._done, chosen), f"{chosen.label!r} to be done")
            self.look()
        return self.taps

    def look(self) -> None:
        """Is what is on the screen as it should be, as soon as its pictures are there?"""
        self.window.wait(lambda: self.window.here().execute_script(LOADED), "the pictures")
        faults = self.window.here().execute_script(FAULTS)
        assert not faults, f"{faults}; the page: {self.window.shot('failed_look')}"

    def _read(self) -> tuple[bool, bool, list[Offer]]:
        """Whether the deal is over, whether a tap is on its way, and what the hand offers."""
        state = self.window.here().execute_script(_STATE)
        offers = [Offer(**fields) for fields in state["offers"]]
        moves = [offer for offer in offers if offer.verb not in {"hand", "trick", "start", "beats", "can", "hint"}]
        return state["over"], state["busy"], moves

    def _next(self) -> list[Offer]:
        """The offers as soon as there are new ones; none as soon as the deal is over."""

        offers: list[Offer] = []

        def found() -> bool:
            over, busy, here = self._read()
            offers[:] = [] if over else here
            return over or bool(here and not busy and self.taken.isdisjoint(offer.custom for offer in here))

        self.window.wait(found, "a turn, or the end of the deal", LONGEST)
        return offers

    def _done(self, offer: Offer) -> bool:
        over, _, offers = self._read()
        return over or offer.custom not in {offer.custom for offer in offers}

    def _tap(self, css: str, worked: Callable[[], bool]) -> None:
        """Tap once. Now and then the driver stumbles over a page that changes, though its click went through."""

        def once() -> bool:
            if worked():
                return True
            found = self.window.all(f"{css}:not([aria-disabled=true])")
            for element in found[-1:]:
                self.window.here().execute_script("arguments[0].scrollIntoView({block: 'nearest'})", element)
                element.click()
            return bool(found)

        self.window.wait(once, f"to tap {css}")

    def _take(self, offer: Offer) -> None:
        css, window = f'.message.ephemeral [data-custom="{offer.custom}"]', self.window
        if offer.list:
            self._tap(css, lambda: window.has(".select-popup"))
            self._tap(".select-popup .option", lambda: not window.has(".select-popup"))
            self.taps.append("list")
        elif offer.verb == "amount":
            self._tap(css, lambda: window.has(".modal"))
            self._fill_in()
        else:
            self._tap(css, lambda: self._done(offer))
            if offer.verb != "sure":  # the move that was asked about is counted already
                self.taps.append(offer.verb)

    def _fill_in(self) -> None:
        """The form names the least and the most; give one chip more than the least."""
        said = self.window.find(".modal .field-label").text
        least, most = (int(number) for number in re.findall(r"\d+", said))
        assert least < most
        self.window.shot(f"form_{self.window.here().execute_script('return innerWidth')}")
        self.window.click(".modal input")
        self.window.keys(str(least + 1))
        self.window.click(".modal button", "Submit")
        self.window.wait(lambda: not self.window.has(".modal"), "the form to be sent")
        self.taps.append("form")


def collects(offers: list[Offer], _: ByTaps) -> Offer:
    """Crummy: lay quartets, then play the card or the suit that stands last."""
    by_verb = {offer.verb: offer for offer in offers}
    return by_verb.get("meld") or by_verb.get("halt") or by_verb["play"]


def bold(offers: list[Offer], player: ByTaps) -> Offer:
    """The Poch family: raise once, then match whatever comes; lead the card that stands first."""
    by_verb = {offer.verb: offer for offer in reversed(offers)}
    once = by_verb.get("amount") if "form" not in player.taps else None
    return once or by_verb.get("match") or by_verb.get("pass") or by_verb.get("fold") or by_verb["play"]


def has_computers(window: Window, count: int) -> bool:
    return window.find(".container").text.count("🤖") >= count


def sit_down(window: Window, game: str, computers: int) -> None:
    """From an empty channel to the first private hand."""
    window.command(f"/newgame {game}")
    for count in range(computers):
        window.click(".button", "Add computer player")
        window.wait(partial(has_computers, window, count + 1), "the computer player")
    window.click(".button", "Start")
    window.click(".message:not(.ephemeral) .button", "My hand")
    window.find(".message.ephemeral img[alt]")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("dealt", [195], indirect=True)
def test_a_whole_deal_of_crummy(driver: webdriver.Chrome, dealt: RealBot, size: tuple[int, int]) -> None:
    window = Window.open(driver, dealt.channel(f"crummy-{size[0]}"), size)
    sit_down(window, "crummy", 2)
    player = ByTaps(window, collects)
    taps = player.play()
    assert {"list", "meld"} <= set(taps), taps
    window.click(".message:not(.ephemeral) .button", "More")
    window.find(".container", "Alex laid ")
    window.click(".message.ephemeral .button", "Scores")
    window.find(".message.ephemeral img[alt*=Alex]")
    player.look()
    window.shot(f"crummy_{size[0]}")
    assert window.faults() == []


def bet_and_lead(driver: webdriver.Chrome, bot: RealBot, game: str, computers: int, size: tuple[int, int]) -> None:
    """A whole deal of the Poch family, in which a raise is raised and matched before the cards are played out."""
    window = Window.open(driver, bot.channel(f"{game}-{size[0]}"), size)
    sit_down(window, game, computers)
    player = ByTaps(window, bold)
    taps = player.play()
    assert taps[:3] == ["form", "match", "play"], taps
    window.click(".message:not(.ephemeral) .button", "More")
    window.find(".container", "Alex leads the ")
    window.shot(f"{game}_{size[0]}")
    assert window.faults() == []


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("dealt", [125], indirect=True)
def test_a_whole_deal_of_poch(driver: webdriver.Chrome, dealt: RealBot, size: tuple[int, int]) -> None:
    bet_and_lead(driver, dealt, "poch", 3, size)


@pytest.mark.parametrize("dealt", [472], indirect=True)
def test_a_whole_deal_of_le_poque_on_a_phone(driver: webdriver.Chrome, dealt: RealBot) -> None:
    bet_and_lead(driver, dealt, "le-poque", 3, PHONE)


@pytest.mark.parametrize("dealt", [838], indirect=True)
def test_a_whole_deal_of_the_poch_of_1873(driver: webdriver.Chrome, dealt: RealBot) -> None:
    bet_and_lead(driver, dealt, "poch-1873", 2, WIDE)
