"""Taking the buttons off a message of which nothing is known any more but what Discord has of it."""

from __future__ import annotations

import logging
from functools import partial

import discord
from discord import ui

from bot.service.model import Snapshot
from bot.ui.desk import Desk
from bot.ui.pages.page import CALL
from bot.ui.sending import LOST, describe, persevere

log = logging.getLogger(__name__)


async def rest_earlier_hands(desk: Desk, client: discord.Client, table: Snapshot) -> None:
    """After a start: takes the buttons off hands of the deal before the present one, whose end may not have been shown.

    What can't be reached keeps them; a click on one leads to the present hand.
    """
    for hand in await desk.service.notes.earlier_hands(table.table_id, table.deal_id):
        message = client.get_partial_messageable(hand.channel_id).get_partial_message(hand.message_id)
        try:
            found = await persevere(message.fetch)
            if any(getattr(one, "custom_id", None) for one in ui.LayoutView.from_message(found).walk_children()):
                await persevere(partial(_lay_to_rest, found))
        except (discord.HTTPException, discord.RateLimited, *LOST) as error:
            log.info("a hand of an earlier deal keeps its buttons: %s", describe(error))


async def _lay_to_rest(message: discord.Message) -> None:
    await message.edit(view=laid_to_rest(message), allowed_mentions=discord.AllowedMentions.none())


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
