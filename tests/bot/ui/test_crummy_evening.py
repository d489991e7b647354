"""Whole deals of Crummy through the real discord.py client and the local Discord."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.local.testing.driver import Person
from bot.service import dealing
from bot.service.pace import Pace
from engine.actions import Halt, Meld, Play
from engine.cards import Pack, Rank, card, short_pack
from engine.events import CardPlayed, Passed
from engine.evolve import evolve
from engine.middle import Trick
from engine.secret import Secret
from tests.bot.ui.crummy import WHOLE, actions_of, first_quartet, golden
from tests.bot.ui.evening import Evening, bot_on, dm, evening, ids, refused
from tests.bot.ui.held import SELECT, flat
from tests.kit.painters import Blank


@pytest.fixture
def dealt(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Has the deals of golden records dealt, the last seat being the dealer."""

    def as_in(name: str, dealer: int = 2) -> None:
        deck = tuple(card.notation for card in golden(name).deals[0].deck)
        monkeypatch.setattr(dealing, "deck_of", lambda bound, key, pack, cut: Pack.deck(pack, deck))
        monkeypatch.setattr(dealing, "dealer_of", lambda key, seats: min(dealer, seats - 1))

    return as_in


async def three(night: Evening, **options: Any) -> list[Person]:
    """You, Ann and Bo in a first deal; by seat."""
    people = [night.you, await night.people.guest("Ann"), await night.people.guest("Bo")]
    lobby = await night.you.command("newgame crummy", **options)
    for number, person in enumerate(people[1:], 2):
        await person.click(lobby, "Join")
        await night.joined(number)
    await night.you.click(lobby, "Start")
    await night.until(lambda: night.table.stage == "playing")
    await night.settled()
    for person in people:
        await person.wait_for("Your hand", channel="dm")
    return people


async def tap(night: Evening, person: Person, action: Play | Meld | Halt) -> None:
    """The action, with the button or the list of the person's direct message."""
    message, turn = dm(person), str(night.table.turn)
    begin = f"kb:{night.table.table_id}:{turn}:"
    if isinstance(action, Halt):
        wanted, value = f"{begin}halt:", None
    elif isinstance(action, Meld):
        wanted, value = f"{begin}meld:{action.rank.notation}", None
    else:
        wanted, value = f"{begin}play:{action.card.notation}", action.card.notation
    await person.until(
        lambda: any(custom_id.startswith(begin) for custom_id in ids(dm(person).components)), "the turn in the hand"
    )
    message = dm(person)
    if wanted in ids(message.components):
        await person.click(message, custom_id=wanted)
    else:
        assert value is not None, ids(message.components)
        select = next(custom_id for custom_id in ids(message.components) if custom_id == f"{begin}play:?{value[-1]}")
        await person.choose(message, value, custom_id=select)
    await night.until(lambda: str(night.table.turn) != turn, f"the turn after {action}")


async def test_the_complete_deal_of_the_rules_by_taps_alone(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch, dealt: Callable[..., None]
) -> None:
    dealt(WHOLE)
    async with evening(tmp_path, blank, monkeypatch) as night:
        people = await three(night, target=75)
        alts, told = [], []
        for action in actions_of(WHOLE):
            await tap(night, people[action.seat], action)
            if night.table.stage == "playing":
                await night.settled()
                assert night.live().labels == ["My hand"], "in the channel nothing tells what somebody holds"
                alts += night.live().alt_texts
                told.append(night.live().text)
        await night.settled()
        assert any("Bo has to pass" in text for text in told)
        assert any("(passed)" in text for text in alts)
        over = (await night.ending()).text
        assert "1\\. Bo laid nines with the joker and eights: 3 ×\u00a0(18 + 8) = 78 points." in over
        assert r"2\. You laid aces" not in over, "everybody reads the same"
        assert "The game is over, and Bo wins it." in night.live().text
        assert night.result.net == (70, 28, 78)
        answer = await people[1].click(await night.ending(people[1]), "Scores")
        (sheet,) = [m for m in answer.messages if m.ephemeral]
        assert "3 ×\u00a0(18 + 8)" in sheet.alt_texts[0]
        captions = next(arguments[0] for name, arguments, _ in reversed(blank.drawn) if name == "score_sheet_picture")
        assert captions.rows[0].details == ("2×(13+11+11)", "1×(10+11+7)", "3×(18+8)")


