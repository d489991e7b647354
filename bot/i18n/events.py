"""Lines for what happens at a table, from the engine's events and transfers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from bot.i18n import plays
from engine.events import (
    Called,
    CardDiscarded,
    CardDrawn,
    DealOver,
    Event,
    Folded,
    HandShown,
    Knocked,
    Paid,
    PointsLost,
    Shuffled,
    Stayed,
    StockRanOut,
    TurnedOver,
)
from engine.parts.arranging import arranged
from engine.parts.melds import unmatched
from engine.stakes import Account, DealResult, Transfer

if TYPE_CHECKING:
    from bot.i18n.texts import NameOf, Texts


def line(texts: Texts, event: Event, name_of: NameOf) -> str | None:
    """The event as told to everybody; None for payments, told together, and for events that other lines tell."""

    def told(key: str, seat: int, **values: object) -> str:
        return texts(key, name=name_of(seat), **values)

    match event:
        case CardDrawn(seat, source, card):
            upcard = card.to(None) if source == "discard" else None
            return told("event-drew-stock", seat) if upcard is None else told("event-drew-upcard", seat, card=upcard)
        case CardDiscarded(seat, card):
            return told("event-discarded", seat, card=card)
        case Knocked(seat, pat):
            return told("event-knocked-pat" if pat else "event-knocked", seat)
        case Called(seat):
            return told("event-called", seat)
        case Stayed(seat):
            return told("event-stayed", seat)
        case Folded(seat):
            return told("event-folded", seat)
        case StockRanOut():
            return texts("event-stock-ran-out")
        case Shuffled(cards):
            return texts("event-shuffled", count=cards)
        case TurnedOver(cards):
            return texts("event-turned-over", count=cards)
        case HandShown(seat, cards, _, melds, deadwood) if deadwood is not None:
            loose = unmatched(cards, melds)
            key = "event-showed-all" if melds and loose else "event-showed-melds" if melds else "event-showed-unmatched"
            return told(key, seat, melds=texts.melds(melds), cards=texts.cards_short(loose), count=deadwood)
        case HandShown(seat, cards, name, outright=outright):
            shown = texts.cards_short(arranged(cards))
            return told("event-showed-outright" if outright else "event-showed-hand", seat, cards=shown, hand=name)
        case Paid():
            return None
        case DealOver(result):
            return _over(texts, result, name_of)
        case PointsLost():
            return _lost(texts, event, told)
        case _:
            return plays.line(texts, event, told)


def _lost(texts: Texts, lost: PointsLost, told: Callable[..., str]) -> str:
    """What a seat loses, with the reasons if there is more than the difference."""
    if lost.points == lost.difference:
        return told("event-lost", lost.seat, count=lost.points)
    parts = [
        texts(f"lost-{reason}", count=count)
        for reason, count in (("difference", lost.difference), ("rum", lost.rum), ("undercut", lost.undercut))
        if count
    ]
    return told("event-lost-by", lost.seat, count=lost.points, parts=texts.list(parts))


def _over(texts: Texts, result: DealResult, name_of: NameOf) -> str:
    if result.void or not result.winners:
        return texts("event-void")
    return texts("event-won", names=[name_of(seat) for seat in result.winners], count=len(result.winners))


def payments(texts: Texts, transfers: Iterable[Transfer], name_of: NameOf) -> list[str]:
    """A line for each kind of payment between players and the pot: equal ones to or from one account in one line.

    What one account pays another again and again for the same reason is added up. ``pools.payments`` tells payments
    to and from pools.
    """
    gathered: list[tuple[str, list[Account], list[Account], int, int]] = []
    for transfer, times in added_up(transfers):
        for reason, sources, targets, amount, as_often in gathered:
            if (reason, amount, as_often) != (transfer.reason, transfer.amount, times):
                continue
            if targets == [transfer.target] and transfer.source not in sources:
                sources.append(transfer.source)
                break
            if sources == [transfer.source] and transfer.target not in targets:
                targets.append(transfer.target)
                break
        else:
            gathered.append((transfer.reason, [transfer.source], [transfer.target], transfer.amount, times))
    return [
        because(texts, _payment(texts, sources, targets, amount, name_of), reason, times)
        for reason, sources, targets, amount, times in gathered
    ]


def added_up(transfers: Iterable[Transfer]) -> list[tuple[Transfer, int]]:
    """What each account pays each other one for each reason in all, and how many times it was paid."""
    found: dict[tuple[Account, Account, str], list[int]] = {}
    for transfer in transfers:
        found.setdefault((transfer.source, transfer.target, transfer.reason), []).append(transfer.amount)
    return [
        (Transfer(source, target, sum(amounts), reason), len(amounts))
        for (source, target, reason), amounts in found.items()
    ]


def because(texts: Texts, payment: str, reason: str, times: int) -> str:
    """The sentence about a payment, with the reason where that has a text."""
    why = f"reason-{reason}"
    if why in texts:
        return texts("payment-line.why", payment=payment, reason=texts(why, times=times))
    return texts("payment-line", payment=payment)


def _payment(texts: Texts, sources: list[Account], targets: list[Account], amount: int, name_of: NameOf) -> str:
    payers = [name_of(account) for account in sources if isinstance(account, int)]
    takers = [name_of(account) for account in targets if isinstance(account, int)]
    key = "payment" if payers and takers else "payment-to-pot" if payers else "payment-from-pot"
    counts = {"payers_count": len(payers), "takers_count": len(takers), "count": amount}
    return texts(key, payers=payers, takers=takers, **counts)
