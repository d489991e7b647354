"""What is asked has its words in the call, in the picture and in the private hand, whichever game asks it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import Texts
from bot.ui.words.asking import called, own_question, told
from engine.actions import Prompt
from engine.asks import Ask
from engine.middle import Bare, Trick
from engine.view import View
from tests.kit.lab import Lab

ASKED_OF_SEATS = [ask for ask in Ask if ask is not Ask.SHUFFLE]


def asking(ask: Ask, viewer: int | None, middle: Bare | Trick, *more: Prompt) -> View:
    """A moment that asks this and offers no more than it promises."""
    view = Lab(3).deal(dealer=0).view(1)
    prompts = tuple(Prompt(do) for do in sorted(ask.always))
    return replace(view, viewer=viewer, asks=ask, middle=middle, prompts=(*prompts, *more))


@pytest.mark.parametrize("middle", [Bare(), Trick()], ids=["bare", "trick"])
@pytest.mark.parametrize("ask", ASKED_OF_SEATS)
def test_every_ask_has_its_words_whatever_lies_in_the_middle(ask: Ask, middle: Bare | Trick, texts: Texts) -> None:
    for more in ((), (Prompt("draw", ("discard",)),) if "draw" in ask.perhaps else (), (Prompt("bet", (), 1, 9),)):
        view = asking(ask, None, middle, *more)
        assert called(view, "Ann", texts).startswith("Ann, it’s your turn: ")
        assert "Ann" in told(view, "Ann", texts.plain)
        assert own_question(asking(ask, 1, middle, *more), texts).startswith("**Your turn:** ")


def test_a_choice_names_the_upcard_only_where_it_may_be_taken(texts: Texts) -> None:
    assert "upcard" not in called(asking(Ask.CHOOSE, None, Bare()), "Ann", texts)
    assert "upcard" in called(asking(Ask.CHOOSE, None, Bare(), Prompt("draw", ("discard",))), "Ann", texts)


def test_po_33_whoever_matches_with_chips_of_the_house_is_told_so(texts: Texts) -> None:
    lab = Lab(3, game="le-poque", chips=40, short_stacks="extra_chips")
    lab.table.change(2, chips=9)
    lab.deal(dealer=0).do("bet", 12)
    words = "match the bet of 12 (you add 12, more than you have: the house then gives everybody chips), or fold."
    assert words in own_question(lab.view(1), texts)
    lab.do("bet", 12)
    assert "the house" not in own_question(lab.view(0), texts)
