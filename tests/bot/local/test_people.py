"""The person-side API: who may call it, what each person sees, talk, threads, unread marks, languages."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import discord
import pytest
from discord import ui

from bot.local import LocalDiscord, redirected
from bot.local.testing.driver import People
from bot.local.testing.seen import DriverError
from tests.bot.local.conftest import Caller, Room
from tests.bot.local.testbot import Buttons


async def status(server: LocalDiscord, method: str, path: str, **headers: str) -> int:
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, server.url + path, headers=headers, json={} if method == "POST" else None) as response,
    ):
        return response.status


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "example.com", ""])
async def test_only_loopback_is_served(host: str) -> None:
    with pytest.raises(ValueError, match="this machine only"):
        await LocalDiscord().start(host=host)


async def test_another_web_page_or_a_rebound_name_cant_act(server: LocalDiscord) -> None:
    port = server.url.rpartition(":")[2]
    assert await status(server, "POST", "/local/enter") == 200
    assert await status(server, "POST", "/local/enter", Origin=server.url) == 200
    assert await status(server, "POST", "/local/enter", Origin="http://evil.example") == 403
    assert await status(server, "POST", "/local/enter", Origin="null") == 403
    assert await status(server, "POST", "/local/enter", Origin=f"http://localhost:{int(port) + 1}") == 403
    assert await status(server, "POST", "/local/enter", Host=f"evil.example:{port}") == 403
    assert await status(server, "GET", "/", Host=f"evil.example:{port}") == 403
    assert await status(server, "GET", "/api/v10/gateway", Host="evil.example") == 403
    assert await status(server, "POST", "/local/enter", Host=f"localhost:{port}") == 200
    key = server.context.world.host.key
    path = f"/local/events?key={key}"
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(server.url + path, headers={"Origin": "http://evil.example"})
        assert refused.value.status == 403
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(server.url + "/local/events?key=guess")
        assert refused.value.status == 401


async def test_without_a_key_nothing_is_told(server: LocalDiscord) -> None:
    for path in ("/local/state", "/local/people", "/local/log", "/local/faults"):
        assert await status(server, "GET", path) == 401
        assert await status(server, "GET", path, Authorization="Bearer guess") == 401
        assert await status(server, "GET", path, Authorization=f"Bearer {server.token}") == 401


async def test_the_page_is_served_and_nothing_outside_it(server: LocalDiscord) -> None:
    async with aiohttp.ClientSession() as session:
        for path in ("/%2e%2e/server.py", "/..%2fserver.py", "/nothing.js", "/%2e%2e/%2e%2e/%2e%2e/pyproject.toml"):
            async with session.get(server.url + path) as response:
                assert response.status == 404


async def test_a_link_signs_in_as_its_person(people: People) -> None:
    you = await people.host()
    ann = await people.guest("Ann")
    links = {p["name"]: p["link"] for p in await you.call("GET", "/local/people")}
    assert links["Ann"].endswith(f"?key={ann.key}")
    assert (await people.enter(ann.key)).id == ann.id
    with pytest.raises(DriverError) as refused:
        await people.enter("guess")
    assert refused.value.code == "bad_key"


async def test_guests_get_names_and_changes_are_checked(people: People) -> None:
    you = await people.host()
    names = [(await people.guest()).name for _ in range(3)]
    assert names == ["Ann", "Bo", "Cy"]
    double = await people.guest("Ann")
    state = await you.call("GET", "/local/state")
    assert len({p["username"] for p in state["people"]}) == len(state["people"])
    assert double.name == "Ann"
    for change in ({"locale": "tlh"}, {"name": ""}, {"name": "x" * 33}):
        with pytest.raises(DriverError):
            await double.set(**change)
    with pytest.raises(DriverError) as refused:
        await you.set(member=False)
    assert refused.value.code == "host_stays"


async def test_talk_edit_reply_react_and_delete(people: People) -> None:
    you, ann = await people.host(), await people.guest("Ann")
    said = await you.say("**hello** ♠")
    seen = await ann.wait_for("hello")
    reply = await ann.say("hi", reply_to=seen)
    assert reply.payload["referenced_message"]["id"] == said.id
    assert reply.payload["mentions"][0]["id"] == you.id
    path = f"/local/channels/{said.channel_id}/messages/{said.id}"
    await ann.call("PUT", f"{path}/reactions/%F0%9F%91%8D")
    await you.until(lambda: said.payload.get("reactions"))
    assert said.payload["reactions"][0]["count"] == 1
    for method, body in (("PATCH", {"content": "x"}), ("DELETE", None)):
        with pytest.raises(DriverError) as refused:
            await ann.call(method, path, body)
        assert refused.value.code == "not_yours"
    await you.call("PATCH", path, {"content": "edited"})
    await ann.until(lambda: seen.content == "edited" and seen.edited)
    await you.call("DELETE", path)
    await ann.until(lambda: seen.gone)
    with pytest.raises(DriverError) as refused:
        await you.say("")
    assert refused.value.code == "discord_50006"
    with pytest.raises(DriverError, match="2000 or fewer"):
        await you.say("x" * 2001)


async def test_unread_marks_and_mentions(people: People) -> None:
    you, ann = await people.host(), await people.guest("Ann")

    async def unread() -> list[Any]:
        state = await ann.call("GET", "/local/state")
        channel = next(c for c in state["servers"][0]["channels"] if c["id"] == you.channel)
        return [channel["unread"], channel["mentions"]]

    await you.say("one")
    await you.say(f"<@{ann.id}> two")
    assert await unread() == [2, 1]
    await ann.call("POST", f"/local/channels/{you.channel}/read", {})
    assert await unread() == [0, 0]
    await ann.until(lambda: any(e["event"] == "unread" and e["unread"] == 0 for e in ann.events))
    late = await people.guest("Late")
    state = await late.call("GET", "/local/state")
    assert all(c["unread"] == 0 for c in state["servers"][0]["channels"])


async def test_pages_of_messages(people: People) -> None:
    you = await people.host()
    ids = [(await you.say(str(n))).id for n in range(10)]
    path = f"/local/channels/{you.channel}/messages"

    async def page(query: str) -> list[str]:
        return [m["id"] for m in await you.call("GET", f"{path}?{query}")]

    assert await page("limit=3") == ids[-3:]
    assert await page(f"limit=3&before={ids[5]}") == ids[2:5]
    assert await page(f"limit=3&after={ids[5]}") == ids[6:9]
    assert await page(f"limit=4&around={ids[5]}") == ids[3:8]


async def test_threads(room: Room) -> None:
    ann = await room.people.guest("Ann")
    said = await room.you.say("start here")
    thread = await ann.open_thread("side table", message=said)
    assert thread == said.id
    assert (await ann.command("game new", kind="poker", channel=thread)).shown.channel_id == thread
    with pytest.raises(DriverError) as refused:
        await ann.open_thread("again", message=said)
    assert refused.value.code == "discord_160004"
    other = await ann.open_thread("free table")
    line = await room.you.wait_for("free table")
    assert (line.payload["type"], line.payload["message_reference"]["channel_id"]) == (18, other)
    known = room.bot.guilds[0].get_thread(int(thread))
    assert known is not None
    await known.send("from the bot")
    await ann.wait_for("from the bot", channel=thread)


async def test_commands_in_the_persons_language_and_by_permission(server: LocalDiscord, people: People) -> None:
    call = Caller(server, people.session)
    you, ann = await people.host(), await people.guest("Ann", locale="de")
    application = server.context.world.secrets.application_id
    choice = {"name": "Ace", "value": "A", "name_localizations": {"de": "Ass"}}
    option = {
        "type": 3,
        "name": "card",
        "description": "A card",
        "name_localizations": {"de": "karte"},
        "choices": [choice],
    }
    commands = [
        {"name": "play", "description": "Play", "name_localizations": {"de": "spielen"}, "options": [option]},
        {"name": "close", "description": "Close", "default_member_permissions": "32"},
        {"name": "here", "description": "In servers", "contexts": [0]},
        {"name": "there", "description": "In DMs", "contexts": [1]},
    ]
    await call("PUT", f"/applications/{application}/commands", commands)
    await ann.until(lambda: any(e["event"] == "commands" for e in ann.events))

    async def names(person: Any, channel: str) -> list[str]:
        return sorted(c["name"] for c in await person.call("GET", f"/local/channels/{channel}/commands"))

    assert await names(ann, ann.channel) == ["here", "play"]
    assert await names(you, you.channel) == ["close", "here", "play"]
    dm = (await ann.call("POST", "/local/dms", {}))["id"]
    assert await names(ann, dm) == ["close", "play", "there"]
    listed = await ann.call("GET", f"/local/channels/{ann.channel}/commands")
    play = next(c for c in listed if c["name"] == "play")
    assert (play["name_localized"], play["options"][0]["name_localized"]) == ("spielen", "karte")
    assert play["options"][0]["choices"][0]["name_localized"] == "Ass"
    with pytest.raises(DriverError) as refused:
        await ann.command("close")
    assert refused.value.code == "unknown_command"


async def test_a_file_as_an_option(room: Room) -> None:
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", '{"command": "upload", "options": {"file": 0}}')
    form.add_field("files[0]", b"x" * 5, filename="notes.txt")
    sent = await room.you.call("POST", f"/local/channels/{room.you.channel}/commands", form)
    assert (await room.you.answer(sent["interaction_id"])).content == "notes.txt 5 None"


async def test_dms_are_seen_by_one_person_only(room: Room) -> None:
    ann = await room.people.guest("Ann")
    await ann.command("dm")
    hand = await ann.wait_for("Your new hand", channel="dm")
    assert room.you.dms() == []
    for method, path in (("GET", ""), ("GET", f"/{hand.id}"), ("POST", f"/{hand.id}/components")):
        with pytest.raises(DriverError) as refused:
            await room.you.call(
                method, f"/local/channels/{hand.channel_id}/messages{path}", {} if method == "POST" else None
            )
        assert refused.value.code == "unknown_channel"
    with pytest.raises(DriverError):
        await room.you.command("play", card="AS", channel=hand.channel_id)


async def test_typing_and_the_bots_coming_and_going(room: Room) -> None:
    await room.channel.typing()
    event = await room.you.until(lambda: next((e for e in room.you.events if e["event"] == "typing"), None))
    assert event["person_id"] == room.you.state["bot"]["id"]
    await room.bot.close()
    await room.you.until(lambda: any(e["event"] == "bot" and not e["online"] for e in room.you.events))


async def test_redirect_is_undone(server: LocalDiscord) -> None:
    from discord.asset import Asset
    from discord.gateway import DiscordWebSocket
    from discord.http import Route

    with redirected(server.url):
        assert Route.BASE.startswith(server.url)
        assert str(DiscordWebSocket.DEFAULT_GATEWAY).startswith("ws://127.0.0.1:")
    assert Route.BASE.startswith("https://discord.com/")
    assert str(DiscordWebSocket.DEFAULT_GATEWAY).startswith("wss://gateway.discord.gg")
    assert Asset.BASE.startswith("https://cdn.discordapp.com")


@pytest.mark.parametrize(
    ("path", "kind"), [("/", "text/html"), ("/app.js", "text/javascript"), ("/css/base.css", "text/css")]
)
async def test_the_page_comes_with_safe_headers_and_is_always_fresh(server: LocalDiscord, path: str, kind: str) -> None:
    async with aiohttp.ClientSession() as session, session.get(server.url + path) as response:
        assert (response.status, response.content_type) == (200, kind)
        assert response.headers["Cache-Control"] == "no-cache"
        assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
        assert response.headers["X-Content-Type-Options"] == "nosniff"


async def test_what_the_page_may_load_is_said_once_and_is_nothing_from_the_web(server: LocalDiscord) -> None:
    async with aiohttp.ClientSession() as session, session.get(server.url) as response:
        policy = response.headers["Content-Security-Policy"]
        assert "Content-Security-Policy" not in await response.text()
    assert policy.startswith("default-src 'none'; ")
    sources = {source for rule in policy.split("; ") for source in rule.split()[1:]}
    assert sources == {"'none'", "'self'", "blob:", "data:", "ws:"}


async def test_files_that_a_browser_might_run_are_only_downloaded(people: People) -> None:
    you = await people.host()
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", "{}")
    form.add_field("files[0]", b"<script>alert(1)</script>", filename="page.html", content_type="text/html")
    form.add_field("files[1]", b"", filename="empty.txt")
    sent = await you.call("POST", f"/local/channels/{you.channel}/messages", form)
    page, empty = sent["attachments"]
    async with people.session.get(page["url"]) as response:
        assert response.headers["Content-Disposition"] == "attachment"
        assert response.headers["Content-Security-Policy"].startswith("sandbox")
    async with people.session.get(empty["url"]) as response:
        assert (response.status, await response.read()) == (200, b"")
    async with people.session.get(page["url"].replace("ex=", "ex=0&was=")) as response:
        assert response.status == 404


async def test_a_locked_thread_and_a_thread_brought_back(server: LocalDiscord, people: People) -> None:
    you, ann = await people.host(), await people.guest("Ann")
    thread = await ann.open_thread("mine")
    changed = await ann.call("PATCH", f"/local/channels/{thread}", {"archived": True, "name": "done"})
    assert (changed["archived"], changed["name"]) == (True, "done")
    await you.say("one more thing", channel=thread)
    state = await ann.call("GET", "/local/state")
    assert not next(c for c in state["servers"][0]["channels"] if c["id"] == thread)["archived"]
    channel = server.context.world.channels[int(thread)]
    channel.archived = channel.locked = True
    with pytest.raises(DriverError) as refused:
        await you.say("too late", channel=thread)
    assert refused.value.code == "locked"


async def test_messages_are_deleted_by_whoever_may_and_the_bot_is_told(call: Caller, people: People) -> None:
    you, ann = await people.host(), await people.guest("Ann")
    told: list[Any] = []
    gateway = call.server.context.gateway
    async with people.session.ws_connect(gateway.url) as line:
        await line.receive_json()
        await line.send_json({"op": 2, "d": {"token": call.server.token, "intents": 1 | 1 << 9, "properties": {}}})

        async def deleted() -> Any:
            while (event := await line.receive_json(timeout=5))["t"] != "MESSAGE_DELETE":
                told.append(event["t"])
            return event["d"]["id"]

        path = f"/channels/{you.channel}/messages"
        _, own, _ = await call("POST", path, {"content": "the bot's"})
        assert (await call("DELETE", f"{path}/{own['id']}"))[0] == 204
        assert await deleted() == own["id"]
        by_host = await call("POST", path, {"content": "the bot's again"})
        said = await ann.say("Ann's")
        with pytest.raises(DriverError) as refused:
            await ann.call("DELETE", f"/local{path}/{by_host[1]['id']}")
        assert refused.value.code == "not_yours"
        for message_id in (by_host[1]["id"], said.id):  # the host manages messages
            await you.call("DELETE", f"/local{path}/{message_id}")
            assert await deleted() == message_id
        mine = await ann.say("Ann's again")
        await ann.dismiss(mine)
        assert await deleted() == mine.id
    assert "MESSAGE_CREATE" in told
    assert ann.messages() == you.messages() == []


def _old(label: str) -> ui.View:
    """A button that the bot is about to take away."""
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label=label, custom_id="old"))
    return view


async def _crossing(room: Room, message: discord.Message, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """From now on the bot changes the message while the person's first press is on its way; what was pressed."""
    call, pressed = room.you.call, []

    async def late(method: str, path: str, body: Any = None) -> Any:
        if path.endswith("/components"):
            pressed.append(body["custom_id"])
            if len(pressed) == 1:
                await message.edit(view=Buttons())
        return await call(method, path, body)

    monkeypatch.setattr(room.you, "call", late)
    return pressed


