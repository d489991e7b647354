"""The tokens of presses: what each can edit, for how long, and that nobody reads them anywhere."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.store.tokens import Token
from bot.ui.pages.page import KeptFile, Picture
from bot.ui.showing import tokens as module
from bot.ui.showing.tokens import TOKEN_LIFE, Tokens, UnreachableError
from tests.bot.ui.showing.places import DOWN, failure, page

TABLE, ANN, BO, LIVE, PANEL = 7, 41, 42, 900, 901


def number(token: Token | None) -> int | None:
    """The interaction whose token it is."""
    return token.interaction_id if token is not None else None


class Shelf:
    """A store of tokens in memory."""

    def __init__(self, *rows: Token) -> None:
        self.rows = {token.interaction_id: token for token in rows}

    async def all(self):
        return tuple(self.rows.values())

    async def keep(self, tokens, gone=()):
        for number in gone:
            self.rows.pop(number, None)
        self.rows |= {token.interaction_id: token for token in tokens}


class Hook:
    """Discord's end of a token: notes what is asked, and fails where that is wanted."""

    def __init__(self) -> None:
        self.asked: list[tuple] = []
        self.fail: list = []

    def partial(self, application_id, secret, *, client):
        self.secret = secret
        return self

    def _meet(self, *what):
        self.asked.append((self.secret, *what))
        if self.fail:
            raise failure(*self.fail.pop(0))
        return SimpleNamespace(id=PANEL, components=[], attachments=[])

    async def edit_message(self, message_id, **given):
        return self._meet("edit", message_id, given.get("attachments"))

    async def fetch_message(self, message_id):
        return self._meet("fetch", message_id)

    async def delete_message(self, message_id):
        return self._meet("delete", message_id)

    async def send(self, **given):
        return self._meet("send", given["ephemeral"])


class Given(SimpleNamespace):
    """What is known of an answer."""


class Desk:
    """A clock, Discord's end, and what is done in the background."""

    def __init__(self, monkeypatch, *rows: Token) -> None:
        self.now, self.hook = 1000.0, Hook()
        self.pending = False
        """Whether the answers to the next presses are pending."""
        self.shelf = Shelf(*rows)
        shelf: Any = self.shelf
        self.background: list[Any] = []
        client: Any = None
        monkeypatch.setattr(discord, "Webhook", self.hook)
        self.tokens = Tokens(shelf, client, self.background.append, lambda: self.now)

    def press(self, number: int, original: int | None = LIVE, user: int = ANN, *, direct: bool = False) -> Token:
        interaction = SimpleNamespace(
            id=number,
            application_id=5,
            token=f"secret {number}",
            user=SimpleNamespace(id=user),
            channel_id=60 if direct else 50,
            guild_id=None if direct else 1,
        )
        answer: Any = Given(interaction=interaction, key=number, original=original, pending=self.pending)
        self.answer = answer
        return self.tokens.noted(answer, TABLE)

    async def settled(self) -> dict[int, Token]:
        """What is stored once everything in the background is done."""
        while self.background:
            await self.background.pop(0)
        return self.shelf.rows


@pytest.fixture
async def desk(monkeypatch):
    desk = Desk(monkeypatch)
    yield desk
    desk.tokens.close()
    await desk.settled()


async def test_a_press_edits_what_was_pressed_by_the_name_of_the_original_and_what_was_sent_with_it_by_number(desk):
    token = desk.press(1)
    message = await desk.tokens.post(token, page("a panel"))
    await desk.tokens.edit(LIVE, page("table"), {})
    hand = Picture(b"a hand", "hand.png", "a hand")
    shown = replace(page("panel"), picture=hand)
    known = {hand.digest: KeptFile(5, hand.name)}
    await desk.tokens.edit(message.id, shown, known)
    assert [what[1:] for what in desk.hook.asked] == [
        ("send", True),
        ("edit", "@original", []),
        ("edit", PANEL, [known[hand.digest]]),
    ]


async def test_a_press_sends_an_answer_that_everybody_sees_to_what_was_pressed_and_edits_it(desk):
    desk.press(1, original=LIVE + 7)
    assert desk.tokens.answering(LIVE) is None
    token = desk.press(2)
    assert desk.tokens.answering(LIVE) is token
    message = await desk.tokens.answer(token, page("a table"))
    assert [what[1:] for what in desk.hook.asked] == [("send", False)]
    assert number(desk.tokens.editing(message.id)) == number(desk.tokens.answering(message.id)) == 2
    await desk.tokens.delete(LIVE)
    assert desk.tokens.answering(message.id) is None, "it would answer what is gone"


async def test_the_youngest_press_of_anybody_edits_the_table_and_the_youngest_of_a_person_sends_to_that_person(desk):
    desk.press(1)
    desk.press(3, user=BO)
    desk.press(2)
    assert number(desk.tokens.editing(LIVE)) == 3
    assert number(desk.tokens.of(TABLE, ANN)) == 2
    assert number(desk.tokens.of(TABLE, BO)) == 3
    assert desk.tokens.of(TABLE + 1, ANN) is None
    assert desk.tokens.editing(LIVE + 5) is None


