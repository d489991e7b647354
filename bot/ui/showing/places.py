"""Where a message lives, and how it is reached there: in a channel, as a direct message, or by an answer's token."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, Protocol

import discord
from discord import ui

from bot.ui.pages.page import Page
from bot.ui.showing.attached import has_picture
from bot.ui.showing.tokens import TOKEN_LIFE, Tokens, UnreachableError

if TYPE_CHECKING:
    from bot.ui.clicks.answer import Answer


class Place(Protocol):
    """Where one message lives. Each call is one request, and raises what the library raises."""

    takes_posts: bool
    """Whether messages can be sent there; if not, the place is one message, whose ids need not be known."""

    async def post(self, page: Page, nonce: str) -> discord.Message:
        """Sends a message; if one was just sent with the same nonce, returns that one instead."""

    async def edit(self, channel_id: int, message_id: int, page: Page, *, keep_picture: bool) -> bool:
        """Has the message show the page, with its picture as it is if ``keep_picture``. Returns whether it has one."""

    async def change_view(self, channel_id: int, message_id: int, view: ui.LayoutView) -> None:
        """Changes words and buttons; pictures and files stay."""

    async def fetch(self, channel_id: int, message_id: int) -> discord.Message:
        """The message as Discord has it."""

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Deletes the message."""


class _ByTheBot:
    """Messages that the bot may edit for as long as they are there; by a token where a living one can."""

    takes_posts = True

    def __init__(self, client: discord.Client, guild_id: int | None = None, tokens: Tokens | None = None) -> None:
        self._client, self._guild_id, self._tokens = client, guild_id, tokens

    async def edit(self, channel_id: int, message_id: int, page: Page, *, keep_picture: bool) -> bool:
        if self._tokens is not None:
            with contextlib.suppress(UnreachableError):
                return has_picture(await self._tokens.edit(message_id, page, keep_picture=keep_picture))
        message, mentions = self._message(channel_id, message_id), page.mentions
        if keep_picture:
            edited = await message.edit(view=page.view(), allowed_mentions=mentions)
        else:
            edited = await message.edit(view=page.view(), attachments=page.files(), allowed_mentions=mentions)
        return has_picture(edited)

    async def change_view(self, channel_id: int, message_id: int, view: ui.LayoutView) -> None:
        if self._tokens is not None:
            with contextlib.suppress(UnreachableError):
                await self._tokens.change_view(message_id, view)
                return
        nobody = discord.AllowedMentions.none()
        await self._message(channel_id, message_id).edit(view=view, allowed_mentions=nobody)

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

    async def post(self, page: Page, nonce: str) -> discord.Message:
        """Sends a direct message."""
        return await _send(await self._client.create_dm(discord.Object(self._user_id)), page, nonce)


class ByToken:
    """The answer to a click or command that only one person sees: to be edited by its token, for as long as it lives.

    Raises UnreachableError where the answer can't be edited.
    """

    takes_posts = False

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self._until = time.monotonic() + TOKEN_LIFE

    @property
    def alive(self) -> bool:
        """Whether the token is still valid."""
        return time.monotonic() < self._until

    async def post(self, page: Page, nonce: str) -> discord.Message:
        """Never: a token edits its own answer."""
        raise UnreachableError

    async def edit(self, channel_id: int, message_id: int, page: Page, *, keep_picture: bool) -> bool:
        """Edits the answer, which tries as often as helps by itself."""
        if not self.alive or await self.answer.show(page) is None:
            raise UnreachableError
        return page.picture is not None

    async def change_view(self, channel_id: int, message_id: int, view: ui.LayoutView) -> None:
        """Changes words and buttons."""
        await self.answer.interaction.edit_original_response(view=view, allowed_mentions=discord.AllowedMentions.none())

    async def fetch(self, channel_id: int, message_id: int) -> discord.Message:
        """The answer as Discord has it."""
        return await self.answer.interaction.original_response()

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Deletes the answer."""
        await self.answer.interaction.delete_original_response()


async def _send(channel: discord.abc.Messageable, page: Page, nonce: str) -> discord.Message:
    return await channel.send(view=page.view(), files=page.files(), nonce=nonce, allowed_mentions=page.mentions)
