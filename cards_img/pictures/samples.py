"""Sample pictures of a made-up deal, for the README and for whoever changes how things look."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from cards_img.captions import (
    BoardCaptions,
    ChartsCaptions,
    EveningCaptions,
    EveningMoment,
    EveningRow,
    ExampleChart,
    ExampleRow,
    Group,
    HandCaptions,
    Last,
    SeatCaption,
    ShareRow,
    SharesCaptions,
    SheetCaptions,
    SheetRow,
    ShowdownCaptions,
    TableCaptions,
    TrickCaptions,
)
from cards_img.look import Look
from cards_img.pictures.board import board_picture
from cards_img.pictures.charts import charts_picture
from cards_img.pictures.evening import evening_picture
from cards_img.pictures.groups import groups_picture
from cards_img.pictures.hand import hand_picture
from cards_img.pictures.shares import shares_picture
from cards_img.pictures.sheet import score_sheet_picture
from cards_img.pictures.showdown import showdown_picture
from cards_img.pictures.table import table_picture
from cards_img.pictures.trick import trick_picture
from engine.asks import Ask
from engine.cards import Rank, Suit, card, cards, short_pack
from engine.middle import Middle, Piles, Played, Pool, Pools, Trick
from engine.parts.hands import HandName
from engine.rules import Rules
from engine.stakes import DealResult, Stakes
from engine.view import SeatView, View

_NAMES = ("Ann", "Bo", "Celeste", "Ada")
_CHIPS = (24, 31, 8, 17)
_SHOWN = {0: "9S 9H 9D 4C 4S", 1: "KH KC 7S 7C 2H", 3: "AS KD QD JC TH"}


def _seats(*, over: bool) -> tuple[SeatView, ...]:
    return tuple(
        SeatView(
            seat,
            5,
            chips,
            standing="folded" if seat == 2 else "in",
            knocked=seat == 1,
            hand=cards(_SHOWN[seat]) if over and seat in _SHOWN else None,
            name=HandName("full_house") if over and seat == 0 else None,
        )
        for seat, chips in enumerate(_CHIPS)
    )


def _seen(seats: tuple[SeatView, ...], asks: Ask | None, middle: Middle, **more: Any) -> View:
    """A table as everybody sees it; the last seat is asked something unless the deal is over."""
    return View("sample", Rules(), None, 0, (3,) if asks else (), seats, asks, middle, **more)


def _captions(notes: dict[int, str]) -> tuple[SeatCaption, ...]:
    return tuple(SeatCaption(name, notes.get(seat, ""), computer=seat == 3) for seat, name in enumerate(_NAMES))


def table(look: Look) -> bytes:
    """A table in mid-deal."""
    view = _seen(_seats(over=False), Ask.DRAW, Piles(17, 9, card("QH")), pot=14, knocker=1)
    captions = TableCaptions(
        _captions({1: "knocked", 2: "folded"}),
        title="Knock Poker · deal 7",
        stock="stock",
        discards="discards",
        pot="pot",
        call="Ada’s turn",
        last=Last((2,), discards=True),
    )
    return table_picture(view, captions, look)


def hand(look: Look) -> bytes:
    """A hand with a card just drawn."""
    held = cards("KS KH TD 7C 7S 2D")
    captions = HandCaptions("Two pairs, kings and sevens", "deal 7", "new")
    return hand_picture(held, captions, look, drawn=card("2D"), kept=cards("KS KH 7C 7S"))


def showdown(look: Look) -> bytes:
    """The end of that deal."""
    result = DealResult((0,), (12, -6, -2, -4), Stakes(1, _CHIPS), tuple(_SHOWN))
    view = _seen(_seats(over=True), None, Piles(14, 12, card("QH")), result=result)
    captions = ShowdownCaptions(
        _captions({1: "knocked", 2: "folded"}),
        ("Full house, nines over fours", "Two pairs, kings and sevens", "", "Straight to the ace"),
        title="Knock Poker · deal 7",
    )
    return showdown_picture(view, captions, look)


def spanish_hand(look: Look) -> bytes:
    """A hand of the Spanish pack."""
    held = cards("KD QH JS 7C AD 2D")
    words = HandCaptions("Rey de oros, caballo de copas", "", "2🪙")
    return hand_picture(held, words, replace(look, design="spanish"), drawn=card("2D"))


def groups(look: Look) -> bytes:
    """A hand of Knock Rummy, its melds together and the deadwood apart."""
    melds = (Group(cards("9S 9H 9D"), "", "meld"), Group(cards("3C 4C 5C 6C"), "", "meld"))
    deadwood = Group(cards("KH 7D 2S"), "Deadwood 19", "deadwood")
    return groups_picture((*melds, deadwood), HandCaptions("19 unmatched", "Knock Rummy · deal 2"), look)


def rows(look: Look) -> bytes:
    """A large hand, suit by suit."""
    pack = [card for card in short_pack(Rank.SEVEN) if card.index % 7 != 3]
    suits = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
    held = tuple(Group(tuple(card for card in pack if card.suit is suit)) for suit in suits)
    return groups_picture(held, HandCaptions(f"{len(pack)} cards", "Crummy · deal 2"), look)


def sheet(look: Look) -> bytes:
    """The scores of some deals."""
    rows = (
        SheetRow("1", ("76", "75", "40", "52"), ("4×(11+8)", "3×25", "2×(7+13)", "1×(9+10+11+22)")),
        SheetRow("2", ("22", "40", "75", "120"), ("1×(11+11)", "2×(7+13)", "3×25", "4×(9+13+8)")),
    )
    totals = SheetRow("Total", ("98", "115", "115", "172"))
    return score_sheet_picture(
        SheetCaptions(_captions({}), rows, totals, (3,), "Crummy · scores", "to 150"), look.cloth
    )


def trick(look: Look) -> bytes:
    """A trick with two suits open."""
    held, quartets = (8, 11, 3, 6), (0, 1, 2, 0)
    seats = tuple(SeatView(seat, held[seat], 0, passed=seat == 2, quartets=quartets[seat]) for seat in range(4))
    played = (Played(0, card("KS")), Played(1, card("8D")))
    view = _seen(seats, Ask.FOLLOW, Trick(played, marked=2))
    words = TrickCaptions(_captions({2: "passed"}), "Crummy · deal 2", "Ada plays ♥ or ♣", last=Last((1,), cards=1))
    return trick_picture(view, words, look)


_POOLS = (
    ("ace", "Ace"), ("king", "King"), ("queen", "Queen"), ("jack", "Jack"), ("ten", "Ten"),
    ("marriage", "Marriage"), ("sequence", "Sequence"), ("poch", "Poch"), ("centre", "Centre"),
)  # fmt: skip
_WON_BY: Final[dict[str, tuple[Rank, ...]]] = {
    "ace": (Rank.ACE,),
    "king": (Rank.KING,),
    "queen": (Rank.QUEEN,),
    "jack": (Rank.JACK,),
    "ten": (Rank.TEN,),
    "marriage": (Rank.KING, Rank.QUEEN),
    "sequence": (Rank.SEVEN, Rank.EIGHT, Rank.NINE),
}
_BET_FOR: Final = ("poch",)
_PLAYED = ((0, "7S"), (2, "8S"), (1, "9S"), (1, "TS"), (3, "JS"))


def pools(taken: Mapping[str, int] = {}, **chips: int) -> tuple[Pool, ...]:
    """Pools with their chips, by their names, and the seats that took some of them."""
    return tuple(
        Pool(name, count, _WON_BY.get(name, ()), "", name in _BET_FOR, taken.get(name)) for name, count in chips.items()
    )


def _board(look: Look, title: str, lying: tuple[Pool, ...], *, betting: bool, clockwise: bool = True) -> bytes:
    """A board in the betting, or with cards played out."""
    stakes = (0, 5, 2, 2) if betting else (0, 0, 0, 0)
    seats = tuple(
        SeatView(seat, held, chips, passed=betting and seat == 2, stake=stake)
        for seat, (held, chips, stake) in enumerate(zip((8, 8, 8, 7), _CHIPS, stakes, strict=True))
    )
    run = () if betting else tuple(Played(seat, card(text)) for seat, text in _PLAYED)
    middle = Pools(lying, card("8H"), None, betting, max(stakes), run=run, stopped=bool(run))
    view = _seen(seats, Ask.MATCH if betting else Ask.LEAD, middle, pot=sum(stakes))
    words = BoardCaptions(
        _captions({2: "folded"} if betting else {}),
        _POOLS,
        f"{title} · deal 7",
        "in bets",
        "Ada matches 5, raises or folds" if betting else "Ada leads",
        bet="to match",
        clockwise=clockwise,
        last=Last((1,), pot=True) if betting else Last((3,), cards=1, pools=("jack",)),
    )
    return board_picture(view, words, look)


def board(look: Look) -> bytes:
    """The board of nine pools, in the betting."""
    lying = pools(
        {"ace": 1, "queen": 0},
        ace=0, king=4, queen=0, jack=12, ten=4, marriage=0, sequence=8, poch=16, centre=4,
    )  # fmt: skip
    return _board(look, "Poch", lying, betting=True)


def six_pools(look: Look) -> bytes:
    """The board of six pools, in the betting."""
    return _board(look, "Le Poque", pools(ace=4, king=4, queen=0, jack=8, ten=4, poch=4), betting=True, clockwise=False)


def eight_pools(look: Look) -> bytes:
    """The board of eight pools, and a run of cards."""
    lying = pools(ace=4, king=0, queen=4, jack=4, ten=9, marriage=4, sequence=4, poch=30)
    return _board(look, "Poch of 1873", lying, betting=False)


def evening(look: Look) -> bytes:
    """What an evening came to."""
    nets, deals = ("−12", "+31", "−22", "+3"), ("2/11", "5/11", "1/11", "3/11")
    rows = [EveningRow(words, deals[i], nets[i], i == 1) for i, words in enumerate(_captions({}))]
    rows.sort(key=lambda row: -int(row.net.replace("−", "-")))
    largest = EveningMoment("Deal of the evening: 7", "Bo won 24 chips: full house, nines over fours", cards(_SHOWN[0]))
    best = EveningMoment("Best hand: deal 2", "Celeste: four kings", cards("KS KH KD KC 7H"))
    return evening_picture(
        EveningCaptions(tuple(rows), (largest, best), "Knock Poker", "11 deals", "gained in", "chips"), look
    )


def charts(look: Look) -> bytes:
    """Examples to learn from."""
    hands = (
        ExampleRow(cards("9S 8S 7S 6S 5S"), "Straight flush", "in a row, of one suit"),
        ExampleRow(cards("QS QH QD QC 7H"), "Four of a kind", "all four of a rank", cards("QS QH QD QC")),
        ExampleRow(cards("JS JD 5C 5H 9S"), "Two pairs", "twice two of a rank", cards("JS JD 5C 5H")),
    )
    many = ExampleRow(
        cards("3C 4C 5C 6C 9S 9H 9D KD"), "10 left over", "what belongs to nothing is dark, and counts",
        cards("3C 4C 5C 6C 9S 9H 9D"),
    )  # fmt: skip
    return charts_picture(
        ChartsCaptions(
            (ExampleChart(hands, "From the top: each beats all below"), ExampleChart((many,))),
            "Knock Poker · what beats what",
        ),
        look,
    )


def shares(look: Look) -> bytes:
    """What some decisions were worth."""
    rows = (
        ShareRow("Ada", 0, "knock", 71, "71"),
        ShareRow("Barnabas the Bold", 1, "folds", 12, "12", undone=True),
        ShareRow("Celeste", 2, "stays in", 100, "nearly all"),
        ShareRow("Dimitri", 3, "stays in", 0, "hardly any"),
    )
    return shares_picture(SharesCaptions(rows, "Knock Poker · deal 2", "wins in 100 deals like this"), look)


SAMPLES: Final[Mapping[str, Callable[[Look], bytes]]] = {
    "table": table,
    "hand": hand,
    "showdown": showdown,
    "spanish-hand": spanish_hand,
    "groups": groups,
    "rows": rows,
    "sheet": sheet,
    "trick": trick,
    "evening": evening,
    "charts": charts,
    "shares": shares,
    "board": board,
    "board-of-six": six_pools,
    "board-of-eight": eight_pools,
}
"""What the command line draws, by name."""
