"""What can be counted is counted exactly; what is sampled has no more digits than the worlds carry."""

from __future__ import annotations

import random
from math import sqrt
from typing import Any

import pytest

from engine.actions import Action, Bet, Discard, Draw, Fold, Knock, Play
from engine.advice import Advice, _strongest, advise
from engine.cards import Card, Rank, card, cards
from engine.middle import Piles, Pools, Trick
from engine.parts.hands import HandName
from engine.parts.stops import next_card
from engine.players import CAREFUL, LEVELS
from engine.players.base import Limit
from engine.reasons import best_of, outs, unseen_of
from engine.rounding import mean_of, rounded, step_of
from engine.shuffle import Stream, shuffled
from engine.view import View
from tests.kit.lab import Lab

LIMIT = Limit(200)


def seen(lab: Lab) -> tuple[View, Advice]:
    view, memory = lab.table.seen_by(lab.seat)
    return view, advise(view, memory, LIMIT)


def values(advice: Advice) -> dict[str, dict[str, object]]:
    return {why.code: dict(why.values) for why in advice.why}


def after_the_betting(seed: int, game: str = "poch") -> Lab:
    """A deal of the Poch family in which nobody bets any more: from here on cards are led."""
    lab = Lab(3, game=game, chips=60)
    pack = lab.game.pack(lab.rules, 3)
    lab.deal(" ".join(there.notation for there in shuffled(pack, bytes(31) + bytes([seed]), 3)))
    while lab.view().asks in {"bet", "match"}:
        lab.do(lab.view().prompts[0].do)
    return lab


@pytest.mark.parametrize(
    ("hand", "improved"),
    [
        ("9S 9H 9D KC 4C", 7),  # a nine, three kings, three fours
        ("9S 9H KC KD 4C", 4),  # two nines, two kings
        ("2S 5S 9S KS 7D", 9 + 3 * 4 + 2),  # nine spades; three cards of each other rank make a pair, two of the sevens
        ("5S 6H 7D 8C QS", 8 + 15),  # a four or a nine; three cards of each rank make a pair
        ("AS AH 5D 8C QS", 2 + 9),  # two aces; nine cards make two pairs
    ],
)
def test_outs_of_a_fresh_deal_are_exact(hand: str, improved: int) -> None:
    own = hand.split()
    others = [there.notation for there in Lab(2).deal().game.pack(Lab(2).rules, 2) if there.notation not in own]
    rest = [
        notation for notation in others if notation[0] in "3JT"
    ]  # the upcard and the other hand make nothing better
    fillers = [notation for notation in rest if notation[1] != "S"][:6]
    dealt = [part for pair in zip(own, fillers[:5], strict=True) for part in pair]
    lab = Lab(2).deal(" ".join([*dealt, fillers[5]]))
    view, memory = lab.table.seen_by(0)
    assert sorted(map(str, view.hand)) == sorted(map(str, cards(hand)))
    unseen = unseen_of(view, memory)
    assert unseen is not None
    assert len(unseen) == 52 - 5 - 1
    counted = outs(view, memory, view.hand)
    upcard = card(fillers[5])
    lost = improves(view.hand, upcard)  # it lies open, so it is none of the unseen cards
    assert counted == (improved - lost, 46)


@pytest.mark.parametrize(
    ("hand", "count"),
    [
        ("9S 9H KD 5C 3C", 2 + 1),  # two nines and the joker; two pairs are worth nothing
        ("9S 9H KD KC 5C", 4 + 3 + 1),  # a full house; a third pair wins outright; the joker
        ("9S 9H 9D KC 4C", 1 + 6 + 1),  # of what may be called with: a better type
        ("2S 5S 9S KS 7D", 9 + 1),  # a flush
        ("9S QH KD 5C 3C", 0),
    ],
)
def test_dm_20_outs_are_those_that_make_a_hand_that_counts(hand: str, count: int) -> None:
    pack = [there.notation for there in Lab(2, game="dompe").game.pack(Lab(2, game="dompe").rules, 2)]
    own = [*hand.split(), "8C"]
    rest = iter([notation for notation in pack if notation not in own])
    lab = Lab(2, game="dompe").deal(" ".join(part for held in own for part in (held, next(rest))))
    view, memory = lab.table.seen_by(0)
    assert set(view.hand) == set(cards(" ".join(own)))
    assert outs(view, memory, cards(hand)) == (count, 53 - 6)


