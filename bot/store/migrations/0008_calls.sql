-- When a person is called by name, and whether a line about each deal stays in a table's channel.

ALTER TABLE people ADD COLUMN call TEXT NOT NULL DEFAULT 'later' CHECK (call IN ('at_once', 'later', 'never'));

-- null: where two people or more sit.
ALTER TABLE tables ADD COLUMN result_lines INTEGER CHECK (result_lines IN (0, 1));
