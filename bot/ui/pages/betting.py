"""Betting in buttons and in the form that asks for an amount.

What the channel's buttons offer follows from the bet, stakes and chips that everybody sees, never from a hand.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import discord
from discord import ui

from bot.i18n import Texts
from bot.ui.address import Address
from bot.ui.pages.page import shorten
from engine.view import View

AMOUNT: Final = "amount"
"""The verb of a button that opens the form; its argument says what for: ``bet`` or ``raise``."""
STAKING: Final = frozenset({"bet", "match", "all_in"})
"""Verbs that bring a stake to the amount in their argument."""
LONGEST: Final = 9
"""Digits that somebody can type."""
_TITLE: Final = 45
"""Characters that Discord allows in a form's title and in a field's label."""
_DESCRIPTION: Final = 100
"""And in a field's description."""


class Offer(NamedTuple):
    """What a button in the betting does."""

    verb: str
    argument: str = ""


def asked(view: View) -> str:
    """What the seat to act is asked, as everybody sees: in the betting it makes a difference whether there is a bet."""
    return "match" if view.phase == "bet" and view.bet else view.phase


def how_far(view: View) -> str:
    """The form of what that seat is asked, by how far its chips go, which everybody sees; "" where they go on."""
    verbs = {offer.verb for offer in open_offers(view)} if view.phase == "bet" else set()
    if verbs in ({"pass"}, {"fold"}):
        return ".none"
    if verbs == {"all_in", "fold"}:
        return ".short"
    return ".just" if verbs == {"match", "fold"} else ""


def open_offers(view: View) -> tuple[Offer, ...]:
    """What the seat whose turn it is may do, as far as its chips and stake tell."""
    if not view.to_act:
        return ()
    seat = view.seats[view.to_act[0]]
    reach = seat.stake + seat.chips
    if view.bet and reach < view.bet and _gives_more(view):
        return _offers(view, (view.bet, view.bet))
    if not seat.chips:
        return _offers(view, None)
    return _offers(view, (min(view.bet, reach) or 1, reach))


def own_offers(view: View) -> tuple[Offer, ...]:
    """What the viewer may do by the own prompts."""
    return _offers(view, stakes_of(view))


def stakes_of(view: View) -> tuple[int, int] | None:
    """The least and the most that the viewer can bring its stake to; None where it can't bet."""
    prompt = view.prompt("bet")
    if prompt is None or prompt.least is None or prompt.most is None:
        return None
    return prompt.least, prompt.most


def _gives_more(view: View) -> bool:
    """Whether nobody is ever all in, because the house gives what is lacking."""
    return view.board is not None and view.board.extra_chips


def _offers(view: View, stakes: tuple[int, int] | None) -> tuple[Offer, ...]:
    """The buttons for who can stake from the least to the most; without these, the one way out of the betting."""
    drop = Offer("fold" if view.bet else "pass")
    if stakes is None:
        return (drop,)
    least, most = stakes
    if not view.bet:
        more = [Offer(AMOUNT, "bet")] if most > least else []
        return (drop, Offer("bet", str(least)), *more)
    found = []
    if least <= view.bet <= most:
        found.append(Offer("match", str(view.bet)))
    if most > view.bet + (0 if _gives_more(view) else 1):
        found.append(Offer(AMOUNT, "raise"))
    if most != view.bet and not _gives_more(view):
        found.append(Offer("all_in", str(most)))
    return (*found, drop)


def label(offer: Offer, view: View, texts: Texts) -> str:
    """The words on the offer's button."""
    plain = texts.plain
    match offer:
        case Offer("bet" | "all_in" as verb, amount):
            return plain(f"button-{verb}", count=int(amount))
        case Offer("match", amount):
            count, own = int(amount), view.seats[view.to_act[0]].stake
            return plain("button-match.more" if own else "button-match", count=count, more=count - own)
        case Offer("amount", what):
            return plain(f"button-amount-{what}")
        case Offer(verb):
            return plain(f"button-{verb}")


