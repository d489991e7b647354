"""When a private hand is shown anew: for its holder's own reasons alone, and yet it says nothing that is not so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.i18n import Texts
from bot.service.model import Private
from bot.ui.pages.hand import concern, hand_page
from bot.ui.pictures.studio import Studio
from engine.game import GAMES
from engine.players import PLAYERS
from engine.shuffle import Stream, shuffled
from engine.view import View
from tests.bot.ui.held import held, labels_of, picture_of, texts_of
from tests.kit.lab import Lab

SEATS = {"knock-poker": 4, "dompe": 4, "poe-crumb": 4, "knock-rummy": 3, "crummy": 4, "poch": 4, "le-poque": 4}
MOST_ACTIONS = 60


def moments(game: str) -> Iterator[tuple[int, list[Private], list[Private]]]:
    """A deal as far as it is worth looking at: before and after each action, with the seat that acted."""
    seats = SEATS.get(game, 3)
    lab = Lab(seats, game=game, chips=GAMES[game].money.chips or 20)
    pack = GAMES[game].pack(lab.rules, seats)
    lab.deal(" ".join(card.notation for card in shuffled(pack, bytes(31) + b"\x05", 3)))
    player = next(player for player in reversed(PLAYERS.values()) if player.plays(game))
    chance = Stream(bytes(32))
    for _ in range(MOST_ACTIONS):
        if not lab.table.playing:
            return
        seat, before = lab.seat, [lab.private(number) for number in range(seats)]
        action = player.choose(lab.view(seat), chance)
        lab.act(action)
        yield seat, before, [lab.private(number) for number in range(seats)]


def seen(private: Private) -> View:
    """The deal as that person sees it."""
    assert private.view is not None
    return private.view


def own(private: Private) -> tuple[object, ...]:
    """All of a view that is its holder's, or asked of the holder."""
    view = seen(private)
    assert view.own is not None
    return view.hand, view.prompts, view.own.standing, view.own.chips, view.own.stake, view.own.passed


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_is_shown_anew_only_for_a_reason_of_its_holders_own(game: str) -> None:
    shown = kept = 0
    for _, before, after in moments(game):
        for old, other in zip(before, after, strict=True):
            if concern(old, False) == concern(other, False):
                kept += 1
                continue
            shown += 1
            stages = {(now.table.stage, getattr(seen(now).middle, "betting", False)) for now in (old, other)}
            went_out = old.table.told != other.table.told and not seen(other).hand
            assert own(old) != own(other) or seen(old).prompts or len(stages) > 1 or went_out
    assert shown
    assert kept, "somebody else's move is none of theirs"


@pytest.mark.parametrize("game", GAMES)
async def test_what_a_hand_says_stays_so_until_it_is_shown_anew(game: str, texts: Texts, studio: Studio) -> None:
    """But that somebody has knocked is told with one's own turn."""

    async def said(private: Private) -> tuple[list[str], list[str], str]:
        page = await hand_page(private, texts, studio)
        flat = held(page)
        words = [line for line in texts_of(flat).split("\n") if "has knocked" not in line and "has called" not in line]
        return words, labels_of(flat), picture_of(page).alt if page.picture is not None else ""

    for _, before, after in moments(game):
        for old, other in zip(before, after, strict=True):
            if concern(old, False) == concern(other, False):
                assert await said(old) == await said(other)


async def test_a_hand_that_waits_names_nobody(texts: Texts, studio: Studio) -> None:
    """Else it would have to be edited with every move."""
    lab = Lab(3, names=["Ann", "Bo", "Cy"]).deal()
    flat = held(await hand_page(lab.private(2), texts, studio))
    assert "It isn’t your turn. The table’s message says whose it is." in texts_of(flat)
    assert not [name for name in ("Ann", "Bo") if name in texts_of(flat)]
