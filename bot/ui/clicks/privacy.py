"""A person's data: what is kept, the file with all of it, and its erasure."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
from typing import Any, Final

from bot.ui.clicks.request import Request
from bot.ui.pages.page import Page, sentence
from bot.ui.pages.privacy import ASK, erased_page, export_page, privacy_page, question_page
from bot.ui.showing.sending import sent_directly

log = logging.getLogger(__name__)

FILE: Final = "knockabout-my-data.json"
MOST_BYTES: Final = 8_000_000
"""From this size on a file is compressed: Discord takes 10 MiB."""


async def privacy(request: Request) -> Page:
    """What is kept about people; with ``ask``, the question before it is erased. Raises Refusal."""
    if request.given == ASK:
        await request.service.privacy.check_erasable(request.interaction.user.id)
        return question_page(request.texts)
    kept = request.service.privacy.retention
    return privacy_page(request.texts, kept.names_days, kept.left_server_days, request.desk.policy)


async def export(request: Request) -> Page:
    """Everything that is kept about the person: by direct message, or here where those are closed."""
    found = await request.service.privacy.export(request.interaction.user.id)
    page = export_page(request.texts, *await asyncio.to_thread(_file, found))
    if request.interaction.guild_id is None:
        return page
    sent = await sent_directly(log, request.interaction.user, page, "somebody's data")
    return sentence(request.texts("export-sent")) if sent is not None else page


def _file(found: dict[str, Any]) -> tuple[str, bytes]:
    """A person's data as a file that Discord takes, with its name."""
    content = json.dumps(found, indent=1, ensure_ascii=False).encode()
    return (FILE, content) if len(content) <= MOST_BYTES else (f"{FILE}.gz", gzip.compress(content))


async def erase(request: Request) -> Page:
    """Erases what is kept about the person. Raises Refusal."""
    user_id = request.interaction.user.id
    number = await request.service.privacy.erase(user_id)
    request.desk.forget(user_id)
    request.showing.tokens.forget(user_id)
    # Not the request's own texts: asking for those would note the person's language again.
    return erased_page(request.desk.catalogue.for_locale(str(request.interaction.locale)), number)
