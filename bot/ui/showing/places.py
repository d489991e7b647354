"""Where a message lives, and how it is reached there: in a channel, as a direct message, or by tokens."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any, Final, Protocol

import discord
from discord import ui

from bot.ui.pages.page import Kept, KeptFile, Page
from bot.ui.showing.attached import pictures_of
from bot.ui.showing.sending import edited, shown
from bot.ui.showing.tokens import Token, Tokens, UnreachableError

NEWEST: Final = 200
"""Messages of a channel that are looked through for an answer, the newest first: it was sent a moment ago, or before a
start."""


class Place(Protocol):
    """Where one message lives. Each call is one request, and raises what the library raises."""

    takes_posts: bool
    """Whether messages can be sent there; if not, the place is one message, whose ids need not be known."""

    async def post(self, page: Page, nonce: str) -> discord.Message:
        """Sends a message; if one was just sent with the same nonce, returns that one instead."""

    async def answer(self, page: Page, token: Token) -> discord.Message:
        """Sends a message as an answer to what was pressed. What may have been done is not repeated."""

    async def find_answer(self, channel_id: int, after: int, interaction_id: int) -> discord.Message | None:
        """The message that was sent after that one as an answer to that press; None where there is none that the bot
        may read."""

    async def edit(self, channel_id: int, message_id: int, page: Page, kept: Kept) -> Sequence[KeptFile]:
        """Has the message show the page; the files in ``kept`` it has already. Returns those that it has then."""

    async def change_view(
        self, channel_id: int, message_id: int, view: ui.LayoutView, files: Sequence[KeptFile]
    ) -> None:
        """Changes words and buttons; of the message's files those in ``files`` stay."""

    async def fetch(self, channel_id: int, message_id: int) -> discord.Message:
        """The message as Discord has it."""

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Deletes the message."""


class _ByTheBot:
    """Messages that the bot may edit for as long as they are there; by a token where a living one can."""

    takes_posts = True

    def __init__(self, client: discord.Client, guild_id: int | None = None, tokens: Tokens | None = None) -> None:
        self._client, self._guild_id, self._tokens = client, guild_id, tokens

    async def answer(self, page: Page, token: Token) -> discord.Message:
        if self._tokens is None:
            raise UnreachableError
        return await self._tokens.answer(token, page)

    async def find_answer(self, channel_id: int, after: int, interaction_id: int) -> discord.Message | None:
        newest = self._channel(channel_id).history(limit=NEWEST, after=discord.Object(after), oldest_first=False)
        with contextlib.suppress(discord.Forbidden):
            async for message in newest:
                pressed = message.interaction_metadata
                if pressed is not None and pressed.id == interaction_id:
                    if self._tokens is not None:
                        self._tokens.sent(interaction_id, message.id)
                    return message
            if self._tokens is not None:
                # Without the permission for it Discord gives an empty history, as if there were no such message. The
                # channel's newest message is told all the same.
                channel = await self._client.fetch_channel(channel_id)
                last = getattr(channel, "last_message_id", None) or 0
                return await self._tokens.find(interaction_id, last) if last > after else None
        return None

    async def edit(self, channel_id: int, message_id: int, page: Page, kept: Kept) -> Sequence[KeptFile]:
        if self._tokens is not None:
            with contextlib.suppress(UnreachableError):
                return pictures_of(await self._tokens.edit(message_id, page, kept))
        message = self._message(channel_id, message_id)

        async def edit(page: Page, kept: Kept) -> discord.Message:
            files = page.changed_files(kept)
            return await message.edit(view=page.view(), allowed_mentions=page.mentions, attachments=files)

        return pictures_of(await edited(page, kept, edit))

    async def change_view(
        self, channel_id: int, message_id: int, view: ui.LayoutView, files: Sequence[KeptFile]
    ) -> None:
        if self._tokens is not None:
            with contextlib.suppress(UnreachableError):
                await self._tokens.change_view(message_id, view, files)
                return
        nobody, kept = discord.AllowedMentions.none(), list[Any](files)
        await self._message(channel_id, message_id).edit(view=view, allowed_mentions=nobody, attachments=kept)

    async def fetch(self, channel_id: int, message_id: int) -> discord.Message:
        return await self._message(channel_id, message_id).fetch()

    async def delete(self, channel_id: int, message_id: int) -> None:
        if self._tokens is not None:
            with contextlib.suppress(UnreachableError):
                await self._tokens.delete(message_id)
                return
        await self._message(channel_id, message_id).delete()

    def _message(self, channel_id: int, message_id: int) -> discord.PartialMessage:
        return self._channel(channel_id).get_partial_message(message_id)

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id, guild_id=self._guild_id)


class InChannel(_ByTheBot):
    """A channel, where everybody sees the message."""

    def __init__(
        self, client: discord.Client, channel_id: int, guild_id: int | None = None, tokens: Tokens | None = None
    ) -> None:
        super().__init__(client, guild_id, tokens)
        self._channel_id = channel_id

    async def post(self, page: Page, nonce: str) -> discord.Message:
        """Sends a message to the channel."""
        return await _send(self._channel(self._channel_id), page, nonce)


class InDirectMessages(_ByTheBot):
    """The direct messages with one person."""

    def __init__(self, client: discord.Client, user_id: int, tokens: Tokens | None = None) -> None:
        super().__init__(client, tokens=tokens)
        self._user_id = user_id
        self._opened: discord.DMChannel | None = None

    @property
    def is_open(self) -> bool:
        """Whether a message can be sent without opening the direct messages first."""
        return self._opened is not None

    async def open_channel(self) -> discord.DMChannel:
        """Opens the direct messages, which the person doesn't see. Discord may hold that for long."""
        if self._opened is None:
            self._opened = await self._client.create_dm(discord.Object(self._user_id))
        return self._opened

    async def post(self, page: Page, nonce: str) -> discord.Message:
        """Sends a direct message."""
        return await _send(await self.open_channel(), page, nonce)


class ByTokens:
    """Messages that only one person sees: each is edited by the token of a press on it, as long as one lives.

    Raises UnreachableError where none does.
    """

    takes_posts = False

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens

    async def post(self, page: Page, nonce: str) -> discord.Message:
        """Never: what is sent by a token is known by the press."""
        raise UnreachableError

    async def answer(self, page: Page, token: Token) -> discord.Message:
        """Never: the message is one."""
        raise UnreachableError

    async def find_answer(self, channel_id: int, after: int, interaction_id: int) -> discord.Message | None:
        """None: nothing is sent as an answer."""
        return None

    async def edit(self, channel_id: int, message_id: int, page: Page, kept: Kept) -> Sequence[KeptFile]:
        """Edits the message."""
        return pictures_of(await self._tokens.edit(message_id, page, kept))

    async def change_view(
        self, channel_id: int, message_id: int, view: ui.LayoutView, files: Sequence[KeptFile]
    ) -> None:
        """Changes words and buttons; of the message's files those in ``files`` stay."""
        await self._tokens.change_view(message_id, view, files)

    async def fetch(self, channel_id: int, message_id: int) -> discord.Message:
        """The message as Discord has it."""
        return await self._tokens.fetch(message_id)

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Deletes the message."""
        await self._tokens.delete(message_id)


async def _send(channel: discord.abc.Messageable, page: Page, nonce: str) -> discord.Message:
    async def send(page: Page) -> discord.Message:
        return await channel.send(view=page.view(), files=page.files(), nonce=nonce, allowed_mentions=page.mentions)

    return await shown(page, send)
