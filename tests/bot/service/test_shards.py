"""Which servers belong to which shard, and which shards a process holds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.service.shards import Shards, listed
from bot.store.model.servers import NO_SERVER

GUILDS = st.integers(1 << 22, 1 << 63)


@given(GUILDS, st.integers(1, 200))
def test_a_server_belongs_to_one_of_the_shards_and_direct_messages_to_the_first(guild_id: int, count: int) -> None:
    shards = Shards(count)
    assert shards.of(guild_id) == (guild_id >> 22) % count
    assert shards.of(NO_SERVER) == 0
    assert shards.holds(guild_id)
    assert [Shards(count, frozenset({shard})).holds(guild_id) for shard in range(count)].count(True) == 1


@given(GUILDS)
def test_as_long_as_their_number_is_not_known_there_is_one(guild_id: int) -> None:
    assert (Shards().held, Shards().of(guild_id), Shards().holds(guild_id)) == ((0,), 0, True)


@pytest.mark.parametrize(
    ("count", "ids", "held"),
    [
        (0, "", (0,)),
        (4, " ", (0, 1, 2, 3)),
        (8, "0-3,6", (0, 1, 2, 3, 6)),
        (8, " 7 , 0 - 1, 7 ", (0, 1, 7)),
        (1, "0", (0,)),
    ],
)
def test_the_shards_of_the_settings(count: int, ids: str, held: tuple[int, ...]) -> None:
    shards = Shards.read(count, ids)
    assert (shards.count, shards.held) == (count, held)


@pytest.mark.parametrize(
    ("count", "ids", "why"),
    [
        (0, "0", "must be set, too, as KNOCKABOUT_SHARDS"),
        (4, "0-3,6", "the last one is 3"),
        (4, "4", "the last one is 3"),
        (4, "3-1", "backwards"),
        *((4, ids, "such as 0-3,6") for ids in ("all", "1,", "-1", "1--2", "1.5", "0;1", ",")),
    ],
)
def test_impossible_shards_are_refused(count: int, ids: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Shards.read(count, ids)


def test_shards_in_words() -> None:
    assert [listed(ids) for ids in ((2,), (0, 2), (0, 1, 2))] == ["shard 2", "shards 0 and 2", "shards 0, 1 and 2"]
    told = [str(Shards.read(count, ids)) for count, ids in ((0, ""), (1, ""), (3, ""), (8, "0-1,6"))]
    assert told == ["as many shards as Discord recommends", "1 shard", "3 shards", "shards 0, 1 and 6 of 8"]
