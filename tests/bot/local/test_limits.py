"""Every documented limit of messages, components, modals and commands, and the form errors that tell of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import aiohttp
import pytest

from bot.local.emoji import is_emoji
from bot.local.forms.commands import command_size
from bot.local.state import permissions
from bot.local.testing.driver import People
from tests.bot.local.conftest import Caller

V2 = 1 << 15
Json = dict[str, Any]


def button(**more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go"} | more


def row(*children: Json) -> Json:
    return {"type": 1, "components": list(children)}


def select(**more: Any) -> Json:
    return {"type": 3, "custom_id": "s", "options": [option(0)]} | more


def option(n: int, **more: Any) -> Json:
    return {"label": f"L{n}", "value": f"v{n}"} | more


def text(content: str = "x") -> Json:
    return {"type": 10, "content": content}


def v2(*components: Json, **more: Any) -> Json:
    return {"flags": V2, "components": list(components)} | more


def legacy(*rows: Json) -> Json:
    return {"content": "x", "components": list(rows)}


def embed(**more: Any) -> Json:
    return {"embeds": [more]}


def codes(errors: Json, path: str = "") -> dict[str, str]:
    """The nested errors as {path: code}."""
    found: dict[str, str] = {}
    for key, value in errors.items():
        if key == "_errors":
            found[path] = value[0]["code"]
        else:
            found |= codes(value, f"{path}.{key}" if path else key)
    return found


def channel_of(call: Caller) -> int:
    return next(iter(call.server.context.world.channels))


LONG, BAD, REQUIRED = "BASE_TYPE_MAX_LENGTH", "BASE_TYPE_BAD_LENGTH", "BASE_TYPE_REQUIRED"
YES_OR_NO = "BOOLEAN_TYPE_CONVERT"
TWICE = "SET_TYPE_ALREADY_CONTAINS_VALUE"
B0 = "components.0.components.0"
TOO_MUCH: list[tuple[str, Json, str, str]] = [
    ("content", {"content": "x" * 2001}, "content", LONG),
    ("embeds", {"embeds": [{"title": "t"}] * 11}, "embeds", LONG),
    ("embed total", {"embeds": [{"description": "x" * 3001}] * 2}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
    ("embed title", embed(title="x" * 257), "embeds.0.title", LONG),
    ("embed description", embed(description="x" * 4097), "embeds.0.description", LONG),
    ("embed fields", embed(fields=[{"name": "n", "value": "v"}] * 26), "embeds.0.fields", LONG),
    ("embed field name", embed(fields=[{"name": "x" * 257, "value": "v"}]), "embeds.0.fields.0.name", BAD),
    ("embed field value", embed(fields=[{"name": "n", "value": "x" * 1025}]), "embeds.0.fields.0.value", BAD),
    ("embed field empty", embed(fields=[{"name": "n", "value": ""}]), "embeds.0.fields.0.value", REQUIRED),
    ("embed footer", embed(footer={"text": "x" * 2049}), "embeds.0.footer.text", LONG),
    ("embed author", embed(author={"name": "x" * 257}), "embeds.0.author.name", LONG),
    ("embed with nothing in it", embed(color=5), "embeds.0.description", REQUIRED),
    ("embed color", embed(title="t", color=1 << 24), "embeds.0.color", "NUMBER_TYPE_MAX"),
    ("embed timestamp", embed(title="t", timestamp="soon"), "embeds.0.timestamp", "DATE_TIME_TYPE_PARSE"),
    ("embed url", embed(title="t", url="ftp://x.y"), "embeds.0.url", "URL_TYPE_INVALID_SCHEME"),
    ("nonce", {"content": "x", "nonce": "n" * 26}, "nonce", LONG),
    ("rows", legacy(*[row(button(custom_id=str(n))) for n in range(6)]), "components", LONG),
    ("buttons in a row", legacy(row(*[button(custom_id=str(n)) for n in range(6)])), "components.0.components", BAD),
    ("empty row", legacy(row()), "components.0.components", BAD),
    ("select beside a button", legacy(row(select(), button())), "components.0", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    ("label", legacy(row(button(label="x" * 81))), f"{B0}.label", LONG),
    ("custom id length", legacy(row(button(custom_id="x" * 101))), f"{B0}.custom_id", BAD),
    ("no custom id", legacy(row(button(custom_id=None))), f"{B0}.custom_id", REQUIRED),
    (
        "custom id twice",
        legacy(row(button(), button())),
        "components.0.components.1.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    ("link without url", legacy(row({"type": 2, "style": 5, "label": "x"})), f"{B0}.url", REQUIRED),
    ("style", legacy(row(button(style=9))), f"{B0}.style", "BASE_TYPE_CHOICES"),
    ("emoji", legacy(row(button(emoji={"name": "spade"}))), f"{B0}.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"),
    ("foreign emoji", legacy(row(button(emoji={"id": "5"}))), f"{B0}.emoji.id", "BUTTON_COMPONENT_INVALID_EMOJI"),
    ("options", legacy(row(select(options=[option(n) for n in range(26)]))), f"{B0}.options", BAD),
    ("no options", legacy(row(select(options=[]))), f"{B0}.options", BAD),
    ("option label", legacy(row(select(options=[option(0, label="x" * 101)]))), f"{B0}.options.0.label", BAD),
    ("option value", legacy(row(select(options=[option(0, value="x" * 101)]))), f"{B0}.options.0.value", BAD),
    (
        "option twice",
        legacy(row(select(options=[option(0), option(0)]))),
        f"{B0}.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    ("placeholder", legacy(row(select(placeholder="x" * 151))), f"{B0}.placeholder", LONG),
    ("max values", legacy(row(select(max_values=26))), f"{B0}.max_values", "NUMBER_TYPE_MAX"),
    ("max values over options", legacy(row(select(max_values=2))), f"{B0}.options", BAD),
    ("range", legacy(row(select(min_values=2))), f"{B0}.min_values", "COMPONENT_RANGE_INVALID"),
    ("text display without the flag", {"components": [text()]}, "components.0.type", "UNION_TYPE_CHOICES"),
    ("button at the top", v2(button()), "components.0.type", "UNION_TYPE_CHOICES"),
    ("container in a container", v2({"type": 17, "components": [{"type": 17, "components": [text()]}]}),
     f"{B0}.type", "UNION_TYPE_CHOICES"),
    ("components", v2(*[text() for _ in range(41)]), "components", LONG),
    ("components nested", v2({"type": 17, "components": [text() for _ in range(40)]}), "components",
     "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
    ("text in all", v2(text("x" * 2001), text("x" * 2000)), "components",
     "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
    ("empty text", v2(text("")), "components.0.content", REQUIRED),
    ("content beside", v2(text(), content="x"), "content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
    ("embeds beside", v2(text(), embeds=[{"title": "t"}]), "embeds",
     "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
    ("flag without components", {"flags": V2}, "components", REQUIRED),
    ("section texts", v2({"type": 9, "components": [text()] * 4, "accessory": button()}),
     "components.0.components", BAD),
    ("section without accessory", v2({"type": 9, "components": [text()]}), "components.0.accessory", REQUIRED),
    ("gallery", v2({"type": 12, "items": [{"media": {"url": "https://x.y/z.png"}}] * 11}), "components.0.items", BAD),
    ("gallery alt text", v2({"type": 12, "items": [{"media": {"url": "https://x.y/z"}, "description": "x" * 1025}]}),
     "components.0.items.0.description", BAD),
    ("unknown attachment", v2({"type": 12, "items": [{"media": {"url": "attachment://no.png"}}]}),
     "components.0.items.0.media.url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"),
    ("file from the web", v2({"type": 13, "file": {"url": "https://x.y/z"}}), "components.0.file.url",
     "URL_TYPE_INVALID_SCHEME"),
    ("accent", v2({"type": 17, "accent_color": -1, "components": [text()]}), "components.0.accent_color",
     "NUMBER_TYPE_MIN"),
    ("id twice", v2(text() | {"id": 5}, text() | {"id": 5}), "components.1.id", "COMPONENT_ID_DUPLICATED"),
    ("no object", {"content": "x", "components": ["x"]}, "components.0", "DICT_TYPE_CONVERT"),
    ("no list", {"content": "x", "components": "x"}, "components", "LIST_TYPE_CONVERT"),
    ("flags", {"content": "x", "flags": "many"}, "flags", "NUMBER_TYPE_COERCE"),
    ("missing attachment", {"content": "x", "attachments": [{"id": 0}]}, "attachments.0.id", "ATTACHMENT_NOT_FOUND"),
    ("mentions", {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, "allowed_mentions",
     "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"),
    ("mentioned twice", {"content": "x", "allowed_mentions": {"users": ["1", "1"]}}, "allowed_mentions.users.1", TWICE),
    ("parsed twice", {"content": "x", "allowed_mentions": {"parse": ["users", "users"]}}, "allowed_mentions.parse.1",
     TWICE),
    ("reply to nothing", {"content": "x", "message_reference": {"message_id": "5"}}, "message_reference",
     "REPLIES_UNKNOWN_MESSAGE"),
    ("reply in no channel", {"content": "x", "message_reference": {"message_id": "5", "channel_id": "here"}},
     "message_reference.channel_id", "NUMBER_TYPE_COERCE"),
    ("nonce of another type", {"content": "x", "nonce": ["n"]}, "nonce", "STRING_TYPE_CONVERT"),
    ("nonce too large", {"content": "x", "nonce": 2**63}, "nonce", "NUMBER_TYPE_MAX"),
    ("gallery without words", v2({"type": 12, "items": [{"media": {"url": "https://x.y/z"}, "description": ""}]}),
     "components.0.items.0.description", BAD),
    ("emoji name", legacy(row(button(emoji={"name": "x" * 33}))), f"{B0}.emoji.name", LONG),
    ("button with a SKU", legacy(row(button(sku_id="5"))), f"{B0}.sku_id", "BUTTON_COMPONENT_SKU_UNEXPECTED"),
    ("kinds of channels twice", legacy(row({"type": 8, "custom_id": "c", "channel_types": [0, 0]})),
     f"{B0}.channel_types.1", TWICE),
    ("too few to begin with", legacy(row({"type": 5, "custom_id": "u", "min_values": 2, "max_values": 3,
                                          "default_values": [{"id": "5", "type": "user"}]})),
     f"{B0}.default_values", BAD),
    ("defaults", legacy(row(select(options=[option(n, default=True) for n in range(2)]))), f"{B0}.options",
     "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "path", "code"), [t[1:] for t in TOO_MUCH], ids=[t[0] for t in TOO_MUCH])
async def test_what_discord_refuses_in_a_message(call: Caller, body: Json, path: str, code: str) -> None:
    status, answer, _ = await call("POST", f"/channels/{channel_of(call)}/messages", body)
    assert (status, answer.get("code")) == (400, 50035), answer
    assert codes(answer["errors"]).get(path) == code, answer["errors"]


ENOUGH: list[tuple[str, Json]] = [
    ("content", {"content": "x" * 2000}),
    ("emoji counted as one", {"content": "🂡" * 2000}),
    ("embeds", {"embeds": [{"description": "x" * 600}] * 10}),
    ("fields", embed(fields=[{"name": "n", "value": "v"}] * 25)),
    ("rows", legacy(*[row(*[button(custom_id=f"{r}{n}") for n in range(5)]) for r in range(5)])),
    ("select", legacy(row(select(options=[option(n) for n in range(25)], max_values=25, placeholder="x" * 150)))),
    ("people", legacy(row({"type": 5, "custom_id": "u", "max_values": 25}))),
    ("emoji button", legacy(row(button(label=None, emoji={"name": "♠️"})))),
    ("link", legacy(row({"type": 2, "style": 5, "label": "x", "url": "https://x.y"}))),
    ("components", v2(*[text() for _ in range(40)])),
    ("nested", v2({"type": 17, "accent_color": 0xFFFFFF, "components": [text() for _ in range(39)]})),
    ("text in all", v2(text("x" * 4000))),
    ("section", v2({"type": 9, "components": [text()] * 3, "accessory": button()}, {"type": 14, "spacing": 2})),
    ("gallery", v2({"type": 12, "items": [{"media": {"url": "https://x.y/z.png"}}] * 10})),
    ("mentions", {"content": "<@1>", "allowed_mentions": {"parse": []}}),
    ("nonce", {"content": "x", "nonce": 2**63 - 1}),
    ("nobody to begin with",
     legacy(row({"type": 5, "custom_id": "u", "min_values": 2, "max_values": 3, "default_values": []}))),
    ("reply to nothing, politely",
     {"content": "x", "message_reference": {"message_id": "5", "fail_if_not_exists": False}}),
]  # fmt: skip


@pytest.mark.parametrize("body", [t[1] for t in ENOUGH], ids=[t[0] for t in ENOUGH])
async def test_what_just_fits(call: Caller, body: Json) -> None:
    status, answer, _ = await call("POST", f"/channels/{channel_of(call)}/messages", body)
    assert status == 200, answer


async def test_empty_messages_are_50006(call: Caller) -> None:
    bodies: list[Json] = [{}, {"content": ""}, {"content": "  \n"}, {"embeds": []}]
    for body in bodies:
        status, answer, _ = await call("POST", f"/channels/{channel_of(call)}/messages", body)
        assert (status, answer["code"]) == (400, 50006)


async def test_broken_json_is_50109(call: Caller) -> None:
    url = f"{call.server.url}/api/v10/channels/{channel_of(call)}/messages"
    headers = {"Authorization": f"Bot {call.server.token}", "Content-Type": "application/json"}
    async with call.session.post(url, data="{", headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)


async def upload(call: Caller, files: list[bytes], payload: str = "{}") -> tuple[int, Any]:
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", payload)
    for n, data in enumerate(files):
        form.add_field(f"files[{n}]", data, filename=f"a b{n}.png", content_type="application/octet-stream")
    url = f"{call.server.url}/api/v10/channels/{channel_of(call)}/messages"
    async with call.session.post(url, data=form, headers={"Authorization": f"Bot {call.server.token}"}) as response:
        return response.status, await response.json()


async def test_files(call: Caller) -> None:
    status, answer = await upload(call, [b"x"] * 11)
    assert (status, answer["code"]) == (400, 50035)
    status, answer = await upload(call, [b"x" * (10 * 1024 * 1024 + 1)])
    assert (status, answer["code"]) == (413, 40005)
    status, answer = await upload(call, [b"x"], '{"attachments": [{"id": 0, "description": "' + "x" * 1025 + '"}]}')
    assert codes(answer["errors"]) == {"attachments.0.description": LONG}
    status, answer = await upload(call, [b"x"] * 10, '{"attachments": [{"id": 3, "description": "a card"}]}')
    assert status == 200
    assert [a.get("description") for a in answer["attachments"]] == ["a card", *[None] * 9]
    assert answer["attachments"][0]["filename"] == "a_b3.png"
    kept = {"attachments": [{"id": a["id"]} for a in answer["attachments"][:2]]}
    status, edited, _ = await call("PATCH", f"/channels/{channel_of(call)}/messages/{answer['id']}", kept)
    assert [a["id"] for a in edited["attachments"]] == [a["id"] for a in answer["attachments"][:2]]
    async with call.session.get(answer["attachments"][5]["url"]) as response:
        assert response.status == 404
    url = edited["attachments"][0]["url"]
    status, same, _ = await call("PATCH", f"/channels/{channel_of(call)}/messages/{answer['id']}", {"content": "x"})
    assert len(same["attachments"]) == 2
    async with call.session.get(url) as response:
        assert (response.status, await response.read()) == (200, b"x")
    async with call.session.get(url.replace("hm=", "hm=0")) as response:
        assert response.status == 404


async def test_new_files_of_an_edit_take_the_place_of_those_that_it_does_not_name(call: Caller) -> None:
    _, message = await upload(call, [b"old"])
    form = aiohttp.FormData()
    form.add_field("files[0]", b"new", filename="new.png")
    path = f"/channels/{channel_of(call)}/messages/{message['id']}"
    status, edited, _ = await call("PATCH", path, data=form)
    assert (status, [a["filename"] for a in edited["attachments"]]) == (200, ["new.png"])


async def test_a_gallery_of_an_edit_finds_only_the_files_that_the_edit_names(call: Caller) -> None:
    shown = v2({"type": 12, "items": [{"media": {"url": "attachment://a_b0.png"}}]})
    _, message = await upload(call, [b"x"], json.dumps(shown))
    path = f"/channels/{channel_of(call)}/messages/{message['id']}"
    file = message["components"][0]["items"][0]["media"]
    status, answer, _ = await call("PATCH", path, shown)
    missing = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
    assert (status, codes(answer.get("errors", {}))) == (400, {"components.0.items.0.media.url": missing})
    for body in (shown | {"attachments": [{"id": file["id"]}]}, v2({"type": 12, "items": [{"media": file}]})):
        status, answer, _ = await call("PATCH", path, body)
        assert (status, answer["components"][0]["items"][0]["media"]["id"]) == (200, file["id"]), answer


async def test_the_v2_flag_comes_with_emptied_fields_and_never_goes(call: Caller) -> None:
    path = f"/channels/{channel_of(call)}/messages"
    _, old, _ = await call("POST", path, {"content": "old"})
    status, answer, _ = await call("PATCH", f"{path}/{old['id']}", v2(text()))
    assert codes(answer["errors"]) == {"content": "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"}
    status, answer, _ = await call("PATCH", f"{path}/{old['id']}", v2(text("new"), content=None, embeds=[]))
    assert (status, answer["content"], answer["flags"]) == (200, "", V2)
    status, answer, _ = await call("PATCH", f"{path}/{old['id']}", {"flags": 0})
    assert codes(answer["errors"]) == {"flags": "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG"}
    status, answer, _ = await call("PATCH", f"{path}/{old['id']}", {"content": "back"})
    assert "content" in answer["errors"]
    status, answer, _ = await call("PATCH", f"{path}/{old['id']}", {"components": [text("newer")]})
    assert (status, answer["components"][0]["content"]) == (200, "newer")


def command(**more: Any) -> Json:
    return {"name": "play", "description": "Play"} | more


def opt(**more: Any) -> Json:
    return {"type": 3, "name": "card", "description": "A card"} | more


COMMANDS: list[tuple[str, Json, str, str]] = [
    ("name length", command(name="x" * 33), "name", BAD),
    ("capital", command(name="Play"), "name", "APPLICATION_COMMAND_INVALID_NAME"),
    ("space", command(name="play it"), "name", "APPLICATION_COMMAND_INVALID_NAME"),
    ("description", command(description="x" * 101), "description", BAD),
    ("no description", command(description=""), "description", REQUIRED),
    ("options", command(options=[opt(name=f"o{n}") for n in range(26)]), "options", LONG),
    ("option name", command(options=[opt(name="A b")]), "options.0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    ("option twice", command(options=[opt(), opt()]),
     "options.1.name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"),
    ("required behind optional", command(options=[opt(), opt(name="b", required=True)]), "options.1",
     "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"),
    ("choices", command(options=[opt(choices=[{"name": f"{n}", "value": f"{n}"} for n in range(26)])]),
     "options.0.choices", LONG),
    ("choice name", command(options=[opt(choices=[{"name": "x" * 101, "value": "v"}])]),
     "options.0.choices.0.name", BAD),
    ("choices and autocomplete", command(options=[opt(autocomplete=True, choices=[{"name": "n", "value": "v"}])]),
     "options.0.choices", "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES"),
    ("locale", command(name_localizations={"xx": "spielen"}),
     "name_localizations", "APPLICATION_COMMAND_INVALID_LOCALE"),
    ("localized name", command(name_localizations={"de": "Spielen"}), "name_localizations.de",
     "APPLICATION_COMMAND_INVALID_NAME"),
    ("localized description", command(description_localizations={"de": "x" * 101}),
     "description_localizations.de", BAD),
    ("mixed", command(options=[opt(), {"type": 1, "name": "sub", "description": "d"}]), "options",
     "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
    ("type", command(options=[opt(type=12)]), "options.0.type", "BASE_TYPE_CHOICES"),
    ("contexts", command(contexts=[]), "contexts", BAD),
    ("contexts twice", command(contexts=[0, 0]), "contexts.1", TWICE),
    ("marks of other scripts", command(name="ক\u09be"), "name", "APPLICATION_COMMAND_INVALID_NAME"),
    ("permissions", command(default_member_permissions=2**54), "default_member_permissions", "NUMBER_TYPE_MAX"),
    ("integer", command(options=[opt(type=4, max_value=2**53)]), "options.0.max_value", "NUMBER_TYPE_MAX"),
    ("number", command(options=[opt(type=10, min_value=-1e16)]), "options.0.min_value", "NUMBER_TYPE_MIN"),
    ("number of a choice", command(options=[opt(type=10, choices=[{"name": "n", "value": 1e16}])]),
     "options.0.choices.0.value", "NUMBER_TYPE_MAX"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "path", "code"), [t[1:] for t in COMMANDS], ids=[t[0] for t in COMMANDS])
async def test_what_discord_refuses_in_a_command(call: Caller, body: Json, path: str, code: str) -> None:
    application = call.server.context.world.secrets.application_id
    status, answer, _ = await call("POST", f"/applications/{application}/commands", body)
    assert (status, answer.get("code")) == (400, 50035), answer
    assert codes(answer["errors"]).get(path) == code, answer["errors"]


async def test_what_just_fits_a_command(call: Caller) -> None:
    application = call.server.context.world.secrets.application_id
    options = [
        opt(type=4, name="whole", min_value=1 - 2**53, max_value=2**53 - 1),
        opt(type=10, name="number", max_value=2.0**53, choices=[{"name": "n", "value": -(2.0**53)}]),
    ]
    body = command(name="का-ไพ่", default_member_permissions=2**54 - 1, contexts=[0, 1, 2], options=options)
    status, answer, _ = await call("POST", f"/applications/{application}/commands", body)
    assert status == 201, answer


async def test_what_discord_refuses_of_places(call: Caller) -> None:
    world = call.server.context.world
    guild, channel = next(iter(world.guilds)), channel_of(call)
    _, thread, _ = await call("POST", f"/channels/{channel}/threads", {"name": "t", "type": 11})
    overwrites = [{"id": str(n), "type": 0} for n in range(101)]
    refused: list[tuple[str, str, Json, str, str]] = [
        ("POST", f"/channels/{channel}/threads", {"name": "t", "invitable": "no"}, "invitable", YES_OR_NO),
        ("PATCH", f"/channels/{thread['id']}", {"archived": "no"}, "archived", YES_OR_NO),
        ("PATCH", f"/channels/{thread['id']}", {"locked": 1}, "locked", YES_OR_NO),
        ("PATCH", f"/guilds/{guild}/members/@me", {"nick": "x" * 33}, "nick", LONG),
        ("PATCH", f"/guilds/{guild}/members/@me", {"nick": ["x"]}, "nick", "STRING_TYPE_CONVERT"),
        ("POST", f"/guilds/{guild}/channels", {"name": "c", "permission_overwrites": overwrites},
         "permission_overwrites", LONG),
    ]  # fmt: skip
    for method, path, body, where, code in refused:
        status, answer, _ = await call(method, path, body)
        assert (status, codes(answer.get("errors", {})).get(where)) == (400, code), (path, answer)


async def test_a_nickname_needs_the_permission(call: Caller) -> None:
    world = call.server.context.world
    guild = next(iter(world.guilds.values()))
    path = f"/guilds/{guild.id}/members/@me"
    assert (await call("PATCH", path, {"nick": "x" * 32}))[1]["nick"] == "x" * 32
    assert (await call("PATCH", path, {"nick": ""}))[1]["nick"] is None
    for role in guild.roles:
        role.permissions &= ~permissions.bits("change_nickname", "administrator")
    status, answer, _ = await call("PATCH", path, {"nick": "x"})
    assert (status, answer["code"]) == (403, 50013)
    assert (await call("PATCH", path, {}))[0] == 200


async def test_nothing_is_deleted_twice(call: Caller) -> None:
    for role in next(iter(call.server.context.world.guilds.values())).roles:
        role.permissions |= permissions.bits("manage_messages")
    path = f"/channels/{channel_of(call)}/messages/bulk-delete"
    status, answer, _ = await call("POST", path, {"messages": ["5", "6", "5"]})
    assert (status, codes(answer.get("errors", {}))) == (400, {"messages.2": TWICE})


async def test_a_command_of_8000_characters_fits_and_one_more_does_not(call: Caller) -> None:
    application = call.server.context.world.secrets.application_id

    def sized(total: int) -> Json:
        subs: list[Json] = []
        body = command(options=subs)
        for s in range(9):
            options = [opt(name=f"o{s}-{n}", description="x" * 30) for n in range(25)]
            subs.append({"type": 1, "name": f"s{s}", "description": "d", "options": options})
        missing = total - command_size(body)
        for sub in subs:
            for option_ in sub["options"]:
                take = min(70, max(0, missing))
                option_["description"] += "x" * take
                missing -= take
        return body

    assert command_size(sized(8000)) == 8000
    assert (await call("PUT", f"/applications/{application}/commands", [sized(8000)]))[0] == 200
    _, answer, _ = await call("PUT", f"/applications/{application}/commands", [sized(8001)])
    assert codes(answer["errors"]) == {"0": "APPLICATION_COMMAND_TOO_LARGE"}


def test_the_longest_localization_of_each_field_counts() -> None:
    body = command(name_localizations={"de": "spielen"}, description_localizations={"de": "x"})
    assert command_size(body) == len("spielen") + len("Play")


async def test_a_hundred_commands_and_names_once(call: Caller) -> None:
    application = call.server.context.world.secrets.application_id
    path = f"/applications/{application}/commands"
    status, answer, _ = await call("PUT", path, [command(name=f"c{n}") for n in range(101)])
    assert (status, answer["code"]) == (400, 30032)
    status, answer, _ = await call("PUT", path, [command(), command()])
    assert codes(answer["errors"]) == {"1.name": "APPLICATION_COMMANDS_DUPLICATE_NAME"}
    status, first, _ = await call("PUT", path, [command(name=f"c{n}") for n in range(100)])
    assert status == 200
    status, answer, _ = await call("POST", path, command(name="one-more"))
    assert (status, answer["code"]) == (400, 30032)
    _, again, _ = await call("PUT", path, [command(name="c3", description="new")])
    assert [c["id"] for c in again] == [first[3]["id"]]
    _, left, _ = await call("GET", path)
    assert [c["description"] for c in left] == ["new"]


async def test_two_hundred_new_commands_a_day(call: Caller) -> None:
    path = f"/applications/{call.server.context.world.secrets.application_id}/commands"
    for turn in range(2):
        assert (await call("PUT", path, [command(name=f"c{turn}-{n}") for n in range(100)]))[0] == 200
    status, answer, _ = await call("PUT", path, [command(name="new")])
    assert (status, answer["code"]) == (400, 30034)


UNKNOWN: list[tuple[str, Callable[[Caller], str], int, int]] = [
    ("GET", lambda c: "/channels/5", 404, 10003),
    ("GET", lambda c: "/channels/x", 404, 10003),
    ("GET", lambda c: "/guilds/5", 404, 10004),
    ("GET", lambda c: f"/channels/{channel_of(c)}/messages/5", 404, 10008),
    ("PATCH", lambda c: f"/channels/{channel_of(c)}/messages/5", 404, 10008),
    ("DELETE", lambda c: f"/channels/{channel_of(c)}/messages/5", 404, 10008),
    ("GET", lambda c: "/users/5", 404, 10013),
    ("POST", lambda c: "/webhooks/5/nothing", 404, 10015),
    ("PATCH", lambda c: "/webhooks/5/nothing/messages/@original", 404, 10015),
    ("POST", lambda c: "/interactions/5/nothing/callback", 404, 10062),
    ("GET", lambda c: f"/applications/{c.server.context.world.secrets.application_id}/commands/5", 404, 10063),
    ("GET", lambda c: f"/applications/{c.server.context.world.secrets.application_id}/emojis/5", 404, 10014),
    ("GET", lambda c: "/applications/5/commands", 403, 20012),
    ("GET", lambda c: f"/guilds/{next(iter(c.server.context.world.guilds))}/members/5", 404, 10013),
    ("GET", lambda c: f"/guilds/{next(iter(c.server.context.world.guilds))}/members?limit=5", 403, 50001),
    ("GET", lambda c: f"/channels/{channel_of(c)}/messages?limit=101", 400, 50035),
]


@pytest.mark.parametrize(("method", "path", "status", "code"), UNKNOWN)
async def test_unknown_things(call: Caller, method: str, path: Callable[[Caller], str], status: int, code: int) -> None:
    got, answer, _ = await call(method, path(call), {})
    assert (got, answer["code"]) == (status, code)


async def test_other_peoples_messages_and_too_many_at_once(call: Caller) -> None:
    async with People(call.server.url) as people:
        you = await people.host()
        said = await you.say("mine")
        path = f"/channels/{said.channel_id}/messages"
        assert (await call("PATCH", f"{path}/{said.id}", {"content": "yours"}))[1]["code"] == 50005
        assert (await call("DELETE", f"{path}/{said.id}"))[1]["code"] == 50013
        assert (await call("POST", f"{path}/bulk-delete", {"messages": [said.id, "5"]}))[1]["code"] == 50013
        assert (await call("POST", "/users/@me/channels", {"recipient_id": "5"}))[1]["code"] == 10013


@pytest.mark.parametrize("emoji", ["♠️", "♠", "🃏", "🇩🇪", "1️⃣", "👍🏽", "👨‍👩‍👧", "✅", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🫠"])
def test_standard_emoji(emoji: str) -> None:
    assert is_emoji(emoji)


@pytest.mark.parametrize("no_emoji", ["", "A", "spade", ":x:", "🂡", "♤", "▲", "♠♠", "1"])
def test_no_emoji(no_emoji: str) -> None:
    assert not is_emoji(no_emoji)
