"""What the service refuses, in tests."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

import pytest

from bot.service.model import Refusal


async def refused(code: str, attempt: Awaitable[object]) -> dict[str, Any]:
    """Waits for what the service must refuse with this code; returns the details."""
    with pytest.raises(Refusal) as caught:
        await attempt
    assert caught.value.code == code
    return caught.value.details
