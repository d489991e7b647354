"""The catalogue as tests want it: what is missing raises."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.i18n import Catalogue, Texts
from bot.i18n.catalogue import HERE
from tests.kit.games import registered
from tests.ninth import TEST_GAMES, TEXTS


@pytest.fixture(scope="session")
def _all_texts() -> Texts:
    return Catalogue.load(HERE, TEXTS, strict=True).for_locale("en-US")


@pytest.fixture
def all_texts(_all_texts: Texts) -> Iterator[Texts]:
    """English with the games of the tests, which are registered meanwhile."""
    with registered(*TEST_GAMES):
        yield _all_texts


@pytest.fixture
def translated(tmp_path: Path) -> Callable[..., Catalogue]:
    """English and whatever else is given: ``translated(de="chips = …")``."""
    shutil.copytree(HERE / "en", tmp_path / "en")

    def build(*, strict: bool = True, **languages: str) -> Catalogue:
        for tag, text in languages.items():
            folder = tmp_path / tag.replace("_", "-")
            folder.mkdir(exist_ok=True)
            (folder / "all.ftl").write_text(text, encoding="utf-8")
        return Catalogue.load(tmp_path, strict=strict)

    return build
