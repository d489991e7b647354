-- Whether a person is asked again before a move that risks much.

ALTER TABLE people ADD COLUMN ask_first INTEGER NOT NULL DEFAULT 1 CHECK (ask_first IN (0, 1));
