"""From a press to what it asks for: every button and select comes in here, and nowhere else."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

import discord

from bot.service.model import Location, Private, Refusal
from bot.ui.address import NO_TABLE, Address, BadAddress
from bot.ui.clicks.answering import answered_elsewhere, held_back, serve
from bot.ui.clicks.asking import asked_first, show_hand_first, unseen_hand
from bot.ui.clicks.request import Request, Run, Said, Typed, shows_the_table
from bot.ui.clicks.verbs import VERBS, Ask, Shown, Verb
from bot.ui.desk import Desk
from bot.ui.pages.betting import amount_form
from bot.ui.pages.form import Form, fields_of
from bot.ui.pages.page import sentence
from bot.ui.pages.seating import GET_UP, JOIN
from bot.ui.showing.answer import Answer, Interaction, Way, is_private, sent_aside
from bot.ui.showing.private_pages import PageKind
from bot.ui.showing.showing import Showing
from bot.ui.words.betting import bet_of


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
        self._showing.publishers.pressed(address.table, interaction.channel, interaction.channel_id)
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
        fields = fields_of(interaction) if typed else {}
        return Request(
            self._desk,
            self._showing,
            answer,
            self._finder(address, interaction, open_alone=verb.at_a_table),
            turn=address.turn if verb.of_the_moment else None,
            given=Typed(next(iter(fields.values()), "")) if typed and verb.action else address.argument,
            chosen=next(iter(_values(interaction)), None),
            values=_values(interaction),
            fields=fields,
        )

    async def _serve(self, request: Request, verb: Verb, address: Address) -> None:
        async def run(request: Request) -> Said:
            if verb.at_a_table:
                _ = request.at  # refuses where the table is gone
            if verb.action:
                # A question about it stands in the panel, too, which takes the place of a page that was pressed.
                async with _in_the_place_of_a_page(request, address.table, gives_way=True):
                    return None if await asked_first(request, verb) else await verb.run(request)
            if await asked_first(request, verb):
                return None
            # After a press on the table's message, that message shows the change instead of a sentence. A press may
            # close the table, which then can't be asked any more.
            shows = verb.shown is Shown.TABLE and shows_the_table(request)
            gives_way = _panel_of(request, address) is not None and verb.shown is Shown.HAND
            async with _in_the_place_of_a_page(request, address.table, gives_way=gives_way):
                said = await verb.run(request)
            if verb.shown is not Shown.TABLE or not isinstance(said, str):
                return said
            return None if shows else sentence(said)

        await serve(request, run, panel_of=_panel_of(request, address) if verb.shown is Shown.HAND else None)

    async def _ask(self, request: Request, form_of: Ask) -> None:
        """Opens a form; without one, says that the button is out of date."""
        try:
            form = form_of(request)
            if form is None:
                raise Refusal("stale")
        except Exception as error:
            await serve(request, _raising(error))
        else:
            await self._open(request, form)

    async def _ask_amount(self, request: Request, verb: Verb, address: Address) -> None:
        """Opens the form for an amount; a person who can't bet now is refused as if an amount had been given.

        It waits for nothing before that: a form is an answer that must come in time.
        """
        try:
            private = self._at_once(request)
            view, texts = private.view, request.texts.at_table(private.table)
            hand_first = unseen_hand(request, verb, private)
            form = amount_form(address, view, texts) if view is not None else None
        except Exception as error:
            await serve(request, _raising(error), panel_of=_panel_of(request, address))
            return
        if hand_first:
            await serve(request, lambda request: show_hand_first(request, verb))
        elif form is not None:
            await self._open(request, form)
        else:
            least = (bet_of(view) if view is not None else 0) + 1
            await self._serve(replace(request, given=str(least)), VERBS["bet"], address)

    def _at_once(self, request: Request) -> Private:
        """The table as the person sees it, whatever is under way there. Raises Refusal, also if the button's moment has
        passed."""
        private = self._desk.service.private_of(request.at.table_id, request.interaction.user.id)
        if request.turn is not None and request.turn != private.table.turn:
            raise Refusal("stale")
        return private

    async def _open(self, request: Request, form: Form) -> None:
        with self._desk.serving.somebody():
            await request.answer.ask(form)
            await answered_elsewhere(self._desk, self._showing, request.answer)

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
        """Whether direct messages of the person may have buttons of that table: the person sits there, or did so just
        now."""
        table = self._desk.service.snapshot_of(at.table_id)
        if table is None:
            return False
        played = any(player.user_id == user_id for player in (*table.sitters, *table.players))
        return played or any(gone == user_id for gone, _ in table.lost_seats)


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


@contextlib.asynccontextmanager
async def _in_the_place_of_a_page(request: Request, table_id: int, *, gives_way: bool) -> AsyncIterator[None]:
    """While a press is served: a page for the person alone that was pressed isn't ended, if the answer replaces it.

    Where the page is being deleted, the answer comes beside it: the panel would go with it, and the one that is there
    for the other. ``gives_way``: whether the panel takes the page's place where the press is refused.
    """
    pressed, showing = request.interaction.message, request.showing
    if pressed is not None and request.answer.updates and showing.is_going(pressed.id):
        request.answer.turn_aside()
    if pressed is None or not request.answer.updates:
        yield
        return
    user_id, pages = request.interaction.user.id, showing.private_pages
    async with contextlib.AsyncExitStack() as answering:
        for kind in (PageKind.MORE, PageKind.MANAGE, PageKind.ADVICE, PageKind.ASKED):
            page = pages[kind].answering(table_id, user_id, pressed.id, gives_way=gives_way)
            await answering.enter_async_context(page)
        yield


def _panel_of(request: Request, address: Address) -> int | None:
    """The table whose panel was pressed with a button that stands in panels and under tables; None: another message.

    **Join** stands in no panel.
    """
    return address.table if is_private(request.interaction) and address.verb != JOIN else None


def _raising(error: Exception) -> Run:
    """Returns what serves a press that can't be done: it raises that error."""

    async def run(request: Request) -> Said:
        raise error

    return run


def _nowhere() -> Location:
    raise Refusal("unknown_button")


async def _unknown(request: Request) -> None:
    raise Refusal("unknown_button")


def _values(interaction: Interaction) -> tuple[str, ...]:
    """What was chosen in a select."""
    data: Any = interaction.data or {}
    return tuple(map(str, data.get("values") or ()))
