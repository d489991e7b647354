"""How somebody bets and leads in the Poch family, and what is worth a search: one kernel for all editions.

A *style* is how somebody plays, as numbers; a *policy* is made from it. A policy sees what its seat would see: its own
cards, what the others staked, the cards that are gone. In the betting it counts how likely no rival has a better set,
and weighs that against what there is to win; in the play it weighs, suit by suit, how each lead would go on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any, Final, NamedTuple

from engine.players.pools.world import (
    BET,
    DROP,
    RANK,
    SET,
    SUIT,
    SUIT_MASK,
    Policy,
    Terms,
    World,
    limits,
    numbers_of,
    terms,
)

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
    most: float = 0.3
    """The largest part of its chips that it stakes on its own, unless it is nearly sure to win."""
    sure: float = 0.95
    size: float = 1.0
    """How large its first bet is: that part of what there is to win, times its chance."""
    bluffs: int = 0
    """It bets on nothing one time in so many, if few can call; 0: never."""
    lead: float = 0.0
    """What it is worth to win the lead, in chips."""
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
        cards = self.terms.pack.bit_count()
        self.ranks = cards // 4
        self.hand = cards // seats if self.terms.deals_all else sum(self.terms.packets)
        self.chances = chances(self.ranks, self.hand)
        self.mixture = MIXTURE
        self.policies: dict[Style, Policy] = {}
        self.sharp = self.friendly = REGULAR.get((game, seats), REGULAR[game, 4])

    def policy(self, style: Style) -> Policy:
        """What somebody of that style does."""
        table, chance_of = self.terms, self.chances

        def bet(world: World) -> int:
            seat = world.seat
            return decide(style, table, chance_of, world.values[seat], bidding(world))

        return Policy(bet, leading(style, table))

    def fits(self, style: Style, value: int, past: tuple[tuple[Bidding, int], ...]) -> bool:
        """Whether somebody of that style, with a hand of that value, would have bet or dropped as was seen."""
        for there, amount in past:
            would = decide(style, self.terms, self.chances, value, there)
            if (would == DROP) != (amount == DROP) or (would > there.bet) != (amount > there.bet):
                return False
        return True

    def candidates(self, world: World, default: int) -> list[int]:
        """The moves worth a search for the seat to act, the default first."""
        return [default, *(move for move in _moves(self, world) if move != default)]


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
    amounts = {min(max(amount, least), most) for amount in (least, *raised, world.bet + round(_LARGE * prize), most)}
    return [DROP, *sorted(amounts)]


_RAISES: Final = (0.5, 1.2)
"""The raises that are worth a look, as parts of what there is to win."""
_LARGE: Final = 2.5


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


def decide(style: Style, table: Terms, chance_of: Mapping[int, float], value: int, there: Bidding) -> int:
    """The whole stake that somebody of that style goes to with a hand of that value, or DROP."""
    bet, own, chips, prize, rivals, staked, least, most, luck = there
    if not most or (table.pair_needed and value < _PAIR):
        return DROP
    chance: float = chance_of[value >> RANK] ** (rivals - staked + style.staked * staked)
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
    return least if chance * (prize + cost + style.lead) >= style.margin * cost else DROP


@cache
def chances(ranks: int, drawn: int) -> Mapping[int, float]:
    """How likely one rival with so many cards has no better set, by count and rank of the own set.

    The pack has four suits with so many ranks up to the ace. Of equal sets either is as likely to be the better.
    """
    cards = 4 * ranks
    found: dict[int, float] = {}
    likeliest = 0.0  # what each rank adds is counted by itself, which is not quite exact
    for size in range(1, 5):
        for rank in range(15 - ranks, 15):
            unseen = cards - size
            safe = 1.0
            for other in range(15 - ranks, 15):
                count = 4 - size if other == rank else 4
                need = size if other >= rank else size + 1
                better = _at_least(need, count, unseen, drawn)
                safe *= 1 - (better / 2 if other == rank else better)
            found[size << SET - RANK | rank] = likeliest = max(safe, likeliest)
    return found


@cache
def _at_least(need: int, good: int, cards: int, drawn: int) -> float:
    """How likely at least ``need`` of the ``drawn`` cards are among the ``good`` ones of all ``cards``."""
    ways = sum(comb(good, hits) * comb(cards - good, drawn - hits) for hits in range(need, min(good, drawn) + 1))
    return ways / comb(cards, drawn)


def leading(style: Style, table: Terms) -> Any:
    """(world) -> the card that somebody of that style leads: that whose sequence is worth the most to it."""
    others = table.seats - 1
    price = style.stops * table.stop * others
    stopped_own, stopped_other = style.control + price, -style.stops * table.stop
    remembered: dict[int, tuple[float, int]] = {}
    shifts = (0, SUIT, 2 * SUIT, 3 * SUIT)
    everything = table.deals_all

    def choose(world: World) -> int:
        seat = world.seat
        hand = world.hands[seat]
        if world.sizes[seat] == 1:
            return hand.bit_length() - 1
        unseen = world.live & ~hand
        tenths = _TENTHS
        if not everything:
            held = sum(world.sizes) - world.sizes[seat]
            count = unseen.bit_count()
            tenths = (_TENTHS * held + count // 2) // count if count else 0
        best, card = -1e9, 0
        for shift in shifts:
            own = hand >> shift & SUIT_MASK
            if own:
                key = (own << SUIT | unseen >> shift & SUIT_MASK) << 4 | tenths
                found = remembered.get(key)
                if found is None:
                    if len(remembered) > _MOST_REMEMBERED:
                        remembered.clear()
                    found = remembered[key] = best_of(own, unseen >> shift & SUIT_MASK, tenths / _TENTHS)
                if found[0] > best:
                    best, card = found[0], found[1] + shift
        return card

    def best_of(own: int, unseen: int, known: float) -> tuple[float, int]:
        best, card = -1e9, 0
        for led in range(SUIT):
            if own >> led & 1:
                worth = value(led, own, unseen, known)
                if price and not (led and (own | unseen) >> led - 1 & 1):
                    worth += below_of(own, led) * (1 + price)  # one by one, each of them is a stop
                if worth >= best:  # of equally good cards the lower is led
                    best, card = worth, led
        return best, card

    def below_of(own: int, led: int) -> int:
        """How many own cards follow in a row below one."""
        count = 0
        while own >> led + count + 1 & 1:
            count += 1
        return count

    def value(led: int, own: int, unseen: int, known: float) -> float:
        below = led + 1
        worth = 0.0
        if below == SUIT or not (own | unseen) >> below & 1:
            worth += style.stuck
        alive, mine, card = 1.0, True, led
        while True:
            if own >> card & 1:
                mine = True
                worth += alive
            else:
                mine = False
                worth -= alive * style.helps
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


MIXTURE: Final = (
    Style("careful", bluffs=9),
    Style("careful", bluffs=9),
    Style("caller", opens=0.4, margin=0.8, calls=True),
    Style("tight", opens=0.7, raises=0.95, margin=1.4),
    Style("bold", opens=0.3, raises=0.75, margin=1.0, bluffs=4),
    Style("eager", opens=0.15, size=2.0, bluffs=5),
)
"""How others may play; each is as likely as another."""

_REGULAR: Final = Style("regular", opens=0.1, size=3, bluffs=4, control=6)
REGULAR: Final[Mapping[tuple[str, int], Style]] = {(game, 4): _REGULAR for game in GAMES}
"""How a regular plays, by game and number of seats."""
KNOWN: Final = frozenset({
    "turned_honour_to_dealer", "turned_card_belongs_to_next", "pochen_without_pair", "money", "chip_value",
    "short_stacks", "max_deals", "ten_pool", "most_cards_tie", "pack", "stake",
})  # fmt: skip
"""The options that the kernel plays by."""
