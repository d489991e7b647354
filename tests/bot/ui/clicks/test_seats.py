"""What is said to whoever gets up, tops up or closes, where the house takes extra chips back."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.i18n import Texts
from bot.service.model import Person
from bot.ui.clicks import closing, seats
from bot.ui.clicks.request import Request
from bot.ui.desk import Desk
from bot.ui.showing.answer import Answer
from bot.ui.showing.panels import Panels
from bot.ui.showing.private_pages import PageKind, PrivatePages
from bot.ui.showing.showing import Showing
from tests.kit.lab import Lab

BACK = "The house takes back {} of the extra chips it gave out."


@pytest.fixture
def lab() -> Lab:
    lab = Lab(3, game="poch", names=["Ann", "Bo", "Cy"], chips=60)
    lab.table.payouts.taken_back = {1000: 20, 1001: 7, 2000: 9}  # the last has got up before
    return lab


def asks(lab: Lab, texts: Texts, user_id: int, **service: object) -> Request:
    """What somebody asks for at that table; the service answers with what is given."""
    interaction = SimpleNamespace(
        id=3,
        message=None,
        channel_id=lab.table.channel_id,
        user=SimpleNamespace(id=user_id),
        permissions=SimpleNamespace(manage_channels=False, manage_guild=False),
    )
    desk = Mock(
        spec=Desk,
        service=SimpleNamespace(orphan_in=lambda channel_id: None, **service),
        texts_for=lambda interaction: texts,
        person=lambda interaction, guild_id: Person(guild_id, user_id, "somebody"),
    )
    answer = Mock(spec=Answer, interaction=interaction, key=3)
    showing = Mock(spec=Showing, private_pages={kind: Mock(spec=PrivatePages) for kind in PageKind})
    return Request(desk, showing, answer, lambda: lab.table.location)


async def test_po_33_who_gets_up_is_told_of_the_own_extra_chips_alone(lab: Lab, texts: Texts) -> None:
    gone = replace(lab.snapshot, sitters=lab.snapshot.sitters[1:])
    said = await seats.leave(asks(lab, texts, 1000, seats=SimpleNamespace(leave=AsyncMock(return_value=gone))))
    assert said == f"You get up; any chips you had are back in your purse. {BACK.format(20)}"
    nothing = replace(gone, taken_back=((1001, 7),))
    said = await seats.leave(asks(lab, texts, 1000, seats=SimpleNamespace(leave=AsyncMock(return_value=nothing))))
    assert said == "You get up; any chips you had are back in your purse."


async def test_po_33_who_closes_is_told_of_all_that_sat_there(lab: Lab, texts: Texts) -> None:
    lab.table.closed = True
    close = AsyncMock(return_value=lab.snapshot)
    said = await seats.close(asks(lab, texts, 1000, close=close))
    assert said == f"The table is closed; everybody has taken the chips home. {BACK.format(27)}"


async def test_po_33_who_tops_up_is_told_first_what_was_taken(lab: Lab, texts: Texts) -> None:
    top_up = AsyncMock(return_value=(lab.snapshot, 50))
    said = await seats.top_up(asks(lab, texts, 1001, seats=SimpleNamespace(top_up=top_up)))
    assert said == f"{BACK.format(7)} You add 50 chips, and now have 60 chips at the table."


async def test_po_33_who_tops_up_at_the_tables_message_is_told_what_was_taken_and_else_nothing(
    lab: Lab, texts: Texts
) -> None:
    """The table's message shows the stack, and everybody reads it: of extra chips it says nothing."""
    for taken, told in (
        (((1001, 7),), [f"{BACK.format(7)} You add 50 chips, and now have 60 chips at the table."]),
        ((), []),
    ):
        top_up = AsyncMock(return_value=(replace(lab.snapshot, taken_back=taken), 50))
        request = asks(lab, texts, 1001, seats=SimpleNamespace(top_up=top_up))
        pressed: Any = request.interaction
        pressed.message = SimpleNamespace(id=5, flags=SimpleNamespace(ephemeral=False))
        pressed.guild_id, pressed.custom_id = lab.table.guild_id, "kb:1:1.0:topup:"
        nothing_open: Any = request.showing
        nothing_open.panels = Mock(spec=Panels, has=lambda *who: False, presses=lambda *what: False)
        nothing_open.private_pages[PageKind.MORE].has.return_value = False
        notices: Any = request.desk
        notices.notices.return_value = ()
        said = await seats.top_up(request)
        tell: Any = request.answer.tell
        assert [str(call.args[0].body) for call in tell.await_args_list] == told
        assert (said is None) is bool(told), "a sentence is not shown there"


@pytest.mark.parametrize("here", [True, False])
async def test_whoever_manages_a_channel_does_not_manage_tables_of_others(
    lab: Lab, texts: Texts, *, here: bool
) -> None:
    """A panel that is open elsewhere has the buttons of the table's."""
    done = AsyncMock(return_value=lab.snapshot)
    services: dict[str, object] = {
        "close": done,
        "going_on": SimpleNamespace(another_game=done),
        "way_out": SimpleNamespace(stay_open=done),
        "snapshot_of": lambda table_id: lab.snapshot,
        "servers": SimpleNamespace(of=lambda guild_id: SimpleNamespace(channels=())),
    }
    request = asks(lab, texts, 1001, **services)
    pressed: Any = request.interaction
    pressed.permissions.manage_channels, pressed.guild_id = True, None
    pressed.channel_id = lab.table.channel_id + (not here)
    asked = await seats.before_closing(request)
    assert (asked is not None) is here, "elsewhere it is a vote"
    await seats.close(request)
    await seats.another_game(replace(request, chosen="poch"))
    await closing.stay_open(request)
    assert [call.kwargs["moderator"] for call in done.await_args_list] == [here] * 3
