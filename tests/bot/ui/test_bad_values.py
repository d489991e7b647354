"""Every command with values that it doesn't take, as Discord could send them: each has its sentence."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from discord import AppCommandOptionType, app_commands

from bot.commands.given import BadGiven, check_given, why_not
from bot.i18n import Texts
from bot.local.interactions.payload import AUTOCOMPLETE, COMMAND
from bot.local.testing.seen import Answer
from bot.service.model import Person
from tests.bot.ui.evening import Evening

TEXT, INTEGER, FLAG = (AppCommandOptionType.string, AppCommandOptionType.integer, AppCommandOptionType.boolean)
NEUTRAL = "Something went wrong"
STRANGE = ("", " ", "x" * 6000, "‮\x00@everyone **", "-1", "9" * 40, "{ $x }", "kb:1:1.1:draw:", "%s", "🂡" * 50)
"""Texts that no option expects."""

AnyCommand = app_commands.Command[Any, ..., Any]


def commands(night: Evening) -> Iterator[AnyCommand]:
    """Every command, each subcommand by itself."""
    for command in night.client.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield command


def good(parameter: app_commands.Parameter) -> Any:
    """A value that the option takes."""
    if parameter.choices:
        return parameter.choices[0].value
    return {TEXT: "abc", INTEGER: parameter.min_value, FLAG: True}[parameter.type]


def bad(parameter: app_commands.Parameter) -> Iterator[Any]:
    """Values that the option doesn't take: beyond its bounds, of no choice, of other types."""
    yield from (None, 1.5, [], {}, ["a"])
    match parameter.type:
        case AppCommandOptionType.string:
            assert parameter.choices or parameter.max_value is not None
            yield from (7, True, "", "x" * 6000)
            if parameter.choices:
                yield from ("no such choice", parameter.choices[0].name + "?")
        case AppCommandOptionType.integer:
            yield from ("7", True, "")
            if not parameter.choices:
                assert parameter.min_value is not None
                assert parameter.max_value is not None
                yield from (parameter.min_value - 1, parameter.max_value + 1)
            yield from (-(2**53), 2**53, 10**400)
        case AppCommandOptionType.boolean:
            yield from (1, 0, "yes", "")


def payload(command: AnyCommand, values: dict[str, Any], focused: str = "") -> dict[str, Any]:
    """The command's data in an interaction."""
    types = {parameter.display_name: parameter.type.value for parameter in command.parameters}
    options: list[dict[str, Any]] = [
        {"name": name, "type": types.get(name, 3), "value": value} | ({"focused": True} if name == focused else {})
        for name, value in values.items()
    ]
    *groups, last = command.qualified_name.split()
    for step in reversed([*groups[1:], last] if groups else []):
        options = [{"name": step, "type": 1, "options": options}]
    return {"id": "1", "name": groups[0] if groups else last, "type": 1, "options": options}


async def sent(night: Evening, data: dict[str, Any]) -> Answer:
    """Sends the command past Discord's own checks; the bot's answer."""
    world, interactions = night.server.context.world, night.server.context.interactions
    person, channel = world.people[int(night.you.id)], world.channels[night.channel_id]
    begun = interactions.begin(COMMAND, person, channel, data, name=data["name"])
    return await night.you.answer(str(begun.id))


