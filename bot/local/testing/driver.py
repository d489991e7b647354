"""Acting as a person from Python, over the same HTTP and WebSocket as the page.

async with People(server.url) as people:
    you, ann = await people.host(), await people.guest("Ann")
    invitation = await you.command("event new", name="Picnic", seats=4)
    await ann.click(invitation, "Join")
    ticket = await ann.wait_for(lambda m: m.attachments, channel="dm")
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, Self

import aiohttp

from bot.local.testing.seen import Answer, Choice, Counts, DriverError, InteractionFailedError, Seen, field_names

Json = dict[str, Any]
PATIENCE = 30.0
"""Seconds that waiting takes before it gives up, if nothing else is said."""
_DM = ("dm", "@dm")


class People:
    """The people of one server, each with a connection of their own."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self._session: aiohttp.ClientSession | None = None
        self._people: list[Person] = []

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        return self

    async def __aexit__(self, *_: object) -> None:
        for person in self._people:
            await person.close()
        if self._session is not None:
            await self._session.close()

    @property
    def session(self) -> aiohttp.ClientSession:
        if self._session is None:
            raise RuntimeError("Use `async with People(url) as people:`")
        return self._session

    async def host(self) -> Person:
        """The host, who opened the page on this machine."""
        return await self.enter(None)

    async def enter(self, key: str | None) -> Person:
        """The person of a key, connected."""
        async with self.session.post(f"{self.url}/local/enter", json={"key": key} if key else {}) as response:
            body = await response.json()
            if response.status != 200:
                raise DriverError(response.status, body)
        person = Person(self, body["key"], body["person"])
        await person.open()
        self._people.append(person)
        return person

    async def guest(self, name: str | None = None, locale: str | None = None) -> Person:
        """A new guest."""
        host = self._people[0] if self._people else await self.host()
        body = {k: v for k, v in (("name", name), ("locale", locale)) if v is not None}
        made = await host.call("POST", "/local/people", body)
        return await self.enter(made["key"])


