"""Crummy at the table: hands of any size, the trick as everybody sees it, quartets turned up, and scores explained."""

from __future__ import annotations

import pytest

from bot.i18n.plays import scored
from bot.service.model import Told
from bot.store.model import ScoredDeal
from bot.ui.hand import concern, hand_page
from bot.ui.pictures import Studio, hand_alt
from bot.ui.scores import scores_page, sheet_alt, sheet_captions
from bot.ui.story import recent
from bot.ui.table import called, table_page
from bot.ui.trick_picture import note, scorings, trick_alt
from bot.ui.tricks import gone_out, trick_of
from cards_img import Group
from engine.actions import Halt
from engine.cards import Rank, Suit, card, cards, short_pack
from engine.events import CardPlayed, Passed, QuartetLaid, QuartetsScored
from engine.game import GAMES
from engine.parts.tricks import playable
from tests.bot.ui.crummy import NAMES, WHOLE, actions_of, first_quartet, holding, lab_of, offered
from tests.bot.ui.held import SELECT, held, ids_of, labels_of, texts_of
from tests.bot.ui.lab import LONG, Lab

SUITS_OF_THE_PACK = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)


async def hand(lab, seat, texts, studio, **more):
    return held(await hand_page(lab.private(seat), texts, studio, **more))


async def public(lab, texts, studio):
    return held(await table_page(lab.snapshot, texts, studio))


def with_hand_of(count: int, seats: int = 4) -> Lab:
    """Seat 0 leads and holds so many cards, the others what is left."""
    lab = Lab(seats, game="crummy", names=NAMES[:seats]).deal()
    pack = list(short_pack(Rank.FIVE if seats == 5 else Rank.SEVEN))
    mixed = pack[::3] + pack[1::3] + pack[2::3]
    rest = mixed[count:]
    return holding(lab, [mixed[:count], *(rest[seat :: seats - 1] for seat in range(seats - 1))])


# -- the private hand


@pytest.mark.parametrize(("count", "seats"), [(8, 4), (11, 3), (12, 4), (13, 4), (26, 4), (32, 4), (40, 5)])
async def test_every_card_of_a_hand_can_be_led_and_is_named(count, seats, texts, studio, blank):
    lab = with_hand_of(count, seats)
    view = lab.private(0).view
    everything = {one.notation for one in view.hand}
    assert len(everything) == count
    flat = await hand(lab, 0, texts, studio, notices=["x" * 300])
    found = offered(flat)
    assert set(found) == everything
    many = count > 12
    assert len(found) == count, "each card is offered once"
    lists = [one for one in flat if one["type"] == SELECT]
    assert len(lists) == (len({one.suit for one in view.hand}) if many else 0), "a small hand has buttons alone"
    if many:
        for one in lists:
            assert len({option["value"][-1] for option in one["options"]}) == 1, "a list has one suit"
    for one in view.hand:
        assert texts.card_short(one) in texts_of(flat)
        assert texts.plain.card(one) in blank.drawn[-1][0] or texts.plain.card(one) in hand_alt(view, texts.plain)
    assert len(hand_alt(view, texts.plain)) <= 1024
    name, arguments, _ = blank.drawn[-1]
    assert name == ("grid_picture" if many else "groups_picture")
    drawn = arguments[0] if many else [one for group in arguments[0] for one in group.cards]
    assert sorted(one.notation for one in drawn) == sorted(everything)


async def test_who_follows_is_offered_the_open_suits_alone(texts, studio, blank):
    for count in (11, 26, 31):
        lab = with_hand_of(count)
        view = lab.private(1).view
        lab = holding(lab, [list(view.hand), list(lab.private(0).view.hand), *([] for _ in range(2))])
        lab.do("play", view.hand[0])
        view = lab.private(1).view
        assert view.phase == "follow"
        wanted = {one.notation for one in playable(view.hand, [lab.snapshot.view.played[0].card])}
        flat = await hand(lab, 1, texts, studio)
        assert set(offered(flat)) == wanted
        shut = lab.snapshot.view.played[0].card.suit
        name, arguments, named = blank.drawn[-1]
        if name == "grid_picture":
            assert named["suits"] == set(SUITS_OF_THE_PACK) - {shut}
        else:
            assert {group.cards[0].suit for group in arguments[0] if not group.mark} <= {shut}
        assert f"**Your turn:** play {texts.card_short(view.hand[0])[-1]}" not in texts_of(flat) or shut
        assert "The trick: " in texts_of(flat)


