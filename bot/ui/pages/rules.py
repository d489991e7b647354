"""The rules as pages to turn: in five lines, what beats what, the sections, the pictures, what a table plays by, the
full rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.i18n import Markup, Texts, rulebook
from bot.options import all_options
from bot.service.model import Cloth, OwnCloth, Snapshot, Turn
from bot.ui.address import NO_TABLE, Address
from bot.ui.pages.page import MOST_TEXT, Button, Choice, Page, Picture, Row, Select
from bot.ui.pictures.studio import Studio, cloth_of, look_of
from bot.ui.words.absence import customs
from bot.ui.words.examples import charts_of, of_first_look
from bot.ui.words.lines import lines
from engine.examples import Chart
from engine.game import GAMES
from engine.rules import Option, Rules, options

BEATS: Final = "beats"
"""The page with the picture of what beats what, and the verb of the button that opens it at a table."""
PICTURES: Final = "pictures"
"""The page that tells what marks and numbers in the pictures mean."""
CUSTOMS: Final = "customs"
"""The page that tells how tables treat time and absence."""
OPTIONS: Final = "options"
"""The page that lists this table's options: the last that is turned to."""
OPTION: Final = "option."
"""How the pages with an option's full rule begin."""
CHAPTER: Final = "chapter."
"""How the pages with a chapter of the full rules begin."""
MOST_CHOICES: Final = 25
"""The lines of a select that Discord takes."""


@dataclass(frozen=True, slots=True)
class Reader:
    """How somebody wants to see pictures."""

    four_colour: bool = False
    cloth: OwnCloth = "table"


@dataclass(frozen=True, slots=True)
class _Rulebook:
    """The rules of a game as one person reads them."""

    game: str
    rules: Rules
    table: Snapshot | None
    texts: Texts

    def address(self, page: str) -> Address:
        """Where a page is; the game's name is in it, so that it is found without a table."""
        table = self.table.table_id if self.table is not None else NO_TABLE
        return Address(table, Turn(), "rules", f"{self.game}.{page}" if page else self.game)

    def button(self, key: str, page: str | None) -> Button:
        """A button that turns to a page; None: there is no such page, but the button keeps its place."""
        disabled = page is None
        return Button(self.texts.plain(key), self.address(page or key), disabled=disabled)

    @property
    def charts(self) -> tuple[Chart, ...]:
        """What beats what, by these rules."""
        return charts_of(self.game, self.rules)

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that make a difference as the others are set."""
        return tuple(option for option in options(type(self.rules)) if option.has_effect(self.rules))


async def rules_page(
    game: str, table: Snapshot | None, texts: Texts, studio: Studio, page: str = "", reader: Reader = Reader()
) -> Page:
    """A page of a game's rules, the first where there is no such page; by the table's own options if there is one."""
    rules: Rules = table.rules if table is not None else GAMES[game].rules()
    book = _Rulebook(game, rules, table, texts.at(game, rules))
    if page.startswith(OPTION) and (found := _option_page(book, page.removeprefix(OPTION))) is not None:
        return found
    if page.startswith(CHAPTER) and (found := _chapter_page(book, page.removeprefix(CHAPTER))) is not None:
        return found
    return await _turned(book, studio, page, reader)


async def _turned(book: _Rulebook, studio: Studio, page: str, reader: Reader) -> Page:
    """A page of those that are turned with **Back** and **Next**."""
    texts = book.texts
    first, *sections = texts.rules_sections(book.game, book.rules)
    bodies = {section.name: section.body for section in (first, *sections)}
    titles: dict[str, str] = {first.name: first.title}
    if book.charts:
        titles[BEATS] = texts("charts-section")
    titles |= {section.name: section.title for section in sections}
    titles |= {PICTURES: texts("rules-pictures"), CUSTOMS: texts("rules-customs"), OPTIONS: texts("rules-options")}
    order = list(titles)
    place = order.index(page) if page in titles else 0
    chosen = order[place]
    picture = None
    if chosen == OPTIONS:
        body = _options_body(book)
    elif chosen == PICTURES:
        body = texts("rules-pictures-body")
    elif chosen == CUSTOMS:
        body = Markup(customs(book.table, texts))
    elif chosen == BEATS:
        body = texts("charts-body", table=book.table is not None)
        picture = await _picture(book, book.charts, "charts-title", studio, reader)
    else:
        body = Markup(bodies[chosen])
        if place == 0 and (few := of_first_look(book.charts)):
            picture = await _picture(book, few, "charts-first-title", studio, reader, titled=False)
    rows: list[Row] = [_select(book, titles)]
    if chosen == OPTIONS:
        rows += _full_rules(book)
    rows.append(
        (
            book.button("button-back", order[place - 1] if place else None),
            book.button("button-next-page", order[place + 1] if place + 1 < len(order) else None),
        )
    )
    return Page(heading=_heading(book, titles[chosen]), body=body, picture=picture, rows=tuple(rows))


def _heading(book: _Rulebook, title: str) -> str:
    return book.texts("rules-heading", game=book.texts.game(book.game), section=Markup(title))


async def _picture(
    book: _Rulebook, charts: Sequence[Chart], title: str, studio: Studio, reader: Reader, *, titled: bool = True
) -> Picture | None:
    table, texts = book.table, book.texts
    seats = len(table.players) if table is not None and table.players else GAMES[book.game].seats[0]
    covered: Cloth = cloth_of(table, reader.cloth) if table is not None else _own(reader.cloth)
    four_colour = reader.four_colour or (table is not None and table.four_colour)
    colours = look_of(book.game, book.rules, texts, seats, four_colour, covered)
    words = texts.plain(title, game=texts.plain.game(book.game))
    return await studio.charts(charts, words, texts, colours, titled=titled)


def _own(cloth: OwnCloth) -> Cloth:
    """What pictures lie on for somebody at no table."""
    return "felt" if cloth == "table" else cloth


def _select(book: _Rulebook, titles: Mapping[str, str]) -> Select:
    plain = book.texts.plain
    return Select(
        book.address(""),
        plain("rules-choose"),
        tuple(Choice(plain.name(_bare(title)), name) for name, title in titles.items()),
    )


def _bare(title: str) -> str:
    return Markup(title).replace("\\", "").replace("*", "")


# -- what the table plays by, and the full rules


def _options_body(book: _Rulebook) -> str:
    texts = book.texts
    listed = [texts("story-item", line=line) for line in all_options(texts, GAMES[book.game], book.rules)]
    return lines(
        texts("rules-preface.table" if book.table is not None else "rules-preface"),
        *listed,
        texts("rules-full") if rulebook.chapters(book.game) else None,
    )


def _full_rules(book: _Rulebook) -> tuple[Row, ...]:
    """Selects that open an option's full rule, and a chapter of the full rules."""
    plain, game = book.texts.plain, book.game
    chapters = rulebook.chapters(game)
    found = [
        Choice(
            plain.option_label(game, option),
            OPTION + option.name,
            plain.option_value(game, option, getattr(book.rules, option.name)),
        )
        for option in book.options
        if chapters
    ]
    full = [Choice(chapter.title, f"{CHAPTER}{number}") for number, chapter in enumerate(chapters)]
    return tuple(
        Select(book.address(page), plain(placeholder), tuple(choices[:MOST_CHOICES]))
        for page, placeholder, choices in ((OPTION, "rules-choose-option", found), (CHAPTER, "rules-choose-full", full))
        if choices
    )


