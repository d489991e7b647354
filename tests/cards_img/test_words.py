"""Names and words of every kind are drawn, or left out with grace."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards_img import HandCaptions, SeatCaption, hand_picture, showdown_picture, table_picture
from cards_img.layout import canvas
from cards_img.layout.places import BAR, WIDTH
from cards_img.pictures.table import heading
from cards_img.tools import fonts, theme
from cards_img.tools.fonts import wrapped
from engine.cards import ALL_CARDS, card, cards
from tests.cards_img import captions
from tests.cards_img.compare import opened
from tests.cards_img.tables import showdown, spectator

ODD = [
    "",
    "   ",
    "李小龙",
    "محمد",
    "🎉🎉🎉",
    "👩‍👩‍👧‍👦 Ann",
    "Z̸̧̢̛a̷l̶g̵o̴",
    "‮Bo",
    "x" * 500,
    "W" * 32,
    "a\nb\tc",
    "Ж" * 40,
    "♠♥♦♣" * 10,
    "\x00\x07",
]


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Ann", "Ann"),
        ("  Ann \n Lee ", "Ann Lee"),
        ("Ärzte & Łódź", "Ärzte & Łódź"),
        ("Григорий", "Григорий"),
        ("𝓐𝓷𝓷", "Ann"),
        ("Ann 🎉", "Ann"),
        ("李小龙 Bruce", "Bruce"),
        ("Zoe\u0308", "Zoë"),
        ("Z\u0338\u0321algo", "Zalgo"),
        ("李小龙", "#3"),
        ("الله 12", "#3"),
        ("12", "12"),
        ("🎉", "#3"),
        ("...", "#3"),
        ("", "#3"),
        ("\u202eBo\u200b", "Bo"),
    ],
)
def test_names_keep_what_the_font_has(name: str, drawn: str) -> None:
    assert fonts.player_name(name, 2) == drawn


@given(st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_what_is_drawable_stays_so(text: str) -> None:
    shown = fonts.drawable(text)
    assert fonts.drawable(shown) == shown
    assert fonts.player_name(text, 0)
    assert fonts.width(fonts.fitted(shown, "Bold", 31, 120), "Bold", 31) <= 120


def test_long_names_are_cut_with_an_ellipsis() -> None:
    cut = fonts.fitted("Bartholomew the Magnificent", "Bold", 31, 200)
    assert cut.startswith("Barth")
    assert cut.endswith("…")
    assert fonts.width(cut, "Bold", 31) <= 200
    assert fonts.fitted("Ann", "Bold", 31, 200) == "Ann"


@pytest.mark.parametrize("name", ODD)
def test_odd_names_are_drawn_everywhere(name: str) -> None:
    odd = SeatCaption(name, name, computer=True)
    words = captions.table(6)
    ends = replace(captions.showdown(6), seats=(odd,) * 6, hands=(name,) * 6)
    drawn = (
        table_picture(spectator(6), replace(words, seats=(odd, *words.seats[1:]), call=name, pot=name, title=name)),
        showdown_picture(showdown(6, 2), replace(ends, nets=(name,) * 6)),
        showdown_picture(showdown(6, 5), replace(ends, detail=name)),
        hand_picture(ALL_CARDS[:3], HandCaptions(name, name, name), drawn=ALL_CARDS[0]),
    )
    assert [opened(png).width for png in drawn] == [WIDTH] * len(drawn)


def test_a_line_too_long_is_broken_between_words() -> None:
    assert wrapped("Pair of nines", 500, 25) == ("Pair of nines",)
    first, second = wrapped("Full house, nines over fours", 220, 25)
    assert f"{first} {second}" == "Full house, nines over fours"
    assert wrapped("", 200, 25) == ()
    assert len(wrapped("Vollblutpokerspielerglückssträhne " * 3, 200, 25)) <= 2


def test_a_word_too_long_is_broken_by_a_hyphen() -> None:
    room = 150
    assert fonts.hyphenated("Celeste", room, 33, "Bold") == ("Celeste",)
    assert fonts.hyphenated("Alexandra Berg", room, 33, "Bold") == ("Alexandra", "Berg")
    for name in ("Bartholomew", "Jo Featherstone", "Christopherson"):
        first, second = fonts.hyphenated(name, room, 33, "Bold")
        assert first.endswith("-"), name
        assert first[:-1] + second == name
        assert all(fonts.fits(line, "Bold", 33, room) for line in (first, second))
        assert min(len(first) - 1, len(second)) >= 3, name
    assert fonts.hyphenated("Al.x.n.d.r.B.r.h.l", room, 33, "Bold")[0][-1] != "-", "only within a word"


def test_suit_signs_in_words_are_drawn() -> None:
    plain, signed = (hand_picture(cards("AS"), HandCaptions(text)) for text in ("7", "7♠"))
    assert plain != signed
    assert signed != hand_picture(cards("AS"), HandCaptions("7♥"))


def test_spanish_suits_in_words_have_their_own_colours() -> None:
    pictures = {hand_picture(cards("AS"), HandCaptions(f"7{sign}")) for sign in (*fonts.SUIT_SIGNS, "⚔\ufe0f", "")}
    assert len(pictures) == 9
    assert fonts.drawable("7⚔\ufe0f y 2🪙") == "7⚔ y 2🪙"


def test_a_score_in_words_stands_where_the_chips_would() -> None:
    view, words = spectator(4), captions.table(4)
    scored = replace(words, seats=(replace(words.seats[0], tally="2 rounds"), *words.seats[1:]))
    richer = replace(view, seats=(replace(view.seats[0], chips=99), *view.seats[1:]))
    assert table_picture(view, words) != table_picture(view, scored) == table_picture(richer, scored)


def test_words_are_seen() -> None:
    held = cards("KS KH TD")
    pictures = {
        hand_picture(held),
        hand_picture(held, HandCaptions("Pair")),
        hand_picture(held, HandCaptions("Pair", "#friday")),
        hand_picture(held, drawn=card("TD")),
        hand_picture(held, HandCaptions(drawn="new"), drawn=card("TD")),
        hand_picture(held, kept=cards("KS KH")),
        hand_picture(cards("KH KS TD")),
    }
    assert len(pictures) == 7


def test_a_card_drawn_must_be_held() -> None:
    with pytest.raises(ValueError, match="not in the hand"):
        hand_picture(cards("KS KH"), drawn=card("AS"))


def test_every_seat_needs_its_words() -> None:
    with pytest.raises(ValueError, match="4 seats and 3 captions"):
        table_picture(spectator(4), captions.table(3))
    with pytest.raises(ValueError, match="4 seats and 3 captions"):
        showdown_picture(showdown(4, 2), captions.showdown(3))


def test_a_showdown_needs_a_deal_that_is_over() -> None:
    with pytest.raises(ValueError, match="over"):
        showdown_picture(spectator(4), captions.showdown(4))


@pytest.mark.parametrize("name", ["Bo", "Wilhelmina", "Annie of Tharaw", "Bartholomew the Magnificent"])
def test_a_title_beside_a_call_is_whole_or_left_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    label = canvas.label

    def noted(text: str, *how: Any) -> Any:
        shown.append(text)
        return label(text, *how)

    monkeypatch.setattr(canvas, "label", noted)
    title = "Poch of 1873 · deal 12"
    for times in range(12):
        heading(canvas.Canvas(theme.blank(WIDTH, BAR, theme.FELT)), title, call=name + " leads" * times)
    assert title in shown
    assert not [text for text in shown if text.startswith("Poch") and text.endswith("…")]
