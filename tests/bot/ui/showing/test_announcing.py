"""What a channel is told of a table: of chips only where there are any."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.i18n import Texts
from bot.store.ways_out import Announcement
from bot.ui.showing.announcing import announcement_page
from bot.ui.showing.telling import tell_each
from tests.bot.ui.evening import Evening, evening
from tests.bot.ui.held import held, texts_of
from tests.bot.ui.test_resting import at_rest, let_go
from tests.kit.lab import Lab
from tests.kit.painters import Blank

CHIPS, NONE = "everybody has the chips from before it", "counts for nothing"


def announced(game: str, kind: str, deal: int | None = None, *, practice: bool = False) -> Announcement:
    return Announcement(1, 7, 1, 2, game, None, kind, "Ann", 0, practice, deal)


@pytest.mark.parametrize(("game", "said"), [("knock-poker", CHIPS), ("knock-rummy", NONE), ("crummy", NONE)])
def test_of_a_deal_that_was_taken_back_it_tells_what_that_means(game: str, said: str, texts: Texts) -> None:
    table = Lab(4, game=game).snapshot
    closed = texts_of(held(announcement_page(announced(game, "closed_now", 3), table, texts)))
    stuck = texts_of(held(announcement_page(announced(game, "stuck"), table, texts)))
    for told in (closed, stuck):
        assert said in told
        assert ({CHIPS, NONE} - {said}).pop() not in told
    assert "Ann has closed this table at once." in closed
    assert "Deal 3 is taken back" in closed
    assert "**Start** deals anew." in stuck


def test_of_a_table_that_is_not_known_any_more_and_of_practice_it_tells_what_is_true_anyway(texts: Texts) -> None:
    for table, practice in ((None, False), (Lab(2).snapshot, True)):
        page = announcement_page(announced("knock-poker", "released", 3, practice=practice), table, texts)
        assert "Deal 3 is taken back and counts for nothing." in texts_of(held(page))


@pytest.mark.parametrize(("chips", "practice"), [(20, False), (20, True), (0, False)])
def test_a_person_is_told_of_chips_that_went_to_the_purse(chips: int, practice: bool, texts: Texts) -> None:
    gone = Announcement(1, 7, 1, 2, "knock-poker", 5, "gone", "", chips, practice, None)
    told = texts_of(held(announcement_page(gone, None, texts)))
    assert ("Your 20 chips are back in your purse." in told) == (chips > 0 and not practice)


async def test_a_table_at_rest_keeps_nothing_from_being_told(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        await at_rest(night)
        table = night.table
        await let_go(night)
        stuck = replace(announced("knock-poker", "stuck"), table_id=table.table_id, guild_id=table.guild_id)
        waits = [replace(each, channel_id=table.channel_id) for each in (stuck, replace(stuck, id=2, kind="released"))]
        done: list[int] = []

        async def told(number: int) -> None:
            done.append(number)

        async def announcements() -> list[Announcement]:
            return waits

        monkeypatch.setattr(night.service.ends, "announcements", announcements)
        monkeypatch.setattr(night.service.ends, "told", told)
        await night.client.showing.announcements._tell_all()
        assert done == [1, 2]


async def test_what_fails_unexpectedly_keeps_nothing_else_from_being_told(night: Evening) -> None:
    waits = [replace(announced("crummy", "stuck"), id=number, guild_id=1) for number in (1, 2)]
    done: list[int] = []

    async def tell(news: Announcement) -> None:
        if news.id == 1:
            raise KeyError(news.id)

    async def told(number: int) -> None:
        done.append(number)

    def cannot_be_told(news: Announcement, error: Exception) -> None:
        raise AssertionError("it is tried again")

    with pytest.raises(KeyError):
        await tell_each(night.client.desk, waits, tell, cannot_be_told, told)
    assert done == [2]
