"""A hint in words: what to do, why, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from bot.i18n import Texts
from bot.service.model import Snapshot
from bot.ui.words.betting import bet_of
from engine.actions import Action, argument
from engine.advice import Advice
from engine.cards import Card, Rank
from engine.game import GAMES
from engine.middle import Piles
from engine.parts.hands import HandName
from engine.reasons import Made, Why
from engine.view import View


def advice(found: Advice, table: Snapshot, view: View, texts: Texts) -> str:
    """What to do, and why: "**Knock.** You hold two pairs, queens over nines. …"."""
    sentences = [texts("hint-do", move=advised(found, view, texts))]
    sentences += [_reason(reason, found, table, view, texts) for reason in found.why]
    return texts("hint-separator").join(sentences)


def advised(found: Advice, view: View, texts: Texts) -> str:
    """What to do, in a few words: "Discard the 9♦"."""
    return texts("hint-move-wait") if found.to_wait else _move(found.action, view, texts)


def _reason(reason: Why, found: Advice, table: Snapshot, view: View, texts: Texts) -> str:
    values = dict(_values(reason, table, view, texts))
    if found.other is not None:
        values["instead"] = _move(found.other, view, texts)
    return texts(f"hint-{reason.code}", **values)


def _values(reason: Why, table: Snapshot, view: View, texts: Texts) -> Iterator[tuple[str, object]]:
    """The values as sentences name them."""
    unit = GAMES[view.game].judging.unit
    for name, value in reason.values:
        match value:
            case float():
                yield name, texts.gain(unit, value, signed=name != "by")
            case int() if name == "seat":
                yield "name", table.at(value).name
            case Rank():
                yield "ranks", texts.ranks(value)
            case tuple() if name == "made":
                yield name, made(cast(Made, value), texts)
            case _:
                yield name, value


def made(found: Made, texts: Texts) -> str:
    """What cards make: "8 × two pairs and 2 × three of a kind"; where all make the same, that alone."""
    kinds = [(texts.hand_explained(HandName(kind)), count) for kind, count in found]
    if len(kinds) == 1:
        return kinds[0][0]
    return texts.list([texts("hint-made", kind=kind, count=count) for kind, count in kinds])


def _move(action: Action, view: View, texts: Texts) -> str:
    """A move as it is advised: "Discard the 9♦", "Draw from the stock", "Raise to 5"."""
    given = argument(action)
    match given:
        case Card():
            return texts(f"hint-move-{action.do}.card", card=given)
        case Rank():
            return texts(f"hint-move-{action.do}", ranks=texts.ranks(given))
        case int():
            bet = bet_of(view)
            form = "" if not bet else ".all-in" if given < bet else ".match" if given == bet else ".raise"
            return texts(f"hint-move-{action.do}{form}", count=given)
        case str() if isinstance(view.middle, Piles) and given == "discard":
            return texts("hint-move-draw.discard", card=view.middle.upcard)
    return texts(f"hint-move-{action.do}")
