"""What has happened in a deal on a board with pools, in lines: pools, betting, cards played out; all of it public."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bot.i18n import Markup, Texts
from bot.i18n import pools as lines_of
from bot.i18n.events import added_up, because
from bot.service.model import Snapshot, Told, events_of
from engine.events import BetMade, CardPlayed, CardTurned, DealOver, Event, Folded, HandShown, Paid, Passed
from engine.game import GAMES
from engine.middle import Pool, Pools
from engine.parts.remembering import for_last_state
from engine.stakes import Transfer, lies_in

ROOM_FOR_RUNS: Final = 900
"""Characters that cards played out before the last ones may take at the end of a deal."""
_BETTING: Final = (BetMade, Passed, Folded)


@dataclass(frozen=True)
class Stages:
    """What was told of a deal, stage by stage."""

    dealt: tuple[Event, ...]
    """The dressing of the board, the card turned up, and what it brought."""
    bets: tuple[Told, ...]
    """Bets, passes and folds, with what came of the last."""
    runs: tuple[Told, ...]
    """Cards led, with all that followed."""


@for_last_state
def stages(told: Sequence[Told]) -> Stages:
    """The deal's stages."""
    return Stages(
        dealt=told[0].events if told and told[0].seq == 0 else (),
        bets=tuple(action for action in told if any(isinstance(event, _BETTING) for event in action.events)),
        runs=tuple(action for action in told if any(isinstance(event, CardPlayed) for event in action.events)),
    )


def paid_in(events: Sequence[Event]) -> list[Transfer]:
    """What was paid."""
    return [event.transfer for event in events if isinstance(event, Paid)]


# -- the lines


