"""The body of a message, new or edited, from any of the routes that take one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.local import limits
from bot.local.errors import ApiError
from bot.local.forms.components import ComponentReader
from bot.local.forms.embeds import check_embeds
from bot.local.forms.files import Files, Upload, check_files
from bot.local.forms.form import Form, Node
from bot.local.state.media import media_places, walk
from bot.local.state.model import COMPONENTS_V2, EPHEMERAL, SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS, Json, Message
from bot.local.state.world import World

_USER = re.compile(r"<@!?(\d{15,20})>")
_ROLE = re.compile(r"<@&(\d{15,20})>")
_EVERYONE = re.compile(r"@(everyone|here)\b")
SENDABLE = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2
_LEGACY_FIELDS = ("content", "embeds", "poll", "sticker_ids")


@dataclass(slots=True)
class Mentions:
    """Who is pinged: the text's mentions that ``allowed_mentions`` lets through."""

    users: list[int] = field(default_factory=list)
    roles: list[int] = field(default_factory=list)
    everyone: bool = False
    replied_user: bool = True


@dataclass(slots=True)
class MessageForm:
    """A checked message. In an edit None means: leave as it is."""

    content: str | None
    embeds: list[Json] | None
    components: list[Json] | None
    files: Files | None
    flags: int
    mentions: Mentions
    nonce: str | int | None = None
    enforce_nonce: bool = False
    tts: bool = False
    reference: Json | None = None


def check_message(
    world: World, data: object, uploads: list[Upload], *, flags_allowed: int = SENDABLE, ephemeral: bool = False,
    path: tuple[str, ...] = (), may_be_empty: bool = False, by_token: bool = False,
) -> MessageForm:  # fmt: skip
    """A new message; ``by_token``: under an interaction's token.

    Raises ApiError 50035 for faults, 50006 for an empty one, 40005 for too large a file.
    """
    form = Form()
    node = form.root(data, path)
    flags = (node.integer("flags", 0, 2**31 - 1) or 0) & flags_allowed
    v2 = bool(flags & COMPONENTS_V2)
    content = (node.text("content", 0, limits.CONTENT) or "").strip()
    files = check_files(node, uploads, world.snowflakes.next, ephemeral=ephemeral or bool(flags & EPHEMERAL))
    embeds = check_embeds(node, files)
    components = ComponentReader(world, files).message(node, v2=v2)
    _refuse_unknown(node)
    if v2:
        _refuse_legacy(node)
    mentions = _mentions(world, node, content, components, by_token)
    nonce = _nonce(node)
    enforce, tts = node.flag("enforce_nonce"), node.flag("tts")
    reference = node.node("message_reference")
    if reference is not None:
        reference.flag("fail_if_not_exists")
    form.check()
    if v2 and not components:
        form.add((*path, "components"), "BASE_TYPE_REQUIRED", "This field is required")
        form.check()
    if not may_be_empty and not (content or embeds or components or files.attachments):
        raise ApiError(50006)
    return MessageForm(
        content=content,
        embeds=embeds,
        components=components,
        files=files,
        flags=flags,
        mentions=mentions,
        nonce=nonce,
        enforce_nonce=enforce,
        tts=tts,
        reference=None if reference is None else reference.data,
    )


def check_edit(
    world: World, data: object, uploads: list[Upload], old: Message, *, path: tuple[str, ...] = (),
    by_token: bool = False,
) -> MessageForm:  # fmt: skip
    """An edit of ``old``. The V2 flag can come, with the old content and embeds taken out, and stays."""
    form = Form()
    node = form.root(data, path)
    wanted = node.integer("flags", 0, 2**31 - 1)
    if wanted is not None and old.is_v2 and not wanted & COMPONENTS_V2:
        node.fault(
            "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "The IS_COMPONENTS_V2 flag cannot be removed once set", "flags"
        )
    changeable = SUPPRESS_EMBEDS | COMPONENTS_V2
    flags = (
        old.flags if wanted is None else old.flags & ~SUPPRESS_EMBEDS | wanted & changeable | old.flags & COMPONENTS_V2
    )
    v2 = bool(flags & COMPONENTS_V2)
    content = (node.text("content", 0, limits.CONTENT) or "").strip() if node.has("content") else None
    ephemeral = bool(old.flags & EPHEMERAL)
    has_files = node.get("attachments") is not None or bool(uploads)
    files = check_files(node, uploads, world.snowflakes.next, ephemeral=ephemeral, old=old)
    embeds = check_embeds(node, files) if node.has("embeds") else None
    components = None
    if node.has("components"):
        components = ComponentReader(world, files).message(node, v2=v2)
    elif has_files:
        _refuse_missing(node, old, files)
    _refuse_unknown(node)
    if v2:
        _refuse_legacy(node)
        if not old.is_v2:
            _refuse_left_over(node, old)
    shown = old.components if components is None else components
    mentions = _mentions(world, node, old.content if content is None else content, shown, by_token)
    form.check()
    content_left = old.content if content is None else content
    embeds_left = old.embeds if embeds is None else embeds
    if not (content_left or embeds_left or shown or files.attachments):
        raise ApiError(50006)
    if v2 and not shown:
        raise ApiError(50006)
    return MessageForm(
        content=content,
        embeds=embeds,
        components=components,
        files=files if has_files else None,
        flags=flags,
        mentions=mentions,
    )


