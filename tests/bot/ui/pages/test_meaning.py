"""Colours mean one thing: a green or blue button does no harm, whatever the cards and the game."""

from __future__ import annotations

import random

import discord
import pytest

from bot.i18n import Texts
from bot.ui.address import Address
from bot.ui.clicks.verbs import VERBS
from bot.ui.pages.betting import STAKING
from bot.ui.pages.meaning import MEANINGS, Meaning, style_of
from bot.ui.pages.table import table_page
from bot.ui.pictures.studio import Studio
from engine.actions import answers
from engine.game import GAMES
from tests.bot.ui.held import BUTTON, Component, held
from tests.bot.ui.shown import hand
from tests.kit.lab import Lab

INVITING = {discord.ButtonStyle.success.value, discord.ButtonStyle.primary.value}
"""The colours that say: press me."""
COSTS = {
    "discard",
    "knock",
    "fold",
    "stay",
    "pass",
    "play",
    "halt",
    "bet",
    "match",
    "all_in",
    "close",
    "leave",
    *STAKING,
}
"""What can't be taken back, and may cost."""
HARMLESS = {"draw", "show", "meld", "start", "practise", "topup"}
"""All that a green or blue button may ask for. Chips that somebody brings stay that person’s own."""


def inviting(flat: list[Component]) -> set[str]:
    """The verbs of the green and blue buttons."""
    buttons = [component for component in flat if component["type"] == BUTTON and "custom_id" in component]
    return {Address.parse(button["custom_id"]).verb for button in buttons if button["style"] in INVITING}


@pytest.mark.parametrize("game", GAMES)
async def test_no_green_button_discards_knocks_bets_or_folds(game: str, texts: Texts, studio: Studio) -> None:
    chance = random.Random(game)
    seen: set[str] = set()
    for seats in sorted({GAMES[game].seats[0], GAMES[game].telling.recommended[-1]}):
        lab = Lab(seats, game=game, chips=60)
        seen |= inviting(held(await table_page(lab.snapshot, texts, studio)))
        cards = [card.notation for card in lab.game.pack(lab.rules, seats).cards]
        chance.shuffle(cards)
        lab.deal(" ".join(cards), dealer=chance.randrange(seats))
        while lab.table.playing:
            pages = [held(await table_page(lab.snapshot, texts, studio))]
            pages += [await hand(lab, seat, texts, studio) for seat in (lab.seat, (lab.seat + 1) % seats)]
            for page in pages:
                seen |= inviting(page)
            lab.act(chance.choice(answers(lab.seat, lab.view(lab.seat).prompts)))
        seen |= inviting(held(await table_page(lab.snapshot, texts, studio)))
        seen |= inviting(await hand(lab, 0, texts, studio))
    assert "start" in seen, "some are, and these"
    assert seen <= HARMLESS


def test_what_costs_is_never_green() -> None:
    for verb in COSTS | set(VERBS) - HARMLESS:
        for argument in ("", "stock", "discard", "5", "7S"):
            assert style_of(Address(1, _NOW, verb, argument)).value not in INVITING, verb
    assert all(name.partition(":")[0] in VERBS for name in MEANINGS), "every verb that has a colour is one"
    assert Meaning.GIVES_UP.value is discord.ButtonStyle.danger


_NOW = Address.parse("kb:1:1.0:draw:stock").turn


async def test_a_drawn_card_is_plain_and_says_that_it_is_new(texts: Texts, studio: Studio) -> None:
    lab = Lab(2).deal().do("draw", "stock")
    drawn = lab.view(lab.seat).drawn
    assert drawn is not None
    buttons = [
        c
        for c in await hand(lab, lab.seat, texts, studio)
        if ":discard:" in c.get("custom_id", "") and c["type"] == BUTTON
    ]
    (new,) = [button for button in buttons if button["custom_id"].endswith(f":{drawn.notation}")]
    assert new["label"] == f"{texts.plain.card_short(drawn)} · new"
    assert len({button["style"] for button in buttons}) == 1
    assert [button["label"] for button in buttons if "new" in button["label"]] == [new["label"]]
