"""From a press to what it asks for: every button and select comes in here, and nowhere else."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord

from bot.service.acts import DONE, FAILED, TOO_FAST, Act
from bot.service.model import Location, Refusal, Snapshot
from bot.ui.clicks.address import NO_TABLE, Address, BadAddress
from bot.ui.clicks.answer import Answer, Interaction, Way, is_fresh, is_private, sent_aside
from bot.ui.clicks.asking import asked_first, hand_first, show_hand_first
from bot.ui.clicks.refusals import Misunderstanding, explain
from bot.ui.clicks.request import Request, Run, Said, Typed, shows_the_table
from bot.ui.clicks.verbs import VERBS, Ask, Shown, Verb
from bot.ui.clicks.waking import wake
from bot.ui.desk import Desk
from bot.ui.pages.about import GET_UP
from bot.ui.pages.betting import amount_form, fields_of, filled_in
from bot.ui.pages.page import Page, sentence
from bot.ui.showing.showing import Showing
from bot.ui.words.betting import bet_of
from engine.cards import CardError
from engine.errors import IllegalAction


class Clicks:
    """Takes every press of a component and every form that was filled in."""

    def __init__(self, desk: Desk, showing: Showing) -> None:
        self._desk, self._showing = desk, showing

    async def route(self, interaction: Interaction, *, taken: bool = False) -> None:
        """Acknowledges the press, does what it asks for and answers it. Never raises.

        ``taken``: the desk has taken it already; else it is asked.
        """
        if not taken and not self._desk.takes(interaction):
            return
        if await held_back(self._desk, self._showing, interaction):
            return
        try:
            address = Address.parse(interaction.custom_id or "")
        except BadAddress:
            address = None
        verb = VERBS.get(address.verb) if address is not None else None
        answer = Answer(interaction, way_of(interaction, verb))
        if address is None or verb is None:
            await serve(Request(self._desk, self._showing, answer, _nowhere), _unknown)
            return
        request = self._request(answer, verb, address)
        if verb.form is not None:
            await self._ask(request, verb.form)
        elif verb.shown is Shown.FORM:
            await self._ask_amount(request, verb, address)
        else:
            await self._serve(request, verb, address)

    def _request(self, answer: Answer, verb: Verb, address: Address) -> Request:
        interaction = answer.interaction
        typed = interaction.type is discord.InteractionType.modal_submit
        return Request(
            self._desk,
            self._showing,
            answer,
            self._finder(address, interaction, open_alone=verb.at_a_table),
            turn=address.turn if verb.of_the_moment else None,
            given=Typed(filled_in(interaction)) if typed and verb.action else address.argument,
            chosen=next(iter(_values(interaction)), None),
            values=_values(interaction),
            fields=fields_of(interaction) if typed else {},
        )

    async def _serve(self, request: Request, verb: Verb, address: Address) -> None:
        async def run(request: Request) -> Said:
            if verb.at_a_table:
                _ = request.at  # refuses where the table is gone
            if request.answer.updates and (pressed := request.interaction.message) is not None:
                await request.showing.mores.answered(pressed.id)
            if await asked_first(request, verb):
                return None
            said = await verb.run(request)
            if verb.shown is not Shown.TABLE or not isinstance(said, str):
                return said
            # After a press on the table's message, that message shows the change instead of this sentence.
            return None if shows_the_table(request) else sentence(said)

        in_a_panel = verb.shown is Shown.HAND and is_private(request.interaction)
        await serve(request, run, panel_of=address.table if in_a_panel else None)

    async def _ask(self, request: Request, form_of: Ask) -> None:
        """Opens a form; without one, says that the button is out of date."""
        try:
            form = form_of(request)
        except Refusal as error:
            refused = error
        else:
            if form is not None:
                await request.answer.ask(form)
                await answered_elsewhere(self._desk, self._showing, request.answer)
                return
            refused = Refusal("stale")

        async def refuse(request: Request) -> None:
            raise refused

        await serve(request, refuse)

    async def _ask_amount(self, request: Request, verb: Verb, address: Address) -> None:
        """Opens the form for an amount; a person who can't bet now is refused as if an amount had been given."""
        texts, answer = request.texts, request.answer
        table: Snapshot | None = None
        try:
            # First of all: where it rests it is refused here, and nothing waits for a slow disk.
            table = self._desk.service.snapshot_of(address.table)
            if await hand_first(request, verb):
                await serve(request, lambda request: show_hand_first(request, verb))
                return
            private = await self._desk.service.look(address.table, request.interaction.user.id, address.turn)
            table, view = private.table, private.view
            form = amount_form(address, view, texts.at(table.game, table.rules)) if view is not None else None
            if form is not None:
                await answer.ask(form)
                await answered_elsewhere(self._desk, self._showing, answer)
                return
        except Refusal as refusal:
            if await answer.acknowledge() and not await answered_elsewhere(self._desk, self._showing, answer):
                _note_token(request)
                text = explain(refusal, texts, table)
                if not await _told_in_the_panel(request, text):
                    await request.tell(text)
            return
        least = (bet_of(view) if view is not None else 0) + 1
        await self._serve(replace(request, given=str(least)), VERBS["bet"], address)

    def _finder(self, address: Address, interaction: Interaction, *, open_alone: bool) -> Callable[[], Location]:
        def find() -> Location:
            at = self._desk.service.location_of(address.table) if address.table != NO_TABLE else None
            if at is None or (at.closed and open_alone):
                raise Refusal("table_gone")
            elsewhere = at.in_dm and at.channel_id != interaction.channel_id
            # From a table in direct messages one gets up anywhere, as by the command.
            gets_up = at.in_dm and address.verb == GET_UP and self._knows(at, interaction.user.id)
            if (elsewhere or interaction.guild_id not in (None, at.guild_id)) and not gets_up:
                raise Refusal("table_gone")
            if interaction.guild_id is None and not self._knows(at, interaction.user.id):
                raise Refusal("not_seated")  # nobody knows there whether the person is in that server at all
            return at

        return find

    def _knows(self, at: Location, user_id: int) -> bool:
        """Whether direct messages of the person may have buttons of that table: who sits or has just sat there."""
        table = self._desk.service.snapshot_of(at.table_id)
        if table is None:
            return False
        played = any(player.user_id == user_id for player in (*table.sitters, *table.players))
        return played or any(gone == user_id for gone, _ in table.put_up)


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
    with desk.serving.one():
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
    with request.desk.serving.one():
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
    if await desk.service.knows_request(answer.key):
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
        said = await run(request)
        if isinstance(said, Page):
            await answer.show(said)
        elif said is not None:
            await request.tell(said)
    except Exception as error:
        outcome = outcome_of(error)
        text = explain(error, request.texts, _meant(request))
        if isinstance(error, Refusal) and answer.updates and panel_of is not None:
            await request.showing.panels.refuse(answer, panel_of, text)
        elif _of_a_gone_table(interaction, error) and answer.updates:
            await answer.show(sentence(text))  # nothing on that page does anything any more
        elif not (_is_an_answer(error) and await _told_in_the_panel(request, text)):
            await request.tell(text)
    finally:
        request.desk.limits.got(request.interaction.user.id, answer.pictures)
        _note_act(request, outcome, time.monotonic() - began)


