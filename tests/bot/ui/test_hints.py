"""A hint and what can be done, asked for by button and by command, at the local Discord."""

from __future__ import annotations

import asyncio

import pytest

from bot.local.testing.seen import Seen
from bot.service import hints
from bot.service.model import Person, Snapshot
from bot.ui.address import Address
from bot.ui.clicks import playing
from bot.ui.clicks.request import Request
from bot.ui.pages.page import Button, Page
from bot.ui.showing.live import LiveMessage
from bot.ui.showing.private_pages import PageKind, PrivatePages
from bot.ui.showing.tokens import Tokens
from bot.ui.words import risks
from bot.ui.words.betting import bet_of
from bot.ui.words.tricks import last_taken
from engine.actions import Bet, Draw, Knock
from engine.advice import Advice
from tests.bot.ui.evening import Evening, cards_on, discard, dm, forgotten, labelled, refused, seated, sides
from tests.bot.ui.test_alone import alone_with, dealt, here, lobby_of, moves, play_out, yours
from tests.kit.thinking import Here


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "AFTER", 0.05)


async def test_in_practice_a_hint_is_a_tap_away_and_for_the_person_alone(night: Evening) -> None:
    night.service.hints._thinks = Here(20)
    await dealt(night)
    await night.until(lambda: yours(night, night.you), "your turn")
    await night.you.until(lambda: "Hint" in dm(night.you).labels, "the button")
    turn = here(night).turn
    hint = (await night.you.click(dm(night.you), "Hint")).shown
    assert hint.text.startswith("**")
    assert hint.labels[1:] == ["My hand", "What can I do?"]
    assert f"**{hint.labels[0]}.**" in hint.text, "what it says is a button"
    assert here(night).turn == turn, "nothing was done"
    told = hint.text
    await night.you.click(hint, "What can I do?")
    await night.you.until(lambda: "**Draw from the stock:**" in hint.text, "what can be done, in its place")
    assert told in hint.text, "the hint is still there to be read"
    assert f"**{hint.labels[0]}.**" in told, "and to be done"
    by_command = (await night.you.command("hint", channel="dm")).shown
    assert by_command.text == told, "whoever asks twice is told the same"
    await night.you.until(lambda: hint.gone, "the page before, whose place it takes")


