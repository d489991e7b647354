"""What a chip is worth: nobody makes chips, by any way that is known, and by none that chance finds."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from pathlib import Path

import pytest

from bot.audit import check_deal
from bot.service.model import Changes, Person, Refusal
from bot.service.pace import Pace
from bot.store.audit import audit
from bot.store.economy import MOST_FROM_HOUSE, SOURCES
from engine.actions import argument
from engine.game import GAMES
from engine.players import PLAYERS
from engine.rules import read_rules
from engine.shuffle import Stream
from tests.bot.named import named
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, GUILD, House
from tests.bot.service.refusals import refused
from tests.bot.store.by_hand import looked_through
from tests.bot.store.helpers import hurry

PEOPLE = (ANN, BO, CY)


async def total(house: House) -> int:
    """What people have in their purses, after every table is closed."""
    return sum((await house.chips()).values())


def given(path: Path, *sources: str) -> int:
    """The chips that the house has given to purses by those sources."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        rows = db.execute(
            "SELECT postings.reason, amount FROM postings JOIN transfers ON posting_id = postings.id"
            " JOIN accounts AS source ON source.id = source JOIN accounts AS target ON target.id = target"
            " WHERE source.kind = 'house' AND target.kind = 'purse'"
        ).fetchall()
    return sum(chips for reason, chips in rows if reason in sources)


async def play(house: House, people: tuple[Person, ...], lot: Stream, do: str = "") -> None:
    """Plays the deal at random; whoever can do ``do`` does that, as much of it as there is."""
    while (now := house.service.table_in(CHANNEL)) is not None and now.stage == "playing":
        to_act = now.to_act
        assert to_act is not None
        if to_act.computer:
            await asyncio.sleep(0.001)
            continue
        person = house.acting(*people)
        view = house.service.private_of(house.id, person.user_id).view
        assert view is not None
        wanted = view.prompt(do) if do else None
        if wanted is not None and wanted.most is not None:
            await house.act(person, do, wanted.most)
        else:
            action = PLAYERS["random"].choose(view, lot)
            await house.act(person, action.do, argument(action))
    await house.until(lambda: not closing(house))


def closing(house: House) -> bool:
    """Whether the table has closed and what it came to is being worked out."""
    now = house.service.table_in(CHANNEL)
    return now is not None and now.stage == "closed"


# -- the ways that were known


async def test_a_person_alone_wins_nothing_from_computer_players(house: House) -> None:
    with pytest.raises(Refusal, match="stakes_too_high"):
        await house.table(ANN, game="knock-poker", buy_in=1, ante=1_000_000)
    await house.table(ANN, game="knock-rummy", buy_in=1, chips_per_point=1_000_000)
    await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    lot = Stream(b"alone".ljust(32))
    for _ in range(4):
        await house.service.start(house.id, ANN, house.key)
        await play(house, (ANN,), lot)
    await house.service.seats.leave(house.id, ANN, house.key)
    assert (await house.chips())["Ann"] == 200
    assert (await house.service.results.leaderboard(GUILD)).rows == ()


async def test_a_deal_that_everybody_plays_on_credit_costs_no_more_than_the_buy_in_and_counts(house: House) -> None:
    """Whoever has won everything has left, so nobody has a chip before the deal."""
    people = {person.user_id: person for person in PEOPLE}
    await house.table(*PEOPLE, game="knock-rummy", buy_in=60, chips_per_point=1_000_000)
    await house.service.start(house.id, ANN, house.key)
    await play(house, PEOPLE, Stream(b"first".ljust(32)))
    winner = next(sitter.user_id for sitter in house.now.sitters if sitter.chips and sitter.user_id is not None)
    table_id, rich = house.id, people.pop(winner)
    await house.service.seats.leave(table_id, rich, house.key)
    two = tuple(people.values())
    assert [sitter.chips for sitter in house.now.sitters] == [0, 0]
    await house.service.start(table_id, two[0], house.key)
    await play(house, two, Stream(b"second".ljust(32)))
    *_, deal = await house.store.finished_deals(table_id, 10)
    assert deal.result is not None
    assert max(deal.result.stakes.chips) > 60, "by the rules it would have cost more"
    await house.service.close(table_id, two[0], house.key, moderator=True)
    purses = await house.chips()
    assert sorted(purses[person.name] for person in two) == [200 - 60 - 60, 200]
    with contextlib.closing(sqlite3.connect(house.path)) as db:
        counted = db.execute("SELECT chips FROM results WHERE deal_id = ? ORDER BY chips", (deal.id,)).fetchall()
    assert counted == [(-60,), (60,)]


