"""What counts as malformed: an edit with a file that the bot itself has taken away, and not what it can't know of."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.time import Clock
from tests.torture.evening import UNKNOWN, Malformed

PATH = "/channels/1/messages/77"


@pytest.fixture
def clock() -> Clock:
    return Clock(100.0)


@pytest.fixture
def malformed(clock: Clock) -> Malformed:
    return Malformed(clock)


def edit(status: int, *, ms: float = 5.0, path: str = PATH, code: int = 50035) -> dict[str, Any]:
    """An entry of the log of the local Discord."""
    answer = {"id": "77"} if status == 200 else {"code": code, "message": "Invalid Form Body"}
    return {
        "time": "2026-11-23T12:00:00.000",
        "method": "PATCH",
        "path": path,
        "route": "/channels/{channel_id}/messages/{message_id}",
        "own_token": True,
        "status": status,
        "ms": ms,
        "request": {"attachments": []},
        "answer": answer,
    }


def test_a_request_that_discord_cant_read_is_told_with_what_came_before(malformed: Malformed) -> None:
    malformed.note(edit(200))
    malformed.note(edit(400))
    (told,) = malformed.found
    assert "was malformed" in told
    assert "200 files []" in told


@pytest.mark.parametrize("code", [40060, 50083])
def test_what_comes_with_400_and_is_no_mistake_is_passed_over(malformed: Malformed, code: int) -> None:
    malformed.note(edit(400, code=code))
    assert not malformed.found


def test_after_a_kill_a_mistake_counts_as_before(malformed: Malformed, clock: Clock) -> None:
    malformed.bot_ended()
    clock.now += 1
    malformed.note(edit(200))
    malformed.note(edit(400))
    assert (malformed.found.total(), malformed.late) == (1, 0)


def test_what_a_request_of_a_dead_bot_has_changed_is_excused_once(malformed: Malformed, clock: Clock) -> None:
    malformed.bot_ended()
    clock.now += 2
    malformed.note(edit(200, ms=3000))
    assert malformed.late == 1
    clock.now += 1
    malformed.note(edit(400, path="/channels/1/messages/78"))
    assert malformed.found.total() == 1, "another message"
    malformed.note(edit(400))
    assert malformed.found.total() == 1
    malformed.note(edit(400))
    assert malformed.found.total() == 2, "once"


def test_by_a_token_it_is_not_known_which_message_that_was(malformed: Malformed, clock: Clock) -> None:
    original = "/webhooks/1/token/messages/@original"
    malformed.note(edit(400, path=original))
    malformed.bot_ended()
    clock.now += 1
    malformed.note(edit(200, ms=2000, path=original))
    malformed.note(edit(400, path=original))
    assert malformed.found.total() == 1
    clock.now += UNKNOWN
    malformed.note(edit(400, path=original))
    assert malformed.found.total() == 2
