"""Table records: what is read, what is refused, and what comes of playing them (engine/record.md)."""

from __future__ import annotations

import json
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given, strategies

from engine import record as records
from engine.actions import ARGUMENTS, Action, Bet, Discard, Draw, Fold, Knock, Meld, Play, Shuffle, Stay
from engine.cards import Rank, card, standard_pack
from engine.playback import play, result
from engine.record import RecordError, parse_json, read_action, read_record, write_action
from engine.rules import MOST_CHIPS
from tests.kit.records import GOOD, MISSING, changed, write_record

DEAL, DRAW, DISCARD = ("deals", 0), ("deals", 0, "actions", 0), ("deals", 0, "actions", 1)


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("format",), "knockabout/3", 'format is "knockabout/3"'),
        (("format",), MISSING, "format is missing"),
        (("game",), "whist", "game is 'whist', which is none of knock-poker"),
        (("game",), 5, "game is 5"),
        (("rules",), [], "rules must be an object"),
        (("rules", "antee"), 1, "rules.antee is not an option of this game"),
        (("rules", "ante"), -1, "rules.ante is -1"),
        (("rules", "ante"), "1", 'rules.ante is "1": it can be a whole number from 0 to 1000000'),
        (("rules", "ante"), True, "rules.ante is true"),
        (("rules", "settlement"), "easy", 'rules.settlement is "easy": it can be "standard" or "simple"'),
        (("seats",), MISSING, "seats is missing"),
        (("seats",), [{}], "seats: knock-poker is for 2 to 10 seats, not 1"),
        (("seats",), [{}] * 11, "seats: knock-poker is for 2 to 10 seats, not 11"),
        (("seats", 1), "Bo", r"seats\[1\] must be an object"),
        (("seats", 1, "chips"), "20", r'seats\[1\]\.chips is "20"'),
        (("seats", 1, "chips"), 1.5, r"seats\[1\]\.chips is 1.5"),
        (("seats", 1, "chips"), MOST_CHIPS + 1, r"seats\[1\]\.chips is "),
        (("seats", 1, "money"), 20, r"seats\[1\]\.money is not a field of a record"),
        (("dealer",), 3, "dealer is 3, but the seats are 0 to 2"),
        (("dealer",), -1, "dealer is -1"),
        (("dealer",), MISSING, "dealer is missing"),
        (("dealer",), True, "dealer is true"),
        (("pot",), -1, "pot is -1"),
        (("deals",), MISSING, "deals is missing"),
        (("deals",), [], "deals is empty"),
        (("deals",), {}, "deals: "),
        ((*DEAL, "deck"), MISSING, r"deals\[0\]\.deck is missing"),
        ((*DEAL, "deck"), ["AS", "1S"], r"deals\[0\]\.deck\[1\]: '1S' is not a card"),
        ((*DEAL, "deck"), ["AS", "KS", "AS"], r"deals\[0\]\.deck: the card AS is there twice"),
        ((*DEAL, "deck"), ["X"], r"deals\[0\]\.deck\[0\]: the card X is not in this pack"),
        ((*DEAL, "deck"), [7], r"deals\[0\]\.deck\[0\] is 7"),
        ((*DEAL, "decks"), [], r"deals\[0\]\.decks is not a field"),
        (DRAW, "draw", r"deals\[0\]\.actions\[0\] must be an object"),
        ((*DRAW, "do"), "drew", r'deals\[0\]\.actions\[0\]\.do is "drew"'),
        ((*DRAW, "do"), MISSING, r"deals\[0\]\.actions\[0\]\.do is missing"),
        ((*DRAW, "seat"), MISSING, r"deals\[0\]\.actions\[0\]\.seat is missing"),
        ((*DRAW, "seat"), 3, r"deals\[0\]\.actions\[0\]\.seat is 3"),
        ((*DRAW, "seat"), None, r"deals\[0\]\.actions\[0\]\.seat is null"),
        ((*DRAW, "from"), MISSING, r"deals\[0\]\.actions\[0\]\.from is missing"),
        ((*DRAW, "from"), "sleeve", r'deals\[0\]\.actions\[0\]\.from is "sleeve"'),
        ((*DRAW, "from"), None, r"deals\[0\]\.actions\[0\]\.from is null"),
        ((*DRAW, "source"), "stock", r"deals\[0\]\.actions\[0\]\.source is not a field"),
        ((*DRAW, "card"), "AS", r"deals\[0\]\.actions\[0\]\.card is not an argument of draw"),
        ((*DISCARD, "card"), MISSING, r"deals\[0\]\.actions\[1\]\.card is missing"),
        ((*DISCARD, "card"), "S9", r"deals\[0\]\.actions\[1\]\.card: 'S9' is not a card"),
        ((*DISCARD, "do"), "knock", r"deals\[0\]\.actions\[1\]\.card is not an argument of knock"),
        (DISCARD, {"do": "shuffle", "seat": 0, "order": []}, r"actions\[1\]\.seat is not an argument of shuffle"),
        (DISCARD, {"do": "shuffle", "order": ["AS", "AS"]}, r"actions\[1\]\.order names a card twice"),
        (DISCARD, {"do": "meld", "seat": 0, "rank": "1"}, r"actions\[1\]\.rank: '1' is not a rank"),
        ((*DEAL, "shuffle"), {}, r"deals\[0\]\.shuffle\.seed is missing"),
        ((*DEAL, "shuffle"), {"seed": "0g" * 32, "commitment": "", "cut": 1}, r"shuffle\.seed must be 32 bytes"),
        ((*DEAL, "shuffle"), {"seed": "00" * 31, "commitment": "", "cut": 1}, r"shuffle\.seed must be 32 bytes"),
        ((*DEAL, "shuffle"), {"seed": "00" * 32, "commitment": "", "cut": 52}, r"shuffle\.cut is 52"),
        ((*DEAL, "shuffle"), {"seed": "00" * 32, "commitment": "", "cut": 0}, r"shuffle\.cut is 0"),
        (("note",), "x", "note is not a field of a record"),
        (("format",), None, "format is null: leave it out, or give it a value"),
        (("rules",), None, "rules is null"),
        (("rules", "ante"), None, "rules.ante is null"),
        (("pot",), None, "pot is null"),
        (("pools",), None, "pools is null"),
        (("pools",), {"ace": None}, "pools.ace is null"),
        (("supply",), None, "supply is null"),
        (("played",), None, "played is null"),
        (("seats",), None, "seats is null"),
        (("seats", 1), None, r"seats\[1\] must be an object"),
        (("seats", 1, "name"), None, r"seats\[1\]\.name is null"),
        (("seats", 1, "chips"), None, r"seats\[1\]\.chips is null"),
        (("seats", 1, "score"), None, r"seats\[1\]\.score is null"),
        (("deals",), None, "deals is null"),
        ((*DEAL, "deck"), None, r"deals\[0\]\.deck is null"),
        ((*DEAL, "deck"), [None], r"deals\[0\]\.deck\[0\] is null"),
        ((*DEAL, "actions"), None, r"deals\[0\]\.actions is null"),
        ((*DEAL, "shuffle"), None, r"deals\[0\]\.shuffle is null"),
        ((*DISCARD, "card"), None, r"actions\[1\]\.card is null"),
        ((*DISCARD, "amount"), None, r"actions\[1\]\.amount is null"),
    ],
)
def test_a_malformed_record_names_the_field(path, value, sentence):
    with pytest.raises(RecordError, match=sentence) as caught:
        read_record(changed(path, value))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("data", [None, 5, "x", [], [GOOD]])
