"""What people choose for themselves: the panel of settings, and changes by its presses or by the typed command."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

from bot.service.model import Refusal
from bot.ui.clicks.request import Request
from bot.ui.pages.page import Page
from bot.ui.pages.settings import changed_by, settings_page
from bot.ui.words.links import channel_mention


async def press(request: Request) -> Page:
    """Changes what a select or switch of the panel stands for. Raises Refusal."""
    try:
        changes = changed_by(str(request.given), request.chosen)
    except ValueError:
        raise Refusal("unknown_button") from None
    return await change(request, changes)


async def change(request: Request, changes: Mapping[str, Any]) -> Page:
    """Changes what the person has chosen, and shows it."""
    desk, service, user_id = request.desk, request.service, request.interaction.user.id
    chosen = await desk.change_settings(user_id, **changes) if changes else await desk.settings(user_id)
    if changes.get("hand") == "dm":
        await service.people.forget_closed_dms(user_id)
    tables = service.locations_of(user_id)
    for at in tables if changes else ():
        if service.rests.at(at.table_id) is not None:
            continue  # it can't be read now; with the next press there it is as was chosen
        if "auto_top_up" in changes:
            with contextlib.suppress(Refusal):  # a table that can't be used now is read from the books again
                await service.seats.tops_up(at.table_id, user_id, chosen.auto_top_up)
        if changes.get("hand") == "dm":
            await request.showing.panels.moves_to_direct_messages(at.table_id, user_id)
        request.showing.panels.wake(at.table_id, user_id)
        request.showing.calls.changed(at.table_id)
    channels = [channel_mention(at) for at in tables if request.showing.panels.in_channel(at.table_id, user_id)]
    return settings_page(chosen, request.texts, bool(changes), opened=channels)
