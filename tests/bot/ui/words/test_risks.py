"""Which moves are asked about, and what the question says."""

from __future__ import annotations

import random

import pytest

from bot.i18n import Texts
from bot.ui.words.risks import risky_knock, risky_stake
from engine.actions import answers
from engine.game import GAMES
from engine.players import PLAYERS
from engine.shuffle import Stream
from tests.bot.ui.poch import example
from tests.kit.lab import Lab

WEAK = "AS 9H KD 8D 8C 6S 5H 3D 2D JC"
"""Two hands dealt in turn: ace high for the first to act."""


def test_a_pat_knock_with_less_than_a_careful_player_has_is_asked_about(texts: Texts) -> None:
    lab = Lab(2).deal(WEAK)
    assert str(risky_knock(lab.view(lab.seat), texts)).startswith("**Really knock with ace high?**")
    good = Lab(2).deal("AS 9H AD 8D AC 6S 5H 3D 2D JC")
    assert risky_knock(good.view(good.seat), texts) is None, "three aces"


def test_a_knock_that_is_not_offered_is_not_asked_about(texts: Texts) -> None:
    lab = Lab(2).deal(WEAK)
    assert risky_knock(lab.view(1 - lab.seat), texts) is None, "not the turn"


@pytest.mark.parametrize("game", ["knock-poker", "dompe", "knock-rummy"])
def test_a_knock_after_a_draw_is_asked_about_by_the_careful_players_value(game: str, texts: Texts) -> None:
    """In these games one can knock after drawing; what the careful player would knock with isn't asked about."""
    asked = unasked = 0
    for number in range(40):
        lab, chance = Lab(2, game=game, chips=60), random.Random(f"{game} {number}")
        cards = [card.notation for card in lab.game.pack(lab.rules, 2).cards]
        chance.shuffle(cards)
        lab.deal(" ".join(cards))
        while lab.table.playing:
            view = lab.view(lab.seat)
            action = PLAYERS["careful"].choose(view, Stream(b"any"))
            if view.prompt("knock") is not None and view.prompt("draw") is None:
                question = risky_knock(view, texts)
                asked += question is not None
                unasked += question is None
                assert (question is None) == (action.do in {"knock", "show"} or view.prompt("show") is not None)
            lab.act(action)
    assert unasked
    assert asked or game == "dompe", "there whoever can call does so"


@pytest.mark.parametrize("game", [name for name in GAMES if PLAYERS["careful"].plays(name)])
def test_no_careful_player_would_be_asked(game: str, texts: Texts) -> None:
    """The limit is just that of the careful player, from the same view."""
    chance, asked = random.Random(game), 0
    for _ in range(15):
        lab = Lab(GAMES[game].telling.recommended[0], game=game, chips=60)
        cards = [card.notation for card in lab.game.pack(lab.rules, len(lab.table.sitters)).cards]
        chance.shuffle(cards)
        lab.deal(" ".join(cards))
        while lab.table.playing:
            view = lab.view(lab.seat)
            action = PLAYERS["careful"].choose(view, Stream(b"any"))
            if risky_knock(view, texts) is not None:
                asked += 1
                assert action.do != "knock"
                assert view.prompt("knock") is not None
            lab.act(action if chance.random() < 0.5 else chance.choice(answers(lab.seat, view.prompts)))
    assert game not in {"knock-poker", "poe-crumb"} or asked > 3


@pytest.mark.parametrize(
    ("stake", "said"),
    [
        (1, None),
        (31, None),
        (32, "**Really bet that much?** It takes 32 of your 63 chips."),
        (63, "**Really go all in,** with all your 63 chips?"),
        (64, None),
        (0, None),
    ],
)
def test_a_stake_of_more_than_half_of_all_is_asked_about(stake: int, said: str | None, texts: Texts) -> None:
    """What can't be staked isn't asked about: the rules refuse it."""
    assert risky_stake(example().view(0), stake, texts) == said


def test_what_is_staked_already_is_not_counted_again(texts: Texts) -> None:
    lab = example().do("bet", 20).do("bet", 25).do("fold").do("fold")
    view = lab.view(0)
    assert view.own is not None
    assert (view.own.stake, view.own.chips) == (20, 43)
    assert risky_stake(view, 41, texts) is None
    assert risky_stake(view, 42, texts) == "**Really bet that much?** It takes 22 of your 43 chips."
    assert risky_stake(lab.view(1), 42, texts) is None, "not the turn"
