"""A message of which nothing is known but what Discord has of it loses its buttons, and keeps its picture."""

from __future__ import annotations

import pytest

from bot.ui.showing.live import LiveMessage
from bot.ui.showing.memory import TABLES, name_of
from bot.ui.showing.places import InChannel
from tests.bot.ui.evening import Evening


@pytest.mark.parametrize("by_token", [False, True])
async def test_a_message_from_before_a_start_keeps_its_picture_as_it_loses_its_buttons(
    two: Evening, by_token: bool
) -> None:
    await two.until(lambda: two.live().media and two.live().buttons, "the table with its picture")
    live, showing, name = two.live(), two.client.showing, name_of(TABLES, two.table.table_id)
    pictures = [picture["url"] for picture in live.media]
    place = InChannel(two.client, two.channel_id, tokens=showing.tokens if by_token else None)
    await LiveMessage(place, showing._memory, two.client.desk.spawn, name).retire()
    await two.you.until(lambda: not live.buttons, "the message without buttons")
    assert [picture["url"] for picture in live.media] == pictures
