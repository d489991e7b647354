"""A deal of the Poch family on small numbers, to be played to its end very often: the kernel of three editions.

Cards are their places in canonical order (``Card.index``), sets of cards are masks with a bit for each. What tells the
editions apart is data, the ``Terms``. A world is one way in which the hidden cards may lie. It follows ``vying.py``,
``sequences.py`` and ``settlement.py`` of ``engine/games/poch/`` chip by chip; tests play the same decks in both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from engine.cards import Card
from engine.parts.betting import MOST_EXTRA, stakes_in_reach
from engine.parts.seating import order_of_play
from engine.parts.sharing import shares
from engine.players.poch import at_least

BET, LEAD, OVER = range(3)
"""What a world waits for: a stake or a drop; a lead; or nothing, as it is over."""
DROP: Final = 0
"""The move of whoever passes or folds; any other move in the betting is the whole stake, in chips."""
SUIT: Final = 13
"""How many places a suit has in canonical order."""
SUIT_MASK: Final = (1 << SUIT) - 1
NOBODY: Final = -1
NO_CARD: Final = 52
"""What comes after an ace: no card, and so no card that anybody holds."""
NEXT: Final = tuple(NO_CARD if card % SUIT == 0 else card - 1 for card in range(NO_CARD))
"""The next higher card of the suit, by card."""
SET: Final = 24
"""How far the number of cards in the best set stands to the left in the value of a hand."""
RANK: Final = 20
"""How far the rank of the best set stands to the left; what decides between equal sets is right of it."""


@dataclass(frozen=True)
class Terms:
    """An edition at a table, as far as its kernel needs it; ``engine.games.poch.edition`` says what is what."""

    seats: int
    clockwise: bool
    pack: int
    """A mask of all cards."""
    deals_all: bool
    """Whether all cards but one are dealt, so that every unseen card is in somebody's hand."""
    packets: tuple[int, ...]
    turned_to_next: bool
    honour_to_dealer: bool
    dressed: tuple[str, ...]
    claims: tuple[tuple[str, int], ...]
    """Each pool that cards win, with the places in a suit of the ranks that win it, as a mask."""
    pools_first: bool
    pair_needed: bool
    sets: str
    bank_is_pool: bool
    """Whether the stakes lie in the pool that they are about."""
    extra_chips: bool
    supply: int
    """How many chips the house gives at a time."""
    stake: int
    stop: int
    centre: bool
    most_cards_tie: str | None
    shared_at_end: bool

    @property
    def entry(self) -> int:
        """What a seat puts down before a deal, in chips."""
        return self.stake * len(self.dressed)


POCH_POOL: Final = "poch"
CENTRE_POOL: Final = "centre"


def terms(rules: Any, seats: int) -> Terms:
    """The terms of a table, from the rules of an edition."""
    edition = rules.edition(seats)
    board = edition.board
    return Terms(
        seats=seats,
        clockwise=edition.clockwise,
        pack=mask_of(edition.pack.cards),
        deals_all=not edition.packets,
        packets=edition.packets,
        turned_to_next=board.turned_to_next,
        honour_to_dealer=edition.honour_to_dealer,
        dressed=edition.dressed,
        claims=tuple((claim.pool, sum(1 << 14 - rank for rank in claim.ranks)) for claim in board.claims),
        pools_first=board.pools_first,
        pair_needed=board.pair_needed,
        sets=edition.sets,
        bank_is_pool=edition.bets_in == POCH_POOL,
        extra_chips=board.extra_chips,
        supply=edition.chips,
        stake=edition.stake,
        stop=board.stop,
        centre=CENTRE_POOL in board.pools,
        most_cards_tie=edition.most_cards_tie,
        shared_at_end=board.shared_at_end,
    )


def mask_of(cards: Sequence[Card]) -> int:
    """The cards as a mask."""
    mask = 0
    for card in cards:
        mask |= card.bit
    return mask


