"""The presets of a server: saving, listing and deleting them, and finding what somebody means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from bot.i18n import Markup, Texts
from bot.i18n.markup import is_blank
from bot.options import Style, what_is_played
from bot.service.model import Preset, Refusal
from bot.ui.clicks.request import Request
from bot.ui.pages.page import FELT, Page
from bot.ui.pages.setup import HOUSE, OWN
from bot.ui.showing.answer import Interaction
from engine.game import GAMES, Game
from engine.rules import Preset as OwnPreset
from engine.versions import rules_of, rules_version, values

LONGEST: Final = 32
"""Characters in the name of a preset."""


async def save(request: Request, name: str) -> str:
    """Keeps the rules of the channel's table under a name; its host may, and whoever may manage the server."""
    table = request.table
    called = " ".join(name.split())
    manages = manages_server(request.interaction)
    if table.host_id != request.interaction.user.id and not manages:
        raise Refusal("not_for_the_house")
    game = GAMES[table.game]
    styles = {word for style in game.rules.presets for word in _names(game, style, request.texts)}
    if not 1 <= len(called) <= LONGEST or is_blank(called) or called.casefold() in styles:
        raise Refusal("bad_preset_name", least=1, most=LONGEST)
    made_by = request.interaction.user.id
    preset = Preset(called, game.name, values(table.rules), rules_version(game), table.buy_in, made_by)
    await request.service.presets.save(table.guild_id, preset, request.key, over_others=manages)
    return request.texts("house-saved", name=called, game=request.texts.game(game.name))


async def list_all(request: Request) -> Page:
    """The server's presets, with what is played by them."""
    texts = request.texts
    found = await request.service.presets.of(request.person().guild_id)
    body = Markup("\n").join([_line(preset, texts) for preset in found]) if found else texts("house-none")
    return Page(heading=texts("house-heading"), body=body, accent=FELT)


async def delete(request: Request, name: str) -> str:
    """Deletes a preset; whoever made it may, and whoever may manage the server."""
    user_id, manages = request.interaction.user.id, manages_server(request.interaction)
    gone = await request.service.presets.delete(
        request.person().guild_id, " ".join(name.split()), user_id, request.key, of_others=manages
    )
    return request.texts("house-deleted", name=gone.name)


def manages_server(interaction: Interaction) -> bool:
    """Whether the person may manage the server."""
    return interaction.permissions.manage_guild


def _line(preset: Preset, texts: Texts) -> str:
    try:
        game = GAMES[preset.game]
        rules = rules_of(game, preset.rules, preset.rules_version)
    except (KeyError, ValueError):
        return texts("house-line-unreadable", name=preset.name)
    texts = texts.at(game.name, rules)
    played = texts("lobby-separator").join(what_is_played(texts, game, rules))
    return texts("house-line", name=preset.name, game=texts.game(game.name), rules=played)


def offered(game: Game[Any], presets: Sequence[Preset], plain: Texts) -> Iterator[tuple[str, str]]:
    """Label and value of each style of the game, and of each preset of the server for it."""
    for style in game.rules.presets:
        yield plain.preset_label(game.name, style), OWN + style.name
    for preset in presets:
        if preset.game == game.name:
            yield plain.name(preset.name), HOUSE + preset.name


def _names(game: Game[Any], style: OwnPreset, texts: Texts) -> set[str]:
    """All that somebody may type for a style of the game, in small letters."""
    return {word.casefold() for word in (style.name, style.label, texts.plain.preset_label(game.name, style))}


def style_of(game: Game[Any], presets: Sequence[Preset], text: str, texts: Texts) -> Style:
    """What a style or preset sets, by the value that stands for it or by its name as somebody typed it.

    Raises Refusal: no_preset, preset_of_another_version.
    """
    wanted = text.removeprefix(OWN).removeprefix(HOUSE).strip().casefold()
    if not text.startswith(HOUSE):
        for style in game.rules.presets:
            if wanted in _names(game, style, texts):
                return Style(style.changed)
    for preset in presets:
        if preset.game == game.name and preset.name.casefold() == wanted and not text.startswith(OWN):
            try:
                return Style(values(rules_of(game, preset.rules, preset.rules_version)), preset.buy_in)
            except ValueError:
                raise Refusal("preset_of_another_version", given=preset.name) from None
    raise Refusal("no_preset", given=text.removeprefix(OWN).removeprefix(HOUSE))
