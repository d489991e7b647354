"""The one place where errors become a sentence for the person who met them."""

from __future__ import annotations

import logging
import traceback

from bot.i18n import Texts
from bot.service.model import Refusal, Snapshot
from bot.store.model import StoreError
from engine.cards import CardError
from engine.errors import IllegalAction

log = logging.getLogger(__name__)


def log_unexpected(logger: logging.Logger, what: str, error: BaseException) -> None:
    """Logs where an error came from and its type, without its text: that may hold a card or a token."""
    where = "".join(traceback.format_tb(error.__traceback__)).rstrip()
    logger.error("%s: %s\n%s", what, type(error).__name__, where)


class Misunderstanding(Exception):  # noqa: N818 - not an error of the program
    """Something that was asked for can't be understood; its text is a sentence in the person's language."""


def explain(error: Exception, texts: Texts, table: Snapshot | None = None) -> str:
    """What the person is told. What nobody expected is logged, without a card or a token, and told neutrally."""
    if table is not None:
        texts = texts.at(table.game, table.rules)
    match error:
        case Misunderstanding():
            return texts.name(error.args[0])
        case Refusal(code=code, details=details):
            return texts(f"refusal-{code}", **details)
        case IllegalAction():
            return texts.illegal(error, (lambda seat: table.at(seat).name) if table is not None else None)
        case CardError():
            return texts("error-no-such-card")
        case StoreError():
            log_unexpected(log, "the store failed", error)
            return texts("refusal-disk")
        case _:
            log_unexpected(log, "an interaction failed", error)
            return texts("error-unexpected")
