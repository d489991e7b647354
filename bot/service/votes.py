"""Votes at a table: about the present turn, and to close the table."""

from __future__ import annotations

from typing import get_args

from bot.service.model import Vote
from bot.service.table import Table
from bot.store.model.tables import Ballot, Ballots


def voters(table: Table) -> frozenset[int]:
    """The users who may vote about the present turn: the people who play in the deal, but for the one to act.

    Newcomers don't, so that nobody brings friends to outvote a player.
    """
    if (asked := table.asked) is None or table.deal is None:
        return frozenset()
    playing = {player.sitting_id for player in table.deal.players} - {asked}
    voting = (s for s in table.sitters if s.sitting_id in playing and not s.computer)
    return frozenset(s.user_id for s in voting if s.user_id is not None)


def electors(table: Table) -> frozenset[int]:
    """The users who may vote to close the table: the players of its last deal who are still there; without any, all.

    Newcomers may not, so that nobody sits down with friends to end what others play. Nor may whoever is away: else
    nobody could close a table that its host has left without a word.
    """
    people = frozenset(s.user_id for s in table.sitters if s.user_id is not None and not s.computer)
    players = {player.user_id for player in table.deal.players} if table.deal is not None else frozenset[int]()
    return people & players or people


def ballot_of(table: Table, user_id: int, kind: Ballots) -> Ballot:
    """What that user votes for now: about the present turn, or in this deal."""
    of_the_turn = kind in get_args(Vote)
    return Ballot(user_id, kind, table.dealt, table.turn.seq if of_the_turn else 0)


def users_for(table: Table, kind: Ballots) -> frozenset[int]:
    """The users who have voted for that, about the present turn or in this deal."""
    return frozenset(ballot.user_id for ballot in table.ballots if ballot == ballot_of(table, ballot.user_id, kind))


def decides(table: Table, ballot: Ballot) -> bool:
    """Whether with that ballot most of those who may vote are for it."""
    may_vote = voters(table) if ballot.kind in get_args(Vote) else electors(table)
    return 2 * len((users_for(table, ballot.kind) | {ballot.user_id}) & may_vote) > len(may_vote)


def votes_of(table: Table) -> dict[Vote, frozenset[int]]:
    """Who has voted for what about the present turn."""
    found = {vote: users_for(table, vote) for vote in get_args(Vote)} if table.playing else {}
    return {vote: users for vote, users in found.items() if users}


def closers(table: Table) -> frozenset[int]:
    """The users who may vote and have done so since the last deal was dealt to close the table."""
    return users_for(table, "close") & electors(table)


def closes_without(table: Table, user_id: int) -> bool:
    """Whether most of those who may vote want it to close, without that user's vote."""
    may_vote = electors(table)
    wanted = (closers(table) | ({table.row.closing_by} & may_vote)) - {user_id}
    return 2 * len(wanted) > len(may_vote)
