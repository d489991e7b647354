"""From a table to its next deal: who is dealt in, who deals, the shuffle with people's part in it, and the stakes."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from bot.service.model import Refusal, Sitter, events_of
from bot.service.table import Table
from bot.store.model.deals import NewDeal, StoredDeal
from bot.store.model.tables import ShuffleLine
from engine.cards import Card
from engine.errors import BadSetup
from engine.fairness import BoundPack, bound_pack, chance, dealer_of, deck_of, key_of
from engine.fingerprint import fingerprint
from engine.game import Game
from engine.parts.refusals import NOT_IN_THIS_GAME
from engine.proof import closed_action
from engine.seen import cards_in_view, told_cards
from engine.stakes import Stakes
from engine.versions import rules_for_record

SEED_BYTES = 32
NO_SCORES: Final[Mapping[int, int]] = MappingProxyType({})


def new_seed() -> bytes:
    """Bytes from the operating system's randomness: a table's secret, or what a computer player draws from."""
    return secrets.token_bytes(SEED_BYTES)


def drawn(below: int) -> int:
    """A number from 0 up to, not including, ``below``, drawn by lot."""
    return secrets.randbelow(below)


@dataclass(frozen=True)
class Part:
    """What people add to the shuffle of a deal (engine/fairness.md)."""

    words: Mapping[int, str]
    """By user."""
    choices: tuple[Mapping[str, Any], ...]
    """What people chose in the deal before, without what wasn't shown."""
    cut: Callable[[Sitter], int]
    """How many cards somebody has chosen to cut; 0: none."""


@dataclass(frozen=True)
class Dealing:
    """A deal that is ready to be written down."""

    players: tuple[Sitter, ...]
    """The player in each seat."""
    stakes: Stakes
    deck: tuple[Card, ...] = field(repr=False)
    bound: BoundPack
    chance: Mapping[str, Any] = field(repr=False)
    cut: int
    state: Any = field(repr=False)
    levelled: bool
    """Whether every stack is first brought to ``stakes.supply``, as a new game begins."""

    def new(self, game: Game[Any], number: int, secret: bytes) -> NewDeal:
        """The deal as the store writes it."""
        return NewDeal(
            number=number,
            sittings=tuple(s.sitting_id for s in self.players),
            stakes=self.stakes,
            deck=tuple(c.notation for c in self.deck),
            seed=secret.hex(),
            commitment=self.bound.root.hex(),
            cut=self.cut,
            transfers=self.state.transfers,
            state_hash=fingerprint(game, self.state),
            levelled=self.levelled,
            chance=self.chance,
        )


def next_dealer(table: Table, players: Sequence[Sitter]) -> int | None:
    """The seat that deals next: the table's next dealer, or after somebody left the next player in turn.

    None: the first dealer, who is drawn with the shuffle.
    """
    if table.dealer is None:
        return None
    # Sittings are numbered in the order in which people sat down, which is the order around the table.
    ids = [s.sitting_id for s in players]
    if table.game.clockwise:
        return ids.index(min([i for i in ids if i >= table.dealer] or ids))
    return ids.index(max([i for i in ids if i <= table.dealer] or ids))


def cutter(players: Sequence[Sitter], dealer: int) -> Sitter:
    """The player who cuts: at the dealer's right (``knock_poker.md KP-5``, ``DM-5``)."""
    return players[(dealer - 1) % len(players)]


def choices(table: Table, last: StoredDeal | None, line: ShuffleLine | None) -> tuple[Mapping[str, Any], ...]:
    """What people chose in the table's last deal after ``line`` was published, which binds the next one."""
    deal = table.deal
    if deal is None or last is None or line is None or last.id != deal.deal_id:
        return ()
    seen = told_cards(events_of(deal.told), None) | cards_in_view(table.game.observe(deal.state, None))
    return tuple(closed_action(action.action, seen) for action in last.actions if action.asked and action.at > line.at)


def prepare(table: Table, sitters: Sequence[Sitter], part: Part, scores: Mapping[int, int] = NO_SCORES) -> Dealing:
    """The table's next deal. Raises Refusal.

    ``scores``: the scores of people who have come back to the game, by their user ids.
    """
    game, number = table.game, table.dealt + 1
    # What somebody has chosen holds at the table, and no longer for whoever got up after the deal.
    players = tuple(replace(s, tops_up=False) for s in sitters)
    if len(players) not in game.seats:
        if len(players) > game.seats[-1]:
            raise Refusal("table_full", seats=game.seats[-1], computers=sum(s.user_id is None for s in players))
        raise Refusal("too_few", least=game.seats[0])
    pack = game.pack(table.rules, len(players))
    levelled = game.money.ends_broke and not table.game_on
    if levelled:
        players = tuple(replace(s, chips=table.setup.buy_in) for s in players)
    bound = bound_pack(table.table_secret, table.table_id, number)
    dealer = next_dealer(table, players)
    by_chance = chance(
        root=bound.root,
        table=table.table_id,
        deal=number,
        game=game.name,
        rules=rules_for_record(game, table.rules),
        pack=pack,
        seats=len(players),
        dealer=dealer,
        words=[(seat, word) for seat, s in enumerate(players) if (word := part.words.get(s.user_id or 0))],
        choices=part.choices,
    )
    key = key_of(by_chance)
    if dealer is None:
        dealer = dealer_of(key, len(players))
    cut = min(part.cut(cutter(players, dealer)), len(pack) - 1)
    deck = deck_of(bound, key, pack, cut)
    stakes = _stakes(table, players, dealer, scores)
    try:
        state = game.new_deal(table.rules, len(players), stakes, deck)
    except BadSetup:
        # Seats, pack and dealer are right by now, so too few players can pay.
        raise Refusal("too_few_chips", least=game.seats[0]) from None
    return Dealing(players, stakes, deck, bound, by_chance, cut, state, levelled)


def refuse_what_is_of_other_games(table: Table, do: str) -> None:
    """Raises IllegalAction if the table's game has no action of that name: that is told before whose turn it is."""
    if not table.game.has(do):
        raise NOT_IN_THIS_GAME(do=do, game=table.game.name)


def _stakes(table: Table, players: Sequence[Sitter], dealer: int, back: Mapping[int, int]) -> Stakes:
    """What the next deal starts from."""
    chips = tuple(s.chips for s in players)
    before = table.stakes
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