def complain(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


async def test_every_option_has_its_bounds(night: Evening) -> None:
    for command in commands(night):
        for parameter in command.parameters:
            where = f"/{command.qualified_name} {parameter.display_name}"
            if parameter.type is FLAG or parameter.choices:
                continue
            assert parameter.type in {TEXT, INTEGER}, where
            assert parameter.min_value is not None, where
            assert parameter.max_value is not None, where
            assert parameter.type is INTEGER or 1 <= parameter.min_value <= parameter.max_value <= 100, where


async def test_a_value_that_an_option_does_not_take_gets_a_sentence(night: Evening, texts: Texts) -> None:
    tried = 0
    for command in commands(night):
        needed = {each.display_name: good(each) for each in command.parameters if each.required}
        for parameter in command.parameters:
            for value in bad(parameter):
                with pytest.raises(BadGiven) as caught:
                    check_given(night.client.tree, payload(command, needed | {parameter.display_name: value}))
                said = why_not(caught.value, texts)
                assert f"`{parameter.display_name}`" in said, (command.qualified_name, value)
                assert len(said) < 1000, (command.qualified_name, value)
                tried += 1
    assert tried > 500


async def test_it_is_told_to_the_person_alone_and_nothing_is_done(
    night: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    """One bad value for each option, another one each time, all the way through the client."""
    turn = itertools.count()
    for command in commands(night):
        needed = {each.display_name: good(each) for each in command.parameters if each.required}
        for parameter in command.parameters:
            values = [value for value in bad(parameter) if value is None or isinstance(value, str | int | float)]
            value = values[next(turn) % len(values)]
            answer = await sent(night, payload(command, needed | {parameter.display_name: value}))
            where = f"/{command.qualified_name} {parameter.display_name}: {value!r:.40}"
            assert f"`{parameter.display_name}`" in answer.text, (where, answer.text)
            assert answer.shown.ephemeral, where
    assert complain(caplog) == []
    assert not night.is_open


async def test_the_least_and_the_most_that_an_option_takes_are_served(
    night: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    """Each number at its bounds, and each text as long as it may be: done, or refused with a reason."""
    tried, key, you = 0, itertools.count(10**17), Person(0, int(night.you.id), "You")
    for command in commands(night):
        needed = {each.display_name: good(each) for each in command.parameters if each.required}
        for parameter in command.parameters:
            if parameter.choices or parameter.type is FLAG:
                continue
            bounds = (parameter.min_value, parameter.max_value)
            for value in bounds if parameter.type is INTEGER else ("x" * int(number or 1) for number in bounds):
                answer = await sent(night, payload(command, needed | {parameter.display_name: value}))
                where = f"/{command.qualified_name} {parameter.display_name}: {value!r:.40}"
                said = await night.until(lambda: "\n".join(m.text for m in answer.messages), where)  # noqa: B023 - it is awaited before the loop goes on
                assert NEUTRAL not in said, where
                tried += 1
                if night.is_open:  # the next command is to find the channel as this one did
                    await night.service.close(night.table.table_id, you, next(key), moderator=True)
    assert tried > 80
    assert complain(caplog) == []


async def test_a_command_of_another_form_gets_a_sentence(night: Evening, caplog: pytest.LogCaptureFixture) -> None:
    """Options that are missing or unknown, subcommands that are none, commands that are gone."""
    for command in commands(night):
        data = payload(command, {"colour_of_the_sky": "blue"})
        assert "That command has changed" in (await sent(night, data)).text
        if any(parameter.required for parameter in command.parameters):
            assert "That command has changed" in (await sent(night, payload(command, {}))).text
    for data in (
        {"id": "1", "name": "bezique", "type": 1},
        {"id": "1", "name": "newgame", "type": 1, "options": []},
        {"id": "1", "name": "newgame", "type": 1, "options": [{"name": "bezique", "type": 1, "options": []}]},
        {"id": "1", "name": "newgame", "type": 1, "options": [{"name": "chips", "type": 4, "value": 1}]},
        {"id": "1", "name": "help", "type": 1, "options": [{"name": "me", "type": 1, "options": []}]},
    ):
        assert "That command has changed" in (await sent(night, data)).text
    assert complain(caplog) == []


async def test_strange_texts_get_a_sentence_or_do_what_they_say(two: Evening, caplog: pytest.LogCaptureFixture) -> None:
    """At a table with a deal, where cards and ranks are read; and in what suggests while somebody types."""
    for command in commands(two):
        needed = {each.display_name: good(each) for each in command.parameters if each.required}
        for parameter in command.parameters:
            if parameter.type is not TEXT or parameter.choices:
                continue
            for text in STRANGE:
                answer = await sent(two, payload(command, needed | {parameter.display_name: text}))
                assert answer.text, f"/{command.qualified_name} {text!r:.20}"
                assert NEUTRAL not in answer.text, f"/{command.qualified_name} {text!r:.20}"
                if not parameter.autocomplete:
                    continue
                data = payload(command, {parameter.display_name: text}, parameter.display_name)
                assert await suggested(two, data) is not None
    assert complain(caplog) == []


async def suggested(night: Evening, data: dict[str, Any]) -> list[dict[str, Any]] | None:
    """What is suggested for half-typed options; None if nothing came."""
    world, interactions = night.server.context.world, night.server.context.interactions
    person, channel = world.people[int(night.you.id)], world.channels[night.channel_id]
    return await interactions.choices(interactions.begin(AUTOCOMPLETE, person, channel, data, name=data["name"]))


async def test_the_cut_that_could_not_be_stored_is_refused(night: Evening) -> None:
    settings = next(command for command in commands(night) if command.name == "settings")
    answer = await sent(night, payload(settings, {"cut": -1}))
    assert "`cut` can’t be “-1”: give a whole number from 0 to 51." in answer.text
    assert (await night.service.people.settings(int(night.you.id))).cut == 0


async def test_what_the_commands_take_passes(night: Evening) -> None:
    for command in commands(night):
        check_given(night.client.tree, payload(command, {each.display_name: good(each) for each in command.parameters}))
