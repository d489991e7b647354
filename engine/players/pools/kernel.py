"""How somebody bets and leads in the Poch family, and what is worth a search: one kernel for all editions.

A *style* is how somebody plays, as numbers; a *policy* is made from it. A policy sees what its seat would see: its own
cards, what the others staked, the cards that are gone. In the betting it counts how likely no rival has a better set,
and weighs that against what there is to win; in the play it weighs, suit by suit, how each lead would go on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from engine.players.pools.world import (
    BET,
    DROP,
    SET,
    SUIT,
    SUIT_MASK,
    Policy,
    Terms,
    World,
    limits,
    numbers_of,
    safe_of,
    terms,
    value_of,
)
from engine.players.thinking import SLIPS

GAMES: Final = ("poch", "le-poque", "poch-1873")
"""The editions."""
_PAIR: Final = 2 << SET
_TENTHS: Final = 10
"""Into how many parts the chance is divided that an unseen card is in somebody's hand."""
_MOST_REMEMBERED: Final = 300_000


@dataclass(frozen=True)
class Style:
    """How somebody may play. Chances are from 0 to 1; cards and chips as they are."""

    name: str
    opens: float = 0.45
    """It bets if its chance of having the best set is at least this."""
    raises: float = 0.88
    """It raises if that chance is at least this."""
    margin: float = 1.1
    """How much better than even a call must be."""
    staked: float = 3.0
    """How many rivals a seat counts for that has bet."""
    first: float = 0.0
    """How many rivals whoever bet first counts for, who may have bet on little; 0: as many as all who have bet."""
    deep: float = 0.0
    """With fewer chips than this for each of them, and each chip of the table's stake, it counts for fewer, but for one
    at least: whoever plays for few chips bets on little. 0: it always counts for as many."""
    most: float = 0.3
    """The largest part of its chips that it stakes on its own, unless it is nearly sure to win."""
    sure: float = 0.95
    size: float = 1.0
    """How large its first bet is: that part of what there is to win, times its chance."""
    bluffs: int = 0
    """It bets on nothing once in this many times, if few can call; 0: never."""
    lead: float = 0.0
    """What it is worth to win the lead, in chips where a card left in the hand costs one."""
    calls: bool = False
    """Whether it drops no pair or better."""
    control: float = 4.0
    """What it is worth to lead again, in cards."""
    stuck: float = 1.5
    """What it is worth, in cards, to be rid of a card that can never follow another."""
    helps: float = 0.0
    """What it costs, in cards, if another is rid of a card."""
    stops: float = 1.0
    """How much a payment for a stop counts, in cards."""


class Bidding(NamedTuple):
    """What somebody knows who is to bet, beside its hand."""

    bet: int
    """The stake to match."""
    own: int
    """What it has staked."""
    chips: int
    prize: int
    """What lies in the pool and in all stakes."""
    rivals: int
    """How many others have neither passed nor folded."""
    staked: int
    """How many of them have staked."""
    least: int
    most: int
    """The stakes that its chips allow; 0 and 0: it can't stake."""
    luck: int


