"""What follows for certain from what a seat has seen."""

from __future__ import annotations

from engine.cards import Suit, card, cards
from engine.events import (
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    Event,
    Paid,
    Passed,
    SequenceStopped,
    Shuffled,
    TrickTaken,
    TurnedOver,
)
from engine.memory import Drew, Known, Memory, begin, known, remember
from engine.secret import Secret, everybody
from engine.stakes import Transfer
from tests.kit import knock_poker, poch

EMPTY = Memory(viewer=None, seats=3, hand=(), upcard=None)


def after(*events: Event, memory: Memory = EMPTY) -> Known:
    return known(remember(memory, events))


def drawn(seat: int, notation: str, *, open_: bool = False) -> CardDrawn:
    return CardDrawn(seat, "discard" if open_ else "stock", Secret(card(notation), everybody(3) if open_ else (seat,)))


def discarded(text: str) -> list[Event]:
    return [CardDiscarded(0, there) for there in cards(text)]


def test_it_begins_with_the_hand_and_the_upcard() -> None:
    at = knock_poker.deal([knock_poker.HIGH, knock_poker.ACES], rest="2C 2D")
    memory = begin(at.seen_by(1))
    found = known(memory)
    assert (memory.viewer, memory.seats, found.discards) == (1, 2, cards("2C"))
    assert found.taken == (frozenset(), frozenset(at.seen_by(1).hand))
    assert known(begin(at.seen_by(None))).taken == (frozenset(), frozenset())


def test_only_whoever_drew_from_the_stock_remembers_the_card() -> None:
    for viewer, saw in ((0, card("9H")), (1, None), (None, None)):
        memory = remember(Memory(viewer, 3, (), None), [drawn(0, "9H")])
        assert memory.told == (Drew(0, "stock", saw),)
        assert known(memory).taken[0] == frozenset({saw} - {None})


def test_a_card_taken_from_the_discards_is_known_until_it_is_seen_again() -> None:
    taken: list[Event] = [*discarded("4S 9H"), drawn(2, "9H", open_=True)]
    assert after(*taken).taken[2] == {card("9H")}
    assert after(*taken).discards == cards("4S")
    gone = after(*taken, CardDiscarded(2, card("9H")))
    assert (gone.taken[2], gone.discards, gone.draws) == (frozenset(), cards("4S 9H"), (0, 0, 1))


def test_after_a_shuffle_only_the_top_discard_is_known() -> None:
    found = after(*discarded("4S 9H 2C"), Shuffled(2))
    assert (found.discards, found.stock) == (cards("2C"), ())


def test_a_pile_that_was_turned_over_is_a_stock_that_everybody_knows() -> None:
    found = after(*discarded("4S 9H 2C"), TurnedOver(3), drawn(1, "4S"))
    assert (found.discards, found.stock) == ((), cards("9H 2C"))
    assert found.taken[1] == {card("4S")}, "though it came from the stock"


def test_whoever_takes_a_trick_has_its_cards() -> None:
    played: list[Event] = [CardPlayed(seat, there) for seat, there in enumerate(cards("4S 9H 2C"))]
    passed = after(*played[:2], Passed(2))
    assert passed.lacks == (frozenset(), frozenset(), {Suit.DIAMONDS, Suit.CLUBS})
    taken = after(*played[:2], Passed(2), CardPlayed(0, card("9D")), played[2], TrickTaken(0, card("9D"), doubled=True))
    assert taken.taken[0] == set(cards("4S 9H 9D 2C"))
    assert taken.lacks[2] == {Suit.DIAMONDS, Suit.CLUBS}
    again = after(*played[:2], Passed(2), TrickTaken(2, card("9H"), doubled=False))
    assert again.lacks[2] == frozenset(), "it may hold anything now"


def test_a_pass_in_the_betting_says_nothing_about_suits() -> None:
    assert after(Passed(1)).lacks == (frozenset(),) * 3


def test_po_10_whoever_is_paid_a_pool_has_its_cards() -> None:
    memory = begin(poch.deal("poch", ["", "", ""], "9D").seen_by(None))
    assert dict(memory.pools)["ace"] == {card("AD")}
    assert dict(memory.pools)["marriage"] == set(cards("KD QD"))
    before = known(memory).taken[1]
    paid = after(Paid(Transfer("marriage", 1, 2, "pool")), Paid(Transfer(1, "poch", 1, "bet")), memory=memory)
    assert paid.taken[1] == before | set(cards("KD QD"))


def test_po_60_a_turned_card_that_belongs_to_nobody_is_in_no_hand() -> None:
    at = poch.deal("le-poque", ["", "", ""], "KD")
    opening = at.game.telling.opening(at.state)
    assert any(isinstance(event, Paid) and event.transfer.source == "king" for event in opening)
    assert not any(card("KD") in taken for taken in known(begin(at.seen_by(None), opening)).taken)


def test_po_42_a_stop_tells_which_card_is_out_of_play() -> None:
    assert after(CardPlayed(0, card("9H")), SequenceStopped(0, card("9H"))).dead == {card("TH")}
    assert after(CardPlayed(0, card("AH")), SequenceStopped(0, card("AH"))).dead == frozenset()
