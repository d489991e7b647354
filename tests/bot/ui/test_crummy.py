"""Crummy at the table: hands of any size, what lies face down, and pictures."""

from __future__ import annotations

import pytest

from bot.i18n import Texts
from bot.store.model.deals import ScoredDeal
from bot.ui.pages.panel import panel_page
from bot.ui.pages.scores import scores_page
from bot.ui.pages.table import table_page
from bot.ui.pictures.hand import hand_alt
from bot.ui.pictures.studio import Studio
from bot.ui.pictures.trick import trick_alt
from bot.ui.words.moves import last_trick
from bot.ui.words.tricks import factor_of, scorings
from engine.cards import Rank, Suit, card, short_pack
from engine.game import GAMES
from engine.middle import Trick
from engine.parts.tricks import playable
from tests.bot.ui.crummy import WHOLE, actions_of, first_quartet, holding, lab_of, offered, with_hand_of
from tests.bot.ui.held import SELECT, ids_of, labels_of, picture_of, texts_of
from tests.bot.ui.shown import hand, public
from tests.kit.lab import Lab
from tests.kit.painters import Blank, Straight, patient

SUITS_OF_THE_PACK = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)


# -- the private hand


@pytest.mark.parametrize(("count", "seats"), [(8, 4), (11, 3), (12, 4), (13, 4), (26, 4), (32, 4), (40, 5)])
async def test_every_card_of_a_hand_can_be_led_and_is_named(
    count, seats, texts: Texts, studio: Studio, blank: Blank
) -> None:
    lab = with_hand_of(count, seats)
    view = lab.view(0)
    everything = {card.notation for card in view.hand}
    assert len(everything) == count
    flat = await hand(lab, 0, texts, studio, notices=["x" * 300])
    found = offered(flat)
    assert set(found) == everything
    many = count > 12
    assert len(found) == count, "each card is offered once"
    lists = [component for component in flat if component["type"] == SELECT]
    assert len(lists) == len({card.suit for card in view.hand}), "as from the first card on, for the hand may grow"
    for select in lists:
        assert len({option["value"][-1] for option in select["options"]}) == 1, "a list has one suit"
        for option in select["options"]:
            same = sum(held.notation[0] == option["value"][0] for held in view.hand)
            ranks = texts.plain.ranks(card(option["value"]).rank)
            assert (option.get("description") or "") == (f"you hold {same} {ranks}" if same > 1 else "")
    for held in view.hand:
        assert texts.plain.card(held) in blank.drawn[-1][0] or texts.plain.card(held) in hand_alt(view, texts.plain)
    assert len(hand_alt(view, texts.plain)) <= 1024
    name, arguments, _ = blank.drawn[-1]
    assert name == ("grid_picture" if many else "groups_picture")
    drawn = arguments[0] if many else [card for group in arguments[0] for card in group.cards]
    assert sorted(card.notation for card in drawn) == sorted(everything)


async def test_who_follows_is_offered_the_open_suits_alone(texts: Texts, studio: Studio, blank: Blank) -> None:
    for count in (11, 26, 31):
        lab = with_hand_of(count)
        view = lab.view(1)
        lab = holding(lab, [list(view.hand), list(lab.view(0).hand), *([] for _ in range(2))])
        lab.do("play", view.hand[0])
        view = lab.view(1)
        assert view.asks == "follow"
        wanted = {card.notation for card in playable(view.hand, [lab.middle(Trick).played[0].card])}
        flat = await hand(lab, 1, texts, studio)
        assert set(offered(flat)) == wanted
        shut = lab.middle(Trick).played[0].card.suit
        name, arguments, named = blank.drawn[-1]
        if name == "grid_picture":
            assert set(named) == {"ranks"}, "no suits are marked: the question and the lists say them"
        else:
            assert not any(group.mark for group in arguments[0])
        assert f"**Your turn:** play {texts.card_short(view.hand[0])[-1]}" not in texts_of(flat) or shut
        assert texts.card_short(lab.middle(Trick).played[0].card) in texts_of(flat), "the last moves tell it"


async def test_a_list_tells_its_suit_before_it_is_opened(texts: Texts, studio: Studio) -> None:
    flat = await hand(with_hand_of(32), 0, texts, studio)
    assert [component["placeholder"] for component in flat if component["type"] == SELECT] == [
        f"Play {sign} A K Q J 10 9 8 7" for sign in "♠♥♣♦"
    ]
    ids = [custom_id for custom_id in ids_of(flat) if ":play:" in custom_id]
    assert len(set(ids)) == 4


async def test_quartets_are_laid_by_buttons_before_the_lead(texts: Texts, studio: Studio, blank: Blank) -> None:
    lab = lab_of(WHOLE, first_quartet(WHOLE))
    assert lab.seat == 2
    flat = await hand(lab, 2, texts, studio)
    assert labels_of(flat)[:2] == ["Lay nines", "Lay eights"]
    assert {"kb:7:1.4:meld:9", "kb:7:1.4:meld:8"} <= set(ids_of(flat))
    assert "**Your turn:** lead any card. You may lay nines and eights first." in texts_of(flat).split("\n"), "a line"
    assert last_trick(lab.snapshot, texts) == "The last trick: J♥ Ann · 9♣ Bo · K♦ Cy · 8♠ Ann. Cy took it."
    assert "Last trick" in labels_of(await hand(lab, 2, texts, studio, explained=True))
    assert "Lay" not in " ".join(labels_of(await public(lab, texts, studio)))
    lab.do("meld", Rank.NINE)
    assert "Lay eights" in labels_of(await hand(lab, 2, texts, studio))
    lab.do("meld", Rank.EIGHT)
    flat = await hand(lab, 2, texts, studio)
    assert not any(label.startswith("Lay") for label in labels_of(flat))


