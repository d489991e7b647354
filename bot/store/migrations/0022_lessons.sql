-- How far people have come in the lessons.

CREATE TABLE lessons (
    user_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    step INTEGER NOT NULL CHECK (step >= 0), -- the next step, from 0
    done_at REAL, -- when the person first came to the end; null: not yet
    PRIMARY KEY (user_id, game)
) STRICT, WITHOUT ROWID;
