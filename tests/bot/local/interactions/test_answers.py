"""Answers to interactions spoken bare: which fit, how often, how late, and what becomes of deferred replies."""

from __future__ import annotations

from typing import Any

import pytest

from bot.local.testing.seen import DriverError
from tests.bot.local.interactions.conftest import BUTTON, BUTTONS, Desk, shown

Json = dict[str, Any]


async def test_one_answer_an_interaction(desk: Desk) -> None:
    interaction = await desk.command()
    assert (await desk.answer(interaction, 4, {"content": "one"}))[0] == 204
    status, error = await desk.answer(interaction, 4, {"content": "two"})
    assert (status, error["code"]) == (400, 40060)
    await desk.you.wait_for("one")


async def test_three_seconds_then_10062(desk: Desk) -> None:
    interaction = await desk.command()
    desk.time.now += 3.1
    status, error = await desk.answer(interaction, 4, {"content": "late"})
    assert (status, error["code"]) == (404, 10062)
    wrong = interaction.model_copy(update={"token": "guess"})
    assert (await desk.answer(wrong, 4, {"content": "x"}))[1]["code"] == 10062


async def test_a_token_lives_fifteen_minutes(desk: Desk) -> None:
    interaction = await desk.command()
    await desk.answer(interaction, 4, {"content": "one"})
    desk.time.now += 890
    assert (await desk.hook("PATCH", interaction, "/messages/@original", {"content": "two"}))[0] == 200
    desk.time.now += 11
    for method, rest in (("PATCH", "/messages/@original"), ("POST", ""), ("DELETE", "/messages/@original")):
        status, error = await desk.hook(method, interaction, rest, {"content": "three"})
        assert (status, error["code"]) == (401, 50027)


async def test_no_follow_up_before_the_first_answer(desk: Desk) -> None:
    interaction = await desk.command()
    status, error = await desk.hook("POST", interaction, "", {"content": "early"})
    assert (status, error["code"]) == (404, 10015)


@pytest.mark.parametrize(("kind", "fits"), [(1, False), (4, True), (5, True), (6, False), (7, False), (8, False)])
async def test_which_answers_fit_a_command(desk: Desk, kind: int, fits: bool) -> None:
    interaction = await desk.command()
    status, error = await desk.answer(interaction, kind, {"content": "x"})
    assert status == (204 if fits else 400)
    assert fits or error["errors"]["type"]["_errors"][0]["code"] == "INTERACTION_CALLBACK_TYPE_INVALID"


async def test_a_faulty_answer_names_the_field_and_may_be_mended(desk: Desk) -> None:
    interaction = await desk.command()
    status, error = await desk.answer(interaction, 4, {"content": "x" * 2001})
    assert (status, error["code"]) == (400, 50035)
    assert error["errors"]["data"]["content"]["_errors"][0]["code"] == "BASE_TYPE_MAX_LENGTH"
    assert (await desk.answer(interaction, 4, {}))[1]["code"] == 50006
    assert (await desk.answer(interaction, 4, {"content": "short"}))[0] == 204


async def test_a_deferred_reply_takes_only_the_ephemeral_flag(desk: Desk) -> None:
    interaction = await desk.command()
    data = {"flags": 64 | 1 << 15, "content": "ignored"}
    _, answer = await desk.answer(interaction, 5, data, "?with_response=1")
    about = answer["interaction"]
    assert (about["response_message_loading"], about["response_message_ephemeral"]) == (True, True)
    original = desk.you.messages()[-1] if desk.you.messages() else await desk.you.wait_for(lambda m: m.thinking)
    assert original.payload["flags"] == 64 | 128
    body = {"flags": 1 << 15, "components": [{"type": 10, "content": "filled"}]}
    status, message = await desk.hook("PATCH", interaction, "/messages/@original", body)
    assert (status, message["flags"], message["edited_timestamp"]) == (200, 64 | 1 << 15, None)


async def test_the_first_follow_up_becomes_the_deferred_reply(desk: Desk) -> None:
    interaction = await desk.command()
    await desk.answer(interaction, 5, {"flags": 64})
    _, first = await desk.hook("POST", interaction, "", {"content": "first"})
    _, original = await desk.hook("GET", interaction, "/messages/@original")
    assert first["id"] == original["id"]
    assert original["flags"] == 64
    _, second = await desk.hook("POST", interaction, "", {"content": "second"})
    assert second["id"] != first["id"]
    assert second["flags"] == 0
    assert (await desk.hook("PATCH", interaction, f"/messages/{second['id']}", {"content": "2"}))[1]["content"] == "2"
    assert (await desk.hook("DELETE", interaction, f"/messages/{second['id']}"))[0] == 204
    assert (await desk.hook("GET", interaction, f"/messages/{second['id']}"))[1]["code"] == 10008


