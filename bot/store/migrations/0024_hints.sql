-- Whether people are given hints at a table that is not for practice, and how many each stay there has taken.

ALTER TABLE tables ADD COLUMN hints INTEGER NOT NULL DEFAULT 0 CHECK (hints IN (0, 1));
ALTER TABLE sittings ADD COLUMN hints INTEGER NOT NULL DEFAULT 0 CHECK (hints >= 0);
