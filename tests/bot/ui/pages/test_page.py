"""A page is no longer than Discord takes it."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest

from bot.service.model import Turn
from bot.ui.address import Address
from bot.ui.pages import page as page_module
from bot.ui.pages.page import Button, Choice, KeptFile, Page, Picture, Select
from tests.bot.ui.held import held


def test_the_longest_page_is_cut_to_what_discord_takes() -> None:
    page = Page(heading="h" * 300, body="b" * 5000, call="c" * 200, rows=((Button("l" * 200, "https://x.y"),),))
    held(page)


TABLE, HAND, BEFORE = (
    Picture(name.encode(), f"{name}.png", f"what {name} shows") for name in ("table", "hand", "before")
)
HAS = {picture.digest: KeptFile(number, picture.name) for number, picture in enumerate((TABLE, HAND, BEFORE), 1)}


def names(files: list[discord.File | KeptFile]) -> list[str]:
    """Their names, those of files that stay in brackets."""
    return [file.filename if isinstance(file, discord.File) else f"({file.filename})" for file in files]


def test_an_alt_text_is_sent_once_with_the_gallery_that_shows_the_picture() -> None:
    page = Page(above=TABLE, picture=HAND)
    assert str(page.view().to_components()).count("what hand shows") == 1
    assert [file.description for file in page.files()] == [None, None]


def test_a_picture_that_may_be_shown_again_stays_beside_the_one_that_is_shown() -> None:
    kept = {picture.digest: HAS[picture.digest] for picture in (TABLE, BEFORE)}
    drawn = Page(above=TABLE, picture=HAND, beside=frozenset({BEFORE.digest}))
    assert names(drawn.changed_files(kept)) == ["(table.png)", "hand.png", "(before.png)"]
    assert names(drawn.changed_files({})) == ["table.png", "hand.png"], "what the message lacks can't stay"
    assert names(drawn.changed_files(HAS)) == ["(table.png)", "(hand.png)", "(before.png)"], "all that stay are named"
    assert drawn.attached([HAS[HAND.digest]], kept).keys() == {HAND.digest, BEFORE.digest}
    back = Page(above=TABLE, picture=BEFORE)
    assert names(back.changed_files(HAS)) == ["(table.png)", "(before.png)"], "and the hand with the card drawn goes"
    assert back.uploads(HAS) == 0
    assert drawn.quiet().beside == frozenset(), "nothing stays unshown for good"


def test_a_picture_is_gone_through_once_whatever_it_is_called_and_wherever_it_lies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture = Picture(b"a picture", "table.png", "the table")
    told = picture.digest
    monkeypatch.setattr(page_module, "hashlib", None)
    there = picture.named("other.png").at_address(KeptFile(7, "there.png"))
    assert (there.name, there.at, there.digest) == ("other.png", KeptFile(7, "there.png"), told)
    assert Page(above=there).by_itself().above == picture.named("other.png")
    assert Page(above=there).by_itself().uploads({}) == 1


def test_a_file_of_another_name_is_sent_anew_because_a_gallery_asks_for_it_by_its_name() -> None:
    page = Page(above=TABLE, picture=replace(HAND, name="hand-2.png"))
    assert names(page.changed_files(HAS)) == ["(table.png)", "hand-2.png"]
    assert page.uploads(HAS) == 1
    assert Page(above=TABLE, picture=HAND).uploads(HAS) == 0


def test_what_discord_takes_for_granted_is_not_sent() -> None:
    press = Address(1, Turn(1, 2), "knock")
    several = Select(press, "Several", (Choice("a", "a"), Choice("b", "b", chosen=True)), lists="people", most=2)
    rows = ((Button("Knock", press), Button("Wait", press, disabled=True)), Select(press, "Which", several.choices))
    (frame,) = Page(picture=HAND, rows=(*rows, several)).view().to_components()
    said = str(frame)
    assert said.count("'disabled': True") == said.count("'disabled'") == 1
    assert said.count("'default': True") == said.count("'default'") == 1
    assert said.count("'max_values': 2") == said.count("_values'") == 1
    assert "spoiler" not in said
    assert "'required': True" not in said