async def test_a_click_may_leave_or_change_its_message(desk: Desk) -> None:
    lobby = await shown(desk)
    click = await desk.click(lobby)
    assert (await desk.answer(click, 6))[0] == 204
    _, same = await desk.hook("GET", click, "/messages/@original")
    assert (same["id"], same["edited_timestamp"]) == (lobby["id"], None)
    await desk.hook("PATCH", click, "/messages/@original", {"content": "later"})
    click = await desk.click(lobby)
    _, answer = await desk.answer(click, 7, {"content": "changed"}, "?with_response=1")
    assert answer["resource"]["type"] == 7
    assert (answer["resource"]["message"]["id"], answer["resource"]["message"]["content"]) == (lobby["id"], "changed")
    assert len(answer["resource"]["message"]["components"]) == 1


async def test_an_answer_to_a_click_replies_to_its_message(desk: Desk) -> None:
    lobby = await shown(desk)
    click = await desk.click(lobby)
    _, answer = await desk.answer(click, 4, {"content": "private", "flags": 64}, "?with_response=1")
    reply = answer["resource"]["message"]
    assert (reply["type"], reply["message_reference"]["message_id"]) == (19, lobby["id"])
    assert reply["interaction_metadata"]["interacted_message_id"] == lobby["id"]
    assert (await desk.call("GET", f"/channels/{reply['channel_id']}/messages/{reply['id']}"))[1]["code"] == 10008
    _, listed, _ = await desk.call("GET", f"/channels/{reply['channel_id']}/messages")
    assert [m["id"] for m in listed] == [lobby["id"]]


async def test_nobody_reads_an_ephemeral_message_through_a_public_one(desk: Desk) -> None:
    ann = await desk.you.people.guest("Ann")
    interaction = await desk.command()
    await desk.answer(interaction, 4, {"content": "my hand", "flags": 64, "components": BUTTONS})
    hand = await desk.you.wait_for("my hand")
    await desk.hook("POST", interaction, "", {"content": "public"})
    click = await desk.click(hand.payload)
    await desk.answer(click, 4, {"content": "played"})
    await ann.wait_for("played")
    for message in ann.messages():
        assert message.payload.get("referenced_message") is None
        assert "my hand" not in str(message.payload)
    _, listed, _ = await desk.call("GET", f"/channels/{hand.channel_id}/messages")
    assert "my hand" not in str(listed)


async def test_the_bot_may_edit_what_its_reader_has_dismissed(desk: Desk) -> None:
    interaction = await desk.command()
    await desk.answer(interaction, 4, {"content": "my hand", "flags": 64, "components": BUTTONS})
    hand = await desk.you.wait_for("my hand")
    await desk.you.dismiss(hand)
    assert (await desk.hook("PATCH", interaction, "/messages/@original", {"content": "new hand"}))[0] == 200
    with pytest.raises(DriverError) as refused:
        await desk.click(hand.payload)
    assert refused.value.code == "unknown_message"
    await desk.you.say("after")
    assert [m.content for m in desk.you.messages()] == ["after"]
    listed = await desk.you.call("GET", f"/local/channels/{hand.channel_id}/messages")
    assert [m["content"] for m in listed] == ["after"]


async def test_one_token_has_no_hold_on_another_ones_messages(desk: Desk) -> None:
    lobby = await shown(desk)
    other = await desk.command()
    await desk.answer(other, 4, {"content": "other"})
    status, error = await desk.hook("PATCH", other, f"/messages/{lobby['id']}", {"content": "mine"})
    assert (status, error["code"]) == (404, 10008)


async def test_clicks_on_what_is_gone_or_switched_off(desk: Desk) -> None:
    off = [{"type": 1, "components": [BUTTON | {"disabled": True}]}]
    lobby = await shown(desk, components=off)
    for custom_id, code in (("go", "disabled"), ("nothing", "unknown_component")):
        with pytest.raises(DriverError) as refused:
            await desk.click(lobby, custom_id)
        assert refused.value.code == code
    await desk.call("DELETE", f"/channels/{lobby['channel_id']}/messages/{lobby['id']}")
    with pytest.raises(DriverError) as refused:
        await desk.click(lobby)
    assert refused.value.code == "unknown_message"


async def test_a_click_that_crossed_with_an_edit_is_late_and_no_error(desk: Desk) -> None:
    lobby = await shown(desk)
    path = f"/local/channels/{lobby['channel_id']}/messages/{lobby['id']}"
    late = {"custom_id": "go", "seen": lobby["edited_timestamp"]}
    await desk.call("PATCH", f"/channels/{lobby['channel_id']}/messages/{lobby['id']}", {"components": []})
    answer = await desk.you.call("POST", f"{path}/components", late)
    assert (answer["interaction_id"], answer["code"]) == (None, "late")
    shown_now = await desk.you.call("GET", path)
    with pytest.raises(DriverError) as refused:
        await desk.you.call("POST", f"{path}/components", late | {"seen": shown_now["edited_timestamp"]})
    assert refused.value.code == "unknown_component"
    await desk.call("DELETE", f"/channels/{lobby['channel_id']}/messages/{lobby['id']}")
    assert (await desk.you.call("POST", f"{path}/components", late))["code"] == "late"


