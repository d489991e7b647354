"""A message before it is sent: texts, a picture, buttons and selects as values, and how they become Components V2.

Views are built for sending alone. Every press is routed by its address (``clicks/route.py``), so the library keeps no
view.
"""

from __future__ import annotations

import functools
import hashlib
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, Literal

import discord
from discord import ComponentType as Kind
from discord import ui

from bot.i18n import Markup
from bot.ui.address import Address
from bot.ui.pages.meaning import style_of
from bot.ui.words.lines import MOST_ALT, length, lines, shorten

MOST_TEXT = 4000
"""Characters of text in one message of Components V2."""
MOST_LABEL = 80
"""Characters on a button."""
MOST_OPTION = 100
"""Characters of a select option's label or description."""
MOST_PLACEHOLDER = 150
"""Characters of what a select says as long as nothing is chosen."""
CALL = 900
"""The component id of the text that calls the next player; it is removed together with the buttons."""

FELT = 0x2E7D5B
"""The accent of a table that is open."""
GOLD = 0xC9A227
"""The accent of a deal's end."""
GREY = 0x6B7280
"""The accent of what is over."""


@dataclass(frozen=True)
class Picture:
    """A PNG with its alt text."""

    png: bytes = field(repr=False)
    name: str
    """The file's name, the same for everybody, so that it reveals nothing."""
    alt: str = field(repr=False)
    at: KeptFile | None = None
    """The file of another message that is just this picture: it is shown by its address, and not sent again."""

    @functools.cached_property
    def digest(self) -> bytes:
        """Tells whether a picture is the one sent before."""
        return hashlib.blake2b(self.png, digest_size=16).digest()

    def named(self, name: str) -> Picture:
        """The same picture as a file of that name."""
        return self._same(replace(self, name=name))

    def at_address(self, at: KeptFile | None) -> Picture:
        """The same picture as that file of another message; None: as one of its own."""
        return self._same(replace(self, at=at))

    def _same(self, other: Picture) -> Picture:
        # Else each of them would go through the whole picture again.
        vars(other)["digest"] = self.digest
        return other


@dataclass(frozen=True)
class Emoji:
    """A picture before a label; the label says the same."""

    text: str
    """How Discord names it: ``<:card_7S:123>``."""
    refused: Callable[[], None] = field(default=lambda: None, compare=False, repr=False)
    """Called where Discord has no such emoji any more."""


@dataclass(frozen=True)
class Button:
    """A button that leads to an address, or a link."""

    label: str
    to: Address | str = field(repr=False)
    """An address, or the URL of a link."""
    disabled: bool = False
    """Whether it can only be seen, which keeps the buttons below in their places."""
    emoji: Emoji | None = field(default=None, repr=False)
    """A picture before the label."""
    stands_out: bool = False
    """Whether it is what the person is told to press next."""


@dataclass(frozen=True)
class Choice:
    """One line of a select."""

    label: str
    value: str
    description: str = ""
    emoji: Emoji | None = field(default=None, repr=False)
    chosen: bool = False
    """Whether it is chosen already, as the person sees the list."""


@dataclass(frozen=True)
class Select:
    """A drop-down list; the value of the chosen line becomes the address's argument."""

    to: Address
    placeholder: str
    choices: tuple[Choice, ...] = ()
    lists: Lists = "choices"
    """What is chosen from: ``choices``, or a list of Discord's own, whose values are ids."""
    least: int = 1
    most: int = 1
    """How many can be chosen."""
    chosen: tuple[int, ...] = ()
    """The ids that are chosen already, from a list of Discord's own."""


Lists = Literal["choices", "people", "channels", "roles"]
"""What a select lists: lines of its own, or people, channels where a table can stand, or roles of the server."""
Row = tuple[Button, ...] | Select
"""Up to five buttons beside one another, or one select."""


