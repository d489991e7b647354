"""People's part in shuffles, and the proof of a deal for those who played in it, as far as it is open to them."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from bot.discord_url import discord_url
from bot.service.model import NO_SERVER, Binding, Person, Refusal
from bot.service.opening import as_seen, waits_for
from bot.service.restore import ReplayError, comparable_hashes, replayed
from bot.service.table import Table
from bot.service.work import Change
from bot.store.books import Books
from bot.store.model.deals import StoredDeal
from bot.store.store import Store
from engine.actions import Shuffle
from engine.fairness import LISTED, LONGEST_WORD, first_listed, list_of
from engine.playback import verify
from engine.proof import verify_bound
from engine.record import Record, RecordError, read_record


@dataclass(frozen=True)
class BoundDeal:
    """How a deal is bound whose pack lay face down before people had their part (engine/fairness.md)."""

    binding: Binding
    root: str
    """The root of the deal itself, in hexadecimal."""
    line_url: str | None
    """A link to the message that published it; None: none did before the deal began."""
    compared: bool
    """Whether what the person gave was compared; if not, only what the bot itself says."""
    words: tuple[tuple[str, str], ...]
    """Who added which word."""
    choices: tuple[tuple[str, int], ...]
    """Who chose how often in the deal before, as far as that counts."""
    cutter: str
    """Who cuts: the player at the dealer's right."""
    shut: int
    """How many cards are closed to the person who asks."""
    waits_for: tuple[str, ...]
    """Who must still agree before all cards are opened."""
    asks: bool
    """Whether the person who asks is among these."""
    table_id: int
    """The deal's table: its channel may have had others since, with deals of the same number."""
    in_dm: bool = False
    """Whether that table was in direct messages, where nothing is published and so nothing can be compared."""

    @property
    def people_had_part(self) -> bool:
        """Whether anything that people did is in the shuffle."""
        return bool(self.words or self.choices)


@dataclass(frozen=True)
class Verification:
    """A finished deal's shuffle, with what the person who asks may see of it."""

    number: int
    """The deal's number at its table."""
    cut: int
    fits: bool
    """Whether everything that is open follows from what was published."""
    record: dict[str, Any] = field(repr=False)
    """The deal as a table record, closed but for what the person may see."""
    shuffles: int = 0
    """How often the discards were shuffled in mid-deal."""
    other_version: Literal["", "equal", "differs"] = ""
    """Whether the deal ends the same when it is played again, if another version of the program played it: its hashes
    can't be compared. Empty if this version played it."""
    bound: BoundDeal | None = None
    """None: a deal of an earlier version, shuffled from seed and cut alone."""
    commitment: str = ""
    """What was published before a deal of an earlier version."""
    seed: str = field(default="", repr=False)
    """The seed of a deal of an earlier version: whoever has it can work out every card of that deal."""


