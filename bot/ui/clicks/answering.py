"""Answers presses and commands: each is acknowledged in time, done once, and told why where it is refused."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from dataclasses import replace
from typing import Final

import discord

from bot.service.acts import DONE, FAILED, TOO_FAST, Act
from bot.service.model import Refusal
from bot.store.model.errors import CutOffError
from bot.ui.address import NO_TABLE, Address, BadAddress
from bot.ui.clicks.refusals import Misunderstanding
from bot.ui.clicks.request import Request, Run
from bot.ui.clicks.verbs import VERBS
from bot.ui.clicks.waking import wake
from bot.ui.clicks.ways_on import meant, told_of
from bot.ui.desk import Desk
from bot.ui.pages.ending import AGREE, WITHDRAW
from bot.ui.pages.page import Page, sentence
from bot.ui.pages.seating import GET_UP
from bot.ui.showing.answer import Answer, Interaction, Way, is_fresh, is_private, sent_aside
from bot.ui.showing.showing import Showing
from engine.cards import CardError
from engine.errors import IllegalAction

_OF_A_TURN: Final = frozenset({"not_your_turn", "own_turn"})
"""Why something isn't done, as long as it is the same player's turn."""
_TO_END_IT: Final = frozenset({GET_UP, "close", AGREE, WITHDRAW, "open"})
"""What nobody sits down for: getting up, and whether the table is to close."""


async def held_back(desk: Desk, showing: Showing, interaction: Interaction) -> bool:
    """Whether nothing is done because the person has asked for too much lately. Never raises.

    Every press is acknowledged, so that none seems to have failed, and the first one is told why nothing was done. A
    command is always told: Discord shows an answer to each.
    """
    held = desk.limits.asks(interaction.user.id)
    if held is None:
        return False
    pressed = interaction.type is not discord.InteractionType.application_command and interaction.message is not None
    answer = Answer(interaction, Way.ASIDE if pressed else Way.PRIVATE)
    if held.first:
        note = Act(asked_for(interaction), "press" if pressed else "command", TOO_FAST, person=interaction.user.id)
        desk.service.acts.note(replace(note, request=interaction.id))
    with desk.serving.somebody():
        heard = await answer.acknowledge() and not await answered_elsewhere(desk, showing, answer)
        if heard and (held.first or not pressed):
            page = sentence(desk.texts_for(interaction)("error-too-fast", seconds=math.ceil(held.seconds)))
            await answer.tell(page)
            if answer.pending:
                desk.spawn(answer.finish_later(page))
    return True


async def serve(request: Request, run: Run, *, panel_of: int | None = None) -> None:
    """Acknowledges the request, serves it, and answers with the result or the error. Never raises.

    A press in a panel is acknowledged by the panel's next page, where that comes soon enough.
    ``panel_of``: the table whose panel the pressed message is, which says why something is refused; None: it is none.
    """
    began = time.monotonic()
    pending_answers, answer = request.showing.pending_answers, request.answer
    soon = is_fresh(request.interaction, request.desk.clock()) and not request.desk.workload.overloaded
    with request.desk.serving.somebody(), request.showing.tokens.using(answer.key):
        await pending_answers.note(answer)
        try:
            if panel_of is not None and answer.updates and soon:
                await _serve_panel(request, run, began, panel_of)
            elif await answer.acknowledge() and not await answered_elsewhere(request.desk, request.showing, answer):
                await wake(request.service, request.interaction)
                _note_token(request)
                await _answer(request, run, began, panel_of)
        except asyncio.CancelledError:
            await answer.finish_at_once(sentence(request.texts("error-stopping")))
            raise
        finally:
            if answer.pending:
                request.desk.spawn(_finish_later(request))
            else:
                pending_answers.answered(answer)


async def _serve_panel(request: Request, run: Run, began: float, table_id: int) -> None:
    """Serves a press in that table's panel, whose next page may be the acknowledgement."""
    answer, tokens = request.answer, request.showing.tokens

    def heard() -> None:
        if request.service.location_of(table_id) is not None:
            tokens.noted(answer, table_id)

    before = _knows(request.showing, answer)
    answer.acknowledge_soon(heard)
    with tokens.pressing(table_id, request.interaction.user.id):
        await wake(request.service, request.interaction)
        await _answer(request, run, began, table_id)
    await answer.acknowledged()
    # What the books have of it by now may come of this very press.
    if answer.elsewhere and not before and not await _done_before(request):
        request.desk.serving.stop_for_another_bot()


async def _done_before(request: Request) -> bool:
    """Whether the books have the press from another process of this bot, or from a life before."""
    service, key = request.service, request.answer.key
    return not service.has_done(key) and await service.knows_request(key)


async def _finish_later(request: Request) -> None:
    await request.answer.finish_later(sentence(request.texts("error-late")))
    request.showing.pending_answers.answered(request.answer)


