"""Pictures as tables show them, drawn with the real functions: Spanish packs, jokers, scores, ten players."""

from __future__ import annotations

import io

from PIL import Image

from bot.i18n import Texts
from bot.ui.pages.page import Picture
from engine.cards import card
from tests.cards_img.compare import assert_like
from tests.kit.lab import LONG, Lab
from tests.kit.painters import Straight, patient

STUDIO = patient(Straight())
NAMES = ["Ann", "Bo", "Cy", "Dora", "Emil", "Fritz", "Gustava", "Hugo", "Ines", "Jorik"]


def drawn(picture: Picture | None) -> bytes:
    """A picture's PNG."""
    assert picture is not None
    return picture.png


async def test_dompe_begins_without_an_upcard_and_has_spanish_cards(texts: Texts) -> None:
    lab = Lab(3, game="dompe", names=NAMES[:3], deck="spanish_40", wild="two_of_coins")
    lab.deal("7S AH 1D 7H KH 6C 7D QH 6S 5S JC 5D 4H AC 2D 3C".replace("1D", "AD"))
    worded = texts.at("dompe", lab.rules)
    assert_like("dompe_start", drawn(await STUDIO.table(lab.snapshot, worded)))
    assert_like("dompe_hand", drawn(await STUDIO.hand(lab.private(1), worded, False)))
    lab.do("discard", card("4H"))
    assert_like("dompe_upcard", drawn(await STUDIO.table(lab.snapshot, worded)))


async def test_dompe_ends_with_spanish_hands(texts: Texts) -> None:
    lab = Lab(4, game="dompe", names=NAMES[:4], deck="spanish_40", wild="two_of_coins")
    lab.deal("AS KS 7H 6H AH 5S 4S 7D JH JS QC 6C 3C 3S 2H 7C KD 4D 5D 6D 2D").do("knock")
    lab.do("discard", lab.prompt("discard").choices[0])
    while lab.table.playing:
        lab.turn()
    assert_like("dompe_end", drawn(await STUDIO.showdown(lab.snapshot, texts.at("dompe", lab.rules))))


async def test_poe_crumb_counts_rounds_and_ten_hands_can_be_read(texts: Texts) -> None:
    lab = Lab(10, game="poe-crumb", names=NAMES, jokers=2)
    top = "AS AH KD 9C 8D QC 6S 5H 4D 3C AD KH KC 9D 8C QD 6C 5C 4S 3H AC QH JD TC 2D 2C 7C 7D 8H 9H X1 X2 5D"
    lab.deal(top, dealer=9)
    worded = texts.at("poe-crumb", lab.rules)
    table = drawn(await STUDIO.table(lab.snapshot, worded))
    assert_like("poe_crumb_table", table)
    for _ in range(10):
        lab.do("draw", "discard").do("discard", lab.view(lab.seat).drawn)
    lab.do("knock")
    while lab.table.playing:
        lab.do("draw", "discard").do("discard", lab.view(lab.seat).drawn)
    end = drawn(await STUDIO.showdown(lab.snapshot, worded))
    assert_like("poe_crumb_end", end)
    assert {Image.open(io.BytesIO(png)).width for png in (table, end)} == {800}
    lab.deal(dealer=0)
    assert drawn(await STUDIO.table(lab.snapshot, worded)) != table


async def test_the_real_pictures_take_what_they_are_given(texts: Texts) -> None:
    lab = Lab(10, computers=5, names=[f"名 <@{i}> Ω {LONG[:20]}" for i in range(10)]).deal()
    table = await STUDIO.table(lab.snapshot, texts)
    hand = await STUDIO.hand(lab.private(0), texts, four_colour=True)
    lab.do("draw", "stock")
    six = await STUDIO.hand(lab.private(0), texts, four_colour=False)
    lab.knock_and_finish() if lab.view().prompt("draw") else lab.do("knock")
    while lab.table.playing:
        prompt = lab.table.game.prompts(lab.running.state, lab.seat)[0]
        lab.do(prompt.do, prompt.choices[0] if prompt.choices else None)
    end = await STUDIO.showdown(lab.snapshot, texts)
    for picture in (table, hand, six, end):
        assert picture is not None
        assert picture.png.startswith(b"\x89PNG")
        assert len(picture.png) < 300_000
        assert 1 <= len(picture.alt) <= 1024
