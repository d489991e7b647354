"""One WebSocket of the gateway: hello, heartbeats, identify, resume, and Discord's close codes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from aiohttp import WSMsgType, web

from bot.local import limits
from bot.local.gateway.compression import packer
from bot.local.gateway.events import ALL_INTENTS, GUILD_MEMBERS, PRIVILEGED
from bot.local.gateway.sessions import INVALID_SESSION, Gateway, Session
from bot.local.gateway.sharding import WHOLE, read_shard
from bot.local.state.model import Json

HEARTBEAT, IDENTIFY, PRESENCE, VOICE_STATE, RESUME, MEMBERS = 1, 2, 3, 4, 6, 8
HELLO, HEARTBEAT_ACK, SOUNDBOARD = 10, 11, 31

UNKNOWN_ERROR, UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED = 4000, 4001, 4002, 4003
AUTHENTICATION_FAILED, ALREADY_AUTHENTICATED, INVALID_SEQUENCE = 4004, 4005, 4007
RATE_LIMITED, TIMED_OUT, INVALID_SHARD, SHARDING_REQUIRED = 4008, 4009, 4010, 4011
INVALID_VERSION, INVALID_INTENTS, DISALLOWED_INTENTS = 4012, 4013, 4014
# discord.py notes in a thread of its own when a heartbeat went out. An acknowledgement that comes at once, as it can on
# one machine, overtakes that note and is measured from the heartbeat before: "Can't keep up, 41 s behind".
_ACKNOWLEDGED_AFTER = 0.25
"""Seconds. A connection to Discord isn't instant either."""
_ENDS_SESSION = (1000, 1001, AUTHENTICATION_FAILED, INVALID_SEQUENCE, INVALID_INTENTS, DISALLOWED_INTENTS)