class PoolsStory:
    """Writes the lines of one deal."""

    def __init__(self, snapshot: Snapshot, texts: Texts) -> None:
        assert snapshot.view is not None, "there is a deal"
        assert isinstance(snapshot.view.middle, Pools), "there are pools"
        self._snapshot, self._texts, self._view = snapshot, texts, snapshot.view
        self._board = snapshot.view.middle
        self._stages = stages(snapshot.told)

    def name_of(self, seat: int) -> str:
        """Who sits there."""
        return self._snapshot.at(seat).name

    def recent(self, told: Sequence[Told]) -> list[str]:
        """Lines for the told actions, each in few words."""
        said: list[str] = []
        for is_bet, group in groupby(told, lambda action: action in self._stages.bets):
            together = tuple(group)
            if is_bet:
                said += self._bets(together)
                continue
            for action in together:
                said += self.opening(brief=True) if action.seq == 0 else [self._run_and_paid(action)]
        return said

    def settlement(self, since: Sequence[Told]) -> list[str]:
        """The whole deal in a paragraph a stage; of the cards played out, those in ``since`` and the last run.

        What was paid while cards were played out is added up over all of them.
        """
        last, runs = self._snapshot.told[-1], self._stages.runs
        before = [self._run(action) for action in since if action in runs and action != last]
        while sum(map(len, before)) > ROOM_FOR_RUNS:
            del before[0]
        end = [*before, *([self._run(last)] if last in runs else [])]
        end += [*self._payments(events_of(runs)), *self._no_more()]
        cut = len(before) + 1 < len(runs)
        betting = [*self._summary(), *self._betting_over()]
        parts = (("story-pools", self.opening()), ("story-betting", betting), ("story-runs", end))
        return [self._paragraph(key, items, cut=cut and items is end) for key, items in parts if items]

    def _paragraph(self, key: str, items: Sequence[str], *, cut: bool) -> str:
        """``cut``: whether there was more before the first item."""
        texts = self._texts
        more = [texts("story-cut")] if cut else []
        return Markup("\n").join([texts(key), *more, *(texts("story-item", line=item) for item in items)])

    # -- the pools

    def opening(self, *, brief: bool = False) -> list[str]:
        """The dressing, the turned card, and the pools where they are collected first.

        ``brief``: in two lines where nobody took a pool, without why the pools stay.
        """
        said = [Markup(" ").join(self._dressed())] if brief else self._dressed()
        if self._board.pools_first:
            said += self._collected(self._stages.dealt, upto=0, brief=brief)
        else:
            said += self._by_cards(self._stages.dealt)
        return said

    def _dressed(self) -> list[str]:
        texts, dealt = self._texts, self._stages.dealt
        dealer = texts("story-dealt", name=self.name_of(self._view.dealer))
        put = [transfer for transfer in paid_in(dealt) if transfer.reason == "dress"]
        first = [dealer, lines_of.dressed(texts, put)] if put else [dealer]
        turned = [texts.event(event, self.name_of) or "" for event in dealt if isinstance(event, CardTurned)]
        return [Markup(" ").join(first), *turned]

    def _collected(self, events: Sequence[Event], upto: int, *, brief: bool = False) -> list[str]:
        """Who took which pools by the cards, and what stays; ``upto``: the number of actions by then.

        ``brief``: without why it stays.
        """
        return [*self._by_cards(events), *(self._left_in_brief(upto) if brief else self._left(upto))]

    def _by_cards(self, events: Sequence[Event]) -> list[str]:
        """Who took which pools by the cards; the dealer may take the pool of the card turned up."""
        found = [transfer for transfer in paid_in(events) if transfer.reason == "pool"]
        honour = next((transfer for transfer in found if self._is_honour(transfer)), None)
        said = self._paid([transfer for transfer in found if transfer is not honour])
        if honour is not None and isinstance(honour.target, int):
            name, pool = self.name_of(honour.target), self._board.pool(str(honour.source))
            assert pool is not None, "it was paid from a pool"
            title = lines_of.title(self._texts, pool)
            words = {"name": name, "pool": title, "card": self._board.turned, "count": honour.amount}
            said.insert(0, self._texts("pools-honour", **words))
        return said

    def _is_honour(self, paid: Transfer) -> bool:
        """Whether a pool was won by the turned card, which belongs to nobody."""
        pool = self._board.pool(str(paid.source))
        return self._board.turned_to is None and pool is not None and pool.ranks == (self._board.turned.rank,)

    def _pools_left(self, upto: int) -> list[Pool]:
        """Pools that nobody took by a card."""
        return [pool for pool in self._board.pools if pool.ranks and self._lay_in(pool, upto)]

    def _left_in_brief(self, upto: int) -> Iterator[str]:
        """Pools that nobody took by a card, in one line."""
        if left := self._pools_left(upto):
            yield self._texts("pools-left", pools=lines_of.titles(self._texts, left))

    def _left(self, upto: int) -> Iterator[str]:
        """Pools that nobody took by a card, gathered by the reason."""
        by_reason: dict[str, list[Pool]] = {}
        for pool in self._pools_left(upto):
            by_reason.setdefault(self._why(pool), []).append(pool)
        for reason, pools in by_reason.items():
            yield self._texts(
                f"pools-left-{reason}",
                pools=lines_of.titles(self._texts, pools),
                pools_count=len(pools),
                count=sum(self._lay_in(pool, upto) for pool in pools),
                card=self._board.turned,
            )

    def _why(self, pool: Pool) -> str:
        if self._board.turned.rank in pool.ranks and self._board.turned_to is None:
            return "turned" if len(pool.ranks) == 1 else "broken"
        return "unheld" if len(pool.ranks) == 1 else "apart"

    def _lay_in(self, pool: Pool, upto: int) -> int:
        """The chips that lay in the pool after the first ``upto`` actions."""
        later = [transfer for told in self._snapshot.told if told.seq > upto for transfer in paid_in(told.events)]
        back = [Transfer(transfer.target, transfer.source, transfer.amount, transfer.reason) for transfer in later]
        return lies_in(pool.name, pool.chips, back)

    # -- the betting

    def _bets(self, told: Sequence[Told]) -> list[str]:
        """Bets one after another in one line, and what came of the last."""
        texts = self._texts
        said = []
        for _, group in groupby(self._moves(told), lambda move: isinstance(move, Passed)):
            together = tuple(group)
            passed = [self.name_of(move.seat) for move in together if isinstance(move, Passed)]
            if len(passed) > 1:
                said.append(texts("event-passed-several", names=passed))
            else:
                told_of = (move if isinstance(move, str) else texts.event(move, self.name_of) for move in together)
                said += [line for line in told_of if line]
        if any(action.by_computer for action in told):
            said.append(texts("story-by-computer"))
        end = self._betting_over(brief=True) if told[-1] == self._stages.bets[-1] else []
        return [Markup(" ").join(said), *end]

    def _moves(self, told: Sequence[Told]) -> Iterator[BetMade | Passed | Folded | str]:
        """What everybody did, and behind a bet that chips were lacking for what the house gave for it."""
        for some in told:
            yield from (event for event in some.events if isinstance(event, _BETTING))
            yield from lines_of.issued(self._texts, list(paid_in(some.events)))

    def _betting_over(self, *, brief: bool = False) -> list[str]:
        """The sets that were shown, who took what, and in Le Poque the pools that the cards bring.

        ``brief``: without why other pools stay.
        """
        if not self._stages.bets or self._board.betting:
            return []
        texts, last = self._texts, self._stages.bets[-1]
        said = [
            line for event in last.events if isinstance(event, HandShown) and (line := texts.event(event, self.name_of))
        ]
        said += self._payments(last.events)
        if not any(isinstance(event, BetMade) for told in self._stages.bets for event in told.events):
            for pool in self._board.pools:
                if pool.bet_for:
                    count = self._lay_in(pool, last.seq)
                    said.append(texts("pools-nobody-bet", pool=lines_of.title(texts, pool), count=count))
        if not self._board.pools_first:
            said += self._collected(last.events, upto=last.seq, brief=brief)
        return said

    def _summary(self) -> list[str]:
        """What everybody had bet in the end."""
        stakes: dict[int, int] = {}
        out: list[int] = []
        for told in self._stages.bets:
            for event in told.events:
                if isinstance(event, BetMade):
                    stakes[event.seat] = event.stake
                elif isinstance(event, (Passed, Folded)):
                    out.append(event.seat)
        if not stakes:
            return []
        bets = [
            self._texts("story-stake.folded" if seat in out else "story-stake", name=self.name_of(seat), count=stake)
            for seat, stake in stakes.items()
        ]
        given = lines_of.issued(
            self._texts, [transfer for told in self._stages.bets for transfer in paid_in(told.events)]
        )
        return [self._texts("story-stakes", stakes=self._texts.list(bets)), *given]

    # -- cards played out

    def _run(self, told: Told) -> str:
        """A run of cards."""
        over = any(isinstance(event, DealOver) for event in told.events)
        run = [lines_of.run(self._texts, told.events, self.name_of, over=over)]
        if told.by_computer:
            run.append(self._texts("story-by-computer"))
        return Markup(" ").join(run)

    def _run_and_paid(self, told: Told) -> str:
        """A run of cards and what was paid for it."""
        return Markup(" ").join([self._run(told), *self._payments(told.events)])

    # -- payments

    def _payments(self, events: Sequence[Event]) -> list[str]:
        """All but the pools that the cards of a hand bring."""
        return self._paid([transfer for transfer in paid_in(events) if transfer.reason != "pool"])

    def _paid(self, transfers: Sequence[Transfer]) -> list[str]:
        return lines_of.payments(self._texts, transfers, self.name_of, self._between, self._board)

    def _no_more(self) -> Iterator[str]:
        """Who has paid all there was for cards that are left, perhaps less than they cost."""
        view = self._view
        names = [self.name_of(seat.seat) for seat in view.seats if seat.cards and not seat.chips]
        if names and view.result is not None:
            yield self._texts("payment-no-more", names=names, names_count=len(names))

    def _between(self, transfers: Sequence[Transfer]) -> Sequence[str]:
        """What players paid one another; if all others paid somebody the same, they are not named."""
        texts, said = self._texts, []
        left = list(transfers)
        for target, reason in dict.fromkeys((transfer.target, transfer.reason) for transfer in transfers):
            alike = [transfer for transfer in left if (transfer.target, transfer.reason) == (target, reason)]
            paid = {(transfer.amount, times) for transfer, times in added_up(alike)}
            payers = {transfer.source for transfer in alike}
            if isinstance(target, int) and len(payers) == len(self._view.seats) - 1 and len(paid) == 1:
                ((count, times),) = paid
                left = [transfer for transfer in left if transfer not in alike]
                line = texts("payment-from-all", name=self.name_of(target), count=count)
                said.append(because(texts, line, reason, times))
        return [*said, *texts.payments(left, self.name_of)]


