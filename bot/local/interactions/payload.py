"""What INTERACTION_CREATE carries."""

from __future__ import annotations

from bot.local import limits
from bot.local.state.model import DM, THREADS, Channel, Guild, Interaction, Json, Message, Person
from bot.local.state.payloads import Payloads

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
IN_GUILD, IN_BOT_DM = 0, 1
GUILD_INSTALL = 0


def interaction_payload(
    payloads: Payloads, interaction: Interaction, channel: Channel, person: Person, data: Json, message: Message | None
) -> Json:
    """The whole event: who, where, what, and under which message."""
    world = payloads.world
    guild = world.guild_of(channel)
    payload: Json = {
        "id": str(interaction.id),
        "application_id": str(world.secrets.application_id),
        "type": interaction.type,
        "token": interaction.token,
        "version": 1,
        "data": data,
        "channel_id": str(channel.id),
        "channel": channel_part(payloads, channel, person),
        "locale": person.locale,
        "app_permissions": str(world.permissions(channel, world.bot.id)),
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": payloads.owners(guild),
        "context": IN_GUILD if guild is not None else IN_BOT_DM,
        "attachment_size_limit": limits.ATTACHMENT_SIZE,
    }
    if guild is None:
        payload["user"] = payloads.user(person)
    else:
        payload |= {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "member": member_part(payloads, guild, channel, person),
        }
    if message is not None:
        payload["message"] = payloads.message(message)
    return payload


def channel_part(payloads: Payloads, channel: Channel, person: Person) -> Json:
    """The partial channel; a DM has its recipients."""
    part = payloads.channel(channel)
    part.pop("permission_overwrites", None)
    if channel.type == DM:
        return part
    part["permissions"] = str(payloads.world.permissions(channel, person.id))
    if channel.type in THREADS:
        part.pop("member", None)
    return part


def member_part(payloads: Payloads, guild: Guild, channel: Channel, person: Person) -> Json:
    """Who did it, with that person's permissions in the channel."""
    member = payloads.member(guild.members[person.id], person)
    return member | {"permissions": str(payloads.world.permissions(channel, person.id))}


class Resolver:
    """Collects the ``resolved`` part: the people, roles, channels, messages and files that values stand for."""

    def __init__(self, payloads: Payloads, channel: Channel, person: Person) -> None:
        self._payloads = payloads
        self._world = payloads.world
        self._channel = channel
        self._person = person
        self.found: Json = {}

    def user(self, person_id: int) -> bool:
        """False where nobody of that id is here."""
        person = self._world.people.get(person_id)
        guild = self._world.guild_of(self._channel)
        if person is None:
            return False
        self.found.setdefault("users", {})[str(person_id)] = self._payloads.user(person)
        if guild is not None and person_id in guild.members:
            member = self._payloads.member(guild.members[person_id])
            member["permissions"] = str(self._world.permissions(self._channel, person_id))
            self.found.setdefault("members", {})[str(person_id)] = member
        return True

    def role(self, role_id: int) -> bool:
        guild = self._world.guild_of(self._channel)
        role = next((r for r in guild.roles if r.id == role_id), None) if guild else None
        if role is None:
            return False
        self.found.setdefault("roles", {})[str(role_id)] = self._payloads.role(role)
        return True

    def channel(self, channel_id: int, types: list[int]) -> bool:
        channel = self._world.channels.get(channel_id)
        if channel is None or channel.guild_id is None or channel.guild_id != self._channel.guild_id:
            return False
        if (types and channel.type not in types) or not self._world.sees_channel(channel, self._person.id):
            return False
        self.found.setdefault("channels", {})[str(channel_id)] = channel_part(self._payloads, channel, self._person)
        return True

    def mentionable(self, some_id: int) -> bool:
        return self.role(some_id) or self.user(some_id)

    def message(self, message: Message) -> None:
        self.found.setdefault("messages", {})[str(message.id)] = self._payloads.message(message)

    def attachment(self, payload: Json) -> None:
        self.found.setdefault("attachments", {})[payload["id"]] = payload
