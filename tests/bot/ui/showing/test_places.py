"""Where messages are reached: by a token where a living one can, else by the bot, where it may."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.ui.pages.page import KeptFile, sentence
from bot.ui.showing.live import LiveMessage, Status
from bot.ui.showing.memory import Memory
from bot.ui.showing.places import ByTokens, InChannel
from bot.ui.showing.tokens import UnreachableError
from tests.bot.ui.showing.places import Shelf, page

MESSAGE = 9
FILE = KeptFile(8, "table.png", "https://cdn.example/table.png")


class Tokens:
    """Tokens of which one lives, or none."""

    def __init__(self, *, alive: bool = True) -> None:
        self.alive = alive
        self.done: list[Any] = []

    def _do(self, *what):
        if not self.alive:
            raise UnreachableError
        self.done.append(what)
        return SimpleNamespace(id=MESSAGE, components=[], attachments=[])

    async def edit(self, message_id, page, kept):
        return self._do("edit", message_id, page)

    async def change_view(self, message_id, view, files):
        self._do("view", message_id, view, files)

    async def fetch(self, message_id):
        return self._do("fetch", message_id)

    async def delete(self, message_id):
        self._do("delete", message_id)


class Bot:
    """The bot's own way to a message."""

    def __init__(self) -> None:
        self.done: list[Any] = []

    def get_partial_messageable(self, channel_id, guild_id):
        return self

    def get_partial_message(self, message_id):
        return self

    async def edit(self, **given):
        self.done.append(sorted(given))
        return SimpleNamespace(components=[], attachments=[])


def reached(tokens: Any) -> LiveMessage:
    """A message that is reached by these tokens."""
    background: list[Any] = []
    return LiveMessage(ByTokens(tokens), Memory(Shelf()), background.append)


async def test_a_panel_is_edited_by_its_token_and_loses_its_buttons():
    tokens = Tokens()
    live = reached(tokens)
    await live.adopt(1, MESSAGE)
    assert await live.show(page("one"))
    assert await live.show(page("two"))
    await live.retire()
    assert tokens.done == [("edit", MESSAGE, shown) for shown in (page("one"), page("two"), page("two").quiet())]
    assert live.status is Status.RETIRED


async def test_where_no_token_lives_a_panel_can_not_be_reached():
    live = reached(Tokens(alive=False))
    await live.adopt(1, MESSAGE)
    with pytest.raises(UnreachableError):
        await live.show(page("one"))
    await live.retire(page("over"))
    assert live.status is Status.RETIRED, "there is nothing more to be done"


async def test_a_panel_is_never_posted_by_its_place():
    tokens: Any = Tokens()
    with pytest.raises(UnreachableError):
        await ByTokens(tokens).post(page("one"), "n")


async def test_what_discord_has_of_a_panel_can_be_read_changed_and_deleted():
    tokens: Any = Tokens()
    place = ByTokens(tokens)
    assert (await place.fetch(1, MESSAGE)).id == MESSAGE
    view = sentence("over").view()
    await place.change_view(1, MESSAGE, view, [FILE])
    await place.delete(1, MESSAGE)
    assert tokens.done[1:] == [("view", MESSAGE, view, [FILE]), ("delete", MESSAGE)]


@pytest.mark.parametrize("alive", [True, False])
async def test_the_bot_edits_itself_only_what_no_token_can(alive):
    tokens: Any = Tokens(alive=alive)
    bot: Any = Bot()
    place = InChannel(bot, 5, tokens=tokens)
    await place.edit(5, MESSAGE, page("one"), {})
    await place.change_view(5, MESSAGE, sentence("over").view(), [FILE])
    assert len(tokens.done) == (2 if alive else 0)
    assert bot.done == ([] if alive else [["allowed_mentions", "attachments", "view"]] * 2)
