"""What holds for every game: cards and chips are conserved, prompts and actions agree, deals end, replays are exact."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings, strategies

from engine.actions import (
    ARGUMENTS,
    OPTIONAL_ARGUMENTS,
    Action,
    Bet,
    Discard,
    Draw,
    Fold,
    Halt,
    Knock,
    Meld,
    Pass,
    Play,
    Prompt,
    Show,
    Shuffle,
    Stay,
)
from engine.cards import Card, Rank
from engine.errors import BadSetup, IllegalAction
from engine.fingerprint import fingerprint
from engine.game import Game
from engine.middle import Bare, Piles, Pools, Trick
from engine.parts.refusals import NOT_IN_THIS_GAME
from engine.plain import NEVER, plain_move
from engine.record import read_action, write_action
from engine.stakes import HOUSE, Account, Stakes, Transfer
from engine.view import View
from tests.kit.games import replay

from .deals import (
    GAMES_BY_NAME,
    Chooser,
    Deal,
    Setup,
    anything,
    each_option_and_each_number_of_seats,
    endless,
    offered,
    patient,
    play,
    setups,
)

EACH = pytest.mark.parametrize("setup", each_option_and_each_number_of_seats(), ids=str)
EACH_GAME = pytest.mark.parametrize("game", GAMES_BY_NAME, ids=lambda game: game.name)
QUICK = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
CHOOSERS = strategies.sampled_from([anything, patient])


def play_or_skip(setup: Setup, chooser: Chooser) -> Deal:
    try:
        return play(setup, chooser)
    except BadSetup:
        assume(False)
        raise


# what is held of every deal


def hold_cards(deal: Deal) -> None:
    pack = sorted(deal.setup.pack, key=lambda card: card.index)
    for state in deal.states:
        layout = deal.game.layout(state)
        everywhere = [card for hand in layout.hands for card in hand]
        everywhere += [*layout.stock, *layout.discards, *layout.aside]
        assert sorted(everywhere, key=lambda card: card.index) == pack


def all_chips(stakes: Stakes) -> int:
    return sum(stakes.chips) + stakes.pot + sum(amount for _, amount in stakes.pools)


def issued(transfers: tuple[Transfer, ...], seats: int) -> tuple[int, ...]:
    """What the house has given to each seat, and to nobody but seats."""
    chips = [transfer for transfer in transfers if HOUSE in (transfer.source, transfer.target)]
    assert all(transfer.source == HOUSE and isinstance(transfer.target, int) for transfer in chips)
    return tuple(sum(transfer.amount for transfer in chips if transfer.target == seat) for seat in range(seats))


def hold_chips(deal: Deal) -> None:
    stakes = deal.setup.stakes
    total = all_chips(stakes)
    for state in deal.states:
        view = deal.game.observe(state, None)
        held = sum(seat.chips for seat in view.seats) + view.pot + sum(amount for _, amount in view.pools)
        assert held == total + sum(issued(state.transfers, deal.setup.seats))
        assert view.pot >= 0
        assert all(amount >= 0 for _, amount in view.pools)
    for before, after in zip(deal.states, deal.states[1:], strict=False):
        assert after.transfers[: len(before.transfers)] == before.transfers
    hold_transfers(deal)


def hold_transfers(deal: Deal) -> None:
    """Replaying the transfers one by one gives the chips that are told, and no account but the known ones moves."""
    last = deal.states[-1]
    view = deal.game.observe(last, None)
    accounts: dict[Account, int] = dict(enumerate(deal.setup.stakes.chips))
    accounts["pot"] = deal.setup.stakes.pot
    accounts.update((name, 0) for name, _ in view.pools)
    accounts.update(deal.setup.stakes.pools)
    accounts[HOUSE] = 0
    for transfer in last.transfers:
        assert isinstance(transfer, Transfer)
        assert transfer.amount > 0
        assert transfer.source != transfer.target
        assert transfer.reason
        accounts[transfer.source] -= transfer.amount
        accounts[transfer.target] += transfer.amount
    assert [accounts[seat.seat] for seat in view.seats] == [seat.chips for seat in view.seats]
    assert accounts["pot"] == view.pot
    assert {name: accounts[name] for name, _ in view.pools} == dict(view.pools)


def hold_result(deal: Deal) -> None:
    state = deal.states[-1]
    result, game = state.result, deal.game
    before = deal.setup.stakes
    assert len(result.net) == deal.setup.seats
    assert set(result.winners) <= set(range(deal.setup.seats))
    assert bool(result.winners) or result.void or game.judging.unit == "points"
    assert not (result.winners and result.void)
    assert result.stakes.deals == before.deals + 1
    assert bool(result.game_winners) == result.game_over
    assert 0 <= result.stakes.dealer < deal.setup.seats
    if game.judging.unit == "chips":
        chips = zip(result.stakes.chips, before.chips, issued(state.transfers, deal.setup.seats), strict=True)
        assert result.net == tuple(after - old - house for after, old, house in chips)
        assert len(set(issued(state.transfers, deal.setup.seats))) == 1
    assert result.stakes.supply == before.supply
    if game.money.ends_broke:
        assert min(result.stakes.chips) >= 0
        assert result.game_over or min(result.stakes.chips) >= game.money.entry(deal.setup.rules, deal.setup.seats)
    for viewer in (None, *range(deal.setup.seats)):
        view = game.observe(state, viewer)
        assert (view.asks, view.to_act, view.prompts) == (None, (), ())
        assert view.pools == result.stakes.pools
        assert view.result == result


def hold_turns(deal: Deal) -> None:
    """Somebody can act or the deal is over; only who is to act is offered anything; views tell the same."""
    game = deal.game
    for state in deal.states:
        to_act = game.to_act(state)
        shuffling = bool(game.to_shuffle(state))
        assert (bool(to_act) or shuffling) == (state.result is None)
        assert not (to_act and shuffling)
        for seat in range(deal.setup.seats):
            assert bool(game.prompts(state, seat)) == (seat in to_act)
        for viewer in (None, *range(deal.setup.seats)):
            view = game.observe(state, viewer)
            assert view.to_act == to_act
            assert viewer is None or view.prompts == game.prompts(state, viewer)


def among(prompt: Prompt, table: View) -> bool:
    """Whether a seat's prompt is among the open ones: the same action, and what it takes within what these name."""
    found = table.prompt(prompt.do)
    if found is None:
        return False
    if found.from_hand:
        return bool(prompt.choices) and not any(isinstance(choice, str) for choice in prompt.choices)
    if found.least is not None and found.most is not None:
        assert prompt.least is not None
        assert prompt.most is not None
        return found.least <= prompt.least <= prompt.most <= found.most
    return set(prompt.choices) <= set(found.choices) and bool(prompt.choices) == bool(found.choices)


