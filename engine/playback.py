"""Plays a table record, tells how it stands after the last action, and checks its shuffles (record.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.actions import ARGUMENTS, Prompt, Shuffle
from engine.cards import Card, Rank
from engine.errors import BadSetup, IllegalAction
from engine.game import Game, Ranking, State
from engine.record import Record, RecordError
from engine.shuffle import commitment, shuffled
from engine.stakes import Transfer


@dataclass(frozen=True)
class RefusedAction:
    """The illegal action that ended a record."""

    deal: int
    """Counted from 0."""
    action: int
    """Counted from 0 within the deal."""
    error: IllegalAction


@dataclass(frozen=True)
class Playback:
    """A record as far as it could be played."""

    record: Record
    states: tuple[State, ...]
    """The last state of every deal that began."""
    refused: RefusedAction | None = None


def play(record: Record) -> Playback:
    """Plays every deal of the record, up to an illegal action. Raises RecordError if a deal can't begin."""
    game, stakes, seats = record.game, record.stakes, len(record.names)
    states: list[State] = []
    for i, deal in enumerate(record.deals):
        try:
            state = game.new_deal(record.rules, seats, stakes, deal.deck)
        except BadSetup as error:
            raise RecordError(f"deals[{i}] can't begin: {error}") from None
        for j, action in enumerate(deal.actions):
            try:
                state, _ = game.apply(state, action)
            except IllegalAction as error:
                return Playback(record, (*states, state), RefusedAction(i, j, error))
        states.append(state)
        if i + 1 < len(record.deals):
            if state.result is None:
                raise RecordError(f"deals[{i + 1}] can't begin: deals[{i}] is not over after its actions")
            if state.result.game_over:
                raise RecordError(f"deals[{i + 1}] can't begin: the game was over with deals[{i}]")
            stakes = state.result.stakes
    return Playback(record, tuple(states))


def result(playback: Playback) -> dict[str, object]:
    """How the table stands after the last action that was legal, as a JSON value."""
    game, state = playback.record.game, playback.states[-1]
    view, layout, over = game.observe(state, None), game.layout(state), state.result
    to_act = game.to_act(state)
    written: dict[str, object] = {
        "finished": over is not None,
        "game_over": over is not None and over.game_over,
        "game_winners": list(over.game_winners) if over else [],
        **({"money": list(over.money)} if over and over.money else {}),
        "to_act": list(to_act),
        "prompts": {str(seat): [write_prompt(prompt) for prompt in game.prompts(state, seat)] for seat in to_act},
        "phase": state.phase.name,
        "dealer": view.dealer,
        "chips": [seat.chips for seat in view.seats],
        "scores": [seat.score for seat in view.seats] if game.judging.unit != "chips" else [],
        "pot": view.pot,
        "pools": dict(view.pools),
        "hands": [_notation(hand) for hand in layout.hands],
        "stock": len(layout.stock),
        "discards": _notation(layout.discards),
        "deals": [_deal(game, ended) for ended in playback.states if ended.result is not None],
    }
    if playback.refused:
        refused = playback.refused
        written["error"] = {
            "deal": refused.deal,
            "action": refused.action,
            "code": refused.error.code,
            "message": refused.error.message,
        }
    return written


def write_prompt(prompt: Prompt) -> dict[str, object]:
    """A prompt as a JSON value: the action's name, and the legal values of its argument under the argument's name."""
    written: dict[str, object] = {"do": prompt.do}
    if prompt.least is not None:
        written[ARGUMENTS[prompt.do]] = {"least": prompt.least, "most": prompt.most}
    elif prompt.choices:
        written[ARGUMENTS[prompt.do]] = _notation(prompt.choices)
    return written


def write_ranking(ranking: Ranking) -> dict[str, object]:
    """What some cards are worth, as a JSON value."""
    return {
        "type": ranking.name.type,
        "ranks": _notation(ranking.name.ranks),
        "aided": ranking.name.aided,
        "value": list(ranking.value),
        "wins_outright": ranking.wins_outright,
        **_arranged(ranking),
    }


def _arranged(ranking: Ranking) -> dict[str, object]:
    """Melds and deadwood, in the games that have them."""
    deadwood = {} if ranking.deadwood is None else {"deadwood": ranking.deadwood}
    melds = {"melds": [_notation(meld) for meld in ranking.melds]} if deadwood or ranking.melds else {}
    return {**deadwood, **melds}


def _notation(some: Iterable[Card | Rank | str]) -> list[str]:
    return [value if isinstance(value, str) else value.notation for value in some]


def _deal(game: Game[Any], state: State) -> dict[str, object]:
    over = state.result
    assert over is not None
    shown = game.cards_shown(state)
    return {
        "winners": list(over.winners),
        "net": list(over.net),
        "void": over.void,
        "transfers": [_transfer(transfer) for transfer in state.transfers],
        "shown": {str(seat): _shown(cards, game.judging.rank(state.rules, cards)) for seat, cards in shown.items()},
    }


def _shown(cards: tuple[Card, ...], worth: Ranking) -> dict[str, object]:
    return {"cards": _notation(cards), "type": worth.name.type, **_arranged(worth)}


def _transfer(transfer: Transfer) -> dict[str, object]:
    return {"source": transfer.source, "target": transfer.target, "amount": transfer.amount, "reason": transfer.reason}


def verify(record: Record) -> tuple[bool, dict[str, object]]:
    """Whether every deck and shuffle of the record is what seed and cut give, and the findings as a JSON value.

    It says that nothing but the shuffles was checked: the actions may be against the rules. Raises RecordError
    where a deal has no shuffle data.
    """
    pack = record.game.pack(record.rules, len(record.names))
    findings: list[dict[str, object]] = []
    fair = True
    for i, deal in enumerate(record.deals):
        proof = deal.shuffle
        if proof is None:
            raise RecordError(f"deals[{i}].shuffle is missing: without seed and cut there is nothing to verify")
        orders = [action.order for action in deal.actions if isinstance(action, Shuffle)]
        committed = commitment(proof.seed) == proof.commitment
        deck = shuffled(pack.cards, proof.seed, proof.cut) == deal.deck
        shuffles = [
            shuffled(order, proof.seed, proof.cut, number) == order for number, order in enumerate(orders, start=1)
        ]
        fair = fair and committed and deck and all(shuffles)
        findings.append({"commitment": committed, "deck": deck, "shuffles": shuffles})
    return fair, {"verified": fair, "checked": ["shuffles"], "deals": findings}


def verify_play(record: Record) -> tuple[bool, bool, dict[str, object]]:
    """Whether the shuffles are what seed and cut give, whether what was played is legal, and the findings with what
    ``replay`` tells. Raises RecordError if a deal has no shuffle data, or can't begin.
    """
    fair, findings = verify(record)
    playback = play(record)
    legal = playback.refused is None
    checked = {"verified": fair and legal, "checked": ["shuffles", "play"]}
    return fair, legal, {**findings, **checked, "replay": result(playback)}
