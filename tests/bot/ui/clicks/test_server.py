"""The panel of whoever manages a server and its log, at the local Discord: each setting works where it applies."""

from __future__ import annotations

import inspect
from dataclasses import replace
from functools import partial
from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot.i18n import Catalogue, Texts
from bot.i18n.markup import Markup
from bot.local.testing.driver import Person
from bot.local.testing.seen import Answer, DriverError, Seen
from bot.service.model import Chips, Location, LogEntry, LogPage, Refusal, ServerPurse, ServerSettings, Usual
from bot.store.server_log import A_PAGE
from bot.ui.clicks.opening import check_channel, check_may_open
from bot.ui.clicks.request import Request
from bot.ui.clicks.verbs import VERBS
from bot.ui.pages.server import (
    LONGEST_WHY,
    NUMBERS,
    PAGES,
    log_page,
    numbers_form,
    purse_page,
    season_page,
    server_page,
)
from bot.ui.showing.answer import Answer as Given
from bot.ui.words.server import Words
from tests.bot.ui.clicks.test_setting_up import control, private
from tests.bot.ui.evening import Evening, play_out, refused, written
from tests.bot.ui.held import held, ids_of, texts_of
from tests.kit.tables import all_tables

MANAGING = ("server", "server-set", "server-ask", "server-fill", "purse", "purse-ask", "purse-fill", "season")


async def panel(person: Person, page: str = "") -> Seen:
    """A page of the panel."""
    shown = private(await person.command("server"))
    if page:
        await person.click(shown, page)
        await person.until(lambda: page not in shown.labels, f"the page {page}")
    return shown


def plain(shown: Seen) -> str:
    """What stands there, without what makes it bold."""
    return shown.text.replace("**", "")


async def log_of(person: Person) -> str:
    return plain(private(await person.command("log")))


async def number_of_tables(night: Evening) -> int:
    return len([table for table in all_tables(night.service) if table.stage != "closed"])


def said(answer: Answer) -> str:
    """What the person alone was told."""
    return plain(private(answer))


# -- who may


async def test_both_commands_are_offered_to_those_who_may_and_every_press_looks_again(night: Evening) -> None:
    ann, bo = await night.people.guest("Ann"), await night.people.guest("Bo")
    for name in ("server", "log"):
        with pytest.raises(DriverError, match=f"no command /{name}"):
            await ann.command(name)
    manager = await ann.role("Managers", "manage_guild")
    channels = await ann.role("Moderators", "manage_channels")
    await ann.is_given(manager)
    await bo.is_given(channels)
    with pytest.raises(DriverError, match="no command /server"):
        await bo.command("server")
    shown = await panel(ann)
    assert "Tables are opened in: every channel" in plain(shown)
    await ann.is_given()
    answer = await ann.choose(shown, '"managers"', custom_id=control(shown, "server-set:openers"))
    await refused(answer, "Only whoever may manage this server can do that")
    await refused(await ann.click(shown, "Chips"), "Only whoever may manage this server can do that")
    await refused(await ann.click(shown, "How many tables"), "Only whoever may manage this server can do that")
    assert await night.store.servers.all() == {}
    log = private(await bo.command("log"))
    assert "The log is empty" in plain(log)


@pytest.mark.parametrize("verb", [*MANAGING, "log"])
async def test_no_verb_of_the_panel_serves_whoever_may_not(verb: str) -> None:
    interaction = Mock(guild_id=5)
    interaction.permissions.manage_guild = interaction.permissions.manage_channels = False
    request = Mock(spec=Request, interaction=interaction, answer=Mock(spec=Given), given="", chosen="1", values=("1",))
    row = VERBS[verb]

    async def pressed() -> object:
        return row.form(request) if row.form is not None else await row.run(request)

    with pytest.raises(Refusal, match="needs_manage"):
        await pressed()


@pytest.mark.parametrize(
    ("name", "chosen"),
    [("openers", '"nobody"'), ("turn_seconds", "31"), ("pause_seconds", "-1"), ("story", "1"), ("language", '"xx"')],
)
async def test_a_made_up_choice_sets_nothing(name: str, chosen: str) -> None:
    interaction = Mock(guild_id=5)
    interaction.permissions.manage_guild = True
    request = Mock(spec=Request, interaction=interaction, given=name, chosen=chosen, values=(chosen,))
    request.desk = Mock(catalogue=Mock(languages={"en": None}))
    request.service = Mock()
    with pytest.raises(Refusal, match="unknown_button"):
        await VERBS["server-set"].run(request)
    request.service.servers.change.assert_not_called()


# -- where and by whom tables are opened


