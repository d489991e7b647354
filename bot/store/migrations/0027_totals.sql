-- What finished deals came to, kept with each settlement: for the leaderboard by person and season, and for each stay at
-- a table. The triggers of the results keep it, so nothing is settled that isn't counted.

CREATE TABLE standings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    season INTEGER NOT NULL, -- the one in which the deals began, from 1
    user_id INTEGER NOT NULL,
    chips INTEGER NOT NULL, -- won from people, less those lost to them
    deals INTEGER NOT NULL CHECK (deals > 0), -- those that were for chips
    wins INTEGER NOT NULL CHECK (wins BETWEEN 0 AND deals), -- deals in which chips were won from people
    UNIQUE (guild_id, season, user_id)
) STRICT;

-- A page of the leaderboard and a person's place are read from this index alone.
CREATE INDEX standings_in_order ON standings (guild_id, season, chips DESC, wins DESC, user_id, deals);
CREATE INDEX standings_of_a_person ON standings (user_id);

ALTER TABLE sittings ADD COLUMN deals INTEGER NOT NULL DEFAULT 0; -- those that were played to their end, without void ones
ALTER TABLE sittings ADD COLUMN net INTEGER NOT NULL DEFAULT 0; -- won in them, as the game counts
ALTER TABLE sittings ADD COLUMN wins INTEGER NOT NULL DEFAULT 0; -- those in which something was won
ALTER TABLE sittings ADD COLUMN house INTEGER NOT NULL DEFAULT 0; -- chips won in them from the house

INSERT INTO standings (guild_id, season, user_id, chips, deals, wins)
SELECT guild_id,
    coalesce((SELECT max(number) FROM seasons WHERE seasons.guild_id = results.guild_id AND after_deal < deal_id), 1) AS season,
    user_id, sum(chips), count(*), sum(chips > 0)
FROM results WHERE chips IS NOT NULL AND user_id IS NOT NULL GROUP BY guild_id, season, user_id;

UPDATE sittings SET deals = played.deals, net = played.net, wins = played.wins, house = played.house
FROM (
    SELECT sitting_id, count(*) AS deals, sum(net) AS net, sum(net > 0) AS wins, coalesce(sum(house), 0) AS house
    FROM results JOIN deal_seats USING (deal_id, seat) GROUP BY sitting_id
) AS played WHERE played.sitting_id = sittings.id;

CREATE TRIGGER results_are_counted AFTER INSERT ON results
BEGIN
    UPDATE sittings
    SET deals = deals + 1, net = net + new.net, wins = wins + (new.net > 0), house = house + coalesce(new.house, 0)
    WHERE id = (SELECT sitting_id FROM deal_seats WHERE deal_id = new.deal_id AND seat = new.seat);
    INSERT INTO standings (guild_id, season, user_id, chips, deals, wins)
    SELECT new.guild_id,
        coalesce((SELECT max(number) FROM seasons WHERE guild_id = new.guild_id AND after_deal < new.deal_id), 1),
        new.user_id, new.chips, 1, new.chips > 0
    WHERE new.chips IS NOT NULL AND new.user_id IS NOT NULL
    ON CONFLICT (guild_id, season, user_id)
    DO UPDATE SET chips = chips + excluded.chips, deals = deals + 1, wins = wins + excluded.wins;
END;

-- The leaderboard needs it no more.
DROP INDEX results_in_chips;
