"""Poe Crumb at the table: the knock instead of a turn, jokers, and rounds instead of chips."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from bot.i18n import Texts
from bot.local.testing.seen import Seen
from bot.options import read_options
from bot.ui.pages.moves import open_moves
from bot.ui.pictures.studio import Studio
from engine.cards import card
from engine.game import GAMES
from tests.bot.ui.evening import cards_on, discard, dm, evening, labelled, refused, seated, sides
from tests.bot.ui.held import ids_of, labels_of, texts_of
from tests.bot.ui.shown import hand, public
from tests.kit.lab import Lab
from tests.kit.painters import Blank


async def test_a_knock_comes_instead_of_a_later_turn(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, game="poe-crumb").deal()
    for _ in range(3):
        assert [move.verb for move in open_moves(lab.snapshot)] == ["draw", "draw", "hand"]
        lab.do("draw", "stock")
        assert [move.verb for move in open_moves(lab.snapshot)] == ["hand"]
        lab.do("discard", lab.view(lab.seat).drawn)
    flat = await public(lab, texts, studio)
    assert [move.verb for move in open_moves(lab.snapshot)] == ["draw", "draw", "knock", "hand"]
    assert "Knock" in labels_of(flat)
    assert "draw a card, or knock" in texts_of(flat)
    assert "or knock with the cards you hold" in texts_of(await hand(lab, 0, texts, studio))
    lab.do("knock")
    assert "Knock" not in labels_of(await public(lab, texts, studio))
    lab.turn().turn()
    said = texts_of(await public(lab, texts, studio))
    assert "Player0 knocks!" in said
    assert "the round" in said


async def test_the_card_just_taken_may_be_put_back(texts: Texts, studio: Studio) -> None:
    lab = Lab(2, game="poe-crumb").deal()
    upcard = lab.upcard
    lab.do("draw", "discard")
    flat = await hand(lab, 0, texts, studio)
    assert any(custom_id.endswith(f":discard:{upcard.notation}") for custom_id in ids_of(flat))
    assert "you may put it back" in texts_of(flat)


async def test_a_hand_with_a_joker_says_what_it_is_worth(texts: Texts, studio: Studio, blank: Blank) -> None:
    blank.broken = True  # a picture would say it
    lab = Lab(2, game="poe-crumb", jokers=2).deal("TS 2H 9H 3H 8D 4H 7C 5H X1 7H KS X2")
    assert "You hold: aided straight, jack high." in texts_of(await hand(lab, 0, texts, studio))
    lab.do("draw", "stock")
    flat = await hand(lab, 0, texts, studio)
    assert "You hold: aided straight, queen high." in texts_of(flat)
    assert [label for label in labels_of(flat) if "joker" in label] == ["joker", "joker · new"]
    lab.do("discard", card("X2"))
    assert "discards the joker" in texts_of(await public(lab, texts, studio))
    assert "Take joker" in labels_of(await public(lab, texts, studio))


async def test_rounds_are_counted_where_others_have_chips(texts: Texts, studio: Studio, blank: Blank) -> None:
    lab = Lab(2, game="poe-crumb", names=["Ann", "Bo"], target_wins=2)
    said = texts_of(await public(lab, texts, studio))
    assert "chip" not in said.replace("No chips", "")
    assert "- Ann\n" in said
    for rounds in (1, 2):
        lab.deal("AS 2H AH 3D AD 4C AC 7S KD 9C", dealer=1)
        lab.turn().turn().do("knock").turn()
        said = texts_of(await public(lab, texts, studio))
        assert "Ann wins the round." in said
        assert f"**Ann** +1 ({'1 round won' if rounds == 1 else '2 rounds won'})" in said
        assert "**Bo** 0 (0 rounds won)" in said
        assert ("The game is over, and Ann wins it" in said) == (rounds == 2)
        assert "Top up" not in labels_of(await public(lab, texts, studio))
        said = texts_of(await hand(lab, 0, texts, studio))
        assert f"You have {'1 round won' if rounds == 1 else '2 rounds won'}." in said
    lab.table.closed, lab.table.dealt = True, 2
    said = texts_of(await public(lab, texts, studio))
    assert "2 deals were played." in said
    assert "chips" not in said
    captions = [arguments[1] for name, arguments, _ in blank.drawn if name == "showdown_picture"]
    assert captions[-1].seats[0].tally == "2 rounds"


async def test_with_an_ante_there_are_rounds_and_chips(texts: Texts, studio: Studio) -> None:
    lab = Lab(2, game="poe-crumb", names=["Ann", "Bo"], ante=3)
    assert "- Ann, 20 chips" in texts_of(await public(lab, texts, studio))
    lab.deal("AS 2H AH 3D AD 4C AC 7S KD 9C", dealer=1).turn().turn().do("knock").turn()
    said = texts_of(await public(lab, texts, studio))
    assert "Ann takes 6 chips from the pot" in said
    assert "**Ann** +1 (1 round won, " in said
    lab.table.change(1, chips=17)
    assert "Top up" in labels_of(await public(lab, texts, studio))


async def test_ties_share_the_round(texts: Texts, studio: Studio) -> None:
    lab = Lab(2, game="poe-crumb", names=["Ann", "Bo"])
    lab.deal("AS AH KS KH QS QH JS JH 9D 9C", dealer=1).turn().turn().do("knock").turn()
    said = texts_of(await public(lab, texts, studio))
    assert "Ann and Bo tie; each of them wins the round" in said
    assert "**Ann** +1 (1 round won)" in said
    assert "**Bo** +1 (1 round won)" in said


def test_who_plays_for_no_chips_needs_none(texts: Texts) -> None:
    game = GAMES["poe-crumb"]
    assert read_options(texts, game, {}).chips == 0
    assert read_options(texts, game, {"ante": 1}).chips == 20
    assert read_options(texts, game, {"ante": 1, "chips": 50}).chips == 50


@pytest.mark.parametrize("sudden_death", [False, True])
async def test_ten_players_and_a_stock_that_runs_out(sudden_death, texts: Texts, studio: Studio) -> None:
    lab = Lab(10, game="poe-crumb", names=["W" * 32] * 10, sudden_death=sudden_death, jokers=1).deal()
    said = ""
    while lab.table.playing and not lab.running.shuffles:
        for seat in (lab.seat, (lab.seat + 1) % 10):
            await hand(lab, seat, texts, studio)
        said = texts_of(await public(lab, texts, studio))
        lab.turn()
    said = texts_of(await public(lab, texts, studio))
    assert ("Sudden Death!" in said) == sudden_death
    assert ("the discards under the top one are shuffled" in said) != sudden_death


# -- through the real client


def holds(message: Seen, count: int) -> bool:
    return len(cards_on(message)) == count


async def test_rounds_of_poe_crumb_by_buttons_and_commands(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        await seated(night, "poe-crumb", jokers=1, target_wins=1)
        first, other = sides(night)
        await refused(await first.command("knock"), "You can’t knock on your own first turn")
        await refused(await first.command("fold"), "That isn’t done in Poe Crumb")
        for person in (first, other):
            message = dm(person)
            await labelled(person, message, "Draw stock")
            assert "Knock" not in message.labels
            await person.click(message, "Draw stock")
            await person.until(partial(holds, message, 6))
            await refused(await person.command("knock"), "You knock instead of a turn")
            await person.click(message, custom_id=discard(message))
        await first.until(lambda: "Knock" in dm(first).labels)
        await night.settled()
        assert "Knock" in night.live().labels
        await first.command("settings", ask_first=False)
        await first.click(dm(first), "Knock")
        await other.until(lambda: "has knocked" in dm(other).text)
        await other.click(dm(other), "Draw stock")
        await other.until(lambda: len(cards_on(dm(other))) == 6)
        await other.click(dm(other), custom_id=discard(dm(other)))
        await night.until(lambda: "New game" in night.live().labels)
        assert "round" in night.live().text
        assert "The game is over" in night.live().text
        await night.you.until(lambda: "The round is over" in dm(night.you).text)
        assert "180 chips" not in (await night.ann.command("chips")).text, "nobody pays to sit down"
        board = await night.ann.command("leaderboard")
        assert "Nobody has won chips here yet" in board.text
        assert "Deals that are played for chips count, in every game" in board.text
        await night.you.click(night.live(), "New game")
        await night.until(lambda: night.table.turn.deal == 2)
        assert [seat.score for seat in night.view.seats] == [0, 0], "a new game begins"
