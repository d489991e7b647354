"""What the seat to act is asked: a closed set. Each member promises something about the open prompts."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Ask(StrEnum):
    """What the seat to act is asked, as far as everybody can know.

    The members' docstrings are promises about the open prompts, ``observe(state, None).prompts``; ``always`` and
    ``perhaps`` hold them as data. The seat's own prompts are among the open ones, and may be fewer.
    """

    DRAW = "draw"
    """Draw a card. The open prompts are ``draw`` alone, with the piles to draw from as its choices."""
    DRAW_OR_KNOCK = "draw-or-knock"
    """Draw a card, or knock in place of the turn: ``draw`` and ``knock``; the seat's own prompts have the knock only if
    its hand allows it."""
    DISCARD = "discard"
    """Discard a card: ``discard``. Perhaps ``knock`` before the discard, or ``show`` or ``fold`` instead of it."""
    CHOOSE = "choose"
    """Keep the hand or give it up: ``stay`` and ``fold``, both without an argument; perhaps ``draw`` to improve it."""
    LEAD = "lead"
    """Lead a card: ``play``. Before that, perhaps ``meld`` a complete quartet of the hand, or ``halt`` the play."""
    FOLLOW = "follow"
    """Play a card that fits the trick: ``play``."""
    BET = "bet"
    """Nobody has bet: ``pass``, or ``bet`` within the limits if the seat has chips."""
    MATCH = "match"
    """Somebody has bet: ``fold``, or ``bet`` within the limits to match, raise or go all in."""
    SHUFFLE = "shuffle"
    """Nobody is asked: chance shuffles the discards into a stock first. There are no prompts."""

    @property
    def always(self) -> frozenset[str]:
        """The actions that are always among the open prompts."""
        return _PROMISES[self][0]

    @property
    def perhaps(self) -> frozenset[str]:
        """The other actions that can be among them."""
        return _PROMISES[self][1]


def _promise(always: str, perhaps: str = "") -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(always.split()), frozenset(perhaps.split())


_PROMISES: Final = {
    Ask.DRAW: _promise("draw"),
    Ask.DRAW_OR_KNOCK: _promise("draw knock"),
    Ask.DISCARD: _promise("discard", "knock show fold"),
    Ask.CHOOSE: _promise("stay fold", "draw"),
    Ask.LEAD: _promise("play", "meld halt"),
    Ask.FOLLOW: _promise("play"),
    Ask.BET: _promise("pass", "bet"),
    Ask.MATCH: _promise("fold", "bet"),
    Ask.SHUFFLE: _promise(""),
}
