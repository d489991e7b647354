"""A place whose messages lie in memory, with the failures that a test wants; and a store of what is remembered."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import aiohttp
import discord

from bot.service.model import Turn
from bot.store.messages import Messages as StoredMessages
from bot.store.messages import Remembered
from bot.store.model.errors import StoreError
from bot.ui.address import Address
from bot.ui.pages.page import Button, Kept, KeptFile, Page, Picture
from bot.ui.showing.attached import pictures_of
from bot.ui.showing.live import LiveMessage
from bot.ui.showing.memory import Memory
from bot.ui.showing.tokens import Token

CHANNEL = 500
DENIED, NO_FILES, ASLEEP, GONE = (403, 50001), (403, 50013), (400, 50083), (404, 10008)
TOO_OLD = (429, 30046)
DOWN, TOO_MANY = (502, 0), (429, 0)


def gallery(url: str, **more: Any) -> discord.MediaGalleryComponent:
    """A gallery with one picture, as Discord sends it."""
    sent: Any = {"type": 12, "id": 1, "items": [{"media": {"url": url, **more}}]}
    return discord.MediaGalleryComponent(sent, None)


GALLERY = gallery("table.png", attachment_id="1")


def failure(status: int, code: int) -> discord.HTTPException:
    """What the library raises."""
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    return kind(Mock(spec=aiohttp.ClientResponse, status=status, reason="", headers={}), {"code": code, "message": ""})


def page(words: str, *, picture: bytes = b"", buttons: bool = True) -> Page:
    """A page with a button that leads into the bot."""
    return Page(
        body=words,
        picture=Picture(picture, "table.png", "a picture") if picture else None,
        rows=((Button("Join", Address(1, Turn(0, 0), "join")),),) if buttons else (),
    )


class Shelf(StoredMessages):
    """A store of what is remembered; ``broken``: it can't be written."""

    def __init__(self) -> None:
        self.rows: dict[str, Remembered] = {}
        self.broken = False

    async def all(self, holds: Callable[[int], bool] | None = None) -> tuple[Remembered, ...]:
        if self.broken:
            raise StoreError("the disk is full")
        return tuple(self.rows.values())

    async def remember(self, message: Remembered) -> None:
        if self.broken:
            raise StoreError("the disk is full")
        self.rows[message.name] = message

    async def forget(self, name: str) -> None:
        if self.broken:
            raise StoreError("the disk is full")
        self.rows.pop(name, None)


class Messages:
    """A place. ``fail`` names what goes wrong next: a failure, or "lost" where the request arrives all the same."""

    takes_posts = True

    def __init__(self) -> None:
        self.shown: dict[int, Page | str] = {}
        self.nonces: dict[str, int] = {}
        self.answers: list[int] = []
        """The presses to which answers were sent, or tried to be."""
        self.asked: list[tuple[object, ...]] = []
        self.fail: list[tuple[int, int] | str | None] = []
        self.stayed: list[str] = []
        """The names of the files that stayed when buttons were last removed."""

    def _meet(self, *what: object) -> bool:
        """Notes a request; whether its answer is lost."""
        self.asked.append(what)
        error = self.fail.pop(0) if self.fail else None
        if isinstance(error, tuple):
            raise failure(*error)
        return error == "lost"

    def message(self, message_id: int) -> Mock:
        shown = self.shown[message_id]
        pictures = shown.pictures if isinstance(shown, Page) else ()
        return Mock(
            spec=discord.Message,
            id=message_id,
            channel=SimpleNamespace(id=CHANNEL),
            components=[gallery(f"https://cdn.example/{picture.name}?ex=1", attachment_id="1") for picture in pictures],
            attachments=[],
            page=shown,
        )

    async def post(self, page: Page, nonce: str) -> discord.Message:
        lost = self._meet("post", page.body, page.picture is not None)
        if nonce not in self.nonces:
            self.nonces[nonce] = 100 + len(self.nonces)
            self.shown[self.nonces[nonce]] = page
        if lost:
            raise ConnectionResetError
        return self.message(self.nonces[nonce])

    async def answer(self, page: Page, token: Token) -> discord.Message:
        self.answers.append(token.interaction_id)
        return await self.post(page, f"answer {len(self.answers)} to {token.interaction_id}")

    async def find_answer(self, channel_id: int, after: int, interaction_id: int) -> discord.Message | None:
        self._meet("look", channel_id, interaction_id)
        said = [nonce for nonce in self.nonces if nonce.endswith(f" to {interaction_id}")]
        found = [self.nonces[nonce] for nonce in said if self.nonces[nonce] > after]
        return self.message(found[-1]) if found else None

    async def edit(self, channel_id: int, message_id: int, page: Page, kept: Kept) -> list[KeptFile]:
        same = bool(kept) and {picture.digest for picture in page.pictures} == set(kept)
        lost = self._meet("edit", message_id, page.body, same)
        self._there(message_id)
        self.shown[message_id] = page
        if lost:
            raise ConnectionResetError
        return pictures_of(self.message(message_id))

    async def change_view(
        self, channel_id: int, message_id: int, view: discord.ui.LayoutView, files: Sequence[KeptFile]
    ) -> None:
        self.stayed = [file.filename for file in files]
        self._meet("view", message_id, view)
        self.shown[message_id] = "without buttons"

    async def fetch(self, channel_id: int, message_id: int) -> discord.Message:
        self._meet("fetch", message_id)
        self._there(message_id)
        return self.message(message_id)

    async def delete(self, channel_id: int, message_id: int) -> None:
        self._meet("delete", message_id)
        del self.shown[message_id]

    def _there(self, message_id: int) -> None:
        if message_id not in self.shown:
            raise failure(*GONE)


class House:
    """A place, what is remembered of it, and messages made for it."""

    def __init__(self) -> None:
        self.place, self.shelf = Messages(), Shelf()
        self.background: list[Coroutine[Any, Any, object]] = []
        self.moves: list[int | None] = []

    async def message(self, name: str = "table:1", **more: Any) -> LiveMessage:
        """The message of that name, as after a restart."""
        memory = Memory(self.shelf)
        await memory.load()
        return LiveMessage(self.place, memory, self.background.append, name, self.moves.append, **more)

    async def settled(self) -> None:
        """Does what nobody waits for."""
        while self.background:
            await self.background.pop(0)

    @property
    def asked(self) -> list[str]:
        """The requests, and forgets them."""
        asked, self.place.asked = [str(what[0]) for what in self.place.asked], []
        return asked