def left_on_board(snapshot: Snapshot, texts: Texts) -> str | None:
    """What lies in the pools when a deal is over."""
    view = snapshot.view
    if view is None or view.result is None or not isinstance(view.middle, Pools):
        return None
    left = lying_in(view.middle, texts)
    key = "result-pools.over" if view.result.game_over else "result-pools"
    return texts(key, pools=left) if left else None


def lying_in(board: Pools, texts: Texts) -> str:
    """The pools in which chips lie, and how many: "ace 4 · king 2"; "" where none do."""
    pools = [pool for pool in board.pools if pool.chips]
    told = [texts("result-pool", pool=lines_of.title(texts, pool), count=pool.chips) for pool in pools]
    return texts("result-separator").join(told)


def why_over(snapshot: Snapshot, texts: Texts) -> str | None:
    """Why the game is over: some can't pay for another deal, or as many were played as were agreed on.

    None where it isn't over, or the scores tell why.
    """
    view = snapshot.view
    if view is None or view.result is None or not view.result.game_over:
        return None
    game, seats = GAMES[snapshot.game], len(view.seats)
    entry = game.money.entry(snapshot.rules, seats)
    agreed = game.judging.goal(snapshot.rules, seats).deals
    names = [snapshot.at(seat).name for seat, chips in enumerate(view.result.stakes.chips) if chips < entry]
    if names:
        return texts("result-broke", names=names, names_count=len(names), count=entry)
    return texts("result-last-deal", count=agreed) if agreed > 1 and snapshot.deal_of_game == agreed else None
