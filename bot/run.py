"""Puts the bot together: settings, store, texts, pictures, tables, and Discord, the real one or the local one."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
from collections.abc import AsyncIterator, Coroutine, Iterator
from pathlib import Path
from typing import Any, Final

import discord

from bot.client import KnockaboutClient
from bot.config import FILE, Settings
from bot.gateway import NoStartsLeftError
from bot.hosting.forgetting import forget_in_time
from bot.hosting.health import health, state
from bot.hosting.leasing import LeaseKeeper
from bot.hosting.metrics import CountsErrors, Metrics
from bot.hosting.packing import pack_in_time
from bot.hosting.same_file import ReplacedError, watch
from bot.hosting.systemd import told
from bot.i18n import Catalogue
from bot.local import HistoryError, LocalDiscord, Setting, redirected
from bot.processes.painter import Painter, PictureError
from bot.processes.thinkers import Thinkers
from bot.service.pace import Pace
from bot.service.service import TableService
from bot.service.shards import Shards
from bot.store.connection import only_one
from bot.store.leases import Leases
from bot.store.model.errors import OwnerError, StoreError
from bot.store.model.servers import Chips
from bot.store.owner import Owner, owner_of, refuse
from bot.store.privacy import Retention
from bot.store.store import Store
from bot.store.where import Server, Where, settled
from bot.ui.clicks.limits import Rates
from bot.ui.pictures.shared import SharedPictures
from bot.ui.showing.sending import LOST, describe

log = logging.getLogger(__name__)


SIGN_IN_PAUSES: Final = (1.0, 3.0)
"""Seconds before signing in is tried again after a broken connection, the first time and the second."""
TOKEN_REFUSED: Final = "Discord refused the token in DISCORD_TOKEN: copy it again from the developer portal, under Bot."
ANOTHER_BOT: Final = (
    "Another bot has answered a press before this one could: it runs with the same DISCORD_TOKEN and another database. "
    "Stop one of the two, or give it a token of its own; until then each would open tables of its own."
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


LOCAL_SETTING: Final = Setting(
    server="Knockabout",
    bot="Knockabout",
    channels=(("card-table", "Open a table here"), ("card-room", "Talk, and a second table")),
)
"""What the local Discord begins with."""


YOUNG: Final = 5_000
"""New objects after which Python looks among them for what nobody uses any more. With its own number, 700, it looks
about twice a press."""


class StartError(Exception):
    """The bot cannot run; the text is one sentence for whoever started it.

    ``for_good``: whether it can't either when it is started again, until somebody has done something about it.
    """

    def __init__(self, text: str, *, for_good: bool = False) -> None:
        super().__init__(text)
        self.for_good = for_good


async def run(settings: Settings) -> None:
    """Runs the bot until it is cancelled. Raises StartError."""
    async with contextlib.AsyncExitStack() as stack:
        plays = asyncio.Event()
        stack.callback(_stopped, settings.database, plays)
        catalogue = Catalogue.load()
        token = await stack.enter_async_context(discord_of(settings))
        with explained():
            owner = await this_bot(settings, token)
        store = await _store(settings, owner)
        stack.push_async_callback(store.close)
        painter = Painter()
        stack.push_async_callback(painter.close)
        thinkers = Thinkers(settings.thinking_processes)
        stack.push_async_callback(thinkers.close)
        pace = Pace(settings.turn_seconds, settings.pause_seconds, settings.computer_seconds, settings.idle_seconds)
        shards = settings.shards
        leases = await _leases(settings, stack)
        until_the_end: list[asyncio.Task[None]] = []
        stack.push_async_callback(lambda: _ended(*until_the_end))  # the leases are renewed until they are given away
        if leases is not None:
            with explained():
                count = settings.shard_count or await leases.count() or await _recommended(token)
            shards = Shards(count, frozenset())  # until it takes some
        service = TableService(store, pace, thinks=thinkers, shards=shards)
        service.interruptions.unreachable()  # nobody's time runs before the bot has signed in
        stack.push_async_callback(service.stop)
        with explained():
            await service.restore()
        client = KnockaboutClient(service, catalogue, SharedPictures(painter))
        stack.push_async_callback(client.close)
        client.desk.policy = settings.privacy_url
        client.desk.limits.rates = Rates(settings.acts_per_minute, settings.pictures_per_minute)
        service.privacy.retention = Retention(settings.names_days, settings.left_server_days)
        await stack.enter_async_context(_hosted(settings, client, painter, thinkers))
        thinkers.begin()
        stack.enter_context(memory_settled())
        drawing = asyncio.create_task(_draw(painter), name="drawing")  # signing in needs no picture yet
        stack.push_async_callback(_ended, drawing)
        with explained():
            await _while_it_draws(drawing, sign_in(client, token))
            plays.set()
            keeper = LeaseKeeper(client, leases, store, shards.count) if leases is not None else None
            kept = asyncio.create_task(keeper.keep() if keeper is not None else _for_ever(), name="leases")
            until_the_end.append(kept)
            await _connected(client, settings, drawing, kept, keeper)


def _stopped(database: Where, plays: asyncio.Event) -> None:
    if plays.is_set():  # else it never began, and says why
        log.info("stopped; everything that was acknowledged is in %s", settled(database))


async def _leases(settings: Settings, stack: contextlib.AsyncExitStack) -> Leases | None:
    """This process's part in a PostgreSQL, given away at the end; None: the database is a file, and nobody else's."""
    if not isinstance(settings.database, Server):
        return None
    leases = Leases(settings.database, settings.shards.ids)

    async def end() -> None:
        with contextlib.suppress(StoreError):  # else they run out
            await leases.leave()
        await leases.close()

    stack.push_async_callback(end)
    return leases


async def _recommended(token: str) -> int:
    """How many shards Discord recommends."""
    async with signed_in(token) as client:
        count, *_ = await client.http.get_bot_gateway()
        return int(count)


@contextlib.asynccontextmanager
async def signed_in(token: str) -> AsyncIterator[discord.Client]:
    """A client that asks Discord what needs no connection. Raises what discord.py raises."""
    client = discord.Client(intents=discord.Intents(guilds=True))  # without guilds the library warns of that
    try:
        await sign_in(client, token)
        yield client
    finally:
        await client.close()


async def this_bot(settings: Settings, token: str) -> Owner:
    """Who the bot is that has this token: Discord is asked. Raises what discord.py raises."""
    async with signed_in(token) as client:
        assert client.user is not None, "it has signed in"
        token_given = bool(settings.discord_token.get_secret_value())
        chat = settings.local_url if token_given else str(chat_file(settings))
        return Owner(client.user.id, client.user.name, chat)


@contextlib.contextmanager
def memory_settled() -> Iterator[None]:
    """While this is open what is in memory now counts as lasting.

    Python looks for what nobody uses any more by going through all that there is, which takes a tenth of a second and
    holds up every press meanwhile. Most of it is code and texts, which stay; the rest comes and goes with presses.
    """
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


async def sign_in(client: discord.Client, token: str) -> None:
    """Signs in; tries again if the connection breaks."""
    for pause in SIGN_IN_PAUSES:
        try:
            await client.login(token)
        except LOST as error:
            log.warning("Discord cannot be reached (%s); trying again in %g s", describe(error), pause)
            await client.http.close()
            await asyncio.sleep(pause)
        else:
            return
    await client.login(token)


@contextlib.asynccontextmanager
async def _hosted(
    settings: Settings, client: KnockaboutClient, painter: Painter, thinkers: Thinkers
) -> AsyncIterator[None]:
    """Counts what the bot does, and tells whoever watches it, for as long as this lasts. Raises StartError."""
    metrics = Metrics(client, painter, thinkers)
    client.service.acts.on_act = metrics.note
    errors = CountsErrors(metrics)
    logging.getLogger().addHandler(errors)
    try:
        async with contextlib.AsyncExitStack() as stack:
            await stack.enter_async_context(told(lambda: state(client)))
            if settings.health_port:
                await stack.enter_async_context(_health(settings, client, metrics))
            yield
    finally:
        logging.getLogger().removeHandler(errors)


@contextlib.asynccontextmanager
async def _health(settings: Settings, client: KnockaboutClient, metrics: Metrics) -> AsyncIterator[None]:
    async with contextlib.AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(health(client, metrics, settings.health_port))
        except OSError as error:
            raise StartError(
                f"Health and metrics cannot be served on port {settings.health_port}: {error.strerror or error}. Set "
                "KNOCKABOUT_HEALTH_PORT to another port, or to 0 for none."
            ) from None
        yield


async def _draw(painter: Painter) -> None:
    """Starts the painter, for which pictures wait that are asked for meanwhile. Raises StartError if that fails."""
    try:
        await painter.start()
    except PictureError as error:
        raise StartError(f"No picture can be drawn: {error}.") from None
    await asyncio.Event().wait()


async def _while_it_draws(drawing: asyncio.Task[None], work: Coroutine[None, None, None]) -> None:
    """Does that, unless no picture can be drawn: then it raises what ``drawing`` raises, at once."""
    done = asyncio.create_task(work, name="signing-in")
    try:
        await asyncio.wait({done, drawing}, return_when=asyncio.FIRST_COMPLETED)
        for ended in (done, drawing):
            if ended.done():
                ended.result()
    finally:
        await _ended(done)


async def _ended(*tasks: asyncio.Task[Any]) -> None:
    """Ends these, whatever becomes of them."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _connected(
    client: KnockaboutClient,
    settings: Settings,
    drawing: asyncio.Task[None],
    kept: asyncio.Task[None],
    keeper: LeaseKeeper | None,
) -> None:
    """Plays until the connection ends. Raises StartError if the database is replaced, or another bot plays.

    ``drawing`` ends only if no picture can be drawn, and raises StartError then. ``kept`` ends only where this process
    may not play any more, and raises StoreError then; else it goes on after this, and ``keeper`` only renews.
    """
    playing = asyncio.create_task(client.connect(), name="connected")
    doubled = asyncio.create_task(client.desk.serving.another_bot.wait(), name="another-bot")
    watching = asyncio.create_task(_watch(settings.database), name="same-file")
    forgetting = asyncio.create_task(forget_in_time(client), name="forgetting")
    packing = asyncio.create_task(pack_in_time(client), name="packing")
    try:
        await asyncio.wait({playing, watching, doubled, drawing, kept}, return_when=asyncio.FIRST_COMPLETED)
        if doubled.done():
            raise StartError(ANOTHER_BOT, for_good=True)
        for ended in (playing, watching, drawing, kept):
            if ended.done():
                ended.result()
    except ReplacedError as error:
        raise StartError(str(error)) from None
    except asyncio.CancelledError:
        if keeper is not None:
            handing_over = asyncio.create_task(keeper.hand_over(), name="handing-over")
            await asyncio.wait({handing_over, playing, doubled, drawing, kept}, return_when=asyncio.FIRST_COMPLETED)
            await _ended(handing_over)
        raise
    finally:
        await _ended(playing, watching, doubled, forgetting, packing)
        if keeper is not None:
            await keeper.only_renew()