class Person:
    """Somebody at this machine. Messages are live: an edit shows in the ``Seen`` that a test already holds."""

    def __init__(self, people: People, key: str, about: Json) -> None:
        self.people = people
        self.key = key
        self.id = str(about["id"])
        self.name = str(about["name"])
        self.state: Json = {}
        self.events: list[Json] = []
        self.channel = ""
        self._seen: dict[str, Seen] = {}
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()

    # The connection

    async def open(self) -> None:
        """Connect, and read what was said before."""
        url = f"{self.people.url}/local/events"
        self._socket = await self.people.session.ws_connect(url, params={"key": self.key}, max_msg_size=0)
        await self._socket.receive()  # hello
        self.state = await self.call("GET", "/local/state")
        channels = [c for server in self.state["servers"] for c in server["channels"]]
        self.channel = next((str(c["id"]) for c in channels if c["type"] == 0), "")
        for channel in [*channels, *self.state["dms"]]:
            for payload in await self.call("GET", f"/local/channels/{channel['id']}/messages?limit=100"):
                self._seen[payload["id"]] = Seen(payload)
        self._reader = asyncio.create_task(self._read())

    async def close(self) -> None:
        """Hang up."""
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            self._reader.cancel()

    async def _read(self) -> None:
        assert self._socket is not None
        async for message in self._socket:
            event = json.loads(message.data)
            async with self._news:
                self._take(event)
                self.events.append(event)
                self._news.notify_all()

    def _take(self, event: Json) -> None:
        payload = event.get("message")
        if isinstance(payload, dict):
            self._seen.setdefault(payload["id"], Seen(payload)).payload = payload
        if event["event"] == "message_delete" and event["message_id"] in self._seen:
            self._seen.pop(event["message_id"]).gone = True
        if event["event"] == "channel":
            self._place(event["channel"])
        if event["event"] == "servers":
            self.state["servers"] = event["servers"]

    def _place(self, channel: Json) -> None:
        if channel["type"] == 1:
            kept = self.state["dms"]
        else:
            server = next(s for s in self.state["servers"] if s["id"] == channel["server_id"])
            kept = server["channels"]
        kept[:] = [c for c in kept if c["id"] != channel["id"]] + [channel]

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        """Any call of the person-side API. Raises DriverError for a refusal."""
        headers = {"Authorization": f"Bearer {self.key}"}
        send = {"data": body} if isinstance(body, aiohttp.FormData) else {"json": body}
        async with self.people.session.request(method, self.people.url + path, headers=headers, **send) as response:
            if response.status == 204:
                return None
            answer = await response.json()
            if response.status >= 400:
                raise DriverError(response.status, answer)
            return answer

    # Places and messages

    def at(self, channel: str | None = None) -> str:
        """The id of a channel named by name, id or ``dm``; without a name the current one."""
        if channel is None:
            return self.channel
        if channel in _DM:
            if not self.state["dms"]:
                raise LookupError(f"{self.name} has no DM yet")
            return str(self.state["dms"][0]["id"])
        for known in self._channels():
            if channel.removeprefix("#") in (known["name"], known["id"]):
                return str(known["id"])
        return channel

    def _channels(self) -> list[Json]:
        return [*(c for server in self.state["servers"] for c in server["channels"]), *self.state["dms"]]

    def messages(self, channel: str | None = None) -> list[Seen]:
        """The messages on this person's screen, oldest first."""
        place = self.at(channel)
        return sorted((m for m in self._seen.values() if m.channel_id == place), key=lambda m: int(m.id))

    def dms(self) -> list[Seen]:
        """The messages of the DM with the bot; none before the bot has written."""
        try:
            return self.messages("dm")
        except LookupError:
            return []

    async def until(self, ready: Callable[[], Any], what: str = "it", timeout: float = PATIENCE) -> Any:
        """Wait until ``ready()`` gives something true, and return that. Raises TimeoutError.

        Where ``ready`` raises LookupError, what it looks at isn't there yet: a message, or a button.
        """
        missing: LookupError | None = None
        try:
            async with asyncio.timeout(timeout), self._news:
                while True:
                    try:
                        if found := ready():
                            return found
                        missing = None
                    except LookupError as error:
                        missing = error
                    await self._news.wait()
        except TimeoutError:
            last = [f"{m.channel_id}: {m.text[:120]!r}" for m in list(self._seen.values())[-5:]]
            raise TimeoutError(f"{self.name} waited {timeout} s for {what}; on the screen: {last}") from missing

    async def wait_for(
        self,
        wanted: str | Callable[[Seen], Any],
        channel: str | None = None,
        timeout: float = PATIENCE,
        after: Seen | None = None,
    ) -> Seen:
        """Wait for a message with this text, or for which ``wanted`` is true; the newest such is returned.

        It may be there already. ``after``: only messages newer than that one count.
        """

        def find() -> Seen | None:
            try:
                found = self.messages(channel)
            except LookupError:
                return None
            for message in reversed(found):
                if after is not None and int(message.id) <= int(after.id):
                    break
                if wanted in message.text if isinstance(wanted, str) else wanted(message):
                    return message
            return None

        seen: Seen = await self.until(find, repr(wanted) if isinstance(wanted, str) else "a message", timeout)
        return seen

    # Roles

    async def role(self, name: str, *permissions: str) -> str:
        """Makes a role with these permissions besides those that everybody has. Returns its id."""
        made = await self.call("POST", "/local/roles", {"name": name, "permissions": list(permissions)})
        return str(made["id"])

    async def is_given(self, *roles: str) -> None:
        """This person has just these roles from now on, by their ids."""
        await self.call("PUT", f"/local/people/{self.id}/roles", {"roles": list(roles)})

    # Acting

    async def say(self, content: str, channel: str | None = None, reply_to: Seen | None = None) -> Seen:
        """Write a message."""
        body: Json = {"content": content} | ({"reply_to": reply_to.id} if reply_to else {})
        payload = await self.call("POST", f"/local/channels/{self.at(channel)}/messages", body)
        return self._seen.setdefault(payload["id"], Seen(payload))

    async def command(
        self,
        command: str,
        options: Json | None = None,
        *,
        channel: str | None = None,
        timeout: float = PATIENCE,
        **more: Any,
    ) -> Answer:
        """Run a slash command; options by name, ``from_`` for a name that Python keeps for itself.

        Raises DriverError for options that Discord's client wouldn't send, InteractionFailedError where the bot doesn't
        answer in three seconds.
        """
        given = {**(options or {}), **{name.removesuffix("_"): value for name, value in more.items()}}
        path = f"/local/channels/{self.at(channel)}/commands"
        sent = await self.call("POST", path, {"command": command, "options": given})
        return await self.answer(sent["interaction_id"], timeout)

    async def menu(self, message: Seen | Answer) -> list[str]:
        """The bot's commands in the menu of a message, by name."""
        shown = message if isinstance(message, Seen) else message.shown
        listed = await self.call("GET", f"/local/channels/{shown.channel_id}/message-commands")
        return [] if shown.ephemeral else [str(command["name"]) for command in listed]

    async def choose_from_menu(self, message: Seen | Answer, command: str, *, timeout: float = PATIENCE) -> Answer:
        """Choose a command in the menu of a message. Raises what ``command`` raises."""
        shown = message if isinstance(message, Seen) else message.shown
        path = f"/local/channels/{shown.channel_id}/messages/{shown.id}/commands"
        sent = await self.call("POST", path, {"command": command})
        return await self.answer(sent["interaction_id"], timeout)

    async def autocomplete(
        self, command: str, focused: str, value: str = "", *, channel: str | None = None, **options: Any
    ) -> list[Choice]:
        """The choices that the bot offers while ``value`` is typed into the option ``focused``."""
        given = {name.removesuffix("_"): entry for name, entry in options.items()} | {focused: value}
        path = f"/local/channels/{self.at(channel)}/autocomplete"
        answer = await self.call("POST", path, {"command": command, "options": given, "focused": focused})
        return [Choice(choice["name"], choice["value"]) for choice in answer["choices"]]

    async def click(
        self,
        message: Seen | Answer,
        label: str | None = None,
        *,
        custom_id: str | None = None,
        timeout: float = PATIENCE,
    ) -> Answer:
        """Click a button, found by its label (or a part of it) or its custom id.

        One that is found by its label and isn't there yet, or is switched off, is clicked as soon as it can be; one
        that the bot takes away while the finger is on its way is looked for again in the message as it is then.
        """
        shown = message if isinstance(message, Seen) else message.shown
        if custom_id is not None:
            return await self._component(shown, {"custom_id": custom_id}, timeout)
        meant: str = await self.until(lambda: self._pressable(shown, label), f"the button {label!r}", timeout)
        try:
            return await self._component(shown, {"custom_id": meant}, timeout)
        except DriverError as refused:
            if refused.code not in {"unknown_component", "disabled"}:
                raise
        again: str = await self.until(
            lambda: self._pressable(shown, label, but=meant), f"another button {label!r}", timeout
        )
        return await self._component(shown, {"custom_id": again}, timeout)

    def _pressable(self, message: Seen, label: str | None, but: str = "") -> str | None:
        """The custom id of the button of this label in the message as it is now; None where it can't be pressed, or is
        the one that was in vain. Raises LookupError where there is none."""
        button = self._seen.get(message.id, message).button(label)
        return None if button["disabled"] or button["custom_id"] == but else str(button["custom_id"])

    async def choose(
        self,
        message: Seen | Answer,
        *values: str,
        custom_id: str | None = None,
        timeout: float = PATIENCE,
    ) -> Answer:
        """Choose in a select (the only one of the message, or the one of this custom id): values, labels or ids."""
        shown = message if isinstance(message, Seen) else message.shown
        select = shown.select(custom_id)
        labels = {option["label"]: option["value"] for option in select.get("options", [])}
        known = set(labels.values())
        picked = [value if value in known else labels.get(value, value) for value in values]
        return await self._component(shown, {"custom_id": select["custom_id"], "values": picked}, timeout)

    async def _component(self, message: Seen, body: Json, timeout: float) -> Answer:
        path = f"/local/channels/{message.channel_id}/messages/{message.id}/components"
        sent = await self.call("POST", path, body)
        return await self.answer(sent["interaction_id"], timeout)

    async def submit(
        self,
        answer: Answer,
        fields: Json | None = None,
        *,
        timeout: float = PATIENCE,
        **more: Any,
    ) -> Answer:
        """Fill in the modal that an answer opened, its fields named by label or custom id, and send it."""
        names = field_names(answer.modal or {})
        given = {**(fields or {}), **more}
        body = {"fields": {names.get(name, name): value for name, value in given.items()}}
        sent = await self.call("POST", f"/local/modals/{answer.interaction_id}", body)
        return await self.answer(sent["interaction_id"], timeout)

    async def answer(self, interaction_id: str, timeout: float = PATIENCE) -> Answer:
        """Wait for the bot's answer; "is thinking…" counts only when it is filled in."""

        def find() -> Answer | None:
            for event in reversed(self.events):
                if event["event"] != "interaction" or event["interaction_id"] != interaction_id:
                    continue
                if event["state"] == "failed":
                    raise InteractionFailedError(event["text"])
                if event["state"] == "answered":
                    return self._answer(event)
            return None

        found: Answer = await self.until(find, "an answer", timeout)
        return found

    def _answer(self, event: Json) -> Answer | None:
        message_id = event.get("message_id")
        message = self._seen.get(message_id) if message_id else None
        if message is not None and message.thinking:
            return None
        modal = next(
            (
                e["modal"]
                for e in self.events
                if e["event"] == "modal" and e["interaction_id"] == event["interaction_id"]
            ),
            None,
        )
        return Answer(event["interaction_id"], event["kind"], message, modal, self._seen)

    async def dismiss(self, message: Seen | Answer) -> None:
        """Put an ephemeral message away, or delete a message of one's own."""
        shown = message if isinstance(message, Seen) else message.shown
        await self.call("DELETE", f"/local/channels/{shown.channel_id}/messages/{shown.id}")

    async def open_dm(self) -> str:
        """Open the DM with the bot from this person's side; its id."""
        made = await self.call("POST", "/local/dms", {})
        await self.until(lambda: self.state["dms"], "the DM")
        return str(made["id"])

    async def open_thread(self, name: str, channel: str | None = None, message: Seen | None = None) -> str:
        """Open a thread. Returns its id."""
        body: Json = {"name": name} | ({"message_id": message.id} if message else {})
        made = await self.call("POST", f"/local/channels/{self.at(channel)}/threads", body)
        return str(made["id"])

    async def file(self, attachment: Json) -> bytes:
        """The bytes of an attachment, or of a component's picture."""
        async with self.people.session.get(attachment["url"]) as response:
            if response.status != 200:
                raise DriverError(response.status, {"code": "no_file", "message": "The file can't be had."})
            return await response.read()

    # Settings and faults

    async def set(self, **changes: Any) -> Json:
        """Change the person's ``name``, ``locale``, ``dms_open`` or ``member``."""
        changed: Json = await self.call("PATCH", "/local/people/@me", changes)
        return changed

    async def faults(self, **changes: Any) -> Json:
        """Switch faults on or off: ``latency_ms``, ``rate_limits``, ``rules``, ``add``."""
        changed: Json = await self.call("PATCH", "/local/faults", changes)
        return changed

    async def gateway(self, action: str, shard: int | None = None) -> Json:
        """``drop``, ``forget``, ``reconnect`` or ``invalidate`` the bot's gateway, or that shard's alone; a shard can
        also ``leave`` and ``return``."""
        met: Json = await self.call("POST", "/local/gateway", {"action": action, "shard": shard})
        return met

    async def deny_bot(self, *permissions: str, channel: str | None = None) -> None:
        """Take these permissions from the bot in a channel; without any, give all back."""
        path = f"/local/channels/{self.at(channel)}/bot-permissions"
        await self.call("PUT", path, {"deny": list(permissions)})

    async def found_server(self, name: str) -> Json:
        """Make a server, with everybody and the bot; its ``id`` and ``channels`` are in what is returned."""
        made: Json = await self.call("POST", "/local/servers", {"name": name})
        return made

    async def delete_server(self, server_id: str) -> None:
        """Delete a server with its channels."""
        await self.call("DELETE", f"/local/servers/{server_id}")

    async def remove_bot(self, server_id: str) -> None:
        """Put the bot out of a server."""
        await self.call("DELETE", f"/local/servers/{server_id}/bot")

    async def invite_bot(self, server_id: str) -> None:
        """Invite the bot to a server that it is not in."""
        await self.call("PUT", f"/local/servers/{server_id}/bot")

    async def forward(self, seconds: float) -> None:
        """Move the server's clock forward; the bot's own clock stays where it is."""
        await self.call("POST", "/local/clock", {"forward": seconds})

    async def counts(self, *, clear: bool = False) -> Counts:
        """The bot's requests so far, by kind; ``clear``: count anew from here."""
        counts = Counts(**await self.call("GET", "/local/counts"))
        if clear:
            await self.call("DELETE", "/local/counts")
        return counts

    async def log(self, after: int = 0) -> list[Json]:
        """The bot's requests, the newest last."""
        answer = await self.call("GET", f"/local/log?after={after}")
        entries: list[Json] = answer["entries"]
        return entries
