"""What Prometheus reads: acts, answers, tables, queues; and no person, card or text among the labels."""

from __future__ import annotations

import logging
from collections import Counter as Tally
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest

from bot.hosting.health import health, not_ready, state
from bot.hosting.metrics import CountsErrors, Metrics
from bot.hosting.systemd import State
from bot.members import _left
from bot.processes.painter import Painter
from bot.processes.thinkers import Job, NotThoughtError, Thinkers
from bot.service.acts import Act
from bot.service.service import TableService
from bot.service.shards import Shards
from bot.store.model.errors import StoreError
from bot.ui.serving import Serving
from tests.bot.ui.evening import Evening, a_turn, seated, sides


@pytest.fixture
def thinkers() -> Thinkers:
    return Thinkers(0)


@pytest.fixture
def metrics(night: Evening, thinkers: Thinkers) -> Metrics:
    found = Metrics(night.client, Painter(), thinkers)
    night.service.acts.on_act = found.note
    return found


def value(metrics: Metrics, name: str, **labels: str) -> float:
    return metrics.registry.get_sample_value(name, labels) or 0.0


async def test_acts_and_their_answers_are_counted(night: Evening, metrics: Metrics) -> None:
    await seated(night)
    first, other = sides(night)
    await other.click(night.live(other), "Draw stock")
    await a_turn(first)
    await night.until(lambda: value(metrics, "knockabout_acts_total", what="discard", by="press", outcome="done") == 1)
    assert value(metrics, "knockabout_acts_total", what="newgame knock-poker", by="command", outcome="done") == 1
    assert value(metrics, "knockabout_acts_total", what="draw", by="press", outcome="done") == 1
    assert value(metrics, "knockabout_acts_total", what="draw", by="press", outcome="not_your_turn") == 1
    assert value(metrics, "knockabout_answer_seconds_count", by="press") >= 4
    assert 'outcome="failed"' not in metrics.text().decode()


async def test_tables_queues_and_discords_answers_are_counted_when_somebody_asks(
    night: Evening, metrics: Metrics
) -> None:
    await seated(night)
    assert value(metrics, "knockabout_tables", game="knock-poker", stage="playing") == 1
    assert value(metrics, "knockabout_ready") == 1
    assert value(metrics, "knockabout_standing_by") == 0
    assert value(metrics, "knockabout_shard_ready", shard="0") == 1
    assert value(metrics, "knockabout_servers", shard="0") == 1
    assert value(metrics, "knockabout_discord_answers_total", status="200") > 0
    night.client.desk.limiter.answers[429] += 2
    assert value(metrics, "knockabout_discord_answers_total", status="429") == 2
    for queue in ("discord", "picture", "thought"):
        assert f'knockabout_waiting{{for="{queue}"}} 0.0' in metrics.text().decode()


class Deputy:
    """What is counted of a client for shards of processes that are gone."""

    def __init__(self) -> None:
        limiter = SimpleNamespace(waiting=1, answers=Tally({429: 3}))
        self.desk = SimpleNamespace(limiter=limiter, workload=SimpleNamespace(waiting=4), serving=Serving())
        tally = Tally({("knock-poker", "playing"): 2})
        self.service = SimpleNamespace(tally=lambda: tally, shards=Shards(3, frozenset({1, 2})), trouble="")
        self.away = (2,)
        self.guilds = [SimpleNamespace(shard_id=1), SimpleNamespace(shard_id=0)]
        self.latencies = [(1, 0.5), (0, 9.0)]


async def test_what_deputies_play_counts_as_this_processs(night: Evening, metrics: Metrics) -> None:
    await seated(night)
    deputy = cast(Any, Deputy())
    night.client.deputies.add(deputy)
    assert value(metrics, "knockabout_tables", game="knock-poker", stage="playing") == 3
    assert value(metrics, "knockabout_waiting", **{"for": "discord"}) == 1
    assert value(metrics, "knockabout_waiting", **{"for": "page"}) == 4
    assert [value(metrics, "knockabout_shard_ready", shard=shard) for shard in "012"] == [1, 1, 0]
    assert [value(metrics, "knockabout_servers", shard=shard) for shard in "012"] == [1, 1, 0], "each shard once"
    assert value(metrics, "knockabout_gateway_seconds", shard="1") == 0.5
    assert value(metrics, "knockabout_gateway_seconds", shard="0") != 9
    assert value(metrics, "knockabout_ready") == 0
    assert not_ready(night.client) == "Of the bot's 3 shards 1 are not signed in yet, or not connected: shard 2."
    assert state(night.client).status == "2 of 3 shards are signed in"
    assert value(metrics, "knockabout_discord_answers_total", status="429") == 3
    _left(night.client, deputy, metrics)
    assert value(metrics, "knockabout_discord_answers_total", status="429") == 3, "it never goes down"
    assert not_ready(night.client) == ""


