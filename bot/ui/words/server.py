"""What a server has set and what was done there, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final

from bot.i18n import Catalogue, Markup, Texts
from bot.service.model import LogEntry, ServerSettings, Usual
from bot.ui.words.pace import span, turn_time

_NAMES: Final = frozenset(field.name for field in fields(ServerSettings))
WITH_REASON: Final = frozenset({"correction", "freeze", "unfreeze"})
"""What is done with a reason, which is erased with all that is known of the person."""
MOST_NAMED: Final = 5
"""How many channels are named in one sentence; more are counted."""


class Words:
    """The words for a server's settings and log, in one language.

    ``usual``: the values that hold where nothing is set; ``catalogue``: all languages, for their own names.
    """

    def __init__(self, texts: Texts, usual: Usual, catalogue: Catalogue) -> None:
        self.texts, self.usual, self.catalogue = texts, usual, catalogue

    def value(self, name: str, value: Any) -> str:
        """A setting's value."""
        say = _SAID.get(name)
        return say(self, value) if say is not None else self.texts.number(value)

    def language(self, tag: str) -> str:
        """A language's own name; "" stands for that of the server on Discord."""
        language = self.catalogue.languages.get(tag)
        if language is None:
            return self.texts("server-as-on-discord")
        name = language.locale.get_display_name() or tag
        return self.texts.name(name[:1].upper() + name[1:])

    def channels(self, channels: tuple[int, ...]) -> str:
        """Channels as links."""
        named = [Markup(f"<#{number}>") for number in channels[:MOST_NAMED]]
        if (left := len(channels) - len(named)) > 0:
            named.append(Markup(self.texts("server-more-channels", count=left)))
        return self.texts.list(named)

    def _channels(self, value: Any) -> str:
        return self.channels(tuple(value)) if value else self.texts("server-everywhere")

    def openers(self, value: Any) -> str:
        """Who may open tables."""
        if isinstance(value, int):
            return self.texts("server-openers-role", role=Markup(f"<@&{value}>"))
        return self.texts(f"server-openers-{value}")

    def _gift(self, number: int | None, usual: int) -> str:
        texts = self.texts
        return texts.chips(number) if number is not None else texts("server-as-usual", value=texts.chips(usual))

    def _starting(self, value: Any) -> str:
        return self._gift(value, self.usual.chips.starting)

    def _daily(self, value: Any) -> str:
        return self._gift(value, self.usual.chips.daily)

    def _turn(self, value: Any) -> str:
        return turn_time(value, self.texts, self.usual.turn)

    def _pause(self, value: Any) -> str:
        if value is None:
            return self.texts("server-as-usual", value=span(self.usual.pause, self.texts))
        return span(value, self.texts)

    def _story(self, value: Any) -> str:
        form = "usual" if value is None else "on" if value else "off"
        return self.texts(f"server-story-{form}")

    # -- the log

    def entry(self, entry: LogEntry) -> str:
        """A line of the log."""
        texts, details = self.texts, dict(entry.details)
        values: dict[str, Any] = {
            "who": person(entry.by, texts),
            "about": person(entry.about, texts),
            "game": texts.game(entry.game) if entry.game else "",
            "channel": Markup(f"<#{entry.channel_id}>"),
            "how": Markup(details.get("how", "")),
            "why": str(details.get("why", "")),
            "number": int(details.get("number", 0)),
            "next": texts.game(str(details["game"])) if details.get("game") else "",
            "preset": texts.name(str(details.get("preset", ""))),
        }
        if entry.what == "correction":
            values["chips"] = texts.signed(int(details.get("chips", 0)))
        if entry.what == "setting":
            name = str(details["setting"])
            values |= {"setting": texts(f"server-name-{name.replace('_', '-')}"), "before": "?", "now": "?"}
            if name in _NAMES:  # else another version of this program has set it
                values |= {"before": self.value(name, details["from"]), "now": self.value(name, details["to"])}
        when = texts.time(entry.at, "f")
        form = ".erased" if entry.what in WITH_REASON and not values["why"] else ""
        return texts("log-line", when=when, said=Markup(texts(f"log-{entry.what}{form}", **values)))


def person(user_id: int | None, texts: Texts) -> str:
    """Whoever did something, or whom it concerns: None is the bot, and somebody who was erased is a number."""
    if user_id is None:
        return texts("log-bot")
    return Markup(f"<@{user_id}>") if user_id >= 0 else texts("log-erased", number=-user_id)


_SAID: Final[Mapping[str, Callable[[Words, Any], str]]] = {
    "channels": Words._channels,
    "openers": Words.openers,
    "starting_chips": Words._starting,
    "daily_chips": Words._daily,
    "turn_seconds": Words._turn,
    "pause_seconds": Words._pause,
    "story": Words._story,
    "language": Words.language,
}
"""How the values of settings are told; the others are numbers."""
