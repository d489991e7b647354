"""What a decision was worth follows from what its seat had seen, and is bounded; what is told of it is no finer."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import engine.games  # noqa: F401 - registers the games
from engine.actions import Action, Bet, Fold, Pass, act
from engine.afterwards import MOST_STAKES, Moment, _canonical, moments, worth
from engine.asks import Ask
from engine.cards import Card, card, cards
from engine.errors import IllegalAction
from engine.game import GAMES, Game
from engine.memory import begin, known
from engine.middle import Pools
from engine.players import PLAYERS
from engine.players.base import Limit
from engine.players.drawing.thinking import DRAWING as DRAW_AND_DISCARD
from engine.players.pools.thinking import POOLS as POCH
from engine.shuffle import Stream
from engine.simulate import fresh_stakes

LIMIT = Limit(60)
DRAWING, POOLS = sorted(DRAW_AND_DISCARD.games), sorted(POCH.games)


class Played:
    """A deal of these cards, the others in the pack's order, and what was done in it."""

    def __init__(self, name: str, deck: str = "", seats: int = 2) -> None:
        self.game: Game[Any] = GAMES[name]
        rules = self.game.rules()
        pack = self.game.pack(rules, seats)
        stakes = fresh_stakes(self.game, seats)
        self.start = self.state = self.game.new_deal(rules, seats, stakes, pack.deck(deck.split()))
        self.actions: list[Action] = []

    @property
    def seat(self) -> int:
        return self.game.to_act(self.state)[0]

    @property
    def drawn(self) -> Card | None:
        return self.game.observe(self.state, self.seat).drawn

    def do(self, do: str, argument: Any = None) -> Played:
        return self.take(act(do, self.seat, argument))

    def take(self, action: Action) -> Played:
        self.state, _ = self.game.apply(self.state, action)
        self.actions.append(action)
        return self

    @property
    def moments(self) -> tuple[Moment, ...]:
        return moments(self.game, self.start, self.actions)


def told(deal: Played) -> list[tuple[str, int, int | None]]:
    return [(moment.kind, moment.seat, worth(moment, LIMIT)) for moment in deal.moments]


def test_a_knock_that_nothing_beats_wins_all_deals_and_one_with_nearly_nothing_far_fewer() -> None:
    best = Played("knock-poker", "AS 2H KS 3H QS 5D JS 8C TS 9D 7C").do("knock")
    assert told(best) == [("knock", 0, 100)]
    least = Played("knock-poker", "2S 2H 3S 3H 4C 5D 5S 8C TS 9D 7C KD").do("draw", "stock").do("knock")
    ((_, _, share),) = told(least.do("discard", card("TS")))
    assert share is not None
    assert 0 < share <= 50, "people may fold"


def test_a_fold_is_told_by_what_staying_in_would_have_won_and_a_call_by_what_it_wins() -> None:
    deck = "2S AS 3D KS 9C QS 8D JS 5H TS 7C 4D 6C"
    knock = Played("knock-poker", deck).do("draw", "stock").do("knock").do("discard", card("2S")).do("draw", "stock")
    thrown = knock.drawn
    assert thrown is not None
    folded = Played("knock-poker", deck)
    for action in knock.actions:
        folded.take(action)
    called = told(knock.do("discard", thrown))
    assert called[1] == ("call", 1, 100)
    assert told(folded.do("fold", thrown))[1] == ("fold", 1, 100)
    assert told(folded)[0] == called[0], "a knock is worth what it was when it was made"


def test_with_the_stock_gone_staying_taking_the_upcard_and_folding_are_answers_to_the_knock() -> None:
    deal = Played("knock-poker", seats=10).do("draw", "stock").do("knock")
    deal.do("discard", deal.drawn)
    deal.do("stay").do("draw", "discard")
    deal.do("discard", deal.game.observe(deal.state, deal.seat).hand[0]).do("fold")
    assert [(kind, seat) for kind, seat, _ in told(deal)] == [("knock", 0), ("call", 1), ("call", 2), ("fold", 3)]
    assert all(share is not None for *_, share in told(deal))


