"""Servers that come and go, and the bot's coming to them and leaving them."""

from __future__ import annotations

from bot.local.state import permissions
from bot.local.state.happenings import BotInvited, BotRemoved, ServerGone, ServersChanged
from bot.local.state.model import Channel, Guild, Person, Role
from bot.local.state.world import World


def found(world: World, name: str, owner: Person, bits: int = permissions.LEAST_FOR_BOT) -> Guild:
    """A new server with one channel. Everybody is a member at once; the bot is, with these permissions, in bits."""
    guild_id = world.snowflakes.next()
    everyone = Role(id=guild_id, name="@everyone", permissions=permissions.EVERYONE)
    guild = Guild(id=guild_id, name=name, owner_id=owner.id, roles=[everyone])
    world.save(guild)
    world.save(Channel(id=world.snowflakes.next(), name="general", guild_id=guild.id))
    for person in world.people.values():
        if not person.bot:
            world.join(guild, person)
    invite_bot(world, guild, bits)
    return guild


def invite_bot(world: World, guild: Guild, bits: int = permissions.LEAST_FOR_BOT) -> None:
    """The bot joins the server, with a role of its own."""
    role = Role(id=world.snowflakes.next(), name=world.bot.name, permissions=bits, position=1, managed_by=world.bot.id)
    guild.roles.append(role)
    world.join(guild, world.bot, [role.id])
    world.bus.tell(ServersChanged())
    world.bus.tell(BotInvited(guild))


def remove_bot(world: World, guild: Guild) -> None:
    """The bot is no longer in the server. Its role goes with it, and so do that server's commands."""
    own = {role.id for role in guild.roles if role.managed_by == world.bot.id}
    guild.roles = [role for role in guild.roles if role.id not in own]
    for channel in [c for c in world.channels.values() if c.guild_id == guild.id]:
        channel.overwrites = [overwrite for overwrite in channel.overwrites if overwrite.id not in own]
        world.save(channel)
    guild.members.pop(world.bot.id, None)
    world.save(guild)
    _forget_commands(world, guild)
    world.bus.tell(BotRemoved(guild))
    world.bus.tell(ServersChanged())


def delete(world: World, guild: Guild) -> None:
    """The server is gone with all its channels. Nobody is told of these one by one."""
    for channel in [c for c in world.channels.values() if c.guild_id == guild.id]:
        world.remove(channel)
    _forget_commands(world, guild)
    world.remove(guild)
    world.bus.tell(ServerGone(guild))
    world.bus.tell(ServersChanged())


def _forget_commands(world: World, guild: Guild) -> None:
    for command in [c for c in world.commands.values() if c.guild_id == guild.id]:
        world.remove(command)
