"""One language: the texts of its Fluent files, found by key."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError
from fluent.runtime import FluentBundle
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl


class CatalogueError(Exception):
    """A folder or file of texts that can't be used; names the file and the line."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One message with its place in its file."""

    file: Path
    line: int
    message: ftl.Message

    @property
    def place(self) -> str:
        """Folder, file and line, such as ``en/table.ftl:12``."""
        return f"{self.file.parent.name}/{self.file.name}:{self.line}"

    def patterns(self) -> Iterator[tuple[str, ftl.Pattern]]:
        """Each text of the message by its key: ``name`` for the value, ``name.attribute`` for an attribute."""
        name = self.message.id.name
        if self.message.value is not None:
            yield name, self.message.value
        for attribute in self.message.attributes:
            yield f"{name}.{attribute.id.name}", attribute.value


@dataclass(frozen=True, eq=False)
class Language:
    """The texts of one language."""

    tag: str
    """The folder's name, a language code such as ``de`` or ``pt-BR``."""
    locale: Locale
    """Babel's rules of the language: lists, numbers, plurals."""
    bundle: FluentBundle
    entries: Mapping[str, Entry] = field(repr=False)
    """The messages by name, in the order of files and lines."""

    @functools.cached_property
    def keys(self) -> Mapping[str, Entry]:
        """Every text's key, attributes as ``name.attribute``."""
        return {key: entry for entry in self.entries.values() for key, _ in entry.patterns()}

    def format(self, key: str, values: Mapping[str, Any]) -> tuple[str, list[Exception]]:
        """The text and the errors in making it. Raises KeyError if the language lacks it."""
        if key not in self.keys:
            raise KeyError(key)
        name, _, attribute = key.partition(".")
        message = self.bundle.get_message(name)
        pattern = message.attributes[attribute] if attribute else message.value
        assert pattern is not None, "keys names only what has a text"
        text, errors = self.bundle.format_pattern(pattern, dict(values))
        return str(text), errors


def read_language(*folders: Path) -> Language:
    """The language of some folders of one name, a language code, each with its own files.

    Raises CatalogueError if a file is broken or a message stands twice.
    """
    tag = folders[0].name
    assert all(folder.name == tag for folder in folders), "these are folders of one language"
    try:
        locale = Locale.parse(tag, sep="-")
    except (ValueError, UnknownLocaleError):
        raise CatalogueError(f"{tag}: the folder's name is no language code such as de or pt-BR") from None
    # Isolation marks round every value are needed only if the text runs from right to left; otherwise they would
    # be invisible litter in messages, and markup.clean() isolates the one kind of value that needs it.
    bundle = FluentBundle([tag], use_isolating=locale.text_direction == "rtl")
    entries: dict[str, Entry] = {}
    for folder in folders:
        for file in sorted(folder.glob("*.ftl")):
            _read_file(file, bundle, entries)
    return Language(tag, locale, bundle, entries)


def _read_file(file: Path, bundle: FluentBundle, entries: dict[str, Entry]) -> None:
    source = file.read_text(encoding="utf-8")
    resource = FluentParser().parse(source)
    for item in resource.body:
        assert item.span is not None, "the parser notes where everything stands"
        line = source.count("\n", 0, item.span.start) + 1
        if isinstance(item, ftl.Junk):
            trouble = item.annotations[0] if item.annotations else None
            if trouble is not None and trouble.span is not None:
                line = source.count("\n", 0, trouble.span.start) + 1
            raise CatalogueError(
                f"{file.parent.name}/{file.name}:{line}: {(trouble and trouble.message) or 'not a Fluent message'}"
            )
        if isinstance(item, ftl.Message):
            entry = Entry(file, line, item)
            other = entries.setdefault(item.id.name, entry)
            if other is not entry:
                raise CatalogueError(f"{entry.place}: {item.id.name} is there already, in {other.place}")
    bundle.add_resource(resource)
