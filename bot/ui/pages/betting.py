"""The form that asks for a stake in a betting, and what is answered to a stake that can't be."""

from __future__ import annotations

from typing import Final

from discord import ui

from bot.i18n import Texts
from bot.i18n.markup import is_blank
from bot.ui.address import Address
from bot.ui.pages.form import MOST_DIGITS, Form
from bot.ui.words.betting import bet_of, stakes_of
from engine.view import View

AMOUNT: Final = "amount"
"""The verb of a button that opens the form; its argument is ``bet`` or ``raise``."""
STAKING: Final = frozenset({"bet", "match", "all_in"})
"""Verbs that bring a stake to the amount in their argument."""


def amount_form(address: Address, view: View, texts: Texts) -> Form | None:
    """The form that asks the viewer for a stake and names the least and the most; None if nothing can be bet."""
    stakes, bet = stakes_of(view), bet_of(view)
    if stakes is None or stakes[1] <= bet:
        return None
    plain, what = texts.plain, "raise" if bet else "bet"
    least, most = bet + 1, stakes[1]
    own = view.own.stake if view.own is not None else 0
    costs = plain(f"form-costs-{what}", bet=bet, count=own, least=least, more=least - own)
    form = Form(plain(f"form-{what}"), Address(address.table, address.turn, "bet", "?"))
    form.ask(
        plain("form-stake", least=plain.number(least), most=plain.number(most)),
        costs,
        ui.TextInput(custom_id="amount", placeholder=plain.number(least), min_length=1, max_length=MOST_DIGITS),
    )
    return form


def bad_amount(given: str, view: View | None, texts: Texts) -> str:
    """The answer to somebody who typed something other than a number of chips."""
    stakes = stakes_of(view) if view is not None else None
    key = "error-nothing-typed" if is_blank(given) else "error-no-amount"
    if view is None or stakes is None:
        return texts(f"{key}.bare", given=given)
    return texts(key, given=given, least=max(stakes[0], bet_of(view) + 1), most=stakes[1])


def no_raise(amount: int, view: View | None, texts: Texts) -> str | None:
    """The answer to somebody who typed an amount that is no raise into the form for a raise; None for other amounts."""
    stakes = stakes_of(view) if view is not None else None
    bet = bet_of(view) if view is not None else 0
    if stakes is None or not bet or not amount <= bet < stakes[1]:
        return None
    return texts("error-no-raise", given=amount, bet=bet, least=bet + 1, most=stakes[1])
