"""Cards as people type them, and what is suggested to whom."""

from __future__ import annotations

from types import SimpleNamespace
from unittest.mock import Mock

import discord
import pytest

from bot.commands.counter import Counter
from bot.commands.typed import spellings, suggestions, typed_card, typed_rank
from bot.service.model import Location, Private, Refusal, Snapshot
from bot.service.service import TableService
from bot.service.snapshots import private
from bot.ui.clicks.refusals import Misunderstanding
from bot.ui.desk import Desk
from bot.ui.pictures.studio import Draws
from bot.ui.showing.showing import Showing
from engine.cards import JOKER, JOKERS, Card, CardError, Rank, short_pack, spanish_pack, standard_pack
from engine.games.dompe.rules import DompeRules
from tests.kit.lab import Lab
from tests.kit.once import own_texts

PLAIN = own_texts().for_locale("en-US").plain
SPANISH = PLAIN.at("dompe", DompeRules(deck="spanish_40"))


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("7S", "7S"),
        ("7s", "7S"),
        ("10D", "TD"),
        ("td", "TD"),
        ("10♦", "TD"),
        ("7♠", "7S"),
        ("Q♥️", "QH"),
        (" a c ", "AC"),
        ("10♥", "TH"),
        ("♥10", "TH"),
        ("♡ 10", "TH"),
        ("♥️10", "TH"),
        ("Th", "TH"),
        ("hT", "TH"),
        ("10h", "TH"),
        ("h10", "TH"),
        ("QH", "QH"),
        ("HQ", "QH"),
        ("♥ queen", "QH"),
        ("queen hearts", "QH"),
        ("Hearts Q", "QH"),
        ("S7", "7S"),
        ("seven of spades", "7S"),
        ("7 of spades", "7S"),
    ],
)
def test_a_card_may_be_typed_in_many_ways(typed, card) -> None:
    assert typed_card(typed, standard_pack(), (), PLAIN).notation == card


@pytest.mark.parametrize(
    "typed", ["AD", "1 oros", "1o", "1D", "ace of oros", "Ace of Oros", "oros 1", "O1", "♦1", "DA"]
)
@pytest.mark.parametrize("size", [40, 48])
def test_a_spanish_card_may_be_typed_by_number_name_or_notation(typed, size) -> None:
    assert typed_card(typed, spanish_pack(size), (), SPANISH).notation == "AD"


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("10 oros", "JD"),
        ("10O", "JD"),
        ("10 D", "JD"),
        ("JD", "JD"),
        ("sota of oros", "JD"),
        ("11e", "QS"),
        ("caballo of espadas", "QS"),
        ("12B", "KC"),
        ("rey of bastos", "KC"),
        ("12 copas", "KH"),
        ("2 oros", "2D"),
        ("7C", "7C"),
    ],
)
def test_spanish_courts_have_their_numbers(typed, card) -> None:
    assert typed_card(typed, spanish_pack(40), (), SPANISH).notation == card


def test_the_joker_that_is_held_is_meant() -> None:
    pack = standard_pack(2)
    assert typed_card("joker", pack, (JOKERS[1],), PLAIN) is JOKERS[1]
    assert typed_card("X2", pack, (), PLAIN) is JOKERS[1]
    assert typed_card("x", standard_pack(1), (), PLAIN) is JOKER


@pytest.mark.parametrize("typed", ["", "purple", "1S", "11D", "7", "♠", "♠♠", "77", "SH", "AK", "O7"])
def test_what_is_no_card_is_refused(typed) -> None:
    with pytest.raises(CardError):
        typed_card(typed, standard_pack(), (), PLAIN)


@pytest.mark.parametrize("typed", ["T", "13 oros", "oros"])
def test_what_is_no_spanish_card_is_refused(typed) -> None:
    with pytest.raises(CardError):
        typed_card(typed, spanish_pack(40), (), SPANISH)


@pytest.mark.parametrize(("typed", "named"), [("8 oros", "eights"), ("D8", "eights"), ("TD", "tens"), ("X", "jokers")])
def test_of_a_card_that_a_spanish_pack_has_not_its_ranks_are_told(typed, named) -> None:
    said = f"There are no {named} in this pack. Its ranks are 1 12 11 10 7 6 5 4 3 2."
    with pytest.raises(Misunderstanding) as refused:
        typed_card(typed, spanish_pack(40), (), SPANISH)
    assert refused.value.args == (said,)


@pytest.mark.parametrize("typed", ["2S", "♠2", "two of spades"])
def test_of_a_card_that_a_short_pack_has_not_its_ranks_are_told(typed) -> None:
    with pytest.raises(Misunderstanding) as refused:
        typed_card(typed, short_pack(Rank.SEVEN), (), PLAIN)
    assert refused.value.args == ("There are no twos in this pack. Its ranks are A K Q J 10 9 8 7.",)


@pytest.mark.parametrize("pack", [standard_pack(2), short_pack(Rank.FIVE), spanish_pack(40), spanish_pack(48)])
def test_whatever_is_typed_means_one_card(pack) -> None:
    texts = SPANISH if pack.spanish else PLAIN
    meant: dict[str, set[Card]] = {}
    for card in pack.cards:
        for typed in spellings(card, texts, spanish=pack.spanish):
            meant.setdefault(typed, set()).add(card)
    assert {typed for typed, cards in meant.items() if len(cards) > 1} <= {"joker"}


