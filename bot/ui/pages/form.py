"""Forms that people fill in: how one is made within Discord's limits, and how what was typed is read."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any, Final

import discord
from discord import ui

from bot.ui.address import Address
from bot.ui.words.lines import shorten

MOST_TITLE: Final = 45
"""Characters of a form's title, and of a field's label."""
MOST_DESCRIPTION: Final = 100
"""Characters of a field's description."""
MOST_DIGITS: Final = 9
"""How many digits somebody can type for a number."""


class Form(ui.Modal):
    """A form as discord.py sends it; its answer comes back to its address."""

    def __init__(self, title: str, to: Address) -> None:
        super().__init__(title=shorten(title, MOST_TITLE), custom_id=str(to))

    def ask(self, label: str, description: str | None, field: ui.TextInput[Any]) -> None:
        """Adds a field."""
        said = None if description is None else shorten(description, MOST_DESCRIPTION)
        self.add_item(ui.Label(text=shorten(label, MOST_TITLE), description=said, component=field))

    def is_finished(self) -> bool:
        """Always: so that discord.py files it nowhere when it is sent."""
        return True


def fields_of(interaction: discord.Interaction[Any]) -> dict[str, str]:
    """What somebody typed into each field of a form, by the fields' names."""
    data: Any = interaction.data or {}
    return dict(_fields(data.get("components") or ()))


def _fields(components: Any) -> Iterator[tuple[str, str]]:
    for component in components:
        if "value" in component:
            yield str(component.get("custom_id", "")), str(component["value"])
        yield from _fields([component["component"]] if component.get("component") else component.get("components", ()))


def without_invisible(text: str) -> str:
    """What somebody typed, without characters that only format it and can't be seen: they come along when it is pasted
    from elsewhere."""
    return "".join(sign for sign in text if unicodedata.category(sign) != "Cf").strip()


def amount_of(text: str) -> int:
    """The number of chips that somebody typed: ``5``, `` 1,000 ``. Raises ValueError."""
    digits = "".join(without_invisible(text).split()).removeprefix("+")
    parts = digits.replace("’", ",").replace("'", ",").split(",")
    if len(parts) > 1 and not (1 <= len(parts[0]) <= 3 and all(len(part) == 3 for part in parts[1:])):
        raise ValueError("no number of chips")
    digits = "".join(parts)
    if not digits.isdecimal() or len(digits) > MOST_DIGITS:
        raise ValueError("no number of chips")
    return int(digits)
