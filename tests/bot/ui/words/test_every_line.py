"""Every text about a deal is told by a table's message or a panel: deals are played until all have been heard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

import pytest

from bot.i18n import Catalogue, Texts
from bot.i18n.language import Language
from bot.service.model import Levelled
from bot.ui.words.settled import own_end
from bot.ui.words.story import recent, settlement
from engine.actions import Action, Shuffle, answers
from engine.cards import card
from engine.game import GAMES
from tests.bot.ui.crummy import HALT, WHOLE, actions_of, lab_of
from tests.conformance.deals import Chooser, anything, endless, patient
from tests.kit.lab import Lab

TOLD = ("event-", "lost-", "payment", "pools-", "reason-", "run-", "story-")
"""What the keys of such texts begin with."""
RULES: dict[str, tuple[dict[str, Any], ...]] = {
    "knock-poker": ({}, {"bonuses": True, "extra_chip_per_draw": True}),
    "dompe": ({},),
    "poe-crumb": ({"ante": 1}, {"sudden_death": True, "jokers": 2}),
    "crummy": ({}, {"halt": "free"}),
    "knock-rummy": ({}, {"chips_per_point": 1}),
    "poch": ({}, {"money": True, "max_deals": 1}, {"short_stacks": "extra_chips"}, {"turned_honour_to_dealer": True},
             {"turned_card_belongs_to_next": True}),
    "le-poque": ({}, {"ten_pool": "ten_and_nine", "most_cards_tie": "each_pays"}),
    "poch-1873": ({},),
}  # fmt: skip
"""By each of these rules deals are played at random."""
PATIENT: dict[str, dict[str, Any]] = {
    "knock-poker": {},
    "poe-crumb": {"sudden_death": True},
    "knock-rummy": {},
    "dompe": {},
}
"""By each of these rules deals are played in which nobody ends them soon."""
DEALS = 8
"""So many tables each, of two deals, at most."""
EACH = 3
"""After so many actions a message is read: each tells about a round of them."""


class Ear:
    """Plays, and hears what tables tell after each action."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts

    def hear(self, lab: Lab) -> None:
        """What the table's message tells now, and at the end everybody's panel."""
        texts, now = self.texts.at(lab.game.name, lab.rules), lab.snapshot
        assert settlement(now, texts) if lab.view().result else recent(now, texts) is not None
        if lab.view().result:
            assert all(own_end(lab.private(seat), texts) for seat in range(len(now.players)))

    def play(self, lab: Lab, seed: object, choose: Chooser = anything) -> Lab:
        """The deal to its end; some actions are those of computer players for somebody else."""
        chance = Random(str(seed))
        while lab.table.playing:
            state = lab.running.state
            if under := lab.game.to_shuffle(state):
                lab.take(Shuffle(under))
                continue
            seat = chance.choice(lab.game.to_act(state))
            lab.take(choose(list(answers(seat, lab.game.prompts(state, seat))), chance))
            *earlier, last = lab.running.told
            told = lab.running.told = (*earlier, replace(last, by_computer=chance.random() < 0.1))
            if len(told) % EACH == 0 or not lab.table.playing:
                self.hear(lab)
        return lab

    def played(self, game: str, seed: object, seats: int, chips: int, choose: Chooser = anything, **rules: Any) -> Lab:
        """Two deals of a table of its own."""
        lab, chance = Lab(seats, game=game, chips=chips, **rules), Random(str(seed))
        for _ in range(2):
            pack = [card.notation for card in lab.game.pack(lab.rules, seats)]
            chance.shuffle(pack)
            lab.deal(" ".join(pack), dealer=chance.randrange(seats))
            self.hear(lab)
            self.play(lab, seed, choose)
            if lab.result.game_over:
                break
        return lab


def eager(offered: list[Action], chance: Random) -> Action:
    """Mostly bets, shows what wins outright and calls a halt where it can."""
    wished = [action for action in offered if action.do in ("bet", "halt", "show")]
    return chance.choice(wished if wished and chance.random() < 0.8 else offered)


