"""Cards, hands, lists, numbers, and what happens at a table."""

from __future__ import annotations

import random
from typing import get_args

import pytest

import engine.games  # noqa: F401 - registers the games
from bot.i18n import Texts
from engine.actions import Shuffle, answers
from engine.cards import ALL_CARDS, JOKER, JOKERS, Rank, Suit, cards
from engine.errors import IllegalAction
from engine.events import Called, CardDrawn, DealOver, Event, Paid, SequenceStopped, Shuffled
from engine.game import GAMES
from engine.parts import refusals
from engine.parts.hands import HandName, HandType
from engine.secret import Secret
from engine.stakes import DealResult, Stakes, Transfer
from tests.ninth import TEST_GAMES

NAMES = ("Ann", "B_o", "Cy", "Di")


def name_of(seat: int) -> str:
    return NAMES[seat]


def test_cards_have_names_and_signs(texts: Texts) -> None:
    ace, ten, two = cards("AS TD 2H")
    assert texts.card(ace) == "ace of spades"
    assert [texts.card_short(card) for card in (ace, ten, two)] == ["A♠", "10♦", "2♥"]
    assert texts.cards([ace, ten]) == "ace of spades and ten of diamonds"
    assert texts.cards_short([ace, ten, two]) == "A♠ 10♦ 2♥"
    assert texts.card(JOKER) == texts.card_short(JOKERS[1]) == "joker"
    assert len({texts.card(card) for card in ALL_CARDS}) == len({texts.card_short(card) for card in ALL_CARDS}) == 52


@pytest.mark.parametrize(
    ("key", "values", "said"),
    [
        ("refusal-more_than_there", {"have": 1}, "That purse has 1 chip, and no more can be taken."),
        ("refusal-more_than_there", {"have": 0}, "That purse has no chips that could be taken."),
        (
            "refusal-short_of_buy_in",
            {"names": ["Bo"], "count": 1, "chips": 1},
            "Everybody would need 1 chip, and Bo has too few in the purse.",
        ),
        (
            "refusal-purses_frozen",
            {"names": ["Bo"], "count": 1, "chips": 1},
            "Everybody would need 1 chip, and the purse of Bo is frozen: it pays for no seat until a moderator "
            "unfreezes it.",
        ),
        (
            "privacy-how-long",
            {"names": 1, "server": 0},
            "One day after a table was closed its deals name nobody any more. A server’s data stays after the bot was "
            "removed from it.",
        ),
        ("scores-target", {"target": 1}, "to 1 point"),
        ("scores-played", {"deals": 1, "agreed": 1}, "1 of 1 deal"),
    ],
)
def test_one_of_something_is_told_as_one(texts: Texts, key: str, values: dict[str, object], said: str) -> None:
    assert texts(key, **values) == said


def test_whoever_sets_a_table_up_too_late_is_told_by_which_buttons_its_rules_are_changed(texts: Texts) -> None:
    said = texts("refusal-set_up_over")
    assert [f"**{texts(key)}**" in said for key in ("button-manage", "button-rules-anew")] == [True, True]


def test_cards_in_texts_are_signs_and_lists_are_joined(texts: Texts) -> None:
    ace, ten = cards("AS TD")
    assert texts("event-discarded", name="Ann", card=ace) == "Ann discards the A♠."
    assert texts("event-discarded", name="Ann", card=[ace, ten]) == "Ann discards the A♠ and 10♦."
    assert texts("event-discarded", name=["Ann", "B_o", "Cy"], card=Rank.SIX) == r"Ann, B\_o, and Cy discards the six."
    with pytest.raises(TypeError, match="object"):
        texts("event-folded", name=object())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (HandName("full_house", (Rank.NINE, Rank.FOUR)), "full house, nines over fours"),
        (HandName("three_of_a_kind", (Rank.SIX, Rank.ACE, Rank.TWO)), "three of a kind, sixes"),
        (HandName("two_pairs", (Rank.KING, Rank.SIX, Rank.TWO)), "two pairs, kings and sixes"),
        (HandName("pair", (Rank.JACK, Rank.TEN)), "pair of jacks"),
        (HandName("straight", (Rank.FIVE,)), "straight, five high"),
        (HandName("straight_flush", (Rank.ACE,)), "royal flush"),
        (HandName("straight_flush", (Rank.KING,), aided=True), "aided straight flush, king high"),
        (HandName("high_card", (Rank.ACE,)), "ace high"),
        (HandName("two_pairs", (Rank.KING,)), "two pairs"),
        (HandName("flush"), "flush"),
    ],
)
def test_hands_have_names(texts: Texts, name: HandName, words: str) -> None:
    assert texts.hand_name(name) == words


def test_every_type_of_hand_has_a_name(texts: Texts) -> None:
    named = {
        texts.hand_name(HandName(hand_type, ranks, aided))
        for hand_type in get_args(HandType)
        for ranks in ((), (Rank.NINE, Rank.SIX))
        for aided in (False, True)
    }
    assert len(named) == 4 * len(get_args(HandType)) - 2, "five of a kind is always aided, and not called so"


def test_every_game_has_a_name(texts: Texts) -> None:
    assert {texts.game(name) for name in GAMES} >= {"Knock Poker"}


