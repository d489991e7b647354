"""Lines for chips in named pools, and for cards that are played out in sequence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, Literal

from engine.events import CardPlayed, Event, SequenceStopped
from engine.middle import Pool, Pools
from engine.parts.stops import next_card
from engine.stakes import HOUSE, Transfer

if TYPE_CHECKING:
    from bot.i18n.texts import NameOf, Texts

Taken = Literal["cards", "returned", "betting"]
"""The reasons that one line tells together: pools, unmatched stakes, and what was bet for."""
_STAKE: Final = "bet"
"""The reason of a payment that the line about the bet already tells."""


def title(texts: Texts, pool: Pool) -> str:
    """What a pool is called on its board: "Marriage"."""
    return texts(f"pool-{pool.title}-dish")


def dish(texts: Texts, pool: Pool) -> str:
    """What stands in its dish, which has little room."""
    short = f"pool-{pool.title}-dish.short"
    return texts(short) if short in texts else title(texts, pool)


def titles(texts: Texts, pools: Iterable[Pool]) -> str:
    """The names of pools, joined as the language joins a list."""
    return texts.list([title(texts, pool) for pool in pools])


def dressed(texts: Texts, paid: Sequence[Transfer]) -> str:
    """What everybody put into the pools before the deal, in one line: the same from everybody into each."""
    filled = {transfer.target for transfer in paid}
    return texts("pools-dressed", count=paid[0].amount, pools=len(filled))


def payments(
    texts: Texts,
    transfers: Iterable[Transfer],
    name_of: NameOf,
    others: Callable[[Sequence[Transfer]], Sequence[str]],
    board: Pools,
) -> list[str]:
    """A line for everybody who took pools or bets.

    Payments between players are left to ``others``. Their lines come before the sharing out, which follows all
    payments. Bets are not told.
    """
    paid = [transfer for transfer in transfers if transfer.reason != _STAKE]
    between = [transfer for transfer in paid if isinstance(transfer.source, int) and isinstance(transfer.target, int)]
    return [*_taken(texts, paid, name_of, board), *others(between), *_shared(texts, paid, name_of)]


def issued(texts: Texts, paid: Iterable[Transfer]) -> list[str]:
    """Chips that the house gave to everybody, in one line; no line if it gave none."""
    given = [transfer for transfer in paid if transfer.source == HOUSE]
    each = sum(transfer.amount for transfer in given if transfer.target == given[0].target)
    return [texts("pools-issued", count=each)] if given else []


def _kind(paid: Transfer, board: Pools) -> Taken | None:
    """What the payment is told with; None unless a player takes a pool or a bet."""
    if not isinstance(paid.target, int) or not isinstance(paid.source, str):
        return None
    if paid.reason == "returned":
        return "returned"
    if paid.reason == "stakes":
        return "betting"
    pool = board.pool(paid.source)
    if pool is None or paid.reason == "unclaimed":
        return None
    return "betting" if pool.bet_for else "cards"


def _taken(texts: Texts, paid: Sequence[Transfer], name_of: NameOf, board: Pools) -> Iterable[str]:
    """What a player took from pools and bets, in one line for each player and kind."""
    found: dict[tuple[int, Taken], list[Transfer]] = {}
    for transfer in paid:
        if isinstance(transfer.target, int) and (kind := _kind(transfer, board)) is not None:
            found.setdefault((transfer.target, kind), []).append(transfer)
    for (seat, kind), several in found.items():
        name, count = name_of(seat), sum(transfer.amount for transfer in several)
        bets = sum(transfer.amount for transfer in several if transfer.reason == "stakes")
        sources = [str(transfer.source) for transfer in several if transfer.reason != "stakes"]
        pools = [pool for source in sources if (pool := board.pool(source)) is not None]
        if kind == "returned":
            yield texts("pools-returned", name=name, count=count)
        elif not pools:
            yield texts("pools-stakes", name=name, count=count)
        elif bets:
            yield texts("pools-won", name=name, bets=bets, pool=titles(texts, pools), count=count - bets)
        else:
            which = titles(texts, pools)
            yield texts("pools-taken", name=name, pools=which, pools_count=len(pools), count=count)


def _shared(texts: Texts, paid: Sequence[Transfer], name_of: NameOf) -> Iterable[str]:
    """Chips that nobody had won, shared when the game was over."""
    shares: dict[int, int] = {}
    for transfer in paid:
        if transfer.reason == "unclaimed" and isinstance(transfer.target, int):
            shares[transfer.target] = shares.get(transfer.target, 0) + transfer.amount
    if shares:
        each = [texts("pools-share", name=name_of(seat), count=count) for seat, count in shares.items()]
        yield texts("pools-shared", count=sum(shares.values()), shares=texts.list(each))


def run(texts: Texts, events: Iterable[Event], name_of: NameOf, *, over: bool) -> str:
    """The card that was led and all that followed, in one line.

    "Ann leads the 8♠; Bo 9♠, Cy 10♠; nobody has the J♠: Cy leads next." ``over``: somebody has no card left.
    """
    told = tuple(events)
    played = [event for event in told if isinstance(event, CardPlayed)]
    stop = next((event for event in told if isinstance(event, SequenceStopped)), None)
    parts = [texts("run-led", name=name_of(played[0].seat), card=played[0].card)]
    if len(played) > 1:
        followed = [
            texts("run-followed", name=name_of(seat), cards=texts.cards_short(event.card for event in cards))
            for seat, cards in groupby(played[1:], key=lambda event: event.seat)
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
