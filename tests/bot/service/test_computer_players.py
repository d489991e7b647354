"""Which computer players sit down at a table, and how well they play."""

from __future__ import annotations

import asyncio

import pytest

from bot.service.model import Changes, Refusal
from engine.game import GAMES
from engine.players import LEVELS, PLAYERS, PROBES
from engine.players.base import LEVEL_NAMES, Level
from engine.players.choosing import player_of
from tests.bot.named import named
from tests.bot.service.conftest import ANN, BO, House


@pytest.mark.parametrize("level", LEVEL_NAMES)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_level_plays_every_game_and_is_no_probe(game: str, level: Level) -> None:
    player = player_of(game, level, "friendly")
    assert player.plays(game)
    assert player.name in {**LEVELS, **PLAYERS}
    assert player.name not in PROBES
    there = [name for name in LEVELS if name.split("-")[0] == level and LEVELS[name].plays(game)]
    assert player.name in there if there else player.name == "careful", "a level is taken as soon as there is one"


def levels(house: House) -> list[tuple[str, str]]:
    """The computer players at the table, with their levels."""
    return [(sitter.name, sitter.level) for sitter in house.now.sitters if sitter.user_id is None]


async def test_the_level_that_was_chosen_last_is_remembered_there_and_for_the_person(house: House) -> None:
    await house.table(ANN, BO)
    assert house.now.settings.computers == "regular"
    await house.service.seats.choose_level(house.id, BO, "expert", house.key)
    assert house.now.settings.computers == "expert"
    await house.restart()
    assert house.now.settings.computers == "expert"
    assert (await house.service.people.settings(BO.user_id)).computers == "expert"
    assert (await house.service.people.settings(ANN.user_id)).computers == "regular"
    await house.service.close(house.id, ANN, house.key)
    await house.table(BO)
    assert house.now.settings.computers == "expert", "the next table begins with what its host chose last"
    await house.service.close(house.id, BO, house.key)
    await house.table(ANN)
    assert house.now.settings.computers == "regular"


async def test_only_who_sits_there_chooses_and_only_what_there_is(house: House) -> None:
    await house.table(ANN)
    for person, level, code in ((BO, "expert", "not_seated"), (ANN, "master", "unknown_button")):
        with pytest.raises(Refusal) as refused:
            await house.service.seats.choose_level(house.id, person, level, house.key)
        assert refused.value.code == code
    assert house.now.settings.computers == "regular"


async def test_a_host_who_sets_the_table_up_changes_no_level(house: House) -> None:
    await house.table(ANN)
    await house.service.seats.choose_level(house.id, ANN, "novice", house.key)
    await house.service.setting_up.change(house.id, ANN, Changes(settings={"quick": True}), house.key)
    assert (house.now.settings.quick, house.now.settings.computers) == (True, "novice")


async def test_who_is_added_while_the_choice_is_being_written_has_the_level_just_chosen(house: House) -> None:
    await house.table(ANN)
    seats = house.service.seats
    await asyncio.gather(
        seats.choose_level(house.id, ANN, "expert", house.key),
        seats.add_computer(house.id, ANN, lambda level: [f"the {level}"], house.key),
    )
    assert levels(house) == [("the expert", "expert")]


async def test_levels_go_along_to_another_game_and_to_a_rematch(house: House) -> None:
    await house.table(ANN)
    for name, level in zip(("Kit", "Ada", "Zeno"), LEVEL_NAMES, strict=True):
        await house.service.seats.add_computer(house.id, ANN, named(name), house.key, level=level)
    wanted = levels(house)
    assert [level for _, level in wanted] == list(LEVEL_NAMES)
    await house.service.going_on.another_game(house.id, ANN, "dompe", house.key)
    assert levels(house) == wanted
    table_id = house.id
    await house.service.close(table_id, ANN, house.key)
    await house.service.going_on.rematch(table_id, ANN, house.key)
    assert levels(house) == wanted


async def test_a_person_erased_or_asking_has_the_choice_among_the_data(house: House) -> None:
    await house.table(ANN)
    await house.service.seats.choose_level(house.id, ANN, "expert", house.key)
    about = await house.service.privacy.export(ANN.user_id)
    assert about["settings"]["computers"] == "expert"
