"""What counts as a loss: each check of the torture finds what it looks for, and nothing else."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.i18n import Texts
from bot.local.testing.driver import Person as Driven
from bot.service.model import Person
from bot.ui.address import Address
from engine.cards import Card
from tests.bot.service.conftest import ANN, BO, CY, STILL, House
from tests.kit.once import own_texts
from tests.torture import __main__ as command
from tests.torture.checks import Leaks, acts_lost, buttons_gone, table_messages, traces
from tests.torture.players import Player, Tally

CAME = 77
"""The interaction by which somebody acts."""


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """Ann and Bo have begun a deal; whoever is to act has drawn a card."""
    made = House(tmp_path / "knockabout.sqlite3", STILL)
    await made.open()
    await made.table(ANN, BO)
    await made.service.start(made.id, ANN, made.key)
    await made.act(made.acting(ANN, BO), "draw", "stock", key=CAME)
    yield made
    await made.close()


def shown(house: House, to: Person, *cards: Card) -> Player:
    """Somebody who was shown these cards in a message of the present moment."""
    plain = Texts([own_texts().base]).plain
    button = {"type": 2, "custom_id": str(Address(house.id, house.now.turn, "hand")), "label": "My hand"}
    message: dict[str, Any] = {
        "content": ", ".join(plain.card(card) for card in cards),
        "embeds": [],
        "components": [{"type": 1, "components": [button]}],
        "attachments": [],
        "flags": 0,
    }
    person = SimpleNamespace(id=str(to.user_id), name=to.name, events=[{"message": message}])
    return Player(cast(Driven, person), random.Random(0), Tally(), "1")


def hand(house: House, of: Person) -> tuple[Card, ...]:
    view = house.service.private_of(house.id, of.user_id).view
    assert view is not None
    return view.hand


def test_now_and_then_a_button_is_gone_before_it_is_pressed() -> None:
    assert list(buttons_gone(Tally(gone=13, presses=100))) == []
    assert list(buttons_gone(Tally(gone=14, presses=100))) == ["14 of 100 presses were of buttons that were gone"]


async def test_an_act_that_was_answered_is_in_the_books_once_and_is_that_act(house: House) -> None:
    assert list(acts_lost(house.path, Tally(acts={CAME: "draw"}))) == []
    (other,) = acts_lost(house.path, Tally(acts={CAME: "knock"}))
    assert "the books have another action" in other
    (lost,) = acts_lost(house.path, Tally(acts={CAME + 1000: "draw"}))
    assert lost.endswith("was answered, and is 0 times in the books")


async def test_a_card_that_somebody_cannot_know_is_found_wherever_it_is_shown(house: House) -> None:
    leaks = Leaks(house.path)
    knows = [shown(house, ANN, *hand(house, ANN)), shown(house, BO, *hand(house, BO))]
    assert list(leaks.found(knows)) == []
    assert leaks.checked == 2
    (told,) = leaks.found([shown(house, ANN, *hand(house, ANN), hand(house, BO)[0])])
    assert told.startswith("Ann was shown 1 cards")
    (told,) = leaks.found([shown(house, CY, hand(house, BO)[0])])
    assert told.startswith("Cy was shown 1 cards"), "who sits nowhere knows what everybody does"
    assert list(leaks.found([shown(house, ANN)])) == []
    assert leaks.checked == 4, "a message without cards isn't compared"


def test_a_traceback_is_found_once_with_the_line_before(tmp_path: Path) -> None:
    trace = ["Traceback (most recent call last):", '  File "bot.py", line 1', "    do()", "ValueError: no"]
    log = tmp_path / "log"
    log.write_text("\n".join([*trace, "INFO all is well", "ERROR a press failed", *trace, "  and more"]))
    assert traces(log) == ["\n".join(trace), "\n".join(["ERROR a press failed", *trace])]
    log.write_text("INFO all is well\n")
    assert traces(log) == []


@pytest.mark.parametrize("options", ["--short --peace", "--short --postgres --fault slow"])
def test_options_that_would_do_nothing_are_refused(monkeypatch: pytest.MonkeyPatch, options: str) -> None:
    monkeypatch.setattr("sys.argv", ["torture", *options.split()])
    with pytest.raises(SystemExit) as ended:
        command.main()
    assert ended.value.code == 2


def test_two_messages_of_one_table_count_twice(house: House) -> None:
    (message,) = shown(house, ANN).received()
    assert table_messages([message], house.id) == 1
    assert table_messages([message, message], house.id) == 2
    assert table_messages([message], house.id + 1) == 0
