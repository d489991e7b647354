"""What a button or select holds: an address, never state. It survives restarts and names the moment it was made for."""

from __future__ import annotations

from dataclasses import dataclass

from bot.service.model import Snapshot, Turn

PREFIX = "kb"
"""How every custom id of this bot begins."""
LONGEST = 100
"""Characters that Discord allows in a custom id."""
NO_TABLE = 0
"""The table in an address that belongs to no table, such as a page of the leaderboard."""


class BadAddress(ValueError):  # noqa: N818 - a value somebody made up, not an error of the program
    """A custom id that this bot did not make."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a click goes: ``kb:<table>:<deal>.<seq>:<verb>:<argument>``."""

    table: int
    """The table's id; ``NO_TABLE`` for none."""
    turn: Turn
    """The moment the button was made for."""
    verb: str
    """What is to be done, such as ``draw`` or ``join``."""
    argument: str = ""
    """A word, or a card in notation; cards only in private messages."""

    @classmethod
    def at(cls, table: Snapshot, verb: str, argument: str = "") -> Address:
        """That of a button for this moment of the table."""
        return cls(table.table_id, table.turn, verb, argument)

    @classmethod
    def without_table(cls, verb: str, argument: str = "") -> Address:
        """That of a button which belongs to no table."""
        return cls(NO_TABLE, Turn(), verb, argument)

    def __str__(self) -> str:
        text = f"{PREFIX}:{self.table}:{self.turn}:{self.verb}:{self.argument}"
        assert len(text) <= LONGEST, "an address never grows with what people type"
        return text

    @classmethod
    def parse(cls, text: str) -> Address:
        """Reads a custom id. Raises BadAddress."""
        try:
            prefix, table, turn, verb, argument = text.split(":", 4)
            address = cls(int(table), Turn.parse(turn), verb, argument)
        except ValueError:
            raise BadAddress("not an address of this program") from None
        if prefix != PREFIX or not verb:
            raise BadAddress("not an address of this program")
        return address
