"""The table's message: lobby, deal, settlement and end, as everybody in the channel sees them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.i18n import Markup, Texts
from bot.service.model import Binding, Snapshot, Worth
from bot.ui.address import Address
from bot.ui.pages.lobby import lobby_page
from bot.ui.pages.manage import MANAGE
from bot.ui.pages.moves import button, open_moves
from bot.ui.pages.page import GOLD, GREY, MOST_TEXT, Button, Choice, Page, Picture, Row, Select
from bot.ui.pages.seating import (
    back,
    comers,
    computers,
    go_on,
    keep_open,
    table_button,
    top_up,
    top_up_first,
    vote_back,
    votes,
)
from bot.ui.pages.verification import shows_proof
from bot.ui.pictures.studio import Studio
from bot.ui.words.absence import anybody_away, closed_by_itself, slow_turn, who_is_away
from bot.ui.words.afterwards import worth_lines
from bot.ui.words.asking import called
from bot.ui.words.chips import (
    brings_chips_home,
    capped,
    chips_begin,
    has_chips,
    holding,
    in_debt,
    keeps_scores,
    left_behind,
    levelling,
    standings,
    taken_back,
    who_was_bounded,
)
from bot.ui.words.evening import evening
from bot.ui.words.lines import lines
from bot.ui.words.links import message_url
from bot.ui.words.next_deal import next_deal, startable
from bot.ui.words.outcome import game_won, headline, leaves_lines
from bot.ui.words.pools import left_on_board, why_over
from bot.ui.words.story import last_lines, recent, settlement
from bot.ui.words.table import closers, deal_number, hints_allowed, new_host
from engine.game import GAMES
from engine.middle import Trick

BESIDE_MORE: Final[Mapping[str, str]] = {verb: f"more-{verb}" for verb in ("rules", "chips", MANAGE)}
"""What is read or managed from **More** comes in a message of its own, by these verbs: nothing leads back to **More**.
"""


async def table_page(snapshot: Snapshot, texts: Texts, studio: Studio, unreached: Collection[int] = ()) -> Page:
    """The message for the table's current state. ``unreached``: users whose direct messages are closed."""
    texts = texts.at_table(snapshot)
    match snapshot.stage:
        case "lobby":
            return lobby_page(snapshot, texts)
        case "playing":
            return await deal_page(snapshot, texts, studio, unreached)
        case "between":
            return await settlement_page(snapshot, texts, studio)
        case "closed":
            return await closed_page(snapshot, texts, studio)


async def deal_page(snapshot: Snapshot, texts: Texts, studio: Studio, unreached: Collection[int] = ()) -> Page:
    """In a deal: the picture, what has happened, whose turn it is, and the buttons for it."""
    view = snapshot.view
    acting = snapshot.to_act
    assert view is not None, "a deal that goes on has a view"
    left = [s.name for s in snapshot.sitters if s.leaving and s.user_id is not None]
    without_hand = any(s.user_id in unreached for s in snapshot.sitters)
    call = ""
    if acting is not None:
        call = texts("call-computer", name=acting.name) if acting.computer else your_turn(snapshot, acting.name, texts)
    return Page(
        heading=_heading(snapshot, texts),
        picture=await studio.table(snapshot, texts),
        body=lines(
            recent(snapshot, texts),
            so_far(snapshot, texts),
            texts("practice-note") if snapshot.practice else None,
            hints_allowed(snapshot, texts),
            _coming(snapshot, texts),
            texts("table-left", names=left, count=len(left)) if left else None,
            new_host(snapshot, texts),
            *who_is_away(snapshot, texts),
            slow_turn(snapshot, texts),
            texts("table-unreached") if without_hand else None,
            texts("table-closing") if snapshot.closing else None,
            closers(snapshot, texts),
        ),
        call=call,
        rows=(
            *_moves(snapshot, texts),
            *keep_open(snapshot, texts),
            *_close_too(snapshot, texts),
        ),
    )


def _close_too(snapshot: Snapshot, texts: Texts) -> tuple[Row, ...]:
    """The buttons with which others vote, too, or take their vote back, while there is a vote to close the table."""
    taking_back = vote_back(snapshot, texts)
    return ((table_button(snapshot, "close", texts, "button-close-too"), *taking_back),) if taking_back else ()


def your_turn(snapshot: Snapshot, who: str, texts: Texts) -> str:
    """What the person to act is asked, and until when; ``who`` is how the person is called."""
    assert snapshot.view is not None, "there is a deal"
    said = called(snapshot.view, who, texts)
    if snapshot.deadline is None:
        return said
    return lines(said, texts("call-deadline", when=texts.time(snapshot.deadline)))


