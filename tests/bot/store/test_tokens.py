"""Tokens of presses are kept as long as they are good."""

from __future__ import annotations

from dataclasses import replace

from bot.store.store import Store
from bot.store.tokens import Token

ANN = Token(11, 5, "abc", 41, 7, 50, False, 900, 1000.5)
BO = Token(12, 5, "def", 42, 0, 60, True, None, 1001.5)


async def test_a_token_is_kept_with_what_was_sent_with_it_until_it_is_struck_out(store: Store) -> None:
    await store.tokens.keep([BO, ANN])
    assert await store.tokens.all() == (ANN, BO)
    more = replace(ANN, sent=(901, 902))
    await store.tokens.keep([more])
    assert await store.tokens.all() == (more, BO)
    await store.tokens.keep([replace(more, original=None, sent=(902,))], gone=[12])
    assert await store.tokens.all() == (replace(more, original=None, sent=(902,)),)
    await store.tokens.keep([], gone=[11, 12])
    assert await store.tokens.all() == ()
