"""A hint as a person reads it, in every game; and where the panel offers one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import Texts
from bot.service.model import TableSettings
from bot.ui.pages.betting import STAKING
from bot.ui.pages.can import can_page
from bot.ui.pages.concern import Looks
from bot.ui.pages.hint import hint_page
from bot.ui.pages.page import Page
from bot.ui.pages.panel import panel_page
from bot.ui.pages.table import deal_page
from bot.ui.pictures.studio import Studio
from engine.actions import Bet, Discard, Draw, Halt, Knock, Play
from engine.advice import Advice, advise, advises
from engine.cards import card
from engine.game import GAMES
from engine.players.base import Limit
from engine.reasons import why
from engine.shuffle import shuffled
from tests.bot.ui.held import BUTTON, SELECT, Component, held, labels_of, texts_of
from tests.kit.lab import Lab


def read(lab: Lab, found: Advice, texts: Texts) -> str:
    return texts_of(held(hint_page(lab.private(lab.seat), found, texts)))


def test_a_knock_is_told_with_its_hand_its_chances_and_the_next_best(texts: Texts) -> None:
    lab = Lab(2).deal("9S KD 9H KS 9D KC 4C KH 4H 2S")
    view = lab.view(0)
    assert view.own is not None
    assert view.own.name is not None
    reasons = (why("holds", name=view.own.name), why("wins", count=72), why("worth", own=2.1, other=-1.3))
    said = read(lab, Advice(Knock(0), reasons, 1000, Draw(0, "stock")), texts)
    assert said == (
        "**Knock.** You hold: full house, nines over fours. With that you win about 72 of 100 deals like this."
        " On average +2.1 chips from now on; the next best, “Draw from the stock”, −1.3 chips."
    )


def test_outs_are_told_as_they_were_counted_and_what_is_equal_is_said_to_be(texts: Texts) -> None:
    lab = Lab(2).deal().do("draw", "stock")
    nine, king = card("9D"), card("KD")
    reasons = (why("outs", count=11, unseen=34), why("equal"))
    said = read(lab, Advice(Discard(0, nine), reasons, 400, Discard(0, king)), texts)
    assert said == (
        "**Discard the 9♦.** 11 of the 34 unseen cards make a better type of hand. “Discard the K♦” is about equal."
    )
    worth = Advice(Discard(0, nine), (why("worth", own=1.0, other=-1.0),), 400, Discard(0, king))
    assert "On average +1 chip from now on; the next best, “Discard the K♦”, −1 chip." in read(lab, worth, texts)
    better = Advice(Discard(0, nine), (why("better", by=0.2),), 400, Discard(0, king))
    assert "better by 0.2 chips than the next best, “Discard the K♦”" in read(lab, better, texts)


def test_in_crummy_a_card_is_told_apart_from_the_next_best_by_what_it_leads_to(texts: Texts) -> None:
    lab = Lab(4, game="crummy").deal()
    reasons = (why("takes", count=70, other=0), why("quartet-soon", count=100, other=45), why("ahead"))
    said = read(lab, Advice(Play(0, card("9D")), reasons, 400, Play(0, card("KD"))), texts)
    assert said == (
        "**Play the 9♦.** You take the trick in about 70 of 100 deals like this; with “Play the K♦” in hardly any. "
        "You lay a quartet within four tricks in nearly every deal like this; with “Play the K♦” in about 45. "
        "A few tricks ahead it looks better than the next best, “Play the K♦”."
    )


def test_outs_of_a_hand_that_can_not_win_say_what_they_are_for(texts: Texts) -> None:
    nine = card("9D")
    for game, may in (("dompe", "you may call with or show"), ("knock-poker", "you may knock with")):
        lab = Lab(2, game=game).deal()
        for count, makes in ((0, "None of the 47 unseen cards makes"), (3, "3 of the 47 unseen cards make")):
            before = Advice(Discard(0, nine), (why("outs-to-knock", count=count, unseen=47),))
            assert read(lab, before, texts) == f"**Discard the 9♦.** {makes} a hand that {may}."
            after = Advice(Discard(0, nine), (why("outs-to-win", count=count, unseen=47),))
            assert read(lab, after, texts) == f"**Discard the 9♦.** {makes} a hand that can win."


def test_a_stake_that_seldom_wins_says_what_there_is_to_win(texts: Texts) -> None:
    lab = Lab(3, game="poch", chips=60).deal().do("bet", 2)
    reasons = (why("betting", count=10), why("at-stake", more=2, pot=6), why("winner-leads"))
    assert read(lab, Advice(Bet(1, 2), reasons, 200), texts) == (
        "**Match 2.** With that you win the betting in about 10 of 100 deals like this. It costs 2 chips more, and"
        " 6 lie there to be won. Whoever wins the betting leads the first card, too."
    )


@pytest.mark.parametrize("worlds", [0, 30])
@pytest.mark.parametrize("game", [game for game in GAMES if advises(game)])
def test_every_game_has_words_for_its_hints(game: str, worlds: int, texts: Texts) -> None:
    """The catalogue of the tests is strict: a sentence that lacks a value raises."""
    seats = GAMES[game].seats[0]
    lab = Lab(seats, game=game, chips=GAMES[game].money.chips or 20)
    lab.deal(" ".join(there.notation for there in shuffled(GAMES[game].pack(lab.rules, seats), bytes(32), 5)))
    for _ in range(30):
        if not lab.table.playing:
            break
        view, memory = lab.table.seen_by(lab.seat)
        found = advise(view, memory, Limit(worlds))
        said = read(lab, found, texts)
        assert said.startswith("**")
        assert "hint-" not in said
        assert len(said) < 600
        lab.act(found.action)


@pytest.mark.parametrize("game", [game for game in GAMES if advises(game)])
async def test_a_button_does_what_the_hint_says_as_a_press_in_the_panel_would(
    game: str, texts: Texts, studio: Studio
) -> None:
    lab = Lab(GAMES[game].seats[0], game=game, chips=GAMES[game].money.chips or 20).deal()
    for _ in range(40):
        if not lab.table.playing:
            break
        found = advise(*lab.table.seen_by(lab.seat), Limit(10))
        private = lab.private(lab.seat)
        does, back, can = held_buttons(hint_page(private, found, texts))
        assert f"**{does['label']}.**" in read(lab, found, texts)
        assert (back["label"], can["label"]) == ("My hand", "What can I do?")
        assert does["custom_id"] in presses(held(await panel_page(private, texts, studio)))
        again = [button["custom_id"] for button in held_buttons(can_page(private, (), texts, found))]
        assert again[0] == does["custom_id"]
        assert back["custom_id"] in again
        lab.act(found.action)


@pytest.mark.parametrize("game", [game for game in GAMES if advises(game)])
async def test_whatever_the_panel_can_do_can_be_done_below_what_can_be_done(
    game: str, texts: Texts, studio: Studio
) -> None:
    """And nothing else, each move once; with a hint, too."""
    lab = Lab(GAMES[game].telling.recommended[0], game=game, chips=GAMES[game].money.chips or 20).deal()
    asides = {"hand", "hint", "can", "hint-here", "beats", "trick"}

    def moves_on(page: Page) -> set[str]:
        return {move for move in presses(held(page)) if move.startswith("kb:") and move.split(":")[3] not in asides}

    for _ in range(40):
        if not lab.table.playing:
            break
        private, found = lab.private(lab.seat), advise(*lab.table.seen_by(lab.seat), Limit(0))
        offered = moves_on(await panel_page(private, texts, studio))
        assert offered
        for hint in (None, found):
            page = can_page(private, (), texts, hint)
            assert moves_on(page) == offered
        if isinstance(found.action, Bet):
            stakes = [each["custom_id"].split(":")[3:] for each in held_buttons(page)]
            assert [amount for verb, amount in stakes if verb in STAKING].count(str(found.action.amount)) == 1
        for seat in range(len(lab.table.sitters)):
            if not lab.view(seat).prompts:
                assert not moves_on(can_page(lab.private(seat), (), texts))
        lab.act(found.action)


async def test_a_hint_can_be_had_below_what_can_be_done_where_there_may_be_any(texts: Texts) -> None:
    lab = Lab(3).deal()
    private = lab.private(lab.seat)
    assert "Hint" not in labels_of(held(can_page(private, (), texts)))
    allowed = replace(private, table=replace(private.table, settings=TableSettings(hints=True)))
    assert "Hint" in labels_of(held(can_page(allowed, (), texts)))
    by_rule = advise(*lab.table.seen_by(lab.seat), Limit(0))
    tried = Advice(by_rule.action, (why("wins", count=40),), 100)
    for page in (hint_page, lambda private, hint, texts: can_page(private, (), texts, hint)):
        assert "Hint" in labels_of(held(page(allowed, by_rule, texts))), "there may be a better hint soon"
        assert "Hint" not in labels_of(held(page(allowed, tried, texts)))
    waiting = lab.private((lab.seat + 1) % 3)
    waits = replace(waiting, table=replace(waiting.table, settings=TableSettings(hints=True)))
    assert labels_of(held(can_page(waits, (), texts))) == ["My hand"]
    away = replace(allowed, sitter=replace(allowed.sitter, away="row"))
    assert labels_of(held(can_page(away, (), texts))) == ["My hand"], "somebody else plays"


def held_buttons(page: Page) -> list[Component]:
    """The page's buttons."""
    return [part for part in held(page) if part["type"] == BUTTON]


