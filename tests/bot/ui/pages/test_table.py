"""The table's message in every stage, with few and many seats and with long names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from discord import ButtonStyle

from bot.i18n import Texts
from bot.service.model import BestHand, Binding, Evening, LargestWin, Sitter, Snapshot, Told, Turn, Winnings
from bot.store.model.settled import Closing, GotUp
from bot.ui.pages.page import CALL
from bot.ui.pages.table import call_page, more_page, result_line, shuffle_line, table_page
from bot.ui.pictures.studio import EVENING_FILE, Studio
from bot.ui.words.evening import evening_alt, evening_captions
from bot.ui.words.outcome import headline, leaves_lines
from bot.ui.words.story import MOST_LINES, recent
from engine.cards import Rank, cards
from engine.events import HandShown, Stayed
from engine.game import GAMES
from engine.middle import Piles
from engine.parts.hands import HandName
from engine.players.base import LEVEL_NAMES, Level
from engine.shuffle import Stream
from engine.stakes import Stakes
from tests.bot.ui.held import SELECT, held, ids_of, labels_of, picture_of, texts_of
from tests.kit.lab import LONG, Lab
from tests.kit.painters import Blank

pytestmark = pytest.mark.filterwarnings("error")


@pytest.mark.parametrize("seats", [2, 3, 5, 10])
@pytest.mark.parametrize("long", [False, True])
async def test_every_stage_keeps_to_discords_limits(seats, long, texts: Texts, studio: Studio) -> None:
    names = [f"**{LONG[3 + len(str(i)) :]}_{i}" for i in range(seats)] if long else None
    lab = Lab(seats, computers=seats // 2, names=names, bonuses=True, extra_chip_per_draw=True, ante=3)
    for stage in stages(lab):
        flat = held(await table_page(stage, texts, studio, frozenset({1000})))
        assert texts_of(flat)


def stages(lab: Lab) -> Iterator[Snapshot]:
    """The table again and again, while a deal is played to its end and the table closed."""
    yield lab.snapshot
    lab.deal()
    yield lab.snapshot
    for _ in range(len(lab.table.sitters) + 1):
        lab.do("draw", "stock") if lab.running.state.stock > 1 else None
        yield lab.snapshot
        if lab.view().asks == "discard":
            lab.do("discard", lab.table.game.prompts(lab.running.state, lab.seat)[-1].choices[0])
        yield lab.snapshot
        if lab.middle(Piles).stock < 3:
            break
    if lab.view().prompt("draw"):
        lab.do("draw", "stock").do("knock")
        yield lab.snapshot
    while lab.table.playing:
        prompt = lab.table.game.prompts(lab.running.state, lab.seat)[-1]
        lab.do(prompt.do, prompt.choices[0] if prompt.choices else None)
        yield lab.snapshot
    yield replace(lab.snapshot, next_deal_at=1_800_000_000.0)
    lab.table.closed = True
    yield lab.snapshot


async def test_the_lobby_tells_who_sits_and_what_is_played(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, computers=1, names=["Ann", "Bo", "Ada"], ante=2)
    flat = held(await table_page(lab.snapshot, texts, studio))
    said = texts_of(flat)
    assert "Ann, 20 chips" in said
    assert "Ada 🤖 regular, 20 chips" in said
    assert "ante 2" in said
    assert "2 to 10" in said
    assert "with `/verify` you add a word of your own" in said
    assert labels_of(flat) == [
        "Join", "Leave", "Start", "Add computer player", "Remove one", "Set up", "Rules", "Learn it",
        "Manage table", "Close table",
    ]  # fmt: skip


@pytest.mark.parametrize(("level", "named"), [("novice", "novice"), ("regular", "regular"), ("expert", "expert")])
async def test_the_lobby_names_each_computer_players_level_and_that_of_the_next(
    level: Level, named: str, texts: Texts, studio: Studio
) -> None:
    lab = Lab(3, computers=1, names=["Ann", "Bo", "Cleo"])
    lab.table.change(lab.table.sitters[2].sitting_id, level=level)
    lab.table.note(setup=replace(lab.table.setup, settings=replace(lab.table.setup.settings, computers=level)))
    flat = held(await table_page(lab.snapshot, texts, studio))
    assert f"Cleo 🤖 {named}, 20 chips" in texts_of(flat)
    (select,) = [component for component in flat if component["type"] == SELECT]
    assert [option["value"] for option in select["options"]] == list(LEVEL_NAMES)
    assert [option["label"] for option in select["options"] if option.get("default")] == [f"Computer player: {named}"]
    assert all(option["description"] for option in select["options"])


async def test_nobody_can_be_removed_where_no_computer_player_sits(texts: Texts, studio: Studio) -> None:
    flat = held(await table_page(Lab(1).snapshot, texts, studio))
    assert "Remove one" not in labels_of(flat)


async def test_nobody_is_asked_to_a_full_table(texts: Texts, studio: Studio) -> None:
    lab = Lab(10, computers=1)
    assert not {"Join", "Add computer player"} & set(labels_of(held(await table_page(lab.snapshot, texts, studio))))
    lab.deal()
    lab.table.change(lab.table.sitters[0].sitting_id, leaving=True)
    page = await table_page(replace(lab.snapshot, stage="lobby"), texts, studio)
    assert {"Join", "Add computer player"} <= set(labels_of(held(page)))


async def test_who_got_up_in_mid_deal_is_told(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, names=["Ann", "Bo", "Cy"]).deal()
    assert "got up" not in texts_of(held(await table_page(lab.snapshot, texts, studio)))
    lab.table.change(lab.table.sitters[1].sitting_id, leaving=True)
    said = texts_of(held(await table_page(lab.snapshot, texts, studio)))
    assert "Bo got up: a computer player finishes the deal." in said


async def test_the_table_says_whose_turn_it_is_and_calls_nobody(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, names=["Ann", "Bo", "Cy"]).deal()
    page = await table_page(replace(lab.snapshot, deadline=1_800_000_000.0), texts, studio)
    assert page.call.startswith("Ann, it’s your turn")
    assert "<t:1800000000:R>" in page.call
    assert "<@" not in page.body + page.heading + page.call
    assert page.mentions.to_dict() == {"parse": [], "users": []}


def test_a_call_is_a_short_message_that_notifies_the_next_player_alone(texts: Texts) -> None:
    lab = Lab(3, names=["Ann", "Bo", "Cy"]).deal()
    page = call_page(replace(lab.snapshot, deadline=1_800_000_000.0, live_message=44), 1000, texts)
    assert page.call.startswith("<@1000>, it’s your turn")
    assert "<t:1800000000:R>" in page.call
    assert page.mentions.to_dict() == {"parse": [], "users": [1000]}
    assert [button["url"] for button in held(page) if button.get("url")] == [
        f"https://discord.com/channels/{lab.table.guild_id}/{lab.table.channel_id}/44"
    ]


async def test_computer_players_are_not_called(texts: Texts, studio: Studio) -> None:
    lab = Lab(2, computers=1).deal(dealer=0)
    page = await table_page(lab.snapshot, texts, studio)
    assert page.mention is None
    assert "<@" not in page.call
    assert page.mentions.to_dict()["users"] == []


@pytest.mark.parametrize("game", GAMES)
async def test_as_long_as_a_deal_goes_on_everybody_finds_my_hand_under_the_table(
    game: str, texts: Texts, studio: Studio
) -> None:
    """Whoever isn't to act didn't look for it behind the words "Choose a discard"."""
    lab, moments = Lab(max(GAMES[game].seats[0], 3), game=game, computers=1, chips=60).deal(), set[Turn]()
    stream = Stream(b"any")
    for _ in range(60):
        if not lab.table.playing:
            break
        flat = held(await table_page(lab.snapshot, texts, studio))
        buttons = [part for part in flat if part["type"] == 2 and part["label"] == "My hand"]
        assert [button.get("disabled", False) for button in buttons] == [False]
        assert buttons[0]["custom_id"].endswith(":hand:")
        moments.add(lab.snapshot.turn)
        lab.act(lab.player.choose(lab.table.seen_by(lab.seat)[0], stream))
    assert len(moments) > 1


async def test_a_draw_from_the_stock_is_what_most_do_next(texts: Texts, studio: Studio) -> None:
    buttons = [
        component
        for component in held(await table_page(Lab(2).deal().snapshot, texts, studio))
        if component["type"] == 2
    ]
    styles = [ButtonStyle(button["style"]) for button in buttons]
    assert styles == [ButtonStyle.primary, *[ButtonStyle.secondary] * 3]


async def test_buttons_of_a_first_turn_a_later_turn_and_after_a_draw(texts: Texts, studio: Studio) -> None:
    lab = Lab(2).deal()
    upcard = texts.plain.card_short(lab.upcard)
    first = held(await table_page(lab.snapshot, texts, studio))
    assert labels_of(first) == ["Draw stock", f"Take {upcard}", "Knock", "My hand"]
    assert "kb:7:1.0:draw:stock" in ids_of(first)
    lab.do("draw", "stock")
    assert labels_of(held(await table_page(lab.snapshot, texts, studio))) == ["Knock", "My hand"]
    lab.do("discard", lab.view(lab.seat).drawn).turn()
    assert "Knock" not in labels_of(held(await table_page(lab.snapshot, texts, studio)))


async def test_buttons_after_a_knock_and_when_the_stock_has_run_out(texts: Texts, studio: Studio) -> None:
    lab = Lab(2).deal().do("draw", "stock").do("knock")
    assert labels_of(held(await table_page(lab.snapshot, texts, studio))) == ["My hand"]
    lab = Lab(10).deal()  # one card of stock
    lab.do("draw", "stock").do("knock")
    lab.do("discard", lab.view(lab.seat).prompts[0].choices[0])
    flat = held(await table_page(lab.snapshot, texts, studio))
    assert labels_of(flat)[0] == "Stay"
    assert labels_of(flat)[-2:] == ["Fold", "My hand"]


@pytest.mark.parametrize("minimum", ["none", "straight"])
async def test_public_buttons_do_not_depend_on_hidden_cards(minimum, texts: Texts, studio: Studio) -> None:
    """Whether a hand reaches the minimum must not show in the channel."""
    seen = set()
    for top in ("AS 2H AD 3H AC 4H KS 5C KD 8D", "2S AH 4D KH 6C QH 8S JC TD 9D"):
        lab = Lab(2, knock_minimum=minimum).deal(f"{top} 7C TS")
        before = held(await table_page(lab.snapshot, texts, studio))
        lab.do("draw", "stock")
        after = held(await table_page(lab.snapshot, texts, studio))
        seen.add((tuple(ids_of(before)), tuple(ids_of(after))))
    assert len(seen) == 1


async def test_nothing_public_names_a_card_that_is_hidden(texts: Texts, studio: Studio) -> None:
    lab = Lab(4).deal()
    for _ in range(6):
        lab.do("draw", "stock")
        page = await table_page(lab.snapshot, texts, studio)
        state = lab.running.state
        hidden = [card for hand in state.hands for card in hand.open()]
        shown = repr(page.view().to_components()) + picture_of(page).alt
        public = {
            card for told in lab.snapshot.told for event in told.events for card in [getattr(event, "card", None)]
        }
        for card in hidden:
            if card in public or card is lab.upcard:
                continue
            assert texts.card_short(card) not in shown
            assert texts.card(card) not in shown
            assert f":{card.notation}" not in shown
        lab.do("discard", lab.view(lab.seat).drawn)


async def test_the_story_goes_back_to_the_players_last_turn(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, names=["Ann", "Bo", "Cy"]).deal()
    lab.turn().turn().turn().turn()  # Ann, Bo, Cy, Ann; now Bo
    body = (await table_page(lab.snapshot, texts, studio)).body
    assert body.count("\n") == 1
    assert body.startswith("- Cy draws from the stock.")
    assert "Ann" in body.split("\n")[1]
    assert "Bo" not in body


async def test_a_long_story_is_cut_at_its_beginning(texts: Texts) -> None:
    """Such as of a player who has not been asked for long."""
    table = Lab(3).deal().snapshot
    told = tuple(Told(number, (Stayed(1 + number % 2),)) for number in range(1, 31))
    lines = recent(replace(table, told=told), texts).split("\n")
    assert lines[0] == "-# Earlier moves aren’t shown."
    assert len(lines) == MOST_LINES + 1
    assert lines[-1] == "- Player1 stays."


async def test_a_turn_played_for_somebody_is_told_as_such(texts: Texts, studio: Studio) -> None:
    lab = Lab(2).deal().turn()
    *earlier, last = lab.running.told
    lab.running.told = (*earlier, replace(last, by_computer=True))
    assert "Played by the computer" in (await table_page(lab.snapshot, texts, studio)).body


async def test_the_end_of_a_deal_is_one_line_the_picture_and_two_buttons(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, names=["Ann", "Bo", "Cy"]).deal().knock_and_finish()
    page = await table_page(replace(lab.snapshot, next_deal_at=1_800_000_000.0), texts, studio)
    assert page.heading == f"### {headline(lab.snapshot, texts)}"
    assert page.body == ""
    assert "<t:1800000000:R>" in page.call
    assert labels_of(held(page)) == ["Next deal", "More"]
    assert page.mention is None
    assert picture_of(page).alt.count("shows") == len(lab.result.shown)
    assert lab.snapshot.root[:8] not in texts_of(held(page))


async def test_without_a_picture_the_end_of_a_deal_is_told_in_words(texts: Texts, studio: Studio, blank: Blank) -> None:
    lab = Lab(3, names=["Ann", "Bo", "Cy"]).deal().knock_and_finish()
    whole = await table_page(lab.snapshot, texts, studio)
    refused = texts_of(held(whole.without_picture()))
    blank.broken = True
    said = texts_of(held(await table_page(lab.snapshot, texts, Studio(blank))))
    assert lab.result.shown
    for seat in lab.result.shown:
        assert texts.cards_short((lab.view().seats[seat].hand or ())[:1]) in refused
        assert f"{lab.snapshot.at(seat).name} shows" in said


def test_more_has_the_story_the_results_and_the_ways_out(texts: Texts) -> None:
    lab = Lab(3, names=["Ann", "Bo", "Cy"]).deal().knock_and_finish()
    page = more_page(lab.snapshot, 1000, texts)
    said = texts_of(held(page))
    assert "shows" in said
    assert "wins the deal" in said or "share the deal" in said
    for net in lab.result.net:
        assert texts.signed(net) in said
    assert labels_of(held(page)) == [
        "Verify", "Rules", "My chips", "Manage table", "Leave", "Add computer player", "Pause", "No result lines",
        "Close table",
    ]  # fmt: skip
    assert labels_of(held(more_page(lab.snapshot, 5, texts))) == ["Rules", "My chips", "Manage table", "Join"]
    assert "No result lines" not in labels_of(held(more_page(lab.snapshot, 1001, texts))), "the host changes it"


def test_where_no_deal_starts_by_itself_more_offers_no_pause(texts: Texts) -> None:
    lab = Lab(2, names=["Ann", "Bo"]).deal().knock_and_finish()
    assert "Pause" in labels_of(held(more_page(lab.snapshot, 1000, texts)))
    for paused in (False, True):
        practised = replace(lab.snapshot, practice=True, paused=paused)
        assert {"Pause", "Resume"}.isdisjoint(labels_of(held(more_page(practised, 1000, texts))))
        over = replace(lab.snapshot, game_on=False, paused=paused)
        assert {"Pause", "Resume"}.isdisjoint(labels_of(held(more_page(over, 1000, texts))))


def test_more_offers_a_top_up_only_to_whoever_has_fewer_chips_than_everybody_sits_down_with(texts: Texts) -> None:
    lab = Lab(3, names=["Ann", "Bo", "Cy"]).deal().knock_and_finish()
    lab.table.change(1, chips=19)
    lab.table.change(2, chips=23)
    for user_id, offered in ((1000, True), (1001, False), (1002, False), (5, False)):
        assert ("Top up" in labels_of(held(more_page(lab.snapshot, user_id, texts)))) is offered


def test_po_33_a_top_up_is_offered_to_whoever_has_too_few_chips_without_those_of_the_house(texts: Texts) -> None:
    lab = Lab(3, game="poch", chips=60, short_stacks="extra_chips", max_deals=1).deal().play_out()
    for extra, offered in ((0, False), (10, False), (11, True)):
        lab.table.change(lab.table.sitters[0].sitting_id, chips=70, extra=extra)
        assert ("Top up" in labels_of(held(more_page(lab.snapshot, 1000, texts)))) is offered


def test_whoever_joined_or_played_is_offered_the_proof_of_a_deal(texts: Texts) -> None:
    lab = Lab(3, names=["Ann", "Bo", "Cy"]).deal().knock_and_finish()
    lab.table.sitters = (*lab.table.sitters[1:], Sitter(9, 1009, "Zoe", 20, None))
    for user_id, offered in ((1000, True), (1001, True), (1009, True), (5, False)):
        assert ("Verify" in labels_of(held(more_page(lab.snapshot, user_id, texts)))) is offered
    alone = replace(lab.snapshot, guild_id=0)
    assert "Verify" not in labels_of(held(more_page(alone, 1009, texts))), "nobody has a part in a shuffle there"


@pytest.mark.parametrize(
    ("deck", "said"),
    [
        ("AS 2H AD 3H AC 4H KS 5C KD 8D", "Ann wins 3 chips: full house, aces over kings."),
        ("2S AH 4D AD 6C AC 8S KC TD KD", "Bo wins 3 chips: full house, aces over kings."),
    ],
)
def test_the_outcome_says_who_wins_what_and_with_what(deck: str, said: str, texts: Texts) -> None:
    lab = Lab(2, names=["Ann", "Bo"]).deal(f"{deck} 7C 9S")
    lab.do("draw", "stock").do("knock").do("discard", lab.view(lab.seat).drawn)
    lab.do("draw", "stock").do("discard", lab.view(lab.seat).drawn)
    assert headline(lab.snapshot, texts) == said
    line = result_line(lab.snapshot, texts)
    assert line.body == f"-# Deal 1: {said}\n-# Deal 2’s pack is fixed; `/verify` proves it: `{lab.snapshot.root}`"
    assert [part["type"] for part in line.view().to_components()] == [10], "a line without a frame"


def test_the_line_about_shuffles_has_the_whole_number_and_little_else(texts: Texts) -> None:
    line = shuffle_line(Binding(1, 20, "b" * 64, ("c" * 64,) * 20), texts)
    assert line.body == (f"-# 🔒 Shuffles 1 to 20, for `/verify`: `{'b' * 64}`")
    assert [part["type"] for part in line.view().to_components()] == [10], "a line without a frame"


def test_who_won_with_less_than_nothing_is_just_out_first(texts: Texts) -> None:
    lab = Lab(3, game="poch", names=["Ann", "Bo", "Cy"], chips=60).deal().play_out()
    (winner,), won = lab.result.winners, lab.snapshot
    name, gain = won.at(winner).name, lab.result.net[winner]
    assert headline(won, texts.at("poch")) == f"{name} is out first and wins {gain} chips."
    result = replace(lab.result, net=(-1, -1, -1))
    assert headline(replace(won, view=replace(lab.view(), result=result)), texts.at("poch")) == f"{name} is out first."


def test_an_equal_outcome_is_shared(texts: Texts) -> None:
    lab = Lab(2, names=["Ann", "Bo"]).deal().knock_and_finish()
    result = replace(lab.result, winners=(0, 1), net=(1, 1))
    shared = replace(lab.snapshot, view=replace(lab.view(), result=result))
    assert headline(shared, texts) == "Ann and Bo share the deal: 1 chip each."
    void = replace(shared, view=replace(lab.view(), result=replace(result, void=True)))
    assert "called off" in headline(void, texts)


@pytest.mark.parametrize(
    ("people", "computers", "chosen", "left"),
    [(2, 0, None, True), (1, 2, None, False), (2, 1, False, False), (1, 1, True, True)],
)
def test_lines_stay_where_two_people_sit_unless_the_table_says_otherwise(
    people: int, computers: int, chosen: bool | None, left: bool
) -> None:
    lab = Lab(people + computers, computers=computers)
    lab.table.note(setup=replace(lab.table.setup, result_lines=chosen))
    assert leaves_lines(lab.snapshot) is left


async def test_a_folded_hand_is_never_shown(texts: Texts, studio: Studio) -> None:
    lab = Lab(3).deal().do("draw", "stock").do("knock")
    lab.do("discard", lab.view(lab.seat).prompts[0].choices[0])
    folder = lab.seat
    lab.do("draw", "stock")
    lab.do("fold", lab.view(folder).drawn)
    folded = lab.running.state.hands[folder].open()
    while lab.table.playing:
        lab.turn()
    page = await table_page(lab.snapshot, texts, studio)
    shown = repr(page.view().to_components()) + picture_of(page).alt
    assert len(folded) == 5
    for card in folded:
        assert texts.card_short(card) not in shown
        assert texts.card(card) not in shown


async def test_what_the_next_deal_begins_is_told(texts: Texts, studio: Studio) -> None:
    lab = Lab(2, deals=1).deal().knock_and_finish()
    assert (await table_page(lab.snapshot, texts, studio)).call == "Press **New game** to play on."
    assert labels_of(held(await table_page(lab.snapshot, texts, studio))) == ["New game", "More"]
    lab = Lab(2).deal().knock_and_finish()
    assert (await table_page(lab.snapshot, texts, studio)).call == "Press **Next deal** to play on."
    lab.table.timing.next_deal_at = 1_700_000_000.0
    assert (await table_page(lab.snapshot, texts, studio)).call.startswith("The next deal starts ")


async def test_a_closed_table_offers_nothing_but_a_rematch_and_tells_the_chips(texts: Texts, studio: Studio) -> None:
    lab = Lab(2, names=["Ann", "Bo"]).deal().knock_and_finish()
    lab.table.closed, lab.table.dealt = True, 1
    flat = held(await table_page(lab.snapshot, texts, studio))
    assert labels_of(flat) == ["Rematch"]
    assert "**Chips at the end:** Ann: 20 · Bo: 20" in texts_of(flat)
    lab.table.dealt = 0
    assert "Chips at the end" not in texts_of(held(await table_page(lab.snapshot, texts, studio))), "none was played"
    lab.table.dealt = 1
    taken_back = replace(lab.snapshot, deal_taken_back=True)
    assert "Chips at the end" not in texts_of(held(await table_page(taken_back, texts, studio)))
    lab.table.note(next_game="dompe")
    flat = held(await table_page(lab.snapshot, texts, studio))
    assert labels_of(flat) == []
    assert "The same people go on with Dompe" in texts_of(flat)


@pytest.mark.parametrize(
    ("people", "practice", "following", "sit_down"),
    [(3, False, "poch", True), (3, False, "poe-crumb", False), (3, True, "poch", False), (1, False, "poch", False)],
)
async def test_whoever_has_brought_no_chips_is_told_to_sit_down_for_a_game_that_takes_some(
    people: int, practice: bool, following: str, sit_down: bool, texts: Texts, studio: Studio
) -> None:
    lab = Lab(3, game="crummy", names=["Ann", "Bo", "Cy"]).deal()
    for sitter in lab.table.sitters[people:]:
        lab.table.change(sitter.sitting_id, user_id=None)
    lab.table.closed = True
    lab.table.note(next_game=following)
    said = texts_of(held(await table_page(replace(lab.snapshot, practice=practice), texts, studio)))
    assert ("whoever wants to play presses **Join** at the new table below" in said) is sit_down
    assert ("The same people go on with" in said) is not sit_down


ACES = cards("AS AH 2C 3C 4C")


def closed_evening(game: str = "knock-poker", largest: LargestWin | None = None, best: BestHand | None = None) -> Lab:
    """A closed table with two people and something to tell of its evening."""
    lab = Lab(2, names=["Ann", "Bo"], game=game)
    lab.table.closed, lab.table.dealt = True, 9
    people = (Winnings("Ann", 1200, 5, 9, hints=3), Winnings("*Bo*", -1200, 1, 1, computer=True))
    lab.table.evening = Evening(people, best, largest)
    return lab


async def test_what_the_evening_came_to_is_told_when_the_table_closes(texts: Texts, studio: Studio) -> None:
    best = BestHand("Bo", HandName("pair", (Rank.ACE,)), ACES, 7)
    page = await table_page(closed_evening(best=best).snapshot, texts, studio)
    said = texts_of(held(page))
    assert r"**This evening** (deals gained in): Ann +1,200 (5/9) · \*Bo\* −1,200 (1/1)" in said
    assert "💡 Ann took 3 hints." in said
    assert "**Best hand shown:** Bo in deal 7: pair of aces\n" in f"{said}\n", "the picture shows the cards"
    assert page.picture is not None
    assert "pair of aces (A♠ A♥ 4♣ 3♣ 2♣)" in page.picture.alt
    assert page.picture.name == EVENING_FILE
    assert "*Bo* −1,200 (gained in 1 of 1 deal)" in page.picture.alt, "nothing is escaped in an alt text"
    assert "**" not in page.picture.alt


def test_a_deal_that_was_taken_back_is_not_counted_in_the_picture_of_the_evening(texts: Texts) -> None:
    lab = closed_evening()
    for taken_back, said in ((False, "9 deals"), (True, "8 deals")):
        lab.table.deal_taken_back = taken_back
        captions = evening_captions(lab.snapshot, texts.plain)
        assert captions is not None
        assert captions.detail == said
        assert said in evening_alt(lab.snapshot, texts.plain)


@pytest.mark.parametrize(
    ("game", "largest", "said"),
    [
        ("knock-poker", LargestWin(("Ann",), 24, 3), "in deal 3 Ann won 24 chips"),
        (
            "knock-poker",
            LargestWin(("Ann",), 24, 3, HandShown(0, ACES, HandName("pair", (Rank.ACE,)))),
            "in deal 3 Ann won 24 chips: pair of aces (A♠ A♥ 4♣ 3♣ 2♣)",
        ),
        ("knock-poker", LargestWin(("Ann", "Bo"), 12, 3), "in deal 3 Ann and Bo won 12 chips each"),
        ("crummy", LargestWin(("Ann",), 98, 3), "in deal 3 Ann won 98 points"),
        ("poe-crumb", LargestWin(("Ann", "Bo"), 1, 3), "in deal 3 Ann and Bo won"),
        (
            "knock-rummy",
            LargestWin(("Ann",), 40, 3, HandShown(0, ACES, None, (cards("2C 3C 4C"),), 2)),
            "in deal 3 Ann won 40 points: deadwood 2 (2♣ 3♣ 4♣ A♠ A♥)",
        ),
    ],
)
async def test_the_deal_of_the_evening_says_who_won_how_much_and_what_was_shown(
    texts: Texts, studio: Studio, game: str, largest: LargestWin, said: str
) -> None:
    page = await table_page(closed_evening(game, largest).snapshot, texts, studio)
    told = said.partition(" (")[0]
    assert f"**Deal of the evening:** {told}\n" in texts_of(held(page)) + "\n", "the picture shows the cards"
    assert page.picture is not None
    assert f"Deal of the evening: {said}" in page.picture.alt


async def test_the_best_hand_is_told_once_where_it_won_the_deal_of_the_evening(texts: Texts, studio: Studio) -> None:
    pair = HandName("pair", (Rank.ACE,))
    largest, best = LargestWin(("Ann",), 24, 3, HandShown(0, ACES, pair)), BestHand("Ann", pair, ACES, 3)
    same = evening_captions(closed_evening("knock-poker", largest, best).snapshot, texts.plain)
    other = evening_captions(closed_evening("knock-poker", largest, replace(best, deal=4)).snapshot, texts.plain)
    assert same is not None
    assert other is not None
    assert [(row.deals, row.net) for row in same.rows] == [("5/9", "+1,200"), ("1/1", "−1,200")]
    assert same.deals == "gained in"
    assert [moment.words for moment in same.moments] == ["Ann won 24 chips: pair of aces"]
    assert [moment.words for moment in other.moments] == ["Ann won 24 chips: pair of aces", "Ann: pair of aces"]
    said = texts_of(held(await table_page(closed_evening("knock-poker", largest, best).snapshot, texts, studio)))
    assert "**Deal of the evening, with the best hand:** in deal 3 Ann won 24 chips: pair of aces" in said
    assert said.count("pair of aces") == 1
    assert [row.player.computer for row in same.rows] == [False, True]
    assert [row.leads for row in same.rows] == [True, False]


async def test_without_its_picture_the_evening_is_told_in_words(texts: Texts) -> None:
    painter = Blank()
    painter.broken = True
    best = BestHand("Bo", HandName("pair", (Rank.ACE,)), ACES, 7)
    page = await table_page(closed_evening(best=best).snapshot, texts, Studio(painter))
    assert page.picture is None
    said = texts_of(held(page))
    assert "**This evening:** Ann +1,200 (gained in 5 of 9 deals)" in said
    assert "pair of aces (A♠ A♥ 4♣ 3♣ 2♣)" in said


async def test_the_last_deal_is_told_once_where_it_is_the_deal_of_the_evening(texts: Texts, studio: Studio) -> None:
    lab = Lab(2, names=["Ann", "Bo"]).deal().knock_and_finish()
    lab.table.closed, deal = True, lab.snapshot.turn.deal
    people = (Winnings("Ann", 4, 1, 1), Winnings("Bo", -4, 0, 1))
    for largest, told in ((deal, False), (deal + 1, True)):
        lab.table.evening = Evening(people, None, LargestWin(("Ann",), 4, largest))
        said = texts_of(held(await table_page(lab.snapshot, texts, studio)))
        assert ("The last deal:" in said) == told


async def test_the_last_person_at_a_table_for_chips_is_offered_practice(texts: Texts, studio: Studio) -> None:
    lab = Lab(2).deal().knock_and_finish()
    page = await table_page(replace(lab.snapshot, one_left=True, next_deal_at=None), texts, studio)
    assert labels_of(held(page)) == ["Go on as practice", "Join", "More"]
    assert "Only one person is left" in page.call


async def test_where_the_others_are_away_it_says_so_and_offers_what_can_be_done(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, names=("Ann", "Bo", "Cy")).deal().knock_and_finish()
    lab.table.dealt = 1
    assert labels_of(held(await table_page(lab.snapshot, texts, studio)))[0] == "Next deal"
    lab.table.change(lab.table.sitters[1].sitting_id, away="row")
    lab.table.change(lab.table.sitters[2].sitting_id, leaving=True)
    page = await table_page(lab.snapshot, texts, studio)
    assert labels_of(held(page)) == ["Go on as practice", "Join", "I’m back", "More"]
    assert "Bo is away, and only one person is left at this table for chips, so no deal starts." in page.call
    lab.table.change(lab.table.sitters[0].sitting_id, away="row")
    page = await table_page(lab.snapshot, texts, studio)
    assert labels_of(held(page)) == ["Join", "I’m back", "More"]
    assert "Everybody is away, so no deal starts." in page.call


async def test_where_too_few_sit_for_points_it_says_so(texts: Texts, studio: Studio) -> None:
    lab = Lab(2, game="knock-rummy")
    lab.table.note(setup=replace(lab.table.setup, buy_in=0))
    lab.deal()
    lab.do("draw", "stock").do("knock")
    lab.do("discard", lab.view(lab.view(0).knocker).drawn)
    assert labels_of(held(await table_page(lab.snapshot, texts, studio)))[0] == "Next deal"
    lab.table.change(lab.table.sitters[1].sitting_id, leaving=True)
    page = await table_page(lab.snapshot, texts, studio)
    assert labels_of(held(page)) == ["Join", "More"]
    assert page.call == (
        "Too few sit here for the next deal: it takes 2. Somebody else can join, or you add a "
        "computer player under **More**."
    )
    page = await table_page(replace(lab.snapshot, locked=True), texts, studio)
    assert page.call == (
        "Too few sit here for the next deal: it takes 2. Whoever is invited can join, or you add a "
        "computer player under **More**."
    )
    lab.table.change(lab.table.sitters[1].sitting_id, leaving=False, away="row")
    page = await table_page(lab.snapshot, texts, studio)
    assert labels_of(held(page)) == ["Join", "I’m back", "More"]
    assert page.call == (
        "Player1 is away, and the next deal takes 2 players. Wait for Player1. Somebody else can join, too."
    )


async def test_where_two_of_three_are_away_it_does_not_say_that_too_few_sit_there(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, game="knock-rummy", names=["Ann", "Bo", "Cy"])
    lab.table.note(setup=replace(lab.table.setup, buy_in=0))
    lab.deal().play_out()
    for sitter in lab.table.sitters[1:]:
        lab.table.change(sitter.sitting_id, away="row")
    page = await table_page(lab.snapshot, texts, studio)
    assert page.call == (
        "Bo and Cy are away, and the next deal takes 2 players. Wait for them. Somebody else can join, too."
    )


async def test_a_new_host_is_named_at_every_stage_where_somebody_else_sits_there(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, computers=1, names=["Ann", "Bo", "Ada"])
    told = "Ann hosts this table now and can manage it, with `/manage`."
    for there in (lab.snapshot, lab.deal().snapshot, lab.play_out().snapshot):
        assert told not in texts_of(held(await table_page(there, texts, studio)))
        assert told in texts_of(held(await table_page(replace(there, new_host=True), texts, studio)))
    alone = Lab(2, computers=1, names=["Ann", "Ada"])
    assert told not in texts_of(held(await table_page(replace(alone.snapshot, new_host=True), texts, studio)))


async def test_a_locked_table_says_so_between_deals_and_asks_nobody_else_to_join(texts: Texts, studio: Studio) -> None:
    lab = Lab(2).deal().knock_and_finish()
    locked = replace(lab.snapshot, locked=True, one_left=True, next_deal_at=None)
    page = await table_page(locked, texts, studio)
    assert "🔒 Locked: nobody new can sit down but people who are invited." in page.body
    assert page.call == (
        "Only one person is left at this table for chips, so no deal starts. Whoever is invited can join, or you go on "
        "as practice or close it."
    )
    page = await table_page(replace(locked, locked=False), texts, studio)
    assert "Locked" not in page.body
    assert "Somebody else can join, or you go on as practice" in page.call


@pytest.mark.parametrize("stage", ["lobby", "playing", "between"])
async def test_who_votes_to_close_reads_by_name_who_can_close_it_alone(
    stage: str, texts: Texts, studio: Studio
) -> None:
    lab = Lab(3, names=["Ann", "Bo", "Cy"])
    if stage != "lobby":
        lab.deal()
    if stage == "between":
        lab.knock_and_finish()
    voting = replace(lab.snapshot, closers=frozenset({1001}), electors=frozenset({1000, 1001, 1002}))
    assert voting.stage == stage
    said = "Bo wants to close the table: 1 of 2 votes. Ann, who hosts it, can close it, too."
    assert said in texts_of(held(await table_page(voting, texts, studio)))
    left = replace(voting, electors=frozenset({1001}))
    said = "Bo wants to close the table, and nobody else’s vote is needed any more: one more press of **Close table**"
    assert said in texts_of(held(await table_page(left, texts, studio)))


@pytest.mark.parametrize("game", ["knock-poker", "knock-rummy"])
async def test_while_somebody_gets_no_direct_messages_the_table_says_so_and_names_the_button(
    game: str, texts: Texts, studio: Studio
) -> None:
    lab = Lab(2, game=game).deal().do("draw", "stock")
    for nobody_here in (frozenset({4711}), frozenset[int]()):
        page = await table_page(lab.snapshot, texts, studio, nobody_here)
        assert "Press **My hand**" not in page.body
    flat = held(await table_page(lab.snapshot, texts, studio, frozenset({1001})))
    assert "Press **My hand** to see your cards." in texts_of(flat)
    assert labels_of(flat)[-1] == "My hand"
    assert "**My hand** under the table’s message" in texts("notice-dms-closed")


async def test_practice_and_a_pause_are_told(texts: Texts, studio: Studio) -> None:
    lab = Lab(2).deal()
    practised = replace(lab.snapshot, practice=True)
    assert "Practice: no deal counts" in texts_of(held(await table_page(practised, texts, studio)))
    lab.knock_and_finish()
    assert "Practice: no deal counts" in texts_of(
        held(await table_page(replace(lab.snapshot, practice=True), texts, studio))
    )
    paused = replace(lab.snapshot, paused=True)
    assert "Paused" in texts_of(held(await table_page(paused, texts, studio)))
    assert "Resume" in labels_of(held(more_page(paused, 1000, texts)))
    over = replace(paused, game_on=False)
    assert (await table_page(over, texts, studio)).call == "Press **New game** to play on."


@pytest.mark.parametrize("game", sorted(GAMES))
def test_people_can_go_on_with_every_other_game_that_has_room(game: str, texts: Texts) -> None:
    lab = Lab(5).deal().knock_and_finish()
    flat = held(more_page(lab.snapshot, 1000, texts))
    select = next(component for component in flat if ":another:" in component.get("custom_id", ""))
    offered = [option["value"] for option in select["options"]]
    assert (game in offered) is (game != lab.game.name and GAMES[game].seats[-1] >= 5)


def test_whoever_is_away_takes_no_seat_in_the_games_that_are_offered(texts: Texts) -> None:
    lab = Lab(6, game="knock-rummy").deal().play_out()
    for away, offered in (("", False), ("away", True)):
        lab.table.change(6, away=away)
        assert ("crummy" in str(held(more_page(lab.snapshot, 1000, texts)))) is offered


def close(lab: Lab, *chips: int, shared: int = 0, taken_back: tuple[int, ...] = ()) -> None:
    """Closes the table; the players leave with these chips, by seat."""
    back = taken_back or (0,) * len(chips)
    gone = [
        GotUp(sitter.sitting_id, sitter.user_id, sitter.name, *figures)
        for sitter, figures in zip(lab.table.sitters, zip(chips, back, strict=True), strict=True)
    ]
    lab.table.close(Closing(tuple(gone), shared))


async def test_kp_35_a_closed_table_tells_that_the_pot_was_shared_out(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, names=["Ann", "Bo", "Cy"]).deal().knock_and_finish()
    ann, bo, cy = (s.chips for s in lab.table.sitters)
    assert lab.table.stakes is not None
    lab.table.stakes = replace(lab.table.stakes, pot=4)
    lab.table.dealt = 1
    close(lab, ann + 2, bo + 1, cy + 1, shared=4)
    lines = texts_of(held(await table_page(lab.snapshot, texts, studio)))
    shared = "What lay on the table, 4 chips, is shared out among those who played the last deal.\n"
    assert shared in lines
    people = (Winnings("Ann", 4, 1, 1), Winnings("Bo", -4, 0, 1))
    told = replace(lab.snapshot, evening=Evening(people, None))
    lines = texts_of(held(await table_page(told, texts, studio)))
    assert f"{shared[:-1]} The totals above don’t count these shares.\n" in lines
    assert lines.index("Ann +4") < lines.index("The totals above"), "they stand above it"
    assert f"Ann: {ann + 2} ·" in lines


async def test_po_52_a_closed_table_tells_that_what_lay_on_the_board_is_nobodys(texts: Texts, studio: Studio) -> None:
    lab = Lab(3, game="poch", names=["Ann", "Bo", "Cy"], chips=60)
    lab.table.stakes = Stakes(0, (50, 60, 61), pools=(("sequence", 6), ("poch", 3)))
    close(lab, 50, 60, 61)
    lines = texts_of(held(await table_page(lab.snapshot, texts, studio)))
    assert "What lay on the table, 9 chips, was won by nobody and goes to the house." in lines
    lab.table.stakes = Stakes(0, (60, 60, 60))
    assert "nobody’s" not in texts_of(held(await table_page(lab.snapshot, texts, studio)))


async def test_po_33_a_closed_table_tells_what_the_house_took_back_and_what_went_home(
    texts: Texts, studio: Studio
) -> None:
    lab = Lab(3, game="poch", names=["Ann", "Bo", "Cy"], chips=60)
    lab.table.dealt = 1
    close(lab, 40, 0, 60, taken_back=(20, 7, 0))
    lines = texts_of(held(await table_page(lab.snapshot, texts, studio)))
    assert "The house takes back 27 of the extra chips it gave out." in lines
    assert "Ann: 40 ·" in lines
    close(lab, 40, 0, 60)
    assert "takes back" not in texts_of(held(await table_page(lab.snapshot, texts, studio)))


async def test_who_waits_for_the_next_deal_is_named(texts: Texts, studio: Studio) -> None:
    lab = Lab(2).deal()
    late = replace(lab.table.sitters[0], sitting_id=99, user_id=5, name="Late")
    lab.table.sitters += (late,)
    assert "Late plays from the next deal" in (await table_page(lab.snapshot, texts, studio)).body


async def test_a_picture_that_cannot_be_drawn_is_left_out(texts: Texts, studio: Studio, blank: Blank) -> None:
    blank.broken = True
    page = await table_page(Lab(2).deal().snapshot, texts, studio)
    assert page.picture is None
    assert labels_of(held(page))


async def test_a_message_that_is_over_keeps_words_and_picture_but_neither_call_nor_buttons(
    texts: Texts, studio: Studio
) -> None:
    page = await table_page(Lab(2).deal().snapshot, texts, studio)
    flat = held(page.quiet())
    assert ids_of(flat) == []
    assert page.quiet().picture == page.picture
    assert all(component.get("id") != CALL for component in flat)
    assert "<@" not in texts_of(flat)


@pytest.mark.parametrize(("dealer", "disabled"), [(1, True), (0, False)])
async def test_while_a_computer_player_thinks_its_moves_can_be_seen_but_not_pressed(
    dealer, disabled, texts: Texts, studio: Studio
) -> None:
    lab = Lab(3, computers=1)
    lab.deal(dealer=dealer)
    assert lab.acting.computer is disabled
    flat = held(await table_page(lab.snapshot, texts, studio, frozenset()))
    moves = {component["label"]: component.get("disabled", False) for component in flat if component.get("custom_id")}
    assert moves.pop("My hand") is False
    assert moves
    assert set(moves.values()) == {disabled}
