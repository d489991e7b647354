"""The Poch family at the table: pools, betting and sequences, and the end of a deal, told stage by stage."""

from __future__ import annotations

import random

from bot.i18n import Texts
from bot.ui.pictures.pools import board_alt, board_captions
from bot.ui.pictures.studio import Studio
from bot.ui.words.pools import stages
from bot.ui.words.story import settlement
from engine.cards import Rank, card
from engine.game import GAMES
from tests.bot.ui.held import labels_of, texts_of
from tests.bot.ui.poch import HANDS, NAMES, bet_out, example, packets, play_out, shuffled_deal, stacked, step
from tests.bot.ui.shown import hand, public, said
from tests.kit.lab import Lab
from tests.kit.painters import Blank

# -- the stages in words


async def test_the_first_stage_is_told_pool_by_pool(texts: Texts, studio: Studio) -> None:
    lines = await said(example(), texts, studio)
    assert "- Di deals. Everybody puts 1 chip into each of the nine pools. The 8♠ is turned up: its suit pays." in lines
    assert "- Ann takes the King, Queen, and Marriage pools: 12 chips." in lines
    assert "- Bo takes the Ace, Jack, and Ten pools: 12 chips." in lines
    assert "- Not taken: Sequence." in lines
    assert "your turn: pass, or bet on your best set" in lines


async def test_why_a_pool_stays_is_told_when_the_deal_is_over(texts: Texts, studio: Studio) -> None:
    apart = Lab(3, game="poch", names=NAMES[:3], chips=60)
    first = ["KS", "QS", "7S", "8S", "9S"]
    others = [card.notation for card in GAMES["poch"].pack(apart.rules, 3).cards]
    apart.deal(" ".join([*first, *(notation for notation in others if notation not in {*first, "TS"}), "TS"]), dealer=2)
    assert "- Not taken: Ten, Marriage, and Sequence." in await said(apart, texts, studio)
    play_out(apart.do("pass").do("pass").do("pass"))
    assert "The Marriage and Sequence pools stay (6 chips): their cards aren’t in one hand." in settlement(
        apart.snapshot, texts
    )
    unheld = Lab(3, game="poch-1873", names=NAMES[:3], chips=60).deal(
        stacked(("7H 8H 9H TH JH", "7D 8D 9D TD JD", "7C 8C 9C TC KS"), "AS"), dealer=2
    )
    lines = await said(unheld, texts, studio)
    assert "Everybody puts 1 chip into each of the seven pools." in lines
    assert "is turned up: its suit is trumps." in lines
    assert "Trumps: ♠ (the A♠ is turned up)" in texts_of(await hand(unheld, unheld.seat, texts, studio, explained=True))
    assert "Cy takes the King pool: 3 chips." in lines
    assert "- Not taken: Ace, Queen, Jack, Ten, Marriage, and Sequence." in lines
    play_out(unheld.do("pass").do("pass").do("pass"))
    lines = settlement(unheld.snapshot, texts)
    assert "Nobody takes the Ace pool (3 chips): its card, the A♠, is turned up." in lines
    assert "The Queen, Jack, and Ten pools stay (9 chips): nobody holds their cards." in lines
    assert "The Marriage and Sequence pools stay (6 chips): their cards aren’t in one hand." in lines


async def test_po_60_and_61_whose_the_turned_card_is(texts: Texts, studio: Studio) -> None:
    to_dealer = Lab(3, game="poch", names=NAMES[:3], chips=60, turned_honour_to_dealer=True)
    pack = [c.notation for c in GAMES["poch"].pack(to_dealer.rules, 3).cards if c != card("KS")]
    to_dealer.deal(" ".join([*pack, "KS"]), dealer=2)
    lines = await said(to_dealer, texts, studio)
    assert "Cy takes the King pool for the K♠, because the dealer gets what is turned up: 3 chips." in lines
    assert to_dealer.pool("king").taken_by == 2
    assert "the K♠, is turned up" not in lines
    of_next = Lab(3, game="poch", names=NAMES[:3], chips=60, turned_card_belongs_to_next=True)
    of_next.deal(" ".join([*pack, "KS"]), dealer=2)
    assert "The K♠ is turned up and belongs to Bo: its suit pays." in await said(of_next, texts, studio)
    assert of_next.pool("king").taken_by == 1


