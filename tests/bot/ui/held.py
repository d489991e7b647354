"""Holds what is about to be sent against Discord's documented limits."""

from __future__ import annotations

from bot.ui.pages.page import Page

BUTTON, SELECT, TEXT, GALLERY, FILE, ROW, CONTAINER = 2, 3, 10, 12, 13, 1, 17


def held(page: Page) -> list[dict]:
    """The page's components, flat. Fails where Discord would refuse them."""
    components = page.view().to_components()
    flat = list(_flat(components))
    assert 1 <= len(flat) <= 40
    assert sum(len(one["content"]) for one in flat if one["type"] == TEXT) <= 4000
    assert all(one["content"].strip() for one in flat if one["type"] == TEXT)
    ids = [one["custom_id"] for one in flat if "custom_id" in one]
    assert len(ids) == len(set(ids)), "custom ids are unique in a message"
    assert all(1 <= len(one) <= 100 for one in ids)
    files = page.files()
    names = [file.filename for file in files]
    for one in flat:
        match one["type"]:
            case 2:
                assert 1 <= len(one["label"]) <= 80
                assert ("url" in one) != ("custom_id" in one)
            case 3:
                assert 1 <= len(one["options"]) <= 25
                assert len(one["placeholder"]) <= 150
                assert len({option["value"] for option in one["options"]}) == len(one["options"])
                for option in one["options"]:
                    assert 1 <= len(option["label"]) <= 100
                    assert 1 <= len(option["value"]) <= 100
                    assert len(option.get("description") or "") <= 100
            case 1:
                inside = one["components"]
                assert inside
                assert len(inside) <= 5
                assert len(inside) == 1 or all(child["type"] == BUTTON for child in inside)
            case 12:
                assert 1 <= len(one["items"]) <= 10
                for item in one["items"]:
                    assert 1 <= len(item["description"]) <= 1024
                    assert item["media"]["url"].removeprefix("attachment://") in names
            case 13:
                assert one["file"]["url"].removeprefix("attachment://") in names
    shown = sum(one["type"] in (GALLERY, FILE) for one in flat)
    assert shown == len(files), "Components V2 show no file that no component names"
    return flat


def texts_of(flat: list[dict]) -> str:
    """All words of a message."""
    return "\n".join(one["content"] for one in flat if one["type"] == TEXT)


def words_of(flat: list[dict]) -> str:
    """All words of a message, with those for people who don't see its pictures."""
    alts = [item["description"] for one in flat if one["type"] == GALLERY for item in one["items"]]
    return "\n".join([texts_of(flat), *alts])


def labels_of(flat: list[dict]) -> list[str]:
    """The labels of its buttons."""
    return [one["label"] for one in flat if one["type"] == BUTTON]


def ids_of(flat: list[dict]) -> list[str]:
    """The custom ids of its buttons and selects."""
    return [one["custom_id"] for one in flat if "custom_id" in one]


def _flat(components: list[dict]):
    for one in components:
        yield one
        yield from _flat(one.get("components", []))


def flat(components: list[dict]) -> list[dict]:
    """A message's components and those in them."""
    return list(_flat(components))
