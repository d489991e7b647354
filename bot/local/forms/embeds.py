"""Embeds of a message."""

from __future__ import annotations

from datetime import datetime

from bot.local import limits
from bot.local.forms.files import Files
from bot.local.forms.form import REQUIRED, Node
from bot.local.state.media import map_embed_media
from bot.local.state.model import Json

_WEB = ("http", "https")
_WEB_OR_FILE = ("http", "https", "attachment")


def check_embeds(message: Node, files: Files) -> list[Json]:
    """The message's embeds as they are kept."""
    nodes = message.nodes("embeds", 0, limits.EMBEDS)
    total = 0
    kept = []
    for node in nodes:
        total += _check(node)
        kept.append(_kept(node, files))
    if total > limits.EMBED_TOTAL:
        message.fault("MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {limits.EMBED_TOTAL}", "embeds")
    return kept


def _check(node: Node) -> int:
    """Check one embed. Returns how many of its characters count towards the total."""
    counted = [
        node.text("title", 0, limits.EMBED_TITLE),
        node.text("description", 0, limits.EMBED_DESCRIPTION),
    ]
    node.url("url", limits.EMBED_URL, schemes=_WEB)
    node.integer("color", 0, limits.COLOR)
    stamp = node.get("timestamp")
    if stamp is not None:
        try:
            datetime.fromisoformat(stamp)
        except (TypeError, ValueError):
            node.fault("DATE_TIME_TYPE_PARSE", f"Could not parse {stamp}. Should be ISO8601.", "timestamp")
    for field in node.nodes("fields", 0, limits.EMBED_FIELDS):
        counted.append(field.text("name", 1, limits.EMBED_FIELD_NAME, required=True))
        counted.append(field.text("value", 1, limits.EMBED_FIELD_VALUE, required=True))
        field.flag("inline")
    if footer := node.node("footer"):
        counted.append(footer.text("text", 0, limits.EMBED_FOOTER))
        footer.url("icon_url", limits.EMBED_URL, schemes=_WEB_OR_FILE)
    if author := node.node("author"):
        counted.append(author.text("name", 0, limits.EMBED_AUTHOR))
        author.url("url", limits.EMBED_URL, schemes=_WEB)
        author.url("icon_url", limits.EMBED_URL, schemes=_WEB_OR_FILE)
    for key in ("image", "thumbnail"):
        if picture := node.node(key):
            picture.url("url", limits.EMBED_URL, schemes=_WEB_OR_FILE, required=True)
    if not any(counted) and not any(node.data.get(key) for key in ("image", "thumbnail")):
        node.fault(*REQUIRED, "description")
    return sum(len(piece) for piece in counted if piece)


def _kept(node: Node, files: Files) -> Json:
    def link(address: str, place: tuple[str, ...]) -> str:
        attachment_id = files.find(node, address, *place) if isinstance(address, str) else None
        return address if attachment_id is None else f"attachment-id:{attachment_id}"

    embed = {key: value for key, value in node.data.items() if value is not None}
    embed.pop("video", None)
    embed.pop("provider", None)
    if isinstance(fields := embed.get("fields"), list):
        embed["fields"] = [{"inline": False} | field if isinstance(field, dict) else field for field in fields]
    return map_embed_media(embed, link) | {"type": "rich"}
