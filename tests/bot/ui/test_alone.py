"""A table in the bot's own direct messages: practice for one person, in one message that is table and panel in one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from bot.local.testing.driver import Person
from bot.local.testing.seen import DriverError, Seen
from bot.service.model import NO_SERVER, Refusal, Snapshot
from bot.service.pace import Pace
from bot.store.audit import audit
from bot.store.model.people import Member
from bot.ui.address import Address
from bot.ui.clicks.verbs import ACTIONS
from engine.game import GAMES
from tests.bot.ui.evening import Evening, bot_on, dm, evening, ids, refused
from tests.kit.painters import Blank

FIRST: Final = ("sure", "knock", "stay", "fold", "pass", "discard", "draw", "meld", "play", "bet")
"""What ends a deal soonest comes first."""


def here(night: Evening) -> Snapshot:
    """The table in your direct messages."""
    table = night.service.table_in(int(night.you.at("dm")))
    assert table is not None
    return table


def is_open(night: Evening) -> bool:
    """Whether there is one: between an old table and the next there is none for a moment."""
    return night.service.table_in(int(night.you.at("dm"))) is not None


async def lobby_of(night: Evening, game: str = "knock-poker", computers: int = 1) -> Seen:
    """The one message of a table in your direct messages, with computer players there."""
    await night.you.open_dm()
    answer = await night.you.command(f"newgame {game}", channel="dm")
    message = answer.shown
    for count in range(2, computers + 2):
        await night.you.click(message, "Add computer player")
        await sitting_there(night, count)
    return message


async def sitting_there(night: Evening, count: int) -> None:
    await night.until(lambda: len(here(night).sitters) == count, f"a table of {count}")


async def dealt(night: Evening, game: str = "knock-poker") -> Seen:
    """The same, with the first deal on the table."""
    message = await lobby_of(night, game, max(1, GAMES[game].seats[0] - 1))
    await night.you.until(lambda: "Start" in message.labels, "the button")
    await night.you.click(message, "Start")
    await night.until(lambda: here(night).stage != "lobby", "the deal")
    return message


def moves(message: Seen, turn: str) -> list[tuple[str, str, str | None]]:
    """What can be pressed in it at that moment: verb, custom id, and for a select a value."""
    found = []
    for component in message.all_components():
        custom_id = component.get("custom_id", "")
        if not custom_id.startswith("kb:") or component.get("disabled"):
            continue
        address = Address.parse(custom_id)
        if str(address.turn) != turn or address.verb not in (*ACTIONS, "sure") or address.argument.startswith("back"):
            continue
        options = component.get("options")
        found.append((address.verb, custom_id, options[0]["value"] if options else None))
    return sorted(found, key=lambda move: FIRST.index(move[0]) if move[0] in FIRST else len(FIRST))


async def play_out(night: Evening, person: Person) -> None:
    """Plays the deal to its end from the newest direct message alone."""
    while here(night).stage == "playing":
        await night.until(lambda: here(night).stage != "playing" or yours(night, person), "your turn")
        if here(night).stage != "playing":
            return
        await press_something(night, person, str(here(night).turn))


async def press_something(night: Evening, person: Person, turn: str) -> None:
    """Waits for a button of that moment and presses it, unless the moment passes."""
    await person.until(lambda: moves(dm(person), turn) or str(here(night).turn) != turn, "a button")
    for _, custom_id, value in moves(dm(person), turn)[:1]:
        try:
            if value is None:
                await person.click(dm(person), custom_id=custom_id)
            else:
                await person.choose(dm(person), value, custom_id=custom_id)
        except DriverError as error:
            if error.code != "unknown_component":  # the message has moved on meanwhile
                raise


def yours(night: Evening, person: Person) -> bool:
    view = night.service.private_of(here(night).table_id, int(person.id)).view
    return view is not None and bool(view.prompts)


def own_messages(person: Person) -> list[Seen]:
    """The bot's direct messages that stay."""
    return [message for message in person.dms() if not message.ephemeral]