def quiet(offered: list[Action], chance: Random) -> Action:
    """Passes, or does what is offered first."""
    return next((action for action in offered if action.do == "pass"), None) or offered[0]


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The keys of all texts that have been made."""
    keys: set[str] = set()
    made = Language.format

    def noted(language: Language, key: str, values: Any) -> Any:
        keys.add(key)
        return made(language, key, values)

    monkeypatch.setattr(Language, "format", noted)
    return keys


BONUSES = ("AS KS QS JS TS", "9H 8H 7H 6H 5H", "2S 2H 2D 2C 3D")
"""Pat hands that are paid for: a royal flush, another straight flush, four of a kind."""
POOR = "KD 8C 7C 4D JC"
RUM = ("9S 9H 9D 4C 5C 6C 7C KS KH KC", "KD QS 8C 4H 2D JS 7D AH 3H 5S")
"""A hand of nothing but melds, and another."""
SIX_SPADES = ("2S 3S 4S 5S 6S", "AH KH QH JC AC", "9D 9C 8S 8D 7C")
"""The first player gets a sixth."""
ENDS_WITH_AN_ACE = ("7H 9H JH 7D AH", "9D JD KD 8C TC", "8S TS JC KS AS")
"""The first player's last card is an ace, above which there is nothing."""


def dealt(*hands: str) -> str:
    """The cards as they lie on top of the deck, dealt one at a time."""
    return " ".join(card for cards in zip(*map(str.split, hands), strict=True) for card in cards)


def rare(ear: Ear) -> Iterator[None]:
    """What hardly ever comes by chance."""
    ear.played("dompe", "void", 2, 60, endless)
    for game in ("poch", "le-poque", "poch-1873"):
        ear.played(game, "quiet", 3, 60, quiet)
    for best in BONUSES:  # pat hands of the first player, who knocks with them
        ear.hear(Lab(2, game="knock-poker", bonuses=True).deal(dealt(best, POOR), dealer=1).do("knock").turn())
    lab = Lab(2, game="knock-rummy").deal(f"{dealt(*RUM)} 2S TD", dealer=1)
    ear.hear(lab.do("draw", "stock").do("knock").do("discard", card("TD")))
    lab = Lab(3, game="dompe").deal(f"{dealt(*SIX_SPADES)} 7S", dealer=2)
    ear.hear(lab.do("show"))
    lab = Lab(3, game="poch-1873", chips=60).deal(f"{dealt(*ENDS_WITH_AN_ACE)} QS", dealer=2)
    for do, argument in (
        *[("pass", None)] * 3,
        *(("play", card(notation)) for notation in ("7H", "9H", "JH", "7D", "AH")),
    ):
        ear.hear(lab.do(do, argument))
    for record in (HALT, WHOLE, "halt-deemed", "void-third-repetition"):
        for step in (*range(len(actions_of(record))), None):
            ear.hear(lab_of(record, step))
    lab = Lab(3, game="poch", chips=60).deal()
    lab.running.levelled = (Levelled(0, 5), Levelled(1, -5, 3))
    ear.hear(lab)
    # By luck these decks have what many others lack; where they don't any more, it comes in time by chance.
    ear.played("knock-poker", 2, 10, 60)  # somebody stays
    ear.played("crummy", ("crummy", {}, 5), 5, 60)  # several pass
    ear.played("poe-crumb", 1, 4, 60, patient, **PATIENT["poe-crumb"])  # the stock runs out
    ear.played("knock-rummy", 6, 2, 60, patient)  # void
    yield


def by_chance(ear: Ear, place: int) -> Iterator[None]:
    """Tables of every game, some of them with people of one mind."""
    for game, variants in RULES.items():
        for rules in variants:
            seats = [count for count in GAMES[game].seats if count <= 5][place % 3]
            ear.played(game, (game, rules, place), seats, (20, 60)[place % 2], **rules)
            ear.played(game, (game, rules, place), seats, (20, 60)[place % 2], eager, **rules)
            yield
    for game, rules in PATIENT.items():
        ear.played(game, place, (2, 4)[place % 2], 60, patient, **rules)
        yield
    ear.played("knock-poker", place, 10, 60)  # one card of stock: who is left when it has gone may stay
    yield


def test_every_text_about_a_deal_is_told(catalogue: Catalogue, heard: set[str]) -> None:
    """Deals are played only until all have been told, which is the whole proof."""
    ear = Ear(Catalogue(catalogue.languages, strict=True).for_locale("en-US"))  # no text was kept by another test
    wanted = {key for key in catalogue.base.keys if key.startswith(TOLD)} - {"pools-many"}  # a part of another text
    for _ in chain(rare(ear), *(by_chance(ear, place) for place in range(DEALS))):
        if wanted <= heard:
            break
    assert wanted - heard == set()
