"""Every hint says something of this hand that tells the move from others, and it is so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from engine.actions import Action, Bet, Discard, Draw, Fold, Knock, Play, Show
from engine.advice import Advice, advise
from engine.alternatives import alternatives, beaten_of
from engine.cards import Card, card
from engine.game import GAMES
from engine.middle import Pools, Trick
from engine.parts.melds import deadwood
from engine.parts.ranking import rank_hand
from engine.parts.stops import next_card
from engine.players.base import Limit
from engine.reasons import facts, made, outs, ranking_of, unseen_of
from engine.shuffle import shuffled
from tests.engine.test_advice import after_the_betting, values
from tests.kit.lab import Lab

BY_RULE = Limit(0)
OF_THE_RULE = frozenset({"rule", "only"})
WHATEVER_IS_DONE = frozenset({
    "holds", "keeps", "deadwood", "deadwood-now", "in", "of-rank", "set", "no-set", "rivals",
    "outs", "outs-make", "outs-to-knock", "outs-to-win", "outs-deadwood",
})  # fmt: skip
"""Reasons that tell what the hand is, and not what is won or lost by this move."""


def shuffled_deal(game: str, seats: int, seed: int) -> Lab:
    lab = Lab(seats, game=game, chips=60)
    pack = lab.game.pack(lab.rules, seats)
    return lab.deal(" ".join(there.notation for there in shuffled(pack, bytes(31) + bytes([seed]), 3)))


def moments(game: str, deals: int = 6, most: int = 40) -> Iterator[tuple[Lab, Advice]]:
    """Moments of some deals that are played by hints of the rule alone."""
    for seed in range(deals):
        lab = shuffled_deal(game, GAMES[game].seats[min(seed % 3, len(GAMES[game].seats) - 1)], seed)
        for _ in range(most):
            if not lab.table.playing:
                break
            advice = advise(*lab.table.seen_by(lab.seat), BY_RULE)
            yield lab, advice
            lab.act(advice.action)


def held(hand: str, upcard: str = "", drawn: str = "", game: str = "knock-poker", seats: int = 2, **rules: Any) -> Lab:
    """A first turn with that hand; ``drawn``: from the stock, after which a card is to be discarded."""
    own = hand.split()
    lab = Lab(seats, game=game, **rules)
    taken = {*own, upcard, drawn}
    rest = [there.notation for there in lab.game.pack(lab.rules, seats) if there.notation not in taken]
    upcard = upcard or rest.pop(0)
    others = iter(rest)
    dealt = [part for part_of_own in own for part in (part_of_own, *(next(others) for _ in range(seats - 1)))]
    lab.deal(" ".join([*dealt, upcard, drawn]).strip(), dealer=seats - 1)
    return lab.do("draw", "stock") if drawn else lab


def told(lab: Lab, action: Action) -> dict[str, dict[str, Any]]:
    """What is certain of a move, and what tells it from others."""
    seen = lab.table.seen_by(lab.seat)
    return {why.code: dict(why.values) for why in (*facts(*seen, action), *alternatives(*seen, action))}


@pytest.mark.parametrize("game", GAMES)
def test_each_hint_of_the_rule_tells_something_that_other_moves_would_not_bring(game: str) -> None:
    kinds = set[str]()
    for _lab, advice in moments(game):
        codes = values(advice).keys()
        kinds.add(advice.action.do)
        assert "only" in codes or codes - OF_THE_RULE - WHATEVER_IS_DONE, (advice.action.do, codes)
    assert len(kinds) > 1


def test_the_lowest_odd_card_is_said_to_be_that() -> None:
    lab = held("9S 9H KD 7C 4S", drawn="QH")
    assert told(lab, Discard(0, card("4S")))["lowest"] == {"card": card("4S")}
    assert told(lab, Discard(0, card("7C")))["only-odd"] == {"card": card("7C")}
    broken = told(lab, Discard(0, card("9S")))
    assert broken["gives-up"]["name"].type == "pair"
    assert not {"lowest", "adds-nothing", "only-odd"} & broken.keys()


def test_a_hand_that_needs_all_its_cards_says_so() -> None:
    lab = held("9S 9H 9D KC KS", drawn="4H")
    assert "rest-needed" in told(lab, Discard(0, card("4H")))


def test_an_upcard_that_has_to_stay_is_neither_needed_nor_higher_than_the_lowest_card() -> None:
    two_pairs = held("TC TD 8D 8H 4S", "5S", seats=3).do("draw", "discard")
    assert "rest-needed" not in told(two_pairs, Discard(0, card("4S"))), "the five isn't needed, either"
    pair = held("3H 3S 8C 9D 4H", "2S", seats=3).do("draw", "discard")
    found = told(pair, Discard(0, card("4H")))
    assert "lowest" not in found, "the two is lower"
    assert "only-odd" in found


def test_a_higher_odd_card_is_not_said_to_add_nothing() -> None:
    lab = held("AS QD 9D 5D 3D", drawn="JS", game="poe-crumb")
    found = told(lab, Discard(0, card("JS")))
    assert not {"adds-nothing", "lowest"} & found.keys()
    odd = told(held("9S 9H KD 7C 4S", drawn="QH"), Discard(0, card("KD")))
    assert odd["only-odd"] == {"card": card("KD")}
    assert not {"adds-nothing", "lowest"} & odd.keys()


def test_a_discard_that_leaves_most_outs_says_so() -> None:
    """A pair, and a straight that lacks an end."""
    lab = held("5S 6H 7D 8C 8S", drawn="KH")
    assert "most-outs-alike" in told(lab, Discard(0, card("KH")))
    assert "most-outs-alike" not in told(lab, Discard(0, card("5S")))


def test_in_dompe_where_no_hand_can_win_yet_all_outs_are_compared() -> None:
    for lab, advice in moments("dompe", 12):
        found = values(advice)
        if "most-outs" not in found:
            continue
        view, memory = lab.table.seen_by(lab.seat)
        assert isinstance(advice.action, Discard)
        choices = lab.prompt("discard").choices
        hands = {
            gone: tuple(there for there in view.hand if there is not gone) for gone in view.hand if gone in choices
        }
        counts = {gone: count[0] for gone, hand in hands.items() if (count := outs(view, memory, hand)) is not None}
        own = counts.pop(advice.action.card)
        assert found["most-outs"]["count"] == max(counts.values()) < own
        return
    pytest.fail("no such discard")


def test_what_the_outs_make_is_counted_exactly() -> None:
    lab = held("5S 6H 7D 8C 8S")
    view, memory = lab.table.seen_by(0)
    unseen = unseen_of(view, memory)
    assert unseen is not None
    found: Counter[str] = Counter()
    for drawn in unseen:
        six = (*view.hand, drawn)
        best = max((tuple(c for c in six if c is not gone) for gone in six), key=rank_hand)
        ranking = ranking_of(view, best)
        assert ranking is not None
        if ranking.name.type != "pair":
            found[ranking.name.type] += 1
    assert dict(made(view, memory, view.hand)) == dict(found)
    counted = outs(view, memory, view.hand)
    assert counted is not None
    assert counted[0] == sum(found.values())
    assert {"straight", "three_of_a_kind", "two_pairs"} == found.keys()


def test_an_upcard_that_is_left_lying_is_told_by_what_it_would_make() -> None:
    stock = Draw(0, "stock")
    assert told(held("9S 9H KD 7C 4S", "2D"), stock)["upcard-no-use"] == {"card": card("2D")}
    assert told(held("9S 9H KD 7C 4S", "5D"), stock)["upcard-odd"] == {"card": card("5D")}
    makes = told(held("9S 9H KD 7C 4S", "7D"), stock)["upcard-makes"]
    assert (makes["card"], makes["name"].type) == (card("7D"), "two_pairs")


def test_an_upcard_that_is_taken_is_told_by_what_the_hand_is_without_it() -> None:
    take = Draw(0, "discard")
    assert told(held("9S 9H KD 7C 4S", "7D"), take)["before"]["name"].type == "pair"
    draw = told(held("5S 6H 7D KC 5C", "8D"), take)
    assert draw["then-outs"]["count"] > draw["before-outs"]["count"]
    assert draw["then-outs"]["card"] == card("KC")
    assert "upcard-odd-taken" in told(held("9S 9H KD 7C 3S", "QD"), take)


def test_of_hands_without_odd_cards_none_is_told() -> None:
    """A straight with a joker, which the upcard makes natural; and a flush with a higher card."""
    aided = held("7S 8H 9D TC X", "JD", game="poe-crumb", jokers=1)
    assert "upcard-higher" in told(aided, Draw(0, "stock"))
    flush = held("KS 9S 7S 5S 2S", "TS")
    assert "upcard-higher" in told(flush, Draw(0, "stock"))
    assert "upcard-higher-taken" in told(flush, Draw(0, "discard"))
    assert "upcard-odd-taken" not in told(flush, Draw(0, "discard"))


def test_such_cards_are_told_of_only_after_it_is_said_what_they_make() -> None:
    """The hand that the best discard leaves has no outs, and another has."""
    lab = Lab(2, game="dompe").deal("4S KH 9D 2C 9H 3C TD 8H QD AC JS")
    lab.do("discard", card("4S"))
    found = told(lab, Draw(1, "discard"))
    assert found["then-outs"]["count"] > found["outs-to-knock"]["count"] == 0


RUMMY = "9S 9H 9D KC 2D 5S 6S 7S QH JH"


def test_in_knock_rummy_a_discard_is_told_by_its_points_and_what_it_may_become() -> None:
    lab = held(RUMMY, drawn="4D", game="knock-rummy")
    king = told(lab, Discard(0, card("KC")))
    assert king["takes-off"] == {"card": card("KC"), "count": 10}
    assert "loose" in king
    queen = told(lab, Discard(0, card("QH")))
    view, memory = lab.table.seen_by(0)
    left = [there for there in view.hand if there is not card("QH")]
    unseen = unseen_of(view, memory)
    assert unseen is not None
    completes = {third for third in unseen for other in left if deadwood(card("QH").bit + other.bit + third.bit) == 0}
    assert queen["would-meld"] == {"card": card("QH"), "count": len(completes)}
    assert "breaks-meld" in told(lab, Discard(0, card("6S")))
    longer = held("9S 9H 9D 9C 2D 5S 6S 7S QH JH", drawn="8S", game="knock-rummy")
    assert "melds-stay" in told(longer, Discard(0, card("9C")))


def test_in_knock_rummy_an_upcard_is_weighed_against_the_stock() -> None:
    lab = held("9S 8H 2D KC 4D 5S 6H 7C QH JD", "3C", game="knock-rummy")
    found = told(lab, Draw(0, "stock"))
    view, memory = lab.table.seen_by(0)
    unseen = unseen_of(view, memory)
    assert unseen is not None
    left = []
    for drawn in unseen:
        mask = sum(there.bit for there in (*view.hand, drawn))
        left.append(min(deadwood(mask - gone.bit) for gone in (*view.hand, drawn)))
    assert found["stock-deadwood"] == {"count": round(sum(left) / len(left))}
    own = sum(there.bit for there in (*view.hand, card("3C")))
    assert found["upcard-deadwood"]["count"] == min(deadwood(own - gone.bit) for gone in view.hand)
    assert told(lab, Draw(0, "discard"))["before-deadwood"]["count"] == deadwood(own - card("3C").bit)


@pytest.mark.parametrize("payment", [2, 5])
def test_what_a_knock_a_fold_and_staying_in_may_cost_is_told(payment: int) -> None:
    lab = held("9S 9H KD 7C 4S", drawn="QH", seats=3, stay_payment=payment)
    assert told(lab, Knock(0))["knock-risks"] == {"risk": payment, "rivals": 2}
    lab.do("knock").do("discard", lab.view(0).drawn).do("draw", "stock")
    gone = lab.view(1).hand[0]
    paid = {"fold": 1, "risk": payment, "pot": lab.view(1).pot}
    assert told(lab, Fold(1, gone))["fold-costs"] == paid
    assert told(lab, Discard(1, gone))["stay-risks"] == paid


def test_where_a_knock_ends_the_deal_for_the_pot_alone_nothing_is_risked() -> None:
    assert "knock-risks" not in told(held("9S 9H KD 7C 4S", settlement="simple"), Knock(0))
    rummy = told(held(RUMMY, drawn="4D", game="knock-rummy", undercut_penalty=30), Knock(0))
    assert rummy["knock-undercut"] == {"count": 30}


def test_nobody_may_still_improve_where_a_knock_ends_the_deal() -> None:
    poor = held("2S 4H 6D 8C KS", drawn="9H", seats=3, settlement="simple")
    found = values(advise(*poor.table.seen_by(0), BY_RULE))
    assert "not-to-knock-ends" in found
    assert "not-to-knock" not in found
    said = [values(advice).keys() for _, advice in moments("knock-rummy", 6)]
    assert any("not-to-knock-ends" in codes for codes in said)
    assert not any("not-to-knock" in codes for codes in said)


def test_after_a_call_in_dompe_only_those_before_the_dealer_may_still_improve() -> None:
    for lab, advice in moments("dompe", 24):
        found: Any = values(advice)
        if "not-to-knock" not in found:
            continue
        own, later = lab.seat, set[int]()
        lab.do("knock")
        while lab.table.playing:
            later |= {lab.seat} - {own}
            lab.act(advise(*lab.table.seen_by(lab.seat), BY_RULE).action)
        assert len(later) == found["not-to-knock"]["count"]
        return
    pytest.fail("nobody could have called")


def test_where_nothing_was_tried_out_a_knock_and_a_fold_say_how_good_the_hand_is() -> None:
    good, poor = held("9S 9H 9D KC KS", drawn="4H", seats=3), held("2S 4H 6D 8C KS", drawn="9H", seats=3)
    knock, wait = (advise(*lab.table.seen_by(0), BY_RULE) for lab in (good, poor))
    assert isinstance(knock.action, Knock)
    assert "beats-all" in values(knock) or int(str(values(knock)["beats"]["count"])) >= 95
    assert isinstance(wait.action, Discard)
    assert int(str(values(wait)["beats"]["count"])) < 60
    assert values(wait)["not-to-knock"] == {"count": 2}
    searched = values(advise(*good.table.seen_by(0), Limit(40)))
    assert not {"beats", "beats-all", "rule"} & searched.keys(), "then it is told how often it wins"
    good.do("knock").do("discard", card("4H")).do("draw", "stock")
    seen = good.table.seen_by(1)
    assert beaten_of(*seen, Fold(1, good.view(1).hand[0])) is not None
    found = next(advice for _, advice in moments("knock-poker", 12) if isinstance(advice.action, Fold))
    assert "knocked-better" in values(found)
    assert {"beats", "beats-none"} & values(found).keys()


def test_cards_that_are_shown_win() -> None:
    lab = Lab(2, game="dompe").deal("KH AS KD 2S 9H QC 5H JC 5C 7S 9C 9D")
    assert "wins-outright" in told(lab, Show(lab.seat))


def test_in_crummy_it_is_told_who_takes_the_trick_so_far_and_what_a_trick_brings() -> None:
    codes = Counter[str]()
    for lab, advice in moments("crummy", 2):
        found, seat, view = values(advice), lab.seat, lab.view(lab.seat)
        if not isinstance(advice.action, Play):
            continue
        trick, played = view.middle, advice.action.card
        assert isinstance(trick, Trick)
        kept = [there for there in view.hand if there is not played]
        if "keeps-rank" in found:
            held_of: Any = found["keeps-rank"]
            ranks = Counter(there.rank for there in kept if there.rank is not played.rank)
            assert held_of["count"] == ranks[held_of["rank"]] == max(ranks.values()) > 1
        if "brings" in found and found["brings"]["rank"] is played.rank:
            assert "of-rank" not in found, "it would be told of the same rank twice"
        if "brings" in found:
            brought: Any = found["brings"]
            after = [*kept, *trick.cards, played]
            assert sum(there.rank is brought["rank"] for there in after) == brought["count"]
            assert "trick-take" in found
        if "trick-behind" in found:
            assert found["trick-behind"]["seat"] != seat
        codes.update(found.keys())
    assert min(codes[code] for code in ("trick-ahead", "trick-behind", "keeps-rank", "brings")) > 0


def higher_of(view_hand: tuple[Card, ...], unseen: list[Card], size: int, rank: int) -> int:
    left = Counter(int(there.rank) for there in unseen if there not in view_hand)
    return sum(count > size or (count == size and other > rank) for other, count in left.items())


def test_a_pair_of_the_same_rank_may_be_higher_by_its_suit() -> None:
    counts = Counter[int]()
    for lab, advice in moments("poch", 40, 6):
        found, view = values(advice), lab.view(lab.seat)
        if "higher-sets" not in found or view.own is None or view.own.name is None or view.own.name.type != "pair":
            continue
        board, rank = view.middle, view.own.name.ranks[0]
        assert isinstance(board, Pools)
        own = [there for there in view.hand if there.rank is rank]
        out = [board.turned] if board.turned_to is None else []
        unseen = [there for there in lab.game.pack(lab.rules, len(view.seats)) if there not in (*out, *view.hand)]
        others = [there for there in unseen if there.rank is rank]
        beats = len(others) == 2 and any(there.suit is board.turned.suit for there in others)
        assert found["higher-sets"]["count"] == higher_of((), unseen, 2, int(rank)) + beats, own
        counts[beats] += 1
    assert min(counts[True], counts[False]) > 0


@pytest.mark.parametrize("game", ["poch", "le-poque", "poch-1873"])
def test_in_the_betting_it_is_told_how_many_higher_sets_there_may_be(game: str) -> None:
    sizes = {"pair": 2, "three_of_a_kind": 3, "four_of_a_kind": 4}
    told_of, none_higher = 0, 0
    for lab, advice in moments(game, 12, 12):
        found, view = values(advice), lab.view(lab.seat)
        if "higher-sets" not in found:
            continue
        assert view.own is not None
        assert view.own.name is not None
        assert isinstance(view.middle, Pools)
        out = [view.middle.turned] if view.middle.turned_to is None else []
        unseen = [there for there in lab.game.pack(lab.rules, len(view.seats)) if there not in out]
        size, rank = sizes[view.own.name.type], int(view.own.name.ranks[0])
        count = int(str(found["higher-sets"]["count"]))
        assert count - higher_of(view.hand, unseen, size, rank) in {0, 1}, "one more of the same rank, by its suit"
        for seat in range(len(view.seats)):
            held_there = Counter(int(there.rank) for there in lab.view(seat).hand)
            if any(n > size or (n == size and other > rank) for other, n in held_there.items()):
                assert count, "somebody does hold one"
                none_higher += 1
        told_of += 1
    assert told_of
    assert none_higher


def test_a_stake_says_what_it_costs_and_a_fold_what_it_leaves() -> None:
    codes = set[str]()
    for lab, advice in moments("poch", 12, 16):
        found, view = values(advice), lab.view(lab.seat)
        board, own = view.middle, view.own
        assert isinstance(board, Pools)
        assert own is not None
        if not board.betting:
            continue
        if isinstance(advice.action, Bet) and board.bet:
            code = "at-stake" if advice.action.amount == board.bet else "stake-costs"
            assert found[code]["more"] == advice.action.amount - own.stake
        elif isinstance(advice.action, Bet):
            assert {"alone-takes", "winner-leads"} & found.keys()
        elif isinstance(advice.action, Fold):
            assert found["fold-leaves"] == {"count": own.stake}
        else:
            assert "pass-free" in found
        codes |= found.keys()
    assert {"at-stake", "alone-takes", "fold-leaves"} <= codes


def test_a_lead_says_which_card_of_the_hand_may_follow_later() -> None:
    met = 0
    for seed in range(4):
        lab = after_the_betting(seed)
        while lab.table.playing:
            advice = advise(*lab.table.seen_by(lab.seat), BY_RULE)
            found: Any = values(advice)
            if "comes-back" in found:
                assert isinstance(advice.action, Play)
                later, there = found["comes-back"]["card"], advice.action.card
                assert later in lab.view(lab.seat).hand
                assert later.suit is there.suit
                while (following := next_card(there)) is not later:
                    assert following is not None
                    there = following
                    assert there not in lab.middle(Pools).gone
                met += 1
            lab.act(advice.action)
    assert met


def test_hints_say_the_same_whatever_the_others_hold() -> None:
    """Of deals that differ only in cards that the seat can't see."""
    own = ["9S", "9H", "KD", "7C", "4S"]
    found = []
    for others in (["QH", "3D", "8S", "TC", "2H"], ["2H", "TC", "8S", "3D", "QH"], ["JH", "TD", "6S", "AC", "3H"]):
        dealt = [part for pair in zip(own, others, strict=True) for part in pair]
        lab = Lab(2).deal(" ".join([*dealt, "5D"]))
        found.append([advise(*lab.table.seen_by(0), limit) for limit in (BY_RULE, Limit(30))])
    assert found[0] == found[1] == found[2]
