"""Every limit that Discord documents and this server holds a bot to, in one table.

Lengths are counted in Unicode code points, sizes in bytes, times in seconds.
"""

from __future__ import annotations

from typing import Final

# Messages
CONTENT: Final = 2_000
NONCE: Final = 25
NONCE_NUMBER: Final = 2**63 - 1
NONCE_MEMORY: Final = 300.0
"""An enforced nonce is remembered for this many seconds."""
ATTACHMENTS: Final = 10
ATTACHMENT_SIZE: Final = 10 * 1024 * 1024
ATTACHMENT_NAME: Final = 1_024
ALT_TEXT: Final = 1_024
MEDIA_ALT_TEXT: Final = (1, 1_024)
"""Of a picture that a component shows: left out rather than empty."""
ALLOWED_MENTIONS: Final = 100
REACTIONS: Final = 20
PINS: Final = 50
HISTORY_PAGE: Final = 100
BULK_DELETE: Final = (2, 100)

# Embeds
EMBEDS: Final = 10
EMBED_TOTAL: Final = 6_000
EMBED_TITLE: Final = 256
EMBED_DESCRIPTION: Final = 4_096
EMBED_FIELDS: Final = 25
EMBED_FIELD_NAME: Final = 256
EMBED_FIELD_VALUE: Final = 1_024
EMBED_FOOTER: Final = 2_048
EMBED_AUTHOR: Final = 256
EMBED_URL: Final = 2_048
COLOR: Final = 0xFFFFFF

# Components
LEGACY_ROWS: Final = 5
ROW_WIDTH: Final = 5
COMPONENTS: Final = 40
"""Nested ones counted."""
COMPONENT_TEXT: Final = 4_000
"""All text displays of a message together."""
COMPONENT_ID: Final = 2**31 - 1
CUSTOM_ID: Final = (1, 100)
COMPONENT_EMOJI: Final = 32
BUTTON_LABEL: Final = 80
BUTTON_URL: Final = 512
SELECT_OPTIONS: Final = (1, 25)
SELECT_TEXT: Final = (1, 100)
SELECT_DESCRIPTION: Final = 100
SELECT_PLACEHOLDER: Final = 150
SELECT_VALUES: Final = 25
GALLERY_ITEMS: Final = (1, 10)
SECTION_TEXTS: Final = (1, 3)
MEDIA_URL: Final = 2_048

# Modals
MODAL_TITLE: Final = (1, 45)
MODAL_COMPONENTS: Final = (1, 5)
MODAL_LABEL: Final = (1, 45)
MODAL_DESCRIPTION: Final = (1, 100)
TEXT_INPUT: Final = 4_000
TEXT_INPUT_PLACEHOLDER: Final = 100
FILE_UPLOADS: Final = 10
RADIO_OPTIONS: Final = (2, 10)
CHECKBOX_OPTIONS: Final = (1, 10)

# Application commands
COMMANDS: Final = 100
CONTEXT_COMMANDS: Final = 15
COMMAND_CREATES_A_DAY: Final = 200
COMMAND_NAME: Final = (1, 32)
COMMAND_DESCRIPTION: Final = (1, 100)
COMMAND_TOTAL: Final = 8_000
OPTIONS: Final = 25
CHOICES: Final = 25
CHOICE_TEXT: Final = (1, 100)
OPTION_STRING: Final = 6_000
SAFE_INTEGER: Final = 2**53 - 1
SAFE_NUMBER: Final = 2.0**53
PERMISSIONS: Final = 2**54 - 1

# Interactions
FIRST_ANSWER: Final = 3.0
TOKEN_LIFE: Final = 900.0

# Channels, threads, emojis
CHANNEL_NAME: Final = (1, 100)
TOPIC: Final = 1_024
SLOWMODE: Final = 21_600
OVERWRITES: Final = 100
NICK: Final = 32
CHANNEL_TYPES: Final = (0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16)
EMOJIS: Final = 2_000
EMOJI_NAME: Final = (2, 32)
EMOJI_SIZE: Final = 256 * 1024

# Gateway and rates
GATEWAY_SENDS: Final = (120, 60.0)
GATEWAY_PAYLOAD: Final = 4_096
IDENTIFIES_A_DAY: Final = 1_000
IDENTIFY_SPACING: Final = 5.0
"""Between two identifies of shards whose ids are the same modulo ``max_concurrency``."""
GUILDS_A_SHARD: Final = 2_500
GLOBAL_RATE: Final = (50, 1.0)
"""For what is asked with the bot's own token."""
TOKEN_RATE: Final = (5, 2.0)
"""For what is done with one interaction's token, the first answer aside."""
WEBHOOK_POSTS: Final = (30, 60.0)
"""For the messages that all tokens together post in a channel."""
OLD_AFTER: Final = 3_600.0
OLD_EDITS: Final = (3, 6.0)
"""For the edits of a channel's messages that are older than ``OLD_AFTER``."""
INVALID: Final = (10_000, 600.0)
"""Answers of 401, 403 and 429 until the address is banned."""
BAN: Final = 3_600.0
"""Discord tells of an hour to a day."""
MEMBER_CHUNK: Final = 100
