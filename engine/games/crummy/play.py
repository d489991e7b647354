"""How a deal of Crummy goes: the deal, what each seat may do, and what its actions change."""

from __future__ import annotations

from typing import Final

from engine.actions import Action, Halt, Meld, Play, Prompt
from engine.cards import Card, Rank
from engine.events import (
    CardPlayed,
    DealOver,
    Event,
    HaltCalled,
    Passed,
    QuartetLaid,
    TrickTaken,
    WentOut,
)
from engine.evolve import evolve
from engine.frozen import maker
from engine.games.crummy.refusals import refusal
from engine.games.crummy.rules import CrummyRules
from engine.games.crummy.settlement import settle
from engine.games.crummy.state import (
    PACKS,
    SEATS,
    Follow,
    Lead,
    State,
    callers,
    held,
    holders,
    times,
)
from engine.middle import Played, Trick
from engine.parts.dealing import check_setup, dealt
from engine.parts.piles import Hand, Hands, with_hand, without
from engine.parts.results import OVER, Over, scored_result
from engine.parts.seating import neighbour, order_of_play
from engine.parts.tricks import (
    MOST_TIMES,
    MOST_TRICKS,
    QUARTETS,
    SUIT_LENGTH,
    TRICK_SIZE,
    can_play,
    card_bits,
    playable,
    quartets,
    ranks_among,
    suit_bits,
    taken_by,
)
from engine.secret import Secret
from engine.stakes import Stakes

_SUIT: Final = (1 << SUIT_LENGTH) - 1
_ALL: Final = SUIT_LENGTH * TRICK_SIZE


