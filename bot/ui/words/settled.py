"""What the end of a deal means for one player: "You lose 3: ante 1, payment 2"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.i18n import Markup, Texts
from bot.service.model import Private, events_of
from bot.ui.words.chips import bounded, capped, holding, keeps_scores, left_behind, own_debt, taken_back
from engine.events import BetMade, DealOver, Paid, PointsLost, Scored
from engine.stakes import HOUSE, POT, Transfer

_TOLD_WITH: Final = {"returned": "bet"}
"""Reasons of payments that are told together with another: what nobody matched of a bet was never lost."""
_BY_WAY: Final = frozenset({"stay"})
"""Reasons for which chips go one way or the other."""


def own_end(private: Private, texts: Texts) -> str:
    """Who has won, what that brings or costs the viewer and why, and what the viewer has now."""
    view, table = private.view, private.table
    if view is None or view.result is None or view.viewer is None:
        return texts("private-over")
    own = view.viewer in view.result.winners
    ends = [event for event in table.told[-1].events if isinstance(event, DealOver) and not own]
    told = [line for event in ends if (line := texts.event(event, lambda seat: table.at(seat).name))]
    net = net_line(view.result.net[view.viewer], texts, _parts(private, texts))
    said = [*told, texts("private-won" if own else "private-lost", net=net, held=_held(private, view.viewer, texts))]
    user_id = private.sitter.user_id or 0
    closed = table.stage == "closed"
    debts = (
        left_behind(table, texts) if closed else None,
        taken_back(table, texts, user_id) if closed else None,
        capped(table, texts, view.viewer),
        own_debt(table, texts, user_id),
        bounded(table, texts, user_id),
    )
    return Markup("\n").join([*said, *(line for line in debts if line)])


def _held(private: Private, seat: int, texts: Texts) -> str:
    """What the viewer has now, and what the deal left, if chips were brought or taken since."""
    before, chips = (holding(private.table, each, texts) for each in (private.table.players[seat], private.sitter))
    return texts("private-held" if before == chips else "private-held.since", before=before, chips=chips)


def net_line(net: int, texts: Texts, parts: Sequence[str] = ()) -> str:
    """What a deal brings or costs somebody, in chips or points, and of what ``parts`` that is made."""
    form = "won" if net > 0 else "lost" if net < 0 else "even"
    said = texts(f"private-net-{form}", count=abs(net))
    if not parts:
        return texts("private-net", net=said)
    return texts("private-net-why", net=said, parts=texts("private-net-separator").join(parts))


def _parts(private: Private, texts: Texts) -> list[str]:
    """What it is made of, added up by its reasons."""
    scored = [event for event in private.table.told[-1].events if isinstance(event, Scored)]
    if scored:
        return [texts.scored(event) for event in scored if event.seat == private.sitter.seat]
    if keeps_scores(private.table):
        if won := _won_points(private, texts):
            return won
        sums = _lost_points(private)
    else:
        sums = _chips(private)
    signed = len({amount > 0 for amount in sums.values()}) > 1
    each = _each(private)
    said = []
    for reason, amount in sums.items():
        form = f"settled.{reason}"
        part = texts(
            form if form in texts else "settled",
            amount=texts.signed(amount) if signed else texts.number(abs(amount)),
        )
        if (shared := each.get(reason)) is not None:
            way = "settled-each.from" if amount > 0 else "settled-each"
            part = texts(way, part=part, amount=shared[0], count=shared[1])
        said.append(part)
    return said


def _each(private: Private) -> dict[str, tuple[int, int]]:
    """By reason, what the viewer paid to each of several others or got from each, and how many these were.

    Only where it was the same with all of them, and all of that reason.
    """
    seat = private.sitter.seat
    paid = dict[str, set[int]]()
    others = dict[str, list[int | None]]()
    for transfer, reason, amount in _own_payments(private):
        other = transfer.target if amount < 0 else transfer.source
        paid.setdefault(reason, set()).add(amount)
        others.setdefault(reason, []).append(other if isinstance(other, int) and other != seat else None)
    return {
        reason: (abs(amounts.pop()), len(others[reason]))
        for reason, amounts in paid.items()
        if len(amounts) == 1 and None not in others[reason] and len(set(others[reason])) == len(others[reason]) > 1
    }


def _own_payments(private: Private) -> Iterator[tuple[Transfer, str, int]]:
    """What the viewer paid or got in this deal, but from the house: with its reason, and the chips that were gained."""
    seat = private.sitter.seat
    knocker = private.view.knocker if private.view is not None else None
    for event in events_of(private.table.told):
        if not isinstance(event, Paid) or HOUSE in (event.transfer.source, event.transfer.target):
            continue
        paid = event.transfer
        amount = paid.amount * ((paid.target == seat) - (paid.source == seat))
        if amount:
            yield paid, _reason(paid, seat, knocker), amount


def _reason(paid: Transfer, seat: int | None, knocker: int | None) -> str:
    """Why that was paid, as seen from that seat: whoever stays in may pay the knocker, the pot, or be paid."""
    reason = _TOLD_WITH.get(paid.reason, paid.reason)
    if reason not in _BY_WAY:
        return reason
    way = "pot" if paid.target == POT else "beaten" if paid.source == knocker else "knocker"
    return f"{reason}-{way}{'-got' if paid.target == seat else ''}"


def _chips(private: Private) -> dict[str, int]:
    """The viewer's chips that moved in this deal, by the reasons; what the house gave everybody is no gain."""
    seat = private.sitter.seat
    sums = dict[str, int]()
    stake = 0
    for event in events_of(private.table.told):
        if isinstance(event, BetMade) and event.seat == seat:
            sums["bet"] = sums.get("bet", 0) - (event.stake - stake)
            stake = event.stake
    for _, reason, amount in _own_payments(private):
        sums[reason] = sums.get(reason, 0) + amount
    return {reason: amount for reason, amount in sums.items() if amount}


def _won_points(private: Private, texts: Texts) -> list[str]:
    """From whom the viewer's points came, where one player alone won and several others lost some; else nothing."""
    table = private.table
    result = private.view.result if private.view is not None else None
    if result is None or result.winners != (private.sitter.seat,):
        return []
    lost = [event for event in table.told[-1].events if isinstance(event, PointsLost) and event.points]
    if len(lost) < 2:
        return []
    return [texts("settled-from", amount=event.points, name=table.at(event.seat).name) for event in lost]


def _lost_points(private: Private) -> dict[str, int]:
    """The viewer's points that the winners got, by the reasons."""
    for event in private.table.told[-1].events:
        if isinstance(event, PointsLost) and event.seat == private.sitter.seat:
            lost = {"difference": event.difference, "rum": event.rum, "undercut": event.undercut}
            return {reason: -points for reason, points in lost.items() if points}
    return {}
