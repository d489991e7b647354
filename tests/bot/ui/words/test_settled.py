"""What the end of a deal means for one player is made of parts that add up."""

from __future__ import annotations

from random import Random

import pytest

from bot.ui.words.settled import _chips
from engine.actions import Action, answers
from engine.events import Paid
from engine.game import GAMES
from engine.stakes import HOUSE
from tests.kit.lab import Lab

FOR_CHIPS = [name for name, game in GAMES.items() if game.judging.unit == "chips"]


def eager(offered: list[Action], chance: Random) -> Action:
    """Mostly bets and knocks."""
    wished = [action for action in offered if action.do in ("bet", "knock", "stay")]
    return chance.choice(wished if wished and chance.random() < 0.7 else offered)


@pytest.mark.parametrize("game", FOR_CHIPS)
def test_the_parts_add_up_to_what_was_won_or_lost(game: str) -> None:
    for number in range(25):
        chance = Random(f"{game} {number}")
        seats = chance.choice([seats for seats in GAMES[game].seats if seats <= 5])
        lab = Lab(seats, game=game, chips=60)
        pack = [card.notation for card in lab.game.pack(lab.rules, seats)]
        chance.shuffle(pack)
        lab.deal(" ".join(pack), dealer=chance.randrange(seats))
        while lab.table.playing:
            state = lab.running.state
            seat = chance.choice(lab.game.to_act(state))
            lab.take(eager(list(answers(seat, lab.game.prompts(state, seat))), chance))
        events = [event for told in lab.snapshot.told for event in told.events]
        if any(isinstance(event, Paid) and HOUSE in (event.transfer.source, event.transfer.target) for event in events):
            continue
        for seat in range(seats):
            parts = _chips(lab.private(seat))
            assert sum(parts.values()) == lab.result.net[seat], (number, seat, parts)