async def test_the_second_stage_is_told_in_few_lines(texts: Texts, studio: Studio) -> None:
    lab = example().do("pass").do("bet", 2)
    assert "Ann passes. Bo bets 2 chips." in await said(lab, texts, studio)
    assert "match 2 chips, raise or fold" in await said(lab, texts, studio)
    lab.do("bet", 5).do("fold").do("bet", 5)
    lines = await said(lab, texts, studio)
    assert "- Bo shows A♠ A♥: pair of aces." in lines
    assert "- Cy shows K♥ K♦: pair of kings." in lines
    assert "- Bo takes the bets (10 chips) and the Poch pool (4 chips)." in lines
    assert "your turn: lead a card" in lines


async def test_several_who_pass_do_so_in_one_sentence(texts: Texts, studio: Studio) -> None:
    lab = example().do("pass").do("pass").do("pass")
    lines = await said(lab, texts, studio)
    assert "- Ann, Bo, and Cy pass." in lines
    lab.do("pass")
    lines = await said(lab, texts, studio)
    assert "Nobody bets, so the Poch pool stays: 4 chips." in lines
    assert "Ann, it’s your turn: lead a card." in lines


async def test_po_33_side_stakes_and_what_comes_back_are_told(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, game="le-poque", names=NAMES[:3], chips=40)
    lab.table.change(3, chips=9)
    hands = ("7H 8H 9H TH JH", "7D 8D 9C TC JD", "7C 8C AC AH KS")
    # Le Poque goes to the right: the dealer's right neighbour is first, so seat 2 with dealer 0.
    lab.deal(" ".join([*packets(hands[::-1]), "9S"]), dealer=0)
    assert lab.seat == 2
    lab.do("bet", 3)
    assert "Cy bets 3 chips, all in!" in await said(lab, texts, studio)
    lab.do("bet", 20).do("bet", 25).do("fold")
    lines = await said(lab, texts, studio)
    assert "Ann takes back 5 chips that nobody matched." in lines
    assert "Cy takes the bets (9 chips) and the Poque pool (3 chips)." in lines
    assert "Ann takes 34 chips that were bet." in lines


async def test_po_33_extra_chips_are_told(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, game="le-poque", names=NAMES[:3], chips=40, short_stacks="extra_chips")
    lab.table.change(2, chips=9)
    lab.deal(dealer=0).do("bet", 12).do("bet", 12)
    assert "Chips ran short, so the house gives everybody 40 chips more." in await said(lab, texts, studio)


async def test_po_33_extra_chips_are_told_with_the_bet_that_they_were_given_for(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, game="le-poque", names=NAMES[:3], chips=40, short_stacks="extra_chips")
    lab.table.change(2, chips=9)
    lab.deal(dealer=0).do("bet", 12).do("bet", 12).do("bet", 74)
    given = "Chips ran short, so the house gives everybody 40 chips more."
    assert f"Bo matches 12 chips. {given} Ann raises to 74 chips." in await said(lab, texts, studio)


async def test_lq_7_the_pools_of_le_poque_come_after_the_betting(texts: Texts, studio: Studio) -> None:
    hands = ("7H 8H 9H TH JH", "7D 8D 9C TC QS", "AS 8C AC AH KS")
    lab = Lab(3, game="le-poque", names=NAMES[:3], chips=40)
    lab.deal(" ".join([*packets(hands[::-1]), "9S"]), dealer=0)
    before = await said(lab, texts, studio)
    assert "pools." in before
    assert "takes the" not in before
    lab.do("pass").do("pass").do("pass")
    lines = await said(lab, texts, studio)
    assert "Nobody bets, so the Poque pool stays: 3 chips." in lines
    assert "Cy takes the Ace and King pools: 6 chips." in lines
    assert "Bo takes the Queen pool: 3 chips." in lines
    assert "- Not taken: Jack and Ten." in lines
    play_out(lab)
    assert "The Jack and Ten pools stay (6 chips): nobody holds their cards." in settlement(lab.snapshot, texts)


async def test_lq_3_the_fifth_pool_by_its_option(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, game="le-poque", names=NAMES[:3], chips=40, ten_pool="ten_and_nine").deal(dealer=0)
    captions = board_captions(lab.snapshot, texts.at("le-poque", lab.rules).plain)
    assert dict(captions.pools)["ten"] == "10 & 9", "the whole does not fit into the dish"
    assert dict(captions.pools)["poch"] == "Poque"
    assert lab.pool("ten").ranks == (Rank.TEN, Rank.NINE)
    assert "Ten & Nine" in board_alt(lab.snapshot, texts.at("le-poque", lab.rules).plain)
    plain_ten = Lab(3, game="le-poque", names=NAMES[:3], chips=40).deal(dealer=0)
    assert plain_ten.pool("ten").ranks == (Rank.TEN,)


