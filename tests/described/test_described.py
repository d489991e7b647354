"""The check of requests and answers itself: it finds what isn't as described, and nothing else."""

from __future__ import annotations

import copy
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from bot.local import LocalDiscord
from tests.bot.local.conftest import Caller
from tests.described import Json, Watch, answer_faults, described, operation, request_faults
from tests.described.__main__ import USED, trimmed, written

MESSAGES = "/channels/{channel_id}/messages"
CALLBACK = "/interactions/{interaction_id}/{webhook_token}/callback"
BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
PICTURE = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}, "description": "a card"}]}
MESSAGE: Json = {
    "flags": 1 << 15,
    "components": [{"type": 17, "components": [PICTURE, {"type": 1, "components": [BUTTON]}]}],
    "attachments": [{"id": 0, "filename": "a.png"}],
    "allowed_mentions": {"parse": [], "users": [5]},
    "nonce": "n",
    "tts": False,
}
IN_CONTAINER = ("components", 0, "components")
IN_BUTTON = (*IN_CONTAINER, 1, "components", 0)
WRONG: list[tuple[tuple[str | int, ...], Any, str]] = [
    ((*IN_BUTTON, "label"), "x" * 81, "has 81, and the most is 80"),
    ((*IN_BUTTON, "custom_id"), "", "has 0, and the least is 1"),
    ((*IN_BUTTON, "style"), 9, "is 9, none of [1, 2, 3, 4, 5, 6]"),
    ((*IN_BUTTON, "disabled"), 1, "is a int, not boolean or null"),
    ((*IN_BUTTON, "colour"), 5, "is not described"),
    ((*IN_CONTAINER, 0, "items"), [], "has 0, and the least is 1"),
    ((*IN_CONTAINER, 0, "items", 0, "media"), {}, "is missing"),
    ((*IN_CONTAINER, 0, "items", 0, "media", "url"), "a.png", "is 'a.png', no address"),
    (("components", 0, "accent_color"), -1, "is -1, and the minimum is 0"),
    (("components", 0, "accent_color"), 1 << 24, "is 16777216, and the maximum is 16777215"),
    (("components", 0), {"type": 2}, "is {'type': 2}, which fits nothing here"),
    (("attachments", 0, "id"), "first", "is 'first', no id"),
    (("allowed_mentions", "users"), ["5", "5"], "has something twice"),
    (("content",), True, "is a bool, not string or null"),
    (("embeds",), [{"timestamp": "soon"}], "is 'soon', no time"),
]


def test_what_is_as_described_has_no_faults_and_an_answer_no_nonce() -> None:
    assert [*request_faults("POST", MESSAGES, MESSAGE)] == []
    answer = {"type": 4, "data": MESSAGE | {"flags": 64}}
    assert [*request_faults("POST", CALLBACK, answer)] == [(("data", "nonce"), "is not described")]
    assert [*request_faults("DELETE", MESSAGES + "/{message_id}", None)] == []
    assert [*answer_faults("DELETE", MESSAGES + "/{message_id}", 204, None)] == []


@pytest.mark.parametrize(("where", "value", "what"), WRONG)
def test_what_is_not_as_described_is_found(where: tuple[str | int, ...], value: Any, what: str) -> None:
    body: Any = copy.deepcopy(MESSAGE)
    place = body
    for step in where[:-1]:
        place = place[step]
    place[where[-1]] = value
    found = [*request_faults("POST", MESSAGES, body)]
    assert [fault for _, fault in found] == [what]
    assert found[0][0][: len(where)] == where


def test_what_nobody_has_described_is_found() -> None:
    assert [what for _, what in request_faults("PUT", MESSAGES, {})] == ["is not described"]
    assert [what for _, what in request_faults("GET", "/gateway/bot", {})] == ["has a body, and none is described"]
    assert [what for _, what in answer_faults("POST", MESSAGES, 201, {})] == ["201 is not described"]
    assert [what for _, what in answer_faults("POST", MESSAGES, 200, None)] == ["has no body"]
    missing = {where[0] for where, what in answer_faults("POST", MESSAGES, 200, {}) if what == "is missing"}
    assert {"id", "channel_id", "author", "components", "flags"} <= missing


def test_an_answer_has_ids_as_texts() -> None:
    dm = operation("POST", "/users/@me/channels")
    assert dm is not None
    assert [*request_faults("POST", "/users/@me/channels", {"recipient_id": 5})] == []
    found = dict(answer_faults("POST", "/users/@me/channels", 200, {"id": 5, "type": 1}))
    assert found["id",] == "is a int, not string"


def test_the_part_is_what_the_bot_uses_and_stays_as_it_is() -> None:
    part = described()
    assert {path: tuple(methods) for path, methods in part["paths"].items()} == USED
    assert trimmed(part, part["licence"], part["version"]) == part
    assert "Permission is hereby granted" in part["licence"]
    assert described() == part
    assert written(part).count("\n") > len(part["components"]["schemas"])


@pytest_asyncio.fixture
async def watched(server: LocalDiscord) -> Watch:
    watch = Watch()
    server.context.log.listen(watch)
    return watch


async def test_whoever_listens_hears_of_it(server: LocalDiscord, watched: Watch) -> None:
    async with aiohttp.ClientSession() as session:
        call = Caller(server, session)
        path = f"/channels/{next(iter(server.context.world.channels))}/messages"
        await call("POST", path, {"content": "x", "emoji": 5})
        await call("POST", path, {"content": "x" * 2001, "emoji": 5})  # refused
        await call("GET", "/users/@me")
    assert watched.faults == [f"POST {MESSAGES}: emoji is not described"]
    assert watched.seen == {("POST", MESSAGES), ("GET", "/users/@me")}


async def test_the_local_discord_answers_as_described(server: LocalDiscord, watched: Watch) -> None:
    picture = {"media": {"url": "https://x.y/z.png"}}
    gallery = {"type": 12, "items": [picture]}
    section = {"type": 9, "components": [{"type": 10, "content": "x"}], "accessory": {"type": 11} | picture}
    emoji = {"name": "🃏"}
    options = [{"label": "l", "value": "v", "emoji": emoji}]
    rows = [
        {"type": 1, "components": [BUTTON | {"emoji": emoji}]},
        {"type": 1, "components": [{"type": 3, "custom_id": "s", "options": options}]},
    ]
    async with aiohttp.ClientSession() as session:
        call = Caller(server, session)
        path = f"/channels/{next(iter(server.context.world.channels))}/messages"
        embed = {"title": "t", "fields": [{"name": "n", "value": "v"}]}
        for body in ({"components": rows, "embeds": [embed]}, {"flags": 1 << 15, "components": [gallery, section]}):
            _, sent, _ = await call("POST", path, body)
            assert (await call("GET", f"{path}/{sent['id']}"))[0] == 200
            assert (await call("PATCH", f"{path}/{sent['id']}", body | {"flags": sent["flags"]}))[0] == 200
        for path in ("/users/@me", "/oauth2/applications/@me", "/gateway/bot"):
            assert (await call("GET", path))[0] == 200
    assert watched.faults == []