async def test_a_token_whose_own_answer_is_pending_sends_only_where_there_is_no_other(desk):
    desk.press(1)
    desk.pending = True
    desk.press(2, PANEL)
    answer = desk.answer
    assert number(desk.tokens.of(TABLE, ANN)) == 1
    assert desk.tokens.answering(PANEL) is None
    desk.now += TOKEN_LIFE - 1
    desk.press(3, PANEL + 1)
    last = desk.answer
    desk.now += 1
    assert number(desk.tokens.of(TABLE, ANN)) == 3, "the first is dead by now"
    answer.pending = last.pending = False
    assert number(desk.tokens.answering(PANEL + 1)) == 3


async def test_a_message_is_found_by_the_token_that_sent_it(desk):
    desk.press(1)
    assert await desk.tokens.find(2, PANEL + 7) is None, "nobody knows that token"
    desk.hook.fail = [(404, 10008)]
    assert await desk.tokens.find(1, PANEL + 7) is None, "somebody else has sent it"
    assert desk.tokens.editing(PANEL) is None
    assert (await desk.tokens.find(1, PANEL)).id == PANEL
    assert number(desk.tokens.editing(PANEL)) == 1
    desk.hook.fail = [DOWN]
    with pytest.raises(discord.HTTPException):
        await desk.tokens.find(1, PANEL)
    desk.hook.fail = [(401, 50027)]
    assert await desk.tokens.find(1, PANEL) is None, "the token is dead"
    assert desk.tokens.of(TABLE, ANN) is None


async def test_a_press_on_a_direct_message_edits_it_but_sends_nothing_to_the_channel(desk):
    desk.press(1, PANEL, direct=True)
    assert number(desk.tokens.editing(PANEL)) == 1
    assert desk.tokens.of(TABLE, ANN) is None


async def test_no_token_is_used_after_fourteen_minutes(desk):
    desk.press(1)
    desk.now += TOKEN_LIFE - 1
    assert desk.tokens.left(LIVE) == 1
    desk.now += 1
    assert desk.tokens.editing(LIVE) is None
    assert desk.tokens.of(TABLE, ANN) is None
    with pytest.raises(UnreachableError):
        await desk.tokens.edit(LIVE, page("too late"), {})
    assert desk.hook.asked == []


@pytest.mark.parametrize("dead", [(401, 50027), (401, 0), (404, 10015)])
async def test_a_token_that_discord_refuses_is_dropped_at_once(desk, dead):
    desk.press(1)
    desk.hook.fail = [dead]
    with pytest.raises(UnreachableError):
        await desk.tokens.edit(LIVE, page("no"), {})
    with pytest.raises(UnreachableError):
        await desk.tokens.edit(LIVE, page("no"), {})
    assert len(desk.hook.asked) == 1
    assert await desk.settled() == {}


async def test_what_fails_for_another_reason_leaves_the_token(desk):
    desk.press(1)
    desk.hook.fail = [DOWN]
    with pytest.raises(discord.HTTPException):
        await desk.tokens.edit(LIVE, page("down"), {})
    await desk.tokens.edit(LIVE, page("up"), {})
    assert len(desk.hook.asked) == 2


async def test_a_person_has_one_token_for_each_message_however_often_it_is_pressed(desk):
    for number in range(1, 6):
        desk.press(number)
    assert set(await desk.settled()) == {5}
    desk.tokens.sent(5, PANEL)
    desk.press(6)
    assert set(await desk.settled()) == {5, 6}, "the older one still edits the panel"
    await desk.tokens.delete(PANEL)
    assert desk.tokens.editing(PANEL) is None
    desk.press(7)
    assert set(await desk.settled()) == {7}


async def test_a_token_with_which_something_is_being_sent_edits_it_though_the_person_presses_again(desk):
    desk.press(1)
    with desk.tokens.using(1):
        desk.press(2)
        desk.tokens.sent(1, PANEL)
    assert number(desk.tokens.editing(PANEL)) == 1
    desk.press(3)
    assert set(await desk.settled()) == {1, 3}, "what has sent nothing is forgotten again"


async def test_tokens_go_on_after_a_restart_and_old_ones_are_struck_out(monkeypatch, desk):
    desk.press(1)
    desk.press(2, user=BO)
    desk.tokens.sent(2, PANEL)
    old = Token(3, 5, "old", ANN, TABLE, 50, False, LIVE, 0.0)
    after = Desk(monkeypatch, *(await desk.settled()).values(), old)
    await after.tokens.load()
    assert number(after.tokens.editing(PANEL)) == 2
    assert number(after.tokens.of(TABLE, ANN)) == 1
    assert set(await after.settled()) == {1, 2}
    after.tokens.close()


async def test_a_token_is_deleted_fifteen_minutes_after_its_press(monkeypatch, desk):
    monkeypatch.setattr(module, "SWEEPING", 0.01)
    desk.press(1)
    desk.now += TOKEN_LIFE + 59
    await asyncio.sleep(0.05)
    assert set(await desk.settled()) == {1}
    desk.now += 2
    for _ in range(100):
        if not await desk.settled():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it is still stored")


def test_its_repr_hides_the_secret():
    assert "secret" not in repr(Token(1, 5, "secret", ANN, TABLE, 50, False, LIVE, 1.0))
