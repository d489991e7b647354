"""The rules, page by page."""

from __future__ import annotations

import pytest

from bot.i18n import Texts, rulebook
from bot.ui.address import Address
from bot.ui.pages.concern import Looks
from bot.ui.pages.page import Page, Select
from bot.ui.pages.panel import crowded, panel_page
from bot.ui.pages.rules import BEATS, CHAPTER, OPTION, OPTIONS, PICTURES, Reader, rules_page
from bot.ui.pictures.studio import Studio
from engine.game import GAMES
from engine.middle import Piles, Pools, Trick
from engine.rules import options
from tests.bot.ui.held import held, ids_of, labels_of, picture_of, texts_of
from tests.kit.lab import Lab
from tests.kit.painters import Blank, Straight

CHARTED = [name for name, game in GAMES.items() if game.telling.charts(game.rules())]
"""The games that show what beats what."""


FIRST: dict[str, tuple[str, ...]] = {
    "knock-poker": (
        "**What you want:** the best five-card poker hand",
        "draw, or take the top discard",
        "The others have one last turn each",
        "or fold and pay the knocker",
        "**The best hand takes the pot**, everybody’s ante",
        "A knocker who wins is paid by all who stayed in, and pays them if beaten",
    ),
    "dompe": (
        "draw, or take the top discard",
        "when the five cards that you keep are three of a kind or better",
        "until the dealer has had a turn",
        "**The best hand takes the pot**, everybody’s ante",
    ),
    "poe-crumb": (
        "**What you want:** the best five-card poker hand",
        "**Or knock** instead of drawing",
        "all hands are shown",
        "**The best hand wins the round,** whoever has knocked; nothing is paid",
    ),
    "crummy": (
        "**What you want:** **quartets**",
        "Whoever can add a suit that is missing must",
        "**The highest card takes it;** if ranks match, the last that does",
        "**The deal ends** when only one player has cards",
        "Your quartets’ points count times your place",
    ),
    "knock-rummy": (
        "**What you want:** three or more of one rank",
        "draw, or take the top discard",
        "the deal ends at once",
        "the difference from each; a beaten knocker pays more",
    ),
    "poch": (
        "**Everybody puts a chip into each pool.**",
        "three or four of a kind wins all bets",
        "where it stops, the last leads",
        "**The first out of cards** ends the deal, takes the Centre and a chip for each card",
    ),
    "le-poque": (
        "**Everybody puts a chip into each pool.**",
        "three or four of a kind wins all bets. You may bluff",
        "**The first out of cards** ends the deal, and is paid for each card left",
        "Whoever holds the most pays everybody",
    ),
    "poch-1873": (
        "**Everybody pays into each pool but the poch.**",
        "three or four of a kind, for all bets",
        "the last is paid, and leads",
        "**The first out of cards** ends the deal, and is paid for each card",
    ),
}
"""What the first page of a game says of its aim, a turn, the end of a deal, and who pays, by the usual rules."""


def turned(page: Page, label: str) -> str | None:
    """The page to which a button leads; None where it is disabled."""
    (button,) = [part for part in held(page) if part.get("label") == label]
    return None if button.get("disabled") else Address.parse(button["custom_id"]).argument.partition(".")[2]


@pytest.mark.parametrize("game", GAMES)
async def test_next_leads_through_every_page_and_back_returns(game: str, texts: Texts, studio: Studio) -> None:
    page = await rules_page(game, None, texts, studio)
    assert turned(page, "Back") is None
    (select,) = [part for part in held(page) if part["type"] == 3]
    names = [line["value"] for line in select["options"]]
    said, place = set(), names[0]
    for name in names:
        assert place == name
        page = await rules_page(game, None, texts, studio, name)
        said.add(texts_of(held(page)))
        assert turned(page, "Back") == (names[names.index(name) - 1] if name != names[0] else None)
        place = turned(page, "Next") or ""
    assert len(said) == len(names), "every page is another"
    assert (place, names[-1]) == ("", OPTIONS)
    assert (names[1] == BEATS) is (game in CHARTED)
    first = await rules_page(game, None, texts, studio)
    assert texts_of(held(await rules_page(game, None, texts, studio, "nonsense"))) == texts_of(held(first))


@pytest.mark.parametrize("game", FIRST)
async def test_the_first_page_says_the_aim_a_turn_the_end_and_who_pays(game: str, texts: Texts, studio: Studio) -> None:
    body = (await rules_page(game, None, texts, studio)).body
    assert len(body.splitlines()) == 5
    for told in FIRST[game]:
        assert told in body


@pytest.mark.parametrize("game", CHARTED)
async def test_the_first_two_pages_have_their_pictures(game: str, texts: Texts) -> None:
    painter = Straight()
    studio = Studio(painter)
    first = picture_of(await rules_page(game, None, texts, studio))
    beats = picture_of(await rules_page(game, None, texts, studio, BEATS))
    assert texts.game(game) in first.alt
    assert 100 < len(first.alt) < len(beats.alt) < 1024
    assert first.png != beats.png
    rows = [row for _, arguments, _ in painter.drawn for chart in arguments[0].charts for row in chart.rows]
    assert all(row.title and row.detail for row in rows)
    assert all(words in beats.alt for words in (rows[-1].title, rows[-1].detail))
    if game in {"poch", "le-poque", "poch-1873"}:
        assert "If hearts are " in beats.alt, "an example: another suit may be turned up at the table"