async def answered_elsewhere(desk: Desk, showing: Showing, answer: Answer) -> bool:
    """Whether another bot with the same token has answered this; then this one stops. Never raises.

    A bot that has been here before knows what it answered: from its books, its tokens and its pending answers.
    """
    if not answer.elsewhere or _knows(showing, answer):
        return False
    if not desk.serving.cut_off and await desk.service.knows_request(answer.key):
        return False
    answer.pending = False
    desk.serving.stop_for_another_bot()
    return True


def _knows(showing: Showing, answer: Answer) -> bool:
    """Whether this bot has answered that before, as tokens and pending answers tell."""
    return showing.tokens.knows(answer.key) or showing.pending_answers.knows(answer.key)


async def _answer(request: Request, run: Run, began: float, panel_of: int | None) -> None:
    """Serves an acknowledged request, and answers with the result or the error; see ``serve``.

    ``began``: in running seconds.
    """
    answer, interaction = request.answer, request.interaction
    outcome = DONE
    try:
        if request.desk.serving.cut_off:
            raise CutOffError
        said = await run(request)
        if isinstance(said, Page):
            await answer.show(said)
        elif said is not None:
            await request.tell(said)
    except Exception as error:
        outcome = outcome_of(error)
        text, rows = await told_of(request, error, ends=asked_for(interaction) in _TO_END_IT)
        if isinstance(error, Refusal) and answer.updates and panel_of is not None:
            await request.showing.panels.refuse(answer, panel_of, text)
        elif _of_a_gone_table(interaction, error) and answer.updates:
            await answer.show(sentence(text))  # nothing on that page does anything any more
        elif not (_is_an_answer(error) and await _told_in_the_panel(request, text)):
            await request.tell(text, rows, waits_at=meant(request) if _is_about_a_turn(error) else None)
    finally:
        request.desk.limits.got(request.interaction.user.id, answer.pictures)
        _note_act(request, outcome, time.monotonic() - began)


def _is_about_a_turn(error: Exception) -> bool:
    """Whether it says no because of whose turn it is."""
    return isinstance(error, Refusal | IllegalAction) and error.code in _OF_A_TURN


def _of_a_gone_table(interaction: Interaction, error: Exception) -> bool:
    """Whether a page for the person alone was pressed that is about a table that is gone, and about no other."""
    gone = isinstance(error, Refusal) and error.code == "table_gone"
    return gone and sent_aside(interaction) and asked_for(interaction) != GET_UP


def _note_act(request: Request, outcome: str, seconds: float) -> None:
    """Notes in the log who asked for what, and how it went."""
    interaction = request.interaction
    pressed = interaction.custom_id
    table, person = meant(request), interaction.user.id
    sitter = table.seated(person) if table is not None else None
    act = Act(
        what=asked_for(interaction),
        by="press" if pressed is not None else "command",
        outcome=outcome,
        table=table.table_id if table is not None else None,
        deal=table.turn.deal if table is not None else None,
        action=table.turn.seq if table is not None else None,
        seat=sitter.seat if sitter is not None else None,
        person=person,
        request=interaction.id,
        seconds=seconds,
    )
    request.service.acts.note(act)


def asked_for(interaction: Interaction) -> str:
    """The verb of the pressed button, or the command's name; never what it was asked with."""
    if interaction.custom_id is not None:
        with contextlib.suppress(BadAddress):
            verb = Address.parse(interaction.custom_id).verb
            return verb if verb in VERBS else "?"  # a label of the metrics: nobody makes up new ones
        return "?"
    return interaction.command.qualified_name if interaction.command is not None else "?"


def outcome_of(error: Exception) -> str:
    """How an act went that raised this."""
    return error.code if isinstance(error, Refusal | IllegalAction) else FAILED


def _is_an_answer(error: Exception) -> bool:
    """Whether it says no to what was asked, and nothing has gone wrong."""
    return isinstance(error, Refusal | IllegalAction | Misunderstanding | CardError)


async def _told_in_the_panel(request: Request, text: str) -> bool:
    """Whether a person who pressed the table's message has a panel open in the channel, and it says the sentence."""
    if request.answer.way not in {Way.UPDATE, Way.ASIDE} or is_private(request.interaction):
        return False
    try:
        table_id = request.at.table_id
    except Refusal:
        return False
    return await request.showing.panels.tell(table_id, request.interaction.user.id, text)


def _note_token(request: Request) -> None:
    """Keeps the token of a press or command at a table, or of one that opens a table."""
    answer = request.answer
    try:
        table_id = request.at.table_id
    except Refusal:
        if answer.way is not Way.PUBLIC:
            return
        table_id = NO_TABLE
    request.showing.tokens.noted(answer, table_id)