def test_a_record_is_an_object(data):
    with pytest.raises(RecordError, match="the record must be an object"):
        read_record(data)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is not JSON"),
        ("{", "is not JSON"),
        (b"\xff\xfe\xfa", "is not JSON"),
        ('{"a": 1, "a": 2}', "the key 'a' stands twice"),
        ("[" * 200_000, "nested too deeply"),
        ("9" * 5000, "is not JSON"),
    ],
)
def test_what_is_not_json(text, sentence):
    with pytest.raises(RecordError, match=sentence):
        parse_json(text)


JSON = strategies.recursive(
    strategies.none() | strategies.booleans() | strategies.integers() | strategies.floats() | strategies.text(),
    lambda inner: strategies.lists(inner, max_size=3) | strategies.dictionaries(strategies.text(), inner, max_size=3),
    max_leaves=5,
)
TOP = [("format",), ("game",), ("rules",), ("seats",), ("dealer",), ("pot",), ("deals",)]
DEEPER = [("rules", "ante"), ("rules", "settlement"), ("seats", 0), ("seats", 0, "chips"), ("seats", 0, "name"), DEAL]
DEEPEST = [
    (*DEAL, "deck"),
    (*DEAL, "actions"),
    (*DEAL, "shuffle"),
    DRAW,
    (*DRAW, "do"),
    (*DRAW, "seat"),
    (*DRAW, "from"),
]
PATHS = [*TOP, *DEEPER, *DEEPEST, (*DRAW, "from"), (*DISCARD, "card")]


