"""When a panel is shown anew: by the bot for its holder's own reasons alone, by a token whenever something changes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.i18n import Texts
from bot.service.model import Private
from bot.ui.pages.concern import concern
from bot.ui.pages.panel import panel_page
from bot.ui.pictures.studio import Studio
from engine.game import GAMES
from engine.players import PLAYERS
from engine.shuffle import Stream, shuffled
from engine.view import View
from tests.bot.ui.held import held, labels_of, texts_of
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
async def test_a_panel_that_follows_is_shown_anew_with_every_move_and_says_nothing_else(
    game: str, texts: Texts, studio: Studio
) -> None:
    async def said(private: Private) -> tuple[str, list[str], str]:
        page = await panel_page(private, texts, studio)
        return texts_of(held(page)), labels_of(held(page)), page.above.alt if page.above is not None else ""

    for _, before, after in moments(game):
        for old, other in zip(before, after, strict=True):
            assert concern(old, False, live=True) != concern(other, False, live=True)
            assert await said(old) != await said(other)


async def test_a_panel_that_waits_says_whose_turn_it_is_and_what_was_done(texts, studio):
    lab = Lab(3, names=["Ann", "Bo", "Cy"]).deal().turn()
    flat = held(await panel_page(lab.private(2), texts, studio))
    assert "It isn’t your turn but Bo’s." in texts_of(flat)
    assert "Ann draws from the stock. Ann discards" in texts_of(flat)


async def test_where_it_does_not_follow_the_others_it_says_of_when_it_is(texts: Texts, studio: Studio) -> None:
    lab = Lab(2).deal()
    assert "As of <t:1790000000:t>." in texts_of(
        held(await panel_page(lab.private(1), texts, studio, as_of=1790000000))
    )
    assert "As of" not in texts_of(held(await panel_page(lab.private(0), texts, studio, as_of=1790000000)))
