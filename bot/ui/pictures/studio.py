"""Draws the pictures of messages, or leaves one out that can't be drawn."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, ParamSpec, Protocol, runtime_checkable

from bot.i18n import Texts
from bot.service.model import Cloth, OwnCloth, Private, Snapshot, Worth
from bot.ui.pages.page import Picture
from bot.ui.pictures.hand import hand_alt, hand_captions, lies
from bot.ui.pictures.moved import as_pictured
from bot.ui.pictures.piles import laid_out, showdown_alt, showdown_captions, table_alt, table_captions
from bot.ui.pictures.pools import board_alt, board_captions
from bot.ui.pictures.trick import quartet_groups, shown_to_all, taken_last, trick_alt, trick_captions, turned_up
from bot.ui.words.afterwards import shares_alt, shares_captions
from bot.ui.words.evening import evening_alt, evening_captions
from bot.ui.words.examples import charts_alt, charts_captions
from bot.ui.words.lines import MOST_ALT, shorten
from bot.ui.words.melds import groups_of, matches
from bot.ui.words.once import once
from bot.ui.words.tricks import scorings
from bot.ui.workload import Workload
from cards_img import (
    Last,
    Look,
    SheetCaptions,
    board_picture,
    charts_picture,
    evening_picture,
    grid_picture,
    groups_picture,
    hand_picture,
    score_sheet_picture,
    shares_picture,
    showdown_picture,
    table_picture,
    trick_picture,
)
from engine.cards import Rank
from engine.examples import Chart
from engine.game import GAMES
from engine.middle import Piles, Pools, Trick
from engine.rules import Rules
from engine.view import View

log = logging.getLogger(__name__)
P = ParamSpec("P")

TABLE_FILE = "table.png"
"""The file name of every public picture."""
SHEET_FILE = "scores.png"
"""The file name of every score sheet."""
HAND_FILE = "hand.png"
"""The file name of every picture of a hand."""
OTHER_HAND_FILE = "hand-2.png"
"""The same where the message keeps the picture of the hand before."""
TRICK_FILE = "trick.png"
"""The file name of every picture of the last trick."""
SHARES_FILE = "worth.png"
"""The file name of every picture of what decisions were worth."""
CHARTS_FILE = "examples.png"
"""The file name of every picture of what beats what."""
EVENING_FILE = "evening.png"
"""The file name of every picture of an evening."""
DRAWING_TIME = 5.0
"""Seconds after which a message goes out without its picture, which is drawn again later."""


class Draws(Protocol):
    """Draws pictures off the event loop; ``cards_img.Painter`` is one."""

    async def draw(self, function: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs) -> bytes:
        """The picture as PNG."""


@runtime_checkable
class Keeps(Draws, Protocol):
    """Draws pictures, and keeps those that were asked for lately."""

    def ready(self, function: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs) -> bytes | None:
        """The picture, if it is there and needn't be drawn."""


