"""Pages as messages in a real Chromium: to post them, to wait for them, and how high they are."""

from __future__ import annotations

import discord

from bot.ui.pages.page import Page
from tests.e2e.browser.conftest import Stage
from tests.e2e.browser.window import Window


async def post(stage: Stage, pages: tuple[Page, ...]) -> None:
    """Sends the pages to the first channel."""
    channel = next(iter(stage.bot.guilds[0].text_channels))
    for page in pages:
        await channel.send(view=page.view(), files=page.files(), allowed_mentions=discord.AllowedMentions.none())


def count(window: Window) -> int:
    """How many messages there are."""
    return len(window.here().find_elements("css selector", "#messages .message"))


def newest(window: Window, text: str) -> bool:
    """Whether the newest message says that, and its pictures are there."""
    return bool(
        window.here().execute_script(
            "const m = [...document.querySelectorAll('#messages .message')].at(-1);"
            "return m && m.innerText.includes(arguments[0])"
            " && [...m.querySelectorAll('img')].every((i) => i.complete && i.naturalWidth)",
            text,
        )
    )


def height(window: Window) -> float:
    """The newest message's height in pixels."""
    return float(
        window.here().execute_script(
            "return [...document.querySelectorAll('#messages .message')].at(-1).getBoundingClientRect().height"
        )
    )
