"""People's part in shuffles, what is open to whom, and that nothing of it is lost or told too early."""

from __future__ import annotations

import copy
import json
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from bot.audit import audit_command
from bot.service.fairness import Verification
from bot.service.model import Person, Refusal
from bot.service.opening import OPENED_AFTER
from bot.service.way_out import take_back
from bot.store.books import Books
from engine.playback import play
from engine.proof import verify_bound
from engine.record import CLOSED, RecordError, read_record
from tests.bot.named import named
from tests.bot.service.conftest import ANN, BO, CHANNEL, CY, House
from tests.bot.service.refusals import refused
from tests.engine.by_the_page import check


async def bound_table(house: House, **options: Any) -> str:
    """A table of Ann and Bo whose line is published; what stands in it."""
    await house.table(ANN, BO, **options)
    due = house.now.shuffles_due
    assert due is not None
    await house.service.shuffles.published(house.id, due.first, 10**18)
    assert house.now.shuffles_due is None
    return due.published


async def play_one(house: House) -> None:
    await house.service.start(house.id, ANN, house.key)
    await house.deal_to_end(ANN, BO)


async def fold_one(house: House) -> Person:
    """A deal in which somebody knocks and the other folds; who folded."""
    await house.service.start(house.id, ANN, house.key)
    folded = None
    while house.now.stage == "playing":
        person = house.acting(ANN, BO)
        view = house.service.private_of(house.id, person.user_id).view
        assert view is not None
        if (fold := view.prompt("fold")) is not None:
            folded = person
            await house.act(person, "fold", fold.choices[0] if fold.choices else None)
        elif view.prompt("knock"):
            await house.act(person, "knock")
        elif view.prompt("draw"):
            await house.act(person, "draw", "stock")
        elif (discard := view.prompt("discard")) is not None:
            await house.act(person, "discard", discard.choices[0])
        else:
            await house.act(person, view.prompts[0].do)
    assert folded is not None
    return folded


async def proof(house: House, published: str = "", **asked: Any) -> Verification:
    return await house.service.shuffles.verification(asked.pop("person", ANN), CHANNEL, published=published, **asked)


async def test_words_and_choices_are_in_the_shuffle_and_written_down(house: House) -> None:
    published = await bound_table(house)
    await house.service.shuffles.add_word(house.id, ANN, "apple", house.key)
    await house.service.shuffles.add_word(house.id, ANN, "  banana ", house.key)
    await play_one(house)
    first = await proof(house, published)
    assert first.fits
    assert first.bound is not None
    assert (first.bound.words, first.bound.choices) == ((("Ann", "banana"),), ())
    assert first.bound.compared
    await play_one(house)
    second = await proof(house, published)
    assert second.fits
    assert second.bound is not None
    assert second.bound.words == (), "a word is for one deal"
    chosen = dict(second.bound.choices)
    stored = await house.store.last_deal(channel_id=CHANNEL, number=1)
    assert stored is not None
    for seat, name in enumerate(stored.names):
        pressed = [a for a in stored.actions if a.interaction_id is not None and a.action.get("seat") == seat]
        assert chosen.get(name, 0) == len(pressed)
    assert sum(chosen.values()) > 0
    assert check(second.record, published) == []
    assert (await proof(house, published, number=1)).record == first.record


async def test_another_word_gives_another_deck(house: House) -> None:
    decks = set()
    for number in range(3):
        await bound_table(house)
        if number:
            await house.service.shuffles.add_word(house.id, ANN, f"word {number}", house.key)
        table = house.service._in_memory.by_channel[CHANNEL]
        table.row = replace(table.row, table_secret=bytes(32).hex())
        await house.service.start(house.id, ANN, house.key)
        deal = await house.store.last_deal(channel_id=CHANNEL, finished=False)
        assert deal is not None
        decks.add(deal.deck)
        await house.deal_to_end(ANN, BO)
        await house.service.close(house.id, ANN, house.key)
    assert len(decks) == 3


async def test_a_deal_in_which_nobody_had_a_part_says_so(house: House) -> None:
    await bound_table(house)
    await play_one(house)
    found = await proof(house)
    assert found.bound is not None
    assert not found.bound.people_had_part
    assert found.bound.line_url is not None
    assert not found.bound.compared


async def test_without_a_published_line_nothing_binds(house: House) -> None:
    await house.table(ANN, BO)
    await refused("shuffle_not_bound", house.service.shuffles.add_word(house.id, ANN, "apple", house.key))
    await play_one(house)
    await play_one(house)
    found = await proof(house)
    assert found.bound is not None
    assert (found.bound.line_url, found.bound.choices) == (None, ())


async def test_what_was_pasted_decides(house: House) -> None:
    published = await bound_table(house)
    await play_one(house)
    found = await proof(house)
    assert found.bound is not None
    assert (await proof(house, found.bound.root)).fits
    assert (await proof(house, published.upper() + " ")).fits
    assert not (await proof(house, "0" * 64)).fits
    await refused("not_a_root", proof(house, "06d26754cde2"))


