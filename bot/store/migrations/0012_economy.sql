-- Where chips come from: what each server and each open table had when this began, and what deals won from the house.

-- What people had in their purses; a source of its own, the only one of its server that is not a posting.
CREATE TABLE opened_servers (
    guild_id INTEGER PRIMARY KEY,
    last_posting INTEGER NOT NULL, -- the last one before
    chips INTEGER NOT NULL
) STRICT;

-- What lay before people and in the pools of tables that were open then; people may take it out.
CREATE TABLE opened_with (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    last_posting INTEGER NOT NULL, -- the last one before
    chips INTEGER NOT NULL
) STRICT;

INSERT INTO opened_servers (guild_id, last_posting, chips)
SELECT
    guild_id,
    (SELECT coalesce(max(id), 0) FROM postings),
    coalesce(sum(CASE WHEN kind = 'purse' THEN balance END), 0)
FROM accounts GROUP BY guild_id;

INSERT INTO opened_with (table_id, last_posting, chips)
SELECT
    tables.id,
    (SELECT coalesce(max(id), 0) FROM postings),
    (
        SELECT coalesce(sum(balance), 0) FROM sittings JOIN accounts ON accounts.name = 'seat:' || sittings.id
        WHERE sittings.table_id = tables.id AND user_id IS NOT NULL
    )
    + (
        SELECT coalesce(sum(balance), 0) FROM accounts
        WHERE name = 'pot:' || tables.id OR name >= 'pool:' || tables.id || ':' AND name < 'pool:' || tables.id || ';'
    )
FROM tables WHERE status <> 'closed' AND NOT practice;

-- A person: chips won from the house's computer players (below 0: lost to them), which chips doesn't count; a computer
-- player: all it has won; null before this was kept, and where chips is null.
ALTER TABLE results ADD COLUMN house INTEGER;
-- How many of the chips in pot and pools came from computer players, after the deal.
ALTER TABLE deals ADD COLUMN house_lies INTEGER NOT NULL DEFAULT 0;

CREATE INDEX postings_of_a_table ON postings (table_id) WHERE table_id IS NOT NULL AND deal_id IS NULL;
CREATE INDEX seats_of_a_sitting ON deal_seats (sitting_id);

-- The leaderboard counts a deal as won in which chips were won.
DROP INDEX results_in_chips;
CREATE INDEX results_in_chips ON results (guild_id, user_id, chips) WHERE chips IS NOT NULL AND user_id IS NOT NULL;
