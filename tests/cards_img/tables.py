"""Views made by hand, for pictures that need no game."""

from __future__ import annotations

from dataclasses import replace

from cards_img import BoardCaptions, Look, SeatCaption, TrickCaptions, board_picture, by_suit, trick_picture
from cards_img.layout.wood import BOARDS
from cards_img.pictures.samples import CLAIMS
from engine.cards import ALL_CARDS, Card, Suit, card, cards
from engine.rules import Rules
from engine.stakes import DealResult, Stakes
from engine.view import Played, SeatView, View


def spectator(seats: int) -> View:
    """A table in mid-deal as everybody sees it."""
    players = tuple(
        SeatView(i, 5, (20, 1250, 7, 0, 118)[i % 5], "folded" if i == 3 else "in", knocked=i == 1) for i in range(seats)
    )
    return View("knock-poker", Rules(), None, seats - 1, "draw", (0,), players, 31, 7, card("QH"), 14, knocker=1)


def showdown(seats: int, shown: int) -> View:
    """The end of a deal in which the first ``shown`` seats show their hands and the last of them wins."""
    view = spectator(seats)
    players = tuple(
        replace(one, standing="in", hand=ALL_CARDS[5 * one.seat : 5 * one.seat + 5]) if one.seat < shown else one
        for one in view.seats
    )
    winner = max(0, shown - 1)
    net = tuple(seats - 1 if seat == winner else -1 for seat in range(seats))
    result = DealResult((winner,), net, Stakes(0, (20,) * seats), tuple(range(shown)))
    return replace(view, seats=players, phase="over", to_act=(), pot=0, result=result)


def large_hand(size: int) -> tuple[Card, ...]:
    """So many cards of a pack of 52."""
    return tuple(ALL_CARDS[i * 52 // size] for i in range(size))


_GUESTS = ("Bartholomew", "Annie of Tharaw", "Cy", "Dörte", "Wilhelmina", "Fatima")
_POOLS = {"marriage": 64, "sequence": 213, "ten": 112, "jack": 38, "centre": 57}
_RUNS = {"poch": "7H", "le-poque": "6H", "poch-1873": "2H"}
"""The lowest card of the longest run that each game's pack has with six seats."""


def full_view(game: str, phase: str) -> View:
    """A board with six seats and pools carried over for long; with stakes in the betting, else with the longest run."""
    betting = phase == "bet"
    stakes = (25, 25, 12, 0, 37, 37) if betting else (0,) * 6
    seats = tuple(
        SeatView(i, 6, (347, 1250, 38, 0, 118, 96)[i], passed=betting and i in (2, 3), stake=stakes[i])
        for i in range(6)
    )
    names = (*BOARDS[game].ring, *(("centre",) if game == "poch" else ()))
    pools = tuple((name, 476 if betting and name == "poch" else _POOLS.get(name, 0)) for name in names)
    hearts = tuple(one for one in reversed(by_suit(ALL_CARDS)) if one.suit is Suit.HEARTS)
    run = () if betting else hearts[hearts.index(card(_RUNS[game])) :]
    return View(
        game, Rules(), None, 1, phase, (4,), seats, 0, 0, None, sum(stakes), pools,
        played=tuple(Played((0, 2, 1, 5, 4, 3)[i % 6], one) for i, one in enumerate(run)),
        turned=card("KH"), bet=max(stakes), board=CLAIMS,
    )  # fmt: skip


def full_board(game: str, phase: str) -> bytes:
    """The picture of the largest board there is in earnest."""
    view = full_view(game, phase)
    betting = phase == "bet"
    notes = ("", "all in", "passed", "passed", "", "") if betting else ("",) * 6
    captions = BoardCaptions(
        tuple(SeatCaption(name, note, computer=name == "Cy") for name, note in zip(_GUESTS, notes, strict=True)),
        tuple((name, name.capitalize()) for name, _ in view.pools),
        "Poch · deal 12", "#c41f09b2", "bets", "Wilhelmina: 37 to stay in, or more", bet="to match",
    )  # fmt: skip
    return board_picture(view, captions, Look(), stopped=not betting, takers=(("ace", 0), ("king", 2), ("queen", 5)))


def full_trick() -> bytes:
    """The picture of a trick of four court cards, taken, at a table of six."""
    seats = tuple(SeatView(i, 5 + i, 0, quartets=i % 3, passed=i in (2, 5)) for i in range(6))
    trick = tuple(Played(i, one) for i, one in enumerate(cards("KS QH JD KC")))
    view = View("crummy", Rules(), None, 1, "lead", (3,), seats, 0, 0, None, 0, played=trick, marked=2)
    named = tuple(SeatCaption(name, "passed" if i in (2, 5) else "", computer=i == 2) for i, name in enumerate(_GUESTS))
    return trick_picture(view, TrickCaptions(named, "Crummy · deal 12", "#c41f09b2", "Dörte leads"), winner=3)
