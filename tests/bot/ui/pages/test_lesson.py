"""Lessons as messages: what is taught can be pressed at every step, and nothing else of a table is there."""

from __future__ import annotations

import pytest
from discord import ButtonStyle

from bot.i18n import Texts
from bot.service.lessons import Lessons, LessonStep
from bot.service.model import Refusal
from bot.ui.clicks.address import Address
from bot.ui.clicks.verbs import VERBS
from bot.ui.pages.about import help_page
from bot.ui.pages.lesson import LESSON, LESSON_BEATS, left_page, lesson_page, taught
from bot.ui.pages.lobby import lobby_page
from bot.ui.pictures.studio import Studio
from engine.actions import Action, argument
from engine.cards import Card, Rank
from engine.game import GAMES
from tests.bot.ui.held import BUTTON, held, ids_of, labels_of, texts_of
from tests.kit.lab import Lab

BLUE = ButtonStyle.primary.value
NAMES = ("Ann", "Ada", "Blaise", "Clara", "Diego", "Edda")


class Memory:
    """Keeps how far one person has come in one lesson."""

    step = 0

    async def lesson_step(self, user_id: int, game: str) -> int:
        return self.step

    async def learn(self, user_id: int, game: str, step: int, *, done: bool) -> None:
        self.step = step


def taught_move(step: LessonStep) -> tuple[str, str]:
    """What is to be pressed at that step, as its address has it."""
    lesson = GAMES[step.game].telling.lesson
    assert lesson is not None
    action = lesson.steps[step.number][1].do
    if action is None:
        return "next", ""
    return action.do, written(action)


def written(action: Action) -> str:
    """An action's argument as addresses have it."""
    given = argument(action)
    return given.notation if isinstance(given, Card | Rank) else "" if given is None else str(given)


@pytest.mark.parametrize("game", taught())
async def test_a_lesson_is_gone_through_by_what_can_be_pressed(game: str, texts: Texts, studio: Studio) -> None:
    lessons = Lessons(Memory())  # type: ignore[arg-type]
    step = await lessons.at(5, game, NAMES)
    said = set()
    while not step.last:
        page = await lesson_page(step, texts, studio)
        flat = held(page)
        assert len(page.body) < 1000
        said.add(texts_of(flat))
        do, given = taught_move(step)
        addresses = [Address.parse(custom_id) for custom_id in ids_of(flat)]
        beats = [address.argument for address in addresses if address.verb == LESSON_BEATS]
        assert beats == [f"{game}.beats"], "the order of hands is a tap away"
        assert {address.verb for address in addresses} == {LESSON, LESSON_BEATS}
        start = f"{game}.{step.number}.{do}="
        selects = [part for part in flat if part["type"] == 3 and f":{start}" in part["custom_id"]]
        lines = {option["value"] for part in selects for option in part["options"]}
        assert f"{start}{given}" in [address.argument for address in addresses] or given in lines
        out = [part["custom_id"] for part in flat if part["type"] == BUTTON and part.get("style") == BLUE]
        if start + given in [address.argument for address in addresses]:
            assert [Address.parse(found).argument for found in out] == [start + given], "what is asked for stands out"
        other = await lessons.press(5, game, step.number, "leave-alone", "", NAMES)
        assert (other.number, other.other) == (step.number, True)
        assert "there’s a better move here" in texts_of(held(await lesson_page(other, texts, studio)))
        before, step = step, await lessons.press(5, game, step.number, do, given, NAMES)
        assert (step.number, step.other) == (before.number + 1, False)
        again = await lessons.press(5, game, before.number, do, given, NAMES)
        assert (again.number, again.other) == (step.number, False), "a second press changes nothing"
    page = await lesson_page(step, texts, studio)
    assert "that’s it" in texts_of(held(page))
    assert labels_of(held(page)) == ["Once more", "Rules"]
    assert f"`/newgame {game}` in your direct messages" in page.body
    assert len(said) == step.count
    assert (await lessons.at(5, game, NAMES)).number == 0, "a lesson that is done begins anew"


async def test_a_game_without_a_lesson_offers_none(texts: Texts, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Learn it" in labels_of(held(lobby_page(Lab(2).snapshot, texts)))
    assert "Learn Knock Poker" in labels_of(held(help_page(texts)))
    monkeypatch.setattr("bot.ui.pages.lobby.taught", lambda: ())
    monkeypatch.setattr("bot.ui.pages.lesson.taught", lambda: ())
    assert "Learn it" not in labels_of(held(lobby_page(Lab(2).snapshot, texts)))
    assert not [label for label in labels_of(held(help_page(texts))) if label.startswith("Learn")]
    with pytest.raises(Refusal):
        await Lessons(Memory()).at(5, "no-such-game", NAMES)  # type: ignore[arg-type]


async def test_whoever_leaves_can_come_back(texts: Texts) -> None:
    step = await Lessons(Memory()).at(5, taught()[0], NAMES)  # type: ignore[arg-type]
    page = held(left_page(step, texts))
    (to,) = [Address.parse(custom_id) for custom_id in ids_of(page)]
    assert (to.verb in VERBS, to.argument) == (True, step.game)
