"""The presets of a server: saved, found by name, deleted, and whose they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.store.model.errors import Refusal
from bot.store.model.servers import Preset
from bot.store.presets import MOST
from engine.game import GAMES
from tests.bot.store.helpers import ANN, BO, GUILD, Steps

FRIDAY = Preset("Friday", "knock-poker", {"ante": 2, "bonuses": True}, 1, 40, ANN.user_id)


async def test_a_preset_is_kept_whole_with_its_version(store: Steps) -> None:
    await store.presets.save(GUILD, FRIDAY, 1, over_others=False)
    assert await store.presets.of(GUILD) == (FRIDAY,)
    assert await store.presets.of(GUILD + 1) == ()


async def test_saving_again_under_the_name_replaces_the_own_preset(store: Steps) -> None:
    await store.presets.save(GUILD, FRIDAY, 1, over_others=False)
    newer = replace(FRIDAY, name="FRIDAY", buy_in=60)
    await store.presets.save(GUILD, newer, 1, over_others=False)
    assert await store.presets.of(GUILD) == (newer,)


async def test_another_persons_preset_is_replaced_or_deleted_only_by_whoever_manages_the_server(store: Steps) -> None:
    await store.presets.save(GUILD, FRIDAY, 1, over_others=False)
    bos = replace(FRIDAY, made_by=BO.user_id)
    for attempt in (
        store.presets.save(GUILD, bos, 1, over_others=False),
        store.presets.delete(GUILD, "friday", BO.user_id, 1, of_others=False),
    ):
        with pytest.raises(Refusal) as caught:
            await attempt
        assert (caught.value.code, caught.value.details) == ("preset_of_another", {"given": "Friday"})
    await store.presets.save(GUILD, bos, 2, over_others=True)
    assert await store.presets.of(GUILD) == (bos,)
    assert await store.presets.delete(GUILD, "friday", ANN.user_id, 3, of_others=True) == bos
    assert await store.presets.of(GUILD) == ()
    log = (await store.servers.log(GUILD)).entries
    assert [(entry.what, entry.by, entry.about, dict(entry.details)) for entry in log] == [
        ("preset_deleted", ANN.user_id, BO.user_id, {"preset": "Friday"}),
        ("preset_replaced", BO.user_id, ANN.user_id, {"preset": "Friday"}),
    ]


async def test_what_is_done_to_ones_own_preset_stands_in_no_log(store: Steps) -> None:
    await store.presets.save(GUILD, FRIDAY, 1, over_others=True)
    await store.presets.save(GUILD, replace(FRIDAY, buy_in=9), 2, over_others=True)
    await store.presets.delete(GUILD, "friday", ANN.user_id, 3, of_others=True)
    assert (await store.servers.log(GUILD)).entries == ()


async def test_what_is_not_there_cannot_be_deleted(store: Steps) -> None:
    with pytest.raises(Refusal, match="no_preset"):
        await store.presets.delete(GUILD, "Friday", ANN.user_id, 1, of_others=True)


async def test_a_game_has_no_more_presets_than_fit_into_one_select(store: Steps) -> None:
    for number in range(MOST):
        await store.presets.save(GUILD, replace(FRIDAY, name=f"{number}"), 1, over_others=False)
    with pytest.raises(Refusal, match="too_many_presets"):
        await store.presets.save(GUILD, FRIDAY, 1, over_others=False)
    await store.presets.save(GUILD, replace(FRIDAY, name="0", buy_in=7), 1, over_others=False)
    await store.presets.save(GUILD, replace(FRIDAY, game="dompe"), 1, over_others=False)
    assert all(MOST + len(game.rules.presets) <= 25 for game in GAMES.values())