async def test_what_was_read_before_acting_goes_with_the_act(night: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would push the panel up, more with each turn. Act and turn both end it, by one request."""
    deleted, delete = list[int](), Tokens.delete

    async def noted(tokens: Tokens, message_id: int) -> None:
        deleted.append(message_id)
        await delete(tokens, message_id)

    monkeypatch.setattr(Tokens, "delete", noted)
    night.service.hints._thinks = Here(20)
    panel = await dealt(night)
    await night.until(lambda: yours(night, night.you), "your turn")
    await labelled(night.you, panel, "Hint")
    await labelled(night.you, panel, "Draw stock")
    hint = (await night.you.click(panel, "Hint")).shown
    assert [message for message in night.you.dms() if message.ephemeral] == [hint]
    await night.you.click(panel, "Draw stock")
    await alone_with(night.you, panel)
    await night.you.until(lambda: hint.gone, "the hint")
    await forgotten(night, "advice:")
    await night.until(lambda: not night.client.desk.busy, "all that is under way")
    assert deleted.count(int(hint.id)) == 1


@pytest.mark.parametrize("what", ["Hint", "What can I do?", "What beats what"])
async def test_what_comes_only_after_the_act_goes_at_once(
    night: Evening, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    night.service.hints._thinks = Here(20)
    panel = await dealt(night, "dompe")
    await night.until(lambda: yours(night, night.you), "your turn")
    await labelled(night.you, panel, what)
    on_its_way, acted, show = asyncio.Event(), asyncio.Event(), Request.show_page

    async def late(request: Request, kind: PageKind, table: Snapshot, page: Page) -> None:
        on_its_way.set()
        await acted.wait()
        await show(request, kind, table, page)

    monkeypatch.setattr(Request, "show_page", late)
    asked = asyncio.create_task(night.you.click(panel, what))
    await on_its_way.wait()
    view, turn = night.service.private_of(here(night).table_id, int(night.you.id)).view, here(night).turn
    assert view is not None
    if view.prompt("draw") is not None:
        await night.you.command("draw", from_="stock", channel="dm")
    else:  # whoever begins has six cards
        await night.you.command("discard", card=view.hand[0].notation, channel="dm")
    assert here(night).turn != turn
    acted.set()
    shown = (await asked).shown
    await night.you.until(lambda: shown.gone, "what is over")
    await forgotten(night, "advice:", "beats:")


async def test_the_last_trick_that_is_asked_for_in_an_old_panel_after_the_deal_stays_to_be_read(night: Evening) -> None:
    await dealt(night, "crummy")
    await play_out(night, night.you)
    table = here(night)
    old = Page(rows=((Button("Last trick", Address(table.table_id, table.turn, "trick")),),))
    await night.client.get_partial_messageable(table.channel_id).send(view=old.view())
    await night.you.until(lambda: "Last trick" in dm(night.you).labels, "a panel from before")
    shown = (await night.you.click(dm(night.you), "Last trick")).shown
    assert "trick" in shown.text
    for _ in range(50):
        await asyncio.sleep(0)
    await night.until(lambda: not night.client.desk.busy, "all that is under way")
    assert not shown.gone


async def test_a_double_tap_below_what_can_be_done_says_nothing_in_direct_messages(night: Evening) -> None:
    """As in the panel."""
    panel = await dealt(night)
    await night.until(lambda: yours(night, night.you), "your turn")
    await labelled(night.you, panel, "Draw stock")
    page, turn = (await night.you.click(panel, "What can I do?")).shown, here(night).turn
    await asyncio.gather(night.you.click(page, "Draw stock"), night.you.click(page, "Draw stock"))
    await night.until(lambda: here(night).turn != turn, "the draw")
    await night.until(lambda: not night.client.desk.busy, "all that is under way")
    await night.you.until(lambda: page.gone, "the page's end")
    assert not any("out of date" in message.text for message in night.you.dms())
    assert len(night.you.dms()) == 1, "the panel alone"


@pytest.mark.parametrize("what", ["Draw stock", "My hand"])
async def test_a_press_on_a_page_that_is_being_deleted_takes_no_panel_along(
    two: Evening, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """The panel would take the page's place, and go with it, as the panel before goes."""
    person, _ = sides(two)
    panel = (await person.command("hand")).shown
    page = (await person.click(panel, "What can I do?")).shown
    go, began, delete = asyncio.Event(), asyncio.Event(), Tokens.delete

    async def late(tokens: Tokens, message_id: int) -> None:
        began.set()
        await go.wait()
        await delete(tokens, message_id)

    monkeypatch.setattr(Tokens, "delete", late)
    who = Person(two.table.guild_id, int(person.id), person.name)
    await two.service.act(two.table.table_id, who, "draw", "stock", 1)
    await began.wait()
    await person.click(page, what)
    await asyncio.sleep(0.2)
    go.set()
    await person.until(lambda: page.gone, "the page's end")
    await two.settled()
    assert any("Your hand" in message.text and "Explain" in message.labels for message in person.messages())
    if what == "Draw stock":
        assert not panel.gone
        await person.wait_for("out of date")


async def test_what_can_be_done_goes_with_the_act_of_whoever_reads_it_alone(two: Evening) -> None:
    person, other = sides(two)
    panel = (await person.command("hand")).shown
    first = (await person.click(panel, "What can I do?")).shown
    again = (await person.click(panel, "What can I do?")).shown
    await person.until(lambda: first.gone, "the page before, whose place it takes")
    await other.command("hand")
    assert not again.gone, "nothing was done"
    await person.command("draw", from_="stock")
    await person.until(lambda: again.gone, "the page")
    assert not panel.gone


async def test_explain_makes_what_can_be_done_the_panel_in_the_channel_and_it_stays_that(night: Evening) -> None:
    person, _ = sides(await seated(night, "dompe"))
    panel = (await person.command("hand")).shown
    can = (await person.click(panel, "What can I do?")).shown
    await person.click(can, "Explain")
    await person.until(lambda: panel.gone, "the panel before")
    await person.until(lambda: "Less" in can.labels, "the panel in its place")
    await person.click(can, custom_id=discard(can))
    await person.until(lambda: not cards_on(can), "the discard in the panel")
    assert not can.gone


async def practising(night: Evening, monkeypatch: pytest.MonkeyPatch) -> Seen:
    """Your panel in the channel, at a table for practice; every hint says to draw from the stock."""
    monkeypatch.setattr(hints, "advise", lambda view, memory, limit, levels: Advice(Draw(view.viewer, "stock")))
    night.service.hints._thinks = Here(20)
    lobby = (await night.you.command("newgame knock-poker")).shown
    await night.you.click(lobby, "Add computer player")
    await night.joined(2)
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing" and night.acting.user_id is not None, "your turn")
    return (await night.you.command("hand")).shown


async def test_the_button_of_a_hint_does_what_it_says_and_the_page_becomes_the_panel(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await practising(night, monkeypatch)
    hint = (await night.you.click(before, "Hint")).shown
    await night.you.click(hint, "Draw from the stock")
    await night.you.until(lambda: len(cards_on(hint)) == 6, "the card drawn, in the panel")
    await night.you.until(lambda: before.gone, "the panel before")
    await forgotten(night, "advice:")
    await night.you.click(hint, custom_id=discard(hint))
    await night.you.until(lambda: not cards_on(hint), "the discard in the panel")


async def test_an_old_button_of_a_hint_does_nothing_and_says_so_in_the_panel_that_it_becomes(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unreached(pages: PrivatePages, page: LiveMessage) -> None:
        """As where no token reaches the page."""

    before = await practising(night, monkeypatch)
    hint = (await night.you.click(before, "Hint")).shown
    monkeypatch.setattr(PrivatePages, "_end", unreached)
    await night.you.click(before, next(label for label in before.labels if label.startswith("Take ")))
    await night.until(lambda: night.table.turn.seq == 1, "the upcard taken")
    turn = night.table.turn
    await night.you.click(hint, "Draw from the stock")
    await night.you.until(lambda: "That button is out of date, so nothing was done." in hint.text, "the reason")
    assert night.table.turn == turn
    assert cards_on(hint), "it is the panel by now"


async def test_a_question_before_what_a_hint_said_makes_the_page_the_panel_too(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(risks, "would", lambda view, memory, do: False)
    before = await practising(night, monkeypatch)
    monkeypatch.setattr(hints, "advise", lambda view, memory, limit, levels: Advice(Knock(view.viewer)))
    hint = (await night.you.click(before, "Hint")).shown
    night.service.hints._hints.clear()  # as after a restart
    await night.you.click(hint, "Knock")
    await night.you.until(lambda: "Really knock" in hint.text, "the question, in the panel")
    again = (await night.you.command("hint")).shown
    assert "**Knock.**" in again.text
    remembered = night.client.showing._memory.starting
    await night.until(lambda: [page.message_id for page in remembered("advice:")] == [int(again.id)], "the hint alone")
    assert not hint.gone, "it is the panel by now, and no hint"
    await night.you.click(hint, "Back")
    await night.you.until(lambda: "Really knock" not in hint.text, "the panel as before")
    assert "Draw stock" in hint.labels


async def test_what_can_be_done_is_done_from_there_in_two_taps_a_turn(two: Evening) -> None:
    person, _ = sides(two)
    before = (await person.command("hand")).shown
    can = (await person.click(before, "What can I do?")).shown
    await person.click(can, "Draw stock")
    await person.until(lambda: len(cards_on(can)) == 6, "the card drawn, in the panel")
    await person.until(lambda: before.gone, "the panel before")
    await forgotten(two, "advice:")
    again = (await person.click(can, "What can I do?")).shown
    await person.until(lambda: "**Discard:**" in again.text, "what can be done now")
    turn = two.table.turn
    await person.click(again, custom_id=discard(again))
    await two.until(lambda: two.table.turn != turn, "the discard")


async def test_a_hint_that_is_asked_for_where_it_says_what_can_be_done_comes_in_its_place(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await practising(night, monkeypatch)
    can = (await night.you.click(before, "What can I do?")).shown
    await night.you.click(can, "Hint")
    await night.you.until(lambda: "**Draw from the stock.**" in can.text, "the hint")
    assert can.labels == ["Draw from the stock", "My hand", "What can I do?"]
    assert not before.gone
    await night.you.click(can, "What can I do?")
    take = await night.you.until(lambda: [label for label in can.labels if label.startswith("Take ")], "the moves")
    assert "Draw stock" not in can.labels, "it is the hint's own button"
    await night.you.click(can, take[0])
    await night.you.until(lambda: len(cards_on(can)) >= 5, "the card taken, in the panel")
    await night.you.until(lambda: before.gone, "the panel before")


async def test_a_stake_is_typed_from_what_can_be_done(night: Evening) -> None:
    await night.you.command("newgame poch")
    lobby = night.live()
    for count in (2, 3):
        await night.you.click(lobby, "Add computer player")
        await night.joined(count)
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing" and night.acting.user_id is not None, "your turn")
    panel = (await night.you.command("hand")).shown
    can = (await night.you.click(panel, "What can I do?")).shown
    await night.you.until(lambda: any(label.endswith("…") for label in can.labels), "a stake to be typed")
    turn, label = night.table.turn, next(label for label in can.labels if label.endswith("…"))
    asked = await night.you.click(can, label)
    view = night.table.view
    assert view is not None
    await night.you.submit(asked, amount=str(bet_of(view) + 1))
    await night.until(lambda: night.table.turn != turn, "the stake")


async def test_what_can_be_done_leads_back_to_the_hand_in_its_place(two: Evening) -> None:
    person, _ = sides(two)
    before = (await person.command("hand")).shown
    can = (await person.click(before, "What can I do?")).shown
    await person.click(can, "My hand")
    await person.until(lambda: "Draw stock" in can.labels, "the panel in its place")
    await person.until(lambda: before.gone, "the panel before")
    await forgotten(two, "advice:")


async def test_in_direct_messages_a_hint_is_done_in_a_panel_below_and_goes(night: Evening) -> None:
    night.service.hints._thinks = Here(20)
    before = await dealt(night)
    await night.until(lambda: yours(night, night.you), "your turn")
    await labelled(night.you, before, "Hint")
    hint, turn = (await night.you.click(before, "Hint")).shown, here(night).turn
    after = (await night.you.click(hint, hint.labels[0])).shown
    assert here(night).turn != turn
    await alone_with(night.you, after)
    await night.you.until(lambda: hint.gone, "the hint")
    await forgotten(night, "advice:")


async def act(night: Evening, panel: Seen) -> None:
    """Does in the panel the first that can be done, as soon as it's your turn."""
    await night.until(lambda: yours(night, night.you), "your turn")
    turn = here(night).turn
    await night.you.until(lambda: moves(panel, str(turn)), "what can be done")
    _, custom_id, card = moves(panel, str(turn))[0]
    if card is None:
        await night.you.click(panel, custom_id=custom_id)
    else:
        await night.you.choose(panel, card, custom_id=custom_id)
    await night.until(lambda: here(night).turn != turn, "the move")


async def test_the_last_trick_goes_with_the_next_act(night: Evening) -> None:
    panel = await dealt(night, "crummy")
    await night.until(lambda: yours(night, night.you), "your turn")
    await night.you.click(panel, "Explain")
    await labelled(night.you, panel, "Less")
    assert "Last trick" not in panel.labels, "there is none yet"
    while last_taken(here(night)) is None:
        await act(night, panel)
    await labelled(night.you, panel, "Last trick")
    trick = (await night.you.click(panel, "Last trick")).shown
    assert trick.ephemeral
    await act(night, panel)
    await night.you.until(lambda: trick.gone, "the trick")
    await forgotten(night, "trick:")


async def test_what_beats_what_goes_with_the_next_act(night: Evening) -> None:
    panel = await dealt(night)
    await night.until(lambda: yours(night, night.you), "your turn")
    await labelled(night.you, panel, "What beats what")
    beats = (await night.you.click(panel, "What beats what")).shown
    assert "Straight flush" in beats.alt_texts[0]
    await night.you.click(beats, "Next")
    await night.you.until(lambda: not beats.alt_texts, "another page of the rules in its place")
    await night.you.click(panel, "Draw stock")
    await night.you.until(lambda: beats.gone, "the rules")
    await forgotten(night, "beats:")


async def test_in_the_lobby_of_practice_a_hint_has_to_wait_for_the_deal(night: Evening) -> None:
    await lobby_of(night)
    await refused(await night.you.command("hint", channel="dm"), "No deal is being played.")


async def test_whoever_is_told_to_knock_is_not_asked_about_it(night: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the bot would contradict itself."""
    monkeypatch.setattr(risks, "would", lambda view, memory, do: False)
    monkeypatch.setattr(hints, "advise", lambda view, memory, limit, levels: Advice(Knock(view.viewer)))
    night.service.hints._thinks = Here(20)
    panel = await dealt(night)
    await night.until(lambda: yours(night, night.you), "your turn")
    await night.you.until(lambda: "Knock" in panel.labels, "the button")
    await night.you.click(panel, "Knock")
    await night.you.until(lambda: "Really knock" in panel.text)
    await night.you.click(panel, "Back")
    hint = (await night.you.command("hint", channel="dm")).shown
    assert "**Knock.**" in hint.text
    await night.you.until(lambda: "Knock" in panel.labels, "the button")
    await night.you.click(panel, "Knock")
    await night.until(lambda: (view := here(night).view) is not None and view.knocker is not None)


async def test_whoever_is_told_to_stake_much_is_not_asked_about_it(
    night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "risky_stake", lambda view, stake, texts: "**Really?**")
    night.service.hints._thinks = Here(20)
    panel = await dealt(night, "poch")
    await night.until(lambda: yours(night, night.you), "your turn")

    def bet() -> str:
        return next((label for label in dm(night.you).labels if label.startswith(("Bet ", "Match "))), "")

    await night.you.until(lambda: bool(bet()), "a stake")
    label, turn = bet(), here(night).turn
    await night.you.click(panel, label)
    await night.you.until(lambda: "Really?" in panel.text)
    await night.you.click(panel, "Back")
    amount = int(label.split()[1])
    monkeypatch.setattr(hints, "advise", lambda view, memory, limit, levels: Advice(Bet(view.viewer, amount)))
    assert str(amount) in (await night.you.command("hint", channel="dm")).shown.text
    await night.you.until(lambda: label in panel.labels, "the button")
    await night.you.click(panel, label)
    await night.until(lambda: here(night).turn != turn, "the stake")


async def test_elsewhere_a_hint_is_refused_with_a_sentence_until_the_host_allows_it(night: Evening) -> None:
    await night.you.command("newgame knock-poker")
    await refused(await night.you.command("hint"), "Hints are off at this table.")


async def test_explain_beside_the_panel_in_direct_messages_brings_the_panel_anew(night: Evening) -> None:
    """The page that only the person sees is soon gone, and the panel with it if that page became the panel."""
    await dealt(night, "dompe")
    await night.until(lambda: yours(night, night.you), "your turn")
    await night.you.until(lambda: "What can I do?" in dm(night.you).labels, "the button")
    before = dm(night.you)
    can = (await night.you.click(before, "What can I do?")).shown
    assert can.ephemeral
    explained = (await night.you.click(can, "Explain")).shown
    assert not explained.ephemeral
    assert "Less" in explained.labels
    await alone_with(night.you, explained)
    assert before.gone
    await night.you.until(lambda: can.gone, "the page, which would stand between")
    await night.you.click(explained, "Less")
    await night.you.until(lambda: "Explain" in explained.labels, "the panel, which is pressed as ever")
