"""A fingerprint of a state: the same on every machine, and different as soon as any card or chip lies elsewhere.

A deal that is replayed after a crash must reach the fingerprint that was stored with its last action. The fingerprint
is made of declared facts alone, so that renaming a class or a field changes none: where every card lies, what the deal
started from, the transfers, the phase by its declared name, who is asked what, and the result.

``VERSION`` is raised when other facts are used or when they are written in another way. Fingerprints of another version
can't be compared with today's (``comparable``): such a deal is replayed without comparing them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from engine.actions import Choice
from engine.game import Game
from engine.stakes import DealResult, Stakes, Transfer

VERSION: Final = 2
"""Version 1 was made of the names of classes and fields, and was written without a number."""

_MARK: Final = f"{VERSION}:"
_OTHER: Final = re.compile(r"[0-9a-f]{64}|[0-9]+:.*")
"""Matches a fingerprint of version 1, and one that begins with its version."""


def fingerprint(game: Game[Any], state: Any) -> str:
    """The version of fingerprints, a colon, and the SHA-256, in hexadecimal, of the whole state, secrets included.

    The rules are not part of it: they are stored with the table, under their own version.
    """
    layout = game.layout(state)
    parts = [state.phase.name, _begun(state.stakes), *map(_written, layout.hands)]
    parts += (_written(layout.stock), _written(layout.discards), _written(layout.aside), _transfers(state.transfers))
    parts += map(_written, layout.before)
    for seat in game.to_act(state):
        parts.append(f"{seat} may")
        for prompt in game.prompts(state, seat):
            parts.append(f"{prompt.do} {prompt.least} {prompt.most} {_written(prompt.choices)}")
    if state.result is not None:
        parts.append(_result(state.result))
    return _MARK + sha256("\n".join(parts).encode()).hexdigest()


def comparable(stored: str) -> bool:
    """Whether a stored fingerprint can be compared with today's: False for a fingerprint of another version."""
    return stored.startswith(_MARK) or not _OTHER.fullmatch(stored)


@lru_cache(1024)
def _written(some: tuple[Choice, ...]) -> str:
    """Cards, ranks or words with a space between two. Most hands and piles are those of the state before."""
    try:
        return " ".join([choice.notation for choice in some])  # type: ignore[union-attr]  # words have none
    except AttributeError:
        return " ".join([choice if isinstance(choice, str) else choice.notation for choice in some])


def _transfers_of_deal() -> Callable[[tuple[Transfer, ...]], str]:
    """Writes transfers; those of a deal's states are those of the state before, and sometimes more."""
    last: tuple[tuple[Transfer, ...], str] = ((), "")

    def written(transfers: tuple[Transfer, ...]) -> str:
        nonlocal last
        before, text = last
        if before is transfers:
            return text
        more = len(before)
        if not more or transfers[:more] != before:
            more, text = 0, ""
        new = [f"{move.source!r} {move.target!r} {move.amount} {move.reason}" for move in transfers[more:]]
        text = ";".join([text, *new] if more else new)
        last = transfers, text
        return text

    return written


_transfers: Final = _transfers_of_deal()


def _stakes_of_deal() -> Callable[[Stakes], str]:
    """Writes the stakes of a deal, which are the same in all its states."""
    last: tuple[Stakes | None, str] = (None, "")

    def written(stakes: Stakes) -> str:
        nonlocal last
        known, text = last
        if known is not stakes:
            text = _stakes(stakes)
            last = stakes, text
        return text

    return written


_begun: Final = _stakes_of_deal()


def _stakes(stakes: Stakes) -> str:
    facts = (
        ("dealer", stakes.dealer),
        ("chips", stakes.chips),
        ("pot", stakes.pot),
        ("pools", stakes.pools),
        ("scores", stakes.scores),
        ("deals", stakes.deals),
        ("supply", stakes.supply),
    )
    return repr(facts)


def _result(result: DealResult) -> str:
    facts = (
        ("winners", result.winners),
        ("net", result.net),
        ("stakes", _stakes(result.stakes)),
        ("shown", result.shown),
        ("void", result.void),
        ("game_over", result.game_over),
        ("game_winners", result.game_winners),
        ("money", result.money),
    )
    return repr(facts)
