"""A deal of each game from the panel alone in a real Chromium, at a desk and on a phone, without a scroll of the page.

Nothing here brings anything into view: a tap goes to the place where the page itself shows the button, and fails where
the button isn't to be seen. The page follows its newest message by itself, as Discord does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest

pytest.importorskip("selenium", reason="the browser tests need selenium: pip install -e '.[test]'")

from selenium import webdriver

from cards_img.layout.places import BAR, board_layout, trick_layout
from engine.game import GAMES
from engine.middle import Middle, Pools, Trick
from tests.e2e.browser.conftest import RealBot
from tests.e2e.browser.window import NARROW, WIDE, Window
from tests.kit.lab import Lab

SIZES = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "phone"])
LOT = 4
"""The luck: with it every deal here is over after a few turns of everybody, one more or less as players learn."""
ANOTHER_LOT = 5
"""The same for Knock Rummy, where nobody knocks before the person's turn with it."""
LONGEST = 90.0
"""Seconds for the others' turns, on a very busy machine."""
TURNS = 2
"""Turns that the person takes before a knock."""
WHOLE = 0.985
"""What part of a picture's height is all of it, but for the rounding of its edges."""
SEATS = 3
"""The person and two computer players."""
LEADS = "lead any card"
"""The panel's words where nothing lies in the trick."""
GOAL = 4
"""Taps from the opened page to the first deal, at most."""

# What the panel offers and where everything is, and what is still on its way: read in one go, because all of it moves.
_PANEL = """
    const room = document.querySelector("#scroller").getBoundingClientRect();
    const messages = [...document.querySelectorAll("#messages .message")];
    const panel = messages.filter((m) => m.matches(".ephemeral:has(.container)")).at(-1);
    const place = (e) => {
        const {left, top, right, bottom, width, height} = e.getBoundingClientRect();
        const seen = Math.max(0, Math.min(bottom, room.bottom) - Math.max(top, room.top));
        const x = (left + right) / 2, y = (top + bottom) / 2;
        const inside = left >= 0 && right <= innerWidth && top >= room.top - 0.5 && bottom <= room.bottom + 0.5;
        return {x, y, height, seen: seen / height, free: inside && e.contains(document.elementFromPoint(x, y))};
    };
    const offer = (e) => {
        const [, , turn, verb, argument] = e.dataset.custom.split(":");
        return {custom: e.dataset.custom, turn, verb, argument, label: e.innerText.trim(), list: e.matches(".select"),
                place: place(e)};
    };
    const pictures = panel ? [...panel.querySelectorAll("img:not(.emoji)")] : [];
    const waits = document.querySelector("[aria-disabled=true], #pending li, .select-popup, .modal");
    return {
        here: Boolean(panel), height: panel?.getBoundingClientRect().height ?? 0, room: room.height,
        newest: messages.at(-1) === panel, quiet: !waits && pictures.every((i) => i.complete && i.naturalWidth),
        pictures: pictures.map(place), words: panel?.innerText ?? "",
        heading: panel?.querySelector(".heading-3")?.getBoundingClientRect().height ?? 0,
        offers: panel ? [...panel.querySelectorAll("[data-custom^=kb]")].map(offer) : [],
    };
"""
_PLACE = """
    const found = [...document.querySelectorAll(arguments[0])].filter((e) => !e.disabled && e.ariaDisabled !== "true"
        && (arguments[1] === null || e.innerText.trim() === arguments[1])).at(-1);
    if (!found) return null;
    const {left, top, width, height} = found.getBoundingClientRect();
    const x = left + width / 2, y = top + height / 2;
    return {x, y, free: found.contains(document.elementFromPoint(x, y))};
"""
LINE = 22
"""Pixels of a line of text."""
ROOM_ABOVE_AND_BELOW = 22
"""Pixels above and below the words in the input."""
ONE_LINE = 30
"""Pixels that a heading of one line takes at most: a second one would push the table up by as much."""
_LOOKING = frozenset({"beats", "can", "hand", "hint", "trick"})
"""The verbs that show something in another way."""


@dataclass(frozen=True)
class Offer:
    """A button or a list of the panel."""

    custom: str
    turn: str
    verb: str
    argument: str
    label: str
    list: bool
    place: dict[str, Any]


@dataclass
class Turn:
    """What the person did in one turn."""

    verbs: list[str] = field(default_factory=list)
    taps: int = 0

    def goes_on(self, offer: Offer) -> bool:
        """Whether that is part of this turn: a discard, or a knock, after what came before it."""
        return bool(self.verbs) and (
            offer.verb == "sure" or (offer.verb in {"discard", "knock"} and self.verbs[-1] in {"draw", "knock"})
        )


