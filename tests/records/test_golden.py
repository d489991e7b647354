"""The golden records of every game: what came of a deal once comes of it now, and no option goes without one."""

from __future__ import annotations

import copy
import json

import pytest

from engine.__main__ import ILLEGAL_ACTION, OK, main
from engine.game import GAMES
from engine.playback import play
from engine.record import RecordError, read_record, write_record
from engine.stakes import HOUSE

from .golden import FILES, FOLDER, expected, files, load, outcome, wanted

EACH_FILE = pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER)))


@EACH_FILE
def test_the_result_is_as_it_was(path):
    golden = load(path)
    assert outcome(golden["record"]) == golden["result"], golden["about"]


@EACH_FILE
def test_the_file_is_in_its_place_and_says_what_it_shows(path):
    golden = load(path)
    assert golden["record"]["game"] == path.parent.name
    assert golden["about"].endswith(".")
    for file, lines in files(path, golden).items():
        assert file.read_text() == lines


def test_nothing_is_expected_of_records_that_are_not_there():
    assert {path for path in FOLDER.glob("*/expected/*.json") if path.parts[-3] in GAMES} == set(map(expected, FILES))


@EACH_FILE
def test_the_command_line_plays_a_golden_record_as_it_lies(path, capsys):
    expects = load(path)["result"]
    assert main(["replay", str(path)]) == (ILLEGAL_ACTION if "error" in expects else OK)
    assert json.loads(capsys.readouterr().out) == expects


@EACH_FILE
def test_the_record_is_written_as_it_is_read(path):
    record = read_record(load(path)["record"])
    assert read_record(write_record(record)) == record


@EACH_FILE
def test_chips_are_conserved(path):
    golden = load(path)
    playback = play(read_record(golden["record"]))
    stakes = playback.record.stakes
    result = golden["result"]
    begin = sum(stakes.chips) + stakes.pot + sum(chips for _, chips in stakes.pools)
    moves = [one for state in playback.states for one in state.transfers]
    issued = sum(one.amount for one in moves if one.source == HOUSE) - sum(
        one.amount for one in moves if one.target == HOUSE
    )
    assert sum(result["chips"]) + result["pot"] + sum(result["pools"].values()) == begin + issued


def shows(path, game, option, value):
    """Whether the file is a deal of that game in which the option has the value and makes a difference."""
    record = copy.deepcopy(load(path)["record"])
    if record["game"] != game.name or option.name not in record["rules"]:
        return False
    if value is not None and record["rules"][option.name] != value:
        return False
    with_option = outcome(record)
    del record["rules"][option.name]
    try:
        return with_option != outcome(record)
    except RecordError:
        return True


@pytest.mark.parametrize(
    ("game", "option", "value"), [pytest.param(*one, id=f"{one[0].name}-{one[1].name}-{one[2]}") for one in wanted()]
)
def test_every_option_has_a_deal_in_which_it_matters(game, option, value):
    assert any(shows(path, game, option, value) for path in FILES), (
        f"there is no golden record of {game.name} whose result changes with {option.name}"
        + (f" = {value!r}" if value is not None else "")
    )
