"""The contract between a game and everybody who plays it, and the registry of games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeVar

from engine.actions import Action, Prompt
from engine.cards import Card, Pack, Suit
from engine.consequences import Consequence
from engine.events import Event
from engine.examples import Chart
from engine.frozen import frozen
from engine.lessons import Lesson
from engine.parts.hands import HandName
from engine.rules import MOST, Rules
from engine.stakes import DealResult, Stakes, Transfer
from engine.view import View


class Phase(Protocol):
    """What a deal waits for."""

    @property
    def name(self) -> str:
        """Its declared name. Stored fingerprints contain it, so it stays the same when the class is renamed."""


class State(Protocol):
    """What the frozen state of every game has; the rest is up to the game."""

    @property
    def phase(self) -> Phase:
        """What the deal waits for."""

    @property
    def rules(self) -> Any:
        """The rules of the deal."""

    @property
    def stakes(self) -> Stakes:
        """What the deal started from, before the ante."""

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """Every chip moved in this deal so far, in order."""

    @property
    def result(self) -> DealResult | None:
        """How the deal ended; None while it goes on."""


S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Ranking:
    """What some cards are worth in a game, for ``rank`` and ``compare``."""

    value: tuple[int, ...]
    """Numbers to compare: higher is better."""
    name: HandName
    wins_outright: bool = False
    melds: tuple[tuple[Card, ...], ...] = ()
    """The best arrangement of the cards, in the games that have melds."""
    deadwood: int | None = None
    """The total of the unmatched cards, in points, in those games."""
    cannot_win: str = ""
    """Why the cards can't win whatever the others hold, as a sentence without a full stop; empty if they can win."""


@frozen
class Layout:
    """Where every card lies, hidden cards included: for records and tests, never for a player."""

    hands: tuple[tuple[Card, ...], ...]
    """Each seat's cards; none for a seat that was not dealt in or has folded."""
    stock: tuple[Card, ...]
    """From the top."""
    discards: tuple[Card, ...]
    """From the bottom: the top card is the last."""
    aside: tuple[Card, ...] = ()
    """Cards on the table or out of play: a trick, laid quartets, folded hands, an undealt rest."""
    before: tuple[tuple[Card, ...], ...] = ()
    """The cards of ``aside`` that lie in front of each seat, in the games in which it matters whose they are."""


@dataclass(frozen=True)
class Goal:
    """What ends a whole game, as far as it is agreed on beforehand; 0: no such limit."""

    deals: int = 0
    """How many deals are played."""
    score: int = 0
    """How many points or rounds somebody has to reach."""


@dataclass(frozen=True)
class Money:
    """The chips of a game: where they lie, and what a table must know about them before it deals."""

    chips: int
    """What each seat starts with at a new table, in chips."""
    entry: Callable[[Any, int], int] = lambda rules, seats: 0
    """(rules, seats) -> the chips that a seat pays before it is dealt in."""
    dearest: Callable[[Any, int, int], int | None] = lambda rules, seats, chips: 0
    """(rules, seats, chips before the seat) -> the most chips that one deal can cost a seat; None: there is no such
    number, because points are paid for, or something that can be done very often."""
    pot: bool = False
    """Whether the stakes lie in a pot, which can carry over to the next deal."""
    pools: tuple[str, ...] = ()
    """The names of the pools on its board, in the order in which people see them; empty if it has no board."""
    option: str = ""
    """In a game that counts points or rounds: the option that makes chips change hands as well, unless it is 0; empty
    if they never do."""
    ends_broke: bool = False
    """Whether nobody runs into debt: players pay only with the chips at hand, and the game is over as soon as somebody
    can't pay the entry of the next deal. Everybody begins such a game with the same supply of chips
    (``Stakes.supply``), and nobody adds to it during the game."""
    cheaper_to_fold: Callable[[Any], bool] = lambda rules: False
    """(rules) -> whether folding costs a seat less than the most that it can lose by staying in. It is asked outside a
    betting, where a seat may do either."""
    extra_chips: Callable[[Any], bool] = lambda rules: False
    """(rules) -> whether the house gives everybody more chips when a seat has too few for a bet (``poch.md``
    PO-33)."""


@dataclass(frozen=True)
class Judging:
    """What cards are worth, what is counted, and what wins in the end."""

    unit: Literal["chips", "points", "rounds"]
    """What ``net`` counts."""
    rank: Callable[[Any, tuple[Card, ...]], Ranking]
    """(rules, cards) -> what the cards are worth; raises ValueError if they are not a hand of the game.

    Whatever is shown at the end of a deal is a hand, also the cards of a seat that shows before its discard.
    """
    rank_with_pay_suit: Callable[[Any, tuple[Card, ...], Suit | None], Ranking] | None = None
    """``rank`` with the pay suit, in the games that have one. If the pay suit is None, hands that only the pay suit
    tells apart are worth the same."""
    goal: Callable[[Any, int], Goal] = lambda rules, seats: Goal()
    """(rules, seats) -> what ends the whole game."""
    shown: Callable[[Any], Mapping[int, tuple[Card, ...]]] | None = None
    """The cards that each seat showed in the deal so far; None if these are just the hands of ``DealResult.shown``."""


