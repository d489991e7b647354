"""A table in somebody's direct messages: one message, which is the table and the panel in one."""

from __future__ import annotations

from dataclasses import replace

from bot.i18n import Texts
from bot.service.model import OwnCloth, Private
from bot.ui.pages.lobby import lobby_page
from bot.ui.pages.page import Page
from bot.ui.pages.table import closed_page, settlement_page
from bot.ui.pictures.studio import Studio, cloth_of
from bot.ui.words.lines import lines
from bot.ui.words.settled import own_end


async def alone_page(
    private: Private, texts: Texts, studio: Studio, notices: tuple[str, ...] = (), cloth: OwnCloth = "table"
) -> Page:
    """The message before the first deal, between two deals and at the end. In a deal it is the panel itself.

    ``notices`` stand at its top. ``cloth``: what the person has chosen for the pictures.
    """
    table = private.table
    table = replace(table, settings=replace(table.settings, cloth=cloth_of(table, cloth)))
    texts = texts.at_table(table)
    match table.stage:
        case "lobby":
            page = lobby_page(table, texts)
        case "between":
            page = await settlement_page(table, texts, studio)
            page = replace(page, body=lines(own_end(private, texts), page.body))
        case _:
            page = await closed_page(table, texts, studio)
    noticed = [texts("private-notice", notice=notice) for notice in notices]
    return replace(page, body=lines(*noticed, page.body)) if noticed else page
