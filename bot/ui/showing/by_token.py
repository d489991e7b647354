"""How requests by an interaction's token are sent: discord.py's own way, with less work for each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

import aiohttp
from discord import ComponentType as Kind
from discord.webhook.async_ import AsyncWebhookAdapter

_ANSWERED_WITH_A_MESSAGE: Final = frozenset({"PATCH", "POST"})


class ByToken(AsyncWebhookAdapter):
    """The library's way of sending by a token.

    A request with files is one piece, where the library would send every line of it by itself: nine writes to the
    connection for a picture. Of a message that was just shown only the pictures are read: whoever has sent the words
    and buttons knows them. ``begins`` is called before each request, those that the library repeats, too. ``once``:
    nothing is repeated that may have been done, which then raises aiohttp.ClientConnectionError.
    """

    def __init__(self, begins: Callable[[], None] = lambda: None, *, once: bool = False) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # the library left it so
        self._begins, self._once = begins, once

    async def request(
        self,
        route: Any,
        session: aiohttp.ClientSession,
        *,
        multipart: Sequence[Mapping[str, Any]] | None = None,
        **named: Any,
    ) -> Any:
        whole = await _in_one_piece(multipart) if multipart else None
        shared = cast(aiohttp.ClientSession, _Session(session, self._begins, whole, once=self._once))
        said = await super().request(route, shared, **named)
        if route.path.endswith("/callback") and not (isinstance(said, dict) and "interaction" in said):
            # Discord has taken it, though it tells nothing of it, as it does where nobody asks for that.
            return {"interaction": {"id": route.webhook_id}}
        if route.method in _ANSWERED_WITH_A_MESSAGE and isinstance(said, dict):
            # Of the first answer it stands in what is said of that.
            message = (said.get("resource") or said).get("message", said)
            if "components" in message:
                message["components"] = [*_with_pictures(message["components"])]
        return said


class _Session:
    """The one thing of a session that the adapter uses, for one request and its repetitions.

    ``whole``: a body and its content type, in place of others. ``once``: nothing is repeated that may have been done.
    """

    def __init__(
        self,
        session: aiohttp.ClientSession,
        begins: Callable[[], None],
        whole: tuple[bytes, str] | None,
        *,
        once: bool,
    ) -> None:
        self._session, self._begins, self._whole, self._once = session, begins, whole, once
        self._unheard = False
        """Whether the request may have been done."""

    def request(self, method: str, url: str, **named: Any) -> Any:
        if self._once:
            if self._unheard:
                raise aiohttp.ClientConnectionError("the request may have been done")
            self._unheard, named["raise_for_status"] = True, self._heard
        self._begins()
        if self._whole is not None:
            body, kind = self._whole
            named |= {"data": body, "headers": {**named["headers"], "Content-Type": kind}}
        return self._session.request(method, url, **named)

    async def _heard(self, response: aiohttp.ClientResponse) -> None:
        self._unheard = response.status >= 500


async def _in_one_piece(parts: Sequence[Mapping[str, Any]]) -> tuple[bytes, str]:
    """The form that the library would send, and its content type."""
    form = aiohttp.FormData(quote_fields=False)
    for part in parts:
        form.add_field(**part)
    written = form()
    assert isinstance(written, aiohttp.MultipartWriter), "a form with files has parts"
    return await written.as_bytes(), written.content_type


def _with_pictures(components: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The components that can show pictures of their own."""
    for part in components:
        if part["type"] == Kind.media_gallery.value:
            yield part
        elif part["type"] == Kind.container.value:
            yield {**part, "components": [*_with_pictures(part["components"])]}
