"""From a click to what it asks for: every button and select comes in here, and nowhere else."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.i18n import Texts
from bot.service.model import Refusal, Scoring, Snapshot
from bot.ui.address import NO_TABLE, Address, BadAddress
from bot.ui.answer import Answer, Interaction, Way
from bot.ui.board import Board
from bot.ui.desk import Desk
from bot.ui.doors import Doors, is_moderator, tell
from bot.ui.pages.about import leaderboard_page, rules_page, verification_page
from bot.ui.pages.betting import AMOUNT, STAKING, amount_form, filled_in
from bot.ui.pages.moves import HAND
from bot.ui.pages.page import sentence
from bot.ui.pages.scores import MOST_DEALS, scores_page
from bot.ui.play import Typed, argument_of, play, show_hand
from bot.ui.refusals import explain
from bot.ui.words.betting import bet_of
from engine.cards import Card, Rank
from engine.game import GAMES

if TYPE_CHECKING:
    from bot.store.model import ScoredDeal

log = logging.getLogger(__name__)

PLAYED: Final = (
    frozenset({"draw", "discard", "knock", "show", "stay", "fold", "play", "meld", "halt", "pass"}) | STAKING
)
"""Verbs that are actions of the engine."""
ON_THE_TABLE: Final = frozenset({"join", "leave", "start", "close", "computer", "remove"})
"""Verbs whose effect everybody sees in the table's own message."""
OF_THE_MOMENT: Final = frozenset({"start", "close", "remove", "scores"})
"""Verbs that an old message must not do."""


class Clicks:
    """Takes every click on a component."""

    def __init__(self, desk: Desk, board: Board) -> None:
        self._desk, self._board = desk, board
        self._doors = Doors(desk, board)

    async def route(self, interaction: Interaction) -> None:
        """Acknowledges the click, does what it asks for and answers it. Never raises."""
        if not self._desk.takes(interaction):
            return
        try:
            address = read_address(interaction)
        except BadAddress:
            address = None
        if address is not None and address.verb == AMOUNT:
            await self._ask_amount(interaction, address)
            return
        answer = Answer(interaction, way_of(interaction, address))
        await self._serve(answer, address, self._desk.texts_for(interaction))

    async def _serve(self, answer: Answer, address: Address | None, texts: Texts) -> None:
        interaction = answer.interaction
        if not await answer.acknowledge():
            return
        try:
            if address is None:
                raise Refusal("unknown_button")
            await self._do(address, answer)
        except Exception as error:
            table = self._desk.service.snapshot_of(address.table) if address is not None else None
            text = explain(error, texts, table)
            if isinstance(error, Refusal) and answer.updates and _shows_a_hand(interaction, address):
                # That hand is no more: words take its place, and its buttons go.
                await answer.show(sentence(text))
            else:
                await tell(self._desk, answer, text)

    async def _ask_amount(self, interaction: Interaction, address: Address) -> None:
        """Opens the form for an amount; for who can't bet now the amount is as good as asked for, and refused."""
        table = self._desk.service.snapshot_of(address.table)
        texts = self._desk.texts_for(interaction)
        answer = Answer(interaction, way_of(interaction, address))
        try:
            if table is None or table.turn != address.turn:
                raise Refusal("stale" if table is not None else "table_gone")
            view = self._desk.service.private(table.channel_id, interaction.user.id).view
            form = amount_form(address, view, texts.at(table.game, table.rules)) if view is not None else None
            if form is not None:
                await answer.ask(form)
                return
        except Refusal as refusal:
            if await answer.acknowledge():
                await tell(self._desk, answer, explain(refusal, texts, table))
            return
        least = (bet_of(table.view) if table.view is not None else 0) + 1
        await self._serve(answer, replace(address, verb="bet", argument=str(least)), texts)

    async def _do(self, address: Address, answer: Answer) -> None:
        verb = address.verb
        if verb == "page":
            await self._turn_page(address, answer)
        elif verb == "rules":
            await self._rules(address, answer)
        else:
            table = self._table(address, answer.interaction.guild_id)
            if verb in PLAYED:
                argument = _argument(address, answer.interaction)
                verb = "bet" if verb in STAKING else verb
                await play(self._desk, self._board, answer, table, verb, argument, address.turn)
            elif verb == HAND:
                await show_hand(self._desk, self._board, answer, table, address.argument)
            else:
                await self._at_the_table(address, answer, table)

    async def _at_the_table(self, address: Address, answer: Answer, table: Snapshot) -> None:
        verb, doors = address.verb, self._doors
        if verb in OF_THE_MOMENT and address.turn != table.turn:
            raise Refusal("stale")
        person = self._desk.person(answer.interaction, table.guild_id)
        at, key, texts = table.channel_id, answer.key, self._desk.texts_for(answer.interaction)
        match verb:
            case "join":
                await doors.join(person, at, key, texts)
            case "leave":
                await doors.leave(person, at, key, texts)
            case "start":
                await doors.start(person, at, key, texts)
            case "close":
                await doors.close(person, at, key, texts, moderator=is_moderator(answer.interaction))
            case "computer":
                await doors.computer(person, at, key)
            case "remove":
                await doors.remove(person, at, key)
            case "topup":
                await tell(self._desk, answer, await doors.topup(person, at, key, texts))
            case "scores":
                deals = await self._desk.service.scored_deals(table.table_id, MOST_DEALS)
                how = await self._how_scored(table, deals)
                await answer.tell(await scores_page(table, deals, texts, self._desk.studio, how))
            case "verify":
                found = await self._desk.service.verification(person, at)
                await answer.tell(verification_page(found, texts))
            case _:
                raise Refusal("unknown_button")

    async def _how_scored(self, table: Snapshot, deals: Sequence[ScoredDeal]) -> Mapping[int, Scoring]:
        if not GAMES[table.game].telling.explains_scores:
            return {}
        return await self._desk.service.how_scored(table.table_id, deals)

    async def _rules(self, address: Address, answer: Answer) -> None:
        table = self._desk.service.snapshot_of(address.table) if address.table != NO_TABLE else None
        game = table.game if table is not None else address.argument
        if game not in GAMES:
            raise Refusal("table_gone")
        section = _chosen(answer.interaction) or ""
        page = rules_page(game, table, self._desk.texts_for(answer.interaction), section)
        await answer.show(page)

    async def _turn_page(self, address: Address, answer: Answer) -> None:
        guild_id = answer.interaction.guild_id
        if guild_id is None or not address.argument.isdecimal():
            raise Refusal("unknown_button")
        board = await self._desk.service.people.leaderboard(guild_id, int(address.argument))
        await answer.show(leaderboard_page(board, self._desk.texts_for(answer.interaction)))

    def _table(self, address: Address, guild_id: int | None) -> Snapshot:
        table = self._desk.service.snapshot_of(address.table)
        if table is None or table.stage == "closed" or guild_id not in (None, table.guild_id):
            raise Refusal("table_gone")
        return table


