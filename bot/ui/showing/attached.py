"""The files of a message that its components show: Discord names them there alone, not among its ``attachments``."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord.components import Component

from bot.ui.pages.page import KeptFile


def pictures_of(message: discord.Message) -> list[KeptFile]:
    """The pictures of its own that the message shows in galleries, as files that an edit can name."""
    return [
        KeptFile(number, filename_of(item), item.media.url)
        for part in message.components
        for item in _pictures(part)
        if (number := item.media.attachment_id) is not None
    ]


def filename_of(item: discord.MediaGalleryItem) -> str:
    """The name of the file that a gallery shows, as it stands in the address that Discord gave it."""
    return item.media.url.partition("?")[0].rpartition("/")[2]


def is_own(item: discord.MediaGalleryItem) -> bool:
    """Whether a picture is a file of the message that shows it."""
    return item.media.attachment_id is not None


def _pictures(part: Component) -> Iterator[discord.MediaGalleryItem]:
    if isinstance(part, discord.MediaGalleryComponent):
        yield from part.items
    elif isinstance(part, discord.Container):
        for child in part.children:
            yield from _pictures(child)
