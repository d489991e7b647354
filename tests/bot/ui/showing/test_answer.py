"""Acknowledging: in time, once, and what is made of it when it goes astray."""

from __future__ import annotations

import asyncio
import contextlib
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import aiohttp
import discord
import pytest

from bot.ui.pages.page import KeptFile, Page, sentence
from bot.ui.showing import answer as module
from bot.ui.showing.answer import Answer, Interaction, Way
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
        self.response = SimpleNamespace(defer=self.defer, edit_message=self.update)
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

    async def update(self, **given: object) -> SimpleNamespace:
        self._meet("update", given)
        message = Mock(spec=discord.InteractionMessage, id=98, components=[], attachments=[])
        return SimpleNamespace(resource=message, message_id=98)

    async def edit_original_response(self, **given: object) -> SimpleNamespace:
        self._meet("edit", given)
        return SimpleNamespace(id=99, components=[], attachments=[])

    async def delete_original_response(self) -> None:
        self._meet("delete")

    async def send(self, **given: object) -> SimpleNamespace:
        self._meet("follow up", given)
        return SimpleNamespace(id=100, components=[], attachments=[])

    async def edit_sent(self, message_id: int, **given: object) -> SimpleNamespace:
        self._meet("edit sent", message_id)
        return SimpleNamespace(id=message_id, components=[], attachments=[])


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
    assert answer.pending
    interaction.failures = [failure(503, 0) for _ in range(30)]
    assert await answer.show(sentence("too late")) is None
    assert answer.pending
    await answer.finish_later(sentence("late"))
    assert not answer.pending
    assert interaction.failures == []
    assert [what for what, *_ in interaction.done] == ["defer", done]


@pytest.mark.parametrize("way", [Way.PRIVATE, Way.PUBLIC])
async def test_nothing_is_owed_any_more_by_a_token_that_is_dead(way: Way) -> None:
    interaction = FakeInteraction()
    answer = interaction.answer(way)
    assert await answer.acknowledge()
    interaction.failures = [failure(404, 10015)]
    await answer.finish_later(sentence("late"))
    assert not answer.pending
    assert [what for what, *_ in interaction.done] == ["defer"]


@pytest.mark.parametrize("way", [Way.UPDATE, Way.ASIDE])
async def test_a_press_under_a_message_leaves_nothing_thinking(way: Way) -> None:
    interaction = FakeInteraction()
    answer = interaction.answer(way)
    assert await answer.acknowledge()
    assert not answer.pending
    await answer.finish_at_once(sentence("over"))
    assert [what for what, *_ in interaction.done] == ["defer"]


@pytest.mark.parametrize("error", [failure(503, 0), aiohttp.ServerDisconnectedError(), None])
async def test_whoever_waits_when_the_bot_stops_is_told_by_one_request(error: Exception | None) -> None:
    interaction = FakeInteraction()
    answer = interaction.answer(Way.PRIVATE)
    assert await answer.acknowledge()
    interaction.failures = [error] if error is not None else []
    await answer.finish_at_once(sentence("over"))
    assert answer.pending == (error is not None), "the next start looks after it"
    assert len(interaction.done) == (1 if error is not None else 2)


def kinds(interaction: FakeInteraction) -> list[object]:
    """What was asked of Discord, in order."""
    return [what for what, *_ in interaction.done]


