"""The WebSocket of each window: what happens, as far as its person may see it."""

from __future__ import annotations

import asyncio
import contextlib
import json

from aiohttp import web

from bot.local.context import Context, context
from bot.local.people.access import with_key
from bot.local.people.errors import RefusedError
from bot.local.people.views import channel_view, faults_view, person_view, servers_view
from bot.local.requestlog import Entry
from bot.local.state import happenings as h
from bot.local.state.model import DM, Channel, Json, Message, Person

routes = web.RouteTableDef()
_HEARTBEAT = 30.0
_BACKLOG = 5_000
"""Events that a window may be behind before it is cut off."""


class Window:
    """An open window (or a test's driver) of one person."""

    def __init__(self, person: Person, with_log: bool) -> None:
        self.person = person
        self.with_log = with_log
        self.outbox: asyncio.Queue[str] = asyncio.Queue(_BACKLOG)
        self.socket = web.WebSocketResponse(heartbeat=_HEARTBEAT)
        self.closing: asyncio.Task[bool] | None = None

    def send(self, event: str, data: Json) -> None:
        """Put an event behind those that wait."""
        self.send_text(json.dumps({"event": event, **data}))

    def send_text(self, text: str) -> None:
        """The same for an event already written out. A window that doesn't read its events is disconnected."""
        if self.closing is not None:
            return
        try:
            self.outbox.put_nowait(text)
        except asyncio.QueueFull:
            self.closing = asyncio.create_task(self.socket.close(code=1013))

    async def write(self) -> None:
        with contextlib.suppress(ConnectionError, RuntimeError):
            while True:
                await self.socket.send_str(await self.outbox.get())


class Windows:
    """All open windows."""

    def __init__(self, here: Context) -> None:
        self.here = here
        self.world = here.world
        self.open: set[Window] = set()
        here.world.bus.listen(self._tell)
        here.log.listen(self._log)

    def _log(self, entry: Entry) -> None:
        for window in self.open:
            if window.with_log:
                window.send("log", {"entry": dict(entry)})

    def _everybody(self, event: str, data: Json) -> None:
        for window in self.open:
            window.send(event, data)

    def _tell(self, happening: h.Happening) -> None:
        if not self.open:
            return
        match happening:
            case h.MessageCreated(message):
                channel = self.world.channels[message.channel_id]
                if channel.type == DM and sum(1 for _ in self.world.messages(channel.id)) == 1:
                    self._channel(channel)
                self._message("message", message)
                self._unread(channel)
            case h.MessageEdited(message) | h.MediaGone(message) | h.Reacted(message) | h.ReactionsCleared(message):
                self._message("message_edit", message)
            case h.MessageDeleted(message) | h.MessageDismissed(message):
                self._gone(message)
            case h.MessagesDeleted(_, messages):
                for message in messages:
                    self._gone(message)
            case h.Typing(channel, person_id):
                data = {"channel_id": str(channel.id), "person_id": str(person_id)}
                for window in self._seeing(channel):
                    window.send("typing", data)
            case h.ReadMark(channel, person_id):
                self._unread(channel, person_id)
            case h.ChannelCreated(channel) | h.ChannelChanged(channel):
                self._channel(channel)
            case h.ChannelDeleted(channel):
                self._everybody("channel_delete", {"channel_id": str(channel.id)})
            case h.PersonChanged(person):
                self._everybody("person", {"person": person_view(self.here, person)})
            case h.MemberChanged(_, person):
                self._everybody("person", {"person": person_view(self.here, person)})
            case h.ServersChanged():
                for window in self.open:
                    window.send("servers", {"servers": servers_view(self.here, window.person)})
            case h.CommandsChanged():
                self._everybody("commands", {})
            case h.BotOnline(online):
                self._everybody("bot", {"online": online})
            case h.FaultsChanged():
                self._everybody("faults", {"faults": faults_view(self.here)})
            case h.InteractionChanged():
                self._interaction(happening)
            case _:
                pass

    def _seeing(self, channel: Channel) -> list[Window]:
        return [window for window in self.open if self.world.sees_channel(channel, window.person.id)]

    def _channel(self, channel: Channel) -> None:
        for window in self._seeing(channel):
            window.send("channel", {"channel": channel_view(self.here, channel, window.person)})

    def _message(self, event: str, message: Message) -> None:
        windows = [window for window in self.open if self.world.sees(message, window.person.id)]
        if windows:
            text = json.dumps({"event": event, "message": self.here.payloads.message(message)})
            for window in windows:
                window.send_text(text)

    def _gone(self, message: Message) -> None:
        data = {"channel_id": str(message.channel_id), "message_id": str(message.id)}
        for window in self.open:
            if message.only_for in (None, window.person.id):
                window.send("message_delete", data)

    def _unread(self, channel: Channel, person_id: int | None = None) -> None:
        for window in self._seeing(channel):
            if person_id in (None, window.person.id):
                window.send("unread", unread_view(self.here, channel, window.person))

    def _interaction(self, happening: h.InteractionChanged) -> None:
        interaction = happening.interaction
        data: Json = {
            "interaction_id": str(interaction.id),
            "nonce": interaction.nonce,
            "type": interaction.type,
            "name": interaction.name,
            "state": happening.state,
            "channel_id": str(interaction.channel_id),
            "source_id": str(interaction.message_id) if interaction.message_id else None,
        }
        if happening.answer is not None:
            data["kind"] = happening.answer
        if happening.text is not None:
            data["text"] = happening.text
        if happening.message is not None:
            data |= {"message_id": str(happening.message.id), "message": self.here.payloads.message(happening.message)}
        for window in self.open:
            if window.person.id == interaction.person_id:
                if happening.answer == "modal":
                    window.send("modal", modal_view(self.here, data, interaction.modal or {}))
                window.send("interaction", data)

    async def stop(self) -> None:
        """Close all windows."""
        for window in list(self.open):
            await window.socket.close(code=1001, message=b"Going away")


def modal_view(here: Context, about: Json, modal: Json) -> Json:
    """A modal to be shown."""
    return {
        "interaction_id": about["interaction_id"],
        "nonce": about["nonce"],
        "channel_id": about["channel_id"],
        "modal": modal,
        "application": {"id": str(here.world.secrets.application_id), "name": here.world.bot.name},
    }


def unread_view(here: Context, channel: Channel, person: Person) -> Json:
    """How much is unread in a channel."""
    unread, mentions = here.world.unread(channel, person.id)
    return {"channel_id": str(channel.id), "unread": unread, "mentions": mentions}


WINDOWS: web.AppKey[Windows] = web.AppKey("windows", Windows)


@routes.get("/local/events")
async def events(request: web.Request) -> web.WebSocketResponse:
    """A window's line: nothing is read from it."""
    here = context(request)
    person = with_key(here, request.query.get("key", ""))
    if person is None:
        raise RefusedError("signed_out", "Sign in with your link first.", status=401)
    window = Window(person, request.query.get("log") == "1")
    windows = request.app[WINDOWS]
    await window.socket.prepare(request)
    window.send("hello", {"me": person_view(here, person)})
    windows.open.add(window)
    writer = asyncio.create_task(window.write())
    try:
        async for _ in window.socket:
            pass
    finally:
        windows.open.discard(window)
        writer.cancel()
    return window.socket
