"""``python -m engine`` (engine/record.md, "Commands")."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.cards import ALL_CARDS
from engine.players.drawing.thinking import DRAWING
from engine.shuffle import commitment, shuffled
from tests.kit.records import GOOD, changed


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(*arguments, record=None):
        if record is not None:
            Path("record.json").write_text(record if isinstance(record, str) else json.dumps(record))
            arguments = (*arguments, "record.json")
        code = main(arguments)
        out, err = capsys.readouterr()
        assert (code == 2) == (out == "")
        assert err.count("\n") == (code == 2)
        return code, json.loads(out) if out else err.strip()

    return run


def test_games(run):
    code, games = run("games")
    assert code == 0
    game = next(game for game in games if game["name"] == "knock-poker")
    assert game["seats"] == {"least": 2, "most": 10}
    assert game["players"] == ["random", "careful"]
    assert game["probes"][:2] == ["never-folds", "loose"]
    assert "never-bets" not in game["probes"]
    assert (game["pools"], game["pay_suit"]) == ([], False)
    poque = next(game for game in games if game["name"] == "le-poque")
    assert (poque["pools"], poque["pay_suit"]) == (["ace", "king", "queen", "jack", "ten", "poch"], True)
    rules = {option["name"]: option for option in game["rules"]}
    assert rules["settlement"] == {
        "name": "settlement",
        "type": "choice",
        "default": "standard",
        "label": "Settlement",
        "description": "After a knock: one more turn each and payments, or an immediate showdown for the pot alone.",
        "choices": ["standard", "simple"],
    }
    assert (rules["ante"]["type"], rules["ante"]["least"], rules["ante"]["choices"]) == ("number", 0, None)
    assert rules["bonuses"]["type"] == "flag"


def test_games_can_be_read_by_people(capsys):
    main(["games"])
    assert max(map(len, capsys.readouterr().out.splitlines())) < 160


def test_replay(run):
    code, found = run("replay", record=GOOD)
    assert code == 0
    assert found["to_act"] == [1]


def test_replay_of_an_illegal_action(run):
    code, found = run("replay", record=changed(("deals", 0, "actions", 1, "card"), "2C"))
    assert code == 3
    assert found["error"]["action"] == 1
    assert found["to_act"] == [0]


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("record", "sentence"),
    [("{", "is not JSON"), (changed(("dealer",), 9), "dealer is 9"), (changed(("no\nline",), 9), r"no\\nline")],
)
def test_a_malformed_record(run, command, record, sentence):
    code, error = run(command, record=record)
    assert code == 2
    assert sentence.replace("\\\\", "\\") in error


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_what_is_wrong_with_a_record_is_said_with_the_name_of_its_file(run, command):
    for record in ("{", changed(("dealer",), 9), changed(("seats",), [])):
        code, error = run(command, record=record)
        assert code == 2
        assert error.startswith("record.json")


def test_a_deal_that_cannot_begin_is_said_with_the_name_of_its_file(run):
    code, error = run("replay", record=changed(("deals",), [{"deck": []}, {"deck": []}]))
    assert code == 2
    assert error.startswith("record.json: deals[1] can't begin: deals[0] is not over")


@pytest.mark.parametrize("path", ["no/such/file.json", ".", "a\0b"])
def test_a_file_that_cannot_be_read(run, path):
    code, error = run("replay", path)
    assert code == 2
    assert "can't be read" in error


@pytest.mark.parametrize(
    ("hand", "rules", "code"),
    [
        ("8C 7H 6S X 4D", "{}", 0),
        ("8C 7H X1 X2 4D", "{}", 0),
        ("8C 7H X1 X2 4D", '{"jokers": 1}', 0),
        ("8C X X1 X2 4D", "{}", 2),
    ],
)
def test_rank_takes_the_jokers_that_a_hand_names_where_their_number_is_an_option(run, hand, rules, code):
    found = run("rank", "poe-crumb", hand, "--rules", rules)
    assert found[0] == code
    if code == 0:
        assert (found[1]["type"], found[1]["aided"]) == ("straight", True)


def test_compare_with_a_joker_that_the_default_rules_do_not_deal(run):
    code, found = run("compare", "poe-crumb", "AS KS QS JS TS", "9H 9D 9S 9C X")
    assert (code, found["result"]) == (0, "lower")


@pytest.mark.parametrize(
    ("a", "b"),
    [("8C 8D 6S 5D X", "8H 8S 6C 5H X"), ("8C 8D 6S 5D X2", "8H 8S 6C 5H X"), ("8C 8D 6S 5D X", "8H 8S 6C 5H X2")],
)
def test_compare_two_hands_with_a_joker_each_where_the_pack_can_have_two(run, a, b):
    code, found = run("compare", "poe-crumb", a, b)
    assert (code, found["result"]) == (0, "equal")
    assert (found["a"]["aided"], found["b"]["aided"]) == (True, True)


@pytest.mark.parametrize(
    ("game", "a", "b", "twice"),
    [
        ("knock-poker", "9H 9D 9S 2C 2D", "9C 9D 9S 2C 2D", "9D"),
        ("dompe", "8C 8D 6S 5D X", "8H 8S 6C 5H X", "X"),
        ("poe-crumb", "8C 8D 6S 5D X1", "8H 8S 6C 5H X1", "X1"),
    ],
)
def test_compare_refuses_a_card_in_both_hands(run, game, a, b, twice):
    code, error = run("compare", game, a, b)
    assert code == 2
    assert f"the card {twice} is in both hands, but the pack has only one" in error


@pytest.mark.parametrize("game", ["poch", "le-poque"])
def test_po_23_compare_by_the_pay_suit(run, game):
    red, black = "QH QD 7S 8C 9S", "QS QC AH KD JS"
    assert run("compare", game, red, black, "--pay-suit", "H")[1]["result"] == "higher"
    assert run("compare", game, red, black, "--pay-suit", "c")[1]["result"] == "lower"
    code, error = run("compare", game, red, black)
    assert (code, "name it, as in --pay-suit H" in error) == (2, True)
    assert run("compare", game, red, "7C 7D 7H AS KS")[1]["result"] == "lower"
    assert "'Z' is not a suit" in run("compare", game, red, black, "--pay-suit", "Z")[1]


def test_po_63_compare_by_the_club_whatever_the_pay_suit(run):
    for suit in ([], ["--pay-suit", "H"]):
        rules = ["--rules", '{"pochen_without_pair": true}', *suit]
        assert run("compare", "poch", "QH QD", "QS QC", *rules)[1]["result"] == "lower"


def test_ho_7_compare_by_the_other_cards(run):
    for suit in ([], ["--pay-suit", "H"]):
        found = run("compare", "poch-1873", "QH QD 9S 8S 7S", "QS QC 9H 8H 2D", *suit)[1]
        assert found["result"] == "higher"
        assert run("compare", "poch-1873", "QH QD 9S 8S 7S", "QS QC 9H 8H 7D", *suit)[1]["result"] == "equal"


def test_rank_of_a_set_with_and_without_the_pay_suit(run):
    code, found = run("rank", "poch", "9S QH QD 8C 7C", "--pay-suit", "D")
    assert (code, found["type"], found["ranks"], found["value"]) == (0, "pair", ["Q"], [2, 12, 1])
    code, found = run("rank", "poch", "9S QH QD 8C 7C")
    assert (code, found["type"], found["ranks"], found["value"]) == (0, "pair", ["Q"], [2, 12])


def test_rank(run):
    code, found = run("rank", "knock-poker", "8C 7H 6S 9D 10D")
    assert code == 0
    assert found == {"type": "straight", "ranks": ["T"], "aided": False, "value": [4, 10], "wins_outright": False}


@pytest.mark.parametrize(
    ("a", "b", "outcome"),
    [
        ("AS KS QS JS TS", "9H 9D 9S 9C 2D", "higher"),
        ("5S 4H 3D 2C AS", "6S 5H 4D 3C 2S", "lower"),
        ("AS KH QD JC 9S", "AC KD QH JS 9H", "equal"),
        ("9H 9D 5S 4S 3S", "9C 9S 5D 4D 3D", "equal"),
    ],
)
def test_compare(run, a, b, outcome):
    code, found = run("compare", "knock-poker", a, b)
    assert code == 0
    assert found["result"] == outcome
    assert set(found) == {"result", "a", "b"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rank", "whist", "AS"], "game is 'whist'"),
        (["rank", "knock-poker", "AS KS"], "a hand of Knock Poker is 5 cards, not 2"),
        (["rank", "knock-poker", ""], "a hand of Knock Poker is 5 cards, not 0"),
        (["rank", "knock-poker", "AS KS QS JS X"], "the card X is not in this pack"),
        (["rank", "knock-poker", "AS KS QS JS JS"], "the card JS is there twice"),
        (["compare", "knock-poker", "AS KS QS JS TS", "1S"], "'1S' is not a card"),
        (["compare", "knock-poker", "AS KS QS JS TS"], "required: B"),
        (["rank", "knock-poker", "AS KS QS JS TS", "--rules", "{"], "--rules is not JSON"),
        (["rank", "knock-poker", "AS KS QS JS TS", "--rules", "[]"], "rules must be an object"),
        (["rank", "knock-poker", "AS KS QS JS TS", "--rules", '{"x": 1}'], "rules.x is not an option"),
        (["rank", "knock-poker", "AS KS QS JS TS", "--pay-suit", "S"], "has no pay suit"),
        (["simulate", "knock-poker", "--seats", "11"], "--seats is 11"),
        (["simulate", "knock-poker", "--deals", "0"], "'0' is not a whole number from 1"),
        (["simulate", "knock-poker", "--seed", "-1"], "not a whole number"),
        (["simulate", "knock-poker", "--players", "nobody"], "'nobody' is none of random, careful"),
        (["simulate", "knock-poker", "--seats", "2", "--players", "random,random,random"], "names 3 players for 2"),
        (["simulate", "knock-poker", "--rules", '{"ante": 99, "broke": "sit_out"}'], "fewer than 2 players"),
        (["simulate", "knock-poker", "--players", "never-bets"], "never-bets does not play knock-poker"),
        (["ladder", "whist"], "game is 'whist'"),
        (["ladder", "crummy", "--seats", "2"], "--seats is 2, but crummy is for 3 to 5"),
        (["ladder", "knock-poker", "--levels", "careful"], "--levels names one player: name another"),
        (
            ["ladder", "knock-poker", "--levels", "careful,nobody"],
            "--levels: 'nobody' is none of random, careful, novice, regular,",
        ),
        (["ladder", "knock-poker", "--levels", "careful,"], "--levels: '' is none of"),
        (["ladder", "knock-poker", "--levels", "careful,never-bets"], "--levels: never-bets does not play knock-poker"),
        (["ladder", "knock-poker", "--decks", "9"], "'9' is not a whole number from 10"),
        (["ladder", "knock-poker", "--seed", "x"], "'x' is not a whole number from 0"),
        (["ladder", "knock-poker", "--rules", '{"x": 1}'], "rules.x is not an option"),
        (["ladder", "knock-poker", "--rules", '{"ante": 99, "broke": "sit_out"}'], "fewer than 2 players"),
        (["ladder", "knock-poker", "--json", "--rules", '{"ante": 99, "broke": "sit_out"}'], "fewer than 2 players"),
        (["deal"], "invalid choice: 'deal'"),
        ([], "required: COMMAND"),
    ],
)
def test_bad_arguments_get_one_line(run, arguments, sentence):
    code, error = run(*arguments)
    assert code == 2
    assert sentence in error


def test_simulate(run):
    arguments = ("simulate", "knock-poker", "--seats", "3", "--deals", "40", "--players", "random,careful")
    code, found = run(*arguments, "--seed", "5")
    assert code == 0
    assert found["players"] == ["random", "careful", "random"]
    assert found["deals"] == 40
    assert sum(found["net"]) == 0
    assert sum(found["wins"]) >= 40 - found["void"]
    timeless = {key: value for key, value in found.items() if "second" not in key}
    again = {key: value for key, value in run(*arguments, "--seed", "5")[1].items() if "second" not in key}
    other = {key: value for key, value in run(*arguments, "--seed", "6")[1].items() if "second" not in key}
    assert timeless == again
    assert timeless != other


def test_simulate_knows_probes(run):
    _, found = run("simulate", "poch", "--deals", "5", "--players", "careful,never-bets,plays-highest")
    assert found["players"] == ["careful", "never-bets", "plays-highest"]


LADDER = ("ladder", "knock-rummy", "--seats", "3", "--decks", "20", "--seed", "2")


def test_ladder_as_json(run):
    code, found = run(*LADDER, "--levels", "careful, random,tight", "--json")
    assert code == 0
    assert [(row["player"], row["over"]) for row in found["rows"]] == [("careful", "random"), ("careful", "tight")]
    assert {key: found[key] for key in ("game", "rules", "seats", "seed", "unit")} == {
        "game": "knock-rummy",
        "rules": {},
        "seats": 3,
        "seed": 2,
        "unit": "points",
    }
    assert found["looks"] == [{"decks": 20, "confidence": 0.95}]
    row = found["rows"][0]
    low, high = row["interval"]
    assert 0 < low < row["net"] < high
    assert (row["verdict"], row["decks"], row["deals"], row["confidence"]) == ("ahead", 20, 60, 0.95)
    assert 0 < row["milliseconds"]["median"] <= row["milliseconds"]["p99"] <= row["milliseconds"]["most"]
    again = run(*LADDER, "--levels", "careful,random", "--json")[1]["rows"][0]
    timeless = {key: value for key, value in row.items() if "milliseconds" not in key}
    assert timeless == {key: value for key, value in again.items() if "milliseconds" not in key}


def test_ladder_as_a_table(capsys):
    assert main([*LADDER, "--levels", "careful,random,careful", "--rules", '{"knock_limit": 50}']) == 0
    out, err = capsys.readouterr()
    assert err == ""
    common, how, columns, over_random, over_itself = out.splitlines()
    assert common == "knock-rummy, 3 seats, seed 2, rules knock_limit 50: 3 deals a deck"
    assert how == "net: points a deal less the table's mean; one look, after 20 decks"
    assert " ".join(columns.split()) == "net 95 % interval decks won void worlds median ms p99 ms"
    assert over_random.startswith("careful over random   ")
    assert over_random.endswith("  ahead")
    assert over_itself.startswith("careful over careful ")
    assert over_itself.split()[3:7] == ["+0.000", "+0.000", "to", "+0.000"]
    assert over_itself.endswith("  not clear")
    assert len({line.index(" 20 ") for line in (over_random, over_itself)}) == 1, "the columns are straight"


def test_ladder_tells_how_many_worlds_an_expert_looks_at(run):
    arguments = ("ladder", "knock-rummy", "--seats", "2", "--decks", "10", "--json", "--worlds", "7", "--levels")
    expert, regular = (run(*arguments, names)[1]["rows"][0] for names in ("expert,regular", "regular,careful"))
    assert 0 < expert["worlds"] <= 7
    assert regular["worlds"] == 0
    assert run(*arguments, "expert,regular")[1]["rows"][0]["net"] == expert["net"]


def test_ladder_says_where_a_level_does_not_know_an_option(capsys, monkeypatch):
    known = DRAWING.games["knock-rummy"]
    monkeypatch.setitem(DRAWING.games, "knock-rummy", known._replace(options=frozenset()))
    arguments = [*LADDER, "--levels", "regular,careful", "--rules", '{"knock_limit": 50}']
    assert main(arguments) == 0
    _, _, said, _, row = capsys.readouterr().out.splitlines()
    assert said == "regular plays as careful does: it doesn't know the option knock_limit"
    assert row.split()[3] == "+0.000"
    assert main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["unknown"] == {"regular": ["knock_limit"]}


def test_ladder_says_when_it_looks(capsys):
    main(["ladder", "knock-poker", "--seats", "2", "--decks", "1000"])
    _, how, *_ = capsys.readouterr().out.splitlines()
    common, told = how.split("; ")
    assert common == "net: chips a deal less the table's mean"
    intervals = "intervals of 99.5, 99.5, 99, 97 %: all hold in 95 of 100"
    assert told == f"looks after 125, 250, 500 and 1,000 decks, {intervals}"
    main(["ladder", "knock-rummy", "--seats", "2", "--decks", "100", "--play-out"])
    assert "one look, after 100 decks" in capsys.readouterr().out


def test_ladder_of_every_pair_and_of_all_probes(run):
    arguments = ("ladder", "dompe", "--seats", "2", "--decks", "10", "--json", "--levels")
    rows = run(*arguments, "careful,random,tight", "--every-pair")[1]["rows"]
    assert [row["over"] for row in rows] == ["random", "tight", "tight"]
    rows = run(*arguments, "careful,probes")[1]["rows"]
    assert [row["over"] for row in rows] == ["never-knocks", "tight", "never-shows", "stock-only", "upcard-only"]


def test_ladder_tells_a_terminal_how_far_it_is_and_takes_that_away(capsys, monkeypatch):
    ticking = count()
    monkeypatch.setattr("engine.__main__.perf_counter", lambda: float(next(ticking)))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    main(["ladder", "knock-poker", "--seats", "2", "--decks", "10"])
    drawn = capsys.readouterr().err.split("\r")
    assert drawn[1].startswith("careful over random: 1 of at most 10 decks, ")
    assert drawn[10].startswith("careful over random: 10 of at most 10 decks, ")
    assert drawn[11:] == [" " * len(drawn[10].rstrip()), ""]


def test_help_is_no_error(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    assert "simulate" in capsys.readouterr().out


def test_help_says_what_the_exit_codes_and_commands_are(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "Exit codes: 0 done, 1 not verified, 2 malformed input" in told
    assert "every game with its seats and rules, as JSON" in told


LONG = "x" * 3000


@pytest.mark.parametrize(
    "arguments",
    [
        ["rank", LONG, "AS"],
        ["rank", "knock-poker", LONG],
        ["rank", "knock-poker", " ".join(["AS"] * 999)],
        ["rank", "knock-poker", " ".join(card.notation for card in ALL_CARDS)],
        ["compare", "knock-poker", "AS KS QS JS TS", LONG],
        ["rank", "poch", "AS", "--pay-suit", LONG],
        ["rank", "knock-poker", "AS KS QS JS TS", "--rules", json.dumps({LONG: 1})],
        ["rank", "knock-poker", "AS KS QS JS TS", "--rules", json.dumps({"ante": LONG})],
        ["rank", "knock-poker", "AS KS QS JS TS", "--rules", json.dumps({"ante": [LONG]})],
        ["rank", "knock-poker", "AS KS QS JS TS", "--rules", f'{{"{LONG}": 1, "{LONG}": 1}}'],
        ["simulate", "knock-poker", "--players", LONG],
        ["simulate", "knock-poker", "--deals", LONG],
        ["ladder", "knock-poker", "--levels", f"careful,{LONG}"],
        ["ladder", LONG],
        ["replay", LONG],
        ["replay", f"{LONG}\0"],
        [LONG],
        ["games", LONG, LONG],
        ["games", *["x"] * 3000],
        ["games", f"--{LONG}"],
    ],
    ids=lambda arguments: " ".join(arguments)[:40],
)
def test_an_error_quotes_at_most_80_characters_of_what_was_given(run, arguments):
    code, error = run(*arguments)
    assert code == 2
    assert "x" * 81 not in error
    assert len(error) < 400


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("game",), LONG),
        (("format",), LONG),
        (("dealer",), int("9" * 4000)),
        (("rules", LONG), 1),
        ((LONG,), 1),
        (("seats", 0, "chips"), LONG),
        (("deals", 0, "deck"), [LONG]),
        (("deals", 0, "actions", 1, "card"), LONG),
        (("deals", 0, "actions", 1, "do"), LONG),
        (("deals", 0, "actions", 1, "seat"), int("9" * 4000)),
        (("deals", 0, "shuffle"), {"seed": "00" * 32, "commitment": "", "cut": int("9" * 4000)}),
    ],
)
def test_an_error_in_a_record_quotes_at_most_80_characters_of_it(run, path, value):
    code, error = run("replay", record=changed(path, value))
    assert code == 2
    assert "x" * 81 not in error
    assert "9" * 81 not in error


@pytest.mark.parametrize(("a", "b"), [("AS KH 9D 7C 3S", "KS QH 9C 7D 2S"), ("AS AH KD KC 3S", "KS QH 9C 7D 2S 4H")])
def test_dm_20_compare_refuses_two_hands_that_are_none(run, a, b):
    code, error = run("compare", "dompe", a, b)
    assert code == 2
    assert error == "neither hand can win: a hand of Dompe is three of a kind or better"
    assert run("compare", "dompe", "2S 2H 2D 7S 5C", a)[1]["result"] == "higher"
    assert run("rank", "dompe", a)[0] == 0


def test_many_deals_without_an_action_are_refused_at_the_first(run):
    deals: tuple[dict[str, object], ...] = (
        {},
        {"deck": []},
        {"deck": [], "actions": []},
        {"deck": "?", "actions": None},
    )
    for empty in deals:
        code, error = run("replay", record=changed(("deals",), [empty] * 500_000))
        assert code == 2
        assert error.endswith("deals[1] can't begin: deals[0] is not over: it has no actions")


ROOT = Path(__file__).parents[2]


def test_it_runs_as_a_module_and_reads_standard_input():
    done = subprocess.run(
        [sys.executable, "-m", "engine", "replay", "-"],
        input=json.dumps(GOOD).encode(),
        capture_output=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0
    assert json.loads(done.stdout)["to_act"] == [1]
    assert done.stderr == b""


def test_nobody_listening_is_no_traceback():
    command = f"{sys.executable} -m engine games | true"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False, cwd=ROOT)
    assert done.stderr == b""


def shuffled_record(cut=17):
    seed = bytes(range(32))
    deck = [card.notation for card in shuffled(ALL_CARDS, seed, cut)]
    proof = {"seed": seed.hex(), "commitment": commitment(seed), "cut": 17}
    return changed(("deals", 0), {"deck": deck, "shuffle": proof})


def test_verify(run):
    code, found = run("verify", record=shuffled_record())
    assert (code, found["verified"]) == (0, True)


def test_verify_of_another_deck(run):
    code, found = run("verify", record=shuffled_record(cut=18))
    assert code == 1
    deals = [{"commitment": True, "deck": False, "shuffles": []}]
    assert found == {"verified": False, "checked": ["shuffles"], "deals": deals}


def test_verify_checks_the_shuffles_alone_and_says_so(run):
    """A record whose play is against the rules, but whose cards lay as seed and cut say."""
    record = shuffled_record()
    record["deals"][0]["actions"] = [{"seat": 1, "do": "knock"}]
    code, found = run("verify", record=record)
    assert (code, found["verified"], found["checked"]) == (0, True, ["shuffles"])
    code, found = run("verify", "--play", record=record)
    assert (code, found["verified"], found["checked"]) == (3, False, ["shuffles", "play"])
    assert found["replay"]["error"]["code"] == "not_your_turn"


def test_verify_play_replays_too(run):
    record = shuffled_record()
    record["deals"][0]["actions"] = [{"seat": 0, "do": "knock"}]
    code, found = run("verify", "--play", record=record)
    assert (code, found["verified"]) == (0, True)
    assert found["replay"] == run("replay", record=record)[1]
    unfair = shuffled_record(cut=18)
    unfair["deals"][0]["actions"] = [{"seat": 1, "do": "knock"}]
    assert run("verify", "--play", record=unfair)[0] == 1


def test_verify_without_shuffle_data(run):
    code, error = run("verify", record=GOOD)
    assert code == 2
    assert "deals[0].shuffle is missing" in error
