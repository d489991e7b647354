"""What is written in the pictures of a table round a trick, during the deal and at its end, and their alt texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.i18n import Texts
from bot.service.model import Sitter, Snapshot
from bot.ui.pictures.moved import last_move
from bot.ui.pictures.names import drawn_name
from bot.ui.words.asking import told
from bot.ui.words.chips import holding
from bot.ui.words.tricks import last_taken, trick_of, trick_spoken
from cards_img import Group, SeatCaption, TrickCaptions
from engine.events import QuartetsScored
from engine.game import GAMES
from engine.middle import Trick
from engine.parts.tricks import QUARTETS
from engine.view import View


def trick_captions(snapshot: Snapshot, plain: Texts) -> TrickCaptions:
    """The words in the picture."""
    trick = trick_of(snapshot)
    return TrickCaptions(
        seats=tuple(
            SeatCaption(player.name, note(seat, trick, plain), player.computer)
            for seat, player in enumerate(snapshot.players)
        ),
        title=plain("table-title", game=plain.game(snapshot.game), deal=snapshot.turn.deal),
        call=told(snapshot.view, drawn_name(snapshot.to_act), plain) if snapshot.view and snapshot.to_act else "",
        dealer=plain("table-dealer"),
        clockwise=GAMES[snapshot.game].clockwise,
        last=last_move(snapshot),
    )


def note(seat: int, trick: Trick, plain: Texts) -> str:
    """The word at a seat: how often its quartets count if it has gone out, or that it has passed."""
    if (factor := dict(trick.factors).get(seat)) is not None:
        return plain("seat-gone", factor=factor)
    return plain("seat-passed") if seat in trick.passed else ""


def shown_to_all(view: View) -> View:
    """The view with one seat to act: only the player concerned learns that a halt may be called."""
    return replace(view, to_act=view.to_act[:1])


def trick_alt(snapshot: Snapshot, plain: Texts) -> str:
    """The picture in words."""
    view, trick = snapshot.view, trick_of(snapshot)
    assert view is not None, "a table without a deal has no picture"
    title = {"game": plain.game(snapshot.game), "deal": snapshot.turn.deal}
    seats = plain("alt-separator").join(_seat(snapshot, player, trick, plain) for player in snapshot.players)
    if not trick.played:
        return plain("alt-trick-none", seats=seats, **title)
    cards = trick_spoken(trick, snapshot, plain)
    if trick.taker is not None:
        name = snapshot.at(trick.taker).name
        return plain("alt-trick-taken", trick=cards, name=name, seats=seats, **title)
    return plain("alt-trick", trick=cards, suits=_suits(trick, plain), seats=seats, **title)


def _suits(trick: Trick, plain: Texts) -> str:
    return plain.list([plain(f"suit-{suit.name.lower()}") for suit in trick.open])


def _seat(snapshot: Snapshot, sitter: Sitter, trick: Trick, plain: Texts) -> str:
    view = snapshot.view
    assert view is not None, "a table without a deal has no picture"
    assert sitter.seat is not None, "a player who was dealt in has a seat"
    seat = view.seats[sitter.seat]
    said = plain(
        "alt-trick-seat",
        name=sitter.name,
        score=holding(snapshot, sitter, plain),
        cards=seat.cards,
        quartets=seat.quartets,
        joker=trick.marked == seat.seat,
    )
    acting = snapshot.to_act
    word = note(seat.seat, trick, plain) or (
        plain("seat-acting") if acting is not None and acting.seat == seat.seat else ""
    )
    return plain("alt-seat-note", seat=said, note=word) if word else said


# -- what was played before


def taken_last(snapshot: Snapshot) -> Trick | None:
    """The trick that was taken last in the present deal; None where none was, or no tricks are played."""
    now = snapshot.view.middle if snapshot.view is not None else None
    if not isinstance(now, Trick):
        return None
    last = last_taken(snapshot)
    if last is None or last.taken is None:
        return None
    winner = next(place for place, played in enumerate(last.cards) if played.card is last.taken.card)
    return Trick(last.cards, winner, marked=now.marked, factors=now.factors)


# -- the end of a deal


def turned_up(view: View, scored: Sequence[QuartetsScored]) -> View:
    """The view with each seat's quartets as its hand, as they are turned up at the end."""
    cards = {scoring.seat: tuple(card for rank in scoring.quartets for card in QUARTETS[rank]) for scoring in scored}
    assert view.result is not None, "the deal is over"
    return replace(
        view,
        seats=tuple(replace(seat, hand=cards.get(seat.seat, ())) for seat in view.seats),
        result=replace(view.result, shown=tuple(seat for seat, held in sorted(cards.items()) if held)),
    )


def quartet_groups(view: View, scored: Sequence[QuartetsScored], plain: Texts) -> tuple[tuple[Group, ...], ...]:
    """By seat, its quartets with what they count; the one with the joker is marked."""
    groups: dict[int, tuple[Group, ...]] = {}
    for scoring in scored:
        groups[scoring.seat] = tuple(
            Group(QUARTETS[rank], plain.number(value), "meld" if rank is scoring.marked else "")
            for rank, value in zip(scoring.quartets, scoring.values, strict=True)
        )
    return tuple(groups.get(seat.seat, ()) for seat in view.seats)
