"""What those who manage a server do at its panel, and its log. The permission is looked at with every press."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.i18n import Markup
from bot.i18n.markup import is_blank
from bot.options import value_from_text
from bot.service.model import Refusal
from bot.ui.clicks import house
from bot.ui.clicks.opening import may_close_any
from bot.ui.clicks.refusals import Misunderstanding
from bot.ui.clicks.request import Request
from bot.ui.pages.form import Form, amount_of, without_invisible
from bot.ui.pages.page import Page
from bot.ui.pages.server import (
    AMOUNT,
    CHIPS,
    CORRECT,
    FREEZE,
    NUMBERS,
    OFFERED,
    PAGES,
    ROLE,
    UNFREEZE,
    WHY,
    log_page,
    numbers_form,
    purse_form,
    purse_page,
    season_page,
    server_page,
)
from bot.ui.words.lines import lines
from bot.ui.words.server import Words


async def show(request: Request) -> Page:
    """A page of the panel."""
    return await _page(request, str(request.given or ""))


async def choose(request: Request) -> Page:
    """Changes the setting that a select stands for."""
    name = str(request.given)
    _guild(request)
    await _change(request, _chosen(request, name))
    return await _page(request, _page_of(name))


def ask(request: Request) -> Form:
    """The form for the numbers of a page. Raises Refusal."""
    guild_id, name = _guild(request), str(request.given)
    if name not in NUMBERS:
        raise Refusal("unknown_button")
    return numbers_form(name, request.service.servers.of(guild_id), request.texts)


async def fill(request: Request) -> Page:
    """Changes the numbers that were typed into the form."""
    name = str(request.given)
    _guild(request)
    if name not in NUMBERS:
        raise Refusal("unknown_button")
    changes: dict[str, Any] = {}
    for setting in NUMBERS[name]:
        text = without_invisible(request.fields.get(setting, ""))
        changes[setting] = _number(request, text) if text or name != CHIPS else None
    await _change(request, changes)
    return await _page(request, name)


# -- purses


async def look_at_purse(request: Request) -> Page:
    """A member's purse."""
    guild_id, user_id = _guild(request), request.chosen or ""
    if not user_id.isdecimal():
        raise Refusal("unknown_button")
    return purse_page(await request.service.servers.purse(guild_id, int(user_id)), _words(request))


def ask_about_purse(request: Request) -> Form:
    """The form for what is to be done with a purse. Raises Refusal."""
    _guild(request)
    return purse_form(*_meant(request), request.texts)


async def fill_purse(request: Request) -> Page:
    """Corrects, freezes or unfreezes a purse, with a reason."""
    guild_id = _guild(request)
    do, user_id = _meant(request)
    why = " ".join(request.fields.get(WHY, "").split())
    if not why:
        raise Misunderstanding(request.texts("error-no-reason"))
    by, servers = request.interaction.user.id, request.service.servers
    if do == CORRECT:
        chips = _signed(request, request.fields.get(AMOUNT, ""))
        purse = await servers.correct(guild_id, user_id, chips, why, by, request.key)
        told = request.texts("purse-corrected", chips=request.texts.signed(chips))
    else:
        change = servers.freeze if do == FREEZE else servers.unfreeze
        purse = await change(guild_id, user_id, why, by, request.key)
        told = request.texts(f"purse-done-{do}")
    request.showing.letters.refresher.wake()
    return purse_page(purse, _words(request), told)


# -- the season


async def season(request: Request) -> Page:
    """Asks before the leaderboard begins anew; with ``sure.`` before the season's number, begins it anew."""
    guild_id, given = _guild(request), str(request.given)
    sure, number = given.startswith("sure."), given.removeprefix("sure.")
    if not number.isdecimal():
        raise Refusal("unknown_button")
    if not sure:
        return season_page(int(number), request.texts)
    by = request.interaction.user.id
    begun = await request.service.servers.begin_season(guild_id, by, int(number), request.key)
    page = await _page(request, CHIPS)
    return replace(page, body=lines(request.texts("season-begun", number=begun), page.body))


# -- the log


