"""The rooms of the package stand one above another: tools, faces, layout, pictures."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import cards_img

FOLDER = Path(cards_img.__file__).parent
FLOORS = ("tools", "faces", "layout", "pictures")


def test_every_room_has_a_floor():
    assert {file.parent.name for file in FOLDER.rglob("*.py")} == {FOLDER.name, *FLOORS}


@pytest.mark.parametrize("floor", FLOORS)
def test_a_room_uses_nothing_of_the_rooms_above_it(floor: str):
    above = FLOORS[FLOORS.index(floor) + 1 :]
    for file in (FOLDER / floor).glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith(tuple(f"cards_img.{room}" for room in above)), file.name