class Kernel:
    """An edition by given rules and with a given number of seats."""

    def __init__(self, game: str, rules: Any, seats: int) -> None:
        self.game = game
        self.terms = terms(rules, seats)
        self.hand = self.terms.pack.bit_count() // seats if self.terms.deals_all else sum(self.terms.packets)
        self.mixture = mixture(self.terms)
        self.novice = self.mixture[0]
        self.sharp = self.friendly = regular(self.terms)
        self.ordinary = (*self.mixture[:_CAREFUL_PEOPLE], *[self.sharp] * _LIKE_REGULARS, _LIGHT)

    def policy(self, style: Style) -> Policy:
        """What somebody of that style does."""
        table = self.terms

        def bet(world: World) -> int:
            seat = world.seat
            return decide(style, table, world.values[seat], world.safe[seat], bidding(world))

        return Policy(bet, leading(style, table))

    def worth(self, world: World, hand: int) -> tuple[int, float]:
        """What a hand was worth in the betting, and how likely a rival had no better set."""
        value = value_of(hand, self.terms.sets, world.pay)
        return value, safe_of(hand, value, world.cards, self.hand)

    def fits(
        self,
        style: Style,
        value: int,
        safe: float,
        past: tuple[tuple[Bidding, int], ...],
        luck: int | None = None,
        *,
        sized: bool = False,
    ) -> bool:
        """Whether somebody of that style, with a hand of that value, would have bet or dropped as was seen.

        ``luck`` is what the style left to chance; None: as it is in what was known, where nobody bluffs. ``sized``:
        whether a bet or a raise must have been for about as much. A novice now and then bets the least instead.
        """
        for there, amount in past:
            known = there if luck is None else there._replace(luck=luck)
            would = decide(style, self.terms, value, safe, known)
            if (would == DROP) != (amount == DROP) or (would > there.bet) != (amount > there.bet):
                return False
            if sized and would > there.bet and not self._explains(style, value, known, would, amount):
                return False
        return True

    def _explains(self, style: Style, value: int, there: Bidding, would: int, amount: int) -> bool:
        """Whether somebody of that style who would have raised to so much may have raised to that amount; more than
        such people ever stake counts as the most that they do."""
        if style == self.novice and amount == there.least and there.luck // _BLUFFED % SLIPS == 0:
            return True
        most = decide(style, self.terms, value, 1.0, there)
        return _about(would - there.bet, min(amount, most) - there.bet)

    def candidates(self, world: World, default: int) -> list[int]:
        """The moves worth a search for the seat to act, the default first."""
        return [default, *(move for move in _moves(self, world) if move != default)]


_BLUFFED: Final = 1 << 8
"""Beyond this part of the luck lies whether a novice slips, which has nothing to do with whether it bluffs."""


def _about(first: int, second: int) -> bool:
    """Whether two amounts are about the same: neither is more than half as much again as the other, or a chip more."""
    return 2 * first <= 3 * second + 1 and 2 * second <= 3 * first + 1


def _moves(kernel: Kernel, world: World) -> list[int]:
    if world.stage != BET:
        return _leads(world)
    value = world.values[world.seat]
    allowed = limits(world)
    if allowed is None or (kernel.terms.pair_needed and value < _PAIR):
        return [DROP]
    least, most = allowed
    prize = world.poch + sum(world.stakes)
    raised = [max(world.bet + 1, world.bet + round(part * prize)) for part in _RAISES]
    return [DROP, *sorted({min(max(amount, least), most) for amount in (least, *raised)})]


_RAISES: Final = (0.6, 1.5, 4.0)
"""The bets and raises that are worth a look, as parts of what there is to win."""


def _leads(world: World) -> list[int]:
    """The cards worth a look: all, but of own cards in a row the lowest alone where stops don't pay."""
    hand = world.hands[world.seat]
    if world.terms.stop:
        return numbers_of(hand)
    return [card for card in numbers_of(hand) if card % SUIT == SUIT - 1 or not hand >> card + 1 & 1]


def bidding(world: World) -> Bidding:
    """What the seat to act knows of the betting."""
    seat, stakes, out = world.seat, world.stakes, world.out
    rivals = staked = 0
    for other in world.following[seat]:
        if not out >> other & 1:
            rivals += 1
            if stakes[other]:
                staked += 1
    least, most = limits(world) or (0, 0)
    prize = world.poch + sum(stakes)
    return Bidding(world.bet, stakes[seat], world.chips[seat], prize, rivals, staked, least, most, world.luck + seat)


