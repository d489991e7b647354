"""How long things took."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Times:
    """Some durations, in seconds."""

    seconds: list[float] = field(default_factory=list)

    def at(self, part: float) -> float:
        """At most so long in that part of them."""
        ordered = sorted(self.seconds) or [0.0]
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))]

    def line(self) -> str:
        """At most so long in half of them, in 99 of 100, and in all, in milliseconds; and how many there are."""
        found = (self.at(0.5), self.at(0.99), self.at(1.0))
        return " / ".join(f"{1000 * value:.1f}" for value in found) + f" ms of {len(self.seconds)}"
