"""What the engine raises: a refused action, and rules that cannot be."""

from __future__ import annotations

from typing import Final

MOST_QUOTED: Final = 80
"""How many characters of what was given an error quotes at most."""


class IllegalAction(Exception):  # noqa: N818 - the contract's name
    """An action that the rules do not allow now. The state is untouched.

    ``code`` is a short stable name, for translation and tests; ``message`` says in English what the rule is and
    what can be done instead; ``details`` are the values that the message names (cards, seats, amounts).
    """

    def __init__(self, code: str, message: str, **details: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details


class BadSetup(ValueError):  # noqa: N818 - reads better where it is raised
    """A deal that cannot begin: too few seats, chips or cards. Its text is one clear sentence."""


def shortened(given: str) -> str:
    """What was given, as an error quotes it: cut after 80 characters."""
    return given if len(given) <= MOST_QUOTED else given[: MOST_QUOTED - 1] + "…"
