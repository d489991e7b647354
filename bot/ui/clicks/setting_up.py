"""Setting a table up in its lobby: pages of selects and forms, which only the host can change."""

from __future__ import annotations

from collections.abc import Sequence

from bot.options import BadOption, check_option, value_from_text
from bot.service.customs import TURN_TIMES
from bot.service.model import Changes, Preset, Refusal, Snapshot
from bot.ui.clicks.house import style_of
from bot.ui.clicks.opening import moderates
from bot.ui.clicks.refusals import Misunderstanding, explain
from bot.ui.clicks.request import Request
from bot.ui.pages.form import Form, amount_of
from bot.ui.pages.page import Page, sentence
from bot.ui.pages.setup import (
    CLOTH,
    CLOTHS,
    COLOURS,
    HINTS,
    LINES,
    QUICK,
    STYLE,
    TURN,
    numbers_form,
    numbers_of,
    page_with,
    setup_page,
)
from bot.ui.showing.private_pages import PageKind
from engine.game import GAMES
from engine.rules import Option, Value, options


async def show(request: Request) -> Page | None:
    """A page of the setup, for the host to change and for others to read; once a deal was dealt, that it is over."""
    if (over := _over(request)) is not None:
        return over
    await _page(request, request.table, _number(request))
    return None


async def choose(request: Request) -> Page | None:
    """Changes what was chosen in a select, and shows the page on which it stands."""
    if (over := _over(request)) is not None:
        return over
    name = str(request.given)
    table = await _set_up(request, await _chosen(request, name))
    await _page(request, table, page_with(table, name))
    return None


def ask(request: Request) -> Form | None:
    """The form for the numbers of a page. Raises Refusal."""
    table = request.table
    _check_open(table)
    return numbers_form(table, _number(request), request.texts)


async def fill(request: Request) -> Page | None:
    """Changes the numbers that were typed into the form, and shows the page on which they stand."""
    if (over := _over(request)) is not None:
        return over
    table, number, texts = request.table, _number(request), request.texts
    rules: dict[str, Value] = {}
    buy_in = None
    for option in numbers_of(table, number, texts):
        if option.name not in request.fields:
            continue
        value = _typed(request, table, option, request.fields[option.name])
        if option.name in type(table.rules).model_fields:
            rules[option.name] = value
        else:
            buy_in = value
    table = await _set_up(request, Changes(rules, buy_in=buy_in))
    await _page(request, table, number)
    return None


def _number(request: Request) -> int:
    """The page that an address asks for."""
    text = str(request.given or "")
    return int(text) if text.isdecimal() else 0


async def _presets(request: Request, table: Snapshot) -> Sequence[Preset]:
    return await request.service.presets.of(table.guild_id)


async def _page(request: Request, table: Snapshot, number: int) -> None:
    """Shows the page as the answer, and has it go with the first deal."""
    runs_it = table.host_id == request.interaction.user.id or moderates(request)
    may = runs_it and table.stage == "lobby" and not table.dealt
    page = setup_page(table, await _presets(request, table), request.texts, number, may=may)
    await request.show_page(PageKind.SETUP, table, page)


def _over(request: Request) -> Page | None:
    """What takes the page's place once nothing can be set up; None before that."""
    if request.table.stage == "lobby":
        return None
    return sentence(explain(Refusal("set_up_over"), request.texts, request.table))


def _check_open(table: Snapshot) -> None:
    """Raises Refusal where nothing can be set up any more."""
    if table.stage != "lobby":
        raise Refusal("set_up_over")


async def _set_up(request: Request, changes: Changes) -> Snapshot:
    at = request.at
    return await request.service.setting_up.change(
        at.table_id, request.person(at), changes, request.key, moderator=moderates(request)
    )


async def _chosen(request: Request, name: str) -> Changes:
    """The change that a select stands for. Raises Refusal."""
    table, text = request.table, request.chosen or ""
    if name == STYLE:
        return await style(request, table, text)
    try:
        value = value_from_text(text)
    except ValueError:
        raise Refusal("unknown_button") from None
    if name == TURN:
        if value not in TURN_TIMES or isinstance(value, bool):
            raise Refusal("unknown_button")
        return Changes(settings={"turn_seconds": value})
    if name == CLOTH:
        if value not in CLOTHS:
            raise Refusal("unknown_button")
        return Changes(settings={"cloth": value})
    flags = {
        QUICK: Changes(settings={"quick": value is True}),
        HINTS: Changes(settings={"hints": value is True}),
        LINES: Changes(usual_lines=True) if value is None else Changes(result_lines=value is True),
        COLOURS: Changes(four_colour=value is True),
    }
    if name in flags:
        return flags[name]
    option = next((each for each in options(type(table.rules)) if each.name == name), None)
    if option is None:
        raise Refusal("unknown_button")
    try:
        check_option(request.texts, GAMES[table.game], option, value)
    except BadOption as error:
        raise Misunderstanding(error.args[0]) from None
    return Changes({name: value})


async def style(request: Request, table: Snapshot, text: str) -> Changes:
    """All that a style sets: one of the game's, or a preset of the server. Raises Refusal."""
    found = style_of(GAMES[table.game], await _presets(request, table), text, request.texts)
    return Changes(found.rules, afresh=True, buy_in=found.chips)


def _typed(request: Request, table: Snapshot, option: Option, text: str) -> int:
    """The number that somebody typed for an option. Raises Misunderstanding."""
    try:
        value: int | str = amount_of(text)
    except ValueError:
        value = text
    try:
        check_option(request.texts, GAMES[table.game], option, value)
    except BadOption as error:
        raise Misunderstanding(error.args[0]) from None
    assert isinstance(value, int), "it was checked"
    return value
