-- The answers that Discord shows as "thinking" until they are given, so that a crash leaves none of them so.

CREATE TABLE owed_answers (
    interaction_id INTEGER NOT NULL PRIMARY KEY,
    application_id INTEGER NOT NULL,
    secret TEXT NOT NULL, -- secret: whoever knows it can write in the bot's name
    public INTEGER NOT NULL CHECK (public IN (0, 1)), -- 1: everybody sees that it is owed
    locale TEXT NOT NULL, -- the language that it is owed in
    until REAL NOT NULL CHECK (until > 0) -- it can't be given after that
) STRICT;
