"""Getting up, coming back and closing: what is said follows from whether chips are there, and to whom they go."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.local.testing.driver import Person
from bot.ui.words.links import message_url
from engine.cards import Card
from tests.bot.ui.evening import Evening, evening
from tests.bot.ui.poch import NAMES
from tests.kit.painters import Blank

CHIPS = 60


async def three(night: Evening, game: str, **options: Any) -> list[Person]:
    """You, Ann and Bo at a table whose first deal goes on; in the order of joining."""
    people = [night.you, *[await night.people.guest(name) for name in NAMES[:2]]]
    lobby = await night.you.command(f"newgame {game}", **options)
    for number, person in enumerate(people[1:], 2):
        await person.click(lobby, "Join")
        await night.joined(number)
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing")
    return people


async def to_the_end(night: Evening, people: list[Person], seed: int) -> None:
    """A deal by commands."""
    chance = random.Random(seed)
    while night.table.stage == "playing":
        person = next(person for person in people if int(person.id) == night.acting.user_id)
        prompts = {prompt.do: prompt for prompt in night.own(person).prompts}
        if "play" in prompts:
            card = chance.choice(prompts["play"].choices)
            assert isinstance(card, Card)
            await person.command("play", card=card.notation)
        else:
            await person.command("fold" if "fold" in prompts else "pass")


async def test_without_chips_nothing_is_said_of_chips(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        _, ann, bo = await three(night, "crummy")
        assert "At the table" not in (await bo.command("chips")).text, "there are none"
        said = [(await ann.command("leave")).text]
        assert said == ["You get up. A computer player finishes the deal for you."]
        zoe = await night.people.guest("Zoe")
        said += [(await zoe.command("join")).text, (await zoe.command("leave")).text]
        assert said[1:] == ["You sit down, and play from the next deal.", "You get up."]
        said.append((await night.you.command("close")).text)
        assert said[-1] == "The table closes after this deal. **Don’t close** takes that back."
        assert "chip" not in "".join(said)


async def test_po_52_who_comes_back_and_who_closes_hears_of_the_chips_that_are_there(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        people = await three(night, "poch", chips=CHIPS)
        ann = people[1]
        assert "At the table" in (await ann.command("chips")).text
        await to_the_end(night, people, seed=1)
        while (left := night.seated(ann).chips) == CHIPS:  # such a deal shows nothing
            await night.you.command("start")
            await to_the_end(night, people, seed=1)
        assert "back in your purse" in (await ann.command("leave")).text
        assert (await ann.command("join")).text == f"You sit down with {left} chips."
        lying = sum(chips for _, chips in night.table.pools)
        assert lying, "the deal has left something on the board"
        summary = message_url(night.table)
        answer = await night.you.command("close")
        assert answer.text == (
            "The table is closed; everybody has taken the chips home. "
            f"What lay on the table, {lying} chips, is shared out among those who played the last deal. "
            f"[What it came to]({summary})"
        )


async def test_po_64_who_closes_hears_what_is_shared(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        people = await three(night, "poch", chips=CHIPS, money=True)
        await to_the_end(night, people, seed=1)
        lying = sum(chips for _, chips in night.table.pools)
        assert lying, "the deal has left something on the board"
        answer = await night.you.command("close")
        assert f" What lay on the table, {lying} chips, is shared out among those who played the last deal." in (
            answer.text
        )


async def test_a_table_that_closes_before_any_deal(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        await night.you.command("newgame crummy")
        assert (await night.you.command("close")).text == "The table is closed."
        await night.you.command("newgame poch", chips=CHIPS)
        assert (await night.you.command("close")).text == "The table is closed; everybody has taken the chips home."
