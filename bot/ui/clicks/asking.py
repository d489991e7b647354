"""What comes before a press is carried out: a look at the hand, or a question where much is at risk.

A slash command that is typed out in full is meant as it stands, and doesn't come here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.service.model import Private, Refusal
from bot.ui.clicks.refusals import Misunderstanding
from bot.ui.clicks.request import Request
from bot.ui.pages.moves import Move, button
from bot.ui.pages.question import Question
from bot.ui.showing.answer import is_private
from bot.ui.showing.private_pages import PageKind
from engine.errors import IllegalAction

if TYPE_CHECKING:
    from bot.ui.clicks.verbs import Verb


async def asked_first(request: Request, verb: Verb) -> bool:
    """Whether something was shown or asked instead, so that nothing is to be done yet."""
    hand_first = await _hand_first(request, verb)
    question = await _question(request, verb)
    if hand_first:
        await show_hand_first(request, verb, question)
    elif question is None:
        return False
    elif verb.action:
        await _show_panel(request, await _look(request), question=question)
    else:
        table = request.table
        await request.tell_page(PageKind.ASKED, table, question.page(table, request.texts.at_table(table)))
    return True


async def _question(request: Request, verb: Verb) -> Question | None:
    """What is asked before that is done; None where nothing is, or where it will be refused."""
    if verb.asks is None or not (await request.desk.settings(request.interaction.user.id)).ask_first:
        return None
    try:
        return await verb.asks(request)
    except (Refusal, IllegalAction, Misunderstanding):
        return None  # where it is done it is refused, with the reason


async def _hand_first(request: Request, verb: Verb) -> bool:
    """The same as ``unseen_hand``, after work under way at the table."""
    if not _may_be_unseen(request, verb):
        return False
    try:
        private = await _look(request)
    except Refusal:
        return False
    return unseen_hand(request, verb, private)


def unseen_hand(request: Request, verb: Verb, private: Private) -> bool:
    """Whether the person presses under the table's message what a look at the hand belongs to, and has not had it."""
    may = private.view is not None and private.view.prompt(verb.action or "bet") is not None
    table, user_id = private.table, request.interaction.user.id
    seen = request.showing.panels.has_seen(table.table_id, user_id, table.turn.deal)
    return _may_be_unseen(request, verb) and may and not seen


def _may_be_unseen(request: Request, verb: Verb) -> bool:
    """Whether what was pressed, and where, leaves it open that the person has not seen the hand."""
    interaction = request.interaction
    typed = interaction.type is discord.InteractionType.modal_submit
    return verb.hand_first and not is_private(interaction) and not typed


async def show_hand_first(request: Request, verb: Verb, question: Question | None = None) -> None:
    """Shows the panel with a line that says why, and with the question before what was pressed, so that a yes is all
    that is left to press. Raises Refusal."""
    private = await _look(request)
    texts = request.texts.at_table(private.table)
    pressed = button(Move(verb.name, str(request.given)), private.table, texts, private.view)
    key = "private-hand-first" if question is None else "private-hand-first.asked"
    await _show_panel(request, private, (texts(key, button=texts.name(pressed.label)),), question)


async def _look(request: Request) -> Private:
    """The table as the person sees it. Raises Refusal, also if the button's moment has passed."""
    return await request.service.look(request.at.table_id, request.interaction.user.id, request.turn)


async def _show_panel(
    request: Request, private: Private, notices: tuple[str, ...] = (), question: Question | None = None
) -> None:
    panels = request.showing.panels
    async with panels.answering(private.table.table_id, request.interaction.user.id):
        await panels.show(request.answer, private, notices, question=question)