@dataclass(frozen=True)
class Page:
    """One message."""

    heading: str = ""
    above: Picture | None = None
    """A picture that stands above the other, in a gallery of its own."""
    picture: Picture | None = None
    body: str = field(default="", repr=False)
    """What stands below the pictures."""
    call: str = ""
    """The call to the next player; the only part that may mention somebody."""
    rows: tuple[Row, ...] = ()
    accent: int = FELT
    mention: int | None = None
    """The user that ``call`` notifies."""
    record: tuple[str, bytes] | None = field(default=None, repr=False)
    """The name and content of a file to go with it."""
    framed: bool = True
    """Whether a frame is around it; without one it is its ``body`` alone, as small as a message can be."""
    spare: tuple[KeptFile, ...] = field(default=(), compare=False, repr=False)
    """Files that the message has and keeps, though it doesn't show them: other messages do, by their addresses.

    Their names tell which pictures they are."""
    beside: frozenset[bytes] = field(default=frozenset(), compare=False, repr=False)
    """The digests of pictures that the message keeps where it has them, though it doesn't show them: it may show them
    again next."""

    def quiet(self) -> Page:
        """The same without the call and the buttons, except links."""
        links = (tuple(b for b in row if isinstance(b.to, str)) for row in self.rows if isinstance(row, tuple))
        rows = tuple(row for row in links if row)
        return replace(self, call="", mention=None, rows=rows, beside=frozenset())

    def without_picture(self) -> Page:
        """The same in words alone, which say what the picture shows."""
        if self.picture is None:
            return self
        return replace(self, above=None, picture=None, body=lines(Markup.of(self.picture.alt), self.body or None))

    def by_itself(self) -> Page:
        """The same with pictures of its own alone, which it can show for as long as it likes."""
        return self.with_pictures(lambda picture: picture.at_address(None))

    def with_pictures(self, change: Callable[[Picture], Picture]) -> Page:
        """The same with each picture changed."""
        above, picture = (shown and change(shown) for shown in (self.above, self.picture))
        return replace(self, above=above, picture=picture)

    @property
    def emojis(self) -> tuple[Emoji, ...]:
        """The emojis of buttons and choices."""
        parts = (part for row in self.rows for part in (row.choices if isinstance(row, Select) else row))
        return tuple(part.emoji for part in parts if part.emoji is not None)

    def without_emojis(self) -> Page:
        """The same with the labels alone, which say what emojis show."""

        def bare(row: Row) -> Row:
            if isinstance(row, Select):
                return replace(row, choices=tuple(replace(choice, emoji=None) for choice in row.choices))
            return tuple(replace(button, emoji=None) for button in row)

        return replace(self, rows=tuple(bare(row) for row in self.rows))

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures, from the top."""
        return tuple(picture for picture in (self.above, self.picture) if picture is not None)

    @property
    def shared(self) -> frozenset[int]:
        """The files of other messages that it shows."""
        return frozenset(picture.at.number for picture in self.pictures if picture.at is not None)

    @property
    def _sent(self) -> tuple[Picture, ...]:
        """The pictures that are files of the message itself."""
        return tuple(picture for picture in self.pictures if picture.at is None)

    @property
    def mentions(self) -> discord.AllowedMentions:
        """Whom the message notifies: nobody, or the player who is called."""
        users = [] if self.mention is None else [discord.Object(self.mention)]
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)

    def files(self) -> list[discord.File]:
        """Fresh files for one request."""
        return [*(_file(picture) for picture in self._sent), *self._records()]

    def _records(self) -> list[discord.File]:
        return [] if self.record is None else [discord.File(_Bytes(self.record[1]), self.record[0])]

    def changed_files(self, kept: Kept) -> list[Any]:
        """What a request that edits a message names as its files: those that stay, and fresh ones for the rest.

        All of them each time: Discord's documentation has files that an edit doesn't name go, and a gallery may find
        none but those. ``kept``: the files that the message has.
        """
        pictures = {picture.digest: picture for picture in self._sent}
        kept = {digest: file for digest, file in kept.items() if _named(file, pictures.get(digest))}
        beside = [kept[digest] for digest in self.beside if digest in kept and digest not in pictures]
        spare = {file.filename: file for file in self.spare}
        named: list[KeptFile | discord.File] = [
            kept.get(digest) or spare.get(picture.name) or _file(picture) for digest, picture in pictures.items()
        ]
        return [*named, *beside, *(file for file in self.spare if file not in named), *self._records()]

    def uploads(self, kept: Kept) -> int:
        """How many pictures a request that shows it sends, to a message that has the files in ``kept`` already."""
        return sum(picture.digest not in kept or not _named(kept[picture.digest], picture) for picture in self._sent)

    def attached(self, attachments: Sequence[KeptFile], kept: Kept = MappingProxyType({})) -> Kept:
        """The files of a message that shows this page, by the digests of their pictures.

        ``kept``: those that it had when it was edited, some of which it may have kept beside.
        """
        names = {picture.name: picture.digest for picture in self._sent}
        shown = {names[file.filename]: file for file in attachments if file.filename in names}
        return {**{digest: kept[digest] for digest in self.beside if digest in kept}, **shown}

    def view(self) -> Components:
        """A fresh view for one request."""
        return Components(self)


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file that a message has on Discord, as a request that edits the message names it."""

    number: int
    filename: str
    address: str = field(default="", compare=False, repr=False)
    """Where Discord shows it, as long as the message has it."""

    def to_dict(self) -> dict[str, Any]:
        """What the library sends of it."""
        return {"id": self.number, "filename": self.filename}


Kept = Mapping[bytes, KeptFile]
"""Files that a message has on Discord, by the digests of their pictures."""
NOTHING_KEPT: Final[Kept] = MappingProxyType({})
"""No file."""


