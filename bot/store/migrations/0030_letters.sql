-- What people are still to be told privately of what hosts and moderators did, and until when they may look at a raised buy-in.

CREATE TABLE letters (
    log_id INTEGER PRIMARY KEY REFERENCES server_log (id) ON DELETE CASCADE -- what was done, by whom, to whom and why
) STRICT;

-- In seconds since the epoch: until then the first deal isn't dealt, because it takes more chips of people who sit there than before.
ALTER TABLE tables ADD COLUMN look_until REAL NOT NULL DEFAULT 0;
-- The number of the deal that was taken back with it; null: none was.
ALTER TABLE announcements ADD COLUMN deal INTEGER;
