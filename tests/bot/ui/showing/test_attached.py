"""Whether a message has a picture of its own: Discord names it in the gallery alone."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot.ui.showing.attached import pictures_of
from tests.bot.ui.showing.places import GALLERY, gallery

ELSEWHERE = gallery("https://example.com/table.png")
WORDS = discord.TextDisplay({"type": 10, "id": 1, "content": "Words"})


def container(*children: Any) -> discord.Container:
    box = discord.Container({"type": 17, "id": 1, "components": []}, None)
    box.children = list(children)
    return box


@pytest.mark.parametrize(
    ("components", "has"),
    [
        ([GALLERY], True),
        ([container(WORDS, GALLERY)], True),
        ([container(WORDS)], False),
        ([container(ELSEWHERE)], False),
        ([], False),
    ],
)
def test_a_picture_of_its_own(components: list[Any], has: bool) -> None:
    found = pictures_of(Mock(spec=discord.Message, components=components, attachments=[]))
    assert [picture.filename for picture in found] == (["table.png"] if has else [])
    assert all(picture.to_dict()["id"] for picture in found), "an edit that keeps it names its number"


def test_a_picture_without_a_number_is_known_by_its_name_among_the_attachments() -> None:
    own = Mock(spec=discord.Attachment, id=5, filename="table.png", url="https://cdn.discordapp.com/5/table.png?ex=1")
    shown = [gallery("attachment://table.png"), gallery("https://example.com/hand.png")]
    (found,) = pictures_of(Mock(spec=discord.Message, components=shown, attachments=[own]))
    assert (found.number, found.filename, found.address) == (5, "table.png", own.url)
