"""A new game of Poch tells at its beginning who brought chips and who put some away (PO-3)."""

from __future__ import annotations

from bot.i18n import Texts
from bot.service.model import Levelled
from bot.ui.words.story import recent, settlement
from tests.bot.ui.poch import example
from tests.kit.lab import Lab

LINE = "- Everybody begins the new game with 60 chips: "


def told(lab: Lab, texts: Texts) -> list[str]:
    return recent(lab.snapshot, texts.at("poch", lab.rules)).split("\n")


def test_po_3_the_levelling_of_stacks_is_told_in_one_line(texts: Texts) -> None:
    lab = example()
    assert not told(lab, texts)[0].startswith(LINE)
    lab.running.levelled = (Levelled(0, 12), Levelled(1, -9), Levelled(3, 1))
    assert told(lab, texts)[0] == f"{LINE}Ann brings 12 more, Bo puts 9 away, and Di brings 1 more."


def test_po_33_with_the_extra_chips_that_went_back(texts: Texts) -> None:
    lab = example()
    lab.running.levelled = (Levelled(0, 4, taken_back=20), Levelled(1, 0, taken_back=3))
    back = "The house takes back 23 of the extra chips it gave out."
    assert told(lab, texts)[0] == f"{LINE}Ann brings 4 more. {back}"
    lab.running.levelled = (Levelled(1, 0, taken_back=3),)
    assert told(lab, texts)[0] == f"- {back.replace('23', '3')}"


def test_it_is_told_until_everybody_has_had_a_turn(texts: Texts) -> None:
    lab = example()
    lab.running.levelled = (Levelled(0, 12),)
    for do, amount in (("pass", None), ("bet", 2), ("bet", 5)):
        lab.do(do, amount)
        assert told(lab, texts)[0].startswith(LINE)
    lab.do("fold").do("bet", 8)
    assert not [line for line in told(lab, texts) if line.startswith(LINE)]


def test_each_fold_is_told_with_what_it_cost_also_the_last(texts: Texts) -> None:
    lab = Lab(3, names=["Ann", "Bo", "Cy"]).deal()
    knocker = lab.snapshot.at(lab.seat).name
    lab.do("draw", "stock").do("knock").do("discard", lab.view(lab.seat).prompts[0].choices[0])
    folders = []
    while lab.table.playing:
        folders.append(lab.snapshot.at(lab.seat).name)
        lab.do("draw", "stock").do("fold", lab.view(lab.seat).drawn)
    said = settlement(lab.snapshot, texts).split("\n")
    assert len(folders) == 2
    for name in folders:
        (line,) = [line for line in said if f"{name} folds" in line]
        assert f"{name} pays {knocker} 1 chip" in line


def test_the_story_of_an_end_says_where_it_begins_in_mid_deal(texts: Texts) -> None:
    earlier = "-# Earlier moves aren’t shown."
    short = Lab(3).deal().knock_and_finish()
    assert settlement(short.snapshot, texts).startswith("- Player0 draws from the stock. Player0 knocks!")
    long = Lab(3).deal().turn().turn().turn().turn().knock_and_finish()
    told = settlement(long.snapshot, texts).split("\n")
    assert told[0] == earlier
    assert told[1].startswith("- ")
    assert told.count(earlier) == 1
