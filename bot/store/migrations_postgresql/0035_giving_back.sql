-- A process that is back gets the shards again that it is set to hold.

ALTER TABLE processes ADD COLUMN since DOUBLE PRECISION NOT NULL DEFAULT 0;
ALTER TABLE processes ADD COLUMN wanted TEXT COLLATE "C";
ALTER TABLE processes ADD COLUMN deputy BIGINT NOT NULL DEFAULT 0 CHECK (deputy IN (0, 1));
ALTER TABLE leases ADD COLUMN patience DOUBLE PRECISION NOT NULL DEFAULT 15;
