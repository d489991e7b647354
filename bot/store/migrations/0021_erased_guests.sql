-- Who was removed from a table and has erased everything since: nobody comes back that way.

CREATE TABLE erased_guests (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    fingerprint TEXT NOT NULL, -- as in erased_lately: only the same user id makes it
    at REAL NOT NULL, -- when it was erased; it is kept for thirty days
    PRIMARY KEY (table_id, fingerprint)
) STRICT, WITHOUT ROWID;
