"""The table's message before the first deal: who sits there, what is played, and how to sit down."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.i18n import Texts
from bot.options import what_is_played
from bot.service.model import Sitter, Snapshot
from bot.ui.pages.lesson import LEARN, taught
from bot.ui.pages.manage import MANAGE
from bot.ui.pages.page import Button, Page, Row
from bot.ui.pages.seating import comers, computers, table_button, top_up_first, vote_back
from bot.ui.words.chips import has_chips, levelling, pays_in
from bot.ui.words.lines import lines
from bot.ui.words.next_deal import missing, startable
from bot.ui.words.pace import pace
from bot.ui.words.table import closers, hints_allowed, new_host, practice
from engine.game import GAMES, Game


def lobby_page(snapshot: Snapshot, texts: Texts) -> Page:
    """Before the first deal: who sits there, what is played, and how to sit down."""
    game, texts, bare = GAMES[snapshot.game], texts.at_table(snapshot), not has_chips(snapshot)
    seated = [_sitting(sitter, texts, bare=bare) for sitter in snapshot.sitters]
    return Page(
        heading=texts("lobby-heading", game=texts.game(snapshot.game)),
        body=lines(
            texts("lobby-deal-taken-back") if snapshot.deal_taken_back else None,
            practice(snapshot, texts),
            texts("lobby-seated", count=len(seated)),
            *seated,
            new_host(snapshot, texts),
            texts("table-locked") if snapshot.locked else None,
            closers(snapshot, texts),
            "",
            texts("lobby-played", rules=texts("lobby-separator").join(what_is_played(texts, game, snapshot.rules))),
            texts(_seats_key(snapshot, game), seats=_seats(game, texts), buy_in=texts.chips(snapshot.buy_in)),
            levelling(snapshot, texts),
            texts("lobby-capped", chips=texts.chips(snapshot.buy_in)) if _capped(snapshot) else None,
            pace(snapshot, texts),
            hints_allowed(snapshot, texts),
            _short_stock(snapshot, texts),
            None if snapshot.in_dm else texts("lobby-shuffle"),  # nothing is published there
        ),
        rows=(
            (
                *comers(snapshot, texts),
                *top_up_first(snapshot, texts),
                _start(snapshot, texts),
            ),
            *computers(snapshot, texts),
            _running(snapshot, texts),
            *((row,) if (row := vote_back(snapshot, texts)) else ()),
        ),
    )


def _start(snapshot: Snapshot, texts: Texts) -> Button:
    """**Start**; where it can't be pressed yet, with how many more are needed."""
    button = table_button(snapshot, "start", texts, disabled=not startable(snapshot) or pays_in(snapshot))
    few = missing(snapshot)
    return replace(button, label=texts.plain("button-start.missing", count=few)) if few else button


def _running(snapshot: Snapshot, texts: Texts) -> Row:
    """What is set up, read, learnt and closed; whoever is alone in direct messages has nobody to manage."""
    setup, rules, manage, close = (table_button(snapshot, verb, texts) for verb in ("setup", "rules", MANAGE, "close"))
    learn = table_button(snapshot, LEARN, texts, "button-learn", argument=snapshot.game)
    return (
        setup,
        rules,
        *((learn,) if snapshot.game in taught() else ()),
        *(() if snapshot.in_dm else (manage,)),
        close,
    )


def _capped(snapshot: Snapshot) -> bool:
    """Whether a deal could cost more than the buy-in, so that it is worth saying that it costs no more."""
    return has_chips(snapshot) and GAMES[snapshot.game].dearest(snapshot.rules, snapshot.buy_in) is None


def _sitting(sitter: Sitter, texts: Texts, *, bare: bool) -> str:
    key = "lobby-computer" if sitter.user_id is None else "lobby-person"
    said = {"name": sitter.name, "chips": texts.chips(sitter.chips), "level": sitter.level}
    return texts(f"{key}.bare" if bare else key, **said)


def _seats_key(snapshot: Snapshot, game: Game[Any]) -> str:
    """The key of the sentence that says how many can play and what they bring."""
    if not has_chips(snapshot):
        return f"lobby-seats.{game.judging.unit}"
    same = all(sitter.chips == snapshot.buy_in for sitter in snapshot.sitters)
    return "lobby-seats" if same else "lobby-seats.differ"


def _seats(game: Game[Any], texts: Texts) -> str:
    most = {"least": game.seats[0], "most": game.seats[-1]}
    if game.telling.recommended == game.seats:
        return texts("lobby-how-many", **most)
    least, last = game.telling.recommended[0], game.telling.recommended[-1]
    form = "lobby-how-many.best" if least < last else "lobby-how-many.one"
    return texts(form, best_least=least, best_most=last, **most)


def _short_stock(snapshot: Snapshot, texts: Texts) -> str | None:
    """Says how few cards can be drawn, where so many sit there that not everybody draws one."""
    seats = len(snapshot.sitters)
    draws = GAMES[snapshot.game].telling.draws(snapshot.rules, seats)
    return texts("lobby-short-stock", seats=seats, count=draws) if 0 < draws < seats else None
