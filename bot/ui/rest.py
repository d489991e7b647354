"""Taking the buttons off a message of which nothing is known any more but what Discord has of it."""

from __future__ import annotations

import discord
from discord import ui

from bot.ui.page import CALL


def laid_to_rest(message: discord.Message) -> ui.LayoutView:
    """The message as it is, without the call and without buttons that lead anywhere in the bot."""
    view = Resting(timeout=None)
    for item in ui.LayoutView.from_message(message).children:
        view.add_item(item)
    for item in tuple(view.children):
        if isinstance(item, ui.Container):
            for part in tuple(item.children):
                if _goes(part):
                    item.remove_item(part)
                elif isinstance(part, ui.MediaGallery):
                    part.items = [_attached(one, message) for one in part.items]
        elif _goes(item):
            view.remove_item(item)
    return view


class Resting(ui.LayoutView):
    """A view for sending alone."""

    def is_finished(self) -> bool:
        """Always: so that discord.py files it nowhere when it is sent."""
        return True


def _goes(item: ui.Item[ui.LayoutView]) -> bool:
    if isinstance(item, ui.TextDisplay):
        return item.id == CALL
    return isinstance(item, ui.ActionRow) and any(getattr(one, "custom_id", None) for one in item.children)


def _attached(item: discord.MediaGalleryItem, message: discord.Message) -> discord.MediaGalleryItem:
    """The picture by its file's name: the address that Discord gave it must not be sent back."""
    if not message.attachments:
        return item
    name = item.media.url.split("?")[0].rsplit("/", 1)[-1]
    known = {one.filename for one in message.attachments}
    file = name if name in known else message.attachments[0].filename
    return discord.MediaGalleryItem(f"attachment://{file}", description=item.description)
