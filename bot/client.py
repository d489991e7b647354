"""The bot as a client of Discord: its one intent, its commands, its clicks, and the tables it shows."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter as Tally
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, Final

import discord
from discord.webhook.async_ import async_context

from bot.commands.counter import Counter
from bot.commands.sync import sync_if_changed
from bot.commands.tree import build_tree
from bot.gateway.client import ShardedClient
from bot.i18n import Catalogue, CommandTranslator
from bot.ui.clicks.route import Clicks
from bot.ui.clicks.waking import wake_in_time
from bot.ui.desk import Desk
from bot.ui.pages.emojis import NO_EMOJIS, CardEmojis
from bot.ui.pictures.studio import Draws
from bot.ui.showing.by_token import ByToken
from bot.ui.showing.limiter import Limiter
from bot.ui.showing.reach import Reach
from bot.ui.showing.sending import LOST, describe, log_failure, pause_after
from bot.ui.showing.showing import Showing
from engine.game import GAMES

if TYPE_CHECKING:
    from bot.service.service import TableService

log = logging.getLogger(__name__)

SYNC_AGAIN: Final = 15.0
"""Seconds until commands that Discord did not take are sent again the first time; then twice as many each time."""
SYNC_AGAIN_MOST: Final = 900.0
"""Seconds between two attempts, at most."""

SYNC_WITHIN: Final = 5.0
"""Seconds that the start waits until Discord has taken changed commands."""
EMOJIS_WITHIN: Final = 5.0
"""Seconds that the start waits for the list of emojis."""
EMOJIS_AGAIN: Final = 60.0
"""Seconds after one of them was refused until the list is asked for again; meanwhile buttons name cards in words."""

NOTED_WITHIN: Final = 0.3
"""Seconds for which a process that others follow waits for its last notes: what people ask for waits there meanwhile,
and Discord waits for three seconds."""

# The bot uses no voice, so discord.py need not warn of missing voice libraries.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


class KnockaboutClient(ShardedClient):
    """Connects the table service with Discord, by a connection a shard. GUILDS is the only intent."""

    def __init__(self, service: TableService, catalogue: Catalogue, painter: Draws, **options: Any) -> None:
        limiter = Limiter()
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            http_trace=limiter.trace,
            shard_count=service.shards.count or None,
            shard_ids=None if service.shards.ids is None else list(service.shards.held),
            **options,
        )
        self.service = service
        self.desk = Desk(service, catalogue, painter, limiter)
        self.desk.guild_locale = self._guild_locale
        self.desk.channel_name = self._channel_name
        self.desk.parent_of = self._parent_of
        self.showing = Showing(self.desk, self)
        self.clicks = Clicks(self.desk, self.showing)
        interruptions = service.interruptions
        self.reach = Reach(interruptions.unreachable, interruptions.reachable, self.application_info, self.desk.spawn)
        self.reach.listen(limiter.trace)
        interruptions.unreachable()  # until the gateway is ready
        self.tree = build_tree(self, Counter(self.desk, self.showing), GAMES.values())
        self._cuts: Tally[int] = Tally()
        """How often each shard's connection was lost."""
        self._taken = service.shards.ids or frozenset()
        """The shards whose tables, messages and tokens this process has, where it doesn't hold all."""
        self.standing_by: frozenset[int] = frozenset()
        """The shards that are signed in here, and that another process still plays on."""
        self.deputies: set[KnockaboutClient] = set()
        """The clients of this process for shards of processes that are gone."""
        self.on_standing_by: Callable[[], None] = lambda: None
        """Called when there is another of these, or one less."""
        self._without_emojis = False
        """Whether an emoji was refused, and the list not yet read again."""

    async def setup_hook(self) -> None:
        """After signing in: tells Discord of changed commands, and listens to the tables."""
        async_context.set(ByToken())  # for whatever this task begins from now on
        await self.showing.restoring.load()
        await self._read_emojis()
        await self.tree.set_translator(CommandTranslator(self.desk.catalogue))
        if not await self._sync_soon():
            self.desk.spawn(self._sync_later())
        self.service.on_change, self.service.seen = self.showing.changed, self._seen
        self.service.rests.may_rest = self.showing.may_rest
        self.service.rests.shown_as = self.showing.shown_as
        self.service.rests.on_rest = self.showing.let_go
        self.service.rests.on_wake = self.showing.woken

    async def _seen(self, table_id: int) -> bool:
        """Whether people can see that table, and press what it shows."""
        if (shard := self.service.shard_of(table_id)) is not None:
            await self.reach.certain(shard)
        return await self.showing.publishers.seen(table_id)

    async def _read_emojis(self) -> None:
        """Learns which cards there are emojis of; if that fails, buttons name the cards in words."""
        try:
            async with asyncio.timeout(EMOJIS_WITHIN):
                self.desk.emojis = CardEmojis.among(await self.fetch_application_emojis(), self._emoji_refused)
        except Exception as error:
            log_failure(log, "the emojis of the cards could not be read", error)

    def _emoji_refused(self) -> None:
        """Discord no longer has an emoji that was there at the start; it says so only when one is sent."""
        self.desk.emojis = NO_EMOJIS
        if not self._without_emojis:
            self._without_emojis = True
            log.warning("an emoji of a card is gone: buttons name the cards in words until the list is read again")
            self.desk.spawn(self._read_emojis_again())

    async def _read_emojis_again(self) -> None:
        await asyncio.sleep(EMOJIS_AGAIN)
        self._without_emojis = False
        await self._read_emojis()

    async def _sync_soon(self) -> bool:
        """As ``_sync``, for some seconds at most: nobody waits for the bot because Discord takes no commands."""
        try:
            async with asyncio.timeout(SYNC_WITHIN):
                return await self._sync()
        except TimeoutError:
            log.warning("Discord takes long for the commands: the bot begins meanwhile")
            return False

    async def _sync(self) -> bool:
        """Tells Discord of changed commands. Returns False if it may be worth trying again later."""
        notes = self.service.notes
        try:
            await sync_if_changed(self.tree, notes.get, notes.set)
        except (discord.HTTPException, *LOST) as error:
            log.error("Discord did not take the commands: %s", describe(error))
            return pause_after(error, 0) is None
        return True

    async def _sync_later(self) -> None:
        pause = SYNC_AGAIN
        while True:
            await asyncio.sleep(pause)
            if await self._sync():
                return
            pause = min(pause * 2, SYNC_AGAIN_MOST)

    def shards_counted(self, count: int) -> None:
        """It is known how many shards there are, and so to which each table belongs."""
        self.service.interruptions.count_shards(count)

    async def take(self, shards: Mapping[int, float | None]) -> None:
        """Plays at the tables of these shards, too, and opens their connections (see ``TableService.take``).

        Raises StoreError, after which the same may be tried again; NoStartsLeftError, before anything is done.
        """
        self.check_starts(len(self.not_opened(shards)))
        if new := {shard: alive for shard, alive in shards.items() if shard not in self.service.shards.held}:
            await self.service.take(new)
        await self.showing.restoring.take(frozenset(shards))
        self.open_more(sorted(shards))
        self._taken |= shards.keys()
        for shard in sorted(self.standing_by & shards.keys()):
            self.standing_by -= {shard}
            for guild in self._servers(shard):
                self.showing.lost.compare(guild)
            self.desk.spawn(self._begin(shard))

    def stand_by(self, shards: Collection[int]) -> None:
        """Opens connections for shards that another process still plays on. Raises NoStartsLeftError."""
        if self.not_opened(shards):
            self.open_more(shards)

    def cut_off(self, *, cut_off: bool) -> None:
        """Notes whether the database can't be reached for so long that another process may have taken over.

        Then nothing is shown, no clock runs, and whoever asks for something is left to the other one first.
        """
        self.desk.serving.cut_off = cut_off
        self.reach.cut_off(cut_off=cut_off)
        if not cut_off:
            self.showing.show_put_off()

    def plays_on(self, shard: int) -> bool:
        """Whether this process plays on that shard."""
        return self.service.shards.ids is None or shard in self._taken

    @property
    def members(self) -> tuple[KnockaboutClient, ...]:
        """This client and its deputies: all that play in this process."""
        return self, *self.deputies

    def _servers(self, shard: int) -> list[discord.Guild]:
        return [guild for guild in self.guilds if guild.shard_id == shard]

    @property
    def away(self) -> tuple[int, ...]:
        """The shards of this process in whose servers people can't be reached, or not be served."""
        return tuple(shard for shard in self.service.shards.held if shard not in self.reach.reached)

    async def on_shard_ready(self, shard_id: int) -> None:
        """The servers of a shard are known: shows its open tables again, once."""
        if self.plays_on(shard_id):
            await self._begin(shard_id)
        else:
            self._stand_by(shard_id)

    def _stand_by(self, shard_id: int) -> None:
        self.standing_by |= {shard_id}
        self.on_standing_by()

    async def _begin(self, shard_id: int) -> None:
        cuts = self._cuts[shard_id]
        if await self.showing.restoring.restore(shard_id):
            self.showing.restoring.watch_ends()
        self.showing.lost.compare_all(shard_id)
        if self._cuts[shard_id] == cuts:
            self.reach.gateway(shard_id, True)
        shards = self.service.shards
        tables = [at for at in self.service.locations() if shards.of(at.guild_id) == shard_id]
        servers = self._servers(shard_id)
        which = f", shard {shard_id} of {shards.count}" if shards.count > 1 else ""
        log.info("signed in%s; servers: %d, open tables: %d", which, len(servers), len(tables))

    async def on_shard_resumed(self, shard_id: int) -> None:
        """A shard goes on where it was."""
        if self.plays_on(shard_id):
            self.reach.gateway(shard_id, True)
        else:
            self._stand_by(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """A shard's connection is lost: for as long as that lasts, nobody in its servers can press anything."""
        self._cuts[shard_id] += 1
        if shard_id in self.standing_by:
            self.standing_by -= {shard_id}
            self.on_standing_by()
        self.reach.interrupted(shard_id)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handles clicks and forms that were filled in; the tree calls commands."""
        press = interaction.type in {discord.InteractionType.component, discord.InteractionType.modal_submit}
        if press and self.desk.takes(interaction):
            with self.desk.serving.somebody():
                await wake_in_time(self.service, interaction)
            await self.clicks.route(interaction, taken=True)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Closes the tables of a deleted channel: everybody gets the chips back."""
        self.showing.lost.channel_gone(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """The same for a thread."""
        self.showing.lost.channel_gone(thread.guild_id, thread.thread_id)

    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """What the bot may do in a channel, or in its threads, may have changed."""
        self.showing.lost.access_changed(after.guild)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """The same for a role."""
        self.showing.lost.access_changed(after.guild)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """The same for a role that is gone."""
        self.showing.lost.access_changed(role.guild)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """The same where the bot itself, the only member of whom Discord tells, has other roles."""
        self.showing.lost.access_changed(after.guild)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """A thread was archived, locked or brought back."""
        if (guild := self.get_guild(thread.guild_id)) is not None:
            now = thread.data.get("thread_metadata", {})
            archived, locked = bool(now.get("archived")), bool(now.get("locked"))
            self.showing.lost.thread_changed(
                guild, thread.thread_id, thread.parent_id, archived=archived, locked=locked
            )

    async def on_thread_remove(self, thread: discord.Thread) -> None:
        """The bot was taken out of a thread."""
        thread.me = None  # which the library leaves
        self.showing.lost.left_thread(thread.guild.id, thread.id)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """The bot was taken into a thread, or one that was archived is back."""
        self.showing.lost.joined_thread(thread.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """The channels of a server are known: after signing in, and after an outage there."""
        self.showing.lost.compare(guild)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The same for a server that the bot was invited to, perhaps again."""
        self.showing.lost.compare(guild)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """An outage at Discord: the server is not gone."""
        self.showing.lost.unavailable(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server, or the server was deleted."""
        self.showing.lost.server_left(guild.id)

    async def close(self) -> None:
        """Finishes what people have asked for, takes nothing new, and ends publishing, then the connection."""
        await self.desk.serving.finish()
        self.service.on_change = lambda table_id: None
        await self._note_end()
        await self.showing.close()
        await self.desk.close()
        await super().close()

    async def _note_end(self) -> None:
        """Notes what spares the next start some work: whoever follows already doesn't wait for it."""
        try:
            async with asyncio.timeout(NOTED_WITHIN if self.desk.serving.followed else None):
                await self.service.note_end()
        except TimeoutError:
            log.info("others go on with the tables, and don't wait until it is noted which of them rest")

    def _channel_name(self, channel_id: int) -> str:
        return str(getattr(self.get_channel(channel_id), "name", ""))

    def _parent_of(self, channel_id: int) -> int | None:
        return getattr(self.get_channel(channel_id), "parent_id", None)

    def _guild_locale(self, guild_id: int) -> object:
        guild = self.get_guild(guild_id)
        return guild.preferred_locale if guild is not None else None
