"""What the moves of Crummy lead to, from what a seat sees."""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Prompt
from engine.cards import Card, Rank
from engine.consequences import Consequence, consequence
from engine.middle import Trick
from engine.parts.tricks import TRICK_SIZE, points, taken_by
from engine.view import View


def consequences(view: View) -> tuple[Consequence, ...]:
    """What each move that the viewer may make leads to."""
    return tuple(found for prompt in view.prompts for found in _of(view, prompt))


def _of(view: View, prompt: Prompt) -> Iterator[Consequence]:
    trick = view.middle
    assert isinstance(trick, Trick)
    match prompt.do:
        case "play":
            cards = tuple(choice for choice in prompt.choices if isinstance(choice, Card))
            yield from _play(view, trick, cards)
        case "meld":
            for rank in prompt.choices:
                assert isinstance(rank, Rank)
                code = "meld" if trick.marked is not None else "meld-first"
                yield consequence("meld", code, rank, rank=rank, count=points(rank))
        case "halt":
            yield consequence("halt", "halt")


def _play(view: View, trick: Trick, cards: tuple[Card, ...]) -> Iterator[Consequence]:
    """A lead; or by what rule a trick is taken, and who takes it, or would so far, with each card (CR-20, CR-21)."""
    if trick.winner is not None or not trick.played:
        yield consequence("play", "trick-lead", *cards)
        return
    missing = TRICK_SIZE - 1 - len(trick.played)
    yield consequence("play", "trick-follow", count=missing)
    seats = [*(played.seat for played in trick.played), view.viewer]
    takers = {card: seats[taken_by((*trick.cards, card))[0]] for card in cards}
    for seat in dict.fromkeys((view.viewer, *seats)):
        those = tuple(card for card in cards if takers[card] == seat)
        if those and seat is not None:
            own = seat == view.viewer
            code = ("trick-ahead" if own else "trick-behind") if missing else ("trick-take" if own else "trick-leave")
            yield consequence("play", code, *those, cards=those, seat=seat)
