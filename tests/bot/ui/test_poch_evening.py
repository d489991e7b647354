"""Whole deals of the Poch family through the real client: buttons, the form, commands, restarts, computer players."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.local.testing.driver import Person
from bot.local.testing.seen import Seen
from bot.service.model import Changes
from bot.service.model import Person as Member
from bot.service.pace import Pace
from bot.ui.clicks.seats import DOUBLE_TAP
from engine.middle import Pools
from engine.rules import Value
from tests.bot.ui.evening import Evening, bot_on, evening, ids, panel, private_answers, refused
from tests.bot.ui.poch import FAMILY
from tests.kit.painters import Blank

QUIET = Pace(turn=0, pause=1000, computer=0)
GUESTS = ("Ann", "Bo")


async def three(night: Evening, game: str, rules: dict[str, Value] | None = None, **options: Any) -> dict[str, Person]:
    """You, Ann and Bo hold cards of a first deal; gives the three by their user id. ``rules``: set up before it."""
    guests = [await night.people.guest(name) for name in GUESTS]
    lobby = await night.you.command(f"newgame {game}", **options)
    for number, guest in enumerate(guests, 2):
        await guest.click(lobby, "Join")
        await night.joined(number)
    if rules is not None:
        host = Member(night.table.guild_id, int(night.you.id), "You")
        await night.service.setting_up.change(night.table.table_id, host, Changes(rules=rules), 77)
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing")
    await night.settled()
    people = {person.id: person for person in (night.you, *guests)}
    for person in people.values():
        await person.wait_for("Your hand", channel="dm")
    return people


def acting(night: Evening, people: dict[str, Person]) -> Person:
    return people[str(night.acting.user_id)]


def others(night: Evening, people: dict[str, Person]) -> list[Person]:
    return [person for person in people.values() if person is not acting(night, people)]


def public(night: Evening) -> list[Seen]:
    """The messages that everybody at the table sees."""
    return [message for message in night.you.messages() if not message.ephemeral]


async def ready(night: Evening, person: Person) -> Seen:
    """The person's panel has the buttons of this moment."""
    turn = str(night.table.turn)
    await person.until(
        lambda: person.dms() and any(f":{turn}:" in custom_id for custom_id in ids(panel(person).components))
    )
    return panel(person)


async def one_action(night: Evening, people: dict[str, Person], chance: random.Random) -> None:
    """Whoever is to act clicks a button of the own hand."""
    person, before = acting(night, people), night.table.turn
    message = await ready(night, person)
    verbs = [custom_id.split(":")[3] for custom_id in ids(message.components)]
    if night.view.asks == "lead":
        choice = chance.choice([o for o in ids(message.components) if ":play:" in o and not o.endswith("?")])
    else:
        wanted = [verb for verb in ("bet", "match", "all_in") if verb in verbs]
        verb = wanted[0] if wanted and chance.random() < 0.7 else "fold" if "fold" in verbs else "pass"
        choice = next(o for o in ids(message.components) if o.split(":")[3] == verb)
    await person.click(message, custom_id=choice)
    await night.until(lambda: night.table.turn != before)


