"""The table's message: lobby, deal, settlement and end, as everybody in the channel sees them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.i18n import Markup, Texts
from bot.options import differences
from bot.service.model import Sitter, Snapshot
from bot.ui.clicks.address import Address
from bot.ui.desk import message_url
from bot.ui.pages.moves import button, open_moves
from bot.ui.pages.page import GOLD, GREY, MOST_TEXT, Button, Page, Row, lines
from bot.ui.pictures.studio import SHORT_COMMITMENT, Studio
from bot.ui.words.asking import called
from bot.ui.words.outcome import headline, leaves_lines
from bot.ui.words.pools import broke, left_on_board
from bot.ui.words.standing import has_chips, holding, keeps_scores, left_behind, taken_back
from bot.ui.words.story import last_lines, recent, settlement
from engine.game import GAMES, Game
from engine.middle import Trick


async def table_page(snapshot: Snapshot, texts: Texts, studio: Studio, unreached: Collection[int] = ()) -> Page:
    """The message for the table's current state. ``unreached``: users whose direct messages are closed."""
    texts = texts.at(snapshot.game, snapshot.rules)
    match snapshot.stage:
        case "lobby":
            return lobby_page(snapshot, texts)
        case "playing":
            return await deal_page(snapshot, texts, studio, unreached)
        case "between":
            return await settlement_page(snapshot, texts, studio)
        case "closed":
            return await closed_page(snapshot, texts, studio)


def lobby_page(snapshot: Snapshot, texts: Texts) -> Page:
    """Before the first deal: who sits, by which rules, and how to sit down."""
    game, texts, bare = GAMES[snapshot.game], texts.at(snapshot.game, snapshot.rules), not has_chips(snapshot)
    seated = [_sitting(sitter, texts, bare=bare) for sitter in snapshot.sitters]
    return Page(
        heading=texts("lobby-heading", game=texts.game(snapshot.game)),
        body=lines(
            texts("lobby-deal-taken-back") if snapshot.deal_taken_back else None,
            texts("lobby-seated", count=len(seated)),
            *seated,
            "",
            _rules(snapshot, texts),
            texts(
                f"lobby-seats.{game.judging.unit}" if bare else "lobby-seats",
                seats=_seats(game, texts),
                buy_in=texts.chips(snapshot.buy_in),
            ),
            _commitment(snapshot, texts),
        ),
        rows=(
            (*_comers(snapshot, texts), _button(snapshot, "start", texts)),
            *_computers(snapshot, texts),
            (_button(snapshot, "rules", texts), _button(snapshot, "close", texts)),
        ),
    )


async def deal_page(snapshot: Snapshot, texts: Texts, studio: Studio, unreached: Collection[int] = ()) -> Page:
    """In a deal: the picture, what has happened, whose turn it is, and the buttons for it."""
    view = snapshot.view
    acting = snapshot.to_act
    assert view is not None, "a deal that goes on has a view"
    deaf = [s.name for s in snapshot.sitters if s.user_id in unreached]
    left = [s.name for s in snapshot.sitters if s.leaving and s.user_id is not None]
    call = ""
    if acting is not None:
        call = texts("call-computer", name=acting.name) if acting.computer else your_turn(snapshot, acting.name, texts)
    return Page(
        heading=_heading(snapshot, texts),
        picture=await studio.table(snapshot, texts),
        body=lines(
            recent(snapshot, texts),
            so_far(snapshot, texts),
            _coming(snapshot, texts),
            texts("table-left", names=left, count=len(left)) if left else None,
            texts("table-unreached", names=deaf) if deaf else None,
            texts("table-closing") if snapshot.closing else None,
        ),
        call=call,
        rows=_moves(snapshot, texts),
    )


def your_turn(snapshot: Snapshot, who: str, texts: Texts) -> str:
    """What the person to act is asked, and until when; ``who`` is how the person is called."""
    assert snapshot.view is not None, "there is a deal"
    said = called(snapshot.view, who, texts)
    if snapshot.deadline is None:
        return said
    return lines(said, texts("call-deadline", when=texts.time(snapshot.deadline)))


def call_page(snapshot: Snapshot, user_id: int, texts: Texts) -> Page:
    """The short message that calls the person to act by name."""
    texts = texts.at(snapshot.game, snapshot.rules)
    return Page(
        call=your_turn(snapshot, texts.mention(user_id), texts),
        mention=user_id,
        rows=((Button(texts.plain("button-table"), message_url(snapshot)),),),
    )