async def soon_over() -> None:
    """Waits until nothing can come soon any more; ``asyncio.sleep`` doesn't wait here."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(2 * module.SOON):
            await asyncio.Event().wait()


class Soon:
    """The answer to a press that its page is to acknowledge."""

    def __init__(self, *failures: BaseException) -> None:
        self.interaction, self.heard = FakeInteraction(*failures), 0
        self.answer = self.interaction.answer(Way.UPDATE)
        self.answer.acknowledge_soon(self._hear)

    def _hear(self) -> None:
        self.heard += 1


async def test_a_page_that_comes_soon_is_the_acknowledgement() -> None:
    soon = Soon()
    assert await soon.answer.show(sentence("done")) == 98
    assert await soon.answer.acknowledged()
    await soon_over()
    assert (kinds(soon.interaction), soon.heard) == (["update"], 1)
    await soon.answer.show(sentence("more"))
    assert kinds(soon.interaction) == ["update", "edit"]


async def test_a_page_that_is_long_in_coming_is_preceded_by_an_acknowledgement() -> None:
    soon = Soon()
    await soon_over()
    assert (kinds(soon.interaction), soon.heard) == (["defer"], 1)
    assert await soon.answer.show(sentence("done")) == 99
    assert await soon.answer.acknowledged()
    assert (kinds(soon.interaction), soon.heard) == (["defer", "edit"], 1)


async def test_what_shows_nothing_is_acknowledged_too() -> None:
    soon = Soon()
    assert await soon.answer.acknowledged()
    assert await soon.answer.acknowledged()
    assert (kinds(soon.interaction), soon.heard) == (["defer"], 1)


async def test_words_beside_the_message_follow_the_acknowledgement() -> None:
    soon = Soon()
    await soon.answer.tell(sentence("no"))
    assert kinds(soon.interaction) == ["defer", "follow up"]


async def test_a_page_that_discord_does_not_take_at_once_is_shown_afterwards() -> None:
    soon = Soon(failure(400, 50035))
    assert await soon.answer.show(sentence("done")) == 99
    assert (kinds(soon.interaction), soon.heard) == (["defer", "edit"], 1)


async def test_a_page_that_nobody_knows_to_have_arrived_is_shown_again() -> None:
    soon = Soon(aiohttp.ServerDisconnectedError(), failure(400, 40060), failure(400, 40060))
    assert await soon.answer.show(sentence("done")) == 99
    assert (kinds(soon.interaction), soon.heard) == (["edit"], 1)
    assert not soon.answer.elsewhere


async def test_a_page_that_hangs_is_overtaken_by_an_acknowledgement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ATTEMPT", 0.01)
    soon = Soon()

    async def hang(**given: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(soon.interaction.response, "edit_message", hang)
    assert await soon.answer.show(sentence("done")) == 99
    assert kinds(soon.interaction)[-1] == "edit"
    assert set(kinds(soon.interaction)[:-1]) == {"defer"}


async def test_a_press_whose_page_is_called_off_is_heard_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    soon, begun = Soon(), asyncio.Event()

    async def hang(**given: object) -> None:
        begun.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(soon.interaction.response, "edit_message", hang)
    showing = asyncio.create_task(soon.answer.show(sentence("done")))
    await begun.wait()
    showing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await showing
    await soon.answer.finish_at_once(sentence("over"))
    assert (kinds(soon.interaction), soon.heard) == (["defer"], 1)


async def test_a_page_that_was_surely_refused_leaves_its_files(monkeypatch: pytest.MonkeyPatch) -> None:
    soon, page = Soon(failure(400, 50035)), sentence("done")
    kept = {b"digest": KeptFile(7, "hand.png")}
    given: list[object] = []
    monkeypatch.setattr(Page, "changed_files", lambda page, kept: given.append(kept))
    await soon.answer.show(page, kept)
    assert given == [kept, kept]


async def test_a_page_that_comes_too_late_is_dropped() -> None:
    soon = Soon(failure(404, 10062), failure(404, 10062), failure(404, 10015))
    assert await soon.answer.show(sentence("done")) is None
    assert not await soon.answer.acknowledged()
    assert (kinds(soon.interaction), soon.heard) == ([], 0)


async def test_a_bot_that_stops_leaves_no_press_unheard() -> None:
    soon = Soon()
    await soon.answer.finish_at_once(sentence("over"))
    assert kinds(soon.interaction) == ["defer"]


@pytest.mark.parametrize(("seconds", "fresh"), [(-3.0, False), (-0.1, True), (0.4, True), (1.5, False)])
def test_only_what_was_pressed_a_moment_ago_is_fresh(seconds: float, fresh: bool) -> None:
    pressed = discord.utils.snowflake_time(4711 << 22)
    interaction = Mock(spec=discord.Interaction, created_at=pressed)
    assert module.is_fresh(interaction, pressed.timestamp() + seconds) is fresh
