-- The tokens of presses and commands by which messages can still be edited and sent, so that panels go on after a restart.

CREATE TABLE tokens (
    interaction_id INTEGER NOT NULL PRIMARY KEY, -- of two tokens the larger is the younger
    application_id INTEGER NOT NULL,
    secret TEXT NOT NULL, -- secret: whoever knows it can write in the bot's name
    user_id INTEGER NOT NULL,
    table_id INTEGER NOT NULL, -- 0: the press belonged to no table
    channel_id INTEGER NOT NULL,
    direct INTEGER NOT NULL, -- 1: in direct messages
    original INTEGER, -- the message that it edits as its own answer; null: none
    until REAL NOT NULL CHECK (until > 0) -- no request is made with it after that
) STRICT;

CREATE TABLE token_messages (
    interaction_id INTEGER NOT NULL REFERENCES tokens (interaction_id) ON DELETE CASCADE,
    message_id INTEGER NOT NULL, -- one that was sent with the token beside its answer
    PRIMARY KEY (interaction_id, message_id)
) STRICT, WITHOUT ROWID;
