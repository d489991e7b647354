"""What one person's panel shows: its page, made from the table as it is, with pictures that are there already."""

from __future__ import annotations

from dataclasses import replace

from bot.i18n import Texts
from bot.service.model import Private, Snapshot, Turn
from bot.ui.desk import Desk
from bot.ui.pages.alone import alone_page
from bot.ui.pages.concern import Concern, Looks, concern
from bot.ui.pages.page import Page, Picture
from bot.ui.pages.panel import behind_page, panel_page
from bot.ui.pages.question import Question
from bot.ui.pictures.studio import HAND_FILE, OTHER_HAND_FILE
from bot.ui.showing.live import LiveMessage
from bot.ui.showing.table_info import TableInfo


class PanelContent:
    """What the panel of one person at a table shows.

    ``key``: the table and the user.
    """

    def __init__(self, desk: Desk, key: tuple[int, int], info: TableInfo) -> None:
        self._desk, self._info = desk, info
        self._table_id, self._user_id = key
        self._looks = Looks()
        self._looked_at = 0
        """The number of the deal in which that was chosen last."""
        self._question: tuple[Turn, Question] | None = None
        """What the panel asks, and at which moment; later it asks nothing."""

    def change(self, deal: int, **looks: bool) -> None:
        """Changes how this person wants to see it, in the deal of that number."""
        self._looks, self._looked_at = replace(self._looks_in(deal), **looks), deal

    def _looks_in(self, deal: int) -> Looks:
        """How this person wants to see it then. Explanations end with the deal for which they were asked: with a new
        hand the buttons stand at their usual place again."""
        return self._looks if deal == self._looked_at else replace(self._looks, explained=False)

    def ask(self, question: Question | None, turn: Turn) -> None:
        """Has the panel ask that for as long as this moment lasts; None: it asks nothing."""
        self._question = (turn, question) if question is not None else None

    async def answer(
        self,
        message: LiveMessage,
        private: Private,
        texts: Texts,
        notices: tuple[str, ...],
        *,
        in_place: bool,
        in_channel: bool,
    ) -> tuple[Concern, Page]:
        """The panel as the answer to a press or command, which is to show in that message, and what it is made from.

        It waits for nothing: until the table's message has the next picture, the panel keeps the one that it shows.
        ``in_place``: the panel itself was pressed; ``in_channel``: it stands in the table's channel.
        """
        table = private.table
        about = await self.concern(private, live=True)
        # Notices stand there until the next change; the edit that brings the picture would take them away.
        keeps = not notices and _shares_the_picture(about, table)
        there = self._shown_before(message, table, in_place=in_place) if keeps else None
        above = self._until_then(table, there) if keeps else None
        page = await self.page(private, texts, notices=notices, above=above, in_channel=in_channel)
        about = about.on(page)
        if there is not None and above is None and (kept := self._kept(page, there, private, message.about)):
            page, above = kept, there
        if above is not None:
            about, page = _behind(about, page, private, texts)
        return about, with_hand_before(page, message, private)

    async def page(
        self,
        private: Private,
        texts: Texts | None = None,
        *,
        notices: tuple[str, ...] = (),
        as_of: float | None = None,
        above: Picture | None = None,
        in_channel: bool = False,
        by_itself: bool = False,
    ) -> Page:
        """The panel; ``as_of``: it won't follow the table from then on; ``above``: it keeps that picture of the table;
        ``in_channel``: it stands in the table's channel.

        It shows the table's picture by its address, where the table's message shows the same: it is edited before that
        picture goes. ``by_itself``: with pictures of its own alone, as it can be edited no more.
        """
        texts = texts or await self._desk.texts_of(self._user_id)
        settings = await self._desk.settings(self._user_id)
        if private.table.in_dm and private.table.stage != "playing":
            return await alone_page(private, texts, self._desk.studio, notices, settings.cloth)
        page = await panel_page(
            private,
            texts,
            self._desk.studio,
            four_colour=settings.four_colour,
            cloth=settings.cloth,
            looks=self._looks_in(private.table.turn.deal),
            notices=notices,
            emojis=self._desk.emojis,
            question=self._asked(private),
            as_of=as_of,
            above=above,
            in_channel=in_channel,
        )
        files = self._info.files(self._table_id)
        return page if above is not None or files is None or by_itself else files.by_address(page)

    def _shown_before(self, message: LiveMessage, table: Snapshot, *, in_place: bool) -> Picture | None:
        """The picture of the table that the panel shows and can keep; None where there is none.

        ``in_place``: the panel itself was pressed, which can keep a file of its own, too.
        """
        shown = message.page.above if message.page is not None else None
        files = self._info.files(self._table_id)
        if shown is None or files is None or message.deal != table.turn.deal:
            return None
        if shown.at is None:
            return shown if in_place and shown.digest in message.files else None
        return None if files.lacks(frozenset({shown.at.number})) else shown

    def _until_then(self, table: Snapshot, shown: Picture | None = None) -> Picture | None:
        """While the table is put off: the picture of it that stands in the panel until then, ``shown`` if that is one;
        else that of the table's message."""
        files = self._info.files(self._table_id)
        if files is None or not self._info.put_off(self._table_id):
            return None
        return shown or files.now(table.turn.deal)

    def _kept(self, page: Page, shown: Picture, private: Private, before: object) -> Page | None:
        """The page with the picture of the table that the panel shows already; None where that needn't or can't be.

        An answer doesn't wait until the table's message has the next picture, and doesn't send that a second time: the
        panel is looked at again, together with the table's message. A person who is asked something now and wasn't
        ``before``, by what the panel was made from, isn't shown a picture of somebody else's turn.
        """
        asked = private.view is not None and private.view.asked is not None
        if asked and not (isinstance(before, Concern) and before.prompts and not before.behind):
            return None
        over = private.table.stage == "between"  # how a deal ended stands alone
        wanted = page.picture if over else page.above
        if wanted is None or wanted.at is not None or wanted.digest == shown.digest:
            return None  # there is no table to see, or it is this picture, or the table's message has it already
        return replace(page, picture=shown) if over else replace(page, above=shown)

    def _asked(self, private: Private) -> Question | None:
        """What the panel asks before a move, as long as the moment lasts."""
        at, question = self._question or (None, None)
        return question if at == private.table.turn else None

    async def live(self, private: Private, notices: tuple[str, ...] = (), *, in_channel: bool) -> tuple[Concern, Page]:
        """The panel that follows the table, and what it is made from."""
        about = await self.concern(private, live=True)
        above = self._until_then(private.table) if _shares_the_picture(about, private.table) else None
        page = await self.page(private, notices=notices, above=above, in_channel=in_channel)
        about = about.on(page)
        if above is None:
            return about, page
        return _behind(about, page, private, await self._desk.texts_of(self._user_id))

    async def concern(self, private: Private, *, live: bool) -> Concern:
        """What the panel is made from; ``live``: it follows what others do, too."""
        chosen = await self._desk.settings(self._user_id)
        question = self._asked(private)
        looks = self._looks_in(private.table.turn.deal)
        return concern(private, chosen.four_colour, looks, cloth=chosen.cloth, live=live, question=question)


