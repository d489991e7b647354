"""A person's private hand in every phase."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.ui.pages.panel import Looks, concern, panel_page
from engine.game import GAMES
from tests.bot.ui.held import held, ids_of, labels_of, texts_of
from tests.kit.lab import LONG, Lab

LINK = "To the table"


async def shown(lab, seat, texts, studio, **more):
    page = await panel_page(lab.private(seat), texts, studio, **more)
    return page, held(page)


@pytest.mark.parametrize("seats", [2, 10])
async def test_every_phase_keeps_to_discords_limits(seats, texts, studio):
    lab = Lab(seats, names=[f"**{LONG[3:]}_"] * seats)
    for seat in range(seats):
        await shown(lab, seat, texts, studio)
    lab.deal()
    while lab.table.playing:
        for seat in range(seats):
            await shown(lab, seat, texts, studio, notices=["x" * 300])
        prompt = GAMES["knock-poker"].prompts(lab.table.deal.state, lab.seat)[-1]
        if lab.snapshot.view.asks == "discard" and lab.snapshot.view.knocker is None:
            lab.do("knock")
            continue
        lab.do(prompt.do, prompt.choices[0] if prompt.choices else None)
    for seat in range(seats):
        await shown(lab, seat, texts, studio)


async def test_the_hand_is_named_listed_and_pictured(texts, studio):
    lab = Lab(2).deal("9S KD 9H KS 9D KC 4C KH 4H 2S")
    page, flat = await shown(lab, 0, texts, studio)
    assert "full house, nines over fours" in texts_of(flat)
    assert page.picture.name == "hand.png"
    assert page.picture.alt.startswith("Your hand: nine of spades")
    assert "four of clubs" in page.picture.alt
    assert "<#100000000000000002>" in texts_of(flat)


async def test_ones_turn_offers_what_the_prompts_offer(texts, studio):
    lab = Lab(2).deal()
    _, flat = await shown(lab, 0, texts, studio)
    assert labels_of(flat)[0] == "Draw stock"
    assert labels_of(flat)[1].startswith("Take ")
    assert labels_of(flat)[2:] == ["Knock", LINK]
    _, flat = await shown(lab, 1, texts, studio)
    assert labels_of(flat) == ["Refresh", LINK]
    assert "It isn’t your turn" in texts_of(flat)


async def test_a_minimum_that_the_hand_does_not_reach_takes_the_knock_away(texts, studio):
    lab = Lab(2, knock_minimum="straight").deal("2S AH 4D KH 6C QH 8S JC TD 9D")
    _, flat = await shown(lab, 0, texts, studio)
    assert "Knock" not in labels_of(flat)


async def test_six_cards_are_six_buttons_in_rows_of_three_in_the_order_of_the_picture(texts, studio, blank):
    lab = Lab(2).deal().do("draw", "stock")
    _, flat = await shown(lab, 0, texts, studio)
    rows = [len(one["components"]) for one in flat if one["type"] == 1]
    assert rows == [1, 3, 3, 2]  # knock, six cards, what each leaves and the link
    name, (cards, *_), how = blank.drawn[-1]
    assert name == "hand_picture"
    apart = [card for card in cards if card is not how["drawn"]] + [how["drawn"]]
    assert [one.split(":")[-1] for one in ids_of(flat) if ":discard:" in one] == [card.notation for card in apart]


async def test_what_each_card_leaves_is_one_tap_away(texts, studio):
    lab = Lab(2).deal("9S KD 9H QS 9D 8C 4C KH 4H 2S").do("draw", "stock")
    _, flat = await shown(lab, 0, texts, studio)
    assert "keeps" not in texts_of(flat)
    assert any(one.endswith(":hand:more") for one in ids_of(flat))
    _, flat = await shown(lab, 0, texts, studio, looks=Looks(explained=True))
    assert texts_of(flat).count(" keeps ") == 6
    assert "**9♠** keeps " in texts_of(flat)
    assert any(one.endswith(":hand:less") for one in ids_of(flat))


async def test_the_card_just_taken_is_no_button(texts, studio):
    lab = Lab(2).deal()
    upcard = lab.snapshot.view.middle.upcard
    lab.do("draw", "discard")
    _, flat = await shown(lab, 0, texts, studio)
    assert not any(one.endswith(f":discard:{upcard.notation}") for one in ids_of(flat))
    assert "can’t go straight back" in texts_of(flat)


async def test_after_anothers_knock_there_is_a_list_to_fold_with(texts, studio):
    lab = Lab(2).deal().do("draw", "stock").do("knock")
    lab.do("discard", lab.private(0).view.prompts[0].choices[0]).do("draw", "stock")
    _, flat = await shown(lab, 1, texts, studio)
    assert "Player0 has knocked" in texts_of(flat)
    assert [one["placeholder"] for one in flat if one["type"] == 3] == ["Fold, discarding …"]


async def test_after_the_deal_nobody_has_a_last_turn_any_more(texts, studio):
    lab = Lab(2).deal().knock_and_finish()
    _, flat = await shown(lab, 1, texts, studio)
    assert "The deal is over" in texts_of(flat)
    assert "one last turn" not in texts_of(flat)


async def test_when_the_stock_has_run_out_one_may_stay_take_or_fold(texts, studio):
    lab = Lab(10).deal().do("draw", "stock").do("knock")
    lab.do("discard", lab.private(0).view.prompts[0].choices[0])
    _, flat = await shown(lab, 1, texts, studio)
    assert labels_of(flat)[0] == "Stay"
    assert "Fold" in labels_of(flat)


async def test_who_has_folded_sees_so_and_waits(texts, studio):
    lab = Lab(3).deal().do("draw", "stock").do("knock")
    lab.do("discard", lab.private(0).view.prompts[0].choices[0]).do("draw", "stock")
    lab.do("fold", lab.private(1).view.drawn)
    _, flat = await shown(lab, 1, texts, studio)
    assert "You have folded" in texts_of(flat)
    assert labels_of(flat) == ["Refresh", LINK]


async def test_the_end_of_the_deal_takes_the_buttons(texts, studio):
    lab = Lab(2).deal().knock_and_finish()
    _, flat = await shown(lab, 0, texts, studio)
    assert "The deal is over" in texts_of(flat)
    assert labels_of(flat) == ["Next deal", LINK]


async def test_before_the_first_deal_and_for_who_was_not_dealt_in(texts, studio):
    lab = Lab(2)
    _, flat = await shown(lab, 0, texts, studio)
    assert "No cards have been dealt yet" in texts_of(flat)
    lab.deal()
    lab.table.sitters.append(replace(lab.table.sitters[0], sitting_id=9, user_id=1002, seat=None))
    _, flat = await shown(lab, 2, texts, studio)
    assert "You hold no cards in this deal" in texts_of(flat)


async def test_a_hand_concerns_its_holder_alone(texts):
    """What others do is no reason to edit anybody's message; one's own turn, and the end, are."""
    lab = Lab(3).deal()
    before = concern(lab.private(1), False)
    lab.do("draw", "stock")
    assert concern(lab.private(1), False) == before
    lab.do("discard", lab.private(0).view.drawn)
    mine = concern(lab.private(1), False)
    assert mine != before
    waiting = concern(lab.private(0), False)
    lab.turn()
    assert concern(lab.private(0), False) == waiting
    lab.knock_and_finish()
    assert concern(lab.private(0), False) != waiting
    assert concern(lab.private(0), True) != concern(lab.private(0), False)


async def test_a_hand_goes_out_without_its_picture_where_it_cannot_be_drawn(texts, studio, blank):
    blank.broken = True
    page, flat = await shown(Lab(2).deal(), 0, texts, studio)
    assert page.picture is None
    assert "**" in texts_of(flat)


async def test_no_card_in_a_log_line_when_drawing_fails(texts, studio, blank, caplog):
    blank.broken = True
    lab = Lab(2).deal()
    await shown(lab, 0, texts, studio)
    assert caplog.records
    for card in lab.private(0).view.hand:
        assert card.notation not in caplog.text
