"""The pictures look as they were meant to."""

from __future__ import annotations

import io
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

import cards_img
from cards_img import Look
from cards_img.layout.canvas import Canvas
from cards_img.pictures import samples
from cards_img.tools import encode, theme
from engine.cards import JOKERS, card
from tests.cards_img.compare import assert_like, opened

SHEET = ["KS", "QH", "JD", "AS", "TC", "7D", "2H"]


@pytest.mark.parametrize("what", ["hand", "table", "showdown"])
def test_sample_pictures_look_as_before(what: str) -> None:
    assert_like(what, getattr(samples, what)(Look()))


def test_faces_and_backs_look_as_before() -> None:
    canvas = Canvas(theme.blank(1200, 330, theme.FELT))
    look = Look(four_colour=True)
    for i, face in enumerate([*map(card, SHEET), JOKERS[0]]):
        canvas.card(face, 130, 10 + i * 140, 10, look)
        canvas.card(face, 67, 10 + i * 100, 220, look)
    canvas.back(130, 1060, 120)
    assert_like("faces", canvas.png())


def test_a_changed_picture_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.cards_img.compare.OUTPUT", tmp_path)
    monkeypatch.delenv("KNOCKABOUT_NEW_REFERENCES", raising=False)
    with pytest.raises(AssertionError, match="differs from its reference"):
        assert_like("hand", samples.hand(Look(four_colour=True)))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hand.png", "hand.wanted.png"]


@pytest.mark.parametrize("what", ["table", "board", "trick"])
def test_readme_pictures_are_those_that_the_project_draws(what: str) -> None:
    kept = Path(cards_img.__file__).parent / "examples" / f"{what}.png"
    assert kept.stat().st_size < 100_000
    assert opened(kept.read_bytes()).size == opened(samples.SAMPLES[what](Look())).size
    assert_like(what, kept.read_bytes())


@pytest.mark.parametrize("draw", samples.SAMPLES.values(), ids=samples.SAMPLES)
def test_pictures_are_in_palette_mode_and_always_the_same(draw: Callable[[Look], bytes]) -> None:
    png = draw(Look())
    with Image.open(io.BytesIO(png)) as picture:
        picture.load()
        assert (picture.format, picture.mode) == ("PNG", "P")
    with Image.open(io.BytesIO(png)) as picture:
        picture.verify()
    assert draw(Look()) == png


def test_a_picture_is_written_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    image = theme.blank(17, 5, theme.FELT)
    image.putdata([(i * 37) % len(theme.COLOURS) for i in range(17 * 5)])
    written = encode.png(image)
    monkeypatch.setattr(encode, "deflater", encode.deflater._replace(compress=zlib.compress))
    for png in (written, encode.png(image)):
        read = Image.open(io.BytesIO(png))
        assert (read.mode, read.size) == ("P", image.size)
        assert read.tobytes() == image.tobytes()
        assert read.convert("RGB").tobytes() == image.convert("RGB").tobytes()


def test_without_zlib_ng_zlib_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zlib_ng.zlib_ng", None)
    assert encode._deflater() == (zlib.compress, 1, 1)


def test_a_picture_that_is_packed_quickly_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    levels: list[int] = []

    def compress(data: bytes, level: int) -> bytes:
        levels.append(level)
        return zlib.compress(data, level)

    def fails(look: Look) -> bytes:
        raise ValueError("no such card")

    small, quick = encode.deflater.small, encode.deflater.quick
    assert quick < small
    monkeypatch.setattr(encode, "deflater", encode.deflater._replace(compress=compress))
    draw = samples.SAMPLES["hand"]
    larger, other = encode.quickly(draw, Look()), draw(Look())
    with pytest.raises(ValueError, match="no such card"):
        encode.quickly(fails, Look())
    assert draw(Look()) == other
    assert levels == [quick, small, small]
    assert Image.open(io.BytesIO(larger)).tobytes() == Image.open(io.BytesIO(other)).tobytes()
