"""The database: tables, deals, people and the ledger. SQL lives only here."""

from __future__ import annotations

from bot.store.model import (
    Chips,
    DealStatus,
    Duplicate,
    HandPlace,
    Leaderboard,
    LedgerError,
    Member,
    NewDeal,
    OpenTable,
    PersonSettings,
    Purse,
    Refused,
    ScoredDeal,
    Sitting,
    Standing,
    StoredAction,
    StoredDeal,
    StoreError,
    Table,
    TableStatus,
    Unit,
)
from bot.store.store import Store

__all__ = [
    "Chips",
    "DealStatus",
    "Duplicate",
    "HandPlace",
    "Leaderboard",
    "LedgerError",
    "Member",
    "NewDeal",
    "OpenTable",
    "PersonSettings",
    "Purse",
    "Refused",
    "ScoredDeal",
    "Sitting",
    "Standing",
    "Store",
    "StoreError",
    "StoredAction",
    "StoredDeal",
    "Table",
    "TableStatus",
    "Unit",
]