async def test_a_restart_in_mid_deal_changes_nothing_and_the_sheet_still_explains(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch, dealt: Callable[..., None]
) -> None:
    dealt(WHOLE)
    actions, half = actions_of(WHOLE), first_quartet(WHOLE) + 3
    async with evening(tmp_path, blank, monkeypatch) as night:
        people = await three(night)
        for action in actions[:half]:
            await tap(night, people[action.seat], action)
        await night.settled()
        before = night.live().alt_texts
        await night.client.close()
        await night.service.stop()
        await night.store.close()
        pace = Pace(turn=0, pause=1000, computer=0)
        for start, end in ((half, len(actions)), (len(actions), len(actions))):
            async with bot_on(night.server, tmp_path / "k.sqlite3", blank, pace) as (store, service, client):
                night.store, night.service, night.client = store, service, client
                await night.settled()
                if start == half:
                    assert night.live().alt_texts == before
                    assert "2 quartets with the joker" in before[0]
                for action in actions[start:end]:
                    await tap(night, people[action.seat], action)
                await night.settled()
                assert night.result.net == (70, 28, 78)
                await night.you.click(await night.ending(), "Scores")
                await night.until(lambda: blank.drawn[-1][0] == "score_sheet_picture")
                details = blank.drawn[-1][1][0].rows[0].details
                assert details == ("2×(13+11+11)", "1×(10+11+7)", "3×(18+8)")
                blank.drawn.clear()


async def test_commands_play_lay_and_suggest_only_what_may_be_done(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch, dealt: Callable[..., None]
) -> None:
    dealt(WHOLE)
    async with evening(tmp_path, blank, monkeypatch) as night:
        you, ann, bo = await three(night)
        assert len(await you.autocomplete("play", "card", "")) == 11
        assert await ann.autocomplete("play", "card", "") == []
        assert {choice.value for choice in await you.autocomplete("play", "card", "hearts")} == {"7H", "JH", "AH"}
        assert await you.autocomplete("meld", "rank", "") == []
        await refused(await ann.command("play", card="9C"), "It isn’t your turn")
        await refused(await you.command("play", card="9C"), "You do not hold the 9♣")
        await refused(await you.command("meld", rank="7"), "Only the player who has just taken a trick")
        await refused(await you.command("meld", rank="seventeen"), "That isn’t a rank")
        await refused(await you.command("halt"), "for the last two players who hold cards")
        await refused(await you.command("knock"), "That isn’t done in Crummy")
        await you.command("play", card="jack of hearts")
        await refused(await ann.command("play", card="TH"), "still missing: spades, diamonds, or clubs")
        assert not [choice for choice in await ann.autocomplete("play", "card", "") if str(choice.value).endswith("H")]
        await ann.command("play", card="9C")
        await bo.command("play", card="K♦")
        await you.command("play", card="8S")
        assert {choice.value for choice in await bo.autocomplete("meld", "rank", "")} == {"9", "8"}
        assert [choice.value for choice in await bo.autocomplete("meld", "rank", "ni")] == ["9"]
        assert await you.autocomplete("meld", "rank", "") == []
        await bo.command("meld", rank="nines")
        await night.until(lambda: night.view.seats[2].quartets == 1)
        assert night.middle(Trick).marked == 2
        hand = await bo.command("hand")
        assert "You may lay eights first." in hand.text
        await refused(await you.command("verify"), "haven’t finished a deal")


