-- Tables at rest: nothing has happened there, nor to the messages that show them, since the row was written. Whatever is
-- done at such a table deletes its row first, so a start needs to read nothing else of it, and to send nothing.

CREATE TABLE resting (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    shown TEXT NOT NULL, -- by which program and in which language its messages were made
    deal INTEGER NOT NULL,
    seq INTEGER NOT NULL, -- how many actions the deal had had
    sitting_id INTEGER REFERENCES sittings (id) ON DELETE CASCADE, -- whose time runs; null: nobody's
    began REAL NOT NULL, -- when that turn began
    drawn REAL NOT NULL, -- seconds that the deal's turns have had from that person's time bank
    deadline REAL, -- when the messages say that the time is up
    slow INTEGER NOT NULL, -- whether they say that the turn is slow
    reminders INTEGER NOT NULL -- how often the person has been reminded of it
) STRICT;
