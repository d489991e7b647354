"""Whether a message has a picture of its own: Discord names it in the gallery alone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.ui.showing.attached import pictures_of
from tests.bot.ui.showing.places import gallery

ELSEWHERE = discord.MediaGalleryComponent(
    {"type": 12, "id": 1, "items": [{"media": {"url": "https://example.com/table.png"}}]}, None
)
WORDS = discord.TextDisplay({"type": 10, "id": 1, "content": "Words"})


def container(*children: Any) -> discord.Container:
    box = discord.Container({"type": 17, "id": 1, "components": []}, None)
    box.children = list(children)
    return box


@pytest.mark.parametrize(
    ("components", "has"),
    [
        ([gallery("table.png")], True),
        ([container(WORDS, gallery("table.png"))], True),
        ([container(WORDS)], False),
        ([container(ELSEWHERE)], False),
        ([], False),
    ],
)
def test_a_picture_of_its_own(components: list[Any], has: bool) -> None:
    found = pictures_of(SimpleNamespace(components=components))
    assert [picture.filename for picture in found] == (["table.png"] if has else [])
    assert all(picture.to_dict()["id"] for picture in found), "an edit that keeps it names its number"
