"""The files of a message: the new ones of the request, and which of the old ones stay."""

from __future__ import annotations

import io
import mimetypes
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from PIL import Image

from bot.local import limits
from bot.local.errors import ApiError
from bot.local.forms.form import Node
from bot.local.state.model import Attachment, Message


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a multipart request, under its number n of ``files[n]``."""

    number: int
    filename: str
    data: bytes
    content_type: str | None = None


@dataclass(slots=True)
class Files:
    """What a message will hold: ``attachments`` in order, ``fresh`` the bytes of new ones by id.

    ``named``: whether the request names them; a component of an edit finds none by its name that the edit doesn't name.
    """

    attachments: list[Attachment] = field(default_factory=list)
    fresh: dict[int, bytes] = field(default_factory=dict)
    named: bool = True

    def find(self, node: Node, address: str, *where: str | int) -> int | None:
        """The attachment that an address means (``attachment://name``, or the link of a kept file); None for the web's.

        An unknown ``attachment://`` is a fault of the form.
        """
        if address.startswith("attachment://"):
            name = address.removeprefix("attachment://")
            for attachment in self.attachments:
                if attachment.filename == name:
                    return attachment.id
            node.fault(
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", f"Referenced attachment {name} not found", *where
            )
            return None
        known = {attachment.id for attachment in self.attachments}
        found = _LINK.search(address)
        return int(found[1]) if found is not None and int(found[1]) in known else None


_LINK = re.compile(r"/(?:ephemeral-)?attachments/\d+/(\d+)/")
_UNSAFE = re.compile(r"[^A-Za-z0-9_.\-]+")


def check_files(
    node: Node, uploads: list[Upload], new_id: Callable[[], int], *, ephemeral: bool = False, old: Message | None = None
) -> Files:
    """Read ``attachments`` of a message. With ``old``, an edit: every old file stays without the field and new files.

    Raises ApiError 40005 for a file that is too large.
    """
    if any(len(upload.data) > limits.ATTACHMENT_SIZE for upload in uploads):
        raise ApiError(40005)
    kept = {str(a.id): a for a in old.attachments} if old is not None else {}
    listed = node.nodes("attachments", 0, limits.ATTACHMENTS)
    files = Files(named=old is None or node.get("attachments") is not None)
    if not uploads and node.get("attachments") is None:
        files.attachments += kept.values()
    by_number = {str(upload.number): upload for upload in uploads}
    described: set[str] = set()
    for entry in listed:
        key = str(entry.get("id", required=True))
        name = entry.text("filename", 1, limits.ATTACHMENT_NAME)
        description = entry.text("description", 0, limits.ALT_TEXT)
        if key in kept and key not in by_number:
            change = {"description": description} if entry.has("description") else {}
            files.attachments.append(kept[key].model_copy(update=change))
        elif key in by_number and key not in described:
            described.add(key)
            _take(files, by_number[key], new_id(), name, description, ephemeral)
        else:
            entry.fault("ATTACHMENT_NOT_FOUND", f"Attachment {key} was not found", "id")
    for upload in uploads:
        if str(upload.number) not in described:
            _take(files, upload, new_id(), None, None, ephemeral)
    if len(files.attachments) > limits.ATTACHMENTS:
        node.fault("BASE_TYPE_MAX_LENGTH", f"Must be {limits.ATTACHMENTS} or fewer in length.", "attachments")
    return files


def measure(data: bytes) -> tuple[int | None, int | None]:
    """Width and height of a picture in pixels; None for what is no picture."""
    try:
        with Image.open(io.BytesIO(data)) as picture:
            return picture.size
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None, None


def make_attachment(
    attachment_id: int, upload: Upload, filename: str | None, description: str | None, ephemeral: bool
) -> Attachment:
    """A new file's entry; its name is made safe for a link as Discord does it."""
    name = _UNSAFE.sub("_", filename or upload.filename).strip("_") or "unknown"
    width, height = measure(upload.data)
    guessed = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Attachment(
        id=attachment_id,
        filename=name,
        size=len(upload.data),
        content_type=guessed,
        width=width,
        height=height,
        description=description or None,
        ephemeral=ephemeral,
    )


def _take(
    files: Files, upload: Upload, attachment_id: int, name: str | None, description: str | None, ephemeral: bool
) -> None:
    attachment = make_attachment(attachment_id, upload, name, description, ephemeral)
    files.attachments.append(attachment)
    files.fresh[attachment.id] = upload.data
