"""What the levels do in the Poch family, and that they fall back where they don't know an option."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from engine.actions import Bet, Fold, Pass, Play
from engine.cards import card
from engine.game import GAMES
from engine.memory import begin
from engine.players import LEVELS, PLAYERS
from engine.players.base import Choice, Limit
from engine.players.levels import levels
from engine.players.pools.kernel import KNOWN
from engine.players.pools.thinking import POOLS
from engine.players.pools.world import LEAD, begun, mask_of, play
from engine.players.thinking import policy_of
from engine.rules import options
from engine.shuffle import Stream
from engine.simulate import fresh_stakes
from tests.engine.players.decisions import think
from tests.kit.poch import deal
from tests.kit.pools import dealt

CAREFUL = PLAYERS["careful"]
QUICK = levels(Limit(worlds=120))


def test_the_kernel_knows_every_option() -> None:
    assert {option.name for game in POOLS.games for option in options(GAMES[game].rules)} == KNOWN


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", POOLS.games)
def test_with_an_option_that_it_does_not_know_a_level_plays_as_careful(game: str, level: str, monkeypatch) -> None:
    monkeypatch.setitem(POOLS.games, game, POOLS.games[game]._replace(options=frozenset()))
    there: Any = GAMES[game]
    rules = there.rules(short_stacks="extra_chips")
    assert LEVELS[level].unknown(game, rules) == ("short_stacks",)
    assert LEVELS[level].unknown(game, there.rules()) == ()
    state = there.new_deal(rules, 3, fresh_stakes(there, 3), there.pack(rules, 3).cards)
    (seat,) = there.to_act(state)
    view = there.observe(state, seat)
    choice = LEVELS[level].think(view, begin(view), Stream(b"a test"))  # type: ignore[misc]  # each level thinks
    assert choice == Choice(CAREFUL.choose(view, Stream(b"a test")), "fallback")


@pytest.mark.parametrize("level", ["novice", "regular", "expert"])
def test_every_level_bets_on_four_aces_and_never_folds_them(level: str) -> None:
    first = think(deal("poch-1873", ["AS AH AC AD 7C", "", "", ""], "KD"), QUICK[level])
    assert isinstance(first.action, Bet)
    table = deal("poch-1873", ["", "AS AH AC AD 7C", "", ""], "KD").bets("1b33")
    assert isinstance(think(table, QUICK[level]).action, Bet)


@pytest.mark.parametrize("level", ["novice", "regular", "expert"])
def test_every_level_passes_where_nothing_else_is_offered(level: str) -> None:
    hand = "7S 8H 9S TH JD QH KC AD"
    choice = think(deal("poch", [hand, "", "", ""], "KD"), QUICK[level])
    assert (choice.action, choice.worlds) == (Pass(0), 0)


@pytest.mark.parametrize("level", ["regular", "expert"])
def test_nothing_is_folded_to_a_large_bet(level: str) -> None:
    table = deal("poch-1873", ["", "7S 8H TC JD QC", "", ""], "KD").bets("1b30")
    assert think(table, QUICK[level]).action == Fold(1)


@pytest.mark.parametrize("level", ["regular", "expert"])
def test_cards_in_a_row_are_led_one_by_one_where_every_stop_pays(level: str) -> None:
    """Ace, then king, then queen: three stops in 1873; in Le Poque one lead is as good as three."""
    hand = "AS KS QS 7H 9C"
    old = think(deal("poch-1873", [hand, "", "", ""], "KD").all_pass(), QUICK[level]).action
    assert old == Play(0, card("AS"))
    if level == "regular":
        older = think(deal("le-poque", [hand, "", "", ""], "KD").all_pass(), QUICK[level]).action
        assert isinstance(older, Play)
        assert older.card == card("QS")


@pytest.mark.parametrize("game", POOLS.games)
def test_the_last_cards_are_led_so_that_the_seat_is_out(game: str) -> None:
    """Nine and ten are all that is left of a hand: the nine takes both along."""
    hands = ["9S TS", "7H 8H 7C", "7D 8D 8C", "9D TD JD"]
    kernel = POOLS.kernel_of(game, GAMES[game].rules(), 4)
    world = begun(kernel.terms, 3, 0)
    for seat, text in enumerate(hands):
        held = [card(notation) for notation in text.split()]
        world.hands[seat], world.sizes[seat] = mask_of(held), len(held)
        for there in held:
            world.holder[there.index] = seat
    world.seat, world.stage, world.live = 0, LEAD, sum(world.hands)
    expected = card("TS") if kernel.terms.stop else card("9S")
    assert kernel.policy(kernel.sharp).lead(world) == expected.index


def test_a_novice_now_and_then_leads_the_next_best_card_or_bets_less() -> None:
    leads = deal("le-poque", ["AS 9S 7H 9C JD", "", "", ""], "KD").all_pass()
    usual = CAREFUL.choose(leads.game.observe(leads.state, leads.game.to_act(leads.state)[0]), Stream(b""))
    found = [think(leads, QUICK["novice"], bytes([number])).action for number in range(120)]
    assert 5 <= sum(action != usual for action in found) <= 30
    assert len(set(found)) == 2
    bets = deal("poch-1873", ["AS AH AC QS QC", "", "", ""], "KD")
    found = [think(bets, QUICK["novice"], bytes([number])).action for number in range(120)]
    assert 5 <= found.count(Bet(0, 1)) <= 30
    assert all(isinstance(action, Bet) for action in found)


def test_an_expert_says_how_far_it_looked_and_by_how_much_it_gained() -> None:
    table = deal("poch-1873", ["QS QH 9D 8C 7S", "", "", ""], "KD")
    choice = think(table, QUICK["expert"])
    assert choice.how == "search"
    assert 0 < choice.worlds <= 120
    assert choice.gain >= 0


@pytest.mark.parametrize("game", POOLS.games)
def test_friendly_is_as_sharp_in_the_poch_family(game: str) -> None:
    """Nobody's weakness is learnt, and no first round is spoilt."""
    for seats in range(3, 7):
        kernel = POOLS.kernel_of(game, GAMES[game].rules(), seats)
        assert kernel.friendly == kernel.sharp


