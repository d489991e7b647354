"""Table records of the Poch family, with pools and supply (engine/record.md)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import Card
from engine.game import GAMES
from engine.playback import play, result
from engine.record import Record, RecordError, read_action, read_record
from engine.rules import MOST_CHIPS
from tests.kit.poch import EDITIONS
from tests.kit.records import write_record


def record(game: str = "poch", **changed: Any) -> dict[str, Any]:
    """A deal of three in which nothing has been done."""
    seats = [{"name": name, "chips": 50} for name in ("Ann", "Bo", "Cy")]
    return {"format": "knockabout/1", "game": game, "seats": seats, "dealer": 2, "deals": [{"deck": []}], **changed}


def test_pools_and_supply_are_read():
    stakes = read_record(record(pools={"sequence": 8, "ace": 4, "poch": 0}, supply=60)).stakes
    assert (stakes.pools, stakes.supply) == ((("ace", 4), ("sequence", 8)), 60)


def test_g_13_without_a_supply_it_is_the_most_that_a_seat_has():
    seats = [{"chips": 45}, {"chips": 70}, {"chips": 30}]
    assert read_record(record(seats=seats)).stakes.supply == 70
    assert read_record(record("knock-poker", seats=seats)).stakes.supply == 0


@pytest.mark.parametrize(
    ("game", "changed", "sentence"),
    [
        ("poch", {"pools": {"joker": 1}}, "pools.joker is none of the pools of poch: ace, king, queen, jack, ten"),
        ("le-poque", {"pools": {"centre": 1}}, "pools.centre is none of the pools of le-poque"),
        ("poch-1873", {"pools": {"centre": 1}}, "pools.centre is none of the pools of poch-1873"),
        ("poch", {"pools": {"a\nb": 1}}, r"pools.a\\nb is none"),
        ("poch", {"pools": {"ace": -1}}, "pools.ace is -1"),
        ("poch", {"pools": {"ace": 1.5}}, "pools.ace is 1.5"),
        ("poch", {"pools": {"ace": "4"}}, 'pools.ace is "4"'),
        ("poch", {"pools": {"ace": True}}, "pools.ace is true"),
        ("poch", {"pools": {"ace": MOST_CHIPS + 1}}, "pools.ace is "),
        ("poch", {"pools": [["ace", 4]]}, "pools must be an object"),
        ("poch", {"pools": None}, "pools is null"),
        ("poch", {"supply": 0}, "supply is 0"),
        ("poch", {"supply": "60"}, 'supply is "60"'),
        ("knock-poker", {"pools": {"ace": 4}}, "pools: knock-poker has no pools"),
        ("poch", {"pot": 3}, "pot: poch has no pot"),
        ("crummy", {"pot": 3}, "pot: crummy has no pot"),
        ("knock-poker", {"supply": 20}, "supply: knock-poker does not count from what everybody started with"),
    ],
)
def test_bad_pools_and_supply_are_refused_in_one_sentence(game, changed, sentence):
    with pytest.raises(RecordError, match=sentence) as caught:
        read_record(record(game, **changed))
    assert "\n" not in str(caught.value)


def test_pools_and_supply_are_written_where_they_are_not_what_is_taken_for_granted():
    plain = write_record(read_record(record(pools={"ten": 0}, supply=50)))
    assert not {"pools", "supply"} & set(plain)
    carried = write_record(read_record(record(pools={"ten": 3, "ace": 0}, supply=60)))
    assert (carried["pools"], carried["supply"]) == ({"ten": 3}, 60)
    assert read_record(carried) == read_record(record(pools={"ten": 3}, supply=60))


def test_replay_tells_every_pool_of_the_board():
    for game in EDITIONS:
        found = result(play(read_record(record(game, pools={"ace": 5}))))
        assert isinstance(found["pools"], dict)
        assert tuple(found["pools"]) == GAMES[game].money.pools


def test_po_50_a_deal_for_which_somebody_cannot_dress_the_board_cannot_begin():
    short = [{"chips": 60}, {"chips": 8}, {"chips": 60}]
    with pytest.raises(RecordError, match=r"deals\[0\] can't begin: seat 1 has 8 chips"):
        play(read_record(record(seats=short)))


def test_a_later_deal_alone_comes_out_as_it_did_in_the_whole_game():
    """Pools, supply, chips and dealer of the middle of a game make a record that plays on from there."""
    passes = [{"seat": seat, "do": "pass"} for seat in (0, 1, 2)]
    whole = record(deals=[{"deck": [], "actions": [*passes, *leads()]}], supply=33, rules={"max_deals": 3})
    first = play(read_record(whole))
    begin = first.states[-1].result
    assert begin is not None
    after = [{"seat": (seat + begin.stakes.dealer + 1) % 3, "do": "pass"} for seat in range(3)]
    second = {"deck": ["AS", "KS"], "actions": after}
    game = play(read_record({**whole, "deals": [*whole["deals"], second]}))
    before = first.record
    alone = Record(before.game, before.rules, before.names, begin.stakes, game.record.deals[1:])
    written = write_record(alone)
    assert written["supply"] == 33
    assert isinstance(written["pools"], dict)
    assert sum(written["pools"].values()) > 0
    replayed = play(read_record(written))
    assert result(replayed) | {"deals": []} == result(game) | {"deals": []}


def leads() -> list[dict[str, object]]:
    """Leads that play the deal to its end, each the first card that is offered."""
    passes = [{"seat": seat, "do": "pass"} for seat in range(3)]
    begun = play(read_record(record(deals=[{"deck": [], "actions": passes}])))
    game, state = begun.record.game, begun.states[-1]
    found: list[dict[str, object]] = []
    while state.result is None:
        (seat,) = game.to_act(state)
        first = game.prompts(state, seat)[0].choices[0]
        assert isinstance(first, Card)
        found.append({"seat": seat, "do": "play", "card": first.notation})
        state, _ = game.apply(state, read_action(found[-1], game.pack(game.rules(), 3), 3))
    return found