def _shares_the_picture(about: Concern, table: Snapshot) -> bool:
    """Whether the panel shows the same picture of the table as its message: on a cloth of its own nobody else does."""
    return about.cloth == table.settings.cloth


def _behind(about: Concern, page: Page, private: Private, texts: Texts) -> tuple[Concern, Page]:
    """What a page is made from, and the page, as they are where its picture of the table is not that of now."""
    return replace(about, behind=True), behind_page(private, page, texts)


def with_hand_before(page: Page, message: LiveMessage, private: Private) -> Page:
    """The page as it is to show in that panel. While a card is drawn, the panel keeps the hand as it was before,
    unshown: most who discard the card again see that hand again, which needn't be sent a second time.
    """
    shown, hand = message.page, page.picture
    if shown is None or shown.above is None or page.above is None or hand is None or hand.at is not None:
        return page
    before = shown.picture
    if before is None or before.at is not None or before.digest not in message.files:
        return page
    drawn = private.view is not None and private.view.drawn is not None
    if hand.digest == before.digest:
        return replace(page, picture=hand.named(before.name), beside=shown.beside if drawn else frozenset())
    # Two pictures of one message need two names.
    name = OTHER_HAND_FILE if before.name == HAND_FILE else HAND_FILE
    beside = frozenset({before.digest}) if drawn else frozenset[bytes]()
    return replace(page, picture=hand.named(name), beside=beside)
