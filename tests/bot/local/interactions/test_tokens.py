"""What a token may do: its original and its own follow-ups, for fifteen minutes, and nothing else."""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.bot.local.interactions.conftest import BUTTONS, Desk, shown

Json = dict[str, Any]
ORIGINAL = "/messages/@original"
PRIVATE = {"content": "my hand", "flags": 64, "components": BUTTONS}


async def private(desk: Desk) -> Json:
    """An ephemeral message with a button, as an answer to a command."""
    return await shown(desk, **PRIVATE)


async def test_a_press_on_an_ephemeral_message_has_it_as_its_original(desk: Desk) -> None:
    for kind, content in ((6, "my hand"), (7, "my new hand")):
        hand = await private(desk)
        press = await desk.click(hand)
        assert (await desk.answer(press, kind, None if kind == 6 else {"content": content}))[0] == 204
        _, original = await desk.hook("GET", press, ORIGINAL)
        assert (original["id"], original["content"]) == (hand["id"], content)
        status, edited = await desk.hook("PATCH", press, ORIGINAL, {"content": "later"})
        assert (status, edited["id"], edited["flags"]) == (200, hand["id"], 64)
        await desk.you.until(partial(says, desk, hand["id"], "later"))


def says(desk: Desk, message_id: str, words: str) -> bool:
    return any(message.id == message_id and message.content == words for message in seen(desk))


def seen(desk: Desk) -> list[Any]:
    return desk.you.messages()


async def test_an_ephemeral_message_is_reached_by_tokens_alone(desk: Desk) -> None:
    hand = await private(desk)
    path = f"/channels/{hand['channel_id']}/messages/{hand['id']}"
    for method in ("GET", "PATCH", "DELETE"):
        assert (await desk.call(method, path, {"content": "x"}))[1]["code"] == 10008
    press = await desk.click(hand)
    await desk.answer(press, 6)
    assert (await desk.hook("PATCH", press, ORIGINAL, {"content": "x"}))[0] == 200


async def test_after_a_deferred_update_a_follow_up_is_a_new_private_message(desk: Desk) -> None:
    table = await shown(desk)
    press = await desk.click(table)
    await desk.answer(press, 6)
    status, panel = await desk.hook("POST", press, "", PRIVATE)
    assert (status, panel["flags"]) == (200, 64)
    assert panel["id"] != table["id"]
    assert (await desk.hook("PATCH", press, ORIGINAL, {"content": "table"}))[1]["id"] == table["id"]
    assert (await desk.hook("PATCH", press, f"/messages/{panel['id']}", {"content": "panel"}))[1]["content"] == "panel"
    await desk.you.wait_for("panel")
    assert [(m.content, m.ephemeral) for m in desk.you.messages()] == [("table", False), ("panel", True)]


async def test_a_token_has_no_hold_on_another_ones_follow_up(desk: Desk) -> None:
    table = await shown(desk)
    first, second = await desk.click(table), await desk.click(table)
    for press in (first, second):
        await desk.answer(press, 6)
    _, panel = await desk.hook("POST", first, "", PRIVATE)
    for method in ("GET", "PATCH", "DELETE"):
        status, error = await desk.hook(method, second, f"/messages/{panel['id']}", {"content": "x"})
        assert (status, error["code"]) == (404, 10008)
    # a press on the panel itself has it as its original, whose follow-up it once was
    press = await desk.click(panel)
    await desk.answer(press, 6)
    assert (await desk.hook("PATCH", press, ORIGINAL, {"content": "x"}))[1]["id"] == panel["id"]


async def test_a_token_deletes_its_own_private_follow_up(desk: Desk) -> None:
    table = await shown(desk)
    press = await desk.click(table)
    await desk.answer(press, 6)
    _, panel = await desk.hook("POST", press, "", PRIVATE)
    seen_panel = await desk.you.wait_for("my hand")
    assert (await desk.hook("DELETE", press, f"/messages/{panel['id']}"))[0] == 204
    await desk.you.until(lambda: seen_panel.gone)
    for method in ("GET", "PATCH", "DELETE"):
        assert (await desk.hook(method, press, f"/messages/{panel['id']}", {"content": "x"}))[1]["code"] == 10008
    assert [m.id for m in desk.you.messages()] == [table["id"]]
    # and a private message that was pressed, as its original
    hand = await private(desk)
    press = await desk.click(hand)
    await desk.answer(press, 6)
    assert (await desk.hook("DELETE", press, ORIGINAL))[0] == 204
    await desk.you.until(lambda: len(desk.you.messages()) == 1)


async def test_a_press_answered_with_a_message_has_that_as_its_original(desk: Desk) -> None:
    table = await shown(desk)
    press = await desk.click(table)
    await desk.answer(press, 4, PRIVATE)
    _, original = await desk.hook("GET", press, ORIGINAL)
    assert original["content"] == "my hand"
    assert (await desk.hook("PATCH", press, f"/messages/{table['id']}", {"content": "x"}))[1]["code"] == 10008


async def test_what_is_no_token_is_refused_as_a_dead_one_is(desk: Desk) -> None:
    interaction = await desk.command()
    await desk.answer(interaction, 4, {"content": "one"})
    made_up = interaction.model_copy(update={"token": "made-up"})
    assert await desk.hook("PATCH", made_up, ORIGINAL, {"content": "x"}) == (
        401,
        {"message": "Invalid Webhook Token", "code": 50027},
    )
    desk.time.now += 901
    for _ in range(300):  # so many that the first is no longer known
        desk.call.server.context.interactions.begin(4, *here(desk), {})
    desk.time.now += 901
    desk.call.server.context.interactions.begin(4, *here(desk), {})
    assert interaction.id not in desk.call.server.context.world.interactions
    assert (await desk.hook("PATCH", interaction, ORIGINAL, {"content": "x"}))[1]["code"] == 50027


def here(desk: Desk) -> tuple[Any, Any]:
    world = desk.call.server.context.world
    return world.host, world.channels[int(desk.you.channel)]
