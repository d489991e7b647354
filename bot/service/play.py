"""A deal at a table, from the shuffle to the settlement: each step is committed, then shown."""

from __future__ import annotations

import asyncio
import logging

from bot.service import chips
from bot.service.dealing import cutter, new_seed, next_dealer, prepare
from bot.service.model import Refusal, Sitter, Told
from bot.service.table import Deal, Table, dealt
from bot.store.model import NewDeal
from bot.store.store import Store
from engine.actions import Action, Choice, Shuffle, act
from engine.errors import IllegalAction
from engine.fingerprint import fingerprint
from engine.players import PLAYERS, Player
from engine.record import write_action
from engine.shuffle import Stream, commitment, shuffled

log = logging.getLogger(__name__)

SAME_TURN = {"draw", "knock", "meld"}
"""After these the same turn may go on: a discard or a lead is still to come."""
TURNS_LET_PASS = 2
"""Who lets so many turns in a row pass is taken to have gone: a computer player plays on (``general.md G-11``)."""


class Play:
    """The steps of a deal. The caller holds the table's lock."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- dealing

    def ready(self, table: Table) -> bool:
        """Whether the next deal can start by itself: enough seats, a game that goes on, and people who are there."""
        deal = table.deal
        if deal is None or deal.result is None or deal.result.game_over or not deal.people_acted:
            return False
        return len(table.sitters) in table.game.seats and any(s.user_id is not None for s in table.sitters)

    async def deal(self, table: Table) -> None:
        """Deals the next deal; after the end of a game, the first of a new one. Raises Refusal."""
        await chips.top_up_short_stacks(self._store, table)
        seat = next_dealer(table, table.sitters) if table.sitters else 0
        by = cutter(table.sitters, seat) if table.sitters else None
        liked = 0
        if by is not None and by.user_id is not None:
            liked = (await self._store.people.settings(by.user_id)).cut
        dealing = prepare(table, seat, liked)
        levelled = await chips.levelling(self._store, table) if dealing.levelled else ()
        number = table.dealt + 1
        new = NewDeal(
            number=number,
            sittings=tuple(s.sitting_id for s in dealing.players),
            stakes=dealing.stakes,
            deck=tuple(c.notation for c in dealing.deck),
            seed=table.next_seed.hex(),
            commitment=commitment(table.next_seed),
            cut=dealing.cut,
            transfers=dealing.state.transfers,
            state_hash=fingerprint(table.game, dealing.state),
            levelled=dealing.levelled,
        )
        deal_id = await self._store.start_deal(table.table_id, new, key=f"{table.table_id}:deal:{number}")
        for player in dealing.players:
            table.change(player.sitting_id, chips=player.chips)
        table.dealt = number
        table.deal = Deal(deal_id, number, dealing.players, table.next_seed, dealing.cut, dealing.state)
        table.deal.levelled = levelled
        table.deal.told.append(dealt(table.game, dealing.state))

    # -- acting

    async def act(self, table: Table, sitter: Sitter, do: str, argument: Choice | int | None, key: int) -> None:
        """One action of a person. Raises Refusal or IllegalAction."""
        assert table.deal is not None
        seat = table.deal.seat_of(sitter.sitting_id)
        if seat is None:
            raise Refusal("not_dealt_in")
        to_act = table.game.to_act(table.deal.state)
        if seat not in to_act:
            raise Refusal("not_your_turn", name=table.present_at(to_act[0]).name)
        try:
            action = act(do, seat, argument)
        except ValueError:
            raise IllegalAction("no_such_action", f"{do} cannot be done like that here") from None
        await self._write(table, action, key, by_computer=False)
        table.deal.people_acted = True
        await self.go_on(table)

    def by_computer(self, table: Table) -> tuple[int, bool] | None:
        """The seat for which a computer player acts next, and whether out of turn; None where a person is waited for.

        Out of turn: a person is to move, and a computer player would do what it may meanwhile (``crummy.md CR-53``).
        """
        if table.deal is None or not table.playing:
            return None
        first, *others = table.game.to_act(table.deal.state)
        if table.present_at(first).computer:
            return first, False
        for seat in others:
            view = table.game.observe(table.deal.state, seat)
            if table.present_at(seat).computer and _player(table).speaks_up(view):
                return seat, True
        return None

    async def computer(self, table: Table, *, absent: bool) -> None:
        """One action of a computer player, chosen in a worker thread.

        ``absent``: for a person whose turn it is and who let the time run out; then the whole turn.
        """
        assert table.deal is not None
        seat = table.game.to_act(table.deal.state)[0]
        if not absent:
            if (found := self.by_computer(table)) is None:
                return  # meanwhile nobody acts but a person
            seat, _ = found
        sitter = table.present_at(seat)
        if absent:
            passed = table.absent[sitter.sitting_id] = table.absent.get(sitter.sitting_id, 0) + 1
            if passed >= TURNS_LET_PASS:
                await self._store.mark_leaving(sitter.sitting_id)
                table.change(sitter.sitting_id, leaving=True)
        action = await self._choose(table, seat, by_computer=absent)
        while absent and action.do in SAME_TURN and seat in table.game.to_act(table.deal.state):
            action = await self._choose(table, seat, by_computer=True)
        await self.go_on(table)

    async def _choose(self, table: Table, seat: int, *, by_computer: bool) -> Action:
        assert table.deal is not None
        view = table.game.observe(table.deal.state, seat)
        action = await asyncio.to_thread(_player(table).choose, view, Stream(new_seed()))
        await self._write(table, action, None, by_computer=by_computer)
        return action

    async def go_on(self, table: Table) -> None:
        """What follows without anybody's choice: shuffles in mid-deal, and what the end of a deal brings."""
        deal = table.deal
        while deal is not None and (left := table.game.to_shuffle(deal.state)):
            deal.shuffles += 1
            await self._write(
                table, Shuffle(shuffled(left, deal.seed, deal.cut, deal.shuffles)), None, by_computer=False
            )
        if not table.playing:
            await self._tidy(table)

    async def _write(self, table: Table, action: Action, key: int | None, *, by_computer: bool) -> None:
        deal = table.deal
        assert deal is not None
        state, events = table.game.apply(deal.state, action)
        seed = new_seed() if state.result is not None else None
        await self._store.add_action(
            deal.deal_id,
            deal.seq,
            write_action(action),
            interaction_id=key,
            transfers=state.transfers[len(deal.state.transfers) :],
            state_hash=fingerprint(table.game, state),
            finish=state.result,
            next_seed=seed.hex() if seed else None,
        )
        deal.state = state
        deal.seq += 1
        deal.told.append(Told(deal.seq, events, by_computer))
        if seed is not None:
            table.next_seed = seed
            self._settle(table, deal)

    def _settle(self, table: Table, deal: Deal) -> None:
        """Takes a finished deal's result over into the table."""
        result = deal.result
        assert result is not None
        table.stakes, table.stakes_of = result.stakes, tuple(player.sitting_id for player in deal.players)
        table.game_over = result.game_over
        table.dealer = deal.players[result.stakes.dealer].sitting_id
        for seat, player in enumerate(deal.players):
            table.change(player.sitting_id, chips=result.stakes.chips[seat])

    # -- getting up

    async def get_up(self, table: Table, sitter: Sitter, key: str) -> None:
        """A sitter leaves: at once, or after the deal where cards are held."""
        if table.playing and table.deal is not None and table.deal.seat_of(sitter.sitting_id) is not None:
            await self._store.mark_leaving(sitter.sitting_id)
            table.change(sitter.sitting_id, leaving=True)
        else:
            chips.got_up(table, sitter, await self._store.rise(sitter.sitting_id, key=key))
            await self._tidy(table)
        people = [s for s in table.sitters if s.user_id is not None and not s.leaving]
        if people and table.host_id not in {s.user_id for s in people}:
            table.host_id = people[0].user_id or 0
            await self._store.set_host(table.table_id, table.host_id)

    async def _tidy(self, table: Table) -> None:
        """Between deals: who is leaving gets up, and a table that nobody is left at is closed."""
        if table.closed or table.playing:
            return
        for sitter in [s for s in table.sitters if s.leaving]:
            home = await self._store.rise(sitter.sitting_id, key=f"sitting:{sitter.sitting_id}:rise")
            chips.got_up(table, sitter, home)
        if table.closing or not any(s.user_id is not None for s in table.sitters):
            await self.close(table, f"table:{table.table_id}:close")

    async def close(self, table: Table, key: str) -> None:
        """Everybody cashes out; what lies in the pot and the pools goes to those whose it is."""
        sharers = chips.sharers(table)
        issued = await chips.issued(self._store, table)
        await self._store.close_table(table.table_id, key=key, sharers=sharers)
        chips.shared_out(table, sharers)
        chips.taken_back(table, issued)
        table.closed = True


def _player(table: Table) -> Player:
    """Who plays for computer players at that table: the last in the list that plays the game is the best at it."""
    return next(player for player in reversed(PLAYERS.values()) if player.plays(table.game.name))