def most_taps(turn: Turn, *, listed: bool) -> int:
    """As many taps as a turn may take: two, one where there is one choice and no list to open; a knock besides, and the
    question before it, take one each."""
    besides = turn.verbs.count("sure") + turn.verbs[1:].count("knock")
    return min(2, 2 if listed else len(turn.verbs) - besides) + besides


def tap(window: Window, css: str, label: str | None = None) -> None:
    """Touches the page where it shows that, and scrolls nothing."""

    def shown() -> dict[str, Any] | None:
        place = window.here().execute_script(_PLACE, css, label)
        return dict(place) if place and place["free"] else None

    if place := window.wait(shown, f"{css} {label or ''} to be in sight"):
        touch(window, place)


def touch(window: Window, place: dict[str, Any]) -> None:
    """A press of the pointer at a place of the page."""
    for kind in ("mousePressed", "mouseReleased"):
        window.here().execute_cdp_cmd(
            "Input.dispatchMouseEvent",
            {"type": kind, "x": place["x"], "y": place["y"], "button": "left", "clickCount": 1},
        )


class FromThePanel:
    """Plays a deal with what the panel shows, and looks whether it shows it."""

    def __init__(self, window: Window, middle: type[Middle]) -> None:
        self.window = window
        self.middle = middle
        """What lies in the middle of the table."""
        self.turns: list[Turn] = []
        self.listed = False
        self.taken: set[str] = set()
        self.highest = 0.0
        """Pixels: the panel, at its highest."""
        self.table_seen: dict[str, float] = {}
        """How much of the table's picture was in sight, at the least, by what was asked first."""

    def play(self) -> None:
        """Until the deal is over."""
        while True:
            panel = self.settled()
            offers = [Offer(**offer) for offer in panel["offers"]]
            self.look(panel, offers)
            moves = [offer for offer in offers if offer.verb not in _LOOKING]
            if any(offer.verb == "start" for offer in moves):
                return
            self.take(self.choose(moves))

    def settled(self) -> dict[str, Any]:
        """The panel, as soon as it asks for something new, or the deal is over, and the page has come to rest."""
        found: list[dict[str, Any]] = []

        def asked() -> bool:
            found[:] = [self.window.here().execute_script(_PANEL)]
            moves = [offer for offer in found[0]["offers"] if offer["verb"] not in _LOOKING]
            return bool(moves) and found[0]["quiet"] and self.taken.isdisjoint(offer["custom"] for offer in moves)

        self.window.wait(asked, "the person's turn in the panel, or the end of the deal", LONGEST)
        return found[0]

    def look(self, panel: dict[str, Any], offers: list[Offer]) -> None:
        """Is all that can be pressed in sight, with the hand and so the words between them, and the table?"""
        page = f"the page: {self.window.shot('failed_sight')}"
        hidden = [offer.label for offer in offers if not offer.place["free"]]
        assert not hidden, f"{hidden} out of sight; {page}"
        assert panel["newest"], f"the panel isn't the newest message; {page}"
        assert panel["pictures"], f"no picture; {page}"
        assert 0 < panel["heading"] < ONE_LINE, f"the heading takes {panel['heading']:.0f} pixels; {page}"
        self.highest = max(self.highest, panel["height"])
        first = next(offer for offer in offers if offer.verb not in _LOOKING)
        *table, hand = panel["pictures"]
        if first.verb != "start":  # while the deal goes on
            assert hand["seen"] > WHOLE, f"the hand is cut ({hand['seen']:.2f}); {page}"
            (picture,) = table
            seen = picture["seen"]
            self.table_seen[first.verb] = min(self.table_seen.get(first.verb, 1.0), seen)
            assert seen > self.needed(first.verb, panel["words"]), f"the table is cut ({seen:.2f}); {page}"
        else:
            assert hand["seen"] > WHOLE, f"the showdown is cut ({hand['seen']:.2f}); {page}"

    def needed(self, verb: str, words: str) -> float:
        """How much of the table's picture has to be in sight: all of it where there are piles.

        Round a trick it is what lies up, the cards, and what hangs at the plates above them; where a card is to be led
        there are up to four lists and a large hand, and words tell the last trick. At a board it is all but the line
        with the title, and, with up to eleven cards to play, as much again as half of that line.
        """
        if self.middle is Trick:
            trick = trick_layout(SEATS)
            return 0.35 if LEADS in words else 1 - trick.seats[1].plate.bottom / trick.height
        if self.middle is Pools:
            return 1 - BAR * (1.5 if verb == "play" else 1) / board_layout(SEATS).height
        return WHOLE

    def choose(self, moves: list[Offer]) -> Offer:
        """What comes first in the person's mind: to knock after some turns, else to draw and to let it go again."""
        by_verb: dict[str, Offer] = {}
        for move in moves:
            by_verb.setdefault(move.verb, move)
        wanted = ("sure", *(["show", "knock"] if len(self.turns) >= TURNS else []))
        wanted += ("halt", "stay", "draw", "discard", "match", "pass", "meld", "play", "fold")
        verb = next(verb for verb in wanted if verb in by_verb)
        if verb == "discard":
            return next((move for move in moves if move.label.endswith("· new")), by_verb[verb])
        return by_verb[verb]

    def take(self, offer: Offer) -> None:
        """Taps it, and counts."""
        if not self.turns or not self.turns[-1].goes_on(offer):
            self.turns.append(Turn())
        turn = self.turns[-1]
        turn.verbs.append(offer.verb)
        self.taken.add(offer.custom)
        touch(self.window, offer.place)
        turn.taps += 1
        if offer.list:
            self.listed = True
            tap(self.window, ".select-popup .option")
            turn.taps += 1


