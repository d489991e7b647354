"""The private parts of discord.py on which the bot leans: an upgrade that changes them fails here, by name."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
from discord import app_commands
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.http import HTTPClient, Ratelimit
from discord.shard import AutoShardedClient, EventItem, EventType, Shard
from discord.state import AutoShardedConnectionState

import bot
from bot.gateway.client import ShardedClient
from bot.gateway.rate_limits import Bucket

ROOT = Path(bot.__file__).parent
CLIENT = {
    "_AutoShardedClient__queue": "the queue of what the shards report, from which bot/gateway/client.py mends them",
    "_AutoShardedClient__shards": "the shards that have a connection, whose pauses before another attempt are bounded",
    "_async_setup_hook": "makes that queue before a client is closed that never signed in",
    "_connection": "the state, to which the number of shards is given",
    "_get_state": "makes the state; bot/gateway/client.py gives one of its own",
    "_handlers": "goes to the state",
    "_hooks": "goes to the state",
    "_ready": "tells whether the queue has been made",
}
STATE = {
    "_get_guild": "the server of an interaction, whose channel's newest message is noted",
    "_delay_ready": "tells that all shards are ready; it is called by itself, and made to wait for each shard",
    "_ready_task": "the task that waits for all shards, which a client that ends takes back",
    "_ready_tasks": "the tasks that wait for the servers of each shard",
    "_remove_guild": "forgets a server that READY names no more",
    "shard_count": "the number of shards",
    "shard_ids": "the shards for whose READY everything waits",
}
SENDER = {
    "_try_clear_expired_ratelimits": "forgets rate limits at each channel's first request; made to do it seldom",
}
BUCKET = {
    "_sleeping": "tells whether somebody waits for the bucket's next window already",
    "outgoing": "how many requests of a bucket are under way",
    "remaining": "how many more Discord takes",
}
COMMANDS = {
    "_locale_name": "where a finished command, or a choice, gets the key of its name",
    "_locale_description": "where a finished command gets the key of its description",
    "_params": "the arguments of a finished command",
    "_rename": "where an argument gets the key of its name",
}


def missing(part: str, use: str, where: str) -> str:
    """The sentence for whoever upgrades the library."""
    return f"discord.py {discord.__version__} has no {part} in {where} any more, but the bot needs it: {use}"


async def test_the_client_has_what_the_shards_are_held_by() -> None:
    client = ShardedClient(intents=discord.Intents.none())
    try:
        await client._async_setup_hook()
        for part, use in CLIENT.items():
            assert hasattr(client, part), missing(part, use, "AutoShardedClient")
        for part, use in STATE.items():
            assert hasattr(client._connection, part), missing(part, use, "AutoShardedConnectionState")
    finally:
        await client.close()


async def test_the_library_makes_the_state_by_the_method_that_is_overridden() -> None:
    client = ShardedClient(intents=discord.Intents.none())
    assert type(client._connection) is not AutoShardedConnectionState, "_get_state isn't asked for the state any more"
    assert isinstance(client._connection, AutoShardedConnectionState)
    for method in ("_delay_ready", "parse_ready"):
        assert method in vars(AutoShardedConnectionState), missing(method, "it is overridden", "the state")
    assert "_delay_ready" in inspect.getsource(AutoShardedConnectionState.parse_ready), "READY doesn't lead there"
    await client.close()


async def test_the_library_makes_its_buckets_by_the_name_that_is_replaced() -> None:
    client = ShardedClient(intents=discord.Intents.none())
    for part, use in SENDER.items():
        assert part in vars(HTTPClient), missing(part, use, "HTTPClient")
    bucket = client.http.get_ratelimit("a kind of request")
    assert isinstance(bucket, Bucket), "buckets are no longer made of what is called Ratelimit in discord.http"
    for part, use in BUCKET.items():
        assert hasattr(bucket, part), missing(part, use, "Ratelimit")
    await client.close()


def test_a_shard_is_made_and_mended_as_is_relied_on() -> None:
    assert [*inspect.signature(AutoShardedClient.launch_shard).parameters] == ["self", "gateway", "shard_id", "initial"]
    assert "_reconnect" in Shard.__init__.__code__.co_names, missing("_reconnect", "connect sets it", "the client")
    for method, parameters in (("reidentify", ["self", "exc"]), ("reconnect", ["self"])):
        assert [*inspect.signature(getattr(Shard, method)).parameters] == parameters, f"Shard.{method} asks for more"
    assert EventItem.__slots__ == ("type", "shard", "error"), "a report has other parts"
    known = {name for name in vars(EventType) if not name.startswith("_")}
    assert known == {"close", "reconnect", "resume", "identify", "terminate", "clean_close"}, (
        "shards report other things"
    )
    report = inspect.getsource(Shard._handle_disconnect) + inspect.getsource(Shard.worker)
    assert report.count(ReconnectWebSocket.__name__) == 2, "a shard is to identify again for another reason"
    assert "self._backoff.delay()" in inspect.getsource(Shard._handle_disconnect), missing(
        "_backoff", "its pauses are bounded", "Shard"
    )
    assert DiscordWebSocket.DEFAULT_GATEWAY, "there is no address to connect to first"
    assert str(inspect.signature(HTTPClient.get_bot_gateway).return_annotation).startswith("Tuple[int, str, "), (
        "Discord's answer about shards comes in another form"
    )


@app_commands.command()
@app_commands.choices(number=[app_commands.Choice(name="one", value=1)])
async def finished(interaction: discord.Interaction, number: int) -> None:
    """A finished command with an argument."""


def test_a_finished_command_has_where_its_texts_are_set() -> None:
    (argument,) = finished._params.values()
    (choice,) = argument.choices
    holders: tuple[tuple[str, object], ...] = (
        ("_locale_name", finished),
        ("_locale_name", choice),
        ("_locale_description", finished),
        ("_params", finished),
        ("_rename", argument),
    )
    assert {part for part, _ in holders} == set(COMMANDS)
    for part, holder in holders:
        assert hasattr(holder, part), missing(part, COMMANDS[part], type(holder).__name__)


def private_parts(file: Path, base: type) -> Iterator[str]:
    """The names in the file that begin with ``_`` and that the file doesn't give itself: used, or overridden."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    given = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    set_first = {
        node.attr
        for init in ast.walk(tree)
        if isinstance(init, ast.FunctionDef) and init.name == "__init__"
        for node in ast.walk(init)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self"
    }
    for name in sorted(used - set_first):
        if name.startswith("_") and not name.startswith("__") and (name not in given or hasattr(base, name)):
            yield name


