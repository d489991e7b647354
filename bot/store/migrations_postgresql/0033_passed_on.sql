-- Presses in direct messages about tables of another process's shard: Discord brings all direct messages to shard 0.

CREATE TABLE passed_on (
    interaction_id BIGINT PRIMARY KEY,
    shard BIGINT NOT NULL CHECK (shard >= 0),
    pressed TEXT COLLATE "C" NOT NULL,
    until DOUBLE PRECISION NOT NULL
);
