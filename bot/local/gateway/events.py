"""What happens, as events for the bot, each with the intents that let it through: one of them is enough."""

from __future__ import annotations

from dataclasses import dataclass

from bot.local.state import happenings as h
from bot.local.state.model import DM, THREADS, Channel, Json, Message
from bot.local.state.payloads import Payloads, text

GUILDS, GUILD_MEMBERS, PRESENCES = 1 << 0, 1 << 1, 1 << 8
GUILD_MESSAGES, GUILD_REACTIONS, GUILD_TYPING = 1 << 9, 1 << 10, 1 << 11
DIRECT_MESSAGES, DIRECT_REACTIONS, DIRECT_TYPING = 1 << 12, 1 << 13, 1 << 14
MESSAGE_CONTENT = 1 << 15
PRIVILEGED = GUILD_MEMBERS | PRESENCES | MESSAGE_CONTENT
ALL_INTENTS = (1 << 17) - 1 | 1 << 20 | 1 << 21 | 1 << 24 | 1 << 25
_CONTENT_FIELDS = ("embeds", "attachments", "components")
_OF_A_GUILD = ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE")


@dataclass(frozen=True, slots=True)
class Event:
    """An event. ``intents``: one of these bits is needed, 0 for none. ``bare``: the data without the content intent."""

    name: str
    data: Json
    intents: int = 0
    bare: Json | None = None

    @property
    def guild_id(self) -> int | None:
        """The server that it happens in; None: in direct messages, or in no place at all."""
        guild_id = self.data.get("id" if self.name in _OF_A_GUILD else "guild_id")
        return None if guild_id is None else int(guild_id)


def events(payloads: Payloads, happening: h.Happening) -> list[Event]:
    """The events that the bot gets when something happens; often none."""
    match happening:
        case h.MessageCreated(message):
            return [_message_event(payloads, "MESSAGE_CREATE", message)]
        case h.MessageEdited(message):
            return [_message_event(payloads, "MESSAGE_UPDATE", message)]
        case h.MessageDeleted(message):
            place = _place(payloads, message)
            return [Event("MESSAGE_DELETE", {"id": str(message.id), **place}, _in(place, 9))]
        case h.MessagesDeleted(channel, messages):
            data = {"ids": [str(m.id) for m in messages], **_channel_place(channel)}
            return [Event("MESSAGE_DELETE_BULK", data, GUILD_MESSAGES)]
        case h.Reacted():
            return [_reaction(payloads, happening)]
        case h.ReactionsCleared(message, emoji):
            place = {"message_id": str(message.id), **_place(payloads, message)}
            if emoji is None:
                return [Event("MESSAGE_REACTION_REMOVE_ALL", place, _in(place, 10))]
            return [Event("MESSAGE_REACTION_REMOVE_EMOJI", {**place, "emoji": emoji}, _in(place, 10))]
        case h.Typing(channel, person_id):
            data = {**_channel_place(channel), "user_id": str(person_id), "timestamp": int(payloads.world.clock())}
            return [Event("TYPING_START", data, GUILD_TYPING if channel.guild_id else DIRECT_TYPING)]
        case h.PinsChanged(channel):
            data = {**_channel_place(channel), "last_pin_timestamp": channel.last_pin}
            return [Event("CHANNEL_PINS_UPDATE", data, GUILDS if channel.guild_id else DIRECT_MESSAGES)]
        case h.ChannelCreated(channel) | h.ChannelChanged(channel) | h.ChannelDeleted(channel):
            return _channel_events(payloads, happening, channel)
        case h.MemberChanged():
            return [_member(payloads, happening)]
        case h.RoleCreated(guild, role):
            return [Event("GUILD_ROLE_CREATE", {"guild_id": text(guild.id), "role": payloads.role(role)}, GUILDS)]
        case h.PersonChanged(person):
            if person.bot:
                return [Event("USER_UPDATE", payloads.own_user())]
            return [
                Event(
                    "GUILD_MEMBER_UPDATE",
                    {"guild_id": str(guild.id), **payloads.member(guild.members[person.id], person)},
                    GUILD_MEMBERS,
                )
                for guild in payloads.world.shared_guilds(person.id)
            ]
        case h.BotInvited(guild):
            data = payloads.guild_create(guild)
            del data["unavailable"]  # by which libraries tell a server that was joined from those that READY named
            return [Event("GUILD_CREATE", data)]
        case h.BotRemoved(guild) | h.ServerGone(guild):
            return [Event("GUILD_DELETE", {"id": text(guild.id)})]
        case h.InteractionSent(_, payload):
            return [Event("INTERACTION_CREATE", payload)]
        case _:
            return []


