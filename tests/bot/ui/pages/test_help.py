"""The help begins with how to play, and has a page for hosts."""

from __future__ import annotations

from bot.i18n import Texts
from bot.ui.pages.help import help_page
from engine.game import GAMES
from tests.bot.ui.held import held, ids_of, labels_of, texts_of


def test_the_help_offers_every_game_to_learn(texts: Texts) -> None:
    parts = held(help_page(texts))
    assert "/newgame" in texts_of(parts)
    (select,) = [part for part in parts if part["type"] == 3]
    assert [line["label"] for line in select["options"]] == [texts.game(name) for name in GAMES]


def test_the_help_says_at_each_lesson_whether_it_was_gone_through_and_goes_on(texts: Texts) -> None:
    parts = held(help_page(texts, done={"dompe", "poch"}, begun=("crummy", "poch")))
    (select,) = [part for part in parts if part["type"] == 3]
    told = {line["value"]: (line["label"], line.get("description")) for line in select["options"]}
    on = "Go on where you were"
    assert (told["dompe"], told["crummy"]) == (("Dompe ✓", None), ("Crummy", on))
    assert told["poch"] == ("Poch ✓", on), "it is gone through once more"


def test_the_help_names_no_command_that_direct_messages_lack(texts: Texts) -> None:
    assert "/chips" in texts_of(held(help_page(texts)))
    here = texts_of(held(help_page(texts, in_dm=True)))
    assert "/chips" not in here
    assert "- `/settings`, `/privacy`:" in here


def test_the_help_has_a_page_for_hosts(texts):
    players, hosts = held(help_page(texts)), held(help_page(texts, "hosts"))
    assert (labels_of(players)[-1], ids_of(players)[-1]) == ("For hosts", "kb:0:0.0:help:hosts")
    assert (labels_of(hosts), ids_of(hosts)) == (["For players"], ["kb:0:0.0:help:"])
    for command in ("/server", "/log", "/manage", "/house save", "/close", "now:true"):
        assert command in texts_of(hosts), command
    assert "/server" not in texts_of(players)
