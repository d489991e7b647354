-- The messages on Discord that the bot keeps true, in one place: tables, hands, and answers that are on their way.

CREATE TABLE messages (
    name TEXT NOT NULL PRIMARY KEY, -- what it shows: table:<table> hand:<table>:<user> thinking:<message> unreadable:<table> call:<table>:<user>
    channel_id INTEGER, -- null: not known yet, a direct message's channel is opened with the message
    message_id INTEGER, -- null: none is known
    nonce TEXT NOT NULL, -- of a message that is being sent and may have arrived; empty for none
    deal INTEGER NOT NULL, -- the deal whose hand it shows; 0 where it shows no hand
    CHECK (message_id IS NOT NULL OR nonce <> ''),
    CHECK (message_id IS NULL OR channel_id IS NOT NULL)
) STRICT, WITHOUT ROWID;

INSERT INTO messages (name, channel_id, message_id, nonce, deal)
SELECT 'table:' || tables.id, channel_id, live_message_id, coalesce(meta.value, ''), 0
FROM tables LEFT JOIN meta ON meta.key = 'posting:' || tables.id
WHERE status <> 'closed' AND (live_message_id IS NOT NULL OR coalesce(meta.value, '') <> '');

-- A person's newest hand at an open table, where it is of the last two deals: older ones were put to rest long ago.
INSERT INTO messages (name, channel_id, message_id, nonce, deal)
SELECT 'hand:' || tables.id || ':' || user_id, hand_messages.channel_id, message_id, '', max(number)
FROM hand_messages JOIN deals ON deals.id = deal_id JOIN tables ON tables.id = deals.table_id
WHERE tables.status <> 'closed'
AND number >= (SELECT max(number) FROM deals AS newest WHERE newest.table_id = tables.id) - 1
GROUP BY tables.id, user_id;

INSERT INTO messages (name, channel_id, message_id, nonce, deal)
SELECT 'thinking:' || noted.key, noted.value, CAST(noted.key AS INTEGER), '', 0
FROM meta, json_each(meta.value) AS noted WHERE meta.key = 'thinking';

DELETE FROM meta WHERE key = 'thinking' OR key >= 'posting:' AND key < 'posting;';
DROP TABLE hand_messages;
ALTER TABLE tables DROP COLUMN live_message_id;
