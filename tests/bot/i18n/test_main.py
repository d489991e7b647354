"""``python -m bot.i18n``."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bot.i18n import Catalogue
from bot.i18n.__main__ import main


def test_keys_lists_every_text_with_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["keys"]) == 0
    out = capsys.readouterr().out
    assert "cards.ftl\trank-ace.many\taces\n" in out
    assert "options.ftl\toption-knock-poker-ante.label\tAnte\n" in out
    assert "table.ftl\tevent-folded\t{ $name } folds.\n" in out


def test_whoever_reads_no_further_is_shown_no_traceback() -> None:
    listing = subprocess.Popen(
        [sys.executable, "-m", "bot.i18n", "keys"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with listing:
        assert listing.stdout is not None
        assert listing.stderr is not None
        assert listing.stdout.readline()
        listing.stdout.close()  # as ``| head -1`` does
        assert listing.stderr.read() == b""
    assert listing.returncode == 0


def test_missing_lists_what_a_language_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["missing", "xx"]) == 1
    out = capsys.readouterr().out
    assert "### cards.ftl" in out
    assert "rank-six = six\n    .many = sixes\n    .short = 6\n" in out
    assert "option-knock-poker-knock_minimum =\n    .label = " in out
    assert "    .choice-pair_of_jacks = " in out


def test_english_lacks_nothing_but_what_stands_in_the_engine(capsys: pytest.CaptureFixture[str]) -> None:
    """Options and presets in the games' Rules, refusals where the games refuse."""
    main(["missing", "en"])
    names = [line.partition(" =")[0] for line in capsys.readouterr().out.splitlines() if line[:1].isalpha()]
    assert [name for name in names if not name.startswith(("option-", "preset-", "illegal-"))] == []


def test_check_finds_nothing_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 0
    assert capsys.readouterr().out == f"Nothing is wrong in {', '.join(sorted(Catalogue.load().languages))}.\n"


def test_another_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["translate"])
    assert exit_.value.code == 2
    assert "translate" in capsys.readouterr().err