async def log(request: Request) -> Page:
    """A page of the log, for whoever may manage channels."""
    if request.interaction.guild_id is None or not may_close_any(request.interaction):
        raise Refusal("needs_manage_channels")
    number = str(request.given or "1")
    if not number.isdecimal():
        raise Refusal("unknown_button")
    found = await request.service.servers.log(request.interaction.guild_id, int(number))
    return log_page(found, _words(request))


# -- inside


def _guild(request: Request) -> int:
    """The server that is managed. Raises Refusal for whoever may not manage it, at this very press."""
    guild_id = request.interaction.guild_id
    if guild_id is None:
        raise Refusal("servers_only")
    if not house.manages_server(request.interaction):
        raise Refusal("needs_manage_server")
    return guild_id


def _words(request: Request) -> Words:
    return Words(request.texts, request.service.servers.usual(), request.desk.catalogue)


async def _page(request: Request, name: str) -> Page:
    guild_id, servers = _guild(request), request.service.servers
    name = name if name in PAGES else next(iter(PAGES))
    languages = tuple(sorted(request.desk.catalogue.languages))
    there = _there(request, guild_id)
    return server_page(name, servers.of(guild_id), await servers.season(guild_id), _words(request), languages, there)


def _there(request: Request, guild_id: int) -> frozenset[int]:
    """The channels and roles in the settings that are still there: Discord's lists show no others as chosen."""
    settings, guild = request.service.servers.of(guild_id), request.interaction.guild
    found = {number for number in settings.channels if request.desk.channel_name(number)}
    if guild is not None and isinstance(settings.openers, int) and guild.get_role(settings.openers) is not None:
        found.add(settings.openers)
    return frozenset(found)


async def _change(request: Request, changes: Mapping[str, Any]) -> None:
    guild_id = _guild(request)
    try:
        await request.service.servers.change(guild_id, request.interaction.user.id, changes, request.key)
    except Refusal as refused:
        if refused.code != "setting_bounds":
            raise
        name = str(refused.details["setting"]).replace("_", "-")
        setting = Markup(request.texts(f"server-name-{name}"))
        raise Refusal("setting_bounds", **{**refused.details, "setting": setting}) from None
    request.showing.settings_changed(guild_id)


def _page_of(name: str) -> str:
    """The page on which a setting stands."""
    return next((page for page, names in PAGES.items() if name in names), next(iter(PAGES)))


def _chosen(request: Request, name: str) -> dict[str, Any]:
    """The change that a select stands for. Raises Refusal."""
    if name == "channels" and all(value.isdecimal() for value in request.values):
        return {name: tuple(map(int, request.values))}
    text = request.chosen or ""
    if name == ROLE and text.isdecimal():
        return {"openers": int(text)}
    try:
        value = value_from_text(text)
    except ValueError:
        raise Refusal("unknown_button") from None
    offered: tuple[Any, ...] = OFFERED.get(name, ())
    if name == "language":
        offered = ("", *request.desk.catalogue.languages)
    if not any(value == each and type(value) is type(each) for each in offered):
        raise Refusal("unknown_button")
    return {name: value}


def _number(request: Request, text: str) -> int:
    try:
        return amount_of(text)
    except ValueError:
        key = "error-no-number.empty" if is_blank(text) else "error-no-number"
        raise Misunderstanding(request.texts(key, given=text)) from None


def _signed(request: Request, text: str) -> int:
    """The chips that somebody typed with a sign. Raises Misunderstanding."""
    bare = without_invisible(text)
    takes = bare[:1] in {"-", "−", "\N{EN DASH}"}
    with contextlib.suppress(ValueError):
        if number := amount_of(bare[1:] if takes else bare):
            return -number if takes else number
    key = "error-no-number.signed-empty" if is_blank(text) else "error-no-number.signed"
    raise Misunderstanding(request.texts(key, given=text))


def _meant(request: Request) -> tuple[str, int]:
    """What is to be done, and with whose purse. Raises Refusal."""
    do, _, user_id = str(request.given).partition(".")
    if do not in {CORRECT, FREEZE, UNFREEZE} or not user_id.isdecimal():
        raise Refusal("unknown_button")
    return do, int(user_id)
