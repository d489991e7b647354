"""The form that asks for an amount in a betting, and how the typed amount is read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import discord
from discord import ui

from bot.i18n import Texts
from bot.ui.clicks.address import Address
from bot.ui.pages.page import shorten
from bot.ui.words.betting import bet_of, stakes_of
from engine.view import View

AMOUNT: Final = "amount"
"""The verb of a button that opens the form; its argument is ``bet`` or ``raise``."""
STAKING: Final = frozenset({"bet", "match", "all_in"})
"""Verbs that bring a stake to the amount in their argument."""
LONGEST: Final = 9
"""How many digits somebody can type."""
_TITLE: Final = 45
"""Characters that Discord allows in a form's title and in a field's label."""
_DESCRIPTION: Final = 100
"""And in a field's description."""


class Form(ui.Modal):
    """A form as discord.py sends it; its answer comes back to its address."""

    def is_finished(self) -> bool:
        """Always: so that discord.py files it nowhere when it is sent."""
        return True


def amount_form(address: Address, view: View, texts: Texts) -> Form | None:
    """The form that asks the viewer for a stake and names the least and the most; None if nothing can be bet."""
    stakes, bet = stakes_of(view), bet_of(view)
    if stakes is None or stakes[1] <= bet:
        return None
    plain, what = texts.plain, "raise" if bet else "bet"
    least, most = bet + 1, stakes[1]
    own = view.own.stake if view.own is not None else 0
    costs = plain(f"form-costs-{what}", bet=bet, count=own, least=least, more=least - own)
    form = Form(
        title=shorten(plain(f"form-{what}"), _TITLE),
        custom_id=str(Address(address.table, address.turn, "bet", "?")),
    )
    form.add_item(
        ui.Label(
            text=shorten(plain("form-stake", least=plain.number(least), most=plain.number(most)), _TITLE),
            description=shorten(costs, _DESCRIPTION),
            component=ui.TextInput(
                custom_id="amount", placeholder=plain.number(least), min_length=1, max_length=LONGEST
            ),
        )
    )
    return form


def filled_in(interaction: discord.Interaction[Any]) -> str:
    """What somebody typed into the form; "" if it has no such field."""
    data: Any = interaction.data or {}
    return _typed(data.get("components") or ())


def fields_of(interaction: discord.Interaction[Any]) -> dict[str, str]:
    """What somebody typed into each field of a form, by the fields' names."""
    data: Any = interaction.data or {}
    return dict(_fields(data.get("components") or ()))


def _fields(components: Any) -> Iterator[tuple[str, str]]:
    for component in components:
        if "value" in component:
            yield str(component.get("custom_id", "")), str(component["value"])
        yield from _fields([component["component"]] if component.get("component") else component.get("components", ()))


def _typed(components: Any) -> str:
    for component in components:
        if "value" in component:
            return str(component["value"])
        inside = [component["component"]] if component.get("component") else component.get("components")
        if inside and (found := _typed(inside)):
            return found
    return ""


def amount_of(text: str) -> int:
    """The number of chips that somebody typed: ``5``, `` 1,000 ``. Raises ValueError."""
    digits = "".join(text.split()).removeprefix("+")
    parts = digits.replace("’", ",").replace("'", ",").split(",")
    if len(parts) > 1 and not (1 <= len(parts[0]) <= 3 and all(len(part) == 3 for part in parts[1:])):
        raise ValueError("no number of chips")
    digits = "".join(parts)
    if not digits.isdecimal() or len(digits) > LONGEST:
        raise ValueError("no number of chips")
    return int(digits)


def bad_amount(given: str, view: View | None, texts: Texts) -> str:
    """The answer to somebody who typed something other than a number of chips."""
    stakes = stakes_of(view) if view is not None else None
    if view is None or stakes is None:
        return texts("error-no-amount.bare", given=given)
    return texts("error-no-amount", given=given, least=max(stakes[0], bet_of(view) + 1), most=stakes[1])


def no_raise(amount: int, view: View | None, texts: Texts) -> str | None:
    """The answer to somebody who typed an amount that is no raise into the form for a raise; None for other amounts."""
    stakes = stakes_of(view) if view is not None else None
    bet = bet_of(view) if view is not None else 0
    if stakes is None or not bet or not amount <= bet < stakes[1]:
        return None
    return texts("error-no-raise", given=amount, bet=bet, least=bet + 1, most=stakes[1])
