"""Finding a language and its texts."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest

import engine.games  # noqa: F401 - registers the games
from bot.i18n import Catalogue, CatalogueError
from bot.i18n.catalogue import HERE
from bot.i18n.check import lacked, missing, problems, variables, wanted
from engine.cards import cards
from engine.game import GAMES, Game, Money
from engine.parts import refusals

Translated = Callable[..., Catalogue]
GERMAN = """
chips = { $count ->
    [one] ein Chip
   *[other] { $count } Chips
}
card = { $suit }-{ $rank }
rank-ace = Ass
suit-spades = Pik
"""


def test_every_text_formats_without_errors(catalogue: Catalogue) -> None:
    for language in catalogue.languages.values():
        for key in language.keys:
            for sample in (1, 7, "word"):
                values = dict.fromkeys(variables(language, key), sample)
                text, errors = language.format(key, values)
                assert not errors, f"{language.keys[key].place}: {key}: {errors}"
                blanks = text != text.strip() and not key.endswith("-separator")
                assert text, f"{language.keys[key].place}: {key} is empty"
                assert not blanks, f"{language.keys[key].place}: {key} has blanks around it"
                # An indented comment is a part of the text above it.
                assert "\n# " not in text, f"{language.keys[key].place}: {key} has a comment in it"


def test_no_language_has_problems(catalogue: Catalogue) -> None:
    assert problems(catalogue) == []


@pytest.mark.parametrize("locale", [*discord.Locale, None, "", "xx", "es_419"])
def test_every_locale_of_discord_finds_a_language(catalogue: Catalogue, locale: object) -> None:
    assert catalogue.for_locale(locale).chips(1)


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        (discord.Locale.german, "de"),
        (discord.Locale.spain_spanish, "es"),
        (discord.Locale.latin_american_spanish, "es"),
        (discord.Locale.british_english, "en"),
        (discord.Locale.brazil_portuguese, "pt-BR"),
        ("pt-PT", "en"),
        (discord.Locale.polish, "en"),
        (None, "en"),
    ],
)
def test_locales_find_their_language(translated: Translated, locale: object, language: str) -> None:
    catalogue = translated(de="a = A", es="a = A", pt_BR="a = A")
    assert catalogue.for_locale(locale).language == language


def test_a_language_falls_back_key_by_key(translated: Translated) -> None:
    texts = translated(de=GERMAN).for_locale("de")
    assert texts.chips(1) == "ein Chip"
    assert texts.chips(1234) == "1.234 Chips"
    assert texts("event-stock-ran-out") == "The stock has run out."
    assert texts.list(["a", "b", "c"]) == "a, b und c"


def test_texts_are_equal_by_language(translated: Translated) -> None:
    catalogue = translated(de=GERMAN, es="a = A")
    assert catalogue.for_locale("es-ES") is catalogue.for_locale("es-419")
    assert {catalogue.for_locale("de"), Catalogue.load().for_locale("en-GB"), catalogue.for_locale("en-US")} == {
        catalogue.for_locale("de"),
        catalogue.for_locale("en"),
    }
    assert catalogue.for_locale("de").plain != catalogue.for_locale("de")


def test_a_missing_text_raises_in_tests_and_is_shown_as_its_key_otherwise(
    catalogue: Catalogue, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(KeyError, match="no-such-text"):
        catalogue.for_locale("en")("no-such-text")
    assert Catalogue(catalogue.languages).for_locale("en")("no-such-text") == "no-such-text"
    assert "no-such-text" in caplog.text


def test_a_missing_value_raises_in_tests_and_is_logged_without_values_otherwise(
    catalogue: Catalogue, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(ValueError, match="event-discarded: Unknown external: card"):
        catalogue.for_locale("en")("event-discarded", name="Ann")
    with caplog.at_level(logging.ERROR):
        assert "Ann" in Catalogue(catalogue.languages).for_locale("en")("event-discarded", name="Ann")
    assert "event-discarded" in caplog.text
    assert "Ann" not in caplog.text


def test_a_broken_translation_gives_way_to_english(translated: Translated, caplog: pytest.LogCaptureFixture) -> None:
    texts = translated(strict=False, de="event-folded = { $wer } steigt aus.").for_locale("de")
    assert texts("event-folded", name="Ann") == "Ann folds."
    assert "de/all.ftl:1: event-folded" in caplog.text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("fine = yes\n\nbroken = { $open\n", "de/all.ftl:4: Expected token"),
        ("fine = yes\nfine = again\n", "de/all.ftl:2: fine is there already, in de/all.ftl:1"),
        ("Das ist kein Fluent\n", "de/all.ftl:1: Expected token"),
    ],
)
def test_a_broken_file_is_named_with_its_line(translated: Translated, text: str, sentence: str) -> None:
    with pytest.raises(CatalogueError, match=sentence):
        translated(de=text)


def test_a_folder_must_be_a_language_and_english_must_be_there(translated: Translated, tmp_path: Path) -> None:
    with pytest.raises(CatalogueError, match="nonsense"):
        translated(nonsense="a = A")
    (tmp_path / "empty").mkdir()
    with pytest.raises(CatalogueError, match="no folder en"):
        Catalogue.load(tmp_path / "empty")


def test_texts_of_other_places_are_added_to_a_language(tmp_path: Path) -> None:
    more = tmp_path / "more"
    (more / "en").mkdir(parents=True)
    (more / "de").mkdir()
    (more / "en" / "fine.ftl").write_text("game-fine = Fine Game", encoding="utf-8")
    (more / "de" / "fine.ftl").write_text("game-fine = Feines Spiel", encoding="utf-8")
    catalogue = Catalogue.load(HERE, more, strict=True)
    assert catalogue.for_locale("en").game("fine") == "Fine Game"
    assert catalogue.for_locale("de").game("fine") == "Feines Spiel"
    assert catalogue.for_locale("de").chips(2) == "2 chips"
    (more / "en" / "again.ftl").write_text("chips = again", encoding="utf-8")
    with pytest.raises(CatalogueError, match="chips is there already"):
        Catalogue.load(HERE, more, strict=True)


def test_every_text_that_a_new_game_needs_is_named(catalogue: Catalogue) -> None:
    game = replace(GAMES["knock-poker"], name="brand-new", money=Money(chips=20, pools=("moon",)))
    assert [line.split()[6].rstrip(",") for line in lacked(catalogue, game)] == [
        "game-brand-new",
        "game-brand-new.ways",
        "command-newgame-brand-new.description",
        "pool-moon-dish",
        "rules-brand-new-aim",
    ]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_game_has_the_texts_it_needs(catalogue: Catalogue, game: Game[Any]) -> None:
    assert lacked(catalogue, game) == []


def test_other_languages_may_name_the_commands_of_games(translated: Translated) -> None:
    assert problems(translated(de="command-newgame-knock-poker = klopfpoker")) == []


def test_what_a_new_language_lacks_is_a_file_that_can_be_translated(translated: Translated) -> None:
    text = missing(translated(), "de")
    assert "option-knock-poker-ante" in text
    catalogue = translated(de=text)
    assert missing(catalogue, "de") == ""
    assert problems(catalogue) == []
    texts = catalogue.for_locale("de")
    assert texts.language == "de"
    assert texts.option_label("knock-poker", "ante") == catalogue.for_locale("en").option_label("knock-poker", "ante")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_preset_has_texts_to_translate(translated: Translated, game: Game[Any]) -> None:
    presets, english = game.rules.presets, translated()
    keys = [f"preset-{game.name}-{preset.name}" for preset in presets]
    assert {f"{key}.{part}" for key in keys for part in ("label", "description")} <= set(wanted(english))
    texts = english.for_locale("de")
    assert [texts.preset_label(game.name, preset) for preset in presets] == [preset.label for preset in presets]
    catalogue = translated(de="\n".join(f"{key} =\n    .label = L {key}\n    .description = D {key}" for key in keys))
    assert problems(catalogue) == []
    texts = catalogue.for_locale("de")
    assert [texts.preset_label(game.name, preset) for preset in presets] == [f"L {key}" for key in keys]
    assert [texts.preset_description(game.name, preset) for preset in presets] == [f"D {key}" for key in keys]


def test_a_preset_with_too_long_a_text_is_told(translated: Translated) -> None:
    name = GAMES["dompe"].rules.presets[0].name
    longer = translated(de=f"preset-dompe-{name} =\n    .label = {'x' * 101}\n    .description = Kurz.")
    assert "is not what Discord takes there" in "".join(problems(longer))


def test_other_languages_translate_what_the_engine_refuses(translated: Translated) -> None:
    assert "illegal-taken_card = You took the { $card } from" in missing(translated(), "de")
    catalogue = translated(de="illegal-taken_card = { $card } kam vom Ablagestapel.")
    assert problems(catalogue) == []
    (card,) = cards("7S")
    error = refusals.TAKEN_CARD(card=card)
    assert catalogue.for_locale("de").illegal(error) == "7♠ kam vom Ablagestapel."
    assert catalogue.for_locale("fr").illegal(error).startswith("You took the 7♠ from")
    (wrong,) = problems(translated(de="illegal-taken_card = { $knocker } war es."))
    assert "takes $knocker, which English does not have" in wrong


def test_every_wanted_text_has_a_file(catalogue: Catalogue) -> None:
    assert all(text.file.endswith(".ftl") for text in wanted(catalogue).values())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nobody-asked = Niemand", "nobody-asked is a text that English does not have"),
        ("event-folded = { $wer } steigt aus.", "takes $wer, which English does not have"),
        ("event-folded = { mischief } steigt aus.", "refers to mischief, which is not there"),
        ("command-draw = Karte ziehen", "command-draw is not what Discord takes there: 'Karte ziehen'"),
        (f"command-draw =\n    .description = {'zieh ' * 25}", "command-draw.description is not what Discord takes"),
    ],
)
def test_problems_of_a_translation_are_told(translated: Translated, text: str, sentence: str) -> None:
    (found,) = problems(translated(de=text))
    assert found.startswith("de/all.ftl:1: ")
    assert sentence in found
