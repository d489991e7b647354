-- The version of the rules that a table has stored. In version 1 only options other than the default were; since then all.

ALTER TABLE tables ADD COLUMN rules_version INTEGER NOT NULL DEFAULT 1 CHECK (rules_version >= 1);
