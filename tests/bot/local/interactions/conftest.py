"""Interactions made by a person at a page, and answered with bare requests."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest_asyncio

from bot.local import LocalDiscord
from bot.local.state.model import Interaction
from bot.local.testing.driver import People, Person
from tests.bot.local.conftest import Caller

Json = dict[str, Any]
BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
BUTTONS = [{"type": 1, "components": [BUTTON]}]


class Time:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


@dataclass
class Desk:
    """A person who makes interactions, and bare answers to them."""

    call: Caller
    you: Person
    time: Time

    @property
    def application(self) -> int:
        return self.call.server.context.world.secrets.application_id

    async def command(self) -> Interaction:
        path = f"/local/channels/{self.you.channel}/commands"
        sent = await self.you.call("POST", path, {"command": "go", "options": {}})
        return self.of(sent)

    async def click(self, message: Json, custom_id: str = "go") -> Interaction:
        path = f"/local/channels/{message['channel_id']}/messages/{message['id']}/components"
        return self.of(await self.you.call("POST", path, {"custom_id": custom_id}))

    def of(self, sent: Json) -> Interaction:
        return self.call.server.context.world.interactions[int(sent["interaction_id"])]

    async def answer(self, interaction: Interaction, kind: int, data: Any = None, query: str = "") -> tuple[int, Any]:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback{query}"
        body = {"type": kind} if data is None else {"type": kind, "data": data}
        status, answer, _ = await self.call("POST", path, body, headers={"Authorization": ""})
        return status, answer

    async def hook(self, method: str, interaction: Interaction, rest: str = "", body: Any = None) -> tuple[int, Any]:
        path = f"/webhooks/{self.application}/{interaction.token}{rest}"
        status, answer, _ = await self.call(method, path, body, headers={"Authorization": ""})
        return status, answer


@pytest_asyncio.fixture
async def desk() -> AsyncIterator[Desk]:
    async with desk_at(rate_limits=False) as desk:
        yield desk


@contextlib.asynccontextmanager
async def desk_at(**settings: Any) -> AsyncIterator[Desk]:
    """A desk at a server with these settings."""
    time = Time()
    server = LocalDiscord(clock=time, **settings)
    await server.start()
    try:
        async with People(server.url) as people:
            call = Caller(server, people.session)
            desk = Desk(call, await people.host(), time)
            await call("PUT", f"/applications/{desk.application}/commands", [{"name": "go", "description": "Go"}])
            yield desk
    finally:
        await server.stop()


async def shown(desk: Desk, **data: Any) -> Json:
    """A public message with a button, as an answer to a command."""
    interaction = await desk.command()
    _, answer = await desk.answer(
        interaction, 4, {"content": "lobby", "components": BUTTONS} | data, "?with_response=1"
    )
    return answer["resource"]["message"]