def _named(file: KeptFile, picture: Picture | None) -> bool:
    """Whether the file can be shown as that picture: a gallery asks for it by its name. None: it isn't shown."""
    return picture is None or file.filename == picture.name


class _Bytes(io.BytesIO):
    """What a file holds, gone with the file.

    The library takes ``close`` away from what it sends, and gives it back when it is sent: bytes that refer to
    themselves by it would stay in memory until Python looks for such. Closing them does nothing, so nothing is changed.
    """

    def close(self) -> None:
        """Leaves it open."""

    def __setattr__(self, name: str, value: object) -> None:
        if name != "close":
            super().__setattr__(name, value)


def _file(picture: Picture) -> discord.File:
    """The file alone: its alt text goes with the gallery that shows it, and isn't sent a second time."""
    return discord.File(_Bytes(picture.png), picture.name)


def sentence(text: str) -> Page:
    """A page of words alone."""
    return Page(body=text, accent=GREY)


class Components(ui.LayoutView):
    """A page as discord.py sends it.

    What is sent is written here as Discord takes it. The library's own items come to the same, which a test holds, but
    take ten times as long: up to half a millisecond for each request.
    """

    def __init__(self, page: Page) -> None:
        super().__init__(timeout=None)
        self._page = page

    def to_components(self) -> list[dict[str, Any]]:
        """What is sent: without what Discord takes for granted, which is a tenth of the words about a panel."""
        page = self._page
        if not page.framed:
            return [_text(shorten(page.body, MOST_TEXT))]
        parts = [_text(page.heading)] if page.heading else []
        parts += [_gallery(picture) for picture in page.pictures]
        if page.body:
            parts.append(_text(shorten(page.body, MOST_TEXT - length(page.heading) - length(page.call))))
        if page.call:
            parts.append({**_text(page.call), "id": CALL})
        if page.record is not None:
            parts.append({"type": Kind.file.value, "file": {"url": f"attachment://{page.record[0]}"}})
        parts += [{"type": Kind.action_row.value, "components": _row(row)} for row in page.rows]
        return [{"type": Kind.container.value, "accent_color": page.accent, "components": parts}]

    def has_components_v2(self) -> bool:
        """Always."""
        return True

    def is_finished(self) -> bool:
        """Always: so that discord.py files it nowhere when it is sent."""
        return True


def _text(content: str) -> dict[str, Any]:
    return {"type": Kind.text_display.value, "content": content}


def _gallery(picture: Picture) -> dict[str, Any]:
    address = f"attachment://{picture.name}" if picture.at is None else picture.at.address
    item = {"media": {"url": address}, "description": shorten(picture.alt, MOST_ALT)}
    return {"type": Kind.media_gallery.value, "items": [item]}


def _row(row: Row) -> list[dict[str, Any]]:
    return [_select(row)] if isinstance(row, Select) else [_button(button) for button in row]


def _button(button: Button) -> dict[str, Any]:
    said: dict[str, Any] = {"type": Kind.button.value, "label": shorten(button.label, MOST_LABEL)}
    if isinstance(button.to, str):
        return {**said, "style": discord.ButtonStyle.link.value, "url": button.to}
    said |= {"style": style_of(button.to, asked_for=button.stands_out).value, "custom_id": str(button.to)}
    if button.disabled:
        said["disabled"] = True
    return said if button.emoji is None else {**said, "emoji": _emoji(button.emoji)}


def _select(select: Select) -> dict[str, Any]:
    kind = _KINDS[select.lists]
    said: dict[str, Any] = {"type": kind.value, "custom_id": str(select.to)}
    said["placeholder"] = shorten(select.placeholder, MOST_PLACEHOLDER)
    if select.lists == "choices":
        return {**said, "options": [_option(choice) for choice in select.choices]}
    said["required"] = False
    if select.least != 1:
        said["min_values"] = select.least
    if select.most != 1:
        said["max_values"] = select.most
    if select.lists == "channels":
        said["channel_types"] = [place.value for place in _PLACES]
    if select.chosen:
        said["default_values"] = [{"id": number, "type": kind.name.removesuffix("_select")} for number in select.chosen]
    return said


def _option(choice: Choice) -> dict[str, Any]:
    said: dict[str, Any] = {"label": shorten(choice.label, MOST_OPTION), "value": choice.value}
    if choice.description:
        said["description"] = shorten(choice.description, MOST_OPTION)
    if choice.chosen:
        said["default"] = True
    return said if choice.emoji is None else {**said, "emoji": _emoji(choice.emoji)}


def _emoji(emoji: Emoji) -> Any:
    return discord.PartialEmoji.from_str(emoji.text).to_dict()


_PLACES: Final = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
]
"""The channels where a table can stand, or a thread with one."""
_KINDS: Final = {
    "choices": Kind.string_select,
    "people": Kind.user_select,
    "channels": Kind.channel_select,
    "roles": Kind.role_select,
}