async def test_tables_are_opened_in_the_chosen_channels_and_their_threads(night: Evening) -> None:
    other = night.you.at("random")
    shown = await panel(night.you)
    await night.you.choose(shown, other, custom_id=control(shown, "server-set:channels"))
    await night.you.until(lambda: "Tables are opened in: every channel" not in plain(shown), "the channel")
    answer = await night.you.command("newgame knock-poker")
    await refused(answer, f"Tables are opened in <#{other}> here")
    assert await number_of_tables(night) == 0
    await night.you.command("newgame knock-poker", channel="random")
    await night.until(lambda: night.service.table_in(int(other)) is not None)
    thread = await night.you.call("POST", f"/local/channels/{other}/threads", {"name": "a thread"})
    await night.you.command("newgame dompe", channel=thread["id"])
    await night.until(lambda: night.service.table_in(int(thread["id"])) is not None)
    await night.you.choose(shown, custom_id=control(shown, "server-set:channels"))
    await night.you.until(lambda: "Tables are opened in: every channel" in plain(shown), "no channel")
    await night.you.command("newgame knock-poker")
    await night.until(lambda: night.is_open)
    log = await log_of(night.you)
    assert f"changed “Tables are opened in”: every channel → <#{other}>" in log
    assert f"changed “Tables are opened in”: <#{other}> → every channel" in log


async def test_a_table_does_not_go_on_where_none_may_be_opened_any_more(two: Evening) -> None:
    await play_out(two)
    await two.settled()
    shown = await panel(two.you)
    await two.you.choose(shown, two.you.at("random"), custom_id=control(shown, "server-set:channels"))
    await two.you.until(lambda: "every channel" not in plain(shown), "the channel")
    old = two.table.table_id
    more = await two.ending()
    await refused(await two.you.choose(more, "dompe", custom_id=control(more, "another")), "Tables are opened in")
    closed = two.live()
    await two.you.command("close")
    await two.until(lambda: not two.is_open)
    await two.you.until(lambda: "Rematch" in closed.labels, "the closed table")
    await refused(await two.you.click(closed, "Rematch"), "Tables are opened in")
    assert not two.is_open
    assert old


@pytest.mark.parametrize("pressed_in", [None, "another server"])
async def test_a_press_elsewhere_is_checked_by_the_place_of_the_table(night: Evening, pressed_in: str | None) -> None:
    there, other = night.channel_id, int(night.you.at("random"))
    thread = int(await night.you.open_thread("cards"))
    guild_id = night.client.guilds[0].id
    await night.until(lambda: night.client.get_channel(thread), "the thread")
    desk = night.client.desk
    press = Mock(guild_id=5 if pressed_in else None, channel_id=9)  # with every permission, and every role, there
    press.permissions.manage_channels = press.permissions.manage_guild = True
    press.user = Mock(spec=discord.Member)

    def at(channel_id: int) -> Location:
        return Location(1, guild_id, channel_id)

    def only(**settings: Any) -> None:
        desk.service.servers._of[guild_id] = ServerSettings(**settings)

    check_may_open(desk, press, at(there))
    only(channels=(other,))
    with pytest.raises(Refusal, match="opened_elsewhere"):
        check_may_open(desk, press, at(there))
    with pytest.raises(Refusal, match="opened_elsewhere"):
        check_channel(desk, press, at(thread))
    check_may_open(desk, press, at(other))
    only(channels=(there,))
    check_channel(desk, press, at(thread))
    only(openers="managers")
    with pytest.raises(Refusal, match="opened_by_managers"):
        check_may_open(desk, press, at(there))
    only(openers=77)
    with pytest.raises(Refusal, match="opened_by_role"):
        check_may_open(desk, press, at(there))


async def test_tables_are_opened_by_a_role_or_by_managers(night: Evening) -> None:
    ann = await night.people.guest("Ann")
    players = await ann.role("Players")
    shown = await panel(night.you)
    await night.you.choose(shown, players, custom_id=control(shown, "server-set:role"))
    await night.you.until(lambda: f"<@&{players}>" in plain(shown), "the role")
    await refused(await ann.command("newgame knock-poker"), f"Tables are opened here by <@&{players}>")
    await ann.is_given(players)
    await ann.command("newgame knock-poker")
    await night.until(lambda: night.is_open)
    await ann.command("close")
    await night.until(lambda: not night.is_open)
    await night.you.choose(shown, '"managers"', custom_id=control(shown, "server-set:openers"))
    await night.you.until(lambda: "whoever may manage the channel" in plain(shown) and "<@&" not in plain(shown))
    await refused(await ann.command("newgame knock-poker"), "by whoever may manage the channel")
    await night.you.command("newgame knock-poker")
    await night.until(lambda: night.is_open)


