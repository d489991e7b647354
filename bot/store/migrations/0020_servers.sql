-- What servers have set, frozen purses, seasons of the leaderboard, and the log of what hosts, moderators and the bot did.

CREATE TABLE server_settings (
    guild_id INTEGER NOT NULL,
    name TEXT NOT NULL, -- a field of bot.store.model.ServerSettings
    value TEXT NOT NULL CHECK (json_valid(value)),
    PRIMARY KEY (guild_id, name)
) STRICT, WITHOUT ROWID;

-- How many chips a gift could have, and from when on: by this the audit proves each gift.
CREATE TABLE allowed_gifts (
    guild_id INTEGER NOT NULL, -- 0: every server that has set nothing of its own
    source TEXT NOT NULL CHECK (source IN ('starting_chips', 'daily_top_up')),
    after_posting INTEGER NOT NULL, -- it holds for the postings after that one, until there is a later row
    chips INTEGER CHECK (chips >= 0), -- null: again as for every server
    at REAL NOT NULL,
    PRIMARY KEY (guild_id, source, after_posting)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER allowed_gifts_are_not_made_up BEFORE INSERT ON allowed_gifts
WHEN new.after_posting < (SELECT coalesce(max(id), 0) FROM postings)
BEGIN
    SELECT RAISE (ABORT, 'what was allowed is never changed afterwards');
END;

CREATE TRIGGER allowed_gifts_never_change BEFORE UPDATE ON allowed_gifts
WHEN old.after_posting < (SELECT coalesce(max(id), 0) FROM postings) OR new.after_posting <> old.after_posting
OR new.guild_id <> old.guild_id OR new.source <> old.source
BEGIN
    SELECT RAISE (ABORT, 'what was allowed is never changed afterwards');
END;

CREATE TRIGGER allowed_gifts_never_vanish BEFORE DELETE ON allowed_gifts
WHEN NOT EXISTS (SELECT 1 FROM erasing WHERE what = 'server')
BEGIN
    SELECT RAISE (ABORT, 'what was allowed is never deleted');
END;

-- Whoever may not sit down for chips in a server.
CREATE TABLE frozen_purses (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    why TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX frozen_purses_by_person ON frozen_purses (user_id);

-- Each time that a server's leaderboard began anew.
CREATE TABLE seasons (
    guild_id INTEGER NOT NULL,
    number INTEGER NOT NULL, -- from 2: the first season begins with the first deal
    after_deal INTEGER NOT NULL, -- deals with larger ids count
    at REAL NOT NULL,
    PRIMARY KEY (guild_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE server_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    key TEXT NOT NULL UNIQUE, -- so that nothing is told twice
    at REAL NOT NULL,
    what TEXT NOT NULL,
    by_id INTEGER, -- the user; null: the bot itself; below 0: somebody who was erased
    about_id INTEGER, -- the user whom it concerns
    table_id INTEGER REFERENCES tables (id),
    details TEXT NOT NULL CHECK (json_valid(details))
) STRICT;
CREATE INDEX server_log_newest ON server_log (guild_id, id);
CREATE INDEX server_log_by ON server_log (by_id);
CREATE INDEX server_log_about ON server_log (about_id);

CREATE INDEX tables_open_in_a_server ON tables (guild_id, host_id) WHERE status <> 'closed';
