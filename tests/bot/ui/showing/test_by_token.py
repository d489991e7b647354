"""Requests by a token: one piece each, and of what comes back only the pictures."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from email.parser import BytesParser
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import aiohttp
import discord
import pytest
from discord.components import _component_factory
from discord.webhook.async_ import AsyncWebhookAdapter, interaction_response_params

from bot.ui.pages.page import KeptFile
from bot.ui.showing import by_token as module
from bot.ui.showing.attached import pictures_of
from bot.ui.showing.by_token import ByToken
from tests.bot.ui.evening import Evening, sides

PICTURE = {"media": {"url": "https://example.com/1/hand.png?ex=1", "attachment_id": "7"}, "description": None}
SHOWN = [
    {"type": 10, "id": 1, "content": "Above"},
    {
        "type": 17,
        "id": 2,
        "accent_color": 1,
        "components": [
            {"type": 10, "id": 3, "content": "Words"},
            {"type": 12, "id": 4, "items": [PICTURE]},
            {"type": 1, "id": 5, "components": [{"type": 2, "id": 6, "style": 1, "label": "B", "custom_id": "b"}]},
        ],
    },
]


class Session:
    """A session that keeps what is sent, and meets the given failures first, one after the other."""

    def __init__(self, said: dict[str, Any] | str, *failures: int) -> None:
        self.sent: list[dict[str, Any]] = []
        self._said, self._failures = said, list(failures)

    def request(self, method: str, url: str, **given: Any) -> Session:
        """A request that is answered at once."""
        self.sent.append({"method": method, "url": url, **given})
        return self

    async def __aenter__(self) -> Any:
        status = self._failures.pop(0) if self._failures else 200
        text = self._said if isinstance(self._said, str) else discord.utils._to_json(self._said)
        kind = "text/plain" if isinstance(self._said, str) else "application/json"
        headers = {"content-type": kind, "Via": "1.1 google"}

        async def read(encoding: str) -> str:
            return text

        response = SimpleNamespace(status=status, headers=headers, text=read, reason="")
        if (heard := self.sent[-1].get("raise_for_status")) is not None:
            await heard(response)
        return response

    async def __aexit__(self, *of: object) -> None:
        pass


async def edited(session: Session, adapter: AsyncWebhookAdapter) -> Any:
    """What the library gets for an edit with two files, through that adapter."""
    files = [discord.File(io.BytesIO(content), name) for content, name in ((b"one\r\n\x00", "a.png"), (b"2", "b.png"))]
    multipart: list[dict[str, Any]] = [
        {"name": "payload_json", "value": '{"text":"Zoë"}'},
        *(
            {
                "name": f"files[{place}]",
                "value": file.fp,
                "filename": file.filename,
                "content_type": "application/octet-stream",
            }
            for place, file in enumerate(files)
        ),
    ]
    sends = cast(aiohttp.ClientSession, session)
    return await adapter.edit_webhook_message(1, "token", 2, session=sends, multipart=multipart, files=files)


async def test_a_request_with_files_is_one_piece_with_all_that_the_library_would_send() -> None:
    session = Session({"id": "2"})
    await edited(session, ByToken())
    (sent,) = session.sent
    assert isinstance(sent["data"], bytes), "each line of it would be a write of its own"
    form = BytesParser().parsebytes(
        b"Content-Type: " + sent["headers"]["Content-Type"].encode() + b"\r\n\r\n" + sent["data"]
    )
    parts = [cast(Any, part) for part in cast(list[object], form.get_payload())]
    told = [
        (
            part.get_param("name", header="Content-Disposition"),
            part.get_filename(),
            part.get_payload(decode=True),
        )
        for part in parts
    ]
    assert told == [
        ("payload_json", None, '{"text":"Zoë"}'.encode()),
        ("files[0]", "a.png", b"one\r\n\x00"),
        ("files[1]", "b.png", b"2"),
    ]


@pytest.mark.parametrize("said", ["", {}])
async def test_a_first_answer_of_which_discord_tells_nothing_counts_as_taken(said: Any) -> None:
    sends = cast(aiohttp.ClientSession, Session(said))
    response = interaction_response_params(discord.InteractionResponseType.deferred_message_update.value)
    told = await ByToken().create_interaction_response(3, "token", session=sends, params=response)
    assert told == {"interaction": {"id": 3}}


@pytest.fixture
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    async def sleep(seconds: float) -> None:
        pass

    monkeypatch.setattr("discord.webhook.async_.asyncio.sleep", sleep)


@pytest.mark.usefixtures("no_pauses")
async def test_what_may_have_been_done_is_not_repeated_where_it_is_to_be_done_once() -> None:
    session = Session({"retry_after": 0.0}, 502)
    with pytest.raises(aiohttp.ClientConnectionError):
        await edited(session, ByToken(once=True))
    assert len(session.sent) == 1


@pytest.mark.usefixtures("no_pauses")
async def test_what_discord_has_put_off_is_repeated_nevertheless() -> None:
    session = Session({"id": "2", "retry_after": 0.0}, 429)
    await edited(session, ByToken(once=True))
    assert len(session.sent) == 2


@pytest.mark.usefixtures("no_pauses")
async def test_what_is_sent_again_is_whole_again() -> None:
    begun: list[int] = []
    session = Session({"id": "2"}, 502)
    await edited(session, ByToken(lambda: begun.append(1)))
    first, second = session.sent
    assert first["data"] == second["data"]
    assert len(begun) == 2, "each request counts, those that the library repeats, too"


async def test_of_a_message_that_was_shown_only_the_pictures_are_read() -> None:
    whole, known = [
        await edited(Session({"id": "2", "components": SHOWN}), adapter)
        for adapter in (AsyncWebhookAdapter(), ByToken())
    ]
    assert whole["components"] == SHOWN
    assert "Words" not in str(known)
    assert "custom_id" not in str(known)
    assert _pictures(known) == _pictures(whole)
    assert [(picture.number, picture.filename) for picture in _pictures(known)] == [(7, "hand.png")]


def _pictures(said: dict[str, Any]) -> list[KeptFile]:
    made = [_component_factory(part) for part in said["components"]]
    return pictures_of(Mock(spec=discord.Message, components=made, attachments=[]))


async def test_the_bot_sends_so(two: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[bytes, str]] = []
    whole = module._in_one_piece

    async def spied(parts: Sequence[Mapping[str, Any]]) -> tuple[bytes, str]:
        sent.append(await whole(parts))
        return sent[-1]

    monkeypatch.setattr(module, "_in_one_piece", spied)
    first, _ = sides(two)
    await first.command("draw", from_="stock")
    await two.until(lambda: any(b"image" in body or b"PNG" in body for body, _ in sent), "a picture")
