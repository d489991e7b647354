-- What an erasure doesn't undo: a debt, and that a purse is frozen. Whoever comes back within thirty days has both again.

ALTER TABLE erased_lately ADD COLUMN debt INTEGER NOT NULL DEFAULT 0 CHECK (debt >= 0); -- chips that the purse was below zero
ALTER TABLE erased_lately ADD COLUMN frozen INTEGER NOT NULL DEFAULT 0 CHECK (frozen IN (0, 1)); -- 1: the purse was frozen
