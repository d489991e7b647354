"""Rules, stakes, results and actions as JSON text, with names of their own: a renamed field breaks no old file.

Stakes and results have a version. ``STAKES`` and ``RESULT`` bring older ones up to date, with one function for each
version. LaterVersion is raised for a version that is newer than the program.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.game import GAMES
from engine.stakes import DealResult, Stakes
from engine.versions import LaterVersion, rules_for_record, rules_of

_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Made once: ``json.dumps`` makes a new encoder at every call with separators."""
_DECODE = json.JSONDecoder().decode
"""What ``json.loads`` calls, after it has looked for bytes and for other decoders."""


UNREADABLE: Final = (ValueError, TypeError, KeyError, AttributeError)
"""The errors that reading stored text of another version may raise."""


def why(error: Exception) -> str:
    """Why stored text can't be read, in a few words that name no card."""
    return str(error) if isinstance(error, LaterVersion) else type(error).__name__


def to_text(value: Any) -> str:
    """JSON text without spaces."""
    return _ENCODE(dict(value) if isinstance(value, Mapping) else value)


def from_text(text: str) -> Any:
    """The value of JSON text."""
    return _DECODE(text)


def recorded_rules(game: str, stored: Mapping[str, Any], version: int) -> dict[str, Any]:
    """A table's stored rules as a record names them; unchanged if this version does not know them."""
    known = GAMES.get(game)
    if known is None:
        return dict(stored)
    try:
        return dict(rules_for_record(known, rules_of(known, stored, version)))
    except ValueError:
        return dict(stored)


Step = Callable[[dict[str, Any]], dict[str, Any]]
"""Brings a JSON object from one version to the next."""


def _with_supply(stakes: dict[str, Any]) -> dict[str, Any]:
    """Adds the supply: older stakes have none, from before there were games with a supply."""
    return {"supply": 0, **stakes}


def _with_money(result: dict[str, Any]) -> dict[str, Any]:
    """Adds what everybody receives or pays: older results have none, from before a chip had a value in money."""
    return {"money": (), **result}


STAKES: Final[Sequence[Step]] = (_with_supply,)
"""The steps of stakes, from version 1 on."""
RESULT: Final[Sequence[Step]] = (_with_money,)
"""The steps of results."""


def _newest(steps: Sequence[Step]) -> int:
    return 1 + len(steps)


def _up_to_date(value: Mapping[str, Any], steps: Sequence[Step], what: str) -> dict[str, Any]:
    """The JSON object as today's version writes it. One without a version is of version 1. Raises LaterVersion."""
    version = value.get("version", 1)
    if not 1 <= version <= _newest(steps):
        raise LaterVersion(f"the {what} are of version {version}, this program knows versions up to {_newest(steps)}")
    found = dict(value)
    for step in steps[version - 1 :]:
        found = step(found)
    return found


def stakes_to_json(stakes: Stakes) -> dict[str, Any]:
    """Stakes as a JSON object."""
    return {
        "version": _newest(STAKES),
        "dealer": stakes.dealer,
        "chips": stakes.chips,
        "pot": stakes.pot,
        "pools": dict(stakes.pools),
        "scores": stakes.scores,
        "deals": stakes.deals,
        "supply": stakes.supply,
    }


def stakes_from_json(value: Mapping[str, Any]) -> Stakes:
    """Stakes from a JSON object of any version. Raises LaterVersion."""
    found = _up_to_date(value, STAKES, "stakes")
    return Stakes(
        dealer=found["dealer"],
        chips=tuple(found["chips"]),
        pot=found["pot"],
        pools=tuple(found["pools"].items()),
        scores=tuple(found["scores"]),
        deals=found["deals"],
        supply=found["supply"],
    )


def result_to_json(result: DealResult) -> dict[str, Any]:
    """A deal's result as a JSON object."""
    return {
        "version": _newest(RESULT),
        "winners": result.winners,
        "net": result.net,
        "stakes": stakes_to_json(result.stakes),
        "shown": result.shown,
        "void": result.void,
        "game_over": result.game_over,
        "game_winners": result.game_winners,
        "money": result.money,
    }


def result_from_json(value: Mapping[str, Any]) -> DealResult:
    """A deal's result from a JSON object of any version. Raises LaterVersion."""
    found = _up_to_date(value, RESULT, "results")
    return DealResult(
        winners=tuple(found["winners"]),
        net=tuple(found["net"]),
        stakes=stakes_from_json(found["stakes"]),
        shown=tuple(found["shown"]),
        void=found["void"],
        game_over=found["game_over"],
        game_winners=tuple(found["game_winners"]),
        money=tuple(found["money"]),
    )