def test_numbers(texts: Texts) -> None:
    assert [texts.signed(number) for number in (8, -3, 0, -1234)] == ["+8", "−3", "0", "−1,234"]
    assert texts.number(12345) == "12,345"
    assert [texts.chips(number) for number in (0, 1, 2, -1, 1000)] == [
        "0 chips",
        "1 chip",
        "2 chips",
        "−1 chip",
        "1,000 chips",
    ]


def test_payments_are_gathered(texts: Texts) -> None:
    moved = [
        *(Transfer(seat, "pot", 1, "ante") for seat in range(4)),
        Transfer(3, 1, 1, "fold"),
        Transfer(0, 1, 2, "stay"),
        Transfer(2, 1, 2, "stay"),
        Transfer("pot", 1, 4, "pot"),
        Transfer(1, 0, 2, "stay"),
        Transfer(1, 2, 2, "stay"),
    ]
    assert texts.payments(moved, name_of) == [
        r"Ann, B\_o, Cy, and Di pay 1 chip each to the pot.",
        r"Di pays B\_o 1 chip (for folding).",
        r"Ann and Cy pay B\_o 2 chips each.",
        r"B\_o takes 4 chips from the pot.",
        r"B\_o pays Ann and Cy 2 chips each.",
    ]


def test_how_a_deal_ends(texts: Texts) -> None:
    def told(*winners: int, void: bool = False) -> str | None:
        result = DealResult(winners, (0, 0, 0), Stakes(0, (1, 1, 1)), void=void)
        return texts.event(DealOver(result), name_of)

    assert told(0) == "Ann wins the deal."
    assert told(0, 2) == "Ann and Cy share the deal."
    assert "doesn’t count" in str(told(void=True))


@pytest.mark.parametrize("game", [*GAMES, *(game.name for game in TEST_GAMES)])
def test_every_event_of_random_deals_has_a_line_that_keeps_the_secrets(game: str, all_texts: Texts) -> None:
    texts, chance = all_texts.at(game), random.Random(7)
    lines: dict[str, type[Event]] = {}
    for _ in range(30):
        seats = chance.choice([n for n in GAMES[game].seats if n <= len(NAMES)])
        for event in _random_deal(game, seats, chance):
            public = texts.event(event, name_of)
            if isinstance(event, (Paid, SequenceStopped)):
                assert public is None, "told with others of its kind, or with the cards"
                continue
            assert public
            assert "{" not in public
            assert lines.setdefault(public, type(event)) is type(event), "two kinds of events read differently"
            if isinstance(event, CardDrawn) and event.source == "stock":
                assert texts.card_short(event.card.open()) not in public
    assert DealOver in lines.values()


def _random_deal(name: str, seats: int, chance: random.Random) -> list[Event]:
    game, rules = GAMES[name], GAMES[name].rules()
    deck = list(game.pack(rules, seats))
    chance.shuffle(deck)
    state = game.new_deal(rules, seats, Stakes(0, (20,) * seats), tuple(deck))
    told: list[Event] = []
    while state.result is None:
        if left := game.to_shuffle(state):
            state, events = game.apply(state, Shuffle(left))
        else:
            seat = game.to_act(state)[0]
            state, events = game.apply(state, chance.choice(answers(seat, game.prompts(state, seat))))
        told += events
    return told


def test_a_refused_action_names_cards_players_and_games(texts: Texts) -> None:
    (card,) = cards("7S")
    assert texts.illegal(refusals.TAKEN_CARD(card=card)) == (
        "You took the 7♠ from the discard pile this turn, so it can’t go straight back: discard another card."
    )
    assert refusals.TAKEN_CARD(card=card).message == (
        "You took the 7S from the discard pile this turn, so it can't go straight back: discard another card."
    )
    suits = IllegalAction(
        "unheard_of", "Play {missing}, not {rank}.", missing=(Suit.SPADES, Suit.CLUBS), rank=Rank.JACK
    )
    assert (suits.message, texts.illegal(suits)) == ("Play spades or clubs, not J.", "Play spades or clubs, not jack.")
    amount = IllegalAction("unheard_of", "Bet {amount}.", amount=1200)
    assert (amount.message, texts.illegal(amount)) == ("Bet 1200.", "Bet 1,200.")
    turn = IllegalAction("not_your_turn", "…", seat=0, to_act=(1, 2))
    assert texts.illegal(turn, name_of) == r"It isn’t your turn yet: wait for B\_o and Cy."
    assert texts.illegal(IllegalAction("not_in_this_game", "…", do="meld", game="knock-poker")) == (
        "That isn’t done in Knock Poker."
    )
    below = IllegalAction("below_minimum", "…", minimum="pair_of_jacks")
    assert "at least a pair of jacks" in texts.illegal(below)
    assert texts.illegal(IllegalAction("unheard_of", "Do something else.")) == "Do something else."


def test_calls_and_shuffles_are_told(texts: Texts) -> None:
    assert texts.event(Called(1), name_of) == r"B\_o calls “dompe”!"
    assert str(texts.event(Shuffled(1), name_of)).endswith("1 card.")
    assert str(texts.event(Shuffled(9), name_of)).endswith("9 cards.")


def test_a_stock_card_is_never_told_even_where_all_may_see_it(texts: Texts) -> None:
    (card,) = cards("7S")
    event = CardDrawn(0, "stock", Secret(card, (0, 1, None)))
    assert texts.event(event, name_of) == "Ann draws from the stock."
