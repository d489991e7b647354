"""What computer players do in one go is shown at once, and nobody waits for it who can act."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from bot.local.testing.seen import Seen
from bot.service.model import Private, Snapshot
from bot.service.table import Table
from bot.ui.showing import gathering
from bot.ui.showing.gathering import Gathering
from engine.actions import Action
from engine.plain import plain_move
from engine.view import View
from tests.bot.ui.evening import Evening, cards_on, discard, panel, seated, sides
from tests.kit.lab import Lab
from tests.kit.painters import Blank

TABLE = 7


@dataclass
class Room:
    """A service with one table, of which a test says what is seen."""

    lab: Lab
    closed: bool = False

    def snapshot_of(self, table_id: int) -> Snapshot | None:
        return None if self.closed else self.lab.snapshot

    def private_of(self, table_id: int, user_id: int) -> Private:
        return self.lab.private(user_id - 1000)


@pytest.fixture
def late() -> list[int]:
    """The tables that were shown because more was long in coming."""
    return []


def desk(lab: Lab) -> Any:
    """What knows that table."""
    return SimpleNamespace(service=Room(lab))


def gathered(lab: Lab, late: list[int]) -> Gathering:
    """The moves at that table."""
    return Gathering(desk(lab), late.append)


async def test_a_computer_players_moves_wait_for_those_that_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "AT_MOST", 0.01)
    shown: asyncio.Queue[int] = asyncio.Queue()
    moves = Gathering(desk(Lab(3, computers=2).deal(dealer=0)), shown.put_nowait)
    assert not moves.puts_off(TABLE), "a deal that begins is shown at once"
    assert moves.puts_off(TABLE)
    assert moves.waiting(TABLE)
    assert await shown.get() == TABLE
    assert not moves.waiting(TABLE)
    moves.close()


async def test_a_persons_turn_is_shown_at_once_with_what_has_waited(late: list[int]) -> None:
    lab = Lab(3, computers=1).deal(dealer=1)
    moves = gathered(lab, late)
    moves.puts_off(TABLE)
    lab.do("draw", "stock")
    assert moves.puts_off(TABLE)
    lab.do("discard", lab.game.observe(lab.running.state, 2).drawn)
    assert not moves.puts_off(TABLE)
    assert not moves.waiting(TABLE)
    assert late == []


async def test_nothing_waits_while_a_person_can_act_out_of_turn(
    late: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = Lab(3, computers=2).deal(dealer=0)
    moves = gathered(lab, late)
    moves.puts_off(TABLE)
    free = replace(lab.private(0), view=replace(lab.view(0), prompts=lab.view().prompts))
    monkeypatch.setattr(lab, "private", lambda seat: free)
    assert not moves.puts_off(TABLE)


async def test_a_table_that_is_gone_waits_for_nothing(late: list[int]) -> None:
    moves = gathered(lab := Lab(3, computers=2).deal(dealer=0), late)
    moves.puts_off(TABLE)
    assert moves.puts_off(TABLE)
    moves._desk.service.closed = True  # type: ignore[attr-defined]
    assert not moves.puts_off(TABLE)
    assert not moves.waiting(TABLE)
    assert lab.snapshot.stage == "playing"


async def test_the_rest_of_a_turn_is_waited_for(late: list[int]) -> None:
    lab = Lab(3).deal()
    moves = gathered(lab, late)
    moves.puts_off(TABLE)
    assert not moves.rest_follows(lab.snapshot)
    lab.do("draw", "stock")
    assert not moves.puts_off(TABLE), "the table's message tells of it at once"
    assert moves.rest_follows(lab.snapshot)
    lab.do("discard", lab.view(lab.seat).drawn)
    moves.puts_off(TABLE)
    assert not moves.rest_follows(lab.snapshot)
    assert late == []
    moves.close()


async def test_of_a_table_that_comes_to_rest_nothing_is_kept(late: list[int]) -> None:
    lab = Lab(3).deal()
    moves = gathered(lab, late)
    moves.puts_off(TABLE)
    lab.do("draw", "stock")
    moves.puts_off(TABLE)
    moves.let_go(TABLE)
    assert (moves._shown, moves._timers, moves._turns) == ({}, {}, {})
    moves.close()


async def test_a_turn_that_lasts_is_waited_for_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "REST_OF_A_TURN", 0.01)
    lab, shown = Lab(3).deal(), asyncio.Queue[int]()
    moves = Gathering(desk(lab), shown.put_nowait)
    moves.puts_off(TABLE)
    lab.do("draw", "discard")
    moves.puts_off(TABLE)
    assert await shown.get() == TABLE
    assert not moves.rest_follows(lab.snapshot)
    moves.close()


async def test_a_turn_is_waited_for_no_more_where_the_loop_rings_a_moment_too_soon(
    late: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As uvloop does, whose timers go by whole milliseconds."""
    rings: list[Callable[[], object]] = []

    def call_later(delay: float, callback: Callable[..., object], *args: object) -> asyncio.TimerHandle:
        rings.append(partial(callback, *args))
        return asyncio.TimerHandle(loop.time() + delay, callback, args, loop)

    lab, loop = Lab(3).deal(), asyncio.get_running_loop()
    moves = gathered(lab, late)
    lab.do("draw", "stock")
    with monkeypatch.context() as patch:
        patch.setattr(loop, "call_later", call_later)
        moves.puts_off(TABLE)
    assert moves.rest_follows(lab.snapshot)
    rings[0]()
    assert late == [TABLE]
    assert not moves.rest_follows(lab.snapshot)
    moves.puts_off(TABLE)
    assert not moves.rest_follows(lab.snapshot), "nor after another change in the same turn"
    moves.close()