def _of_a_gone_table(interaction: Interaction, error: Exception) -> bool:
    """Whether a page for the person alone was pressed that is about a table that is gone, and about no other."""
    gone = isinstance(error, Refusal) and error.code == "table_gone"
    return gone and sent_aside(interaction) and asked_for(interaction) != GET_UP


def _note_act(request: Request, outcome: str, seconds: float) -> None:
    """Notes in the log who asked for what, and how it went."""
    interaction = request.interaction
    pressed = interaction.custom_id
    table, person = _meant(request), interaction.user.id
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


def way_of(interaction: Interaction, verb: Verb | None) -> Way:
    """Where the answer to a press goes."""
    if verb is None or verb.shown is Shown.TABLE:
        return Way.UPDATE
    if verb.shown is Shown.BESIDE:
        return Way.PRIVATE
    aside = sent_aside(interaction)
    if verb.shown is Shown.HAND and aside and interaction.guild_id is None:
        return Way.PUBLIC  # a panel in direct messages stays, and so it isn't what will be gone after a while
    if is_private(interaction) and (verb.shown is not Shown.PAGE or aside):
        return Way.UPDATE
    return Way.ASIDE if verb.shown in {Shown.HAND, Shown.FORM} else Way.PRIVATE


def _meant(request: Request) -> Snapshot | None:
    try:
        return request.table
    except Refusal:
        return None


def _nowhere() -> Location:
    raise Refusal("unknown_button")


async def _unknown(request: Request) -> None:
    raise Refusal("unknown_button")


def _values(interaction: Interaction) -> tuple[str, ...]:
    """What was chosen in a select."""
    data: Any = interaction.data or {}
    return tuple(map(str, data.get("values") or ()))
