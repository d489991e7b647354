"""The presets of servers: rules that somebody has given a name there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.store import codec, server_log
from bot.store.connection import Reader, Writer
from bot.store.database import Database
from bot.store.model.errors import Refusal
from bot.store.model.servers import Preset
from bot.store.server_log import Act

MOST: Final = 15
"""How many presets a server can have for one game: with the game's own they fit into one select."""


class Presets:
    """The presets of servers. Raises StoreError if the database can't be used."""

    def __init__(self, reader: Reader, writer: Writer, clock: Callable[[], float]) -> None:
        self._reader, self._writer, self._clock = reader, writer, clock

    async def of(self, guild_id: int) -> tuple[Preset, ...]:
        """A server's presets, by name."""
        return await self._reader.read(lambda db: of_guild(db, guild_id))

    async def save(self, guild_id: int, preset: Preset, key: int, *, over_others: bool) -> None:
        """Keeps a preset, instead of one of that name; ``over_others``: also one that another person made.

        ``key``: that of the interaction. What is done to another person's preset stands in the server's log.

        Raises Refusal: preset_of_another(given), too_many_presets(most).
        """
        now = self._clock()
        await self._writer.write(lambda db: save(db, guild_id, preset, over_others, now, f"{key}:log"))

    async def delete(self, guild_id: int, name: str, user_id: int, key: int, *, of_others: bool) -> Preset:
        """Deletes a preset and returns it; ``of_others``: also one that another person made.

        ``key``: that of the interaction. What is done to another person's preset stands in the server's log.

        Raises Refusal: no_preset(given), preset_of_another(given).
        """
        now = self._clock()
        return await self._writer.write(lambda db: delete(db, guild_id, name, user_id, of_others, now, f"{key}:log"))


def of_guild(db: Database, guild_id: int) -> tuple[Preset, ...]:
    """A server's presets, by name."""
    rows = db.execute(
        "SELECT name, game, rules, rules_version, buy_in, made_by FROM presets WHERE guild_id = ?",
        (guild_id,),
    )
    found = (
        Preset(name, game, codec.from_text(rules), version, buy_in, made_by)
        for name, game, rules, version, buy_in, made_by in rows
    )
    return tuple(sorted(found, key=lambda preset: preset.name.lower()))


def _named(db: Database, guild_id: int, name: str) -> Preset | None:
    wanted = name.casefold()
    return next((preset for preset in of_guild(db, guild_id) if preset.name.casefold() == wanted), None)


def save(db: Database, guild_id: int, preset: Preset, over_others: bool, at: float, key: str) -> None:
    """Keeps a preset; ``key`` is that of the entry in the log. Raises Refusal: preset_of_another, too_many_presets."""
    before = _named(db, guild_id, preset.name)
    if before is not None and before.made_by != preset.made_by and not over_others:
        raise Refusal("preset_of_another", given=before.name)
    others = [kept for kept in of_guild(db, guild_id) if kept.game == preset.game and kept != before]
    if len(others) >= MOST:
        raise Refusal("too_many_presets", most=MOST)
    if before is not None:
        db.execute("DELETE FROM presets WHERE guild_id = ? AND name = ?", (guild_id, before.name))
        _log(db, guild_id, "preset_replaced", before, preset.made_by, key, at)
    db.execute(
        "INSERT INTO presets (guild_id, name, game, rules, rules_version, buy_in, made_by, made_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            guild_id,
            preset.name,
            preset.game,
            codec.to_text(preset.rules),
            preset.rules_version,
            preset.buy_in,
            preset.made_by,
            at,
        ),
    )


def delete(db: Database, guild_id: int, name: str, user_id: int, of_others: bool, at: float, key: str) -> Preset:
    """Deletes a preset and returns it; ``key`` is that of the entry in the log.

    Raises Refusal: no_preset, preset_of_another.
    """
    found = _named(db, guild_id, name)
    if found is None:
        raise Refusal("no_preset", given=name)
    if found.made_by != user_id and not of_others:
        raise Refusal("preset_of_another", given=found.name)
    db.execute("DELETE FROM presets WHERE guild_id = ? AND name = ?", (guild_id, found.name))
    _log(db, guild_id, "preset_deleted", found, user_id, key, at)
    return found


def _log(db: Database, guild_id: int, what: str, preset: Preset, by: int, key: str, at: float) -> None:
    """Writes into the server's log what was done to a preset of another person's."""
    if preset.made_by != by:
        server_log.write(db, guild_id, Act(what, by, preset.made_by, details={"preset": preset.name}), key, at)
