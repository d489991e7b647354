"""What the end of a deal means for one player is made of parts that add up."""

from __future__ import annotations

from random import Random

import pytest

from bot.i18n import Texts
from bot.ui.words.settled import _chips, own_end
from engine.actions import Action, answers
from engine.events import Paid
from engine.game import GAMES
from engine.stakes import HOUSE
from tests.kit.lab import Lab

WON = {"won it", "were out first", "score the most"}
"""What is said to whoever has won the deal, in one game or another."""
FOR_CHIPS = [name for name, game in GAMES.items() if game.judging.unit == "chips"]


def eager(offered: list[Action], chance: Random) -> Action:
    """Mostly bets and knocks."""
    wished = [action for action in offered if action.do in ("bet", "knock", "stay")]
    return chance.choice(wished if wished and chance.random() < 0.7 else offered)


@pytest.mark.parametrize("game", FOR_CHIPS)
def test_the_parts_add_up_to_what_was_won_or_lost(game: str) -> None:
    for number in range(25):
        chance = Random(f"{game} {number}")
        lab = played(game, chance)
        seats = len(lab.table.players())
        events = [event for told in lab.snapshot.told for event in told.events]
        if any(isinstance(event, Paid) and HOUSE in (event.transfer.source, event.transfer.target) for event in events):
            continue
        for seat in range(seats):
            parts = _chips(lab.private(seat))
            assert sum(parts.values()) == lab.result.net[seat], (number, seat, parts)


@pytest.mark.parametrize("game", list(GAMES))
def test_everybody_reads_what_is_true_for_oneself(game: str, texts: Texts) -> None:
    for number in range(6):
        lab = played(game, Random(f"true {game} {number}"))
        for seat in range(len(lab.table.players())):
            private = lab.private(seat)
            said = own_end(private, texts.at(game, lab.rules))
            wins, net = seat in lab.result.winners, lab.result.net[seat]
            assert any(words in said for words in WON) == wins, said
            if game == "poe-crumb":
                continue  # nobody scores but the winner of the round
            verb = "win" if lab.game.judging.unit == "chips" else "score"
            assert (f"You {verb} {abs(net)}" in said) == (net > 0), said
            assert (f"You lose {abs(net)}" in said) == (net < 0), said


def test_kr_39_the_only_winner_reads_from_whom_the_points_came(texts: Texts) -> None:
    told = 0
    for number in range(30):
        lab = played("knock-rummy", Random(f"from whom {number}"))
        lost = {seat: -net for seat, net in enumerate(lab.result.net) if net < 0}
        said = own_end(lab.private(lab.result.winners[0]), texts.at("knock-rummy", lab.rules))
        parts = [f"{points} from {lab.table.players()[seat].name}" for seat, points in lost.items()]
        if len(lab.result.winners) == 1 and len(lost) > 1:
            assert all(part in said for part in parts), said
            told += 1
        else:
            assert not any(part in said for part in parts), said
    assert told, "there is such a deal"


def test_what_a_beaten_knocker_pays_is_said_by_its_reasons(texts: Texts) -> None:
    """Three hands dealt in turn: ten high for the knocker, a pair of aces and a pair of kings."""
    lab = Lab(3).deal("2S AS KS 4H AD KD 6D 3C 3H 8C 5D 5H TH 7C 9C 2C 2D 2H JS JD", dealer=2)
    assert lab.seat == 0
    lab.do("knock")
    for _ in range(2):
        lab.do("draw", "stock")
        lab.do("discard", lab.view(lab.seat).drawn)
    said = [own_end(lab.private(seat), texts.at("knock-poker", lab.rules)) for seat in range(3)]
    assert "**You lose 5:** ante 1, payment for a beaten knock 4 (2 to each of 2)." in said[0]
    assert "ante −1, payment by the beaten knocker +2, pot +3" in said[1]
    assert "ante −1, payment by the beaten knocker +2" in said[2]


def test_what_the_knocker_gets_is_said_by_its_reasons(texts: Texts) -> None:
    lab = Lab(3).deal("AS 2S KS AD 4H KD AH 3C 3H AC 5D 5H TH 7C 9C 2C 2D 2H JS JD", dealer=2)
    lab.do("knock").do("draw", "stock")
    lab.do("fold", lab.view(lab.seat).drawn).do("draw", "stock")
    lab.do("discard", lab.view(lab.seat).drawn)
    texts = texts.at("knock-poker", lab.rules)
    assert "ante −1, folding +1, payment from whoever stayed in +2, pot +3" in own_end(lab.private(0), texts)
    assert "ante 1, folding 1" in own_end(lab.private(1), texts)
    assert "ante 1, payment to the knocker 2" in own_end(lab.private(2), texts)


@pytest.mark.parametrize("game", FOR_CHIPS)
def test_each_reason_of_a_payment_has_words_of_its_own(game: str, texts: Texts) -> None:
    for number in range(25):
        lab = played(game, Random(f"{game} {number}"))
        for seat in range(len(lab.table.players())):
            for reason in _chips(lab.private(seat)):
                assert f"settled.{reason}" in texts, reason


def played(game: str, chance: Random) -> Lab:
    """A whole deal, by chance."""
    seats = chance.choice([seats for seats in GAMES[game].seats if seats <= 5])
    lab = Lab(seats, game=game, chips=60)
    pack = [card.notation for card in lab.game.pack(lab.rules, seats)]
    chance.shuffle(pack)
    lab.deal(" ".join(pack), dealer=chance.randrange(seats))
    while lab.table.playing:
        state = lab.running.state
        seat = chance.choice(lab.game.to_act(state))
        lab.take(eager(list(answers(seat, lab.game.prompts(state, seat))), chance))
    return lab