async def test_only_seated_people_add_words(house: House) -> None:
    await bound_table(house)
    await refused("not_seated", house.service.shuffles.add_word(house.id, CY, "apple", house.key))
    await refused("no_word", house.service.shuffles.add_word(house.id, ANN, "   ", house.key))


async def test_hands_that_were_not_shown_are_opened_when_all_who_held_them_agree(house: House) -> None:
    published = await bound_table(house)
    folder = await fold_one(house)
    other = BO if folder is ANN else ANN
    found, seen = await proof(house, published, person=other), await proof(house, published, person=folder)
    assert found.bound is not None
    assert seen.bound is not None
    assert found.fits
    assert seen.fits
    open_to = [set(given.record["deals"][0]["deck"]) for given in (found, seen)]
    assert len(open_to[0] - open_to[1]) >= 5, "one's own hand is open to oneself, and to nobody else"
    assert len(open_to[1] - open_to[0]) >= 5
    assert folder.name in found.bound.waits_for
    assert CLOSED in found.record["deals"][0]["deck"]
    with pytest.raises(ValueError, match="closed cards"):
        read_record(found.record)
    for person in (ANN, BO, ANN):
        await house.service.shuffles.agree_to_open(person, house.id, 1)
    await house.restart()
    opened = await proof(house, published)
    assert opened.bound is not None
    assert (opened.bound.shut, opened.bound.waits_for, opened.fits) == (0, (), True)
    assert play(read_record(opened.record)).refused is None
    assert check(opened.record, published) == []


async def test_a_day_after_the_table_was_closed_all_is_open(house: House) -> None:
    published = await bound_table(house)
    await fold_one(house)
    assert (await proof(house)).record["deals"][0]["deck"].count(CLOSED) > 0
    await house.service.close(house.id, ANN, house.key)
    assert (await proof(house)).record["deals"][0]["deck"].count(CLOSED) > 0
    with closing(sqlite3.connect(house.path)) as db, db:
        db.execute("UPDATE tables SET closed_at = closed_at - ?", (OPENED_AFTER,))
        db.execute("UPDATE sittings SET left_at = left_at - ?", (OPENED_AFTER,))
    found = await proof(house, published)
    assert found.fits
    assert found.record["deals"][0]["deck"].count(CLOSED) == 0


async def test_a_restart_deals_the_same_cards(house: House) -> None:
    """Killing the bot re-deals nothing: all that a deck follows from is on the disk before it is dealt."""
    await bound_table(house)
    await house.service.shuffles.add_word(house.id, BO, "plum", house.key)
    root, lines = house.now.root, house.service._in_memory.by_channel[CHANNEL].row.shuffle_lines
    await house.restart()
    assert (house.now.root, house.service._in_memory.by_channel[CHANNEL].row.shuffle_lines) == (root, lines)
    await play_one(house)
    found = await proof(house)
    assert found.bound is not None
    assert (found.bound.root, found.bound.words) == (root, (("Bo", "plum"),))


async def test_lists_are_published_before_the_choices_that_count(house: House) -> None:
    await bound_table(house)
    table = house.service._in_memory.by_channel[CHANNEL]
    due = []
    for number in range(45):
        table.dealt = number
        binding = table.shuffles_due
        if binding is not None:
            due.append((number, binding.first))
            await house.store.step(
                partial(Books.set_shuffle_line, table_id=house.id, first_deal=binding.first, message_id=5)
            )
            lines = await house.store.shuffle_lines(house.id)
            table.row = replace(table.row, shuffle_lines=lines)
    # at 18 deals the nineteenth comes next, and its choices are not yet those that count for the twenty-first
    assert due == [(18, 21), (38, 41)]
    table.dealt = 0