def presses(flat: list[Component]) -> set[str]:
    """What a press in those components can ask for. Each button of a stake does what a bet of that amount does."""
    found = set[str]()
    for part in flat:
        custom_id = part.get("custom_id", "")
        beginning, _, argument = custom_id.rpartition(":")
        if beginning.endswith((":match", ":all_in")):
            beginning = beginning.rpartition(":")[0] + ":bet"
        if part["type"] == SELECT:
            found |= {f"{beginning}:{option['value']}" for option in part["options"]}
        elif beginning.endswith(":amount"):  # the form for a stake takes any
            found |= {f"{beginning.rpartition(':')[0]}:bet:{amount}" for amount in range(1, 200)}
        elif part["type"] == BUTTON:
            found.add(f"{beginning}:{argument}")
    return found


def test_a_hint_to_wait_has_no_button_for_what_may_better_be_left(texts: Texts) -> None:
    lab = Lab(3, game="crummy").deal()
    wait = Advice(Halt(lab.seat), (why("halt-wait"),), to_wait=True)
    labels = [button["label"] for button in held_buttons(hint_page(lab.private(lab.seat), wait, texts))]
    assert labels == ["My hand", "What can I do?"]
    first = Advice(Halt(lab.seat), (why("halt-first"),))
    assert held_buttons(hint_page(lab.private(lab.seat), first, texts))[0]["label"] == "Call a halt"


