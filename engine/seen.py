"""Which cards of a deal somebody has seen: what may be opened to whom when its shuffle is checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass

from engine.cards import Card
from engine.errors import IllegalAction
from engine.events import Event
from engine.game import State
from engine.record import Record
from engine.secret import Secret
from engine.view import View


def told_cards(events: Iterable[Event], viewer: int | None) -> frozenset[Card]:
    """The cards that these events show to a seat, or with None to everybody."""
    return frozenset(card for event in events for card in _cards_in(event, viewer))


def cards_in_view(view: View) -> frozenset[Card]:
    """The cards that a view shows, not those that it offers: a spectator may be offered some that nobody has seen."""
    shown = (getattr(view, part.name) for part in fields(view) if part.name not in ("prompts", "rules", "game"))
    return frozenset(card for value in shown for card in _cards_in(value, view.viewer))


def seen_cards(record: Record, viewer: int | None) -> frozenset[Card]:
    """The cards of the record's last deal that a seat has seen by its last action, or with None everybody.

    The actions must be legal.
    """
    game, found = record.game, frozenset[Card]()
    for state, events in _moments(record):
        found |= told_cards(events, viewer) | cards_in_view(game.observe(state, viewer))
    return found


def holders(record: Record, seen: frozenset[Card]) -> tuple[int, ...]:
    """The seats that held, at any time in the record's last deal, a card that isn't among those ``seen``."""
    held: dict[int, bool] = {}
    for state, _ in _moments(record):
        for seat, hand in enumerate(record.game.layout(state).hands):
            held[seat] = held.get(seat, False) or any(card not in seen for card in hand)
    return tuple(seat for seat, closed in held.items() if closed)


def _moments(record: Record) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """The states of the record's last deal, each with what was told when it came about."""
    game, stakes, deal = record.game, record.stakes, record.deals[-1]
    assert len(record.deals) == 1, "what carries over from earlier deals is in the stakes"
    state = game.new_deal(record.rules, len(record.names), stakes, deal.deck)
    yield state, game.telling.opening(state)
    for action in deal.actions:
        try:
            state, events = game.apply(state, action)
        except IllegalAction:
            return
        yield state, events


def _cards_in(value: object, viewer: int | None) -> Iterator[Card]:
    match value:
        case Card():
            yield value
        case Secret():
            yield from _cards_in(value.to(viewer), viewer)
        case str() | bytes():
            return
        case Mapping():
            for part in value.values():
                yield from _cards_in(part, viewer)
        case tuple() | list() | frozenset():
            for part in value:
                yield from _cards_in(part, viewer)
        case _ if is_dataclass(value) and not isinstance(value, type):
            for named in fields(value):
                yield from _cards_in(getattr(value, named.name), viewer)
