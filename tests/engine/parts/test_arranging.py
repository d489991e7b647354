"""Hands that are shown are laid out with what they are made of first."""

from __future__ import annotations

import pytest

from engine.cards import card
from engine.parts.arranging import arranged


@pytest.mark.parametrize(
    ("held", "shown"),
    [
        ("8S KC QC 5S 5H", "5S 5H KC QC 8S"),
        ("3S TD TC 3H AH", "TD TC 3S 3H AH"),
        ("4S 9D 4H 9C 4C", "4S 4H 4C 9D 9C"),
        ("2D KS 2C 2H 2S", "2S 2H 2D 2C KS"),
        ("7H JH 2H AH 9H", "AH JH 9H 7H 2H"),
        ("TD AS JC KD QH", "AS KD QH JC TD"),
        ("4S AD 2H 5C 3C", "5C 4S 3C 2H AD"),
        ("9D X1 9S 4H KD", "X1 9S 9D KD 4H"),
        ("5D X1 2S 4H AD", "X1 5D 4H 2S AD"),
        ("5D X2 X1 4H AD", "X1 X2 5D 4H AD"),
    ],
)
def test_r_3_and_r_6_to_r_11_what_counts_most_comes_first(held: str, shown: str):
    assert " ".join(card.notation for card in arranged(card(notation) for notation in held.split())) == shown
