"""What the store refuses and where it fails: the exceptions that leave it."""

from __future__ import annotations


class StoreError(Exception):
    """The database cannot be used, or a write could not be made; its text is one clear sentence."""

    for_good = False
    """Whether it stays so, however often it is tried again, until somebody has done something about it."""
    by_disk = False
    """Whether the disk, or another program that has the file, refused; the sentence then names the file alone."""
    undone = False
    """Whether it is certain that nothing was written of what was refused."""


class InUseError(StoreError):
    """Another running bot has the database."""


class OwnerError(StoreError):
    """The database belongs to another bot, or its bot's processes run with it; nothing was changed."""

    for_good = True


class UnfitError(StoreError):
    """This program can't use what is there: it is newer, damaged, or something else; or what reads it is missing."""

    for_good = True


class LeaseLostError(StoreError):
    """The process's row is gone: others have taken over, or a backup from before its start was put back. It can write
    nothing any more, and nothing was written."""

    def __init__(self, text: str = "") -> None:
        super().__init__(
            text
            or "Other processes have taken over what this one played, because it was asleep or cut off from the "
            "database for too long; or a backup from before its start was put back, and what was played since is lost. "
            "It writes nothing any more. Start it again."
        )


class OlderDatabaseError(LeaseLostError):
    """The database is an older one than this process has seen: it can write nothing any more, and nothing was written.

    What the process has in memory is of what is lost.
    """

    def __init__(self) -> None:
        super().__init__(
            "The database is older than it was: a backup was put back, or another server took over that lacks the last "
            "transactions. What was played since is lost, and this process writes nothing any more. Start it again."
        )


class CutOffError(StoreError):
    """The database hasn't answered for so long that others may have taken over: nothing was read or written."""

    by_disk = True

    def __init__(self) -> None:
        super().__init__(
            "The database has not answered for as long as leases last: nothing is read or written until it does."
        )


class LedgerError(StoreError):
    """A deal counts with other chips than the ledger has; nothing was written."""


class Refusal(Exception):  # noqa: N818 - not an error of the program
    """Something that a person asked for can't be done; nothing has changed.

    ``code`` names the catalogue's text ``refusal-<code>``, ``details`` are its values.
    """

    def __init__(self, code: str, **details: object) -> None:
        text = ", ".join(f"{name}={value}" for name, value in details.items())
        super().__init__(f"{code} ({text})" if text else code)
        self.code = code
        self.details = details


class ConflictError(StoreError):
    """The request doesn't fit what is written, because the caller knows an older state; nothing was written.

    ``code`` is a short stable name for tests, ``details`` say more. Codes: ``no_table table_closed already_seated
    no_sitting has_left no_deal deal_open deal_over out_of_order key_reused duplicate``.
    """

    def __init__(self, code: str, **details: object) -> None:
        text = ", ".join(f"{name}={value}" for name, value in details.items())
        super().__init__(f"{code} ({text})" if text else code)
        self.code = code
        self.details = details


class DuplicateError(ConflictError):
    """That action, or an action for that interaction, is written already; nothing was written now."""

    def __init__(self, **details: object) -> None:
        super().__init__("duplicate", **details)
