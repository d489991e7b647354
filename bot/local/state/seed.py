"""The world on its first day: a server with its channels, its owner, and the bot as a member."""

from __future__ import annotations

from dataclasses import dataclass

from bot.local.state import permissions
from bot.local.state.model import Channel, Guild, Person, Role
from bot.local.state.world import Secrets, World


@dataclass(frozen=True, slots=True)
class Setting:
    """What a new chat begins with.

    ``channels`` are names with their topics; ``permissions`` are the bot's, in bits, as in an invitation link.
    """

    server: str = "Local server"
    bot: str = "Local bot"
    host: str = "Alex"
    channels: tuple[tuple[str, str], ...] = (("general", "Talk with the bot here"), ("random", "A second channel"))
    permissions: int = permissions.LEAST_FOR_BOT


def seed(world: World, setting: Setting) -> None:
    """Make the first server, once; the next start finds it in the history."""
    ids = world.snowflakes
    world.save(Secrets.fresh(ids.next()))
    bot = Person(
        id=world.secrets.bot_id, username=username(world, setting.bot), name=setting.bot, bot=True, color=0x2F7D5B
    )
    world.save(bot)
    host = Person(id=ids.next(), username=username(world, setting.host), name=setting.host, host=True)
    world.save(host)
    guild_id = ids.next()
    everyone = Role(id=guild_id, name="@everyone", permissions=permissions.EVERYONE)
    own = Role(id=ids.next(), name=setting.bot, permissions=setting.permissions, position=1, managed_by=bot.id)
    guild = Guild(id=guild_id, name=setting.server, owner_id=host.id, roles=[everyone, own])
    world.save(guild)
    for position, (name, topic) in enumerate(setting.channels):
        world.save(Channel(id=ids.next(), name=name, topic=topic, guild_id=guild.id, position=position))
    world.join(guild, host)
    world.join(guild, bot, [own.id])


def username(world: World, name: str) -> str:
    """A user name as Discord allows it (lowercase, unique) made from a display name."""
    base = "".join(c for c in name.lower().replace(" ", "_") if c.isascii() and (c.isalnum() or c in "._"))
    base = (base or "guest")[:28]
    taken = {person.username for person in world.people.values()}
    tries = (base, *(f"{base}{n}" for n in range(2, len(taken) + 3)))
    return next(candidate for candidate in tries if candidate not in taken)
