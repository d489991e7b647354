-- Processes that share a PostgreSQL are one bot: each shard's tables belong to the process that holds its lease. With
-- SQLite one process has everything, and these stay empty.

CREATE TABLE processes (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- grows with each start: what lost its leases has a number that is gone
    until REAL NOT NULL -- when its leases run out unless it renews them, by the database's clock
) STRICT;

CREATE TABLE leases (
    shard INTEGER PRIMARY KEY CHECK (shard >= 0),
    process INTEGER REFERENCES processes (id) ON DELETE SET NULL, -- null: it is free
    alive REAL -- until when it was held before it became free; null: that isn't known
) STRICT;

CREATE TABLE identifies (
    bucket INTEGER PRIMARY KEY, -- the shard's id modulo Discord's max_concurrency
    free REAL NOT NULL -- from when on the next shard of it may identify
) STRICT;

-- The server in which an answer was asked for; 0: in direct messages.
ALTER TABLE owed_answers ADD COLUMN guild_id INTEGER NOT NULL DEFAULT 0;
