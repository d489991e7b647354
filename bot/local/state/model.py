"""The things of the little Discord, as they are kept in memory and written to the history."""

from __future__ import annotations

import secrets
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field

Json = dict[str, Any]

TEXT, DM, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12
THREADS = (PUBLIC_THREAD, PRIVATE_THREAD)

# Message flags
SUPPRESS_EMBEDS, EPHEMERAL, LOADING = 1 << 2, 1 << 6, 1 << 7
SUPPRESS_NOTIFICATIONS, COMPONENTS_V2 = 1 << 12, 1 << 15
HAS_THREAD = 1 << 5

# Message types
DEFAULT, THREAD_CREATED, REPLY, COMMAND_REPLY, MENU_REPLY = 0, 18, 19, 20, 23


class Thing(BaseModel):
    """Whatever has an id and is written to the history under its kind."""

    model_config = ConfigDict(extra="forbid")
    kind: ClassVar[str]
    id: int


class Person(Thing):
    """A user: somebody at this machine, a guest, or the bot."""

    kind: ClassVar[str] = "person"
    username: str
    name: str
    locale: str = "en-US"
    dms_open: bool = True
    host: bool = False
    bot: bool = False
    color: int = 0x5865F2
    key: str = Field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)


class Role(BaseModel):
    """A role of a server; the one with the server's own id is @everyone."""

    id: int
    name: str
    permissions: int
    color: int = 0
    position: int = 0
    managed_by: int | None = None


class Member(BaseModel):
    """A person's membership of a server."""

    joined_at: str
    roles: list[int] = Field(default_factory=list)
    nick: str | None = None


class Emoji(Thing):
    """An emoji of the application; its picture is a blob under the same id."""

    kind: ClassVar[str] = "emoji"
    name: str
    animated: bool = False
    creator_id: int


class Guild(Thing):
    """A server. ``members`` is keyed by the person's id."""

    kind: ClassVar[str] = "guild"
    name: str
    owner_id: int
    roles: list[Role]
    members: dict[int, Member] = Field(default_factory=dict)
    locale: str = "en-US"


class Overwrite(BaseModel):
    """A channel's exception to a role's (type 0) or a member's (type 1) permissions."""

    id: int
    type: int
    allow: int = 0
    deny: int = 0


class Channel(Thing):
    """A text channel, a thread or a DM. ``read`` holds each person's last read message."""

    kind: ClassVar[str] = "channel"
    type: int = TEXT
    name: str = ""
    guild_id: int | None = None
    topic: str | None = None
    position: int = 0
    parent_id: int | None = None
    overwrites: list[Overwrite] = Field(default_factory=list)
    recipient_id: int | None = None
    last_message_id: int | None = None
    last_pin: str | None = None
    slowmode: int = 0
    read: dict[int, int] = Field(default_factory=dict)
    # threads only
    owner_id: int | None = None
    archived: bool = False
    locked: bool = False
    auto_archive: int = 1440
    archive_changed: str | None = None
    thread_members: dict[int, str] = Field(default_factory=dict)
    message_count: int = 0


class Attachment(BaseModel):
    """A file of a message; its bytes are a blob under the same id."""

    id: int
    filename: str
    size: int
    content_type: str
    width: int | None = None
    height: int | None = None
    description: str | None = None
    ephemeral: bool = False


class Reaction(BaseModel):
    """An emoji under a message and the people who chose it."""

    emoji: Json
    users: list[int] = Field(default_factory=list)


class Origin(BaseModel):
    """The interaction that a message answers; ``target_id`` as in ``Interaction``."""

    id: int
    type: int
    user_id: int
    name: str = ""
    message_id: int | None = None
    target_id: int | None = None
    original_id: int | None = None
    triggered_by: Origin | None = None


class Message(Thing):
    """A message. ``only_for`` is the one person who sees an ephemeral message, until it is ``dismissed``."""

    kind: ClassVar[str] = "message"
    channel_id: int
    author_id: int
    type: int = DEFAULT
    content: str = ""
    embeds: list[Json] = Field(default_factory=list)
    components: list[Json] = Field(default_factory=list)
    attachments: list[Attachment] = Field(default_factory=list)
    flags: int = 0
    edited_at: str | None = None
    mentions: list[int] = Field(default_factory=list)
    mention_roles: list[int] = Field(default_factory=list)
    mention_everyone: bool = False
    pinned_at: str | None = None
    reactions: list[Reaction] = Field(default_factory=list)
    reference: Json | None = None
    origin: Origin | None = None
    only_for: int | None = None
    dismissed: bool = False
    by_webhook: bool = False
    nonce: str | int | None = None
    tts: bool = False

    @property
    def is_v2(self) -> bool:
        return bool(self.flags & COMPONENTS_V2)


class Command(Thing):
    """An application command as the bot registered it; without ``guild_id`` it is global."""

    kind: ClassVar[str] = "command"
    guild_id: int | None = None
    body: Json


class Interaction(Thing):
    """Somebody's command, click, choice, modal or half-typed option, and what the bot made of it.

    ``message_id`` is the message whose component was used, ``target_id`` that on whose menu the command was.
    """

    kind: ClassVar[str] = "interaction"
    token: str = Field(repr=False)
    type: int
    person_id: int
    channel_id: int
    created: float
    name: str = ""
    message_id: int | None = None
    target_id: int | None = None
    opened_by: int | None = None
    nonce: str | None = None
    answer: int | None = None
    failed: bool = False
    original_id: int | None = None
    waiting: bool = False
    message_ids: list[int] = Field(default_factory=list)
    modal: Json | None = None
    focused_type: int = 3
    choices: list[Json] | None = None
    origin: Origin | None = None
