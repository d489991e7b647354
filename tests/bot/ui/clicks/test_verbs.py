"""The rows of verbs: every button asks for one, every action of the engine is one, and the commands come from them."""

from __future__ import annotations

from typing import Any, get_args
from unittest.mock import Mock

import discord
import pytest

from bot.commands.counter import Counter
from bot.commands.rows import verb_commands
from bot.i18n import Catalogue, Texts
from bot.local.testing.seen import DriverError
from bot.store.model.people import Leaderboard
from bot.ui.address import Address
from bot.ui.clicks.verbs import ACTIONS, VERBS, Reach, Shown
from bot.ui.desk import Desk
from bot.ui.pages.leaderboard import leaderboard_page
from bot.ui.pages.rules import rules_page
from bot.ui.pages.table import table_page
from bot.ui.pictures.studio import Studio
from bot.ui.showing.showing import Showing
from engine.actions import ARGUMENTS, OPTIONAL_ARGUMENTS, Action
from engine.game import GAMES
from tests.bot.ui.evening import Evening, play_out
from tests.bot.ui.held import held, ids_of
from tests.kit.lab import Lab


@pytest.fixture
def commands(catalogue: Catalogue) -> dict[str, discord.app_commands.Command[Any, ..., Any]]:
    counter = Counter(Mock(spec=Desk, catalogue=catalogue), Mock(spec=Showing))
    return {command.name: command for command in verb_commands(counter)}


def test_every_action_of_a_person_is_a_verb() -> None:
    assert {kind.do for kind in get_args(Action)} - set(ACTIONS) == {"shuffle"}, "chance is nobody's action"
    for do in ACTIONS:
        assert VERBS[do].action == do
        assert VERBS[do].shown is Shown.HAND
        assert VERBS[do].of_the_moment


def test_what_an_action_takes_its_command_asks_for(commands) -> None:
    for do in ACTIONS:
        parameters = commands[do].parameters
        taken = [ARGUMENTS[do]] if do in ARGUMENTS else []
        assert [parameter.display_name for parameter in parameters] == taken
        assert all(parameter.required is (do not in OPTIONAL_ARGUMENTS) for parameter in parameters)


def test_the_commands_are_the_rows_that_are_one(commands) -> None:
    assert set(commands) == {verb.name for verb in VERBS.values() if verb.command is not None}
    for name, command in commands.items():
        assert command.allowed_contexts.dm_channel is (VERBS[name].command is not Reach.SERVERS)
        assert command.guild_only is (VERBS[name].command is Reach.SERVERS)


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_every_button_asks_for_a_verb(game: str, texts: Texts, studio: Studio) -> None:
    lab = Lab(3, game=game, computers=1)
    pages = [await table_page(lab.snapshot, texts, studio)]
    lab.deal()
    pages.append(await table_page(lab.snapshot, texts, studio))
    board = Mock(spec=Leaderboard, rows=[], page=2, pages=3, own=None, season=1)
    pages += [await rules_page(game, lab.snapshot, texts, studio), leaderboard_page(board, texts)]
    addresses = [Address.parse(text) for page in pages for text in ids_of(held(page))]
    assert {"join", "start", "hand", "rules", "page"} <= {address.verb for address in addresses}
    assert {address.verb for address in addresses} <= set(VERBS)


async def test_every_command_that_shows_something_is_answered(two: Evening) -> None:
    """Those without an argument; at the end of a deal, of which there is then something to show."""
    await play_out(two)
    shown = [verb for verb in VERBS.values() if verb.command and verb.shown in {Shown.BESIDE, Shown.PAGE}]
    assert {"chips", "help", "privacy"} <= {verb.name for verb in shown}
    for verb in shown:
        if verb.offered_to:
            with pytest.raises(DriverError, match="no command"):
                await two.ann.command(verb.name)
        answer = await (two.you if verb.offered_to else two.ann).command(verb.name)
        assert answer.ephemeral, verb.name
        assert answer.text, verb.name
        assert "went wrong" not in answer.text, verb.name
