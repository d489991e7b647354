"""One press or command while it is served: who asks, at which table, with what, and where the answer goes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bot.i18n import Texts
from bot.service.model import Location, Person, Refusal, Snapshot, Turn
from bot.ui.desk import Desk
from bot.ui.pages.page import Page, Row, sentence
from bot.ui.showing.answer import Answer, Interaction, sent_aside
from bot.ui.showing.private_pages import Anew, PageKind
from bot.ui.showing.showing import Showing
from bot.ui.words.lines import lines
from engine.cards import Card, Rank

if TYPE_CHECKING:
    from bot.service.service import TableService

Said = str | Page | None
"""What a request is answered with: a sentence for the person alone, a page in the answer's place, or nothing more."""
Run = Callable[["Request"], Awaitable[Said]]
"""Serves a request. It raises if the answer is no."""


@dataclass(frozen=True)
class Typed:
    """An amount as somebody typed it into the form."""

    text: str


Argument = Card | Rank | str | int | Typed | None
"""What an action is done with."""


@dataclass(frozen=True)
class Request:
    """One press or command while it is served."""

    desk: Desk
    showing: Showing
    answer: Answer
    find: Callable[[], Location]
    """Finds the table in question. Raises Refusal."""
    turn: Turn | None = None
    """The moment that the pressed button was made for, if that moment must not have passed."""
    given: Argument = None
    """What comes with it: the words of an address, or the argument of a command."""
    chosen: str | None = None
    """The value that was chosen in a select."""
    values: tuple[str, ...] = ()
    """All that was chosen there, where several can be."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """What was typed into the fields of a form, by their names."""

    @property
    def interaction(self) -> Interaction:
        """The interaction that is answered."""
        return self.answer.interaction

    @property
    def service(self) -> TableService:
        """The tables."""
        return self.desk.service

    @property
    def at(self) -> Location:
        """Where the table in question is. Raises Refusal."""
        return self.find()

    @property
    def table(self) -> Snapshot:
        """That table as it is now. Raises Refusal."""
        table = self.service.snapshot_of(self.at.table_id)
        if table is None:
            raise Refusal("table_gone")
        return table

    @property
    def texts(self) -> Texts:
        """The texts in the person's language."""
        return self.desk.texts_for(self.interaction)

    @property
    def key(self) -> int:
        """The key that makes the requested action happen only once."""
        return self.answer.key

    def person(self, at: Location | None = None) -> Person:
        """The person who asks, as a member of the server or of the table's. Raises Refusal."""
        return self.desk.person(self.interaction, at.guild_id if at is not None else None)

    def about(self, table: Snapshot) -> Request:
        """The same request, about that table."""
        there = Location(table.table_id, table.guild_id, table.channel_id)
        return replace(self, find=lambda: there)

    async def show_page(self, kind: PageKind, table: Snapshot, page: Page, anew: Anew | None = None) -> None:
        """Shows a page of that kind as the answer, and has it end with its moment. ``anew``: how it is kept true."""
        await self._shown(await self.answer.show(page), kind, table, anew)

    async def tell_page(self, kind: PageKind, table: Snapshot, page: Page) -> None:
        """Shows a page of that kind to this person alone, beside what was pressed, and has it end with its moment."""
        await self._shown(await self.answer.tell(page), kind, table)

    async def _shown(self, message_id: int | None, kind: PageKind, table: Snapshot, anew: Anew | None = None) -> None:
        if message_id is not None:
            self.showing.tokens.sent(self.key, message_id)
            user_id, channel_id = self.interaction.user.id, self.interaction.channel_id or 0
            await self.showing.private_pages[kind].shown(table, user_id, channel_id, message_id, anew)

    def pressed_on(self, kind: PageKind, table: Snapshot) -> bool:
        """Whether a page of that kind was pressed whose moment isn't over. ``table``: as it is now."""
        pressed, pages = self.interaction.message, self.showing.private_pages[kind]
        return pressed is not None and pages.has(table, self.interaction.user.id, pressed.id)

    async def tell(self, text: str, rows: tuple[Row, ...] = (), *, waits_at: Snapshot | None = None) -> None:
        """Tells only this person a sentence, with the person's notices; ``rows``: the buttons below it.

        ``waits_at``: the table at which somebody else's turn is the reason; it goes with that turn.
        """
        notices = self.desk.notices(self.interaction.user.id, self.texts)
        page = replace(sentence(lines(text, *notices)), rows=rows)
        told = await self.answer.tell(page)
        if waits_at is not None and not notices:
            self.desk.spawn(self._shown(told, PageKind.WAITING, waits_at))  # nobody waits for the books here


def shows_the_table(request: Request) -> bool:
    """Whether the pressed message is the table's own; in direct messages that is the panel. A lesson has no table."""
    if sent_aside(request.interaction):
        return False
    try:
        return request.interaction.guild_id is not None or request.at.in_dm
    except Refusal:
        return False


def id_in(text: str | None) -> int:
    """The id in an address, or among what was chosen. Raises Refusal."""
    if text is None or not text.isdecimal():
        raise Refusal("unknown_button")
    return int(text)
