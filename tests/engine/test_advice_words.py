"""What a hint says is so: of the card that is taken, of who wins, and of whom it reckons with."""

from __future__ import annotations

from itertools import count, islice

import pytest

from engine.actions import Action, Bet, Draw, Halt, Knock, Play, answers
from engine.advice import advise
from engine.afterwards import Moment, worth
from engine.cards import card
from engine.memory import begin, known
from engine.middle import Piles
from engine.players.base import LEVEL_NAMES, Limit
from engine.players.drawing.sampling import others, situation
from engine.players.drawing.thinking import DRAWING
from engine.players.pools.winning import wins
from engine.reasons import facts, unseen_of
from engine.rounding import share_of
from engine.shuffle import Stream, shuffled
from tests.engine.players.drawing.test_ordinary import dealt
from tests.engine.test_advice import after_the_betting, values
from tests.kit.crummy import standing
from tests.kit.lab import Lab

FULL_HOUSE = ["5S JC JD 5H 5D", "3D 8S TH QC KD", "2S 6H 8D TC AD", "3C 4S 9H QH 7C"]


def told(lab: Lab, action: Action) -> dict[str, dict[str, object]]:
    """What is certain of a move of the seat to act."""
    return {why.code: dict(why.values) for why in facts(*lab.table.seen_by(lab.seat), action)}


def test_pc_12_a_card_that_may_go_back_breaks_no_hand() -> None:
    """Taking an upcard and throwing it away again is a way to pass."""
    lab = dealt(FULL_HOUSE, "7D", 3, "poe-crumb")
    assert lab.middle(Piles).upcard is card("7D")
    facts = told(lab, Draw(0, "discard"))
    assert facts["goes-back"] == {"card": card("7D")}
    assert facts["holds"] == told(lab, Draw(0, "stock"))["holds"]


def test_a_card_that_must_stay_is_in_the_hand_that_is_told() -> None:
    """KR-14: of a king that was just taken nobody is rid."""
    hands = ["2S 2H 2C 3S 3H 3C 4S 4H 4C 5H", "5S 6D 7H 8C 9S TD JH QC KS AD"]
    lab = dealt(hands, "KC", 1, "knock-rummy").do("draw", "discard")
    assert told(lab, Knock(0))["deadwood"] == {"count": 10}


@pytest.mark.parametrize("ante", [0, 1])
def test_who_wins_does_not_depend_on_what_lies_in_the_pot(ante: int) -> None:
    """Four kings win nearly every deal of Dompe, with nothing to win, too."""
    lab = Lab(3, game="dompe", ante=ante)
    lab.deal("KS 4S 4D KH 5D 5S KD 7S 7D KC 8D 8S 2S TS TD 3D", dealer=2)
    advice = advise(*lab.table.seen_by(lab.seat), Limit(100))
    assert isinstance(advice.action, Knock)
    assert int(str(values(advice).get("wins", {"count": 100})["count"])) > 85


@pytest.mark.parametrize("payment", [0, 5])
def test_folds_that_pay_a_beaten_knocker_are_no_wins(payment: int) -> None:
    """KP-36: the knocker keeps these chips, and so may gain by a hand that is beaten."""
    hands = ["8S 8H 5D 4C 2S", "3S 4D 6S 7D 9S", "AS AH AD KC KD", "3D 5S 6D 9D JS", "3H 5H 6H 9C JD", "4H 7H TS QD 2D"]
    lab = dealt(hands, "TC 2C 3C 4S 5C 6C 7C 8C TD", 5, fold_payment=payment)
    view, memory = lab.table.seen_by(0)
    share = worth(Moment("knock", Knock(0), None, view, memory), Limit(300))
    assert share is not None
    assert share <= 25


@pytest.mark.parametrize(
    ("hands", "waits"),
    [
        (["TS TH TD AC", "TC AS AH AD", "", "", ""], False),
        (["5S 5H 5D AC", "5C AS AH AD", "", "", ""], True),
    ],
)
def test_cr_53_whoever_may_only_call_a_halt_is_told_whether_to_wait(hands: list[str], waits: bool) -> None:
    """Nobody has to call it. Whoever does so counts twice, but takes the lower rank: twice the points of the tens are
    more than those of the aces, and of the fives less."""
    low = "T 9" if waits else "9 5"
    at = standing(hands, out=(2, 3, 4), laid={2: "K Q J", 3: f"{low} 8", 4: "7 6"}, marked=4, halt="free")
    view = at.seen_by(1)
    assert [prompt.do for prompt in view.prompts] == ["halt"]
    advice = advise(view, begin(view, ()), Limit(20))
    assert isinstance(advice.action, Halt)
    assert advice.to_wait is waits
    assert values(advice).keys() == {"halt-wait" if waits else "halt-first"}