async def test_a_list_tells_its_suit_before_it_is_opened(texts, studio):
    flat = await hand(with_hand_of(32), 0, texts, studio)
    assert [one["placeholder"] for one in flat if one["type"] == SELECT] == [
        f"Play {sign} A K Q J 10 9 8 7" for sign in "♠♥♣♦"
    ]
    ids = [one for one in ids_of(flat) if ":play:" in one]
    assert len(set(ids)) == 4


async def test_quartets_are_laid_by_buttons_before_the_lead(texts, studio, blank):
    lab = lab_of(WHOLE, first_quartet(WHOLE))
    assert lab.seat == 2
    flat = await hand(lab, 2, texts, studio)
    assert labels_of(flat)[:2] == ["Lay nines", "Lay eights"]
    assert {"kb:7:1.4:meld:9", "kb:7:1.4:meld:8"} <= set(ids_of(flat))
    assert "You may lay nines and eights first." in texts_of(flat)
    assert "You took: J♥ Ann · 9♣ Bo · K♦ Cy · 8♠ Ann" in texts_of(flat)
    assert "Lay" not in " ".join(labels_of(await public(lab, texts, studio)))
    lab.do("meld", Rank.NINE)
    assert "Lay eights" in labels_of(await hand(lab, 2, texts, studio))
    lab.do("meld", Rank.EIGHT)
    flat = await hand(lab, 2, texts, studio)
    assert not any(one.startswith("Lay") for one in labels_of(flat))


async def test_a_hand_of_nothing_but_quartets_keeps_to_the_limits(texts, studio, blank):
    lab = with_hand_of(40, 5)
    state = lab.table.deal.state
    lab.table.deal.state = type(state)(**{**vars(state), "phase": type(state.phase)(0, may_lay=True)})
    flat = await hand(lab, 0, texts, studio, notices=["x" * 300])
    assert len([one for one in labels_of(flat) if one.startswith("Lay ")]) == 10
    assert len(offered(flat)) == 40
    assert set(blank.drawn[-1][2]["ranks"]) == {one.rank for one in short_pack(Rank.FIVE)}


async def test_who_is_out_is_told_what_it_counts(texts, studio):
    lab = lab_of(WHOLE)
    steps = len(actions_of(WHOLE))
    lab = lab_of(WHOLE, steps - 1)
    assert gone_out(lab.snapshot) == {2: 3}
    said = texts_of(await hand(lab, 2, texts, studio))
    assert "You are out: what you laid counts × 3." in said
    assert "It isn’t your turn" in said
    over = texts_of(await hand(lab_of(WHOLE), 2, texts, studio))
    assert "You are out" not in over
    assert "The deal is over, and you won it: +78. You have 78 points." in over


# -- calling a halt (CR-53)


HALT = "halt-by-the-other"


def halted(**rules) -> Lab:
    """The moment before the halt is called."""
    return lab_of(HALT, next(i for i, one in enumerate(actions_of(HALT)) if isinstance(one, Halt)), **rules)


async def test_cr_53_both_may_call_a_halt_and_only_they_see_the_button(texts, studio, blank):
    lab = halted()
    leader, other = lab.game.to_act(lab.table.deal.state)
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


async def test_that_a_halt_may_be_called_changes_nothing_that_is_public(texts, studio, blank):
    said = []
    for rules in ({}, {"halt": "off"}):
        lab = halted(**rules)
        assert len(lab.game.to_act(lab.table.deal.state)) == (2 if not rules else 1)
        flat = await public(lab, texts, studio)
        name, arguments, named = blank.drawn[-1]
        seen = arguments[0]
        said.append((flat, trick_alt(lab.snapshot, texts.plain), name, seen.to_act, seen.seats, arguments[1:], named))
    assert said[0] == said[1]


async def test_cr_51_a_halt_is_told_and_scored(texts, studio):
    lab = lab_of(HALT)
    said = texts_of(await public(lab, texts, studio))
    caller = next(one for one in actions_of(HALT) if isinstance(one, Halt)).seat
    assert f"{lab.snapshot.at(caller).name} calls a halt." in said
    assert [one.factor for one in scorings(lab.snapshot)] == [3, 2, 1]
    assert scorings(lab.snapshot)[1].seat == caller
    said = texts_of(await public(lab_of("halt-deemed"), texts, studio))
    assert "that counts as a halt called by" in said


async def test_cr_55_a_void_deal_turns_nothing_up(texts, studio, blank):
    lab = lab_of("void-third-repetition")
    said = texts_of(await public(lab, texts, studio))
    assert "called off. Nobody scores." in said
    assert "laid" not in said.replace("laid aside", "")
    assert blank.drawn[-1][0] == "showdown_picture"
    assert not any(blank.drawn[-1][2]["groups"])


