"""What cards are worth in Dompe: packs, five-card hands, and hands that win outright (dompe.md, DM-15 to DM-48)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final

from engine.cards import ALL_CARDS, JOKER, Card, Pack, Rank, Suit, spanish_pack, standard_pack
from engine.game import Ranking
from engine.games.drawing.drawing import Judged
from engine.parts.hands import HandName
from engine.parts.piles import Hand, without
from engine.parts.ranking import hand_name, least, straights, value_parts
from engine.parts.wild import WildPolicy, best_name, ranker

if TYPE_CHECKING:
    from engine.games.dompe.rules import DompeRules

FIVE: Final = 5
"""How many cards a hand has between turns."""
SIX: Final = 6
"""How many cards a hand has before a discard, and an outright win except the quintilla."""
VALID: Final = least("three_of_a_kind")
"""The least hand to call with, and to win with: three twos (DM-20)."""
SUIT_ORDER: Final = {Suit.CLUBS: 1, Suit.SPADES: 2, Suit.HEARTS: 3, Suit.DIAMONDS: 4}
"""DM-28; in a Spanish pack bastos, espadas, copas, oros (DM-45)."""
_PLACES: Final = {card.suit_bits: SUIT_ORDER[card.suit] for card in ALL_CARDS}
_HIGHEST_SUIT: Final = [max([0, *(_PLACES[bit] for bit in _PLACES if bit & bits)]) for bits in range(1 + sum(_PLACES))]
"""The place of the highest suit among some cards, by the bits of their suits."""
_SPANISH_CARDS: Final = {"spanish_40": 40, "spanish_48": 48}
_TWO_OF_COINS: Final = spanish_pack(40).card("2D")
_OUTRIGHT: Final = value_parts(least("five_of_a_kind"))[0] + 1


def pack(rules: DompeRules) -> Pack:
    """The pack (DM-1, DM-40 to DM-42)."""
    return _pack(rules.deck, rules.joker)


def _pack(deck: str, jokers: int) -> Pack:
    size = _SPANISH_CARDS.get(deck)
    return standard_pack(jokers) if size is None else spanish_pack(size)


def wild_card(rules: DompeRules) -> Card | None:
    """The joker of the international pack, the two of coins of a Spanish one, or none (DM-42, DM-43)."""
    if rules.deck == "international":
        return JOKER if rules.joker else None
    return _TWO_OF_COINS if rules.wild == "two_of_coins" else None


@cache
def _policy(deck: str) -> WildPolicy:
    """Sequences go by the ranks that the pack has (DM-40, DM-41); the wild card may repeat any card (DM-22)."""
    run = tuple(sorted({card.rank for card in _pack(deck, jokers=0)}))
    return WildPolicy(run=run, repeats_in_flush=True)


_TIE: Final = 3
"""How many low bits of a hand's strength tell equal values apart; above them stands the value."""
_LEAST: Final = VALID << _TIE
_BY_JOKER: Final = max(SUIT_ORDER.values()) + 1


def _value_alone(value: int, wilds: int) -> int:
    """Equal values are equal hands."""
    return value << _TIE


def _joker_first(value: int, wilds: int) -> int:
    """Of equal values the hand with the wild card is the highest (DM-27); the suit decides between the others."""
    return value << _TIE | _BY_JOKER if wilds else -(value << _TIE)


def _by_suit(number: int, five: Hand) -> int:
    """The suit of the highest card decides (DM-28 to DM-30)."""
    highest = _HIGHEST_RANK[number]
    suits = 0
    for card in five:
        if card.rank is highest:
            suits |= card.suit_bits
    return number + _HIGHEST_SUIT[suits]


class _HighestRank(dict[int, Rank]):
    """The rank of the highest card, by the number of the hand; in 5-4-3-2-A it is the five (DM-29)."""

    def __missing__(self, number: int) -> Rank:
        rank = self[number] = hand_name(number >> _TIE).ranks[0]
        return rank


_HIGHEST_RANK: Final = _HighestRank()


@cache
def _ranker(deck: str, wild_two: bool, told_apart: bool) -> Callable[[Hand], int]:
    policy = _policy(deck)
    rank = ranker(policy, _joker_first, _by_suit) if told_apart else ranker(policy, _value_alone)
    return (lambda hand: rank(_with_joker(hand))) if wild_two else rank


def _with_joker(hand: Hand) -> Hand:
    """The hand with a joker in place of the two of coins, which counts like a joker in everything (DM-44)."""
    return tuple(JOKER if card is _TWO_OF_COINS else card for card in hand)


