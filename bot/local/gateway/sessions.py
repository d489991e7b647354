"""The bot's sessions: what was sent under which number, and who may take a session up again."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from bot.local.gateway.events import GUILD_MEMBERS, MESSAGE_CONTENT, PRESENCES, Event, events
from bot.local.state.happenings import BotOnline, Happening
from bot.local.state.model import Json
from bot.local.state.payloads import Payloads

if TYPE_CHECKING:
    from bot.local.gateway.connection import Connection

_REMEMBERED = 2_000
DISPATCH, RECONNECT, INVALID_SESSION = 0, 7, 9


class Session:
    """One identify of the bot and all that was sent since."""

    def __init__(self, intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.number = 0
        self.sent: deque[tuple[int, str]] = deque(maxlen=_REMEMBERED)
        self.connection: Connection | None = None
        self.end: asyncio.TimerHandle | None = None

    def dispatch(self, name: str, data: Json) -> None:
        """Number an event, keep it for a resume, and send it where somebody listens."""
        self.number += 1
        text = json.dumps({"op": DISPATCH, "s": self.number, "t": name, "d": data})
        self.sent.append((self.number, text))
        if self.connection is not None:
            self.connection.send_text(text)

    def tell(self, event: Event) -> None:
        """Pass an event on where the session's intents allow it."""
        if event.intents and not event.intents & self.intents:
            return
        bare = event.bare is not None and not self.intents & MESSAGE_CONTENT
        self.dispatch(event.name, (event.bare if bare else event.data) or {})

    def missed(self, after: int) -> list[str] | None:
        """The texts after a number; None where some of them are forgotten."""
        if after > self.number or (self.sent and after < self.sent[0][0] - 1):
            return None
        return [text for number, text in self.sent if number > after]


class Gateway:
    """All sessions. ``heartbeat`` and ``resume_within`` are in seconds."""

    def __init__(
        self, payloads: Payloads, url: str, token: str, *, privileged: int = 0, heartbeat: float = 41.25
    ) -> None:
        self.payloads = payloads
        self.url = url
        self.token = token
        self.privileged = privileged
        self.heartbeat = heartbeat
        self.resume_within = 120.0
        self.identifies = 0
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.command_creates: dict[int | None, list[float]] = {}
        self.latency: Callable[[], float] = float
        payloads.world.bus.listen(self._tell)

    @property
    def members_allowed(self) -> bool:
        return bool(self.privileged & GUILD_MEMBERS)

    def _tell(self, happening: Happening) -> None:
        if not self.sessions:
            return
        for event in events(self.payloads, happening):
            for session in self.sessions.values():
                session.tell(event)

    # Sessions

    def open(self, intents: int, connection: Connection) -> Session:
        """A new session, with READY and the servers."""
        self.identifies += 1
        session = Session(intents)
        self.sessions[session.id] = session
        self.attach(session, connection)
        world = self.payloads.world
        guilds = [g for g in world.guilds.values() if world.bot.id in g.members]
        ready = {
            "v": 10,
            "user": self.payloads.own_user(),
            "guilds": [{"id": str(g.id), "unavailable": True} for g in guilds],
            "private_channels": [],
            "relationships": [],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.url,
            "shard": [0, 1],
            "application": {"id": str(world.secrets.application_id), "flags": 0},
            "_trace": ["local"],
        }
        session.dispatch("READY", ready)
        everybody = bool(intents & PRESENCES)
        for guild in guilds:
            session.dispatch("GUILD_CREATE", self.payloads.guild_create(guild, everybody=everybody))
        return session

    def attach(self, session: Session, connection: Connection) -> None:
        """A connection speaks for this session from now on."""
        if session.end is not None:
            session.end.cancel()
            session.end = None
        session.connection = connection
        self._online()

    def detach(self, session: Session, connection: Connection, *, for_good: bool) -> None:
        """A connection is gone; its session waits for a resume, or ends."""
        if session.connection is connection:
            session.connection = None
        if for_good:
            self.sessions.pop(session.id, None)
        elif session.connection is None and session.id in self.sessions:
            loop = asyncio.get_running_loop()
            session.end = loop.call_later(self.resume_within, self.sessions.pop, session.id, None)
        self._online()

    def _online(self) -> None:
        world = self.payloads.world
        online = any(session.connection is not None for session in self.sessions.values())
        if online != world.online:
            world.online = online
            world.bus.tell(BotOnline(online))

    # On purpose

    def act(self, action: str) -> int:
        """``drop`` the line, ``forget`` the sessions as well, ask to ``reconnect``, or ``invalidate`` the sessions.

        Returns how many connections it met. Raises ValueError for another action.
        """
        if action not in ("drop", "forget", "reconnect", "invalidate"):
            raise ValueError(f"The gateway can't {action!r}: choose drop, forget, reconnect or invalidate")
        if action in ("forget", "invalidate"):
            for session in self.sessions.values():
                if session.end is not None:
                    session.end.cancel()
            self.sessions.clear()
        met = list(self.connections)
        for connection in met:
            if action == "reconnect":
                connection.send({"op": RECONNECT, "d": None})
            elif action == "invalidate":
                connection.session = None
                connection.send({"op": INVALID_SESSION, "d": False})
            else:
                connection.abort()
        self._online()
        return len(met)

    async def stop(self) -> None:
        """Close every connection; sessions end with the server."""
        for session in self.sessions.values():
            if session.end is not None:
                session.end.cancel()
        for connection in list(self.connections):
            await connection.close(1001, "Going away")