class Studio:
    """Draws the pictures that messages need, or leaves them out if that fails or there is too much to do."""

    def __init__(self, painter: Draws, workload: Workload | None = None) -> None:
        self._painter, self._workload = painter, workload or Workload()
        self._kept = painter if isinstance(painter, Keeps) else None
        self.on_late: Callable[[int], None] = lambda table_id: None
        """Called with a table's id where a picture of it was not drawn in time: that message is to be made again."""

    async def table(
        self, snapshot: Snapshot, texts: Texts, cloth: OwnCloth = "table", *, drawn: bool = False
    ) -> Picture | None:
        """The table as everybody sees it, on its ``cloth``; None before the first deal or where it can't be drawn.

        ``drawn``: also with the card that whoever is to act has drawn, which a turn's one picture leaves out.
        """
        key = (Studio.table, texts, cloth, drawn)
        return await self._once(snapshot, key, lambda: self._table(snapshot, texts, cloth, drawn))

    async def _table(self, snapshot: Snapshot, texts: Texts, cloth: OwnCloth, drawn: bool) -> Picture | None:
        if snapshot.view is None:
            return None
        if isinstance(snapshot.view.middle, Trick):
            return await self._trick(snapshot, texts, cloth)
        if isinstance(snapshot.view.middle, Pools):
            return await self._board(snapshot, snapshot.view, texts, cloth)
        now, snapshot = snapshot, snapshot if drawn else as_pictured(snapshot)
        captions = table_captions(snapshot, texts.plain)
        colours = look(snapshot, texts, snapshot.four_colour, cloth)
        png = await self._drawn(_again(snapshot), table_picture, _at_any_ask(snapshot.view), captions, colours)
        if png is None:
            return None
        said = table_alt(snapshot, texts.plain)
        return Picture(png, TABLE_FILE, said if now is snapshot else texts.plain("alt-before-draw", table=said))

    async def _trick(self, snapshot: Snapshot, texts: Texts, cloth: OwnCloth) -> Picture | None:
        """The current trick, or the one just taken, and what lies before each seat."""
        png = await self._drawn(
            _again(snapshot),
            trick_picture,
            shown_to_all(_at_any_ask(snapshot.view)),
            trick_captions(snapshot, texts.plain),
            look(snapshot, texts, snapshot.four_colour, cloth),
        )
        return png and Picture(png, TABLE_FILE, trick_alt(snapshot, texts.plain))

    async def last_trick(self, snapshot: Snapshot, texts: Texts, cloth: OwnCloth = "table") -> Picture | None:
        """The last trick that was taken in this deal; None where none was, or it can't be drawn."""
        found = taken_last(snapshot)
        if found is None or snapshot.view is None:
            return None
        plain, view = texts.plain, replace(snapshot.view, middle=found, to_act=())
        shown = replace(snapshot, view=view)
        captions = replace(
            trick_captions(shown, plain), title=plain("last-trick-title", deal=snapshot.turn.deal), call="", last=Last()
        )
        colours = look(snapshot, texts, snapshot.four_colour, cloth)
        png = await self._drawn(None, trick_picture, view, captions, colours)
        return png and Picture(png, TRICK_FILE, trick_alt(shown, plain))

    async def _board(self, snapshot: Snapshot, view: View, texts: Texts, cloth: OwnCloth) -> Picture | None:
        """The board with its pools, and the cards that were played out last."""
        png = await self._drawn(
            _again(snapshot),
            board_picture,
            shown_to_all(view),
            board_captions(snapshot, texts.plain),
            look(snapshot, texts, snapshot.four_colour, cloth),
        )
        return png and Picture(png, TABLE_FILE, board_alt(snapshot, texts.plain))

    async def showdown(self, snapshot: Snapshot, texts: Texts, cloth: OwnCloth = "table") -> Picture | None:
        """How the last deal ended."""
        key = (Studio.showdown, texts, cloth)
        return await self._once(snapshot, key, lambda: self._showdown(snapshot, texts, cloth))

    async def _showdown(self, snapshot: Snapshot, texts: Texts, cloth: OwnCloth) -> Picture | None:
        if snapshot.view is None or snapshot.view.result is None:
            return None
        if isinstance(snapshot.view.middle, Pools):
            return await self._board(snapshot, snapshot.view, texts, cloth)
        captions = showdown_captions(snapshot, texts.plain)
        colours = look(snapshot, texts, snapshot.four_colour, cloth)
        view = laid_out(snapshot.view)
        groups = tuple(groups_of(seat) for seat in snapshot.view.seats)
        if scored := scorings(snapshot):
            view, groups = turned_up(view, scored), quartet_groups(view, scored, texts.plain)
        groups, order = groups if any(groups) else (), tuple(scoring.seat for scoring in scored)
        make = _again(snapshot)
        png = await self._drawn(make, showdown_picture, view, captions, colours, groups=groups, order=order)
        return png and Picture(png, TABLE_FILE, showdown_alt(snapshot, texts.plain))

    async def score_sheet(self, captions: SheetCaptions, alt: str, cloth: Cloth) -> Picture | None:
        """A game's score sheet."""
        png = await self._drawn(None, score_sheet_picture, captions, cloth)
        return png and Picture(png, SHEET_FILE, alt)

    async def evening(self, snapshot: Snapshot, texts: Texts) -> Picture | None:
        """What a closed table came to; None if no deal was played there, or it can't be drawn."""
        captions = evening_captions(snapshot, texts.plain)
        if captions is None:
            return None
        colours = look(snapshot, texts, snapshot.four_colour)
        png = await self._drawn(_again(snapshot), evening_picture, captions, colours)
        return png and Picture(png, EVENING_FILE, shorten(evening_alt(snapshot, texts.plain), MOST_ALT))

    async def shares(
        self, worths: Sequence[Worth], snapshot: Snapshot, texts: Texts, cloth: OwnCloth = "table"
    ) -> Picture | None:
        """What decisions of a deal were worth, as bars; None for none, or where it can't be drawn."""
        if not worths:
            return None
        captions = shares_captions(worths, snapshot, texts.plain)
        png = await self._drawn(None, shares_picture, captions, look(snapshot, texts, snapshot.four_colour, cloth))
        return png and Picture(png, SHARES_FILE, shorten(shares_alt(worths, snapshot, texts.plain), MOST_ALT))

    async def charts(
        self, charts: Sequence[Chart], title: str, texts: Texts, colours: Look, *, titled: bool = True
    ) -> Picture | None:
        """What beats what, with the words of a game; None where it can't be drawn.

        ``titled``: whether the title stands in the picture; its alt text always begins with it.
        """
        captions = charts_captions(charts, title, texts.plain)
        drawn = captions if titled else replace(captions, title="")
        png = await self._drawn(None, charts_picture, drawn, colours)
        return png and Picture(png, CHARTS_FILE, shorten(charts_alt(captions, texts.plain), MOST_ALT))

    async def hand(
        self, private: Private, texts: Texts, four_colour: bool, arranged: bool = True, cloth: OwnCloth = "table"
    ) -> Picture | None:
        """A person's own hand; None if there is none or it can't be drawn.

        ``arranged``: in its melds, where it may have any. The cards that make it are marked, and the others dimmed.
        """
        key = (Studio.hand, texts, four_colour, arranged, cloth)
        return await self._once(private, key, lambda: self._hand(private, texts, four_colour, arranged, cloth))

    async def _hand(
        self, private: Private, texts: Texts, four_colour: bool, arranged: bool, cloth: OwnCloth
    ) -> Picture | None:
        view = private.view
        if view is None or not view.hand:
            return None
        colours = look(private.table, texts, four_colour or private.table.four_colour, cloth)
        captions = hand_captions(private, view, texts.plain, arranged=arranged)
        lying = lies(view, arranged=arranged)
        make = _again(private.table)
        own = {"drawn": view.drawn}
        if lying.groups:
            png = await self._drawn(make, groups_picture, lying.groups, captions, colours, kept=lying.kept, **own)
        elif lying.grid:
            png = await self._drawn(make, grid_picture, lying.cards, captions, colours, ranks=lying.ranks)
        else:
            png = await self._drawn(make, hand_picture, lying.cards, captions, colours, kept=lying.kept, **own)
        return png and Picture(png, HAND_FILE, hand_alt(view, texts.plain, arranged=arranged and matches(view)))

    async def _once(
        self, shown: Snapshot | Private, key: tuple[object, ...], draw: Callable[[], Awaitable[Picture | None]]
    ) -> Picture | None:
        """What is drawn of a moment, with its words: once for all who see the same; what could not be drawn, anew."""
        made: dict[object, Any] = shown.made
        if (self, key) not in made and (picture := await draw()) is not None:
            made[self, key] = picture
        return made.get((self, key))

    async def _drawn(self, table_id: int | None, picture: Callable[..., bytes], *arguments: Any, **named: Any) -> Any:
        """The picture; None where it can't be drawn. ``table_id``: whose message is to be made again if it is late, so
        that it isn't drawn where there is too much to do; None: it is waited for."""
        name = getattr(picture, "__name__", "a picture")
        if table_id is not None and self._workload.overloaded:
            ready = self._kept.ready(picture, *arguments, **named) if self._kept is not None else None
            if ready is None:
                self.on_late(table_id)
            return ready
        try:
            with self._workload.picture():
                async with asyncio.timeout(DRAWING_TIME):
                    return await self._painter.draw(picture, *arguments, **named)
        except TimeoutError:
            log.info("%s was not drawn in %g seconds", name, DRAWING_TIME)
            if table_id is not None:
                self.on_late(table_id)
        except Exception as error:  # a message without its picture is better than none
            log.error("%s could not be drawn: %s", name, type(error).__name__)
        return None