@pytest.mark.parametrize("game", [game for game in GAMES if advises(game)])
async def test_the_panel_offers_a_hint_where_there_are_any_and_something_is_asked(
    game: str, texts: Texts, studio: Studio
) -> None:
    lab = Lab(GAMES[game].seats[0], game=game, chips=GAMES[game].money.chips or 20).deal()
    for seat in range(GAMES[game].seats[0]):
        private = lab.private(seat)
        flat = held(await panel_page(private, texts, studio))
        assert "Hint" not in labels_of(flat)
        for change in ({"practice": True}, {"settings": TableSettings(hints=True)}):
            allowed = replace(private, table=replace(private.table, **change))
            for looks in (Looks(), Looks(explained=True)):
                flat = held(await panel_page(allowed, texts, studio, looks=looks))
                assert ("Hint" in labels_of(flat)) == (seat == lab.seat)


async def test_where_a_phone_has_no_more_room_a_hint_and_what_can_be_done_come_before_the_link(
    texts: Texts, studio: Studio
) -> None:
    lab = Lab(4, game="crummy").deal()
    private = lab.private(lab.seat)
    allowed = replace(private, table=replace(private.table, practice=True))
    assert labels_of(held(await panel_page(private, texts, studio)))[-2:] == ["What can I do?", "Explain"]
    assert labels_of(held(await panel_page(allowed, texts, studio)))[-3:] == ["Hint", "What can I do?", "Explain"]
    explained = labels_of(held(await panel_page(allowed, texts, studio, looks=Looks(explained=True))))
    assert explained[-5:] == ["Hint", "What can I do?", "Less", "What beats what", "To the table"], "no trick yet"


async def test_the_tables_message_tells_all_that_hints_are_allowed(texts: Texts, studio: Studio) -> None:
    lab = Lab(2).deal()
    assert "Hints are allowed" not in texts_of(held(await deal_page(lab.snapshot, texts, studio)))
    allowed = replace(lab.snapshot, settings=TableSettings(hints=True))
    assert "Hints are allowed here; who took how many is told when the table closes." in texts_of(
        held(await deal_page(allowed, texts, studio))
    )
    practised = replace(allowed, practice=True)
    assert "Hints are allowed" not in texts_of(held(await deal_page(practised, texts, studio)))