@pytest.mark.parametrize("seed", range(4))
async def test_what_somebody_loses_on_credit_and_cannot_pay_nobody_is_paid(house: House, seed: int) -> None:
    """Else whoever has a second account to lose with has three times as many chips with each such account."""
    lot = Stream(bytes([seed]) * 32)
    await house.table(ANN, BO, game="knock-rummy", buy_in=200, chips_per_point=1_000_000)
    while len(house.now.sitters) == 2:
        await house.service.start(house.id, ANN, house.key)
        await play(house, (ANN, BO), lot)
    (winner,) = house.now.sitters
    assert winner.chips == 600, "the other one has lost 200 chips more than there were"
    await house.service.close(house.id, ANN, house.key, moderator=True)
    purses = await house.chips()
    assert sorted((purses["Ann"], purses["Bo"])) == [40, 400], "the loser has the daily gift, and owes nothing"
    assert not looked_through(house.path, starting=200, daily=40).wrong


@pytest.mark.parametrize("seed", range(3))
async def test_what_two_people_win_from_computer_players_is_bounded(house: House, seed: int) -> None:
    lot = Stream(bytes([seed]) * 32)
    for _ in range(3):
        await house.table(ANN, BO, game="knock-rummy", buy_in=30, chips_per_point=1_000)
        await house.service.seats.add_computer(house.id, ANN, named("Ada", "Basil"), house.key)
        for _ in range(4):
            with contextlib.suppress(Refusal):
                await house.service.start(house.id, ANN, house.key)
                await play(house, (ANN, BO), lot)
            await house.until(lambda: not closing(house))
            if house.service.table_in(CHANNEL) is None:
                break
        if house.service.table_in(CHANNEL) is not None:
            await house.service.close(house.id, ANN, house.key, moderator=True)
    assert await total(house) <= 4 * 200 + given(house.path, "won_from_house")
    assert given(house.path, "won_from_house") <= 2 * 3 * 30


async def test_no_deal_costs_more_than_the_buy_in_and_winners_give_the_rest_back(house: House) -> None:
    await house.table(ANN, BO, game="knock-rummy", buy_in=15, chips_per_point=1_000_000)
    await house.service.start(house.id, ANN, house.key)
    await play(house, (ANN, BO), Stream(b"capped".ljust(32)))
    stacks = sorted(s.chips for s in house.now.sitters) if house.service.table_in(CHANNEL) is not None else []
    assert stacks in ([0, 30], [15, 15])
    board = await house.service.results.leaderboard(GUILD)
    assert [row.chips for row in board.rows] == ([15] if stacks == [0, 30] else [])


@pytest.mark.parametrize("seed", range(3))
async def test_extra_chips_bring_people_together_nothing(house: House, seed: int) -> None:
    lot = Stream(bytes([seed]) * 32)
    rules = {"short_stacks": "extra_chips", "pochen_without_pair": True, "max_deals": 0}
    await house.table(*PEOPLE, game="poch", buy_in=60, **rules)
    for _ in range(5):
        try:
            await house.service.start(house.id, ANN, house.key)
        except Refusal:
            break
        await play(house, PEOPLE, lot, "bet")
    assert sum(s.chips for s in house.now.sitters) > 3 * 60, "the house has given everybody more"
    await house.service.close(house.id, ANN, house.key)
    assert await total(house) <= 4 * 200


async def test_whoever_comes_back_brings_what_was_carried_away(house: House) -> None:
    await house.table(*PEOPLE, ante=5)
    await house.service.start(house.id, ANN, house.key)
    await play(house, PEOPLE, Stream(b"back".ljust(32)))
    richest = max(house.now.sitters, key=lambda s: s.chips)
    person = next(p for p in PEOPLE if p.user_id == richest.user_id)
    await house.service.seats.leave(house.id, person, house.key)
    for key in ("before the daily gift", "after it"):
        purse = (await house.service.people.purse(person)).balance
        await house.store.servers.correct(person.guild_id, person.user_id, 21 - purse, "a test", 77, key)
    assert richest.chips > 21
    told = await refused("carried_away", house.service.seats.join(house.id, person, house.key))
    assert told == {"carried": richest.chips, "have": 21, "owed": 0, "usual": 20}
    await house.store.servers.correct(person.guild_id, person.user_id, 200, "a test", 77, "richer")
    await house.service.seats.join(house.id, person, house.key)
    assert house.stack(person) == richest.chips > 20


# -- stakes


