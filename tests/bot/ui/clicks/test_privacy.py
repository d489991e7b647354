"""What a person meets who wants to know, get or erase what is kept."""

from __future__ import annotations

import json
from unittest.mock import Mock

import pytest

from bot.audit import check_deal
from bot.store.audit import audit
from tests.bot.store.helpers import query
from tests.bot.store.test_privacy import everything
from tests.bot.ui.evening import Evening, play_out, seated


async def over(night: Evening) -> None:
    """Ann and you play a deal, and the table is closed."""
    await seated(night)
    await play_out(night)
    await night.ann.command("settings", cut=8)
    await night.you.command("close")
    question = night.you.messages()[-1]
    if "Close" in " ".join(question.labels):
        await night.you.click(question, next(label for label in question.labels if "Close" in label))
    await night.until(lambda: not night.is_open)


async def test_the_page_says_what_is_kept_and_how_long(night: Evening) -> None:
    night.client.desk.policy = "https://example.org/privacy"
    answer = await night.you.command("privacy")
    assert answer.ephemeral
    for words in ("What Knockabout keeps", "180 days", "30 days", "https://example.org/privacy"):
        assert words in answer.text
    assert answer.shown.labels == ["Get it as a file", "Erase it …"]


async def test_the_file_comes_by_direct_message_or_here_where_those_are_closed(night: Evening) -> None:
    await over(night)
    page = await night.ann.command("privacy")
    answer = await night.ann.click(page, "Get it as a file")
    assert "in your direct messages" in answer.text
    sent = await night.ann.wait_for("Here is everything", channel="dm")
    found = json.loads(await night.ann.file(sent.attachments[0]))
    assert found["user_id"] == int(night.ann.id)
    assert night.you.name not in str(found)
    await night.ann.set(dms_open=False)
    answer = await night.ann.click(page, "Get it as a file")
    assert answer.ephemeral
    again = json.loads(await night.ann.file(answer.attachments[0]))
    # Messages of a closed table are forgotten as they lose their buttons, which may be just now.
    assert {**again, "messages": ()} == {**found, "messages": ()}


async def test_whoever_is_erased_is_nowhere_any_more(night: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    await over(night)
    catalogue, texts_forgotten = night.client.desk.catalogue, Mock()
    monkeypatch.setattr(catalogue, "forget_names", texts_forgotten)
    page = await night.ann.command("privacy")
    await night.ann.click(page, "Erase it …")
    await night.ann.until(lambda: "Erase everything about you?" in page.text)
    await night.ann.click(page, "Keep it")
    await night.ann.until(lambda: "What Knockabout keeps" in page.text)
    await night.ann.click(page, "Erase it …")
    await night.ann.until(lambda: "Erase everything" in page.shown.labels)
    await night.ann.click(page, "Erase everything")
    await night.ann.until(lambda: "you are Player 1 now" in page.text)
    path = night.store._reader._where
    text = everything(path)
    assert night.ann.id not in text
    texts_forgotten.assert_called_once_with()
    assert night.ann.name not in text
    assert night.you.id in text
    report = audit(path, check_deal)
    assert report.ok, report.problems
    board = await night.you.command("leaderboard")
    assert night.ann.name not in board.text


async def test_nobody_is_erased_who_sits_at_a_table(night: Evening) -> None:
    page = await night.you.command("privacy")
    await night.you.click(page, "Erase it …")
    await night.you.until(lambda: "Erase everything" in page.shown.labels)
    before = await night.you.command("privacy")
    await seated(night)
    answer = await night.you.click(before, "Erase it …")
    await night.you.until(lambda: any("Get up there first" in message.text for message in answer.messages))
    assert before.shown.labels == ["Get it as a file", "Erase it …"], "nothing is asked"
    answer = await night.you.click(page, "Erase everything")
    await night.you.until(lambda: any("Get up there first" in message.text for message in answer.messages))
    assert query(night.store._reader._where, "SELECT count(*) FROM erased") == [(0,)]
