"""Views made by hand, for pictures that need no game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cards_img import BoardCaptions, Look, SeatCaption, TrickCaptions, board_picture, by_suit, trick_picture
from cards_img.layout.places import ShowdownRow
from cards_img.layout.wood import NINE_POOLS, BoardDesign
from cards_img.pictures import samples
from engine.asks import Ask
from engine.cards import ALL_CARDS, Card, Suit, card, cards
from engine.middle import Piles, Played, Pools, Trick
from engine.rules import Rules
from engine.stakes import DealResult, Stakes
from engine.view import SeatView, View


def spectator(seats: int) -> View:
    """A table in mid-deal as everybody sees it."""
    players = tuple(
        SeatView(i, 5, (20, 1250, 7, 0, 118)[i % 5], "folded" if i == 3 else "in", knocked=i == 1) for i in range(seats)
    )
    middle = Piles(31, 7, card("QH"))
    return View("sample", Rules(), None, seats - 1, (0,), players, Ask.DRAW, middle, pot=14, knocker=1)


def showdown(seats: int, shown: int) -> View:
    """The end of a deal in which the first ``shown`` seats show their hands and the last of them wins."""
    view = spectator(seats)
    players = tuple(
        replace(seat, standing="in", hand=ALL_CARDS[5 * seat.seat : 5 * seat.seat + 5]) if seat.seat < shown else seat
        for seat in view.seats
    )
    winner = max(0, shown - 1)
    net = tuple(seats - 1 if seat == winner else -1 for seat in range(seats))
    result = DealResult((winner,), net, Stakes(0, (20,) * seats), tuple(range(shown)))
    return replace(view, seats=players, asks=None, to_act=(), pot=0, result=result)


def showdown_rows(
    large: Sequence[int] = (), hands: Sequence[int] = (), lines: int = 0, bare: int = 0
) -> tuple[ShowdownRow, ...]:
    """Rows of the end of a deal as they lie from the top; of a hand how many lines its name takes."""
    winners = [*[ShowdownRow("bare")] * bare, *(ShowdownRow("large", name) for name in large)]
    return (*winners, *(ShowdownRow("hand", name) for name in hands), *[ShowdownRow("line")] * lines)


def large_hand(size: int) -> tuple[Card, ...]:
    """So many cards of a pack of 52."""
    return tuple(ALL_CARDS[i * 52 // size] for i in range(size))


_GUESTS = ("Bartholomew", "Annie of Tharaw", "Cy", "Dörte", "Wilhelmina", "Fatima")
_POOLS = {"marriage": 64, "sequence": 213, "ten": 112, "jack": 38, "centre": 57}


def names_of(board: BoardDesign) -> tuple[str, ...]:
    """The names of the pools on a board."""
    return (*board.ring, *filter(None, (board.centre,)))


def full_view(board: BoardDesign, *, betting: bool) -> View:
    """A board with six seats and pools carried over for long; with stakes in the betting, else with the longest run."""
    stakes = (25, 25, 12, 0, 37, 37) if betting else (0,) * 6
    seats = tuple(
        SeatView(i, 6, (347, 1250, 38, 0, 118, 96)[i], passed=betting and i in (2, 3), stake=stakes[i])
        for i in range(6)
    )
    chips = {name: 476 if betting and name == "poch" else _POOLS.get(name, 0) for name in names_of(board)}
    pools = samples.pools({"ace": 0, "king": 2, "queen": 5}, **chips)
    hearts = tuple(card for card in reversed(by_suit(ALL_CARDS)) if card.suit is Suit.HEARTS)
    lowest = "7H" if board is NINE_POOLS else "2H"  # no pack for six seats is larger than these
    cards = () if betting else hearts[hearts.index(card(lowest)) :]
    run = tuple(Played((0, 2, 1, 5, 4, 3)[i % 6], card) for i, card in enumerate(cards))
    middle = Pools(pools, card("KH"), None, betting, max(stakes), run=run, stopped=bool(run))
    ask = Ask.MATCH if betting else Ask.LEAD
    return View("sample", Rules(), None, 1, (4,), seats, ask, middle, pot=sum(stakes))


def full_board(board: BoardDesign, *, betting: bool) -> bytes:
    """The picture of the largest board there is in earnest."""
    view = full_view(board, betting=betting)
    notes = ("", "all in", "passed", "passed", "", "") if betting else ("",) * 6
    captions = BoardCaptions(
        tuple(SeatCaption(name, note, computer=name == "Cy") for name, note in zip(_GUESTS, notes, strict=True)),
        tuple((name, name.capitalize()) for name, _ in view.pools),
        "Poch · deal 12", "in bets", "Wilhelmina: 37 to stay in, or more", bet="to match",
    )  # fmt: skip
    return board_picture(view, captions, Look())


def full_trick() -> bytes:
    """The picture of a trick of four court cards, taken, at a table of six."""
    seats = tuple(SeatView(i, 5 + i, 0, quartets=i % 3, passed=i in (2, 5)) for i in range(6))
    trick = tuple(Played(i, card) for i, card in enumerate(cards("KS QH JD KC")))
    view = View("sample", Rules(), None, 1, (3,), seats, Ask.LEAD, Trick(trick, 3, (2, 5), marked=2))
    named = tuple(SeatCaption(name, "passed" if i in (2, 5) else "", computer=i == 2) for i, name in enumerate(_GUESTS))
    return trick_picture(view, TrickCaptions(named, "Crummy · deal 12", "Dörte leads"))