def _option_page(book: _Rulebook, name: str) -> Page | None:
    """An option, what it is set to, and its full rule; None if there is no such option."""
    texts, game = book.texts, book.game
    option = next((found for found in options(type(book.rules)) if found.name == name), None)
    if option is None:
        return None
    label = texts.option_label(game, option)
    value = getattr(book.rules, name)
    others = [texts.option_value(game, option, each) for each, _ in option.choices]
    body = lines(
        texts("rule-line-changed", label=label, value=texts.option_value(game, option, value)),
        texts.option_description(game, option),
        texts("rules-option-choices", choices=texts.either(others)) if others else None,
        "",
        *(texts("rules-rule", number=rule.number, text=Markup(rule.text)) for rule in rulebook.about(game, option)),
        texts("rules-house"),
    )
    return _aside(book, label, body)


def _chapter_page(book: _Rulebook, number: str) -> Page | None:
    """A chapter of the full rules; None if there is no such chapter."""
    chapters = rulebook.chapters(book.game)
    if not number.isdecimal() or int(number) >= len(chapters):
        return None
    chapter, texts = chapters[int(number)], book.texts
    body = lines(
        *(texts("rules-rule", number=rule.number, text=Markup(rule.text)) for rule in chapter.rules),
        texts("rules-house"),
    )
    return _aside(book, chapter.title, body)


def _aside(book: _Rulebook, title: str, body: str) -> Page:
    """A page of the full rules, which leads back to what the table plays by."""
    assert len(body) < MOST_TEXT, "a chapter fits into a message"
    return Page(
        heading=_heading(book, title), body=body, rows=(*_full_rules(book), (book.button("button-back", OPTIONS),))
    )