def test_nothing_depends_on_which_of_its_cards_a_seat_was_dealt_and_which_it_drew() -> None:
    """A hand that was shown doesn't tell that, so nor may what its knock was worth: nothing that it is made of does."""
    found, known = [], []
    for deck in ("QS 2H QD 3H 7S 5D 9C 8C TS JD 4C QH", "7S 2H QH 3H TS 5D QD 8C QS JD 4C 9C"):
        deal = Played("knock-poker", deck).do("draw", "stock").do("knock").do("discard", card("7S"))
        found.append(told(deal))
        known.append(_canonical(deal.moments[0]).plain.hands)
    assert found[0] == found[1]
    assert known[0] == known[1]


class Ticking:
    """A clock on which each look takes a while."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.looks = seconds, 0

    def __call__(self) -> float:
        self.looks += 1
        return self.looks * self.seconds


@pytest.mark.parametrize(("seconds", "worlds"), [(0.05, 60), (0.001, 400), (1.0, 3)])
def test_it_is_bounded_by_worlds_and_by_the_clock_and_of_too_few_worlds_nothing_is_told(
    seconds: float, worlds: int
) -> None:
    (moment,) = Played("knock-poker", "AS 2H KS 3H QS 5D JS 8C TS 9D 7C").do("knock").moments
    clock = Ticking(seconds)
    share = worth(moment, Limit(400, worlds * seconds if worlds < 400 else 3.0, clock))
    assert abs(clock.looks - 1 - worlds) <= 1
    assert share == (100 if worlds >= 50 else None)


@pytest.mark.parametrize("name", sorted(set(GAMES) - {*DRAWING, *POOLS}))
def test_games_without_a_knock_and_a_betting_have_nothing_to_tell(name: str) -> None:
    deal = Played(name, seats=GAMES[name].telling.recommended[0])
    stream = Stream(bytes(32))
    while deal.state.result is None:
        deal.take(PLAYERS["careful"].choose(deal.game.observe(deal.state, deal.seat), stream))
    assert deal.moments == ()
    assert deal.actions


def test_a_moment_prints_no_card_of_the_hand_and_goes_to_another_process() -> None:
    (moment,) = Played("knock-poker", "AS 2H KS 3H QS 5D JS 8C TS 9D 7C").do("knock").moments
    assert "AS" not in repr(moment)
    assert pickle.loads(pickle.dumps(moment)) == moment


# The betting of the Poch family


def shuffled(name: str, number: int, seats: int = 4) -> list[Card]:
    """A deck that follows from a number."""
    stream = Stream(bytes([number]) + bytes(31))
    deck = list(GAMES[name].pack(GAMES[name].rules(), seats).cards)
    for place in range(len(deck) - 1, 0, -1):
        other = stream.below(place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def with_pools(name: str, deck: list[Card], betting: tuple[Action, ...] = ()) -> Played:
    """A deal of four with that betting, or with that of careful players; the play-out is left."""
    deal = Played(name, " ".join(each.notation for each in deck), 4)
    stream = Stream(bytes(32))
    for action in betting:
        deal.take(action)
    while not betting and deal.game.observe(deal.state, None).asks in (Ask.BET, Ask.MATCH):
        deal.take(PLAYERS["careful"].choose(deal.game.observe(deal.state, deal.seat), stream))
    return deal


def shown_in(deal: Played) -> dict[int, tuple[Card, ...]]:
    """The sets that were shown in a deal, by seat."""
    return {seat.seat: seat.shown for seat in deal.game.observe(deal.state, None).seats if seat.shown}


def test_in_poch_stakes_and_folds_are_told_and_a_pass_and_a_fold_without_a_pair_are_none() -> None:
    # the learner's kings, aces, a hand without a pair, and a pair of nines; the 9♦ is turned up
    modern = GAMES["poch"].telling.lesson
    assert modern is not None
    deck = list(modern.deals[0].deck)
    deal = with_pools("poch", deck, (Bet(0, 1), Bet(1, 3), Fold(2), Fold(3), Bet(0, 3)))
    found = told(deal)
    pairs = {
        seat for seat in (2, 3) if len({c.rank for c in deal.game.observe(deal.start, seat).hand}) < 8 - (seat == 3)
    }
    assert [(kind, seat) for kind, seat, _ in found] == [
        ("bet", 0), ("raise", 1), *(("drop", seat) for seat in sorted(pairs)), ("match", 0)
    ]  # fmt: skip
    assert [moment.stake for moment in deal.moments if moment.kind != "drop"] == [1, 3, 3]
    shares = {(kind, seat): share for kind, seat, share in found}
    kings, matching = shares["bet", 0], shares["match", 0]
    assert kings is not None
    assert matching is not None
    assert kings > matching > 0  # whoever raises is taken for somebody with a set to raise with
    assert told(with_pools("poch", deck, tuple(Pass(seat) for seat in range(4)))) == []


def test_four_aces_win_every_deal() -> None:
    deck = cards("AS 7C 8C 9C AH 7D 8D 9D AC 7H 8H 9H AD TC JC QC")
    ((kind, seat, share),) = told(with_pools("poch", list(deck), (Bet(0, 2), Fold(1), Fold(2), Fold(3))))[:1]
    assert (kind, seat, share) == ("bet", 0, 100)


@pytest.mark.parametrize("name", POOLS)
def test_what_is_told_of_a_shown_set_is_found_from_it_and_what_everybody_saw_alone(name: str) -> None:
    """Another card of the hand, or of anybody else's, changes nothing: neither what is thought about nor the answer."""
    compared = 0
    for number in range(12):
        deck = shuffled(name, number)
        deal = with_pools(name, deck)
        shown = shown_in(deal)
        pay = middle(deal).turned.suit
        for seat, best in shown.items():
            free = [c for c in deal.game.observe(deal.start, seat).hand if c not in best and c.suit is not pay]
            for other in sorted(set(range(4)) - {seat}):
                kept = {*best, *shown.get(other, ())}
                theirs = [c for c in deal.game.observe(deal.start, other).hand if c not in kept and c.suit is not pay]
                for mine, his in [(mine, his) for mine in free for his in theirs][:4]:
                    swapped = {mine: his, his: mine}
                    try:
                        twin = with_pools(name, [swapped.get(each, each) for each in deck], tuple(deal.actions))
                    except IllegalAction:
                        continue
                    if shown_in(twin) != shown or twin.seat != deal.seat:
                        continue
                    first, second = (
                        [moment for moment in each.moments if moment.seat == seat] for each in (deal, twin)
                    )
                    assert first == second != []
                    assert all(set(moment.view.hand) <= seen_of(deal, seat, best) for moment in first)
                    compared += 1
    assert compared >= 20


