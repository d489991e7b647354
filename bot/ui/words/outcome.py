"""A deal's outcome in one line: who wins what, and with what; and who has won the game."""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n import Texts
from bot.service.model import Snapshot
from bot.ui.words.lines import lines
from bot.ui.words.once import once
from engine.game import GAMES
from engine.view import SeatView, View


@once
def headline(snapshot: Snapshot, texts: Texts) -> str:
    """The outcome of the deal that is over."""
    view = snapshot.view
    assert view is not None, "there is a deal"
    assert view.result is not None, "it is over"
    result = view.result
    if result.void or not result.winners:
        return texts("event-void")
    gain = gains([result.net[seat] for seat in result.winners], GAMES[snapshot.game].judging.unit, texts)
    hand = _winning_hand(view, texts)
    form = ("" if gain else ".bare") if hand is None else ".with" if gain else ".bare-with"
    names = [snapshot.at(seat).name for seat in result.winners]
    return texts(f"outcome{form}", names=names, count=len(names), gain=gain, hand=hand or "")


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


def leaves_lines(snapshot: Snapshot) -> bool:
    """Whether a line about each deal stays in the channel: as the table says, else where two people or more sit."""
    if snapshot.result_lines is not None:
        return snapshot.result_lines
    return sum(sitter.user_id is not None for sitter in snapshot.sitters) > 1


def gains(won: list[int], unit: str, texts: Texts) -> str:
    """What the winners gain, in words; "" where that is nothing, or what every winner of the game gains."""
    if min(won) <= 0 or unit == "rounds":
        return ""
    said = [texts.chips(gain) if unit == "chips" else texts.tally(unit, gain) for gain in won]
    return texts("outcome-each", gain=said[0]) if len(said) > 1 and len(set(won)) == 1 else texts.list(said)


def _winning_hand(view: View, texts: Texts) -> str | None:
    """What a single winner has won with, if that was shown."""
    result = view.result
    if result is None or len(result.winners) != 1 or result.winners[0] not in result.shown:
        return None
    seat: SeatView = view.seats[result.winners[0]]
    if seat.name is not None:
        return texts.hand_name(seat.name)
    if seat.deadwood is None:
        return None
    return texts("outcome-deadwood" if seat.deadwood else "outcome-rum", count=seat.deadwood)