def test_a_sequence_with_all_cards_of_the_hand_ends_the_deal() -> None:
    """PO-43: all is over then; nobody leads again."""
    found = 0
    for seed in range(12):
        lab = after_the_betting(seed)
        while lab.table.playing:
            hand = lab.view(lab.seat).hand
            leads = [there for there in answers(lab.seat, lab.view(lab.seat).prompts) if isinstance(there, Play)]
            for lead in leads:
                facts = told(lab, lead)
                if "run-out" in facts:
                    assert facts["run-out"] == {"count": len(hand)}
                    assert not {"stops", "run", "must-lead"} & facts.keys()
                    found += 1
            lab.act(leads[0])
    assert found


def test_kr_16_with_an_empty_stock_the_discards_are_no_unseen_cards() -> None:
    """They are turned over, so the lowest of them comes next, and everybody has seen it."""
    lab = Lab(2, game="knock-rummy").deal()
    while lab.middle(Piles).stock:
        lab.do("draw", "stock")
        lab.do("discard", lab.view(lab.seat).drawn)
    view, memory = lab.table.seen_by(lab.seat)
    assert not known(memory).stock
    assert unseen_of(view, memory) is None


def test_numbers_are_no_finer_than_the_different_worlds_carry() -> None:
    assert share_of(333, 1000) == 34
    assert share_of(333, 1000, 20) == 40
    assert share_of(333, 1000, 3) == 50


def test_none_and_all_of_a_few_worlds_may_be_chance() -> None:
    assert [share_of(worlds, worlds) for worlds in (1, 3, 10, 30, 50)] == [50, 50, 90, 95, 100]
    assert [share_of(0, worlds) for worlds in (1, 3, 10, 30, 50)] == [50, 50, 10, 5, 0]
    assert share_of(1000, 1000, 10) == 90


def test_where_time_was_up_after_a_few_worlds_the_rule_is_advised_as_such() -> None:
    """Three worlds have no error where the moves differ by the same in each, and would tell them clearly apart."""
    lab = dealt(FULL_HOUSE, "7D", 3, "poe-crumb")
    seen, moments = lab.table.seen_by(lab.seat), count()
    by_rule = advise(*seen, Limit(0))
    late = advise(*seen, Limit(1000, 3.0, lambda: float(next(moments))))
    assert (late.action, late.worlds) == (by_rule.action, 0)
    assert "rule" in values(late)
    assert advise(*seen, Limit(1000, 300.0, lambda: float(next(moments)))).worlds > 200


@pytest.mark.parametrize("game", ["poch", "le-poque", "poch-1873"])
def test_hints_know_which_of_the_others_are_computer_players(game: str) -> None:
    """A regular opens with nearly anything, a novice as careful people do: a match wins more often from a regular."""
    won = dict.fromkeys(LEVEL_NAMES, 0)
    for number in range(8):
        lab = Lab(4, game=game, chips=60)
        pack = lab.game.pack(lab.rules, 4)
        lab.deal(" ".join(there.notation for there in shuffled(pack, bytes(32), number + 3)), dealer=3).do("bet", 2)
        view, memory = lab.table.seen_by(lab.seat)
        for level in LEVEL_NAMES:
            tried = wins(view, memory, Bet(lab.seat, 2), Stream(b"a test"), (level,) * 4)
            won[level] += sum(won for (won,) in islice(tried, 60))
    assert won["regular"] > 1.2 * won["novice"]
    assert won["regular"] == won["expert"]


def test_an_expert_of_poe_crumb_is_taken_for_somebody_who_plays_by_its_own_rule() -> None:
    lab = Lab(4, game="poe-crumb").deal(dealer=3)
    there = situation(DRAWING.kernel_of("poe-crumb", lab.rules, 4), *lab.table.seen_by(lab.seat))
    taken_for = {level: others(there, (level,) * 4, Stream(b"a test"))[1].styles for level in LEVEL_NAMES}
    assert [style.name for (style,) in taken_for.values()] == [*LEVEL_NAMES]


def test_a_computer_player_is_taken_for_what_it_is() -> None:
    lab = dealt(["9S 9H 9D 4C 2S", "5S 6H 7D 8C 2H", "3S TD JC QH KD", "3D TC JH QS AC"], "AH", 3)
    lab.do("draw", "stock").do("knock").do("discard", lab.view(0).drawn)
    view, memory = lab.table.seen_by(lab.seat)
    there = situation(DRAWING.kernel_of(view.game, view.rules, 4), view, memory)
    novice, regular = (others(there, (level,) * 4, Stream(b"a test"))[0] for level in ("novice", "regular"))
    assert {style.name for style in novice.styles} == {"novice"}
    assert {held.style.name for held in novice.hands} == {"novice"}
    assert {held.style.name for held in regular.hands} == {regular.styles[0].name} != {"novice"}