def test_outs_say_what_they_are_for_where_a_hand_can_not_win() -> None:
    codes: dict[str, set[object]] = {}
    for seed in range(12):
        lab = Lab(3, game="dompe", chips=60)
        lab.deal(
            " ".join(there.notation for there in shuffled(lab.game.pack(lab.rules, 3), bytes(31) + bytes([seed]), 3))
        )
        while lab.table.playing:
            view, memory = lab.table.seen_by(lab.seat)
            for reason in advise(view, memory, Limit(2)).why:
                codes.setdefault(reason.code, set()).add(view.knocker is None)
            lab.act(CAREFUL.choose(view, Stream(bytes(32))))
    assert codes["outs-to-knock"] == {True}
    assert codes["outs-to-win"] == {False}
    assert "outs" in codes


def improves(hand: tuple[Card, ...], drawn: Card) -> bool:
    """Whether the card makes a pair or better of it; enough for the upcards above."""
    ranks = [there.rank for there in hand]
    return len(set(ranks)) >= 4 and drawn.rank in ranks


def test_what_lies_open_or_was_taken_is_not_unseen() -> None:
    lab = Lab(2).deal("9S KD 9H KS 9D KC 4C KH 4H 2S 7C")
    lab.do("draw", "stock").do("discard", lab.view(0).drawn)
    thrown = lab.upcard
    view, memory = lab.table.seen_by(1)
    unseen = unseen_of(view, memory)
    assert unseen is not None
    assert thrown not in unseen
    assert card("7C") not in unseen
    lab.do("draw", "discard")
    view, memory = lab.table.seen_by(0)
    unseen = unseen_of(view, memory)
    assert unseen is not None
    assert thrown not in unseen, "the other holds it"


def test_a_full_house_is_knocked_with_and_wins_nearly_always() -> None:
    lab = Lab(2).deal("9S KD 9H 2S 9D JC 4C 3H 4H 5S 7C")
    _, advice = seen(lab)
    why = values(advice)
    first_draw_is_as_good = "equal" in why and advice.other == Knock(0)  # it may knock after it, and loses nothing
    assert isinstance(advice.action, Knock) or first_draw_is_as_good
    assert "wins-all" in why or int(str(why["wins"]["count"])) > 90
    assert advice.worlds == LIMIT.worlds


def test_the_knockers_discard_keeps_the_best_hand_and_is_no_rule_of_thumb() -> None:
    lab = Lab(2).deal("9S KD 9H 2S 9D JC 4C 3H 4H 5S 7C").do("draw", "stock").do("knock")
    view, advice = seen(lab)
    assert isinstance(advice.action, Discard)
    kept = tuple(there for there in view.hand if there is not advice.action.card)
    assert sorted(map(str, kept)) == sorted(map(str, best_of(view, view.hand, view.hand)))
    assert not {"rule", "in"} & values(advice).keys()


def test_a_card_with_which_six_cards_win_outright_is_taken_for_that() -> None:
    lab = Lab(2, game="dompe").deal("KH AS KD 2S 9H QC 5H JC 5C 7S 3C 9D")
    lab.do("discard", card("3C")).do("draw", "stock").do("discard", card("9D"))
    _, advice = seen(lab)
    assert advice.action == Draw(0, "discard")
    told = values(advice)
    name = told["makes-outright"]["name"]
    assert isinstance(name, HandName)
    assert name.type == "three_pairs"
    assert not {"keeps", "outs"} & told.keys(), "what is left after a discard is beside the point"


