"""Serves slash commands: acknowledges them first, then does them, and tells every error privately."""

from __future__ import annotations

from bot.i18n import Markup
from bot.service.model import Location, Refusal
from bot.ui.clicks.answer import Answer, Interaction, Way
from bot.ui.clicks.answering import held_back, serve
from bot.ui.clicks.request import Argument, Request, Run
from bot.ui.desk import Desk
from bot.ui.showing.showing import Showing
from bot.ui.words.links import channel_mention


class Counter:
    """Serves slash commands."""

    def __init__(self, desk: Desk, showing: Showing) -> None:
        self.desk, self.showing = desk, showing

    async def serve(
        self, interaction: Interaction, run: Run, way: Way = Way.PRIVATE, given: Argument = None, *, here: bool = False
    ) -> None:
        """Acknowledges the command, does it, and tells what goes wrong. Never raises.

        ``here``: it means the table of that very channel, also in direct messages.
        """
        if self.desk.takes(interaction) and not await held_back(self.desk, self.showing, interaction):
            answer = Answer(interaction, way)
            await serve(
                Request(self.desk, self.showing, answer, lambda: self.find(interaction, here=here), given=given), run
            )

    def suggests(self, interaction: Interaction) -> bool:
        """Whether anything is suggested to this person, who may have asked for too much lately."""
        return self.desk.takes(interaction) and self.desk.limits.types(interaction.user.id)

    def find(self, interaction: Interaction, *, here: bool = False) -> Location:
        """Finds the table in question. Raises Refusal.

        It is the channel's table. In direct messages it is the one that waits for the person, else the table there,
        else the person's only one; with ``here`` the table there.
        """
        at = self.desk.service.location_in(interaction.channel_id or 0)
        if interaction.guild_id is not None or here:
            if at is None:
                raise self._none_here(interaction)
            return at
        if interaction.id in self.desk.doubtful:
            raise Refusal("which_table")
        mine = self.desk.service.tables_of(interaction.user.id)
        if len(mine) > 1:
            mine = [table for table in mine if table.to_act is not None and table.to_act.user_id == interaction.user.id]
            if len(mine) != 1:
                if at is not None:
                    return at
                raise Refusal("which_table")
        if not mine:
            lesson = self.desk.open_lessons.of(interaction.user.id)
            raise Refusal("no_table_of_yours") if lesson is None else Refusal("in_a_lesson", url=Markup(lesson.url))
        table = mine[0]
        return Location(table.table_id, table.guild_id, table.channel_id)

    def _none_here(self, interaction: Interaction) -> Refusal:
        """Why nothing can be done in a channel without a table: somebody who sits elsewhere is told where."""
        if self.desk.service.orphan(interaction.channel_id or 0) is not None:
            return Refusal("unreadable_table")
        mine = self.desk.service.tables_of(interaction.user.id)
        there = [channel_mention(table) for table in mine if table.guild_id == interaction.guild_id]
        return Refusal("table_elsewhere", tables=Markup(", ").join(there)) if there else Refusal("no_table")