async def test_an_updated_message_that_was_deleted_is_10008(desk: Desk) -> None:
    lobby = await shown(desk)
    click = await desk.click(lobby)
    await desk.call("DELETE", f"/channels/{lobby['channel_id']}/messages/{lobby['id']}")
    assert (await desk.answer(click, 7, {"content": "x"}))[1]["code"] == 10008


def modal(**more: Any) -> Json:
    label = {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "n", "style": 1}}
    return {"custom_id": "m", "title": "Form", "components": [label]} | more


FIELD = {"type": 4, "custom_id": "n", "style": 1}
CHOICES = [{"label": f"{n}", "value": f"{n}"} for n in range(11)]


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (modal(title="x" * 46), "title"),
        (modal(custom_id=""), "custom_id"),
        (modal(components=[]), "components"),
        (modal(components=[{"type": 10, "content": "x"}] * 6), "components"),
        (modal(components=[{"type": 18, "label": "x" * 46, "component": FIELD}]), "label"),
        (modal(components=[{"type": 18, "label": "x", "description": "x" * 101, "component": FIELD}]), "description"),
        (modal(components=[{"type": 18, "label": "x", "component": {"type": 2}}]), "type"),
        (modal(components=[{"type": 18, "label": "x", "component": FIELD | {"value": "x" * 4001}}]), "value"),
        (
            modal(components=[{"type": 18, "label": "x", "component": FIELD | {"placeholder": "x" * 101}}]),
            "placeholder",
        ),
        (modal(components=[{"type": 18, "label": "x", "component": FIELD}] * 2), "custom_id"),
        (modal(components=[{"type": 1, "components": [FIELD]}]), "label"),
        (modal(components=[{"type": 1, "components": [{"type": 2, "style": 1}]}]), "type"),
        (
            modal(
                components=[{"type": 18, "label": "x", "component": {"type": 21, "custom_id": "r", "options": CHOICES}}]
            ),
            "options",
        ),
        (
            modal(
                components=[{"type": 18, "label": "x", "component": {"type": 19, "custom_id": "f", "max_values": 11}}]
            ),
            "max_values",
        ),
    ],
)
async def test_what_discord_refuses_in_a_modal(desk: Desk, data: Json, place: str) -> None:
    interaction = await desk.command()
    status, error = await desk.answer(interaction, 9, data)
    assert (status, error["code"]) == (400, 50035)
    assert f"'{place}': {{'_errors'" in str(error["errors"]), error


async def test_a_modal_does_not_open_another_one(desk: Desk) -> None:
    interaction = await desk.command()
    assert (await desk.answer(interaction, 9, modal()))[0] == 204
    submitted = desk.of(await desk.you.call("POST", f"/local/modals/{interaction.id}", {"fields": {"n": "Ann"}}))
    assert (await desk.answer(submitted, 9, modal()))[0] == 400
    assert (await desk.answer(submitted, 4, {"content": "thanks"}))[0] == 204
    await desk.you.wait_for("thanks")


@pytest.mark.parametrize(
    ("choices", "place"),
    [
        ([{"name": "n", "value": f"{n}"} for n in range(26)], "choices"),
        ([{"name": "x" * 101, "value": "v"}], "name"),
        ([{"name": "", "value": "v"}], "name"),
        ([{"name": "n", "value": "x" * 101}], "value"),
    ],
)
async def test_autocomplete_answers(desk: Desk, choices: list[Json], place: str) -> None:
    context = desk.call.server.context
    world = context.world
    interaction = context.interactions.begin(4, world.host, world.channels[int(desk.you.channel)], {})
    status, error = await desk.answer(interaction, 8, {"choices": choices})
    assert (status, error["code"]) == (400, 50035)
    assert f"'{place}': {{'_errors'" in str(error["errors"])
    assert (await desk.answer(interaction, 4, {"content": "x"}))[0] == 400
    assert (await desk.answer(interaction, 8, {"choices": choices[:1] if place == "choices" else []}))[0] == 204


async def test_without_a_word_about_mentions_a_token_mentions_people_alone(desk: Desk) -> None:
    world = desk.call.server.context.world
    everybody = next(iter(world.guilds.values())).id
    said = {"content": f"@everyone <@&{everybody}> <@{world.host.id}>"}
    channel = f"/channels/{desk.you.channel}/messages"
    _, sent, _ = await desk.call("POST", channel, said)
    assert (sent["mention_everyone"], sent["mention_roles"]) == (True, [str(everybody)])
    interaction = await desk.command()
    _, answer = await desk.answer(interaction, 4, said, "?with_response=1")
    _, follow_up = await desk.hook("POST", interaction, body=said)
    _, edited = await desk.hook("PATCH", interaction, "/messages/@original", said | {"tts": False})
    for message in (answer["resource"]["message"], follow_up, edited):
        assert (message["mention_everyone"], message["mention_roles"]) == (False, [])
        assert [person["id"] for person in message["mentions"]] == [str(world.host.id)]
    allowed = said | {"allowed_mentions": {"parse": ["everyone", "roles"]}}
    _, asked = await desk.hook("POST", interaction, body=allowed)
    assert (asked["mention_everyone"], asked["mention_roles"], asked["mentions"]) == (True, [str(everybody)], [])