def hold_open_prompts(deal: Deal) -> None:
    """A seat's prompts are among the open ones, which name nothing that only a hand tells, and keep the promise."""
    game = deal.game
    for state in deal.states:
        table = game.observe(state, None)
        offered = {prompt.do for prompt in table.prompts}
        assert len(offered) == len(table.prompts)
        assert bool(offered) == bool(table.to_act)
        assert (table.asks is None) == (state.result is not None)
        assert table.asked is None
        if table.asks is not None:
            assert table.asks.always <= offered <= table.asks.always | table.asks.perhaps
        for prompt in table.prompts:
            named = bool(prompt.choices) or prompt.least is not None
            assert not (named and prompt.from_hand)
            assert named or prompt.from_hand or prompt.do not in ARGUMENTS or prompt.do in OPTIONAL_ARGUMENTS
            assert not any(isinstance(choice, Card | Rank) for choice in prompt.choices)
        for seat in range(deal.setup.seats):
            view = game.observe(state, seat)
            assert all(among(prompt, table) for prompt in view.prompts)
            assert not any(prompt.from_hand for prompt in view.prompts)
            assert (view.asks, view.middle) == (table.asks, table.middle)
            if view.asked is not None:
                assert view.asked.always <= {prompt.do for prompt in view.prompts}
        for seat in table.to_act[:1]:
            assert game.observe(state, seat).asked is not None