@pytest.mark.parametrize(
    ("file", "base", "named"),
    [
        ("gateway/client.py", AutoShardedClient, {*CLIENT, *SENDER, "_reconnect", "_backoff"}),
        ("gateway/state.py", AutoShardedConnectionState, set(STATE)),
        ("gateway/rate_limits.py", Ratelimit, set(BUCKET)),
        ("i18n/commands.py", app_commands.Command, set(COMMANDS)),
    ],
)
def test_every_private_part_that_is_used_is_named_here(file: str, base: type, named: set[str]) -> None:
    parts = set(private_parts(ROOT / file, base))
    assert parts, "nothing private is used there, so this test has nothing to look at"
    assert parts <= named, f"bot/{file} leans on private parts of discord.py that no test names"


def test_nothing_else_leans_on_private_parts() -> None:
    """Nothing but those files takes a private part of what comes from the library: none imports it from inside."""
    allowed = {"gateway/client.py", "gateway/state.py", "gateway/rate_limits.py", "i18n/commands.py"}
    inside = {"discord.gateway", "discord.http", "discord.shard", "discord.state"}
    for file in ROOT.rglob("*.py"):
        where = str(file.relative_to(ROOT))
        if where in allowed or where.startswith("local/"):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert node.module not in inside, f"bot/{where} imports {node.module}"
