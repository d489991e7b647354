-- Whom the host of a table lets sit down there.

-- Whether nobody new may sit down but people who were invited.
ALTER TABLE tables ADD COLUMN locked INTEGER NOT NULL DEFAULT 0 CHECK (locked IN (0, 1));

-- Who was invited to a table, and who was removed from it and may not come back.
CREATE TABLE guests (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user_id INTEGER NOT NULL,
    invited INTEGER NOT NULL CHECK (invited IN (0, 1)), -- 0: removed
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX guests_by_person ON guests (user_id);
