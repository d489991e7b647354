"""Words that a game or its pack has of its own."""

from __future__ import annotations

import pytest

import engine.games  # noqa: F401 - registers the games
from bot.i18n import Texts
from engine.cards import Rank, card, spanish_pack
from engine.errors import IllegalAction
from engine.events import DealOver, HandShown, StockRanOut
from engine.game import GAMES
from engine.games.dompe.rules import DompeRules
from engine.parts.hands import HandName
from engine.rules import Value, read_rules
from engine.stakes import DealResult, Stakes


def told(texts: Texts, game: str, **changed: Value) -> str:
    rules = read_rules(GAMES[game].rules, changed)
    return "\n".join(section.body for section in texts.rules_sections(game, rules))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (HandName("five_of_a_kind", (Rank.KING,), aided=True), "quintilla of kings (five of a kind)"),
        (HandName("straight_flush", (Rank.ACE,)), "flor corrida, ace high (straight flush)"),
        (HandName("four_of_a_kind", (Rank.NINE,), aided=True), "poker of nines, with the joker (four of a kind)"),
        (HandName("full_house", (Rank.SIX, Rank.TWO)), "full house, sixes over twos"),
        (HandName("flush", (Rank.TEN,)), "flor, ten high (flush)"),
        (HandName("straight", (Rank.FIVE,)), "escalera, five high (straight)"),
        (HandName("three_of_a_kind", (Rank.TWO,)), "tercia of twos (three of a kind)"),
        (HandName("pair", (Rank.TWO,)), "pair of twos"),
        (HandName("six_card_flush"), "flor of six cards (flush of six cards)"),
        (HandName("six_card_straight", (Rank.NINE,)), "escalera of six cards, nine high (straight of six cards)"),
        (HandName("three_pairs", (Rank.KING, Rank.NINE, Rank.FOUR)), "three pairs, kings, nines and fours"),
    ],
)
def test_hands_of_dompe_have_spanish_names_that_are_explained(texts: Texts, name: HandName, words: str) -> None:
    assert texts.at("dompe", DompeRules()).hand_explained(name) == words
    assert words.startswith(texts.at("dompe").hand_name(name))


def test_hands_of_poe_crumb_are_natural_or_aided(texts: Texts) -> None:
    at = texts.at("poe-crumb", GAMES["poe-crumb"].rules())
    assert at.hand_explained(HandName("straight", (Rank.TEN,), aided=True)) == "aided straight, ten high"
    assert at.hand_explained(HandName("pair", (Rank.TWO,))) == "pair of twos"
    assert at.hand_explained(HandName("five_of_a_kind", (Rank.TWO,), aided=True)) == "five of a kind, twos"


def test_spanish_cards(texts: Texts) -> None:
    at = texts.at("dompe", DompeRules(deck="spanish_48"))
    assert [at.card(card(notation)) for notation in ("AD", "JH", "QS", "KC", "7D")] == [
        "ace of oros", "sota of copas", "caballo of espadas", "rey of bastos", "seven of oros",
    ]  # fmt: skip
    assert at.cards_short(map(card, ("AD", "JH", "QS", "KC", "7D"))) == "1 oros 10 copas 11 espadas 12 bastos 7 oros"
    assert at.hand_name(HandName("four_of_a_kind", (Rank.JACK,), aided=True)) == "poker of sotas, with the yuca"
    assert len({at.plain.card_short(card) for card in spanish_pack(48)}) == 48
    assert texts.at("dompe", DompeRules()).card(card("JH")) == "jack of hearts"


def test_texts_at_a_table_are_kept_and_tell_themselves_apart(texts: Texts) -> None:
    at = texts.at("dompe", DompeRules())
    assert at is texts.at("dompe", DompeRules(ante=3))
    assert at.at("dompe") is at
    assert at.plain.at("dompe") is at.plain
    assert at.at("poe-crumb").plain("button-knock") == texts.plain("button-knock") == "Knock"
    assert at.plain("button-knock") == "Dompe!"
    assert len({texts, at, texts.at("dompe", DompeRules(deck="spanish_40")), texts.at("poe-crumb")}) == 4
    assert "dompe" in repr(at)


