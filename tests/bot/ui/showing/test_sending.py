"""A message that lacks a file that it was thought to have gets all its files anew."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import aiohttp
import discord
import pytest

from bot.ui.pages.page import NOTHING_KEPT, Kept, KeptFile, Page, Picture
from bot.ui.showing.sending import MALFORMED, edited, sure_of_files

PICTURE = Picture(b"png", "hand.png", "A hand")
PAGE = Page(picture=PICTURE)
KEPT = {PICTURE.digest: KeptFile(5, "hand.png")}


def refused(code: int) -> discord.HTTPException:
    response = Mock(spec=aiohttp.ClientResponse, status=400, reason="")
    return discord.HTTPException(response, {"code": code, "message": ""})


async def test_files_that_are_not_there_are_sent_anew() -> None:
    tried: list[Kept] = []

    async def edit(page: Page, kept: Kept) -> str:
        tried.append(kept)
        if kept:
            raise refused(MALFORMED)
        return "shown"

    assert await edited(PAGE, KEPT, edit) == "shown"
    assert tried == [KEPT, NOTHING_KEPT]


@pytest.mark.parametrize(("kept", "code"), [(NOTHING_KEPT, MALFORMED), (KEPT, 50013)])
async def test_what_that_does_not_help_is_raised_at_once(kept: Kept, code: int) -> None:
    tried: list[Any] = []

    async def edit(page: Page, kept: Kept) -> None:
        tried.append(kept)
        raise refused(code)

    with pytest.raises(discord.HTTPException):
        await edited(PAGE, kept, edit)
    assert len(tried) == 1


def answered(status: int) -> discord.HTTPException:
    response = Mock(spec=aiohttp.ClientResponse, status=status, reason="")
    return discord.HTTPException(response, {"code": 0, "message": ""})


@pytest.mark.parametrize(
    ("error", "then"),
    [(answered(429), KEPT), (answered(502), NOTHING_KEPT), (ConnectionResetError(), NOTHING_KEPT)],
)
async def test_no_file_is_named_after_an_attempt_that_may_have_replaced_it(error: Exception, then: Kept) -> None:
    tried: list[Kept] = []

    async def edit(kept: Kept) -> str:
        tried.append(kept)
        if len(tried) == 1:
            raise error
        return "shown"

    attempt = sure_of_files(lambda: KEPT, edit)
    with pytest.raises(type(error)):
        await attempt()
    assert await attempt() == "shown"
    assert tried == [KEPT, then]
