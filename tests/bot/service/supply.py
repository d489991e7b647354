"""Games that everybody begins with as many chips, for tests: played quietly, at random, and until chips run short."""

from __future__ import annotations

import contextlib
import sqlite3

from bot.service.model import Person, Private
from engine.actions import argument
from engine.game import GAMES
from engine.players import PLAYERS
from engine.shuffle import Stream
from engine.stakes import HOUSE, Transfer
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, House

THREE = (ANN, BO, CY)
FAMILY = [name for name, game in GAMES.items() if game.money.ends_broke]
START = 200
"""Chips of a new purse."""


def own(house: House, people: tuple[Person, ...]) -> tuple[Person, Private]:
    """Whose turn it is, and what that person sees."""
    person = house.acting(*people)
    return person, house.service.private_of(house.id, person.user_id)


async def quiet(house: House, *people: Person) -> None:
    """Plays the deal: nobody bets, and whoever leads plays the first card."""
    while (now := house.service.table_in(CHANNEL)) is not None and now.stage == "playing":
        person, private = own(house, people)
        assert private.view is not None
        lead = private.view.prompt("play")
        if lead:
            await house.act(person, "play", lead.choices[0])
        else:
            await house.act(person, "pass")


async def wild(house: House, *people: Person, seed: int = 0) -> None:
    """Plays the deal at random."""
    lot = Stream(bytes([seed]) * 32)
    while (now := house.service.table_in(CHANNEL)) is not None and now.stage == "playing":
        person, private = own(house, people)
        assert private.view is not None
        action = PLAYERS["random"].choose(private.view, lot)
        await house.act(person, action.do, argument(action))


def pools(house: House) -> dict[str, int]:
    return dict(house.now.pools)


def lying(house: House) -> int:
    return sum(pools(house).values()) + house.now.pot


def stacks(house: House) -> dict[str, int]:
    return {s.name: s.chips for s in house.now.sitters}


def houses_chips(house: House) -> dict[str, int]:
    """What the house has given and taken, by the reason."""
    with contextlib.closing(sqlite3.connect(house.path)) as db:
        rows = db.execute(
            "SELECT reason, sum(CASE WHEN house.id = source THEN amount ELSE -amount END) FROM transfers"
            " JOIN accounts AS house ON house.kind = 'house' AND house.id IN (source, target) GROUP BY reason"
        )
        return dict(rows.fetchall())


async def total(house: House) -> int:
    return sum((await house.chips()).values())


async def ended(house: House, *, buy_in: int = 60, **rules: object) -> dict[str, int]:
    """A game of one deal; what is before everybody then."""
    await house.table(*THREE, game="poch", buy_in=buy_in, max_deals=1, **rules)
    await house.service.start(house.id, ANN, house.key)
    await quiet(house, *THREE)
    assert house.now.view is not None
    assert house.now.view.result is not None
    assert house.now.view.result.game_over
    assert (house.now.game_on, house.now.next_deal_at) == (False, None)
    return stacks(house)


async def with_extra_chips(house: House) -> tuple[Transfer, ...]:
    """Plays games of one deal until one has extra chips: the richest bets all, and the others match."""
    while True:
        for person in THREE:
            await house.service.people.set_settings(person.user_id, auto_top_up=True)
        await house.service.start(house.id, ANN, house.key)
        while house.now.stage == "playing" and not issued(house):
            person, private = own(house, THREE)
            assert private.view is not None
            bet = private.view.prompt("bet")
            if bet is None:
                lead = private.view.prompt("play")
                await house.act(person, *(("play", lead.choices[0]) if lead else ("pass", None)))
                continue
            assert bet.least is not None
            assert bet.most is not None
            richest = max(house.now.sitters, key=lambda s: s.chips)
            await house.act(person, "bet", bet.most if person.user_id == richest.user_id else bet.least)
        if found := issued(house):
            return found
        assert house.now.turn.deal < 20, "nobody ever needs extra chips"


def issued(house: House) -> tuple[Transfer, ...]:
    deal = house.service._in_memory.by_channel[CHANNEL].deal
    assert deal is not None
    return tuple(transfer for transfer in deal.state.transfers if transfer.source == HOUSE)


async def after_extra_chips(house: House) -> tuple[int, dict[str, int]]:
    """A game with extra chips that is over: how many each was given, and what lies before each."""
    await house.table(*THREE, game="poch", buy_in=12, short_stacks="extra_chips", max_deals=1)
    await with_extra_chips(house)
    await wild(house, *THREE)
    for person in THREE:
        await house.service.people.set_settings(person.user_id, auto_top_up=False)
    each = sum(transfer.amount for transfer in issued(house) if transfer.target == 0)
    assert min(stacks(house).values()) < each < max(stacks(house).values())
    return each, stacks(house)