def test_events_in_the_words_of_the_game(texts: Texts) -> None:
    def name_of(seat: int) -> str:
        return "AnnBoCy"[2 * seat :][:3]

    six = tuple(map(card, ("2S", "3S", "4S", "5S", "7S", "9S")))
    shown = HandShown(0, six, HandName("six_card_flush"), outright=True)
    assert str(texts.at("dompe").event(shown, name_of)).endswith("and wins outright: flor of six cards!")
    round_ = DealOver(DealResult((0,), (1, 0), Stakes(0, (0, 0))))
    assert texts.at("poe-crumb").event(round_, name_of) == "Ann wins the round."
    assert texts.at("knock-poker").event(round_, name_of) == "Ann wins the deal."
    assert "Sudden Death" in str(texts.at("poe-crumb").event(StockRanOut(), name_of))
    called = IllegalAction("already_called", "…", caller=0)
    assert texts.at("dompe").illegal(called, name_of).startswith("Ann has called")
    called = IllegalAction("already_called", "…")
    assert texts.at("dompe").illegal(called, name_of).startswith("You have called")


def test_whoever_leads_in_the_betting_is_told_nothing_that_may_be_impossible(texts: Texts) -> None:
    bet, no_bet = (IllegalAction("betting_first", "…", bet=bet) for bet in (5, 0))
    assert texts.illegal(bet) == "Cards are played after the betting. You fold, or stay in if you can."
    assert texts.illegal(no_bet) == "Cards are played after the betting. You pass, or bet if you can."


def test_dm_rules_follow_the_options(texts: Texts) -> None:
    assert "52 cards and a wild joker" in told(texts, "dompe")  # DM-1
    assert "52 cards." in told(texts, "dompe", joker=0)  # DM-42
    assert "there’s no quintilla" in told(texts, "dompe", joker=0)
    assert "5-6-7-10-11" in told(texts, "dompe", deck="spanish_40")  # DM-40
    assert "9-10-11-12-1" in told(texts, "dompe", deck="spanish_48")  # DM-41
    assert "no card is wild" in told(texts, "dompe", deck="spanish_48")  # DM-43
    assert "no quintilla of twos" in told(texts, "dompe", deck="spanish_48", wild="two_of_coins")  # DM-46
    assert "diamonds, hearts, spades, clubs" in told(texts, "dompe")  # DM-28
    assert "oros, copas, espadas, bastos" in told(texts, "dompe", deck="spanish_40")  # DM-45
    assert "the one shown first wins" in told(texts, "dompe", equal_hands="first_called")  # DM-50
    assert "pays the ante" in told(texts, "dompe")  # DM-4
    assert "sits out" in told(texts, "dompe", broke="sit_out")
    assert "after an agreed number of deals" in told(texts, "dompe", deals=7)


def test_pc_rules_follow_the_options(texts: Texts) -> None:
    assert "52 cards, no jokers" in told(texts, "poe-crumb")  # PC-2
    assert "52 cards and two wild jokers" in told(texts, "poe-crumb", jokers=2)
    assert "Five of a kind:**" in told(texts, "poe-crumb", jokers=1)  # PC-32
    assert "Five of a kind:**" not in told(texts, "poe-crumb")
    assert "shuffled and become the new stock" in told(texts, "poe-crumb")  # PC-18
    assert "**Sudden Death:**" in told(texts, "poe-crumb", sudden_death=True)  # PC-20
    assert "Everybody pays the ante" in told(texts, "poe-crumb", ante=2)  # PC-26
    assert "the rounds won count" in told(texts, "poe-crumb")
    assert "whoever first has won a round" in told(texts, "poe-crumb", target_wins=1)
    assert "whoever first has won an agreed number of rounds" in told(texts, "poe-crumb", target_wins=3)
    assert "or the best after an agreed number of rounds" in told(texts, "poe-crumb", target_wins=3, deals=9)
    assert "after an agreed number of rounds, the most rounds won win" in told(texts, "poe-crumb", deals=9)
