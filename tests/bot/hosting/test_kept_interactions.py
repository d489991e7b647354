"""While two processes have a connection for a shard, each interaction is served once."""

from __future__ import annotations

from typing import Any, cast

import pytest

from bot.hosting.kept_interactions import KeptInteractions
from bot.service.shards import Shards
from bot.store.lease_sql import ANSWERED_WITHIN
from tests.bot.store.helpers import Clock


class Client:
    """What is needed of the client: which shards are played on, and what came in."""

    def __init__(self) -> None:
        self.service = self
        self.shards = Shards(2, frozenset())
        self.playing: set[int] = set()
        self.received: list[str] = []
        self.desk = self
        self.heard: set[int] = set()

    def plays_on(self, shard: int) -> bool:
        return shard in self.playing

    def was_heard(self, interaction_id: int) -> bool:
        return interaction_id in self.heard

    def receive(self, data: Any) -> None:
        if data["id"] == "13":
            raise KeyError
        self.received.append(data["id"])


def press(number: str, shard: int | None) -> dict[str, Any]:
    """A press in a server of that shard; None: in direct messages."""
    return {"id": number} if shard is None else {"id": number, "guild_id": str(shard << 22)}


@pytest.fixture
def client() -> Client:
    return Client()


def test_what_comes_before_the_lease_is_served_with_it_in_order(client: Client) -> None:
    kept = KeptInteractions(cast(Any, client), Clock())
    for number, shard in (("13", 1), ("1", 1), ("2", 0), ("3", 1), ("4", None)):
        assert kept.keeps(press(number, shard))
    client.playing.add(1)
    kept.serve()
    assert client.received == ["1", "3"]
    assert not kept.keeps(press("5", 1)), "it is served at once"
    client.playing.add(0)
    kept.serve()
    kept.serve()
    assert client.received == ["1", "3", "2", "4"], "direct messages are of shard 0"


def test_what_cannot_be_answered_any_more_is_forgotten(client: Client) -> None:
    kept = KeptInteractions(cast(Any, client), clock := Clock())
    assert kept.keeps(press("1", 0))
    clock.now += ANSWERED_WITHIN - 1
    assert kept.keeps(press("2", 0))
    clock.now += 2
    client.playing.add(0)
    kept.serve()
    assert client.received == ["2"]


def test_what_another_process_has_taken_is_not_looked_at_again(client: Client) -> None:
    kept = KeptInteractions(cast(Any, client), Clock())
    for number in ("1", "2"):
        assert kept.keeps(press(number, None))
    client.heard.add(1)
    client.playing.add(0)
    kept.serve()
    assert client.received == ["2"]
