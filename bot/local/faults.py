"""Faults made on purpose: a slow network, refusals, answers lost on the way."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Status = Literal[429, 500, 502, 503, 504]


class FaultRule(BaseModel):
    """What goes wrong with the next ``times`` requests that fit.

    ``status`` refuses without doing it; ``lost_answer`` does it and cuts the line before the answer; ``cut`` cuts it
    before anything is done. ``path`` is a part of the path, ``retry_after`` is in seconds.
    """

    model_config = ConfigDict(extra="forbid")
    kind: Literal["status", "lost_answer", "cut"]
    status: Status = 500
    times: Annotated[int, Field(ge=1, le=1000)] = 1
    left: int = -1
    method: str | None = None
    path: str | None = None
    retry_after: Annotated[float, Field(ge=0, le=60)] = 1.0
    is_global: Annotated[bool, Field(alias="global")] = False

    def model_post_init(self, _context: object) -> None:
        if self.left < 0:
            self.left = self.times

    def fits(self, method: str, path: str) -> bool:
        return (
            self.left > 0
            and (self.method is None or self.method.upper() == method)
            and (self.path is None or self.path in path)
        )


class Faults(BaseModel):
    """The faults that are switched on. Latency is in milliseconds, for answers and for gateway events."""

    model_config = ConfigDict(extra="forbid", validate_assignment=True)
    latency_ms: Annotated[int, Field(ge=0, le=60_000)] = 0
    rate_limits: bool = True
    dms_too_fast: Annotated[int, Field(ge=0, le=1000)] = 0
    rules: Annotated[list[FaultRule], Field(max_length=50)] = Field(default_factory=list)

    def take(self, method: str, path: str) -> FaultRule | None:
        """The fault for this request, if there is one; it is used up by asking."""
        for rule in self.rules:
            if rule.fits(method, path):
                rule.left -= 1
                if rule.left == 0:
                    self.rules = [other for other in self.rules if other is not rule]
                return rule
        return None


class FaultChange(BaseModel):
    """A change of the faults: what is left out stays; ``add`` puts one rule behind the others."""

    model_config = ConfigDict(extra="forbid")
    latency_ms: Annotated[int, Field(ge=0, le=60_000)] | None = None
    rate_limits: bool | None = None
    dms_too_fast: Annotated[int, Field(ge=0, le=1000)] | None = None
    rules: Annotated[list[FaultRule], Field(max_length=50)] | None = None
    add: FaultRule | None = None

    def apply(self, faults: Faults) -> None:
        """Change ``faults`` in place."""
        for key in ("latency_ms", "rate_limits", "dms_too_fast", "rules"):
            if (value := getattr(self, key)) is not None:
                setattr(faults, key, value)
        if self.add is not None:
            faults.rules = [*faults.rules, self.add]
