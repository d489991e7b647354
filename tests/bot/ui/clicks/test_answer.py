"""Acknowledging: in time, once, and what is made of it when it goes astray."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import aiohttp
import discord
import pytest

from bot.ui.clicks import answer as module
from bot.ui.clicks.answer import Answer, Interaction, Way
from bot.ui.pages.page import sentence
from bot.ui.showing.sending import persevere


def failure(status: int, code: int, **headers: str) -> discord.HTTPException:
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    response = Mock(spec=aiohttp.ClientResponse, status=status, reason="", headers=headers)
    return kind(response, {"code": code, "message": ""})


class FakeInteraction:
    """An interaction whose first answers and edits meet the given failures, one after the other."""

    id = 4711

    def __init__(self, *failures: BaseException) -> None:
        self.failures = list(failures)
        self.done: list[tuple[Any, ...]] = []
        self.response = SimpleNamespace(defer=self.defer)
        self.followup = SimpleNamespace(send=self.send, edit_message=self.edit_sent)
        self.message = None

    def answer(self, way: Way) -> Answer:
        """What the bot answers it with."""
        return Answer(cast(Interaction, self), way)

    def _meet(self, *what: object) -> None:
        if self.failures:
            raise self.failures.pop(0)
        self.done.append(what)

    async def defer(self, *, ephemeral: bool = False, thinking: bool = False) -> SimpleNamespace:
        self._meet("defer", ephemeral, thinking)
        return SimpleNamespace(message_id=99)

    async def edit_original_response(self, **given: object) -> SimpleNamespace:
        self._meet("edit", given)
        return SimpleNamespace(id=99, components=[])

    async def delete_original_response(self) -> None:
        self._meet("delete")

    async def send(self, **given: object) -> SimpleNamespace:
        self._meet("follow up", given)
        return SimpleNamespace(id=100, components=[])

    async def edit_sent(self, message_id: int, **given: object) -> SimpleNamespace:
        self._meet("edit sent", message_id)
        return SimpleNamespace(id=message_id, components=[])


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    async def sleep(seconds: float) -> None:
        pass

    monkeypatch.setattr("bot.ui.showing.sending.asyncio.sleep", sleep)


@pytest.mark.parametrize(
    ("way", "asked"),
    [
        (Way.PRIVATE, ("defer", True, True)),
        (Way.PUBLIC, ("defer", False, True)),
        (Way.UPDATE, ("defer", False, False)),
        (Way.ASIDE, ("defer", False, False)),
    ],
)
async def test_each_way_defers_as_discord_wants_it(way, asked) -> None:
    interaction = FakeInteraction()
    assert await interaction.answer(way).acknowledge()
    assert interaction.done == [asked]


@pytest.mark.parametrize(
    "error",
    [failure(400, 40060), discord.InteractionResponded(Mock(spec=discord.Interaction, id=1))],
    ids=["40060", "responded"],
)
async def test_what_was_acknowledged_before_counts(error) -> None:
    assert await FakeInteraction(error).answer(Way.PRIVATE).acknowledge()


async def test_what_comes_too_late_is_not_carried_out() -> None:
    assert not await FakeInteraction(failure(404, 10062)).answer(Way.PRIVATE).acknowledge()


@pytest.mark.parametrize("error", [aiohttp.ServerDisconnectedError(), ConnectionResetError(), failure(502, 0)])
async def test_a_lost_line_is_tried_again(error) -> None:
    interaction = FakeInteraction(error, error)
    assert await interaction.answer(Way.PRIVATE).acknowledge()
    assert len(interaction.done) == 1


async def test_a_lost_answer_is_found_out_by_the_second_attempt() -> None:
    interaction = FakeInteraction(aiohttp.ServerDisconnectedError(), failure(400, 40060))
    assert await interaction.answer(Way.UPDATE).acknowledge()


async def test_where_it_stays_unknown_whether_discord_heard_the_action_is_carried_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    interaction = FakeInteraction(*[aiohttp.ServerDisconnectedError()] * 1_000_000)
    assert await interaction.answer(Way.UPDATE).acknowledge()


async def test_where_discord_refuses_all_the_time_the_action_is_not_carried_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    interaction = FakeInteraction(*[failure(429, 0)] * 1_000_000)
    assert not await interaction.answer(Way.UPDATE).acknowledge()


@pytest.mark.parametrize("error", [failure(401, 50027), failure(404, 10015), failure(404, 10008)])
async def test_an_answer_to_a_dead_token_is_dropped(error, caplog: pytest.LogCaptureFixture) -> None:
    interaction = FakeInteraction(error)
    answer = interaction.answer(Way.PRIVATE)
    assert await answer.show(sentence("hello")) is None
    assert interaction.done == []
    assert not [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]


@pytest.mark.parametrize("error", [aiohttp.ServerDisconnectedError(), failure(500, 0), failure(429, 0)])
async def test_a_later_answer_is_tried_again(error) -> None:
    interaction = FakeInteraction(error, error)
    answer = interaction.answer(Way.PRIVATE)
    assert await answer.show(sentence("hello")) == 99
    assert len(interaction.done) == 1


async def test_a_private_word_takes_the_place_of_a_public_acknowledgement() -> None:
    interaction = FakeInteraction()
    answer = interaction.answer(Way.PUBLIC)
    await answer.tell(sentence("no"))
    assert [what[0] for what in interaction.done] == ["delete", "follow up"]
    assert interaction.done[1][1]["ephemeral"] is True


async def test_a_private_word_stands_beside_a_message_that_was_clicked() -> None:
    interaction = FakeInteraction()
    answer = interaction.answer(Way.UPDATE)
    await answer.tell(sentence("no"))
    assert [what[0] for what in interaction.done] == ["follow up"]


async def test_what_is_answered_aside_is_never_shown_in_the_message_that_was_clicked() -> None:
    interaction: Any = FakeInteraction()
    interaction.message = SimpleNamespace(id=7)
    answer = Answer(interaction, Way.ASIDE)
    assert await answer.acknowledge()
    assert (answer.original, answer.message_id) == (7, None), "its token edits what was pressed; the answer doesn't"
    assert [await answer.show(sentence("cards")) for _ in range(2)] == [100, 100]
    assert [what[0] for what in interaction.done] == ["defer", "follow up", "edit sent"]
    assert interaction.done[1][1]["ephemeral"] is True


async def test_what_cannot_help_is_not_tried_again() -> None:
    tried = []

    async def send() -> None:
        tried.append(1)
        raise failure(403, 50013)

    with pytest.raises(discord.Forbidden):
        await persevere(send)
    assert len(tried) == 1


async def test_a_pause_that_discord_asks_for_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    paused: list[float] = []

    async def sleep(seconds: float) -> None:
        paused.append(seconds)

    monkeypatch.setattr("bot.ui.showing.sending.asyncio.sleep", sleep)
    failures = [failure(429, 0, **{"Retry-After": "7.5"})]

    async def send() -> str:
        if failures:
            raise failures.pop()
        return "sent"

    assert await persevere(send) == "sent"
    assert paused == [7.5]


@pytest.mark.parametrize(("way", "done"), [(Way.PRIVATE, "edit"), (Way.PUBLIC, "delete")])
async def test_an_answer_that_is_owed_is_made_good_when_discord_takes_it(way: Way, done: str) -> None:
    interaction = FakeInteraction()
    answer = interaction.answer(way)
    assert await answer.acknowledge()
    assert answer.owed
    interaction.failures = [failure(503, 0) for _ in range(30)]
    assert await answer.show(sentence("too late")) is None
    assert answer.owed
    await answer.make_good(sentence("late"))
    assert not answer.owed
    assert interaction.failures == []
    assert [what for what, *_ in interaction.done] == ["defer", done]


@pytest.mark.parametrize("way", [Way.PRIVATE, Way.PUBLIC])
async def test_nothing_is_owed_any_more_by_a_token_that_is_dead(way: Way) -> None:
    interaction = FakeInteraction()
    answer = interaction.answer(way)
    assert await answer.acknowledge()
    interaction.failures = [failure(404, 10015)]
    await answer.make_good(sentence("late"))
    assert not answer.owed
    assert [what for what, *_ in interaction.done] == ["defer"]


@pytest.mark.parametrize("way", [Way.UPDATE, Way.ASIDE])
async def test_a_press_under_a_message_leaves_nothing_thinking(way: Way) -> None:
    interaction = FakeInteraction()
    answer = interaction.answer(way)
    assert await answer.acknowledge()
    assert not answer.owed
    await answer.give_up(sentence("over"))
    assert [what for what, *_ in interaction.done] == ["defer"]


@pytest.mark.parametrize("error", [failure(503, 0), aiohttp.ServerDisconnectedError(), None])
async def test_whoever_waits_when_the_bot_stops_is_told_by_one_request(error: Exception | None) -> None:
    interaction = FakeInteraction()
    answer = interaction.answer(Way.PRIVATE)
    assert await answer.acknowledge()
    interaction.failures = [error] if error is not None else []
    await answer.give_up(sentence("over"))
    assert answer.owed == (error is not None), "the next start looks after it"
    assert len(interaction.done) == (1 if error is not None else 2)
