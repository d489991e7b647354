"""The files of a message that its components show: Discord names them there, and not among its ``attachments``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import discord
from discord.components import Component

from bot.ui.pages.page import KeptFile


def pictures_of(message: discord.Message) -> list[KeptFile]:
    """The pictures of its own that the message shows in galleries, as files that an edit can name.

    One that has no number there is known by its name among the attachments, if it stands there.
    """
    attached = {attachment.filename: attachment for attachment in message.attachments}
    found: list[KeptFile] = []
    for item in chain.from_iterable(map(_pictures, message.components)):
        name = filename_of(item)
        if item.media.attachment_id is not None:
            found.append(KeptFile(item.media.attachment_id, name, item.media.url))
        elif (attachment := attached.get(name)) is not None:
            found.append(KeptFile(attachment.id, name, attachment.url))
    return found


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
