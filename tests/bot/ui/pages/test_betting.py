"""Buttons and the form of a betting: from what everybody sees, or from a player's own prompts."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import discord
import pytest

from bot.i18n import Texts
from bot.service.model import Turn
from bot.ui.address import Address
from bot.ui.pages.betting import STAKING, amount_form, bad_amount, no_raise
from bot.ui.pages.moves import Move, button, moves, own_moves
from bot.ui.pictures.pools import board_captions
from bot.ui.words.asking import called
from bot.ui.words.betting import ready_stakes
from engine.middle import Pools
from tests.bot.ui.poch import FAMILY, NAMES, example, shuffled_deal, step
from tests.kit.lab import Lab

WHERE = Address(7, Turn(1, 3), "amount", "raise")


def offered(offers: Iterable[Move]) -> list[str]:
    return [":".join(part for part in offer if isinstance(part, str) and part) for offer in offers]


def test_before_a_bet_one_passes_or_bets() -> None:
    lab = example()
    assert offered(moves(lab.view())) == ["pass", "bet:1", "amount:bet"]
    assert offered(moves(lab.view(0))) == ["pass", "bet:1", "amount:bet"]
    assert moves(lab.view(1)) == (), "only asked of whose turn it is"


def test_po_26_after_a_bet_one_matches_raises_or_folds() -> None:
    lab = example().do("pass").do("bet", 2).do("bet", 5)
    assert offered(moves(lab.view())) == ["match:5", "amount:raise", "all_in:51", "fold"]


def test_po_24_the_channel_does_not_tell_who_has_no_pair() -> None:
    lab = example().do("pass").do("bet", 2).do("bet", 5)
    assert lab.seat == 3
    assert offered(moves(lab.view(3))) == ["fold"]
    assert "match:5" in offered(moves(lab.view()))


def test_po_33_a_short_stack_stays_in_with_all_it_has() -> None:
    lab = Lab(4, game="le-poque", names=NAMES[:4], chips=10).deal(dealer=0)
    most = lab.prompt("bet").most
    lab.do("bet", most)
    assert offered(moves(lab.view())) == [f"match:{most}", "fold"], "all there is, so nothing to raise"
    assert moves(lab.view()) == moves(lab.view(lab.seat))


def short(short_stacks: str) -> Lab:
    """The first has bet more than the next to act has."""
    lab = Lab(3, game="le-poque", names=NAMES[:3], chips=40, short_stacks=short_stacks)
    lab.table.change(2, chips=9)
    lab.deal(dealer=0)
    lab.do("bet", 12)
    assert lab.seat == 1
    return lab


def test_po_33_all_in_below_the_bet() -> None:
    lab = short("all_in")
    assert offered(moves(lab.view())) == ["all_in:3", "fold"]
    assert moves(lab.view()) == moves(lab.view(1))


def asked(lab: Lab, texts: Texts) -> tuple[str, str]:
    """What is called in the channel, and in the picture."""
    view = lab.view()
    where = texts.at(lab.game.name, lab.rules)
    captions = board_captions(lab.snapshot, where.plain)
    return str(called(view, lab.snapshot.at(view.to_act[0]).name, where)), captions.call


def test_po_33_who_is_called_hears_how_far_the_own_chips_go(texts: Texts) -> None:
    lab = example()
    assert asked(lab, texts) == ("Ann, it’s your turn: pass, or bet on your best set.", "Ann passes or bets")
    lab.do("bet", 2)
    assert asked(lab, texts) == ("Bo, it’s your turn: match 2 chips, raise or fold.", "Bo matches 2, raises or folds")
    assert asked(short("all_in"), texts) == (
        "Bo, it’s your turn: the bet is 12 chips, more than you have. Go all in or fold.",
        "Bo goes all in or folds",
    )
    assert asked(short("extra_chips"), texts) == (
        "Bo, it’s your turn: match 12 chips or fold.",
        "Bo matches 12 or folds",
    )
    lab = Lab(3, game="le-poque", names=NAMES[:3], chips=40)
    lab.table.change(2, chips=6)
    lab.deal(dealer=0).do("pass")
    assert asked(lab, texts) == ("Bo, it’s your turn: without chips you can only pass.", "Bo can only pass")
    lab = Lab(3, game="le-poque", names=NAMES[:3], chips=40)
    lab.table.change(2, chips=6)
    lab.deal(dealer=0).do("bet", 1)
    assert asked(lab, texts) == ("Bo, it’s your turn: without chips you can only fold.", "Bo can only fold")


def test_po_33_with_extra_chips_everybody_can_match_and_nobody_is_all_in() -> None:
    lab = short("extra_chips")
    assert offered(moves(lab.view())) == ["match:12", "fold"]
    assert moves(lab.view()) == moves(lab.view(1))
    lab.do("bet", 12)
    assert offered(moves(lab.view())) == ["match:12", "amount:raise", "fold"]


@pytest.mark.parametrize("game", FAMILY)
@pytest.mark.parametrize("short_stacks", ["all_in", "extra_chips"])
def test_buttons_of_the_channel_are_those_of_whoever_may_bet(game: str, short_stacks) -> None:
    """What is public offers no more and no less than the prompts of a seat whose cards let it bet."""
    chance = random.Random(11)
    compared = 0
    for _ in range(12):
        lab = Lab(5, game=game, names=NAMES[:5], chips=chance.choice((10, 20, 60)), short_stacks=short_stacks)
        for sitter in lab.table.sitters[1:3]:
            lab.table.change(sitter.sitting_id, chips=sitter.chips - chance.randrange(2))
        shuffled_deal(lab, chance)
        while lab.middle(Pools).betting:
            own = lab.view(lab.seat)
            if own.prompt("bet") is not None:
                assert moves(lab.view()) == moves(own)
                compared += 1
            step(lab, chance)
    assert compared > 30


@pytest.mark.parametrize("game", FAMILY)
@pytest.mark.parametrize("short_stacks", ["all_in", "extra_chips"])
def test_ready_stakes_are_legal_and_each_is_offered_once(game: str, short_stacks: str) -> None:
    """Every button of a panel can be pressed: no stake stands there twice, and none that the rules refuse."""
    chance = random.Random(7)
    seen: set[str] = set()
    for _ in range(12):
        lab = Lab(5, game=game, names=NAMES[:5], chips=chance.choice((10, 20, 60)), short_stacks=short_stacks)
        shuffled_deal(lab, chance)
        while lab.middle(Pools).betting:
            view = lab.view(lab.seat)
            bet = view.prompt("bet")
            staked = [int(str(move.argument)) for move in own_moves(view) if move.verb in STAKING]
            assert staked == sorted(set(staked))
            others = {move for move in own_moves(view) if move.verb not in STAKING}
            assert others == {move for move in moves(view) if move.verb not in STAKING}
            if bet is not None:
                assert bet.least is not None
                assert bet.most is not None
                assert all(bet.least <= stake <= bet.most for stake in staked)
                assert short_stacks == "extra_chips" or bet.most in staked, "all in, or a match with all there is"
            seen.update(ready.name for ready in ready_stakes(view))
            step(lab, chance)
    assert seen >= {"least", "half", "pot"}
    assert ("all" in seen) is (short_stacks == "all_in")


def test_half_the_pot_and_the_pot_are_what_players_call_so(texts: Texts) -> None:
    """The pool that is bet for with all stakes, and what matching adds: half of that or all of it above the bet."""
    lab = example()
    poch = next(pool.chips for pool in lab.middle(Pools).pools if pool.bet_for)
    assert ready_stakes(lab.view(0)) == (("least", 1), ("half", poch // 2), ("pot", poch), ("all", 63))
    lab.do("bet", 2)
    pot = poch + 2 + 2
    assert ready_stakes(lab.view(1)) == (("least", 3), ("half", 2 + pot // 2), ("pot", 2 + pot), ("all", 63))
    labels = [button(move, lab.snapshot, texts, lab.view(1)).label for move in own_moves(lab.view(1))]
    assert labels == [
        "Match 2",
        "Raise to 3",
        f"Raise to {2 + pot // 2}",
        f"Raise to {2 + pot}",
        "All in 63",
        "Raise to …",
        "Fold",
    ]


@pytest.mark.parametrize("game", FAMILY)
def test_the_pot_holds_each_chip_that_is_bet_once(game: str) -> None:
    """In the Poch of 1873 the stakes lie in the pool itself (HO-2), elsewhere beside it."""
    lab = shuffled_deal(Lab(4, game=game, names=NAMES[:4], chips=60), random.Random(3))
    filled = next(pool.chips for pool in lab.middle(Pools).pools if pool.bet_for)
    while not lab.middle(Pools).bet:
        lab.do("bet", 3) if lab.view(lab.seat).prompt("bet") is not None else lab.do("pass")
    stakes = dict(ready_stakes(lab.view(lab.seat)))
    pot = filled + 3 + 3
    assert (stakes["half"], stakes["pot"]) == (3 + pot // 2, 3 + pot)
    assert filled == (0 if game == "poch-1873" else 4)


# -- the form


def shown(form: discord.ui.Modal | None) -> dict[str, Any]:
    assert form is not None
    return form.to_dict()


def test_the_form_names_least_and_most_and_what_is_in_already(texts: Texts) -> None:
    lab = example().do("bet", 2).do("bet", 5).do("fold").do("fold")
    assert lab.seat == 0
    form = shown(amount_form(WHERE, lab.view(0), texts))
    assert form["title"] == "Raise to"
    assert form["custom_id"] == "kb:7:1.3:bet:?"
    (label,) = form["components"]
    assert label["label"] == "From 6 to 63 chips in all"
    assert label["description"] == "The bet is 5. You have 2 in already, so raising to 6 costs you 4 more."
    assert label["component"]["placeholder"] == "6"
    assert label["component"]["required"]


def test_the_form_of_a_first_bet(texts: Texts) -> None:
    form = shown(amount_form(WHERE, example().view(0), texts))
    assert form["title"] == "Bet"
    assert form["components"][0]["label"] == "From 1 to 63 chips in all"
    assert form["components"][0]["description"] == "It costs you just what you bet, 1 at the least."


def test_the_form_holds_discords_limits_whatever_is_at_stake(texts: Texts) -> None:
    lab = Lab(3, game="le-poque", names=NAMES[:3], chips=1_000_000).deal(dealer=0).do("bet", 123_456)
    asked = amount_form(WHERE, lab.view(lab.seat), texts)
    assert asked is not None
    form = shown(asked)
    (label,) = form["components"]
    assert len(form["title"]) <= 45
    assert label["label"] == "From 123,457 to 999,994 chips in all"
    assert len(label["label"]) <= 45
    assert len(label["description"]) <= 100
    assert label["component"]["max_length"] >= len("999,994")
    assert asked.is_finished(), "the library is to keep nothing"


def test_there_is_no_form_for_who_cannot_raise(texts: Texts) -> None:
    lab = example().do("bet", 2).do("fold").do("fold")
    assert amount_form(WHERE, lab.view(3), texts) is None, "no pair"
    assert amount_form(WHERE, lab.view(1), texts) is None, "not the turn"


def test_bad_input_is_told_what_could_be_given(texts: Texts) -> None:
    lab = example().do("bet", 2)
    said = bad_amount("all of it", lab.view(1), texts.plain)
    assert said == "“all of it” isn’t a number of chips, so nothing was bet. Give a whole number from 3 to 63."
    assert "from" not in bad_amount("x", lab.view(0), texts.plain)


def test_whoever_types_nothing_reads_no_empty_quotation_marks(texts: Texts) -> None:
    lab = example().do("bet", 2)
    for blank in ("", "  ", "\u200b"):
        said = bad_amount(blank, lab.view(1), texts.plain)
        assert said == "You typed no number, so nothing was bet. Give a whole number from 3 to 63."
        assert bad_amount(blank, lab.view(0), texts.plain) == "You typed no number, so nothing was bet."


def test_who_asks_for_a_raise_never_only_matches(texts: Texts) -> None:
    lab = example().do("bet", 2).do("bet", 5).do("fold").do("fold")
    view = lab.view(0)
    for given in (3, 5):
        assert no_raise(given, view, texts.plain) == (
            f"The bet is 5 already, so a stake of {given} in all isn’t a raise. "
            "Give a number from 6 to 63, or match the bet with its button."
        )
    assert no_raise(6, view, texts.plain) is None
    assert no_raise(64, view, texts.plain) is None, "the rules refuse that"
    assert no_raise(0, example().view(0), texts.plain) is None, "a first bet: the rules refuse that, too"
    assert no_raise(3, lab.view(1), texts.plain) is None, "not the turn: the rules refuse that, too"
