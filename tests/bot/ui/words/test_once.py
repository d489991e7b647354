"""What people read of a table is made once a moment, and never for somebody who may not know it."""

from __future__ import annotations

import inspect
from itertools import groupby
from random import Random

import pytest

from bot.i18n import Catalogue, Texts
from bot.service.model import Private, Snapshot
from bot.ui.pages.page import Page
from bot.ui.pages.panel import panel_page
from bot.ui.pages.table import table_page
from bot.ui.pictures.studio import Studio
from bot.ui.words.moves import MOVES, _last_turns, last_moves
from bot.ui.words.once import once
from bot.ui.words.story import actor
from engine.actions import Shuffle, answers
from engine.game import GAMES
from tests.bot.ui.held import held
from tests.kit.lab import Lab
from tests.kit.painters import Blank


def test_it_is_made_once_for_all_who_read_the_same() -> None:
    made: list[tuple[int, str]] = []

    @once
    def said(table: Snapshot, name: str, *, loud: bool = False) -> str:
        """What is said."""
        made.append((table.turn.seq, name))
        return name.upper() if loud else name

    lab = Lab(3).deal()
    assert [said(lab.snapshot, "Ann"), said(lab.snapshot, "Ann"), said(lab.snapshot, "Ann", loud=True)] == [
        "Ann",
        "Ann",
        "ANN",
    ]
    lab.do("draw", "stock")
    assert said(lab.snapshot, "Ann") == "Ann"
    assert made == [(0, "Ann"), (0, "Ann"), (1, "Ann")]
    assert said.__doc__ == "What is said."


def test_what_is_made_of_one_persons_cards_stays_with_that_person() -> None:
    @once
    def cards(own: Private) -> str:
        assert own.view is not None
        return " ".join(card.notation for card in own.view.hand)

    lab = Lab(3).deal()
    found = [cards(lab.private(seat)) for seat in range(3)]
    assert len(set(found)) == 3
    assert not lab.snapshot.made, "nothing of it can be found where everybody looks"
    assert list(lab.private(0).made.values()) == found[:1]


async def shown_to(seat: int | None, lab: Lab, texts: Texts, studio: Studio) -> Page:
    """The panel of the person in that seat; None: the table's message."""
    if seat is None:
        return await table_page(lab.snapshot, texts, studio)
    return await panel_page(lab.private(seat), texts, studio)


@pytest.mark.parametrize("game", GAMES)
async def test_whoever_looks_again_or_beside_others_sees_what_is_made_anew(game: str, texts: Texts) -> None:
    """Whatever the order in which people look, it is what somebody sees who looks alone."""
    chance = Random(f"once {game}")
    lab, seats = Lab(3, game=game, chips=60).deal(), range(3)
    studio = Studio(Blank())
    for _ in range(12):
        if not lab.table.playing:
            break
        looks = [*seats, None, *seats, None]
        chance.shuffle(looks)
        pages = [await shown_to(seat, lab, texts, studio) for seat in looks]
        for seat, page in zip(looks, pages, strict=True):
            lab.table.seen.version = ()  # it is as if nobody had looked
            assert held(page) == held(await shown_to(seat, lab, texts, Studio(Blank())))
        state = lab.running.state
        if left := lab.game.to_shuffle(state):
            lab.take(Shuffle(left))
        else:
            seat = chance.choice(lab.game.to_act(state))
            lab.take(chance.choice(list(answers(seat, lab.game.prompts(state, seat)))))


async def test_a_picture_is_drawn_once_a_moment_and_again_where_it_failed(texts: Texts, blank: Blank) -> None:
    studio, lab = Studio(blank), Lab(3).deal()
    blank.broken = True
    assert await studio.table(lab.snapshot, texts) is None
    blank.broken = False
    first = await studio.table(lab.snapshot, texts)
    assert await studio.table(lab.snapshot, texts) is first
    assert await studio.table(lab.snapshot, texts, "night") is not first
    hand = await studio.hand(lab.private(0), texts, False)
    assert await studio.hand(lab.private(0), texts, False) is hand
    assert await studio.hand(lab.private(1), texts, False) is not hand
    assert len(blank.drawn) == 4
    assert await Studio(blank).table(lab.snapshot, texts) is not first, "another studio may draw with another painter"


def test_texts_of_other_languages_are_others(catalogue: Catalogue) -> None:
    lab, texts = Lab(2).deal().turn(), catalogue.for_locale("en-US")
    marked, plain = last_moves(lab.snapshot, texts), last_moves(lab.snapshot, texts.plain)
    assert type(marked.line) is not type(plain.line)


@pytest.mark.parametrize("game", GAMES)
def test_the_last_turns_are_those_of_the_whole_deal(game: str) -> None:
    lab = Lab(3, game=game, chips=60).deal().play_out()
    told = lab.snapshot.told
    for upto in range(len(told) + 1):
        whole = [tuple(turn) for seat, turn in groupby(told[:upto], actor) if seat is not None]
        assert _last_turns(told[:upto]) == whole[-MOVES:]


def test_only_what_is_public_or_ones_own_is_kept() -> None:
    """The first thing that such a function takes is where it is kept: a snapshot, or what one person sees."""
    import bot.ui.pages.panel
    import bot.ui.pictures.studio
    import bot.ui.words.moves
    import bot.ui.words.outcome
    import bot.ui.words.story

    modules = (bot.ui.pages.panel, bot.ui.pictures.studio, bot.ui.words.moves, bot.ui.words.outcome, bot.ui.words.story)
    found = [
        inspect.unwrap(value)
        for module in modules
        for value in vars(module).values()
        if getattr(value, "__module__", "") == module.__name__ and hasattr(value, "__wrapped__")
    ]
    assert len(found) >= 5
    for function in found:
        kinds = [str(parameter.annotation) for parameter in inspect.signature(function).parameters.values()]
        assert kinds[0] == "Snapshot" or "Private" in kinds[0], function
        assert not any("View" in kind or "Private" in kind for kind in kinds[1:]), function