def seen_of(deal: Played, seat: int, shown: tuple[Card, ...]) -> set[Card]:
    """The cards of a seat that everybody has seen: its set, and those with which it took pools before the betting."""
    return {
        *shown,
        *known(begin(deal.game.observe(deal.start, None), deal.game.telling.opening(deal.start))).taken[seat],
    }


def middle(deal: Played) -> Pools:
    found = deal.game.observe(deal.state, None).middle
    assert isinstance(found, Pools)
    return found


@pytest.mark.parametrize("name", POOLS)
def test_a_stake_is_found_for_every_deal_of_careful_players(name: str) -> None:
    for number in range(6):
        deal = with_pools(name, shuffled(name, number))
        betting = [action for action in deal.actions if isinstance(action, Bet | Fold)][-MOST_STAKES:]
        staked = [action for action in betting if isinstance(action, Bet)]
        moments = deal.moments
        assert [moment.action for moment in moments if moment.kind != "drop"] == staked
        for moment in moments:
            share = worth(moment, LIMIT)
            assert share is not None
            assert 0 <= share <= 100
            own = deal.game.observe(deal.start, moment.seat).hand
            assert set(moment.view.hand) <= set(own), "no card of another hand"
            assert all(each.hand is None for each in moment.view.seats if each.seat != moment.seat)
            if moment.seat not in shown_in(deal):
                assert moment.view.hand == own


def test_of_a_long_betting_the_last_stakes_are_told() -> None:
    modern = GAMES["poch"].telling.lesson
    assert modern is not None
    raises = tuple(Bet(place % 2, place + 1) for place in range(20))
    between: tuple[Action, ...] = (*raises[:2], Fold(2), Fold(3), *raises[2:], Bet(0, 20))
    deal = with_pools("poch", list(modern.deals[0].deck), between)
    assert [moment.stake for moment in deal.moments] == [*range(10, 21), 20]
