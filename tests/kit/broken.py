"""A store that fails as one on a disk that is gone."""

from __future__ import annotations

import pytest

from bot.store.model.errors import StoreError
from bot.store.store import Store


def unreadable(store: Store, patch: pytest.MonkeyPatch) -> None:
    """From now on no table can be read from the store."""

    async def broken(table_id: int) -> None:
        raise StoreError("the disk is gone")

    patch.setattr(store, "table", broken)
