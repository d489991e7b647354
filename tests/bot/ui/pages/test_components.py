"""What is sent of a page is what discord.py's own items would send."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord
import pytest
from discord import ui
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import Texts
from bot.service.model import Turn
from bot.ui.address import Address
from bot.ui.pages.emojis import FACES, CardEmojis
from bot.ui.pages.meaning import MEANINGS, style_of
from bot.ui.pages.page import (
    CALL,
    FELT,
    GOLD,
    GREY,
    MOST_LABEL,
    MOST_OPTION,
    MOST_PLACEHOLDER,
    MOST_TEXT,
    Button,
    Choice,
    Emoji,
    KeptFile,
    Page,
    Picture,
    Row,
    Select,
)
from bot.ui.pages.panel import panel_page
from bot.ui.pages.table import table_page
from bot.ui.pictures.studio import Studio
from bot.ui.words.lines import MOST_ALT, length, shorten
from engine.game import GAMES
from tests.kit.lab import Lab


class ByTheLibrary(ui.LayoutView):
    """A page, put together from the library's items."""

    def __init__(self, page: Page) -> None:
        super().__init__(timeout=None)
        if not page.framed:
            self.add_item(ui.TextDisplay(shorten(page.body, MOST_TEXT)))
            return
        room = MOST_TEXT - length(page.heading) - length(page.call)
        frame: ui.Container[Any] = ui.Container(accent_colour=page.accent)
        if page.heading:
            frame.add_item(ui.TextDisplay(page.heading))
        for picture in page.pictures:
            gallery: ui.MediaGallery[Any] = ui.MediaGallery()
            address = f"attachment://{picture.name}" if picture.at is None else picture.at.address
            gallery.add_item(media=address, description=shorten(picture.alt, MOST_ALT))
            frame.add_item(gallery)
        if page.body:
            frame.add_item(ui.TextDisplay(shorten(page.body, room)))
        if page.call:
            frame.add_item(ui.TextDisplay(page.call, id=CALL))
        if page.record is not None:
            frame.add_item(ui.File(f"attachment://{page.record[0]}"))
        for row in page.rows:
            frame.add_item(_row(row))
        self.add_item(frame)

    def without_what_is_granted(self) -> list[dict[str, Any]]:
        """What it sends, without what Discord takes for granted."""
        return [_said(item.to_component_dict()) for item in self.children]


_GRANTED: Final[Mapping[str, object]] = {
    "disabled": False,
    "spoiler": False,
    "default": False,
    "min_values": 1,
    "max_values": 1,
    "required": True,
}
"""What Discord takes for granted of a component that doesn't say it."""


def _said(component: Any) -> Any:
    if isinstance(component, dict):
        return {
            name: _said(value) for name, value in component.items() if name not in _GRANTED or value != _GRANTED[name]
        }
    return [_said(part) for part in component] if isinstance(component, list) else component


def _row(row: Row) -> ui.ActionRow[Any]:
    drawn: ui.ActionRow[Any] = ui.ActionRow()
    if isinstance(row, Select) and row.lists != "choices":
        drawn.add_item(_of_discords_list(row))
        return drawn
    if isinstance(row, Select):
        options = [
            discord.SelectOption(
                label=shorten(choice.label, MOST_OPTION),
                value=choice.value,
                description=shorten(choice.description, MOST_OPTION) or None,
                default=choice.chosen,
                emoji=choice.emoji.text if choice.emoji is not None else None,
            )
            for choice in row.choices
        ]
        drawn.add_item(
            ui.Select(custom_id=str(row.to), placeholder=shorten(row.placeholder, MOST_PLACEHOLDER), options=options)
        )
        return drawn
    for button in row:
        label = shorten(button.label, MOST_LABEL)
        if isinstance(button.to, str):
            drawn.add_item(ui.Button(label=label, url=button.to))
        else:
            drawn.add_item(
                ui.Button(
                    label=label,
                    custom_id=str(button.to),
                    style=style_of(button.to, asked_for=button.stands_out),
                    disabled=button.disabled,
                    emoji=button.emoji.text if button.emoji is not None else None,
                )
            )
    return drawn


_PLACES: Final = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
]
"""The channels where a table can stand, or a thread with one."""


