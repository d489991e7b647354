-- A process that ends hands its shards over: others open connections for them before they get its leases.

ALTER TABLE processes ADD COLUMN leaving BIGINT NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1));
ALTER TABLE leases ADD COLUMN next BIGINT REFERENCES processes (id) ON DELETE SET NULL;
ALTER TABLE leases ADD COLUMN ready BIGINT NOT NULL DEFAULT 0 CHECK (ready IN (0, 1));
ALTER TABLE leases ADD COLUMN heard TEXT COLLATE "C" NOT NULL DEFAULT '[]';
