"""What takes the place of a panel that can't be used any more: its holder has got up, or it is in another place now."""

from __future__ import annotations

from dataclasses import replace

from bot.i18n import Texts
from bot.service.model import Snapshot
from bot.ui.pages.concern import Concern
from bot.ui.pages.page import GREY, Page
from bot.ui.pages.panel import place_heading
from bot.ui.pages.seating import to_table
from bot.ui.words.chips import bounded, brings_chips_home, chips_begin, own_debt, taken_back
from bot.ui.words.lines import lines
from bot.ui.words.links import channel_mention
from bot.ui.words.settled import net_line


def parting(table: Snapshot) -> Concern:
    """What concerns somebody who has got up from that table: nothing that happens there later."""
    return Concern(deal=table.turn.deal, stage="left")


def parting_page(table: Snapshot, user_id: int, texts: Texts) -> Page:
    """The message for a person who has got up, or whose table is closed: without cards, and without buttons."""
    if table.stage == "closed":
        said: str = lines(texts("refusal-table_gone"), _taken_back(table, texts))
    elif table.seated(user_id) is not None:
        said = texts("private-left.dealt", deal=table.turn.deal)
    else:
        was_away = any(gone == user_id for gone, _ in table.lost_seats)
        said = texts("private-left.away" if was_away else "private-left")
    return _words(table, lines(said, *_of_the_chips(table, user_id, texts)), texts)


def ended_page(page: Page, table: Snapshot, texts: Texts) -> Page:
    """The panel ``page``, which shows how the last deal ended, once its table is closed: what comes now."""
    if not table.next_game:
        return replace(page, body=lines(page.body or None, texts("private-ended")))
    form = ".chips" if chips_begin(table) else ".next"
    said = texts(f"private-ended{form}", game=texts.game(table.next_game), channel=channel_mention(table))
    return replace(page, body=lines(page.body or None, said))


def played_page(table: Snapshot, user_id: int, texts: Texts) -> Page:
    """The message for a person who got up in mid-deal, when a computer player has finished that deal."""
    view = table.view
    player = next((player for player in table.players if player.user_id == user_id), None)
    if view is None or view.result is None or player is None or player.seat is None:
        return parting_page(table, user_id, texts)  # it was taken back, or the next deal has begun
    said = (
        texts("private-left.over", deal=table.turn.deal, net=net_line(view.result.net[player.seat], texts)),
        texts("private-left.home") if brings_chips_home(table) else None,
        texts("refusal-table_gone" if table.stage == "closed" else "private-left.again"),
        *_of_the_chips(table, user_id, texts),
    )
    return _words(table, lines(*said), texts)


def _taken_back(table: Snapshot, texts: Texts) -> str | None:
    """Says what became of the deal in which the table was closed; None where it was over."""
    if not table.deal_taken_back:
        return None
    return texts("private-taken-back" if brings_chips_home(table) else "private-taken-back.bare")


def _of_the_chips(table: Snapshot, user_id: int, texts: Texts) -> tuple[str | None, ...]:
    """What of the chips there the person does not have in the end, and why."""
    gone = table.stage == "closed" or table.seated(user_id) is None  # else it was taken back at a top-up before
    back = taken_back(table, texts, user_id) if gone else None
    return back, own_debt(table, texts, user_id), bounded(table, texts, user_id)


def moved_page(table: Snapshot, texts: Texts) -> Page:
    """The direct message of a person whose panel is in the channel now."""
    return _words(table, texts("private-moved", channel=channel_mention(table)), texts)


def _words(table: Snapshot, said: str, texts: Texts) -> Page:
    texts = texts.at_table(table)
    return Page(
        heading=place_heading(table, texts),
        body=said,
        rows=(row,) if (row := to_table(table, texts)) else (),
        accent=GREY,
    )
