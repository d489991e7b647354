"""A stranger's text can neither format, ping, link nor break a line."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import Markup, Plain, Texts
from bot.i18n.markup import clean, escape, is_blank


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("Ann", "Ann"),
        ("Jean-Luc O'Neil (he)", "Jean-Luc O'Neil (he)"),
        ("**x**", r"\*\*x\*\*"),
        ("snake_case", r"snake\_case"),
        ("`code` ~~no~~ ||spoiler||", r"\`code\` \~\~no\~\~ \|\|spoiler\|\|"),
        ("[click](https://evil.example)", r"\[click](https\://evil.example)"),
        ("@everyone", "@\u200beveryone"),
        ("<@123456789012345678>", "\\<@\u200b123456789012345678>"),
        ("<#1> <t:0:R> </draw:1> <:x:1>", r"\<#1> \<t:0:R> \</draw:1> \<:x:1>"),
        ("# big", r"\# big"),
        ("-# small", r"\-# small"),
        ("> quoted", r"\> quoted"),
        ("1. first", r"1\. first"),
        ("20) twentieth", r"20\) twentieth"),
        ("two\nlines\r\n\ttabs", "two lines tabs"),
        ("\\", r"\\"),
        ("bell\a null\0", "bell null"),
    ],
)
def test_names_are_shown_letter_by_letter(texts: Texts, raw: str, shown: str) -> None:
    assert texts.name(raw) == shown
    assert texts("event-folded", name=raw) == f"{shown} folds."


def test_an_override_of_direction_is_taken_out_and_right_to_left_is_isolated() -> None:
    assert clean("Ann\u202egnirts\u2066") == "Anngnirts"
    assert clean("שלום") == "\u2068שלום\u2069"
    assert clean("Zoë 王") == "Zoë 王"


@pytest.mark.parametrize(
    ("text", "blank"), [("", True), ("\u3164 \u200b\u202e", True), ("\u3164.", False), ("王", False)]
)
def test_a_name_of_which_nothing_is_seen(text: str, blank: bool) -> None:
    assert is_blank(text) is blank


@given(st.text())
def test_no_text_gets_through_unescaped(raw: str) -> None:
    found = escape(raw)
    without_escapes = re.sub(r"\\.", "", found)
    assert not re.search(r"[*_~`|<\[\\\n\r]|://|@(everyone|here)|@[!&]?\d{17}", without_escapes)
    assert not re.match(r"[#>+-]|\d+[.)]", found)


def test_what_the_catalogue_made_is_escaped_only_once(texts: Texts) -> None:
    inner = texts("event-folded", name="**x**")
    assert texts("payment-line.why", payment=inner, reason=Markup("**why**")) == r"\*\*x\*\* folds. (**why**)."


def test_plain_texts_have_no_escapes(texts: Texts) -> None:
    said = texts.plain("event-folded", name="snake_case\n**x**")
    assert said == "snake_case **x** folds."
    assert isinstance(said, Plain)
    assert texts.plain is texts.plain.plain or texts.plain == texts.plain.plain
    assert texts("payment-line", payment=said) == r"snake\_case \*\*x\*\* folds.."


def test_lines_of_plain_text_stay_lines_in_plain_text(texts: Texts) -> None:
    lines = Plain("\n").join([texts.plain.name("a\nb"), "c\nd"])
    assert lines == "a b\nc d"
    assert texts.plain("payment-line", payment=lines) == "a b\nc d."


def test_joining_and_adding_to_markup_escapes_the_rest() -> None:
    joined = Markup("**, **").join(["a*", Markup("**b**")])
    assert joined == r"a\***, ****b**"
    assert isinstance(joined, Markup)
    assert Markup("**") + "_" == r"**\_"
    assert isinstance(Markup("**") + "_", Markup)


def test_mentions_and_times_are_meant(texts: Texts) -> None:
    assert texts("event-folded", name=texts.mention(123456789012345678)) == "<@123456789012345678> folds."
    assert texts("event-folded", name=texts.time(12.9)) == "<t:12:R> folds."
