"""What a game doesn't have is refused as such, no matter whose turn it is."""

from __future__ import annotations

import pytest

from bot.service.model import Person
from engine.actions import ARGUMENTS
from engine.cards import Rank, card
from engine.errors import IllegalAction
from engine.game import GAMES
from tests.bot.service.conftest import ANN, BO, CY, DEE, House
from tests.bot.service.refusals import refused

GIVEN = {"card": card("7S"), "rank": Rank.SEVEN, "amount": 1, "from": "stock"}
FOREIGN = {
    "knock-poker": ("bet", "meld", "halt", "pass", "play", "show"),
    "dompe": ("bet", "fold", "play"),
    "poe-crumb": ("stay", "fold", "meld"),
    "crummy": ("draw", "knock", "bet"),
    "knock-rummy": ("show", "halt", "fold"),
    "poch": ("draw", "discard", "knock", "meld"),
    "le-poque": ("draw", "stay", "halt"),
    "poch-1873": ("show", "knock", "meld"),
}
"""Some actions that each game doesn't have."""
OWN = {
    "knock": ("knock-poker", "dompe", "poe-crumb", "knock-rummy"),
    "stay": ("knock-poker",),
    "play": ("crummy", "poch", "le-poque", "poch-1873"),
    "bet": ("poch", "le-poque", "poch-1873"),
}
"""Some that they have: before the first deal there is just no deal."""


async def not_in(game: str, house: House, person: Person, do: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        await house.act(person, do, GIVEN.get(ARGUMENTS.get(do, "")) if do != "fold" else None)
    assert (caught.value.code, caught.value.details["game"]) == ("not_in_this_game", game)


@pytest.mark.parametrize("game", GAMES)
async def test_in_turn_out_of_turn_and_without_cards(house: House, game: str) -> None:
    people = (ANN, BO, CY) if GAMES[game].seats[0] > 2 else (ANN, BO)
    await house.table(*people, game=game, buy_in=60)
    for do in FOREIGN[game]:
        await not_in(game, house, ANN, do)
    for do in (do for do, games in OWN.items() if game in games):
        await refused("no_deal", house.act(ANN, do, GIVEN.get(ARGUMENTS.get(do, "")) if do != "fold" else None))
    await house.service.start(house.id, ANN, house.key)
    if len(house.now.sitters) < GAMES[game].seats[-1]:
        await house.service.seats.join(house.id, DEE, house.key)
        people = (*people, DEE)
    before, changes = house.now.turn, len(house.changes)
    for person in people:
        for do in FOREIGN[game]:
            await not_in(game, house, person, do)
    assert (house.now.turn, len(house.changes)) == (before, changes)


async def test_between_deals_too(house: House) -> None:
    await house.table(ANN, BO, buy_in=60)
    await house.service.start(house.id, ANN, house.key)
    await house.deal_to_end(ANN, BO)
    await not_in("knock-poker", house, ANN, "bet")
    await refused("no_deal", house.act(ANN, "draw", "stock"))
