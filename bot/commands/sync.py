"""Sends the commands to Discord when they have changed, and not at every start."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from discord.app_commands import CommandTree

log = logging.getLogger(__name__)

META: Final = "commands"
"""The name under which the store keeps the fingerprint of the commands that Discord has."""


async def payloads(tree: CommandTree[Any]) -> list[dict[str, Any]]:
    """The commands as they are sent to Discord, in every language."""
    translator = tree.translator
    commands = tree.get_commands()
    if translator is None:
        return [command.to_dict(tree) for command in commands]
    return [await command.get_translated_payload(tree, translator) for command in commands]


async def fingerprint(tree: CommandTree[Any], application_id: int | None) -> str:
    """Tells whether the commands, or the application that has them, have changed."""
    text = json.dumps([application_id, await payloads(tree)], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


async def sync_if_changed(
    tree: CommandTree[Any],
    get_meta: Callable[[str], Awaitable[str | None]],
    set_meta: Callable[[str, str], Awaitable[object]],
) -> bool:
    """Sends the commands to Discord if they differ from those sent last. Returns whether they did.

    Raises discord.HTTPException if Discord refuses them; they are then sent again at the next start.
    """
    application_id = tree.client.application_id
    assert application_id is not None, "it is known from signing in"
    now = await fingerprint(tree, application_id)
    if await get_meta(META) == now:
        return False
    # The library's own way would make commands of what Discord answers, and nobody reads these.
    await tree.client.http.bulk_upsert_global_commands(application_id, payload=await payloads(tree))
    await set_meta(META, now)
    log.info("the commands have changed and were sent to Discord")
    return True