def result_line(snapshot: Snapshot, texts: Texts) -> Page:
    """The line about a deal that stays in the channel: who won what, and with what."""
    texts = texts.at(snapshot.game, snapshot.rules)
    said = texts("table-result", deal=snapshot.turn.deal, outcome=headline(snapshot, texts))
    return Page(body=said, framed=False)


async def settlement_page(snapshot: Snapshot, texts: Texts, studio: Studio) -> Page:
    """Between two deals: who won what, the hands that were shown, and what comes next; **More** has the rest."""
    picture = await studio.showdown(snapshot, texts)
    return Page(
        heading=texts("result-headline", outcome=headline(snapshot, texts)),
        picture=picture,
        body=lines(
            last_lines(settlement(snapshot, texts), MOST_TEXT // 2, texts) if picture is None else None,
            texts("result-pot", chips=texts.chips(snapshot.pot)) if snapshot.pot else None,
            broke(snapshot, texts),
            game_won(snapshot, texts),
            _coming(snapshot, texts),
        ),
        call=_next_deal(snapshot, texts),
        rows=((_button(snapshot, "start", texts, "button-next"), _button(snapshot, "more", texts)),),
        accent=GOLD,
    )


def more_page(snapshot: Snapshot, user_id: int, texts: Texts) -> Page:
    """What the end of a deal has besides, for one person: the story, and everything else that can be done."""
    texts = texts.at(snapshot.game, snapshot.rules)
    view = snapshot.view
    assert view is not None, "a deal that is over has a view"
    assert view.result is not None, "a deal that is over has a result"
    results = [
        texts("result-line", name=player.name, net=texts.signed(net), chips=holding(snapshot, player, texts))
        for player, net in zip(snapshot.players, view.result.net, strict=True)
    ]
    heading = _heading(snapshot, texts)
    outcome = lines(texts("result-separator").join(results), left_on_board(snapshot, texts))
    room = MOST_TEXT - len(heading) - len(outcome) - len("\n\n")
    seated = snapshot.seated(user_id) is not None
    lines_verb = "lines-off" if leaves_lines(snapshot) else "lines-on"
    return Page(
        heading=heading,
        body=lines(last_lines(settlement(snapshot, texts), room, texts), "", outcome),
        rows=tuple(
            row
            for row in (
                tuple(_button(snapshot, verb, texts) for verb in _to_read(snapshot)),
                _comers(snapshot, texts, seated=seated),
                *(_computers(snapshot, texts) if seated else ()),
                (_button(snapshot, lines_verb, texts), _button(snapshot, "close", texts)) if seated else (),
            )
            if row
        ),
        accent=GOLD,
    )


def game_won(snapshot: Snapshot, texts: Texts) -> str | None:
    """Who has won the game, if its last deal is over."""
    result = snapshot.view.result if snapshot.view is not None else None
    if result is None or not result.game_over:
        return None
    winners = [snapshot.at(seat).name for seat in result.game_winners]
    return lines(texts("result-game", names=winners, count=len(winners)), _settled(snapshot, result.money, texts))


def _settled(snapshot: Snapshot, money: Sequence[int], texts: Texts) -> str | None:
    """What each player receives or pays in money at the end of the game, if a chip has a value."""
    if not money:
        return None
    said = [
        texts(
            "result-money-receives" if amount > 0 else "result-money-pays" if amount else "result-money-even",
            name=snapshot.at(seat).name,
            count=abs(amount),
        )
        for seat, amount in enumerate(money)
    ]
    return texts("result-money", parts=texts.list(said))


def _to_read(snapshot: Snapshot) -> Iterator[str]:
    """What may be read between deals."""
    if keeps_scores(snapshot):
        yield "scores"
    yield from ("verify", "rules")
    if has_chips(snapshot):
        yield "chips"


async def closed_page(snapshot: Snapshot, texts: Texts, studio: Studio) -> Page:
    """What is left of a table: how the last deal ended, and everybody's chips."""
    seated = [texts("closed-line", name=s.name, chips=holding(snapshot, s, texts)) for s in snapshot.sitters]
    over = snapshot.view is not None and snapshot.view.result is not None
    return Page(
        heading=texts("closed-heading", game=texts.game(snapshot.game)),
        picture=await studio.showdown(snapshot, texts),
        body=lines(
            texts("closed-result", outcome=headline(snapshot, texts)) if over else None,
            game_won(snapshot, texts),
            texts("closed-deals", count=snapshot.turn.deal),
            left_behind(snapshot, texts),
            taken_back(snapshot, texts),
            *seated,
            texts("closed-home" if has_chips(snapshot) else "closed-open"),
        ),
        accent=GREY,
    )


def so_far(snapshot: Snapshot, texts: Texts) -> str | None:
    """The scores before this deal, if the picture doesn't show them and somebody has one."""
    view = snapshot.view
    if view is None or not isinstance(view.middle, Trick) or not any(seat.score for seat in view.seats):
        return None
    scores = [
        texts("scores-line", name=player.name, score=holding(snapshot, player, texts)) for player in snapshot.players
    ]
    return texts("table-scores", scores=texts("result-separator").join(scores))


def _heading(snapshot: Snapshot, texts: Texts) -> str:
    return texts("table-heading", game=texts.game(snapshot.game), deal=snapshot.turn.deal)


def _sitting(sitter: Sitter, texts: Texts, *, bare: bool) -> str:
    key = "lobby-computer" if sitter.user_id is None else "lobby-person"
    return texts(f"{key}.bare" if bare else key, name=sitter.name, chips=texts.chips(sitter.chips))


def _seats(game: Game[Any], texts: Texts) -> str:
    most = {"least": game.seats[0], "most": game.seats[-1]}
    if game.telling.recommended == game.seats:
        return texts("lobby-how-many", **most)
    least, last = game.telling.recommended[0], game.telling.recommended[-1]
    form = "lobby-how-many.best" if least < last else "lobby-how-many.one"
    return texts(form, best_least=least, best_most=last, **most)


def _rules(snapshot: Snapshot, texts: Texts) -> str:
    changed = differences(texts, GAMES[snapshot.game], snapshot.rules)
    return texts("lobby-rules", rules=texts("lobby-separator").join(changed)) if changed else texts("lobby-standard")


def _commitment(snapshot: Snapshot, texts: Texts) -> str:
    return texts("table-commitment", commitment=Markup(snapshot.commitment[:SHORT_COMMITMENT]))


def _coming(snapshot: Snapshot, texts: Texts) -> str | None:
    """The players who were not dealt in."""
    names = [s.name for s in snapshot.sitters if s.seat is None]
    return texts("table-coming", names=names, count=len(names)) if names else None


def _next_deal(snapshot: Snapshot, texts: Texts) -> str:
    if snapshot.next_deal_at is not None:
        return texts("table-next-at", when=texts.time(snapshot.next_deal_at))
    form = "" if snapshot.game_on else ".level" if snapshot.supply else ".new"
    return texts(f"table-next-waits{form}", chips=texts.chips(snapshot.supply))


def _moves(snapshot: Snapshot, texts: Texts) -> tuple[Row, ...]:
    """The turn's buttons, and below them the one for the hand: phones show few side by side.

    While a computer player thinks they are disabled.
    """
    *moves, hand = [button(move, snapshot, texts) for move in open_moves(snapshot)]
    moves = [replace(move, disabled=snapshot.to_act is not None and snapshot.to_act.computer) for move in moves]
    if len(moves) > 3:
        return tuple(moves[:2]), (*moves[2:], hand)
    return (tuple(moves), (hand,)) if len(moves) > 2 else ((*moves, hand),)


def _button(snapshot: Snapshot, verb: str, texts: Texts, key: str | None = None) -> Button:
    return Button(texts.plain(key or f"button-{verb}"), Address(snapshot.table_id, snapshot.turn, verb))


def _comers(snapshot: Snapshot, texts: Texts, *, seated: bool | None = None) -> tuple[Button, ...]:
    """**Join** and **Leave**, and between deals **Top up**; no **Join** if every seat is taken.

    ``seated``: whether the one person who sees them sits there; None where everybody sees them.
    """
    found = []
    if seated is not True and not _full(snapshot):
        found.append(_button(snapshot, "join", texts))
    if seated is not False:
        found.append(_button(snapshot, "leave", texts))
    if seated is True and has_chips(snapshot) and not (snapshot.supply and snapshot.game_on):
        found.append(_button(snapshot, "topup", texts))
    return tuple(found)


def _computers(snapshot: Snapshot, texts: Texts) -> tuple[Row, ...]:
    """Buttons for computer players, as far as another can come or one can go."""
    row: list[Button] = []
    if not _full(snapshot):
        row.append(_button(snapshot, "computer", texts))
    if any(s.user_id is None for s in snapshot.sitters):
        row.append(_button(snapshot, "remove", texts))
    return (tuple(row),) if row else ()


def _full(snapshot: Snapshot) -> bool:
    """Whether nobody else can sit down."""
    return sum(not s.leaving for s in snapshot.sitters) >= GAMES[snapshot.game].seats[-1]
