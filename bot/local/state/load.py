"""The world as the history kept it."""

from __future__ import annotations

from bot.local.state.model import Channel, Command, Emoji, Guild, Interaction, Message, Person, Thing
from bot.local.state.world import Secrets, World

_KINDS: dict[str, type[Thing]] = {
    kind.kind: kind for kind in (Person, Guild, Channel, Message, Command, Emoji, Interaction, Secrets)
}
_EPHEMERAL_DAYS = 1


def load(world: World, rows: list[tuple[str, str]]) -> None:
    """Load what the history holds. Ephemeral messages of past days are dropped."""
    for kind, body in rows:
        world.admit(_KINDS[kind].model_validate_json(body))
    oldest = (int((world.clock() - _EPHEMERAL_DAYS * 86_400) * 1000) - 1_420_070_400_000) << 22
    for channel in list(world.channels.values()):
        for message in list(world.messages(channel.id)):
            if message.only_for is not None and message.id < oldest:
                world.remove(message)
