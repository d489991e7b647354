"""What the bot counts, as Prometheus reads it. Games, verbs and codes are labels; people and cards never are."""

from __future__ import annotations

import logging
import math
from collections import Counter as Tally
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

from bot.hosting.health import away_and_held, not_ready, stands_by
from bot.service.acts import Act

if TYPE_CHECKING:
    from bot.client import KnockaboutClient
    from bot.processes.painter import Painter
    from bot.processes.thinkers import Thinkers

ANSWER_SECONDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 15.0)
"""Upper bounds of the answer times' buckets. Discord gives a press up after three seconds."""
THOUGHT_SECONDS: Final = (0.002, 0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 0.7, 1.0, 2.0)
"""The same for how long computer players think."""


class Metrics:
    """Counts acts, answer times and errors as they happen; tables and queues are counted when somebody asks."""

    def __init__(self, client: KnockaboutClient, painter: Painter, thinkers: Thinkers) -> None:
        self._client, self._painter, self._thinkers = client, painter, thinkers
        self.registry = CollectorRegistry()
        self.ended: Tally[int] = Tally()
        """Discord's answers to deputies that have ended."""
        self._acts = Counter("knockabout_acts", "Acts at tables.", ["what", "by", "outcome"], registry=self.registry)
        self._seconds = Histogram(
            "knockabout_answer_seconds",
            "From the arrival of a press or command to its answer.",
            ["by"],
            buckets=ANSWER_SECONDS,
            registry=self.registry,
        )
        thought = Histogram(
            "knockabout_thought_seconds",
            "From what a computer player is asked to its answer, the time in the queue included.",
            buckets=THOUGHT_SECONDS,
            registry=self.registry,
        )
        thinkers.on_answer = thought.observe
        self._errors = Counter("knockabout_errors", "Lines in the log that tell of an error.", registry=self.registry)
        self.registry.register(self)

    def note(self, act: Act) -> None:
        """Counts an act."""
        self._acts.labels(act.what, act.by, act.outcome).inc()
        if act.seconds is not None:
            self._seconds.labels(act.by).observe(act.seconds)

    def note_error(self) -> None:
        """Counts a line in the log that tells of an error."""
        self._errors.inc()

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        """What is so at this moment."""
        tables = GaugeMetricFamily("knockabout_tables", "Open tables.", labels=["game", "stage"])
        members = self._client.members
        for (game, stage), count in sorted(sum((Tally(member.service.tally()) for member in members), Tally()).items()):
            tables.add_metric([game, stage], count)
        yield tables
        queues = GaugeMetricFamily(
            "knockabout_waiting", "What waits: requests to Discord, pages, pictures, thoughts.", labels=["for"]
        )
        queues.add_metric(["discord"], sum(member.desk.limiter.waiting for member in members))
        queues.add_metric(["page"], sum(member.desk.workload.waiting for member in members))
        queues.add_metric(["picture"], self._painter.waiting)
        queues.add_metric(["thought"], self._thinkers.waiting)
        yield queues
        thoughts = CounterMetricFamily("knockabout_thoughts", "What computer players thought.", labels=["outcome"])
        for outcome, count in sorted(self._thinkers.outcomes.items()):
            thoughts.add_metric([outcome], count)
        yield thoughts
        answers = CounterMetricFamily("knockabout_discord_answers", "Discord's answers.", labels=["status"])
        for status, count in sorted(self._answers().items()):
            answers.add_metric([str(status)], count)
        yield answers
        yield from self._shards()

    def _answers(self) -> Tally[int]:
        """Discord's answers by their status, also those to deputies that have ended: it never goes down."""
        return sum((member.desk.limiter.answers for member in self._client.members), self.ended.copy())

    def _shards(self) -> Iterator[GaugeMetricFamily]:
        """How each shard of this process is."""
        away, held = away_and_held(self._client)
        ready = float(not not_ready(self._client))
        yield GaugeMetricFamily("knockabout_ready", "1 while people can play, in all servers.", value=ready)
        waits = float(stands_by(self._client))
        yield GaugeMetricFamily("knockabout_standing_by", "1 while other processes hold all shards.", value=waits)
        signed_in = GaugeMetricFamily("knockabout_shard_ready", "1 while the shard is signed in.", labels=["shard"])
        servers = GaugeMetricFamily("knockabout_servers", "Servers that the bot is in.", labels=["shard"])
        latency = GaugeMetricFamily("knockabout_gateway_seconds", "The gateway's last heartbeat.", labels=["shard"])
        playing = {shard: member for member in self._client.members for shard in member.service.shards.held}
        tally = Tally(
            guild.shard_id
            for member in self._client.members
            for guild in member.guilds
            if playing.get(guild.shard_id) is member
        )
        for shard in held:
            signed_in.add_metric([str(shard)], float(shard not in away))
            servers.add_metric([str(shard)], tally[shard])
        for member in self._client.members:
            for shard, seconds in member.latencies:
                known = math.isfinite(seconds)  # neither before the first heartbeat nor without a gateway
                if known and playing.get(shard) is member:
                    latency.add_metric([str(shard)], seconds)
        yield from (signed_in, servers, latency)

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)


class CountsErrors(logging.Handler):
    """Tells the metrics of each line in the log that tells of an error."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.ERROR)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        """Counts it."""
        self._metrics.note_error()