class GatewayCloseError(Exception):
    """Close the connection with one of Discord's codes."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Connection:
    """A connection from hello to close."""

    def __init__(self, gateway: Gateway, request: web.Request) -> None:
        self.gateway = gateway
        self.request = request
        self.session: Session | None = None
        self.socket = web.WebSocketResponse(max_msg_size=1 << 20, autoping=True)
        self._packer = packer(request.query.get("compress"))
        self._outbox: asyncio.Queue[str] = asyncio.Queue()
        self._received: deque[float] = deque()
        self._heard = time.monotonic()
        self._kept_out: tuple[int, Callable[[], None]] | None = None
        """The shard for which the client wants to get in, and what lets it in."""

    @property
    def shard_id(self) -> int | None:
        """The shard that it speaks for, or wants to; None as long as it has not said so."""
        if self._kept_out is not None:
            return self._kept_out[0]
        return self.session.shard.id if self.session is not None else None

    async def run(self) -> web.WebSocketResponse:
        """Speak with the client until one side closes."""
        await self.socket.prepare(self.request)
        self.gateway.connections.add(self)
        tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._watch())]
        try:
            if self.request.query.get("v", "10") not in ("9", "10"):
                raise GatewayCloseError(INVALID_VERSION, "Invalid API version.")
            self.send({"op": HELLO, "s": None, "t": None, "d": self._hello()})
            async for message in self.socket:
                if message.type is WSMsgType.TEXT or message.type is WSMsgType.BINARY:
                    await self._receive(message.data)
        except GatewayCloseError as close:
            await self.close(close.code, close.reason)
        finally:
            for task in tasks:
                task.cancel()
            self.gateway.connections.discard(self)
            if self.session is not None:
                for_good = self.socket.close_code in _ENDS_SESSION
                self.gateway.detach(self.session, self, for_good=for_good)
        return self.socket

    def _hello(self) -> Json:
        return {"heartbeat_interval": int(self.gateway.heartbeat * 1000), "_trace": ["local"]}

    # Sending

    def send(self, payload: Json) -> None:
        """Put a payload behind those that wait to go out."""
        self.send_text(json.dumps(payload))

    def send_text(self, text: str) -> None:
        self._outbox.put_nowait(text)

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError, RuntimeError):
            while True:
                text = await self._outbox.get()
                if wait := self.gateway.latency():
                    await asyncio.sleep(wait)
                if self._packer is None:
                    await self.socket.send_str(text)
                else:
                    await self.socket.send_bytes(self._packer.pack(text))
                self._outbox.task_done()

    async def close(self, code: int, reason: str) -> None:
        """Send what waits, then close."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1):
                await self._outbox.join()
        await self.socket.close(code=code, message=reason.encode())

    def abort(self) -> None:
        """Cut the line without a word."""
        if self.request.transport is not None:
            self.request.transport.abort()

    async def _watch(self) -> None:
        """Close with 4009 when no heartbeat came for one and a half intervals."""
        patience = self.gateway.heartbeat * 1.5
        while True:
            await asyncio.sleep(max(0.01, self._heard + patience - time.monotonic()))
            if time.monotonic() - self._heard >= patience:
                await self.socket.close(code=TIMED_OUT, message=b"Session timed out.")
                return

    # Receiving

    async def _receive(self, data: str | bytes) -> None:
        self._count()
        if len(data) > limits.GATEWAY_PAYLOAD:
            raise GatewayCloseError(DECODE_ERROR, "Error while decoding payload.")
        try:
            payload = json.loads(data)
            op, body = payload["op"], payload.get("d")
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise GatewayCloseError(DECODE_ERROR, "Error while decoding payload.") from error
        if op == HEARTBEAT:
            self._heard = time.monotonic()
            ack = {"op": HEARTBEAT_ACK, "s": None, "t": None, "d": None}
            asyncio.get_running_loop().call_later(_ACKNOWLEDGED_AFTER, self.send, ack)
        elif op in (IDENTIFY, RESUME):
            if self.session is not None or self._kept_out is not None:
                raise GatewayCloseError(ALREADY_AUTHENTICATED, "Already authenticated.")
            self._check_token(body)
            if op == IDENTIFY:
                self._identify(body)
            else:
                self._resume(body)
        elif op in (PRESENCE, VOICE_STATE, MEMBERS, SOUNDBOARD):
            if self.session is None:
                raise GatewayCloseError(NOT_AUTHENTICATED, "Not authenticated.")
            if op == MEMBERS:
                self._members(self.session, body)
        else:
            raise GatewayCloseError(UNKNOWN_OPCODE, "Unknown opcode.")

    def _count(self) -> None:
        """Count a payload; the 121st within a minute is one too many."""
        most, seconds = limits.GATEWAY_SENDS
        now = time.monotonic()
        self._received.append(now)
        while self._received[0] <= now - seconds:
            self._received.popleft()
        if len(self._received) > most:
            raise GatewayCloseError(RATE_LIMITED, "You are being rate limited.")

    def _check_token(self, body: Any) -> None:
        token = body.get("token") if isinstance(body, dict) else None
        given = str(token or "").removeprefix("Bot ")
        if not secrets.compare_digest(given.encode(), self.gateway.token.encode()):
            raise GatewayCloseError(AUTHENTICATION_FAILED, "Authentication failed.")

    def _identify(self, body: Json) -> None:
        intents = body.get("intents")
        if not isinstance(intents, int) or isinstance(intents, bool) or intents < 0 or intents & ~ALL_INTENTS:
            raise GatewayCloseError(INVALID_INTENTS, "Invalid intent(s).")
        if intents & PRIVILEGED & ~self.gateway.privileged:
            raise GatewayCloseError(DISALLOWED_INTENTS, "Disallowed intent(s).")
        named = read_shard(body["shard"]) if "shard" in body else None
        if named is None and "shard" in body:
            raise GatewayCloseError(INVALID_SHARD, "Invalid shard.")
        shard = named or WHOLE
        if len(self.gateway.guilds(shard)) > limits.GUILDS_A_SHARD:
            raise GatewayCloseError(SHARDING_REQUIRED, "Sharding is required.")
        if self.gateway.limited() and self.gateway.starts.too_early(shard):
            self._invalid()
            return

        def let_in() -> None:
            self.session = self.gateway.open(intents, self, named)

        self._let_in(shard.id, let_in)

    def _let_in(self, shard_id: int, let_in: Callable[[], None]) -> None:
        """Lets the client in, now or as soon as its shard is back."""
        if shard_id in self.gateway.away:
            self._kept_out = shard_id, let_in
        else:
            let_in()

    def go_on(self) -> None:
        """The shard is back: whoever was kept out gets in."""
        if self._kept_out is not None:
            (_, let_in), self._kept_out = self._kept_out, None
            let_in()

    def _invalid(self) -> None:
        self.send({"op": INVALID_SESSION, "s": None, "t": None, "d": False})

    def _resume(self, body: Json) -> None:
        session = self.gateway.sessions.get(str(body.get("session_id")))
        if session is None:
            self._invalid()
        else:
            self._let_in(session.shard.id, lambda: self._take_up(body))

    def _take_up(self, body: Json) -> None:
        session = self.gateway.sessions.get(str(body.get("session_id")))
        after = body.get("seq")
        if session is not None and isinstance(after, int) and after > session.number:
            raise GatewayCloseError(INVALID_SEQUENCE, "Invalid seq.")
        missed = session.missed(after or 0) if session is not None and isinstance(after, int) else None
        if session is None or missed is None:
            self._invalid()
            return
        old = session.connection
        if old is not None:
            old.session = None
            old.abort()
        self.session = session
        for text in missed:
            self.send_text(text)
        self.gateway.attach(session, self)
        session.dispatch("RESUMED", {"_trace": ["local"]})

    def _members(self, session: Session, body: Any) -> None:
        """Request guild members: by ids, or by the beginning of a name; everybody only with the members intent."""
        world = self.gateway.payloads.world
        if not isinstance(body, dict) or not str(body.get("guild_id")).isdecimal():
            raise GatewayCloseError(DECODE_ERROR, "Error while decoding payload.")
        guild = world.guilds.get(int(body["guild_id"]))
        if guild is None or not session.shard.has(guild.id):
            return
        people = [world.people[i] for i in guild.members]
        not_found: list[str] = []
        if "user_ids" in body:
            asked = body["user_ids"] if isinstance(body["user_ids"], list) else [body["user_ids"]]
            wanted = [str(i) for i in asked[: limits.MEMBER_CHUNK]]
            not_found = [i for i in wanted if not i.isdecimal() or int(i) not in guild.members]
            people = [p for p in people if str(p.id) in wanted]
        else:
            query = str(body.get("query") or "").lower()
            if not query and not session.intents & GUILD_MEMBERS:
                return
            people = [p for p in people if p.username.startswith(query) or p.name.lower().startswith(query)]
            most = int(body.get("limit") or 0)
            people = people[:most] if most else people
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": [self.gateway.payloads.member(guild.members[p.id], p) for p in people],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": not_found,
        }
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk | ({"nonce": body["nonce"]} if body.get("nonce") else {}))