def new_deal(rules: CrummyRules, seats: int, stakes: Stakes, deck: tuple[Card, ...]) -> State:
    """Deals eight cards each, or all to three players, the dealer one less (CR-4). Raises BadSetup."""
    pack = PACKS.get(seats, PACKS[SEATS[0]])
    check_setup("Crummy", SEATS, seats, stakes, deck, pack)
    order = order_of_play(stakes.dealer, seats)
    cards = dealt(deck, order, -(-len(pack) // seats))
    hands = tuple(Secret(cards[seat], (seat,)) for seat in range(seats))
    return State(
        rules=rules,
        stakes=stakes,
        order=order,
        hands=hands,
        laid=((),) * seats,
        phase=Lead(order[0], may_lay=False),
        positions=Secret((_position(hands, order[0]),)),
    )


def to_act(state: State) -> tuple[int, ...]:
    """The seat whose turn it is; if a halt may be called, both seats that may call it, the leader first (CR-53)."""
    phase = state.phase
    if isinstance(phase, Lead):
        return callers(state) or (phase.seat,)
    return (phase.seat,) if isinstance(phase, Follow) else ()


_HALT: Final = Prompt("halt")
_OPEN_PLAY: Final = Prompt("play", from_hand=True)
_OPEN_MELD: Final = Prompt("meld", from_hand=True)
_prompt: Final = maker(Prompt)


def prompts(state: State, seat: int) -> tuple[Prompt, ...]:
    """What the seat may do now (CR-10 to CR-14, CR-25, CR-53)."""
    phase = state.phase
    if isinstance(phase, Follow):
        return (_prompt("play", _playable(state, seat)),) if phase.seat == seat else ()
    if isinstance(phase, Over):
        return ()
    offered: tuple[Prompt, ...] = (_HALT,) if seat in callers(state) else ()
    if phase.seat != seat:
        return offered
    offered = (_prompt("play", _playable(state, seat)), *offered)
    complete = _complete(state, phase)
    return (_prompt("meld", complete), *offered) if complete else offered


def open_prompts(state: State) -> tuple[Prompt, ...]:
    """What the moment offers before anybody looks into a hand; a halt only if it may be called now (CR-53)."""
    phase = state.phase
    if isinstance(phase, Over):
        return ()
    if isinstance(phase, Follow):
        return (_OPEN_PLAY,)
    halt = (_HALT,) if callers(state) else ()
    return (_OPEN_MELD, _OPEN_PLAY, *halt) if phase.may_lay else (_OPEN_PLAY, *halt)


def _playable(state: State, seat: int) -> Hand:
    """The cards that the seat can play: all of them if it leads (CR-10), else those of a missing suit (CR-11)."""
    return playable(held(state, seat), [played.card for played in state.trick])


def _suits(trick: tuple[Played, ...]) -> int:
    """The suits in the trick, as a bit mask."""
    return suit_bits([played.card for played in trick])


def _complete(state: State, phase: Lead) -> tuple[Rank, ...]:
    """The quartets that the player to lead may lay: those in the hand, directly after taking a trick (CR-25)."""
    return quartets(held(state, phase.seat)) if phase.may_lay else ()


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after the action, and what happened. Raises IllegalAction.

    It checks what ``prompts`` offers without making the prompts, because thousands of deals are played through here.
    """
    phase = state.phase
    if isinstance(phase, Over):
        raise refusal(state, action)
    if isinstance(action, Play):
        seat, card = action.seat, action.card
        if seat == phase.seat and card in held(state, seat) and can_play((card,), _suits(state.trick)):
            return _play(state, seat, card)
    elif isinstance(action, Meld):
        if isinstance(phase, Lead) and action.seat == phase.seat and action.rank in _complete(state, phase):
            return _meld(state, phase, action.rank)
    elif isinstance(action, Halt) and action.seat in callers(state):
        return _halt(state, action.seat)
    raise refusal(state, action)


def _play(state: State, seat: int, card: Card) -> tuple[State, tuple[Event, ...]]:
    """Puts a card down; the fourth card completes the trick, after any other the turn goes on (CR-14)."""
    hands = with_hand(state.hands, seat, without(held(state, seat), card))
    trick, played = (*state.trick, Played(seat, card)), CardPlayed(seat, card)
    if len(trick) == TRICK_SIZE:
        return _take(state, hands, trick, played)
    follower, passed = _next_to_follow(hands, seat, trick, state.passed)
    told = [Passed(other) for other in passed[len(state.passed) :]]
    return evolve(state, hands=hands, trick=trick, phase=Follow(follower), passed=passed), (played, *told)


def _next_to_follow(
    hands: Hands, seat: int, trick: tuple[Played, ...], passed: tuple[int, ...]
) -> tuple[int, tuple[int, ...]]:
    """The next seat on the left that can play, and all that have passed; each of them once (CR-12, CR-13)."""
    there = _suits(trick)
    for _ in hands:
        seat = neighbour(seat, len(hands))
        hand = hands[seat].open()
        if can_play(hand, there):
            return seat, passed
        if hand and seat not in passed:
            passed = (*passed, seat)
    raise AssertionError("somebody has a card of each suit that is missing (CR-15)")


def _take(state: State, hands: Hands, trick: tuple[Played, ...], last: CardPlayed) -> tuple[State, tuple[Event, ...]]:
    """The winner takes the cards into the hand; a seat without cards is out (CR-20 to CR-23, CR-30, CR-33).

    What the winner lays changes neither which of the others are out nor that they were out first.
    """
    cards = tuple([played.card for played in trick])
    place, doubled = taken_by(cards)
    winner = trick[place].seat
    hands = with_hand(hands, winner, hands[winner].open() + cards)
    last_cards = {played.seat: number for number, played in enumerate(trick)}
    emptied = sorted([seat for seat in last_cards if not hands[seat].open()], key=last_cards.__getitem__)
    taken, out = Trick(trick, place, state.passed), (*state.out, *emptied)
    state = evolve(state, hands=hands, trick=(), passed=(), taken=taken, tricks=state.tricks + 1, out=out)
    events: tuple[Event, ...] = (last, TrickTaken(winner, cards[place], doubled), *map(WentOut, emptied))
    if holders(state) == (winner,):
        return _last_one(state, winner, events)
    return stands(state, Lead(winner, may_lay=True), state.positions.open(), events)


def _meld(state: State, phase: Lead, rank: Rank) -> tuple[State, tuple[Event, ...]]:
    """The winner of a trick lays a quartet; a seat left without cards is out, and the lead passes on (CR-25, CR-31)."""
    seat = phase.seat
    state, events = _laid(state, seat, (rank,))
    if not held(state, seat):
        state = evolve(state, out=(*state.out, seat))
        events = (*events, WentOut(seat))
        left = holders(state)
        if len(left) == 1:
            return _last_one(state, left[0], events)
        phase = Lead(next(follower for follower in _to_the_left(state, seat) if follower in left), may_lay=False)
    return stands(state, phase, (), events)


def _to_the_left(state: State, seat: int) -> tuple[int, ...]:
    """The other seats, from the next one on."""
    place = state.order.index(seat) + 1
    return (*state.order[place:], *state.order[: place - 1])


def _laid(state: State, seat: int, ranks: tuple[Rank, ...]) -> tuple[State, tuple[Event, ...]]:
    """The state with quartets of the seat's hand laid face down; the first of the deal gets the joker (CR-26)."""
    first = state.marked is None
    hand = tuple(card for card in held(state, seat) if card.rank not in ranks)
    laid = (*state.laid[seat], *map(Secret, ranks))
    state = evolve(
        state,
        hands=with_hand(state.hands, seat, hand),
        laid=(*state.laid[:seat], laid, *state.laid[seat + 1 :]),
        marked=seat if first else state.marked,
    )
    return state, tuple(QuartetLaid(seat, first and number == 0) for number in range(len(ranks)))


def stands(
    state: State, phase: Lead, before: tuple[int, ...], events: tuple[Event, ...]
) -> tuple[State, tuple[Event, ...]]:
    """A position between tricks; one that stands for the third time ends the deal (CR-55), and so does the cap."""
    state = evolve(state, phase=phase, positions=Secret((*before, _position(state.hands, phase.seat))))
    if times(state) >= MOST_TIMES:
        return _halt(state, phase.seat, events, deemed=True) if callers(state) else _void(state, events)
    return _void(state, events) if state.tricks >= MOST_TRICKS else (state, events)


def _position(hands: Hands, leader: int) -> int:
    """All hands and the player to lead, as one number.

    The hands together hold whole ranks, so the same ranks in each suit, and any trick can be completed (CR-15).
    """
    bits = together = 0
    for hand in hands:
        cards = card_bits(hand.open())
        bits = bits << _ALL | cards
        together |= cards
    suits = {together >> SUIT_LENGTH * number & _SUIT for number in range(TRICK_SIZE)}
    assert len(suits) == 1, "the hands hold the same ranks of each suit (CR-15)"
    assert together, "somebody holds cards (CR-32)"
    return bits * len(hands) + leader


def _halt(
    state: State, caller: int, events: tuple[Event, ...] = (), *, deemed: bool = False
) -> tuple[State, tuple[Event, ...]]:
    """The caller takes and lays the lower rank and is out before the other, who lays the higher (CR-51, CR-52)."""
    (other,) = (seat for seat in holders(state) if seat != caller)
    higher, lower = ranks_among((*held(state, caller), *held(state, other)))
    hands = with_hand(with_hand(state.hands, caller, QUARTETS[lower]), other, QUARTETS[higher])
    state, laid = _laid(evolve(state, hands=hands, out=(*state.out, caller)), caller, (lower,))
    return _last_one(state, other, (*events, HaltCalled(caller, deemed), *laid, WentOut(caller)))


def _last_one(state: State, seat: int, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """Play is over: the cards of the last player are quartets and are laid, the most valuable first (CR-32)."""
    ranks = quartets(held(state, seat))
    assert len(ranks) * TRICK_SIZE == len(held(state, seat)), "the last player's cards are whole quartets (CR-32)"
    state, laid = _laid(state, seat, ranks)
    state = evolve(state, out=(*state.out, seat))
    scores = settle(
        state.out, [tuple(rank.open() for rank in laid_by_seat) for laid_by_seat in state.laid], state.marked
    )
    net = [0] * len(scores)
    for score in scores:
        net[score.seat] = score.points
    return _over(state, (*events, *laid, *scores), tuple(net))


def _void(state: State, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """Nobody scores, and no quartet is turned up (games/general.md G-12)."""
    return _over(state, events, (0,) * len(state.hands), void=True)


def _over(
    state: State, events: tuple[Event, ...], net: tuple[int, ...], *, void: bool = False
) -> tuple[State, tuple[Event, ...]]:
    """Writes the result down; the deal passes to the left, and the game may have reached its target (CR-61)."""
    before, seats = state.stakes, len(state.hands)
    result = scored_result(
        before,
        (),
        winners=() if void else tuple(seat for seat in state.order if net[seat] == max(net)),
        net=net,
        next_dealer=neighbour(before.dealer, seats),
        target=0 if void else state.rules.target,
        void=void,
    )
    return evolve(state, phase=OVER, result=result), (*events, DealOver(result))