async def test_a_hand_of_thirty_one_cards_is_one_message_and_two_taps(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        people = await three(night)
        deal = night.service._in_memory.by_id[night.table.table_id].deal
        assert deal is not None
        leader = night.seat
        pack = tuple(short_pack(Rank.SEVEN))
        hands = {leader: pack[1:], (leader + 1) % 3: pack[:1]}
        deal.state = evolve(deal.state, hands=tuple(Secret(hands.get(seat, ()), (seat,)) for seat in range(3)))
        answer = await people[leader].command("hand")
        shown = answer.shown
        wanted = {card.notation for card in pack[1:]}
        selects = [component for component in flat(shown.components) if component["type"] == SELECT]
        assert len(selects) == 4
        assert {option["value"] for select in selects for option in select["options"]} == wanted
        assert all(name in shown.alt_texts[1] for name in ("king of spades", "seven of clubs", "ten of diamonds"))
        await people[leader].choose(shown, "7D", custom_id=next(i for i in ids(shown.components) if i.endswith("?D")))
        await night.until(lambda: night.middle(Trick).played)
        assert night.middle(Trick).played[0].card is card("7D")


HALT = "halt-by-the-other"


async def test_a_halt_is_offered_in_the_hands_of_the_last_two_alone(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch, dealt: Callable[..., None]
) -> None:
    actions = actions_of(HALT)
    call = next(i for i, action in enumerate(actions) if isinstance(action, Halt))
    dealt(HALT, golden(HALT).stakes.dealer)
    async with evening(tmp_path, blank, monkeypatch) as night:
        people = await three(night)
        for action in actions[:call]:
            await tap(night, people[action.seat], action)
        await night.settled()
        caller = people[actions[call].seat]
        leader = people[night.seat]
        (out,) = [person for person in people if person not in (caller, leader)]
        await caller.until(lambda: "Call a halt" in dm(caller).labels)
        await leader.until(lambda: "Call a halt" in dm(leader).labels)
        assert not any("Call a halt" in message.labels for message in out.dms())
        assert night.live().labels == ["My hand"]
        assert str(night.acting.user_id) == leader.id
        assert f"{leader.name}, it’s your turn" in night.live().text
        await refused(await caller.command("play", card="AS"), "It isn’t your turn yet")
        await tap(night, caller, actions[call])
        await night.until(lambda: night.table.stage == "between")
        await night.settled()
        assert "calls a halt." in (await night.ending()).text


async def test_computer_players_play_with_you_to_the_end(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, blank, monkeypatch) as night:
        lobby = await night.you.command("newgame crummy", target=1)
        for number in (2, 3, 4):
            await night.you.click(lobby, "Add computer player")
            await night.joined(number)
        await night.you.click(lobby, "Start")
        await night.until(lambda: night.table.stage != "lobby")
        for _ in range(400):
            await night.until(
                lambda: night.table.stage == "between" or night.acting.user_id is not None, "a person's turn"
            )
            if night.table.stage == "between":
                break
            turn = night.table.turn
            cards = await night.you.autocomplete("play", "card", "")
            if quartets := await night.you.autocomplete("meld", "rank", ""):
                await night.you.command("meld", rank=quartets[0].value)
            else:
                await night.you.command("play", card=cards[0].value)
            await night.after(turn)
        assert night.table.stage == "between"
        await night.settled()
        assert night.result.void or "The game is over" in night.live().text


async def test_who_lets_the_time_pass_is_played_for_up_to_one_card(
    tmp_path: Path, blank: Blank, monkeypatch: pytest.MonkeyPatch, dealt: Callable[..., None]
) -> None:
    dealt(WHOLE)
    async with evening(tmp_path, blank, monkeypatch) as night:
        people = await three(night)
        won = first_quartet(WHOLE)
        for action in actions_of(WHOLE)[:won]:
            await tap(night, people[action.seat], action)
        table = night.service._in_memory.by_id[night.table.table_id]
        await night.service._by_itself.play_for(table, table.turn, not night.service._play.takes_the_turn(table))
        since = [event for told in night.table.told[won + 1 :] for event in told.events]
        assert [event.seat for event in since if isinstance(event, CardPlayed)] == [2], "quartets perhaps, and one card"
        assert isinstance(since[-1], CardPlayed | Passed)
        await night.settled()
        assert "Played by the computer." in night.live().text
