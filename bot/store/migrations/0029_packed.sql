-- Deals that are over for a day, packed: their actions as one record each, about a tenth of the size.

CREATE TABLE packed_deals (
    deal_id INTEGER NOT NULL PRIMARY KEY REFERENCES deals (id),
    count INTEGER NOT NULL CHECK (count > 0), -- how many actions there are
    proof BLOB NOT NULL CHECK (length(proof) = 16), -- SHA-256, its first 16 bytes, of the record and of the hash of the state after each action
    actions BLOB NOT NULL -- the record: the actions, when each was done and whether somebody asked for it; seats, no names and no ids
) STRICT;

-- Packed as a whole or not at all, and only what is over.
CREATE TRIGGER packed_deals_are_whole BEFORE INSERT ON packed_deals
WHEN new.count <> (SELECT count(*) FROM actions WHERE deal_id = new.deal_id)
OR NOT EXISTS (SELECT 1 FROM deals WHERE id = new.deal_id AND status = 'finished')
BEGIN
    SELECT RAISE (ABORT, 'a finished deal is packed with all its actions');
END;

CREATE TRIGGER packed_deals_never_change BEFORE UPDATE ON packed_deals
BEGIN
    SELECT RAISE (ABORT, 'a packed deal is never changed');
END;

CREATE TRIGGER packed_deals_never_vanish BEFORE DELETE ON packed_deals
WHEN NOT EXISTS (SELECT 1 FROM erasing WHERE what = 'server')
BEGIN
    SELECT RAISE (ABORT, 'a packed deal is never deleted');
END;

DROP TRIGGER actions_never_vanish;
CREATE TRIGGER actions_never_vanish BEFORE DELETE ON actions
WHEN NOT EXISTS (SELECT 1 FROM erasing WHERE what = 'server')
AND NOT EXISTS (SELECT 1 FROM packed_deals WHERE deal_id = old.deal_id)
BEGIN
    SELECT RAISE (ABORT, 'an action is never deleted');
END;
