"""Closing a table at once, agreeing to that, and having a table that was to close stay open."""

from __future__ import annotations

from bot.i18n import Texts
from bot.service.model import Refusal, Snapshot
from bot.ui.clicks import seats
from bot.ui.clicks.answer import Interaction, Way
from bot.ui.clicks.opening import may_close_any
from bot.ui.clicks.request import Request, Said
from bot.ui.pages.page import Page, sentence
from bot.ui.pages.seating import table_button
from bot.ui.words.standing import left_behind, taken_back


def way_of_closing(table: Snapshot | None, interaction: Interaction) -> Way:
    """Where the answer to ``/close now`` goes: everybody must see the question that they are to answer."""
    if table is None or may_close_any(interaction) or table.host_id != interaction.user.id:
        return Way.PRIVATE
    others = [s for s in table.sitters if s.user_id not in {None, interaction.user.id} and not s.leaving]
    return Way.PUBLIC if others else Way.PRIVATE


async def close_now(request: Request) -> Said:
    """Closes the table at once, also one of another version; the host asks the others first."""
    if request.service.orphan(request.interaction.channel_id or 0) is not None:
        return await seats.close(request)
    at, texts = request.at, request.texts
    table, missing = await request.service.way_out.close_now(
        at.table_id, request.person(at), request.key, moderator=may_close_any(request.interaction)
    )
    if missing:
        return _question(table, missing, request.desk.texts_in(at.guild_id))
    return seats.sentences(texts("said-closed-now"), left_behind(table, texts), taken_back(table, texts))


async def agree(request: Request) -> Said:
    """Agrees to close the table at once; the question says who has yet to agree."""
    given = str(request.given)
    if not given.isdecimal():
        raise Refusal("unknown_button")
    at = request.at
    texts = request.desk.texts_in(at.guild_id)
    table, missing = await request.service.way_out.agree(at.table_id, request.person(at), int(given), request.key)
    return _question(table, missing, texts) if missing else sentence(texts("close-agreed"))


async def stay_open(request: Request) -> str:
    """The table does not close after the deal."""
    at = request.at
    await request.service.way_out.stay_open(
        at.table_id,
        request.person(at),
        request.key,
        request.turn,
        moderator=may_close_any(request.interaction),
    )
    return request.texts("said-stays-open")


def _question(table: Snapshot, missing: tuple[str, ...], texts: Texts) -> Page:
    """What everybody who sits there is asked, in the server's language."""
    host = next((s.name for s in table.sitters if s.user_id == table.host_id), "")
    asked = texts("close-asked", name=host, missing=missing, count=len(missing))
    return Page(body=asked, rows=((table_button(table, "agree", texts, argument=str(table.dealt)),),))
