"""The proof of a shuffle says what it proves, and what not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.i18n import Texts
from bot.service.fairness import BoundDeal, Verification
from bot.service.model import Binding
from bot.ui.pages.verification import verification_page
from tests.bot.ui.held import held, ids_of, labels_of, texts_of
from tests.kit.lab import LONG, Lab


def test_the_proof_of_a_shuffle_carries_the_record(texts: Texts) -> None:
    record = {"format": "knockabout/1", "game": "knock-poker"}
    found = Verification(3, 17, True, record, commitment="c" * 64, seed="5" * 64)
    page = verification_page(found, None, texts)
    assert "c" * 64 in texts_of(held(page))
    assert "5" * 64 in texts_of(held(page))
    assert page.files()[0].filename == "record.json"
    assert b'"knockabout/1"' in page.files()[0].fp.read()


@pytest.mark.parametrize(
    ("other", "said"), [("equal", "it ends the same"), ("differs", "it does **not** end the same")]
)
def test_a_deal_of_another_version_is_said_to_be_one(other, said, texts: Texts) -> None:
    found = Verification(3, 17, True, {}, commitment="c" * 64, seed="5" * 64)
    assert "another version" not in texts_of(held(verification_page(found, None, texts)))
    page = texts_of(held(verification_page(replace(found, other_version=other), None, texts)))
    assert "another version of me, whose checksums I don’t check" in page
    assert said in page


def bound(**changed: Any) -> Verification:
    """A bound deal's proof for somebody who has pasted nothing, with some cards closed."""
    proof = BoundDeal(
        binding=Binding(1, 20, "b" * 64, ("c" * 64,) * 20),
        root="c" * 64,
        line_url="https://discord.com/channels/1/2/3",
        compared=False,
        words=(("Ann", "banana"),),
        choices=(("Ann", 5), ("Bo", 1)),
        cutter="Bo",
        shut=40,
        waits_for=("Ann", "Bo"),
        asks=True,
        table_id=8,
    )
    return Verification(3, 7, True, {"format": "knockabout/2"}, bound=replace(proof, **changed))


def test_the_proof_of_a_bound_deal_says_what_it_proves_and_what_not(texts: Texts) -> None:
    page = verification_page(bound(), None, texts)
    said = texts_of(held(page))
    assert "That proves nothing yet" in said, "the bot's own word is no proof"
    assert "https://discord.com/channels/1/2/3" in said
    assert "banana" in said
    assert "What people chose in the deal before: Ann 5 choices and Bo 1 choice" in said
    assert "Cut by Bo: 7 cards" in said
    assert "Cut by Bo: none" in texts_of(held(verification_page(replace(bound(), cut=0), None, texts)))
    assert "You can’t see 40 of the cards yet" in said
    assert "when Ann and Bo agree" in said
    assert "Whoever runs me can see every card" in said
    assert (labels_of(held(page)), ids_of(held(page))) == (["Open my cards"], ["kb:0:0.0:open-cards:8.3"])
    assert "b" * 64 not in said, "it is to be taken from the line"
    compared = texts_of(held(verification_page(bound(compared=True, asks=False), None, texts)))
    assert "follow from the number that you gave" in compared
    assert "do **not** follow" in texts_of(
        held(verification_page(replace(bound(compared=True), fits=False), None, texts))
    )


def test_where_nobody_had_a_part_or_nothing_was_published_it_says_so(texts: Texts) -> None:
    said = texts_of(held(verification_page(bound(words=(), choices=(), line_url=None), None, texts)))
    assert "people had no part in this shuffle" in said
    assert "nothing proves that its pack was fixed by then" in said


def test_only_whoever_sits_at_the_table_is_offered_a_word_for_its_next_shuffle(texts: Texts) -> None:
    table = Lab(2).deal().snapshot
    for user_id, offered in ((1000, True), (5, False)):
        page = verification_page(bound(), table, texts, user_id)
        assert ("Add a word to the shuffle" in labels_of(held(page))) is offered


def test_the_longest_proof_fits(texts: Texts) -> None:
    names = [f"{seat}{LONG[:31]}" for seat in range(10)]
    found = bound(
        words=tuple((name, "*" * 40) for name in names),
        choices=tuple((name, 10**6) for name in names),
        waits_for=tuple(names),
    )
    page = verification_page(found, Lab(2).deal().snapshot, texts)
    assert len(texts_of(held(page))) <= 4000
