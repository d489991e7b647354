"""An answer that only one person sees is reached by its token, for as long as that lives."""

from __future__ import annotations

from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot.ui.clicks import answer as answers
from bot.ui.pages.page import Page, sentence
from bot.ui.showing import places as module
from bot.ui.showing.live import LiveMessage, Status
from bot.ui.showing.memory import Memory
from bot.ui.showing.places import ByToken, UnreachableError
from tests.bot.ui.showing.places import Shelf, page


class Answer(answers.Answer):
    """An answer that can be shown, or not."""

    def __init__(self, message_id: int | None = 9) -> None:
        self.message_id = message_id
        self.shown: list[Any] = []
        self.interaction = Mock(
            spec=discord.Interaction,
            original_response=self.original_response,
            edit_original_response=self.edit,
            delete_original_response=self.delete,
        )

    async def show(self, page: Page) -> int | None:
        self.shown.append(page)
        return self.message_id

    async def original_response(self) -> SimpleNamespace:
        return SimpleNamespace(id=self.message_id)

    async def edit(self, **what: object) -> None:
        self.shown.append(what)

    async def delete(self) -> None:
        self.shown.append("deleted")


def reached(answer: Answer) -> LiveMessage:
    """A message that is kept true by its token."""
    background: list[Coroutine[Any, Any, object]] = []
    return LiveMessage(ByToken(answer), Memory(Shelf()), background.append)


async def test_it_is_edited_by_its_token_and_put_to_rest() -> None:
    answer = Answer()
    live = reached(answer)
    assert await live.show(page("one"))
    assert await live.show(page("two"))
    await live.retire()
    assert answer.shown == [page("one"), page("two"), page("two").quiet()]
    assert live.status is Status.AT_REST


async def test_when_the_token_is_dead_it_can_not_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TOKEN_LIFE", -1.0)
    answer = Answer()
    live = reached(answer)
    with pytest.raises(UnreachableError):
        await live.show(page("one"))
    assert answer.shown == []


async def test_an_answer_that_could_not_be_shown_can_not_be_reached_either() -> None:
    with pytest.raises(UnreachableError):
        await ByToken(Answer(None)).edit(0, 0, page("one"), keep_picture=False)
    with pytest.raises(UnreachableError):
        await ByToken(Answer()).post(page("one"), "n")


async def test_what_discord_has_of_it_can_be_read_changed_and_deleted() -> None:
    place = ByToken(answer := Answer())
    assert (await place.fetch(0, 0)).id == 9
    view = sentence("over").view()
    await place.change_view(0, 0, view)
    await place.delete(0, 0)
    assert answer.shown[0]["view"] is view
    assert answer.shown[1] == "deleted"
