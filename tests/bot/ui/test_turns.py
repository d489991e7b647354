"""Through the real discord.py client and the local Discord: turns, and what can't be done."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.service.model import Person, Private
from bot.store.model.errors import StoreError
from bot.ui.showing.answer import Answer
from bot.ui.showing.panels import Panels
from bot.ui.showing.private_pages import PageKind
from bot.ui.showing.tokens import Tokens
from tests.bot.ui.evening import (
    Evening,
    a_turn,
    cards_on,
    discard,
    dm,
    ids,
    knocks,
    labelled,
    panel,
    play_out,
    private_answers,
    refused,
    sides,
)

# -- a turn


async def test_a_turn_in_two_taps_in_the_direct_message(two: Evening) -> None:
    first, other = sides(two)
    message = dm(first)
    before = two.table.turn
    await first.click(message, "Draw stock")
    await first.until(lambda: len(cards_on(message)) == 6)
    await first.click(message, custom_id=discard(message))
    await two.until(lambda: two.table.turn.seq == before.seq + 2)
    await first.until(lambda: "It isn’t your turn" in message.text)
    assert message.labels == ["Refresh", "What beats what", "To the table"]
    assert len(first.dms()) == 1, "one direct message a deal"
    await other.until(lambda: "Draw stock" in dm(other).labels)


async def test_who_was_told_to_wait_for_somebody_reads_it_only_as_long_as_that_is_so(two: Evening) -> None:
    waiting = two.client.showing.private_pages[PageKind.WAITING]
    waiting._traits = replace(waiting._traits, stands=0.1)
    first, other = sides(two)
    await other.click(two.live(other), "Draw stock")
    told = await other.wait_for(f"It isn’t your turn yet: wait for {first.name}")

    def there() -> bool:
        return told.id in {message.id for message in other.messages()}

    await first.command("draw", from_="stock")
    await two.until(lambda: two.table.turn.seq == 1)
    await asyncio.sleep(0.3)
    assert there(), "the turn goes on"
    waiting._traits = replace(waiting._traits, stands=3600)
    await first.command("discard", card=str((await first.autocomplete("discard", "card", ""))[0].value))
    await two.until(lambda: two.table.turn.seq == 2)
    await asyncio.sleep(0.3)
    assert there(), "there is time to read it"
    waiting._traits = replace(waiting._traits, stands=0.1)
    waiting.changed(two.table.table_id)
    await other.until(lambda: not there(), "its end")


async def test_whoever_presses_often_is_left_with_one_word_to_wait(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, other = sides(two)
    delete, deleted = Tokens.delete, set[int]()

    async def slow(tokens: Tokens, message_id: int) -> None:
        await asyncio.sleep(0.3)
        await delete(tokens, message_id)
        deleted.add(message_id)

    monkeypatch.setattr(Tokens, "delete", slow)

    def told() -> list[str]:
        return [message.id for message in other.messages() if "wait for" in message.text]

    for _ in range(2):
        await asyncio.gather(*(other.click(two.live(other), "Draw stock") for _ in range(3)))
    await two.until(lambda: len(deleted) == 5, "the end of all but the last")
    await other.until(lambda: len(told()) == 1, "the last word alone")


async def test_a_turn_in_two_taps_from_the_channel(two: Evening) -> None:
    first, _ = sides(two)
    await first.click(two.live(first), "Draw stock")
    await first.until(lambda: panel(first).ephemeral and len(cards_on(panel(first))) == 6)
    hand = panel(first)
    await first.click(hand, custom_id=discard(hand))
    await two.until(lambda: two.table.turn.seq == 2)
    await first.until(lambda: "It isn’t your turn" in hand.text)
    assert not cards_on(hand)


async def test_a_turn_by_commands_with_suggestions_for_its_player_alone(two: Evening) -> None:
    first, other = sides(two)
    drawn = await first.command("draw", from_="stock")
    assert drawn.ephemeral
    held = set(cards_on(drawn.shown))
    suggested = await first.autocomplete("discard", "card", "")
    assert {choice.value for choice in suggested} == held
    assert await other.autocomplete("discard", "card", "") == []
    assert await (await two.people.guest("Zoe")).autocomplete("discard", "card", "") == []
    done = await first.command("discard", card=str(suggested[0].value).lower())
    await first.until(lambda: "It isn’t your turn" in done.text)
    assert two.upcard.notation == suggested[0].value
    # The panel is in the channel now, at its bottom; the older one is gone.
    await first.until(lambda: dm(first).labels == ["To the table"])
    await first.until(lambda: drawn.shown.gone)
    assert panel(first) is done.shown


async def test_a_turn_by_commands_in_the_direct_message(two: Evening) -> None:
    first, _ = sides(two)
    await first.command("draw", from_="discard", channel="dm")
    suggested = await first.autocomplete("discard", "card", "", channel="dm")
    assert len(suggested) == 5, "the card just taken can't go straight back"
    done = await first.command("discard", card=suggested[-1].value, channel="dm")
    await first.until(lambda: "It isn’t your turn" in done.text)


async def test_what_each_card_leaves_is_told_for_a_tap_and_as_long_as_it_is_wanted(two: Evening) -> None:
    first, _ = sides(two)
    await first.click(dm(first), "Draw stock")
    await first.until(lambda: len(cards_on(dm(first))) == 6)
    assert "without it" not in dm(first).text
    await first.click(dm(first), "Explain")
    await first.until(lambda: dm(first).text.count(" without it: ") == 6)
    await knocks(first, lambda: dm(first))
    assert " without it: " in dm(first).text
    await first.click(dm(first), "Less")
    await first.until(lambda: " without it: " not in dm(first).text)


async def test_explanations_end_with_the_deal(two: Evening) -> None:
    """Else they would push the buttons down until the evening ends."""
    first, _ = sides(two)
    await first.click(dm(first), "Draw stock")
    await labelled(first, dm(first), "Explain")
    await first.click(dm(first), "Explain")
    await labelled(first, dm(first), "Less")
    await first.click(dm(first), custom_id=discard(dm(first)))
    await first.until(lambda: not cards_on(dm(first)), "the discard in the panel")
    await play_out(two)
    await two.until(lambda: "Next deal" in two.live().labels, "the end")
    await two.ann.click(two.live(two.ann), "Next deal")
    await two.until(lambda: two.table.turn.deal == 2 and two.table.stage == "playing", "the next deal")
    if sides(two)[0] is not first:
        await a_turn(sides(two)[0])
    await labelled(first, dm(first), "Draw stock")
    await first.click(dm(first), "Draw stock")
    await first.until(lambda: len(cards_on(dm(first))) == 6, "the card drawn")
    assert "Explain" in dm(first).labels
    assert "without it" not in dm(first).text


async def test_the_turn_passes_in_the_same_message_and_nobody_is_called(two: Evening) -> None:
    first, other = sides(two)
    table = two.live()
    assert f"{first.name}, it’s your turn" in table.text
    await first.command("draw", from_="stock")
    await two.settled()
    await first.command("discard", card=(await first.autocomplete("discard", "card", ""))[0].value)
    await two.settled()
    assert f"{other.name}, it’s your turn" in table.text
    assert two.public() == [table]
    assert table.payload["mentions"] == []


# -- what can't be


async def test_whose_turn_it_is_not_is_told_so_privately(two: Evening) -> None:
    _, other = sides(two)
    answer = await other.click(two.live(other), "Draw stock")
    await refused(answer, "It isn’t your turn")
    assert two.table.turn.seq == 0
    await refused(await other.command("knock"), "It isn’t your turn")


async def test_who_does_not_sit_there_is_told_so_privately(two: Evening) -> None:
    zoe = await two.people.guest("Zoe")
    for label in ("Draw stock", "My hand"):
        await refused(await zoe.click(two.live(zoe), label), "You don’t sit at this table")
    await refused(await zoe.command("hand"), "You don’t sit at this table")
    await refused(await zoe.command("hand", channel=await no_table(two)), "no table in this channel")


async def test_whoever_sits_elsewhere_is_told_where(two: Evening) -> None:
    elsewhere = await no_table(two)
    for command in ("back", "hand", "table"):
        words = f"There’s no table in this channel. You sit in <#{two.you.channel}>: use the command there."
        await refused(await two.ann.command(command, channel=elsewhere), words)


async def no_table(night: Evening) -> str:
    made = await night.you.call("POST", "/local/channels", {"name": "elsewhere"})
    return str(made["id"])


async def test_an_old_button_is_answered_politely_and_does_nothing(two: Evening) -> None:
    first, _ = sides(two)
    message = dm(first)
    old = next(custom_id for custom_id in ids(message.components) if ":draw:stock" in custom_id)
    await first.click(message, custom_id=old)
    await first.until(lambda: cards_on(message))
    with pytest.raises(Exception):  # noqa: B017, PT011 - the button is gone from the message
        await first.click(message, custom_id=old)
    await first.command("settings", ask_first=False)
    await two.settled()
    live = two.live(first)
    both = await asyncio.gather(*(first.click(live, "Knock") for _ in range(2)))
    await two.until(lambda: two.view.knocker is not None)
    assert two.table.turn.seq == 2
    await two.until(lambda: sum("out of date" in text for answer in both for text in private_answers(answer)) == 1)


async def test_a_double_click_in_a_hand_does_it_once_and_brings_the_hand_up_to_date(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = sides(two)
    message = dm(first)
    said, show = list[tuple[str, ...]](), Panels.show

    async def noted(
        panels: Panels, answer: Answer, private: Private, notices: tuple[str, ...] = (), **how: Any
    ) -> None:
        said.append(notices)
        await show(panels, answer, private, notices, **how)

    monkeypatch.setattr(Panels, "show", noted)
    await asyncio.gather(first.click(message, "Draw stock"), first.click(message, "Draw stock"))
    await two.until(lambda: two.table.turn.seq == 1)
    await first.until(lambda: len(cards_on(message)) == 6)
    await two.until(lambda: len(said) == 2, "both answers")
    assert two.table.turn.seq == 1
    assert said == [(), ()], "nobody is told that the button was out of date, for it did what it says"


async def test_a_second_press_of_what_was_refused_is_no_double_tap(
    two: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = sides(two)
    message, old, table_id = dm(first), two.table.turn, two.table.table_id
    held = two.client.showing.panels._panel(table_id, int(first.id))[1]

    async def step(*asked: Any, **named: Any) -> Any:
        raise StoreError("the disk is full")

    with monkeypatch.context() as full:
        full.setattr(two.store, "step", step)
        await first.click(message, "Draw stock")
        await first.until(lambda: "couldn’t be saved" in message.text, "the refusal")
    held.hold()  # the panel shows that moment as the person presses again
    person = Person(two.table.guild_id, int(first.id), first.name)
    await two.service.act(table_id, person, "draw", "discard", 7, old)
    await first.click(message, "Draw stock")
    await first.until(lambda: "out of date" in message.text, "that this wasn't done")
    held.release()


async def test_cards_that_are_none_or_not_held(two: Evening) -> None:
    first, _ = sides(two)
    await first.command("draw", from_="stock")
    await refused(await first.command("discard", card="purple"), "That isn’t a card")
    held = {choice.value for choice in await first.autocomplete("discard", "card", "")}
    other = next(card for card in ("AS", "AH", "AD", "AC", "KS", "KH", "KD") if card not in held)
    await refused(await first.command("discard", card=other), "You do not hold")
    assert two.table.turn.seq == 1


async def test_ten_may_be_typed_as_ten(two: Evening) -> None:
    first, _ = sides(two)
    await first.command("draw", from_="stock")
    answer = await first.command("discard", card="10♦")
    assert "card" in answer.text or "isn’t your turn" in answer.text
    assert "isn’t a card" not in answer.text


@pytest.mark.parametrize(
    ("game", "command", "given"),
    [
        ("poch", "discard", {"card": "ace"}),
        ("poch", "meld", {"rank": "purple"}),
        ("le-poque", "draw", {"from_": "stock"}),
        ("crummy", "fold", {"card": "purple"}),
        ("knock-poker", "play", {"card": "purple"}),
        ("knock-rummy", "meld", {"rank": "purple"}),
    ],
)
async def test_what_a_game_does_not_have_is_said_whatever_was_typed(night: Evening, game, command, given) -> None:
    await night.you.command(f"newgame {game}")
    await refused(await night.you.command(command, **given), "That isn’t done in ")


async def test_in_a_deal_too_whoever_is_to_act(two: Evening) -> None:
    for person in (two.you, two.ann):
        await refused(await person.command("meld", rank="purple"), "That isn’t done in Knock Poker")
    assert two.table.turn.seq == 0


async def test_a_second_table_is_refused_privately(two: Evening) -> None:
    await refused(await two.ann.command("newgame knock-poker"), "You sit at the table of Knock Poker")


async def test_a_purse_too_small_is_told_privately_and_nothing_is_left_behind(night: Evening) -> None:
    answer = await night.you.command("newgame knock-poker", chips=5000)
    await refused(answer, "your purse has 200")
    assert not night.is_open
    assert [m for m in night.you.messages() if m.thinking] == []


async def test_whoever_was_erased_is_told_why_there_are_no_chips_and_when_the_next_ones_come(night: Evening) -> None:
    await night.you.command("chips")
    await night.store.privacy.erase(int(night.you.id))
    answer = await night.you.command("newgame knock-poker", chips=20)
    await refused(answer, "your purse has 0")
    await refused(answer, "Everything about you was erased on <t:")
    chips = await night.you.command("chips")
    assert "The next daily gift, 40 chips, comes with" in chips.text.replace("**", "")
    answer = await night.you.command("newgame knock-poker")
    await refused(answer, "Your purse has no chips, and sitting down takes 20: so this table is **for practice**")
    await refused(answer, "so there were no starting chips this time")


async def test_a_small_purse_opens_a_table_for_practice_and_is_told_so(night: Evening) -> None:
    await night.you.command("newgame knock-poker", chips=190, channel=await night.you.open_thread("Elsewhere"))
    lobby = await night.you.command("newgame knock-poker")
    await night.until(lambda: night.is_open, "the table")
    assert night.table.practice
    assert "Practice" in lobby.shown.text
    await night.you.until(lambda: [m for m in night.you.messages() if "has 10 chips" in m.text and m.ephemeral])
    await refused(await night.you.command("newgame dompe", chips=15), "You sit at the table of Knock Poker")


async def test_missing_permissions_are_named(night: Evening) -> None:
    await night.you.deny_bot("attach_files")
    await refused(await night.you.command("newgame knock-poker"), "Attach Files")


async def test_a_refusal_under_the_table_is_a_line_in_the_panel_that_is_open(two: Evening) -> None:
    """And no message of its own; the panel comes to the bottom with it, so that it is seen in any case."""
    first, other = sides(two)
    asked = (await other.click(two.live(other), "My hand")).shown
    await two.settled()
    await other.click(two.live(other), "Draw stock")
    await other.until(lambda: "It isn’t your turn" in panel(other).text, "the refusal")
    assert [m.id for m in other.messages() if m.ephemeral] == [panel(other).id], "one panel and nothing else"
    assert panel(other).id != asked.id
    assert "Your hand · deal 1" in panel(other).text
    await a_turn(first)
    await other.until(lambda: "It isn’t your turn" not in panel(other).text, "the panel as it is")
    await other.click(panel(other), "Draw stock")
    await two.until(lambda: len(two.own(other).hand) > 5, "the draw")


async def test_without_an_open_panel_a_refusal_is_a_private_message(two: Evening) -> None:
    _, other = sides(two)
    await refused(await other.click(two.live(other), "Draw stock"), "It isn’t your turn")
    assert [m.text for m in other.messages() if m.ephemeral] != []
    await other.click(two.live(other), "My hand")
    two.forget_tokens()
    await refused(await other.click(two.live(other), "Draw stock"), "It isn’t your turn")