async def test_a_press_by_label_looks_again_where_the_message_has_changed(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = await room.channel.send("A table", view=_old("Join"))
    seen = await room.you.wait_for("A table")
    pressed = await _crossing(room, message, monkeypatch)
    answer = await room.you.click(seen, "Join")
    assert pressed == ["old", "join"]
    assert answer.content.endswith("joined")


async def test_a_press_by_label_waits_for_a_button_that_can_be_pressed(room: Room) -> None:
    view = _old("Later")
    message = await room.channel.send("A table", view=view)
    seen = await room.you.wait_for("A table")
    join = asyncio.create_task(room.you.click(seen, "Join"))
    await message.edit(view=Buttons())
    assert (await join).content.endswith("joined")
    off = Buttons()
    off.secret.disabled = True
    await message.edit(view=off)
    await room.you.until(lambda: seen.button("Secret")["disabled"])
    secret = asyncio.create_task(room.you.click(seen, "Secret"))
    await asyncio.sleep(0)
    assert not secret.done()
    await message.edit(view=Buttons())
    assert (await secret).content == "Only for you"


async def test_waiting_says_what_was_missing(people: People) -> None:
    you = await people.host()
    with pytest.raises(TimeoutError, match=r"waited 0\.1 s for the first") as late:
        await you.until(lambda: you.messages()[0], "the first", 0.1)
    assert isinstance(late.value.__cause__, IndexError)


async def test_a_press_looks_again_for_nothing_else(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, (label, custom_id) in enumerate([("Gone", None), (None, "old")]):
        message = await room.channel.send(f"Table {number}", view=_old("Gone"))
        seen = await room.you.wait_for(f"Table {number}")
        with monkeypatch.context() as crossing:
            pressed = await _crossing(room, message, crossing)
            with pytest.raises((TimeoutError, DriverError)) as refused:
                await room.you.click(seen, label, custom_id=custom_id, timeout=0.5)
        assert pressed == ["old"]
        assert ("another button 'Gone'" if label else "unknown_component") in str(refused.value)


async def test_roles_are_made_and_given_and_their_permissions_hold(people: People) -> None:
    you, ann = await people.host(), await people.guest("Ann")
    role = await you.role("Managers", "manage_guild")
    await ann.is_given(role)
    state = await ann.call("GET", "/local/state")
    (server,) = state["servers"]
    assert {"id": role, "name": "Managers"}.items() <= next(r for r in server["roles"] if r["id"] == role).items()
    assert next(member for member in server["members"] if member["id"] == ann.id)["roles"] == [role]
    await ann.is_given()
    state = await ann.call("GET", "/local/state")
    assert next(m for m in state["servers"][0]["members"] if m["id"] == ann.id)["roles"] == []
    for refused, code in (
        (you.role("Managers", "fly"), "bad_permission"),
        (you.role(""), "bad_name"),
        (ann.is_given("5"), "unknown_role"),
        (you.call("PUT", "/local/people/5/roles", {"roles": []}), "unknown_person"),
        (you.call("POST", "/local/roles", {"name": "x", "server_id": "5"}), "unknown_server"),
    ):
        with pytest.raises(DriverError) as error:
            await refused
        assert error.value.code == code
