-- A process that is back gets the shards again that it is set to hold.

ALTER TABLE processes ADD COLUMN since REAL NOT NULL DEFAULT 0; -- when it came, by the database's clock
ALTER TABLE processes ADD COLUMN wanted TEXT; -- the shards that it is set to hold, as JSON; null: any
ALTER TABLE processes ADD COLUMN deputy INTEGER NOT NULL DEFAULT 0 CHECK (deputy IN (0, 1)); -- 1: a process's second number
-- For how many seconds whoever is set to hold it must have been there until others give it back.
ALTER TABLE leases ADD COLUMN patience REAL NOT NULL DEFAULT 15;