def outcome(data: object) -> str:
    """What a reader of the record is told: the result, or one sentence."""
    try:
        return json.dumps(result(play(read_record(data))))
    except RecordError as error:
        return str(error)


@given(strategies.sampled_from(PATHS), JSON)
def test_nothing_else_comes_out_than_a_result_or_one_sentence(path, value):
    told = outcome(changed(path, value))
    assert told
    assert "\n" not in told


def test_what_may_be_missing():
    data = {"format": "knockabout/1", "game": "knock-poker", "seats": [{}, {}], "dealer": 0, "deals": [{"deck": []}]}
    record = read_record(data)
    assert record.stakes.chips == (20, 20)
    assert record.names == ("Seat 0", "Seat 1")
    assert result(play(record))["to_act"] == [1]


def test_a_deck_may_be_shorter_than_the_pack():
    deck = read_record(GOOD).deals[0].deck
    assert " ".join(card.notation for card in deck[:5]) == "AS TD KS QS JS"
    assert len(deck) == 52


def test_a_record_is_written_as_it_is_read():
    record = read_record({**GOOD, "pot": 3, "played": 2})
    again = read_record(json.loads(json.dumps(write_record(record))))
    assert again == record
    assert write_record(record)["rules"] == {}


@pytest.mark.parametrize(
    "action",
    [
        Draw(1, "discard"),
        Discard(0, card("TD")),
        Knock(2),
        Stay(1),
        Fold(1),
        Fold(1, card("AS")),
        Play(0, card("2C")),
        Meld(0, Rank.TEN),
        Bet(1, 12),
        Shuffle((card("AS"), card("2C"))),
    ],
)
def test_an_action_is_written_as_it_is_read(action):
    assert read_action(json.loads(json.dumps(write_action(action))), standard_pack(), 3) == action


def test_records_know_every_action_and_its_argument():
    kinds = get_args(Action)
    assert set(get_args(get_type_hints(records._Action)["do"])) == {kind.do for kind in kinds}
    assert set(ARGUMENTS) <= {kind.do for kind in kinds}


def test_the_state_of_an_unfinished_deal():
    found = result(play(read_record(GOOD)))
    assert found == {
        "finished": False,
        "game_over": False,
        "game_winners": [],
        "to_act": [1],
        "prompts": {"1": [{"do": "draw", "from": ["stock", "discard"]}, {"do": "knock"}]},
        "phase": "draw",
        "dealer": 2,
        "chips": [19, 19, 19],
        "scores": [],
        "pot": 3,
        "pools": {},
        "hands": [
            ["AS", "QS", "6S", "3S", "QH"],
            ["TD", "JS", "8S", "5S", "2S"],
            ["KS", "TS", "7S", "4S", "AH"],
        ],
        "stock": 35,
        "discards": ["KH", "9S"],
        "deals": [],
    }


def test_a_finished_deal():
    found: Any = result(play(read_record(changed((*DEAL, "actions"), [{"seat": 0, "do": "knock"}]))))
    assert (found["finished"], found["phase"]) == (False, "draw")
    simple = changed((*DEAL, "actions"), [{"seat": 0, "do": "knock"}])
    simple["rules"] = {"settlement": "simple", "deals": 1}
    found = result(play(read_record(simple)))
    assert found["finished"]
    assert found["to_act"] == []
    assert found["prompts"] == {}
    assert found["phase"] == "over"
    assert found["game_over"]
    assert found["game_winners"] == found["deals"][0]["winners"] == [0]
    assert found["deals"][0]["net"] == [2, -1, -1]
    assert found["deals"][0]["transfers"][0] == {"source": 0, "target": "pot", "amount": 1, "reason": "ante"}
    assert found["deals"][0]["shown"]["1"] == {"cards": ["TD", "JS", "8S", "5S", "2S"], "type": "high_card"}


def test_an_illegal_action_ends_it_as_it_stood_before():
    record = changed((*DISCARD, "card"), "2C")
    found: Any = result(play(read_record(record)))
    error = found.pop("error")
    assert (error["deal"], error["action"], error["code"]) == (0, 1, "card_not_held")
    assert error["message"] == "You do not hold the 2C: choose a card from your hand."
    before = changed((*DEAL, "actions"), GOOD["deals"][0]["actions"][:1])
    assert found == result(play(read_record(before)))


