"""A deal at a table, from the shuffle to the settlement: worked out first, written in one step, then shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.service import steps
from bot.service.customs import MISSED
from bot.service.deal import Deal, dealt
from bot.service.dealing import NO_SCORES, Dealing, Part, choices, come_back, prepare, refuse_what_is_of_other_games
from bot.service.model import Refusal, Sitter, Told
from bot.service.table import Table, as_sitter
from bot.service.thoughts import MANNER, Thoughts
from bot.store.books import Books
from bot.store.model.deals import Attendance
from bot.store.model.tables import Sitting
from bot.store.store import Store
from engine.actions import IN_MID_TURN, Action, Choice, Shuffle, act
from engine.errors import IllegalAction
from engine.fingerprint import fingerprint
from engine.plain import plain_move
from engine.players.choosing import speaks_up
from engine.record import write_action


class Run:
    """A deal after some actions that are not written yet, each with the shuffles that follow from it."""

    def __init__(self, table: Table) -> None:
        assert table.deal is not None
        self._game, deal = table.game, table.deal
        self._deal = deal
        self.state, self.shuffles, self._seq = deal.state, deal.shuffles, deal.seq
        self.actions: list[steps.Action] = []
        self.told: list[Told] = []
        self.shuffle()

    def take(self, action: Action, key: int | None = None, *, by_computer: bool = False) -> None:
        """Does one action and what follows from it. Raises IllegalAction; nothing has changed then."""
        self._take(action, key, by_computer=by_computer)
        self.shuffle()

    def shuffle(self) -> None:
        """Does the shuffles in mid-deal that are due."""
        while left := self._game.to_shuffle(self.state):
            self.shuffles += 1
            self._take(Shuffle(self._deal.shuffled(left, self.shuffles)), None, by_computer=False)

    def _take(self, action: Action, key: int | None, *, by_computer: bool) -> None:
        state, events = self._game.apply(self.state, action)
        moved = state.transfers[len(self.state.transfers) :]
        seen = fingerprint(self._game, state)
        self.actions.append(steps.Action(write_action(action), seen, moved, key, state.result))
        self.state = state
        self._seq += 1
        self.told.append(Told(self._seq, events, by_computer))


class Play:
    """The steps of a deal. The caller holds the table's lock."""

    def __init__(self, store: Store, thoughts: Thoughts) -> None:
        self._store, self._thoughts = store, thoughts

    # -- dealing

    def ready(self, table: Table) -> bool:
        """Whether the next deal can start by itself: enough seats, a game that goes on, and people who are there."""
        deal = table.deal
        if deal is None or deal.result is None or deal.result.game_over or not deal.people_acted:
            return False
        if table.practice or table.row.paused or table.one_left or table.sitters == table.refused_to:
            return False
        there = [s for s in table.sitters if not s.away]
        return len(there) in table.game.seats and any(s.user_id is not None for s in there)

    async def deal(self, table: Table, key: int | None) -> None:
        """Deals the next deal; after the end of a game, the first of a new one. Raises Refusal."""
        if table.one_left:
            raise Refusal("one_left")

        def prepared(books: Books, sittings: Sequence[Sitting]) -> Dealing:
            sitters = [as_sitter(who) for who in sittings]
            number, last = table.dealt + 1, books.last_deal(table.table_id)
            part = Part(
                books.words(table.table_id, number),
                choices(table, last, table.shuffle_line(number)),
                lambda by: 0 if by.user_id is None else books.settings(by.user_id).cut,
            )
            left = come_back(table, sitters)
            scores = books.scores_left(table.table_id, left) if left else NO_SCORES
            return prepare(table, sitters, part, scores)

        after, started, dealing = await self._store.step(partial(steps.deal, table=table, prepare=prepared, key=key))
        table.dealt += 1
        cut, state = dealing.cut, dealing.state
        table.deal = Deal(started.deal_id, table.dealt, dealing.players, table.table_secret, cut, state, state)
        table.deal.table_id, table.deal.chance = table.table_id, dealing.chance
        table.deal.levelled = started.levelled
        table.deal.told = (dealt(table.game, dealing.state),)
        table.payouts.in_debt = ()
        table.lost_seats = tuple((gone.user_id, gone.name) for gone in after.got_up if gone.user_id is not None)
        table.take(after)

    # -- acting

    async def act(
        self, table: Table, sitter: Sitter, do: str, argument: Choice | int | None, key: int, drawn: float = 0.0
    ) -> None:
        """Does one action of a person. ``drawn``: seconds that it took from the time bank.

        Raises Refusal or IllegalAction.
        """
        deal = table.deal
        seat = deal.seat_of(sitter.sitting_id) if deal is not None else None
        to_act = table.game.to_act(deal.state) if deal is not None else ()
        try:
            action = act(do, seat or 0, argument)
        except ValueError:
            raise IllegalAction("no_such_action", "{do} cannot be done like that here", do=do) from None
        if seat not in to_act:
            refuse_what_is_of_other_games(table, do)
        if deal is None or not table.playing:
            raise Refusal("no_deal")
        if seat is None:
            raise Refusal("not_in_deal")
        if seat not in to_act:
            raise Refusal("not_your_turn", name=table.player_at(to_act[0]).name)
        if sitter.away:
            raise Refusal("away")
        run = Run(table)
        run.take(action, key)
        before = attendance_of(table, sitter)
        if seat == to_act[0]:  # whoever speaks out of turn takes nobody's time
            goes_on = action.do in IN_MID_TURN and seat in table.game.to_act(run.state)
            seen = replace(before, missed=before.missed if goes_on else 0, drawn=before.drawn + drawn)
        else:
            seen = before
        await self._write(table, run, seen if seen != before else None)
        deal.people_acted = True
        if seat != to_act[0]:
            deal.spoken_up = deal.seq

    def by_computer(self, table: Table) -> tuple[int, bool] | None:
        """The seat for which a computer player acts next, and whether out of turn; None if a person must act first.

        Out of turn: a person is to act, and a computer player wants to do what it may meanwhile (``crummy.md CR-53``).
        """
        if table.deal is None or not table.playing:
            return None
        to_act = table.game.to_act(table.deal.state)
        if not to_act:
            return None
        first, *others = to_act
        if self.takes_the_turn(table):
            return first, False
        for seat in others:
            view = table.game.observe(table.deal.state, seat)
            if table.player_at(seat).computer and speaks_up(view, table.level_of(seat), MANNER):
                return seat, True
        return None

    def takes_the_turn(self, table: Table) -> bool:
        """Whether it is a computer player's turn, also where that player stands in for a person."""
        if table.deal is None or not table.playing:
            return False
        to_act = table.game.to_act(table.deal.state)
        return bool(to_act) and table.player_at(to_act[0]).computer

    async def computer(self, table: Table, *, absent: bool, drawn: float = 0.0, key: str | None = None) -> None:
        """Does one action of a computer player.

        ``absent``: the whole turn of a person whose time is up, in one step, by plain moves (``general.md G-11a``).
        ``drawn``: seconds that it took from the person's time bank. ``key``: of whoever asked for it; None: nobody.
        """
        deal = table.deal
        assert deal is not None
        seat = first = table.game.to_act(deal.state)[0]
        if not absent:
            if (found := self.by_computer(table)) is None:
                return  # by now it is a person's turn
            seat, _ = found
        sitter, run = table.player_at(seat), Run(table)
        if absent:
            _plain_turn(table, run, seat)
        else:
            action = await self._thoughts.action(table, seat, table.game.observe(run.state, seat))
            run.take(action, by_computer=sitter.user_id is not None and not sitter.leaving)
        await self._write(table, run, _missed(attendance_of(table, sitter), drawn) if absent else None, key)
        if seat != first:
            deal.spoken_up = deal.seq

    async def take_over(self, table: Table, sitter: Sitter, key: str, drawn: float = 0.0) -> None:
        """Has a computer player take over for a person, until the person is back.

        ``drawn``: seconds that the turn took from the person's time bank.
        """
        before = attendance_of(table, sitter)
        await self._attend(table, replace(before, away="vote", drawn=before.drawn + drawn), key)

    async def back(self, table: Table, sitter: Sitter, key: str) -> None:
        """Lets a person play who was away, from the next action on."""
        await self._attend(table, replace(attendance_of(table, sitter), away="", missed=0), key)

    async def _attend(self, table: Table, seen: Attendance, key: str) -> None:
        after = await self._store.step(partial(steps.attend, table=table, attendance=seen, key=key))
        table.absent[seen.sitting_id] = seen.missed
        if table.deal is not None:
            table.deal.drawn[seen.sitting_id] = seen.drawn
        table.take(after)

    async def plain(self, table: Table) -> None:
        """Does a whole turn by plain moves, for whoever the deal waits for, where nothing else will do."""
        assert table.deal is not None
        run = Run(table)
        _plain_turn(table, run, table.game.to_act(table.deal.state)[0])
        await self._write(table, run)

    def to_settle(self, table: Table) -> bool:
        """Whether something still follows from what was written before."""
        if table.closed or table.unsure:
            return False
        if table.playing and table.deal is not None:
            return bool(table.game.to_shuffle(table.deal.state))
        return _gets_up_or_closes(table)

    async def settle_down(self, table: Table) -> None:
        """Does what still follows from what was written before: a shuffle in mid-deal, or the end of a deal."""
        if table.closed:
            return
        if table.playing:
            run = Run(table)
            if run.actions:
                await self._write(table, run)
        elif _gets_up_or_closes(table):
            table.take(await self._store.step(partial(steps.between, table=table)))

    async def _write(self, table: Table, run: Run, seen: Attendance | None = None, key: str | None = None) -> None:
        """Writes the run's actions, then changes the table. Raises StoreError; the table has not changed then.

        ``seen``: the attendance of the person whose turn it was, if it has changed. ``key``: that of whoever asked for
        actions that are nobody's own.
        """
        deal = table.deal
        assert deal is not None
        work = partial(steps.play, table=table, actions=tuple(run.actions), attendance=seen, key=key)
        after = await self._store.step(work)
        if seen is not None:
            table.absent[seen.sitting_id] = seen.missed
            deal.missed[seen.sitting_id], deal.drawn[seen.sitting_id] = seen.missed_in_deal, seen.drawn
        deal.state, deal.shuffles = run.state, run.shuffles
        deal.seq += len(run.actions)
        deal.told += tuple(run.told)
        if deal.result is not None:
            _settle(table, deal)
        if after is not None:
            table.take(after)

    # -- getting up

    async def get_up(self, table: Table, sitter: Sitter, key: str) -> None:
        """A sitter gets up: at once, or after the deal if dealt in to it."""
        table.take(await self._store.step(partial(steps.get_up, table=table, sitter=sitter, key=key)))

    async def end(self, table: Table) -> None:
        """Closes a table at which nobody has done anything for a long time."""
        key = f"table:{table.table_id}:close"
        table.take(await self._store.step(partial(steps.end, table=table, key=key)))

    async def close(self, table: Table, by: int, key: str, how: str) -> None:
        """Closes the table, as that user asked; in mid-deal after the deal. ``how``: as what that user may."""
        if table.playing:
            work = partial(steps.close_after_the_deal, table=table, by=by, key=key, how=how)
            table.take(await self._store.step(work))
        else:
            table.take(await self._store.step(partial(steps.close, table=table, key=key, how=how, by=by)))