COMMITMENT = "🔒 Shuffles"
"""In the line below a new table, which comes a moment after it."""


def seated(window: Window, count: int) -> bool:
    """Whether so many computer players are at the table that the page shows."""
    return window.find(".container").text.count("🤖") >= count


def to_the_cards(window: Window, game: str) -> None:
    """From an empty channel to the panel of the first deal, with two computer players."""
    window.command(f"/newgame {game}")
    window.find(".message", COMMITMENT)
    for count in (1, 2):
        window.click(".button", "Add computer player")
        window.wait(partial(seated, window, count), "the computer player")
    window.click(".button", "Start")
    window.click('.message:not(.ephemeral) .button[data-custom*=":hand:"]')
    window.find(".message.ephemeral img[alt]")


@SIZES
@pytest.mark.parametrize(
    ("dealt", "game"),
    [(ANOTHER_LOT if game == "knock-rummy" else LOT, game) for game in GAMES],
    indirect=["dealt"],
    ids=list(GAMES),
    scope="module",  # else each test would start a bot of its own
)
def test_a_deal_from_the_panel_alone(
    driver: webdriver.Chrome, dealt: RealBot, game: str, size: tuple[int, int]
) -> None:
    window = Window.open(driver, dealt.channel(f"{game}-{size[0]}"), size)
    to_the_cards(window, game)
    player = FromThePanel(window, type(Lab(SEATS, game=game).deal().view(0).middle))
    player.play()
    if player.middle is not Pools:  # a board is the same picture at the end
        window.find(".message.ephemeral img[alt*='the end of deal 1']")
    print(f"{game} {size[0]}: {[(turn.verbs, turn.taps) for turn in player.turns]}")
    print(f"{game} {size[0]}: {player.highest:.0f} pixels, of the table {player.table_seen}")
    assert player.turns
    for turn in player.turns:
        assert turn.taps <= most_taps(turn, listed=player.listed), turn
    window.shot(f"panel_{game}_{size[0]}")
    assert window.faults() == []


@SIZES
@pytest.mark.parametrize(("game", "to_the_deal"), [("knock-poker", 3), ("crummy", 4)])
@pytest.mark.parametrize("dealt", [LOT], indirect=True)
def test_a_newcomer_needs_few_taps_to_the_first_deal(
    driver: webdriver.Chrome, dealt: RealBot, game: str, to_the_deal: int, size: tuple[int, int]
) -> None:
    """The game is looked for in a list that is longer than a phone; from there on nothing is scrolled."""
    window = Window.open(driver, dealt.channel(f"first-{game}-{size[0]}"), size)
    window.click(".starter", f"/newgame {game}")
    window.find(".message", COMMITMENT)  # it pushes the table up: whoever taps meanwhile misses the button
    taps = 1
    while not window.all(".button:not(:disabled):not([aria-disabled=true])", "Start"):
        tap(window, ".button", "Add computer player")
        window.wait(partial(seated, window, taps), "the computer player")
        taps += 1
    tap(window, ".button", "Start")
    taps += 1
    assert taps == to_the_deal <= GOAL, "taps to the first deal"
    tap(window, '.message:not(.ephemeral) .button[data-custom*=":hand:"]')
    window.find(".message.ephemeral img[alt]")


@SIZES
@pytest.mark.parametrize("dealt", [LOT], indirect=True)
def test_many_channels_push_nothing_out_of_the_window(
    driver: webdriver.Chrome, dealt: RealBot, size: tuple[int, int]
) -> None:
    channels = [dealt.channel(f"many-channels-with-long-names-{size[0]}-{number}") for number in range(24)]
    window = Window.open(driver, channels[0], size)
    input_ = window.here().execute_script("return document.querySelector('#input').getBoundingClientRect().toJSON()")
    assert 0 < input_["bottom"] <= size[1]
    assert input_["height"] < 2 * LINE + ROOM_ABOVE_AND_BELOW, (
        "the words in the empty input are one line, however long the channel's name"
    )
