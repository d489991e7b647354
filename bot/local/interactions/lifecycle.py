"""The life of an interaction: three seconds to its first answer, fifteen minutes to its token's end."""

from __future__ import annotations

import asyncio
import itertools
import secrets
from dataclasses import dataclass

from bot.local import limits
from bot.local.errors import ApiError
from bot.local.interactions.payload import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, interaction_payload
from bot.local.state.happenings import InteractionChanged, InteractionSent
from bot.local.state.model import Channel, Interaction, Json, Message, Origin, Person
from bot.local.state.payloads import Payloads
from bot.local.state.world import World

NO_ANSWER = "The application did not respond"
FAILED = "This interaction failed"
_KEPT = 256
"""Finished interactions remembered beyond their tokens' life."""


@dataclass(slots=True)
class Clocks:
    """How long an interaction lives, in seconds; tests shorten it."""

    first_answer: float = limits.FIRST_ANSWER
    token_life: float = limits.TOKEN_LIFE


class Interactions:
    """Starts interactions and knows their state; the answers are in ``answers.py``."""

    def __init__(self, payloads: Payloads, clocks: Clocks) -> None:
        self.payloads = payloads
        self.world: World = payloads.world
        self.clocks = clocks
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._waiting: dict[int, asyncio.Future[list[Json] | None]] = {}

    def begin(
        self,
        kind: int,
        person: Person,
        channel: Channel,
        data: Json,
        *,
        name: str = "",
        message: Message | None = None,
        target: Message | None = None,
        opened_by: Interaction | None = None,
        nonce: str | None = None,
    ) -> Interaction:
        """Send an interaction to the bot and start its clock. ``target``: the message on whose menu a command was."""
        world = self.world
        interaction = Interaction(
            id=world.snowflakes.next(),
            token=secrets.token_urlsafe(96),
            type=kind,
            person_id=person.id,
            channel_id=channel.id,
            created=world.clock(),
            name=name,
            message_id=None if message is None else message.id,
            target_id=None if target is None else target.id,
            opened_by=None if opened_by is None else opened_by.id,
            nonce=nonce,
        )
        interaction.origin = self._origin(interaction, message, opened_by)
        self._forget_old()
        self._keep(interaction)
        payload = interaction_payload(self.payloads, interaction, channel, person, data, message)
        loop = asyncio.get_running_loop()
        self._timers[interaction.id] = loop.call_later(self.clocks.first_answer, self._expire, interaction)
        world.bus.tell(InteractionChanged(interaction, "sent"))
        world.bus.tell(InteractionSent(interaction, payload))
        return interaction

    def _origin(self, interaction: Interaction, message: Message | None, opened_by: Interaction | None) -> Origin:
        return Origin(
            id=interaction.id,
            type=interaction.type,
            user_id=interaction.person_id,
            name=interaction.name,
            message_id=None if message is None else message.id,
            target_id=interaction.target_id,
            triggered_by=None if opened_by is None else opened_by.origin,
        )

    def _keep(self, interaction: Interaction) -> None:
        """Half-typed options need not be in the history."""
        (self.world.admit if interaction.type == AUTOCOMPLETE else self.world.save)(interaction)

    def _forget_old(self) -> None:
        """Drop interactions whose tokens are long dead."""
        limit = self.world.clock() - self.clocks.token_life
        old = [*itertools.takewhile(lambda i: i.created < limit, self.world.interactions.values())]  # the oldest first
        for interaction in old[: max(0, len(old) - _KEPT)]:
            self.world.remove(interaction)

    # Clocks

    def _expire(self, interaction: Interaction) -> None:
        self._timers.pop(interaction.id, None)
        if interaction.answer is not None:
            return
        interaction.failed = True
        self._keep(interaction)
        if interaction.type == AUTOCOMPLETE:
            self._settle(interaction, None)
            return
        text = NO_ANSWER if interaction.type == COMMAND else FAILED
        self.world.bus.tell(InteractionChanged(interaction, "failed", text=text))

    def catch_up(self) -> None:
        """The clock was moved: what has had no answer by now fails at once."""
        for interaction_id in list(self._timers):
            interaction = self.world.interactions[interaction_id]
            if self.world.clock() - interaction.created > self.clocks.first_answer:
                self._timers[interaction_id].cancel()
                self._expire(interaction)

    def answered(self, interaction: Interaction, kind: int) -> None:
        """The first answer has come in."""
        interaction.answer = kind
        self._keep(interaction)
        timer = self._timers.pop(interaction.id, None)
        if timer is not None:
            timer.cancel()

    def stop(self) -> None:
        """Stop all clocks."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    # Finding

    def awaiting(self, interaction_id: int, token: str) -> Interaction:
        """The interaction that a callback is for. Raises 10062 when it is unknown or too late, 40060 when answered."""
        interaction = self.world.interactions.get(interaction_id)
        if interaction is None or not secrets.compare_digest(interaction.token.encode(), token.encode()):
            raise ApiError(10062)
        if interaction.answer is not None:
            raise ApiError(40060)
        if interaction.failed or self.world.clock() - interaction.created > self.clocks.first_answer:
            raise ApiError(10062)
        return interaction

    def by_token(self, application_id: str, token: str) -> Interaction:
        """The answered interaction that a webhook's token belongs to.

        Raises 10015 for another webhook or where there is no answer yet, 50027 for what is no token (any more).
        """
        if application_id != str(self.world.secrets.application_id):
            raise ApiError(10015)
        interaction = self.world.by_token.get(token)
        if interaction is None or self.world.clock() - interaction.created > self.clocks.token_life:
            raise ApiError(50027)
        if interaction.answer is None or interaction.type == AUTOCOMPLETE:
            raise ApiError(10015)
        return interaction

    # Autocomplete

    async def choices(self, interaction: Interaction) -> list[Json] | None:
        """Wait for the bot's choices; None where none came in time."""
        future: asyncio.Future[list[Json] | None] = asyncio.get_running_loop().create_future()
        self._waiting[interaction.id] = future
        if interaction.answer is not None or interaction.failed:
            self._settle(interaction, interaction.choices)
        try:
            return await future
        finally:
            self._waiting.pop(interaction.id, None)

    def _settle(self, interaction: Interaction, choices: list[Json] | None) -> None:
        future = self._waiting.get(interaction.id)
        if future is not None and not future.done():
            future.set_result(choices)

    def offered(self, interaction: Interaction, choices: list[Json]) -> None:
        """The bot has sent its choices."""
        interaction.choices = choices
        self._settle(interaction, choices)


__all__ = ["AUTOCOMPLETE", "COMMAND", "COMPONENT", "MODAL_SUBMIT", "Clocks", "Interactions"]