def test_an_action_after_the_end_of_a_deal_is_illegal():
    record = changed((*DEAL, "actions"), [{"seat": 0, "do": "knock"}, {"seat": 1, "do": "draw", "from": "stock"}])
    record["rules"] = {"settlement": "simple"}
    found: Any = result(play(read_record(record)))
    assert found["error"]["code"] == "deal_over"
    assert found["finished"]


def two_deals(**rules: Any) -> dict[str, Any]:
    deal = {"deck": [], "actions": [{"seat": 0, "do": "knock"}]}
    return {**GOOD, "rules": {"settlement": "simple", **rules}, "deals": [deal, {"deck": ["2C"], "actions": []}]}


def test_the_next_deal_goes_on_from_the_one_before():
    found: Any = result(play(read_record(two_deals())))
    assert found["dealer"] == 0
    assert found["to_act"] == [1]
    assert found["chips"] == [21, 18, 18]
    assert not found["finished"]
    assert len(found["deals"]) == 1


def test_an_illegal_action_in_a_later_deal():
    record = two_deals()
    record["deals"][1]["actions"] = [{"seat": 0, "do": "knock"}]
    found: Any = result(play(read_record(record)))
    assert (found["error"]["deal"], found["error"]["code"]) == (1, "not_your_turn")
    assert len(found["deals"]) == 1


def test_only_the_last_deal_may_be_unfinished():
    record = two_deals()
    record["deals"][0]["actions"] = []
    with pytest.raises(RecordError, match=r"deals\[1\] can't begin: deals\[0\] is not over"):
        play(read_record(record))


def test_no_deal_after_the_end_of_the_game():
    with pytest.raises(RecordError, match=r"deals\[1\] can't begin: the game was over with deals\[0\]"):
        play(read_record(two_deals(deals=1)))


def test_a_deal_that_nobody_can_pay_for():
    record = changed(("rules",), {"ante": 21, "broke": "sit_out"})
    with pytest.raises(RecordError, match=r"deals\[0\] can't begin: fewer than 2 players can pay the ante of 21"):
        play(read_record(record))


PLAIN = [
    {"seat": 1, "do": "draw", "from": "stock"},
    {"seat": 1, "do": "draw", "from": "discard"},
    {"seat": 2, "do": "discard", "card": "TD"},
    {"seat": 0, "do": "play", "card": "AS"},
    {"seat": 0, "do": "fold", "card": "AS"},
    {"seat": 0, "do": "fold"},
    {"seat": 0, "do": "knock"},
    {"seat": 0, "do": "pass"},
]
OTHERS = [
    {"seat": 1, "do": "meld", "rank": "A"},
    {"seat": 1, "do": "bet", "amount": 3},
    {"do": "shuffle", "order": ["AS", "2C"]},
    {"seat": 2, "do": "discard", "card": "10d"},
    {"seat": 0, "do": "draw"},
    {"seat": 0, "do": "draw", "from": []},
    {"seat": 0, "do": "draw", "from": "pile"},
    {"seat": 0, "do": "draw", "card": "AS"},
    {"seat": 0, "do": "knock", "card": "AS"},
    {"seat": 0, "do": "discard", "card": "X"},
    {"seat": 0, "do": "discard", "card": None},
    {"seat": True, "do": "knock"},
    {"seat": 3, "do": "knock"},
    {"seat": -1, "do": "knock"},
    {"seat": 0, "do": "shuffle"},
    {"seat": 0, "do": "trump"},
    {"seat": 0, "do": ["knock"]},
    {"do": "knock"},
    {"seat": 0},
    {"seat": 0, "do": "bet"},
    [("seat", 0), ("do", "knock")],
    "knock",
    None,
]


@pytest.mark.parametrize("value", [*PLAIN, *OTHERS], ids=str)
def test_what_is_plain_is_read_at_once_and_as_everything_else_is(value: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def read() -> object:
        try:
            return read_action(value, standard_pack(), 3)
        except RecordError as error:
            return str(error)

    assert (records._plain(value, standard_pack(), 3) is not None) == (value in PLAIN)
    found = read()
    monkeypatch.setattr(records, "_plain", lambda *_: None)
    assert read() == found