def _message_event(payloads: Payloads, name: str, message: Message) -> Event:
    data = payloads.gateway_message(message)
    bare: Json | None = None
    bot = payloads.world.bot
    if "guild_id" in data and message.author_id != bot.id and bot.id not in message.mentions:
        bare = {**data, "content": "", **{key: [] for key in _CONTENT_FIELDS}}
    return Event(name, data, GUILD_MESSAGES if "guild_id" in data else DIRECT_MESSAGES, bare)


def _in(place: Json, guild_bit: int) -> int:
    """The intent for a server, or the one for DMs, which stands three bits above."""
    return 1 << (guild_bit if "guild_id" in place else guild_bit + 3)


def _channel_place(channel: Channel) -> Json:
    place: Json = {"channel_id": str(channel.id)}
    return place if channel.guild_id is None else {**place, "guild_id": str(channel.guild_id)}


def _place(payloads: Payloads, message: Message) -> Json:
    return _channel_place(payloads.world.channels[message.channel_id])


def _reaction(payloads: Payloads, happening: h.Reacted) -> Event:
    message, world = happening.message, payloads.world
    place = _place(payloads, message)
    data: Json = {
        **place,
        "message_id": str(message.id),
        "user_id": str(happening.person_id),
        "emoji": happening.emoji,
        "burst": False,
        "type": 0,
    }
    guild = world.guild_of(world.channels[message.channel_id])
    if happening.added:
        data["message_author_id"] = str(message.author_id)
        if guild is not None and happening.person_id in guild.members:
            data["member"] = payloads.member(guild.members[happening.person_id], world.person(happening.person_id))
    name = "MESSAGE_REACTION_ADD" if happening.added else "MESSAGE_REACTION_REMOVE"
    return Event(name, data, _in(place, 10))


def _channel_events(payloads: Payloads, happening: h.Happening, channel: Channel) -> list[Event]:
    if channel.type == DM:
        return []
    thread = channel.type in THREADS
    prefix = "THREAD" if thread else "CHANNEL"
    if isinstance(happening, h.ChannelDeleted):
        data = payloads.channel(channel)
        if thread:
            data = {key: data[key] for key in ("id", "guild_id", "parent_id", "type")}
        return [Event(f"{prefix}_DELETE", data, GUILDS)]
    if thread and not payloads.world.sees_channel(channel, payloads.world.bot.id):
        return []
    if isinstance(happening, h.ChannelCreated):
        data = payloads.channel(channel)
        return [Event(f"{prefix}_CREATE", data | {"newly_created": True} if thread else data, GUILDS)]
    return [Event(f"{prefix}_UPDATE", payloads.channel(channel), GUILDS)]


def _member(payloads: Payloads, happening: h.MemberChanged) -> Event:
    guild, person = happening.guild, happening.person
    if not happening.joined:
        return Event("GUILD_MEMBER_REMOVE", {"guild_id": text(guild.id), "user": payloads.user(person)}, GUILD_MEMBERS)
    data = {"guild_id": text(guild.id), **payloads.member(guild.members[person.id], person)}
    return Event("GUILD_MEMBER_ADD", data, GUILD_MEMBERS)
