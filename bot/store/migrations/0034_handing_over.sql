-- A process that ends hands its shards over: others open connections for them before they get its leases.

ALTER TABLE processes ADD COLUMN leaving INTEGER NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1));
ALTER TABLE leases ADD COLUMN next INTEGER REFERENCES processes (id) ON DELETE SET NULL; -- who opens a connection for it
ALTER TABLE leases ADD COLUMN ready INTEGER NOT NULL DEFAULT 0 CHECK (ready IN (0, 1)); -- whether that connection is there
-- The interactions that whoever had it before took within the last seconds, as JSON: they are not served again.
ALTER TABLE leases ADD COLUMN heard TEXT NOT NULL DEFAULT '[]';
