"""The life of interactions, with the real discord.py client in this process."""

from __future__ import annotations

import pytest

from bot.local.testing.seen import DriverError, InteractionFailedError
from tests.bot.local.conftest import Room


async def test_command_with_typed_options_and_a_button(room: Room) -> None:
    ann = await room.people.guest("Ann")
    answer = await room.you.command("game new", kind="poker", ante=3, friend=ann.id, open=False)
    assert answer.content == "Poker 3 Ann False"
    assert answer.shown.payload["interaction_metadata"]["name"] == "game new"
    clicked = await ann.click(answer.shown, "Join")
    assert clicked.kind == "update"
    assert clicked.content == "Ann joined"
    await room.you.until(lambda: answer.content == "Ann joined")
    assert answer.shown.edited


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({}, "kind"),
        ({"kind": "chess"}, "kind"),
        ({"kind": "poker", "ante": 0}, "ante"),
        ({"kind": "poker", "ante": 11}, "ante"),
        ({"kind": "poker", "ante": 1.5}, "ante"),
        ({"kind": "poker", "ante": "2"}, "ante"),
        ({"kind": "poker", "open": "yes"}, "open"),
        ({"kind": "poker", "friend": "12"}, "friend"),
        ({"kind": "poker", "colour": "red"}, "colour"),
    ],
)
async def test_options_are_checked_before_they_are_sent(room: Room, options: dict, name: str) -> None:
    with pytest.raises(DriverError) as refused:
        await room.you.command("game new", options)
    assert list(refused.value.body["options"]) == [name]


async def test_unknown_and_incomplete_commands(room: Room) -> None:
    for command, code in (
        ("nothing", "unknown_command"),
        ("game", "subcommand_needed"),
        ("game old", "unknown_command"),
    ):
        with pytest.raises(DriverError) as refused:
            await room.you.command(command)
        assert refused.value.code == code


async def test_deferred_reply_fills_in_and_followup(room: Room) -> None:
    answer = await room.you.command("play", card="AS")
    assert answer.kind == "thinking"
    assert (answer.content, answer.ephemeral) == ("Played AS", True)
    assert (answer.attachments[0]["width"], answer.attachments[0]["height"]) == (8, 6)
    await room.you.wait_for("And a second")
    assert [m.content for m in answer.messages] == ["Played AS", "And a second"]
    assert all(m.ephemeral for m in answer.messages)


async def test_ephemeral_is_seen_by_one_person_and_can_be_dismissed(room: Room) -> None:
    ann = await room.people.guest("Ann")
    lobby = await room.you.command("game new", kind="rummy")
    secret = await ann.click(lobby, "Secret")
    assert secret.ephemeral
    picture = await ann.file(secret.attachments[0])
    assert picture.startswith(b"\x89PNG")
    assert secret.attachments[0]["description"] == "Two of spades"
    assert not [m for m in room.you.messages() if m.ephemeral]
    with pytest.raises(DriverError) as refused:
        await room.you.dismiss(secret.shown)
    assert refused.value.code == "unknown_message"
    await ann.dismiss(secret)
    await ann.until(lambda: secret.shown.gone)


async def test_autocomplete(room: Room) -> None:
    assert [c.value for c in await room.you.autocomplete("play", "card", "a")] == ["AS", "AH"]
    assert await room.you.autocomplete("play", "card", "x") == []


async def test_selects(room: Room) -> None:
    lobby = await room.you.command("game new", kind="poker")
    chosen = await room.you.choose(lobby, "A", "King")
    assert chosen.kind == "deferred_update"
    assert (await room.you.wait_for("Chose A K")).ephemeral
    with pytest.raises(DriverError) as refused:
        await room.you.choose(lobby, "Q")
    assert refused.value.code == "bad_values"
    ann = await room.people.guest("Ann")
    who = await room.you.command("who")
    assert (await room.you.choose(who, ann.id, room.you.id)).content == "Picked Alex, Ann"


async def test_modal_with_every_kind_of_field(room: Room) -> None:
    lobby = await room.you.command("game new", kind="poker")
    opened = await room.you.click(lobby, "Form")
    assert opened.kind == "modal"
    assert opened.modal is not None
    assert opened.modal["title"] == "Table rules"
    with pytest.raises(DriverError) as refused:
        await room.you.submit(opened, {"name": "x" * 21, "ante": ["3"]})
    assert set(refused.value.body["fields"]) == {"name", "ante"}
    done = await room.you.submit(opened, {"Name": "Low"}, ante=["2"], who=[room.you.id], sure=True, way="left")
    assert (done.content, done.ephemeral) == ("Low 2 ['Alex'] True left", True)
    with pytest.raises(DriverError) as refused:
        await room.you.submit(opened, name="Low", ante=["2"])
    assert refused.value.code == "unknown_modal"


async def test_components_v2_with_a_picture_that_is_replaced(room: Room) -> None:
    panel = await room.you.command("panel")
    assert panel.text == "First"
    gallery = next(c for c in panel.shown.all_components() if c["type"] == 12)
    first = gallery["items"][0]["media"]
    assert (first["width"], first["height"]) == (8, 6)
    await room.you.click(panel, "Again")
    await room.you.until(lambda: panel.shown.text == "Second")
    gallery = next(c for c in panel.shown.all_components() if c["type"] == 12)
    second = gallery["items"][0]["media"]
    assert (second["width"], second["height"]) == (10, 10)
    assert second["url"] != first["url"]
    assert len(panel.attachments) == 1


async def test_dm_with_live_buttons(room: Room) -> None:
    answer = await room.you.command("dm")
    assert answer.content == "Sent"
    hand = await room.you.wait_for("Your new hand", channel="dm")
    assert hand.attachments[0]["filename"] == "hand.png"
    clicked = await room.you.click(hand, "Join")
    assert clicked.content == "Alex joined"


async def test_closed_dms_are_50007_and_no_common_server_50278(room: Room) -> None:
    ann = await room.people.guest("Ann")
    await ann.set(dms_open=False)
    assert (await ann.command("dm")).content == "refused 50007"
    await ann.set(dms_open=True)
    await ann.command("dm")
    await ann.set(member=False)
    user = room.bot.get_user(int(ann.id)) or await room.bot.fetch_user(int(ann.id))
    with pytest.raises(Exception, match="50278"):
        await user.send("Hello")


async def test_no_answer_in_time_fails(room: Room) -> None:
    lobby = await room.you.command("game new", kind="poker")
    room.server.context.interactions.clocks.first_answer = 0.1
    with pytest.raises(InteractionFailedError, match="did not respond"):
        await room.you.command("sleepy")
    with pytest.raises(InteractionFailedError, match="This interaction failed"):
        await room.you.click(lobby, "Slow")
