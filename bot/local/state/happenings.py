"""What has just happened, told to the gateway (for the bot) and to the windows (for people)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.local.state.model import Channel, Guild, Interaction, Json, Message, Person, Role


@dataclass(frozen=True, slots=True)
class MessageCreated:
    message: Message


@dataclass(frozen=True, slots=True)
class MessageEdited:
    message: Message


@dataclass(frozen=True, slots=True)
class MessageDeleted:
    message: Message


@dataclass(frozen=True, slots=True)
class MessagesDeleted:
    """Several at once: one event for the bot."""

    channel: Channel
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class MessageDismissed:
    """An ephemeral message that its reader put away; the bot is not told."""

    message: Message


@dataclass(frozen=True, slots=True)
class MediaGone:
    """A message shows the address of a file that is gone: it looks different now, and the bot isn't told."""

    message: Message


@dataclass(frozen=True, slots=True)
class Reacted:
    message: Message
    emoji: Json
    person_id: int
    added: bool


@dataclass(frozen=True, slots=True)
class ReactionsCleared:
    message: Message
    emoji: Json | None = None


@dataclass(frozen=True, slots=True)
class PinsChanged:
    channel: Channel


@dataclass(frozen=True, slots=True)
class Typing:
    channel: Channel
    person_id: int


@dataclass(frozen=True, slots=True)
class ReadMark:
    channel: Channel
    person_id: int


@dataclass(frozen=True, slots=True)
class ChannelCreated:
    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelChanged:
    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelDeleted:
    channel: Channel


@dataclass(frozen=True, slots=True)
class PersonChanged:
    person: Person


@dataclass(frozen=True, slots=True)
class MemberChanged:
    guild: Guild
    person: Person
    joined: bool


@dataclass(frozen=True, slots=True)
class RoleCreated:
    guild: Guild
    role: Role


@dataclass(frozen=True, slots=True)
class BotInvited:
    """The bot has joined a server."""

    guild: Guild


@dataclass(frozen=True, slots=True)
class BotRemoved:
    """The bot is no longer in a server, which goes on without it."""

    guild: Guild


@dataclass(frozen=True, slots=True)
class ServerGone:
    """A server was deleted, with all its channels."""

    guild: Guild


@dataclass(frozen=True, slots=True)
class ServersChanged:
    """Which servers there are, or where the bot is: windows look anew."""


@dataclass(frozen=True, slots=True)
class CommandsChanged:
    pass


@dataclass(frozen=True, slots=True)
class InteractionSent:
    """For the bot: the whole payload, sent as INTERACTION_CREATE."""

    interaction: Interaction
    payload: Json


@dataclass(frozen=True, slots=True)
class InteractionChanged:
    """For the person who made the interaction: it was sent, answered, or failed."""

    interaction: Interaction
    state: str
    answer: str | None = None
    text: str | None = None
    message: Message | None = None


@dataclass(frozen=True, slots=True)
class BotOnline:
    online: bool


@dataclass(frozen=True, slots=True)
class FaultsChanged:
    pass


Happening = (
    MessageCreated
    | MessageEdited
    | MessageDeleted
    | MessagesDeleted
    | MessageDismissed
    | MediaGone
    | Reacted
    | ReactionsCleared
    | PinsChanged
    | Typing
    | ReadMark
    | ChannelCreated
    | ChannelChanged
    | ChannelDeleted
    | PersonChanged
    | MemberChanged
    | RoleCreated
    | BotInvited
    | BotRemoved
    | ServerGone
    | ServersChanged
    | CommandsChanged
    | InteractionSent
    | InteractionChanged
    | BotOnline
    | FaultsChanged
)
Listener = Callable[[Happening], None]


class Bus:
    """Passes each happening on, at once and in order, to whoever listens."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Call ``listener`` with everything that happens from now on."""
        self._listeners.append(listener)

    def tell(self, happening: Happening) -> None:
        """Something has happened; the state has already changed."""
        for listener in self._listeners:
            listener(happening)