def numbers_of(mask: int) -> list[int]:
    """The cards of a mask, in canonical order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


class World:
    """A deal in which every card has its place. It changes as it is played; ``copy`` it first to keep it."""

    __slots__ = (
        "all_in", "base", "bet", "board", "cards", "centre", "chips", "following", "hands", "holder", "last", "live",
        "luck", "net", "order", "out", "pay", "poch", "pools", "safe", "seat", "sizes", "stage", "stakes", "terms",
        "turns", "values",
    )  # fmt: skip

    terms: Terms
    order: tuple[int, ...]
    """The seats from the first to act to the dealer."""
    following: dict[int, tuple[int, ...]]
    """The other seats in the order in which they come after each seat."""
    pay: int
    """How far the pay suit stands to the left in a mask."""
    hands: list[int]
    """By seat, as masks."""
    sizes: list[int]
    """How many cards each seat holds."""
    values: list[int]
    """What each seat's cards were worth in the betting, higher is better; shared between copies and never changed."""
    safe: list[float]
    """By seat: how likely a rival had no better set, for all the seat knew then; shared like ``values``."""
    cards: int
    """The cards that can have been dealt: all but one that was turned up and is nobody's."""
    holder: list[int]
    """By card: the seat that holds it, or NOBODY; at ``NO_CARD`` nobody does."""
    live: int
    """The cards that may be in somebody's hand, as far as everybody can know: neither played nor known as stops."""
    chips: list[int]
    """By seat, now."""
    base: list[int]
    """What each seat had when counting began, and what the house has given it since."""
    pools: tuple[tuple[int, int], ...]
    """The pools that cards will win after the betting: a mask of the cards, and the chips."""
    poch: int
    """The chips in the pool that the betting is about, beside the stakes."""
    centre: int
    """The chips in the pool of whoever goes out."""
    board: int
    """The chips in all other pools, as far as nobody has won them."""
    stage: int
    seat: int
    """Whose turn it is."""
    bet: int
    """The stake to match."""
    stakes: list[int]
    out: int
    """The seats that have passed or folded, a bit each."""
    all_in: int
    """The seats that have staked all their chips, a bit each."""
    turns: int
    last: bool
    """Whether it is known to be the last deal of the game."""
    luck: int
    """A number for what people leave to chance."""
    net: list[int]
    """What each seat got, once it is over."""

    def copy(self) -> World:
        """The same world, to be played on its own."""
        other = World.__new__(World)
        other.terms, other.order, other.following, other.pay = self.terms, self.order, self.following, self.pay
        other.hands, other.sizes, other.values = self.hands[:], self.sizes[:], self.values
        other.safe, other.cards = self.safe, self.cards
        other.holder, other.live = self.holder[:], self.live
        other.chips, other.base = self.chips[:], self.base[:]
        other.pools, other.poch, other.centre, other.board = self.pools, self.poch, self.centre, self.board
        other.stage, other.seat, other.bet = self.stage, self.seat, self.bet
        other.stakes, other.out, other.all_in, other.turns = self.stakes[:], self.out, self.all_in, self.turns
        other.last, other.luck, other.net = self.last, self.luck, self.net
        return other


def begun(table: Terms, dealer: int, pay: int) -> World:
    """A world in which nobody holds a card or a chip and the first seat is to bet."""
    world = World()
    order = order_of_play(dealer, table.seats, clockwise=table.clockwise)
    world.terms, world.order, world.pay = table, order, pay
    world.following = {seat: (*order[place + 1 :], *order[:place]) for place, seat in enumerate(order)}
    nothing = [0] * table.seats
    world.hands, world.sizes, world.values, world.holder = nothing[:], nothing[:], nothing[:], [NOBODY] * (NO_CARD + 1)
    world.live = world.cards = table.pack
    world.safe = [0.0] * table.seats
    world.chips, world.base = nothing[:], nothing[:]
    world.pools, world.poch, world.centre, world.board = (), 0, 0, 0
    world.stage, world.seat = BET, order[0]
    world.bet, world.stakes, world.out, world.all_in, world.turns = 0, nothing[:], 0, 0, 0
    world.last, world.luck, world.net = False, 0, []
    return world


class Policy(NamedTuple):
    """What a seat does in a world in which it is to act."""

    bet: Callable[[World], int]
    """Its whole stake, in chips, or DROP."""
    lead: Callable[[World], int]
    """The card to lead."""


def play(world: World, policies: Sequence[Policy], move: int | None = None) -> list[int]:
    """Plays the world to its end and returns what each seat gets; ``move`` is what the seat to act does first.

    ``policies`` are the seats'. The world is changed.
    """
    if move is not None:
        step(world, move)
    while world.stage == BET:
        stake(world, policies[world.seat].bet(world))
    while world.stage == LEAD:
        lead(world, policies[world.seat].lead(world))
    return world.net


