"""What a server has set, as private pages: a select for each setting, a form for numbers and reasons; and the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from discord import ui

from bot.i18n import Markup, Texts
from bot.options import value_to_text
from bot.service.customs import TURN_TIMES
from bot.service.model import LogPage, ServerPurse, ServerSettings
from bot.store.model.servers import MOST_CHANNELS
from bot.ui.address import Address
from bot.ui.pages.form import MOST_DIGITS, Form
from bot.ui.pages.page import FELT, GOLD, Button, Choice, Page, Row, Select
from bot.ui.words.lines import lines
from bot.ui.words.server import Words, person

SERVER: Final = "server"
"""The verb that shows a page of the panel; its argument is the page's name, "" the first's."""
SERVER_SET: Final = "server-set"
"""The verb of the selects; its argument is the setting."""
SERVER_ASK: Final = "server-ask"
"""The verb that opens the form for the numbers of a page; its argument is the page's name."""
SERVER_FILL: Final = "server-fill"
"""The verb to which that form comes back, with the same argument."""
PURSE: Final = "purse"
"""The verb of the select of whose purse is looked at."""
PURSE_ASK: Final = "purse-ask"
"""The verb that opens the form for what is done with a purse; its argument is ``correct.<user>`` or the like."""
PURSE_FILL: Final = "purse-fill"
"""The verb to which that form comes back, with the same argument."""
SEASON: Final = "season"
"""The verb that asks before the leaderboard begins anew; its argument is the season that is to end, with ``sure.``
before it where it is to be done."""
LOG: Final = "log"
"""The verb that shows a page of the log; its argument is the page's number, "" the first's."""

TABLES, PLAY, CHIPS = "tables", "play", "chips"
"""The pages."""
PAGES: Final[Mapping[str, tuple[str, ...]]] = {
    TABLES: ("channels", "openers", "tables_person", "tables_server"),
    PLAY: ("turn_seconds", "pause_seconds", "story", "language"),
    CHIPS: ("starting_chips", "daily_chips"),
}
"""The settings on each page."""
NUMBERS: Final[Mapping[str, tuple[str, ...]]] = {
    TABLES: ("tables_person", "tables_server"),
    CHIPS: ("starting_chips", "daily_chips"),
}
"""The settings that each page's form asks for; an empty field means: as usual, where there is a usual number."""
OFFERED: Final[Mapping[str, tuple[Any, ...]]] = {
    "openers": ("everybody", "managers"),
    "turn_seconds": TURN_TIMES,
    "pause_seconds": (None, 5, 10, 20, 30, 60, 120, 300, 900),
    "story": (None, True, False),
}
"""What can be chosen for a setting; a language is one of those that the bot has."""
ROLE: Final = "role"
"""In place of a setting's name: the select of the role that may open tables."""
CORRECT, FREEZE, UNFREEZE = "correct", "freeze", "unfreeze"
"""What is done with a purse."""
AMOUNT, WHY = "amount", "why"
"""The fields of that form."""
LONGEST_WHY: Final = 120
"""Characters of a reason."""


def server_page(
    name: str,
    settings: ServerSettings,
    season: int,
    words: Words,
    languages: tuple[str, ...],
    there: frozenset[int] = frozenset(),
) -> Page:
    """A page of the panel. ``season``: the number of the leaderboard's; ``there``: the channels and roles in the
    settings that the server still has."""
    texts = words.texts
    told = [
        texts(
            "server-line",
            name=Markup(texts(f"server-name-{each.replace('_', '-')}")),
            value=Markup(words.value(each, getattr(settings, each))),
        )
        for each in PAGES[name]
    ]
    if name == CHIPS:
        told.append(texts("server-season", number=season))
    others = tuple(_button(f"server-page-{page}", SERVER, texts, page) for page in PAGES if page != name)
    return Page(
        heading=texts("server-heading", page=Markup(texts(f"server-title-{name}"))),
        body=lines(*told, "", texts(f"server-what-{name}")),
        rows=(*_rows(name, settings, season, words, languages, there), others),
        accent=FELT,
    )


def _rows(
    name: str,
    settings: ServerSettings,
    season: int,
    words: Words,
    languages: tuple[str, ...],
    there: frozenset[int],
) -> Iterator[Row]:
    texts = words.texts
    for each in PAGES[name]:
        if each == "channels":
            place = texts.plain("server-choose-channels")
            chosen = tuple(number for number in settings.channels if number in there)
            yield Select(_set(each), place, lists="channels", least=0, most=MOST_CHANNELS, chosen=chosen)
        elif each == "language":
            yield _select(each, settings, ("", *languages), words)
        elif each in OFFERED:
            yield _select(each, settings, OFFERED[each], words)
        if each == "openers":
            role = (settings.openers,) if isinstance(settings.openers, int) and settings.openers in there else ()
            yield Select(_set(ROLE), texts.plain("server-choose-role"), lists="roles", chosen=role)
    if name in NUMBERS:
        yield (_button(f"server-numbers-{name}", SERVER_ASK, texts, name),)
    if name == CHIPS:
        yield Select(Address.without_table(PURSE), texts.plain("server-choose-purse"), lists="people")
        yield (_button("server-season", SEASON, texts, str(season)),)


