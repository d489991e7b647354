"""Removes the buttons of a message that only Discord still knows."""

from __future__ import annotations

import discord
from discord import ui

from bot.ui.pages.page import CALL
from bot.ui.showing.attached import filename_of, is_own


def without_buttons(message: discord.Message) -> ui.LayoutView | None:
    """The message without the call and the buttons that lead into the bot; None if it has none of these."""
    view = SentOnlyView(timeout=None)
    for item in ui.LayoutView.from_message(message).children:
        view.add_item(item)
    changed = False
    for item in tuple(view.children):
        if isinstance(item, ui.Container):
            for part in tuple(item.children):
                if _goes(part):
                    item.remove_item(part)
                    changed = True
                elif isinstance(part, ui.MediaGallery):
                    part.items = [_attached(shown) for shown in part.items]
        elif _goes(item):
            view.remove_item(item)
            changed = True
    return view if changed else None


class SentOnlyView(ui.LayoutView):
    """A view for sending alone."""

    def is_finished(self) -> bool:
        """Always: so that discord.py files it nowhere when it is sent."""
        return True


def _goes(item: ui.Item[ui.LayoutView]) -> bool:
    if isinstance(item, ui.TextDisplay):
        return item.id == CALL
    return isinstance(item, ui.ActionRow) and any(getattr(child, "custom_id", None) for child in item.children)


def _attached(item: discord.MediaGalleryItem) -> discord.MediaGalleryItem:
    """The picture by its file's name: the address that Discord gave it must not be sent back."""
    if not is_own(item):
        return item
    return discord.MediaGalleryItem(f"attachment://{filename_of(item)}", description=item.description)
