"""Dompe at the table: its buttons, its words, its Spanish cards, and what nobody may see."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.i18n import Texts
from bot.ui.pages.moves import open_moves
from bot.ui.pages.rules import rules_page
from bot.ui.pictures.studio import Studio
from engine.cards import card
from tests.bot.ui.evening import Evening, cards_on, discard, dm, evening, refused, seated, sides
from tests.bot.ui.held import ids_of, labels_of, texts_of
from tests.bot.ui.shown import hand, public
from tests.kit.lab import Lab
from tests.kit.painters import Blank

# Anticlockwise, and the deal begins with the dealer's right: of three seats, 2 deals, 1 plays first, then 0.
WINS = "2S AH 9D 3S KH 9C 4S QH 8S 5S JC 8D 6S AC 7C 7S"
"""Six spades in a row for the first player."""
CALLS = "7S AH 9D 7H KH 9C 7D QH 8S 5S JC 8D 4H AC 2C 3C"
"""Three sevens for the first player."""


async def test_the_first_player_has_six_cards_and_does_not_draw(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, game="dompe").deal(CALLS)
    assert lab.seat == 1
    flat = await hand(lab, 1, texts, studio)
    assert labels_of(flat)[0] == "Dompe!"
    assert (
        len([custom_id for custom_id in ids_of(flat) if ":discard:" in custom_id and not custom_id.endswith("?")]) == 6
    )
    assert "you don’t draw" in texts_of(flat)
    assert "tercia of sevens (three of a kind)" in texts_of(flat)
    assert not any(":draw:" in custom_id for custom_id in ids_of(flat))
    assert labels_of(await public(lab, texts, studio)) == ["Dompe!", "My hand"]


async def test_whoever_may_call_reads_so_in_the_panel(texts: Texts, studio: Studio) -> None:
    """And nobody else, nor whoever wins outright."""
    call = "You may call **Dompe!** first: then play ends with the dealer’s turn, and the highest hand wins."
    lab = Lab(3, game="dompe").deal(CALLS)
    assert call in texts_of(await hand(lab, 1, texts, studio))
    assert call not in texts_of(await hand(lab, 0, texts, studio))
    lab.do("knock")
    assert call not in texts_of(await hand(lab, 1, texts, studio))
    for top in (WINS, "2S AH 9D 3H KH 9C 4D QH 8S 9H JC 8D TC AC 7C JS"):
        lab = Lab(3, game="dompe").deal(top)
        assert "Dompe!**" not in texts_of(await hand(lab, 1, texts, studio))


async def test_public_buttons_do_not_tell_what_is_held(texts: Texts, studio: Studio) -> None:
    seen = set()
    for top in (WINS, CALLS, "2S AH 9D 3H KH 9C 4D QH 8S 9H JC 8D TC AC 7C JS"):
        lab = Lab(3, game="dompe").deal(top)
        told = [labels_of(await public(lab, texts, studio))]
        lab.do("discard", lab.prompt("discard", 1).choices[0]).do("draw", "stock")
        told.append(labels_of(await public(lab, texts, studio)))
        seen.add(str(told))
    assert len(seen) == 1


async def test_a_win_is_offered_first_shown_and_told(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, game="dompe").deal(WINS)
    flat = await hand(lab, 1, texts, studio)
    assert labels_of(flat)[:2] == ["Show", "Dompe!"]
    assert "Your cards win outright" in texts_of(flat)
    lab.do("show")
    said = texts_of(await public(lab, texts, studio))
    assert "wins outright: flor of six cards" in said
    assert "Player1 wins the deal" in said
    assert "Player1 takes 3 chips from the pot" in said


async def test_after_a_call_nobody_calls_and_the_caller_shows_no_more(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, game="dompe").deal(CALLS).do("knock")
    assert labels_of(await public(lab, texts, studio)) == ["My hand"]
    flat = await hand(lab, 1, texts, studio)
    assert "You have called “dompe”" in texts_of(flat)
    offered = {custom_id.rpartition(":")[2] for custom_id in ids_of(flat) if ":discard:" in custom_id}
    assert offered == {"3C", "4H", "5S"}, "the sevens are to be kept"
    lab.do("discard", lab.prompt("discard", 1).choices[0])
    assert "Player1 calls “dompe”!" in texts_of(await public(lab, texts, studio))
    assert "Player1 has called “dompe”: play ends when the dealer has played" in texts_of(
        await hand(lab, 0, texts, studio)
    )
    lab.do("draw", "stock")
    assert [move.verb for move in open_moves(lab.snapshot)] == ["hand"]
    lab.do("discard", lab.view(0).drawn)
    while lab.table.playing:
        lab.turn()
    said = texts_of(await public(lab, texts, studio))
    assert "tercia of sevens" in said
    assert said.index("Player1 shows") < said.index("Player0 shows") < said.index("Player2 shows")


@pytest.mark.parametrize("deck", ["spanish_40", "spanish_48"])
async def test_spanish_cards_have_spanish_names_everywhere(deck, texts: Texts, studio: Studio, blank: Blank) -> None:
    lab = Lab(2, game="dompe", deck=deck, wild="two_of_coins").deal("JD 3S QH 4S KC 5S AS 6S 2D 7S 4C")
    first = lab.seat
    flat = await hand(lab, first, texts, studio)
    assert {"10 oros", "11 copas", "12 bastos", "1 espadas", "2 oros", "4 bastos"} <= set(labels_of(flat))
    assert "escalera, ace high, with the yuca (straight)" in texts_of(flat)
    lab.do("discard", card("JD"))
    said = texts_of(await public(lab, texts, studio))
    assert "discards the 10 oros" in said
    assert "Take 10 oros" in labels_of(await public(lab, texts, studio))
    alts = [
        component["items"][0]["description"]
        for component in await public(lab, texts, studio)
        if component["type"] == 12
    ]
    assert "sota of oros" in alts[0]
    assert not set("♠♥♦♣") & set(said + alts[0] + texts_of(flat))
    looks = [arguments[2] for _, arguments, _ in blank.drawn]
    assert {look.design for look in looks} == {"spanish"}
    assert {(look.spanish_ace, look.sota, look.caballo, look.rey) for look in looks} == {("1", "10", "11", "12")}


async def test_the_other_games_keep_the_french_cards(texts: Texts, studio: Studio, blank: Blank) -> None:
    lab = Lab(2, game="dompe").deal()
    await public(lab, texts, studio)
    assert {arguments[2].design for _, arguments, _ in blank.drawn} == {"french"}


async def test_at_the_start_no_card_is_turned_up(texts: Texts, studio: Studio) -> None:
    flat = await public(Lab(3, game="dompe").deal(), texts, studio)
    assert "Top of the discard pile: none" in next(
        component["items"][0]["description"] for component in flat if component["type"] == 12
    )


async def test_every_page_of_a_deal_keeps_to_discords_limits(texts: Texts, studio: Studio) -> None:
    for seats in (2, 5):
        lab = Lab(seats, game="dompe", deck="spanish_40", names=["W" * 32] * seats)
        await public(lab, texts, studio)
        lab.deal()
        for _ in range(40):  # the stock runs out twice and more
            if not lab.table.playing:
                break
            await public(lab, texts, studio)
            for seat in range(seats):
                await hand(lab, seat, texts, studio)
            may_draw = lab.view(lab.seat).prompt("draw") is not None
            lab.do("draw", "stock") if may_draw else lab.do("discard", lab.prompt("discard").choices[0])
        assert seats == 2 or lab.running.shuffles


async def test_the_help_follows_the_tables_options(texts: Texts, studio: Studio) -> None:
    lab = Lab(2, game="dompe", deck="spanish_40", wild="two_of_coins")
    wild = await rules_page("dompe", lab.snapshot, texts, studio, "wild")
    assert "two of oros is the **yuca**" in wild.body
    usual = await rules_page("dompe", None, texts, studio, "wild")
    assert "**joker** stands for any card" in usual.body


# -- through the real client


async def until_over(night: Evening, *, knock: str = "knock") -> None:
    """Plays by commands; whoever may calls."""
    while night.table.stage == "playing":
        person = sides(night)[0]
        view = night.own(person)
        if view.prompt("show"):
            await person.command("show")
        elif view.prompt("knock"):
            await person.command(knock)
        elif view.prompt("draw"):
            await person.command("draw", from_="stock")
        else:
            await person.command("discard", card=(await person.autocomplete("discard", "card", ""))[0].value)


@pytest.fixture
async def dompe(tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    async with evening(tmp_path, blank, monkeypatch) as night:
        yield await seated(night, "dompe", deck="spanish_40", wild="two_of_coins")


async def test_a_deal_of_dompe_by_buttons_and_commands(dompe: Evening) -> None:
    first, other = sides(dompe)
    message = dm(first)
    assert len(cards_on(message)) == 6
    await refused(await first.command("draw", from_="stock"), "your first turn has no draw")
    await refused(await other.command("show"), "It isn’t your turn")
    await first.click(message, custom_id=discard(message))
    await other.until(lambda: "Draw stock" in dm(other).labels)
    await refused(await other.command("knock"), "A turn begins with a draw")
    await other.click(dm(other), "Draw stock")
    await other.until(lambda: len(cards_on(dm(other))) == 6)
    cards = [choice.name for choice in await other.autocomplete("discard", "card", "")]
    assert all(any(suit in name for suit in ("oros", "copas", "espadas", "bastos")) for name in cards)
    if not dompe.own(other).prompt("show"):
        await refused(await other.command("show"), "Only six cards of one suit")
    await other.click(dm(other), custom_id=discard(dm(other)))
    await first.until(lambda: "Draw stock" in dm(first).labels)
    await until_over(dompe)
    await dompe.until(lambda: "Next deal" in dompe.live().labels)
    assert "wins the deal" in (await dompe.ending()).text
    proof = await dompe.ann.command("verify")
    assert "The record agrees with itself" in proof.text
    rules = await dompe.ann.command("rules")
    assert "Dompe" in rules.text
    await dompe.ann.choose(rules, "options")
    await dompe.ann.until(lambda: "Spanish, 40 cards" in rules.shown.text)


async def test_dompe_with_computer_players(night: Evening) -> None:
    lobby = await night.you.command("newgame dompe")
    for seats in (2, 3):
        await night.you.click(lobby, "Add computer player")
        await night.joined(seats)
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.turn.deal == 1, "a deal (six cards can end it)")
    while night.table.stage == "playing":
        await night.until(lambda: night.table.stage != "playing" or night.acting.user_id is not None)
        if night.table.stage == "playing":
            if night.view.prompt("draw"):
                await night.you.command("draw", from_="stock")
            choices = await night.you.autocomplete("discard", "card", "")
            await night.you.command("discard", card=choices[0].value)
    await night.until(lambda: "Next deal" in night.live().labels)
