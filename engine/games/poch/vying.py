"""The second stage of Poch: betting on the best set of equal cards (PO-20 to PO-36)."""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.actions import Prompt
from engine.events import BetMade, Event, Folded, HandShown, Paid, Passed
from engine.evolve import evolve
from engine.frozen import maker
from engine.games.poch.dealing import collected
from engine.games.poch.edition import POCH, Edition
from engine.games.poch.state import Leading, State, Vying, held, paid
from engine.parts.betting import MOST_EXTRA, Betting, dropped, kind_of, limits, side_stakes, staked, uncalled, won
from engine.parts.piles import Hand
from engine.parts.sets import best_set, has_pair, set_name, strength
from engine.stakes import HOUSE, Transfer

_PASS: Final = Prompt("pass")
_FOLD: Final = Prompt("fold")
_passed: Final = cache(Passed)
_folded: Final = cache(Folded)
_prompt: Final = maker(Prompt)
_vying: Final = maker(Vying)
_transfer: Final = maker(Transfer)
_bet_made: Final = maker(BetMade)
_hand_shown: Final = maker(HandShown)


def may_bet(state: State, seat: int) -> bool:
    """Whether the seat's cards let it take part (PO-24, PO-63)."""
    return not state.edition.board.pair_needed or has_pair(held(state, seat))


def bet_limits(state: State, betting: Betting) -> tuple[int, int] | None:
    """The least and the most whole stake, in chips, that the seat to act can reach (PO-28, PO-36); None: none."""
    assert betting.turn is not None
    extra = state.edition.board.extra_chips
    return limits(betting, state.lies[betting.turn], extra=extra, ceiling=MOST_EXTRA if extra else None)


def betting_prompts(state: State, betting: Betting) -> tuple[Prompt, ...]:
    """What the seat to act may do: what its chips allow, and a bet only if its cards allow it (PO-26)."""
    assert betting.turn is not None
    if may_bet(state, betting.turn):
        return open_betting_prompts(state, betting)
    return (_FOLD if betting.bet else _PASS,)


def open_betting_prompts(state: State, betting: Betting) -> tuple[Prompt, ...]:
    """What the chips of the seat to act allow: pass, or fold after a bet; bet within the limits (PO-26, PO-36)."""
    drop, allowed = _FOLD if betting.bet else _PASS, bet_limits(state, betting)
    return (drop,) if allowed is None else (drop, _prompt("bet", least=allowed[0], most=allowed[1]))


def drop(state: State, betting: Betting, seat: int) -> tuple[State, tuple[Event, ...]]:
    """A pass, or a fold after a bet: both final (PO-27)."""
    event: Event = _folded(seat) if betting.bet else _passed(seat)
    return _go_on(evolve(state, phase=_vying(dropped(betting))), (event,))


def bet(state: State, betting: Betting, seat: int, amount: int) -> tuple[State, tuple[Event, ...]]:
    """A bet, match or raise to ``amount`` chips in all, or an all-in (PO-26, PO-34).

    At a table with extra chips, the house gives everybody chips if this seat has too few (PO-33).
    """
    edition = state.edition
    more = amount - betting.stakes[seat]
    extra = _extra_chips(state, edition, more - state.lies[seat])
    all_in = not edition.board.extra_chips and more == state.lies[seat]
    phase = _vying(staked(betting, amount, all_in=all_in))
    after = paid(state, (*extra, _transfer(seat, edition.bets_in, more, "bet")), phase=phase)
    return _go_on(after, (*map(Paid, extra), _bet_made(seat, amount, kind_of(betting, amount), all_in)))


def _extra_chips(state: State, edition: Edition, lacking: int) -> tuple[Transfer, ...]:
    """As many chips again as the game began with, for everybody, as often as needed (PO-33)."""
    if lacking <= 0:
        return ()
    supply = state.stakes.supply or edition.chips
    given = supply * -(-lacking // supply)
    return tuple(Transfer(HOUSE, seat, given, "extra_chips") for seat in state.order)


def _go_on(state: State, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """The next turn of the betting, or its end: the best set takes the stakes, and its holder leads (PO-40)."""
    assert isinstance(state.phase, Vying)
    betting = state.phase.betting
    if betting.turn is not None:
        return state, events
    edition, staying = state.edition, betting.staying
    shown: tuple[tuple[int, Hand], ...] = ()
    leader, transfers = state.order[0], tuple[Transfer, ...]()
    if staying:
        shown = _shown(state, edition, staying)
        leader, transfers = _winnings(state, edition, betting, staying)
    if not edition.board.pools_first:
        transfers += collected(state)
    told = [_hand_shown(seat, cards, set_name(cards)) for seat, cards in shown]
    return paid(state, transfers, shown=shown, phase=Leading(leader)), (*events, *told, *map(Paid, transfers))


def _winnings(
    state: State, edition: Edition, betting: Betting, staying: tuple[int, ...]
) -> tuple[int, tuple[Transfer, ...]]:
    """Who wins the betting, and what is paid: what nobody called goes back, the side stakes, then the pool."""
    bank, stakes = edition.bets_in, list(betting.stakes)
    transfers: list[Transfer] = []
    if back := uncalled(stakes):
        highest = stakes.index(max(stakes))
        stakes[highest] -= back
        transfers.append(_transfer(bank, highest, back, "returned"))
    worth = {seat: strength(held(state, seat), edition.sets, state.turned.suit) for seat in staying}
    # max keeps the first of equal hands (LQ-7b, HO-7)
    winnings = won(side_stakes(stakes, staying), lambda seats: max(seats, key=worth.__getitem__))
    transfers += [_transfer(bank, seat, chips, "stakes") for seat, chips in winnings.items() if chips]
    winner = next(iter(winnings))
    if pool := state.lies[POCH] - sum([transfer.amount for transfer in transfers if transfer.source == POCH]):
        transfers.append(_transfer(POCH, winner, pool, POCH))
    return winner, tuple(transfers)


def _shown(state: State, edition: Edition, staying: tuple[int, ...]) -> tuple[tuple[int, Hand], ...]:
    """What is shown at the end of the betting, the set first.

    A lone bettor shows a pair or better if a pair is needed to bet (PO-29), and nothing otherwise (LQ-7a, HO-13). In
    a showdown all show their sets (PO-31), and if the other cards decide between equal sets, these too (HO-7).
    """
    if len(staying) == 1 and not edition.board.pair_needed:
        return ()
    sets = {seat: best_set(held(state, seat)) for seat in staying}
    if edition.sets != "kickers":
        return tuple(sets.items())
    worth = [(len(cards), cards[0].rank) for cards in sets.values()]
    shown: list[tuple[int, Hand]] = []
    for seat, cards in sets.items():
        tied = worth.count((len(cards), cards[0].rank)) > 1
        others = sorted(
            (card for card in held(state, seat) if card not in cards), key=lambda card: (-card.rank, card.index)
        )
        shown.append((seat, (*cards, *others) if tied else cards))
    return tuple(shown)