# -- the table


async def test_the_picture_is_the_trick_and_its_alt_text_says_the_same(texts, studio, blank):
    lab = lab_of(WHOLE)
    second = first_quartet(WHOLE) + 2  # both quartets are laid: the second trick begins
    lab = lab_of(WHOLE, second + 3)
    trick = trick_of(lab.snapshot)
    assert [one.card for one in trick.cards] == list(cards("JH JD AC"))
    assert trick.cards == lab.snapshot.view.played
    assert trick.passed == {2} == {s.seat for s in lab.snapshot.view.seats if s.passed}
    flat = await public(lab, texts, studio)
    assert labels_of(flat) == ["My hand"]
    assert "<@1000>, it’s your turn: play ♠." in texts_of(flat)
    assert "Cy has to pass." in texts_of(flat)
    name, arguments, named = blank.drawn[-1]
    assert name == "trick_picture"
    assert named["trick"] == trick.cards
    assert named["winner"] is None
    assert [one.quartets for one in arguments[0].seats] == [0, 0, 2]
    assert arguments[0].marked == 2
    assert [one.note for one in arguments[1].seats] == ["to act", "", "passed"]
    assert arguments[1].call == "Ann plays ♠"
    assert trick_alt(lab.snapshot, texts.plain) == (
        "Crummy, deal 1. The trick: jack of hearts from Cy, jack of diamonds from Ann, and ace of clubs from Bo. "
        "Still open: spades. Ann, 0 points, 8 cards (to act); Bo, 0 points, 9 cards; "
        "Cy, 0 points, 4 cards, 2 quartets with the joker (passed)."
    )


async def test_a_trick_that_is_taken_stays_to_be_seen_until_the_next_lead(texts, studio, blank):
    taken = first_quartet(WHOLE)
    lab = lab_of(WHOLE, taken)
    assert lab.snapshot.view.played == ()
    for _ in range(3):
        await public(lab, texts, studio)
        named = blank.drawn[-1][2]
        assert [one.card for one in named["trick"]] == list(cards("JH 9C KD 8S"))
        assert named["winner"] == 2
        said = trick_alt(lab.snapshot, texts.plain)
        assert "The last trick: jack of hearts from Ann, nine of clubs from Bo," in said
        assert "eight of spades from Ann. Cy took it." in said
        lab.take(actions_of(WHOLE)[lab.table.deal.seq])
    await public(lab, texts, studio)
    assert [one.card for one in blank.drawn[-1][2]["trick"]] == [card("JH")]


async def test_the_first_lead_has_no_trick(texts, studio, blank):
    lab = lab_of(WHOLE, 0)
    await public(lab, texts, studio)
    assert blank.drawn[-1][2]["trick"] == ()
    assert "No card has been played yet." in trick_alt(lab.snapshot, texts.plain)
    assert called(lab.snapshot, "Ann", texts.at("crummy")) == "Ann, it’s your turn: lead a card to the next trick."


@pytest.mark.parametrize("name", [WHOLE, HALT, "first-out-without-a-quartet-five", "several-out-on-one-trick"])
async def test_every_moment_keeps_to_discords_limits_and_the_trick_is_that_of_the_view(name, texts, studio):
    for step in range(len(actions_of(name)) + 1):
        lab = lab_of(name, step)
        for sitter in range(len(lab.table.sitters)):
            lab.table.change(sitter + 1, name=f"**{LONG[3:]}_")
        seats = range(len(lab.table.sitters))
        await public(lab, texts, studio)
        for seat in seats:
            await hand(lab, seat, texts, studio, notices=["x" * 300])
        assert lab.snapshot.view.result or len(trick_alt(lab.snapshot, texts.plain)) <= 1024, "nothing is cut off"
        if lab.snapshot.view.played:
            trick = trick_of(lab.snapshot)
            assert trick.cards == lab.snapshot.view.played
            assert trick.passed == {one.seat for one in lab.snapshot.view.seats if one.passed}
    lab.table.closed = True
    await public(lab, texts, studio)


async def test_who_has_gone_out_is_marked_at_the_table(texts, studio, blank):
    lab = lab_of(WHOLE, len(actions_of(WHOLE)) - 1)
    trick = trick_of(lab.snapshot)
    assert note(lab.snapshot, 2, trick, texts.plain) == "out: × 3"
    await public(lab, texts, studio)
    assert blank.drawn[-1][1][1].seats[2].note == "out: × 3"