def call_page(snapshot: Snapshot, user_id: int, texts: Texts) -> Page:
    """The short message that calls the person to act by name."""
    texts = texts.at_table(snapshot)
    return Page(
        call=lines(
            texts("call-reminder") if snapshot.reminders else None,
            your_turn(snapshot, texts.mention(user_id), texts),
        ),
        mention=user_id,
        rows=((Button(texts.plain("button-table"), message_url(snapshot)),),),
    )


def result_line(snapshot: Snapshot, texts: Texts) -> Page:
    """The line about a deal that stays in the channel: who won what, and with what."""
    texts = texts.at_table(snapshot)
    deal = snapshot.turn.deal
    said = texts("table-result", deal=deal, outcome=headline(snapshot, texts))
    return Page(body=lines(said, texts("shuffle-next", deal=deal + 1, value=Markup(snapshot.root))), framed=False)


def shuffle_line(binding: Binding, texts: Texts) -> Page:
    """The line that says to what some deals are bound; it is never edited."""
    said = texts("shuffle-line", first=binding.first, last=binding.last, value=Markup(binding.published))
    return Page(body=said, framed=False)


async def settlement_page(snapshot: Snapshot, texts: Texts, studio: Studio) -> Page:
    """Between two deals: who won what, the hands that were shown, and what comes next; **More** has the rest."""
    picture = await studio.showdown(snapshot, texts)
    joins = () if startable(snapshot) else comers(snapshot, texts, seated=False)
    return Page(
        heading=texts("result-headline", outcome=headline(snapshot, texts)),
        picture=picture,
        body=lines(
            last_lines(settlement(snapshot, texts), MOST_TEXT // 2, texts) if picture is None else None,
            texts("result-pot", chips=texts.chips(snapshot.pot)) if snapshot.pot else None,
            capped(snapshot, texts),
            *in_debt(snapshot, texts),
            why_over(snapshot, texts),
            game_won(snapshot, texts),
            levelling(snapshot, texts),
            _coming(snapshot, texts),
            texts("practice-note") if snapshot.practice else None,
            hints_allowed(snapshot, texts),
            *who_is_away(snapshot, texts),
            new_host(snapshot, texts),
            texts("table-locked") if snapshot.locked else None,
            closers(snapshot, texts),
        ),
        call=next_deal(snapshot, texts) or texts("table-next-waits" if snapshot.game_on else "table-next-waits.new"),
        rows=(
            (
                *go_on(snapshot, texts),
                *top_up_first(snapshot, texts),
                *joins,
                *_back(snapshot, texts),
                table_button(snapshot, "more", texts),
            ),
            *_close_too(snapshot, texts),
        ),
        accent=GOLD,
    )


def more_page(
    snapshot: Snapshot,
    user_id: int,
    texts: Texts,
    worths: Sequence[Worth] = (),
    picture: Picture | None = None,
    *,
    joins: bool = True,
) -> Page:
    """What the end of a deal has besides, for one person: the story, and everything else that can be done.

    ``worths``: what decisions of the deal were worth, as far as that person may know it; ``picture``: the same as bars;
    ``joins``: whether that person may sit down.
    """
    texts = texts.at_table(snapshot)
    view = snapshot.view
    assert view is not None, "a deal that is over has a view"
    assert view.result is not None, "a deal that is over has a result"
    results = [
        texts("result-line", name=player.name, net=texts.signed(net), chips=holding(snapshot, player, texts))
        for player, net in zip(snapshot.players, view.result.net, strict=True)
    ]
    heading = _heading(snapshot, texts)
    outcome = lines(
        *worth_lines(worths, snapshot, texts), texts("result-separator").join(results), left_on_board(snapshot, texts)
    )
    room = MOST_TEXT - len(heading) - len(outcome) - len("\n\n")
    seated = snapshot.seated(user_id) is not None
    pausing = "resume" if snapshot.paused else "pause"
    lines_verb = "lines-off" if leaves_lines(snapshot) else "lines-on"
    host = user_id == snapshot.host_id
    pauses = () if snapshot.practice or not snapshot.game_on else (pausing,)  # there no deal starts by itself
    running = ("close",) if snapshot.in_dm else (*pauses, *((lines_verb,) if host else ()), "close")
    taking_back = vote_back(snapshot, texts) if user_id in snapshot.closers else ()
    return Page(
        heading=heading,
        picture=picture,
        body=lines(last_lines(settlement(snapshot, texts), room, texts), "", outcome),
        rows=tuple(
            row
            for row in (
                tuple(
                    table_button(snapshot, BESIDE_MORE.get(verb, verb), texts, f"button-{verb}")
                    for verb in (*_to_read(snapshot, user_id), *(() if snapshot.in_dm else (MANAGE,)))
                ),
                (*comers(snapshot, texts, seated=seated, joins=joins), *top_up(snapshot, user_id, texts)),
                *(computers(snapshot, texts) if seated else ()),
                (*(table_button(snapshot, verb, texts) for verb in running), *taking_back) if seated else (),
                _other_games(snapshot, texts) if host else (),
            )
            if row
        ),
        accent=GOLD,
    )


def _other_games(snapshot: Snapshot, texts: Texts) -> Row:
    """A select of the games with which as many as can go on from there can play."""
    return Select(
        Address.at(snapshot, "another"),
        texts.plain("select-another"),
        tuple(
            Choice(texts.plain.game(name), name)
            for name, game in GAMES.items()
            if name != snapshot.game and len(snapshot.next_players) <= game.seats[-1]
        ),
    )


def _to_read(snapshot: Snapshot, user_id: int) -> Iterator[str]:
    """What that person may read between deals."""
    if keeps_scores(snapshot):
        yield "scores"
    if shows_proof(snapshot, user_id):
        yield "verify"
    yield "rules"
    if has_chips(snapshot) and not snapshot.in_dm:
        yield "chips"


async def closed_page(snapshot: Snapshot, texts: Texts, studio: Studio) -> Page:
    """What a table came to: who won what, the deal of the evening, how the last deal ended, and everybody's chips."""
    seated = snapshot.sitters if snapshot.played and has_chips(snapshot) else ()
    stacks = [texts("closed-line", name=s.name, chips=texts.number(s.chips)) for s in seated]
    over = snapshot.view is not None and snapshot.view.result is not None
    picture = await studio.evening(snapshot, texts)
    return Page(
        heading=texts("closed-heading", game=texts.game(snapshot.game)),
        picture=picture or await studio.showdown(snapshot, texts),
        body=lines(
            *evening(snapshot, texts, pictured=picture is not None),
            texts("closed-result", outcome=headline(snapshot, texts)) if over and not _told(snapshot) else None,
            game_won(snapshot, texts),
            closed_by_itself(snapshot, texts),
            texts("closed-deals", count=snapshot.played) if picture is None else None,
            left_behind(snapshot, texts, totals=snapshot.evening is not None and bool(snapshot.evening.people)),
            taken_back(snapshot, texts),
            *who_was_bounded(snapshot, texts),
            *in_debt(snapshot, texts),
            texts("closed-stacks", stacks=texts("result-separator").join(stacks)) if stacks else None,
            _afterwards(snapshot, texts),
        ),
        rows=() if snapshot.next_game else ((table_button(snapshot, "rematch", texts),),),
        accent=GREY,
    )


def _told(snapshot: Snapshot) -> bool:
    """Whether the last deal is the deal of the evening, so that it is told already who won it and with what."""
    found = snapshot.evening
    return found is not None and found.largest is not None and found.largest.deal == snapshot.turn.deal


def _afterwards(snapshot: Snapshot, texts: Texts) -> str:
    """Where everybody's chips are after the closing, and what can be played next."""
    if snapshot.next_game:
        return texts(
            "closed-next.chips" if chips_begin(snapshot) else "closed-next", game=texts.game(snapshot.next_game)
        )
    return texts("closed-home" if brings_chips_home(snapshot) else "closed-open")


def so_far(snapshot: Snapshot, texts: Texts) -> str | None:
    """The scores before this deal, if the picture doesn't show them and somebody has one."""
    view = snapshot.view
    if view is None or not isinstance(view.middle, Trick) or not any(seat.score for seat in view.seats):
        return None
    return texts("table-scores", scores=standings(snapshot, texts))


def _heading(snapshot: Snapshot, texts: Texts) -> str:
    return texts("table-heading", game=texts.game(snapshot.game), deal=deal_number(snapshot, texts))


def _coming(snapshot: Snapshot, texts: Texts) -> str | None:
    """The players who were not dealt in."""
    names = [s.name for s in snapshot.sitters if s.seat is None]
    key = "table-coming.closing" if snapshot.closing else "table-coming"
    return texts(key, names=names, count=len(names)) if names else None


def _moves(snapshot: Snapshot, texts: Texts) -> tuple[Row, ...]:
    """The turn's buttons, and below them the one for the hand: phones show few side by side.

    While a computer player thinks they are disabled.
    """
    *moves, hand = [button(move, snapshot, texts) for move in open_moves(snapshot)]
    moves = [replace(move, disabled=snapshot.to_act is not None and snapshot.to_act.computer) for move in moves]
    aside = tuple(filter(None, (votes(snapshot, texts), _back(snapshot, texts))))
    if len(moves) > 3:
        return tuple(moves[:2]), (*moves[2:], hand), *aside
    return (tuple(moves), (hand,), *aside) if len(moves) > 2 else ((*moves, hand), *aside)


def _back(snapshot: Snapshot, texts: Texts) -> tuple[Button, ...]:
    """**I'm back**, while somebody is away."""
    return (back(snapshot, texts),) if anybody_away(snapshot) else ()
