"""The proof of a shuffle, as far as it is open to whoever asks for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.i18n import Markup, Texts
from bot.service.model import Snapshot
from bot.ui.address import Address
from bot.ui.pages.page import FELT, GREY, Button, Page
from bot.ui.pages.word import word_button
from bot.ui.words.lines import lines

if TYPE_CHECKING:
    from bot.service.fairness import BoundDeal, Verification


def verification_page(found: Verification, table: Snapshot | None, texts: Texts, user_id: int = 0) -> Page:
    """The proof of a deal's shuffle, as far as it is open to the viewer, and its record to check it elsewhere.

    Also what the shuffle at the channel's ``table`` is bound to, if there is one. ``user_id``: the viewer, who may have
    a part in that one.
    """
    record = json.dumps(found.record, ensure_ascii=False, indent=1).encode()
    bound = found.bound
    opens = f"{bound.table_id}.{found.number}" if bound is not None and bound.asks else ""
    buttons = (
        *((Button(texts.plain("button-open-cards"), Address.without_table("open-cards", opens)),) if opens else ()),
        *((word_button(table.table_id, texts),) if table is not None and takes_part(table, user_id) else ()),
    )
    if bound is None:
        said = _of_earlier(found, texts)
    else:
        said = _of_unpublished(found, bound, texts) if bound.in_dm else _of_bound(found, bound, texts)
    return Page(
        heading=texts("verify-heading", deal=found.number),
        body=lines(*said, _bound_to(table, texts) if table is not None and not table.in_dm else None),
        rows=(buttons,) if buttons else (),
        record=("record.json", record),
        accent=FELT if found.fits else GREY,
    )


def takes_part(table: Snapshot, user_id: int) -> bool:
    """Whether that person may have a part in the next shuffle there."""
    return not table.in_dm and table.seated(user_id) is not None


def shows_proof(table: Snapshot, user_id: int) -> bool:
    """Whether **Verify** has something for that person after a deal: its proof, or how to have a part in the next."""
    return takes_part(table, user_id) or any(player.user_id == user_id for player in table.players)


def nothing_to_verify_page(table: Snapshot, texts: Texts) -> Page:
    """For somebody at a table who hasn't finished a deal there: how to have a part in the next shuffle."""
    return Page(
        body=lines(texts("verify-nothing-yet"), _bound_to(table, texts)),
        rows=((word_button(table.table_id, texts),),),
        accent=GREY,
    )


def _other_version(found: Verification, texts: Texts) -> str | None:
    """How a deal ends that another version played, when it is played again."""
    return texts(f"verify-other-version-{found.other_version}") if found.other_version else None


def _of_earlier(found: Verification, texts: Texts) -> Iterator[str | None]:
    """Of a deal of an earlier version, shuffled from seed and cut alone."""
    yield texts("verify-fits" if found.fits else "verify-fails")
    yield _other_version(found, texts)
    yield texts("verify-earlier")
    yield ""
    yield texts("verify-commitment", value=Markup(found.commitment))
    yield texts("verify-seed", value=Markup(found.seed))
    yield texts("verify-cut", count=found.cut)
    yield texts("verify-shuffles", count=found.shuffles) if found.shuffles else None
    yield ""
    yield texts("verify-how-earlier")


def _of_bound(found: Verification, bound: BoundDeal, texts: Texts) -> Iterator[str | None]:
    """Of a deal whose pack was bound before people had their part in it."""
    if bound.compared:
        yield texts("verify-compared" if found.fits else "verify-compared-fails")
    else:
        yield texts("verify-not-compared" if found.fits else "verify-itself-fails")
    yield _other_version(found, texts)
    yield ""
    if bound.line_url is None:
        yield texts("verify-no-line")
    else:
        yield texts("verify-line", first=bound.binding.first, last=bound.binding.last, url=Markup(bound.line_url))
    yield texts("verify-root", value=Markup(bound.root))
    if bound.words:
        yield texts("verify-words", words=texts.list([texts("verify-word", name=n, word=w) for n, w in bound.words]))
    if bound.choices:
        counted = [texts("verify-choice", name=name, count=count) for name, count in bound.choices]
        yield texts("verify-choices", choices=texts.list(counted))
    yield texts("verify-cut-by", name=bound.cutter, count=found.cut)
    yield texts("verify-remember" if bound.people_had_part else "verify-nobody")
    yield ""
    yield from _how_open(found, bound, texts)
    if found.shuffles:
        yield texts("verify-shuffles", count=found.shuffles)
        yield texts("verify-later") if bound.shut else None
    yield ""
    yield texts("verify-how")
    yield texts("verify-reads")


def _of_unpublished(found: Verification, bound: BoundDeal, texts: Texts) -> Iterator[str | None]:
    """Of a deal in direct messages, where nothing was published before it."""
    yield texts("verify-unpublished")
    yield None if found.fits else texts("verify-itself-fails")
    yield _other_version(found, texts)
    yield ""
    yield from _how_open(found, bound, texts)
    yield texts("verify-shuffles", count=found.shuffles) if found.shuffles else None


def _how_open(found: Verification, bound: BoundDeal, texts: Texts) -> Iterator[str | None]:
    """How many cards are closed to the person who asks, and until when."""
    yield texts("verify-shut", count=bound.shut) if bound.shut else texts("verify-open") if found.fits else None
    if bound.waits_for:
        yield texts("verify-waits", names=texts.names(bound.waits_for), count=len(bound.waits_for))


def _bound_to(table: Snapshot, texts: Texts) -> str:
    """The hash that the present deal's shuffle is bound to, or between deals the next one's."""
    playing = table.stage == "playing"
    return texts("verify-present" if playing else "verify-next", value=Markup(table.root))
