"""Texts are made once for equal values, and never taken for those of other values."""

from __future__ import annotations

import functools
import gc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import Catalogue, Markup, Texts, markup
from bot.i18n.language import Language
from bot.i18n.markup import Plain, clean, escape
from engine.cards import ALL_CARDS, Rank, cards
from engine.game import GAMES
from engine.parts.hands import HandName

VALUES = st.one_of(
    st.sampled_from([0, 1, 2, 1000, -1, True, False, 1.0, 2.5, Rank.TWO, Rank.ACE]),
    st.sampled_from(["", "a*b", "<@1>", Markup("a*b"), Markup("<@1>"), Plain("a*b"), "1", Markup("1")]),
    st.sampled_from(ALL_CARDS[:5]),
    st.sampled_from([HandName("pair", (Rank.TWO,)), HandName("pair", (Rank.TWO,), aided=True)]),
)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys of the texts that were made, not found."""
    keys: list[str] = []
    made = Language.format

    def noted(language: Language, key: str, values: Any) -> Any:
        keys.append(key)
        return made(language, key, values)

    monkeypatch.setattr(Language, "format", noted)
    return keys


def fresh(catalogue: Catalogue) -> Texts:
    return Catalogue(catalogue.languages, strict=True).for_locale("en-US")


def test_a_text_is_made_once(catalogue: Catalogue, said: list[str]) -> None:
    texts = fresh(catalogue)
    for _ in range(3):
        assert texts("event-discarded", name="Ann", card=cards("7S")[0]) == "Ann discards the 7♠."
    assert said.count("event-discarded") == 1
    assert texts.plain("event-discarded", name="Ann", card=cards("7S")[0]) == "Ann discards the 7♠."
    assert said.count("event-discarded") == 2, "the texts of another kind are others"


def test_lists_and_numbers_are_kept_too(catalogue: Catalogue, said: list[str]) -> None:
    texts = fresh(catalogue)
    for names in (["Ann", "B_o"], ("Ann", "B_o"), iter(["Ann", "B_o"])):
        assert texts("event-passed-several", names=names) == r"Ann and B\_o pass."
    assert said.count("event-passed-several") == 1
    assert [texts.number(1200), texts.signed(1200), texts.signed(0), texts.signed(-3)] == ["1,200", "+1,200", "0", "−3"]
    assert [texts.list(["a", "b"]), texts.either(["a", "b"])] == ["a and b", "a or b"]
    assert isinstance(texts.number(1), Markup)
    assert isinstance(texts.plain.number(1), Plain)


@given(st.lists(VALUES, min_size=2, max_size=6))
def test_what_is_kept_is_what_would_be_made(catalogue: Catalogue, values: list[object]) -> None:
    """Equal values of several kinds, as 1, True and a two are to Python, are other texts; so are a name and markup."""
    for texts in (fresh(catalogue), fresh(catalogue).plain):
        for value in (*values, *values):
            assert texts("payment-line", payment=value) == fresh_say(texts, "payment-line", payment=value)
            several = [value, *values[:2]]
            assert texts("payment-line", payment=several) == fresh_say(texts, "payment-line", payment=several)


def fresh_say(texts: Texts, key: str, **values: object) -> str:
    """The text, made anew."""
    return texts._say(key, tuple(values), tuple(values.values()), tuple(map(type, values.values())))


@pytest.mark.parametrize("kept", [clean, escape])
def test_what_is_made_harmless_is_bounded(kept: functools._lru_cache_wrapper[str]) -> None:
    for number in range(markup.HARMLESS_KEPT + 10):
        kept(f"Player {number}")
    assert kept.cache_info().currsize == markup.HARMLESS_KEPT


def test_what_a_catalogue_keeps_is_bounded_as_a_whole(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.i18n.texts.TEXTS_KEPT", 100)
    gc.collect()
    before = {id(value) for value in gc.get_objects() if isinstance(value, functools._lru_cache_wrapper)}
    few = Catalogue(catalogue.languages, strict=True)
    for texts in (few.for_locale("en-US"), few.for_locale("en-US").plain):
        for words in (texts, *(texts.at(game) for game in GAMES)):
            for number in range(100):
                words("payment-line", payment=f"Player {number}")
                words.number(number)
                words.list([str(number), "x"])
                words.card(ALL_CARDS[number % 50])
    caches = [value for value in gc.get_objects() if isinstance(value, functools._lru_cache_wrapper)]
    assert sum(cache.cache_info().currsize for cache in caches if id(cache) not in before) == 100


def test_texts_of_one_kind_are_the_same_whichever_way_they_are_come_to(catalogue: Catalogue) -> None:
    texts = fresh(catalogue)
    for game in GAMES:
        assert texts.plain.at(game) is texts.at(game).plain
        assert texts.at(game).at(game) is texts.at(game)
        assert texts.plain.plain is texts.plain
        assert texts.at(game)._without_words is texts


def test_names_are_forgotten(catalogue: Catalogue, said: list[str]) -> None:
    own = Catalogue(catalogue.languages, strict=True)
    texts = own.for_locale("en-US")
    for _ in range(2):
        texts("event-passed", name="A*nn")
    assert said == ["event-passed"]
    assert escape.cache_info().currsize
    own.forget_names()
    assert not any(cache.cache_info().currsize for cache in (clean, escape, texts._kept.made))
    texts("event-passed", name="A*nn")
    assert said == ["event-passed"] * 2


@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize("nothing", [-0.0, -0.04, 0.04, 0])
def test_what_comes_to_nothing_has_no_sign(catalogue: Catalogue, nothing: float, signed: bool) -> None:
    """A hint's samples may come to a loss of nothing, which Python takes for the same number."""
    for first in (nothing, 0.0):
        texts = fresh(catalogue)
        assert texts.gain("chips", first, signed=signed) == "0 chips"
        assert texts.gain("chips", -0.0, signed=signed) == "0 chips"
    assert texts.gain("chips", -0.06, signed=signed) == "−0.1 chips"
    assert texts.gain("points", 1.04) == "+1 point"
    assert texts("chips", count=-0.0) == fresh(catalogue)("chips", count=0)
