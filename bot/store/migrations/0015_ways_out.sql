-- Ways out of a table: who asked for its closing, since when it can't be shown, and what is still to be told of its end.

-- The user who asked that the table close after the deal; null: nobody, or before this was kept.
ALTER TABLE tables ADD COLUMN closing_by INTEGER;
-- Since when Discord refuses the bot the table's channel; null: it doesn't.
ALTER TABLE tables ADD COLUMN locked_out_since REAL;

-- What channels and people are still to be told. Written together with what it tells of, so that a crash loses none.
CREATE TABLE announcements (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- the message's nonce is made of it
    table_id INTEGER NOT NULL REFERENCES tables (id),
    user_id INTEGER, -- whom to tell by direct message; null: the table's channel
    kind TEXT NOT NULL, -- what has happened
    name TEXT NOT NULL, -- who did it; empty: nobody in particular
    chips INTEGER NOT NULL, -- what the user got up with
    at REAL NOT NULL
) STRICT;
CREATE INDEX announcements_of_a_table ON announcements (table_id);

-- Tables that whoever hosts the bot asks the running bot to release.
CREATE TABLE releases (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    at REAL NOT NULL
) STRICT;

-- Who took no direct messages in which server, and when that was last seen; before, it was noted for all servers and for ever.
CREATE TABLE closed_dms (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX closed_dms_of_a_person ON closed_dms (user_id);
ALTER TABLE people DROP COLUMN dms_closed;