async def test_po_41_a_run_is_one_line_one_message_and_one_picture(texts: Texts, studio: Studio, blank: Blank) -> None:
    lab = bet_out(example())
    lab.do("play", card("7D"))
    assert lab.snapshot.turn.seq == 6, "whatever follows belongs to the lead"
    blank.drawn.clear()
    lines = await said(lab, texts, studio)
    assert (
        "- Bo leads the 7♦; Bo 8♦ 9♦, Cy 10♦, Ann J♦, Bo Q♦, Cy K♦, Di A♦; nothing is above the ace: Di leads next."
        in lines
    )
    (picture,) = blank.drawn
    assert picture[0] == "board_picture"
    assert len(picture[1][0].middle.run) == 8
    assert picture[1][0].middle.stopped
    lab.do("play", card("TC"))
    assert "- Di leads the 10♣; Di J♣ Q♣ K♣, Ann A♣; nothing is above the ace: Ann leads next." in await said(
        lab, texts, studio
    )
    lab.do("play", card("7S"))
    assert "Ann leads the 7♠; nobody has the 8♠: Ann leads again." in await said(lab, texts, studio)


async def test_ho_8_a_stop_is_paid_in_the_same_line(texts: Texts, studio: Studio) -> None:
    hands = ("7H 8H 9H TH JH", "7D 8D 9D TD JD", "7C 8C 9C TC KS")
    lab = Lab(3, game="poch-1873", names=NAMES[:3], chips=60, stake=2).deal(stacked(hands, "AS"), dealer=2)
    lab.do("pass").do("pass").do("pass")
    assert "Nobody bets, and nothing is won." in await said(lab, texts, studio)
    lab.do("play", card("JH"))
    assert (
        "Ann leads the J♥; nobody has the Q♥: Ann leads again. Everybody else pays Ann 2 chips (for a stop)."
        in await said(lab, texts, studio)
    )


async def test_ho_12_the_last_card_may_end_a_sequence_too(texts: Texts, studio: Studio) -> None:
    hands = ("7H 9H JH AH 7D", "9D JD KD 8C TC", "8S TS JC KS AS")
    lab = Lab(3, game="poch-1873", names=NAMES[:3], chips=60).deal(stacked(hands, "QS"), dealer=2)
    lab.do("bet", 2).do("bet", 2).do("fold")
    assert lab.pool("poch").taken_by == 0, "the bets lay in that pool"
    assert "Ann takes 4 chips that were bet." in await said(lab, texts, studio)
    for led in ("7H", "9H", "JH", "AH"):
        lab.do("play", card(led))
    assert "Ann leads the A♥; nothing is above the ace: Ann leads again." in await said(lab, texts, studio)
    lab.do("play", card("7D"))
    lines = await said(lab, texts, studio)
    assert "Ann leads the 7♦; nobody has the 8♦; Ann has no card left." in lines
    assert "Everybody else pays Ann 5 chips (for 5 stops)." in lines, "all stops together"
    assert "Everybody else pays Ann 5 chips (for cards left)." in lines


# -- the end


async def test_the_end_of_a_deal_is_told_stage_by_stage(texts: Texts, studio: Studio, blank: Blank) -> None:
    lab = play_out(bet_out(example()))
    flat = await public(lab, texts, studio)
    lines = texts_of(flat)
    parts = [lines.index(f"**{heading}**") for heading in ("The pools", "The betting", "The cards played out")]
    assert parts == sorted(parts)
    assert "The final stakes: Bo 5 and Cy 5." in lines
    assert "Bo takes the bets (10 chips) and the Poch pool (4 chips)." in lines
    assert "has no card left." in lines
    assert "takes the Centre pool: 4 chips." in lines
    assert "(for cards left)" in lines
    assert "Left on the board: Sequence 4." in lines
    net = lab.result.net
    for seat, name in enumerate(NAMES[:4]):
        assert f"**{name}** {texts.signed(net[seat])} ({60 + net[seat]} chips)" in lines
    captions = blank.drawn[-1][1][1]
    assert [seat.note for seat in captions.seats] == [texts.signed(chips) for chips in net]
    assert "is out first" in captions.call
    assert "Next deal" in labels_of(flat)
    (out,) = lab.result.winners
    own = texts_of(await hand(lab, out, texts, studio))
    assert f"The deal is over, and you were out first. **You win {net[out]}:** put into the pools −9, centre +4" in own
    assert f"You have {60 + net[out]} chips." in own


