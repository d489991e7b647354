"""A betting in words: what players see beside their cards, and how far somebody's chips go."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.i18n import Texts
from engine.asks import Ask
from engine.middle import Pools
from engine.view import View

STAKES: Final = frozenset({Ask.BET, Ask.MATCH})
"""What is asked in a betting."""


def stakes_of(view: View) -> tuple[int, int] | None:
    """The smallest and the largest stake that can be made, in chips; None if nothing can be bet.

    For a spectator this is what everybody can know of the seat to act; for a player, what their own cards allow.
    """
    prompt = view.prompt("bet")
    if prompt is None or prompt.least is None or prompt.most is None:
        return None
    return prompt.least, prompt.most


def bet_of(view: View) -> int:
    """The stake that has to be matched, in chips; 0 before the first bet."""
    return max(seat.stake for seat in view.seats) if view.asks in STAKES else 0


class Ready(NamedTuple):
    """A stake that is offered without typing."""

    name: str
    """``least``, ``half``, ``pot`` or ``all``."""
    stake: int
    """The stake in all, in chips."""


def ready_stakes(view: View) -> tuple[Ready, ...]:
    """The bets or raises that are worth a button of their own: the least, by half the pot, by the pot, and all.

    Only legal ones, each stake once. The pot is the pool that is bet for with all stakes, after the bet is matched.
    """
    stakes, bet = stakes_of(view), bet_of(view)
    if stakes is None or not isinstance(view.middle, Pools):
        return ()
    least, most = max(stakes[0], bet + 1), stakes[1]
    own = view.own.stake if view.own is not None else 0
    pot = sum(pool.chips for pool in view.middle.pools if pool.bet_for) + bet - own
    if not view.middle.stakes_in_pool:
        pot += sum(seat.stake for seat in view.seats)
    wanted = (Ready("least", least), Ready("half", bet + pot // 2), Ready("pot", bet + pot))
    found = {ready.stake: ready for ready in reversed(wanted) if least <= ready.stake <= most}
    if most != bet and not gives_more(view):
        found[most] = Ready("all", most)
    return tuple(found[stake] for stake in sorted(found))


def gives_more(view: View) -> bool:
    """Whether nobody is ever all in, because the house gives missing chips (``poch.md`` PO-33)."""
    return isinstance(view.middle, Pools) and view.middle.extra_chips


def how_far(view: View) -> str:
    """Which variant of a betting's question fits the chips; "" if there are enough, and outside a betting."""
    if view.asks not in STAKES:
        return ""
    stakes, bet = stakes_of(view), bet_of(view)
    if stakes is None:
        return ".none"
    if not bet or stakes[1] > bet:
        return ""
    return ".just" if stakes[1] == bet else ".short"


def beyond_own(view: View) -> bool:
    """Whether the viewer has too few chips to match the bet, and can do so because the house gives more."""
    own, stakes = view.own, stakes_of(view)
    return own is not None and stakes is not None and gives_more(view) and own.stake + own.chips < bet_of(view)


def own_words(view: View, texts: Texts, *, captioned: bool = False, whole: bool = True) -> tuple[str, ...]:
    """What players at a board with pools see beside their cards.

    These are the pay suit, the best set while it counts, chips and stake. ``captioned``: the picture of the board says
    the pay suit, which counts no more once the cards are played out. ``whole``: what the board's picture shows is
    said, too: pay suit, chips and stake.
    """
    own, middle = view.own, view.middle
    if own is None or not isinstance(middle, Pools) or view.result is not None:
        return ()
    sign = texts(f"suit-{middle.turned.suit.name.lower()}.sign")
    said = []
    if whole and (not captioned or middle.betting):
        said.append(texts("private-pay-suit", sign=sign, card=middle.turned))
    if own.passed:
        said.append(texts("private-dropped"))
    elif middle.betting and own.name is not None:
        if own.name.type == "high_card":
            said.append(texts("private-no-set" if middle.pair_needed else "private-alone", worth=own.name))
        else:
            said.append(texts("private-set", worth=own.name))
    if not whole:
        return tuple(said)
    form = ".stake" if own.stake else ""
    said.append(texts(f"private-chips{form}", chips=texts.chips(own.chips), stake=texts.chips(own.stake)))
    return tuple(said)
