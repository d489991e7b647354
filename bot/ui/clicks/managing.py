"""What hosts do at their panel, and whoever may manage the channel. The permissions are looked at with every press."""

from __future__ import annotations

from typing import Any

from bot.i18n import Markup
from bot.service.model import Refusal, Snapshot
from bot.ui.clicks.joining import may_join
from bot.ui.clicks.opening import check_channel, closes_for, moderates
from bot.ui.clicks.request import Request, Said, id_in
from bot.ui.pages.manage import RULES_ANEW, manage_page, managed
from bot.ui.pages.page import Page, sentence
from bot.ui.pages.question import Question
from bot.ui.showing.private_pages import Anew, PageKind
from bot.ui.words.chips import has_chips


async def show(request: Request) -> None:
    """The panel; for others it says who hosts the table, and what they can do."""
    await _page(request, request.table)


async def remove(request: Request) -> None:
    """Has a person get up, who can't sit down again until invited."""
    at, before = request.at, request.table
    chosen = id_in(request.chosen)
    name = next((s.name for s in before.sitters if s.sitting_id == chosen), "")
    table = await request.service.hosting.remove(
        at.table_id, request.person(at), chosen, request.key, request.turn, moderator=moderates(request)
    )
    request.showing.letters.refresher.wake()
    key = "manage-removed" if has_chips(table) else "manage-removed.bare"
    await _page(request, table, request.texts(key, name=name))


async def invite(request: Request) -> None:
    """Lets a person sit down."""
    at, user_id = request.at, id_in(request.chosen)
    if _is_bot(request, user_id):
        raise Refusal("bots_dont_play")
    table = await request.service.hosting.invite(
        at.table_id, request.person(at), user_id, request.key, moderator=moderates(request)
    )
    request.showing.letters.refresher.wake()
    await _page(request, table, request.texts("manage-invited", who=Markup(f"<@{user_id}>")))


async def lock(request: Request) -> None:
    """Lets nobody new sit down but people who were invited."""
    await _lock(request, locked=True)


async def unlock(request: Request) -> None:
    """Lets everybody sit down again."""
    await _lock(request, locked=False)


async def rules_anew(request: Request) -> Page:
    """Goes on with the same game at a new table, whose rules can be set up; the host's panel of the old one is over."""
    at = request.at
    check_channel(request.desk, request.interaction, at)
    await request.service.going_on.other_rules(
        at.table_id, request.person(at), request.key, request.turn, moderator=moderates(request)
    )
    return sentence(request.texts("said-rules-anew"))


async def before_rules_anew(request: Request) -> Question | None:
    """The question before the table is closed for others who sit there, to change its rules; None where it will be
    refused, or where nobody else sits there. Raises Refusal."""
    table, texts = request.table, request.texts
    check_channel(request.desk, request.interaction, request.at)
    others = closes_for(request)
    if not others or not table.between_games or table.turn != request.turn:
        return None
    return Question(texts("asked-rules", names=others, count=len(others), chips=has_chips(table)), RULES_ANEW)


async def panel_anew(request: Request, table: Snapshot, said: Said) -> Said:
    """Shows the panel as it is now, with that sentence at its top, where it was pressed; elsewhere only the sentence.

    ``table``: as it is after what was done, which may have closed it. The panel itself says that it is to close.
    """
    if not request.pressed_on(PageKind.MANAGE, table):
        return said
    await _page(request, table, said if isinstance(said, str) and not table.closing else None)
    return None


async def _lock(request: Request, *, locked: bool) -> None:
    at = request.at
    table = await request.service.hosting.lock(
        at.table_id, request.person(at), locked, request.key, moderator=moderates(request)
    )
    await _page(request, table)


async def _page(request: Request, table: Snapshot, told: str | None = None) -> None:
    """Shows the panel as the answer, keeps it true, and has it go with the next deal, or with the table."""
    moderator = moderates(request)

    async def made(table: Snapshot, told: str | None = None) -> Page:
        user_id = request.interaction.user.id
        may = table.stage != "closed" and (table.host_id == user_id or moderator)
        joins = not may and await may_join(request, table)
        return manage_page(table, user_id, request.texts, may=may, joins=joins, told=told)

    page = await made(table, told)
    if table.stage == "closed":
        await request.answer.show(page)
    else:
        await request.show_page(PageKind.MANAGE, table, page, Anew(managed, made))


def _is_bot(request: Request, user_id: int) -> bool:
    """Whether that user, who was chosen, is a bot: Discord sends what it knows of everybody who was."""
    data: Any = request.interaction.data or {}
    return bool(data.get("resolved", {}).get("users", {}).get(str(user_id), {}).get("bot"))