@pytest.mark.parametrize("game", POOLS.games)
def test_the_chance_of_having_the_best_set_is_that_of_many_deals(game: str) -> None:
    """Within eight of a hundred, as ranks are counted one by one."""
    rules = GAMES[game].rules()
    kernel, pack = POOLS.kernel_of(game, rules, 4), GAMES[game].pack(rules, 4).cards
    chance = random.Random(1)
    counted = [0.0, 0.0]
    for _ in range(1500):
        world = dealt(kernel, chance.sample(pack, len(pack)), fresh_stakes(GAMES[game], 4))
        counted[0] += world.safe[0]
        counted[1] += world.values[0] >= world.values[1]
    assert abs(counted[0] - counted[1]) / 1500 < 0.08


def test_a_regular_is_no_style_of_the_mixture() -> None:
    kernel = POOLS.kernel_of("poch", GAMES["poch"].rules(), 4)
    assert all(replace(style, name="") != replace(kernel.sharp, name="") for style in kernel.mixture)


@pytest.mark.parametrize("seats", range(3, 7))
def test_a_regular_wins_over_everybody_of_the_mixture(seats: int) -> None:
    """Over all editions, with the same decks from every seat: over whoever bets on nearly anything, too."""
    totals: dict[str, float] = {}
    for game in POOLS.games:
        rules = GAMES[game].rules()
        kernel, pack = POOLS.kernel_of(game, rules, seats), GAMES[game].pack(rules, seats).cards
        for style in dict.fromkeys(kernel.mixture):
            regular, other = (policy_of(kernel, somebody) for somebody in (kernel.sharp, style))
            for number in range(80):
                deck = random.Random(number).sample(pack, len(pack))
                for seat in range(seats):
                    net = play(
                        dealt(kernel, deck, fresh_stakes(GAMES[game], seats)),
                        [regular if place == seat else other for place in range(seats)],
                    )
                    totals[style.name] = totals.get(style.name, 0) + net[seat] - sum(net) / seats
    assert len(totals) == 5
    assert all(total > 0 for total in totals.values()), totals
