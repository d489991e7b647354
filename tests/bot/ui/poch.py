"""Tables of the Poch family for tests: a deal known card by card, and deals played at random."""

from __future__ import annotations

import random
from typing import Any

from tests.kit.lab import Lab

NAMES = ["Ann", "Bo", "Cy", "Di", "Edda", "Felix"]
FAMILY = ("poch", "le-poque", "poch-1873")
HANDS = (
    "KS QS AC JH TH JD 9S 7S",
    "AS JS TS AH QD 9D 8D 7D",
    "KH KD QH 9H 8H 7H TD 7C",
    "AD KC QC JC TC 9C 8C",
)
"""The worked example of ``games/poch.md``: the last has no pair."""
TURNED = "8S"


def stacked(hands: tuple[str, ...], turned: str) -> str:
    """The cards as they lie on top of the deck, dealt one at a time."""
    held = [hand.split() for hand in hands]
    dealt = [hand[place] for place in range(max(map(len, held))) for hand in held if place < len(hand)]
    return " ".join([*dealt, turned])


def example(hands: tuple[str, ...] = HANDS, **rules: Any) -> Lab:
    """Four players, the first of them first in the order of play; the eight of spades is turned up."""
    return Lab(4, game="poch", names=NAMES[:4], chips=60, **rules).deal(stacked(hands, TURNED), dealer=3)


def shuffled_deal(lab: Lab, chance: random.Random) -> Lab:
    """Deals at random."""
    seats = len(lab.table.sitters)
    cards = [card.notation for card in lab.game.pack(lab.rules, seats).cards]
    chance.shuffle(cards)
    return lab.deal(" ".join(cards), dealer=chance.randrange(seats))


def step(lab: Lab, chance: random.Random) -> None:
    """One action at random of the seat whose turn it is, with bets more often than passes."""
    view = lab.view(lab.seat)
    bet = view.prompt("bet")
    if play := view.prompt("play"):
        lab.do("play", chance.choice(play.choices))
    elif bet is not None and bet.least is not None and bet.most is not None and chance.random() < 0.75:
        most = min(bet.most, bet.least + chance.randrange(6)) if chance.random() < 0.9 else bet.most
        lab.do("bet", chance.randint(bet.least, most))
    else:
        lab.do("fold" if view.prompt("fold") is not None else "pass")


def packets(hands: tuple[str, ...]) -> list[str]:
    """The cards of hands as they lie in the deck of Le Poque: two to each, then three to each."""
    held = [hand.split() for hand in hands]
    return [card for hand in held for card in hand[:2]] + [card for hand in held for card in hand[2:]]


def bet_out(lab: Lab) -> Lab:
    """The worked example's betting: aces beat kings."""
    return lab.do("pass").do("bet", 2).do("bet", 5).do("fold").do("bet", 5)


def play_out(lab: Lab) -> Lab:
    """Leads the first card that can be led, until the deal is over."""
    while lab.table.playing:
        lead = lab.view(lab.seat).prompt("play")
        assert lead is not None
        lab.do("play", lead.choices[0])
    return lab
