"""Closing a table at once, agreeing to that, taking that back, and having a table that was to close stay open."""

from __future__ import annotations

from bot.service.model import Refusal, Snapshot
from bot.ui.clicks import seats
from bot.ui.clicks.managing import panel_anew
from bot.ui.clicks.opening import may_close_any, moderates
from bot.ui.clicks.reading import more_anew
from bot.ui.clicks.request import Request, Said
from bot.ui.pages.ending import asked_page
from bot.ui.showing.answer import Interaction, Way, is_private


def way_of_closing(table: Snapshot | None, interaction: Interaction) -> Way:
    """Where the answer to ``/close now`` goes: everybody must see the question that they are to answer."""
    if table is None or may_close_any(interaction) or table.host_id != interaction.user.id:
        return Way.PRIVATE
    others = any(s.has_a_say and s.user_id != interaction.user.id for s in table.sitters)
    return Way.PUBLIC if others else Way.PRIVATE


async def close_now(request: Request) -> Said:
    """Closes the table at once, also one of another version; the host asks the others first."""
    if request.service.orphan_in(request.interaction.channel_id or 0) is not None:
        return await seats.close(request)
    at, texts, before = request.at, request.texts, request.table
    table = await request.service.way_out.close_now(
        at.table_id, request.person(at), request.key, moderator=moderates(request)
    )
    missing = table.yet_to_agree
    if missing and not request.answer.public:
        # Somebody sat down, or the table was brought back, after it was chosen where the answer goes.
        await request.showing.questions.ask(table, f"ask-{request.key}")
        return texts("said-asked-to-close", names=missing, count=len(missing))
    if missing:
        page = asked_page(table, request.desk.texts_in(at.guild_id))
        shown = await request.answer.show(page)
        if shown is not None:
            channel_id = request.interaction.channel_id or 0
            await request.showing.questions.shown(table.table_id, table.dealt, channel_id, shown, page)
        return None
    return seats.closed_at_once(before, table, texts)


async def agree(request: Request) -> None:
    """Agrees to close the table at once; the question says who has yet to agree."""
    at = request.at
    deal = await _looked_after(request)
    await request.service.way_out.agree(at.table_id, request.person(at), deal, request.key)


async def withdraw(request: Request) -> None:
    """Takes back having asked to close the table at once, or having agreed to that; the question says so."""
    at = request.at
    deal = await _looked_after(request)
    await request.service.way_out.withdraw(at.table_id, request.person(at), deal, request.key)


async def stay_open(request: Request) -> Said:
    """The table does not close after the deal; a vote for that which hasn't decided anything yet is taken back."""
    at, voting = request.at, not request.table.closing
    table = await request.service.way_out.stay_open(
        at.table_id,
        request.person(at),
        request.key,
        request.turn,
        moderator=moderates(request),
    )
    said = request.texts("said-vote-taken-back" if voting else "said-stays-open")
    return await panel_anew(request, table, await more_anew(request, table, said))


async def _looked_after(request: Request) -> int:
    """Has the pressed question kept true from now on, where it is not in a panel; the number of the deal in which it
    was asked. Raises Refusal."""
    given, pressed = str(request.given), request.interaction.message
    if not given.isdecimal():
        raise Refusal("unknown_button")
    if pressed is not None and not is_private(request.interaction):
        channel_id = request.interaction.channel_id or 0
        await request.showing.questions.shown(request.at.table_id, int(given), channel_id, pressed.id)
    return int(given)
