"""A stake of more than half of what somebody has is asked about once, however it is given; a typed one is meant."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import pytest

from bot.local.testing.driver import Person
from bot.service.table import Table
from bot.ui.clicks import route
from bot.ui.pages.form import Form
from engine.middle import Pools
from tests.bot.ui.evening import Evening, panel


@dataclass(frozen=True)
class Three:
    """Three people before the first bet of Le Poque, where anybody may bet."""

    night: Evening
    people: tuple[Person, ...]

    @property
    def acting(self) -> Person:
        """The person whose turn it is."""
        return next(person for person in self.people if person.id == str(self.night.acting.user_id))


@pytest.fixture
async def three(night: Evening) -> Three:
    """They hold cards of a first deal."""
    guests = [await night.people.guest(name) for name in ("Ann", "Bo")]
    lobby = await night.you.command("newgame le-poque")
    for number, guest in enumerate(guests, 2):
        await guest.click(lobby, "Join")
        await night.joined(number)
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing")
    await night.settled()
    return Three(night, (night.you, *guests))


async def test_a_stake_typed_into_the_form_is_asked_about_in_the_panel(three: Three) -> None:
    person, before = three.acting, three.night.table.turn
    await person.wait_for("Your hand", channel="dm")
    await person.submit(await person.click(panel(person), "Bet …"), amount="30")
    await person.until(lambda: "Really bet that much" in panel(person).text)
    assert panel(person).labels == ["Yes", "Back"]
    assert three.night.table.turn == before, "nothing is bet yet"
    await person.click(panel(person), "Back")
    await person.until(lambda: "Pass" in panel(person).labels)
    await person.submit(await person.click(panel(person), "Bet …"), amount="30")
    await person.until(lambda: "Yes" in panel(person).labels)
    await person.click(panel(person), "Yes")
    await three.night.until(lambda: three.night.middle(Pools).bet == 30)
    await three.night.settled()
    after = three.acting
    await after.until(lambda: "Fold" in panel(after).labels)
    await after.click(panel(after), "Match 30")
    await after.until(lambda: "Really bet that much" in panel(after).text)
    assert three.night.table.turn.seq == before.seq + 1, "nothing is matched yet"


async def test_a_pass_is_final_and_shows_the_hand_first_to_whoever_may_not_have_seen_it(three: Three) -> None:
    person, before = three.acting, three.night.table.turn
    await person.click(three.night.live(), "Pass")
    shown = await person.wait_for("This is your hand, and nothing was done yet: press **Pass** here")
    assert three.night.table.turn == before
    await person.click(shown, "Pass")
    await three.night.until(lambda: three.night.table.turn.seq == before.seq + 1)


async def test_a_stake_typed_into_the_form_under_the_table_is_asked_about_privately(three: Three) -> None:
    person, before = three.acting, three.night.table.turn
    await person.click(three.night.live(), "Bet …")
    await person.wait_for("This is your hand, and nothing was done yet")
    await person.submit(await person.click(three.night.live(), "Bet …"), amount="34")
    question = await person.wait_for("Really go all in")
    assert question.ephemeral
    assert three.night.table.turn == before, "nothing is bet yet"
    assert "Really" not in three.night.live().text
    await person.click(question, "Yes")
    await three.night.until(lambda: three.night.middle(Pools).bet == 34)


@pytest.mark.parametrize("label", ["Bet 1", "Match 5", "Fold"])
async def test_whoever_has_not_seen_the_hand_sees_it_before_any_stake_or_fold(label: str, three: Three) -> None:
    if label != "Bet 1":
        await three.acting.command("bet", amount=5)
        await three.night.until(lambda: three.night.middle(Pools).bet == 5)
        await three.night.settled()
    person, before = three.acting, three.night.table.turn
    await person.click(three.night.live(), label)
    shown = await person.wait_for("This is your hand, and nothing was done yet")
    assert shown.ephemeral
    assert three.night.table.turn == before


async def test_a_typed_stake_is_meant(three: Three) -> None:
    await three.acting.command("bet", amount=34)
    await three.night.until(lambda: three.night.middle(Pools).bet == 34)


async def test_the_form_opens_while_the_table_waits_for_a_slow_disk(three: Three) -> None:
    person, held, go = three.acting, asyncio.Event(), asyncio.Event()
    await person.wait_for("Your hand", channel="dm")

    async def written(table: Table) -> None:
        held.set()
        await go.wait()

    writing = asyncio.create_task(three.night.service._work.look(three.night.table.table_id, None, written))
    await held.wait()
    form = await person.click(panel(person), "Bet …")
    go.set()
    await writing
    assert form.kind == "modal"


async def test_an_error_before_the_form_is_told_in_the_panel(three: Three, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*given: object) -> Form | None:
        raise RuntimeError

    person = three.acting
    await person.wait_for("Your hand", channel="dm")
    monkeypatch.setattr(route, "amount_form", fails)
    await person.click(panel(person), "Bet …")
    await person.until(lambda: "Something went wrong" in person.dms()[-1].text, "the word about it")
