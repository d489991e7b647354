"""The golden records of every game: what came of a deal once comes of it now, and no option goes without one."""

from __future__ import annotations

import copy
import json
from typing import get_args

import pytest

from engine.__main__ import ILLEGAL_ACTION, OK, main
from engine.actions import Action, Prompt
from engine.errors import IllegalAction
from engine.events import Event
from engine.game import GAMES
from engine.playback import play
from engine.record import RecordError, read_record
from engine.stakes import HOUSE
from tests.kit.records import write_record

from .golden import FILES, FOLDER, expected, files, load, outcome, wanted
from .transcript import transcript, word

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


@EACH_FILE
def test_what_is_asked_done_and_told_at_every_step_is_as_it_was(path):
    golden = load(path)
    assert path.with_suffix(".txt").read_text() == transcript(read_record(golden["record"]), golden["about"])


def test_there_is_no_transcript_of_a_record_that_is_not_there():
    found = {path for path in FOLDER.glob("*/*.txt") if path.parent.name in GAMES}
    assert found == {path.with_suffix(".txt") for path in FILES}


def happenings(path):
    """Every event of a golden deal, those of the deal itself included."""
    playback = play(read_record(load(path)["record"]))
    game, stakes = playback.record.game, playback.record.stakes
    for deal in playback.record.deals:
        state = game.new_deal(playback.record.rules, len(playback.record.names), stakes, deal.deck)
        yield from game.telling.opening(state)
        for action in deal.actions:
            try:
                state, events = game.apply(state, action)
            except IllegalAction:
                return
            yield from events
        stakes = state.result.stakes if state.result else stakes


def test_a_transcript_tells_every_kind_of_event_and_names_no_class():
    kinds = set()
    for path in FILES:
        told = path.with_suffix(".txt").read_text()
        for event in happenings(path):
            kinds.add(type(event))
            assert word(event) in told
        assert "??" not in told
        assert not [kind for kind in (*get_args(Event), *get_args(Action), Prompt) if f"{kind.__name__}(" in told]
    assert kinds == set(get_args(Event))


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
    moves = [transfer for state in playback.states for transfer in state.transfers]
    issued = sum(transfer.amount for transfer in moves if transfer.source == HOUSE) - sum(
        transfer.amount for transfer in moves if transfer.target == HOUSE
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
    ("game", "option", "value"),
    [pytest.param(*case, id=f"{case[0].name}-{case[1].name}-{case[2]}") for case in wanted()],
)
def test_every_option_has_a_deal_in_which_it_matters(game, option, value):
    assert any(shows(path, game, option, value) for path in FILES), (
        f"there is no golden record of {game.name} whose result changes with {option.name}"
        + (f" = {value!r}" if value is not None else "")
    )