async def test_what_computer_players_think_is_counted(metrics: Metrics, thinkers: Thinkers) -> None:
    with pytest.raises(NotThoughtError):
        await thinkers.submit(Job(sum, ((1, 2),)), 1.0)
    assert value(metrics, "knockabout_thoughts_total", outcome="lost") == 1
    thinkers.on_answer(0.12)
    assert value(metrics, "knockabout_thought_seconds_count") == 1
    assert value(metrics, "knockabout_thought_seconds_bucket", le="0.15") == 1


async def test_no_label_names_a_person_or_a_card(night: Evening, metrics: Metrics) -> None:
    await seated(night)
    await a_turn(sides(night)[0])
    text = metrics.text().decode()
    assert 'what="discard"' in text
    for person in (night.you, night.ann):
        assert person.id not in text
        assert person.name not in text


def test_a_failed_act_and_an_error_in_the_log_are_counted(night: Evening, metrics: Metrics) -> None:
    metrics.note(Act("knock", "press", "failed"))
    assert value(metrics, "knockabout_acts_total", what="knock", by="press", outcome="failed") == 1
    handler = CountsErrors(metrics)
    logger = logging.getLogger("bot.some")
    logger.addHandler(handler)
    try:
        logger.warning("not this")
        logger.error("but this")
    finally:
        logger.removeHandler(handler)
    assert value(metrics, "knockabout_errors_total") == 1


async def test_health_says_whether_people_can_play(
    night: Evening, metrics: Metrics, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with health(night.client, metrics, 0) as port, aiohttp.ClientSession(f"http://127.0.0.1:{port}") as web:
        for path, status, words in (("/live", 200, "alive"), ("/ready", 200, "ready"), ("/metrics", 200, "# HELP")):
            async with web.get(path) as answer:
                assert answer.status == status
                assert words in await answer.text()
        night.client.reach.gateway(0, False)
        async with web.get("/ready") as answer:
            assert answer.status == 503
            assert "not connected" in await answer.text()
        night.client.reach.gateway(0, True)
        night.store._writer.trouble.why = StoreError("The database k.sqlite3 can't be written: the disk is full.")
        async with web.get("/ready") as answer:
            assert answer.status == 503
            assert await answer.text() == "The database k.sqlite3 can't be written: the disk is full.\n"
        assert value(metrics, "knockabout_ready") == 0
        assert state(night.client) == State(False, "The database k.sqlite3 can't be written: the disk is full.")
        night.store._writer.trouble.why = None
        with monkeypatch.context() as others_play:
            others_play.setattr(TableService, "shards", Shards(1, frozenset()))
            async with web.get("/ready") as answer:
                assert answer.status == 200
                assert await answer.text() == "stands by: other processes hold all shards\n"
            assert value(metrics, "knockabout_standing_by") == 1
            assert value(metrics, "knockabout_ready") == 1
            assert state(night.client) == State(True, "other processes hold all shards")
            night.client.opened.clear()
            async with web.get("/ready") as answer:
                assert answer.status == 503, "it hasn't asked yet who holds them"
                assert "not signed in" in await answer.text()
            assert value(metrics, "knockabout_ready") == 0
            assert state(night.client) == State(False, not_ready(night.client))
            night.client.opened.set()
    with pytest.raises(aiohttp.ClientError):
        async with aiohttp.ClientSession() as web, web.get(f"http://127.0.0.1:{port}/live"):
            pass
    await night.client.close()
    assert not_ready(night.client) == "The bot stops."


async def test_how_many_pictures_wait_is_known(tmp_path: Path) -> None:
    painter = Painter()
    assert painter.waiting == 0
    await painter.start()
    assert painter.waiting == 0
    await painter.close()
