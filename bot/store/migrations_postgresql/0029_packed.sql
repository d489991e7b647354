-- Deals that are over for a day, packed: their actions as one record each, about a tenth of the size.

CREATE TABLE packed_deals (
    deal_id BIGINT NOT NULL PRIMARY KEY REFERENCES deals (id),
    count BIGINT NOT NULL CHECK (count > 0),
    proof BYTEA NOT NULL CHECK (length(proof) = 16),
    actions BYTEA NOT NULL
);

CREATE FUNCTION is_whole(deal BIGINT, number BIGINT) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
    SELECT number = (SELECT count(*) FROM actions WHERE deal_id = deal)
        AND EXISTS (SELECT 1 FROM deals WHERE id = deal AND status = 'finished')
$$;

CREATE FUNCTION is_packed(deal BIGINT) RETURNS BOOLEAN LANGUAGE sql STABLE AS
$$ SELECT EXISTS (SELECT 1 FROM packed_deals WHERE deal_id = deal) $$;

-- Packed as a whole or not at all, and only what is over.
CREATE TRIGGER packed_deals_are_whole BEFORE INSERT ON packed_deals
FOR EACH ROW WHEN (NOT is_whole(new.deal_id, new.count))
EXECUTE FUNCTION refuse('a finished deal is packed with all its actions');

CREATE TRIGGER packed_deals_never_change BEFORE UPDATE ON packed_deals
FOR EACH ROW EXECUTE FUNCTION refuse('a packed deal is never changed');

CREATE TRIGGER packed_deals_never_vanish BEFORE DELETE ON packed_deals
FOR EACH ROW WHEN (NOT erases('server')) EXECUTE FUNCTION refuse('a packed deal is never deleted');

DROP TRIGGER actions_never_vanish ON actions;
CREATE TRIGGER actions_never_vanish BEFORE DELETE ON actions
FOR EACH ROW WHEN (NOT erases('server') AND NOT is_packed(old.deal_id))
EXECUTE FUNCTION refuse('an action is never deleted');