def step(world: World, move: int) -> None:
    """The world after a move of the seat to act, which must be one that the game allows."""
    if world.stage == BET:
        stake(world, move)
    else:
        lead(world, move)


# The betting


def limits(world: World) -> tuple[int, int] | None:
    """The least and the most whole stake, in chips, that the chips of the seat to act allow; None: it can't stake."""
    seat, extra = world.seat, world.terms.extra_chips
    ceiling = MOST_EXTRA if extra else None
    return stakes_in_reach(world.stakes[seat], world.chips[seat], world.bet, world.turns, extra, ceiling)


def stake(world: World, amount: int) -> None:
    """The world after the seat to act has staked that much in all, or has dropped out."""
    seat, stakes = world.seat, world.stakes
    if amount:
        chips = world.chips
        more = amount - stakes[seat]
        if more > chips[seat]:
            _give(world, more - chips[seat])
        elif more == chips[seat] and not world.terms.extra_chips:
            world.all_in |= 1 << seat
        chips[seat] -= more
        stakes[seat] = amount
        if amount > world.bet:
            world.bet = amount
    else:
        world.out |= 1 << seat
    world.turns += 1
    bet, silent = world.bet, world.out | world.all_in
    for following in world.following[seat]:
        if not silent >> following & 1 and (not bet or stakes[following] < bet):
            world.seat = following
            return
    _end_betting(world)