async def test_the_picture_of_the_table_shows_quartets_as_soon_as_they_are_laid(texts: Texts, blank: Blank) -> None:
    """It counts as many cards as the hand below it has."""
    lab, studio = lab_of(WHOLE, first_quartet(WHOLE)), Studio(blank)

    async def given() -> tuple[object, str]:
        picture = await studio.table(lab.snapshot, texts)
        assert picture is not None
        return blank.drawn[-1][1:], picture.alt

    before = await given()
    for rank, laid in ((Rank.NINE, "1 quartet with the joker"), (Rank.EIGHT, "2 quartets with the joker")):
        lab.do("meld", rank)
        shown = await given()
        assert shown != before
        left = next(seat.cards for seat in lab.view(None).seats if seat.seat == 2)
        assert f"{left} card" in shown[1]
        assert laid in shown[1]
        before = shown


async def test_a_hand_of_nothing_but_quartets_keeps_to_the_limits(texts: Texts, studio: Studio, blank: Blank) -> None:
    lab = with_hand_of(40, 5)
    state = lab.running.state
    lab.running.state = type(state)(**{**vars(state), "phase": type(state.phase)(0, may_lay=True)})
    flat = await hand(lab, 0, texts, studio, notices=["x" * 300])
    assert len([label for label in labels_of(flat) if label.startswith("Lay ")]) == 10
    assert len(offered(flat)) == 40
    assert set(blank.drawn[-1][2]["ranks"]) == {card.rank for card in short_pack(Rank.FIVE)}


async def test_who_is_out_is_told_what_it_counts(texts: Texts, studio: Studio) -> None:
    lab = lab_of(WHOLE)
    steps = len(actions_of(WHOLE))
    lab = lab_of(WHOLE, steps - 1)
    assert [factor_of(lab.snapshot, seat) for seat in range(3)] == [None, None, 3]
    said = texts_of(await hand(lab, 2, texts, studio))
    assert "You are out: what you laid counts ×\u00a03." in said
    assert "It isn’t your turn" in said
    over = texts_of(await hand(lab_of(WHOLE), 2, texts, studio))
    assert "You are out" not in over
    assert "The deal is over, and you score the most. **You score 78:** " in over
    assert "You have 78 points." in over


# -- what lies face down, and what others hold


async def test_cr_27_which_quartet_lies_there_changes_nothing_that_others_see(
    texts: Texts, studio: Studio, blank: Blank
) -> None:
    said = []
    for rank in (Rank.NINE, Rank.EIGHT):
        lab = lab_of(WHOLE, first_quartet(WHOLE)).do("meld", rank)
        others = [await hand(lab, seat, texts, studio) for seat in (0, 1)]
        flat = await public(lab, texts, studio)
        said.append((flat, others, blank.drawn[-1][1:], trick_alt(lab.snapshot, texts.plain)))
    assert repr(said[0]) == repr(said[1])


async def test_what_others_hold_changes_nothing_that_is_public(texts: Texts, studio: Studio, blank: Blank) -> None:
    """The hands of two players are exchanged, but for the card that was played."""
    said = []
    for turned in (False, True):
        lab = lab_of(WHOLE, 0)
        hands = [list(lab.view(seat).hand) for seat in range(3)]
        if turned:
            hands = [[card("JH"), *hands[2]], hands[1], [c for c in hands[0] if c is not card("JH")]]
        lab = holding(lab, hands).do("play", card("JH"))
        flat = await public(lab, texts, studio)
        said.append((flat, trick_alt(lab.snapshot, texts.plain), blank.drawn[-1][1][1:], blank.drawn[-1][2]))
    assert repr(said[0]) == repr(said[1])


# -- pictures, options and codes


async def test_all_pictures_can_be_drawn(texts: Texts, caplog: pytest.LogCaptureFixture) -> None:
    studio = patient(Straight())
    pages = []
    for count, seats in ((8, 4), (11, 3), (26, 4), (40, 5)):
        pages.append(await panel_page(with_hand_of(count, seats).private(0), texts, studio))
    steps = (0, first_quartet(WHOLE), first_quartet(WHOLE) + 5, None)
    pages += [await table_page(lab_of(WHOLE, step).snapshot, texts, studio) for step in steps]
    lab = lab_of(WHOLE)
    how = {1: {event.seat + 1: event for event in scorings(lab.snapshot)}}
    pages.append(await scores_page(lab.snapshot, [ScoredDeal(1, {1: 70, 2: 28, 3: 78})], texts, studio, how))
    assert all(picture_of(page).png.startswith(b"\x89PNG") for page in pages)
    assert len({picture_of(page).png for page in pages}) == len(pages)
    assert all(0 < len(picture_of(page).alt) <= 1024 for page in pages)
    assert not caplog.records


async def test_the_lobby_asks_for_no_chips(texts: Texts, studio: Studio) -> None:
    lobby = texts_of(await public(Lab(4, game="crummy"), texts, studio))
    assert "**Seats:** 3 to 5, best with 4." in lobby
    assert "No chips: the points count." in lobby
    assert GAMES["crummy"].judging.unit == "points"