@pytest.mark.parametrize(
    ("typed", "rank"),
    [("7", "7"), ("sevens", "7"), ("Seven", "7"), ("10", "T"), ("t", "T"), ("q", "Q"), (" Queens ", "Q"), ("A", "A")],
)
def test_a_rank_may_be_typed_in_many_ways(typed, rank) -> None:
    assert typed_rank(typed, PLAIN).notation == rank
    assert isinstance(typed_rank(typed, PLAIN), Rank)


@pytest.mark.parametrize("typed", ["", "1", "7S", "eleven", "♠"])
def test_what_is_no_rank_is_refused(typed) -> None:
    with pytest.raises(Misunderstanding, match="isn’t a rank"):
        typed_rank(typed, PLAIN)


class Service(TableService):
    """The one table there is, in memory."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab

    def location_in(self, channel_id: int) -> Location | None:
        return self.lab.table.location if channel_id == self.lab.table.channel_id else None

    def orphan_in(self, channel_id: int) -> None:
        return None

    def tables_of(self, user_id: int, *, leaving: bool = False) -> list[Snapshot]:
        return [self.lab.snapshot] if self.lab.snapshot.seated(user_id) is not None else []

    def private_of(self, table_id: int, user_id: int) -> Private:
        return private(self.lab.table, user_id)


@pytest.fixture
def lab() -> Lab:
    return Lab(2).deal()


@pytest.fixture
def service(lab: Lab) -> Service:
    return Service(lab)


@pytest.fixture
def counter(service: Service, monkeypatch: pytest.MonkeyPatch) -> Counter:
    desk = Desk(service, own_texts(), Mock(spec=Draws))
    monkeypatch.setattr(desk, "spawn", lambda work: work.close())
    return Counter(desk, Mock(spec=Showing))


def asks(lab: Lab, user_id: int, *, dm: bool = False) -> Mock:
    """An interaction of that person, at the table or in a direct message."""
    return Mock(
        spec=discord.Interaction,
        user=SimpleNamespace(id=user_id, display_name="x"),
        guild_id=None if dm else lab.table.guild_id,
        channel_id=5 if dm else lab.table.channel_id,
        locale="en-US",
    )


@pytest.mark.parametrize("dm", [False, True])
def test_the_cards_that_may_be_discarded_are_suggested_to_their_holder(counter: Counter, lab: Lab, dm: bool) -> None:
    lab.do("draw", "discard")
    found = suggestions(counter, asks(lab, 1000, dm=dm), "discard", "")
    view = lab.view(0)
    assert view.drawn is not None
    assert {choice.value for choice in found} == {c.notation for c in view.hand} - {view.drawn.notation}
    assert all(len(choice.name) <= 100 for choice in found)
    assert any(choice.name.startswith("A♠ ace of spades") for choice in found)


def test_nobody_else_is_suggested_anything(counter: Counter, lab: Lab) -> None:
    lab.do("draw", "stock")
    assert suggestions(counter, asks(lab, 1001), "discard", "") == []
    assert suggestions(counter, asks(lab, 1, dm=True), "discard", "") == []
    assert suggestions(counter, asks(lab, 1), "discard", "") == []


def test_suggestions_follow_what_is_typed(counter: Counter, service: Service) -> None:
    lab = Lab(2).deal("TS 2H 10D 3H AC 4H KS 5H 9D 6H 7H 8H")
    service.lab = lab
    lab.do("draw", "stock")

    def typed(text: str) -> set[str]:
        return {choice.value for choice in suggestions(counter, asks(lab, 1000), "discard", text)}

    assert typed("10") == typed("t") == {"TS", "TD"}
    assert typed("s") == typed("♠") == {"TS", "KS"}, "not clubs, hearts and diamonds, which end in it"
    assert typed("of d") == {"TD", "9D"}
    assert typed("10d") == typed("d10") == typed("♦1") == {"TD"}
    assert typed("♦") == typed("d") == {"TD", "9D"}
    assert typed("heart") == {"8H"}
    assert typed("k") == {"KS"}
    assert typed("Ace") == {"AC"}
    assert typed("zebra") == set()


def test_nothing_is_suggested_for_a_fold_before_a_knock(counter: Counter, lab: Lab) -> None:
    lab.do("draw", "stock")
    assert suggestions(counter, asks(lab, 1000), "fold", "") == []
    lab.do("knock")
    lab.do("discard", lab.view(0).prompts[0].choices[0]).do("draw", "stock")
    assert len(suggestions(counter, asks(lab, 1001), "fold", "")) == 6


def test_which_table_is_meant(counter: Counter, lab: Lab, service, monkeypatch: pytest.MonkeyPatch) -> None:
    assert counter.find(asks(lab, 1)).table_id == 7
    elsewhere = asks(lab, 1000)
    elsewhere.channel_id = 6
    with pytest.raises(Refusal, match="table_elsewhere"):
        counter.find(elsewhere)
    stranger = asks(lab, 1)
    stranger.channel_id = 6
    with pytest.raises(Refusal, match=r"no_table\b"):
        counter.find(stranger)
    assert counter.find(asks(lab, 1000, dm=True)).table_id == 7
    with pytest.raises(Refusal, match="no_table_of_yours"):
        counter.find(asks(lab, 1, dm=True))
    monkeypatch.setattr(service, "tables_of", lambda user_id: [lab.snapshot, Lab(2).snapshot])
    assert counter.find(asks(lab, 1000, dm=True)).table_id == 7, "the one that waits for this person"
    with pytest.raises(Refusal, match="which_table"):
        counter.find(asks(lab, 1001, dm=True))