def test_a_card_that_makes_a_straight_is_taken() -> None:
    lab = Lab(2).deal("5S KD 6H 2S 7D JC 8C 3H QS TS 9C")
    _, advice = seen(lab)
    assert advice.action == Draw(0, "discard")
    assert "outs" not in values(advice), "the hand needs no more"


def test_a_card_that_is_taken_for_a_draw_is_told_with_its_outs() -> None:
    lab = Lab(2).deal("4C KD 5H 2S 8H JC 9S 3H TC TS 7C")
    _, advice = seen(lab)
    assert advice.action == Draw(0, "discard")
    assert int(str(values(advice)["outs"]["count"])) >= 7, "the sixes and jacks, and pairs"


def test_whoever_folds_is_told_what_staying_in_would_win() -> None:
    lab = Lab(2).deal("AS 2D KS 4H QS 6C JS 8D TS TC 7S 9H").do("knock").do("draw", "stock")
    _, advice = seen(lab)
    assert isinstance(advice.action, Fold)
    told = values(advice)
    assert not {"wins", "wins-all", "wins-none"} & told.keys()
    assert len({"stays", "stays-none"} & told.keys()) == 1


TWO = "AS 6H KD 7C QC 8H 9H 9S 4C TC 2S JD"
THREE = "AS 6H 2H KD 7C 3D QC 8H 5C 9H 9S 7D 4C TC JH 2S JD"


@pytest.mark.parametrize(
    ("dealt", "seats", "payment", "told"), [(THREE, 3, 2, True), (TWO, 2, 2, False), (THREE, 3, 0, False)]
)
def test_whoever_stays_in_is_told_what_the_knocker_pays_where_a_third_player_may_win(
    dealt: str, seats: int, payment: int, told: bool
) -> None:
    lab = Lab(seats, stay_payment=payment).deal(dealt).do("knock").do("draw", "stock")
    _, advice = seen(lab)
    assert isinstance(advice.action, Discard), "a straight"
    assert values(advice).get("knocker-pays") == ({"count": payment} if told else None)


def test_of_discards_that_are_about_equal_the_last_leaves_the_best_hand() -> None:
    lab = Lab(2).deal("AS 6H KD 7C QC 8H 9H 9S 4C TC 2S JD").do("knock").do("draw", "stock")
    _, advice = seen(lab)
    assert advice.action == Discard(1, card("6H")), "a straight up to the jack, not to the ten"
    assert advice.why[0].code == "in", "one could fold in its place"


@pytest.mark.parametrize(
    "others",
    ["8H QD TS 5D 2C JC", "KD 9D 6S QH 4C TD", "5S 8C JD 2D QC TH", "9S QS 4H 6D 8D JC", "2H 5H 9H TC JS QC"],
)
def test_of_odd_cards_beside_the_same_hand_no_higher_is_thrown_that_is_about_equal(others: str) -> None:
    """The rule would knock, waiting is better; which of the odd cards goes makes hardly a difference."""
    own, rest = ["7S", "7H", "7C", "AC", "KH"], others.split()
    dealt = [part for pair in zip(own, rest[:5], strict=True) for part in pair]
    lab = Lab(2).deal(" ".join([*dealt, rest[5], "3H"])).do("draw", "stock")
    view, memory = lab.table.seen_by(0)
    advice = advise(view, memory, Limit(1000))
    assert isinstance(advice.action, Discard)
    equal = "equal" in {reason.code for reason in advice.why}
    assert advice.action == Discard(0, card("3H")) or not (equal and advice.other == Discard(0, card("3H")))


