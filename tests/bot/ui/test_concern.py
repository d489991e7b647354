"""When a private hand is shown anew: for its holder's own reasons alone, and yet it says nothing that is not so."""

from __future__ import annotations

import pytest

from bot.ui.pages.panel import concern, panel_page
from engine.actions import argument
from engine.game import GAMES
from engine.players import PLAYERS
from engine.shuffle import Stream, shuffled
from tests.bot.ui.held import held, labels_of, texts_of
from tests.bot.ui.lab import Lab

SEATS = {"knock-poker": 4, "dompe": 4, "poe-crumb": 4, "knock-rummy": 3, "crummy": 4, "poch": 4, "le-poque": 4}
MOST_ACTIONS = 60


def moments(game: str):
    """A deal as far as it is worth looking at: before and after each action, with the seat that acted."""
    seats = SEATS.get(game, 3)
    lab = Lab(seats, game=game, chips=GAMES[game].money.chips or 20)
    pack = GAMES[game].pack(lab.rules, seats)
    lab.deal(" ".join(one.notation for one in shuffled(pack, bytes(31) + b"\x05", 3)))
    player = next(one for one in reversed(PLAYERS.values()) if one.plays(game))
    chance = Stream(bytes(32))
    for _ in range(MOST_ACTIONS):
        if not lab.table.playing:
            return
        seat, before = lab.seat, [lab.private(one) for one in range(seats)]
        action = player.choose(lab.private(seat).view, chance)
        lab.do(action.do, argument(action))
        yield seat, before, [lab.private(one) for one in range(seats)]


def own(private) -> tuple:
    """All of a view that is its holder's, or asked of the holder."""
    view = private.view
    return view.hand, view.prompts, view.own.standing, view.own.chips, view.own.stake, view.own.passed


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_is_shown_anew_only_for_a_reason_of_its_holders_own(game):
    shown = kept = 0
    for _, before, after in moments(game):
        for one, other in zip(before, after, strict=True):
            if concern(one, False) == concern(other, False):
                kept += 1
                continue
            shown += 1
            stages = {(now.table.stage, getattr(now.view.middle, "betting", False)) for now in (one, other)}
            went_out = one.table.told != other.table.told and not other.view.hand
            assert own(one) != own(other) or one.view.prompts or len(stages) > 1 or went_out
    assert shown
    assert kept, "somebody else's move is none of theirs"


@pytest.mark.parametrize("game", GAMES)
async def test_what_a_hand_says_stays_so_until_it_is_shown_anew(game, texts, studio):
    """But that somebody has knocked is told with one's own turn."""

    async def said(private):
        page = await panel_page(private, texts, studio)
        flat = held(page)
        words = [line for line in texts_of(flat).split("\n") if "has knocked" not in line and "has called" not in line]
        return words, labels_of(flat), page.picture.alt if page.picture is not None else ""

    for _, before, after in moments(game):
        for one, other in zip(before, after, strict=True):
            if concern(one, False) == concern(other, False):
                assert await said(one) == await said(other)


async def test_a_hand_that_waits_names_nobody(texts, studio):
    """Else it would have to be edited with every move."""
    lab = Lab(3, names=["Ann", "Bo", "Cy"]).deal()
    flat = held(await panel_page(lab.private(2), texts, studio))
    assert "It isn’t your turn. The table’s message says whose it is." in texts_of(flat)
    assert not [name for name in ("Ann", "Bo") if name in texts_of(flat)]
