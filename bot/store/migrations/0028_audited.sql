-- What the last audit that found nothing has proved, so that the next one can go on from there.

CREATE TABLE audited (
    kind TEXT NOT NULL, -- account, standing, sitting; purses; given:<source>
    id INTEGER NOT NULL, -- of the account, standing or sitting; else the server
    chips INTEGER NOT NULL, -- the balance; for standings and sittings what was won
    deals INTEGER NOT NULL DEFAULT 0,
    wins INTEGER NOT NULL DEFAULT 0,
    house INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
