"""What a deal can cost a seat at most: each game says it, and no deal costs more, whatever is played."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import GAMES, Game
from engine.players import PLAYERS
from engine.record import Record, RecordError, read_record
from engine.rules import MOST, MOST_CHIPS, Rules, options, read_rules
from engine.shuffle import Stream
from engine.simulate import play_deal
from engine.stakes import Stakes
from engine.versions import rules_for_record

NUMBERS = st.integers(0, 40)


def any_rules(game: Game[Any], draw: st.DataObject) -> Rules:
    """Rules of the game, with any choice and small numbers."""
    changed: dict[str, object] = {}
    for option in options(game.rules):
        if option.kind == "number":
            low, high = option.least or 0, min(option.most or MOST, 40)
            changed[option.name] = draw.draw(st.integers(low, max(low, high)), option.name)
        elif option.kind == "flag":
            changed[option.name] = draw.draw(st.booleans(), option.name)
        else:
            changed[option.name] = draw.draw(st.sampled_from([value for value, _ in option.choices]), option.name)
    return read_rules(game.rules, changed)


@pytest.mark.parametrize("name", sorted(GAMES))
@settings(max_examples=40, deadline=None)
@given(draw=st.data(), seed=st.binary(min_size=32, max_size=32))
def test_no_deal_costs_a_seat_more_than_the_game_says(name: str, draw: st.DataObject, seed: bytes) -> None:
    game = GAMES[name]
    rules = any_rules(game, draw)
    seats = draw.draw(st.sampled_from(game.seats), "seats")
    chips = max(400, game.money.entry(rules, seats))
    stakes = Stakes(0, (chips,) * seats, supply=chips if game.money.ends_broke else 0)
    dearest = game.money.dearest(rules, seats, chips)
    player = PLAYERS["random"]
    played = play_deal(game, rules, stakes, seed, (player,) * seats, (Stream(seed),) * seats)
    after = played.result.stakes.chips
    assert dearest is None or max(before - left for before, left in zip(stakes.chips, after, strict=True)) <= dearest


def test_what_a_beaten_knocker_pays_is_known_beforehand() -> None:
    game = GAMES["knock-poker"]
    rules = read_rules(game.rules, {"ante": 3, "stay_payment": 7, "bonuses": True, "bonus_royal_flush": 9})
    assert game.money.dearest(rules, 10, 20) == 3 + 9 * 7 + 9
    assert game.money.dearest(read_rules(game.rules, {"extra_chip_per_draw": True}), 2, 20) is None
    rummy = GAMES["knock-rummy"]
    assert rummy.money.dearest(read_rules(rummy.rules, {"chips_per_point": 1}), 2, 20) is None
    assert GAMES["poch"].money.dearest(GAMES["poch"].rules(), 4, 60) == 60


def record_of(chips: int) -> dict[str, Any]:
    rules = rules_for_record(
        GAMES["knock-rummy"],
        read_rules(GAMES["knock-rummy"].rules, {"chips_per_point": MOST, "undercut_penalty": MOST}),
    )
    return {
        "format": "knockabout/1",
        "game": "knock-rummy",
        "rules": dict(rules),
        "seats": [{"name": "Ann", "chips": chips}, {"name": "Bo", "chips": -chips}],
        "dealer": 0,
        "deals": [{"deck": []}],
    }


def test_a_record_takes_every_stack_that_the_options_allow() -> None:
    won_in_a_deal = MOST * (MOST + MOST + 200) * 5
    for chips in (1_000_014_000_001, won_in_a_deal * 1000, MOST_CHIPS):
        assert isinstance(read_record(record_of(chips)), Record)
    with pytest.raises(RecordError, match="chips"):
        read_record(record_of(MOST_CHIPS + 1))