class Shuffles:
    """People's part in shuffles, and their proof."""

    def __init__(self, store: Store, change: Change) -> None:
        self._store, self._change = store, change

    async def published(self, table_id: int, first_deal: int, message_id: int) -> None:
        """Notes that a message in the channel says to what the deals from ``first_deal`` on are bound.

        Raises Refusal if the table is gone, or it could not be written.
        """

        async def work(table: Table) -> None:
            await self._store.step(lambda books: books.set_shuffle_line(table_id, first_deal, message_id))
            lines = await self._store.shuffle_lines(table_id)
            table.row = replace(table.row, shuffle_lines=lines)

        await self._change(table_id, None, None, work)

    async def add_word(self, table_id: int, person: Person, word: str, key: int) -> int:
        """Adds a person's word to the table's next shuffle, in place of an earlier one. Returns that deal's number.

        Raises Refusal.
        """
        word = word.strip()[:LONGEST_WORD]
        number = 0

        async def work(table: Table) -> None:
            nonlocal number
            table.check_seated(person.user_id)
            if table.location.in_dm:
                raise Refusal("no_proof_in_dm")
            number = table.dealt + 1
            if not word:
                raise Refusal("no_word")
            if table.shuffle_line(number) is None:
                raise Refusal("shuffle_not_bound")

            def written(books: Books) -> None:
                books.note(f"{key}:word")
                books.set_word(table_id, number, person.user_id, word)

            await self._store.step(written)

        await self._change(table_id, key, None, work)
        return number

    async def agree_to_open(self, person: Person, table_id: int, number: int) -> None:
        """Notes that a person agrees to open all cards of a finished deal of that table. Raises Refusal."""
        deal = await self._deal(person, None, number, table_id)
        await self._store.step(lambda books: books.agree_to_open(deal.id, person.user_id))

    async def verification(
        self,
        person: Person,
        channel_id: int | None,
        number: int | None = None,
        published: str = "",
        table_id: int | None = None,
    ) -> Verification:
        """The channel's last finished deal, or its newest of that number, as far as it is open to ``person``.

        ``published``: what the person found in the channel, to compare with; nothing is compared for a table in direct
        messages, where nothing was to be found. ``table_id``: looks at the deals of that table alone, with None for the
        channel. Raises Refusal if the person played in none, or if this version doesn't know the game or its rules.
        """
        deal = await self._deal(person, channel_id, number, table_id)
        record = await self._store.record(deal.id)
        try:
            read = read_record(record)
            if deal.chance is None:
                return _of_old(deal, record, read)
            return await self._bound(deal, record, read, person, published)
        except RecordError:
            raise Refusal("deal_of_another_version", deal=deal.number) from None

    async def _deal(
        self, person: Person, channel_id: int | None, number: int | None, table_id: int | None
    ) -> StoredDeal:
        deal = await self._store.last_deal(table_id=table_id, channel_id=channel_id, number=number)
        if deal is None or person.user_id not in deal.user_ids:
            raise Refusal("nothing_to_verify")
        return deal

    async def _bound(
        self, deal: StoredDeal, record: dict[str, Any], read: Record, person: Person, published: str
    ) -> Verification:
        bound = read.deals[0].bound
        assert bound is not None
        opening = await self._store.opening(deal.id)
        lines = await self._store.shuffle_lines(deal.table_id)
        before = await self._store.last_deal(table_id=deal.table_id, number=deal.number - 1, finished=False)
        stored = await self._store.table(deal.table_id)
        assert stored is not None, "a deal belongs to a table"
        first, there = first_listed(deal.number), stored.table
        line = next((line for line in lines if line.first_deal == first and line.at <= deal.started_at), None)
        listed = list_of(deal.table_id, first, bound.roots).hex()
        in_dm = there.guild_id == NO_SERVER
        given = "" if in_dm else published.strip().lower()
        waiting = await asyncio.to_thread(waits_for, deal, read, opening, self._store.now())
        if waiting:
            record = await asyncio.to_thread(as_seen, record, read, deal.user_ids.index(person.user_id))
        try:
            fits, found = await asyncio.to_thread(verify_bound, record, given or listed)
        except RecordError:
            if given:
                raise Refusal("not_a_root") from None
            raise
        chance = bound.chance
        return Verification(
            deal.number,
            deal.cut,
            fits,
            record,
            _reshuffles(read),
            _other_version(read, deal),
            BoundDeal(
                binding=Binding(first, first + LISTED - 1, listed, tuple(root.hex() for root in bound.roots)),
                root=deal.commitment,
                line_url=None if line is None else discord_url(there.guild_id, there.channel_id, line.message_id),
                compared=bool(given),
                words=tuple((deal.names[said["seat"]], said["word"]) for said in chance["words"]),
                choices=_counted(chance["choices"], () if before is None else before.names),
                cutter=deal.names[(deal.stakes.dealer - 1) % len(deal.names)],
                shut=int(str(found["closed"])),
                waits_for=tuple(deal.names[seat] for seat in waiting),
                asks=any(deal.user_ids[seat] == person.user_id for seat in waiting),
                table_id=deal.table_id,
                in_dm=in_dm,
            ),
        )


def _counted(choices: list[dict[str, Any]], names: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    counts = Counter(choice["seat"] for choice in choices)
    return tuple((names[seat] if seat < len(names) else "", count) for seat, count in sorted(counts.items()))


def _of_old(deal: StoredDeal, record: dict[str, Any], read: Record) -> Verification:
    fits, _ = verify(read)
    return Verification(
        deal.number,
        deal.cut,
        fits,
        record,
        _reshuffles(read),
        _other_version(read, deal),
        commitment=deal.commitment,
        seed=deal.seed,
    )


def _reshuffles(read: Record) -> int:
    return sum(isinstance(action, Shuffle) for action in read.deals[-1].actions)


def _other_version(read: Record, deal: StoredDeal) -> Literal["", "equal", "differs"]:
    if comparable_hashes(deal):
        return ""
    try:
        again = replayed(read.game, read.rules, deal)
    except ReplayError:
        return "differs"
    return "equal" if again.result == deal.result else "differs"
