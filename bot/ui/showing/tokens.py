"""The tokens of presses and commands: what can be edited and privately sent outside the bot's fifty requests a second.

A token edits the message that was pressed, or the answer to the command, and what was sent with it besides; nothing
else. Discord gives each fifteen minutes. Living tokens are stored, so that what they edit goes on after a restart.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
import weakref
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import discord
from discord import ui
from discord.webhook.async_ import async_context

from bot.logs import log_unexpected
from bot.store.model.errors import StoreError
from bot.store.tokens import Token, TokenShelf
from bot.ui.showing.by_token import ByToken
from bot.ui.showing.sending import DISCORD_TOKEN_LIFE, MESSAGE_GONE, code_of, edited, shown

if TYPE_CHECKING:
    from bot.ui.pages.page import Kept, KeptFile, Page
    from bot.ui.showing.answer import Answer, Pending

__all__ = ["ORIGINAL", "TOKEN_LIFE", "Token", "Tokens", "UnreachableError"]

log = logging.getLogger(__name__)
T = TypeVar("T")

TOKEN_LIFE: Final = DISCORD_TOKEN_LIFE - 60.0
"""Seconds after the press for which its token is used, a minute less than Discord takes it: a dead one counts as
refused."""
SWEEPING: Final = 30.0
"""Seconds between two looks for tokens that are to be deleted."""
_REFUSED: Final = frozenset({50027, 10015})
"""Discord's codes for a token that is wrong or has expired."""
ORIGINAL: Final = cast(int, "@original")
"""How requests name the message that was pressed, or the answer."""


class UnreachableError(Exception):
    """A message can't be reached any more in its place."""