def chosen(
    hand: str, best: str, other: str, *, game: str = "knock-poker", ahead: float = 0.0, spread: float = 0.0
) -> str:
    """Which of two discards is advised in place of a knock, over which both gain 1 or a little less."""
    own = hand.split()
    pack = [there.notation for there in Lab(2, game=game).game.pack(Lab(2, game=game).rules, 2)]
    rest = iter([notation for notation in pack if notation not in own])
    size = len(own) - 1
    dealt = [part for held in own[:size] for part in (held, next(rest))]
    lab = Lab(2, game=game).deal(" ".join([*dealt, next(rest), own[size]])).do("draw", "stock")
    view, memory = lab.table.seen_by(0)
    actions: list[Action] = [Knock(0), Discard(0, card(best)), Discard(0, card(other))]
    nets = [[0.0] * 100, [1.0] * 100, [1.0 - ahead - spread, 1.0 - ahead + spread] * 50]
    found = actions[_strongest(view, memory, actions, nets, 1)]
    assert isinstance(found, Discard)
    return str(found.card)


def test_no_draw_and_no_meld_is_given_up_for_higher_cards() -> None:
    assert chosen("7S 7H 7C AC KH 3H", "AC", "3H") == "3H"
    assert chosen("7S 7H 7C AC KH 3H", "AC", "3H", ahead=0.1, spread=1.0) == "3H", "that may be luck"
    assert chosen("7S 7H 7C AC KH 3H", "AC", "3H", ahead=0.1) == "AC", "it is clearly better"
    assert chosen("TS TH 9S 8S 2S AD", "AD", "2S") == "AD", "four spades"
    assert chosen("9S 9H 8D 7C 6C AD", "AD", "6C") == "AD", "a straight that lacks an end"
    assert chosen("9S 9H 5D 5C 3C AD", "AD", "3C") == "3C"
    assert chosen("9S 9H 5D 5C KC AD", "KC", "5C") == "KC", "another type of hand"
    rummy = "9S 9H 9D 4C 5C 6C 2D 3D KC QH JH"
    assert chosen(rummy, "2D", "KC", game="knock-rummy") == "2D"


def test_after_a_knock_its_hand_is_told_with_its_chances() -> None:
    lab = Lab(2).deal("9S KD 9H 2S 9D JC 4C 3H 4H 5S 7C").do("draw", "stock").do("knock")
    assert {"wins", "wins-all"} & values(seen(lab)[1]).keys()


@pytest.mark.parametrize("game", ["poch", "le-poque", "poch-1873"])
def test_a_bet_is_told_with_its_chances_and_a_fold_with_those_of_matching(game: str) -> None:
    codes: set[str] = set()
    for seed in range(6):
        lab = Lab(4, game=game, chips=60)
        pack = lab.game.pack(lab.rules, 4)
        lab.deal(" ".join(there.notation for there in shuffled(pack, bytes(31) + bytes([seed]), 3)))
        for _ in range(4):
            view, advice = seen(lab)
            if view.asks not in {"bet", "match"}:
                break
            kinds = {why.code.split("-")[0] for why in advice.why}
            if isinstance(advice.action, Bet):
                assert "betting" in kinds
            elif isinstance(advice.action, Fold) and view.prompt("bet") is not None:
                assert "matching" in kinds
            codes |= kinds
            lab.act(advice.action)
    assert {"betting", "matching"} <= codes


def test_a_stake_that_seldom_wins_is_told_with_what_it_is_for() -> None:
    told_with, without = 0, 0
    for seed in range(16):
        lab = Lab(3, game="poch", chips=60)
        pack = lab.game.pack(lab.rules, 3)
        lab.deal(" ".join(there.notation for there in shuffled(pack, bytes(31) + bytes([seed]), 3)))
        while lab.view(lab.seat).asks in {"bet", "match"}:
            view, advice = seen(lab)
            told, board = values(advice), view.middle
            assert isinstance(board, Pools)
            assert view.own is not None
            seldom = "betting-none" in told or int(str(told.get("betting", {}).get("count", 100))) < 30
            if seldom and board.bet:
                assert "winner-leads" in told
                told_with += 1
                if isinstance(advice.action, Bet) and advice.action.amount == board.bet:
                    more = board.bet - view.own.stake
                    assert told["at-stake"]["more"] == more
                    assert int(str(told["at-stake"]["pot"])) > more
            elif "betting" in told and int(str(told["betting"]["count"])) > 40:
                assert ("winner-leads" in told) <= (not board.bet), (
                    "where nothing lies there, that is all there is to win"
                )
                without += 1
            lab.act(advice.action)
    assert told_with
    assert without


