"""Slash commands get their texts from the catalogue, in every language it has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from discord import app_commands

import engine.games  # noqa: F401 - registers the games
from bot.commands.counter import Counter
from bot.commands.tree import build_tree
from bot.i18n import Catalogue, CommandTranslator, localise
from bot.i18n.commands import NAMED
from bot.options import COMMAND_LIMIT, command_size
from bot.ui.desk import Desk
from bot.ui.showing.showing import Showing
from engine.game import GAMES

GERMAN = """
command-draw = ziehen
    .description = Eine Karte ziehen, um den Zug zu beginnen.
argument-draw-from = woher
    .description = Woher du ziehst.
    .choice-stock = vom verdeckten Stapel
command-hand = Meine Hand
"""


@pytest.fixture
def tree() -> app_commands.CommandTree[Any]:
    return app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))


@pytest.fixture
def draw() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name="draw", description="…")
    @app_commands.rename(source="from")
    @app_commands.choices(source=[app_commands.Choice(name=pile, value=pile) for pile in ("stock", "discard")])
    async def draw(interaction: discord.Interaction, source: str) -> None: ...

    return draw


def test_english_is_set_from_the_catalogue(
    tree: app_commands.CommandTree[Any], draw: app_commands.Command[Any, ..., None], catalogue: Catalogue
) -> None:
    tree.add_command(draw)
    localise(tree, catalogue)
    told = draw.to_dict(tree)
    assert (told["name"], told["description"]) == ("draw", "Draw a card to begin your turn.")
    (source,) = told["options"]
    assert (source["name"], source["description"]) == ("from", "Where to draw from.")
    assert source["choices"] == [
        {"name": "the stock, unseen", "value": "stock"},
        {"name": "the top of the discard pile", "value": "discard"},
    ]


async def test_other_languages_are_sent_along(
    tree: app_commands.CommandTree[Any],
    draw: app_commands.Command[Any, ..., None],
    translated: Callable[..., Catalogue],
) -> None:
    catalogue = translated(de=GERMAN, es="command-draw = robar")
    localise([draw], catalogue)
    await tree.set_translator(CommandTranslator(catalogue))
    assert tree.translator is not None
    told = await draw.get_translated_payload(tree, tree.translator)
    assert told["name_localizations"] == {"de": "ziehen", "es-ES": "robar", "es-419": "robar"}
    assert told["description_localizations"] == {"de": "Eine Karte ziehen, um den Zug zu beginnen."}
    (source,) = told["options"]
    assert source["name_localizations"] == {"de": "woher"}
    assert source["description_localizations"] == {"de": "Woher du ziehst."}
    stock, discard = source["choices"]
    assert stock["name_localizations"] == {"de": "vom verdeckten Stapel"}
    assert "name_localizations" not in discard


async def test_a_name_that_discord_refuses_is_left_out(
    tree: app_commands.CommandTree[Any], translated: Callable[..., Catalogue], caplog: pytest.LogCaptureFixture
) -> None:
    @app_commands.command(name="hand", description="…")
    async def hand(interaction: discord.Interaction) -> None: ...

    catalogue = translated(de=GERMAN)
    localise(hand, catalogue)
    told = await hand.get_translated_payload(tree, CommandTranslator(catalogue))
    assert told["name_localizations"] == {}
    assert "command-hand" in caplog.text


async def test_what_has_no_key_is_not_translated(
    tree: app_commands.CommandTree[Any],
    draw: app_commands.Command[Any, ..., None],
    translated: Callable[..., Catalogue],
) -> None:
    told = await draw.get_translated_payload(tree, CommandTranslator(translated(de=GERMAN)))
    assert told["name_localizations"] == {}


def test_a_command_without_texts_is_refused(catalogue: Catalogue) -> None:
    @app_commands.command(name="juggle", description="…")
    async def juggle(interaction: discord.Interaction) -> None: ...

    with pytest.raises(KeyError, match=r"command-juggle\.description"):
        localise(juggle, catalogue)


def test_a_text_too_long_for_discord_is_refused(
    draw: app_commands.Command[Any, ..., None], translated: Callable[..., Catalogue]
) -> None:
    catalogue = translated()
    long = translated(en="juggle = x\ncommand-tumble =\n    .description = " + 101 * "x")
    assert "command-tumble.description" not in catalogue.base.keys

    @app_commands.command(name="tumble", description="…")
    async def tumble(interaction: discord.Interaction) -> None: ...

    with pytest.raises(ValueError, match=r"command-tumble\.description"):
        localise(tumble, long)


def test_groups_and_their_subcommands_have_keys_by_their_whole_name(
    tree: app_commands.CommandTree[Any], translated: Callable[..., Catalogue]
) -> None:
    text = (
        "command-a =\n    .description = A\ncommand-a-b =\n    .description = B\nargument-a-b-c =\n    .description = C"
    )
    group = app_commands.Group(name="a", description="…")

    @group.command(name="b", description="…")
    async def b(interaction: discord.Interaction, c: int) -> None: ...

    localise(group, translated(en=text.replace(" =\n", " = x\n")))
    told = group.to_dict(tree)
    assert told["description"] == "A"
    assert told["options"][0]["description"] == "B"
    assert told["options"][0]["options"][0]["description"] == "C"


@pytest.fixture
def whole_tree(catalogue: Catalogue) -> app_commands.CommandTree[Any]:
    """The bot's own tree; its commands are only described here, never called."""
    counter = Counter(Mock(spec=Desk, catalogue=catalogue), Mock(spec=Showing))
    return build_tree(discord.Client(intents=discord.Intents.none()), counter, GAMES.values())


def keys_of(path: str, payload: dict[str, Any]) -> Iterator[str]:
    yield f"command-{path}"
    for option in payload.get("options", ()):
        if option["type"] in (1, 2):
            yield from keys_of(f"{path}-{option['name']}", option)
        else:
            yield f"argument-{path}-{option['name']}"


def test_every_text_of_a_command_is_of_one_there_is(
    whole_tree: app_commands.CommandTree[Any], catalogue: Catalogue
) -> None:
    known = {"argument-newgame-preset", "argument-newgame-chips", "argument-newgame-four_colour"}
    for command in whole_tree.get_commands():
        known |= set(keys_of(command.name, command.to_dict(whole_tree)))
    prefixes = tuple(prefix for prefix in NAMED if prefix != "option-")
    assert [name for name in catalogue.base.entries if name.startswith(prefixes) and name not in known] == []


async def test_every_command_is_within_discords_limit(
    whole_tree: app_commands.CommandTree[Any], catalogue: Catalogue
) -> None:
    for command in whole_tree.get_commands():
        told = await command.get_translated_payload(whole_tree, CommandTranslator(catalogue))
        if isinstance(command, app_commands.ContextMenu):
            assert 1 <= len(told["name"]) <= 32
            continue
        assert command_size(told) < COMMAND_LIMIT
        assert told["description"] != "…"
