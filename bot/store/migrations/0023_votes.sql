-- What people at open tables have voted for or agreed to, until it is done or its moment has passed.

CREATE TABLE votes (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    kind TEXT NOT NULL CHECK (kind IN ('skip', 'replace', 'close', 'end')), -- about a slow turn, closing, or closing at once
    user_id INTEGER NOT NULL,
    deal INTEGER NOT NULL, -- the number of the last deal at the table; 0: none was dealt yet
    seq INTEGER NOT NULL, -- of the action that the deal waited for; 0 where it is about no turn
    PRIMARY KEY (table_id, kind, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX votes_by_person ON votes (user_id);
