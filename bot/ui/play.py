"""One action of a person, from wherever it was asked for: done, and answered with the hand that is left."""

from __future__ import annotations

from dataclasses import dataclass

from bot.service.model import Refusal, Snapshot, Turn
from bot.ui.answer import Answer, Interaction
from bot.ui.board import Board
from bot.ui.desk import Desk
from bot.ui.pages.betting import amount_of, bad_amount, no_raise
from bot.ui.pages.moves import ARRANGED, BY_RANK
from bot.ui.refusals import Misunderstanding, explain
from engine.actions import ARGUMENTS
from engine.cards import Card, Rank, card, rank
from engine.errors import IllegalAction


def argument_of(do: str, text: str) -> Card | Rank | str | int | None:
    """An action's argument as it stands in an address. Raises ValueError."""
    if not text:
        return None
    match ARGUMENTS.get(do):
        case "card":
            return card(text)
        case "rank":
            return rank(text)
        case "amount":
            return int(text)
        case "from":
            return text
        case _:
            return None


@dataclass(frozen=True)
class Typed:
    """An amount as somebody typed it into the form."""

    text: str


def _typed_amount(desk: Desk, interaction: Interaction, table: Snapshot, typed: Typed) -> int:
    """The number of chips that was typed. Raises Refusal or Misunderstanding."""
    view = desk.service.private(table.channel_id, interaction.user.id).view
    texts = desk.texts_for(interaction).at(table.game, table.rules).plain
    try:
        amount = amount_of(typed.text)
    except ValueError:
        raise Misunderstanding(bad_amount(typed.text, view, texts)) from None
    if (why := no_raise(amount, view, texts)) is not None:
        raise Misunderstanding(why)
    return amount


async def play(
    desk: Desk,
    board: Board,
    answer: Answer,
    table: Snapshot,
    do: str,
    argument: Card | Rank | str | int | Typed | None,
    turn: Turn | None = None,
) -> None:
    """Does it and shows the hand. Raises Refusal or IllegalAction where the answer is no private hand already."""
    interaction = answer.interaction
    async with board.keeper.answering(table.table_id, interaction.user.id):
        notices: tuple[str, ...] = ()
        try:
            person = desk.person(interaction, table.guild_id)
            if isinstance(argument, Typed):
                argument = _typed_amount(desk, interaction, table, argument)
            private = await desk.service.act(person, table.channel_id, do, argument, answer.key, turn)
        except (Refusal, IllegalAction, Misunderstanding) as error:
            if not answer.updates:
                raise
            # Whoever clicked looks at a hand: it is brought up to date, and says why nothing else happened.
            private = desk.service.private(table.channel_id, interaction.user.id)
            notices = (explain(error, desk.texts_for(interaction), table),)
        await board.keeper.show(answer, private, notices)


async def show_hand(desk: Desk, board: Board, answer: Answer, table: Snapshot, how: str = "") -> None:
    """Shows the person's hand as it is; ``how``: from now on in its melds, or by rank. Raises Refusal."""
    interaction = answer.interaction
    async with board.keeper.answering(table.table_id, interaction.user.id):
        private = desk.service.private(table.channel_id, interaction.user.id)
        if how in {ARRANGED, BY_RANK}:
            board.keeper.arrange(table.table_id, interaction.user.id, how == ARRANGED)
        await board.keeper.show(answer, private)
