"""The files of a message that its components show: Discord names them there alone, not among its ``attachments``."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord.components import Component


def has_picture(message: discord.Message) -> bool:
    """Whether the message has a picture of its own in a gallery."""
    return any(is_own(item) for part in message.components for item in _pictures(part))


def is_own(item: discord.MediaGalleryItem) -> bool:
    """Whether a picture is a file of the message that shows it."""
    return item.media.attachment_id is not None


def _pictures(part: Component) -> Iterator[discord.MediaGalleryItem]:
    if isinstance(part, discord.MediaGalleryComponent):
        yield from part.items
    elif isinstance(part, discord.Container):
        for child in part.children:
            yield from _pictures(child)
