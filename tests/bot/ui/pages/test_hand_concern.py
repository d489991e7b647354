"""When a panel is shown anew: by the bot for its holder's own reasons alone, by a token whenever something changes."""

from __future__ import annotations

import pytest

from bot.ui.pages.panel import concern, panel_page
from engine.actions import argument
from engine.game import GAMES
from engine.players import PLAYERS
from engine.shuffle import Stream, shuffled
from tests.bot.ui.held import held, labels_of, texts_of
from tests.kit.lab import Lab

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
async def test_a_panel_that_follows_is_shown_anew_with_every_move_and_says_nothing_else(game, texts, studio):
    async def said(private):
        page = await panel_page(private, texts, studio)
        return texts_of(held(page)), labels_of(held(page)), page.above and page.above.alt

    for _, before, after in moments(game):
        for one, other in zip(before, after, strict=True):
            assert concern(one, False, live=True) != concern(other, False, live=True)
            assert await said(one) != await said(other)


async def test_a_panel_that_waits_says_whose_turn_it_is_and_what_was_done(texts, studio):
    lab = Lab(3, names=["Ann", "Bo", "Cy"]).deal().turn()
    flat = held(await panel_page(lab.private(2), texts, studio))
    assert "It isn’t your turn: Bo draws or knocks." in texts_of(flat)
    assert "Ann draws from the stock. Ann discards" in texts_of(flat)


async def test_where_it_does_not_follow_the_others_it_says_of_when_it_is(texts, studio):
    lab = Lab(2).deal()
    assert "As of <t:1790000000:t>." in texts_of(
        held(await panel_page(lab.private(1), texts, studio, as_of=1790000000))
    )
    assert "As of" not in texts_of(held(await panel_page(lab.private(0), texts, studio, as_of=1790000000)))