async def _watch(database: Where) -> None:
    """Looks whether a file is still the same, for ever. Raises ReplacedError."""
    if isinstance(database, Path):
        await watch(database.absolute())
    await _for_ever()


async def _for_ever() -> None:
    await asyncio.Event().wait()


@contextlib.contextmanager
def explained() -> Iterator[None]:
    """Turns errors of discord.py and the store that end the start into StartError."""
    try:
        yield
    except (StoreError, NoStartsLeftError) as error:
        raise StartError(str(error)) from None
    except discord.LoginFailure:
        raise StartError(TOKEN_REFUSED, for_good=True) from None
    except discord.PrivilegedIntentsRequired:
        raise StartError(f"Discord closed the connection for good: {CLOSES[4014]}.", for_good=True) from None
    except discord.ConnectionClosed as error:
        if error.code == AUTHENTICATION_FAILED:
            raise StartError(TOKEN_REFUSED, for_good=True) from None
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
        raise StartError(f"Discord cannot be reached: {str(error) or type(error).__name__}.") from None


async def _store(settings: Settings, owner: Owner) -> Store:
    chips = Chips(settings.starting_chips, settings.daily_chips)
    log.info("the database is %s", settled(settings.database))
    try:
        return await Store.open(settings.database, chips, shared=isinstance(settings.database, Server), owner=owner)
    except StoreError as error:
        raise StartError(str(error), for_good=isinstance(error, OwnerError)) from None