def test_the_end_shows_that_more_was_played_before(texts: Texts) -> None:
    chance, met = random.Random(3), set()
    for _ in range(12):
        lab = shuffled_deal(Lab(4, game="poch", names=NAMES[:4], chips=60), chance)
        while lab.table.playing:
            step(lab, chance)
        runs = settlement(lab.snapshot, texts).split("**The cards played out**\n")[1]
        cut = runs.count(" leads the ") < len(stages(lab.snapshot.told).runs)
        assert runs.startswith("-# Earlier moves aren’t shown.\n- ") == cut
        met.add(cut)
    assert met == {True, False}


async def test_what_is_left_is_carried_over(texts: Texts, studio: Studio) -> None:
    lab = play_out(bet_out(example()))
    lab.deal(stacked(HANDS, "8S"), dealer=3)
    assert "Not taken: Sequence." in await said(lab, texts, studio)
    play_out(bet_out(lab))
    assert "Nobody can take the Sequence pool (8 chips)" in settlement(lab.snapshot, texts)


async def test_po_50_the_end_of_the_game_and_who_ended_it(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, game="le-poque", names=NAMES[:3], chips=8)
    chance = random.Random(5)
    while lab.table.deal is None or not lab.result.game_over:
        shuffled_deal(lab, chance)
        while lab.table.playing:
            step(lab, chance)
    lines = await said(lab, texts, studio)
    left = [seat for seat in lab.view().seats if seat.cards and not seat.chips]
    assert ("have no chips left: nobody pays more than they have." in lines) is (len(left) > 1), "LQ-9"
    assert ("has no chips left: nobody pays more than they have." in lines) is (len(left) == 1)
    short = [s.name for s in lab.snapshot.players if s.chips < 6]
    assert f"{short[0]}" in lines
    assert "🏆 The game is over" in lines
    if any(count for _, count in lab.view().pools):
        assert "Left on the board, won by nobody: " in lines
    assert f"The new game waits until {' and '.join(short)} ha{'s' if len(short) == 1 else 've'} topped up." in lines
    own = texts_of(await hand(lab, 0, texts, studio))
    for told in (lines, own):
        assert "had too few chips for another deal: it takes 6 chips." in told
        assert "**At the start of the new game everybody has 8 chips:** " in told
        for player in lab.snapshot.players:
            more = 8 - player.chips
            assert (f"{player.name} pays in {more} more" in told) == (more > 0)
            assert (f"{player.name} gets {-more} back" in told) == (more < 0)
    lab.table.closed = True
    assert "🏆 The game is over" in await said(lab, texts, studio), "closing takes nobody's win away"


async def test_po_64_what_was_left_is_shared(texts: Texts, studio: Studio) -> None:
    lab = play_out(bet_out(example(money=True, max_deals=1)))
    lines = await said(lab, texts, studio)
    assert "The 4 chips left on the board are shared out: 1 to Ann, 1 to Bo, 1 to Cy, and 1 to Di." in lines
    assert lines.index("(for cards left)") < lines.index("are shared out"), "shared when all is paid"
    assert "Left on the board" not in lines
    assert ("sequence", 0) in lab.view().pools
    assert lab.pool("sequence").taken_by is None, "what is shared out nobody has taken"


async def test_a_game_for_money_ends_with_what_everybody_receives_or_pays(texts: Texts, studio: Studio) -> None:
    lab = play_out(bet_out(example(money=True, max_deals=1, chip_value=5)))
    due = lab.result.money
    assert due == tuple(5 * (chips - 60) for chips in lab.result.stakes.chips)
    told = await said(lab, texts, studio)
    assert due == (0, 50, -90, 40)
    assert "💰 To settle up, Ann is even, Bo receives 50, Cy pays 90, and Di receives 40." in told
    assert "settle up" not in await said(play_out(bet_out(example(money=True, max_deals=1))), texts, studio)
