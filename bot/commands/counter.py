"""Serves slash commands: acknowledges them first, then does them, and tells every error privately."""

from __future__ import annotations

from bot.i18n import Markup
from bot.service.model import Location, Refusal
from bot.ui.clicks.answering import held_back, serve
from bot.ui.clicks.learning import meant_lesson
from bot.ui.clicks.request import Argument, Request, Run
from bot.ui.clicks.verbs import Verb
from bot.ui.desk import Desk
from bot.ui.open_lessons import OpenLesson
from bot.ui.showing.answer import Answer, Interaction, Way
from bot.ui.showing.showing import Showing
from bot.ui.words.links import channel_mention


class Counter:
    """Serves slash commands."""

    def __init__(self, desk: Desk, showing: Showing) -> None:
        self.desk, self.showing = desk, showing

    async def serve(
        self,
        interaction: Interaction,
        run: Run,
        way: Way = Way.PRIVATE,
        given: Argument = None,
        *,
        here: bool = False,
        verb: Verb | None = None,
    ) -> None:
        """Acknowledges the command, does it, and tells what goes wrong. Never raises.

        ``here``: it means the table of that very channel, also in direct messages; ``verb``: the command's, if it has
        one.
        """
        if self.desk.takes(interaction) and not await held_back(self.desk, self.showing, interaction):
            answer = Answer(interaction, way)

            def find() -> Location:
                return self.find(interaction, here=here, verb=verb)

            await serve(Request(self.desk, self.showing, answer, find, given=given), run)

    def suggests(self, interaction: Interaction) -> bool:
        """Whether anything is suggested to this person, who may have asked for too much lately."""
        return self.desk.takes(interaction) and self.desk.limits.types(interaction.user.id)

    def find(self, interaction: Interaction, *, here: bool = False, verb: Verb | None = None) -> Location:
        """Finds the table in question. Raises Refusal.

        It is the channel's table. In direct messages it is the one that waits for the person, else the table there,
        else the person's only one; with ``here`` the table there. What may be meant for a lesson that is open there is
        done at no table elsewhere.
        """
        channel_id = interaction.channel_id or 0
        at = self.desk.service.location_in(channel_id)
        if interaction.guild_id is not None or here:
            if at is None:
                raise self._none_here(interaction)
            return at
        if verb is not None and verb.in_lessons:
            lesson = meant_lesson(self.desk, interaction.user.id, channel_id, verb.action)
            if lesson is not None:
                if at is not None:
                    return at
                raise self._in_a_lesson(interaction, lesson)
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
            raise Refusal("no_table_of_yours") if lesson is None else self._in_a_lesson(interaction, lesson)
        table = mine[0]
        return Location(table.table_id, table.guild_id, table.channel_id)

    def _none_here(self, interaction: Interaction) -> Refusal:
        """Why nothing can be done in a channel without a table: somebody who sits elsewhere is told where, and whoever
        is in a lesson is led to it."""
        if self.desk.service.orphan_in(interaction.channel_id or 0) is not None:
            return Refusal("unreadable_table")
        if there := self._tables_elsewhere(interaction):
            return Refusal("table_elsewhere", tables=there)
        lesson = self.desk.open_lessons.of(interaction.user.id) if interaction.guild_id is None else None
        return Refusal("no_table") if lesson is None else self._in_a_lesson(interaction, lesson)

    def _in_a_lesson(self, interaction: Interaction, lesson: OpenLesson) -> Refusal:
        """Leads to the lesson, and to the channels of the tables that may be meant instead."""
        there = self._tables_elsewhere(interaction)
        code = "lesson_or_table" if there else "in_a_lesson"
        return Refusal(code, url=Markup(lesson.url), **({"tables": there} if there else {}))

    def _tables_elsewhere(self, interaction: Interaction) -> Markup | None:
        """Links to the channels of the person's tables in that server; in direct messages, in any. None for none."""
        mine = self.desk.service.tables_of(interaction.user.id)
        there = [channel_mention(table) for table in mine if interaction.guild_id in {None, table.guild_id}]
        return Markup(", ").join(there) if there else None