async def test_how_many_tables_there_can_be_is_typed(night: Evening) -> None:
    shown = await panel(night.you)
    form = await night.you.click(shown, "How many tables")
    answer = await night.you.submit(form, tables_person="0", tables_server="50")
    await refused(answer, "“Open tables a person hosts” can be 1 to 25")
    form = await night.you.click(shown, "How many tables")
    await refused(await night.you.submit(form, tables_person="x", tables_server="50"), "isn’t a number that can be set")
    form = await night.you.click(shown, "How many tables")
    await refused(await night.you.submit(form, tables_person=" ", tables_server="50"), "You typed no number.")
    form = await night.you.click(shown, "How many tables")
    await night.you.submit(form, tables_person="\u200b1", tables_server="2")
    await night.you.until(lambda: "Open tables a person hosts: 1" in plain(shown), "the numbers")
    await night.you.command("newgame knock-poker")
    answer = await night.you.command("newgame knock-poker", channel="random")
    await refused(answer, "A table that you host or opened is open in this server already")
    ann = await night.people.guest("Ann")
    await ann.command("newgame knock-poker", channel="random")
    thread = await night.you.call("POST", f"/local/channels/{night.you.at('random')}/threads", {"name": "third"})
    bo = await night.people.guest("Bo")
    await refused(await bo.command("newgame knock-poker", channel=thread["id"]), "There are 2 tables open")


# -- how it is played


async def test_time_pause_story_and_language_hold_for_tables(night: Evening) -> None:
    shown = await panel(night.you, "Play")
    for name, value, told in (
        ("turn_seconds", "3600", "Time for a turn: 1 hour a turn"),
        ("pause_seconds", "300", "Pause between deals: 5 minutes"),
        ("story", "false", "A line about each deal: doesn’t stay"),
        ("language", '"en"', "Language of what everybody reads: English"),
    ):
        await night.you.choose(shown, value, custom_id=control(shown, f"server-set:{name}"))
        await night.you.until(partial(lambda words: words in plain(shown), told), told)
    await night.you.command("newgame knock-poker")
    await night.until(lambda: night.is_open)
    assert night.table.settings.turn_seconds == 3600
    assert night.table.result_lines is False
    guild = night.table.guild_id
    assert night.service.servers.of(guild) == ServerSettings(
        turn_seconds=3600, pause_seconds=300, story=False, language="en"
    )
    night.client.desk.guild_locale = lambda guild_id: "xx-none"
    assert night.client.desk.texts_in(guild).language == "en"
    ann = await night.people.guest("Ann")
    await ann.command("join")
    await night.joined(2)
    await night.you.command("start")
    await night.until(lambda: night.table.stage == "playing")
    night.ann = ann
    await play_out(night)
    await night.until(lambda: night.table.next_deal_at is not None, "the time of the next deal")
    left = (night.table.next_deal_at or 0) - night.service._time.now()
    assert 200 < left <= 300, "and not the bot's own thousand seconds"


# -- chips


async def test_chips_of_new_purses_and_the_daily_gift(night: Evening) -> None:
    shown = await panel(night.you, "Chips")
    assert "Chips of a new purse: 200 chips, as usual" in plain(shown)
    form = await night.you.click(shown, "How many chips")
    await night.you.submit(form, starting_chips="500", daily_chips="")
    await night.you.until(lambda: "Chips of a new purse: 500 chips" in plain(shown), "the chips")
    ann = await night.people.guest("Ann")
    assert "500 chips" in said(await ann.command("chips"))
    form = await night.you.click(shown, "How many chips")
    await refused(await night.you.submit(form, starting_chips="2000000", daily_chips="5"), "can be 0 to")
    assert "changed “Chips of a new purse”: 200 chips, as usual → 500 chips" in await log_of(night.you)


