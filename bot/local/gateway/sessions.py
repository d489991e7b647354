"""The bot's sessions: what was sent under which number, and who may take a session up again."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from bot.local.gateway.events import GUILD_MEMBERS, MESSAGE_CONTENT, PRESENCES, Event, events
from bot.local.gateway.sharding import UNSHARDED, WHOLE, Shard, Sharding, Starts
from bot.local.state.happenings import BotOnline, Happening
from bot.local.state.model import Guild, Json
from bot.local.state.payloads import Payloads

if TYPE_CHECKING:
    from bot.local.gateway.connection import Connection

_REMEMBERED = 2_000
DISPATCH, RECONNECT, INVALID_SESSION = 0, 7, 9
ACTIONS = ("drop", "forget", "reconnect", "invalidate", "leave", "return")
"""What can be done with the gateway on purpose."""


class Session:
    """One identify of the bot and all that was sent since."""

    def __init__(self, intents: int, shard: Shard) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
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
        """Pass an event on where it is one of this shard's, and the session's intents allow it."""
        if not self.shard.has(event.guild_id) or (event.intents and not event.intents & self.intents):
            return
        bare = event.bare is not None and not self.intents & MESSAGE_CONTENT
        self.dispatch(event.name, (event.bare if bare else event.data) or {})

    def missed(self, after: int) -> list[str] | None:
        """The texts after a number; None where some of them are forgotten."""
        if after > self.number or (self.sent and after < self.sent[0][0] - 1):
            return None
        return [text for number, text in self.sent if number > after]


class Gateway:
    """All sessions. ``heartbeat`` and ``resume_within`` are in seconds; ``limited``: whether limits are held now."""

    def __init__(
        self,
        payloads: Payloads,
        url: str,
        token: str,
        *,
        privileged: int = 0,
        heartbeat: float = 41.25,
        sharding: Sharding = UNSHARDED,
        limited: Callable[[], bool] = lambda: True,
    ) -> None:
        self.payloads = payloads
        self.url = url
        self.token = token
        self.privileged = privileged
        self.heartbeat = heartbeat
        self.resume_within = 120.0
        self.sharding = sharding
        self.starts = Starts(payloads.world.clock, sharding)
        self.limited = limited
        self.identifies = 0
        self.away: set[int] = set()
        """Shards of which nobody gets in now."""
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

    def guilds(self, shard: Shard) -> list[Guild]:
        """The bot's servers that belong to that shard."""
        world = self.payloads.world
        return [g for g in world.guilds.values() if world.bot.id in g.members and shard.has(g.id)]

    def open(self, intents: int, connection: Connection, shard: Shard | None = None) -> Session:
        """A new session, with READY and the servers of the shard; None: the client didn't name one."""
        session = Session(intents, shard or WHOLE)
        self.identifies += 1
        self.starts.take(session.shard)
        self.sessions[session.id] = session
        self.attach(session, connection)
        world, guilds = self.payloads.world, self.guilds(session.shard)
        ready: Json = {
            "v": 10,
            "user": self.payloads.own_user(),
            "guilds": [{"id": str(g.id), "unavailable": True} for g in guilds],
            "private_channels": [],
            "relationships": [],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.url,
            "application": {"id": str(world.secrets.application_id), "flags": 0},
            "_trace": ["local"],
        }
        if shard is not None:
            ready["shard"] = [shard.id, shard.count]
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

    def act(self, action: str, shard: int | None = None) -> int:
        """``drop`` the line, ``forget`` the sessions as well, ask to ``reconnect``, or ``invalidate`` the sessions.

        ``leave``: the line is dropped, and nobody gets in, neither anew nor by a resume, until ``return``.
        ``shard``: only what belongs to the shard of that id, which ``leave`` and ``return`` need.

        Returns how many connections it met. Raises ValueError for another action.
        """
        if action not in ACTIONS:
            raise ValueError(f"The gateway can't {action!r}: choose {', '.join(ACTIONS[:-1])} or {ACTIONS[-1]}")
        if action in ("leave", "return") and shard is None:
            raise ValueError(f"Which shard is to {action}? Give its id")
        met = [connection for connection in self.connections if shard in (None, connection.shard_id)]
        if action in ("forget", "invalidate"):
            for session in [each for each in self.sessions.values() if shard in (None, each.shard.id)]:
                if session.end is not None:
                    session.end.cancel()
                del self.sessions[session.id]
        elif action == "leave" and shard is not None:
            self.away.add(shard)
        elif action == "return" and shard is not None:
            self.away.discard(shard)
        for connection in met:
            if action == "return":
                connection.go_on()
            elif action == "reconnect":
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
