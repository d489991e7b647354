"""What every answer needs, in one place: the tables, the texts, the pictures, and the notices that people still get."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterable
from typing import TYPE_CHECKING, Any

from bot.i18n import Catalogue, Texts
from bot.i18n.markup import is_blank
from bot.logs import log_unexpected
from bot.service.model import Person, Refusal
from bot.ui.limits import Limits
from bot.ui.open_lessons import OpenLessons
from bot.ui.pages.emojis import CardEmojis
from bot.ui.pictures.studio import Draws, Studio
from bot.ui.serving import Serving
from bot.ui.showing.limiter import Limiter
from bot.ui.workload import Workload

if TYPE_CHECKING:
    from bot.service.service import TableService
    from bot.store.model.people import PersonSettings
    from bot.ui.showing.answer import Interaction

log = logging.getLogger(__name__)

MOST_REMEMBERED = 10_000
"""How many people's settings are kept in memory."""
SETTINGS_LAST = 60.0
"""Seconds after which a person's settings are read again where other processes change them, too."""
MOST_HEARD = 1_000
"""How many recent interactions are remembered, so that none is answered twice."""


class Desk:
    """Gives commands, buttons and whatever shows tables the same service, texts and pictures. Made once."""

    def __init__(
        self, service: TableService, catalogue: Catalogue, painter: Draws, limiter: Limiter | None = None
    ) -> None:
        self.service = service
        self.catalogue = catalogue
        self.workload = Workload()
        """Which page is made next, and whether there is too much to do."""
        self.studio = Studio(painter, self.workload)
        self.limiter = limiter or Limiter()
        """Who may ask Discord for something next."""
        self.emojis = CardEmojis()
        """The pictures of cards for buttons; read by the client."""
        self.serving = Serving()
        """What people have asked for and are still to be answered."""
        self.limits = Limits()
        """How much each person may ask for in a short time; set by the client's owner."""
        self.open_lessons = OpenLessons()
        """Who is in a lesson."""
        self.clock: Callable[[], float] = time.time
        """The seconds of UTC."""
        self.policy = ""
        """Where the host's privacy policy can be read; "" where no address is set."""
        self.guild_locale: Callable[[int], object] = lambda guild_id: None
        """The language of a server; set by the client, which knows its servers."""
        self.channel_name: Callable[[int], str] = lambda channel_id: ""
        """The name of a channel, "" if it is not known; set by the client."""
        self.parent_of: Callable[[int], int | None] = lambda channel_id: None
        """The channel of a thread, None of another channel or where it is not known; set by the client."""
        self._settings: dict[int, PersonSettings] = {}
        self._read_at: dict[int, float] = {}
        self._notices: defaultdict[int, list[str]] = defaultdict(list)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._lasting: set[asyncio.Task[Any]] = set()
        self.doubtful: set[int] = set()
        """Commands in direct messages of people who sit at tables of several processes, and have said of none."""
        self._heard: dict[int, float] = {}
        """Recent interactions, and when they were heard, in running seconds."""
        self._passed_on: dict[int, float] = {}
        """The same of those that were given to other processes."""

    def takes(self, interaction: Interaction) -> bool:
        """Whether this interaction is to be served: the gateway may deliver it twice, but it is answered once.

        None is taken any more once the bot is about to stop.
        """
        if self.serving.closed or self.was_heard(interaction.id):
            return False
        _note(self._heard, interaction.id)
        return True

    def was_heard(self, interaction_id: int) -> bool:
        """Whether that interaction was taken lately, here or by another process."""
        return interaction_id in self._heard

    def heard_within(self, seconds: float) -> list[int]:
        """The interactions that were taken within the last seconds, here or elsewhere, or passed on."""
        since = time.monotonic() - seconds
        return [number for noted in (self._heard, self._passed_on) for number, at in noted.items() if at >= since]

    def heard_elsewhere(self, interaction_ids: Iterable[int]) -> None:
        """Other processes have taken these interactions: they are not served here."""
        for number in interaction_ids:
            _note(self._heard, number)

    def passed_on(self, interaction_id: int) -> None:
        """That interaction was given to another process; it is served here only if it comes back."""
        _note(self._passed_on, interaction_id)

    # -- languages

    def texts_in(self, guild_id: int) -> Texts:
        """The texts of a server's language: the one that was chosen for it, else the one that it has on Discord."""
        return self.catalogue.for_locale(self.service.servers.of(guild_id).language or self.guild_locale(guild_id))

    def texts_for(self, interaction: Interaction) -> Texts:
        """The texts of the person's language; remembered for messages that answer no click."""
        locale, user_id = str(interaction.locale), interaction.user.id
        known = self._settings.get(user_id)
        if known is None or known.locale != locale:
            self.spawn(self._note_locale(user_id, locale, interaction.id))
        return self.catalogue.for_locale(locale)

    async def texts_of(self, user_id: int) -> Texts:
        """The texts of a person's language, as last known."""
        return self.catalogue.for_locale((await self.settings(user_id)).locale or None)

    async def _note_locale(self, user_id: int, locale: str, interaction_id: int) -> None:
        if (await self.settings(user_id)).locale != locale:
            self._keep(user_id, await self.service.people.note_locale(user_id, locale, interaction_id))

    # -- what people have chosen

    async def settings(self, user_id: int) -> PersonSettings:
        """What the person has chosen; read from the store once, unless other processes change it, too."""
        known = self._settings.get(user_id)
        if known is not None and not (self.serving.shared and self.clock() - self._read_at[user_id] >= SETTINGS_LAST):
            return known
        return self._keep(user_id, await self.service.people.settings(user_id))

    def _keep(self, user_id: int, chosen: PersonSettings) -> PersonSettings:
        if user_id not in self._settings and len(self._settings) >= MOST_REMEMBERED:
            self._settings.clear()
            self._read_at.clear()
        self._settings[user_id], self._read_at[user_id] = chosen, self.clock()
        return chosen

    async def change_settings(self, user_id: int, **changes: Any) -> PersonSettings:
        """Changes some of the person's settings and returns all of them."""
        return self._keep(user_id, await self.service.people.set_settings(user_id, **changes))

    def forget(self, user_id: int) -> None:
        """Forgets the person: what is chosen, what was still to be told, and every text with the name."""
        self._settings.pop(user_id, None)
        self._read_at.pop(user_id, None)
        self._notices.pop(user_id, None)
        self.open_lessons.forget(user_id)
        self.catalogue.forget_names()

    # -- notices

    def notify(self, user_id: int, key: str) -> None:
        """Adds the text of that key to the person's next private answer, once."""
        if key not in self._notices[user_id]:
            self._notices[user_id].append(key)

    def notices(self, user_id: int, texts: Texts) -> list[str]:
        """The person's notices, which are then forgotten."""
        return [texts(f"notice-{key}") for key in self._notices.pop(user_id, ())]

    # -- the rest

    def person(self, interaction: Interaction, guild_id: int | None = None) -> Person:
        """The person behind the interaction, as a member of its server or of the table's. Raises Refusal."""
        server = interaction.guild_id if guild_id is None else guild_id
        if server is None:
            raise Refusal("servers_only")
        shown = interaction.user.display_name
        # Discord lets a name for a server consist of letters that nobody can see; an account's name can't.
        return Person(server, interaction.user.id, interaction.user.name if is_blank(shown) else shown)

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        """Runs something that nobody waits for; errors are logged."""
        self._run(work, self._tasks)

    def keep_running(self, work: Coroutine[Any, Any, object]) -> None:
        """Runs something that goes on for as long as the bot does; errors are logged."""
        self._run(work, self._lasting)

    @property
    def busy(self) -> bool:
        """Whether something runs that nobody waits for and that will end by itself."""
        return bool(self._tasks)

    def _run(self, work: Coroutine[Any, Any, object], among: set[asyncio.Task[Any]]) -> None:
        task = asyncio.create_task(work)
        among.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        self._lasting.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log_unexpected(log, "work in the background failed", error)

    async def close(self) -> None:
        """Stops what runs in the background."""
        running = self._tasks | self._lasting
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


def _note(among: dict[int, float], interaction_id: int) -> None:
    among[interaction_id] = time.monotonic()
    if len(among) > MOST_HEARD:
        del among[next(iter(among))]
