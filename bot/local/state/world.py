"""Everything that exists, by id, and who may see what."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

from pydantic import Field

from bot.local.errors import ApiError
from bot.local.history import History
from bot.local.snowflakes import Snowflakes, iso
from bot.local.state import permissions
from bot.local.state.happenings import Bus, MediaGone
from bot.local.state.media import shown_elsewhere
from bot.local.state.model import (
    DM,
    EPHEMERAL,
    PRIVATE_THREAD,
    THREADS,
    Channel,
    Command,
    Emoji,
    Guild,
    Interaction,
    Member,
    Message,
    Person,
    Role,
    Thing,
)

_UNREAD_SHOWN = 999
_FILE_ADDRESS = re.compile(r"/(?:ephemeral-)?attachments/\d+/(\d+)/[^/?]+$")


class Secrets(Thing):
    """What must stay the same over restarts: the bot's ids and token, and the key that signs the links of files."""

    kind = "secrets"
    application_id: int
    bot_id: int
    file_key: str = Field(repr=False)
    token: str = Field(default="", repr=False)
    """Empty in a history from before the token was kept, when each start made a new one."""

    @classmethod
    def fresh(cls, application_id: int) -> Secrets:
        """The secrets of a new chat."""
        return cls(id=1, application_id=application_id, bot_id=application_id, file_key=secrets.token_hex(16))


