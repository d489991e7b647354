"""Discord's permission bits and how a channel's exceptions change them."""

from __future__ import annotations

from typing import Final

from bot.local.state.model import Channel, Guild, Json

BITS: Final[dict[str, int]] = {
    name: 1 << bit
    for name, bit in {
        "create_instant_invite": 0,
        "kick_members": 1,
        "ban_members": 2,
        "administrator": 3,
        "manage_channels": 4,
        "manage_guild": 5,
        "add_reactions": 6,
        "view_audit_log": 7,
        "view_channel": 10,
        "send_messages": 11,
        "send_tts_messages": 12,
        "manage_messages": 13,
        "embed_links": 14,
        "attach_files": 15,
        "read_message_history": 16,
        "mention_everyone": 17,
        "use_external_emojis": 18,
        "change_nickname": 26,
        "manage_nicknames": 27,
        "manage_roles": 28,
        "manage_webhooks": 29,
        "use_application_commands": 31,
        "manage_threads": 34,
        "create_public_threads": 35,
        "create_private_threads": 36,
        "use_external_stickers": 37,
        "send_messages_in_threads": 38,
        "send_polls": 49,
        "pin_messages": 51,
    }.items()
}
ALL: Final = (1 << 53) - 1


def bits(*names: str) -> int:
    """The named permissions as one number. Raises KeyError for an unknown name."""
    return sum(BITS[name] for name in set(names))


def names(value: int) -> list[str]:
    """The names of the bits that are set."""
    return [name for name, bit in BITS.items() if value & bit]


EVERYONE: Final = bits(
    "create_instant_invite", "add_reactions", "view_channel", "send_messages", "embed_links", "attach_files",
    "read_message_history", "use_external_emojis", "change_nickname", "use_application_commands",
    "create_public_threads", "send_messages_in_threads", "send_polls",
)  # fmt: skip
LEAST_FOR_BOT: Final = bits(
    "view_channel", "send_messages", "send_messages_in_threads", "embed_links", "attach_files",
    "read_message_history", "use_external_emojis",
)  # fmt: skip
IN_DM: Final = bits(
    "add_reactions", "view_channel", "send_messages", "embed_links", "attach_files", "read_message_history",
    "mention_everyone", "use_external_emojis", "use_application_commands", "use_external_stickers",
)  # fmt: skip


def in_guild(guild: Guild, person_id: int) -> int:
    """What a member may do in the server, before the exceptions of a channel. 0 for somebody who is no member."""
    member = guild.members.get(person_id)
    if member is None:
        return 0
    if person_id == guild.owner_id:
        return ALL
    value = 0
    for role in guild.roles:
        if role.id == guild.id or role.id in member.roles:
            value |= role.permissions
    return ALL if value & BITS["administrator"] else value


def in_channel(guild: Guild | None, channel: Channel, parent: Channel | None, person_id: int) -> int:
    """What a person may do in a channel; a thread follows its parent."""
    if guild is None:
        return IN_DM
    value = in_guild(guild, person_id)
    if value == ALL or value == 0:
        return value
    overwrites = {o.id: o for o in (parent or channel).overwrites}
    member = guild.members[person_id]
    if everyone := overwrites.get(guild.id):
        value = value & ~everyone.deny | everyone.allow
    roles = [overwrites[r] for r in member.roles if r in overwrites]
    for overwrite in roles:
        value &= ~overwrite.deny
    for overwrite in roles:
        value |= overwrite.allow
    if own := overwrites.get(person_id):
        value = value & ~own.deny | own.allow
    return value if value & BITS["view_channel"] else 0


def overwrite_payloads(channel: Channel) -> list[Json]:
    """A channel's exceptions as Discord writes them."""
    return [{"id": str(o.id), "type": o.type, "allow": str(o.allow), "deny": str(o.deny)} for o in channel.overwrites]
