-- Tables at rest: nothing has happened there, nor to the messages that show them, since the row was written.

CREATE TABLE resting (
    table_id BIGINT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    shown TEXT COLLATE "C" NOT NULL,
    deal BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    sitting_id BIGINT REFERENCES sittings (id) ON DELETE CASCADE,
    began DOUBLE PRECISION NOT NULL,
    drawn DOUBLE PRECISION NOT NULL,
    deadline DOUBLE PRECISION,
    slow BIGINT NOT NULL,
    reminders BIGINT NOT NULL
);
