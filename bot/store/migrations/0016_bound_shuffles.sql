-- Packs are bound before people have their part in the order (engine/fairness.md): the secret of a table from which all
-- its packs follow, what people add, where the numbers are published, and who agrees to open a deal.

-- Of a table with an open deal it was that deal's seed, which is told when the deal is over.
UPDATE tables SET next_seed = lower(hex(randomblob(32))) WHERE status <> 'closed';

ALTER TABLE deals ADD COLUMN chance TEXT CHECK (chance IS NULL OR json_type(chance) = 'object'); -- null: shuffled from seed and cut alone

CREATE TABLE shuffle_words (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    deal INTEGER NOT NULL CHECK (deal >= 1), -- its number at the table
    user_id INTEGER NOT NULL,
    word TEXT NOT NULL CHECK (word <> ''),
    PRIMARY KEY (table_id, deal, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE shuffle_lines (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    first_deal INTEGER NOT NULL CHECK (first_deal >= 1), -- the first deal of the list that the line publishes
    message_id INTEGER NOT NULL,
    at REAL NOT NULL, -- what people choose after that has its part in the next deal
    PRIMARY KEY (table_id, first_deal)
) STRICT, WITHOUT ROWID;

CREATE TABLE shuffle_openings (
    deal_id INTEGER NOT NULL REFERENCES deals (id),
    user_id INTEGER NOT NULL, -- who agrees that all cards of the deal are opened
    PRIMARY KEY (deal_id, user_id)
) STRICT, WITHOUT ROWID;
