-- What each seat won or lost in chips, also in games that count points or rounds; null where none were played for.

ALTER TABLE results ADD COLUMN chips INTEGER;

DROP TRIGGER results_never_change;

UPDATE results SET chips = net WHERE unit = 'chips';

CREATE TRIGGER results_never_change BEFORE UPDATE ON results
BEGIN
    SELECT RAISE (ABORT, 'a result is never changed');
END;

DROP INDEX results_in_chips;

-- The leaderboard is read from this index alone.
CREATE INDEX results_in_chips ON results (guild_id, user_id, chips, won) WHERE chips IS NOT NULL AND user_id IS NOT NULL;
