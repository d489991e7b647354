"""The golden records of every game: what came of a deal once comes of it now, and no option goes without one."""

from __future__ import annotations

import copy

import pytest

from engine.playback import play
from engine.record import RecordError, read_record, write_record

from .golden import FILES, FOLDER, load, outcome, text, wanted

EACH_FILE = pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER)))


@EACH_FILE
def test_the_result_is_as_it_was(path):
    golden = load(path)
    assert outcome(golden["record"]) == golden["result"], golden["about"]


@EACH_FILE
def test_the_file_is_in_its_place_and_says_what_it_shows(path):
    golden = load(path)
    assert list(golden) == ["about", "record", "result"]
    assert golden["record"]["game"] == path.parent.name
    assert golden["about"].endswith(".")
    assert path.read_text() == text(golden) + "\n"


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
    assert sum(result["chips"]) + result["pot"] + sum(result["pools"].values()) == sum(stakes.chips) + stakes.pot


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
