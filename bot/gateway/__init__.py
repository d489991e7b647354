"""The bot's connections to Discord, one a shard: opened as fast as Discord lets them, each mended by itself.

A shard is a part of the bot's servers, whose events come through one connection.

    client.py       the client: opens the connections, mends them, and closes them
    identifying.py  when a shard may begin a session, and how long it pauses before it tries to connect again
    sockets.py      sockets that notice it where nothing comes through any more
    state.py        what is known of Discord: which servers there are, and interactions as they come
    rate_limits.py  how requests wait for Discord's limits
    refusals.py     requests that Discord would refuse, which are not sent

All of it is built upon discord.py ("the library"). Client, state and rate limits also use private parts of it, because
it offers no other way: it mends its shards one after another, keeps servers that the bot has left, and holds answers
back. Where such a part is used, it is said what for. ``tests/bot/test_private_parts.py`` names each of them, so that an
upgrade of the library that changes them fails there.
"""
