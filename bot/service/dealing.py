"""From a table to its next deal: who is dealt in, who deals, the cut, the shuffle and the stakes."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from bot.service.model import Refusal, Sitter
from bot.service.table import Table
from bot.store.model import NewDeal
from engine.cards import Card
from engine.errors import BadSetup
from engine.fingerprint import fingerprint
from engine.game import Game, State
from engine.shuffle import commitment, shuffled
from engine.stakes import Stakes

SEED_BYTES = 32
NO_SCORES: Final[Mapping[int, int]] = MappingProxyType({})


def new_seed() -> bytes:
    """A seed for one deal, from the operating system's randomness."""
    return secrets.token_bytes(SEED_BYTES)


def drawn(below: int) -> int:
    """A number from 0 up to, not including, ``below``, drawn by lot."""
    return secrets.randbelow(below)


@dataclass(frozen=True)
class Dealing:
    """A deal that is ready to be written down."""

    players: tuple[Sitter, ...]
    """The player in each seat."""
    stakes: Stakes
    deck: tuple[Card, ...] = field(repr=False)
    cut: int
    state: Any = field(repr=False)
    levelled: bool
    """Whether every stack is first brought to ``stakes.supply``, as a new game begins."""

    def new(self, game: Game[Any], number: int, seed: bytes) -> NewDeal:
        """The deal as the store writes it."""
        return NewDeal(
            number=number,
            sittings=tuple(s.sitting_id for s in self.players),
            stakes=self.stakes,
            deck=tuple(c.notation for c in self.deck),
            seed=seed.hex(),
            commitment=commitment(seed),
            cut=self.cut,
            transfers=self.state.transfers,
            state_hash=fingerprint(game, self.state),
            levelled=self.levelled,
        )


def next_dealer(table: Table, players: Sequence[Sitter]) -> int:
    """The seat that deals next: the table's next dealer, or after somebody left the next player in turn.

    The first dealer is drawn by lot.
    """
    if table.dealer is None:
        return drawn(len(players))
    step = 1 if table.game.clockwise else -1
    ids = [s.sitting_id for s in players]
    # Sittings are numbered in the order in which people sat down, which is the order around the table.
    behind = [i for i in ids if i >= table.dealer] if step > 0 else [i for i in ids if i <= table.dealer]
    if step > 0:
        return ids.index(min(behind or ids))
    return ids.index(max(behind or ids))


def cutter(players: Sequence[Sitter], dealer: int) -> Sitter:
    """The player who cuts: at the dealer's right (``knock_poker.md KP-5``, ``DM-5``)."""
    return players[(dealer - 1) % len(players)]


def prepare(
    table: Table, sitters: Sequence[Sitter], dealer: int, chosen_cut: int, scores: Mapping[int, int] = NO_SCORES
) -> Dealing:
    """The table's next deal. ``chosen_cut``: where the cutter likes to cut; 0: by lot. Raises Refusal.

    ``scores``: the scores of people who have come back to the game, by their user ids.
    """
    game, players = table.game, tuple(sitters)
    if len(players) not in game.seats:
        if len(players) > game.seats[-1]:
            raise Refusal("table_full", seats=game.seats[-1])
        raise Refusal("too_few", least=game.seats[0])
    pack = game.pack(table.rules, len(players))
    cut = min(chosen_cut, len(pack) - 1) or 1 + drawn(len(pack) - 1)
    levelled = game.money.ends_broke and not table.game_on
    if levelled:
        players = tuple(replace(s, chips=table.setup.buy_in) for s in players)
    stakes = _stakes(table, players, dealer, scores)
    deck = shuffled(pack, table.next_seed, cut)
    try:
        state = game.new_deal(table.rules, len(players), stakes, deck)
    except BadSetup:
        # Seats, pack and dealer are right by now, so too few players can pay.
        raise Refusal("too_few_chips", least=game.seats[0]) from None
    return Dealing(players, stakes, deck, cut, state, levelled)


def any_deal(table: Table) -> State:
    """A deal as the table could have it, of an unshuffled pack: it tells what the game has, before anybody deals."""
    game, seats = table.game, table.game.seats[0]
    chips = max(game.money.chips, game.money.entry(table.rules, seats))
    stakes = Stakes(0, (chips,) * seats, supply=chips if game.money.ends_broke else 0)
    state: State = game.new_deal(table.rules, seats, stakes, game.pack(table.rules, seats).deck(()))
    return state


def _stakes(table: Table, players: Sequence[Sitter], dealer: int, back: Mapping[int, int]) -> Stakes:
    """What the next deal starts from."""
    chips, before = tuple(s.chips for s in players), table.stakes
    if before is None or not table.game_on:
        if table.game.money.ends_broke or before is None:
            return Stakes(dealer, chips, supply=table.supply)  # a game that counts from a supply inherits nothing
        return Stakes(dealer, chips, pot=before.pot, pools=before.pools)
    return replace(before, dealer=dealer, chips=chips, scores=_scores(table, players, back), supply=table.supply)


def come_back(table: Table, sitters: Sequence[Sitter]) -> set[int]:
    """The people who may have a score in the present game from before they got up."""
    if not table.game_on or table.stakes is None or not table.stakes.scores:
        return set()
    return {s.user_id for s in sitters if s.user_id is not None and s.sitting_id not in table.stakes_of}


def _scores(table: Table, players: Sequence[Sitter], back: Mapping[int, int]) -> tuple[int, ...]:
    """The scores so far in the new order of seats; a new player has 0, one who comes back the score from before."""
    before = table.stakes.scores if table.stakes else ()
    if not before:
        return ()
    kept = dict(zip(table.stakes_of, before, strict=True))
    return tuple(kept.get(s.sitting_id, back.get(s.user_id or 0, 0)) for s in players)