def _select(name: str, settings: ServerSettings, offered: tuple[Any, ...], words: Words) -> Select:
    plain = words.texts.plain
    now = getattr(settings, name)
    bare = Words(plain, words.usual, words.catalogue)
    label = plain(f"server-name-{name.replace('_', '-')}")
    choices = tuple(
        Choice(
            plain("server-choice", name=label, value=bare.value(name, value)),
            value_to_text(value),
            chosen=value == now and type(value) is type(now),
        )
        for value in offered
    )
    return Select(_set(name), plain("server-choose", name=label), choices)


def numbers_form(name: str, settings: ServerSettings, texts: Texts) -> Form:
    """The form for the numbers of a page."""
    plain = texts.plain
    form = Form(plain(f"server-title-{name}.form"), Address.without_table(SERVER_FILL, name))
    for each in NUMBERS[name]:
        now = getattr(settings, each)
        form.ask(
            plain(f"server-name-{each.replace('_', '-')}"),
            plain("server-empty") if name == CHIPS else None,
            ui.TextInput(
                custom_id=each,
                default="" if now is None else str(now),
                required=name != CHIPS,
                max_length=MOST_DIGITS,
            ),
        )
    return form


# -- purses


def purse_page(purse: ServerPurse, words: Words, told: str | None = None) -> Page:
    """A member's purse. ``told``: what was done just now."""
    texts = words.texts
    there = purse.balance is not None
    buttons = [FREEZE if purse.frozen is None else UNFREEZE]
    if there:
        buttons.insert(0, CORRECT)
    made = tuple(_button(f"purse-{do}", PURSE_ASK, texts, f"{do}.{purse.user_id}") for do in buttons)
    return Page(
        heading=texts("purse-heading", who=person(purse.user_id, texts)),
        body=lines(
            told,
            texts("purse-none")
            if purse.balance is None
            else texts("purse-has", chips=texts.chips(purse.balance), at_tables=texts.chips(purse.at_tables)),
            texts("purse-frozen-for", why=purse.frozen or texts("frozen-before")) if purse.frozen is not None else None,
            texts("purse-may", give=texts.number(purse.may_give), take=texts.number(purse.may_take)) if there else None,
            "",
            texts("purse-what"),
        ),
        rows=(made, (_button("server-page-chips", SERVER, texts, CHIPS),)),
        accent=FELT,
    )


def purse_form(do: str, user_id: int, texts: Texts) -> Form:
    """The form for what is done with a purse."""
    plain = texts.plain
    form = Form(plain(f"button-purse-{do}"), Address.without_table(PURSE_FILL, f"{do}.{user_id}"))
    if do == CORRECT:
        form.ask(
            plain("purse-amount"),
            plain("purse-amount-what"),
            ui.TextInput(custom_id=AMOUNT, placeholder="+50", min_length=1, max_length=MOST_DIGITS + 1),  # and its sign
        )
    form.ask(
        plain("purse-why"),
        plain("purse-why-what"),
        ui.TextInput(custom_id=WHY, min_length=1, max_length=LONGEST_WHY),
    )
    return form


def season_page(season: int, texts: Texts) -> Page:
    """The question before the leaderboard begins anew."""
    buttons = (
        _button("season-sure", SEASON, texts, f"sure.{season}"),
        _button("season-not", SERVER, texts, CHIPS),
    )
    return Page(heading=texts("season-heading", number=season), body=texts("season-what"), rows=(buttons,), accent=GOLD)


# -- the log


def log_page(log: LogPage, words: Words) -> Page:
    """A page of the log; nobody is called by it."""
    texts = words.texts
    buttons = tuple(
        _button(key, LOG, texts, str(page))
        for key, page in (("earlier", log.page + 1), ("later", log.page - 1))
        if 1 <= page <= log.pages
    )
    told = Markup("\n").join([words.entry(entry) for entry in log.entries])
    return Page(
        heading=texts("log-heading"),
        body=told or texts("log-empty"),
        call=texts("page-of-pages", page=log.page, pages=log.pages) if log.pages > 1 else "",
        rows=(buttons,) if buttons else (),
        accent=FELT,
    )


def _set(name: str) -> Address:
    return Address.without_table(SERVER_SET, name)


def _button(label: str, verb: str, texts: Texts, argument: str = "") -> Button:
    return Button(texts.plain(f"button-{label}"), Address.without_table(verb, argument))
