"""Acknowledging: in time, once, and what is made of it when it goes astray."""

from __future__ import annotations

from types import SimpleNamespace

import aiohttp
import discord
import pytest

from bot.ui.clicks import answer as module
from bot.ui.clicks.answer import Answer, Way
from bot.ui.pages.page import sentence
from bot.ui.showing.sending import persevere


def failure(status: int, code: int, **headers: str) -> discord.HTTPException:
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    response = SimpleNamespace(status=status, reason="", headers=headers)
    return kind(response, {"code": code, "message": ""})


class FakeInteraction:
    """An interaction whose first answers and edits meet the given failures, one after the other."""

    id = 4711

    def __init__(self, *failures: BaseException) -> None:
        self.failures = list(failures)
        self.done: list[tuple] = []
        self.response = SimpleNamespace(defer=self.defer)
        self.followup = SimpleNamespace(send=self.send, edit_message=self.edit_sent)
        self.message = None

    def _meet(self, *what) -> None:
        if self.failures:
            error = self.failures.pop(0)
            if error is not None:
                raise error
        self.done.append(what)

    async def defer(self, *, ephemeral=False, thinking=False):
        self._meet("defer", ephemeral, thinking)
        return SimpleNamespace(message_id=99)

    async def edit_original_response(self, **given):
        self._meet("edit", given)
        return SimpleNamespace(id=99, components=[])

    async def delete_original_response(self):
        self._meet("delete")

    async def send(self, **given):
        self._meet("follow up", given)
        return SimpleNamespace(id=100, components=[])

    async def edit_sent(self, message_id, **given):
        self._meet("edit sent", message_id)
        return SimpleNamespace(id=message_id, components=[])


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch):
    async def sleep(seconds):
        return None

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
async def test_each_way_defers_as_discord_wants_it(way, asked):
    interaction = FakeInteraction()
    assert await Answer(interaction, way).acknowledge()
    assert interaction.done == [asked]


@pytest.mark.parametrize(
    "error",
    [failure(400, 40060), discord.InteractionResponded(SimpleNamespace(id=1, response=None))],
    ids=["40060", "responded"],
)
async def test_what_was_acknowledged_before_counts(error):
    assert await Answer(FakeInteraction(error), Way.PRIVATE).acknowledge()


async def test_what_comes_too_late_is_not_carried_out():
    assert not await Answer(FakeInteraction(failure(404, 10062)), Way.PRIVATE).acknowledge()


@pytest.mark.parametrize("error", [aiohttp.ServerDisconnectedError(), ConnectionResetError(), failure(502, 0)])
async def test_a_lost_line_is_tried_again(error):
    interaction = FakeInteraction(error, error)
    assert await Answer(interaction, Way.PRIVATE).acknowledge()
    assert len(interaction.done) == 1


async def test_a_lost_answer_is_found_out_by_the_second_attempt():
    interaction = FakeInteraction(aiohttp.ServerDisconnectedError(), failure(400, 40060))
    assert await Answer(interaction, Way.UPDATE).acknowledge()


async def test_where_it_stays_unknown_whether_discord_heard_the_action_is_carried_out(monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    interaction = FakeInteraction(*[aiohttp.ServerDisconnectedError()] * 1_000_000)
    assert await Answer(interaction, Way.UPDATE).acknowledge()


async def test_where_discord_refuses_all_the_time_the_action_is_not_carried_out(monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    interaction = FakeInteraction(*[failure(429, 0)] * 1_000_000)
    assert not await Answer(interaction, Way.UPDATE).acknowledge()


@pytest.mark.parametrize("error", [failure(401, 50027), failure(404, 10015), failure(404, 10008)])
async def test_an_answer_to_a_dead_token_is_dropped(error, caplog):
    answer = Answer(FakeInteraction(error), Way.PRIVATE)
    assert await answer.show(sentence("hello")) is None
    assert answer.interaction.done == []
    assert not [one for one in caplog.records if one.levelname in ("WARNING", "ERROR")]


@pytest.mark.parametrize("error", [aiohttp.ServerDisconnectedError(), failure(500, 0), failure(429, 0)])
async def test_a_later_answer_is_tried_again(error):
    answer = Answer(FakeInteraction(error, error), Way.PRIVATE)
    assert await answer.show(sentence("hello")) == 99
    assert len(answer.interaction.done) == 1


async def test_a_private_word_takes_the_place_of_a_public_acknowledgement():
    answer = Answer(FakeInteraction(), Way.PUBLIC)
    await answer.tell(sentence("no"))
    assert [what[0] for what in answer.interaction.done] == ["delete", "follow up"]
    assert answer.interaction.done[1][1]["ephemeral"] is True


async def test_a_private_word_stands_beside_a_message_that_was_clicked():
    answer = Answer(FakeInteraction(), Way.UPDATE)
    await answer.tell(sentence("no"))
    assert [what[0] for what in answer.interaction.done] == ["follow up"]


async def test_what_is_answered_aside_is_never_shown_in_the_message_that_was_clicked():
    interaction = FakeInteraction()
    interaction.message = SimpleNamespace(id=7)
    answer = Answer(interaction, Way.ASIDE)
    assert await answer.acknowledge()
    assert (answer.original, answer.message_id) == (7, None), "its token edits what was pressed; the answer doesn't"
    assert [await answer.show(sentence("cards")) for _ in range(2)] == [100, 100]
    assert [what[0] for what in interaction.done] == ["defer", "follow up", "edit sent"]
    assert interaction.done[1][1]["ephemeral"] is True


async def test_what_cannot_help_is_not_tried_again():
    tried = []

    async def send():
        tried.append(1)
        raise failure(403, 50013)

    with pytest.raises(discord.Forbidden):
        await persevere(send)
    assert len(tried) == 1


async def test_a_pause_that_discord_asks_for_is_kept(monkeypatch):
    paused = []

    async def sleep(seconds):
        paused.append(seconds)

    monkeypatch.setattr("bot.ui.showing.sending.asyncio.sleep", sleep)
    failures = [failure(429, 0, **{"Retry-After": "7.5"})]

    async def send():
        if failures:
            raise failures.pop()
        return "sent"

    assert await persevere(send) == "sent"
    assert paused == [7.5]