def test_cards_that_can_match_are_counted_exactly() -> None:
    lab, told = Lab(4, game="crummy").deal(), 0
    while told < 8 and lab.table.playing:
        view, memory = lab.table.seen_by(lab.seat)
        seat, advice = lab.seat, advise(view, memory, Limit(2))
        if (found := values(advice).get("matchers")) is not None:
            assert isinstance(advice.action, Play)
            trick = view.middle
            assert isinstance(trick, Trick)
            lying = {there.suit for there in trick.cards} if trick.winner is None else set()
            others = [held for other in range(4) if other != seat for held in lab.view(other).hand]
            alike = [held for held in others if held.rank is advice.action.card.rank and held.suit not in lying]
            assert found["count"] == len(alike)
            told += 1
        lab.act(advice.action)
    assert told == 8


def test_a_card_that_nothing_leads_up_to_is_told_and_what_comes_after_it() -> None:
    codes: set[str] = set()
    for seed in range(4):
        lab = after_the_betting(seed)
        while lab.table.playing:
            view, memory = lab.table.seen_by(lab.seat)
            advice = advise(view, memory, Limit(2))
            told = values(advice)
            assert isinstance(advice.action, Play)
            last = len(view.hand) == 1
            assert ("goes-out" in told) == last, "nobody leads again after the last card"
            assert len({"stops", "run", "run-out", "goes-on", "follows"} & told.keys()) == (not last)
            held = {there for seat in range(3) for there in lab.view(seat).hand}
            if "must-lead" in told:
                assert not any(next_card(lower) is advice.action.card for lower in held)
            codes |= told.keys()
            lab.act(advice.action)
    assert {"stops", "goes-on", "must-lead"} <= codes


@pytest.mark.parametrize("game", ["le-poque", "poch-1873"])
def test_what_the_pools_tell_of_the_next_card_is_told(game: str) -> None:
    """Whoever took a pool holds its card; the card of a pool that nobody took is in no hand."""
    codes: set[str] = set()
    for seed in range(48):
        lab = after_the_betting(seed, game)
        while lab.table.playing:
            advice = advise(*lab.table.seen_by(lab.seat), Limit(2))
            told: Any = values(advice)
            held = {there for seat in range(3) if seat != lab.seat for there in lab.view(seat).hand}
            if "follows" in told:
                assert told["follows"]["card"] in held
            if "stops" in told:
                assert next_card(told["stops"]["card"]) not in held
                assert told["stops"]["stop"] == lab.middle(Pools).stop
            board = lab.middle(Pools)
            untaken = {pool.name for pool in board.pools if pool.chips}
            if "goes-on" in told and told["goes-on"]["card"].suit is board.turned.suit:
                honours = {Rank.ACE: "ace", Rank.KING: "king", Rank.QUEEN: "queen", Rank.JACK: "jack", Rank.TEN: "ten"}
                assert honours.get(told["goes-on"]["card"].rank) not in untaken
            codes |= told.keys()
            lab.act(advice.action)
    assert {"stops", *(["follows"] if game == "le-poque" else [])} <= codes


def test_two_moves_that_come_to_the_same_are_about_equal() -> None:
    """Of a hand of trips either odd card may go; the search can't tell them apart."""
    lab = Lab(2).deal("9S KD 9H 2S 9D JC 4C 3H 6H TS 7C").do("draw", "stock")
    codes = [why.code for why in seen(lab)[1].why]
    assert len({"equal", "worth", "better"} & set(codes)) == 1