async def test_a_purse_is_corrected_frozen_and_unfrozen_with_reasons(night: Evening) -> None:
    ann = await night.people.guest("Ann")
    shown = await panel(night.you, "Chips")
    await night.you.choose(shown, ann.id, custom_id=control(shown, "purse:"))
    await night.you.until(lambda: "There’s no purse yet" in plain(shown), "no purse")
    await ann.command("chips")
    await night.you.click(shown, "Chips")
    await night.you.until(lambda: "Leaderboard: season 1" in plain(shown))
    await night.you.choose(shown, ann.id, custom_id=control(shown, "purse:"))
    await night.you.until(lambda: "200 chips in the purse" in plain(shown), "the purse")
    for typed, why in (
        ("abc", "such as +50 or −50"),
        ("0", "a number other than 0"),
        ("\u200b", "You typed no number"),
    ):
        form = await night.you.click(shown, "Correct")
        await refused(await night.you.submit(form, amount=typed, why="a bet that was lost"), why)
    form = await night.you.click(shown, "Correct")
    await night.you.submit(form, amount="-50", why="a bet that was lost")
    await night.you.until(lambda: "150 chips in the purse" in plain(shown), "the correction")
    await written(ann, f"<@{night.you.id}> has taken 50 chips out of your purse in ")
    assert "The reason: “a bet that was lost”" in ann.dms()[-1].text
    chips = said(await ann.command("chips"))
    assert f"<@{night.you.id}> corrected your purse by −50: “a bet that was lost”" in chips
    form = await night.you.click(shown, "Correct")
    await refused(await night.you.submit(form, amount="+10001", why="too many"), "10,000 chips a day at most")
    form = await night.you.click(shown, "Correct")
    await refused(await night.you.submit(form, amount="-151", why="too many"), "That purse has 150 chips")
    form = await night.you.click(shown, "Freeze")
    await night.you.submit(form, why="two accounts")
    await night.you.until(lambda: "Frozen: “two accounts”" in plain(shown), "frozen")
    await written(ann, f"<@{night.you.id}> has frozen your purse in ")
    # for chips: no; with the reason, for Ann alone
    assert "Your purse is frozen: “two accounts”" in said(await ann.command("chips"))
    await night.you.command("newgame knock-poker")
    await night.until(lambda: night.is_open)
    await refused(await ann.command("join"), "Your purse in this server is frozen: “two accounts”")
    await refused(await ann.command("newgame knock-poker", channel="random", chips=20), "is frozen: “two accounts”")
    # for practice: yes
    answer = await ann.command("newgame knock-poker", channel="random")
    await night.until(lambda: night.service.table_in(int(ann.at("random"))) is not None)
    there = night.service.table_in(int(ann.at("random")))
    assert there is not None
    assert there.practice
    await refused(answer, "So this table is **for practice**")
    form = await night.you.click(shown, "Unfreeze")
    await night.you.submit(form, why="cleared up")
    await night.you.until(lambda: "The purse can be used again" in plain(shown), "unfrozen")
    await ann.command("join")
    await night.joined(2)
    log = await log_of(night.you)
    for line in (
        f"corrected the purse of <@{ann.id}> by −50: “a bet that was lost”",
        f"froze the purse of <@{ann.id}>: “two accounts”",
        f"unfroze the purse of <@{ann.id}>: “cleared up”",
    ):
        assert line in log, log


async def test_a_season_begins_after_a_question_that_says_what_happens(two: Evening) -> None:
    await play_out(two)
    before = await two.store.results.leaderboard(two.table.guild_id)
    assert before.rows
    shown = await panel(two.you, "Chips")
    await two.you.click(shown, "Begin a new season")
    await two.you.until(lambda: "Chips stay where they are" in plain(shown), "the question")
    await two.you.click(shown, "Keep this one")
    await two.you.until(lambda: "Leaderboard: season 1" in plain(shown), "the panel")
    await two.you.click(shown, "Begin a new season")
    await two.you.until(lambda: "Begin a new season" in shown.labels and "Keep this one" in shown.labels)
    await two.you.click(shown, "Begin a new season")
    await two.you.until(lambda: "Season 2 has begun" in plain(shown), "the season")
    board = private(await two.ann.command("leaderboard"))
    assert "season 2" in plain(board)
    assert "Nobody has won chips here yet" in plain(board)
    assert "began season 2 of the leaderboard" in await log_of(two.you)


# -- the log


async def test_the_log_tells_what_hosts_and_moderators_did(night: Evening) -> None:
    ann = await night.people.guest("Ann")
    lobby = await ann.command("newgame knock-poker")
    await night.you.click(lobby, "Join")
    await night.joined(2)
    manage = private(await night.you.click(lobby, "Manage table"))
    await night.you.click(manage, "Lock")
    await night.until(lambda: night.table.locked)
    await night.you.command("close", now=True)
    await night.until(lambda: not night.is_open)
    log = await log_of(night.you)
    assert f"<@{night.you.id}> locked the table of Knock Poker in <#{night.channel_id}>" in log
    assert "closed the table of Knock Poker" in log
    assert log.index("at once, as a moderator") < log.index("locked the table"), "the newest first"


# -- the pages in words


def words(catalogue: Catalogue) -> Words:
    return Words(catalogue.for_locale("en-US"), Usual(Chips(200, 40), 300, 30), catalogue)


