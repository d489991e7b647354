"""A real Chromium, and on a port of its own either the bot that shows everything or `python -m bot` itself."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bot.local import LocalDiscord, redirected
from bot.local.interactions.lifecycle import Clocks
from bot.which_discord import LOCAL_SETTING
from tests.e2e.browser.showcase import Showcase

if TYPE_CHECKING:
    from selenium import webdriver

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    """One headless Chromium for all tests; each opens windows of its own."""
    pytest.importorskip("selenium", reason="the browser tests need selenium: pip install -e '.[test]'")
    from tests.e2e.browser.window import browser_paths, start_browser

    if browser_paths() is None:
        pytest.skip("the browser tests need Chromium and its driver: apt-get install chromium chromium-driver")
    driver = start_browser(tmp_path_factory.mktemp("chromium"))
    yield driver
    driver.quit()


@pytest.fixture
def driver(browser: webdriver.Chrome) -> Iterator[webdriver.Chrome]:
    """The browser with one empty window; whatever a test opens is closed after it."""
    home = browser.current_window_handle
    browser.get("about:blank")
    browser.get_log("browser")  # what an earlier test left behind
    yield browser
    for handle in browser.window_handles:
        if handle != home:
            browser.switch_to.window(handle)
            browser.close()
    browser.switch_to.window(home)


class Thread:
    """An event loop in a thread: the tests themselves wait for the browser, not for coroutines."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, Any], patience: float = 15.0) -> Any:
        """A coroutine's result."""
        return self.start(work).result(patience)

    def start(self, work: Coroutine[Any, Any, Any]) -> Future[Any]:
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    async def _finish(self) -> None:
        """Let what is still under way come to its end."""
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    def stop(self) -> None:
        self.run(self._finish())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(5)
        self.loop.close()


class Stage:
    """The local Discord with the bot that shows everything."""

    def __init__(self) -> None:
        self.thread = Thread()
        self.bot: Showcase
        self.server: LocalDiscord

    async def open(self) -> None:
        """Start both. Clicks fail after a second and a half: nobody should wait for three."""
        self.server = LocalDiscord(setting=LOCAL_SETTING, rate_limits=False, clocks=Clocks(first_answer=1.5))
        await self.server.start()
        self._redirected = redirected(self.server.url)
        self._redirected.__enter__()
        self.bot = Showcase()
        self._running = asyncio.create_task(self.bot.start(self.server.token))
        await asyncio.wait_for(self.bot.known.wait(), 10)

    async def close(self) -> None:
        await self.bot.close()
        await asyncio.gather(self._running, return_exceptions=True)
        self._redirected.__exit__(None, None, None)
        await self.server.stop()

    @property
    def link(self) -> str:
        """The host's sign-in link."""
        return self.server.link


@pytest.fixture
def stage(browser: webdriver.Chrome) -> Iterator[Stage]:
    """A fresh chat with the bot that shows everything."""
    stage = Stage()
    stage.thread.run(stage.open())
    yield stage
    stage.thread.run(stage.close())
    stage.thread.stop()


class RealBot:
    """`python -m bot` without a token, as a newcomer starts it; with a ``lot`` every deal at its tables is the same."""

    def __init__(self, folder: Path, lot: int | None = None, **settings: str) -> None:
        self.folder = folder
        self._command = [sys.executable, "-u", "-m", *(["bot"] if lot is None else ["tests.e2e.dealt", str(lot)])]
        self.log = folder / "bot.log"
        self._environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith("KNOCKABOUT_") and k != "DISCORD_TOKEN"},
            "PYTHONPATH": str(ROOT),
            "KNOCKABOUT_DATABASE": str(folder / "knockabout.sqlite3"),
            "KNOCKABOUT_LOCAL_PORT": "0",
            **{f"KNOCKABOUT_{name.upper()}": value for name, value in settings.items()},
        }
        self._process: subprocess.Popen[bytes] | None = None
        self.url = ""

    def start(self) -> None:
        """Start it and read its address."""
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                self._command, cwd=self.folder, env=self._environment, stdout=log, stderr=log
            )
        end = time.monotonic() + 40
        while "signed in" not in (written := self.log.read_text()):
            assert self._process.poll() is None, written[-800:]
            assert time.monotonic() < end, written[-800:]
            time.sleep(0.05)
        found = re.search(r"http://[\d.:]+", written)
        assert found, written
        self.url = found[0]
        self._environment["KNOCKABOUT_LOCAL_PORT"] = self.url.rsplit(":", 1)[1]
        self._make_room()

    def _make_room(self) -> None:
        """Lets one person host a table for each test of a module: what is set is read anew whenever one is opened."""
        key = self._post("/local/enter", {}, None)["key"]
        request = urllib.request.Request(f"{self.url}/local/state", headers={"Authorization": f"Bearer {key}"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            servers = json.load(answer)["servers"]
        with contextlib.closing(sqlite3.connect(self.folder / "knockabout.sqlite3", timeout=10)) as db, db:
            db.executemany(
                "INSERT INTO server_settings (guild_id, name, value) VALUES (?, 'tables_person', '25')"
                " ON CONFLICT DO NOTHING",
                [(int(server["id"]),) for server in servers],
            )

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(20)

    def restart(self) -> None:
        """Stop it and start it at the same address."""
        self.stop()
        self.start()

    def channel(self, name: str) -> str:
        """The address of a new, empty channel."""
        entered = self._post("/local/enter", {}, None)
        made = self._post("/local/channels", {"name": name}, entered["key"])
        return f"{self.url}/#/{made['id']}"

    def _post(self, path: str, body: dict[str, str], key: str | None) -> dict[str, Any]:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return dict(json.load(answer))


@pytest.fixture(scope="module")
def dealt(
    browser: webdriver.Chrome, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[RealBot]:
    """The whole thing with a fixed luck; a test gives the lot, indirectly as a parameter."""
    bot = RealBot(tmp_path_factory.mktemp("bot"), request.param, computer_seconds="0.1", pause_seconds="600")
    bot.start()
    yield bot
    bot.stop()


@pytest.fixture(scope="module")
def real_bot(browser: webdriver.Chrome, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealBot]:
    """The whole thing, with quick computer players. Each test takes a channel of its own."""
    bot = RealBot(tmp_path_factory.mktemp("bot"), computer_seconds="0.1", pause_seconds="600", thinking_processes="0")
    bot.start()
    yield bot
    bot.stop()
