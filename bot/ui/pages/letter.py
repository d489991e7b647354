"""What a person is told privately of what a host or a moderator did."""

from __future__ import annotations

from bot.i18n import Markup, Texts
from bot.options import may_play_for_chips
from bot.service.model import LogEntry
from bot.ui.pages.page import FELT, Page
from bot.ui.words.lines import lines
from bot.ui.words.server import person
from engine.game import GAMES


def letter_page(entry: LogEntry, server: str, texts: Texts) -> Page:
    """Who did what, where and why; nobody is called by it. ``server``: its name; "" where it isn't known."""
    given = int(entry.details.get("chips", 0))
    game = GAMES.get(entry.game)
    key = f"letter-{entry.what}{'.taken' if given < 0 else ''}"
    if game is not None and not may_play_for_chips(game) and f"{key}.bare" in texts:
        key = f"{key}.bare"
    said = texts(
        key,
        who=person(entry.by, texts),
        chips=texts.chips(abs(given)),
        game=texts.game(entry.game) if entry.game else "",
        channel=Markup(f"<#{entry.channel_id}>"),
        server=texts("letter-server", name=texts.name(server)) if server else texts("letter-a-server"),
    )
    why = entry.details.get("why")
    return Page(body=lines(said, texts("letter-why", why=str(why)) if why else None), accent=FELT)


def correction_line(entry: LogEntry, texts: Texts) -> str:
    """How a purse was corrected, for whoever has it."""
    why = str(entry.details.get("why", ""))
    return texts(
        "chips-correction" if why else "chips-correction.erased",
        when=texts.time(entry.at, "d"),
        who=person(entry.by, texts),
        chips=texts.signed(int(entry.details.get("chips", 0))),
        why=why,
    )
