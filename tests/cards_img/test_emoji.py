"""The pictures of cards that become emojis."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from cards_img import Look, emoji_picture
from engine.cards import ALL_CARDS, JOKER, JOKERS, card, spanish_pack

SEEN = 22
"""How wide Discord shows an emoji in a text and on a button, in pixels."""
PACKS = {
    "french": (Look(), (*ALL_CARDS, *JOKERS)),
    "spanish": (Look(design="spanish"), tuple(spanish_pack(48))),
}


def seen(png: bytes) -> Image.Image:
    """The emoji as people see it, on Discord's dark ground."""
    with Image.open(io.BytesIO(png)) as picture:
        small = picture.convert("RGBA").resize((SEEN, SEEN), Image.Resampling.LANCZOS)
    ground = Image.new("RGBA", small.size, (0x2B, 0x2D, 0x31, 255))
    return Image.alpha_composite(ground, small).convert("RGB")


@pytest.mark.parametrize("pack", PACKS)
def test_every_card_is_told_from_every_other_at_the_size_of_an_emoji(pack: str) -> None:
    look, cards = PACKS[pack]
    shown = [(held, seen(emoji_picture(held, look)).tobytes()) for held in cards]
    for number, (held, pixels) in enumerate(shown):
        for other, others in shown[:number]:
            differing = sum(abs(a - b) > 60 for a, b in zip(pixels, others, strict=True))
            assert differing >= 3 * 8, f"{held} and {other} differ in {differing // 3} pixels"


@pytest.mark.parametrize(("notation", "red"), [("QH", True), ("7D", True), ("QS", False), ("7C", False)])
def test_red_suits_are_red(notation: str, red: bool) -> None:
    pixels = seen(emoji_picture(card(notation))).tobytes()
    reds = sum(r > 150 and g < 90 and b < 100 for r, g, b in zip(*[iter(pixels)] * 3, strict=True))
    assert (reds >= 30) is red
    assert (reds == 0) is not red


def test_the_ground_shows_through_around_the_card() -> None:
    for look, cards in PACKS.values():
        png = emoji_picture(cards[0], look)
        assert len(png) < 20_000
        with Image.open(io.BytesIO(png)) as picture:
            alpha = picture.convert("RGBA").getchannel("A")
            assert picture.size == (128, 128)
        assert [alpha.getpixel(at) for at in ((0, 0), (127, 127), (2, 64), (64, 64))] == [0, 0, 0, 255]


def test_the_only_joker_looks_like_the_first_of_two() -> None:
    assert emoji_picture(JOKER) == emoji_picture(JOKERS[0]) != emoji_picture(JOKERS[1])
