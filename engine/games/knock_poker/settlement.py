"""How a deal of Knock Poker is paid out (knock_poker.md, KP-30 to KP-41 and KP-60 to KP-68)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events import HandShown
from engine.frozen import maker
from engine.games.drawing.drawing import Ending
from engine.games.drawing.state import State, held, staying
from engine.parts.ranking import ROYAL_FLUSH, hand_name, rank_hand
from engine.parts.sharing import shares
from engine.stakes import POT, Transfer

if TYPE_CHECKING:
    from engine.games.knock_poker.rules import KnockPokerRules

Values = dict[int, int]
"""The worth of the hand of each seat that stayed in, in order of play, the knocker included."""

_ending: Final = maker(Ending)
_hand_shown: Final = maker(HandShown)
_transfer: Final = maker(Transfer)


def showdown(rules: KnockPokerRules, state: State, pot: int) -> Ending:
    """Pays for staying in, then shares out the pot, then pays the bonuses."""
    values = {seat: rank_hand(held(state, seat)) for seat in staying(state)}
    highest = max(values.values())
    winners = tuple([seat for seat, value in values.items() if value == highest])
    transfers, shared = _stay_payments(rules, values, winners, state.knocker)
    pot_shares = shares(pot + shared, winners, odd_units=rules.odd_chips == "first_in_turn_order")  # KP-35
    transfers += [_transfer(POT, seat, share, "pot") for seat, share in pot_shares.items() if share]
    bonuses = _bonuses(rules, state, highest, winners)
    for name, chips in bonuses.items():
        transfers += [_transfer(payer, winners[0], chips, name) for payer in state.order if payer != winners[0]]
    if state.knocker is not None and len(values) == 1 and _hand_bonus(highest) not in bonuses:
        return _ending(winners, tuple(transfers))  # KP-37: everybody folded, and there is no bonus to show a hand for
    shown = tuple([_hand_shown(seat, held(state, seat), hand_name(value)) for seat, value in values.items()])
    return _ending(winners, tuple(transfers), shown)


def _stay_payments(
    rules: KnockPokerRules, values: Values, winners: tuple[int, ...], knocker: int | None
) -> tuple[list[Transfer], int]:
    """What the players who lose by a knock pay, and how much of that goes into the pot."""
    payment = rules.stay_payment
    if knocker is None or not payment or rules.settlement == "simple":  # KP-41, KP-50
        return [], 0
    if winners == (knocker,):  # KP-31
        return [_transfer(seat, knocker, payment, "stay") for seat in values if seat != knocker], 0
    if knocker in winners:  # KP-33: what the losers pay is shared together with the pot
        paid = [_transfer(seat, POT, payment, "stay") for seat in values if seat not in winners]
        return paid, payment * len(paid)
    # KP-32, KP-34: a beaten knocker pays everybody who stayed in, the winners included
    return [_transfer(knocker, seat, payment, "stay") for seat in values if seat != knocker], 0


def _bonuses(rules: KnockPokerRules, state: State, highest: int, winners: tuple[int, ...]) -> dict[str, int]:
    """What every other player owes a sole winner, in chips, by the name of the option (KP-60 to KP-67)."""
    if not rules.bonuses or len(winners) > 1:
        return {}
    earned = [_hand_bonus(highest)]
    if state.pat and winners[0] == state.knocker:
        earned.append("bonus_pat_knock")
    return {name: chips for name in earned if name and (chips := getattr(rules, name))}


def _hand_bonus(value: int) -> str | None:
    """The option that says what a hand earns, if anything; a royal flush is no "other" straight flush (KP-66)."""
    if value == ROYAL_FLUSH:
        return "bonus_royal_flush"
    match hand_name(value).type:
        case "straight_flush":
            return "bonus_straight_flush"
        case "four_of_a_kind":
            return "bonus_four_of_a_kind"
    return None
