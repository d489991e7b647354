"""What the engine raises: a refused action, and a deal that cannot begin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.cards import Rank, Suit

REASONS: Final[dict[str, tuple[Reason, ...]]] = {}
"""Every declared reason by its code. A code has several if its sentence differs from case to case."""


class IllegalAction(Exception):  # noqa: N818 - the contract's name
    """An action that the rules do not allow now. The state is untouched.

    ``code`` is a short stable name, for translation and tests; ``text`` says in English what the rule is and what can
    be done instead, with a field such as ``{card}`` for each value that it names; ``details`` are those values (cards,
    seats, amounts) and others that a translation may need. ``message`` is the sentence with the values in it, cards
    and ranks in notation. Raises KeyError if the text names a value that is not among the details.
    """

    def __init__(self, code: str, text: str, **details: object) -> None:
        self.code = code
        self.text = text
        self.details = details
        self.message = text.format_map({name: _said(value) for name, value in details.items()})
        super().__init__(self.message)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action can be refused, declared once: ``CARD_NOT_HELD(card=card)`` is the error to raise.

    ``text`` is that of ``IllegalAction``. A declared reason is found in ``REASONS``, so that translators see all of
    them. Raises ValueError if it is declared twice.
    """

    code: str
    text: str

    def __post_init__(self) -> None:
        known = REASONS.get(self.code, ())
        if self in known:
            raise ValueError(f"the reason {self.code} is declared twice with the same text")
        REASONS[self.code] = (*known, self)

    def __call__(self, **details: object) -> IllegalAction:
        """The error, with the values that the text names."""
        return IllegalAction(self.code, self.text, **details)


def _said(value: object) -> str:
    """A value in the words of the engine's English sentences."""
    match value:
        case Rank():
            return value.notation
        case Suit():
            return value.name.lower()
        case tuple():
            return " or ".join(_said(part) for part in value)
    return str(value)


class BadSetup(ValueError):  # noqa: N818 - reads better where it is raised
    """A deal that cannot begin: too few seats, chips or cards. Its text is one clear sentence."""
