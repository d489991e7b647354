"""Crummy, whole deals: beside a second, plain reading of the rules that shares nothing with the engine but cards."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action, Halt, Meld, Play, answers
from engine.cards import Card, Rank
from engine.events import Passed, TrickTaken
from engine.games.crummy import GAME, CrummyRules
from engine.shuffle import Stream, shuffled
from engine.stakes import Stakes

VALUES = dict(zip("AKQJT98765", (13, 11, 11, 11, 10, 9, 8, 7, 6, 5), strict=True))
WITHOUT = {3: 30, 4: 25, 5: 20}


@dataclass
class Plain:
    """A deal as it would be played with cards on a table; every position is remembered, also those before a quartet."""

    hands: list[set[Card]]
    halt: str
    turn: int = 0
    may_lay: bool = False
    trick: list[tuple[int, Card]] = field(default_factory=list)
    laid: list[list[Rank]] = field(default_factory=list)
    joker: Rank | None = None
    out: list[int] = field(default_factory=list)
    tricks: int = 0
    positions: list[object] = field(default_factory=list)
    over: str = ""

    def __post_init__(self) -> None:
        self.laid = [[] for _ in self.hands]
        self.between()

    @property
    def holding(self) -> list[int]:
        return [seat for seat, hand in enumerate(self.hands) if hand]

    def suits(self) -> set[object]:
        return {card.suit for _, card in self.trick}

    def left_of(self, seat: int) -> int:
        return (seat + 1) % len(self.hands)

    def actions(self) -> set[Action]:
        """Everything that may be done now."""
        if self.over:
            return set()
        can: set[Action] = {Play(self.turn, card) for card in self.hands[self.turn] if card.suit not in self.suits()}
        if self.may_lay and not self.trick:
            ranks = [card.rank for card in self.hands[self.turn]]
            can |= {Meld(self.turn, rank) for rank in ranks if ranks.count(rank) == 4}
        if not self.trick and self.may_halt():
            can |= {Halt(seat) for seat in self.holding}
        return can

    def may_halt(self) -> bool:
        ranks = {card.rank for hand in self.hands for card in hand}
        if self.halt == "off" or len(self.holding) != 2 or len(ranks) != 2:
            return False
        return self.halt == "free" or self.positions.count(self.positions[-1]) >= 2

    def do(self, action: Action) -> None:
        match action:
            case Play(seat, card):
                self.hands[seat].remove(card)
                self.trick.append((seat, card))
                self.may_lay = False
                self.take() if len(self.trick) == 4 else self.next_who_can()
            case Meld(seat, rank):
                self.lay(seat, rank)
                if not self.hands[seat]:
                    self.out.append(seat)
                    self.may_lay = False
                    while not self.hands[self.turn]:
                        self.turn = self.left_of(self.turn)
                self.between()
            case Halt(seat):
                self.call_halt(seat)

    def next_who_can(self) -> None:
        passed = set()
        self.turn = self.left_of(self.turn)
        while not any(card.suit not in self.suits() for card in self.hands[self.turn]):
            passed.add(self.turn)
            assert len(passed) < len(self.hands)
            self.turn = self.left_of(self.turn)

    def take(self) -> None:
        cards = [card for _, card in self.trick]
        again = [
            card for place, card in enumerate(cards) if any(card.rank == earlier.rank for earlier in cards[:place])
        ]
        best = again[-1] if again else max(cards, key=lambda card: card.rank)
        winner = next(seat for seat, card in self.trick if card is best)
        self.hands[winner] |= set(cards)
        for place, (seat, _) in enumerate(self.trick):
            last = all(other != seat for other, _ in self.trick[place + 1 :])
            if last and not self.hands[seat]:
                self.out.append(seat)
        self.trick, self.turn, self.may_lay, self.tricks = [], winner, True, self.tricks + 1
        self.between()

    def lay(self, seat: int, rank: Rank) -> None:
        self.hands[seat] = {card for card in self.hands[seat] if card.rank is not rank}
        self.laid[seat].append(rank)
        self.joker = self.joker or rank

    def call_halt(self, caller: int) -> None:
        (other,) = set(self.holding) - {caller}
        low, high = sorted({card.rank for seat in (caller, other) for card in self.hands[seat]})
        self.hands[caller] = self.hands[other] = set()
        self.lay(caller, low)
        self.lay(other, high)
        self.out += [caller, other]
        self.over = "scored"

    def between(self) -> None:
        if len(self.holding) == 1:
            (seat,) = self.holding
            for rank in sorted({card.rank for card in self.hands[seat]}, reverse=True):
                self.lay(seat, rank)
            self.out.append(seat)
            self.over = "scored"
            return
        self.positions.append(([frozenset(hand) for hand in self.hands], self.turn))
        if self.positions.count(self.positions[-1]) == 3:
            if self.may_halt():
                self.call_halt(self.turn)
            else:
                self.over = "void"
        elif self.tricks == 300:
            self.over = "void"

    def scores(self) -> tuple[int, ...]:
        if self.over == "void":
            return (0,) * len(self.hands)
        value = {
            rank: VALUES[rank.notation] * (2 if rank is self.joker else 1) for ranks in self.laid for rank in ranks
        }
        worth = [sum(value[rank] for rank in ranks) if ranks else WITHOUT[len(self.hands)] for ranks in self.laid]
        return tuple(worth[seat] * (len(self.hands) - self.out.index(seat)) for seat in range(len(self.hands)))


@settings(max_examples=120, deadline=None)
@given(
    st.sampled_from(list(GAME.seats)),
    st.sampled_from(["on_repetition", "free", "off"]),
    st.integers(0, 4),
    st.binary(min_size=32, max_size=32),
)
def test_every_deal_goes_as_a_plain_reading_of_the_rules_has_it(seats, halt, dealer, seed):
    dealer %= seats
    rules, stream = CrummyRules(halt=halt), Stream(seed)
    deck = shuffled(GAME.pack(rules, seats).cards, seed, 1)
    state = GAME.new_deal(rules, seats, Stakes(dealer, (0,) * seats), deck)
    hands = [set(deck[(seat - dealer - 1) % seats :: seats]) for seat in range(seats)]
    plain = Plain(hands, halt, turn=(dealer + 1) % seats)
    patient = stream.below(2)
    while not plain.over:
        offered = [action for seat in GAME.to_act(state) for action in answers(seat, GAME.prompts(state, seat))]
        assert set(offered) == plain.actions()
        assert len(offered) == len(set(offered))
        laying = [action for action in offered if not isinstance(action, Play)]
        waiting = [action for action in offered if not isinstance(action, Halt)]
        choices = laying if laying and not patient and stream.below(3) else waiting
        action = choices[stream.below(len(choices))]
        state, events = GAME.apply(state, action)
        plain.do(action)
        told = [event for event in events if isinstance(event, TrickTaken)]
        assert [event.seat for event in told] == ([plain.turn] if told else [])
        assert all(state.hands[event.seat].open() for event in events if isinstance(event, Passed))
        assert [set(hand.open()) for hand in state.hands] == plain.hands
        assert list(state.out) == plain.out
    assert state.result is not None
    assert state.result.void == (plain.over == "void")
    assert state.result.net == plain.scores()


def test_deals_of_every_end_are_among_them():
    """The test above would say little if no deal were void, or no position came up again."""
    ends, again = set(), 0
    for number in range(60):
        seed = number.to_bytes(32, "big")
        stream, rules = Stream(seed), CrummyRules(halt="off")
        state = GAME.new_deal(rules, 3, Stakes(2, (0,) * 3), shuffled(GAME.pack(rules, 3).cards, seed, 1))
        while state.result is None:
            (seat,) = GAME.to_act(state)
            offered = answers(seat, GAME.prompts(state, seat))
            state, _ = GAME.apply(state, offered[stream.below(len(offered))])
            again += len(set(state.positions.open())) < len(state.positions.open())
        ends.add(state.result.void)
    assert ends == {True, False}
    assert again
