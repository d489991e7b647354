"""People, servers and channels as the page gets them."""

from __future__ import annotations

from bot.local.context import Context
from bot.local.state import permissions
from bot.local.state.model import DM, THREADS, Channel, Guild, Json, Person
from bot.local.state.payloads import text


def person_view(here: Context, person: Person) -> Json:
    """A person, for everybody."""
    return {
        "id": str(person.id),
        "name": person.name,
        "username": person.username,
        "locale": person.locale,
        "dms_open": person.dms_open,
        "host": person.host,
        "bot": person.bot,
        "member": any(person.id in guild.members for guild in here.world.guilds.values()),
        "color": f"#{person.color:06x}",
        "online": here.world.online if person.bot else True,
    }


def sign_in(here: Context, person: Person) -> Json:
    """A person with the key and the link that signs in as that person."""
    return person_view(here, person) | {"key": person.key, "link": link(here, person)}


def link(here: Context, person: Person) -> str:
    return f"{here.base}/?key={person.key}"


def channel_view(here: Context, channel: Channel, person: Person) -> Json:
    """A channel as this person sees it."""
    world = here.world
    unread, mentions = world.unread(channel, person.id)
    send = "send_messages_in_threads" if channel.type in THREADS else "send_messages"
    view: Json = {
        "id": str(channel.id),
        "type": channel.type,
        "name": channel.name,
        "topic": channel.topic,
        "parent_id": text(channel.parent_id),
        "server_id": text(channel.guild_id),
        "position": channel.position,
        "last_message_id": text(channel.last_message_id),
        "read_message_id": text(channel.read.get(person.id)),
        "unread": unread,
        "mentions": mentions,
        "permissions": permissions.names(world.permissions(channel, person.id)),
        "can_send": world.may(channel, person.id, send) and not (channel.locked and channel.archived),
        "bot_denied": bot_denied(here, channel),
    }
    if channel.type == DM:
        view |= {"name": world.bot.name, "recipient": person_view(here, world.bot)}
    if channel.type in THREADS:
        view |= {"archived": channel.archived, "member_count": len(channel.thread_members)}
    return view


def bot_denied(here: Context, channel: Channel) -> list[str]:
    """The permissions that were taken from the bot in a channel."""
    guild = here.world.guild_of(channel)
    if guild is None or here.world.bot.id not in guild.members:
        return []
    role = here.world.bot_role(guild)
    return next((permissions.names(o.deny) for o in channel.overwrites if o.id == role.id), [])


def server_view(here: Context, guild: Guild, person: Person) -> Json:
    """A server as this member sees it."""
    world = here.world
    seen = [c for c in world.channels.values() if c.guild_id == guild.id and world.sees_channel(c, person.id)]
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "channels": [channel_view(here, c, person) for c in sorted(seen, key=lambda c: (c.position, c.id))],
        "members": [
            person_view(here, world.people[i]) | {"roles": [str(r) for r in m.roles]} for i, m in guild.members.items()
        ],
        "roles": [{"id": str(r.id), "name": r.name, "color": f"#{r.color:06x}"} for r in guild.roles],
        "emojis": [],
    }


def servers_view(here: Context, person: Person) -> list[Json]:
    """The servers that this person is in."""
    return [server_view(here, guild, person) for guild in here.world.guilds.values() if person.id in guild.members]


def dms_of(here: Context, person: Person) -> list[Json]:
    """A person's DMs: the one with the bot, once the person has opened it or the bot has written in it."""
    channel = here.world.dm_with(person.id)
    if channel is None or (channel.last_message_id is None and person.id not in channel.read):
        return []
    return [channel_view(here, channel, person)]


def faults_view(here: Context) -> Json:
    return here.faults.model_dump(by_alias=True, mode="json")


def state_view(here: Context, person: Person) -> Json:
    """All that the first screen needs."""
    world = here.world
    return {
        "me": person_view(here, person),
        "bot": person_view(here, world.bot),
        "application_id": str(world.secrets.application_id),
        "people": [person_view(here, p) for p in world.people.values()],
        "servers": servers_view(here, person),
        "dms": dms_of(here, person),
        "emojis": [here.payloads.emoji(e) for e in world.emojis.values()],
        "faults": faults_view(here),
    }
