"""``python -m bot.local``: an address and a token for any bot, and a sentence for what it can't do."""

from __future__ import annotations

import asyncio
import contextlib
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.local.__main__ import main
from bot.local.testing.driver import People

ROOT = Path(__file__).parents[3]


@contextlib.asynccontextmanager
async def serving(*arguments: str) -> AsyncIterator[tuple[str, str]]:
    """The program as a process of its own: what it prints as address and token. It ends well."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.local", *arguments,
        cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        async with asyncio.timeout(30):
            printed = b"".join([await process.stdout.readline() for _ in range(3)]).decode()
        found = re.fullmatch(r"Page: +(http://127\.0\.0\.1:\d+)\nAPI: +\1/api/v10\nToken: +(\S+)\n", printed)
        if found is None:
            process.kill()
        assert found, printed + (await process.communicate())[1].decode()
        yield found[1], found[2]
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        _, errors = await process.communicate()
    assert process.returncode == 0, errors.decode()
    assert errors == b""


async def test_it_serves_what_it_was_told_to(tmp_path: Path) -> None:
    data = tmp_path / "new folder" / "chat.sqlite3"
    names = (
        "--permissions",
        "8",
        "--server",
        "Home",
        "--app",
        "Helper",
        "--channel",
        "#first:About it",
        "--channel",
        "second",
    )
    async with serving("--data", str(data), *names) as (url, token):
        headers = {"Authorization": f"Bot {token}"}
        async with aiohttp.ClientSession(headers=headers) as session, People(url) as people:
            async with session.get(f"{url}/api/v10/users/@me") as answer:
                assert (await answer.json())["username"] == "helper"
            async with session.get(f"{url}/api/v10/users/@me/guilds") as answer:
                assert [guild["permissions"] for guild in await answer.json()] == ["8"]
            you = await people.host()
            (home,) = you.state["servers"]
            assert (home["name"], you.state["bot"]["name"]) == ("Home", "Helper")
            assert [(c["name"], c["topic"]) for c in home["channels"]] == [("first", "About it"), ("second", "")]
            await you.say("Hello")
    async with serving("--data", str(data)) as (url, again), People(url) as people:
        assert again == token  # so that it may stand in the bot's settings
        you = await people.host()
        assert [message.content for message in you.messages()] == ["Hello"]
        assert you.state["servers"][0]["name"] == "Home"


async def test_without_a_file_each_start_has_a_token_of_its_own() -> None:
    async with serving("--no-rate-limits") as (_, first), serving() as (_, second):
        assert first != second
        assert all(re.fullmatch(r"[\w-]{20,}\.[\w-]{6}\.[\w-]{38}", token) for token in (first, second))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--port", "many"], "'many' is no port: give a number from 1 to 65535, or 0 for any free one"),
        (["--port", "70000"], "'70000' is no port: give a number from 1 to 65535, or 0 for any free one"),
        (["--port", "-1"], "'-1' is no port: give a number from 1 to 65535, or 0 for any free one"),
        (["--port", "9" * 5000], f"'{'9' * 80}' is no port: give a number from 1 to 65535"),
        (["--server", "x"], "a server's name has 2 to 100 characters, not 1"),
        (["--app", " "], "an application's name has 2 to 32 characters, not 0"),
        (["--app", "x" * 33], "an application's name has 2 to 32 characters, not 33"),
        (["--permissions", "all"], "'all' are no permissions: give the number of the bot's invitation link"),
        (["--permissions", str(1 << 60)], f"'{1 << 60}' are no permissions"),
        (["--channel", "#:nothing"], "a channel's name has 1 to 100 characters, not 0"),
        (["--channel", "My Room"], "'My Room' is no channel's name: write it in small letters, without spaces"),
        (["--channel", "a", "--channel", "a:b"], "each channel needs a name of its own"),
        (["--data", "."], "'.' is a folder: name a file in it"),
        (["--prot", "1"], "unrecognized arguments: --prot 1"),
    ],
)
def test_bad_options_are_told_in_a_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    last = capsys.readouterr().err.strip().splitlines()[-1]
    assert sentence in last
    assert len(last) < 250


def test_a_taken_port_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["--port", str(port)]) == 1
    assert capsys.readouterr().err == f"Port {port} is taken: choose another one, or 0 for any free one.\n"


def test_a_file_that_is_no_chat_is_told_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann, " * 100)
    assert main(["--data", str(file)]) == 1
    assert re.fullmatch(r"The chat history \S+ can't be opened: [^\n]+\.\n", capsys.readouterr().err)
    assert file.read_text() == "Dear Ann, " * 100


def test_a_folder_that_is_none_is_told_in_the_systems_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("no folder")
    data = tmp_path / "file" / "chat.sqlite3"
    assert main(["--data", str(data)]) == 1
    assert capsys.readouterr().err == f"The chat history {data} can't be opened: Not a directory.\n"