class World:
    """The state. Change things only through its methods: they write the history too."""

    def __init__(self, history: History, clock: Callable[[], float]) -> None:
        self.history = history
        self.clock = clock
        self.bus = Bus()
        self.snowflakes = Snowflakes(clock)
        self.people: dict[int, Person] = {}
        self.by_key: dict[str, Person] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.commands: dict[int, Command] = {}
        self.emojis: dict[int, Emoji] = {}
        self.interactions: dict[int, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}
        self._messages: dict[int, dict[int, Message]] = {}
        self._files: dict[int, Message] = {}
        """The message that holds a file, by the attachment's id."""
        self._shown: dict[int, set[tuple[int, int]]] = {}
        """The messages (channel and id) that show the file of another one by its address."""
        self.secrets: Secrets
        self.online = False

    # Keeping

    def now(self) -> str:
        """This moment as Discord writes it."""
        return iso(datetime.fromtimestamp(self.clock(), UTC))

    def admit(self, thing: Thing) -> None:
        """Take a thing into memory without writing it (it comes from the history)."""
        match thing:
            case Message():
                self._messages.setdefault(thing.channel_id, {})[thing.id] = thing
                for attachment in thing.attachments:
                    self._files[attachment.id] = thing
                for attachment_id in shown_elsewhere(thing.components):
                    self._shown.setdefault(attachment_id, set()).add((thing.channel_id, thing.id))
            case Person():
                self.people[thing.id] = self.by_key[thing.key] = thing
            case Guild():
                self.guilds[thing.id] = thing
            case Channel():
                self.channels[thing.id] = thing
            case Command():
                self.commands[thing.id] = thing
            case Emoji():
                self.emojis[thing.id] = thing
            case Interaction():
                self.interactions[thing.id] = thing
                self.by_token[thing.token] = thing
            case Secrets():
                self.secrets = thing
        self.snowflakes.seen(thing.id)

    def save(self, thing: Thing) -> None:
        """A thing is new or has changed."""
        self.admit(thing)
        self.history.keep(thing)

    def remove(self, thing: Thing) -> None:
        """A thing is gone."""
        match thing:
            case Message():
                self._messages.get(thing.channel_id, {}).pop(thing.id, None)
                for attachment in thing.attachments:
                    self.forget_file(attachment.id)
            case Channel():
                for message in list(self.messages(thing.id)):
                    self.remove(message)
                self.channels.pop(thing.id, None)
            case Guild():
                self.guilds.pop(thing.id, None)
            case Command():
                self.commands.pop(thing.id, None)
            case Emoji():
                self.emojis.pop(thing.id, None)
                self.history.forget_blob(thing.id)
            case Interaction():
                self.interactions.pop(thing.id, None)
                self.by_token.pop(thing.token, None)
        self.history.forget(thing)

    # Finding; each raises Discord's own error

    def person(self, person_id: int) -> Person:
        if person_id not in self.people:
            raise ApiError(10013)
        return self.people[person_id]

    def guild(self, guild_id: int) -> Guild:
        """A server that the bot is in."""
        guild = self.guilds.get(guild_id)
        if guild is None:
            raise ApiError(10004)
        if self.bot.id not in guild.members:
            raise ApiError(50001)
        return guild

    def channel(self, channel_id: int) -> Channel:
        if channel_id not in self.channels:
            raise ApiError(10003)
        return self.channels[channel_id]

    def message(self, channel_id: int, message_id: int) -> Message:
        message = self._messages.get(channel_id, {}).get(message_id)
        if message is None:
            raise ApiError(10008)
        return message

    def find_message(self, channel_id: int, message_id: int | None) -> Message | None:
        return self._messages.get(channel_id, {}).get(message_id or 0)

    def messages(self, channel_id: int, *, newest_first: bool = False) -> Iterator[Message]:
        """A channel's messages, the ephemeral ones of everybody among them."""
        kept = self._messages.get(channel_id, {})
        return reversed(kept.values()) if newest_first else iter(kept.values())

    # The bot

    @property
    def bot(self) -> Person:
        return self.people[self.secrets.bot_id]

    @property
    def host(self) -> Person:
        return next(p for p in self.people.values() if p.host)

    def own_token(self) -> str:
        """The bot's token, made where there is none yet.

        It has the shape of Discord's, because some libraries read the bot's id out of the first of its three parts.
        """
        if not self.secrets.token:
            name = base64.urlsafe_b64encode(str(self.secrets.bot_id).encode()).decode().rstrip("=")
            self.secrets.token = f"{name}.{secrets.token_urlsafe(4)[:6]}.{secrets.token_urlsafe(29)[:38]}"
            self.save(self.secrets)
        return self.secrets.token

    # Places

    def guild_of(self, channel: Channel) -> Guild | None:
        return self.guilds.get(channel.guild_id or 0)

    def parent_of(self, channel: Channel) -> Channel | None:
        return self.channels.get(channel.parent_id or 0) if channel.type in THREADS else None

    def threads_of(self, channel: Channel) -> list[Channel]:
        return [c for c in self.channels.values() if c.parent_id == channel.id and c.type in THREADS]

    def dm_with(self, person_id: int) -> Channel | None:
        return next((c for c in self.channels.values() if c.type == DM and c.recipient_id == person_id), None)

    def open_dm(self, person_id: int) -> Channel:
        """The bot's DM with a person, made where there is none."""
        channel = self.dm_with(person_id)
        if channel is None:
            channel = Channel(id=self.snowflakes.next(), type=DM, recipient_id=person_id)
            self.save(channel)
        return channel

    def shared_guilds(self, person_id: int) -> list[Guild]:
        """The servers where a person meets the bot."""
        return [g for g in self.guilds.values() if person_id in g.members and self.bot.id in g.members]

    def bot_role(self, guild: Guild) -> Role:
        return next(role for role in guild.roles if role.managed_by == self.bot.id)

    def join(self, guild: Guild, person: Person, roles: list[int] | None = None) -> None:
        """Make a person a member. Everything said before counts as read; the caller tells the others."""
        guild.members[person.id] = Member(joined_at=self.now(), roles=roles or [])
        self.save(guild)
        for channel in self.channels.values():
            if channel.guild_id == guild.id and channel.last_message_id is not None:
                channel.read[person.id] = channel.last_message_id
                self.save(channel)

    # Seeing

    def permissions(self, channel: Channel, person_id: int) -> int:
        """The permission bits of a person in a channel."""
        return permissions.in_channel(self.guild_of(channel), channel, self.parent_of(channel), person_id)

    def may(self, channel: Channel, person_id: int, name: str) -> bool:
        return bool(self.permissions(channel, person_id) & permissions.BITS[name])

    def sees_channel(self, channel: Channel, person_id: int) -> bool:
        """Whether this person may open the channel."""
        if channel.type == DM:
            return person_id in (channel.recipient_id, self.bot.id)
        if channel.type == PRIVATE_THREAD and person_id not in channel.thread_members:
            return self.may(channel, person_id, "manage_threads")
        return self.may(channel, person_id, "view_channel")

    def sees(self, message: Message, person_id: int) -> bool:
        """Whether this person has the message on the screen."""
        if message.dismissed or (message.flags & EPHEMERAL and message.only_for != person_id):
            return False
        channel = self.channels.get(message.channel_id)
        return channel is not None and self.sees_channel(channel, person_id)

    def unread(self, channel: Channel, person_id: int) -> tuple[int, int]:
        """How many messages came after this person's read mark, and how many of them mention the person."""
        mark = channel.read.get(person_id, 0)
        unread = mentions = 0
        for message in self.messages(channel.id, newest_first=True):
            if message.id <= mark or unread >= _UNREAD_SHOWN:
                break
            if message.author_id != person_id and message.only_for in (None, person_id) and not message.dismissed:
                unread += 1
                mentions += channel.type == DM or person_id in message.mentions or message.mention_everyone
        return unread, mentions

    # Files

    def forget_file(self, attachment_id: int) -> None:
        """A message holds this file no more: its address is dead at once, also where another message shows it."""
        self.history.forget_blob(attachment_id)
        self._files.pop(attachment_id, None)
        for channel_id, message_id in self._shown.pop(attachment_id, set()):
            message = self.find_message(channel_id, message_id)
            if message is not None and attachment_id in shown_elsewhere(message.components):
                self.bus.tell(MediaGone(message))

    def holder(self, attachment_id: int) -> Message | None:
        """The message that holds a file; None where there is no such file (any more)."""
        return self._files.get(attachment_id)

    def file_at(self, address: str) -> int | None:
        """The attachment of a signed address that lives; 0 for a dead or made-up one, None for another place's."""
        parts = urlsplit(address)
        found = _FILE_ADDRESS.search(parts.path)
        if found is None:
            return None
        query = parse_qs(parts.query)
        attachment_id = int(found[1])
        fresh = self.is_fresh(attachment_id, query.get("ex", [""])[0], query.get("hm", [""])[0])
        return attachment_id if fresh and attachment_id in self._files else 0

    def is_fresh(self, attachment_id: int, expires: str, signature: str) -> bool:
        """Whether a link's signature fits and its time isn't over."""
        try:
            in_time = int(expires, 16) > self.clock()
        except ValueError:
            return False
        return in_time and hmac.compare_digest(self.file_signature(attachment_id).encode(), signature.encode())

    def file_signature(self, attachment_id: int) -> str:
        """What makes a file's link unguessable, as the signed links of Discord's CDN are."""
        return hmac.digest(self.secrets.file_key.encode(), str(attachment_id).encode(), hashlib.sha256).hex()