def own_words(view: View, texts: Texts) -> tuple[str, ...]:
    """What a player sees beside the own cards: the pay suit, the best set while it counts, chips and stake."""
    own, turned = view.own, view.turned
    if own is None or turned is None or view.result is not None:
        return ()
    sign = texts(f"suit-{turned.suit.name.lower()}.sign")
    said = [texts("private-pay-suit", sign=sign, card=turned)]
    if own.passed:
        said.append(texts("private-dropped"))
    elif view.phase == "bet" and own.name is not None:
        needed = view.board is not None and view.board.pair_needed
        alone = own.name.type == "high_card"
        key = "private-set" if not alone else "private-no-set" if needed else "private-alone"
        said.append(texts(key, worth=own.name))
    form = ".stake" if own.stake else ""
    said.append(texts(f"private-chips{form}", chips=texts.chips(own.chips), stake=texts.chips(own.stake)))
    return tuple(said)


def own_question(view: View, texts: Texts) -> str:
    """What the viewer is asked in the betting, as far as the own cards and chips allow it."""
    stakes, own = stakes_of(view), view.own
    if not view.bet:
        return texts("private-asked-bet" if stakes else "private-asked-bet.pass")
    if stakes is None or own is None:
        return texts("private-asked-match.fold", count=view.bet)
    if stakes[1] < view.bet:
        return texts("private-asked-match.short", count=stakes[1])
    form = "" if stakes[1] > view.bet else ".just"
    return texts(f"private-asked-match{form}", count=view.bet, more=view.bet - own.stake)


class Form(ui.Modal):
    """A form as discord.py sends it; what is filled in comes back to its address."""

    def is_finished(self) -> bool:
        """Always: so that discord.py files it nowhere when it is sent."""
        return True


def amount_form(address: Address, view: View, texts: Texts) -> Form | None:
    """The form that asks the viewer for a stake and names the least and the most; None where none can be bet."""
    stakes = stakes_of(view)
    if stakes is None or stakes[1] <= view.bet:
        return None
    plain, what = texts.plain, "raise" if view.bet else "bet"
    least, most = view.bet + 1, stakes[1]
    own = view.own.stake if view.own is not None else 0
    form = Form(
        title=shorten(plain(f"form-{what}"), _TITLE),
        custom_id=str(Address(address.table, address.turn, "bet", "?")),
    )
    form.add_item(
        ui.Label(
            text=shorten(plain("form-stake", least=plain.number(least), most=plain.number(most)), _TITLE),
            description=shorten(plain("form-stake.now", bet=view.bet, count=own), _DESCRIPTION) if view.bet else None,
            component=ui.TextInput(
                custom_id="amount", placeholder=plain.number(least), min_length=1, max_length=LONGEST
            ),
        )
    )
    return form


def filled_in(interaction: discord.Interaction[Any]) -> str:
    """What somebody typed into the form; "" where it has no such field."""
    data: Any = interaction.data or {}
    return _typed(data.get("components") or ())


def _typed(components: Any) -> str:
    for one in components:
        if "value" in one:
            return str(one["value"])
        inside = [one["component"]] if one.get("component") else one.get("components")
        if inside and (found := _typed(inside)):
            return found
    return ""


def amount_of(text: str) -> int:
    """The number of chips that somebody typed: ``5``, `` 1,000 ``. Raises ValueError."""
    digits = "".join(text.split()).removeprefix("+")
    parts = digits.replace("’", ",").replace("'", ",").split(",")
    if len(parts) > 1 and not (1 <= len(parts[0]) <= 3 and all(len(one) == 3 for one in parts[1:])):
        raise ValueError("no number of chips")
    digits = "".join(parts)
    if not digits.isdecimal() or len(digits) > LONGEST:
        raise ValueError("no number of chips")
    return int(digits)


def bad_amount(given: str, view: View | None, texts: Texts) -> str:
    """What is told to who typed no number of chips."""
    stakes = stakes_of(view) if view is not None else None
    if view is None or stakes is None:
        return texts("error-no-amount.bare", given=given)
    return texts("error-no-amount", given=given, least=max(stakes[0], view.bet + 1), most=stakes[1])


def no_raise(amount: int, view: View | None, texts: Texts) -> str | None:
    """What is told to who typed into the form for a raise what raises nothing; None for any other amount."""
    stakes = stakes_of(view) if view is not None else None
    if view is None or stakes is None or not view.bet or not amount <= view.bet < stakes[1]:
        return None
    return texts("error-no-raise", given=amount, bet=view.bet, least=view.bet + 1, most=stakes[1])