def strength(rules: DompeRules) -> Callable[[Hand], int]:
    """The function from five cards to what they are worth at a showdown; higher is better.

    The option ``equal_hands`` decides between equal values: the wild card and then the suit of the highest card (DM-27
    to DM-30), or nothing, and the hand shown first wins (DM-51). The function raises ValueError unless it gets five.
    """
    return _ranker(rules.deck, wild_card(rules) is _TWO_OF_COINS, rules.equal_hands == "joker_then_suit")


def _value(rules: DompeRules) -> Callable[[Hand], int]:
    """The same function for when only the value matters; it is quicker."""
    return _ranker(rules.deck, wild_card(rules) is _TWO_OF_COINS, told_apart=False)


def call_discards(rules: DompeRules, hand: Hand, loose: Hand) -> Hand:
    """The discards that leave a hand to call with (DM-34)."""
    value = _value(rules)
    return tuple([card for card in loose if value(without(hand, card)) >= _LEAST])


def may_win(rules: DompeRules, hand: Hand) -> bool:
    """Whether five cards, or the best five of six, are a hand of the game, three of a kind at least (DM-20, DM-26)."""
    return outright(rules, hand) is not None or (
        bool(call_discards(rules, hand, hand)) if len(hand) == SIX else _value(rules)(hand) >= _LEAST
    )


def name_of(rules: DompeRules, hand: Hand, loose: Hand | None = None) -> HandName:
    """What cards are: five, or six that win outright, or the best five of six; only a ``loose`` card may go."""
    found = outright(rules, hand)
    if found is not None:
        return found
    if len(hand) == SIX:
        kept = (without(hand, card) for card in (hand if loose is None else loose))
        hand = max(kept, key=strength(rules))
    return best_name(_policy(rules.deck), _with_joker(hand) if wild_card(rules) is _TWO_OF_COINS else hand)


def outright(rules: DompeRules, hand: Hand) -> HandName | None:
    """The outright win that is in the hand: a quintilla, or a six-card hand; None if there is none."""
    wild = wild_card(rules)
    natural = tuple(card for card in hand if card is not wild)
    aided = len(natural) < len(hand)
    counts = Counter(card.rank for card in natural)
    if aided and FIVE - 1 in counts.values():  # DM-18, DM-19
        return HandName("five_of_a_kind", (counts.most_common(1)[0][0],), aided)
    return _six_card_hand(natural, counts, aided, _policy(rules.deck)) if len(hand) == SIX else None


def _six_card_hand(natural: Hand, counts: Counter[Rank], aided: bool, policy: WildPolicy) -> HandName | None:
    """DM-15, with or without the wild card."""
    if len({card.suit for card in natural}) == 1:
        return HandName("six_card_flush", (), aided)
    if len(counts) == len(natural):
        tops = [top for ranks, top in straights(policy.run, SIX).items() if counts.keys() <= ranks]
        return HandName("six_card_straight", (max(tops),), aided) if tops else None
    # a wild card makes the third pair out of an odd card, but not out of a triplet
    three_pairs = [2, 2, 1] if aided else [2, 2, 2]
    if sorted(counts.values(), reverse=True) == three_pairs:
        return HandName("three_pairs", tuple(sorted(counts, reverse=True)), aided)
    return None


def value_of(rules: DompeRules, hand: Hand) -> tuple[int, ...]:
    """What five or six cards are worth, as numbers to compare; a six-card hand is above every five cards.

    The type and the ranks that decide, then the wild card and the suit of the highest card. Raises ValueError.
    """
    found = outright(rules, hand)
    if len(hand) == SIX and found is not None and found.type != "five_of_a_kind":
        return (_OUTRIGHT,)
    fives = [hand] if len(hand) == FIVE else [without(hand, card) for card in hand]
    value, tie = divmod(max(map(strength(rules), fives)), 1 << _TIE)
    told_apart = {0: (), _BY_JOKER: (1, 0)}.get(tie, (0, tie))
    return (*value_parts(value), *told_apart)


def judged(rules: DompeRules, hand: Hand, may_go: Hand | None) -> Judged:
    """What the hand is; of six cards that do not win outright, the best five that may be kept."""
    return Judged(name_of(rules, hand, may_go))


def rank(rules: DompeRules, cards: tuple[Card, ...]) -> Ranking:
    """What five or six cards are worth; six that do not win outright are worth their best five. Raises ValueError."""
    if len(cards) not in (FIVE, SIX):
        raise ValueError(f"a hand of Dompe is {FIVE} cards, or {SIX} before the discard, not {len(cards)}")
    return Ranking(
        value_of(rules, cards),
        name_of(rules, cards),
        wins_outright=outright(rules, cards) is not None,
        cannot_win="" if may_win(rules, cards) else "a hand of Dompe is three of a kind or better",
    )