def chat_file(settings: Settings) -> Path:
    """Where the local Discord keeps its chat: beside the database, or where that would be if it were a file."""
    beside = settings.database if isinstance(settings.database, Path) else FILE
    return beside.with_name(f"{beside.stem}.chat.sqlite3").absolute()


def refuse_local(settings: Settings) -> None:
    """Raises OwnerError if the local Discord can't be that of the database's bot; StoreError.

    Nothing is made or changed, so that a chat's file can still be put where it belongs.
    """
    before, chat = owner_of(settings.database), chat_file(settings)
    if before is not None and not (before.chat and chat.exists()):
        refuse(settings.database, Owner(0, "", str(chat)), before)


@contextlib.asynccontextmanager
async def discord_of(settings: Settings, *, whosever: bool = False) -> AsyncIterator[str]:
    """The token with which the bot signs in, while the local Discord is served where there is none. Raises StartError,
    also if the database can't be that of the local Discord's bot; not with ``whosever``."""
    if token := settings.discord_token.get_secret_value():
        with redirected(settings.local_url) if settings.local_url else contextlib.nullcontext():
            yield token
        return
    try:
        if not whosever:
            await asyncio.to_thread(refuse_local, settings)
        if isinstance(settings.database, Path) and settings.database.exists():
            with only_one(settings.database.resolve()):  # else the chat's file, or the port, would be said to be taken
                pass
    except StoreError as error:
        raise StartError(str(error), for_good=isinstance(error, OwnerError)) from None
    async with local_discord(settings) as server:
        print(f"No DISCORD_TOKEN: playing on this machine. Open {server.url} in a browser.", flush=True)
        yield server.token


@contextlib.asynccontextmanager
async def local_discord(settings: Settings) -> AsyncIterator[LocalDiscord]:
    """Serves the local Discord and points discord.py at it. Raises StartError."""
    server = LocalDiscord(chat_file(settings), setting=LOCAL_SETTING)
    try:
        await server.start(port=settings.local_port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise StartError(f"The local Discord cannot be served on port {settings.local_port}: {error}.") from None
        raise StartError(
            f"Port {settings.local_port} is taken, perhaps by a Knockabout that runs already: "
            "set KNOCKABOUT_LOCAL_PORT to another port, or to 0 for any free one."
        ) from None
    except HistoryError as error:
        share = ": with KNOCKABOUT_LOCAL_URL several can share one local Discord" if error.in_use else ""
        raise StartError(f"{error}{share}.") from None
    try:
        with redirected(server.url):
            yield server
    finally:
        await server.stop()
