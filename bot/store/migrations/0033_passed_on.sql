-- Presses in direct messages about tables of another process's shard: Discord brings all direct messages to shard 0. A row
-- is deleted as the process that holds the shard takes it.

CREATE TABLE passed_on (
    interaction_id INTEGER PRIMARY KEY,
    shard INTEGER NOT NULL CHECK (shard >= 0), -- of the table that it is about
    pressed TEXT NOT NULL, -- secret: what Discord has sent, with the token that answers it
    until REAL NOT NULL -- it can't be answered any more after that, by the database's clock
) STRICT;
