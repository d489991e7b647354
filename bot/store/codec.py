"""Rules, stakes, results and actions as JSON text, under names of their own: a renamed field breaks no old file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from engine.stakes import DealResult, Stakes

_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Made once: ``json.dumps`` makes a new encoder at every call with separators."""


def to_text(value: Any) -> str:
    """JSON text without spaces."""
    return _ENCODE(dict(value) if isinstance(value, Mapping) else value)


def from_text(text: str) -> Any:
    """What the JSON text says."""
    return json.loads(text)


def stakes_to_json(stakes: Stakes) -> dict[str, Any]:
    """Stakes as a JSON object."""
    return {
        "dealer": stakes.dealer,
        "chips": stakes.chips,
        "pot": stakes.pot,
        "pools": dict(stakes.pools),
        "scores": stakes.scores,
        "deals": stakes.deals,
        "supply": stakes.supply,
    }


def stakes_from_json(value: Mapping[str, Any]) -> Stakes:
    """Stakes from a JSON object."""
    return Stakes(
        dealer=value["dealer"],
        chips=tuple(value["chips"]),
        pot=value["pot"],
        pools=tuple(value["pools"].items()),
        scores=tuple(value["scores"]),
        deals=value["deals"],
        supply=value.get("supply", 0),  # not in files of before there was one
    )


def result_to_json(result: DealResult) -> dict[str, Any]:
    """A deal's result as a JSON object."""
    return {
        "winners": result.winners,
        "net": result.net,
        "stakes": stakes_to_json(result.stakes),
        "shown": result.shown,
        "void": result.void,
        "game_over": result.game_over,
        "game_winners": result.game_winners,
        **({"money": result.money} if result.money else {}),
    }


def result_from_json(value: Mapping[str, Any]) -> DealResult:
    """A deal's result from a JSON object."""
    return DealResult(
        winners=tuple(value["winners"]),
        net=tuple(value["net"]),
        stakes=stakes_from_json(value["stakes"]),
        shown=tuple(value["shown"]),
        void=value["void"],
        game_over=value["game_over"],
        game_winners=tuple(value["game_winners"]),
        money=tuple(value.get("money", ())),
    )
