"""Lists in pages: some libraries ask until an empty page comes."""

from __future__ import annotations

import pytest

from bot.local import LocalDiscord
from bot.local.testing.driver import People
from tests.bot.local.conftest import Caller


@pytest.mark.parametrize(
    ("query", "expected"),
    [("", "abc"), ("?limit=2", "ab"), ("?limit=2&after=b", "c"), ("?after=c", ""), ("?before=c&limit=1", "b")],
)
async def test_the_people_of_a_reaction(people: People, call: Caller, query: str, expected: str) -> None:
    you = await people.host()
    ids = {"a": int(you.id), "b": int((await people.guest("Ann")).id), "c": int((await people.guest("Bo")).id)}
    said = await you.say("Hello")
    world = call.server.context.world
    for person_id in reversed(ids.values()):
        call.server.context.chat.react(
            world.message(int(you.channel), int(said.id)), person_id, {"id": None, "name": "👍"}
        )
    for letter, number in ids.items():
        query = query.replace(f"={letter}", f"={number}")
    status, found, _ = await call("GET", f"/channels/{you.channel}/messages/{said.id}/reactions/👍{query}")
    assert status == 200
    assert [int(user["id"]) for user in found] == [ids[letter] for letter in expected]


@pytest.mark.parametrize("query", ["?limit=0", "?limit=101", "?limit=many", "?after=Ann"])
async def test_a_page_that_there_cant_be(people: People, call: Caller, query: str) -> None:
    you = await people.host()
    said = await you.say("Hello")
    status, error, _ = await call("GET", f"/channels/{you.channel}/messages/{said.id}/reactions/👍{query}")
    assert (status, error["code"]) == (400, 50035)


async def test_the_servers_of_the_bot(server: LocalDiscord, call: Caller) -> None:
    (guild,) = server.context.world.guilds
    _, found, _ = await call("GET", "/users/@me/guilds")
    assert [g["id"] for g in found] == [str(guild)]
    assert (await call("GET", f"/users/@me/guilds?after={guild}"))[1] == []


async def test_pins_before_a_moment(people: People, call: Caller) -> None:
    you = await people.host()
    moments = ["2026-01-01T00:00:00+00:00", "2026-01-02T00:00:00.5+00:00", "2026-01-03T00:00:00+00:00"]
    for moment in moments:
        said = await you.say(moment)
        call.server.context.world.message(int(you.channel), int(said.id)).pinned_at = moment
    path = f"/channels/{you.channel}/messages/pins"

    async def page(query: str) -> tuple[list[str], bool]:
        status, found, _ = await call("GET", path + query)
        assert status == 200, found
        return [item["message"]["content"] for item in found["items"]], found["has_more"]

    assert await page("") == (moments[::-1], False)
    assert await page("?limit=2") == (moments[:0:-1], True)
    assert await page("?before=2026-01-02T00:00:00.500%2B00:00") == (moments[:1], False)
    assert await page("?before=2026-01-03T01:00:00%2B01:00&limit=1") == ([moments[1]], True)
    for wrong in ("yesterday", "2026-01-02", "2026-01-02T00:00:00"):
        assert (await call("GET", f"{path}?before={wrong}"))[0] == 400
