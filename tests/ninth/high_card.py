"""High Card, a game of the tests: an ante, one card each, and everybody stays or folds.

- HC-1  Two to six players, a pack of 52 cards without jokers. Everybody pays the ante and is dealt one card.
- HC-2  From the dealer's left on, each stays or folds, once. Who folds gives up the ante; nobody sees the card.
- HC-3  If all but one have folded, that one wins the pot at once, without being asked and without showing the card.
- HC-4  Otherwise, when all have been asked, those who stayed show their cards. The highest rank wins the pot, the ace
        being high; equal ranks share it, and an odd chip goes to the first in order of play.
- HC-5  The deal passes to the left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.actions import Action, Fold, Prompt, Stay, offered
from engine.asks import Ask
from engine.cards import Card, standard_pack
from engine.errors import IllegalAction
from engine.events import DealOver, Event, Folded, HandShown, Paid, Stayed
from engine.evolve import evolve
from engine.frozen import frozen
from engine.game import Game, Goal, Judging, Layout, Money, Ranking, Telling
from engine.middle import Bare
from engine.parts import refusals
from engine.parts.ante import ante_option, antes, deals_option
from engine.parts.dealing import check_setup, dealt
from engine.parts.hands import HandName
from engine.parts.piles import Hand, Hands
from engine.parts.results import Over, chips_result
from engine.parts.seating import after, neighbour, order_of_play
from engine.parts.sharing import shares
from engine.rules import Rules
from engine.secret import Secret
from engine.stakes import POT, DealResult, Stakes, Transfer, lies_in, moved
from engine.view import SeatView, View

NAME: Final = "high-card"
PACK: Final = standard_pack()
SEATS: Final = range(2, 7)
ACTIONS: Final = (Stay, Fold)
PROMPTS: Final = (Prompt("stay"), Prompt("fold"))


class HighCardRules(Rules):
    """What a table can agree on."""

    often: ClassVar[tuple[str, ...]] = ("ante", "deals")

    ante: int = ante_option()
    deals: int = deals_option("chips")


@frozen
class Choosing:
    """The seat stays or folds."""

    name = "choose"
    asks = Ask.CHOOSE
    seat: int


@dataclass(frozen=True)
class State:
    """A deal of High Card."""

    rules: HighCardRules
    stakes: Stakes
    order: tuple[int, ...]
    """From the first to act to the dealer."""
    hands: Hands
    rest: Secret[Hand]
    """The cards that were not dealt, from the top; out of play."""
    phase: Choosing | Over
    transfers: tuple[Transfer, ...]
    stayed: tuple[int, ...] = ()
    folded: tuple[int, ...] = ()
    result: DealResult | None = None


def new_deal(rules: HighCardRules, seats: int, stakes: Stakes, deck: tuple[Card, ...]) -> State:
    """Takes the antes and deals a card each (HC-1). Raises BadSetup."""
    check_setup("High Card", SEATS, seats, stakes, deck, PACK)
    order = order_of_play(stakes.dealer, seats)
    hands = dealt(deck, order, 1)
    return State(
        rules=rules,
        stakes=stakes,
        order=order,
        hands=tuple(Secret(hands[seat], (seat,)) for seat in range(seats)),
        rest=Secret(deck[seats:]),
        phase=Choosing(order[0]),
        transfers=antes(order, rules.ante),
    )


def to_act(state: State) -> tuple[int, ...]:
    """The one seat that is asked; none when the deal is over."""
    return () if isinstance(state.phase, Over) else (state.phase.seat,)


def prompts(state: State, seat: int) -> tuple[Prompt, ...]:
    """What the seat may do now."""
    return PROMPTS if seat in to_act(state) else ()


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after the action, and what happened. Raises IllegalAction."""
    if isinstance(action, ACTIONS) and offered(prompts(state, action.seat), action):
        if isinstance(action, Stay):
            return _go_on(evolve(state, stayed=(*state.stayed, action.seat)), action.seat, Stayed(action.seat))
        return _go_on(evolve(state, folded=(*state.folded, action.seat)), action.seat, Folded(action.seat))
    raise _refusal(state, action)


def _refusal(state: State, action: Action) -> IllegalAction:
    if not isinstance(action, ACTIONS):
        return refusals.NOT_IN_THIS_GAME(do=action.do, game=NAME)
    if action.seat not in to_act(state):
        return refusals.not_now(action.seat, to_act(state))
    return IllegalAction("no_card", "A fold names no card here: just fold.")