def decide(style: Style, table: Terms, value: int, safe: float, there: Bidding) -> int:
    """The whole stake that somebody of that style goes to, or DROP; ``value`` and ``safe`` are its hand's worth."""
    bet, own, chips, prize, rivals, staked, least, most, luck = there
    if not most or (table.pair_needed and value < _PAIR):
        return DROP
    weight = style.staked
    if style.deep:
        weight = min(weight, max(1.0, (own + chips) / (style.deep * table.stake)))
    counted = rivals - staked + weight * staked
    if style.first and staked and not own:  # one of them bet first, and the others matched or raised that
        counted += min(style.first - weight, 0.0)
    chance: float = safe**counted
    if chance < style.sure:
        most = min(most, own + round(style.most * chips))
    if not bet:
        if chance >= style.opens:
            amount = min(most, round(style.size * chance * max(prize, table.seats)))
            return amount if amount > least else least
        if style.bluffs and value < _PAIR and rivals <= 2 and luck % style.bluffs == 0:
            return least
        return DROP
    if chance >= style.raises and bet <= most:
        return max(least, min(most, bet + max(1, round(prize * (chance - 0.5)))))
    cost = least - own
    if style.calls and value >= _PAIR:
        return least
    return least if chance * (prize + cost + style.lead * table.stake) >= style.margin * cost else DROP


