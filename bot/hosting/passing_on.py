"""Presses and commands in direct messages, which all come to shard 0, are passed on to whoever has their table."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import TYPE_CHECKING, Any, Final

from discord import InteractionType

from bot.hosting.kept_interactions import KeptInteractions
from bot.service.model import Refusal
from bot.store.model.errors import StoreError
from bot.ui.address import NO_TABLE, Address, BadAddress
from bot.ui.clicks.learning import meant_lesson
from bot.ui.clicks.verbs import VERBS, Reach
from bot.ui.clicks.waking import WITHIN

if TYPE_CHECKING:
    from bot.client import KnockaboutClient
    from bot.store.leases import Leases

log = logging.getLogger(__name__)

OTHERS_FIRST: Final = 1.5
"""Seconds after which an interaction is answered here although others may have taken over: they answer at once, and
Discord waits for three."""
DOUBTFUL: Final = 60.0
"""Seconds for which a command is remembered if it isn't clear which table it is about."""
LEAVE: Final = "leave"
OF_A_PERSONS_TABLE: Final = frozenset(
    {LEAVE, *(verb.name for verb in VERBS.values() if verb.command is Reach.ANYWHERE and verb.at_a_table)}
)
"""The commands that mean, in direct messages, a table at which the person sits."""
_COMMANDS: Final = {InteractionType.application_command.value, InteractionType.autocomplete.value}


def pass_presses_on(client: KnockaboutClient, leases: Leases, kept: KeptInteractions) -> None:
    """From now on a press or command in a direct message goes to the process that holds its table's shard.

    What comes of shards that aren't played on here yet goes to ``kept``.
    """

    def passes_on(data: Any) -> bool:
        if kept.keeps(data):
            return True
        if client.desk.serving.cut_off:
            client.desk.spawn(_after_others(client, data))
            return True
        table_id = _table_of(data)
        if table_id != NO_TABLE and client.service.shard_of(table_id) is None:
            client.desk.spawn(_pass_on(client, leases, table_id, data))
            return True
        if (name := _command_of(data)) in OF_A_PERSONS_TABLE:
            client.desk.spawn(_pass_command_on(client, leases, name, data))
            return True
        return False

    client.pass_on(passes_on)


async def _after_others(client: KnockaboutClient, data: Any) -> None:
    """Serves an interaction after a while in which another process, which may have taken over, can answer it."""
    await asyncio.sleep(OTHERS_FIRST)
    (client.serve if client.desk.serving.cut_off else client.receive)(data)


async def _pass_on(client: KnockaboutClient, leases: Leases, table_id: int, data: Any) -> None:
    with client.desk.serving.somebody():
        try:
            if await leases.pass_on(int(data["id"]), table_id, json.dumps(data)):
                client.desk.passed_on(int(data["id"]))
                return
        except StoreError as error:
            log.warning("a press could not be passed on to another process: %s", error)
    client.serve(data)  # it says that the table is gone, or another process's


async def _pass_command_on(client: KnockaboutClient, leases: Leases, name: str, data: Any) -> None:
    """Passes the command on unless it is clear that a table of this process is meant, or it may be a lesson."""
    number, user_id, service = int(data["id"]), int(data["user"]["id"]), client.service
    with client.desk.serving.somebody():
        try:
            await service.rests.prepare(user_id=user_id, within=WITHIN)
            mine = service.tables_of(user_id)
            waits = any(table.to_act is not None and table.to_act.user_id == user_id for table in mine)
            in_a_lesson = _may_mean_a_lesson(client, user_id, name, data)
            if not in_a_lesson and (not waits or name == LEAVE):
                passes = name != LEAVE or not mine
                elsewhere = await leases.pass_command_on(number, user_id, json.dumps(data), passes=passes)
                if elsewhere == 1 and passes:
                    client.desk.passed_on(number)
                    return
                if elsewhere:
                    client.desk.doubtful.add(number)
                    asyncio.get_running_loop().call_later(DOUBTFUL, client.desk.doubtful.discard, number)
        except (Refusal, StoreError) as error:
            log.warning("a command could not be passed on to another process: %s", error)
    client.serve(data)


def _may_mean_a_lesson(client: KnockaboutClient, user_id: int, name: str, data: Any) -> bool:
    """Whether the command may be meant for the lesson that is open in those direct messages."""
    if name == LEAVE:
        return client.desk.open_lessons.of(user_id) is not None
    verb = VERBS[name]
    if not verb.in_lessons:
        return False
    return meant_lesson(client.desk, user_id, int(data.get("channel_id") or 0), verb.action) is not None


def _command_of(data: Any) -> str:
    """The name of the command that was called or is being typed in a direct message; "" for anything else."""
    if data.get("guild_id") is not None or data.get("type") not in _COMMANDS:
        return ""
    return str((data.get("data") or {}).get("name", ""))


def _table_of(data: Any) -> int:
    """The table whose button was pressed in a direct message; ``NO_TABLE`` for anything else."""
    if data.get("guild_id") is not None:
        return NO_TABLE
    try:
        return Address.parse(str((data.get("data") or {}).get("custom_id", ""))).table
    except BadAddress:
        return NO_TABLE
