"""The fullest panel of every game keeps to Discord's limits, and none shows a card that its holder can't know."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.ui.pages.cards import MOST_CARD_BUTTONS, grows
from bot.ui.pages.concern import Looks
from bot.ui.pages.panel import last_page, panel_page
from engine.cards import card
from engine.game import GAMES
from engine.players import PLAYERS
from engine.shuffle import Stream, shuffled
from tests.bot.ui.crummy import with_hand_of
from tests.bot.ui.held import BUTTON, SELECT, held, ids_of, words_of
from tests.kit.lab import LONG, Lab

MOST_ACTIONS = 40
EXTREMES = [(name, seats) for name, game in GAMES.items() for seats in sorted({game.seats[0], game.seats[-1]})]


def moments(game: str, seats: int, seed: int = 5):
    """A deal with the longest names, after each action."""
    lab = Lab(seats, game=game, chips=GAMES[game].money.chips or 20, names=[f"**{LONG[3:]}_"] * seats)
    pack = GAMES[game].pack(lab.rules, seats)
    lab.deal(" ".join(card.notation for card in shuffled(pack, bytes(31) + bytes([seed]), 3)))
    player = next(player for player in reversed(PLAYERS.values()) if player.plays(game))
    chance = Stream(bytes(32))
    yield lab
    for _ in range(MOST_ACTIONS):
        if not lab.table.playing:
            return
        action = player.choose(lab.view(lab.seat), chance)
        lab.act(action)
        yield lab


@pytest.mark.parametrize(("game", "seats"), EXTREMES)
async def test_every_panel_keeps_to_the_limits_however_much_it_says(game, seats, texts, studio):
    for lab in moments(game, seats):
        for seat in range(seats):
            private = lab.private(seat)
            asked = replace(private.table, agreed=frozenset({private.table.host_id}))
            private = replace(private, table=asked)  # whether the table is to close at once
            for looks in (Looks(arranged=True, explained=True), Looks(arranged=False)):
                page = await panel_page(
                    private, texts, studio, looks=looks, notices=["x" * 300], as_of=lab.snapshot.deadline or 1.0
                )
                flat = held(page)
                cards = private.view.hand if lab.table.playing else ()
                offered = _offered(flat)
                assert any(":agree:" in each or ":withdraw:" in each for each in ids_of(flat))
                assert not grows(private.view) or not [part for part in offered if part["type"] == BUTTON]
                assert grows(private.view) or len(cards) <= MOST_CARD_BUTTONS
                last = held(last_page(private, page, 1.0, texts))
                assert not _offered(last), "nothing can be played from a panel that has had its last edit"


def _offered(flat: list[dict]) -> list[dict]:
    """What offers cards."""
    verbs = ("discard", "play")
    return [
        part
        for part in flat
        if part["type"] in (BUTTON, SELECT) and part.get("custom_id", "::::").split(":")[3] in verbs
    ]


@pytest.mark.parametrize(("count", "seats"), [(13, 4), (40, 5)])
async def test_the_largest_hands_of_crummy_keep_to_the_limits(count, seats, texts, studio):
    lab = with_hand_of(count, seats)
    for looks in (Looks(), Looks(explained=True)):
        flat = held(await panel_page(lab.private(0), texts, studio, looks=looks, notices=["x" * 300]))
        assert sum(len(part["options"]) for part in _offered(flat)) == count


@pytest.mark.parametrize("game", GAMES)
async def test_no_panel_shows_a_card_that_lies_hidden_in_another_hand(game, texts, studio):
    seats = GAMES[game].seats[0]
    met = 0
    for lab in moments(game, seats, seed=9):
        if not lab.table.playing:
            return
        known = repr((lab.snapshot.told, lab.snapshot.view))  # a hidden card prints as "??"
        for seat in range(seats):
            flat = held(await panel_page(lab.private(seat), texts, studio, looks=Looks(explained=True)))
            own = lab.private(seat).view.hand
            words, ids = words_of(flat), "\n".join(ids_of(flat))
            for other in (lab.private(number) for number in range(seats) if number != seat):
                for hidden in other.view.hand:
                    if hidden in own or repr(hidden) in known:
                        continue
                    met += 1
                    assert texts.card_short(hidden) not in words
                    assert texts.plain.card(hidden) not in words
                    assert f":{hidden.notation}\n" not in f"{ids}\n"
    assert met


def test_a_hidden_card_would_be_found():
    assert repr(card("7S")) in repr((card("7S"),))
