"""Knock Rummy at the table: melds on demand, the showdown in groups, points and the score sheet."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.i18n import Texts
from bot.local.testing.driver import Person
from bot.local.testing.seen import Seen
from bot.options import read_options, what_is_played
from bot.store.model.deals import ScoredDeal
from bot.ui.pages.concern import Looks, concern
from bot.ui.pages.panel import panel_page
from bot.ui.pages.scores import scores_page, sheet_alt, sheet_captions
from bot.ui.pages.table import table_page
from bot.ui.pictures.hand import hand_alt
from bot.ui.pictures.piles import showdown_alt, table_alt
from bot.ui.pictures.studio import Studio
from bot.ui.words.melds import groups_of
from cards_img import Group
from engine.cards import card, cards
from engine.game import GAMES
from engine.middle import Piles
from tests.bot.ui.evening import Evening, cards_on, discard, dm, evening, knocks, refused, seated, sides, written
from tests.bot.ui.held import held, ids_of, labels_of, picture_of, texts_of, words_of
from tests.bot.ui.shown import hand, public
from tests.kit.lab import LONG, Lab
from tests.kit.painters import Blank, Straight, patient

TWO = "9S KD 9H QS 9D 8C 4C 4H 5C 4D 6C 3S KH 2S 7D JC AS TD 2C 7H 8H 3C"
"""Seat 0: nines, 4-5-6 of clubs, and K 7 2 A; seat 1 has nothing; the 8H is turned up, the 3C drawn first."""


def two(**rules: Any) -> Lab:
    return Lab(2, game="knock-rummy", names=["Ann", "Bo"], **rules).deal(TWO, dealer=1)


# -- the private hand


async def test_a_hand_is_shown_by_rank_with_the_ace_low_where_that_is_asked_for(
    texts: Texts, studio: Studio, blank: Blank
) -> None:
    lab = two()
    flat = await hand(lab, 0, texts, studio, arranged=False)
    assert "eadwood" not in words_of(flat)
    assert "Arrange" in labels_of(flat)
    name, arguments, _ = blank.drawn[-1]
    assert name == "hand_picture"
    assert arguments[0][0] is card("KH")
    assert arguments[0][-1] is card("AS")
    alt = hand_alt(lab.view(0), texts.plain)
    assert alt.endswith("two of clubs, and ace of spades.")
    lab.do("draw", "stock")
    flat = await hand(lab, 0, texts, studio, arranged=False)
    assert "eadwood" not in words_of(flat)
    ranks = ["K", "9", "9", "9", "7", "6", "5", "4", "3", "2", "A"]
    drawn = lab.view(0).drawn
    assert drawn is not None
    order = [named.split(":")[-1] for named in ids_of(flat) if ":discard:" in named]
    assert order[-1] == drawn.notation, "the card drawn lies apart in the picture, too"
    assert sorted(named[0] for named in order) == sorted(ranks)


async def test_it_shows_melds_together_and_the_deadwood_apart(texts: Texts, studio: Studio, blank: Blank) -> None:
    lab = two()
    flat = await hand(lab, 0, texts, studio)
    assert "4♣ 5♣ 6♣ · 9♠ 9♥ 9♦" in words_of(flat)
    assert "Deadwood 20: K♥ 7♦ 2♣ A♠" in words_of(flat)
    assert "By rank" in labels_of(flat)
    name, arguments, _ = blank.drawn[-1]
    assert name == "groups_picture"
    assert arguments[0] == (
        Group(cards("4C 5C 6C"), "", "meld"),
        Group(cards("9S 9H 9D"), "", "meld"),
        Group(cards("KH 7D 2C AS"), "", "deadwood"),
    )
    assert arguments[1].title == "Deadwood 20"
    alt = hand_alt(lab.view(0), texts.plain, arranged=True)
    assert alt == "Your hand in melds: 4♣ 5♣ 6♣ · 9♠ 9♥ 9♦. Deadwood 20: K♥ 7♦ 2♣ A♠."


async def test_with_a_card_too_many_the_count_is_that_after_the_best_discard(
    texts: Texts, studio: Studio, blank: Blank
) -> None:
    lab = two().do("draw", "stock")
    flat = await hand(lab, 0, texts, studio, explained=True)
    assert "2♣ 3♣ 4♣ 5♣ 6♣ · 9♠ 9♥ 9♦" in words_of(flat)
    assert "Deadwood 8 after a discard: K♥ 7♦ A♠" in words_of(flat)
    assert "Knock with 8" in labels_of(flat)
    assert "**K♥** · leaves deadwood 8" in texts_of(flat)
    assert texts_of(flat).count("leaves deadwood") == 11
    order = [named.split(":")[-1] for named in ids_of(flat) if ":discard:" in named]
    groups = blank.drawn[-1][1][0]
    assert order == [named.notation for group in groups for named in group.cards], "as in the picture"
    assert blank.drawn[-1][2]["drawn"] is card("3C")
    said = hand_alt(lab.view(0), texts.plain, arranged=True)
    assert "Drawn: three of clubs" in said


async def test_rum_is_said(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, game="knock-rummy").deal("7S 2H 3H 7H 4D 5D 7D 9C TC 2C KS QS 3C 8H JH 4C 6D 9S 5C TS 8C", dealer=2)
    flat = await hand(lab, 0, texts, studio)
    assert "2♣ 3♣ 4♣ 5♣ · 7♠ 7♥ 7♦" in words_of(flat)
    assert "Rum." in words_of(flat)
    lab.do("draw", "stock")
    flat = await hand(lab, 0, texts, studio)
    assert "Rum after a discard" in words_of(flat)
    assert "Knock: rum" in labels_of(flat)
    drawn = lab.view(0).drawn
    lab.do("knock").do("discard", drawn)
    said = texts_of(await public(lab, texts, studio))
    assert "Player0 shows 2♣ 3♣ 4♣ 5♣ · 7♠ 7♥ 7♦ and has rum, no deadwood!" in said
    assert "25 for the winner’s rum" in said
    assert "Rum" in showdown_alt(lab.snapshot, texts.plain)


async def test_eleven_cards_are_eleven_buttons(texts: Texts, studio: Studio) -> None:
    lab = two().do("draw", "stock")
    flat = await hand(lab, 0, texts, studio, notices=["x" * 300])
    rows = [len(component["components"]) for component in flat if component["type"] == 1]
    assert rows == [3, 3, 3, 3, 2]  # knock, and what changes the panel; the cards
    assert len([custom_id for custom_id in ids_of(flat) if ":discard:" in custom_id]) == 11


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("arranged", [False, True])
async def test_every_phase_keeps_to_discords_limits(seats, arranged, texts: Texts, studio: Studio) -> None:
    lab = Lab(seats, game="knock-rummy", names=[f"**{LONG[3:]}_"] * seats, computers=1, chips_per_point=3)
    await public(lab, texts, studio)
    lab.deal()
    turned = False
    for turn in range(60):
        for seat in range(seats - 1):
            await hand(lab, seat, texts, studio, arranged=arranged, notices=["x" * 300])
        await public(lab, texts, studio)
        if lab.middle(Piles).stock == 0:
            assert "turns the discards over" in texts_of(await public(lab, texts, studio))
            turned = True
        lab.do("draw", "stock")
        for seat in range(seats - 1):
            await hand(lab, seat, texts, studio, arranged=arranged, notices=["x" * 300])
        said = texts_of(await public(lab, texts, studio))
        if turned:
            assert "the discards are turned over, unshuffled: " in said
            break
        lab.do("discard", GAMES["knock-rummy"].prompts(lab.running.state, lab.seat)[-1].choices[turn % 3])
    assert turned
    lab.do("knock")
    await hand(lab, 0, texts, studio, arranged=arranged)
    lab.do("discard", GAMES["knock-rummy"].prompts(lab.running.state, lab.seat)[-1].choices[0])
    for seat in range(seats - 1):
        flat = await hand(lab, seat, texts, studio)
        assert "Arrange" not in labels_of(flat)
        assert "eadwood" in words_of(flat), "at the showdown everybody sees the melds"
    await public(lab, texts, studio)
    lab.table.closed = True
    await public(lab, texts, studio)


@pytest.mark.parametrize("back", [False, True])
async def test_kr_14_a_card_taken_goes_back_where_the_table_allows_it(back, texts: Texts, studio: Studio) -> None:
    lab = two(return_taken_card=back)
    lab.do("draw", "discard")
    flat = await hand(lab, 0, texts, studio)
    assert ("you may put it back" in texts_of(flat)) == back
    assert ("it can’t go straight back" in texts_of(flat)) != back
    assert any(custom_id.endswith(":discard:8H") for custom_id in ids_of(flat)) == back


def test_whether_melds_are_shown_is_part_of_what_a_message_shows() -> None:
    lab = two()
    assert concern(lab.private(0), False, Looks()) != concern(lab.private(0), False, Looks(arranged=False))


# -- the table


async def test_nothing_of_a_hand_is_public_before_the_showdown(texts: Texts, studio: Studio, blank: Blank) -> None:
    lab = two()
    for do, argument in (("draw", "stock"), ("knock", None)):
        lab.do(do, argument)
        said = texts_of(await public(lab, texts, studio)) + table_alt(lab.snapshot, texts.plain)
        assert "eadwood" not in said
        assert not any(sign in said for sign in ("K♥", "9♠", "3♣", "K♦"))
        name, arguments, _ = blank.drawn[-1]
        assert name == "table_picture"
        assert not any(seat.hand or seat.melds or seat.deadwood is not None for seat in arguments[0].seats)
    said = words_of(await hand(lab, 1, texts, studio))
    assert "Ann has knocked: the deal ends with this turn’s discard." in said
    assert "9♠" not in said


async def test_the_showdown_is_told_and_drawn_in_groups(texts: Texts, studio: Studio, blank: Blank) -> None:
    lab = two().do("draw", "stock").do("knock").do("discard", card("KH"))
    said = texts_of(await public(lab, texts, studio))
    assert "Ann shows 2♣ 3♣ 4♣ 5♣ 6♣ · 9♠ 9♥ 9♦ and deadwood 8: 7♦ A♠." in said
    assert "Bo shows no meld, and deadwood 68: K♦ Q♠ J♣ 10♦ 8♣ 7♥ 4♥ 4♦ 3♠ 2♠." in said
    assert "Bo loses 60 points." in said
    assert "**Ann** +60 (60 points) · **Bo** −60 (−60 points)" in said
    name, arguments, named = blank.drawn[-1]
    assert name == "showdown_picture"
    assert arguments[1].hands == ("Deadwood 8", "Deadwood 68")
    assert [group.mark for group in named["groups"][0]] == ["meld", "meld", "deadwood"]
    assert [group.mark for group in named["groups"][1]] == ["deadwood"]
    assert "Ann +60, shows 2♣ 3♣ 4♣ 5♣ 6♣ · 9♠ 9♥ 9♦; Deadwood 8: 7♦ A♠" in showdown_alt(lab.snapshot, texts.plain)
    said = texts_of(await hand(lab, 1, texts, studio))
    assert "**You lose 60:** 60 more deadwood than the lowest hand." in said


async def test_kr_32_a_beaten_knock_says_what_it_costs(texts: Texts, studio: Studio) -> None:
    lab = two()
    lab.do("draw", "stock").do("discard", card("3C")).do("draw", "stock").do("knock")
    lab.do("discard", lab.view(1).drawn)
    said = texts_of(await public(lab, texts, studio))
    assert "Bo loses 58 points: 48 for the difference and 10 for a knock that was beaten." in said
    assert "**Ann** +58" in said


async def test_kr_42_points_are_paid_in_chips_and_there_is_no_pot(texts: Texts, studio: Studio, blank: Blank) -> None:
    lab = two(chips_per_point=2)
    flat = await public(lab, texts, studio)
    assert "Pot" not in table_alt(lab.snapshot, texts.plain)
    assert blank.drawn[-1][1][1].pot == ""
    lab.do("draw", "stock").do("knock").do("discard", card("KH"))
    flat = await public(lab, texts, studio)
    assert "Bo pays Ann 120 chips (for points)." in texts_of(flat)
    assert "Scores" in labels_of(flat)


async def test_without_chips_nobody_needs_any(texts: Texts, studio: Studio) -> None:
    game = GAMES["knock-rummy"]
    assert read_options(texts, game, {}).chips == 0
    assert read_options(texts, game, {"chips_per_point": 1}).chips == 200
    lobby = texts_of(await public(Lab(2, game="knock-rummy"), texts, studio))
    assert "No chips: the points count." in lobby
    assert "rounds" not in lobby
    chosen = read_options(texts, game, {"deals": 3, "rum_points": 1, "rum_bonus": "knocker_only"}).rules
    assert what_is_played(texts.at("knock-rummy"), game, chosen) == [
        "3 deals",
        "rum earns 1",
        "a beaten knocker pays 10 extra",
        "for points alone",
        "knock with any deadwood",
        "only the knocker’s rum counts",
    ]
    assert texts.option_value("knock-rummy", "deals", 0) == "one for each player"


# -- the score sheet


async def test_the_score_sheet_has_a_column_a_player_and_a_row_a_deal(
    texts: Texts, studio: Studio, blank: Blank
) -> None:
    lab = two().do("draw", "stock").do("knock").do("discard", card("KH"))
    deals = [ScoredDeal(3, {9: 5, 2: -5}), ScoredDeal(4, {1: 60, 2: -60})]
    captions = sheet_captions(lab.snapshot, deals, texts.plain)
    assert [row.caption for row in captions.rows] == ["Deal 3", "Deal 4"]
    assert [row.cells for row in captions.rows] == [("–", "−5"), ("+60", "−60")]
    assert captions.totals is not None
    assert captions.totals.cells == ("60", "−60")
    assert captions.leaders == (0,)
    assert captions.detail == "1 of 2 deals"
    alt = sheet_alt(lab.snapshot, deals, texts.plain)
    assert alt.startswith("Scores of Knock Rummy: Ann 60 points and Bo −60 points. Deal 4: Ann +60 and Bo −60.")
    flat = held(await scores_page(lab.snapshot, deals, texts, studio))
    assert "**Ann** 60 points" in texts_of(flat)
    assert "Players who have got up since then have no column." in texts_of(flat)
    assert blank.drawn[-1][0] == "score_sheet_picture"
    flat = held(await scores_page(lab.snapshot, deals[1:], texts, studio))
    assert "have got up" not in texts_of(flat)
    assert "No deal of this game is over yet." in texts_of(held(await scores_page(lab.snapshot, [], texts, studio)))


async def test_all_pictures_can_be_drawn(texts: Texts, caplog: pytest.LogCaptureFixture) -> None:
    studio = patient(Straight())
    for seats in (2, 6):
        lab = Lab(seats, game="knock-rummy").deal()
        pages = [
            await panel_page(lab.private(0), texts, studio),
            await table_page(lab.snapshot, texts, studio),
        ]
        lab.do("draw", "stock")
        pages.append(await panel_page(lab.private(0), texts, studio))
        lab.do("knock").do("discard", lab.view(0).drawn)
        pages.append(await table_page(lab.snapshot, texts, studio))
        net = {s.sitting_id: n for s, n in zip(lab.snapshot.players, lab.result.net, strict=True)}
        pages.append(await scores_page(lab.snapshot, [ScoredDeal(1, net)] * 13, texts, studio))
        assert all(picture_of(page).png.startswith(b"\x89PNG") for page in pages)
        assert len({picture_of(page).png for page in pages}) == len(pages)
        assert all(group.cards for seat in lab.view().seats for group in groups_of(seat))
    assert not caplog.records


# -- through the real client


async def turn(person: Person, *, knock: bool = False) -> None:
    """Draws, perhaps knocks, and discards with the buttons of the private hand."""
    message = dm(person)
    await person.until(lambda: "Draw stock" in message.labels)
    held_before = len(cards_on(message))
    await person.click(message, "Draw stock")
    await person.until(lambda: len(cards_on(message)) > max(held_before, 10))
    if knock:
        label = next(label for label in message.labels if label.startswith("Knock"))
        await knocks(person, lambda: message, label)
    await person.click(message, custom_id=discard(message))


async def test_a_game_of_two_deals_by_buttons(tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night, "knock-rummy", deals=2)
        first, other = sides(night)
        await refused(await first.command("knock"), "A turn begins with a draw")
        await refused(await first.command("fold"), "That isn’t done in Knock Rummy")
        hands = dm(other)
        await other.click(hands, "By rank")
        await other.until(lambda: "Arrange" in hands.labels)
        await turn(first)
        await other.until(lambda: "Draw stock" in hands.labels)
        assert "Arrange" in hands.labels, "whoever asked for ranks goes on seeing them"
        assert "By rank" in dm(first).labels
        await other.click(hands, "Arrange")
        await other.until(lambda: "By rank" in hands.labels)
        await turn(other, knock=True)
        await night.until(lambda: night.table.stage == "between")
        await night.settled()
        assert "deadwood" in (await night.ending()).text
        nets = [night.result.net]
        (sheet,) = [m for m in (await first.click(await night.ending(first), "Scores")).messages if m.ephemeral]
        assert "Knock Rummy · scores" in sheet.text
        captions = next(arguments[0] for name, arguments, _ in reversed(blank.drawn) if name == "score_sheet_picture")
        assert [row.caption for row in captions.rows] == ["Deal 1"]

        for number in (2, 3):
            await night.you.click(night.live(), "Next deal" if number == 2 else "New game")
            await night.until(partial(playing, night, number))
            await night.settled()
            first, _ = sides(night)
            await written(first, f"deal {number}")
            await turn(first, knock=True)
            await night.until(lambda: night.table.stage == "between")
            await night.settled()
            nets.append(night.result.net)
            assert ("The game is over" in night.live().text) == (number == 2)
            await night.you.click(await night.ending(), "Scores")
            sheets = [arguments[0] for name, arguments, _ in blank.drawn if name == "score_sheet_picture"]
            assert [row.caption for row in sheets[-1].rows] == (["Deal 1", "Deal 2"] if number == 2 else ["Deal 3"])
            totals = [sum(net) for net in zip(*(nets if number == 2 else nets[2:]), strict=True)]
            assert [int(cell.replace("−", "-")) for cell in sheets[-1].totals.cells] == totals
        assert all(sum(net) == 0 for net in nets)


def playing(night: Evening, number: int) -> bool:
    return night.table.stage == "playing" and night.table.turn.deal == number


def lacks(message: Seen, label: str) -> bool:
    return label not in message.labels


async def test_computer_players_play_a_deal_to_its_end(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        lobby = await night.you.command("newgame knock-rummy", chips_per_point=1)
        await night.you.click(lobby, "Add computer player")
        await night.until(lambda: len(night.table.sitters) == 2)
        await night.you.click(lobby, "Start")
        await night.until(lambda: night.table.stage != "lobby")
        for _ in range(200):
            await night.until(
                lambda: night.table.stage == "between" or night.acting.user_id is not None, "a person's turn"
            )
            if night.table.stage == "between":
                break
            await night.you.command("draw", from_="stock")
            choice = (await night.you.autocomplete("discard", "card", ""))[0].value
            await night.you.command("discard", card=choice)
        assert night.view.knocker is not None
        assert sum(s.chips for s in night.table.players) == 400
        await night.settled()
        # One chip is no chips, and who ties with the knocker alone pays nothing (KR-33).
        assert ("(for points)" in (await night.ending()).text) == any(night.result.net)
