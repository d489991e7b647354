"""An answer that only one person sees is reached by its token, for as long as that lives."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bot.ui.pages.page import sentence
from bot.ui.showing import places as module
from bot.ui.showing.live import LiveMessage, Status
from bot.ui.showing.memory import Memory
from bot.ui.showing.places import ByToken
from bot.ui.showing.tokens import UnreachableError
from tests.bot.ui.showing.places import Shelf, page


class Answer:
    """An answer that can be shown, or not."""

    def __init__(self, message_id: int | None = 9) -> None:
        self.message_id = message_id
        self.shown: list = []
        self.interaction = SimpleNamespace(
            original_response=self.original_response,
            edit_original_response=self.edit,
            delete_original_response=self.delete,
        )

    async def show(self, page):
        self.shown.append(page)
        return self.message_id

    async def original_response(self):
        return SimpleNamespace(id=self.message_id)

    async def edit(self, **what):
        self.shown.append(what)

    async def delete(self):
        self.shown.append("deleted")


async def test_it_is_edited_by_its_token_and_put_to_rest():
    answer = Answer()
    live = LiveMessage(ByToken(answer), Memory(Shelf()), list)
    assert await live.show(page("one"))
    assert await live.show(page("two"))
    await live.retire()
    assert answer.shown == [page("one"), page("two"), page("two").quiet()]
    assert live.status is Status.AT_REST


async def test_when_the_token_is_dead_it_can_not_be_reached(monkeypatch):
    monkeypatch.setattr(module, "TOKEN_LIFE", -1.0)
    answer = Answer()
    live = LiveMessage(ByToken(answer), Memory(Shelf()), list)
    with pytest.raises(UnreachableError):
        await live.show(page("one"))
    assert answer.shown == []


async def test_an_answer_that_could_not_be_shown_can_not_be_reached_either():
    with pytest.raises(UnreachableError):
        await ByToken(Answer(None)).edit(0, 0, page("one"), keep_picture=False)
    with pytest.raises(UnreachableError):
        await ByToken(Answer()).post(page("one"), "n")


async def test_what_discord_has_of_it_can_be_read_changed_and_deleted():
    place = ByToken(answer := Answer())
    assert (await place.fetch(0, 0)).id == 9
    view = sentence("over").view()
    await place.change_view(0, 0, view)
    await place.delete(0, 0)
    assert answer.shown[0]["view"] is view
    assert answer.shown[1] == "deleted"