def hold_middle(deal: Deal) -> None:
    """What lies in the middle is what lies there, of one kind in the whole game, and tells of no hidden card."""
    game = deal.game
    kinds = set()
    for state in deal.states:
        layout, view = game.layout(state), game.observe(state, None)
        kinds.add(type(view.middle))
        lying: list[Card] = []
        match view.middle:
            case Piles(stock, discards, upcard):
                assert (stock, discards) == (len(layout.stock), len(layout.discards))
                assert upcard == (layout.discards[-1] if layout.discards else None)
            case Trick(played, winner):
                lying = [lead.card for lead in played if winner is None]
            case Pools() as pools:
                lying = [played.card for played in pools.run]
                assert [(pool.name, pool.chips) for pool in pools.pools] == list(view.pools)
                assert {played.card for played in pools.run} <= set(pools.gone) <= set(layout.aside)
            case Bare():
                assert not layout.stock
        assert set(lying) <= set(layout.aside)
    assert len(kinds) == 1


def hold_views(deal: Deal) -> None:
    """A view counts the cards as they lie, and shows a hand to its own seat, and to all only when it was shown."""
    game = deal.game
    for state in deal.states:
        layout = game.layout(state)
        shown = state.result.shown if state.result else ()
        for viewer in (None, *range(deal.setup.seats)):
            view = game.observe(state, viewer)
            assert (view.game, view.rules, view.viewer) == (game.name, deal.setup.rules, viewer)
            for seat in view.seats:
                assert seat.cards == len(layout.hands[seat.seat])
                assert seat.hand is None or seat.hand == layout.hands[seat.seat]
                assert (seat.hand is not None) <= (seat.seat == viewer or seat.seat in shown)
            assert view.hand == (layout.hands[viewer] if viewer is not None else ())


def hold_replay(deal: Deal) -> None:
    """The record's actions lead to the same state, through JSON too, and to the same fingerprint."""
    setup, game = deal.setup, deal.game
    pack = game.pack(setup.rules, setup.seats)
    written = json.loads(json.dumps([write_action(action) for action in deal.actions]))
    read = [read_action(action, pack, setup.seats) for action in written]
    assert read == deal.actions
    again = replay(game, setup.rules, setup.seats, setup.stakes, deal.deck, read)
    assert again == deal.states[-1]
    assert fingerprint(game, again) == fingerprint(game, deal.states[-1])
    prints = [fingerprint(game, state) for state in deal.states]
    assert all(before != after for before, after in pairwise(prints)), "every action changes it"


HOLD = [
    hold_cards,
    hold_chips,
    hold_result,
    hold_turns,
    hold_open_prompts,
    hold_middle,
    hold_views,
    hold_replay,
]


@EACH
def test_each_option_and_each_number_of_seats(setup: Setup) -> None:
    for chooser in (anything, patient):
        deal = play(setup, chooser)
        for hold in HOLD:
            hold(deal)


@EACH_GAME
@QUICK
@given(strategies.data())
def test_options_together(game: Any, data: strategies.DataObject) -> None:
    deal = play_or_skip(data.draw(setups(game)), data.draw(CHOOSERS))
    for hold in HOLD:
        hold(deal)


@EACH_GAME
@QUICK
@given(strategies.data())
def test_short_stacks(game: Any, data: strategies.DataObject) -> None:
    deal = play_or_skip(data.draw(setups(game, most_chips=game.money.chips)), data.draw(CHOOSERS))
    for hold in HOLD:
        hold(deal)


@EACH_GAME
def test_a_deal_ends_within_its_number_of_actions(game: Any) -> None:
    for seats in (game.seats[0], game.seats[-1]):
        play(Setup(game, game.rules(), seats), endless)  # asserts the number


@EACH_GAME
@QUICK
@given(strategies.data())
def test_several_deals_in_a_row(game: Any, data: strategies.DataObject) -> None:
    """What a deal leaves behind is what the next one can start from, and nothing is lost on the way."""
    setup = data.draw(setups(game))
    stakes = setup.stakes
    total = all_chips(stakes)
    for number in range(3):
        chance = random.Random(setup.chance + number)
        state = game.new_deal(setup.rules, setup.seats, stakes, tuple(chance.sample(setup.pack, len(setup.pack))))
        while state.result is None:
            state, _ = game.apply(state, anything(offered(game, state, chance), chance))
        stakes = state.result.stakes
        total += sum(issued(state.transfers, setup.seats))
        assert all_chips(stakes) == total
        if state.result.game_over:
            break