def test_of_two_that_are_about_equal_the_rules_move_is_advised() -> None:
    """Its sense is seen at once; another is advised where it is better by as much as is told to be no luck."""
    from engine.advice import _best

    lot = random.Random(4)
    luck = [lot.gauss(0, 1) for _ in range(400)]
    rule = [0.0] * len(luck)
    error = sqrt(sum(value * value for value in luck)) / len(luck)
    mean = sum(luck) / len(luck)
    assert _best([rule, rule]) == 0
    for errors, best in ((-3.0, 0), (1.5, 0), (2.5, 1)):
        assert _best([rule, [value - mean + errors * error for value in luck]]) == best


def test_sampled_numbers_are_no_finer_than_their_error() -> None:
    """By the same deals with other luck: what is told differs by a few steps at most."""
    from engine.advice import _share

    lot = random.Random(3)
    for worlds in (40, 400, 4000):
        values = [float(lot.choice([-2, 0, 4])) for _ in range(worlds)]
        mean, error = mean_of(values)
        step = step_of(error)
        assert step >= error
        assert abs(rounded(mean, step) - mean) <= step / 2 + 0.05
        wins = sum(value > 0 for value in values)
        share = wins / worlds
        told = int(str(dict(_share("wins", wins, worlds).values)["count"]))
        error = 100 * sqrt(share * (1 - share) / worlds)
        assert told % round(max(1.0, step_of(error))) == 0
        assert abs(told - 100 * share) <= max(1.0, step_of(error))
    assert _share("wins", 60, 60).code == "wins-all"
    assert _share("wins", 0, 60).code == "wins-none"


def test_nothing_is_advised_to_whoever_is_asked_nothing() -> None:
    lab = Lab(2).deal()
    view, memory = lab.table.seen_by(1)
    with pytest.raises(ValueError, match="nothing is asked"):
        advise(view, memory, LIMIT)


def test_a_trick_that_the_last_card_decides_is_told_as_it_is() -> None:
    lab = Lab(4, game="crummy").deal()
    last = {"trick-take", "trick-leave"}
    while not any(there.code in last for there in lab.game.telling.consequences(lab.view(lab.seat))):
        view, memory = lab.table.seen_by(lab.seat)
        lab.act(advise(view, memory, Limit(1)).action)
    seat = lab.seat
    _, advice = seen(lab)
    told = values(advice)
    lab.act(advice.action)
    taker = lab.view(seat).middle.taker  # type: ignore[union-attr]
    assert ("trick-take" in told) == (taker == seat)
    assert "trick-take" in told or told["trick-leave"]["seat"] == taker


def test_in_crummy_what_tells_a_card_from_the_next_best_is_told_and_no_points_that_are_guessed() -> None:
    """Who takes the trick, and whether a quartet is laid soon, where that differs clearly."""
    lab, codes = Lab(4, game="crummy").deal(), set[str]()
    for _ in range(30):
        advice = advise(*lab.table.seen_by(lab.seat), Limit(40))
        told: Any = values(advice)
        for code in {"takes", "quartet-soon"} & told.keys():
            assert isinstance(advice.action, Play)
            assert isinstance(advice.other, Play)
            assert abs(told[code]["count"] - told[code]["other"]) >= 10
        if "takes" in told:  # else it is told for certain
            assert not {"trick-take", "trick-leave"} & told.keys()
        codes |= told.keys()
        lab.act(advice.action)
    assert {"takes", "quartet-soon", "ahead", "equal"} <= codes
    assert not {"worth", "better", "little-better"} & codes


def test_in_crummy_what_a_card_leads_to_depends_on_who_looks_ahead() -> None:
    """Regulars keep others from their quartets. As if nobody did, nine quartets of ten were told of which four came."""
    lab = Lab(3, game="crummy").deal()
    regular = LEVELS["regular"].think
    assert regular is not None
    for _ in range(7):
        lab.act(regular(*lab.table.seen_by(lab.seat), Stream(b"a test")).action)
    view, memory = lab.table.seen_by(lab.seat)
    assert "quartet-soon" in values(advise(view, memory, Limit(40), ("novice",) * 3))
    assert "quartet-soon" not in values(advise(view, memory, Limit(40), ("regular",) * 3))


