"""What is told where something can't be done, and the buttons that lead on from there."""

from __future__ import annotations

import logging

from bot.i18n import Markup
from bot.logs import log_unexpected
from bot.service.model import Refusal, Snapshot
from bot.store.model.errors import StoreError
from bot.ui.clicks.joining import may_join
from bot.ui.clicks.refusals import explain
from bot.ui.clicks.request import Request
from bot.ui.pages.lesson import lesson_buttons
from bot.ui.pages.page import Row
from bot.ui.pages.seating import JOIN, table_button
from bot.ui.words.chips import pays_in
from bot.ui.words.links import message_url

log = logging.getLogger(__name__)


async def told_of(request: Request, error: Exception, *, ends: bool) -> tuple[str, tuple[Row, ...]]:
    """Why something wasn't done, and the buttons below that. ``ends``: it was about getting up or closing the table."""
    code = error.code if isinstance(error, Refusal) else ""
    table, texts, in_dm = meant(request), request.texts, request.interaction.guild_id is None
    if code == "table_exists" and (there := await _already_there(request)) is not None:
        return await _led_there(request, there)
    if code == "not_seated" and table is not None and not (in_dm or ends) and await may_join(request, table):
        how = texts("refusal-not_seated.later" if table.stage == "playing" else "refusal-not_seated.now")
        return how, _join(table, request)
    if code in {"no_table", "no_table_of_yours"} and in_dm and (games := await _lessons_begun(request)):
        names = [texts.game(game) for game in games]
        return texts("refusal-no_table_but_lessons", games=names, count=len(names)), lesson_buttons(games, texts)
    if code == "short_of_supply" and table is not None and pays_in(table, request.interaction.user.id):
        return explain(error, texts, table), ((table_button(table, "topup", texts),),)
    return explain(error, texts, table), ()


def meant(request: Request) -> Snapshot | None:
    """The table that the request is about; None where there is none."""
    try:
        return request.table
    except Refusal:
        return None


def _join(table: Snapshot, request: Request) -> tuple[Row, ...]:
    return ((table_button(table, JOIN, request.texts),),)


async def _already_there(request: Request) -> Snapshot | None:
    """The table that is open where another was to be opened, shown at the bottom of its channel; None where it can't be
    found.

    Its message may never have come, as after a crash, or may be deleted: so Discord is asked for it.
    """
    try:
        channel_id = request.at.channel_id
    except Refusal:
        channel_id = request.interaction.channel_id or 0
    try:
        there = await request.service.going_on.there(channel_id)  # it may be being opened just now
    except Refusal:
        return None
    await request.showing.publishers.bring_down(there.table_id)
    return request.service.snapshot_of(there.table_id) or there


async def _led_there(request: Request, table: Snapshot) -> tuple[str, tuple[Row, ...]]:
    """Says which table is in the way of another, how to get there, and how to sit down."""
    joins = await may_join(request, table)
    seated = table.seated(request.interaction.user.id) is not None
    form = ".join" if joins else ".seated" if seated else ".other"
    game, url = request.texts.game(table.game), Markup(message_url(table))
    return request.texts(f"refusal-table_exists{form}", game=game, url=url), _join(table, request) if joins else ()


async def _lessons_begun(request: Request) -> tuple[str, ...]:
    """The games whose lessons the person has begun and not finished; none where that can't be read."""
    try:
        return await request.service.lessons.begun(request.interaction.user.id)
    except StoreError as error:
        log_unexpected(log, "which lessons somebody has begun could not be read", error)
        return ()