@dataclass(frozen=True)
class Telling:
    """What is worth telling people about a game, besides what its views and events say."""

    recommended: range
    """How many players the game is best for."""
    folds: bool = False
    """Whether seats fold; then it is worth saying at the end of a deal who stayed in."""
    explains_scores: bool = False
    """Whether a deal's events say how each score came about; then a score sheet can say it, too."""
    draws: Callable[[Any, int], int] = lambda rules, seats: 0
    """(rules, seats) -> how many cards can be drawn before the end of the stock ends the deal; 0 if it doesn't."""
    opening: Callable[[Any], tuple[Event, ...]] = lambda state: ()
    """(state just dealt) -> what happened before anybody could act, such as a card turned up and what it pays. The
    antes are left out."""
    charts: Callable[[Any], tuple[Chart, ...]] = lambda rules: ()
    """(rules) -> what beats what and what cards pay, as examples; none for a game that has no such thing to show."""
    lesson: Lesson | None = None
    """A guided first deal; None where there is none."""
    consequences: Callable[[View], tuple[Consequence, ...]] = lambda view: ()
    """(what a seat sees) -> what each move that it may make leads to; none for a game that doesn't tell."""
    expected: tuple[str, ...] = ()
    """The actions, by name, of which people ask why they may not do them now: all but those that are always there."""

    @property
    def tells_consequences(self) -> bool:
        """Whether the game tells what moves lead to; it then does so of every move."""
        return self.consequences is not Telling.consequences


@dataclass(frozen=True)
class Game(Generic[S]):
    """A game: the contract's functions, and what a table must know before it deals."""

    name: str
    """Its name in records and commands, such as ``knock-poker``."""
    rules: type[Rules]
    seats: range
    """How many can play."""
    clockwise: bool
    actions: tuple[type[Action], ...]
    """Its actions; ``apply`` refuses every other as ``NOT_IN_THIS_GAME``."""
    pack: Callable[[Any, int], Pack]
    """(rules, seats) -> the pack."""
    money: Money
    judging: Judging
    telling: Telling
    new_deal: Callable[[Any, int, Stakes, tuple[Card, ...]], S]
    """(rules, seats, stakes, deck) -> the state after the deal and the antes. Raises BadSetup."""
    apply: Callable[[S, Action], tuple[S, tuple[Event, ...]]]
    """The state after an action, and what happened. Raises IllegalAction. The given state stays as it was."""
    observe: Callable[[S, int | None], View]
    """What a seat may know; None stands for a spectator, who gets the open prompts."""
    prompts: Callable[[S, int], tuple[Prompt, ...]]
    """What the seat may do now; empty if it is not its turn."""
    to_act: Callable[[S], tuple[int, ...]]
    """The seats that are asked something now."""
    layout: Callable[[S], Layout]
    """Where every card lies."""
    most_actions: Callable[[Any, int], int]
    """A deal has no more actions than this, whatever is played."""
    largest_hand: Callable[[Any, int], int]
    """(rules, seats) -> how many cards a hand can have at most, at any moment of a deal."""
    to_shuffle: Callable[[S], tuple[Card, ...]] = lambda state: ()
    """The cards that must be shuffled into a stock before anybody acts; usually none."""

    def has(self, do: str) -> bool:
        """Whether it has an action of that name."""
        return any(action.do == do for action in self.actions)

    def for_chips(self, rules: Rules) -> bool:
        """Whether chips change hands by these rules, so that everybody needs some."""
        return self.judging.unit == "chips" or bool(self.money.option and getattr(rules, self.money.option))

    def dearest(self, rules: Rules, chips: int) -> int | None:
        """The most that a deal can cost a seat with that stack, in chips, at a table of the most players recommended.

        None: there is no such number.
        """
        if not self.for_chips(rules):
            return 0
        costs = [self.money.dearest(rules, seats, chips) for seats in self.seats if seats in self._usual_seats]
        return None if None in costs else max(cost for cost in costs if cost is not None)

    @property
    def _usual_seats(self) -> range:
        return range(self.telling.recommended[-1] + 1)

    def usual_chips(self, rules: Rules) -> int:
        """The chips that everybody sits down with if nobody says otherwise: enough for any deal by these rules."""
        if not self.for_chips(rules):
            return 0
        return min(MOST, max(self.money.chips, self.dearest(rules, self.money.chips) or 0))

    def cards_shown(self, state: S) -> Mapping[int, tuple[Card, ...]]:
        """The cards that each seat showed in the deal so far."""
        if self.judging.shown is not None:
            return self.judging.shown(state)
        hands = self.layout(state).hands
        return {seat: hands[seat] for seat in (state.result.shown if state.result else ())}


GAMES: dict[str, Game[Any]] = {}
"""Every game by its name, in the order in which people see them; ``engine.games`` registers them all."""


def register(game: Game[Any]) -> None:
    """Adds a game to the registry."""
    assert game.name not in GAMES, f"the game {game.name} is registered twice"
    GAMES[game.name] = game