def test_several_passes_are_one_sentence(texts):
    lab = Lab(5, game="crummy", names=NAMES).deal()
    events = (CardPlayed(0, card("7S")), Passed(1), Passed(2), Passed(3))
    lab.table.deal.told.append(Told(1, events))
    lab.table.deal.seq = 1
    said = recent(lab.snapshot, texts.at("crummy"))
    assert "Ann: **7♠**. Bo, Cy, and Di have to pass." in said
    assert said.count("\n") == 1


def test_several_quartets_of_a_seat_are_one_sentence(texts):
    lab = Lab(3, game="crummy", names=NAMES[:3]).deal()
    for events, said in (
        ((QuartetLaid(0, True), QuartetLaid(0), QuartetLaid(0)), "and the joker on it. Ann lays 2 quartets."),
        ((QuartetLaid(0), QuartetLaid(1), QuartetLaid(1)), "Ann lays a quartet. Bo lays 2 quartets."),
    ):
        lab.table.deal.told[1:] = [Told(1, events)]
        lab.table.deal.seq = 1
        assert said in recent(lab.snapshot, texts.at("crummy"))


# -- what lies face down, and what others hold


async def test_cr_27_which_quartet_lies_there_changes_nothing_that_others_see(texts, studio, blank):
    said = []
    for rank in (Rank.NINE, Rank.EIGHT):
        lab = lab_of(WHOLE, first_quartet(WHOLE)).do("meld", rank)
        others = [await hand(lab, seat, texts, studio) for seat in (0, 1)]
        flat = await public(lab, texts, studio)
        said.append((flat, others, blank.drawn[-1][1:], trick_alt(lab.snapshot, texts.plain)))
    assert repr(said[0]) == repr(said[1])


async def test_what_others_hold_changes_nothing_that_is_public(texts, studio, blank):
    """The hands of two players are exchanged, but for the card that was played."""
    said = []
    for turned in (False, True):
        lab = lab_of(WHOLE, 0)
        hands = [list(lab.private(seat).view.hand) for seat in range(3)]
        if turned:
            hands = [[card("JH"), *hands[2]], hands[1], [one for one in hands[0] if one is not card("JH")]]
        lab = holding(lab, hands).do("play", card("JH"))
        flat = await public(lab, texts, studio)
        said.append((flat, trick_alt(lab.snapshot, texts.plain), blank.drawn[-1][1][1:], blank.drawn[-1][2]))
    assert repr(said[0]) == repr(said[1])


# -- the end of a deal


async def test_the_end_says_who_went_out_in_which_order_and_how_each_score_came_about(texts, studio, blank):
    lab = lab_of(WHOLE)
    said = texts_of(await public(lab, texts, studio))
    assert r"1\. Cy laid nines with the joker and eights: 3 × (18 + 8) = 78 points." in said
    assert r"2\. Ann laid aces, jacks, and queens: 2 × (13 + 11 + 11) = 70 points." in said
    assert r"3\. Bo laid tens, kings, and sevens: 1 × (10 + 11 + 7) = 28 points." in said
    assert "Cy scores the most in this deal." in said
    assert "**Ann** +70 (70 points) · **Bo** +28 (28 points) · **Cy** +78 (78 points)" in said
    name, arguments, named = blank.drawn[-1]
    assert name == "showdown_picture"
    assert arguments[1].hands == ("2 × (13 + 11 + 11)", "1 × (10 + 11 + 7)", "3 × (18 + 8)")
    nines = cards("9S 9H 9D 9C")
    assert named["groups"][2][0] == Group(nines, "18", "meld")
    assert [group.mark for group in named["groups"][0]] == ["", "", ""]
    picture = await Studio(blank).showdown(lab.snapshot, texts)
    assert "Cy +78: 3 × (18 + 8), nines with the joker and eights" in picture.alt


