"""What table and panel show of people who are away, and of slow turns."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import Texts
from bot.service.customs import DAY, TURN_TIMES
from bot.service.model import Private, Snapshot
from bot.service.votes import ballot_of
from bot.ui.pages.concern import concern
from bot.ui.pages.old_panels import parting_page
from bot.ui.pages.panel import panel_page
from bot.ui.pages.rules import CUSTOMS, rules_page
from bot.ui.pages.table import call_page, table_page
from bot.ui.pictures.studio import Studio
from bot.ui.words.pace import turn_time
from tests.bot.ui.held import held, ids_of, labels_of, texts_of
from tests.kit.lab import Lab

NAMES = ["Ann", "Bo", "Cy"]


def with_away(reason: str, seat: int = 1) -> Lab:
    lab = Lab(3, names=NAMES).deal()
    lab.table.change(seat + 1, away=reason)
    return lab


@pytest.mark.parametrize(
    ("reason", "words"),
    [("row", "took too long twice"), ("deal", "took too long 4 times in this deal"), ("vote", "didn’t want to wait")],
)
async def test_table_and_panel_say_why_a_computer_player_plays_and_how_to_come_back(
    reason: str, words: str, texts: Texts, studio: Studio
) -> None:
    lab = with_away(reason)
    flat = held(await table_page(lab.snapshot, texts, studio))
    assert words in texts_of(flat)
    assert "**I’m back** brings Bo back in" in texts_of(flat)
    assert labels_of(flat)[-1] == "I’m back"
    flat = held(await panel_page(replace(lab.private(1), missed=2), texts, studio))
    assert words in texts_of(flat)
    assert "If that happens again" not in texts_of(flat), "a warning of what has happened"
    assert labels_of(flat) == ["I’m back"], "one button, and no other"
    assert ids_of(flat) == [f"kb:7:{lab.snapshot.turn}:back:"]
    flat = held(await panel_page(lab.private(0), texts, studio))
    assert "I’m back" not in labels_of(flat)


async def test_between_deals_it_says_that_the_seat_is_kept(texts: Texts, studio: Studio) -> None:
    lab = with_away("row")
    while lab.table.playing:
        prompt = lab.game.prompts(lab.running.state, lab.seat)[-1]
        lab.do(prompt.do, prompt.choices[0] if prompt.choices else None)
    flat = held(await table_page(lab.snapshot, texts, studio))
    assert "Bo is away. The seat is kept until the next deal is dealt" in texts_of(flat)
    assert "I’m back" in labels_of(flat)
    flat = held(await panel_page(lab.private(1), texts, studio))
    assert "Your seat is kept until the next deal" in texts_of(flat)
    assert labels_of(flat) == ["I’m back"]


async def test_who_lost_the_seat_is_told_why_and_how_to_come_back(texts: Texts, studio: Studio) -> None:
    lab = Lab(2, names=["Ann", "Cy"]).deal()
    lab.table.lost_seats = ((1001, "Bo"), (4711, "Dee"))
    lab.table.change(2, user_id=1002)
    flat = held(await table_page(lab.snapshot, texts, studio))
    assert "Bo and Dee were away when this deal was dealt" in texts_of(flat)
    lab.table.lost_seats = lab.table.lost_seats[:1]
    flat = held(await table_page(lab.snapshot, texts, studio))
    assert "Bo was away when this deal was dealt, so the seat is free and the chips are home" in texts_of(flat)
    parted = texts_of(held(parting_page(lab.snapshot, 1001, texts)))
    assert "any chips you had are home. **Join** or `/back` sits you down again" in parted
    assert "You were away" not in texts_of(held(parting_page(lab.snapshot, 4711, texts)))


async def test_where_nobody_has_chips_none_are_told_of_a_seat_that_was_lost(texts: Texts, studio: Studio) -> None:
    lab = Lab(2, game="knock-rummy", names=["Ann", "Cy"]).deal()
    lab.table.lost_seats = ((1001, "Bo"),)
    lab.table.change(2, user_id=1002)
    said = texts_of(held(await table_page(lab.snapshot, texts, studio)))
    assert "Bo was away when this deal was dealt, so the seat is free. `/back` sits Bo down again." in said
    lab.table.lost_seats = ((1001, "Bo"), (4711, "Dee"))
    said = texts_of(held(await table_page(lab.snapshot, texts, studio)))
    assert "were away when this deal was dealt, so their seats are free. `/back` sits them down again." in said


async def test_a_panel_is_shown_again_when_its_holder_goes_away_or_a_turn_gets_slow() -> None:
    lab = Lab(3, names=NAMES).deal()
    before = concern(lab.private(1), False)
    lab.table.change(2, away="row")
    assert concern(lab.private(1), False) != before
    lab.table.change(2, away="")
    assert concern(lab.private(1), False) == before
    lab.table.timing.slow = True
    slow = concern(lab.private(1), False)
    assert slow != before
    lab.table.ballots |= {ballot_of(lab.table, 1002, "skip")}
    assert concern(lab.private(1), False) != slow


async def test_panels_are_shown_again_when_somebody_goes_who_might_vote_about_a_slow_turn() -> None:
    lab = slow(Lab(3, names=NAMES).deal())
    before = [concern(lab.private(seat), False) for seat in (0, 1)]
    lab.table.sitters = lab.table.sitters[:2]
    after = [concern(lab.private(seat), False) for seat in (0, 1)]
    assert all(old != new for old, new in zip(before, after, strict=True)), "Bo decides alone now"


async def test_the_panel_of_whoever_is_to_act_is_shown_again_when_the_table_is_to_close_and_when_not() -> None:
    lab = Lab(3, names=NAMES).deal()
    before = [concern(lab.private(seat), False) for seat in (0, 1)]
    lab.table.note(closing=True)
    after = [concern(lab.private(seat), False) for seat in (0, 1)]
    assert after[0] != before[0], "it would go on to say what isn't so any more"
    assert after[1] == before[1]


def slow(lab: Lab) -> Lab:
    lab.table.timing.slow = True
    return lab


async def test_a_slow_turn_gives_the_others_two_buttons_with_the_votes_they_take(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, names=NAMES).deal()
    both = ["Skip the turn ({})", "Let a computer play ({})"]
    first, second = "2 more votes", "1 more vote"
    for page in (await table_page(lab.snapshot, texts, studio), await panel_page(lab.private(1), texts, studio)):
        assert not any("Skip" in label for label in labels_of(held(page)))
    slow(lab)
    flat = held(await table_page(lab.snapshot, texts, studio))
    assert [label for label in labels_of(flat) if "vote" in label] == [label.format(first) for label in both]
    assert "Ann is taking a long time: 2 of the others may skip the turn together" in texts_of(flat)
    lab.table.ballots |= {ballot_of(lab.table, 1001, "skip")}
    for seat in (1, 2):
        flat = held(await panel_page(lab.private(seat), texts, studio))
        assert [label for label in labels_of(flat) if "vote" in label] == [
            both[0].format(second),
            both[1].format(first),
        ]
    flat = held(await panel_page(lab.private(0), texts, studio))
    assert not any("vote" in label for label in labels_of(flat)), "nobody votes about the own turn"
    assert "You’re taking a long time: 2 of the others may skip your turn together" in texts_of(flat)


async def test_at_a_table_of_two_the_other_one_decides(texts: Texts, studio: Studio) -> None:
    flat = held(await table_page(slow(Lab(2, names=NAMES).deal()).snapshot, texts, studio))
    assert "Ann is taking a long time: Bo may skip the turn" in texts_of(flat)
    own = held(await panel_page(slow(Lab(2, names=NAMES).deal()).private(0), texts, studio))
    assert "You’re taking a long time: Bo may skip your turn" in texts_of(own)
    assert {"Skip the turn", "Let a computer play"} <= set(labels_of(flat))


async def test_alone_with_computer_players_there_is_nothing_to_vote_on(texts: Texts, studio: Studio) -> None:
    lab = slow(Lab(3, computers=2, names=NAMES).deal(dealer=2))
    assert lab.acting.name == "Ann"
    for page in (await table_page(lab.snapshot, texts, studio), await panel_page(lab.private(0), texts, studio)):
        assert not any("Skip" in label for label in labels_of(held(page)))


@pytest.mark.parametrize(
    ("ended", "words"),
    [("idle", "nobody had done anything here for 1 hour"), ("nobody", "nobody sits here any more"), (None, "")],
)
async def test_a_closed_table_says_whether_it_closed_by_itself(
    ended: str | None, words: str, texts: Texts, studio: Studio
) -> None:
    lab = Lab(2, names=NAMES)
    lab.table.closed, lab.table.timing.idle_seconds = True, 3600
    page = await table_page(replace(lab.snapshot, ended=ended), texts, studio)  # type: ignore[arg-type]
    assert ("It closed by itself" in texts_of(held(page))) is (ended is not None)
    assert words in texts_of(held(page))


def test_a_call_that_comes_again_is_a_reminder(texts: Texts) -> None:
    snapshot = Lab(2, names=NAMES).deal().snapshot
    assert "Reminder" not in texts_of(held(call_page(snapshot, 1000, texts)))
    assert "⏰ Reminder" in texts_of(held(call_page(replace(snapshot, reminders=1), 1000, texts)))


async def customs(table: Snapshot | None, texts: Texts, studio: Studio) -> str:
    return texts_of(held(await rules_page("knock-poker", table, texts, studio, CUSTOMS)))


async def test_the_rules_tell_the_customs_with_the_tables_own_time(texts: Texts, studio: Studio) -> None:
    lab = Lab(2, names=NAMES)
    lab.table.timing.turn_seconds, lab.table.timing.idle_seconds = 2 * DAY, 2 * DAY
    said = await customs(lab.snapshot, texts, studio)
    for words in (
        "by mail: 2 days a turn at this table",
        "from 30 seconds to 7 days, or none",
        "2 turns’ time for each deal",
        "after 2 missed turns in a row, or 4 in one deal",
        "where there’s no limit, after 5 minutes",
        "closes after 2 days in which nobody does anything",
    ):
        assert words in said
    lab.table.timing.turn_seconds = lab.table.timing.idle_seconds = 0
    assert "no limit for a turn at this table" in await customs(lab.snapshot, texts, studio)
    assert "Tables end by themselves" not in await customs(lab.snapshot, texts, studio)
    assert "**Your time** for a turn is set in the lobby" in await customs(None, texts, studio)


def test_a_turns_time_can_be_off_or_from_half_a_minute_to_seven_days(texts: Texts) -> None:
    given = [seconds for seconds in TURN_TIMES if seconds is not None]
    assert (min(filter(None, given)), max(given), 0 in given) == (30, 7 * DAY, True)
    assert [turn_time(seconds, texts) for seconds in (30, 300, 3600, DAY, 7 * DAY, 0)] == [
        "30 seconds a turn", "5 minutes a turn", "1 hour a turn", "by mail: 1 day a turn", "by mail: 7 days a turn",
        "no limit for a turn",
    ]  # fmt: skip


def test_a_panel_without_absence_concerns_nobody_more_than_before() -> None:
    private: Private = Lab(2).deal().private(0)
    assert (concern(private, False).away, concern(private, False).votes) == ("", None)
