"""What is written in the pictures of a table with piles, and of the end of a deal, and their alt texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.i18n import Texts
from bot.i18n.plays import laid
from bot.service.model import Sitter, Snapshot
from bot.ui.pictures.moved import last_move
from bot.ui.pictures.names import drawn_name
from bot.ui.words.asking import told
from bot.ui.words.chips import has_pot, holding, tally
from bot.ui.words.lines import large
from bot.ui.words.melds import count_words, meld_words
from bot.ui.words.tricks import scorings
from cards_img import SeatCaption, ShowdownCaptions, TableCaptions
from engine.cards import Card
from engine.game import GAMES
from engine.middle import Piles
from engine.parts.arranging import arranged
from engine.view import SeatView, View


def table_captions(snapshot: Snapshot, plain: Texts) -> TableCaptions:
    """The words in the table's picture."""
    view = snapshot.view
    assert view is not None, "a table without a deal has no picture"
    return TableCaptions(
        seats=tuple(_plate(snapshot, s, view.seats[i], plain) for i, s in enumerate(snapshot.players)),
        title=plain("table-title", game=plain.game(snapshot.game), deal=snapshot.turn.deal),
        stock=plain("table-stock"),
        discards=plain("table-discards"),
        pot=plain("table-pot") if has_pot(snapshot) else "",
        call=_call(snapshot, view, plain),
        dealer=plain("table-dealer"),
        clockwise=GAMES[snapshot.game].clockwise,
        last=last_move(snapshot),
    )


def _call(snapshot: Snapshot, view: View, plain: Texts) -> str:
    """Whose turn it is; at piles the picture stays as it is for the whole turn, and words tell what is asked in it."""
    if snapshot.to_act is None:
        return ""
    name = drawn_name(snapshot.to_act)
    return plain("table-turn", name=name) if isinstance(view.middle, Piles) else told(view, name, plain)


def showdown_captions(snapshot: Snapshot, plain: Texts) -> ShowdownCaptions:
    """The words in the picture of a deal's end."""
    view = snapshot.view
    assert view is not None, "there is a deal"
    assert view.result is not None, "it is over"
    scored = {scoring.seat: plain.scored(scoring) for scoring in scorings(snapshot)}
    unseen = {scoring.seat: scored[scoring.seat] for scoring in scorings(snapshot) if not scoring.quartets}
    plates = [_plate(snapshot, s, view.seats[i], plain) for i, s in enumerate(snapshot.players)]
    return ShowdownCaptions(
        seats=tuple(replace(plate, note=unseen.get(seat, plate.note)) for seat, plate in enumerate(plates)),
        hands=tuple(scored.get(seat.seat) or _shown_words(seat, plain) for seat in view.seats),
        nets=tuple(plain.signed(net) for net in view.result.net),
        title=plain("table-title", game=plain.game(snapshot.game), deal=snapshot.turn.deal),
    )


def _shown_words(seat: SeatView, plain: Texts) -> str:
    """The name of a hand that was shown, in a few words."""
    if not seat.hand:
        return ""
    return large(plain.hand_name(seat.name)) if seat.name is not None else count_words(seat, plain)


def _plate(snapshot: Snapshot, sitter: Sitter, seat: SeatView, plain: Texts) -> SeatCaption:
    assert snapshot.view is not None, "a seat has a view"
    note = _note(seat, snapshot.view)
    # Whoever is to act has a plate that is lit.
    said = plain(f"seat-{note}") if note and note != "acting" else ""
    return SeatCaption(sitter.name, said, sitter.computer, tally(snapshot, sitter, plain) or "")


def _note(seat: SeatView, view: View) -> str:
    """The word for how a seat stands; "" if there is nothing to say."""
    if seat.standing != "in":
        return seat.standing
    if seat.knocked:
        return "knocked"
    if seat.seat in view.to_act:
        return "acting"
    if view.result is not None and not GAMES[view.game].telling.folds:
        return ""
    return "stayed" if seat.done and view.knocker is not None else ""


def table_alt(snapshot: Snapshot, plain: Texts) -> str:
    """The alt text of the table's picture: what it shows, which is public."""
    view = snapshot.view
    assert view is not None, "a table without a deal has no picture"
    seats = [_seat_alt(snapshot, s, view.seats[i], plain) for i, s in enumerate(snapshot.players)]
    words = {"game": plain.game(snapshot.game), "deal": snapshot.turn.deal, "seats": _joined(seats, plain)}
    if not isinstance(view.middle, Piles):
        return plain("alt-middle" if has_pot(snapshot) else "alt-middle.bare", pot=snapshot.pot, **words)
    upcard = view.middle.upcard
    return plain(
        "alt-table" if has_pot(snapshot) else "alt-table.bare",
        stock=view.middle.stock,
        upcard=plain.card(upcard) if upcard is not None else plain("alt-no-upcard"),
        pot=snapshot.pot,
        **words,
    )


def _seat_alt(snapshot: Snapshot, sitter: Sitter, seat: SeatView, plain: Texts) -> str:
    assert snapshot.view is not None, "a seat has a view"
    note = _note(seat, snapshot.view)
    said = plain("alt-seat", name=sitter.name, chips=holding(snapshot, sitter, plain))
    return plain("alt-seat-note", seat=said, note=plain(f"seat-{note}")) if note else said


def showdown_alt(snapshot: Snapshot, plain: Texts) -> str:
    """The alt text of a deal's end: the hands that were shown, and what each seat won or lost; in the order of going
    out where that counts, as in the picture."""
    view = snapshot.view
    assert view is not None, "there is a deal"
    assert view.result is not None, "it is over"
    seats = []
    scored = {scoring.seat: scoring for scoring in scorings(snapshot)}
    for number in scored or range(len(view.seats)):
        seat = view.seats[number]
        said = plain("alt-net", name=snapshot.players[number].name, net=plain.signed(view.result.net[number]))
        if scoring := scored.get(seat.seat):
            ranks = plain.list(laid(plain, scoring)) or plain("alt-no-quartet")
            said = plain("alt-quartets", seat=said, product=plain.scored(scoring), ranks=ranks)
        elif seat.seat in view.result.shown and seat.hand:
            said = plain("alt-shown", seat=said, cards=_shown_cards(seat, plain))
        elif note := _note(seat, view):
            said = plain("alt-seat-note", seat=said, note=plain(f"seat-{note}"))
        seats.append(said)
    game = plain.game(snapshot.game)
    return plain("alt-showdown", game=game, deal=snapshot.turn.deal, seats=_joined(seats, plain))


def _shown_cards(seat: SeatView, plain: Texts) -> str:
    if seat.deadwood is None:
        return plain.cards_short(_laid_out(seat))
    melds, deadwood = meld_words(seat, plain)
    return plain("alt-melds", melds=melds, deadwood=deadwood)


def laid_out(view: View) -> View:
    """The view with each hand that has a name as it is laid on the table: what it is made of first."""
    return replace(view, seats=tuple(replace(seat, hand=seat.hand and _laid_out(seat)) for seat in view.seats))


def _laid_out(seat: SeatView) -> tuple[Card, ...]:
    hand = seat.hand or ()
    return arranged(hand) if seat.name is not None else hand


def _joined(parts: Sequence[str], plain: Texts) -> str:
    return plain("alt-separator").join(parts)
