"""What a picture says of somebody names them as their seat does, also where the font has no letter of the name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import Texts
from bot.service.model import BestHand, Evening, LargestWin, Winnings
from bot.ui.pictures.piles import table_captions
from bot.ui.pictures.pools import board_captions
from bot.ui.pictures.trick import trick_captions
from bot.ui.words.evening import evening_captions
from engine.cards import cards
from engine.game import GAMES
from engine.middle import Pools, Trick
from engine.parts.hands import HandName
from tests.kit.lab import Lab

NAMES = ("山田太郎", "🦊 Fox 🦊", "😀😀")
DRAWN = ("#1", "Fox", "#3")


def call(lab: Lab, texts: Texts) -> str:
    """The line at the top of the table's picture."""
    snapshot, middle = lab.snapshot, lab.view().middle
    kind = board_captions if isinstance(middle, Pools) else trick_captions if isinstance(middle, Trick) else None
    return kind(snapshot, texts.plain).call if kind is not None else table_captions(snapshot, texts.plain).call


@pytest.mark.parametrize("game", GAMES)
def test_the_call_names_whoever_is_to_act(game: str, texts: Texts) -> None:
    for dealer in range(3):
        lab = Lab(3, game=game, names=NAMES, chips=60).deal(dealer=dealer)
        said, name = call(lab, texts.at(game, lab.rules)), DRAWN[lab.seat]
        assert said.startswith((f"{name} ", f"{name}’s ")), said
        lab.play_out()
        assert not call(lab, texts.at(game, lab.rules)).startswith(("’", "is "))


def test_moments_of_an_evening_name_whom_the_rows_name(texts: Texts) -> None:
    people = tuple(Winnings(name, net, 1, 2) for name, net in zip(NAMES, (9, -3, -6), strict=True))
    hand = BestHand(NAMES[2], HandName("full_house"), cards("9S 9H 9D 4C 4S"), deal=1)
    found = Evening(people, hand, LargestWin((NAMES[0],), 9, deal=2))
    captions = evening_captions(replace(Lab(3, names=NAMES).deal().snapshot, evening=found), texts.plain)
    assert captions is not None
    largest, best = captions.moments
    assert largest.words.startswith("#1 won")
    assert best.words.startswith("#3:")