def cloth_of(snapshot: Snapshot, cloth: OwnCloth = "table") -> Cloth:
    """What every picture of that table lies on for somebody who has chosen ``cloth``; whoever has chosen none, and
    the channel, see the table's."""
    return snapshot.settings.cloth if cloth == "table" else cloth


@once
def look(snapshot: Snapshot, texts: Texts, four_colour: bool, cloth: OwnCloth = "table") -> Look:
    """How cards are drawn: the pack is that of the table's rules, and the indices are the language's."""
    seats = len(snapshot.players) or GAMES[snapshot.game].seats[0]
    return look_of(snapshot.game, snapshot.rules, texts, seats, four_colour, cloth_of(snapshot, cloth))


def look_of(game: str, rules: Rules, texts: Texts, seats: int, four_colour: bool, covered: Cloth) -> Look:
    """How the cards of a game are drawn by these rules, on the cloth that covers the table."""
    plain = texts.at(game, rules).plain

    def sign(rank: Rank) -> str:
        return plain(f"rank-{rank.name.lower()}.short")

    if GAMES[game].pack(rules, seats).spanish:
        return Look(
            design="spanish",
            cloth=covered,
            spanish_ace=sign(Rank.ACE),
            sota=sign(Rank.JACK),
            caballo=sign(Rank.QUEEN),
            rey=sign(Rank.KING),
        )
    return Look(
        four_colour=four_colour,
        cloth=covered,
        ace=sign(Rank.ACE),
        king=sign(Rank.KING),
        queen=sign(Rank.QUEEN),
        jack=sign(Rank.JACK),
        ten=sign(Rank.TEN),
    )


def _again(snapshot: Snapshot) -> int | None:
    """Whose message is to be made again where a picture of that table comes late. None: its last message stays as it
    is, so that its pictures are waited for however much there is to do."""
    return snapshot.table_id if snapshot.stage != "closed" else None


def _at_any_ask(view: View | None) -> View:
    """The view without what is offered, which the picture doesn't show: it is the same picture for the whole turn."""
    assert view is not None, "a table without a deal has no picture"
    middle = replace(view.middle, drawn_from=None) if isinstance(view.middle, Piles) else view.middle
    return replace(view, asks=None, prompts=(), middle=middle)
