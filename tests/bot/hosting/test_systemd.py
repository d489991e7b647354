"""What systemd is told, and the unit and the container file that go with it."""

from __future__ import annotations

import asyncio
import configparser
import os
import re
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot.hosting
from bot.__main__ import FOR_GOOD
from bot.config import Settings
from bot.hosting import systemd
from bot.service.shards import Shards

HOSTING = Path(bot.hosting.__file__).parent
ROOT = HOSTING.parents[1]


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """What systemd listens at."""
    path = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(path))
        listening.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(path))
        monkeypatch.delenv("WATCHDOG_PID", raising=False)
        yield listening


async def heard(manager: socket.socket) -> str:
    return (await asyncio.get_running_loop().sock_recv(manager, 100)).decode()


async def test_it_is_told_when_people_can_play_that_the_bot_lives_and_that_it_stops(
    manager: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "20000")
    state = systemd.State(False, "0 of 2 shards are signed in")
    async with asyncio.timeout(20), systemd.told(lambda: state):
        assert await heard(manager) == f"STATUS={state.status}\n{systemd.GOES_ON}"
        assert await heard(manager) == systemd.ALIVE
        state = systemd.State(True, state.status)
        while (said := await heard(manager)) != systemd.READY:
            assert said == systemd.ALIVE
        assert await heard(manager) == systemd.ALIVE
    while (said := await heard(manager)) != systemd.STOPPING:
        assert said == systemd.ALIVE


async def test_it_is_told_that_the_bot_lives_also_where_nobody_knows_how_it_is(
    manager: socket.socket, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "20000")

    def state() -> systemd.State:
        raise LookupError("no shard")

    async with asyncio.timeout(20), systemd.told(state):
        assert [await heard(manager) for _ in range(2)] == [systemd.ALIVE] * 2
    assert "systemd could not be told how the bot is" in caplog.text


async def test_without_a_watchdog_it_is_told_once_and_then_what_changes(
    manager: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WATCHDOG_USEC", raising=False)
    monkeypatch.setattr(systemd, "LOOK", 0.01)
    state = systemd.State(True, "2 of 2 shards are signed in")
    async with asyncio.timeout(20), systemd.told(lambda: state):
        assert (await heard(manager)).startswith(f"STATUS={state.status}\n")
        assert await heard(manager) == systemd.READY
        state = systemd.State(False, "1 of 2 shards are signed in")
        assert await heard(manager) == f"STATUS={state.status}"
    assert await heard(manager) == systemd.STOPPING


def test_nobody_waits_for_whoever_does_not_read(manager: socket.socket) -> None:
    told = 0

    def tell() -> None:
        nonlocal told
        while systemd.notify(systemd.ALIVE):
            told += 1

    thread = threading.Thread(target=tell, daemon=True)
    thread.start()
    thread.join(20)
    assert not thread.is_alive(), "it waits for room"
    assert told, "what there is no room for isn't told"
    assert manager.recv(100).decode() == systemd.ALIVE
    assert systemd.notify(systemd.READY), "there is room again"


def test_a_socket_that_no_file_stands_for_is_told_too() -> None:
    name = f"knockabout-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0{name}")
        listening.settimeout(20)
        assert systemd.notify(systemd.READY, {"NOTIFY_SOCKET": f"@{name}"})
        assert listening.recv(100).decode() == systemd.READY


def test_without_systemd_nothing_is_told() -> None:
    assert not systemd.notify(systemd.READY, {})
    assert not systemd.notify(systemd.READY, {"NOTIFY_SOCKET": "/nowhere/at/all"})
    assert systemd.watchdog_seconds({}) is None
    assert systemd.watchdog_seconds({"WATCHDOG_USEC": "60000000"}) == 60
    assert systemd.watchdog_seconds({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "1"}) is None
    assert systemd.watchdog_seconds({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": str(os.getpid())}) == 60


def test_the_unit_sets_settings_that_there_are() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # systemd's names have capitals
    unit.read(HOSTING / "knockabout.service")
    assert unit["Service"]["Type"] == "notify"
    assert unit["Service"]["ExecStart"].endswith("python -m bot")
    assert unit["Service"]["RestartPreventExitStatus"] == str(FOR_GOOD)
    known = {str(field.validation_alias) for field in Settings.model_fields.values()}
    text = "".join((HOSTING / name).read_text() for name in ("knockabout.service", "Containerfile", "README.md"))
    assert set(re.findall(r"KNOCKABOUT_[A-Z_]+|DISCORD_TOKEN", text)) <= known


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "knockabout.service"
    text = (HOSTING / "knockabout.service").read_text()
    unit.write_text(text.replace("/opt/knockabout/.venv/bin/python", "/bin/sh").replace("/opt/knockabout", "/"))
    found = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True)
    assert not [line for line in found.stderr.splitlines() if "knockabout" in line]


def test_the_container_has_what_the_bot_needs() -> None:
    lines = (HOSTING / "Containerfile").read_text().splitlines()
    assert any(line.startswith("HEALTHCHECK") for line in lines)
    built = re.findall(r"^podman build .*$", (HOSTING / "README.md").read_text(), re.M)
    assert built
    assert all("--format docker" in line for line in built), "podman leaves health checks out of its own format"
    copied = {path for line in lines if line.startswith("COPY ") for path in line.split()[1:-1]}
    assert all((ROOT / path).exists() for path in copied)
    assert {"bot", "engine", "cards_img", "pyproject.toml"} <= copied
    version = next(line for line in lines if line.startswith("FROM")).rpartition("python:")[2].partition("-")[0]
    least = re.search(r'requires-python = ">=([\d.]+)"', (ROOT / "pyproject.toml").read_text())
    assert least is not None
    assert tuple(map(int, version.split("."))) >= tuple(map(int, least[1].split(".")))


def test_both_set_ups_serve_a_file_and_postgresql() -> None:
    """Each installs what PostgreSQL needs, and the unit's own path gives way to the address of whoever hosts it."""
    assert '".[postgres]"' in (HOSTING / "Containerfile").read_text()
    page = (HOSTING / "README.md").read_text()
    assert "-e '/opt/knockabout[postgres]'" in page
    assert page.count("KNOCKABOUT_DATABASE=postgresql://user@host/knockabout") == 2
    unit = (HOSTING / "knockabout.service").read_text()
    assert "EnvironmentFile=" in unit, "systemd reads it after all of Environment="
    families = next(line for line in unit.splitlines() if line.startswith("RestrictAddressFamilies="))
    assert {"AF_UNIX", "AF_INET", "AF_INET6"} <= set(families.partition("=")[2].split())


def test_the_unit_serves_as_a_template_whose_instances_are_shards() -> None:
    page = (HOSTING / "README.md").read_text()
    (written,) = re.findall(r"^printf '(.*)' > (\S+)$", page, re.M)
    assert written[1].endswith("knockabout@.service.d/shards.conf")
    line = written[0].replace("%%", "%").split("\\n")[1]
    instances = re.findall(r"knockabout@([\d-]+)", page)
    assert instances == ["0-5", "6-11"]
    name, _, value = line.removeprefix("Environment=").partition("=")
    assert name == str(Settings.model_fields["shard_ids"].validation_alias)
    taken = [shard for instance in instances for shard in Shards.read(12, value.replace("%i", instance)).held]
    assert sorted(taken) == list(range(12)), "each shard is somebody's"
