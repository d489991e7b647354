"""Crummy: what lies face down is told to nobody (crummy.md CR-27), and what the command line says of cards."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.__main__ import main
from engine.actions import Meld
from engine.asks import Ask
from engine.cards import Rank, card, cards
from engine.errors import IllegalAction
from engine.events import Event, QuartetsScored
from engine.games.crummy import GAME, CrummyRules
from engine.players import PLAYERS
from engine.shuffle import Stream, shuffled
from engine.stakes import Stakes
from tests.kit.crummy import COMPLETE, COMPLETE_PLAY, deal, standing


def test_cr_27_a_quartet_laid_from_the_hand_could_be_any():
    first = standing(["9S 9H 9D 9C 7S 8H", "7H 7D 7C 8S", "8D 8C TS TH TD TC"], laid={1: "A K Q J"}, marked=1)
    second = standing(["TS TH TD TC 7S 8H", "7H 7D 7C 8S", "8D 8C 9S 9H 9D 9C"], laid={1: "A K Q J"}, marked=1)
    first.in_turn("+9 7S 7H 8D 7C")
    second.in_turn("+T 7S 7H 8D 7C")
    assert first.events == second.events
    for viewer in (1, None):
        assert first.seen_by(viewer) == second.seen_by(viewer)


def test_cr_27_not_even_to_the_seat_that_laid_it():
    at = deal(COMPLETE).in_turn("JH 9C KD 8S +9")
    own = at.own(2)
    assert (own.quartets, own.melds) == (1, ())
    assert "9" not in repr(at.events[-1])
    assert "NINE" not in repr(at.state) + repr(at.events[-1]) + repr(asdict(at.state))


def test_cr_27_a_refusal_names_no_rank_but_the_one_asked_for():
    at = deal(COMPLETE).in_turn("JH 9C KD 8S +9")
    with pytest.raises(IllegalAction) as laid:
        GAME.apply(at.state, Meld(2, Rank.NINE))
    with pytest.raises(IllegalAction) as never:
        GAME.apply(at.state, Meld(2, Rank.ACE))
    assert laid.value.code == never.value.code == "quartet_not_held"
    assert laid.value.message.replace("rank 9", "rank A") == never.value.message


def test_a_view_tells_the_trick_and_who_passed():
    at = deal(COMPLETE).in_turn("JH 9C KD 8S +9 +8 JH JD AC")
    for viewer in (0, 1, 2, None):
        view = at.seen_by(viewer)
        assert [(played.seat, played.card.notation) for played in at.middle(viewer).played] == [
            (2, "JH"),
            (0, "JD"),
            (1, "AC"),
        ]
        assert [seat.passed for seat in view.seats] == [False, False, True]
        assert (view.asks, view.to_act) == (Ask.FOLLOW, (0,))
        assert [seat.hand for seat in view.seats if seat.seat != viewer] == [None] * (2 + (viewer is None))
        assert view.hand == (() if viewer is None else at.hand(viewer))


def test_a_view_tells_scores():
    at = deal(COMPLETE, scores=(5, 6, 7))
    assert [seat.score for seat in at.view.seats] == [5, 6, 7]
    at.in_turn(" ".join(COMPLETE_PLAY))
    assert [seat.score for seat in at.seen_by(0).seats] == [75, 34, 85]


def test_a_hand_may_be_larger_than_25_cards():
    hand = " ".join(f"{rank}{suit}" for rank in "AKQJT98" for suit in "SHDC")
    at = standing([hand, "7S 7H", "7D 7C"])
    offered = at.offers(0)
    assert len(at.seen_by(0).hand) == len(offered["play"]) == 28
    assert offered["meld"] == tuple(rank.notation for rank in sorted(Rank, reverse=True) if rank >= Rank.EIGHT)


# whole deals


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(list(GAME.seats)),
    st.sampled_from(["on_repetition", "free", "off"]),
    st.binary(min_size=32, max_size=32),
)
def test_cr_40_to_cr_45_every_deal_scores_each_rank_once_and_each_factor_once(seats, halt, seed):
    rules, stream = CrummyRules(halt=halt), Stream(seed)
    deck = shuffled(GAME.pack(rules, seats).cards, seed, 1)
    state = GAME.new_deal(rules, seats, Stakes(0, (0,) * seats), deck)
    told: list[Event] = []
    while state.result is None:
        seat = GAME.to_act(state)[-1]
        state, events = GAME.apply(state, PLAYERS["random"].choose(GAME.observe(state, seat), stream))
        told += events
    scores = [event for event in told if isinstance(event, QuartetsScored)]
    if state.result.void:
        assert scores == []
        return
    assert [event.factor for event in scores] == list(range(seats, 0, -1))
    assert sorted(rank for event in scores for rank in event.quartets) == sorted({card.rank for card in deck})
    assert sum(event.marked is not None for event in scores) == 1
    assert state.result.net == tuple(event.points for event in sorted(scores, key=lambda event: event.seat))
    assert sum(event.value for event in scores if event.quartets) > 0


# the command line


def ranked(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def test_rank_tells_the_quartets_and_what_they_are_worth(capsys):
    found = GAME.judging.rank(CrummyRules(), cards("7S AS 7H AH 7D AD 7C AC KS"))
    assert found.value == (20,)
    assert (found.name.type, found.name.ranks) == ("quartets", (Rank.ACE, Rank.SEVEN))
    assert found.melds == (cards("AS AH AD AC"), cards("7S 7H 7D 7C"))
    none = GAME.judging.rank(CrummyRules(), cards("AS"))
    assert (none.value, none.name.type, none.melds) == ((0,), "no_quartet", ())
    assert '"melds": [["5S", "5H", "5D", "5C"]]' in ranked(capsys, "rank", "crummy", "5S 5H 5D 5C")


def test_compare(capsys):
    assert '"result": "higher"' in ranked(capsys, "compare", "crummy", "7S 7H 7D 7C", "AS AH AD KC KD")
    assert '"result": "equal"' in ranked(capsys, "compare", "crummy", "KS KH KD KC", "QS QH QD QC")


@pytest.mark.parametrize("text", ["", "X", "4S", "AS AS"])
def test_cards_that_are_no_hand(capsys, text):
    assert main(["rank", "crummy", text]) == 2
    assert capsys.readouterr().err.startswith("the cards ")


def test_cards_that_are_not_in_the_pack_are_no_hand():
    with pytest.raises(ValueError, match="ranks from the ace down to the five"):
        GAME.judging.rank(CrummyRules(), (card("X"),))
    with pytest.raises(ValueError, match="1 to 40 cards"):
        GAME.judging.rank(CrummyRules(), ())
