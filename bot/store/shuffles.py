"""Of shuffles: people's words, the lines that publish to what deals are bound, and who agrees to open a deal."""

from __future__ import annotations

from collections.abc import Mapping

from bot.store.database import Database
from bot.store.model.deals import Opening
from bot.store.model.tables import ShuffleLine


def set_word(db: Database, table_id: int, deal: int, user_id: int, word: str) -> None:
    """Notes a person's word for a table's deal; another one takes its place."""
    db.execute(
        "INSERT INTO shuffle_words (table_id, deal, user_id, word) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (table_id, deal, user_id) DO UPDATE SET word = excluded.word",
        (table_id, deal, user_id, word),
    )


def words(db: Database, table_id: int, deal: int) -> Mapping[int, str]:
    """The words for a table's deal, by user."""
    rows = db.execute("SELECT user_id, word FROM shuffle_words WHERE table_id = ? AND deal = ?", (table_id, deal))
    return {row["user_id"]: row["word"] for row in rows}


def set_line(db: Database, table_id: int, line: ShuffleLine) -> None:
    """Notes that a line was published; the first one for the same deals stays."""
    db.execute(
        "INSERT INTO shuffle_lines (table_id, first_deal, message_id, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (table_id, line.first_deal, line.message_id, line.at),
    )


def lines(db: Database, table_id: int) -> tuple[ShuffleLine, ...]:
    """The lines of a table, in the order of their deals."""
    rows = db.execute(
        "SELECT first_deal, message_id, at FROM shuffle_lines WHERE table_id = ? ORDER BY first_deal", (table_id,)
    )
    return tuple(ShuffleLine(row["first_deal"], row["message_id"], row["at"]) for row in rows)


def agree(db: Database, deal_id: int, user_id: int) -> None:
    """Notes that a person agrees to open all cards of a deal."""
    db.execute(
        "INSERT INTO shuffle_openings (deal_id, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING", (deal_id, user_id)
    )


def opening(db: Database, deal_id: int) -> Opening:
    """Who agrees to open all cards of a deal, and when its table was closed."""
    rows = db.execute("SELECT user_id FROM shuffle_openings WHERE deal_id = ?", (deal_id,))
    closed = db.execute(
        "SELECT closed_at FROM tables JOIN deals ON tables.id = table_id WHERE deals.id = ?", (deal_id,)
    ).fetchone()
    return Opening(frozenset(row["user_id"] for row in rows), None if closed is None else closed["closed_at"])
