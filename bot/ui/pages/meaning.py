"""What the colour of a button means, in one place: from what a button asks for to how it stands out."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

import discord

from bot.ui.address import Address


class Meaning(Enum):
    """What pressing a button means for the person."""

    NEXT = discord.ButtonStyle.primary
    """What most people do next; it costs nothing."""
    GAIN = discord.ButtonStyle.success
    """It can only be good for the person."""
    PLAIN = discord.ButtonStyle.secondary
    """One choice among others, or something that is only looked at."""
    GIVES_UP = discord.ButtonStyle.danger
    """It can't be taken back, and gives up or risks all there is."""


MEANINGS: Final[Mapping[str, Meaning]] = {
    **dict.fromkeys(("draw:stock", "start", "practise"), Meaning.NEXT),
    **dict.fromkeys(("show", "meld"), Meaning.GAIN),
    **dict.fromkeys(("fold", "all_in", "close", "sure", "erase"), Meaning.GIVES_UP),
    "sure:back": Meaning.PLAIN,
}
"""The verbs, or verbs with an argument, of buttons that are not plain. A card that is discarded, a knock or a bet is
always plain: it may be a mistake."""


def style_of(to: Address, *, asked_for: bool = False) -> discord.ButtonStyle:
    """How a button that leads there stands out. ``asked_for``: the person is told to press it."""
    if asked_for:
        return Meaning.NEXT.value
    meaning = MEANINGS.get(f"{to.verb}:{to.argument.partition('=')[0]}") or MEANINGS.get(to.verb) or Meaning.PLAIN
    return meaning.value
