"""A host's panel, private: who sits there and can be removed, who may sit down, and what the table goes on with.

Others read there who hosts the table, and have buttons for what they can do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.i18n import Texts
from bot.service.model import Snapshot
from bot.ui.address import Address
from bot.ui.pages.page import FELT, Button, Choice, Page, Row, Select
from bot.ui.pages.seating import comers, table_button, to_table, vote_back
from bot.ui.words.lines import lines

MANAGE: Final = "manage"
"""The verb that shows the panel."""
REMOVE_PERSON: Final = "remove-person"
"""The verb of the select of who is removed."""
INVITE: Final = "invite"
"""The verb of the select of who is invited."""
LOCK: Final = "lock"
UNLOCK: Final = "unlock"
RULES_ANEW: Final = "rules-anew"
"""The verb that goes on at a new table, whose rules can be set up."""


def manage_page(
    snapshot: Snapshot, user_id: int, texts: Texts, *, may: bool, joins: bool = False, told: str | None = None
) -> Page:
    """The panel. ``may``: whether whoever looks at it may do any of it; ``joins``: whether that person may sit down;
    ``told``: what was done just now."""
    own = _own(snapshot, user_id, texts, joins=joins) if not may and snapshot.stage != "closed" else ()
    ways = (*own, *to_table(snapshot, texts))
    return Page(
        heading=texts("manage-heading", game=texts.game(snapshot.game)),
        body=lines(
            told,
            texts("manage-host", name=snapshot.host_name),
            texts("manage-locked" if snapshot.locked else "manage-open"),
            texts("manage-closing") if snapshot.closing else None,
            texts("manage-in-a-deal") if may and snapshot.stage == "playing" else None,
            None if may else texts("manage-by-host", name=snapshot.host_name),
            texts(_own_words(snapshot, user_id)) if own else None,
        ),
        rows=tuple(_rows(snapshot, user_id, texts)) if may else (ways,) if ways else (),
        accent=FELT,
    )


def managed(snapshot: Snapshot) -> object:
    """All that such panels show of a table, whoever looks at them: another value makes another panel."""
    sitters = tuple((s.sitting_id, s.name, s.user_id, s.leaving) for s in snapshot.sitters)
    chosen = snapshot.host_id, snapshot.locked, snapshot.closing, snapshot.between_games
    return snapshot.stage, snapshot.live_message, chosen, sitters, snapshot.closers, snapshot.electors


def _own(snapshot: Snapshot, user_id: int, texts: Texts, *, joins: bool) -> tuple[Button, ...]:
    """What somebody can do there who manages nothing: sit down, or get up and vote to close the table."""
    seated = snapshot.seated(user_id)
    if seated is None:
        return comers(snapshot, texts, seated=False, joins=joins)
    if seated.leaving:
        return ()
    voted = vote_back(snapshot, texts) if user_id in snapshot.closers else ()
    votes = (voted or (table_button(snapshot, "close", texts),)) if _has_a_vote(snapshot, user_id) else ()
    return (*comers(snapshot, texts, seated=True), *votes)


def _own_words(snapshot: Snapshot, user_id: int) -> str:
    """The key of the sentence that says what those buttons do."""
    if snapshot.seated(user_id) is None:
        return "manage-own"
    if not _has_a_vote(snapshot, user_id):
        return "manage-own-seated.no-vote"
    return "manage-own-seated.voted" if user_id in snapshot.closers else "manage-own-seated"


def _has_a_vote(snapshot: Snapshot, user_id: int) -> bool:
    """Whether that user has a say in whether the table is to close, and that isn't decided."""
    return not snapshot.closing and user_id in snapshot.electors


def _rows(snapshot: Snapshot, user_id: int, texts: Texts) -> Iterator[Row]:
    others = [s for s in snapshot.sitters if s.user_id not in {None, user_id}]
    if others and snapshot.stage != "playing":
        choices = tuple(Choice(texts.plain.name(s.name), str(s.sitting_id)) for s in others)
        yield Select(Address.at(snapshot, REMOVE_PERSON), texts.plain("manage-remove"), choices)
    yield Select(Address.at(snapshot, INVITE), texts.plain("manage-invite"), lists="people")
    verbs = [UNLOCK if snapshot.locked else LOCK]
    if snapshot.between_games:
        verbs.append(RULES_ANEW)
    yield tuple(table_button(snapshot, verb, texts) for verb in (*verbs, "open" if snapshot.closing else "close"))
