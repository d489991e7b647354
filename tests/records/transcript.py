"""A record as a transcript that a person can read: the deal, then each step with what was asked, done and told.

A transcript names things by the names that the engine declares (what an action does, reasons of payments, types of
hands) and by words of its own for events, never by classes or fields: how states are made may change, what is played
may not. All cards are open in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.actions import Action, Prompt, Shuffle, argument
from engine.cards import Card, Rank
from engine.errors import IllegalAction
from engine.events import (
    BetMade,
    Called,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardTurned,
    DealOver,
    Event,
    Folded,
    HaltCalled,
    HandShown,
    Knocked,
    Paid,
    Passed,
    PointsLost,
    QuartetLaid,
    QuartetsScored,
    SequenceStopped,
    Shuffled,
    Stayed,
    StockRanOut,
    TrickTaken,
    TurnedOver,
    WentOut,
)
from engine.game import Game, State
from engine.record import Record
from engine.stakes import Account, Transfer


def transcript(record: Record, about: str) -> str:
    """What happens in a record from its first deal on, up to an illegal action. Raises BadSetup."""
    return "\n".join(_lines(record, about)) + "\n"


def _lines(record: Record, about: str) -> Iterator[str]:
    game, stakes, seats = record.game, record.stakes, len(record.names)
    yield f"# {about}"
    yield f"{game.name}, {seats} seats{_named(record.rules.changed())}"
    for number, deal in enumerate(record.deals):
        state = game.new_deal(record.rules, seats, stakes, deal.deck)
        yield ""
        yield f"## deal {number}: seat {stakes.dealer} deals"
        yield from _layout(game, state)
        yield from (f"    {word(event)}" for event in game.telling.opening(state))
        yield f"    {_standing(game, state)}"
        for step, action in enumerate(deal.actions):
            yield from _asked(game, state)
            try:
                state, events = game.apply(state, action)
            except IllegalAction as error:
                yield f"{step}. {_action(action)}"
                yield f"    refused: {error.code}"
                yield f"    {_standing(game, state)}"
                return
            yield f"{step}. {_action(action)}"
            yield from (f"    {word(event)}" for event in events)
        if state.result is None:
            yield from _asked(game, state)
            yield "unfinished"
            yield from _layout(game, state)
        else:
            stakes = state.result.stakes
        yield f"    {_standing(game, state)}"


def _layout(game: Game[Any], state: State) -> Iterator[str]:
    """Where every card lies."""
    layout = game.layout(state)
    for seat, hand in enumerate(layout.hands):
        yield f"    seat {seat}: {_cards(hand)}"
    piles = {"stock": layout.stock, "discards": layout.discards, "aside": layout.aside}
    yield from (f"    {name}: {_cards(cards)}" for name, cards in piles.items() if cards)


def _asked(game: Game[Any], state: State) -> Iterator[str]:
    """Whom is asked what: one line a seat; or the shuffle that comes first."""
    if cards := game.to_shuffle(state):
        yield f"to shuffle: {_cards(cards)}"
    for seat in game.to_act(state):
        yield f"seat {seat}? " + " | ".join(_prompt(prompt) for prompt in game.prompts(state, seat))


def _prompt(prompt: Prompt) -> str:
    if prompt.least is not None:
        return f"{prompt.do} {prompt.least} to {prompt.most}"
    return " ".join((prompt.do, *map(_written, prompt.choices)))


def _action(action: Action) -> str:
    given = argument(action)
    who = "" if isinstance(action, Shuffle) else f"seat {action.seat}: "
    return f"{who}{action.do}" + ("" if given is None else f" {_written(given)}")


def _standing(game: Game[Any], state: State) -> str:
    """The chips and scores as they stand."""
    view = game.observe(state, None)
    said = f"chips {_numbers(seat.chips for seat in view.seats)}"
    if game.judging.unit != "chips":
        said += f", {game.judging.unit} {_numbers(seat.score for seat in view.seats)}"
    return said + (f", pot {view.pot}" if view.pot else "") + _named({name: held for name, held in view.pools if held})


def _written(value: object) -> str:
    """A card, a rank, a number or a word as records write it."""
    if isinstance(value, Card | Rank):
        return value.notation
    return _cards(value) if isinstance(value, tuple) else str(value)


def _cards(cards: Iterable[Card | Rank]) -> str:
    return " ".join(card.notation for card in cards) or "none"


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _seats(seats: Iterable[int]) -> str:
    return " and ".join(f"seat {seat}" for seat in seats) or "nobody"


def _named(values: Mapping[str, object]) -> str:
    return "".join(f", {name} {value}" for name, value in values.items())


def _account(account: Account) -> str:
    return f"seat {account}" if isinstance(account, int) else f"the {account}"


def _paid(paid: Transfer) -> str:
    return f"{_account(paid.source)} pays {_account(paid.target)} {paid.amount} ({paid.reason})"


def word(event: Event) -> str:
    """An event in words, with every card it tells."""
    match event:
        case CardDrawn(seat, source, card):
            return f"seat {seat} draws the {card.open().notation} from the {source}"
        case CardDiscarded(seat, card):
            return f"seat {seat} discards the {card.notation}"
        case Knocked(seat, pat):
            return f"seat {seat} knocks" + (" pat" if pat else "")
        case Called(seat):
            return f"seat {seat} calls"
        case Stayed(seat):
            return f"seat {seat} stays"
        case Folded(seat):
            return f"seat {seat} folds"
        case StockRanOut():
            return "the stock has run out"
        case Shuffled(cards):
            return f"the discards are shuffled into a stock of {cards}"
        case TurnedOver(cards):
            return f"the discards are turned over into a stock of {cards}"
        case HandShown(seat, cards, name, melds, deadwood):
            said = f"seat {seat} shows {_cards(cards)}"
            if name is not None:
                said += f": {'aided ' if name.aided else ''}{name.type} {_cards(name.ranks)}"
            if deadwood is not None:
                said += f": {', '.join(map(_cards, melds)) or 'no meld'}; deadwood {deadwood}"
            return said
        case PointsLost(seat, difference, rum, undercut):
            return f"seat {seat} loses {event.points}: difference {difference}, rum {rum}, undercut {undercut}"
        case CardTurned(card, seat):
            return f"the {card.notation} is turned up" + ("" if seat is None else f" for seat {seat}")
        case CardPlayed(seat, card, forced):
            return f"seat {seat} plays the {card.notation}" + (" by itself" if forced else "")
        case Passed(seat):
            return f"seat {seat} passes"
        case TrickTaken(seat, card, doubled):
            return f"seat {seat} takes the trick with the {card.notation}" + (", the last duplicate" if doubled else "")
        case QuartetLaid(seat, marked):
            return f"seat {seat} lays a quartet" + (", with the joker" if marked else "")
        case WentOut(seat):
            return f"seat {seat} is out"
        case HaltCalled(seat, deemed):
            return f"seat {seat} " + ("counts as calling a halt" if deemed else "calls a halt")
        case QuartetsScored(seat, factor, quartets, marked, value):
            joker = f", the joker on {marked.notation}" if marked is not None else ""
            return f"seat {seat} scores {event.points}: {factor} x {value} for quartets {_cards(quartets)}{joker}"
        case BetMade(seat, stake, kind, all_in):
            return f"seat {seat} bets {stake}: {kind}" + (", all in" if all_in else "")
        case SequenceStopped(seat, card):
            return f"the sequence stops with the {card.notation} of seat {seat}"
        case Paid(transfer):
            return _paid(transfer)
        case DealOver(result):
            said = "the deal is void" if result.void else f"the deal is over: {_seats(result.winners)} won"
            said += f"; net {_numbers(result.net)}; seat {result.stakes.dealer} deals next"
            if result.game_over:
                said += f"; the game is over: {_seats(result.game_winners)} won it"
            return said + (f"; money {_numbers(result.money)}" if result.money else "")
    raise AssertionError(f"a transcript has no words for {event}")