def _give(world: World, lacking: int) -> None:
    """The house gives everybody as many chips as are lacking, in whole supplies."""
    supply = world.terms.supply
    given = supply * -(-lacking // supply)
    for seat in world.order:
        world.chips[seat] += given
        world.base[seat] += given


def _end_betting(world: World) -> None:
    """The best set takes the stakes, the pools that wait are collected, and the winner leads."""
    stakes, out = world.stakes, world.out
    staying = [seat for seat in world.order if stakes[seat] and not out >> seat & 1]
    world.seat = world.order[0]
    if staying:
        world.seat = _win(world, staying)
        world.chips[world.seat] += world.poch
        world.poch = 0
    world.stage = LEAD
    if world.pools:
        collect(world)


def _win(world: World, staying: list[int]) -> int:
    """Pays the stakes, and returns who wins the first of them."""
    chips, stakes, values = world.chips, world.stakes, world.values
    if len(staying) == 1:
        chips[staying[0]] += sum(stakes)
        return staying[0]
    levels = sorted({stakes[seat] for seat in staying})
    winner = NOBODY
    below, highest = 0, max(stakes)
    for level in levels:
        upper = highest if level == levels[-1] else level
        seats = [seat for seat in staying if stakes[seat] >= level]
        best = max(seats, key=values.__getitem__) if len(seats) > 1 else seats[0]
        for there in stakes:
            chips[best] += min(there, upper) - min(there, below)
        if winner == NOBODY:
            winner = best
        below = level
    return winner


def collect(world: World) -> None:
    """Pays the pools that wait to whoever holds their cards; a single card that nobody holds is known to be a stop."""
    hands = world.hands
    for cards, chips in world.pools:
        for seat in world.order:
            if hands[seat] & cards == cards:
                world.chips[seat] += chips
                break
        else:
            world.board += chips
            if chips and not cards & (cards - 1):
                world.live &= ~cards
    world.pools = ()


def value_of(hand: int, sets: str, pay: int) -> int:
    """What the best set of a hand is worth; of two hands in which nothing decides the values are equal."""
    a, b, c, d = (hand >> suit & SUIT_MASK for suit in (0, SUIT, 2 * SUIT, 3 * SUIT))
    some, both, other, others = a | b, a & b, c | d, c & d
    single = some | other
    pair = both | others | (some & other)
    if not pair:
        count, ranks = 1, single
    else:
        three = (both & other) | (others & some)
        if not three:
            count, ranks = 2, pair
        else:
            four = both & others
            count, ranks = (4, four) if four else (3, three)
    low = ranks & -ranks
    value = count << SET | (15 - low.bit_length()) << RANK
    if sets == "pay_suit":
        return value | (hand >> pay & low != 0)
    if sets == "clubs":
        return value | (3 if d & low else 2 if a & low else 1 if b & low else 0)
    place = RANK
    rest = single & ~low
    while rest:
        top = rest & -rest
        many = (a & top != 0) + (b & top != 0) + (c & top != 0) + (d & top != 0)
        for _ in range(many):
            place -= 4
            value |= (15 - top.bit_length()) << place
        rest ^= top
    return value


@cache
def _same_rank(places: int) -> tuple[tuple[int, int], ...]:
    """Each rank among those places of a suit, from the ace down, with a mask of its four cards."""
    four = 1 | 1 << SUIT | 1 << 2 * SUIT | 1 << 3 * SUIT
    return tuple((14 - place, four << place) for place in range(SUIT) if places >> place & 1)


def safe_of(hand: int, value: int, cards: int, drawn: int) -> float:
    """How likely a rival who holds ``drawn`` of the other ``cards`` has no better set than a hand of that value.

    What each rank adds is counted by itself. Of equal sets either is as likely to be the better.
    """
    size, best = value >> SET, value >> RANK & 15
    unseen = cards & ~hand
    count = unseen.bit_count()
    safe = 1.0
    for rank, four in _same_rank(cards & SUIT_MASK | cards >> SUIT & SUIT_MASK):
        there = (unseen & four).bit_count()
        need = size if rank >= best else size + 1
        if there >= need:
            better = at_least(need, there, count, drawn)
            safe *= 1 - (better / 2 if rank == best else better)
    return safe


# The play


def lead(world: World, card: int) -> None:
    """The world after the seat to act has led a card, and all that follow it have been played."""
    seat, holder, sizes, hands = world.seat, world.holder, world.sizes, world.hands
    live = world.live
    while True:
        bit = 1 << card
        hands[seat] ^= bit
        live ^= bit
        holder[card] = NOBODY
        sizes[seat] -= 1
        card = NEXT[card]
        following = holder[card]
        if following < 0 or not sizes[seat]:
            break
        seat = following
    stopped = following < 0
    if stopped and card != NO_CARD:
        live &= ~(1 << card)
    world.live, world.seat = live, seat
    price = world.terms.stop
    if stopped and price:
        chips = world.chips
        for payer in world.order:
            if payer != seat:
                paid = price if price <= chips[payer] else chips[payer]
                chips[payer] -= paid
                chips[seat] += paid
    if not sizes[seat]:
        _go_out(world, seat)


def _go_out(world: World, out: int) -> None:
    """Pays whoever is out, and counts."""
    rules, chips, sizes = world.terms, world.chips, world.sizes
    chips[out] += world.centre
    price = rules.stake
    for payer in world.order:
        if payer != out:
            owed = sizes[payer] * price
            if owed > chips[payer]:
                owed = chips[payer]
            chips[payer] -= owed
            chips[out] += owed
    if rules.most_cards_tie is not None:
        _most_cards(world)
    extra = None
    if rules.shared_at_end and (world.last or min(chips) < rules.entry):
        extra = shares(world.board + world.poch, world.order)
    world.net = [now - before for now, before in zip(chips, world.base, strict=True)]
    if extra:
        world.net = [net + extra[seat] for seat, net in enumerate(world.net)]
    world.stage = OVER


def _most_cards(world: World) -> None:
    """Whoever has the most cards left pays that number to each of the others."""
    sizes, order, tie = world.sizes, world.order, world.terms.most_cards_tie
    most = max(sizes)
    payers = [seat for seat in order if sizes[seat] == most]
    others = [seat for seat in order if sizes[seat] != most]
    if len(payers) > 1 and tie == "nobody":
        return
    if len(payers) == 1 or tie == "each_pays":
        for payer in payers:
            for other in others:
                _pay(world, payer, other, most)
        return
    due = [other for other in others for _ in range(most)]
    for payer, share in shares(most * len(others), payers).items():
        mine, due = due[:share], due[share:]
        for other in dict.fromkeys(mine):
            _pay(world, payer, other, mine.count(other))


def _pay(world: World, payer: int, other: int, amount: int) -> None:
    """Pays that many chips, or as many as there are."""
    amount = min(amount, world.chips[payer])
    world.chips[payer] -= amount
    world.chips[other] += amount
