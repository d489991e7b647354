"""What a chip is worth: where chips come from, and how many at most. Here alone this is written down.

Chips enter a server only by these sources, each a posting from the house to a purse. Tables are no source: people
together take out of a table no more than they brought, and what they win from the house's computer players comes home
as a source of its own (``payout.py``). So everybody's purses, with what people have brought to tables and not taken
out, are just what the sources gave; the audit proves it for every server.
"""

from __future__ import annotations

from typing import Final

MOST_STARTING: Final = 1_000_000
"""The most chips that a host may have new purses start with; once a person and server."""
MOST_DAILY: Final = 1_000_000
"""The most chips that a host may have the daily gift be; once a person and day (UTC)."""
MOST_FROM_HOUSE: Final = 200
"""The most chips that a person wins from the house a day (UTC), at all tables of a server; at each one a buy-in."""
MOST_CORRECTED: Final = 10_000
"""The most chips that corrections give a person a day (UTC), and the most that they take."""

STARTING: Final = "starting_chips"
DAILY: Final = "daily_top_up"
FROM_HOUSE: Final = "won_from_house"
CORRECTION: Final = "correction"
SOURCES: Final = (STARTING, DAILY, FROM_HOUSE, CORRECTION)
"""The reasons of the postings by which the house gives chips to purses; there are no others."""
BACK_WITHIN: Final = 3600
"""Whoever comes back to a table within so many seconds brings what was carried away."""
