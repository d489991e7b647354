-- How well computer players play.

-- The level of the computer player who sits there, or stands in for the person.
ALTER TABLE sittings ADD COLUMN level TEXT NOT NULL DEFAULT 'regular' CHECK (level IN ('novice', 'regular', 'expert'));
-- The level of the next one who sits down there, and the one that each person chose last, for the next table.
ALTER TABLE tables ADD COLUMN computers TEXT NOT NULL DEFAULT 'regular' CHECK (computers IN ('novice', 'regular', 'expert'));
ALTER TABLE people ADD COLUMN computers TEXT NOT NULL DEFAULT 'regular' CHECK (computers IN ('novice', 'regular', 'expert'));