@pytest.mark.parametrize("game", GAMES)
async def test_a_page_tells_what_the_marks_in_pictures_mean(game: str, texts: Texts, studio: Studio) -> None:
    said = (await rules_page(game, None, texts, studio, PICTURES)).body
    assert "**D** beside a name: the dealer" in said
    assert "The bright bar beside a name: whoever made that move" in said
    assert ("**The arrow:** play goes anticlockwise" in said) is not GAMES[game].clockwise
    middle = Lab(4, game=game, chips=20).deal().view().middle
    assert ("The **star** is the joker" in said) is isinstance(middle, Trick)
    assert ("“5 to match”" in said) is isinstance(middle, Pools)
    assert ("a gold line marks your best set" in said) is isinstance(middle, Pools)
    assert ("chips, points or rounds won" in said) is isinstance(middle, Piles)
    assert ("“9 in bets”" in said) is (isinstance(middle, Pools) and not middle.stakes_in_pool)


async def test_pictures_follow_the_table_and_whoever_reads(texts: Texts, blank: Blank) -> None:
    studio = Studio(blank)
    lab = Lab(2, game="dompe", deck="spanish_40")
    page = await rules_page("dompe", lab.snapshot, texts, studio, BEATS, Reader(True, "night"))
    assert "oros" in picture_of(page).alt
    assert "Quintilla" not in picture_of(page).alt
    _, (captions, look), _ = blank.drawn[-1]
    assert (look.design, look.cloth) == ("spanish", "night")
    assert captions.title == "Dompe · what beats what"
    await rules_page("dompe", lab.snapshot, texts, studio, BEATS)
    assert blank.drawn[-1][1][1].cloth == "felt"
    await rules_page("knock-poker", None, texts, studio, BEATS, Reader(True, "paper"))
    assert (blank.drawn[-1][1][1].four_colour, blank.drawn[-1][1][1].cloth) == (True, "paper")


async def test_a_picture_that_can_not_be_drawn_leaves_the_words(texts: Texts, blank: Blank) -> None:
    blank.broken = True
    page = await rules_page("knock-poker", None, texts, Studio(blank))
    assert page.picture is None
    assert "What you want" in texts_of(held(page))


async def test_the_last_page_is_what_the_table_plays_by(texts: Texts, studio: Studio) -> None:
    lab = Lab(2, ante=7)
    page = await rules_page("knock-poker", lab.snapshot, texts, studio, OPTIONS)
    assert "**Ante: 7 chips**" in texts_of(held(page))
    assert "All pages of the rules follow these" in texts_of(held(page))
    assert all(name.startswith("kb:7:0.0:rules:knock-poker") for name in ids_of(held(page)))
    usual = await rules_page("knock-poker", None, texts, studio, OPTIONS)
    assert "These are the usual rules" in texts_of(held(usual))


@pytest.mark.parametrize(("game", "option"), [(g, o.name) for g in GAMES for o in options(GAMES[g].rules)])
async def test_each_option_opens_its_full_rule(game: str, option: str, texts: Texts, studio: Studio) -> None:
    declared = next(found for found in options(GAMES[game].rules) if found.name == option)
    page = await rules_page(game, None, texts, studio, OPTION + option)
    said = texts_of(held(page))
    assert declared.label in said
    assert declared.description.rstrip(".") in said.replace("’", "'") or declared.description in said
    assert texts.option_value(game, declared, declared.default) in said
    rules = rulebook.about(game, declared)
    assert rules
    assert all(f"**{rule.number}**" in said for rule in rules)
    assert turned(page, "Back") == OPTIONS
    if declared.has_effect(GAMES[game].rules()):
        listed = await rules_page(game, None, texts, studio, OPTIONS)
        values = [line.value for row in listed.rows if isinstance(row, Select) for line in row.choices]
        assert OPTION + option in values


@pytest.mark.parametrize("game", GAMES)
async def test_every_chapter_of_the_full_rules_can_be_opened(game: str, texts: Texts, studio: Studio) -> None:
    found = rulebook.chapters(game)
    assert found[0].rules[0].number.endswith("-1")
    assert any(rule.number == "G-1" for chapter in found for rule in chapter.rules)
    for number, chapter in enumerate(found):
        page = await rules_page(game, None, texts, studio, f"{CHAPTER}{number}")
        said = texts_of(held(page))
        assert chapter.title in said
        assert all(f"**{rule.number}** {rule.text}" in said for rule in chapter.rules), "none is cut"
        assert "◆ marks a house decision" in said
        assert turned(page, "Back") == OPTIONS
    assert any(rulebook.HOUSE in rule.text for chapter in found for rule in chapter.rules)
    first = texts_of(held(await rules_page(game, None, texts, studio)))
    for nonsense in (f"{CHAPTER}99", f"{CHAPTER}x", f"{OPTION}x"):
        assert texts_of(held(await rules_page(game, None, texts, studio, nonsense))) == first


def test_a_game_without_a_page_has_no_full_rules() -> None:
    assert rulebook.chapters("no-such-game") == ()


async def test_what_beats_what_is_a_tap_away_from_the_panel(texts: Texts, studio: Studio) -> None:
    for game in CHARTED:
        lab = Lab(GAMES[game].telling.recommended[0], game=game).deal()
        private = lab.private(0)
        assert private.view is not None
        page = await panel_page(private, texts, studio)
        beside = not crowded(private.view, Looks()) and not isinstance(private.view.middle, Trick)
        assert ("What beats what" in labels_of(held(page))) == beside, game
        page = await panel_page(private, texts, studio, looks=Looks(explained=True))
        assert "What beats what" in labels_of(held(page)), game
