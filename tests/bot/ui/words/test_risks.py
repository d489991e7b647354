"""Which moves are asked about, and what the question says."""

from __future__ import annotations

import random

import pytest

from bot.i18n import Texts
from bot.ui.words.risks import risky_knock, risky_stake
from engine.actions import answers
from engine.game import GAMES
from engine.players import LEVELS, PLAYERS
from engine.shuffle import Stream
from tests.bot.ui.poch import example
from tests.kit.lab import Lab

WEAK = "AS 9H KD 8D 8C 6S 5H 3D 2D JC"
"""Two hands dealt in turn: ace high for the first to act."""


def asked(lab: Lab, texts: Texts, seat: int | None = None) -> str | None:
    return risky_knock(*lab.table.seen_by(lab.seat if seat is None else seat), texts)


def would_knock(lab: Lab) -> bool:
    """Whether a careful or a regular player would knock."""
    view, memory = lab.table.seen_by(lab.seat)
    careful, regular = PLAYERS["careful"], LEVELS["regular"]
    assert regular.think is not None
    choices = careful.choose(view, Stream(b"any")), regular.think(view, memory, Stream(b"any")).action
    return "knock" in {choice.do for choice in choices}


def test_a_pat_knock_with_less_than_a_careful_player_has_is_asked_about(texts: Texts) -> None:
    lab = Lab(2).deal(WEAK)
    assert str(asked(lab, texts)).startswith("**Really knock?** You hold: ace high. ")
    good = Lab(2).deal("AS 9H AD 8D AC 6S 5H 3D 2D JC")
    assert asked(good, texts) is None, "three aces"


def test_a_knock_that_is_not_offered_is_not_asked_about(texts: Texts) -> None:
    lab = Lab(2).deal(WEAK)
    assert asked(lab, texts, 1 - lab.seat) is None, "not the turn"


@pytest.mark.parametrize("game", [name for name in GAMES if PLAYERS["careful"].plays(name)])
def test_a_knock_is_asked_about_where_careful_and_regular_players_would_play_on(game: str, texts: Texts) -> None:
    """What one of them would knock with isn't asked about, before a draw and after it."""
    chance, found, not_asked = random.Random(game), 0, 0
    for _ in range(25):
        lab = Lab(GAMES[game].telling.recommended[0], game=game, chips=60)
        cards = [card.notation for card in lab.game.pack(lab.rules, len(lab.table.sitters)).cards]
        chance.shuffle(cards)
        lab.deal(" ".join(cards))
        while lab.table.playing:
            view = lab.view(lab.seat)
            if view.prompt("knock") is None:
                assert asked(lab, texts) is None
            else:
                question = asked(lab, texts)
                found += question is not None
                not_asked += question is None
                assert (question is None) == (would_knock(lab) or view.prompt("show") is not None)
            careful = PLAYERS["careful"].choose(view, Stream(b"any"))
            lab.act(careful if chance.random() < 0.5 else chance.choice(answers(lab.seat, view.prompts)))
    if game in {"knock-poker", "poe-crumb", "knock-rummy"}:
        assert found > 3
    if game in {"knock-poker", "poe-crumb", "knock-rummy", "dompe"}:
        assert not_asked > 3


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


def test_po_33_a_stake_for_which_the_house_gives_chips_names_them(texts: Texts) -> None:
    lab = Lab(3, game="le-poque", chips=40, short_stacks="extra_chips")
    lab.table.change(2, chips=9)
    lab.deal(dealer=0).do("bet", 12)
    question = risky_stake(lab.view(1), 12, texts)
    assert question is not None
    assert "It takes all that you have (3 chips), and 9 of the chips that the house then gives everybody." in question