def read_address(interaction: Interaction) -> Address:
    """The address that was clicked; of a select, with the chosen value as its argument. Raises BadAddress."""
    address = Address.parse(interaction.custom_id or "")
    chosen = _chosen(interaction)
    if chosen is None or address.verb == "rules":
        return address
    return replace(address, argument=chosen)


def _argument(address: Address, interaction: Interaction) -> Card | Rank | str | int | Typed | None:
    """What the action is done with. Raises Refusal."""
    if interaction.type is discord.InteractionType.modal_submit:
        return Typed(filled_in(interaction))
    try:
        return argument_of("bet" if address.verb in STAKING else address.verb, address.argument)
    except ValueError:
        raise Refusal("unknown_button") from None


def _chosen(interaction: Interaction) -> str | None:
    data: Any = interaction.data or {}
    values = data.get("values") or ()
    return str(values[0]) if values else None


def is_private(interaction: Interaction) -> bool:
    """Whether the clicked message is seen by the person alone."""
    message = interaction.message
    return interaction.guild_id is None or (message is not None and message.flags.ephemeral)


def _shows_a_hand(interaction: Interaction, address: Address | None) -> bool:
    played = address is not None and (address.verb in PLAYED or address.verb == HAND)
    return played and is_private(interaction)


def way_of(interaction: Interaction, address: Address | None) -> Way:
    """Where the answer goes: into the message itself where that is private or changes for all, else beside it."""
    if address is None:
        return Way.UPDATE
    if address.verb in ON_THE_TABLE:
        return Way.UPDATE
    if address.verb in {"topup", "scores", "verify"}:
        return Way.PRIVATE
    return Way.UPDATE if is_private(interaction) else Way.PRIVATE
