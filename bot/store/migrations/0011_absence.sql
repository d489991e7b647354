-- Who is away, the turns that people miss, and the time that their turns take beyond what is free.

-- Why a computer player plays for the person until the person is back; empty where the person plays.
ALTER TABLE sittings ADD COLUMN away TEXT NOT NULL DEFAULT '' CHECK (away IN ('', 'row', 'deal', 'vote'));
-- Turns missed in a row.
ALTER TABLE sittings ADD COLUMN missed INTEGER NOT NULL DEFAULT 0 CHECK (missed >= 0);
-- Turns missed in that deal.
ALTER TABLE deal_seats ADD COLUMN missed INTEGER NOT NULL DEFAULT 0 CHECK (missed >= 0);
-- Seconds of that deal's turns that came from the person's time bank.
ALTER TABLE deal_seats ADD COLUMN drawn REAL NOT NULL DEFAULT 0 CHECK (drawn >= 0);
-- Why a closed table closed by itself; null: somebody closed it, or it is open.
ALTER TABLE tables ADD COLUMN ended TEXT CHECK (ended IN ('idle', 'nobody'));