async def alone_with(person: Person, message: Seen) -> None:
    """Waits until that is the only direct message of the bot that stays."""
    await person.until(lambda: own_messages(person) == [message], "the one message")


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_every_game_is_played_to_a_deals_end_in_one_message_and_goes_on_after_a_restart(
    game: str, tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        message = await dealt(night, game)
        table = here(night)
        assert (table.practice, table.guild_id, table.settings.turn_seconds) == (True, NO_SERVER, 0)
        await play_out(night, night.you)
        await night.you.until(lambda: "Next deal" in dm(night.you).labels, "the settlement")
        assert [seen.id for seen in own_messages(night.you)] == [message.id], "one message to play from"
        assert "Practice" in dm(night.you).text
        await night.you.click(dm(night.you), "Next deal")
        await night.until(lambda: here(night).turn.deal == 2, "the second deal")
        before = here(night)
        await night.client.close()
        await night.service.stop()
        await night.store.close()
        pace = Pace(turn=0, pause=1000, computer=0)
        async with bot_on(night.server, tmp_path / "k.sqlite3", blank, pace) as (store, service, client):
            night.store, night.service, night.client = store, service, client
            assert here(night).table_id == before.table_id
            await play_out(night, night.you)
            await night.you.until(lambda: "deal 2" in dm(night.you).text.lower() or "More" in dm(night.you).labels)
            assert [seen.id for seen in own_messages(night.you)] == [message.id], "and the same one after a restart"
            await night.you.command("close", channel="dm")
            await night.you.until(lambda: "Rematch" in dm(night.you).labels or closed(night), "the end")
        report = audit(tmp_path / "k.sqlite3")
        assert report.problems == ()


def closed(night: Evening) -> bool:
    return any("closed" in message.text for message in own_messages(night.you))


async def test_closing_by_a_press_shows_what_it_came_to_and_nothing_beside(night: Evening) -> None:
    message = await lobby_of(night)
    await night.you.click(message, "Close table")
    await night.you.until(lambda: "table closed" in message.text)
    await night.you.command("settings", channel="dm")  # whatever was said of the press was said before
    assert not [seen for seen in night.you.dms() if "That table is closed" in seen.text]


async def test_the_lobby_is_set_up_beside_the_one_message(night: Evening) -> None:
    message = await lobby_of(night)
    assert {"Join", "Leave"}.isdisjoint(message.labels)
    assert "Practice" in message.text
    page = (await night.you.click(message, "Set up")).shown
    assert page.ephemeral
    assert "lines" not in page.text.lower(), "no lines stay in direct messages"
    custom_id = next(each for each in ids(page.components) if ":choose:table.quick" in each)
    await night.you.choose(page, "true", custom_id=custom_id)
    await night.until(lambda: here(night).settings.quick, "the pace")
    await night.you.until(lambda: "quick" in message.text, "the lobby")
    await night.you.click(message, "Rules")
    assert [seen.id for seen in own_messages(night.you)] == [message.id]
    await refused(await night.you.command("newgame dompe", channel="dm"), "You have a table here already")


async def test_commands_of_the_table_work_there(night: Evening) -> None:
    message = await lobby_of(night)
    assert (await night.you.command("start", channel="dm")).ephemeral
    await night.until(lambda: here(night).stage == "playing", "the deal")
    for command in ("table", "hand"):
        shown = await night.you.command(command, channel="dm")
        await alone_with(night.you, shown.shown)
        assert shown.shown.id != message.id
    await play_out(night, night.you)
    await night.you.until(lambda: "More" in dm(night.you).labels, "the settlement")
    more = (await night.you.click(dm(night.you), "More")).shown
    assert more.ephemeral
    assert {"Verify", "Rules", "Close table"} <= set(more.labels)
    assert {"Pause", "Leave", "Join"}.isdisjoint(more.labels)
    assert "The shuffle of deal 1" in (await night.you.command("verify", channel="dm")).text
    assert "Knock Poker" in (await night.you.command("rules", channel="dm")).text
    await night.you.command("close", channel="dm")
    await night.you.until(lambda: "Rematch" in own_messages(night.you)[-1].labels, "the end")
    await refused(await night.you.command("start", channel="dm"), "There’s no table")
    await night.you.click(own_messages(night.you)[-1], "Rematch")
    await night.until(lambda: is_open(night), "the rematch")
    assert here(night).practice
    await night.you.until(lambda: "Start" in own_messages(night.you)[-1].labels, "its lobby")


@pytest.mark.parametrize("dealt_first", [False, True])
async def test_whoever_leaves_closes_the_table_and_can_open_another(night: Evening, dealt_first: bool) -> None:
    message = await (dealt(night, "dompe") if dealt_first else lobby_of(night, "dompe"))
    said = (await night.you.command("leave", channel="dm")).shown.text
    assert said.startswith("The table is closed.")
    assert ("Deal 1 counts for nothing." in said) == dealt_first
    await night.you.until(lambda: "table closed" in message.text and message.labels == ["Rematch"], "the end")
    assert not is_open(night)
    again = await night.you.command("newgame dompe", channel="dm")
    assert "Add computer player" in again.shown.labels
    await night.until(lambda: not night.client.showing.announcements.refresher.due, "what is to be told is told")
    assert not [seen for seen in night.you.dms() if "at once" in seen.text], "nobody is told what they did themselves"


async def test_whoever_closes_it_after_a_deal_finds_the_way_back_in_its_one_message(night: Evening) -> None:
    message = await dealt(night, "dompe")
    await night.you.command("close", channel="dm")
    await night.you.until(lambda: "The table closes after this deal." in message.text, "what comes")
    await night.you.click(message, "Don’t close")
    await night.you.until(lambda: "Don’t close" not in message.labels, "the table that stays")
    assert "closes after this deal" not in message.text


async def test_no_proof_is_promised_where_nothing_is_published(night: Evening) -> None:
    message = await lobby_of(night)
    assert "/verify" not in message.text
    nothing = "nothing is published beforehand, so nothing can be proved"
    for asked in ({}, {"word": "hello"}, {"root": "0" * 64}):
        await refused(await night.you.command("verify", asked, channel="dm"), nothing)
    await night.you.click((await night.you.command("hand", channel="dm")).shown, "Start")
    await night.until(lambda: here(night).stage != "lobby", "the deal")
    await play_out(night, night.you)
    deal = await night.store.last_deal(channel_id=int(night.you.at("dm")))
    assert deal is not None
    for asked in ({}, {"root": deal.commitment}, {"root": "0" * 64}, {"root": "no number"}):
        shown = (await night.you.command("verify", asked, channel="dm")).shown
        assert nothing in shown.text
        assert not [word for word in ("/verify", "channel", "number", "bound", "⚠️") if word in shown.text]
        assert [file["filename"] for file in shown.attachments] == ["record.json"]
    await refused(await night.you.command("verify", {"word": "hello"}, channel="dm"), nothing)


async def test_a_word_typed_there_is_for_the_table_there_and_else_for_the_one_in_the_channel(night: Evening) -> None:
    await night.you.command("newgame knock-poker")
    await night.until(lambda: night.bound(), "the line")
    await night.you.open_dm()
    said = (await night.you.command("verify", {"word": "fig"}, channel="dm")).text
    assert f"part in the next shuffle in <#{night.you.channel}>" in said
    await lobby_of(night)
    await refused(await night.you.command("verify", {"word": "plum"}, channel="dm"), "nothing can be proved")
    table_id, you = night.table.table_id, int(night.you.id)
    assert await night.store.step(lambda books: books.words(table_id, 1)) == {you: "fig"}
    said = (await night.you.command("verify", {"word": "plum"})).text
    assert f"part in the next shuffle in <#{night.you.channel}>" in said, "also there, where two are meant at times"


async def test_from_another_channel_one_leaves_it_by_name(night: Evening) -> None:
    await lobby_of(night, "dompe")
    said = (await night.you.command("leave")).shown.text
    assert said.startswith("At your table of Dompe in direct messages: The table is closed.")
    assert not is_open(night)


async def test_of_several_tables_the_list_of_them_stays_when_a_table_on_it_is_closed(night: Evening) -> None:
    await lobby_of(night, "dompe")
    await night.you.command("newgame knock-poker")
    world = night.server.context.world.channels
    other = next(str(each.id) for each in world.values() if each.type == 0 and str(each.id) != night.you.channel)
    listed, chips = [(await night.you.command(command, channel=other)).shown for command in ("leave", "chips")]
    knock_poker, dompe = (next(label for label in listed.labels if game in label) for game in ("Knock Poker", "Dompe"))
    await night.you.command("close")
    await night.until(lambda: not night.is_open, "the end of the table")
    for page in (listed, chips):
        await refused(await night.you.click(page, knock_poker), "That table is closed.")
        assert knock_poker in page.labels
    await night.you.click(listed, dompe)
    await night.until(lambda: not is_open(night), "the end of the other")


async def test_another_game_goes_on_there_and_counts_for_nobody(night: Evening) -> None:
    message = await dealt(night)
    await play_out(night, night.you)
    await night.you.until(lambda: "More" in message.labels, "the settlement")
    more = (await night.you.click(message, "More")).shown
    other = next(i for i in ids(more.components) if ":another:" in i)
    await night.you.choose(more, "dompe", custom_id=other)
    await night.you.until(lambda: any("its table is here" in message.text for message in night.you.dms()), "the answer")
    await night.until(lambda: is_open(night) and here(night).game == "dompe", "the other game")
    assert here(night).practice
    await night.you.until(lambda: "Start" in own_messages(night.you)[-1].labels, "its lobby")
    assert (await night.service.results.leaderboard(NO_SERVER)).rows == ()
    assert "200 chips" in (await night.you.command("chips")).text


async def test_where_a_table_is_open_a_rematch_says_how_to_end_it(night: Evening) -> None:
    await lobby_of(night)
    await night.you.command("close", channel="dm")
    await night.you.until(lambda: "Rematch" in own_messages(night.you)[-1].labels, "the summary")
    old = own_messages(night.you)[-1]
    await night.you.command("newgame poch", channel="dm")
    await refused(await night.you.click(old, "Rematch"), "You have a table here already")


async def test_a_command_there_means_the_table_that_waits_and_else_the_one_that_is_there(night: Evening) -> None:
    await night.you.command("newgame knock-poker")
    message = await lobby_of(night)
    shown = await night.you.command("hand", channel="dm")
    await night.you.until(lambda: shown.shown.text.startswith("## Knock Poker"), "the table in direct messages")
    await alone_with(night.you, shown.shown)
    assert message.gone
    await night.you.click(shown.shown, "Start")
    await night.until(lambda: here(night).stage == "playing" and yours(night, night.you), "your turn")
    await night.you.command("knock", channel="dm")
    await night.until(lambda: here(night).turn.seq or here(night).stage != "playing", "the knock")
    assert night.table.stage == "lobby", "the table in the channel is another"


async def test_nobody_else_reaches_a_table_in_direct_messages(night: Evening) -> None:
    await lobby_of(night)
    table = here(night)
    ann = await night.people.guest("Ann")
    await ann.open_dm()
    await refused(await ann.command("start", channel="dm"), "There’s no table")
    with pytest.raises(Refusal, match="for_one_person"):
        await night.service.seats.join(table.table_id, Member(NO_SERVER, int(ann.id), "Ann"), 77)