@pytest.mark.parametrize("game", FAMILY)
async def test_two_whole_deals_by_buttons(
    game: str, tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        people = await three(night, game)
        chance = random.Random(4)
        for number in (1, 2):
            leads = 0
            while night.table.stage == "playing":
                leads += night.view.asks == "lead"
                await one_action(night, people, chance)
            await night.settled()
            assert night.table.turn.deal == number
            live, more = night.live(), await night.ending()
            assert "The cards played out" in more.text
            over = night.result.game_over
            assert ("New game" if over else "Next deal") in live.labels
            short = night.seated(night.you).chips < night.table.buy_in
            assert ("Top up" in more.labels) == (over and short), "nobody adds chips in the midst of a game"
            assert ("The game is over" in live.text) == over
            chips = sum(s.chips for s in night.table.players) + sum(count for _, count in night.view.pools)
            assert chips == 3 * night.table.buy_in, "all chips are in front of somebody or on the board"
            alt = "".join(live.alt_texts)
            assert "the end of deal" in alt
            assert "Pools: " in alt
            assert leads, "cards were played out"
            if over:
                return
            if number == 1:
                await night.you.click(live, "Next deal")
                await night.until(lambda: night.table.turn.deal == 2 and night.table.stage == "playing")
                await night.settled()
        for person in people.values():
            assert len(person.dms()) == 1, "one direct message a table"


async def played_without_bets(night: Evening, people: dict[str, Person]) -> None:
    """Everybody passes, and plays a first card each time, until the deal is over."""
    while night.table.stage == "playing":
        person = acting(night, people)
        if night.middle(Pools).betting:
            await person.command("pass")
        else:
            await person.command("play", card=night.own(person).hand[0].notation)


async def test_after_a_game_only_whoever_is_not_topped_up_by_itself_has_to_press(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        people = await three(night, "poch", {"max_deals": 1})
        await played_without_bets(night, people)
        await night.settled()
        assert night.result.game_over
        short = [p for p in people.values() if night.seated(p).short_of(night.table.supply) > 0]
        assert short
        for person in short:
            await night.you.until(lambda: "Top up" in night.live().labels, "the button")
            await person.until(lambda: "Top up" in panel(person).labels, "the button")  # noqa: B023 - it is awaited before the loop goes on
            assert "**Top up** (or `/topup`) first." in night.live().text
            await person.command("settings", auto_top_up=True)
            await person.until(lambda: "Top up" not in panel(person).labels, "a panel without it")  # noqa: B023 - the same
        await night.you.until(lambda: "Top up" not in night.live().labels, "nothing to press")
        live = night.live().text
        assert "pays in" in live or "pay in" in live
        assert "**Top up**" not in live
        await night.you.click(night.live(), "New game")
        await night.until(lambda: night.table.turn.deal == 2 and night.table.stage == "playing")


async def test_who_starts_a_new_game_with_too_few_chips_finds_top_up_below_the_reason(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        people, chance = await three(night, "poch", {"max_deals": 1}), random.Random(4)
        while night.table.stage == "playing":
            await one_action(night, people, chance)
        await night.settled()
        short, enough = (
            next(p for p in people.values() if (night.seated(p).short_of(night.table.supply) > 0) is lacks)
            for lacks in (True, False)
        )
        for person, labels in ((short, ["Top up"]), (enough, [])):
            early = await person.command("start")
            await refused(early, "Whoever has fewer tops up with `/topup`")
            assert [message.labels for message in early.messages if message.ephemeral] == [labels]


async def test_a_top_up_changes_the_message_that_was_pressed_and_sends_no_other(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        people = await three(night, "poch", {"max_deals": 1})
        await played_without_bets(night, people)
        await night.settled()
        full, told = night.table.supply, "and now have"
        in_panel, at_table = [p for p in people.values() if night.seated(p).short_of(full) > 0][:2]
        before = panel(in_panel)
        await in_panel.click(before, "Top up")
        await in_panel.until(lambda: "You add" in panel(in_panel).text, "what was added, in the panel")
        assert told not in panel(in_panel).text, "the stack is told below"
        assert panel(in_panel).id == before.id
        assert "To the table" in panel(in_panel).labels, "it is the panel still"
        assert f"now you have {full} chips." in panel(in_panel).text
        pressed = await at_table.click(night.live(at_table), "Top up")
        await night.until(lambda: night.seated(at_table).short_of(full) == 0)
        await night.settled()
        assert private_answers(pressed) == [], "the table's message shows it"
        for person in (in_panel, at_table):
            assert not [m for m in (*person.messages(), *person.dms()) if told in m.text and m.id != before.id]


async def test_a_press_on_top_up_that_is_no_double_tap_is_answered(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        people = await three(night, "poch", {"max_deals": 1})
        await played_without_bets(night, people)
        await night.settled()
        full = night.table.supply
        person = next(p for p in people.values() if night.seated(p).short_of(full) > 0)
        await person.click(night.live(person), "Top up")
        await night.until(lambda: night.seated(person).short_of(full) == 0)
        await night.settled()
        twice = await person.click(night.live(person), "Top up")  # somebody else is short yet
        await night.until(lambda: not night.client.desk.serving._tasks, "its answer")  # else it comes after the pause
        assert private_answers(twice) == []
        night.later(DOUBLE_TAP + 1)
        later = await person.click(night.live(person), "Top up")
        await person.until(lambda: private_answers(later), "why nothing is added")
        assert "nothing to add" in private_answers(later)[0]


async def test_a_run_is_one_message(tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        people = await three(night, "poch")
        while night.middle(Pools).betting:
            await acting(night, people).command("pass")
        await night.settled()
        before = len(public(night))
        person = acting(night, people)
        lowest = min(night.own(person).hand, key=lambda card: card.rank)
        await person.command("play", card=lowest.notation)
        await night.settled()
        assert night.table.turn.seq == 4
        assert len(public(night)) <= before + 1, "at most one that calls the next"
        assert "leads the" in night.live().text


async def test_the_form_takes_an_amount_and_says_what_is_wrong_with_others(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        people = await three(night, "le-poque")
        first = acting(night, people)
        live = night.live()
        assert {"Pass", "Bet 1", "Bet …", "My hand"} == set(live.labels)
        assert (await first.click(live, "Bet …")).kind != "modal", "the hand comes first"
        await first.wait_for("This is your hand, and nothing was done yet: press **Bet …** here")
        form = await first.click(live, "Bet …")
        assert form.kind == "modal"
        assert form.modal is not None
        assert form.modal["title"] == "Bet"
        for typed, words in (
            ("lots", "“lots” isn’t a number of chips, so nothing was bet. Give a whole number from 1 to 34."),
            ("35", "That is too much: you can stake from 1 to 34 in all."),
            ("0", "That is too little"),
        ):
            await refused(await first.submit(await first.click(live, "Bet …"), amount=typed), words)
            assert night.table.turn.seq == 0, "nothing is lost"
        await first.submit(form, amount=" 4 ")
        await night.until(lambda: night.table.turn.seq == 1)
        assert night.middle(Pools).bet == 4
        await night.settled()
        second = acting(night, people)
        live = night.live()
        await second.command("hand")
        assert {"Match 4", "Raise to …", "All in 34", "Fold", "My hand"} == set(live.labels)
        form = await second.click(live, "Raise to …")
        assert form.modal is not None
        assert form.modal["title"] == "Raise to"
        again = await second.click(live, "Raise to …")
        await refused(
            await second.submit(again, amount="4"), "The bet is 4 already, so a stake of 4 in all isn’t a raise."
        )
        assert night.table.turn.seq == 1, "who wanted to raise has not matched"
        await second.submit(form, amount="6")
        await night.until(lambda: night.middle(Pools).bet == 6)
        await night.settled()
        third = acting(night, people)
        await third.click(await ready(night, third), "Fold")
        await night.until(lambda: night.table.turn.seq == 3)
        await ready(night, first)
        await night.settled()
        assert "Match 6 (+2)" in night.live().labels
        # From the private hand the same form, and what is wrong with an amount is told in the hand.
        form = await first.click(panel(first), "Raise to …")
        assert form.kind == "modal"
        await first.submit(form, amount="a few")
        await first.until(lambda: "“a few” isn’t a number of chips" in panel(first).text)
        assert "Match 6 (+2)" in panel(first).labels
        await first.submit(await first.click(panel(first), "Raise to …"), amount="9")
        await night.until(lambda: night.middle(Pools).bet == 9)


async def test_who_may_not_raise_is_answered_alone(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        people = await three(night, "poch")
        live, waiting = night.live(), others(night, people)[0]
        answer = await waiting.click(live, "Bet …")
        assert answer.kind != "modal"
        await refused(answer, "It isn’t your turn")
        stranger = await night.people.guest("Zoe")
        await refused(await stranger.click(live, "Bet …"), "You don’t sit at this table")
        first = acting(night, people)
        await first.command("hand")
        form = await first.click(live, "Bet …")
        await first.click(live, "Pass")
        await night.until(lambda: night.table.turn.seq == 1)
        await refused(await first.submit(form, amount="3"), "That button is out of date")
        assert night.middle(Pools).bet == 0


async def test_without_a_pair_the_public_buttons_are_there_and_refuse_privately(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        people = await three(night, "poch")
        guests = [await night.people.guest(name) for name in ("Di", "Edda", "Felix")]
        for guest in guests:
            await guest.command("join")
        people |= {guest.id: guest for guest in guests}
        lonely = None
        for _ in range(40):  # deals, until somebody without a pair is to act before any bet
            while night.table.stage == "playing" and night.middle(Pools).betting:
                person = acting(night, people)
                if night.own(person).prompt("bet") is None:
                    lonely = person
                    break
                await person.command("pass")
            if lonely is not None:
                break
            while night.table.stage == "playing":
                await acting(night, people).command("play", card=night.own(acting(night, people)).hand[0].notation)
            await night.you.command("start")
        assert lonely is not None
        await night.settled()
        live = night.live()
        assert {"Pass", "Bet 1", "Bet …", "My hand"} == set(live.labels)
        for label in ("Bet 1", "Bet …"):
            answer = await lonely.click(live, label)
            assert answer.kind != "modal"
            await refused(answer, "You need a pair or better to bet")
        await refused(await lonely.command("bet", amount=2), "You need a pair or better to bet")
        for person in people.values():
            if person is not lonely:
                assert "pair or better" not in "".join(m.text for m in (*person.messages(), *person.dms()))
        await lonely.click(live, "Pass")
        await night.until(lambda: night.table.to_act is None or str(night.acting.user_id) != lonely.id)


async def test_by_commands_alone(tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        people = await three(night, "le-poque")
        first, second, third = (acting(night, people), None, None)
        await refused(await first.command("play", card=night.own(first).hand[0].notation), "after the betting")
        await refused(await first.command("fold"), "Nobody has bet yet")
        await refused(await first.command("bet", amount=99), "you can stake from 1 to 34 in all")
        await refused(await first.command("draw", from_="stock"), "That isn’t done in Le Poque")
        await first.command("bet", amount=2)
        await night.until(lambda: night.table.turn.seq == 1)
        second = acting(night, people)
        await refused(await second.command("pass"), "so you can’t just pass")
        await second.command("bet", amount=5)
        await night.until(lambda: night.table.turn.seq == 2)
        third = acting(night, people)
        await third.command("fold")
        await night.until(lambda: night.table.turn.seq == 3)
        await refused(await third.command("bet", amount=9), "It isn’t your turn")
        await first.command("bet", amount=5)
        await night.until(lambda: night.view.asks == "lead")
        leader = acting(night, people)
        await refused(await leader.command("bet", amount=9), "The betting is over: lead a card.")
        offered = await leader.autocomplete("play", "card", "")
        assert {choice.value for choice in offered} == {card.notation for card in night.own(leader).hand}
        for person in others(night, people):
            assert await person.autocomplete("play", "card", "") == []
        await leader.command("play", card=offered[0].value)
        await night.until(lambda: night.table.turn.seq == 5)


@pytest.mark.parametrize("game", FAMILY)
async def test_after_a_restart_betting_and_play_go_on(
    game: str, tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        people = await three(night, game)
        first = acting(night, people)
        while night.own(first).prompt("bet") is None:
            await first.command("pass")
            first = acting(night, people)
        await first.command("bet", amount=3)
        await night.settled()
        seq, bet_message = night.table.turn.seq, night.live()
        view = night.view
        await _stop(night)
        async with bot_on(night.server, tmp_path / "k.sqlite3", blank, QUIET) as running:
            night.store, night.service, night.client = running
            assert night.view == view, "stakes, pools and the turned card are there again"
            assert {"Match 3", "Fold"} <= set(bet_message.labels)
            await acting(night, people).command("hand")
            await acting(night, people).click(bet_message, "Fold")
            await night.until(lambda: night.table.turn.seq == seq + 1)
            while night.middle(Pools).betting:
                await acting(night, people).command("fold")
            leader = acting(night, people)
            await leader.command("play", card=night.own(leader).hand[-1].notation)
            await night.settled()
            run, told = night.view, night.live().text
            await _stop(night)
        if run.result is not None:
            return
        async with bot_on(night.server, tmp_path / "k.sqlite3", blank, QUIET) as running:
            night.store, night.service, night.client = running
            assert night.view == run
            chance = random.Random(2)
            await night.settled()
            assert night.live().text == told, "the same is told of it"
            while night.table.stage == "playing":
                await one_action(night, people, chance)
            await night.settled()
            told = (await night.ending()).text
            assert "The pools" in told or "The deal" in told
            await night.client.close()


async def _stop(night: Evening) -> None:
    await night.client.close()
    await night.service.stop()
    await night.store.close()


@pytest.mark.parametrize("game", FAMILY)
async def test_one_person_plays_with_computer_players(
    game: str, tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        lobby = await night.you.command(f"newgame {game}")
        for number in range(2, 6):
            await night.you.click(lobby, "Add computer player")
            await night.joined(number)
        await night.you.click(lobby, "Start")
        await night.until(lambda: night.table.stage != "lobby")
        people, chance = {night.you.id: night.you}, random.Random(6)
        while night.table.stage == "playing":
            await night.until(
                lambda: night.table.stage != "playing" or night.acting.user_id is not None, "a person's turn"
            )
            if night.table.stage == "playing":
                await one_action(night, people, chance)
        await night.settled()
        assert "The cards played out" in (await night.ending()).text
        assert not any("wrong" in text for text in private_answers(await night.you.command("hand")))


@pytest.mark.parametrize(
    "fault",
    [{"kind": "lost_answer"}, {"kind": "cut"}, {"kind": "status", "status": 500}],
    ids=["lost", "cut", "500"],
)
async def test_a_form_that_goes_astray_is_sent_again(
    fault, tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        people = await three(night, "le-poque")
        first = acting(night, people)
        await first.command("hand")
        await night.you.faults(add=fault | {"times": 1, "path": "/callback"})
        form = await first.click(night.live(), "Bet …")
        assert form.kind == "modal"
        await night.you.faults(add=fault | {"times": 1, "path": "/callback"})
        await first.submit(form, amount="3")
        await night.until(lambda: night.table.turn.seq == 1)
        assert night.middle(Pools).bet == 3


async def test_a_form_that_comes_twice_is_answered_once(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        people = await three(night, "le-poque")
        first = acting(night, people)
        await first.command("hand")
        live = night.live()
        form, other = [await first.click(live, "Bet …") for _ in range(2)]
        await first.submit(form, amount="3")
        await night.until(lambda: night.table.turn.seq == 1)
        await refused(await first.submit(other, amount="5"), "That button is out of date")
        assert night.middle(Pools).bet == 3
