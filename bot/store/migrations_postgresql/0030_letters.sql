-- What people are still to be told privately of what hosts and moderators did, and until when they may look at a raised buy-in.

CREATE TABLE letters (
    log_id BIGINT PRIMARY KEY REFERENCES server_log (id) ON DELETE CASCADE
);

ALTER TABLE tables ADD COLUMN look_until DOUBLE PRECISION NOT NULL DEFAULT 0;
ALTER TABLE announcements ADD COLUMN deal BIGINT;
