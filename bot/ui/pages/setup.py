"""Setting a table up: private pages with a select or a form for everything that the host may change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, get_args

from discord import ui

from bot.i18n import Texts
from bot.options import said_of, table_options, value_to_text
from bot.service.customs import TURN_TIMES
from bot.service.model import Cloth, Preset, Snapshot
from bot.ui.address import Address
from bot.ui.pages.form import MOST_DIGITS, Form
from bot.ui.pages.page import FELT, Button, Choice, Page, Row, Select
from bot.ui.words.chips import has_chips
from bot.ui.words.lines import lines
from bot.ui.words.pace import turn_time
from engine.game import GAMES
from engine.rules import Option, Value, options

SETUP: Final = "setup"
"""The verb that shows a page of the setup; its argument is the page's number, "" the first."""
CHOOSE: Final = "choose"
"""The verb of the selects; its argument is what is set."""
NUMBERS: Final = "numbers"
"""The verb that opens the form for the numbers of a page; its argument is the page's number."""
FILL: Final = "fill"
"""The verb to which that form comes back, with the same argument."""

STYLE: Final = "table.style"
TURN: Final = "table.turn"
QUICK: Final = "table.quick"
HINTS: Final = "table.hints"
LINES: Final = "table.lines"
COLOURS: Final = "table.colours"
CLOTH: Final = "table.cloth"
"""What is set at a table besides the options of its rules, which go by their names."""

OWN: Final = "own."
HOUSE: Final = "house."
"""Whose preset a style is: ``own.straight`` is the game's, ``house.Friday`` the server's."""

CLOTHS: Final = get_args(Cloth)
"""What can be chosen for the pictures to lie on."""

A_PAGE: Final = 5
"""Options on a page: a form has room for as many."""


def pages_of(snapshot: Snapshot) -> tuple[tuple[Option, ...], ...]:
    """The options of the rules on each page but the first: those that make a difference as the others are set."""
    found = [option for option in options(type(snapshot.rules)) if option.has_effect(snapshot.rules)]
    return tuple(tuple(found[start : start + A_PAGE]) for start in range(0, len(found), A_PAGE))


def page_with(snapshot: Snapshot, name: str) -> int:
    """The number of the page on which something is set; 0, the first, for what is no option of the rules."""
    for number, found in enumerate(pages_of(snapshot), start=1):
        if any(option.name == name for option in found):
            return number
    return 0


def setup_page(snapshot: Snapshot, presets: Sequence[Preset], texts: Texts, number: int, *, may: bool) -> Page:
    """A page of the setup. ``presets``: the server's; ``may``: whether whoever looks at it may change anything."""
    texts = texts.at_table(snapshot)
    pages = pages_of(snapshot)
    number = max(0, min(number, len(pages)))
    title = texts("setup-rules", page=number, pages=len(pages)) if number else texts("setup-table")
    # Whoever may change them reads them in the lists themselves.
    settings = () if number or may else tuple(_settings_of(snapshot, texts))
    told = pages[number - 1] if number else table_numbers(snapshot, texts)
    rows: list[Row] = []
    if may:
        rows += _table_selects(snapshot, presets, texts) if not number else _selects(snapshot, told, texts)
        if any(option.kind == "number" for option in told):
            rows.append((_button(snapshot, NUMBERS, str(number), texts.plain("setup-numbers")),))
    buttons = [
        _button(snapshot, SETUP, str(page), texts.plain("setup-to-rules" if page else "setup-to-table", page=page))
        for page in (number - 1, number + 1)
        if 0 <= page <= len(pages)
    ]
    return Page(
        heading=texts("setup-heading", game=texts.game(snapshot.game), title=title),
        body=lines(
            *settings,
            *(_told(snapshot, option, texts) for option in told),
            None if may else texts("setup-by-host", name=snapshot.host_name),
        ),
        rows=(*rows, *([tuple(buttons)] if buttons else ())),
        accent=FELT,
    )


def table_numbers(snapshot: Snapshot, texts: Texts) -> tuple[Option, ...]:
    """The numbers that are set at the table besides its rules: the chips to sit down with, if there are any."""
    if not has_chips(snapshot):
        return ()
    return tuple(option for option in table_options(texts, GAMES[snapshot.game]) if option.kind == "number")


def numbers_of(snapshot: Snapshot, number: int, texts: Texts) -> tuple[Option, ...]:
    """What the form of that page asks for."""
    pages = pages_of(snapshot)
    if not 1 <= number <= len(pages):
        return table_numbers(snapshot, texts)
    return tuple(option for option in pages[number - 1] if option.kind == "number")


def numbers_form(snapshot: Snapshot, number: int, texts: Texts) -> Form | None:
    """The form for the numbers of a page; None if it has none."""
    asked = numbers_of(snapshot, number, texts)
    if not asked:
        return None
    plain = texts.at_table(snapshot).plain
    form = Form(plain("setup-numbers"), Address.at(snapshot, FILL, str(number)))
    for option in asked:
        label, description = said_of(plain, GAMES[snapshot.game], option)
        now = str(value_of(snapshot, option))
        form.ask(
            label, description, ui.TextInput(custom_id=option.name, default=now, min_length=1, max_length=MOST_DIGITS)
        )
    return form


