"""What a person's action takes, counted over a whole deal: never more than was reached."""

from __future__ import annotations

import pytest

from tests.bench import bench_requests
from tests.bench.bench_requests import GOALS, Found, one_table


@pytest.fixture
async def a_deal(monkeypatch: pytest.MonkeyPatch) -> Found:
    """What was counted in the first deal of four people who play from their panels in the channel."""
    monkeypatch.setattr(bench_requests, "DEALS", 1)
    return await one_table("knock-poker", 4, 0, "channel")


async def test_an_action_of_a_first_deal_asks_draws_and_sends_little(a_deal: Found) -> None:
    """The first deal takes the most: everybody gets a direct message, and opens the panel in the channel.

    The cards and the moves are always the same, and so are these counts, on any machine: whoever changes the moves
    counts anew, and whoever makes an action cheaper lowers them.
    """
    assert a_deal.actions == 35
    assert a_deal.drawn == 47, "1.34 an action"
    assert a_deal.sent <= 55
    assert a_deal.own.total() <= 18, a_deal.own
    assert a_deal.by_tokens <= 146
    assert a_deal.bytes <= 975_000, "27.4 kB an action"


async def test_talk_between_deals_leaves_an_action_within_its_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table's message comes anew with the second deal, and goes on by the token of the press that began it."""
    monkeypatch.setattr(bench_requests, "DEALS", 2)
    found = await one_table("poch", 2, 1, "direct talk")
    assert found.deals == 2
    assert found.own.total() <= GOALS["own"] * found.actions, found.own
    assert found.own["PATCH /channels/{channel_id}/messages/{message_id}"] <= 3, "mostly before the first press"
