"""What the moves of the Poch family lead to, from what a seat sees and the edition's numbers."""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import Prompt
from engine.cards import Card
from engine.consequences import Consequence, consequence
from engine.games.poch.edition import CENTRE, POCH, PochFamilyRules
from engine.middle import Pools
from engine.view import SeatView, View


def consequences(view: View) -> tuple[Consequence, ...]:
    """What each move that the viewer may make leads to."""
    return tuple(found for prompt in view.prompts for found in _of(view, prompt))


def _of(view: View, prompt: Prompt) -> Iterator[Consequence]:
    board, own = view.middle, view.own
    assert isinstance(board, Pools)
    assert own is not None
    stakes, pool = sum(seat.stake for seat in view.seats), board.pool(POCH)
    assert isinstance(view.rules, PochFamilyRules)
    lies = (pool.chips if pool is not None else 0) + (0 if board.stakes_in_pool else stakes)
    match prompt.do:
        case "pass":
            yield consequence("pass", "pass", pot=lies)
        case "fold":
            yield consequence("fold", "fold-betting", stake=own.stake)
        case "bet":
            assert prompt.least is not None
            assert prompt.most is not None
            yield from _bets(view, own, prompt.least, prompt.most, lies)
        case "play":
            cards = tuple(choice for choice in prompt.choices if isinstance(choice, Card))
            centre = board.pool(CENTRE)
            code = "sequence-last" if len(view.hand) == 1 else "sequence"
            edition = view.rules.edition(len(view.seats))
            yield consequence(
                "play",
                code,
                *cards,
                centre=centre.chips if centre is not None else 0,
                stake=edition.stake,
                stop=board.stop,
                most=int(edition.most_cards_tie is not None),
            )


def _bets(view: View, own: SeatView, least: int, most: int, lies: int) -> Iterator[Consequence]:
    """The bet, the match, the raise, and going all in with less than there is to match."""
    assert isinstance(view.middle, Pools)
    bet, others = view.middle.bet, sum(not seat.passed for seat in view.seats if seat is not own)
    if not bet:
        short = int(_is_short(view, view.middle, most))
        yield consequence("bet", "bet", least=least, most=most, others=others, pot=lies, short=short)
        return
    if least <= bet <= most:
        code = "match" if own.stake + own.chips >= bet else "match-issued"
        short = int(_is_short(view, view.middle, bet))
        yield consequence("bet", code, bet=bet, more=bet - own.stake, have=own.chips, pot=lies, short=short)
    if most > bet:
        code = "raise" if _can_be_matched(view, view.middle, own) else "raise-alone"
        yield consequence("bet", code, bet=bet, least=max(least, bet + 1), most=most, others=others)
    if most < bet:
        yield consequence("bet", "all-in", most=most, bet=bet, more=most - own.stake)


def _is_short(view: View, board: Pools, bet: int) -> bool:
    """Whether somebody is left in the betting who can't match such a bet, and wins from each only as much as was staked
    with all chips (PO-34)."""
    in_it = (seat for seat in view.seats if not seat.passed)
    return not board.extra_chips and any(seat.stake + seat.chips < bet for seat in in_it)


def _can_be_matched(view: View, board: Pools, own: SeatView) -> bool:
    """Whether anybody else is left in the betting who could put in more than now."""
    return board.extra_chips or any(seat.chips and not seat.passed for seat in view.seats if seat is not own)