def value_of(snapshot: Snapshot, option: Option) -> Value:
    """What an option of the rules, or a number of the table, is set to."""
    found: Value = getattr(snapshot.rules, option.name, snapshot.buy_in)
    return found


def _told(snapshot: Snapshot, option: Option, texts: Texts) -> str:
    game, value = GAMES[snapshot.game], value_of(snapshot, option)
    label, description = said_of(texts, game, option)
    ours = option.name in type(snapshot.rules).model_fields
    shown = texts.option_value(game.name, option, value) if ours else texts.chips(snapshot.buy_in)
    return texts("setup-option", label=label, value=shown, description=description)


def _settings_of(snapshot: Snapshot, texts: Texts) -> Iterator[str]:
    """What is set at the table besides its rules, a line each."""
    for label, value in (
        ("setup-turn", turn_time(snapshot.settings.turn_seconds, texts, snapshot.usual_turn)),
        ("setup-quick", _flag(snapshot.settings.quick, texts)),
        *((("setup-hints", _flag(snapshot.settings.hints, texts)),) if not snapshot.in_dm else ()),
        *((("setup-lines", _lines(snapshot, texts)),) if not snapshot.in_dm else ()),
        ("setup-colours", _flag(snapshot.four_colour, texts)),
        ("setup-cloth", texts(f"setup-cloth-{snapshot.settings.cloth}")),
    ):
        yield texts("setup-setting", label=texts(label), value=value)


def _lines(snapshot: Snapshot, texts: Texts) -> str:
    """Whether a line about each deal stays; where nobody has chosen, the usual, which depends on who sits there."""
    return texts("setup-lines-usual") if snapshot.result_lines is None else _flag(snapshot.result_lines, texts)


def _flag(value: bool, texts: Texts) -> str:
    return texts("value-on" if value else "value-off")


def _select(snapshot: Snapshot, what: str, placeholder: str, choices: Sequence[Choice]) -> Select:
    return Select(Address.at(snapshot, CHOOSE, what), placeholder, tuple(choices))


def _selects(snapshot: Snapshot, asked: Sequence[Option], texts: Texts) -> list[Row]:
    """A select for each option of the rules that is no number."""
    plain, game = texts.plain, snapshot.game
    found: list[Row] = []
    for option in asked:
        if option.kind == "number":
            continue
        values: Sequence[Value] = [value for value, _ in option.choices] or [True, False]
        label = plain.option_label(game, option)
        said = [(plain.option_value(game, option, each), each) for each in values]
        found.append(_select(snapshot, option.name, label, _said(label, said, value_of(snapshot, option), plain)))
    return found


def _said(label: str, values: Sequence[tuple[str, Value | None]], now: Value | None, plain: Texts) -> list[Choice]:
    """The lines of a select, each with what it sets: Discord shows the chosen one in place of the select's name."""
    return [
        Choice(plain("rule-line", label=label, value=said), value_to_text(value), chosen=value == now)
        for said, value in values
    ]


def _table_selects(snapshot: Snapshot, presets: Sequence[Preset], texts: Texts) -> list[Row]:
    """The selects of the first page."""
    plain = texts.plain
    styles = list(_styles(snapshot, presets, plain))
    settings = snapshot.settings
    flags: list[tuple[str, Value | None]] = [(plain("value-on"), True), (plain("value-off"), False)]
    stays = [(plain("setup-lines-usual"), None), *flags]
    cloths = [(plain(f"setup-cloth-{cloth}"), cloth) for cloth in CLOTHS]
    usual = round(snapshot.usual_turn)
    times: list[tuple[str, Value | None]] = [
        (plain.name(turn_time(seconds, plain, usual)), seconds) for seconds in TURN_TIMES if seconds != usual
    ]
    turn = None if settings.turn_seconds == usual else settings.turn_seconds
    return [
        # Discord takes no empty list, and a game may have no styles.
        *([_select(snapshot, STYLE, plain("setup-style"), styles)] if styles else ()),
        *(
            _select(snapshot, what, plain(key), _said(plain(key), values, now, plain))
            for what, key, values, now in (
                (TURN, "setup-turn", times, turn),
                (QUICK, "setup-quick", flags, settings.quick),
                (HINTS, "setup-hints", flags, settings.hints),
                (LINES, "setup-lines", stays, snapshot.result_lines),
                (COLOURS, "setup-colours", flags, snapshot.four_colour),
                (CLOTH, "setup-cloth", cloths, settings.cloth),
            )
            if what not in {TURN, LINES, HINTS} or not snapshot.in_dm
        ),
    ]


def _styles(snapshot: Snapshot, presets: Sequence[Preset], plain: Texts) -> Iterator[Choice]:
    """The game's own styles, then the server's presets."""
    for style in type(snapshot.rules).presets:
        label = plain.preset_label(snapshot.game, style)
        yield Choice(label, OWN + style.name, plain.preset_description(snapshot.game, style))
    for preset in presets:
        if preset.game == snapshot.game:
            yield Choice(plain.name(preset.name), HOUSE + preset.name, plain("setup-of-the-server"))


def _button(snapshot: Snapshot, verb: str, argument: str, label: str) -> Button:
    return Button(label, Address.at(snapshot, verb, argument))
