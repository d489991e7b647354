"""Lines for chips in named pools, and for cards that are played out in sequence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from engine.board import Board
from engine.events import CardPlayed, Event, SequenceStopped
from engine.parts.stops import next_card
from engine.stakes import HOUSE, Transfer

if TYPE_CHECKING:
    from bot.i18n.texts import NameOf, Texts

_TAKEN: Final = {
    "pool": "cards",
    "centre": "cards",
    "returned": "returned",
    "stakes": "betting",
    "poch": "betting",
}
"""The reasons for which players take chips from pools and bets, by what is told in one line."""
_STAKE: Final = "bet"
"""The reason of a payment that the line about the bet tells already."""


def pool(texts: Texts, name: str, board: Board | None = None) -> str:
    """A pool's name, as it is called on that board: "Marriage"."""
    return texts(f"pool-{board.called(name) if board else name}-dish")


def pools(texts: Texts, names: Iterable[str], board: Board | None) -> str:
    """Names of pools, joined as the language joins a list."""
    return texts.list([pool(texts, one, board) for one in names])


def dressed(texts: Texts, paid: Sequence[Transfer]) -> str:
    """What everybody put into the pools before the deal, in one line: the same from everybody into each."""
    filled = {one.target for one in paid}
    return texts("pools-dressed", count=paid[0].amount, pools=len(filled))


def payments(
    texts: Texts,
    transfers: Iterable[Transfer],
    name_of: NameOf,
    others: Callable[[Sequence[Transfer]], Sequence[str]],
    board: Board | None = None,
) -> list[str]:
    """A line for everybody who took pools or bets.

    Payments between players are left to ``others``. They come before what is shared out, which is done when all is
    paid. What was bet is not told.
    """
    paid = [one for one in transfers if one.reason != _STAKE]
    between = [one for one in paid if isinstance(one.source, int) and isinstance(one.target, int)]
    return [*_taken(texts, paid, name_of, board), *others(between), *_shared(texts, paid, name_of)]


def issued(texts: Texts, paid: Iterable[Transfer]) -> list[str]:
    """Chips that the house gave to everybody alike, in one line; none where it gave none."""
    given = [one for one in paid if one.source == HOUSE]
    each = sum(one.amount for one in given if one.target == given[0].target)
    return [texts("pools-issued", count=each)] if given else []


def _taken(texts: Texts, paid: Sequence[Transfer], name_of: NameOf, board: Board | None) -> Iterable[str]:
    """What a player took from pools and bets, in one line for each player and kind."""
    found: dict[tuple[int, str], list[Transfer]] = {}
    for one in paid:
        if isinstance(one.target, int) and isinstance(one.source, str) and one.reason in _TAKEN:
            found.setdefault((one.target, _TAKEN[one.reason]), []).append(one)
    for (seat, kind), several in found.items():
        name, count = name_of(seat), sum(one.amount for one in several)
        bets = sum(one.amount for one in several if one.reason == "stakes")
        names = [str(one.source) for one in several if one.reason != "stakes"]
        if kind == "returned":
            yield texts("pools-returned", name=name, count=count)
        elif not names:
            yield texts("pools-stakes", name=name, count=count)
        elif bets:
            yield texts("pools-won", name=name, bets=bets, pool=pools(texts, names, board), count=count - bets)
        else:
            which = pools(texts, names, board)
            yield texts("pools-taken", name=name, pools=which, pools_count=len(names), count=count)


def _shared(texts: Texts, paid: Sequence[Transfer], name_of: NameOf) -> Iterable[str]:
    """Chips that nobody had claimed, shared when the game was over."""
    shares: dict[int, int] = {}
    for one in paid:
        if one.reason == "unclaimed" and isinstance(one.target, int):
            shares[one.target] = shares.get(one.target, 0) + one.amount
    if shares:
        each = [texts("pools-share", name=name_of(seat), count=count) for seat, count in shares.items()]
        yield texts("pools-shared", count=sum(shares.values()), shares=texts.list(each))


def run(texts: Texts, events: Iterable[Event], name_of: NameOf, *, over: bool) -> str:
    """A card that was led and all that followed, in one line.

    "Ann leads the 8♠; Bo 9♠, Cy 10♠; nobody has the J♠: Cy leads next." ``over``: somebody has no card left.
    """
    told = tuple(events)
    played = [one for one in told if isinstance(one, CardPlayed)]
    stop = next((one for one in told if isinstance(one, SequenceStopped)), None)
    parts = [texts("run-led", name=name_of(played[0].seat), card=played[0].card)]
    if len(played) > 1:
        followed = [
            texts("run-followed", name=name_of(seat), cards=texts.cards_short(one.card for one in cards))
            for seat, cards in groupby(played[1:], key=lambda one: one.seat)
        ]
        parts.append(texts("run-card-separator").join(followed))
    if stop is not None:
        form = ".over" if over else ".again" if stop.seat == played[0].seat else ""
        parts.append(_stopped(texts, stop, name_of, form))
    if over:
        parts.append(texts("run-out", name=name_of(played[-1].seat)))
    return texts("run-line", parts=texts("run-part-separator").join(parts))


def _stopped(texts: Texts, stop: SequenceStopped, name_of: NameOf, form: str) -> str:
    """Why a sequence ends there, and who leads next, if anybody does."""
    above = next_card(stop.card)
    if above is None:
        return texts(f"run-topped{form}", name=name_of(stop.seat))
    return texts(f"run-stopped{form}", name=name_of(stop.seat), card=above)