def _of_discords_list(select: Select) -> ui.UserSelect[Any] | ui.RoleSelect[Any] | ui.ChannelSelect[Any]:
    named: dict[str, Any] = {
        "custom_id": str(select.to),
        "placeholder": shorten(select.placeholder, MOST_PLACEHOLDER),
        "min_values": select.least,
        "max_values": select.most,
        "default_values": [discord.SelectDefaultValue(id=n, type=_KINDS[select.lists]) for n in select.chosen],
    }
    if select.lists == "roles":
        return ui.RoleSelect(**named)
    return ui.ChannelSelect(channel_types=_PLACES, **named) if select.lists == "channels" else ui.UserSelect(**named)


_KINDS: Final = {
    "people": discord.SelectDefaultValueType.user,
    "channels": discord.SelectDefaultValueType.channel,
    "roles": discord.SelectDefaultValueType.role,
}


EMOJIS: Final = CardEmojis({name: 10**17 + number for number, name in enumerate(FACES)})
AT: Final = Address(7, Turn(1, 2), "verb")
TEXTS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=100)
WORDS = TEXTS | st.sampled_from(["", "short", "x" * 5000, "\U0001f0a1" * 3000])
EMOJI = st.none() | st.sampled_from(
    [Emoji("\U0001f0a1"), Emoji("<:card_7S:123456789012345678>"), Emoji("<a:x:1234567890123>")]
)
ADDRESSES = st.sampled_from([AT, *(Address(7, Turn(), *meant.split(":")) for meant in MEANINGS)])
BUTTONS = st.builds(
    Button, TEXTS, st.just("https://discord.com") | ADDRESSES, st.booleans(), st.none(), st.booleans()
) | st.builds(Button, TEXTS, ADDRESSES, st.booleans(), EMOJI, st.booleans())
CHOICES = st.builds(Choice, TEXTS, TEXTS, WORDS, EMOJI, st.booleans())
SELECTS = st.builds(Select, ADDRESSES, TEXTS, st.lists(CHOICES, min_size=1, max_size=5).map(tuple)) | st.builds(
    Select,
    ADDRESSES,
    TEXTS,
    st.just(()),
    st.sampled_from(["people", "channels", "roles"]),
    st.integers(0, 2),
    st.integers(1, 5),
    st.lists(st.integers(1, 9), max_size=3, unique=True).map(tuple),
)
PICTURES = st.builds(
    Picture,
    st.just(b"PNG"),
    st.just("table.png"),
    TEXTS,
    st.sampled_from([None, KeptFile(5, "table.png", "https://cdn.example/5/table.png?ex=1")]),
)
PAGES = st.builds(
    Page,
    heading=WORDS.filter(lambda text: len(text) < 300),
    above=st.none() | PICTURES,
    picture=st.none() | PICTURES,
    body=WORDS,
    call=WORDS.filter(lambda text: len(text) < 300),
    rows=st.lists(st.lists(BUTTONS, min_size=1, max_size=5).map(tuple) | SELECTS, max_size=4).map(tuple),
    accent=st.sampled_from([FELT, GOLD, GREY]),
    record=st.none() | st.just(("record.json", b"{}")),
    framed=st.booleans(),
)


def same(page: Page) -> bool:
    return page.view().to_components() == ByTheLibrary(page).without_what_is_granted()


@given(PAGES)
def test_any_page_is_sent_as_the_librarys_items_would_send_it(page: Page) -> None:
    assert same(page)


@pytest.mark.parametrize("game", GAMES)
async def test_so_are_panels_and_tables(game: str, texts: Texts, studio: Studio) -> None:
    lab = Lab(3, game=game, chips=60).deal()
    for seat in range(3):
        page = await panel_page(lab.private(seat), texts, studio, emojis=EMOJIS)
        assert same(page)
    assert same(await table_page(lab.snapshot, texts, studio))
    lab.play_out()
    assert same(await table_page(lab.snapshot, texts, studio))


def test_the_library_takes_it_for_a_view_of_components_v2_and_keeps_none() -> None:
    view = Page(body="Hello").view()
    assert isinstance(view, ui.LayoutView)
    assert view.has_components_v2()
    assert not view.is_dispatchable()
    assert view.is_finished()
