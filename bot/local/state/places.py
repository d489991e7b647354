"""People, servers, channels, commands and the application in the words of Discord's API."""

from __future__ import annotations

from bot.local.snowflakes import created_at, iso
from bot.local.state import permissions
from bot.local.state.model import DM, THREADS, Channel, Command, Emoji, Guild, Json, Member, Person, Role
from bot.local.state.world import World


def text(value: int | None) -> str | None:
    """An id as Discord writes it."""
    return None if value is None else str(value)


class PlacePayloads:
    """Writes payloads. ``base`` is the server's own address, for links to files."""

    def __init__(self, world: World, base: str) -> None:
        self.world = world
        self.base = base

    def user(self, person: Person) -> Json:
        return {
            "id": str(person.id),
            "username": person.username,
            "global_name": None if person.bot else person.name,
            "discriminator": "0000" if person.bot else "0",
            "avatar": None,
            "bot": person.bot,
            "system": False,
            "public_flags": 0,
            "flags": 0,
            "banner": None,
            "accent_color": person.color,
            "avatar_decoration_data": None,
            "collectibles": None,
            "primary_guild": None,
        }

    def own_user(self) -> Json:
        """The bot about itself."""
        return self.user(self.world.bot) | {
            "verified": True,
            "mfa_enabled": False,
            "email": None,
            "locale": "en-US",
        }

    def member(self, member: Member, person: Person | None = None) -> Json:
        payload: Json = {
            "roles": [str(r) for r in member.roles],
            "joined_at": member.joined_at,
            "nick": member.nick,
            "avatar": None,
            "banner": None,
            "premium_since": None,
            "communication_disabled_until": None,
            "pending": False,
            "flags": 0,
            "deaf": False,
            "mute": False,
        }
        return payload if person is None else payload | {"user": self.user(person)}

    def role(self, role: Role) -> Json:
        payload: Json = {
            "id": str(role.id),
            "name": role.name,
            "permissions": str(role.permissions),
            "position": role.position,
            "color": role.color,
            "colors": {"primary_color": role.color, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "managed": role.managed_by is not None,
            "mentionable": False,
            "icon": None,
            "unicode_emoji": None,
            "flags": 0,
        }
        if role.managed_by is not None:
            payload["tags"] = {"bot_id": str(role.managed_by)}
        return payload

    def channel(self, channel: Channel) -> Json:
        payload: Json = {
            "id": str(channel.id),
            "type": channel.type,
            "last_message_id": text(channel.last_message_id),
            "last_pin_timestamp": channel.last_pin,
            "flags": 0,
        }
        if channel.type == DM:
            recipient = self.world.people[channel.recipient_id or 0]
            return payload | {"recipients": [self.user(recipient)]}
        payload |= {
            "guild_id": text(channel.guild_id),
            "name": channel.name,
            "parent_id": text(channel.parent_id),
            "rate_limit_per_user": channel.slowmode,
        }
        if channel.type in THREADS:
            return payload | self._thread_part(channel)
        return payload | {
            "topic": channel.topic,
            "position": channel.position,
            "nsfw": False,
            "permission_overwrites": permissions.overwrite_payloads(channel),
        }

    def _thread_part(self, thread: Channel) -> Json:
        made = iso(created_at(thread.id))
        part: Json = {
            "owner_id": text(thread.owner_id),
            "message_count": thread.message_count,
            "total_message_sent": thread.message_count,
            "member_count": min(50, len(thread.thread_members)),
            "thread_metadata": {
                "archived": thread.archived,
                "locked": thread.locked,
                "auto_archive_duration": thread.auto_archive,
                "archive_timestamp": thread.archive_changed or made,
                "create_timestamp": made,
                "invitable": True,
            },
        }
        if self.world.bot.id in thread.thread_members:
            part["member"] = self.thread_member(thread, self.world.bot.id)
        return part

    def thread_member(self, thread: Channel, person_id: int) -> Json:
        return {
            "id": str(thread.id),
            "user_id": str(person_id),
            "join_timestamp": thread.thread_members[person_id],
            "flags": 1,
        }

    def guild(self, guild: Guild) -> Json:
        return {
            "id": str(guild.id),
            "name": guild.name,
            "owner_id": str(guild.owner_id),
            "icon": None,
            "splash": None,
            "banner": None,
            "discovery_splash": None,
            "home_header": None,
            "description": None,
            "features": [],
            "roles": [self.role(role) for role in guild.roles],
            "emojis": [],
            "stickers": [],
            "preferred_locale": guild.locale,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "nsfw": False,
            "afk_channel_id": None,
            "afk_timeout": 300,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "public_updates_channel_id": None,
            "safety_alerts_channel_id": None,
            "application_id": None,
            "widget_enabled": False,
            "widget_channel_id": None,
            "vanity_url_code": None,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "premium_progress_bar_enabled": False,
            "max_members": 500_000,
            "max_presences": None,
            "max_video_channel_users": 25,
            "max_stage_video_channel_users": 50,
            "region": "local",
            "incidents_data": None,
        }

    def guild_create(self, guild: Guild, *, everybody: bool = False) -> Json:
        """All that GUILD_CREATE brings. The bot is the only member listed; ``everybody``: all are (presence intent)."""
        world = self.world
        bot = world.bot
        own = [c for c in world.channels.values() if c.guild_id == guild.id]
        seen = [c for c in own if world.sees_channel(c, bot.id)]
        return self.guild(guild) | {
            "joined_at": guild.members[bot.id].joined_at,
            "large": False,
            "unavailable": False,
            "member_count": len(guild.members),
            "members": [
                self.member(member, world.people[person_id])
                for person_id, member in guild.members.items()
                if everybody or person_id == bot.id
            ],
            "channels": [self.channel(c) for c in own if c.type not in THREADS],
            "threads": [self.channel(c) for c in seen if c.type in THREADS and not c.archived],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def emoji(self, emoji: Emoji) -> Json:
        return {
            "id": str(emoji.id),
            "name": emoji.name,
            "animated": emoji.animated,
            "available": True,
            "managed": False,
            "require_colons": True,
            "roles": [],
            "user": self.user(self.world.person(emoji.creator_id)),
        }

    def command(self, command: Command) -> Json:
        payload: Json = {
            "id": str(command.id),
            "application_id": str(self.world.secrets.application_id),
            "version": str(command.id),
        } | command.body
        if command.guild_id is not None:
            payload["guild_id"] = str(command.guild_id)
        return payload

    def application(self) -> Json:
        world = self.world
        return {
            "id": str(world.secrets.application_id),
            "name": world.bot.name,
            "icon": None,
            "description": "",
            "type": None,
            "bot": self.user(world.bot),
            "bot_public": False,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "flags": 0,
            "flags_new": "0",
            "owner": self.user(world.host),
            "team": None,
            "redirect_uris": [],
            "interactions_endpoint_url": None,
            "role_connections_verification_url": None,
            "approximate_guild_count": len(world.guilds),
            "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0,
            "explicit_content_filter": 0,
            "eligible_oauth2_scopes": [],
            "integration_types_config": {"0": {}},
        }

    def owners(self, guild: Guild | None) -> Json:
        """Who installed the application: the server, also for a command in the bot's DM."""
        return {"0": str(guild.id)} if guild is not None else {"0": "0"}
