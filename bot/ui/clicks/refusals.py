"""The one place where errors become a sentence for the person who met them."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from bot.i18n import Markup, Texts
from bot.logs import log_unexpected
from bot.service.model import Refusal, Snapshot
from bot.store.model.errors import CutOffError, StoreError
from bot.store.model.people import BegunAnew
from bot.ui.words.chips import begun_anew, bounded_at_a_start
from bot.ui.words.next_deal import too_few
from engine.cards import CardError
from engine.errors import IllegalAction

log = logging.getLogger(__name__)


class Misunderstanding(Exception):  # noqa: N818 - not an error of the program
    """A request that can't be understood; its text is a sentence in the person's language."""


def explain(error: Exception, texts: Texts, table: Snapshot | None = None) -> str:
    """The sentence for the person. An unexpected error is logged, without a card or a token, and told neutrally."""
    if table is not None:
        texts = texts.at_table(table)
    match error:
        case Misunderstanding():
            return texts.name(error.args[0])
        case Refusal(code="too_few") if (
            table is not None and table.stage == "between" and (few := too_few(table, texts))
        ):
            return few
        case Refusal(code=code, details=details):
            if details.get("why") == "":
                details = details | {"why": texts("frozen-before")}
            said = texts(f"refusal-{code}", **details)
            if "gift_at" in details:
                return Markup(" ").join([said, begun_anew(_why_anew(details), texts)])
            return Markup(" ").join([said, *_what_does_not_count(error, texts, table)])
        case IllegalAction():
            said = texts.illegal(error, (lambda seat: table.at(seat).name) if table is not None else None)
            if error.code != "not_in_this_game":
                return said
            game = error.details["game"]
            return Markup(" ").join([said, texts(f"game-{game}.ways")])
        case CardError():
            return texts("error-no-such-card")
        case CutOffError():
            return texts("error-cut-off")
        case StoreError():
            log_unexpected(log, "the store failed", error)
            return texts("error-unwritable" if error.undone else "refusal-disk")
        case _:
            log_unexpected(log, "an interaction failed", error)
            return texts("error-unexpected")


def _why_anew(details: Mapping[str, Any]) -> BegunAnew:
    return BegunAnew(**{field.name: details[field.name] for field in fields(BegunAnew)})


def _what_does_not_count(refusal: Refusal, texts: Texts, table: Snapshot | None) -> Iterator[str]:
    """Why players have too few chips for a new game although their stacks look large enough: some are extra chips
    (``poch.md PO-33``), or were won beyond the limits."""
    if table is None or refusal.code != "short_of_supply":
        return
    names = refusal.details["names"]
    assert isinstance(names, tuple), "those who have too few"
    large = [s for s in table.sitters if s.name in names and s.chips >= table.supply]
    if extra := [sitter.name for sitter in large if sitter.extra]:
        yield texts("refusal-extra-chips", names=extra)
    yield from bounded_at_a_start(table, [sitter.name for sitter in large], texts)
