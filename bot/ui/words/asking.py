"""What somebody is asked, in words: in the call, in the picture of the table, and in the private hand."""

from __future__ import annotations

from collections.abc import Collection

from bot.i18n import Texts
from bot.ui.words.betting import bet_of, beyond_own, how_far, stakes_of
from bot.ui.words.tricks import suit_words
from engine.asks import Ask
from engine.cards import Card, Suit
from engine.middle import Trick
from engine.view import View


def called(view: View, who: str, texts: Texts) -> str:
    """The call to the player to act; ``who`` is how the player is called."""
    suits = open_suits(view)
    return texts(f"call-{view.asks}{_form(view, suits)}", name=who, count=bet_of(view), suits=suit_words(suits, texts))


def told(view: View, name: str, plain: Texts) -> str:
    """The same for everybody, in a picture: "Bo plays ♥ or ♣"."""
    suits = open_suits(view)
    return plain(
        f"table-asked-{view.asks}{_form(view, suits)}", name=name, count=bet_of(view), suits=suit_words(suits, plain)
    )


def own_question(view: View, texts: Texts) -> str:
    """What the viewer is asked in their turn, as far as their own cards and chips allow it."""
    ask = view.asked
    if ask is Ask.DISCARD and view.knocker == view.viewer:
        return texts("private-asked-knocked")
    if ask is Ask.DISCARD and view.drawn is None:
        return texts("private-asked-dealt")
    bet, stakes, suits = bet_of(view), stakes_of(view), own_suits(view)
    return texts(
        f"private-asked-{ask}{'.issued' if beyond_own(view) else _form(view, suits)}",
        count=bet,
        most=stakes[1] if stakes is not None else 0,
        more=bet - (view.own.stake if view.own is not None else 0),
        suits=suit_words(suits, texts),
    )


def open_suits(view: View) -> Collection[Suit]:
    """The suits that are asked for; none where any card may be played."""
    return view.middle.open if view.asks is Ask.FOLLOW and isinstance(view.middle, Trick) else ()


def own_suits(view: View) -> frozenset[Suit]:
    """The suits that the viewer may follow with; none where the viewer leads, or has no turn."""
    play = view.prompt("play") if view.asks is Ask.FOLLOW else None
    return frozenset(choice.suit for choice in play.choices if isinstance(choice, Card)) if play else frozenset()


def _form(view: View, suits: Collection[Suit]) -> str:
    """Which variant of the question fits this view's prompts."""
    if view.asks is Ask.CHOOSE:
        return ".draw" if view.prompt("draw") is not None else ""
    if view.asks is Ask.FOLLOW:
        return "" if suits else ".any"
    return how_far(view)
