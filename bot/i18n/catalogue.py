"""The catalogue: all languages, and which of them a person gets."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bot.i18n import markup
from bot.i18n.language import CatalogueError, Language, read_language
from bot.i18n.texts import Kept, Texts

HERE = Path(__file__).parent
BASE = "en"
"""The language that has every text and that others fall back to, key by key."""


class Catalogue:
    """Every language's texts.

    With ``strict`` a missing text or value raises, as tests want it; without, it is logged and something readable
    is shown instead, because nobody at a table may ever see a traceback.
    """

    def __init__(self, languages: Mapping[str, Language], *, strict: bool = False) -> None:
        if BASE not in languages:
            raise CatalogueError(f"there is no folder {BASE} with the texts that others fall back to")
        self.languages = dict(languages)
        self.strict = strict
        self._texts: dict[tuple[str, ...], Texts] = {}
        self._kept = Kept()

    @classmethod
    def load(cls, *places: Path, strict: bool = False) -> Catalogue:
        """Reads every folder with .ftl files in those places; without places, the bot's own texts.

        A language may have a folder in each place: a game that isn't part of the bot brings its texts along, as in
        ``Catalogue.load(HERE, texts_of_that_game)``. Raises CatalogueError with the file and line of the mistake.
        """
        folders: dict[str, list[Path]] = {}
        for place in places or (HERE,):
            for folder in sorted({file.parent for file in place.glob("*/*.ftl")}):
                folders.setdefault(folder.name, []).append(folder)
        return cls({tag: read_language(*found) for tag, found in folders.items()}, strict=strict)

    @property
    def base(self) -> Language:
        """English."""
        return self.languages[BASE]

    def chain(self, locale: object) -> tuple[Language, ...]:
        """The languages in which to look, best first and English last: for ``pt-BR`` pt-BR, pt, en (as in RFC 4647)."""
        tag = str(locale or BASE).replace("_", "-")
        parts = tag.split("-")
        tags = ["-".join(parts[:size]) for size in range(len(parts), 0, -1)]
        found = [self.languages[candidate] for candidate in tags if candidate in self.languages]
        if self.base not in found:
            found.append(self.base)
        return tuple(found)

    def for_locale(self, locale: object) -> Texts:
        """The texts for one of Discord's locales, such as ``es-419``; English for a missing language, or for None."""
        chain = self.chain(locale)
        tags = tuple(language.tag for language in chain)
        if tags not in self._texts:
            self._texts[tags] = Texts(chain, strict=self.strict, kept=self._kept)
        return self._texts[tags]

    def forget_names(self) -> None:
        """Forgets whatever was made of somebody's name, and all other texts with it: they are made anew."""
        self._kept.forget()
        markup.forget()
