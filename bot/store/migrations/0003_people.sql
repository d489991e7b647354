-- What a person has chosen, and what the bot remembers about itself.

CREATE TABLE people (
    user_id INTEGER PRIMARY KEY,
    hand TEXT NOT NULL DEFAULT 'dm' CHECK (hand IN ('dm', 'here')),
    four_colour INTEGER NOT NULL DEFAULT 0 CHECK (four_colour IN (0, 1)),
    cut INTEGER NOT NULL DEFAULT 0 CHECK (cut >= 0),
    auto_top_up INTEGER NOT NULL DEFAULT 0 CHECK (auto_top_up IN (0, 1)),
    locale TEXT NOT NULL DEFAULT '',
    dms_closed INTEGER NOT NULL DEFAULT 0 CHECK (dms_closed IN (0, 1))
) STRICT;

CREATE TABLE meta (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
