"""A running local Discord, with and without the test bot on it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
import pytest_asyncio

from bot.local import LocalDiscord, redirected
from bot.local.testing.driver import People, Person
from tests.bot.local.testbot import TestBot


@dataclass
class Room:
    """The server, its people and the bot."""

    server: LocalDiscord
    people: People
    you: Person
    bot: TestBot

    @property
    def channel(self) -> discord.TextChannel:
        channel = self.bot.get_channel(int(self.you.channel))
        assert isinstance(channel, discord.TextChannel)
        return channel


class Caller:
    """Bare REST calls with the bot's token."""

    def __init__(self, server: LocalDiscord, session: aiohttp.ClientSession) -> None:
        self.server = server
        self.session = session

    async def __call__(self, method: str, path: str, body: Any = None, **more: Any) -> tuple[int, Any, Any]:
        headers = {"Authorization": f"Bot {self.server.token}"} | more.pop("headers", {})
        url = f"{self.server.url}/api/v10{path}"
        async with self.session.request(method, url, json=body, headers=headers, **more) as response:
            is_json = response.content_type == "application/json"
            return response.status, await response.json() if is_json else await response.text(), response.headers


@contextlib.asynccontextmanager
async def running(bot: TestBot, server: LocalDiscord) -> AsyncIterator[TestBot]:
    """The bot, connected and ready."""
    with redirected(server.url):
        task = asyncio.create_task(bot.start(server.token))
        ready = asyncio.create_task(bot.is_up.wait())
        done, _ = await asyncio.wait({task, ready}, timeout=30, return_when=asyncio.FIRST_COMPLETED)
        assert ready in done, task.exception() if task.done() else "the bot did not get ready"
        try:
            yield bot
        finally:
            await bot.close()
            await asyncio.gather(task, return_exceptions=True)


@pytest_asyncio.fixture
async def server() -> AsyncIterator[LocalDiscord]:
    """A server in memory, without rate limits."""
    server = LocalDiscord(rate_limits=False)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


@pytest_asyncio.fixture
async def people(server: LocalDiscord) -> AsyncIterator[People]:
    async with People(server.url) as people:
        yield people


@pytest_asyncio.fixture
async def room(server: LocalDiscord, people: People) -> AsyncIterator[Room]:
    """The test bot on the server, and the host at the page."""
    you = await people.host()
    async with running(TestBot(guild_ready_timeout=0.05), server) as bot:
        yield Room(server, people, you, bot)


@pytest_asyncio.fixture
async def call(server: LocalDiscord) -> AsyncIterator[Caller]:
    async with aiohttp.ClientSession() as session:
        yield Caller(server, session)