def _nonce(node: Node) -> str | int | None:
    """A short text, or a whole number of 64 bits."""
    if type(node.get("nonce")) is int:
        return node.integer("nonce", -limits.NONCE_NUMBER - 1, limits.NONCE_NUMBER)
    return node.text("nonce", 0, limits.NONCE)


def _refuse_unknown(node: Node) -> None:
    """Polls and stickers, which nothing here can show."""
    if node.get("poll") is not None:
        node.fault("POLL_NOT_SUPPORTED", "Polls can't be made on this machine", "poll")
    if node.get("sticker_ids"):
        raise ApiError(10060)


def _refuse_legacy(node: Node) -> None:
    for key in _LEGACY_FIELDS:
        if node.get(key):
            node.fault(
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                key,
            )


def _refuse_missing(node: Node, old: Message, files: Files) -> None:
    """Components that stay may not show a file that goes."""
    kept = {attachment.id for attachment in files.attachments}
    for component in walk(old.components):
        for media in media_places(component):
            if media.get("attachment_id", 0) not in {0, *kept}:
                node.fault(
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    "A component still shows an attachment that is taken away",
                    "attachments",
                )


def _refuse_left_over(node: Node, old: Message) -> None:
    for key, value in (("content", old.content), ("embeds", old.embeds)):
        if value and not node.has(key):
            node.fault(
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field must be emptied when adding MessageFlags.IS_COMPONENTS_V2",
                key,
            )


def texts(content: str, components: list[Json]) -> Iterator[str]:
    """Every text of a message that can mention somebody."""
    yield content
    yield from (c["content"] for c in walk(components) if c["type"] == 10)


def _mentions(world: World, node: Node, content: str, components: list[Json], by_token: bool) -> Mentions:
    """Whom the message mentions. Without ``allowed_mentions`` that is all, but only people under a token."""
    users: set[int] = set()
    roles: set[int] = set()
    everyone = False
    for piece in texts(content, components):
        users.update(int(u) for u in _USER.findall(piece))
        roles.update(int(r) for r in _ROLE.findall(piece))
        everyone = everyone or _EVERYONE.search(piece) is not None
    found = Mentions([u for u in sorted(users) if u in world.people], sorted(roles), everyone)
    allowed = node.node("allowed_mentions")
    if allowed is not None:
        return _allowed(allowed, found)
    return Mentions(found.users) if by_token else found


def _allowed(allowed: Node, found: Mentions) -> Mentions:
    parse = allowed.once("parse", allowed.items("parse", 0, 3))
    for i, entry in enumerate(parse):
        if entry not in ("roles", "users", "everyone"):
            allowed.fault("BASE_TYPE_CHOICES", "Value must be one of ('roles', 'users', 'everyone').", "parse", i)
    picked: dict[str, set[int]] = {}
    for key in ("users", "roles"):
        entries = allowed.once(key, allowed.items(key, 0, limits.ALLOWED_MENTIONS))
        picked[key] = {n for i, e in enumerate(entries) if (n := allowed.as_snowflake(e, key, i)) is not None}
        if entries and key in parse:
            allowed.fault(
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.',
            )
    return Mentions(
        users=found.users if "users" in parse else [u for u in found.users if u in picked["users"]],
        roles=found.roles if "roles" in parse else [r for r in found.roles if r in picked["roles"]],
        everyone=found.everyone and "everyone" in parse,
        replied_user=allowed.flag("replied_user"),
    )
