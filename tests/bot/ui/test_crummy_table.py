"""Crummy at the table: the trick as everybody sees it, a halt, the end of a deal and how each score came about."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.i18n import Texts
from bot.i18n.plays import scored
from bot.service.model import Told
from bot.store.model.deals import ScoredDeal
from bot.ui.pages.concern import concern
from bot.ui.pages.scores import scores_page, sheet_alt, sheet_captions
from bot.ui.pictures.studio import Studio
from bot.ui.pictures.trick import note, trick_alt
from bot.ui.words.asking import called
from bot.ui.words.moves import LONGEST, last_moves
from bot.ui.words.story import recent
from bot.ui.words.tricks import scorings, trick_of
from cards_img import Group
from engine.actions import Halt
from engine.cards import Rank, card, cards
from engine.events import CardPlayed, Passed, QuartetLaid, QuartetsScored
from engine.players import PLAYERS
from engine.shuffle import Stream
from tests.bot.ui.crummy import HALT, NAMES, WHOLE, actions_of, first_quartet, lab_of, offered
from tests.bot.ui.held import held, labels_of, texts_of
from tests.bot.ui.shown import hand, public
from tests.kit.lab import LONG, Lab
from tests.kit.painters import Blank

# -- calling a halt (CR-53)


def halted(**rules: Any) -> Lab:
    """The moment before the halt is called."""
    return lab_of(HALT, next(i for i, action in enumerate(actions_of(HALT)) if isinstance(action, Halt)), **rules)


async def test_cr_53_both_may_call_a_halt_and_only_they_see_the_button(
    texts: Texts, studio: Studio, blank: Blank
) -> None:
    lab = halted()
    leader, other = lab.game.to_act(lab.running.state)
    for seat in (leader, other):
        flat = await hand(lab, seat, texts, studio)
        assert "Call a halt" in labels_of(flat)
        assert "You may **call a halt**" in texts_of(flat)
    flat = await hand(lab, other, texts, studio)
    assert offered(flat) == [], "who is not on lead may call a halt and nothing else"
    assert "It isn’t your turn" in texts_of(flat)
    assert "Your turn" not in texts_of(flat)
    (out,) = {0, 1, 2} - {leader, other}
    assert "Call a halt" not in labels_of(await hand(lab, out, texts, studio))
    assert "halt" not in texts_of(await hand(lab, out, texts, studio))
    assert concern(lab.private(other), False) != concern(halted(halt="off").private(other), False)


async def test_that_a_halt_may_be_called_changes_nothing_that_is_public(
    texts: Texts, studio: Studio, blank: Blank
) -> None:
    said = []
    for rules in ({}, {"halt": "off"}):
        lab = halted(**rules)
        assert len(lab.game.to_act(lab.running.state)) == (2 if not rules else 1)
        flat = await public(lab, texts, studio)
        name, arguments, named = blank.drawn[-1]
        seen = arguments[0]
        said.append((flat, trick_alt(lab.snapshot, texts.plain), name, seen.to_act, seen.seats, arguments[1:], named))
    assert said[0] == said[1]


async def test_cr_51_a_halt_is_told_and_scored(texts: Texts, studio: Studio) -> None:
    lab = lab_of(HALT)
    said = texts_of(await public(lab, texts, studio))
    caller = next(action for action in actions_of(HALT) if isinstance(action, Halt)).seat
    assert f"{lab.snapshot.at(caller).name} calls a halt." in said
    assert [event.factor for event in scorings(lab.snapshot)] == [3, 2, 1]
    assert scorings(lab.snapshot)[1].seat == caller
    said = texts_of(await public(lab_of("halt-deemed"), texts, studio))
    assert "that counts as a halt called by" in said


async def test_cr_55_a_void_deal_turns_nothing_up(texts: Texts, studio: Studio, blank: Blank) -> None:
    lab = lab_of("void-third-repetition")
    said = texts_of(await public(lab, texts, studio))
    assert "called off. Nobody scores." in said
    assert "laid" not in said.replace("laid aside", "")
    assert blank.drawn[-1][0] == "showdown_picture"
    assert not any(blank.drawn[-1][2]["groups"])


# -- the table


async def test_the_picture_is_the_trick_and_its_alt_text_says_the_same(
    texts: Texts, studio: Studio, blank: Blank
) -> None:
    lab = lab_of(WHOLE)
    second = first_quartet(WHOLE) + 2  # both quartets are laid: the second trick begins
    lab = lab_of(WHOLE, second + 3)
    trick = trick_of(lab.snapshot)
    assert trick.cards == cards("JH JD AC")
    assert set(trick.passed) == {2} == {s.seat for s in lab.view().seats if s.passed}
    flat = await public(lab, texts, studio)
    assert labels_of(flat) == ["My hand"]
    assert "Ann, it’s your turn: play ♠." in texts_of(flat)
    assert "Cy has to pass." in texts_of(flat)
    name, arguments, _ = blank.drawn[-1]
    assert name == "trick_picture"
    assert arguments[0].middle == trick
    assert trick.winner is None
    assert [seat.quartets for seat in arguments[0].seats] == [0, 0, 2]
    assert trick.marked == 2
    assert [seat.note for seat in arguments[1].seats] == ["", "", "passed"]
    assert arguments[1].call == "Ann plays ♠"
    assert trick_alt(lab.snapshot, texts.plain) == (
        "Crummy, deal 1. The trick: jack of hearts from Cy, jack of diamonds from Ann, and ace of clubs from Bo. "
        "Still open: spades. Ann, 0 points, 8 cards (to act); Bo, 0 points, 9 cards; "
        "Cy, 0 points, 4 cards, 2 quartets with the joker (passed)."
    )


async def test_a_trick_that_is_taken_stays_to_be_seen_until_the_next_lead(
    texts: Texts, studio: Studio, blank: Blank
) -> None:
    taken = first_quartet(WHOLE)
    lab = lab_of(WHOLE, taken)
    for _ in range(3):
        await public(lab, texts, studio)
        trick = blank.drawn[-1][1][0].middle
        assert trick.cards == cards("JH 9C KD 8S")
        assert trick.winner == 2
        said = trick_alt(lab.snapshot, texts.plain)
        assert "The last trick: jack of hearts from Ann, nine of clubs from Bo," in said
        assert "eight of spades from Ann. Cy took it." in said
        lab.take(actions_of(WHOLE)[lab.running.seq])
    await public(lab, texts, studio)
    assert blank.drawn[-1][1][0].middle.cards == (card("JH"),)


def test_the_last_moves_are_a_trick_from_its_first_card_on_and_who_took_the_one_before(texts: Texts) -> None:
    start, texts = first_quartet(WHOLE), texts.at("crummy")
    told = [last_moves(lab_of(WHOLE, start + more).snapshot, texts).line for more in (-1, 0, 1, 3, 4, 5, 6)]
    assert told == [
        "▸ J♥ Ann · 9♣ Bo · K♦ Cy",
        "▸ J♥ Ann · 9♣ Bo · K♦ Cy · 8♠ Ann ▸ Cy takes the trick: the K♦ is the highest.",
        "▸ Cy takes the trick: the K♦ is the highest. Cy lays the first quartet, and the joker on it.",
        "▸ J♥ Cy",
        "▸ J♥ Cy · J♦ Ann",
        "▸ J♥ Cy · J♦ Ann · A♣ Bo ▸ Cy has to pass.",
        "▸ J♥ Cy · J♦ Ann · A♣ Bo ▸ Cy has to pass. ▸ J♠ Ann "
        "▸ Ann takes the trick: the J♠ is the last to match another.",
    ]
    lab = lab_of(WHOLE, start - 1)
    lab.running.told = (*lab.running.told[:-1], replace(lab.running.told[-1], by_computer=True))
    assert last_moves(lab.snapshot, texts).line == "▸ J♥ Ann · 9♣ Bo ▸ Cy: **K♦**. _(Played by the computer.)_"


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_no_line_of_cards_lacks_the_first_of_their_trick(seats: int, texts: Texts) -> None:
    lab, after = Lab(seats, game="crummy", names=NAMES[:seats]).deal(), 0
    while lab.table.playing:
        line, trick = last_moves(lab.snapshot, texts).line or "", trick_of(lab.snapshot)
        assert len(line) <= LONGEST + len("▸ ")
        cards = [texts("trick-card", card=each.card, name=NAMES[each.seat]) for each in trick.played]
        told = [card in line for card in cards]
        assert all(told) or (trick.taker is not None and not any(told)), line
        after += trick.taker is None and "takes the trick" in line
        lab.take(PLAYERS["careful"].choose(lab.view(lab.seat), Stream(bytes(32))))
    assert after


async def test_the_first_lead_has_no_trick(texts: Texts, studio: Studio, blank: Blank) -> None:
    lab = lab_of(WHOLE, 0)
    await public(lab, texts, studio)
    assert blank.drawn[-1][1][0].middle.cards == ()
    assert "No card has been played yet." in trick_alt(lab.snapshot, texts.plain)
    assert called(lab.view(), "Ann", texts.at("crummy")) == "Ann, it’s your turn: lead any card."


@pytest.mark.parametrize("name", [WHOLE, HALT, "first-out-without-a-quartet-five", "several-out-on-one-trick"])
async def test_every_moment_keeps_to_discords_limits_and_the_trick_is_that_of_the_view(
    name, texts: Texts, studio: Studio
) -> None:
    for step in range(len(actions_of(name)) + 1):
        lab = lab_of(name, step)
        for sitter in range(len(lab.table.sitters)):
            lab.table.change(sitter + 1, name=f"**{LONG[3:]}_")
        seats = range(len(lab.table.sitters))
        await public(lab, texts, studio)
        for seat in seats:
            await hand(lab, seat, texts, studio, notices=["x" * 300])
        assert lab.view().result or len(trick_alt(lab.snapshot, texts.plain)) <= 1024, "nothing is cut off"
        trick = trick_of(lab.snapshot)
        if trick.winner is None:
            assert set(trick.passed) == {seat.seat for seat in lab.view().seats if seat.passed}
    lab.table.closed = True
    await public(lab, texts, studio)


async def test_who_has_gone_out_is_marked_at_the_table(texts: Texts, studio: Studio, blank: Blank) -> None:
    lab = lab_of(WHOLE, len(actions_of(WHOLE)) - 1)
    trick = trick_of(lab.snapshot)
    assert note(2, trick, texts.plain) == "out: × 3"
    await public(lab, texts, studio)
    assert blank.drawn[-1][1][1].seats[2].note == "out: × 3"


def test_several_passes_are_one_sentence(texts: Texts) -> None:
    lab = Lab(5, game="crummy", names=NAMES).deal()
    events = (CardPlayed(0, card("7S")), Passed(1), Passed(2), Passed(3))
    lab.running.told += (Told(1, events),)
    lab.running.seq = 1
    said = recent(lab.snapshot, texts.at("crummy"))
    assert said == "- Ann: **7♠**. Bo, Cy, and Di have to pass."


def test_several_quartets_of_a_seat_are_one_sentence(texts: Texts) -> None:
    lab = Lab(3, game="crummy", names=NAMES[:3]).deal()
    for events, said in (
        ((QuartetLaid(0, True), QuartetLaid(0), QuartetLaid(0)), "and the joker on it. Ann lays 2 quartets."),
        ((QuartetLaid(0), QuartetLaid(1), QuartetLaid(1)), "Ann lays a quartet. Bo lays 2 quartets."),
    ):
        lab.running.told = (lab.running.told[0], Told(1, events))
        lab.running.seq = 1
        assert said in recent(lab.snapshot, texts.at("crummy"))


# -- the end of a deal


async def test_the_end_says_who_went_out_in_which_order_and_how_each_score_came_about(
    texts: Texts, studio: Studio, blank: Blank
) -> None:
    lab = lab_of(WHOLE)
    said = texts_of(await public(lab, texts, studio))
    assert "1\\. Cy laid nines with the joker and eights: 3 ×\u00a0(18 + 8) = 78 points." in said
    assert "2\\. Ann laid aces, jacks, and queens: 2 ×\u00a0(13 + 11 + 11) = 70 points." in said
    assert "3\\. Bo laid tens, kings, and sevens: 1 ×\u00a0(10 + 11 + 7) = 28 points." in said
    assert "Cy scores the most in this deal." in said
    assert "**Ann** +70 (70 points) · **Bo** +28 (28 points) · **Cy** +78 (78 points)" in said
    name, arguments, named = blank.drawn[-1]
    assert name == "showdown_picture"
    assert arguments[1].hands == ("2 ×\u00a0(13 + 11 + 11)", "1 ×\u00a0(10 + 11 + 7)", "3 ×\u00a0(18 + 8)")
    nines = cards("9S 9H 9D 9C")
    assert named["groups"][2][0] == Group(nines, "18", "meld")
    assert [group.mark for group in named["groups"][0]] == ["", "", ""]
    picture = await Studio(blank).showdown(lab.snapshot, texts)
    assert picture is not None
    assert "Cy +78: 3 ×\u00a0(18 + 8), nines with the joker and eights" in picture.alt
    assert named["order"] == (2, 0, 1), "picture and alt text have the order of the text, that of going out"
    assert re.findall(r"(\w+) \+\d+:", picture.alt) == ["Cy", "Ann", "Bo"]


@pytest.mark.parametrize(
    ("seat", "words"),
    [
        (QuartetsScored(0, 4, (Rank.JACK, Rank.EIGHT), None, 19, (11, 8)), "4 ×\u00a0(11 + 8)"),
        (QuartetsScored(1, 3, (), None, 25), "3 ×\u00a025"),
        (QuartetsScored(2, 2, (Rank.SEVEN, Rank.ACE), None, 20, (7, 13)), "2 ×\u00a0(7 + 13)"),
        (
            QuartetsScored(3, 1, (Rank.NINE, Rank.TEN, Rank.QUEEN, Rank.KING), Rank.KING, 52, (9, 10, 11, 22)),
            "1 ×\u00a0(9 + 10 + 11 + 22)",
        ),
        (QuartetsScored(3, 2, (Rank.KING,), Rank.KING, 22, (22,)), "2 ×\u00a022"),
    ],
)
def test_cr_45_how_a_score_came_about(seat: QuartetsScored, words: str, texts: Texts) -> None:
    assert scored(texts, seat) == texts.scored(seat) == words
    assert scored(texts, seat, short=True) == "".join(words.split())
    line = texts.event(seat, lambda seat: NAMES[seat])
    assert line is not None
    assert f"{words} = {seat.points} points." in line
    assert ("with the joker" in line) == (seat.marked is not None)
    assert ("laid no quartet" in line) == (not seat.quartets)


async def test_a_seat_without_a_quartet_shows_what_that_counts(texts: Texts, studio: Studio, blank: Blank) -> None:
    lab = lab_of("first-out-without-a-quartet")
    await public(lab, texts, studio)
    name, arguments, named = blank.drawn[-1]
    assert name == "showdown_picture"
    empty = [seat for seat, groups in enumerate(named["groups"]) if not groups]
    assert empty
    assert all(" ×\u00a025" in arguments[1].seats[seat].note for seat in empty)
    assert all(not arguments[0].seats[seat].hand for seat in empty)


async def test_the_score_sheet_shows_how_each_score_came_about(texts: Texts, studio: Studio, blank: Blank) -> None:
    lab = lab_of(WHOLE)
    how = {1: {event.seat + 1: event for event in scorings(lab.snapshot)}}
    deals = [ScoredDeal(1, {1: 70, 2: 28, 3: 78})]
    captions = sheet_captions(lab.snapshot, deals, texts.plain, how)
    assert captions.rows[0].cells == ("70", "28", "78")
    assert captions.rows[0].details == ("2×(13+11+11)", "1×(10+11+7)", "3×(18+8)")
    assert captions.detail == "to 150 points"
    assert captions.leaders == (2,)
    assert "Deal 1: Ann 70, 2 ×\u00a0(13 + 11 + 11), Bo 28," in sheet_alt(lab.snapshot, deals, texts.plain, how)
    flat = held(await scores_page(lab.snapshot, deals, texts, studio, how))
    assert "**Cy** 78 points" in texts_of(flat)
    assert blank.drawn[-1][0] == "score_sheet_picture"
    later = sheet_captions(lab.snapshot, [ScoredDeal(2, {1: 5, 2: 6}), *deals], texts.plain, {2: {1: how[1][1]}, **how})
    assert later.rows[0].details == ("2×(13+11+11)", "", "")
    assert later.rows[0].cells == ("5", "6", "–")


async def test_scores_so_far_stand_at_the_table_and_the_winner_is_told(texts: Texts, studio: Studio) -> None:
    lab = lab_of(WHOLE, target=150)
    assert "game is over" not in texts_of(await public(lab, texts, studio))
    lab.deal(dealer=0)
    assert "-# **Ann** 70 points · **Bo** 28 points · **Cy** 78 points" in texts_of(await public(lab, texts, studio))
    said = texts_of(await public(lab_of(WHOLE, target=75), texts, studio))
    assert "🏆 The game is over, and Cy wins it." in said
