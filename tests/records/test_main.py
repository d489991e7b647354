"""``python -m tests.records``: listing and adding golden records."""

from __future__ import annotations

import json

import pytest

from tests.records import __main__ as records
from tests.records import golden

from .golden import FILES, FOLDER, load


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of records with one in it, in the place of the real one."""
    (tmp_path / "poe-crumb").mkdir()
    (tmp_path / "poe-crumb" / "tie.json").write_text((FOLDER / "poe-crumb/tie.json").read_text())
    monkeypatch.setattr(records, "FOLDER", tmp_path)
    monkeypatch.setattr(records, "FILES", [tmp_path / "poe-crumb" / "tie.json"])
    return tmp_path


def test_list_names_every_record_with_what_it_shows(capsys):
    assert records.main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(FILES)
    about = load(FOLDER / "poe-crumb/tie.json")["about"]
    assert f"poe-crumb/tie: {about}" in lines


def test_add_puts_a_record_with_its_transcript_and_result_into_its_place(folder, tmp_path, capsys):
    source = tmp_path / "another-tie.json"
    source.write_text((FOLDER / "poe-crumb/tie.json").read_text())
    assert records.main(["add", str(source), "--about", "Two tie (PC-25)."]) == 0
    added = folder / "poe-crumb" / "another-tie.json"
    assert load(added)["about"] == "Two tie (PC-25)."
    assert load(added)["result"] == load(FOLDER / "poe-crumb/tie.json")["result"]
    said = added.with_suffix(".txt").read_text()
    assert said.startswith("# Two tie (PC-25).\npoe-crumb, ")
    assert "the deal is over: " in said
    assert "added poe-crumb/another-tie" in capsys.readouterr().out


def test_a_record_that_lies_in_its_place_already_is_added_there(folder):
    path = folder / "poe-crumb" / "tie.json"
    with pytest.raises(golden.Unexpected, match=r"is new: say what it shows, python -m tests\.records add"):
        load(path)
    assert records.main(["add", str(path), "--about", "Two tie (PC-25)."]) == 0
    assert load(path)["about"] == "Two tie (PC-25)."


def test_regenerate_says_how_a_new_record_is_added_and_what_has_changed(folder, capsys):
    assert records.main(["regenerate"]) == 2
    assert "python -m tests.records add" in capsys.readouterr().err
    records.main(["add", str(folder / "poe-crumb" / "tie.json"), "--about", "Two tie (PC-25)."])
    transcript = folder / "poe-crumb" / "tie.txt"
    whole = transcript.read_text()
    transcript.write_text("another")
    capsys.readouterr()
    assert records.main(["regenerate"]) == 0
    assert capsys.readouterr().out == "changed poe-crumb/tie.json\n"
    assert transcript.read_text() == whole
    assert records.main(["regenerate"]) == 0
    assert capsys.readouterr().out == "as before poe-crumb/tie.json\n"


@pytest.mark.parametrize(
    ("record", "about", "said"),
    [
        ({"format": "knockabout/1"}, "A sentence.", "game is missing"),
        (None, "A sentence.", "can't be read"),
        ("tie", "No sentence", "ends with a full stop"),
        ("tie", "A sentence.", "there is a record poe-crumb/tie already"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(folder, tmp_path, capsys, record, about, said):
    source = tmp_path / "tie.json"
    if record == "tie":
        source.write_text((FOLDER / "poe-crumb/tie.json").read_text())
    elif record is not None:
        source.write_text(json.dumps(record))
    assert records.main(["add", str(source), "--about", about]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not (folder / "poe-crumb" / "expected").exists()
