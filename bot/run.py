"""Puts the bot together: settings, store, texts, pictures, tables and Discord; and takes it apart at its end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Coroutine, Sequence
from pathlib import Path

import discord

from bot.client import KnockaboutClient
from bot.config import Settings
from bot.garbage import memory_settled
from bot.hosting.forgetting import forget_in_time
from bot.hosting.health import health, state
from bot.hosting.leasing import LeaseKeeper
from bot.hosting.metrics import CountsErrors, Metrics
from bot.hosting.packing import pack_in_time
from bot.hosting.same_file import watch
from bot.hosting.systemd import told
from bot.i18n import Catalogue
from bot.members import Parts, hand_over_while, kept_leases, made_client, opened_store, play_for_others
from bot.processes.painter import Painter, PictureError
from bot.processes.thinkers import Thinkers
from bot.service.shards import Shards
from bot.signing_in import recommended, sign_in, signed_in
from bot.start_errors import ANOTHER_BOT, StartError, explained, system_says
from bot.store.leases import Leases
from bot.store.where import Server, Where, settled
from bot.tasks import end_in_time, end_tasks, until_one_ends
from bot.ui.pictures.shared import SharedPictures
from bot.which_discord import discord_of, this_bot

log = logging.getLogger(__name__)


async def run(settings: Settings) -> None:
    """Runs the bot until it is cancelled. Raises StartError."""
    plays = False

    def stopped(kind: type[BaseException] | None, *_: object) -> None:
        # Else it never began, or what ends it says more: the database may lack what was acknowledged.
        if plays and (kind is None or issubclass(kind, asyncio.CancelledError)):
            log.info("stopped; everything that was acknowledged is in %s", settled(settings.database))

    async with contextlib.AsyncExitStack() as stack:
        stack.push(stopped)
        catalogue = Catalogue.load()
        painter = Painter()
        stack.push_async_callback(painter.close)
        thinkers = Thinkers(settings.thinking_processes)
        stack.push_async_callback(thinkers.close)
        token = await stack.enter_async_context(discord_of(settings))
        deputies: list[asyncio.Task[None]] = []
        stack.push_async_callback(lambda: end_in_time(*deputies))
        until_the_end: list[asyncio.Task[None]] = []
        with explained(settings.local_url):
            async with signed_in(token) as asked:
                parts = Parts(settings, this_bot(settings, asked), token, catalogue, SharedPictures(painter), thinkers)
                log.info("the database is %s", settled(settings.database))
                store = await opened_store(parts, stack)
                leases = _leases(settings, stack)
                shards = settings.shards if leases is None else await _shards(settings, leases, asked)
            stack.push_async_callback(lambda: end_tasks(*until_the_end))  # leases are renewed until they are given away
            client = await made_client(parts, store, shards, stack)
        metrics = await stack.enter_async_context(_hosted(settings, client, painter, thinkers))
        thinkers.begin()
        stack.enter_context(memory_settled())
        drawing = asyncio.create_task(_draw(painter), name="drawing")  # signing in needs no picture yet
        stack.push_async_callback(end_tasks, drawing)
        with explained(settings.local_url):
            await _while_it_draws(drawing, sign_in(client, token))
            plays = True
            keeper = LeaseKeeper(client, leases, store, shards.count) if leases is not None else None
            kept = asyncio.create_task(keeper.keep() if keeper is not None else _for_ever(), name="leases")
            until_the_end.append(kept)
            if leases is not None and settings.shards.ids is not None:
                deputies.append(asyncio.create_task(play_for_others(parts, client, leases, metrics), name="deputies"))
            await _connected(client, settings, drawing, kept, keeper, deputies)


def _leases(settings: Settings, stack: contextlib.AsyncExitStack) -> Leases | None:
    """This process's part in a PostgreSQL, given away at the end; None: the database is a file, and nobody else's."""
    if not isinstance(settings.database, Server):
        return None
    server, wanted = settings.database, settings.shards.ids
    return kept_leases(Leases.alone(server) if wanted is None else Leases.with_deputy(server, wanted), stack)


async def _shards(settings: Settings, leases: Leases, asked: discord.Client) -> Shards:
    """How many shards there are, of which this process holds none until it takes some.

    Raises StoreError, and what discord.py raises.
    """
    return Shards(settings.shard_count or await leases.count() or await recommended(asked), frozenset())


@contextlib.asynccontextmanager
async def _hosted(
    settings: Settings, client: KnockaboutClient, painter: Painter, thinkers: Thinkers
) -> AsyncIterator[Metrics]:
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
            yield metrics
    finally:
        logging.getLogger().removeHandler(errors)


@contextlib.asynccontextmanager
async def _health(settings: Settings, client: KnockaboutClient, metrics: Metrics) -> AsyncIterator[None]:
    async with contextlib.AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(health(client, metrics, settings.health_port))
        except OSError as error:
            raise StartError(
                f"Health and metrics cannot be served on port {settings.health_port}: {system_says(error)}. Set "
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
        await until_one_ends(done, drawing)
    finally:
        await end_tasks(done)


async def _connected(
    client: KnockaboutClient,
    settings: Settings,
    drawing: asyncio.Task[None],
    kept: asyncio.Task[None],
    keeper: LeaseKeeper | None,
    deputies: Sequence[asyncio.Task[None]],
) -> None:
    """Plays until the connection ends. Raises StartError if the database is replaced, or another bot plays.

    ``drawing`` ends only if no picture can be drawn, and raises StartError then. ``kept`` ends only where this process
    may not play any more, and raises StoreError then; else it goes on after this, and ``keeper`` only renews.
    ``deputies`` hand over at the same time as this.
    """
    playing = asyncio.create_task(client.connect(), name="connected")
    doubled = asyncio.create_task(_another_bot(client), name="another-bot")
    watching = asyncio.create_task(_watch(settings.database), name="same-file")
    unfit = asyncio.create_task(
        keeper.handing_over.hand_over_unfit() if keeper is not None else _for_ever(), name="handing-over-unfit"
    )
    forgetting = asyncio.create_task(forget_in_time(client), name="forgetting")
    packing = asyncio.create_task(pack_in_time(client), name="packing")
    try:
        await until_one_ends(doubled, playing, watching, drawing, kept, unfit)
    except asyncio.CancelledError:
        for deputy in deputies:
            deputy.cancel()
        if keeper is not None:
            await end_tasks(unfit)
            await hand_over_while(keeper, playing, doubled, drawing, kept)
        raise
    finally:
        await end_tasks(playing, watching, doubled, unfit, forgetting, packing)
        if keeper is not None:
            await keeper.only_renew()


async def _another_bot(client: KnockaboutClient) -> None:
    """Raises StartError once another bot with the same token answers people."""
    await client.desk.serving.another_bot.wait()
    raise StartError(ANOTHER_BOT, for_good=True)


async def _watch(database: Where) -> None:
    """Looks whether a file is still the same, for ever. Raises StartError."""
    if isinstance(database, Path):
        await watch(database.absolute())
    await _for_ever()


async def _for_ever() -> None:
    await asyncio.Event().wait()
