"""Lists that come in pages: ``before`` and ``after`` are ids, ``limit`` is how many at most."""

from __future__ import annotations

from collections.abc import Iterable

from aiohttp import web

from bot.local.forms.form import Form


def page_of_ids(request: web.Request, ids: Iterable[int], *, default: int, most: int) -> list[int]:
    """The ids that this page has, ascending.

    Some libraries ask for pages until an empty one comes. Raises 50035 for a limit outside 1 to ``most``.
    """
    form = Form()
    node = form.root(dict(request.query))
    limit = node.integer("limit", 1, most) or default
    before, after = node.snowflake("before"), node.snowflake("after")
    form.check()
    found = sorted(i for i in ids if (after is None or i > after) and (before is None or i < before))
    return found[-limit:] if before is not None and after is None else found[:limit]