async def test_stakes_above_the_buy_in_are_refused_with_the_number_that_would_do(house: House) -> None:
    told = {"cost": 41, "have": 20, "most": 1_000_000, "fits": "yes"}
    with pytest.raises(Refusal) as caught:
        await house.table(ANN, BO, stay_payment=10)
    assert (caught.value.code, caught.value.details) == ("stakes_too_high", told)
    await house.table(ANN, BO)
    change = house.service.setting_up.change(house.id, ANN, Changes(rules={"stay_payment": 10}), house.key)
    assert await refused("stakes_too_high", change) == told
    await house.service.setting_up.change(house.id, ANN, Changes({"stay_payment": 10}, buy_in=41), house.key)
    assert house.now.buy_in == 41


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_style_can_be_played_with_its_usual_chips(game: str) -> None:
    found = GAMES[game]
    for preset in found.rules.presets:
        rules = read_rules(found.rules, preset.changed)
        chips = found.usual_chips(rules)
        assert (found.dearest(rules, chips) or 0) <= chips
        assert chips in {0, found.money.chips}


# -- whatever happens


def options(lot: random.Random) -> tuple[str, int, dict[str, object]]:
    """A game, a buy-in and options that may be dear."""
    game = lot.choice([name for name, game in GAMES.items() if game.money.chips])
    number = lot.choice([1, 2, 5, 30])
    more: dict[str, dict[str, object]] = {
        "knock-poker": {"ante": number, "bonuses": lot.random() < 0.5, "extra_chip_per_draw": lot.random() < 0.3},
        "dompe": {"ante": number},
        "poe-crumb": {"ante": number},
        "knock-rummy": {"chips_per_point": number, "rum_points": lot.choice([25, 1000])},
        "poch": {"short_stacks": lot.choice(["all_in", "extra_chips"]), "money": lot.random() < 0.5},
        "le-poque": {"short_stacks": lot.choice(["all_in", "extra_chips"])},
        "poch-1873": {"short_stacks": lot.choice(["all_in", "extra_chips"]), "stake": lot.choice([1, 2])},
    }
    return game, lot.choice([12, 20, 60]), more[game]


async def something(house: Days, lot: random.Random, cards: Stream) -> None:
    """One thing that a person may try, allowed or not."""
    service, person = house.service, lot.choice(PEOPLE)
    if house.service.table_in(CHANNEL) is None:
        game, buy_in, rules = options(lot)
        await house.table(*lot.sample(PEOPLE, 2), game=game, buy_in=buy_in, **rules)
        names = ["Ada"][: lot.randrange(2)] or ["Cleo"]
        await service.seats.add_computer(house.id, house.now_host(PEOPLE), named(*names), house.key)
        return
    match lot.choice(["deal", "deal", "deal", "deal", "join", "leave", "top up", "close", "day", "purse", "computer"]):
        case "deal":
            await service.start(house.id, person, house.key)
            await play(house, PEOPLE, cards, lot.choice(["", "", "bet"]))
        case "join":
            await service.seats.join(house.id, person, house.key)
        case "leave":
            await service.seats.leave(house.id, person, house.key)
        case "top up":
            await service.seats.top_up(house.id, person, house.key)
        case "close" if lot.random() < 0.3:
            await service.close(house.id, person, house.key)
        case "day":
            house.today += 86_400
        case "purse":
            await service.people.purse(person)
        case "computer":
            await service.seats.add_computer(house.id, person, named("Basil"), house.key)


@pytest.mark.parametrize("seed", range(6))
async def test_on_no_evening_is_a_chip_made(tmp_path: Path, seed: int) -> None:
    """After every step people have no more than the sources gave, and the audit says so."""
    lot, house = random.Random(seed), Days(tmp_path / "evening.sqlite3", Pace(turn=0, pause=3600, computer=0))
    await house.open()
    cards = Stream(lot.randbytes(32))
    for person in PEOPLE:
        await house.service.people.set_settings(person.user_id, auto_top_up=lot.random() < 0.5)
    for _ in range(40):
        with contextlib.suppress(Refusal):
            await something(house, lot, cards)
        assert audit(house.path).problems == ()
    if house.service.table_in(CHANNEL) is not None:
        await house.service.close(house.id, ANN, house.key, moderator=True)
    assert sum((await house.chips()).values()) <= given(house.path, *SOURCES)
    assert given(house.path, "won_from_house") <= len(PEOPLE) * MOST_FROM_HOUSE * 40
    await house.close()
    assert audit(house.path, check_deal).problems == ()


class Days(House):
    """A house whose days pass when the test says so."""

    today = 1_800_000_000.0

    async def open(self) -> None:
        await super().open()
        await hurry(self.store)
        self.store._clock = self.store.people._clock = lambda: self.today

    def now_host(self, people: tuple[Person, ...]) -> Person:
        """Who opened the table."""
        return next(person for person in people if person.user_id == self.now.host_id)
