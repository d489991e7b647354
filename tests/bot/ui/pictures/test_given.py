"""What pictures are given besides words: the last move, the cards that make a hand, the last trick, the cloth."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from typing import get_args

import pytest

from bot.i18n import Texts
from bot.service.model import Evening, TableSettings, Winnings
from bot.store.model.deals import ScoredDeal
from bot.store.model.people import OwnCloth
from bot.store.model.tables import Cloth
from bot.ui.pages.alone import alone_page
from bot.ui.pages.concern import concern
from bot.ui.pages.panel import panel_page
from bot.ui.pages.scores import scores_page
from bot.ui.pages.table import closed_page, settlement_page
from bot.ui.pictures.hand import MOST_IN_GROUPS
from bot.ui.pictures.moved import last_move
from bot.ui.pictures.studio import Studio
from bot.ui.pictures.trick import taken_last
from bot.ui.words.made import made_of
from cards_img import Group, Last
from cards_img.pictures.groups import groups_layout
from cards_img.tools.theme import CLOTHS
from engine.cards import Rank, card
from engine.game import GAMES
from engine.middle import Trick
from tests.kit.lab import Lab
from tests.kit.painters import Blank, Straight, patient


def stepped(lab: Lab, chance: random.Random) -> Lab:
    """One action of whoever's turn it is, as chance has it."""
    prompt = chance.choice(lab.game.prompts(lab.running.state, lab.seat))
    return lab.do(prompt.do, chance.choice(prompt.choices) if prompt.choices else prompt.most or None)


# -- the last move


def test_before_anybody_has_moved_nothing_shines() -> None:
    assert last_move(Lab(3).snapshot) == Last()
    assert last_move(Lab(3).deal().snapshot).seats == ()


def test_a_draw_shines_at_its_pile_and_at_its_player() -> None:
    lab = Lab(3).deal()
    first = lab.seat
    assert last_move(lab.do("draw", "stock").snapshot) == Last((first,), stock=True)
    drawn = lab.view(first).drawn
    assert last_move(lab.do("discard", drawn).snapshot) == Last((first,), discards=True)
    second = lab.seat
    assert last_move(lab.do("draw", "discard").snapshot) == Last((second,), discards=True)


@pytest.mark.parametrize("source", ["stock", "discard"])
async def test_a_turn_of_draw_and_discard_has_one_picture_of_the_table(texts: Texts, source: str) -> None:
    """Words tell of the draw; what it changes in the picture the discard changes again."""
    lab, blank = Lab(3).deal(), Blank()
    studio = Studio(blank)

    async def given() -> tuple[object, str]:
        picture = await studio.table(lab.snapshot, texts)
        assert picture is not None
        return blank.drawn[-1][1:], picture.alt

    before = await given()
    lab.do("draw", source)
    drawn, said = await given()
    assert drawn == before[0]
    assert said == f"Before the draw: {before[1]}", "the hand below it has a card more by now"
    lab.do("discard", next(card for card in lab.view(lab.seat).hand if card is not lab.view(lab.seat).drawn))
    assert await given() != before


async def test_a_suit_that_is_asked_for_changes_no_picture_of_a_hand(texts: Texts) -> None:
    """The question and the buttons say it; marked in the picture, too, it would be sent twice each trick."""
    lab, blank = Lab(4, game="crummy").deal(), Blank()
    studio, others = Studio(blank), [seat for seat in range(4) if seat != lab.seat]

    async def hands() -> list[object]:
        blank.drawn.clear()
        for seat in others:
            await studio.hand(lab.private(seat), texts, four_colour=False)
        return [given for _, *given in blank.drawn]

    before = await hands()
    lab.do("play", lab.view(lab.seat).hand[0])
    assert await hands() == before


def test_a_shuffle_in_mid_deal_is_nobodys_move() -> None:
    lab = Lab(10, game="poe-crumb").deal()
    while not any(len(told.events) == 1 and type(told.events[0]).__name__ == "Shuffled" for told in lab.snapshot.told):
        mover = lab.seat
        lab.turn()
    assert last_move(lab.snapshot) == Last((mover,), discards=True)


def test_a_card_played_to_a_trick_shines() -> None:
    lab = Lab(4, game="crummy").deal()
    leader = lab.seat
    lab.do("play", lab.prompt("play").choices[0])
    assert last_move(lab.snapshot) == Last((leader,), cards=1)


@pytest.mark.parametrize("game", ["poch", "le-poque", "poch-1873"])
def test_bets_pools_and_cards_played_out_shine(game: str) -> None:
    chance, seen = random.Random(3), Last()
    bets = cards = pools = 0
    for _ in range(12):
        lab = Lab(4, game=game, chips=60).deal()
        while lab.table.playing:
            seen = last_move(stepped(lab, chance).snapshot)
            assert len(seen.seats) >= 1
            assert set(seen.pools) <= {name for name, _ in lab.snapshot.pools}
            bets, cards, pools = bets + seen.pot, cards + (seen.cards > 0), pools + bool(seen.pools)
    assert min(bets, cards, pools) > 0


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_play_goes_as_the_rules_say(game: str, texts: Texts) -> None:
    lab, blank = Lab(max(3, GAMES[game].seats.start), game=game, chips=60).deal(), Blank()
    await Studio(blank).table(lab.snapshot, texts.at(game, lab.rules))
    words = blank.drawn[-1][1][1]
    assert words.clockwise == GAMES[game].clockwise
    assert lab.snapshot.root[:8] not in repr(words), "a shuffle's number is nothing to look at"


