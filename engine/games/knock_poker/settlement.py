"""How a deal of Knock Poker is paid out (knock_poker.md, KP-30 to KP-41 and KP-60 to KP-68), from values."""

from __future__ import annotations

from engine.frozen import frozen
from engine.games.knock_poker.rules import KnockPokerRules
from engine.parts.ranking import ROYAL_FLUSH, hand_name
from engine.parts.sharing import shares
from engine.stakes import POT, Account, Transfer, lies_in


@frozen
class PlayEnd:
    """Who is left when play ends, and with what."""

    order: tuple[int, ...]
    """The seats that were dealt in, in order of play."""
    values: dict[int, int]
    """What the hand of each seat that stayed in is worth, in order of play; the knocker's is among them."""
    knocker: int | None
    pat: bool
    """Whether the knocker knocked on a first turn without drawing."""
    pot: int


@frozen
class Settlement:
    """Who won, whose hands were shown, and what is paid, in this order."""

    winners: tuple[int, ...]
    shown: tuple[int, ...]
    transfers: tuple[Transfer, ...]


def settle(rules: KnockPokerRules, end: PlayEnd) -> Settlement:
    """Pays for staying in, then shares out the pot, then pays the bonuses."""
    highest = max(end.values.values())
    winners = tuple([seat for seat, value in end.values.items() if value == highest])
    transfers = _stay_payments(rules, end, winners)
    in_pot = lies_in(POT, end.pot, transfers)
    pot_shares = shares(in_pot, winners, odd_units=rules.odd_chips == "first_in_turn_order")  # KP-35
    transfers += [Transfer(POT, seat, share, "pot") for seat, share in pot_shares.items() if share]
    bonuses = _bonuses(rules, end, winners)
    for name, chips in bonuses.items():
        transfers += [Transfer(payer, winners[0], chips, name) for payer in end.order if payer != winners[0]]
    shown = tuple(end.values)
    if end.knocker is not None and len(shown) == 1 and _hand_bonus(highest) not in bonuses:
        shown = ()  # KP-37: everybody folded, and there is no bonus to show a hand for
    return Settlement(winners, shown, tuple(transfers))


def _stay_payments(rules: KnockPokerRules, end: PlayEnd, winners: tuple[int, ...]) -> list[Transfer]:
    """What a knock costs those who lose by it."""
    knocker = end.knocker
    if knocker is None or rules.settlement == "simple":  # KP-41, KP-50
        return []
    others = [seat for seat in end.values if seat != knocker]
    pairs: list[tuple[Account, Account]]
    if winners == (knocker,):  # KP-31
        pairs = [(seat, knocker) for seat in others]
    elif knocker in winners:  # KP-33: what the losers pay is shared together with the pot
        pairs = [(seat, POT) for seat in others if seat not in winners]
    else:  # KP-32, KP-34: a beaten knocker pays everybody who stayed in, the winners included
        pairs = [(knocker, seat) for seat in others]
    return [Transfer(source, target, rules.stay_payment, "stay") for source, target in pairs if rules.stay_payment]


def _bonuses(rules: KnockPokerRules, end: PlayEnd, winners: tuple[int, ...]) -> dict[str, int]:
    """What every other player owes a sole winner, in chips, by the name of the option (KP-60 to KP-67)."""
    if not rules.bonuses or len(winners) > 1:
        return {}
    earned = [_hand_bonus(end.values[winners[0]])]
    if end.pat and winners[0] == end.knocker:
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
