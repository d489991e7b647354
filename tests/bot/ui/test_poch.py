"""The Poch family at the table: the private hand, nothing of which is public, and pages that Discord takes."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from bot.i18n import Texts
from bot.options import all_options
from bot.ui.pages.concern import concern
from bot.ui.pages.panel import panel_page
from bot.ui.pages.table import more_page, table_page
from bot.ui.pictures.hand import hand_captions
from bot.ui.pictures.studio import Studio
from bot.ui.words.moves import LONGEST as ROOM
from bot.ui.words.moves import last_moves
from bot.ui.words.story import actor, turn_line
from cards_img import HandCaptions
from engine.cards import card
from engine.events import BetMade, CardPlayed, CardTurned, SequenceStopped
from engine.game import GAMES
from engine.middle import Pools
from tests.bot.ui.held import held, ids_of, labels_of, picture_of, texts_of
from tests.bot.ui.poch import FAMILY, HANDS, NAMES, bet_out, example, shuffled_deal, step
from tests.bot.ui.shown import hand, public, said
from tests.kit.lab import LONG, Lab
from tests.kit.painters import Blank, Straight, patient

LAST = ("What can I do?", "Explain")
"""The last buttons of a panel that asks for something."""
EXPLAINED = ("What can I do?", "Less", "What beats what", "To the table")
"""The same where more is explained."""

# -- the private hand


async def test_the_hand_tells_the_best_set_the_pay_suit_and_the_chips(
    texts: Texts, studio: Studio, blank: Blank
) -> None:
    lab = example()
    flat = await hand(lab, 0, texts, studio)
    lines = texts_of(flat)
    assert "Your best set: pair of jacks." in lines, "the picture leaves its room to the board"
    assert hand_captions(lab.private(0), lab.view(0), texts.plain, arranged=False) == HandCaptions(low=True)
    assert "Pay suit" not in lines
    assert "63 chips" not in lines, "the picture of the board says both, and has no room below words that do"
    assert "**Your turn:** pass, or bet on your best set." in lines
    bets = ["Pass", "Bet 1", "Bet 2", "Bet 4", "All in 63", "Bet …"]
    assert labels_of(flat) == [*bets, *LAST]
    flat = await hand(lab, 0, texts, studio, explained=True)
    assert {"Pay suit: ♠ (the 8♠ is turned up)", "You have 63 chips."} <= set(texts_of(flat).split("\n"))
    assert labels_of(flat) == [*bets, *EXPLAINED]
    lab.do("bet", 2).do("bet", 5)
    flat = await hand(lab, 0, texts, studio, explained=True)
    assert "You have 61 chips, and 2 chips in the betting." in texts_of(flat)
    blank.broken = True
    assert "Your best set: pair of jacks." in texts_of(await hand(lab, 0, texts, Studio(blank)))


async def test_a_hand_keeps_its_picture_from_the_betting_until_a_card_of_it_is_played(
    texts: Texts, studio: Studio, blank: Blank
) -> None:
    """It lies suit by suit from the deal on, the set marked: nothing moves in it as play begins."""

    async def hands(lab: Lab) -> list[tuple[str, Any, dict[str, Any]]]:
        blank.drawn.clear()
        for seat in range(4):
            assert await studio.hand(lab.private(seat), texts, False) is not None
        return list(blank.drawn)

    for game in FAMILY:
        lab = Lab(4, game=game, names=NAMES[:4], chips=60).deal()
        before = await hands(lab)
        assert any(named["kept"] for _, _, named in before), "a set is marked"
        bet_out(lab)
        assert not lab.middle(Pools).betting
        assert await hands(lab) == before, game
        lab.do("play", lab.prompt("play").choices[0])
        played = {played.seat for played in lab.middle(Pools).run}
        after = await hands(lab)
        assert {seat for seat in range(4) if after[seat] != before[seat]} == played


async def test_po_24_only_the_own_hand_tells_that_there_is_no_pair(texts: Texts, studio: Studio) -> None:
    lab = example().do("pass").do("bet", 2).do("bet", 5)
    flat = await hand(lab, 3, texts, studio)
    assert "No two of your cards are of one rank, so you can’t bet. Nobody else learns that." in texts_of(flat)
    assert "there is a bet of 5, and you can only fold" in texts_of(flat)
    assert labels_of(flat) == ["Fold", *LAST]
    assert {"Match 5", "Raise to …", "Fold"} <= set(labels_of(await public(lab, texts, studio)))
    first = example(("AD KC QC JC TC 9C 8C 7S", *HANDS[1:3], "KS QS AC JH TH JD 9S"))
    flat = await hand(first, 0, texts, studio)
    assert "you can only pass" in texts_of(flat)
    assert labels_of(flat) == ["Pass", *LAST]
    assert {"Pass", "Bet 1", "Bet …"} <= set(labels_of(await public(first, texts, studio)))


async def test_po_63_without_a_pair_one_may_bet_where_the_table_plays_so(texts: Texts, studio: Studio) -> None:
    lab = example(pochen_without_pair=True).do("pass").do("bet", 2).do("bet", 5)
    flat = await hand(lab, 3, texts, studio)
    assert "No two of your cards are of one rank: ace high. You may still bet." in texts_of(flat)
    assert {"Match 5", "Raise to …", "All in 51", "Fold"} <= set(labels_of(flat))


async def test_who_is_out_of_the_betting_is_told_so(texts: Texts, studio: Studio) -> None:
    lab = example().do("pass")
    lines = texts_of(await hand(lab, 0, texts, studio))
    assert "You are out of the betting, and play on in the next stage." in lines
    assert "It isn’t your turn" in lines


@pytest.mark.parametrize("game", FAMILY)
def test_the_last_moves_take_as_little_room_as_the_last_of_them(game: str, texts: Texts) -> None:
    chance, cut = random.Random(game), 0
    for _ in range(8):
        lab = shuffled_deal(Lab(3, game=game, names=NAMES[:3], chips=60), chance)
        while lab.table.playing:
            step(lab, chance)
            told = [told for told in lab.snapshot.told if actor(told) is not None]
            line, last = last_moves(lab.snapshot, texts).line or "", turn_line(told[-1:], lab.snapshot, texts)
            middle = lab.view().middle
            if isinstance(middle, Pools) and middle.betting:
                assert len(line) <= ROOM + len("▸ ")
                continue
            assert last in line, "never less than the last move"
            assert len(line) <= ROOM + len("▸ ") or line == texts("panel-moves", moves=last)
            several = len(told) > 1 and actor(told[-1]) == actor(told[-2])
            cut += several and len(turn_line(told[-2:], lab.snapshot, texts)) > ROOM
    assert cut, "there were turns too long for the line"


def test_the_last_moves_of_a_betting_begin_with_the_stake_to_match(texts: Texts) -> None:
    lab = example()
    told = []
    for do, *chips in (("pass",), ("bet", 2), ("bet", 5), ("fold",), ("bet", 5)):
        lab.do(do, *chips)
        told.append((last_moves(lab.snapshot, texts).line or "").removeprefix("▸ "))
    assert told[:4] == [
        "Ann passes.",
        "Bo bets 2 chips.",
        "Cy raises to 5 chips.",
        "Cy raises to 5 chips. Di folds.",
    ]
    assert "Bo matches 5 chips." in told[4], "the betting is over"


@pytest.mark.parametrize("game", FAMILY)
def test_where_names_are_long_the_stake_to_match_stays_with_the_last_move(game: str, texts: Texts) -> None:
    chance, cut = random.Random(game), 0
    for _ in range(12):
        lab = shuffled_deal(Lab(6, game=game, names=[LONG[:-1] + digit for digit in "123456"], chips=60), chance)
        while lab.view().prompt("bet") or lab.view().prompt("match") or lab.view().prompt("fold"):
            step(lab, chance)
            told = lab.snapshot.told
            stakes = [at for at, move in enumerate(told) if any(isinstance(e, BetMade) for e in move.events)]
            raises = [at for at in stakes if any(getattr(e, "kind", "match") != "match" for e in told[at].events)]
            middle = lab.view().middle
            if not isinstance(middle, Pools) or not middle.betting or not raises:
                continue
            line = last_moves(lab.snapshot, texts).line or ""
            first, last = (turn_line(told[at:][:1], lab.snapshot, texts) for at in (raises[-1], -1))
            assert first in line
            assert line.endswith(last) or len(told) - raises[-1] > 2
            assert lab.snapshot.at(actor(told[-1]) or 0).name in line
            cut += len(turn_line(told[raises[-1] :], lab.snapshot, texts)) > ROOM
    assert cut, "there were bettings too long for the line"


async def test_a_lead_is_a_button(texts: Texts, studio: Studio, blank: Blank) -> None:
    lab = bet_out(example())
    flat = await hand(lab, 1, texts, studio)
    ids = ids_of(flat)
    assert {custom_id.split(":")[-1] for custom_id in ids if ":play:" in custom_id} == set(HANDS[1].split())
    assert "**Your turn:** lead" in texts_of(flat)
    assert not [component for component in flat if component["type"] == 3], "eight cards need no list"
    assert "My hand" in labels_of(await public(lab, texts, studio))
    lab.do("play", card("AS"))
    assert "Bo leads the A♠; nothing is above the ace: Bo leads again." in texts_of(await hand(lab, 1, texts, studio))
    assert "Bo leads the A♠" in texts_of(await hand(lab, 0, texts, studio)), "everybody's panel tells it"
    assert "On the board" not in texts_of(await hand(lab, 0, texts, studio)), "the picture of the board shows it"
    blank.broken = True
    assert "On the board: Sequence 4" in texts_of(await hand(lab, 0, texts, Studio(blank)))


def test_a_hand_is_shown_anew_when_chips_stake_or_stage_change() -> None:
    lab = example()
    shown = [concern(lab.private(0), False)]
    for do, amount in (("pass", None), ("bet", 2), ("bet", 5), ("fold", None), ("bet", 5)):
        lab.do(do, amount)
        shown.append(concern(lab.private(0), False))
    changed = [earlier != other for earlier, other in pairwise(shown)]
    assert changed[0], "who has passed waits"
    assert changed[-1], "the stage of leads has begun"


# -- nobody learns anything


SWAPS = [
    (HANDS[0], HANDS[1], "QC KD QH 9H 8H 7H TD 7C", "AD KC KH JC TC 9C 8C"),
    (HANDS[0], HANDS[1], "KH KD QH 9H 8H AD TD 7C", "7H KC QC JC TC 9C 8C"),
    (HANDS[0], HANDS[1], "AD KC QC JC TC 9C 8C 7C", "KH KD QH 9H 8H 7H TD"),
]
"""What Cy and Di may hold as far as Ann and Bo know: with and without pairs."""


@pytest.mark.parametrize("hands", SWAPS)
async def test_public_pages_do_not_depend_on_hidden_cards(hands, texts: Texts, studio: Studio, blank: Blank) -> None:
    """Nor do the hands of others: of the betting everybody sees the same, whoever has a pair."""
    first, other = example(), example(hands)
    for do, amount in ((None, None), ("pass", None), ("bet", 2)):
        if do:
            first.do(do, amount)
            other.do(do, amount)
        blank.drawn.clear()
        pages = [await table_page(lab.snapshot, texts, studio) for lab in (first, other)]
        assert pages[0].body == pages[1].body
        assert pages[0].call == pages[1].call
        assert pages[0].rows == pages[1].rows
        assert picture_of(pages[0]).alt == picture_of(pages[1]).alt
        assert blank.drawn[0] == blank.drawn[1], "the same picture"
        for seat in (0, 1):
            own = [await panel_page(lab.private(seat), texts, studio) for lab in (first, other)]
            assert own[0].body == own[1].body
            assert own[0].rows == own[1].rows
            assert picture_of(own[0]).alt == picture_of(own[1]).alt
            assert concern(first.private(seat), False) == concern(other.private(seat), False)


async def test_what_is_public_names_no_card_that_nobody_has_seen(texts: Texts, studio: Studio, blank: Blank) -> None:
    chance = random.Random(3)
    for game in FAMILY:
        lab = shuffled_deal(Lab(4, game=game, names=NAMES[:4], chips=60), chance)
        while lab.table.playing:
            view, board = lab.view(), lab.middle(Pools)
            seen = {board.turned, *board.gone, *(card for seat in view.seats for card in seat.shown)}
            page = await table_page(lab.snapshot, texts, studio)
            words = page.body + page.call + picture_of(page).alt
            events = [event for told in lab.snapshot.told for event in told.events]
            stopped = {event.card for event in events if isinstance(event, CardTurned | CardPlayed | SequenceStopped)}
            after = {
                texts.card_short(card(f"{'23456789TJQKA'[int(last.rank) - 1]}{last.suit.value}"))
                for last in stopped
                if int(last.rank) < 14
            }
            for hidden in {c for seat in range(4) for c in lab.view(seat).hand} - seen:
                short = texts.card_short(hidden)
                assert short not in words or short in after
            assert all(seat.hand is None for seat in blank.drawn[-1][1][0].seats)
            step(lab, chance)


# -- Discord's limits


@pytest.mark.parametrize("game", FAMILY)
@pytest.mark.parametrize("seats", [3, 6])
async def test_every_page_of_a_game_keeps_to_discords_limits(game: str, seats, texts: Texts, studio: Studio) -> None:
    chance = random.Random(seats)
    names = [f"{'*_' * 15}{place}" if place % 2 else f"{LONG[:31]}{place}" for place in range(seats)]
    lab = Lab(seats, game=game, names=names, chips=10_000)
    for _ in range(2):
        shuffled_deal(lab, chance)
        while lab.table.playing:
            for seat in {lab.seat, (lab.seat + 1) % seats}:
                await hand(lab, seat, texts, studio)
            await public(lab, texts, studio)
            step(lab, chance)
        lines = await said(lab, texts, studio)
        net = texts.signed(lab.result.net[0])
        assert f"**{LONG[:31]}0** {net}" in lines, "what matters most is not cut off"
        assert "shuffle" not in lines


@pytest.mark.parametrize("seed", [6, 20, 37])
@pytest.mark.parametrize("closed", [False, True])
async def test_who_won_what_is_shown_whole_however_long_the_story(seed, closed, texts: Texts, studio: Studio) -> None:
    names = [f"{'*_' * 15}*{place}" for place in range(6)]  # every sign of which is escaped
    lab = Lab(6, game="le-poque", names=names, chips=10_000, most_cards_tie="each_pays", max_deals=1)
    chance = random.Random(seed)
    shuffled_deal(lab, chance)
    while lab.table.playing:
        step(lab, chance)
    lab.table.closed, lab.table.game_over = closed, True
    page = await table_page(replace(lab.snapshot, dealt=1), texts, studio)
    lines = texts_of(held(page))
    assert "🏆" in lines
    assert lines.rstrip().endswith(page.call if page.call else "All chips have gone home.")
    if not closed:
        lines = texts_of(held(more_page(lab.snapshot, 1000, texts)))
        assert "\n-# Earlier moves aren’t shown.\n" in lines, "the story's beginning gave way"
    for player in lab.snapshot.players:
        chips = f"{player.chips:,d}"
        assert (f"{texts.name(player.name)}: {chips}" if closed else f"{chips} chips") in lines


async def test_all_pictures_can_be_drawn(texts: Texts, caplog: pytest.LogCaptureFixture) -> None:
    studio, chance = patient(Straight()), random.Random(8)
    for game in FAMILY:
        lab = shuffled_deal(Lab(5, game=game, names=NAMES[:5], chips=60), chance)
        pictures = []
        while lab.table.playing:
            pictures.append((await table_page(lab.snapshot, texts, studio)).picture)
            pictures.append((await panel_page(lab.private(lab.seat), texts, studio)).picture)
            step(lab, chance)
        pictures.append((await table_page(lab.snapshot, texts, studio)).picture)
        assert all(picture is not None and picture.png.startswith(b"\x89PNG") for picture in pictures)
    assert not caplog.records


def test_options_are_told_in_words(texts: Texts) -> None:
    def told(game: str, **changed: Any) -> list[str]:
        return all_options(texts, GAMES[game], GAMES[game].rules(**changed))

    assert "Most deals: no limit" in told("poch")
    assert "**Most deals: 7**" in told("le-poque", max_deals=7)
    assert "Stake: 1 chip" in told("poch-1873")
    assert "**Too few chips to match: Extra chips for everybody**" in told("poch", short_stacks="extra_chips")
