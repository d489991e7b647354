"""A person's private hand in every phase."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from discord import ButtonStyle

from bot.i18n import Texts
from bot.service.model import Sitter
from bot.service.snapshots import private
from bot.ui.pages.concern import Looks, concern
from bot.ui.pages.page import Page
from bot.ui.pages.panel import panel_page
from bot.ui.pages.table import table_page
from bot.ui.pictures.studio import Studio
from engine.consequences import Consequence
from engine.game import GAMES
from engine.view import View
from tests.bot.ui.held import BUTTON, Component, held, ids_of, labels_of, picture_of, texts_of
from tests.kit.lab import LONG, Lab
from tests.kit.painters import Blank

LINK = "To the table"


async def shown(lab: Lab, seat: int, texts: Texts, studio: Studio, **more: Any) -> tuple[Page, list[Component]]:
    page = await panel_page(lab.private(seat), texts, studio, **more)
    return page, held(page)


@pytest.mark.parametrize("game", ["knock-poker", "crummy", "poch"])
async def test_whether_it_can_be_asked_what_moves_lead_to_takes_no_look_at_the_moves(
    game: str, texts: Texts, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    def counted(view: View) -> tuple[Consequence, ...]:
        raise AssertionError("nobody has asked")

    lab = Lab(3, game=game, chips=60).deal()
    known = GAMES[game]
    monkeypatch.setitem(GAMES, game, replace(known, telling=replace(known.telling, consequences=counted)))
    _, flat = await shown(lab, lab.seat, texts, studio, looks=Looks(explained=True))
    assert "What can I do?" in labels_of(flat)


@pytest.mark.parametrize("seats", [2, 10])
async def test_every_phase_keeps_to_discords_limits(seats, texts: Texts, studio: Studio) -> None:
    lab = Lab(seats, names=[f"**{LONG[3:]}_"] * seats)
    for seat in range(seats):
        await shown(lab, seat, texts, studio)
    lab.deal()
    while lab.table.playing:
        for seat in range(seats):
            await shown(lab, seat, texts, studio, notices=["x" * 300])
        prompt = GAMES["knock-poker"].prompts(lab.running.state, lab.seat)[-1]
        if lab.view().asks == "discard" and lab.view().knocker is None:
            lab.do("knock")
            continue
        lab.do(prompt.do, prompt.choices[0] if prompt.choices else None)
    for seat in range(seats):
        await shown(lab, seat, texts, studio)


async def test_the_hand_is_named_listed_and_pictured(texts: Texts, studio: Studio) -> None:
    lab = Lab(2).deal("9S KD 9H KS 9D KC 4C KH 4H 2S")
    page, flat = await shown(lab, 0, texts, studio)
    assert "You hold" not in texts_of(flat), "the picture says it"
    assert "You hold: full house, nines over fours." in picture_of(page).alt
    assert picture_of(page).name == "hand.png"
    assert picture_of(page).alt.startswith("Your hand: nine of spades")
    assert "four of clubs" in picture_of(page).alt
    assert "<#100000000000000002>" in texts_of(flat)


async def test_in_the_channel_the_panel_begins_with_one_line_as_the_picture_names_the_game(
    texts: Texts, studio: Studio, blank: Blank
) -> None:
    lab = Lab(2).deal()
    assert (await panel_page(lab.private(0), texts, studio, in_channel=True)).heading == "### Your hand · deal 1"
    practised = replace(lab.private(0), table=replace(lab.snapshot, practice=True))
    page = await panel_page(practised, texts, studio, in_channel=True)
    assert page.heading == "### Your hand · deal 1 · practice"
    assert "Knock Poker" in picture_of(page).alt or "Knock Poker" in str(blank.drawn)
    blank.broken = True
    assert "Knock Poker" in (await panel_page(lab.private(0), texts, Studio(blank), in_channel=True)).heading


async def test_without_pictures_words_say_what_they_would_show(texts: Texts, studio: Studio, blank: Blank) -> None:
    blank.broken = True
    lab = Lab(2).deal("9S KD 9H KS 9D KC 4C KH 4H 2S")
    lab.do("draw", "stock")
    _, flat = await shown(lab, 0, texts, studio)
    assert "You hold: full house, nines over fours." in texts_of(flat)
    drawn = lab.view(0).drawn
    assert drawn is not None
    assert f"You drew the **{texts.card_short(drawn)}** from the stock." in texts_of(flat)


async def test_ones_turn_offers_what_the_prompts_offer(texts: Texts, studio: Studio) -> None:
    lab = Lab(2).deal()
    _, flat = await shown(lab, 0, texts, studio)
    assert labels_of(flat)[0] == "Draw stock"
    assert labels_of(flat)[1].startswith("Take ")
    assert labels_of(flat)[2:] == ["Knock", "What can I do?", "What beats what", LINK]
    _, flat = await shown(lab, 1, texts, studio)
    assert labels_of(flat) == ["Refresh", "What beats what", LINK]
    assert "It isn’t your turn" in texts_of(flat)


async def test_whoever_is_to_discard_reads_that_a_knock_is_possible_too(texts: Texts, studio: Studio) -> None:
    lab = Lab(2).deal()
    _, flat = await shown(lab, 0, texts, studio)
    assert "draw a card, or knock" in texts_of(flat)
    assert "You may **knock**" not in texts_of(flat), "the question says it"
    lab.do("draw", "stock")
    assert "discard a card. You may **knock** first." in texts_of((await shown(lab, 0, texts, studio))[1])
    lab.do("knock")
    assert "You may **knock**" not in texts_of((await shown(lab, 0, texts, studio))[1])
    rummy = Lab(2, game="knock-rummy").deal().do("draw", "stock")
    _, flat = await shown(rummy, 0, texts, studio)
    assert "You may **knock**" not in texts_of(flat), "the button says with how much deadwood"
    assert labels_of(flat)[0].startswith("Knock with ")


async def test_a_minimum_that_the_hand_does_not_reach_takes_the_knock_away(texts: Texts, studio: Studio) -> None:
    lab = Lab(2, knock_minimum="straight").deal("2S AH 4D KH 6C QH 8S JC TD 9D")
    _, flat = await shown(lab, 0, texts, studio)
    assert "Knock" not in labels_of(flat)


async def test_six_cards_are_six_buttons_in_rows_of_three_in_the_order_of_the_picture(texts, studio, blank):
    lab = Lab(2).deal().do("draw", "stock")
    _, flat = await shown(lab, 0, texts, studio)
    rows = [len(part["components"]) for part in flat if part["type"] == 1]
    assert rows == [3, 3, 3]  # knock, what each leaves, and the link; six cards
    name, (cards, *_), how = blank.drawn[-1]
    assert name == "hand_picture"
    apart = [card for card in cards if card is not how["drawn"]] + [how["drawn"]]
    assert [part.split(":")[-1] for part in ids_of(flat) if ":discard:" in part] == [card.notation for card in apart]


async def test_what_each_card_leaves_is_one_tap_away(texts, studio):
    lab = Lab(2).deal("9S KD 9H QS 9D 8C 4C KH 4H 2S").do("draw", "stock")
    _, flat = await shown(lab, 0, texts, studio)
    assert "without it" not in texts_of(flat)
    assert any(part.endswith(":hand:more") for part in ids_of(flat))
    _, flat = await shown(lab, 0, texts, studio, looks=Looks(explained=True))
    assert texts_of(flat).count(" · without it: ") == 6
    assert "**9♠** · without it: two pairs, nines and fours" in texts_of(flat)
    assert any(part.endswith(":hand:less") for part in ids_of(flat))


async def test_the_card_just_taken_is_no_button(texts: Texts, studio: Studio) -> None:
    lab = Lab(2).deal()
    upcard = lab.upcard
    lab.do("draw", "discard")
    _, flat = await shown(lab, 0, texts, studio)
    assert not any(custom_id.endswith(f":discard:{upcard.notation}") for custom_id in ids_of(flat))
    assert "can’t go straight back" in texts_of(flat)


async def test_after_anothers_knock_there_is_a_list_to_fold_with(texts: Texts, studio: Studio) -> None:
    lab = Lab(2).deal().do("draw", "stock").do("knock")
    lab.do("discard", lab.view(0).prompts[0].choices[0]).do("draw", "stock")
    _, flat = await shown(lab, 1, texts, studio)
    assert "Player0 knocks!" in texts_of(flat)
    assert "Player0 has knocked" not in texts_of(flat), "once is enough"
    assert [part["placeholder"] for part in flat if part["type"] == 3] == ["Fold, discarding …"]
    assert labels_of(flat)[-1] == "What can I do?", "beside the cards: a row more would push the table out of view"
    rows = [[part.get("label") for part in row["components"]] for row in flat if row["type"] == 1]
    assert [len(row) for row in rows] == [3, 4, 1]


async def test_what_one_has_drawn_is_told_by_the_hand_alone(texts: Texts, studio: Studio) -> None:
    lab = Lab(2).deal().do("draw", "stock")
    lab.do("discard", lab.view(0).prompts[-1].choices[0])
    _, flat = await shown(lab, 1, texts, studio)
    assert "Player0 draws from the stock. Player0 discards" in texts_of(flat)
    lab.do("draw", "stock")
    _, flat = await shown(lab, 1, texts, studio)
    assert "Player0 draws from the stock. Player0 discards" in texts_of(flat)
    assert "Player1 draws" not in texts_of(flat), "the picture of the hand marks the card"
    _, flat = await shown(lab, 0, texts, studio)
    assert "Player1 draws from the stock." in texts_of(flat)


async def test_after_the_deal_nobody_has_a_last_turn_any_more(texts: Texts, studio: Studio) -> None:
    lab = Lab(2).deal().knock_and_finish()
    _, flat = await shown(lab, 1, texts, studio)
    assert "The deal is over" in texts_of(flat)
    assert "one last turn" not in texts_of(flat)


async def test_when_the_stock_has_run_out_one_may_stay_take_or_fold(texts: Texts, studio: Studio) -> None:
    lab = Lab(10).deal().do("draw", "stock").do("knock")
    lab.do("discard", lab.view(0).prompts[0].choices[0])
    _, flat = await shown(lab, 1, texts, studio)
    assert labels_of(flat)[0] == "Stay"
    assert "Fold" in labels_of(flat)


async def test_who_has_folded_sees_so_and_waits(texts: Texts, studio: Studio) -> None:
    lab = Lab(3).deal().do("draw", "stock").do("knock")
    lab.do("discard", lab.view(0).prompts[0].choices[0]).do("draw", "stock")
    lab.do("fold", lab.view(1).drawn)
    _, flat = await shown(lab, 1, texts, studio)
    assert "You have folded" in texts_of(flat)
    assert labels_of(flat) == ["Refresh", "What beats what", LINK]


async def test_the_end_of_the_deal_takes_the_buttons(texts: Texts, studio: Studio) -> None:
    lab = Lab(2).deal().knock_and_finish()
    _, flat = await shown(lab, 0, texts, studio)
    assert "The deal is over" in texts_of(flat)
    assert labels_of(flat) == ["Next deal", LINK]


async def test_before_the_first_deal_and_for_who_was_not_dealt_in(texts: Texts, studio: Studio) -> None:
    lab = Lab(2)
    _, flat = await shown(lab, 0, texts, studio)
    assert "No cards have been dealt yet" in texts_of(flat)
    lab.deal()
    lab.table.sitters += (replace(lab.table.sitters[0], sitting_id=9, user_id=1002, seat=None),)
    _, flat = await shown(lab, 2, texts, studio)
    assert "You hold no cards in this deal" in texts_of(flat)


async def test_a_hand_concerns_its_holder_alone(texts: Texts) -> None:
    """What others do is no reason to edit anybody's message; one's own turn, and the end, are."""
    lab = Lab(3).deal()
    before = concern(lab.private(1), False)
    lab.do("draw", "stock")
    assert concern(lab.private(1), False) == before
    lab.do("discard", lab.view(0).drawn)
    mine = concern(lab.private(1), False)
    assert mine != before
    waiting = concern(lab.private(0), False)
    lab.turn()
    assert concern(lab.private(0), False) == waiting
    lab.knock_and_finish()
    assert concern(lab.private(0), False) != waiting
    assert concern(lab.private(0), True) != concern(lab.private(0), False)


async def test_a_hand_goes_out_without_its_picture_where_it_cannot_be_drawn(
    texts: Texts, studio: Studio, blank: Blank
) -> None:
    blank.broken = True
    page, flat = await shown(Lab(2).deal(), 0, texts, studio)
    assert page.picture is None
    assert "**" in texts_of(flat)


async def test_no_card_in_a_log_line_when_drawing_fails(
    texts: Texts, studio: Studio, blank: Blank, caplog: pytest.LogCaptureFixture
) -> None:
    blank.broken = True
    lab = Lab(2).deal()
    await shown(lab, 0, texts, studio)
    assert caplog.records
    for card in lab.view(0).hand:
        assert card.notation not in caplog.text


async def test_practice_is_told_and_the_last_person_is_offered_it(texts: Texts, studio: Studio) -> None:
    lab = Lab(2).deal()
    mine = lab.private(0)
    page = await panel_page(replace(mine, table=replace(mine.table, practice=True)), texts, studio)
    assert "Practice: no deal counts" in texts_of(held(page))
    lab.knock_and_finish()
    mine = lab.private(0)
    page = await panel_page(replace(mine, table=replace(mine.table, one_left=True)), texts, studio)
    assert labels_of(held(page))[0] == "Go on as practice"
    assert "Only one person is left" in texts_of(held(page))
    page = await panel_page(replace(mine, table=replace(mine.table, paused=True)), texts, studio)
    assert labels_of(held(page))[0] == "Next deal"
    assert "Paused" in texts_of(held(page))


async def test_only_for_a_person_a_computer_player_takes_over(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, computers=1).deal()
    said: dict[int, str] = {}
    lab.table.timing.deadline = 1_700_000_000
    while lab.seat != 2:
        watching = 1 - lab.seat
        said[lab.seat] = texts_of((await shown(lab, watching, texts, studio))[1])
        lab.turn()
    said[2] = texts_of((await shown(lab, 0, texts, studio))[1])
    assert "is thinking" in said[2]
    assert "takes over" not in said[2]
    assert "-# The computer plays for them <t:1700000000:R>." in said[0]
    assert "-# The computer plays for them <t:1700000000:R>." in said[1]


async def test_whoever_looks_after_the_closing_is_told_that_the_pools_were_shared_out(
    texts: Texts, studio: Studio
) -> None:
    lab = Lab(3, game="poch", chips=60).deal().play_out()
    assert "shared out" not in texts_of((await shown(lab, 0, texts, studio))[1])
    lab.table.closed, lab.table.shared = True, 15
    said = texts_of((await shown(lab, 0, texts, studio))[1])
    assert "What lay on the table, 15 chips, is shared out among those who played the last deal." in said


async def test_whoever_joined_in_mid_deal_reads_when_the_next_one_starts(texts: Texts, studio: Studio) -> None:
    lab = Lab(2, names=["Ann", "Bo"]).deal()
    lab.table.sitters = (*lab.table.sitters, Sitter(9, 1009, "Zoe", 20, None))
    there = private(lab.table, 1009)
    assert "You play from the next one." in texts_of(held(await panel_page(there, texts, studio)))
    lab.knock_and_finish()
    flat = held(await panel_page(private(lab.table, 1009), texts, studio))
    assert "Next deal" in labels_of(flat)


async def test_whoever_must_bring_chips_first_can_do_so_in_the_panel_and_at_the_table(
    texts: Texts, studio: Studio
) -> None:
    lab = Lab(3, game="poch", names=["Ann", "Bo", "Cy"], chips=60).deal().play_out()
    lab.table.change(2, chips=4)
    lab.table.change(1, chips=70)
    public = replace(lab.snapshot, supply=60, game_on=False)
    assert "Top up" in labels_of(held(await table_page(public, texts, studio)))
    for seat, offered in ((0, False), (1, True)):
        there = replace(lab.private(seat), table=public)
        assert ("Top up" in labels_of(held(await panel_page(there, texts, studio)))) is offered


async def test_while_a_new_game_waits_for_chips_top_up_stands_out_and_next_deal_cannot_be_pressed(
    texts: Texts, studio: Studio
) -> None:
    lab = Lab(3, game="poch", names=["Ann", "Bo", "Cy"], chips=60).deal().play_out()
    for sitter in lab.table.sitters:
        lab.table.change(sitter.sitting_id, chips=40 if sitter.name == "Bo" else 60)
    public = replace(lab.snapshot, supply=60, game_on=False, next_deal_at=9.0)
    page = await table_page(public, texts, studio)
    assert page.call == "The new game waits until Bo has topped up."
    for flat in (held(page), held(await panel_page(replace(lab.private(1), table=public), texts, studio))):
        assert invited(flat) == ["Top up"]
    assert "Bo presses **Top up** (or `/topup`) first." in texts_of(
        held(await panel_page(replace(lab.private(0), table=public), texts, studio))
    )
    assert invited(held(await panel_page(replace(lab.private(0), table=public), texts, studio))) == []
    two = tuple(replace(sitter, chips=40) if sitter.seat == 2 else sitter for sitter in public.sitters)
    assert (await table_page(replace(public, sitters=two), texts, studio)).call == (
        "The new game waits until Bo and Cy have topped up."
    )
    away = tuple(replace(sitter, away="row") if sitter.seat == 1 else sitter for sitter in public.sitters)
    di = replace(public.sitters[0], sitting_id=9, user_id=9, name="Di", seat=None)
    without = replace(public, sitters=(*away, di))
    assert invited(held(await table_page(without, texts, studio))) == ["New game"], "the game begins without Bo"


def invited(flat: list[Component]) -> list[str]:
    """The labels of the blue buttons that can be pressed."""
    blue = [part for part in flat if part["type"] == BUTTON and part["style"] == ButtonStyle.primary.value]
    return [part["label"] for part in blue if not part.get("disabled")]


async def test_a_panel_says_who_has_won_the_game(texts: Texts, studio: Studio) -> None:
    lab = Lab(2, game="knock-rummy", names=["Ann", "Bo"], deals=1).deal().play_out()
    assert "🏆 The game is over" in texts_of(held(await panel_page(lab.private(0), texts, studio)))


async def test_panel_and_table_say_that_the_last_of_the_deals_agreed_on_was_played(
    texts: Texts, studio: Studio
) -> None:
    lab, said = Lab(2, game="knock-rummy", names=["Ann", "Bo"], deals=2), "That was the last of 2 deals."
    for over in (False, True):
        lab.deal().play_out()
        for page in (await panel_page(lab.private(0), texts, studio), await table_page(lab.snapshot, texts, studio)):
            assert (said in texts_of(held(page))) is over
    alone = Lab(2, game="knock-rummy", names=["Ann", "Bo"], deals=1).deal().play_out()
    assert "That was the last" not in texts_of(held(await panel_page(alone.private(0), texts, studio)))


async def test_whoever_has_missed_a_turn_is_warned(texts: Texts, studio: Studio) -> None:
    lab = Lab(2, names=["Ann", "Bo"]).deal()
    warned = "If that happens again, a computer player takes over"
    assert warned not in texts_of(held(await panel_page(lab.private(0), texts, studio)))
    lab.table.absent = {lab.table.sitters[0].sitting_id: 1}
    assert warned in texts_of(held(await panel_page(lab.private(0), texts, studio)))
    assert warned not in texts_of(held(await panel_page(lab.private(1), texts, studio)))
