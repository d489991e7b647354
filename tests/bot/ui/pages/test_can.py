"""The page that says what can be done: a line for each move in every game, and why others are not allowed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.i18n import Texts
from bot.service.model import TableSettings
from bot.ui.pages.can import can_page
from bot.ui.pages.concern import Looks
from bot.ui.pages.page import MOST_TEXT
from bot.ui.pages.panel import crowded, panel_page
from bot.ui.pictures.studio import Studio
from bot.ui.words.consequences import _line
from engine.cards import Card, card
from engine.consequences import Consequence, not_allowed
from engine.game import GAMES
from engine.middle import Piles, Pools, Trick
from engine.parts.tricks import missing_suits
from engine.players import PLAYERS
from engine.shuffle import Stream, shuffled
from tests.bot.ui.held import held, labels_of, texts_of
from tests.kit.lab import LONG, Lab

TELLING = [name for name, game in GAMES.items() if game.telling.tells_consequences]
"""The games that tell what moves lead to."""


def told(lab: Lab, seat: int, texts: Texts) -> str:
    state = lab.running.state
    return texts_of(held(can_page(lab.private(seat), not_allowed(lab.game, state, seat), texts)))


KP = "9S KD 9H KS 9D KC 4C KH 4H 2S"


def test_a_first_turn_of_knock_poker(texts: Texts) -> None:
    lab = Lab(2).deal(KP)
    said = told(lab, 0, texts)
    assert "**Draw from the stock:** a card that only you see" in said
    assert f"**Take the {texts.card_short(lab.upcard)}:** everybody sees it." in said
    assert "Whoever folds pays you 1, and whoever stays in and loses pays you 2." in said
    assert "**Not now:**\n- You can fold only after another player’s knock" in said
    assert told(lab, 1, texts).splitlines()[1:] == ["- It isn’t your turn yet: wait for Player0."]


def test_the_last_turn_of_knock_poker_is_to_stay_in_or_to_fold(texts: Texts) -> None:
    lab = Lab(2).deal(KP).do("knock").do("draw", "stock")
    said = told(lab, 1, texts)
    assert "- **Discard:** stay in, and risk 2." in said
    assert "- **Fold:** pay 1 and be out." in said
    assert "Player0 has knocked, and there’s only one knock in a deal." in said
    dear = Lab(2, fold_payment=0, stay_payment=5).deal(KP).do("knock").do("draw", "stock")
    assert "stay in, and risk 5." in told(dear, 1, texts)
    assert "**Fold:** be out, and pay nothing." in told(dear, 1, texts)


def test_options_of_knock_poker_change_what_moves_lead_to(texts: Texts) -> None:
    simple = Lab(2, settlement="simple", extra_chip_per_draw=True).deal(KP)
    said = told(simple, 0, texts)
    assert "**Knock:** the deal ends at once, and the best hand takes the pot of 2." in said
    assert "It costs 1 chip." in said
    high = Lab(2, knock_minimum="straight").deal("2S AH 4D KH 6C QH 8S JC TD 9D")
    assert "At this table you need at least a straight to knock" in told(high, 0, texts)


def test_poe_crumb_says_when_a_knock_comes(texts: Texts) -> None:
    lab = Lab(2, game="poe-crumb").deal()
    assert "You can’t knock on your own first turn" in told(lab, 0, texts)
    lab.turn().turn()
    assert "**Knock:** you keep your five cards and don’t draw" in told(lab, 0, texts)


def test_dompe_says_who_plays_after_a_call(texts: Texts) -> None:
    lab = Lab(3, game="dompe").deal("9S 9H 9D KC 4C 2S")
    said = told(lab, lab.seat, texts)
    assert "You were dealt six cards, so your first turn has no draw" in said


def test_knock_rummy_names_what_rum_and_a_beaten_knock_are_worth(texts: Texts) -> None:
    lab = Lab(2, game="knock-rummy").deal().do("draw", "stock")
    said = told(lab, 0, texts)
    assert "and 25 besides if you have none" in said
    assert "you lose 10 on top of the difference" in said
    lab = Lab(2, game="knock-rummy", rum_points=0, undercut_penalty=0).deal().do("draw", "stock")
    assert "besides" not in told(lab, 0, texts)
    assert "on top" not in told(lab, 0, texts)


def test_the_last_card_of_a_trick_says_who_takes_it(texts: Texts) -> None:
    lab = Lab(4, game="crummy").deal()
    while True:
        view = lab.view(lab.seat)
        found = lab.game.telling.consequences(view)
        if any(there.code in {"trick-take", "trick-leave"} for there in found):
            break
        lab.act(PLAYERS["careful"].choose(view, Stream(bytes(32))))
    seat, cards = lab.seat, [there for there in found if there.do == "play" and there.choices]
    said = told(lab, seat, texts)
    for there in cards:
        taker = dict(there.values)["seat"]
        assert ("you take the trick" if taker == seat else f"Player{taker} takes the trick") in said
        for choice in there.choices:
            trial = Lab(4, game="crummy").deal()
            while trial.running.seq < lab.running.seq:
                trial.act(PLAYERS["careful"].choose(trial.view(trial.seat), Stream(bytes(32))))
            trial.do("play", choice)
            assert trial.middle(Trick).taker == taker


def on_the_way(lying: int) -> Lab:
    """A deal of Crummy in which that many cards lie in the trick."""
    lab = Lab(4, game="crummy").deal()
    while len(lab.middle(Trick).played) != lying or lab.middle(Trick).winner is not None:
        lab.act(PLAYERS["careful"].choose(lab.view(lab.seat), Stream(bytes(32))))
    return lab


@pytest.mark.parametrize("lying", [0, 1, 2, 3])
def test_who_takes_a_trick_is_told_in_two_clauses_at_every_card(lying: int, texts: Texts) -> None:
    lab = on_the_way(lying) if lying else Lab(4, game="crummy").deal()
    rule = "If all four ranks differ, the highest card takes it; else the last card that matches an earlier card."
    assert rule in told(lab, lab.seat, texts)


@pytest.mark.parametrize("lying", [1, 2])
def test_cr_20_cr_21_of_each_card_it_is_told_who_takes_the_trick_so_far(lying: int, texts: Texts) -> None:
    lab = on_the_way(lying)
    there, seat, said = lab.middle(Trick), lab.seat, told(lab, lab.seat, texts)
    holders = [played.seat for played in there.played]
    met = set[bool]()
    for choice in lab.prompt("play").choices:
        assert isinstance(choice, Card)
        name = texts.card_short(choice)
        ranks = [lain.rank for lain in there.cards]
        matched = len(set(ranks)) < len(ranks)
        own = choice.rank in ranks or (not matched and choice.rank > max(ranks))
        [line] = [line for line in said.splitlines() if line.startswith("- **") and name in line]
        if own:
            assert line.endswith(":** so far you take the trick.")
        elif not matched:
            taker = holders[ranks.index(max(ranks))]
            assert line.endswith(f":** so far Player{taker} takes the trick.")
        met.add(own)
    assert seat not in holders
    assert met


def test_cards_are_listed_from_the_highest_on(texts: Texts) -> None:
    lab = on_the_way(3)
    cards = (card("9D"), card("KD"), card("JS"), card("JD"), card("AC"))
    found = Consequence("play", "trick-take", cards, (("cards", cards), ("seat", 0)))
    line = _line(found, lab.snapshot, texts)
    assert line.startswith("**A♣, K♦, J♠, J♦, and 9♦:** you take the trick")


@pytest.mark.parametrize("lying", [1, 2, 3])
def test_why_a_suit_can_not_be_played_names_no_card(lying: int, texts: Texts) -> None:
    lab = on_the_way(lying)
    missing = missing_suits(lab.middle(Trick).cards)
    suits = texts.either([texts(f"suit-{suit.name.lower()}") for suit in missing])
    refused = not_allowed(lab.game, lab.running.state, lab.seat)
    assert "suit_in_trick" in {error.code for error in refused}
    page = texts_of(held(can_page(lab.private(lab.seat), refused, texts)))
    line = f"- A trick has one card of each suit. Play a card of a suit that is still missing: {suits}."
    assert page.splitlines()[-1] == line


@pytest.mark.parametrize("game", ["poch", "le-poque", "poch-1873"])
def test_poch_says_what_a_bet_a_fold_and_a_card_lead_to(game: str, texts: Texts) -> None:
    lab = Lab(3, game=game, chips=60).deal()
    pool = sum(pool.chips for pool in lab.middle(Pools).pools if pool.bet_for)
    said = told(lab, lab.seat, texts)
    assert "**Pass:** you are out of the betting for good" in said
    assert (f"you take the {pool} there" if pool else "you take your bet back") in said
    lab.do("bet", 5)
    said = told(lab, lab.seat, texts)
    assert "**Match 5:** it costs you 5" in said
    assert "it costs you nothing" in said
    assert "you can’t just pass any more: whoever doesn’t stay in folds." in said, "true of whoever can’t raise, too"
    while lab.view().asks == "match":
        lab.do("fold")
    said = told(lab, lab.seat, texts)
    assert ("of the centre" in said) == (game == "poch")
    assert ("from everybody else" in said) == (game == "poch-1873")


def test_po_33_a_match_for_which_the_house_gives_chips_says_so(texts: Texts) -> None:
    lab = Lab(3, game="le-poque", chips=40, short_stacks="extra_chips")
    lab.table.change(2, chips=9)
    lab.deal(dealer=0).do("bet", 12)
    said = told(lab, lab.seat, texts)
    assert "**Match 12:** it costs you 12, and you have 3. So the house first gives everybody more chips" in said
    lab.do("bet", 12)
    assert "**Match 12:** it costs you 12, and you stay in" in told(lab, lab.seat, texts)


def test_po_33_a_raise_that_nobody_else_has_chips_to_match_says_so(texts: Texts) -> None:
    lab = Lab(3, game="le-poque", chips=40)
    lab.table.change(3, chips=16)
    lab.deal(dealer=0).do("bet", 10)
    assert lab.view().seats[2].chips == 0, "all in"
    raising = "**Raise to 11 or more,** 34 at most: the others match that, raise again or fold."
    assert raising in told(lab, 1, texts)
    folded = Lab(3, game="le-poque", chips=40).deal(dealer=0).do("bet", 10).do("fold")
    alone = "at most: the other player matches that, raises again or folds."
    assert alone in told(folded, folded.seat, texts)
    lab.do("fold")
    said = told(lab, 0, texts)
    assert "**Raise to 11 or more:** that brings nothing" in said
    assert "What you bet above 10 comes back to you." in said


def test_po_34_beside_somebody_all_in_for_less_the_best_set_may_not_take_all(texts: Texts) -> None:
    lab = Lab(3, game="le-poque", chips=40)
    lab.table.change(3, chips=16)
    lab.deal(dealer=0).do("bet", 10)
    assert "If nobody raises, the best set takes all, and leads." in told(lab, lab.seat, texts)
    lab = Lab(3, game="le-poque", chips=40)
    lab.table.change(2, chips=16)
    lab.deal(dealer=0).do("bet", 12).do("bet", 10)
    assert (lab.view().seats[1].stake, lab.view().seats[1].chips) == (10, 0), "all in below the bet"
    limited = "If nobody raises, the best set leads, and wins from each no more than its own stake."
    assert limited in told(lab, lab.seat, texts)


@pytest.mark.parametrize(("game", "before"), [("poch", "the best set does; it "), ("poch-1873", "the best set ")])
def test_po_34_before_a_bet_that_somebody_can_stay_in_for_less_the_best_set_may_not_take_all(
    game: str, before: str, texts: Texts
) -> None:
    def said(chips: int, **rules: Any) -> str:
        lab = Lab(3, game=game, chips=40, **rules)
        for sitting in (2, 3):
            lab.table.change(sitting, chips=chips)
        return told(lab.deal("KS 7H 8H KH 9C TD KC"), 0, texts)

    limited = f"else {before}leads, and wins from each no more than its own stake."
    assert limited in said(20)
    assert limited not in said(20, short_stacks="extra_chips"), "there everybody can match"
    assert "all bets, and leads." in said(200)


def test_whoever_has_no_pair_is_told_why_there_is_no_bet(texts: Texts) -> None:
    lab = Lab(4, game="poch", chips=60)
    lab.deal(" ".join(_dealt_to_first(["AD", "KC", "QC", "JC", "TC", "9C", "8C", "7S"])))
    assert "no two of your cards are of one rank" in told(lab, 0, texts)


def _dealt_to_first(hand: list[str]) -> list[str]:
    """A deck that deals the hand to the first of four players."""
    pack = [there.notation for there in GAMES["poch"].pack(GAMES["poch"].rules(), 4) if there.notation not in hand]
    rest = iter(pack)
    return [part for own in hand for part in (own, *(next(rest, "") for _ in range(3))) if part]


@pytest.mark.parametrize("game", TELLING)
def test_every_sentence_is_there_and_the_page_keeps_to_discords_limits(game: str, texts: Texts) -> None:
    met: set[str] = set()
    for seed in range(4):
        seats = GAMES[game].seats[seed % 2 * -1]
        lab = Lab(seats, game=game, chips=GAMES[game].money.chips or 20, names=[f"**{LONG[3:]}_"] * seats)
        pack = GAMES[game].pack(lab.rules, seats)
        lab.deal(" ".join(there.notation for there in shuffled(pack, bytes(31) + bytes([seed]), 3)))
        chance: Any = Stream(bytes([seed]) * 32)
        for _ in range(60):
            if not lab.table.playing:
                break
            said = told(lab, lab.seat, texts)
            assert len(said) < MOST_TEXT
            assert "leads-" not in said
            found = GAMES[game].telling.consequences(lab.view(lab.seat))
            assert said.count("\n- ") >= len(found)
            met |= {there.code for there in found}
            lab.act(PLAYERS["random"].choose(lab.view(lab.seat), chance))
    assert len(met) > 3


@pytest.mark.parametrize("game", TELLING)
async def test_the_panel_offers_it_where_something_is_asked(game: str, texts: Texts, studio: Studio) -> None:
    lab = Lab(GAMES[game].seats[0], game=game, chips=GAMES[game].money.chips or 20).deal()
    for seat in range(GAMES[game].seats[0]):
        for looks in (Looks(), Looks(explained=True)):
            flat = held(await panel_page(lab.private(seat), texts, studio, looks=looks))
            assert ("What can I do?" in labels_of(flat)) == (seat == lab.seat)


@pytest.mark.parametrize("game", TELLING)
async def test_a_full_panel_offers_it_and_what_explains_more_is_a_tap_away(
    game: str, texts: Texts, studio: Studio
) -> None:
    """In the panel, or where there is no room for both, on the page that says what can be done."""
    lab = Lab(GAMES[game].telling.recommended[0], game=game, chips=GAMES[game].money.chips or 20).deal()
    elsewhere = 0
    for _ in range(40):
        if not lab.table.playing:
            break
        view, private = lab.view(lab.seat), lab.private(lab.seat)
        for hints in (False, True):
            asked = replace(private, table=replace(private.table, settings=TableSettings(hints=hints)))
            labels = labels_of(held(await panel_page(asked, texts, studio)))
            assert "What can I do?" in labels
            explained = "Explain" in labels_of(held(can_page(asked, (), texts)))
            assert explained == crowded(view, Looks())
            assert explained or "Explain" not in labels
            elsewhere += explained and "Explain" not in labels
        lab.act(PLAYERS["careful"].choose(view, Stream(b"any")))
    assert elsewhere or not isinstance(lab.view(0).middle, Pools)


async def test_after_a_knock_it_stands_in_the_place_of_the_explanations(texts: Texts, studio: Studio) -> None:
    """Whoever may fold wants to know what that costs, and a list to fold with takes much room."""
    lab = Lab(3).deal()
    lab.do("knock").do("draw", "stock")
    assert lab.view(lab.seat).prompt("fold") is not None
    labels = labels_of(held(await panel_page(lab.private(lab.seat), texts, studio)))
    assert "What can I do?" in labels
    assert "Explain" not in labels
    assert "**Fold:** pay" in told(lab, lab.seat, texts)


def test_where_one_other_plays_no_move_is_told_as_if_several_did(texts: Texts) -> None:
    first = Lab(2).deal(KP)
    assert "If somebody beats you, you pay 2. The best hand" in told(first, 0, texts)
    assert "the other player has one turn more" in told(first, 0, texts)
    lab = Lab(2).deal(KP).do("draw", "stock").do("knock")
    assert "your knock stands, and the other player has a last turn." in told(lab, 0, texts)
    three = Lab(3).deal().do("draw", "stock")
    assert "If somebody beats you, you pay 2 to everybody who stayed in." in told(three, three.seat, texts)
    three.do("knock")
    assert "your knock stands, and the others have their last turns." in told(three, three.seat, texts)
    rummy = Lab(2, game="knock-rummy").deal().do("draw", "stock")
    assert "the other player pays you the difference" in told(rummy, rummy.seat, texts)
    rummy = Lab(3, game="knock-rummy").deal().do("draw", "stock")
    assert "everybody pays you the difference" in told(rummy, rummy.seat, texts)
    simple = Lab(2, settlement="simple").deal().do("draw", "stock")
    assert "the others" not in told(simple, simple.seat, texts)
    for game in ("poch", "le-poque"):
        lab = Lab(3, game=game, chips=60).deal()
        assert "the others match it, raise it or fold" in told(lab, lab.seat, texts)
        lab.do("pass")
        assert "the other player matches it, raises it or folds" in told(lab, lab.seat, texts)
        lab.do("pass")
        alone = told(lab, lab.seat, texts)
        assert "nobody else is in the betting any more, so you take the 3 there and your bet back, and lead." in alone
        assert "match" not in alone


def draw_until(lab: Lab, left: int) -> None:
    """Everybody draws from the stock and discards, until so many cards are left there."""
    while lab.middle(Piles).stock > left:
        lab.do("draw", "stock").do("discard", lab.prompt("discard").choices[0])


def out_of_stock(game: str = "knock-poker", **rules: Any) -> Lab:
    """A deal for ten in which one card is left in the stock, and nobody has knocked."""
    lab = Lab(10, game=game, **rules).deal()
    draw_until(lab, 1)
    return lab


def test_kp_40_the_last_card_of_the_stock_ends_the_deal_unless_somebody_knocks(texts: Texts) -> None:
    lab = out_of_stock()
    assert "the stock is gone: if nobody has knocked by then, the deal is over." in told(lab, lab.seat, texts)
    lab.do("draw", "stock")
    said = told(lab, lab.seat, texts)
    assert "- **Discard:** the stock is gone, so the deal is over with it, and all hands are shown." in said
    assert "- **Knock:** then you discard. The stock is gone, so the others only choose in turn:" in said
    lab.do("knock")
    assert "- **Discard:** your knock stands. The stock is gone, so the others only choose" in told(
        lab, lab.seat, texts
    )
    lab.do("discard", lab.prompt("discard").choices[0])
    said = told(lab, lab.seat, texts)
    assert "you keep it and discard another card. You stay in, and risk 2." in said, "KP-42"
    assert "- **Stay:** keep your five cards, and risk 2." in said


def test_kp_47_where_all_stay_in_a_knock_with_the_last_card_ends_the_deal(texts: Texts) -> None:
    lab = out_of_stock(stockout_after_knock="all_stay").do("draw", "stock")
    said = told(lab, lab.seat, texts)
    assert "The stock is gone, so all hands are shown at once. Whoever loses pays you 2;" in said
    assert "folds pays" not in said
    lab.do("knock")
    assert "- **Discard:** the deal is over, and all hands are shown." in told(lab, lab.seat, texts)


def test_lq_8a_whoever_goes_out_is_told_that_most_cards_pay_too(texts: Texts) -> None:
    for game, pays in (("le-poque", True), ("poch", False)):
        lab = Lab(4, game=game, chips=60).deal()
        while lab.view().asks in {"bet", "match"}:
            lab.do(lab.view().prompts[0].do)
        assert ("whoever has the most cards left pays everybody as many chips" in told(lab, lab.seat, texts)) == pays


def moments_of_dompe(deals: int) -> Iterator[Lab]:
    """Every moment of so many deals for three, played by careful players."""
    for seed in range(deals):
        lab = Lab(3, game="dompe", chips=60)
        deck = shuffled(lab.game.pack(lab.rules, 3), bytes(31) + bytes([seed]), 3)
        lab.deal(" ".join(there.notation for there in deck))
        while lab.table.playing:
            yield lab
            lab.act(PLAYERS["careful"].choose(lab.view(lab.seat), Stream(b"any")))


def test_in_dompe_nobody_is_told_to_call_who_may_not(texts: Texts) -> None:
    refused = [said for lab in moments_of_dompe(8) if "you hold none of these." in (said := told(lab, lab.seat, texts))]
    assert refused
    assert not any("or call" in said for said in refused)


def test_pc_22_with_sudden_death_the_last_card_ends_the_round_after_a_knock_too(texts: Texts) -> None:
    lab = Lab(5, game="poe-crumb", sudden_death=True).deal()
    draw_until(lab, 2)
    lab.do("knock").do("draw", "stock").do("discard", lab.prompt("discard").choices[0])
    assert "Then you discard, and the deal is over: all hands are shown." in told(lab, lab.seat, texts)
    lab.do("draw", "stock")
    assert "- **Discard:** the deal is over, and all hands are shown." in told(lab, lab.seat, texts)
    lab.do("discard", lab.prompt("discard").choices[0])
    assert not lab.table.playing


def test_kp_43_whoever_draws_the_last_card_after_a_knock_is_not_told_that_nobody_has_knocked(texts: Texts) -> None:
    lab = Lab(9).deal()
    draw_until(lab, 2)
    lab.do("draw", "stock").do("knock").do("discard", lab.prompt("discard").choices[0])
    assert "whoever is still to come only chooses" in told(lab, lab.seat, texts)


def test_the_dealers_discard_after_a_call_of_dompe_ends_the_deal(texts: Texts) -> None:
    met = 0
    for lab in moments_of_dompe(12):
        view = lab.view(lab.seat)
        if view.knocker not in {None, lab.seat} and view.prompt("discard") is not None:
            ends = "- **Discard:** the deal is over, and all hands are shown." in told(lab, lab.seat, texts)
            assert ends == (lab.seat == view.dealer)
            met += 1
    assert met
