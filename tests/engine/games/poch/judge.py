"""A second judge of Poch, Le Poque and the Poch of 1873, written from the rules and slow: chip by chip, card by card.

Its author is another than the engine's: it knows nothing of the engine but cards. Everybody is a number from 0 (P1) to
n - 1 (the dealer).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.cards import Card, Rank, Suit, card

NAMES = {Rank.ACE: "ace", Rank.KING: "king", Rank.QUEEN: "queen", Rank.JACK: "jack", Rank.TEN: "ten"}
BOARD = {
    "poch": ["ace", "king", "queen", "jack", "ten", "marriage", "sequence", "poch", "centre"],
    "le-poque": ["ace", "king", "queen", "jack", "ten", "poch"],
    "poch-1873": ["ace", "king", "queen", "jack", "ten", "marriage", "sequence"],
}
SKAT = [Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES, Suit.CLUBS]
Step = tuple[int, str, Any]
"""Player, what is done, and with which card or amount."""


CLOCKWISE = {"poch": True, "le-poque": False, "poch-1873": True}


def players(game: str, dealer: int, seats: int) -> tuple[int, ...]:
    """The seats of P1 to Pn."""
    step = 1 if CLOCKWISE[game] else -1
    return tuple((dealer + step * place) % seats for place in range(1, seats + 1))


def dealing_order(game: str, seats: int, pack: int) -> list[int]:
    """Which player (P1 is 0) gets each card from the top; the card after them is turned up (PO-5, LQ-5, HO-4)."""
    if game == "poch":
        return [place % seats for place in range(pack - 1)]
    if game == "le-poque":
        return [p for p in range(seats) for _ in range(2)] + [p for p in range(seats) for _ in range(3)]
    return [place % seats for place in range(5 * seats)]


@dataclass
class Judge:
    """A deal as it goes on."""

    game: str
    rules: Mapping[str, Any]
    chips: list[int]
    pools: Counter[str]
    deck: Sequence[Card]
    supply: int
    hands: list[set[Card]] = field(default_factory=list)
    issued: int = 0
    leader: int = 0
    """Who leads the third stage: the winner of the betting, else P1 (PO-40, LQ-8, HO-11)."""
    out: int | None = None
    """Who went out."""

    def __post_init__(self) -> None:
        n = len(self.chips)
        order = dealing_order(self.game, n, len(self.deck))
        self.hands = [{card for card, who in zip(self.deck, order, strict=False) if who == p} for p in range(n)]
        self.turned = self.deck[len(order)]
        self.stake = self.rules.get("stake", 1)
        for player in range(n):
            for pool in BOARD[self.game]:
                self.pay(player, pool, self.stake)
        self.owned = self.game == "poch" and self.rules.get("turned_card_belongs_to_next", False)
        if self.owned:
            self.hands[len(order) % n].add(self.turned)
        dealers = self.game == "le-poque" or self.rules.get("turned_honour_to_dealer", False)
        both = self.rules.get("ten_pool") == "ten_and_nine"
        if dealers and not self.owned and self.turned.rank in NAMES and not (both and self.turned.rank is Rank.TEN):
            self.collect(n - 1, NAMES[self.turned.rank])
        self.dealt = [set(hand) for hand in self.hands]
        if self.game != "le-poque":
            self.collect_all()

    def pay(self, source: int | str, target: int | str, amount: int) -> None:
        for account, sign in ((source, -1), (target, 1)):
            if isinstance(account, int):
                self.chips[account] += sign * amount
            else:
                self.pools[account] += sign * amount

    def collect(self, player: int, pool: str) -> None:
        self.pay(pool, player, self.pools[pool])

    def collect_all(self) -> None:
        for player, hand in enumerate(self.dealt):
            ranks = {card.rank for card in hand if card.suit is self.turned.suit}
            for rank, pool in NAMES.items():
                if rank not in ranks:
                    continue
                if rank is Rank.TEN and self.rules.get("ten_pool") == "ten_and_nine" and Rank.NINE not in ranks:
                    continue
                self.collect(player, pool)
            if self.game != "le-poque":
                if {Rank.KING, Rank.QUEEN} <= ranks:
                    self.collect(player, "marriage")
                if {Rank.SEVEN, Rank.EIGHT, Rank.NINE} <= ranks:
                    self.collect(player, "sequence")

    def has_pair(self, player: int) -> bool:
        return any(count > 1 for count in Counter(card.rank for card in self.dealt[player]).values())

    def may_bet(self, player: int) -> bool:
        return self.game != "poch" or self.rules.get("pochen_without_pair", False) or self.has_pair(player)

    def worth(self, player: int) -> tuple[Any, ...]:
        """How good the player's hand is in the betting; nothing ties."""
        hand = self.dealt[player]
        by_rank: dict[Rank, list[Card]] = {}
        for held in hand:
            by_rank.setdefault(held.rank, []).append(held)
        size, rank = max((len(some), rank) for rank, some in by_rank.items())
        suits = {card.suit for card in by_rank[rank]}
        if self.game == "poch-1873":
            others = sorted((r for r, some in by_rank.items() for _ in some if r != rank), reverse=True)
            return (size, rank, *others, -player)
        if self.rules.get("pochen_without_pair"):
            return (size, rank, max(map(SKAT.index, suits)), -player)
        return (size, rank, self.turned.suit in suits, -player)

    def betting(self, steps: Iterable[Step]) -> None:
        """All of the betting: passes, folds and bets in order, to its end."""
        n = len(self.chips)
        staked = [0] * n
        gone: set[int] = set()
        for player, do, amount in steps:
            if do == "bet":
                more = amount - staked[player]
                while self.chips[player] < more:
                    assert self.rules.get("short_stacks") == "extra_chips"
                    self.issued += n * self.supply
                    self.chips = [stack + self.supply for stack in self.chips]
                self.chips[player] -= more
                staked[player] = amount
            else:
                gone.add(player)
        staying = [p for p in range(n) if staked[p] and p not in gone]
        for level in range(1, max(staked) + 1):  # the chips that lie on each level go to the best who paid for it
            able = [p for p in staying if staked[p] >= level]
            best = max(able, key=self.worth)
            self.chips[best] += sum(stake >= level for stake in staked)
            if level == 1:
                self.leader = best
                self.collect(best, "poch")
        if self.game == "le-poque":
            self.collect_all()

    def up_to(self, source: int, target: int, amount: int) -> None:
        """A payment as far as the chips go (PO-44)."""
        self.pay(source, target, max(0, min(amount, self.chips[source])))

    def play_out(self, leads: Iterable[Card]) -> None:
        """The third stage, with the cards that were led."""
        leader = self.leader
        for led in leads:
            assert self.out is None
            assert led in self.hands[leader]
            following: Card | None = led
            while following is not None and self.out is None:
                leader = next(p for p, hand in enumerate(self.hands) if following in hand)
                self.hands[leader].remove(following)
                if not self.hands[leader]:
                    self.out = leader
                following = self.after(following)
            if following is None and self.game == "poch-1873":
                for other in range(len(self.chips)):
                    if other != leader:
                        self.up_to(other, leader, self.stake)
        if self.out is not None:
            self.settle(self.out)

    def after(self, played: Card) -> Card | None:
        if played.rank is Rank.ACE:
            return None
        following = card(Rank(played.rank + 1).notation + played.suit.value)
        return following if any(following in hand for hand in self.hands) else None

    def settle(self, out: int) -> None:
        others = [p for p in range(len(self.chips)) if p != out]
        if self.game == "poch":
            self.collect(out, "centre")
        for other in others:
            self.up_to(other, out, len(self.hands[other]) * self.stake)
        if self.game == "le-poque":
            self.most_cards()

    def most_cards(self) -> None:
        most = max(map(len, self.hands))
        tied = [p for p, hand in enumerate(self.hands) if len(hand) == most]
        rest = [p for p in range(len(self.chips)) if p not in tied]
        how = self.rules.get("most_cards_tie", "share")
        if len(tied) > 1 and how == "nobody":
            return
        if len(tied) == 1 or how == "each_pays":
            for payer in tied:
                for other in rest:
                    self.up_to(payer, other, most)
            return
        # chip by chip: each share is as equal as can be, the odd chips by the earliest
        due = [most * len(rest) // len(tied) + (i < most * len(rest) % len(tied)) for i in range(len(tied))]
        coins = [payer for payer, share in zip(tied, due, strict=True) for _ in range(share)]
        for place, payer in enumerate(coins):
            self.up_to(payer, rest[place // most], 1)