async def test_a_changed_record_is_found_out_by_the_audit(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    published = await bound_table(house)
    await play_one(house)
    with closing(sqlite3.connect(house.path)) as db, db:
        (text,) = db.execute("SELECT chance FROM deals").fetchone()
        part = json.loads(text)
        part["words"] = [{"seat": 0, "word": "added later"}]
        db.execute("UPDATE deals SET chance = ?", (json.dumps(part),))
    house.spoilt = True
    assert not (await proof(house, published)).fits
    await house.close()
    assert audit_command(house.path) == 1
    assert "its deck does not follow from its pack and the people's part" in capsys.readouterr().out
    await house.open()


async def test_secrets_and_salts_reach_no_log_and_no_text(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    published = await bound_table(house)
    await play_one(house)
    found = await proof(house, published)
    table = house.service._in_memory.by_channel[CHANNEL]
    whole = await house.store.record((await house.store.last_deal(channel_id=CHANNEL)).id)  # type: ignore[union-attr]
    places = whole["deals"][0]["shuffle"]["places"]
    said = caplog.text + repr(table) + repr(found) + repr(table.deal) + repr(house.now)
    for secret in (table.table_secret.hex(), repr(table.table_secret), whole["deals"][0]["shuffle"]["seed"]):
        assert secret not in said
    assert not any(place["salt"] in said for place in places)


async def test_whoever_changes_a_record_is_refused(house: House) -> None:
    published = await bound_table(house)
    await play_one(house)
    found = await proof(house, published)
    changed = copy.deepcopy(found.record)
    changed["deals"][0]["shuffle"]["chance"]["table"] += 1
    assert not verify_bound(changed, published)[0]
    assert check(changed, published)


async def test_who_agrees_for_a_deal_opens_nothing_of_a_later_table_in_the_channel(house: House) -> None:
    await bound_table(house)
    await fold_one(house)
    first = await proof(house)
    assert first.bound is not None
    await house.service.close(house.id, ANN, house.key)
    await bound_table(house)
    folder = await fold_one(house)
    await house.service.shuffles.agree_to_open(folder, first.bound.table_id, first.number)
    later = await proof(house)
    assert (first.number, later.number) == (1, 1)
    assert later.bound is not None
    assert folder.name in later.bound.waits_for


async def test_nobody_agrees_for_a_deal_that_was_not_theirs(house: House) -> None:
    await bound_table(house)
    await play_one(house)
    with pytest.raises(Refusal, match="nothing_to_verify"):
        await house.service.shuffles.agree_to_open(CY, house.id, 1)


Path = tuple[str | int, ...]


def ends_of(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every text and number of a JSON value, with the way there."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from ends_of(inner, (*path, key))
    else:
        yield path, value


def other(value: Any) -> Any:
    """Something else of its kind: a card another one, a hash one with another digit."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if len(value) == 2:
        return "AS" if value != "AS" else "KS"
    return value[:-1] + ("0" if value[-1] != "0" else "1")


def with_other(record: dict[str, Any], path: Path) -> dict[str, Any]:
    """The record, with something else there."""
    made = copy.deepcopy(record)
    inside: Any = made
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = other(inside[path[-1]])
    return made


def accepted(record: dict[str, Any], published: str) -> tuple[bool, bool]:
    """Whether the program takes a record for fair, and whether the checker by the page does."""
    try:
        ours, _ = verify_bound(record, published)
    except RecordError:
        ours = False
    try:
        theirs = not check(record, published)
    except (LookupError, TypeError, ValueError, OverflowError):
        theirs = False
    return ours, theirs


@pytest.mark.parametrize("opened", [False, True], ids=["closed", "open"])
async def test_nothing_of_a_record_that_is_bound_can_be_changed(house: House, opened: bool) -> None:
    published = await bound_table(house)
    await play_one(house)
    await house.service.shuffles.add_word(house.id, ANN, "banana", house.key)
    await house.service.shuffles.add_word(house.id, BO, "cherry", house.key)
    await fold_one(house)
    if opened:
        for person in (ANN, BO):
            await house.service.shuffles.agree_to_open(person, house.id, 2)
    record = (await proof(house)).record
    assert accepted(record, published) == (True, True)
    deal = record["deals"][0]
    bound = [(("deals", 0, "shuffle", *path), value) for path, value in ends_of(deal["shuffle"])]
    bound += [(("deals", 0, "deck", place), card) for place, card in enumerate(deal["deck"])]
    bound += [(("rules", *path), value) for path, value in ends_of(record["rules"]) if isinstance(value, int)]
    assert len(bound) > 150
    for path, value in bound:
        assert accepted(with_other(record, path), published) == (False, False), (path, value)
    for root in ("0" * 64, deal["shuffle"]["roots"][0], deal["shuffle"]["roots"][2]):
        assert accepted(record, root) == (False, False), "another deal's root"


async def test_a_pack_that_was_taken_back_is_never_dealt_again(house: House) -> None:
    await bound_table(house)
    seen = []
    for number in (1, 2, 3):
        await house.service.start(house.id, ANN, house.key)
        assert house.now.turn.deal == number
        seen.append(house.now.root)
        table = house.service._in_memory.by_id[house.id]
        async with table.lock:
            await take_back(house.store, table)
        if number == 2:
            await house.restart()
    assert len(set(seen)) == 3
    assert house.now.root not in seen, "nor in what comes next"


async def test_who_cuts_is_named_so_that_nobody_takes_a_cut_for_somebody_elses(house: House) -> None:
    published = await bound_table(house)
    await house.service.people.set_settings(ANN.user_id, cut=11)
    await house.service.people.set_settings(BO.user_id, cut=17)
    await play_one(house)
    found = await proof(house, published)
    assert found.bound is not None
    assert {"Ann": 11, "Bo": 17}[found.bound.cutter] == found.cut
    await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    for _ in range(3):
        await house.service.start(house.id, ANN, house.key)
        await house.play_out(ANN, BO)
        found = await proof(house)
        assert found.bound is not None
        assert {"Ann": 11, "Bo": 17, "Ada": 0}[found.bound.cutter] == found.cut