def test_what_few_worlds_say_of_a_trick_is_not_told() -> None:
    lab = Lab(4, game="crummy").deal()
    for _ in range(12):
        advice = advise(*lab.table.seen_by(lab.seat), Limit(15))
        assert not {"takes", "quartet-soon"} & values(advice).keys()
        lab.act(advice.action)


def test_a_sequence_that_must_stop_is_told() -> None:
    """Whatever is said of it, in a few deals."""
    stops = 0
    for seed in range(4):
        lab = after_the_betting(seed)
        while lab.table.playing:
            view, memory = lab.table.seen_by(lab.seat)
            seat, advice = lab.seat, advise(view, memory, Limit(2))
            told = values(advice)
            lab.act(advice.action)
            if "stops" in told and lab.table.playing:
                stops += 1
                assert lab.seat == seat, "whoever plays the last card of it leads again"
    assert stops


def test_kp_40_no_card_improves_a_hand_with_which_the_deal_ends() -> None:
    lab = Lab(10).deal()
    while lab.middle(Piles).stock > 1:
        lab.do("draw", "stock").do("discard", lab.prompt("discard").choices[0])
    lab.do("draw", "stock")
    assert lab.middle(Piles).stock == 0
    _view, advice = seen(lab)
    assert isinstance(advice.action, Discard | Knock)
    assert "outs" not in values(advice)


def test_a_hand_that_never_wins_is_not_said_to_be_better_by_a_tenth() -> None:
    """Where moves differ in no world they are about equal, and where they differ by less than is told, a little."""
    found: set[str] = set()
    for seed in range(12):
        lab = Lab(10, game="poe-crumb")
        lab.deal(
            " ".join(there.notation for there in shuffled(lab.game.pack(lab.rules, 10), bytes(31) + bytes([seed]), 3))
        )
        view, memory = lab.table.seen_by(lab.seat)
        advice = advise(view, memory, Limit(60))
        told = values(advice)
        found |= told.keys()
        assert told.get("better", {}).get("by") != 0.0
    assert "equal" in found


def test_a_hand_without_a_pair_is_no_set() -> None:
    met = 0
    for seed in range(40):
        lab = Lab(4, game="poch-1873", chips=60)
        lab.deal(
            " ".join(there.notation for there in shuffled(lab.game.pack(lab.rules, 4), bytes(31) + bytes([seed]), 3))
        )
        view, memory = lab.table.seen_by(lab.seat)
        if view.own is None or view.own.name is None or view.asks not in {"bet", "match"}:
            continue
        told = values(advise(view, memory, Limit(2)))
        assert ("no-set" in told) == (view.own.name.type == "high_card")
        assert ("set" in told) != ("no-set" in told)
        met += "no-set" in told
    assert met


def test_a_call_of_dompe_is_worth_as_much_after_it_as_before() -> None:
    """Whoever had a turn before the call, and has none after it, didn't call either: that is still known."""
    lab = Lab(3, game="dompe", chips=60)
    lab.deal(" ".join(there.notation for there in shuffled(lab.game.pack(lab.rules, 3), bytes(31) + bytes([8]), 3)))
    shares: list[int] = []
    while len(shares) < 2:
        view, memory = lab.table.seen_by(lab.seat)
        advice = advise(view, memory, Limit(1000))
        if isinstance(advice.action, Knock) or shares:
            shares.append(int(str(values(advice)["wins"]["count"])))
            lab.act(advice.action)
        else:
            lab.act(CAREFUL.choose(view, Stream(bytes(32))))
    assert abs(shares[0] - shares[1]) <= 4