class Tokens:
    """All living tokens. ``clock`` tells the seconds of UTC; ``spawn`` does what nobody waits for."""

    def __init__(
        self,
        store: TokenShelf,
        client: discord.Client,
        spawn: Callable[[Any], None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store, self._client, self._spawn, self._clock = store, client, spawn, clock
        self._known: dict[int, Token] = {}
        self._by_message: defaultdict[int, set[int]] = defaultdict(set)
        self._by_table: defaultdict[int, set[int]] = defaultdict(set)
        self._by_person: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
        self._pressing: Counter[tuple[int, int]] = Counter()
        """How many presses of whom at which table are being served, whose tokens may not be known yet."""
        self._answers: weakref.WeakValueDictionary[int, Pending] = weakref.WeakValueDictionary()
        """What is answered to the interactions, by their ids, as long as it may be pending."""
        self._used: Counter[int] = Counter()
        """The interactions with whose tokens something is being sent, and how much."""
        self._timer: asyncio.TimerHandle | None = None

    async def load(self, at: Callable[[int], bool] = lambda table_id: True) -> None:
        """Reads which tokens there are from before, and deletes those that Discord no longer takes.

        ``at``: at which tables. Raises StoreError.
        """
        for token in await self._store.all():
            if not at(token.table_id):
                continue
            if (known := self._known.get(token.interaction_id)) is not None:
                self._remove(known)
            self._add(token)
        self._sweep()

    def close(self) -> None:
        """Ends the looks for old tokens; those that live stay stored."""
        if self._timer is not None:
            self._timer.cancel()

    # -- which there are

    def noted(self, answer: Answer, table_id: int) -> Token:
        """Keeps the token of an interaction that was acknowledged; ``table_id`` is what it was about, 0 for no table.

        An older one of the same person that edits nothing more than this one is forgotten, unless it is being used.
        """
        interaction = answer.interaction
        token = Token(
            interaction.id,
            interaction.application_id,
            interaction.token,
            interaction.user.id,
            table_id,
            interaction.channel_id or 0,
            direct=interaction.guild_id is None,
            original=answer.original,
            until=self._clock() + TOKEN_LIFE,
        )
        older = [
            before
            for number in self._by_person[token.table_id, token.user_id]
            if (before := self._known[number]).channel_id == token.channel_id
            and set(before.messages) <= {token.original}
            and number not in self._used
        ]
        for before in older:
            self._remove(before)
        self._add(token)
        if answer.pending:
            self.owe(answer.key, answer)
        self._write([token], [before.interaction_id for before in older])
        return token

    def owe(self, interaction_id: int, answer: Pending) -> None:
        """That answer to the interaction is pending, for as long as the caller keeps it and it says so."""
        self._answers[interaction_id] = answer

    @contextlib.contextmanager
    def using(self, interaction_id: int) -> Iterator[None]:
        """While this is open something may be sent with the token of that interaction, which then edits it."""
        with _counted(self._used, interaction_id):
            yield

    def sent(self, interaction_id: int, message_id: int) -> None:
        """That message was sent with the token of that interaction, which edits it from now on."""
        if (known := self._known.get(interaction_id)) is not None and message_id not in known.messages:
            self._remove(known)
            self._add(more := replace(known, sent=(*known.sent, message_id)))
            self._write([more])

    def editing(self, message_id: int, lasting: float = 0.0) -> Token | None:
        """The youngest token that can edit that message, and will for more than ``lasting`` seconds."""
        return self._youngest(self._by_message.get(message_id, ()), lasting)

    def of(self, table_id: int, user_id: int, lasting: float = 0.0, *, answers: int | None = None) -> Token | None:
        """The youngest token with which that person can be sent something private in the table's channel, and that
        lives for more than ``lasting`` seconds. ``answers``: what is sent appears as an answer to that message.

        One whose own answer is pending only where there is no other: see ``is_free``.
        """
        tokens = [self._known[number] for number in self._by_person.get((table_id, user_id), ())]
        fit = [t.interaction_id for t in tokens if not t.direct and answers in {None, t.original}]
        return self._youngest([n for n in fit if not self._owes(n)], lasting) or self._youngest(fit, lasting)

    async def is_free(self, token: Token, within: float) -> bool:
        """Waits so many seconds at most until the token's own answer is pending no more. Returns whether it isn't.

        Discord puts what is sent before that in the answer's place: the person would take it for the answer, which
        then overwrites it.
        """
        answer = self._answers.get(token.interaction_id)
        return answer is None or await answer.given(within)

    def answering(self, message_id: int) -> Token | None:
        """The youngest token that edits that message and can send another, which appears as an answer to what was
        pressed: that message, or one before it."""
        numbers = self._by_message.get(message_id, ())
        return self._youngest([n for n in numbers if self._known[n].original is not None and not self._owes(n)])

    def knows(self, interaction_id: int) -> bool:
        """Whether the token of that interaction is known."""
        return interaction_id in self._known

    def pressed_lately(self, table_id: int, user_id: int) -> bool:
        """Whether the person has pressed or commanded something at that table while its token lives."""
        known = self._youngest(self._by_person.get((table_id, user_id), ())) is not None
        return known or (table_id, user_id) in self._pressing

    @contextlib.contextmanager
    def pressing(self, table_id: int, user_id: int) -> Iterator[None]:
        """While this is open a press of that person at that table is being served."""
        with _counted(self._pressing, (table_id, user_id)):
            yield

    def alive_at(self, table_id: int) -> bool:
        """Whether any token of a press or command at that table lives."""
        now = self._clock()
        return any(self._known[number].until > now for number in self._by_table.get(table_id, ()))

    def left(self, message_id: int) -> float | None:
        """Seconds for which that message can still be edited by a token; None where it can't."""
        token = self.editing(message_id)
        return token.until - self._clock() if token is not None else None

    def forget(self, user_id: int) -> None:
        """Forgets all tokens of that person."""
        for token in [token for token in self._known.values() if token.user_id == user_id]:
            self.drop(token)

    def drop(self, token: Token) -> None:
        """The token is good for nothing more."""
        if (known := self._known.get(token.interaction_id)) is not None:
            self._remove(known)
            self._write([], [known.interaction_id])

    # -- requests, each of which raises what the library raises, and UnreachableError where no token is good for it

    async def edit(self, message_id: int, page: Page, kept: Kept) -> discord.WebhookMessage:
        """Has the message show the page; the files in ``kept`` it has already."""
        token = self._needed(message_id)
        return await edited(
            page,
            kept,
            lambda page, kept: self._with(
                token,
                lambda hook: hook.edit_message(
                    _named(token, message_id),
                    view=page.view(),
                    allowed_mentions=page.mentions,
                    attachments=page.changed_files(kept),
                ),
            ),
        )

    async def change_view(self, message_id: int, view: ui.LayoutView, files: Sequence[KeptFile]) -> None:
        """Changes words and buttons; of the message's files those in ``files`` stay."""
        token, nobody, kept = self._needed(message_id), discord.AllowedMentions.none(), list[Any](files)
        await self._with(
            token,
            lambda hook: hook.edit_message(
                _named(token, message_id), view=view, allowed_mentions=nobody, attachments=kept
            ),
        )

    async def fetch(self, message_id: int) -> discord.WebhookMessage:
        """The message as Discord has it."""
        token = self._needed(message_id)
        return await self._with(token, lambda hook: hook.fetch_message(_named(token, message_id)))

    async def find(self, interaction_id: int, message_id: int) -> discord.WebhookMessage | None:
        """The message if it was sent with the token of that interaction; None where it wasn't, or the token is dead."""
        token = self._known.get(interaction_id)
        if token is None:
            return None
        try:
            found = await self._with(token, lambda hook: hook.fetch_message(message_id))
        except UnreachableError:
            return None
        except discord.HTTPException as error:
            if code_of(error) not in MESSAGE_GONE:
                raise
            return None
        self.sent(interaction_id, message_id)
        return found

    async def delete(self, message_id: int) -> None:
        """Deletes the message."""
        token = self._needed(message_id)
        await self._with(token, lambda hook: hook.delete_message(_named(token, message_id)))
        for number in tuple(self._by_message.get(message_id, ())):
            self._deleted(self._known[number], message_id)

    async def post(self, token: Token, page: Page) -> discord.WebhookMessage:
        """Sends the person who pressed a message that nobody else sees, where the press was."""
        return await self._post(token, page, private=True)

    async def answer(self, token: Token, page: Page) -> discord.WebhookMessage:
        """Sends the channel where the press was a message that everybody sees, as an answer to what was pressed.

        Nothing tells it from another that is sent again, so that this happens once at most.
        """
        before = async_context.set(ByToken(once=True))
        try:
            return await self._post(token, page, private=False)
        finally:
            async_context.reset(before)

    # -- inside

    async def _post(self, token: Token, page: Page, *, private: bool) -> discord.WebhookMessage:
        def send(page: Page) -> Awaitable[discord.WebhookMessage]:
            return self._with(
                token,
                lambda hook: hook.send(
                    view=page.view(), files=page.files(), allowed_mentions=page.mentions, ephemeral=private, wait=True
                ),
            )

        with self.using(token.interaction_id):
            message = await shown(page, send)
            self.sent(token.interaction_id, message.id)
        return message

    async def _with(self, token: Token, ask: Callable[[discord.Webhook], Awaitable[T]]) -> T:
        """Asks with the token; where Discord no longer takes it, it is dropped at once."""
        hook = discord.Webhook.partial(token.application_id, token.secret, client=self._client)
        hook.type = discord.WebhookType.application  # the library lets no other send privately
        try:
            return await ask(hook)
        except discord.HTTPException as error:
            if error.status != 401 and code_of(error) not in _REFUSED:
                raise
        self.drop(token)
        raise UnreachableError

    def _owes(self, interaction_id: int) -> bool:
        """Whether the answer to that interaction is pending."""
        answer = self._answers.get(interaction_id)
        return answer is not None and answer.pending

    def _needed(self, message_id: int) -> Token:
        token = self.editing(message_id)
        if token is None:
            raise UnreachableError
        return token

    def _youngest(self, numbers: Collection[int], lasting: float = 0.0) -> Token | None:
        number = max(numbers, default=None)
        token = self._known[number] if number is not None else None
        # The youngest of all runs out last.
        return token if token is not None and token.until > self._clock() + lasting else None

    def _add(self, token: Token) -> None:
        self._known[token.interaction_id] = token
        for message_id in token.messages:
            self._by_message[message_id].add(token.interaction_id)
        self._by_person[token.table_id, token.user_id].add(token.interaction_id)
        self._by_table[token.table_id].add(token.interaction_id)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SWEEPING, self._sweep)

    def _remove(self, token: Token) -> None:
        del self._known[token.interaction_id]
        for message_id in token.messages:
            _take(self._by_message, message_id, token.interaction_id)
        _take(self._by_person, (token.table_id, token.user_id), token.interaction_id)
        _take(self._by_table, token.table_id, token.interaction_id)

    def _deleted(self, token: Token, message_id: int) -> None:
        self._remove(token)
        self._add(
            less := replace(
                token,
                original=None if token.original == message_id else token.original,
                sent=tuple(number for number in token.sent if number != message_id),
            )
        )
        self._write([less])

    def _sweep(self) -> None:
        """Deletes the tokens that Discord no longer takes."""
        self.close()
        self._timer = None
        too_old = self._clock() - (DISCORD_TOKEN_LIFE - TOKEN_LIFE)
        old = [token for token in self._known.values() if token.until <= too_old]
        for token in old:
            self._remove(token)
        if old:
            self._write([], [token.interaction_id for token in old])
        if self._known and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SWEEPING, self._sweep)

    def _write(self, tokens: Collection[Token], gone: Collection[int] = ()) -> None:
        async def write() -> None:
            try:
                await self._store.keep(tokens, gone)
            except StoreError as error:
                log_unexpected(log, "what is known of tokens could not be written down", error)

        self._spawn(write())


def _named(token: Token, message_id: int) -> int:
    return ORIGINAL if message_id == token.original else message_id


@contextlib.contextmanager
def _counted(counter: Counter[T], key: T) -> Iterator[None]:
    """While this is open the key counts once more."""
    counter[key] += 1
    try:
        yield
    finally:
        counter[key] -= 1
        if not counter[key]:
            del counter[key]


def _take(index: dict[Any, set[int]], key: Any, number: int) -> None:
    index[key].discard(number)
    if not index[key]:
        del index[key]
