"""What the moves of draw and discard lead to, from what a seat sees and the rules' numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from engine.actions import Prompt
from engine.asks import Ask
from engine.cards import Card
from engine.consequences import Consequence, consequence
from engine.games.drawing.drawing import Drawing, DrawingRules
from engine.middle import Piles
from engine.view import View

Numbers = Callable[[Any], Mapping[str, int]]
"""The numbers of a game's rules that sentences name."""
_NONE: Final[Mapping[str, int]] = {"risk": 0, "rum": 0, "undercut": 0}


def consequences(view: View, numbers: Numbers = lambda rules: {}) -> tuple[Consequence, ...]:
    """What each move that the viewer may make leads to."""
    assert isinstance(view.rules, DrawingRules)
    drawing = view.rules.drawing(len(view.seats))
    told = {**_NONE, **numbers(view.rules), "fold": drawing.fold_payment or 0, "price": drawing.draw_price}
    return tuple(found for prompt in view.prompts for found in _of(view, drawing, prompt, told))


def _of(view: View, drawing: Drawing, prompt: Prompt, told: Mapping[str, int]) -> Iterator[Consequence]:
    piles = view.middle
    assert isinstance(piles, Piles)
    match prompt.do:
        case "draw":
            for source in prompt.choices:
                if source == "stock":
                    yield consequence("draw", _from_stock(view, piles, drawing), source, count=piles.stock, **told)
                elif piles.upcard is not None:
                    yield consequence("draw", _upcard(view, drawing), source, card=piles.upcard, **told)
        case "knock":
            others, ends = _still_to_play(view, drawing), drawing.last_turns == "none"
            code = "knock" if view.asks is not Ask.DISCARD else "knock-discard"
            ends = ends or not others
            if not ends and code == "knock-discard" and _runs_out(piles, drawing):
                code, ends = "knock-stock-out", drawing.empty_stock == "ends"
            code += "-ends" if ends else ""
            if drawing.unit == "points":  # which a knock settles at once
                code = "knock-deadwood"
            rivals = sum(seat.standing == "in" and seat.seat != view.viewer for seat in view.seats)
            yield consequence("knock", code, others=others, rivals=rivals, pot=view.pot, **told)
        case "discard":
            cards = tuple(choice for choice in prompt.choices if isinstance(choice, Card))
            others = _still_to_play(view, drawing)
            yield consequence("discard", _discard(view, drawing), *cards, others=others, pot=view.pot, **told)
        case "fold" | "stay" | "show":
            yield consequence(prompt.do, prompt.do, *prompt.choices, pot=view.pot, **told)


def _from_stock(view: View, piles: Piles, drawing: Drawing) -> str:
    if not piles.stock:  # which is turned over with the draw
        return "stock-turned"
    if piles.stock > 1 or drawing.empty_stock not in _PLAYED_TO_THE_END:
        return "stock"
    if drawing.empty_stock == "ends":
        return "stock-last-ends"
    return "stock-last" if view.knocker is None else "stock-last-knocked"


_PLAYED_TO_THE_END: Final = frozenset({"ends", "choices"})
"""The ways of games in which nobody draws any more when the stock is empty."""


def _runs_out(piles: Piles, drawing: Drawing) -> bool:
    """Whether this turn is the last one with a card of the stock."""
    return not piles.stock and drawing.empty_stock in _PLAYED_TO_THE_END


def _upcard(view: View, drawing: Drawing) -> str:
    if view.asks is Ask.CHOOSE:
        return "upcard-stay"
    return "upcard-free" if drawing.taken_may_go else "upcard"


def _discard(view: View, drawing: Drawing) -> str:
    """A discard ends the turn: the last one after a knock, that of the knocker, or any other."""
    assert isinstance(view.middle, Piles)
    out = _runs_out(view.middle, drawing)
    if view.knocker is None:
        return "discard-stock-out" if out else "discard"
    if view.knocker != view.viewer:
        ends = out and drawing.empty_stock == "ends"
        ends = ends or (drawing.last_turns == "to_the_dealer" and view.viewer == view.dealer)
        return "discard-ends" if ends and drawing.fold_payment is None else "discard-last"
    if not _still_to_play(view, drawing) or (out and drawing.empty_stock == "ends"):
        return "discard-ends"
    return "discard-knocked-stock-out" if out else "discard-knocked"


def _still_to_play(view: View, drawing: Drawing) -> int:
    """How many players would still have a turn after a knock of the viewer's."""
    assert view.viewer is not None
    if drawing.last_turns == "none":
        return 0
    others = [seat.seat for seat in view.seats if seat.standing == "in" and seat.seat != view.viewer]
    if drawing.last_turns == "everybody_else":
        return len(others)
    way = 1 if drawing.clockwise else -1
    before_dealer = (view.dealer - view.viewer) * way % len(view.seats)
    return sum((seat - view.viewer) * way % len(view.seats) <= before_dealer for seat in others)
