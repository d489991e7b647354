"""What can be done to messages, whoever does it: the bot over REST, an interaction's answer, a person at the page."""

from __future__ import annotations

from bot.local.errors import ApiError
from bot.local.forms.files import Files
from bot.local.forms.message import Mentions, MessageForm
from bot.local.limits import REACTIONS
from bot.local.state.happenings import (
    ChannelChanged,
    MessageCreated,
    MessageDeleted,
    MessageDismissed,
    MessageEdited,
    Reacted,
    ReactionsCleared,
)
from bot.local.state.model import (
    DEFAULT,
    DM,
    LOADING,
    THREAD_CREATED,
    THREADS,
    Channel,
    Json,
    Message,
    Origin,
    Person,
    Reaction,
)
from bot.local.state.world import World


class Chat:
    """Changes messages and tells everybody concerned. Who may do what is checked by the callers."""

    def __init__(self, world: World) -> None:
        self.world = world

    def post(
        self,
        channel: Channel,
        author: Person,
        form: MessageForm,
        *,
        kind: int = DEFAULT,
        flags: int = 0,
        origin: Origin | None = None,
        only_for: int | None = None,
        by_webhook: bool = False,
        reference: Json | None = None,
    ) -> Message:
        """Add a message to a channel. ``only_for``: the reader of an ephemeral one."""
        world = self.world
        message = Message(
            id=world.snowflakes.next(),
            channel_id=channel.id,
            author_id=author.id,
            type=kind,
            content=form.content or "",
            embeds=form.embeds or [],
            components=form.components or [],
            flags=form.flags | flags,
            nonce=form.nonce,
            tts=form.tts,
            reference=reference,
            origin=origin,
            only_for=only_for,
            by_webhook=by_webhook,
        )
        self._take_files(message, form.files)
        self._take_mentions(message, form)
        if reference is not None and form.mentions.replied_user:
            self._mention_replied(message, channel)
        if channel.type in THREADS:
            self._freshen(channel, author.id, counts=only_for is None)
        if only_for is None:
            channel.last_message_id = message.id
        if not author.bot:
            channel.read[author.id] = message.id
        world.save(channel)
        world.save(message)
        world.bus.tell(MessageCreated(message))
        return message

    def edit(self, message: Message, form: MessageForm, *, quiet: bool = False) -> Message:
        """Change a message. ``quiet``: without the "edited" mark (an answer that fills in "is thinking…")."""
        if form.content is not None:
            message.content = form.content
        if form.embeds is not None:
            message.embeds = form.embeds
        if form.components is not None:
            message.components = form.components
        gone: list[int] = []
        if form.files is not None:
            kept = {attachment.id for attachment in form.files.attachments}
            gone = [attachment.id for attachment in message.attachments if attachment.id not in kept]
            self._take_files(message, form.files)
        message.flags = form.flags & ~LOADING
        self._take_mentions(message, form)
        if not quiet:
            message.edited_at = self.world.now()
        self.touch(message)
        for attachment_id in gone:
            self.world.forget_file(attachment_id)
        return message

    def touch(self, message: Message) -> None:
        """A message has been changed in place: write it and show it."""
        self.world.save(message)
        self.world.bus.tell(MessageEdited(message))

    def delete(self, message: Message) -> None:
        """Take a message out."""
        self._take_out(message)
        self.world.bus.tell(MessageDeleted(message))

    def dismiss(self, message: Message) -> None:
        """Put an ephemeral message away: its reader sees it no more, the bot isn't told and may go on editing it."""
        message.dismissed = True
        self.world.save(message)
        self.world.bus.tell(MessageDismissed(message))

    def _take_out(self, message: Message) -> None:
        self.world.remove(message)
        channel = self.world.channels.get(message.channel_id)
        if channel is not None and channel.type in THREADS and channel.message_count:
            channel.message_count -= 1
            self.world.save(channel)

    def take_out_all(self, messages: list[Message]) -> None:
        """Take several out; the caller reports them all at once."""
        for message in messages:
            self._take_out(message)

    def announce(self, channel: Channel, author: Person, thread: Channel) -> Message:
        """The line in a channel that announces a new thread."""
        form = MessageForm(thread.name, None, None, None, 0, Mentions())
        reference: Json = {"type": 0, "channel_id": str(thread.id), "guild_id": str(thread.guild_id)}
        return self.post(channel, author, form, kind=THREAD_CREATED, reference=reference)

    # Reactions

    def react(self, message: Message, person_id: int, emoji: Json) -> None:
        """Add somebody's reaction. Raises 30010 for a twenty-first emoji."""
        reaction = self._reaction(message, emoji)
        if reaction is None:
            if len(message.reactions) >= REACTIONS:
                raise ApiError(30010)
            reaction = Reaction(emoji=emoji)
            message.reactions.append(reaction)
        if person_id not in reaction.users:
            reaction.users.append(person_id)
            self.world.save(message)
            self.world.bus.tell(Reacted(message, emoji, person_id, added=True))

    def unreact(self, message: Message, person_id: int, emoji: Json) -> None:
        """Take somebody's reaction back; nothing happens where there is none."""
        reaction = self._reaction(message, emoji)
        if reaction is None or person_id not in reaction.users:
            return
        reaction.users.remove(person_id)
        if not reaction.users:
            message.reactions.remove(reaction)
        self.world.save(message)
        self.world.bus.tell(Reacted(message, emoji, person_id, added=False))

    def clear_reactions(self, message: Message, emoji: Json | None = None) -> None:
        """Take all reactions off, or those of one emoji."""
        gone = self._reaction(message, emoji) if emoji else None
        message.reactions = [r for r in message.reactions if emoji and r is not gone]
        self.world.save(message)
        self.world.bus.tell(ReactionsCleared(message, emoji))

    @staticmethod
    def _reaction(message: Message, emoji: Json) -> Reaction | None:
        key = (emoji.get("id"), None if emoji.get("id") else emoji.get("name"))
        for reaction in message.reactions:
            theirs = reaction.emoji
            if key == (theirs.get("id"), None if theirs.get("id") else theirs.get("name")):
                return reaction
        return None

    # Parts

    def _take_files(self, message: Message, files: Files | None) -> None:
        if files is None:
            return
        message.attachments = files.attachments
        for attachment_id, data in files.fresh.items():
            self.world.history.keep_blob(attachment_id, data)

    def _take_mentions(self, message: Message, form: MessageForm) -> None:
        message.mentions = form.mentions.users
        message.mention_roles = form.mentions.roles
        message.mention_everyone = form.mentions.everyone

    def _mention_replied(self, message: Message, channel: Channel) -> None:
        target = self.world.find_message(channel.id, int((message.reference or {}).get("message_id", 0)))
        if target is not None and target.author_id not in (message.author_id, *message.mentions):
            message.mentions.append(target.author_id)

    def _freshen(self, thread: Channel, author_id: int, *, counts: bool) -> None:
        thread.message_count += counts
        joined = author_id not in thread.thread_members
        thread.thread_members.setdefault(author_id, self.world.now())
        if thread.archived or joined:
            thread.archived = False
            self.world.bus.tell(ChannelChanged(thread))

    # DMs

    def check_dm(self, channel: Channel) -> None:
        """May the bot write to this DM's person? Raises 50278 without a common server, 50007 where DMs are closed."""
        if channel.type != DM:
            return
        person = self.world.person(channel.recipient_id or 0)
        if not self.world.shared_guilds(person.id):
            raise ApiError(50278)
        if not person.dms_open:
            raise ApiError(50007)
