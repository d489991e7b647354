"""Thinking in the tests' own process, at once, in place of a process of its own."""

from __future__ import annotations

from typing import Any, TypeVar

from bot.processes.thinkers import Job, NotThoughtError
from engine.players.base import Limit

T = TypeVar("T")


class Here:
    """Thinks of a few worlds at once; or not at all, as where every process is busy."""

    def __init__(self, worlds: int = 2) -> None:
        self.worlds = worlds
        self.thinks = True
        self.jobs: list[Job[Any]] = []
        """What it was asked."""

    async def submit(self, job: Job[T], within: float) -> T:
        """What the job's function gives. Raises NotThoughtError."""
        if not self.thinks:
            raise NotThoughtError("full")
        self.jobs.append(job)
        return job.function(*job.args, Limit(self.worlds))
