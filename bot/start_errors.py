"""Why the bot can't start or go on, in a sentence for whoever started it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Final

import discord

from bot.gateway.identifying import NoStartsLeftError
from bot.store.model.errors import StoreError
from bot.ui.showing.sending import LOST

TOKEN_REFUSED: Final = "Discord refused the token in DISCORD_TOKEN: copy it again from the developer portal, under Bot."
LOCAL_TOKEN_REFUSED: Final = (
    "The local Discord at {url} refused the token in DISCORD_TOKEN: set what `python -m bot.local` prints there."
)
LOCAL_UNREACHED: Final = (
    "The local Discord at {url} (KNOCKABOUT_LOCAL_URL) cannot be reached: start it with `python -m bot.local`."
)
ANOTHER_BOT: Final = (
    "Another bot has answered a press before this one could: it runs with the same DISCORD_TOKEN and another database. "
    "Stop one of the two, or give it a token of its own; until then each would open tables of its own."
)
UNREACHED: Final = (
    "Discord can't be reached from here, and other processes can reach it: they go on with what this one played. "
    "It gets its shards back when it is started again and can reach Discord."
)
UNWRITTEN: Final = (
    "Nothing can be written into the database from here, and other processes can write: they go on with what this one "
    "played. It gets its shards back when it is started again and can write."
)
AUTHENTICATION_FAILED: Final = 4004
CLOSES: Final = {
    4010: "it does not know the shard that was asked for",
    4011: "the bot is in too many servers for so few shards; raise KNOCKABOUT_SHARDS, or leave it to Discord",
    4012: "it does not speak this version of its API any more; update discord.py",
    4013: "it does not know the intents that were asked for",
    4014: "it does not allow the intents that were asked for",
}
"""What the codes mean when Discord's gateway ends a connection for good."""


class StartError(Exception):
    """The bot cannot run; the text is one sentence for whoever started it.

    ``for_good``: whether it can't either when it is started again, until somebody has done something about it.
    """

    def __init__(self, text: str, *, for_good: bool = False) -> None:
        super().__init__(text)
        self.for_good = for_good


def system_says(error: OSError) -> str:
    """What the system says, without the words of Python's around it."""
    return os.strerror(error.errno) if error.errno else str(error)


@contextlib.contextmanager
def explained(local_url: str = "") -> Iterator[None]:
    """Turns errors of discord.py and the store that end the start into StartError.

    ``local_url``: the address of a local Discord that runs by itself; "": there is none.
    """
    refused = LOCAL_TOKEN_REFUSED.format(url=local_url) if local_url else TOKEN_REFUSED
    try:
        yield
    except (StoreError, NoStartsLeftError) as error:
        raise StartError(str(error), for_good=isinstance(error, StoreError) and error.for_good) from None
    except discord.LoginFailure:
        raise StartError(refused, for_good=True) from None
    except discord.PrivilegedIntentsRequired:
        raise StartError(f"Discord closed the connection for good: {CLOSES[4014]}.", for_good=True) from None
    except discord.ConnectionClosed as error:
        if error.code == AUTHENTICATION_FAILED:
            raise StartError(refused, for_good=True) from None
        why = CLOSES.get(error.code, "its documentation of gateway close codes says why")
        said = f"Discord closed the connection for good (code {error.code}): {why}."
        raise StartError(said, for_good=True) from None
    except discord.GatewayNotFound:
        raise StartError("Discord's gateway cannot be found at the moment: try again later.") from None
    except discord.DiscordServerError as error:
        raise StartError(f"Discord cannot answer at the moment (status {error.status}): try again later.") from None
    except discord.HTTPException as error:
        raise StartError(f"Discord refused the start: status {error.status}, {error.text or 'no reason'}.") from None
    except LOST as error:
        if local_url:
            raise StartError(LOCAL_UNREACHED.format(url=local_url)) from None
        raise StartError(f"Discord cannot be reached: {str(error) or type(error).__name__}.") from None