@pytest.mark.parametrize(
    ("seat", "words"),
    [
        (QuartetsScored(0, 4, (Rank.JACK, Rank.EIGHT), None, 19, (11, 8)), "4 × (11 + 8)"),
        (QuartetsScored(1, 3, (), None, 25), "3 × 25"),
        (QuartetsScored(2, 2, (Rank.SEVEN, Rank.ACE), None, 20, (7, 13)), "2 × (7 + 13)"),
        (
            QuartetsScored(3, 1, (Rank.NINE, Rank.TEN, Rank.QUEEN, Rank.KING), Rank.KING, 52, (9, 10, 11, 22)),
            "1 × (9 + 10 + 11 + 22)",
        ),
        (QuartetsScored(3, 2, (Rank.KING,), Rank.KING, 22, (22,)), "2 × 22"),
    ],
)
def test_cr_45_how_a_score_came_about(seat, words, texts):
    assert scored(texts, seat) == texts.scored(seat) == words
    assert scored(texts, seat, short=True) == words.replace(" ", "")
    line = texts.event(seat, lambda seat: NAMES[seat])
    assert f"{words} = {seat.points} points." in line
    assert ("with the joker" in line) == (seat.marked is not None)
    assert ("laid no quartet" in line) == (not seat.quartets)


async def test_a_seat_without_a_quartet_shows_what_that_counts(texts, studio, blank):
    lab = lab_of("first-out-without-a-quartet")
    await public(lab, texts, studio)
    name, arguments, named = blank.drawn[-1]
    assert name == "showdown_picture"
    empty = [seat for seat, groups in enumerate(named["groups"]) if not groups]
    assert empty
    assert all(" × 25" in arguments[1].seats[seat].note for seat in empty)
    assert all(not arguments[0].seats[seat].hand for seat in empty)


async def test_the_score_sheet_shows_how_each_score_came_about(texts, studio, blank):
    lab = lab_of(WHOLE)
    how = {1: {one.seat + 1: one for one in scorings(lab.snapshot)}}
    deals = [ScoredDeal(1, {1: 70, 2: 28, 3: 78})]
    captions = sheet_captions(lab.snapshot, deals, texts.plain, how)
    assert captions.rows[0].cells == ("70", "28", "78")
    assert captions.rows[0].details == ("2×(13+11+11)", "1×(10+11+7)", "3×(18+8)")
    assert captions.detail == "to 150 points"
    assert captions.leaders == (2,)
    assert "Deal 1: Ann 70, 2 × (13 + 11 + 11), Bo 28," in sheet_alt(lab.snapshot, deals, texts.plain, how)
    flat = held(await scores_page(lab.snapshot, deals, texts, studio, how))
    assert "**Cy** 78 points" in texts_of(flat)
    assert blank.drawn[-1][0] == "score_sheet_picture"
    later = sheet_captions(lab.snapshot, [ScoredDeal(2, {1: 5, 2: 6}), *deals], texts.plain, {2: {1: how[1][1]}, **how})
    assert later.rows[0].details == ("2×(13+11+11)", "", "")
    assert later.rows[0].cells == ("5", "6", "–")


async def test_scores_so_far_stand_at_the_table_and_the_winner_is_told(texts, studio):
    lab = lab_of(WHOLE, target=150)
    assert "game is over" not in texts_of(await public(lab, texts, studio))
    lab.deal(dealer=0)
    assert "-# **Ann** 70 points · **Bo** 28 points · **Cy** 78 points" in texts_of(await public(lab, texts, studio))
    said = texts_of(await public(lab_of(WHOLE, target=75), texts, studio))
    assert "🏆 The game is over, and Cy wins it." in said


# -- pictures, options and codes


class Straight:
    """A painter that draws at once."""

    async def draw(self, picture, *arguments, **named):
        return picture(*arguments, **named)


async def test_all_pictures_can_be_drawn(texts, caplog):
    studio = Studio(Straight())
    pages = []
    for count, seats in ((8, 4), (11, 3), (26, 4), (40, 5)):
        pages.append(await hand_page(with_hand_of(count, seats).private(0), texts, studio))
    steps = (0, first_quartet(WHOLE), first_quartet(WHOLE) + 5, None)
    pages += [await table_page(lab_of(WHOLE, one).snapshot, texts, studio) for one in steps]
    lab = lab_of(WHOLE)
    how = {1: {one.seat + 1: one for one in scorings(lab.snapshot)}}
    pages.append(await scores_page(lab.snapshot, [ScoredDeal(1, {1: 70, 2: 28, 3: 78})], texts, studio, how))
    assert all(page.picture.png.startswith(b"\x89PNG") for page in pages)
    assert len({page.picture.png for page in pages}) == len(pages)
    assert all(0 < len(page.picture.alt) <= 1024 for page in pages)
    assert not caplog.records


async def test_the_lobby_asks_for_no_chips(texts, studio):
    lobby = texts_of(await public(Lab(4, game="crummy"), texts, studio))
    assert "**Seats:** 3 to 5, best with 4." in lobby
    assert "No chips: the points count." in lobby
    assert GAMES["crummy"].unit == "points"