def attendance_of(table: Table, sitter: Sitter) -> Attendance:
    """Whether a person is there, and what of the deal's time the person has taken."""
    number, deal = sitter.sitting_id, table.deal
    return Attendance(
        number,
        table.absent.get(number, 0),
        deal.missed.get(number, 0) if deal is not None else 0,
        deal.drawn.get(number, 0.0) if deal is not None else 0.0,
        sitter.away,
    )


def _missed(before: Attendance, drawn: float) -> Attendance:
    """The attendance of a person who has missed another turn (``general.md G-11b``)."""
    seen = replace(
        before, missed=before.missed + 1, missed_in_deal=before.missed_in_deal + 1, drawn=before.drawn + drawn
    )
    if seen.missed >= MISSED["row"]:
        return replace(seen, away="row")
    return replace(seen, away="deal") if seen.missed_in_deal >= MISSED["deal"] else seen


def _settle(table: Table, deal: Deal) -> None:
    """Notes a finished deal's result in the table; the chips come from the books."""
    result = deal.result
    assert result is not None
    table.stakes, table.stakes_of = result.stakes, tuple(player.sitting_id for player in deal.players)
    table.game_over = result.game_over
    table.dealer = deal.players[result.stakes.dealer].sitting_id


def _gets_up_or_closes(table: Table) -> bool:
    """Whether somebody there is to get up, or the table to close, once no deal is played."""
    return any(s.leaving for s in table.sitters) or table.row.closing or table.nobody


def _plain_turn(table: Table, run: Run, seat: int) -> None:
    """Does the plain moves of a whole turn in the run."""
    while True:
        action = plain_move(table.game.observe(run.state, seat))
        run.take(action, by_computer=True)
        if action.do not in IN_MID_TURN or seat not in table.game.to_act(run.state):
            return
