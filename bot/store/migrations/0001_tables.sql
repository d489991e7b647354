-- Tables, who sits at them, and the deals played there.

PRAGMA application_id = 1263420235; -- "KNCK", so that another program's database is told apart

CREATE TABLE members (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL, -- the last known display name, kept when the person leaves the server
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used again: ids stand in buttons of old messages
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    rules TEXT NOT NULL CHECK (json_type(rules) = 'object'),
    unit TEXT NOT NULL CHECK (unit IN ('chips', 'points', 'rounds')),
    buy_in INTEGER NOT NULL CHECK (buy_in >= 0),
    four_colour INTEGER NOT NULL CHECK (four_colour IN (0, 1)),
    host_id INTEGER NOT NULL,
    status TEXT NOT NULL DEFAULT 'lobby' CHECK (status IN ('lobby', 'playing', 'closed')),
    closing INTEGER NOT NULL DEFAULT 0 CHECK (closing IN (0, 1)),
    live_message_id INTEGER,
    next_seed TEXT NOT NULL, -- secret: its commitment is shown before the next deal
    opened_at REAL NOT NULL,
    closed_at REAL,
    CHECK ((status = 'closed') = (closed_at IS NOT NULL))
) STRICT;

CREATE UNIQUE INDEX one_open_table_a_channel ON tables (channel_id) WHERE status <> 'closed';
CREATE INDEX tables_of_a_channel ON tables (channel_id, id);

CREATE TABLE sittings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    guild_id INTEGER NOT NULL, -- the table's, so that a person's chips on tables of a server are one look-up
    user_id INTEGER, -- null: a computer player
    name TEXT NOT NULL,
    position INTEGER NOT NULL,
    leaving INTEGER NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1)),
    sat_at REAL NOT NULL,
    left_at REAL,
    UNIQUE (table_id, position)
) STRICT;

CREATE UNIQUE INDEX one_seat_a_person ON sittings (table_id, user_id) WHERE left_at IS NULL AND user_id IS NOT NULL;
CREATE INDEX sittings_of_a_person ON sittings (user_id, guild_id) WHERE left_at IS NULL AND user_id IS NOT NULL;

CREATE TABLE deals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'finished', 'cancelled')),
    stakes TEXT NOT NULL CHECK (json_type(stakes) = 'object'),
    deck TEXT NOT NULL CHECK (json_type(deck) = 'array'),
    seed TEXT NOT NULL,
    commitment TEXT NOT NULL,
    cut INTEGER NOT NULL,
    state_hash TEXT NOT NULL,
    result TEXT CHECK (result IS NULL OR json_type(result) = 'object'),
    started_at REAL NOT NULL,
    finished_at REAL,
    UNIQUE (table_id, number),
    CHECK ((status = 'open') = (finished_at IS NULL)),
    CHECK ((status = 'finished') = (result IS NOT NULL))
) STRICT;

CREATE UNIQUE INDEX one_open_deal_a_table ON deals (table_id) WHERE status = 'open';

CREATE TABLE deal_seats (
    deal_id INTEGER NOT NULL REFERENCES deals (id),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    sitting_id INTEGER NOT NULL REFERENCES sittings (id),
    PRIMARY KEY (deal_id, seat),
    UNIQUE (deal_id, sitting_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE actions (
    id INTEGER PRIMARY KEY, -- rows lie in the order of writing, so that many tables at once write few pages
    deal_id INTEGER NOT NULL REFERENCES deals (id),
    seq INTEGER NOT NULL CHECK (seq >= 0),
    interaction_id INTEGER,
    at REAL NOT NULL,
    action TEXT NOT NULL,
    state_hash TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX actions_of_a_deal ON actions (deal_id, seq);
CREATE UNIQUE INDEX one_action_an_interaction ON actions (interaction_id) WHERE interaction_id IS NOT NULL;

CREATE TRIGGER actions_never_change BEFORE UPDATE ON actions
BEGIN
    SELECT RAISE (ABORT, 'an action is never changed');
END;

CREATE TRIGGER actions_never_vanish BEFORE DELETE ON actions
BEGIN
    SELECT RAISE (ABORT, 'an action is never deleted');
END;

CREATE TABLE results (
    deal_id INTEGER NOT NULL REFERENCES deals (id),
    seat INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    user_id INTEGER, -- null: a computer player
    unit TEXT NOT NULL CHECK (unit IN ('chips', 'points', 'rounds')),
    net INTEGER NOT NULL,
    won INTEGER NOT NULL CHECK (won IN (0, 1)),
    PRIMARY KEY (deal_id, seat),
    FOREIGN KEY (deal_id, seat) REFERENCES deal_seats (deal_id, seat)
) STRICT, WITHOUT ROWID;

-- The leaderboard is read from this index alone.
CREATE INDEX results_in_chips ON results (guild_id, user_id, net, won) WHERE unit = 'chips' AND user_id IS NOT NULL;

CREATE TRIGGER results_never_change BEFORE UPDATE ON results
BEGIN
    SELECT RAISE (ABORT, 'a result is never changed');
END;

CREATE TRIGGER results_never_vanish BEFORE DELETE ON results
BEGIN
    SELECT RAISE (ABORT, 'a result is never deleted');
END;

CREATE TABLE hand_messages (
    deal_id INTEGER NOT NULL REFERENCES deals (id),
    user_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    PRIMARY KEY (deal_id, user_id)
) STRICT, WITHOUT ROWID;
