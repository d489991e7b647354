"""What all commands have in common: acknowledged first, then done, and every error told privately."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.service.model import Refusal, Snapshot
from bot.ui.answer import Answer, Interaction, Way
from bot.ui.board import Board
from bot.ui.desk import Desk
from bot.ui.doors import Doors, tell
from bot.ui.refusals import explain

Work = Callable[[Answer], Awaitable[None]]
"""What a command does once it is acknowledged."""


class Counter:
    """Where slash commands are taken."""

    def __init__(self, desk: Desk, board: Board) -> None:
        self.desk, self.board = desk, board
        self.doors = Doors(desk, board)

    async def serve(self, interaction: Interaction, work: Work, way: Way = Way.PRIVATE) -> None:
        """Acknowledges the command, does it, and answers what goes wrong. Never raises."""
        if not self.desk.takes(interaction):
            return
        answer = Answer(interaction, way)
        if not await answer.acknowledge():
            return
        try:
            await work(answer)
        except Exception as error:
            table = self.desk.service.snapshot(interaction.channel_id or 0)
            await tell(self.desk, answer, explain(error, self.desk.texts_for(interaction), table))

    async def say(self, answer: Answer, text: str) -> None:
        """A private sentence."""
        await tell(self.desk, answer, text)

    def table(self, interaction: Interaction) -> Snapshot:
        """The table that is meant: the channel's; in a direct message the person's only one, or the one that waits
        for the person. Raises Refusal."""
        if interaction.guild_id is not None:
            table = self.desk.service.snapshot(interaction.channel_id or 0)
            if table is None:
                raise Refusal("no_table")
            return table
        mine = self.desk.service.tables_of(interaction.user.id)
        if len(mine) > 1:
            mine = [one for one in mine if one.to_act is not None and one.to_act.user_id == interaction.user.id]
            if len(mine) != 1:
                raise Refusal("which_table")
        if not mine:
            raise Refusal("no_table_of_yours")
        return mine[0]
