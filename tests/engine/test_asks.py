"""What each moment of a game asks and offers openly (engine/asks.py), and what lies in the middle of its table."""

from __future__ import annotations

from engine.actions import Prompt
from engine.asks import Ask
from engine.cards import Suit, cards
from engine.middle import Piles, Pools, Trick
from tests.kit import crummy, dompe, knock_poker, knock_rummy, poch
from tests.kit.crummy import COMPLETE, COMPLETE_PLAY
from tests.kit.dompe import NOTHING
from tests.kit.stacked import deal
from tests.kit.table import Table

HANDS = ["AS KH 9D 6C 3S", "KS QH 8D 5C 2S", "QS JH 7D 4C 3D"]
REST = "2C 7C 8C 9C TC JC QC KC AC TD"


def moment(table: Table) -> tuple[Ask | None, str]:
    """What is asked, and the open prompts; with a star those whose argument the hand decides."""
    view = table.view
    return view.asks, " ".join(prompt.do + "*" * prompt.from_hand for prompt in view.prompts)


def test_knock_poker_a_pat_knock_is_offered_on_first_turns_alone():
    table = knock_poker.deal(HANDS, REST)
    assert moment(table) == (Ask.DRAW_OR_KNOCK, "draw knock")
    table.draw(0)
    assert moment(table) == (Ask.DISCARD, "knock discard*")
    for seat in (0, 1, 2):
        if seat:
            assert moment(table) == (Ask.DRAW_OR_KNOCK, "draw knock")
            table.draw(seat)
        table.discard(seat, table.hand(seat)[-1].notation)
    assert moment(table) == (Ask.DRAW, "draw")


def test_knock_poker_the_minimum_to_knock_is_nobodys_business():
    """Whether this hand reaches it only its holder knows: the knock is offered openly and not to the seat."""
    table = knock_poker.deal(HANDS, REST, knock_minimum="straight")
    assert moment(table) == (Ask.DRAW_OR_KNOCK, "draw knock")
    assert table.seen_by(0).asked is Ask.DRAW


def test_knock_poker_after_a_knock_a_turn_ends_with_a_discard_or_a_fold():
    table = knock_poker.deal(HANDS, REST).draw(0).knock(0)
    assert moment(table) == (Ask.DISCARD, "discard*")
    table.discard(0, "AS")
    assert moment(table) == (Ask.DRAW, "draw")
    assert moment(table.draw(1)) == (Ask.DISCARD, "discard* fold*")


def test_poe_crumb_nobody_knocks_on_a_first_turn():
    table = deal(HANDS, REST, game="poe-crumb")
    for seat in (0, 1, 2):
        assert moment(table) == (Ask.DRAW, "draw")
        assert moment(table.draw(seat)) == (Ask.DISCARD, "discard*")
        table.discard(seat, table.hand(seat)[-1].notation)
    assert moment(table) == (Ask.DRAW_OR_KNOCK, "knock draw")
    assert moment(table.knock(0)) == (Ask.DRAW, "draw")


def test_knock_rummy_a_knock_comes_after_the_draw():
    table = knock_rummy.fresh(3)
    assert moment(table) == (Ask.DRAW, "draw")
    assert moment(table.draw(0)) == (Ask.DISCARD, "knock discard*")
    assert moment(table.knock(0)) == (Ask.DISCARD, "discard*")


def test_the_piles_tell_where_the_card_came_from():
    table = knock_rummy.fresh(2)
    upcard = table.game.layout(table.state).discards[-1]
    assert table.middle() == Piles(52 - 21, 1, upcard)
    table.draw(0, "discard")
    assert table.middle(1) == Piles(52 - 21, 0, None, "discard")


def test_dompe_a_show_is_offered_openly_until_somebody_calls_for_the_others_even_then():
    table = dompe.deal("AS AH AD 6C 3S", *NOTHING[1:3])
    assert moment(table) == (Ask.DISCARD, "show knock discard*")
    table.play("1 call")
    assert moment(table) == (Ask.DISCARD, "discard*")


def test_crummy_a_trick_lies_until_the_next_lead():
    table = crummy.deal(COMPLETE)
    assert moment(table) == (Ask.LEAD, "play*")
    table.in_turn("JH")
    assert moment(table) == (Ask.FOLLOW, "play*")
    trick = table.middle()
    assert isinstance(trick, Trick)
    assert (trick.cards, trick.taker, set(trick.open)) == (
        cards("JH"), None, {Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS}
    )  # fmt: skip
    table.in_turn(COMPLETE_PLAY[0].split(" ", 1)[1].split(" +")[0])
    assert moment(table) == (Ask.LEAD, "meld* play*")
    trick = table.middle()
    assert isinstance(trick, Trick)
    assert (trick.cards, trick.taker, trick.open) == (cards("JH 9C KD 8S"), table.to_act[0], ())


def test_poch_limits_follow_from_the_chips_alone():
    """The seat to act has no pair and may not bet, which nobody else can know (PO-24)."""
    table = poch.deal("poch", ["KH QD", "9H 9D", "8H", "7H"], "8S", chips=(14, 20, 20, 20))
    view = table.view
    assert (view.asks, view.prompts) == (Ask.BET, (Prompt("pass"), Prompt("bet", least=1, most=5)))
    table.bets("1p 2b3")
    view = table.view
    assert (view.asks, view.prompts) == (Ask.MATCH, (Prompt("fold"), Prompt("bet", least=3, most=11)))
    assert isinstance(view.middle, Pools)
    assert (view.middle.bet, view.middle.folded) == (3, ())
    table.bets("3f")
    view = table.view
    assert isinstance(view.middle, Pools)
    assert view.middle.folded == (table.seats[2],)
