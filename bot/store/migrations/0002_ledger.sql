-- The ledger: double entry. Every movement is a posting with transfers; a correction is a posting that reverses another.

CREATE TABLE operations (
    key TEXT NOT NULL PRIMARY KEY, -- the caller's: the same key twice does nothing the second time
    kind TEXT NOT NULL,
    answer INTEGER NOT NULL,
    at REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE accounts (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE, -- house:<guild> purse:<guild>:<user> seat:<sitting> pot:<table> pool:<table>:<name>
    kind TEXT NOT NULL GENERATED ALWAYS AS (substr(name, 1, instr(name, ':') - 1)) VIRTUAL,
    guild_id INTEGER NOT NULL,
    balance INTEGER NOT NULL DEFAULT 0, -- the sum of the account's transfers, kept by the trigger below
    CHECK (kind IN ('house', 'purse', 'seat', 'pot', 'pool')),
    -- Chips come from the house alone; seats and purses may be on credit; pots and pools may not.
    CHECK (balance >= 0 OR kind IN ('house', 'purse', 'seat'))
) STRICT;

CREATE TABLE postings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE, -- says what it is for, so that nothing can be posted twice
    at REAL NOT NULL,
    reason TEXT NOT NULL,
    table_id INTEGER REFERENCES tables (id),
    deal_id INTEGER REFERENCES deals (id),
    reverses INTEGER UNIQUE REFERENCES postings (id)
) STRICT;

CREATE INDEX postings_of_a_deal ON postings (deal_id) WHERE deal_id IS NOT NULL;

CREATE TABLE transfers (
    posting_id INTEGER NOT NULL REFERENCES postings (id),
    line INTEGER NOT NULL,
    source INTEGER NOT NULL REFERENCES accounts (id),
    target INTEGER NOT NULL REFERENCES accounts (id),
    amount INTEGER NOT NULL CHECK (amount > 0),
    reason TEXT NOT NULL,
    PRIMARY KEY (posting_id, line),
    CHECK (source <> target)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER transfers_move_chips AFTER INSERT ON transfers
BEGIN
    UPDATE accounts SET balance = balance - new.amount WHERE id = new.source;
    UPDATE accounts SET balance = balance + new.amount WHERE id = new.target;
END;

CREATE TRIGGER transfers_never_change BEFORE UPDATE ON transfers
BEGIN
    SELECT RAISE (ABORT, 'a transfer is never changed: post a reversal');
END;

CREATE TRIGGER transfers_never_vanish BEFORE DELETE ON transfers
BEGIN
    SELECT RAISE (ABORT, 'a transfer is never deleted: post a reversal');
END;

CREATE TRIGGER postings_never_change BEFORE UPDATE ON postings
BEGIN
    SELECT RAISE (ABORT, 'a posting is never changed: post a reversal');
END;

CREATE TRIGGER postings_never_vanish BEFORE DELETE ON postings
BEGIN
    SELECT RAISE (ABORT, 'a posting is never deleted: post a reversal');
END;

CREATE TRIGGER accounts_keep_their_names BEFORE UPDATE OF id, name, guild_id ON accounts
BEGIN
    SELECT RAISE (ABORT, 'an account keeps its name');
END;

CREATE TRIGGER accounts_never_vanish BEFORE DELETE ON accounts
BEGIN
    SELECT RAISE (ABORT, 'an account is never deleted');
END;
