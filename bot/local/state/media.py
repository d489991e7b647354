"""Pictures and files inside embeds and components: stored by the attachment's id, shown with its link.

A file of the message itself stands under ``attachment_id``, that of another message under ``shows``, beside the address
that was given for it; it is shown as long as the other message holds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bot.local.state.model import Json

Files = dict[int, Json]
"""The payloads of a message's own attachments, by id."""
Others = Callable[[int], Json | None]
"""Gives the payload of another message's attachment, None where it is gone."""
_LOADED, _NOT_FOUND = 2, 3
_EMBED_PLACES = (("image",), ("thumbnail",), ("author", "icon_url"), ("footer", "icon_url"))


def media_places(component: Json) -> Iterator[Json]:
    """The media items of one component, not of those nested in it."""
    match component["type"]:
        case 11:
            yield component["media"]
        case 12:
            yield from (item["media"] for item in component["items"])
        case 13:
            yield component["file"]


def nested(component: Json) -> list[Json]:
    """The components directly inside one."""
    inside = list(component.get("components") or [])
    inside += [component[key] for key in ("accessory", "component") if component.get(key)]
    return inside


def walk(components: list[Json]) -> Iterator[Json]:
    """All components, the outer before the inner."""
    for component in components:
        yield component
        yield from walk(nested(component))


def shown_here(components: list[Json]) -> set[int]:
    """The message's own attachments that its components show."""
    return {
        media["attachment_id"] for part in walk(components) for media in media_places(part) if "attachment_id" in media
    }


def shown_elsewhere(components: list[Json]) -> set[int]:
    """The attachments of other messages whose addresses these components show."""
    return {media["shows"] for part in walk(components) for media in media_places(part) if media.get("shows")}


def _resolved(media: Json, files: Files, others: Others) -> Json:
    attachment = files.get(media.get("attachment_id", 0)) or others(media.get("shows", 0))
    if attachment is None:
        url = media.get("url", "")
        state = _LOADED if url and "shows" not in media else _NOT_FOUND
        number = str(media.get("id", media.get("shows", 0)))
        return {"id": number, "url": url, "proxy_url": url, "width": None, "height": None, "loading_state": state}
    own = {} if "shows" in media else {"attachment_id": attachment["id"]}
    return own | {
        "id": attachment["id"],
        "url": attachment["url"],
        "proxy_url": attachment["url"],
        "width": attachment.get("width"),
        "height": attachment.get("height"),
        "content_type": attachment["content_type"],
        "flags": 0,
        "loading_state": _LOADED,
    }


def _picture(shown: Json, files: Files, others: Others) -> Json:
    return {"media": _resolved(shown["media"], files, others), "description": shown.get("description")}


def resolve_components(components: list[Json], files: Files, others: Others) -> list[Json]:
    """Components as they are sent out, with the links of their files and of those that ``others`` finds."""
    return [_resolve(component, files, others) for component in components]


def _resolve(component: Json, files: Files, others: Others) -> Json:
    fresh: dict[str, Any] = dict(component)
    match component["type"]:
        case 11:
            fresh |= _picture(component, files, others)
        case 12:
            fresh["items"] = [item | _picture(item, files, others) for item in component["items"]]
        case 13:
            attachment = files.get(component["file"].get("attachment_id", 0), {})
            fresh["file"] = _resolved(component["file"], files, others)
            fresh["name"] = attachment.get("filename", "")
            fresh["size"] = attachment.get("size", 0)
    if component.get("components"):
        fresh["components"] = resolve_components(component["components"], files, others)
    for key in ("accessory", "component"):
        if component.get(key):
            fresh[key] = _resolve(component[key], files, others)
    return fresh


def map_embed_media(embed: Json, change: Callable[[str, tuple[str, ...]], Any]) -> Json:
    """An embed with the address of each picture in it replaced by ``change(address, place)``."""
    fresh = dict(embed)
    for place in _EMBED_PLACES:
        part = embed.get(place[0])
        key = place[1] if len(place) == 2 else "url"
        if isinstance(part, dict) and part.get(key):
            fresh[place[0]] = {**fresh[place[0]], key: change(part[key], (place[0], key))}
    return fresh


def resolve_embeds(embeds: list[Json], files: dict[int, Json]) -> tuple[list[Json], set[int]]:
    """Embeds as they are sent out, and the ids of the attachments that they show."""
    shown: set[int] = set()

    def link(address: str, _place: tuple[str, ...]) -> str:
        if not address.startswith("attachment-id:"):
            return address
        attachment_id = int(address.partition(":")[2])
        shown.add(attachment_id)
        return str(files[attachment_id]["url"]) if attachment_id in files else ""

    fresh = []
    for embed in embeds:
        resolved = map_embed_media(embed, link)
        for key in ("image", "thumbnail"):
            if key in resolved:
                resolved[key] = {**resolved[key], "proxy_url": resolved[key]["url"], **_size(resolved[key], files)}
        fresh.append(resolved)
    return fresh, shown


def _size(picture: Json, files: dict[int, Json]) -> Json:
    found = next((f for f in files.values() if f["url"] == picture["url"]), None)
    return {} if found is None else {"width": found.get("width", 0), "height": found.get("height", 0)}