def _go_on(state: State, seat: int, event: Event) -> tuple[State, tuple[Event, ...]]:
    left = tuple(other for other in state.order if other not in state.folded)
    if len(left) > 1 and seat != state.order[-1]:
        return evolve(state, phase=Choosing(after(seat, state.order))), (event,)
    showing = left if len(left) > 1 else ()  # HC-3
    best = max(held(state, other).rank for other in left)
    winners = tuple(other for other in left if held(state, other).rank == best)
    pot = lies_in(POT, state.stakes.pot, state.transfers)
    paid = tuple(Transfer(POT, winner, share, "pot") for winner, share in shares(pot, winners).items() if share)
    result = chips_result(
        state.stakes,
        (*state.transfers, *paid),
        winners=winners,
        next_dealer=neighbour(state.stakes.dealer, len(state.hands)),
        deals=state.rules.deals,
        shown=showing,
    )
    shown = (HandShown(other, (held(state, other),), name_of(held(state, other))) for other in showing)
    over = evolve(state, phase=Over(), transfers=(*state.transfers, *paid), result=result)
    return over, (event, *shown, *map(Paid, paid), DealOver(result))


def held(state: State, seat: int) -> Card:
    """The seat's card."""
    return state.hands[seat].open()[0]


def name_of(card: Card) -> HandName:
    """What a card is called as a hand."""
    return HandName("high_card", (card.rank,))


def observe(state: State, viewer: int | None) -> View:
    """The table as ``viewer`` sees it; None is a spectator."""
    chips = moved(state.stakes.chips, state.transfers)
    seats = tuple(_seat(state, seat, viewer, chips[seat]) for seat in range(len(chips)))
    open_prompts = () if isinstance(state.phase, Over) else PROMPTS
    return View(
        game=NAME,
        rules=state.rules,
        viewer=viewer,
        dealer=state.stakes.dealer,
        to_act=to_act(state),
        seats=seats,
        pot=lies_in(POT, state.stakes.pot, state.transfers),
        prompts=open_prompts if viewer is None else prompts(state, viewer),
        result=state.result,
        asks=state.phase.asks,
        middle=Bare(),
    )


def _seat(state: State, seat: int, viewer: int | None, chips: int) -> SeatView:
    folded = seat in state.folded
    hand = None if folded else state.hands[seat].to(viewer)
    if state.result is not None and seat in state.result.shown:
        hand = state.hands[seat].open()
    return SeatView(
        seat=seat,
        cards=0 if folded else 1,
        chips=chips,
        standing="folded" if folded else "in",
        done=state.result is not None or folded or seat in state.stayed,
        hand=hand,
        name=name_of(hand[0]) if hand else None,
    )


def layout(state: State) -> Layout:
    """Where every card lies; folded cards and those not dealt are out of play."""
    seats = range(len(state.hands))
    return Layout(
        hands=tuple(() if seat in state.folded else state.hands[seat].open() for seat in seats),
        stock=(),
        discards=(),
        aside=(*state.rest.open(), *(held(state, seat) for seat in state.folded)),
    )


def rank(rules: HighCardRules, cards: tuple[Card, ...]) -> Ranking:
    """What a card is worth. Raises ValueError where it is not one card, or a joker."""
    if len(cards) != 1 or cards[0].is_joker:
        raise ValueError(f"a hand of High Card is one card and no joker, not {len(cards)}")
    return Ranking((int(cards[0].rank),), name_of(cards[0]))


HIGH_CARD: Final = Game(
    name=NAME,
    rules=HighCardRules,
    seats=SEATS,
    clockwise=True,
    actions=ACTIONS,
    pack=lambda rules, seats: PACK,
    money=Money(chips=20, entry=lambda rules, seats: rules.ante, pot=True),
    judging=Judging(unit="chips", rank=rank, goal=lambda rules, seats: Goal(deals=rules.deals)),
    telling=Telling(recommended=range(3, 6), folds=True),
    new_deal=new_deal,
    apply=apply,
    observe=observe,
    prompts=prompts,
    to_act=to_act,
    layout=layout,
    most_actions=lambda rules, seats: seats,
    largest_hand=lambda rules, seats: 1,
)