@pytest.mark.parametrize("page", PAGES)
def test_every_button_and_select_of_the_panel_has_a_verb(page: str, catalogue: Catalogue) -> None:
    full = ServerSettings((1, 2), 99, 4, 5, 6, 7, 60, 10, False, "en")
    for settings in (ServerSettings(), full):
        shown = held(server_page(page, settings, 1, words(catalogue), ("en",), frozenset({1, 99})))
        assert {text.split(":")[3] for text in ids_of(shown)} <= set(VERBS)
    shown = held(purse_page(ServerPurse(5, 10, 0, "why", 3, 4), words(catalogue)))
    assert {text.split(":")[3] for text in ids_of(shown)} == {"server", "purse-ask"}
    assert {text.split(":")[3] for text in ids_of(held(season_page(1, words(catalogue).texts)))} == {"server", "season"}


def test_what_holds_where_a_server_has_set_nothing_is_told_in_numbers(catalogue: Catalogue) -> None:
    usual = {name: words(catalogue).value(name, None) for name in ("starting_chips", "turn_seconds", "pause_seconds")}
    assert list(usual.values()) == ["200 chips, as usual", "5 minutes a turn, as usual", "30 seconds, as usual"]


def test_every_entry_is_told_and_a_reason_does_no_harm(catalogue: Catalogue) -> None:
    entry = LogEntry(1e9, "", 5, -3, "dompe", 77, {"why": "<@9> **x**", "chips": 3, "number": 2})
    hows = (
        "host",
        "vote",
        "moderator",
        "idle",
        "nobody",
        "agreed",
        "closed_now",
        "released",
        "gone",
        "removed",
        "asked",
    )
    lines = [words(catalogue).entry(replace(entry, what="closed", details={"how": how})) for how in hows]
    lines += [words(catalogue).entry(replace(entry, what="closing", details={"how": how})) for how in hows[:3]]
    assert len(set(lines)) == len(lines)
    for what in (
        "kept_open",
        "end_asked",
        "end_withdrawn",
        "taken_back",
        "removed",
        "invited",
        "locked",
        "unlocked",
        "correction",
        "freeze",
    ):
        assert words(catalogue).entry(replace(entry, what=what))
    told = words(catalogue).entry(replace(entry, what="opened", by=8))
    assert told.endswith("<@8> opened a table of Dompe in <#77>.")
    told = words(catalogue).entry(replace(entry, what="went_on", details={"game": "poch"}))
    assert told.endswith("closed the table of Dompe in <#77> to go on there with Poch.")
    for what in ("correction", "freeze", "unfreeze"):
        told = words(catalogue).entry(replace(entry, what=what, details={"chips": 5}))
        assert told.endswith(". The reason was erased."), "and nobody is quoted"
        assert "“" not in told
    for what in ("preset_deleted", "preset_replaced"):
        told = words(catalogue).entry(replace(entry, what=what, details={"preset": "*Friday*"}))
        assert r"the preset “\*Friday\*” that Player 3 had saved" in told
    told = words(catalogue).entry(replace(entry, what="freeze"))
    assert "Player 3" in told
    assert r"\<@9> \*\*x\*\*" in told
    many = {"setting": "channels", "from": [], "to": list(range(1, 12))}
    told = words(catalogue).entry(replace(entry, what="setting", details=many))
    assert "<#5>, and 6 more channels" in told
    page = log_page(LogPage((replace(entry, what="season", by=None),) * 10, 2, 3), words(catalogue))
    assert ids_of(held(page)) == ["kb:0:0.0:log:3", "kb:0:0.0:log:1"]
    assert len(texts_of(held(page))) < 4000


@pytest.mark.parametrize("name", [name for name, numbers in NUMBERS.items() if numbers])
def test_the_title_of_a_form_begins_with_a_capital(name: str, texts: Texts) -> None:
    title = numbers_form(name, ServerSettings(), texts).title
    assert title[:1].isupper(), title


def test_the_fullest_page_of_the_log_fits_into_a_message(catalogue: Catalogue) -> None:
    longest = {"why": "*" * LONGEST_WHY, "chips": -10_000}
    channels = list(range(10**18, 10**18 + 25))
    other = [*channels[1:], 5]
    for what, details in (("correction", longest), ("setting", {"setting": "channels", "from": channels, "to": other})):
        entry = LogEntry(2e9, what, 10**18, 10**18, "", 0, details)
        page = log_page(LogPage((entry,) * A_PAGE, 1, 99), words(catalogue))
        assert len(Markup(page.body)) <= 3900, what
    assert inspect.iscoroutinefunction(VERBS["log"].run)