def leading(style: Style, table: Terms) -> Callable[[World], int]:
    """(world) -> the card that somebody of that style leads: that whose sequence is worth the most to it."""
    stop = style.stops * table.stop / table.stake
    price = stop * (table.seats - 1)
    stopped_own, stopped_other = style.control + price, -stop
    remembered: dict[int, tuple[float, int]] = {}
    everything = table.deals_all

    def choose(world: World) -> int:
        seat, sizes = world.seat, world.sizes
        hand, size = world.hands[seat], sizes[seat]
        if size == 1:
            return hand.bit_length() - 1
        unseen = world.live & ~hand
        tenths, near, left = _TENTHS, 0, 0
        last = 1 in sizes
        if last or not everything:
            held = sum(sizes) - size
            count = unseen.bit_count()
            tenths = (_TENTHS * held + count // 2) // count if count else 0
            if last:
                near, left = max(1, _TENTHS * sizes.count(1) // held), size
        best, card = -1e9, 0
        for shift in _SHIFTS:
            own = hand >> shift & SUIT_MASK
            if own:
                whole = own << shift == hand
                others = unseen >> shift & SUIT_MASK
                key = (own << SUIT | others) << 13 | tenths << 9 | near << 5 | left << 1 | whole
                found = remembered.get(key)
                if found is None:
                    if len(remembered) > _MOST_REMEMBERED:
                        remembered.clear()
                    found = remembered[key] = best_of(Suited(own, others, tenths / 10, near / 10, left, whole))
                if found[0] > best:
                    best, card = found[0], found[1] + shift
        return card

    def best_of(there: Suited) -> tuple[float, int]:
        best, card = -1e9, 0
        for led in range(SUIT):
            if there.own >> led & 1:
                worth = value(led, there)
                if price and not (led and (there.own | there.unseen) >> led - 1 & 1):
                    worth += in_a_row(there.own, led) * (1 + price)  # led one by one, each of them is a stop
                if worth >= best:  # of equally good cards the lower is led
                    best, card = worth, led
        return best, card

    def value(led: int, there: Suited) -> float:
        own, unseen, known, near, left, whole = there
        below = led + 1
        worth = style.stuck if below == SUIT or not (own | unseen) >> below & 1 else 0.0
        alive, mine, card, shed = 1.0, True, led, 0
        while True:
            if own >> card & 1:
                mine = True
                worth += alive
                shed += 1
                if whole and shed == own.bit_count():
                    return worth + alive * _OUT * 2
            else:
                mine = False
                worth -= alive * (style.helps + near * (left - shed + _OUT))
                alive *= 1 - near
            card -= 1
            if card < 0:
                break
            if not own >> card & 1:
                goes_on = known if unseen >> card & 1 else 0.0
                worth += alive * (1 - goes_on) * (stopped_own if mine else stopped_other)
                alive *= goes_on
                if not alive:
                    return worth
        return worth + alive * (stopped_own if mine else stopped_other)

    return choose


_SHIFTS: Final = (0, SUIT, 2 * SUIT, 3 * SUIT)
_OUT: Final = 4.0
"""What it is worth to go out, in cards, beside the cards that the others still hold."""


class Suited(NamedTuple):
    """What somebody knows of a suit who is to lead; cards by their places in the suit, as masks."""

    own: int
    unseen: int
    """The cards that others may hold."""
    known: float
    """How likely somebody holds such a card."""
    near: float
    """How likely such a card is somebody's last."""
    left: int
    """How many cards the seat holds, where somebody else has but one; else 0."""
    whole: bool
    """Whether the seat holds no other suit."""


def in_a_row(own: int, led: int) -> int:
    """How many own cards follow in a row below one."""
    count = 0
    while own >> led + count + 1 & 1:
        count += 1
    return count


_CAREFUL: Final = Style("careful", bluffs=9)


_CAREFUL_PEOPLE: Final = 4
"""How many of the people reckoned with are careful."""
_LIKE_REGULARS: Final = 4
"""How many ordinary players bet as a regular, who bluffs and bets on little, beside the careful ones."""


def mixture(table: Terms) -> tuple[Style, ...]:
    """How others may play; each is as likely as another."""
    # where the stakes lie in the pool, careful counts them twice, and calls with less
    careful = replace(_CAREFUL, margin=0.75) if table.bank_is_pool else _CAREFUL
    return (*(careful,) * _CAREFUL_PEOPLE, *_OTHERS)


_OTHERS: Final = (
    Style("caller", opens=0.4, margin=0.8, calls=True),
    Style("tight", opens=0.7, raises=0.95, margin=1.4),
    Style("bold", opens=0.3, raises=0.75, margin=1.0, bluffs=4),
    Style("eager", opens=0.15, size=2.0, bluffs=5),
)

_LIGHT: Final = Style("light", opens=0.3, raises=0.4, margin=1.0, calls=True)
"""Somebody who raises with a good pair, as computer players don't and people do."""
_MANY: Final = Style("regular", opens=0.05, staked=4, margin=1.25, bluffs=4, control=6, helps=0.15)
_MANY_WITH_FIVE_CARDS: Final = Style(
    "regular", opens=0.01, raises=0.8, margin=1.15, staked=4.9, most=0.12, sure=0.96, size=0.45, bluffs=2, control=2,
    stuck=0.65, deep=6.7, first=2.0,
)  # fmt: skip
_LEAD_WITH_STOPS: Final = 3.0
"""What the lead is worth to such a regular where each stop pays whoever leads again."""
_FEW: Final = {
    3: Style(
        "regular", opens=0.01, raises=0.76, margin=1.2, staked=2.7, most=0.1, sure=0.9, size=1.1, bluffs=3, lead=3.7,
        control=7.4, stuck=1.1, deep=10.0,
    ),
    4: Style(
        "regular", opens=0.01, margin=1.05, staked=3.6, most=0.34, size=2.8, bluffs=6, lead=4.8, control=9, stuck=1.6,
        helps=0.15, deep=6.7,
    ),
}  # fmt: skip


def regular(table: Terms) -> Style:
    """How a regular plays there.

    The numbers were found by trying changes at random, in 60 to 130 duplicate deals of the kernel for each edition,
    over ``careful``, the others of the mixture and the regular before; kept was what won over all of them. In 350 other
    deals each, they won over the regular before by 0.2 to 0.8 chips a deal.
    """
    if table.deals_all or table.seats in _FEW:
        return _FEW.get(table.seats, _MANY)
    return replace(_MANY_WITH_FIVE_CARDS, lead=_LEAD_WITH_STOPS) if table.stop else _MANY_WITH_FIVE_CARDS


KNOWN: Final = frozenset({
    "turned_honour_to_dealer", "turned_card_belongs_to_next", "pochen_without_pair", "money", "chip_value",
    "short_stacks", "max_deals", "ten_pool", "most_cards_tie", "pack", "stake",
})  # fmt: skip
"""The options that the kernel plays by."""
