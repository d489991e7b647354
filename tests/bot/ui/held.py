"""Holds what is about to be sent against Discord's documented limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.ui.pages.page import Page, Picture

Component = dict[str, Any]
"""A component as Discord takes it."""
BUTTON, SELECT, TEXT, GALLERY, FILE, ROW, CONTAINER = 2, 3, 10, 12, 13, 1, 17


def picture_of(page: Page) -> Picture:
    """The page's picture. Fails where it has none."""
    assert page.picture is not None
    return page.picture


def held(page: Page) -> list[Component]:
    """The page's components, flat. Fails where Discord would refuse them."""
    components = page.view().to_components()
    flat = list(_flat(components))
    assert 1 <= len(flat) <= 40
    assert sum(len(component["content"]) for component in flat if component["type"] == TEXT) <= 4000
    assert all(component["content"].strip() for component in flat if component["type"] == TEXT)
    ids = [component["custom_id"] for component in flat if "custom_id" in component]
    assert len(ids) == len(set(ids)), "custom ids are unique in a message"
    assert all(1 <= len(custom_id) <= 100 for custom_id in ids)
    files = page.files()
    names = [file.filename for file in files]
    for component in flat:
        match component["type"]:
            case 2:
                assert 1 <= len(component["label"]) <= 80
                assert ("url" in component) != ("custom_id" in component)
            case 3:
                assert 1 <= len(component["options"]) <= 25
                assert len(component["placeholder"]) <= 150
                assert len({option["value"] for option in component["options"]}) == len(component["options"])
                for option in component["options"]:
                    assert 1 <= len(option["label"]) <= 100
                    assert 1 <= len(option["value"]) <= 100
                    assert len(option.get("description") or "") <= 100
            case 1:
                inside = component["components"]
                assert inside
                assert len(inside) <= 5
                assert len(inside) == 1 or all(child["type"] == BUTTON for child in inside)
            case 12:
                assert 1 <= len(component["items"]) <= 10
                for item in component["items"]:
                    assert 1 <= len(item["description"]) <= 1024
                    assert item["media"]["url"].removeprefix("attachment://") in names
            case 13:
                assert component["file"]["url"].removeprefix("attachment://") in names
    shown = sum(component["type"] in (GALLERY, FILE) for component in flat)
    assert shown == len(files), "Components V2 show no file that no component names"
    return flat


def texts_of(flat: list[Component]) -> str:
    """All words of a message."""
    return "\n".join(component["content"] for component in flat if component["type"] == TEXT)


def words_of(flat: list[dict]) -> str:
    """All words of a message, with those for people who don't see its pictures."""
    alts = [item["description"] for part in flat if part["type"] == GALLERY for item in part["items"]]
    return "\n".join([texts_of(flat), *alts])


def labels_of(flat: list[Component]) -> list[str]:
    """The labels of its buttons."""
    return [component["label"] for component in flat if component["type"] == BUTTON]


def ids_of(flat: list[Component]) -> list[str]:
    """The custom ids of its buttons and selects."""
    return [component["custom_id"] for component in flat if "custom_id" in component]


def _flat(components: list[Component]) -> Iterator[Component]:
    for component in components:
        yield component
        yield from _flat(component.get("components", []))


def flat(components: list[Component]) -> list[Component]:
    """A message's components and those in them."""
    return list(_flat(components))