# -- the own hand


async def test_the_cards_that_make_a_hand_are_marked(texts: Texts) -> None:
    lab, blank = Lab(2).deal("KS 2H KH 3H 7C 4D 7S 5C TD 9C"), Blank()
    view = lab.view(0)
    assert {held.rank for held in made_of(view)} == {Rank.KING, Rank.SEVEN}
    await Studio(blank).hand(lab.private(0), texts, four_colour=False)
    assert blank.drawn[-1][2]["kept"] == made_of(view)
    assert blank.drawn[-1][1][1].drawn == "new"
    assert made_of(lab.view(1)) == (), "high cards alone are nothing to mark"


async def test_melds_lie_together_unless_they_are_asked_for_by_rank(texts: Texts) -> None:
    lab, blank = Lab(2, game="knock-rummy").deal(), Blank()
    worded = texts.at("knock-rummy", lab.rules)
    await Studio(blank).hand(lab.private(0), worded, four_colour=False)
    await Studio(blank).hand(lab.private(0), worded, four_colour=False, arranged=False)
    assert [name for name, _, _ in blank.drawn] == ["groups_picture", "hand_picture"]
    assert blank.drawn[0][1][0][-1].mark == "deadwood"


def test_a_hand_short_enough_for_groups_lies_in_a_single_row_of_suits() -> None:
    """Two rows of groups are higher, and cost half as much again to send."""
    hands = 0
    for sizes in product(range(MOST_IN_GROUPS + 1), repeat=4):
        if 0 < sum(sizes) <= MOST_IN_GROUPS:
            held = (
                tuple(card(rank + suit) for rank in "AKQJT98765432"[:n]) for suit, n in zip("SHDC", sizes, strict=True)
            )
            places, _ = groups_layout([Group(cards) for cards in held if cards])
            assert len({place.y for place in places}) == 1, sizes
            hands += 1
    assert hands > 1000


# -- what was played before


async def test_the_last_trick_is_a_picture_of_its_own(texts: Texts) -> None:
    lab, blank, chance = Lab(4, game="crummy").deal(), Blank(), random.Random(2)
    worded = texts.at("crummy", lab.rules)
    assert taken_last(lab.snapshot) is None
    assert await Studio(blank).last_trick(lab.snapshot, worded) is None
    shown: Trick | None = None
    for _ in range(60):
        stepped(lab, chance)
        middle = lab.snapshot.view.middle if lab.snapshot.view else None
        assert isinstance(middle, Trick)
        if middle.winner is not None:
            shown = middle
        found = taken_last(lab.snapshot)
        assert (found.played, found.winner) == (shown.played, shown.winner) if found and shown else found is shown
    assert shown is not None
    picture = await patient(Straight()).last_trick(lab.snapshot, worded)
    assert picture is not None
    assert "took it" in picture.alt
    await Studio(blank).last_trick(lab.snapshot, worded)
    assert blank.drawn[-1][1][1].title == "The last trick · deal 1"


async def test_pictures_lie_on_the_cloth_that_is_asked_for(texts: Texts) -> None:
    lab, blank = Lab(3).deal(), Blank()
    studio = Studio(blank)
    await studio.table(lab.snapshot, texts, "paper")
    await studio.hand(lab.private(0), texts, four_colour=False, cloth="night")
    assert [given[2].cloth for _, given, _ in blank.drawn] == ["paper", "night"]


def test_every_cloth_that_there_is_can_be_chosen() -> None:
    assert get_args(Cloth) == tuple(CLOTHS)
    assert get_args(OwnCloth) == ("table", *CLOTHS)


async def test_a_person_who_has_chosen_no_cloth_sees_the_tables(texts: Texts) -> None:
    lab, blank = Lab(3).deal(), Blank()
    lab.table.note(setup=replace(lab.table.setup, settings=TableSettings(cloth="night")))
    studio = Studio(blank)
    await studio.table(lab.snapshot, texts)
    await studio.hand(lab.private(0), texts, four_colour=False)
    await panel_page(lab.private(0), texts, studio, cloth="paper")
    assert [given[2].cloth for _, given, _ in blank.drawn] == ["night", "night", "paper", "paper"]
    assert concern(lab.private(0), False) != concern(lab.private(0), False, cloth="paper")
    assert concern(lab.private(0), False) == concern(lab.private(0), False, cloth="night"), "the pictures are the same"


async def test_every_picture_of_a_table_lies_on_its_cloth(texts: Texts) -> None:
    """The end of a deal, the score sheet, the last trick and the evening, too."""
    blank = Blank()
    studio = Studio(blank)
    lab = Lab(2).deal().knock_and_finish()
    lab.table.note(setup=replace(lab.table.setup, settings=TableSettings(cloth="paper")))
    await settlement_page(lab.snapshot, texts, studio)
    await scores_page(lab.snapshot, [ScoredDeal(1, {1: 70})], texts, studio)
    lab.table.closed, lab.table.evening = True, Evening((Winnings("Ann", 3, 1, 1),), None)
    await closed_page(lab.snapshot, texts, studio)
    await alone_page(lab.private(0), texts, studio, cloth="night")
    assert [name for name, _, _ in blank.drawn] == [
        "showdown_picture",
        "score_sheet_picture",
        "evening_picture",
        "evening_picture",
    ]
    cloths = [getattr(each, "cloth", each) for _, given, _ in blank.drawn for each in given[-1:]]
    assert cloths == ["paper"] * 3 + ["night"], "at a table in direct messages it is the person's own"