# prompts and actions agree


def conceivable(setup: Setup) -> Iterator[Action]:
    """Every action that a seat could name, and some that nobody should."""
    for seat in range(-1, setup.seats + 1):
        for source in ("stock", "discard", "sleeve"):
            yield Draw(seat, source)  # type: ignore[arg-type]  # there is no sleeve
        for card in setup.pack:
            yield from (Discard(seat, card), Fold(seat, card), Play(seat, card))
        yield from (Knock(seat), Show(seat), Stay(seat), Fold(seat), Halt(seat), Pass(seat))
        yield from (Meld(seat, rank) for rank in Rank)
        yield from (Bet(seat, amount) for amount in (-1, 0, 1, 2, 3, 5, 1000))
    yield Shuffle(())
    yield Shuffle(setup.pack)


@EACH_GAME
@settings(QUICK, max_examples=12)
@given(strategies.data())
def test_what_is_offered_is_taken_and_nothing_else(game: Any, data: strategies.DataObject) -> None:
    deal = play_or_skip(data.draw(setups(game)), data.draw(CHOOSERS))
    last = len(deal.states) - 1
    for place in {0, last, data.draw(strategies.integers(0, last)), data.draw(strategies.integers(0, last))}:
        state = deal.states[place]
        before = fingerprint(game, state)
        legal = offered(game, state, random.Random(place))
        for action in legal:
            assert game.has(action.do)
            assert game.apply(state, action)[0] != state
        ranges = [
            (prompt, seat)
            for seat in game.to_act(state)
            for prompt in game.prompts(state, seat)
            if prompt.least is not None
        ]
        for action in conceivable(deal.setup):
            in_range = isinstance(action, Bet) and any(
                seat == action.seat and prompt.least <= action.amount <= prompt.most for prompt, seat in ranges
            )
            if action in legal or in_range:
                continue
            with pytest.raises(IllegalAction) as refused:
                game.apply(state, action)
            assert (refused.value.code == NOT_IN_THIS_GAME.code) is not game.has(action.do)
            assert refused.value.code.replace("_", "").isalpha()
            assert refused.value.message[0].isupper()
            assert refused.value.message.endswith(".")
        assert fingerprint(game, state) == before


@EACH
def test_whoever_is_not_there_risks_nothing(setup: Setup) -> None:
    """The plain move is always allowed, follows from the seat's own view, and never does what only a player may do."""
    game, chance = setup.game, random.Random(setup.chance)
    absent = chance.randrange(setup.seats)

    def chooser(offered: list[Action], chance: random.Random) -> Action:
        if isinstance(offered[0], Shuffle) or offered[0].seat != absent:
            return anything(offered, chance)
        move = plain_move(game.observe(states[-1], absent))
        assert move in offered
        assert move.do not in NEVER
        return move

    states = [game.new_deal(setup.rules, setup.seats, setup.stakes, setup.deck())]
    while states[-1].result is None:
        action = chooser(offered(game, states[-1], chance), chance)
        states.append(game.apply(states[-1], action)[0])


@EACH_GAME
def test_a_deal_in_which_nobody_is_there_comes_to_its_end(game: Game[Any]) -> None:
    setup = Setup(game, game.rules(), game.telling.recommended[0], chance=4)
    state, chance = game.new_deal(setup.rules, setup.seats, setup.stakes, setup.deck()), random.Random(4)
    for _ in range(game.most_actions(setup.rules, setup.seats)):
        if state.result is not None:
            break
        left = game.to_shuffle(state)
        if left:
            action: Action = Shuffle(tuple(chance.sample(left, len(left))))
        else:
            action = plain_move(game.observe(state, game.to_act(state)[0]))
        state, _ = game.apply(state, action)
    assert state.result is not None
    assert {transfer.reason for transfer in state.transfers}.isdisjoint({"bet", "match"})
