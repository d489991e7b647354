"""What people type into forms is read as they mean it."""

from __future__ import annotations

from unittest.mock import Mock

import discord
import pytest

from bot.ui.pages.form import amount_of, fields_of


@pytest.mark.parametrize(
    ("typed", "amount"),
    [("5", 5), (" 12 ", 12), ("+7", 7), ("1,000", 1000), ("1 000", 1000), ("1’234’567", 1_234_567), ("007", 7)],
)
def test_amounts_as_people_type_them(typed, amount) -> None:
    assert amount_of(typed) == amount


@pytest.mark.parametrize("typed", ["5\u200b", "\u202e5", "\u20685\u2069", "\ufeff5", "\u200b +5"])
def test_amounts_pasted_with_what_cannot_be_seen(typed) -> None:
    assert amount_of(typed) == 5


@pytest.mark.parametrize(
    "typed", ["", "\u200b", " ", "five", "5.5", "5,5", "-3", "1e9", "5 chips", "1,00,0", "9" * 10, "½", "0x5"]
)
def test_what_is_no_amount(typed) -> None:
    with pytest.raises(ValueError, match="number of chips"):
        amount_of(typed)


@pytest.mark.parametrize(
    "components",
    [
        [{"type": 18, "component": {"type": 4, "custom_id": "amount", "value": "6"}}],
        [{"type": 1, "components": [{"type": 4, "custom_id": "amount", "value": "6"}]}],
    ],
)
def test_what_was_filled_in_is_found(components) -> None:
    assert fields_of(Mock(spec=discord.Interaction, data={"components": components})) == {"amount": "6"}


def test_an_empty_form() -> None:
    assert fields_of(Mock(spec=discord.Interaction, data=None)) == {}
