-- How a table is run besides its rules, whether it is for practice, where its people went on; and the presets of servers.

-- Its chips are the house's and go back to it.
ALTER TABLE tables ADD COLUMN practice INTEGER NOT NULL DEFAULT 0 CHECK (practice IN (0, 1));
-- No deal starts by itself.
ALTER TABLE tables ADD COLUMN paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1));
-- For a person's turn; null: as the bot is set, 0: no limit.
ALTER TABLE tables ADD COLUMN turn_seconds INTEGER CHECK (turn_seconds >= 0);
-- Computer players take less time.
ALTER TABLE tables ADD COLUMN quick INTEGER NOT NULL DEFAULT 0 CHECK (quick IN (0, 1));
-- The table at which its people went on when it was closed; null if they didn't.
ALTER TABLE tables ADD COLUMN next_table_id INTEGER REFERENCES tables (id);

CREATE TABLE presets (
    guild_id INTEGER NOT NULL,
    name TEXT NOT NULL COLLATE NOCASE, -- the server's name for these rules
    game TEXT NOT NULL,
    rules TEXT NOT NULL CHECK (json_type(rules) = 'object'),
    rules_version INTEGER NOT NULL CHECK (rules_version >= 1),
    buy_in INTEGER NOT NULL CHECK (buy_in >= 0),
    made_by INTEGER NOT NULL,
    made_at REAL NOT NULL,
    PRIMARY KEY (guild_id, name)
) STRICT, WITHOUT ROWID;
