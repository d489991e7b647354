"""What is told of a table besides its cards: which deal it is, practice, hints, its host, and who wants to close it."""

from __future__ import annotations

from bot.i18n import Texts
from bot.service.model import Snapshot
from bot.ui.words.chips import has_chips
from engine.game import GAMES


def deal_number(snapshot: Snapshot, texts: Texts) -> str:
    """Which deal of the table the present (or last) one is, and which of its game where several are agreed on."""
    agreed = GAMES[snapshot.game].judging.goal(snapshot.rules, len(snapshot.players)).deals
    deal, of = snapshot.turn.deal, snapshot.deal_of_game
    form = "" if agreed < 2 or not of else ".same" if of == deal else ".agreed"
    return texts(f"deal-number{form}", deal=deal, of=of, agreed=agreed)


def practice(snapshot: Snapshot, texts: Texts) -> str | None:
    """Says that a table is for practice, or that its first deal would make it one; None otherwise."""
    if snapshot.practice:
        return texts("practice-table" if has_chips(snapshot) else "practice-table.bare")
    if snapshot.to_practise and has_chips(snapshot):
        return texts("practice-alone")
    return None


def hints_allowed(snapshot: Snapshot, texts: Texts) -> str | None:
    """Says that people are given hints at a table that isn't for practice, where they are anyway; None otherwise."""
    return texts("table-hints") if snapshot.settings.hints and not snapshot.practice else None


def new_host(snapshot: Snapshot, texts: Texts) -> str | None:
    """Who hosts the table now, where that has just become another person and there is anybody else to manage."""
    people = sum(s.user_id is not None for s in snapshot.staying)
    return texts("table-new-host", name=snapshot.host_name) if snapshot.new_host and people > 1 else None


def closers(snapshot: Snapshot, texts: Texts) -> str | None:
    """Who has voted to close the table, and how many votes it takes; None where nobody has."""
    names = [s.name for s in snapshot.sitters if s.user_id in snapshot.closers]
    if not names or snapshot.closing:
        return None
    needed = len(snapshot.electors) // 2 + 1
    if len(names) >= needed:
        return texts("table-closers-enough", names=names, count=len(names))
    return texts("table-closers", names=names, count=len(names), needed=needed, host=snapshot.host_name)