async def test_who_only_waits_is_shown_somebodys_turn_when_it_is_over_and_a_slow_one_after_a_while(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, other = sides(await seated(night))
    for person in (first, other):
        await person.click(night.live(person), "My hand")
        await night.until(lambda: bool(panel(person).media), "the panel")  # noqa: B023 - waited for within its round
    await night.settled()
    await night.until(lambda: not night.client.showing.panels.busy, "the panels")
    edited = panel(other).payload["edited_timestamp"]
    await first.click(panel(first), "Draw stock")
    await night.until(lambda: bool(cards_on(panel(first))), "the card drawn")
    await night.settled()
    await night.until(lambda: not night.client.showing.panels.busy, "the end of all looks")
    assert "draws from the stock" in night.live(other).text
    assert panel(other).payload["edited_timestamp"] == edited
    await first.click(panel(first), custom_id=discard(panel(first)))
    await night.until(lambda: "discards" in panel(other).text, "the whole turn")
    monkeypatch.setattr(gathering, "REST_OF_A_TURN", 0.01)
    await other.click(panel(other), "Draw stock")
    await night.until(lambda: f"{other.name} draws" in panel(first).text, "what has lasted long enough")
    assert night.acting.user_id == int(other.id)


async def test_two_computer_players_turns_take_one_picture_of_the_table_and_one_edit_of_each_message(
    night: Evening, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await night.you.command("newgame knock-poker")
    for _ in range(2):
        await night.you.click(lobby, "Add computer player")
    await night.until(lambda: len(night.table.sitters) == 3)
    await night.you.click(lobby, "Start")
    await night.until(lambda: yours(night), "your turn")
    await night.settled()
    await night.you.click(night.live(), "My hand")
    await night.you.until(lambda: any("Draw stock" in m.labels for m in night.you.messages() if m.ephemeral))
    monkeypatch.setattr(gathering, "AT_MOST", 1000.0)
    await night.you.click(panel(night.you), "Draw stock")
    await night.you.until(lambda: len(cards_on(panel(night.you))) > 5, "the card drawn")
    await night.settled()
    await night.until(lambda: not night.client.showing.panels.busy)
    blank.drawn.clear()
    await night.you.counts(clear=True)
    turn = night.table.turn
    await night.you.click(panel(night.you), custom_id=discard(panel(night.you)))
    await night.after(turn)
    await night.until(lambda: yours(night) or night.table.stage == "between", "your next turn, or the end")
    await night.settled()
    await night.until(lambda: not night.client.showing.panels.busy)
    tables = {repr(given) for name, given, _ in blank.drawn if name != "hand_picture"}
    assert len(tables) == 1, "four moves of two computer players, and your own discard"
    counts = await night.you.counts()
    edits = sum(kind["requests"] for kind in counts.requests if kind["method"] == "PATCH")
    assert edits <= 3, "the answer, the table's message, and the panel"


@pytest.mark.parametrize("typed", [True, False])
async def test_until_the_picture_follows_the_panel_names_nobody_but_whom_the_picture_names(
    night: Evening, monkeypatch: pytest.MonkeyPatch, *, typed: bool
) -> None:
    lobby = await night.you.command("newgame knock-poker")
    await night.you.click(lobby, "Add computer player")
    await night.joined(2)
    (computer,) = [sitter.name for sitter in night.table.sitters if sitter.computer]
    # The computer player, who may be first, doesn't knock, so that it is at it again after a discard.
    monkeypatch.setattr(night.service._thoughts, "action", plainly)
    await night.you.click(lobby, "Start")
    await night.until(lambda: yours(night), "your turn")
    await night.settled()
    await night.you.click(night.live(), "My hand")
    await night.you.until(lambda: any("Draw stock" in m.labels for m in night.you.messages() if m.ephemeral))
    monkeypatch.setattr(gathering, "AT_MOST", 1000.0)
    clock = night.service._clock
    monkeypatch.setattr(clock, "_pace", replace(clock._pace, computer=1000.0))
    own = next(sitter.name for sitter in night.table.sitters if not sitter.computer)
    await night.you.click(panel(night.you), "Draw stock")
    await night.you.until(lambda: len(cards_on(panel(night.you))) > 5, "the card drawn")
    if typed:
        await night.you.command("discard", card=cards_on(panel(night.you))[0])
    else:
        await night.you.click(panel(night.you), custom_id=discard(panel(night.you)))
    await night.until(lambda: not yours(night), "the computer player's turn")
    await night.you.until(lambda: "The picture of the table follows" in panel(night.you).text, "the answer")
    shown = panel(night.you)
    assert f"{computer} 🤖" not in shown.text
    assert acting_in(shown) == own
    night.client.showing.gathering._late(night.table.table_id)
    await night.you.until(lambda: f"{computer} 🤖 is thinking" in panel(night.you).text, "the picture's own turn")
    assert acting_in(panel(night.you)) == computer


async def plainly(table: Table, seat: int, view: View) -> Action:
    """What a computer player does that only draws and discards."""
    return plain_move(view)


def acting_in(shown: Seen) -> str:
    """Whose turn it is by the alt text of the table's picture."""
    (said,) = re.findall(r"[.;] ([^.;,]+), [^;]* \(to act\)", shown.alt_texts[0])
    return str(said)


def yours(night: Evening) -> bool:
    """Whether it is the person's turn."""
    acting = night.table.to_act
    return acting is not None and not acting.computer
