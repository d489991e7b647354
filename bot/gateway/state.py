"""What is known of Discord: the library's own record, kept true, and interactions as they come."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from typing import Any, Final

from discord.state import AutoShardedConnectionState

from bot.logs import errors_logged

log = logging.getLogger(__name__)

_UNSTORABLE: Final = re.compile("[\0\ud800-\udfff]")


def storable(said: Any) -> Any:
    """What somebody has sent, without what a database refuses and nobody can see: NUL, and halves of characters
    (surrogates)."""
    match said:
        case str():
            return _UNSTORABLE.sub("", said)
        case dict():
            return {name: storable(part) for name, part in said.items()}
        case list():
            return [storable(part) for part in said]
    return said


def _number(said: Any, name: str) -> int | None:
    """The id of that name in what Discord has sent; None where it isn't there."""
    return int(said[name]) if said.get(name) else None


class ShardedState(AutoShardedConnectionState[Any]):
    """What the library knows of Discord, true also where a shard had to begin anew.

    The library calls a method ``parse_…`` with each event that Discord sends. Nothing public is called before it.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.passes_on: Callable[[Any], bool] = lambda data: False
        """Whether an interaction, as Discord has sent it, is seen to elsewhere; else it is served here."""
        self.parsers = {event: self._outlived(event, parse) for event, parse in self.parsers.items()}

    @staticmethod
    def _outlived(event: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
        """The same for an event that the library can't read: it is logged, where the library would end the bot.

        Only READY has to be read, since nothing works without it.
        """

        def outlived(data: Any) -> None:
            with errors_logged(log, f"an event of Discord's could not be read ({event})"):
                parse(data)

        return outlived if event != "READY" else parse

    def parse_interaction_create(self, data: Any) -> None:
        """Serves an interaction, unless it is seen to elsewhere."""
        if not self.passes_on(data):
            self.serve(data)

    def serve(self, data: Any) -> None:
        """Serves an interaction here, also where another process has got it."""
        said: Any = {name: storable(part) for name, part in data.items() if name != "message"}
        if "message" in data:
            # The library would make an object of each word and button of what was pressed, and nobody reads them.
            said["message"] = {**data["message"], "components": []}
        if not said.get("channel") and said.get("channel_id"):
            # The library reads the channel's id only where more is told of it, which may be left out.
            said["channel"] = {"id": said["channel_id"], **({} if said.get("guild_id") else {"type": 1})}
        self._note_newest(said)
        super().parse_interaction_create(said)

    def _note_newest(self, said: Any) -> None:
        """Keeps which message is the newest in an interaction's channel, None where Discord doesn't say: no event tells
        that without the intent for messages."""
        place = said.get("channel") or {}
        guild = self._get_guild(_number(said, "guild_id"))
        channel = guild.get_channel_or_thread(_number(place, "id") or 0) if guild is not None else None
        if channel is not None and hasattr(channel, "last_message_id"):
            channel.last_message_id = _number(place, "last_message_id")

    def parse_ready(self, data: Any) -> None:
        """READY names all of the shard's servers; the library would keep those that the bot has left meanwhile."""
        data.setdefault("shard", [0, 1])  # which need not be told where there is but one
        shard_id, named = data["shard"][0], {int(guild["id"]) for guild in data["guilds"]}
        for guild in tuple(self.guilds):
            if guild.shard_id == shard_id and guild.id not in named:
                self._remove_guild(guild)
        super().parse_ready(data)

    async def _delay_ready(self) -> None:
        """Waits for the servers of all shards. The library's way, cancelled by another READY, would take the others'
        waits along, and those shards would never be ready."""
        await asyncio.wait(tuple(self._ready_tasks.values()))
        await super()._delay_ready()

    def stop_waiting(self) -> None:
        """Nothing is ready any more: the bot ends, and the library would let these tasks go on."""
        for task in (self._ready_task, *self._ready_tasks.values()):
            if task is not None:
                task.cancel()
