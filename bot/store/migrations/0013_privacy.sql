-- People and servers whose data were erased; the records that never change give way to that alone.

-- People whose data were erased: where their user id stood, -id stands now, which leads nowhere.
CREATE TABLE erased (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at REAL NOT NULL
) STRICT;

-- Has a row only inside a transaction that erases: then the triggers below let it.
CREATE TABLE erasing (
    what TEXT NOT NULL PRIMARY KEY -- "person" or "server"
) STRICT, WITHOUT ROWID;

-- For thirty days, so that nobody gets the starting chips twice by being erased.
CREATE TABLE erased_lately (
    guild_id INTEGER NOT NULL,
    fingerprint TEXT NOT NULL, -- of the user's id, made with a salt that is deleted with the last of them
    at REAL NOT NULL,
    PRIMARY KEY (guild_id, fingerprint)
) STRICT, WITHOUT ROWID;

CREATE TABLE servers_left (
    guild_id INTEGER NOT NULL PRIMARY KEY,
    left_at REAL NOT NULL -- when it was first seen that the bot is not there any more
) STRICT;

DROP TRIGGER actions_never_vanish;
CREATE TRIGGER actions_never_vanish BEFORE DELETE ON actions
WHEN NOT EXISTS (SELECT 1 FROM erasing WHERE what = 'server')
BEGIN
    SELECT RAISE (ABORT, 'an action is never deleted');
END;

DROP TRIGGER results_never_change;
CREATE TRIGGER results_never_change BEFORE UPDATE ON results
WHEN NOT EXISTS (SELECT 1 FROM erasing WHERE what = 'person') OR new.deal_id <> old.deal_id OR new.seat <> old.seat
OR new.net <> old.net OR new.won <> old.won OR new.chips IS NOT old.chips OR new.house IS NOT old.house
OR new.user_id >= 0
BEGIN
    SELECT RAISE (ABORT, 'a result is never changed');
END;

DROP TRIGGER results_never_vanish;
CREATE TRIGGER results_never_vanish BEFORE DELETE ON results
WHEN NOT EXISTS (SELECT 1 FROM erasing WHERE what = 'server')
BEGIN
    SELECT RAISE (ABORT, 'a result is never deleted');
END;

DROP TRIGGER transfers_never_vanish;
CREATE TRIGGER transfers_never_vanish BEFORE DELETE ON transfers
WHEN NOT EXISTS (SELECT 1 FROM erasing WHERE what = 'server')
BEGIN
    SELECT RAISE (ABORT, 'a transfer is never deleted: post a reversal');
END;

DROP TRIGGER postings_never_change;
CREATE TRIGGER postings_never_change BEFORE UPDATE ON postings
WHEN NOT EXISTS (SELECT 1 FROM erasing WHERE what = 'person') OR new.id <> old.id OR new.at <> old.at
OR new.reason <> old.reason OR new.table_id IS NOT old.table_id OR new.deal_id IS NOT old.deal_id
OR new.reverses IS NOT old.reverses
BEGIN
    SELECT RAISE (ABORT, 'a posting is never changed: post a reversal');
END;

DROP TRIGGER postings_never_vanish;
CREATE TRIGGER postings_never_vanish BEFORE DELETE ON postings
WHEN NOT EXISTS (SELECT 1 FROM erasing WHERE what = 'server')
BEGIN
    SELECT RAISE (ABORT, 'a posting is never deleted: post a reversal');
END;

DROP TRIGGER accounts_keep_their_names;
CREATE TRIGGER accounts_keep_their_names BEFORE UPDATE OF id, name, guild_id ON accounts
WHEN NOT EXISTS (SELECT 1 FROM erasing WHERE what = 'person') OR new.id <> old.id OR new.guild_id <> old.guild_id
OR old.name NOT LIKE 'purse:%' OR new.name NOT LIKE 'purse:' || old.guild_id || ':-%'
BEGIN
    SELECT RAISE (ABORT, 'an account keeps its name');
END;

DROP TRIGGER accounts_never_vanish;
CREATE TRIGGER accounts_never_vanish BEFORE DELETE ON accounts
WHEN NOT EXISTS (SELECT 1 FROM erasing WHERE what = 'server')
BEGIN
    SELECT RAISE (ABORT, 'an account is never deleted');
END;
