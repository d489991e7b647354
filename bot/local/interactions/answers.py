"""The bot's answers to an interaction: the first one, and what follows under its token."""

from __future__ import annotations

from bot.local import limits
from bot.local.chat import Chat
from bot.local.errors import ApiError
from bot.local.forms.commands import check_choice
from bot.local.forms.files import Upload
from bot.local.forms.form import Form
from bot.local.forms.message import SENDABLE, MessageForm, check_edit, check_message
from bot.local.forms.modals import check_modal
from bot.local.interactions.lifecycle import Interactions
from bot.local.interactions.payload import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT
from bot.local.state.happenings import InteractionChanged
from bot.local.state.model import (
    COMMAND_REPLY,
    DEFAULT,
    EPHEMERAL,
    LOADING,
    MENU_REPLY,
    REPLY,
    Interaction,
    Json,
    Message,
    Origin,
)

PONG, MESSAGE, THINKING, KEEP, UPDATE, CHOICES, MODAL = 1, 4, 5, 6, 7, 8, 9
_KINDS = {MESSAGE: "message", THINKING: "thinking", KEEP: "deferred_update", UPDATE: "update", MODAL: "modal"}


class Answers:
    """Carries out callbacks and the webhook calls of interaction tokens."""

    def __init__(self, interactions: Interactions, chat: Chat) -> None:
        self.interactions = interactions
        self.chat = chat
        self.world = chat.world

    # The first answer

    def first(self, interaction: Interaction, body: object, uploads: list[Upload]) -> Message | None:
        """Carry out a callback. Returns the message that it made or changed.

        Raises ApiError: 50035 for a type that doesn't fit or a faulty body, 50006 for an empty message.
        """
        form = Form()
        node = form.root(body)
        kind = node.one_of("type", (PONG, MESSAGE, THINKING, KEEP, UPDATE, CHOICES, MODAL), required=True)
        if kind is not None and kind not in self._fitting(interaction):
            node.fault("INTERACTION_CALLBACK_TYPE_INVALID", "This answer does not fit the interaction", "type")
        form.check()
        data = node.data.get("data") or {}
        match kind:
            case 4:
                message: Message | None = self._message(interaction, data, uploads)
            case 5:
                message = self._thinking(interaction, data)
            case 6:
                message = self._source(interaction)
            case 7:
                message = self._update(interaction, data, uploads)
            case 8:
                self._choices(interaction, data)
                return None
            case _:
                self._modal(interaction, data)
                return None
        if message is not None:
            interaction.original_id = message.id
            if message.id not in interaction.message_ids:
                interaction.message_ids.append(message.id)
        self.interactions.answered(interaction, kind or 0)
        self._tell(interaction, kind or 0, message)
        return message

    def _fitting(self, interaction: Interaction) -> tuple[int, ...]:
        if interaction.type == AUTOCOMPLETE:
            return (CHOICES,)
        if interaction.type == COMMAND:
            return (MESSAGE, THINKING, MODAL)
        if interaction.type == COMPONENT:
            return (MESSAGE, THINKING, KEEP, UPDATE, MODAL)
        assert interaction.type == MODAL_SUBMIT
        return (MESSAGE, THINKING, *((KEEP, UPDATE) if interaction.message_id else ()))

    def _message(self, interaction: Interaction, data: object, uploads: list[Upload]) -> Message:
        form = check_message(
            self.world, data, uploads, flags_allowed=SENDABLE | EPHEMERAL, path=("data",), by_token=True
        )
        return self._post(interaction, form)

    def _thinking(self, interaction: Interaction, data: object) -> Message:
        """A placeholder: of the flags only the ephemeral one counts."""
        form = check_message(
            self.world,
            {"flags": data.get("flags")} if isinstance(data, dict) else {},
            [],
            flags_allowed=EPHEMERAL,
            path=("data",),
            may_be_empty=True,
        )
        interaction.waiting = True
        return self._post(interaction, form, flags=LOADING)

    def _source(self, interaction: Interaction) -> Message | None:
        return self.world.find_message(interaction.channel_id, interaction.message_id)

    def _update(self, interaction: Interaction, data: object, uploads: list[Upload]) -> Message:
        message = self._source(interaction)
        if message is None:
            raise ApiError(10008)
        form = check_edit(self.world, data, uploads, message, path=("data",), by_token=True)
        return self.chat.edit(message, form)

    def _choices(self, interaction: Interaction, data: object) -> None:
        form = Form()
        node = form.root(data, ("data",))
        nodes = node.nodes("choices", 0, limits.CHOICES, required=True)
        choices = [check_choice(choice, interaction.focused_type) for choice in nodes]
        form.check()
        self.interactions.answered(interaction, CHOICES)
        self.interactions.offered(interaction, choices)

    def _modal(self, interaction: Interaction, data: object) -> None:
        form = Form()
        modal = check_modal(form.root(data, ("data",)), self.world)
        form.check()
        interaction.modal = modal
        self.interactions.answered(interaction, MODAL)
        self._tell(interaction, MODAL, None)

    def _tell(self, interaction: Interaction, kind: int, message: Message | None) -> None:
        self.world.bus.tell(InteractionChanged(interaction, "answered", answer=_KINDS[kind], message=message))

    # Later answers

    def follow_up(self, interaction: Interaction, body: object, uploads: list[Upload]) -> Message:
        """Another message. The first one after a deferred reply becomes the reply itself."""
        waiting = self.world.find_message(interaction.channel_id, interaction.original_id)
        if interaction.waiting and waiting is not None:
            return self._fill(interaction, waiting, body, uploads)
        form = check_message(self.world, body, uploads, flags_allowed=SENDABLE | EPHEMERAL, by_token=True)
        message = self._post(interaction, form, follow_up=True)
        interaction.message_ids.append(message.id)
        self.world.save(interaction)
        return message

    def _fill(self, interaction: Interaction, message: Message, body: object, uploads: list[Upload]) -> Message:
        form = check_edit(self.world, body, uploads, message, by_token=True)
        interaction.waiting = False
        self.world.save(interaction)
        return self.chat.edit(message, form, quiet=True)

    def find(self, interaction: Interaction, which: str) -> Message:
        """``@original`` or a message's id. Raises 10008 for what this token has no hold on."""
        number = interaction.original_id if which == "@original" else int(which) if which.isdecimal() else None
        message = self.world.find_message(interaction.channel_id, number)
        if message is None or message.id not in interaction.message_ids:
            raise ApiError(10008)
        return message

    def edit(self, interaction: Interaction, which: str, body: object, uploads: list[Upload]) -> Message:
        """Edit the original or a follow-up; the first edit of a deferred reply fills it in."""
        message = self.find(interaction, which)
        if message.flags & LOADING:
            return self._fill(interaction, message, body, uploads)
        return self.chat.edit(message, check_edit(self.world, body, uploads, message, by_token=True))

    def delete(self, interaction: Interaction, which: str) -> None:
        """Delete the original or a follow-up."""
        message = self.find(interaction, which)
        if message.flags & LOADING:
            interaction.waiting = False
            self.world.save(interaction)
        self.chat.delete(message)

    # Parts

    def _post(self, interaction: Interaction, form: MessageForm, *, flags: int = 0, follow_up: bool = False) -> Message:
        channel = self.world.channel(interaction.channel_id)
        private = bool(form.flags & EPHEMERAL)
        target = interaction.original_id if follow_up else interaction.message_id
        reference: Json | None = None
        if target is not None and self.world.find_message(channel.id, target) is not None:
            reference = {"type": 0, "channel_id": str(channel.id), "message_id": str(target)}
            if channel.guild_id is not None:
                reference["guild_id"] = str(channel.guild_id)
        kind = REPLY if reference else COMMAND_REPLY if interaction.type == COMMAND else DEFAULT
        if interaction.target_id is not None and not reference:
            kind = MENU_REPLY
        form.mentions.replied_user = False
        return self.chat.post(
            channel,
            self.world.bot,
            form,
            kind=kind,
            flags=flags,
            origin=self._origin(interaction, follow_up),
            only_for=interaction.person_id if private else None,
            by_webhook=True,
            reference=reference,
        )

    def _origin(self, interaction: Interaction, follow_up: bool) -> Origin | None:
        origin = interaction.origin
        if origin is None or not follow_up:
            return origin
        return origin.model_copy(update={"original_id": interaction.original_id})
