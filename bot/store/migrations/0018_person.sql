-- What a column is for in its name, and look-ups by person.

-- From which every pack of the table follows.
ALTER TABLE tables RENAME COLUMN next_seed TO table_secret;

-- A person's own data is given out and erased without reading these tables whole.
CREATE INDEX results_of_a_person ON results (user_id, deal_id) WHERE user_id IS NOT NULL;
CREATE INDEX sittings_by_person ON sittings (user_id) WHERE user_id IS NOT NULL;
