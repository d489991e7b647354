"""Lessons as messages: what is taught can be pressed at every step, and nothing else of a table is there."""

from __future__ import annotations

import re
import textwrap
from typing import cast

import pytest
from discord import ButtonStyle

from bot.i18n import Catalogue, Texts
from bot.service.lessons import NEXT, Lessons, LessonStep
from bot.service.model import Refusal
from bot.store.people import People
from bot.ui.address import Address
from bot.ui.clicks.verbs import VERBS
from bot.ui.pages.help import help_page
from bot.ui.pages.lesson import GO_ON, LEAVE, LESSON, LESSON_BEATS, OTHERS, left_page, lesson_page, taught
from bot.ui.pages.lobby import lobby_page
from bot.ui.pages.page import Button, Page, Select
from bot.ui.pictures.studio import Studio
from engine.actions import Action, Play, argument
from engine.cards import Card, Rank
from engine.game import GAMES
from engine.middle import Piles, Trick
from engine.rules import options
from engine.view import View
from tests.bot.ui.held import BUTTON, held, ids_of, labels_of, texts_of
from tests.kit.lab import Lab
from tests.kit.painters import Blank

BLUE = ButtonStyle.primary.value
TOLD: dict[str, tuple[str, ...]] = {
    "knock-poker": (
        "pair, two pairs, three of a kind, straight (five in a row), flush (five of one suit), full house",
        "for two to ten players",
        "The player at the dealer’s left begins: you",
        "only in your first turn may you do so without drawing",
        "Any hand will do",
        "costs nothing as long as nobody beats you",
        "**you** would have paid {stay_payment} chips to everybody who stayed in",
        "you keep it in any case",
        "to everybody who stayed in, Ada as well",
        "and nobody else may knock",
        "one chance in six is enough",
        "If the stock runs out before that turn",
        "**Remember:**",
        "Equal hands share the pot; if the knocker’s is one of them, also what the losers pay",
        "you **stay in**",
        "you pay Ada {fold_payment}",
        "If the stock runs out",
        "until the table is closed",
        "Of one type, **higher cards** win, aces high; suits don’t count",
        "A card just taken from the pile can’t be thrown away in the same turn",
        "the stock (face down)",
        "as one may only after a knock",
        "If everybody folds, the knocker takes the pot unseen",
    ),
    "dompe": (
        "After a call nobody else can call",
        "Of one type, **higher cards** win, aces high",
        "take the top card of the discard pile, which you then have to keep this turn",
        "Everybody has paid a chip to the pot",
        "**best hand wins, whoever has called**",
        "three of a kind, straight (five in a row), flush (five of one suit), full house (three and a pair)",
        "whoever begins may do so without a draw",
        "even after a call",
        "The joker may also be one of the six",
        "**Remember:**",
        "less than three of a kind can’t win",
        "pays nothing extra",
        "for two to five players, with 52 cards and a **joker**, which stands for any card",
        "If the **dealer calls**, the deal ends at once",
        "If the stock runs out",
        "Of equal hands",
        "all four cards of a rank **and** the joker",
        "six **ranks in a row**, of any suits",
        "until the table is closed",
    ),
    "poe-crumb": (
        "Of one type, **higher cards** win, aces high; suits don’t count",
        "The deal passes to the left",
        "for two to ten players with 52 cards",
        "pair, two pairs, three of a kind, straight (five in a row), flush (five of one suit), full house",
        "nothing is paid",
        "but can’t knock",
        "**Remember:**",
        "The player at the dealer’s left begins: you",
        "**knock**: then the others have one more turn",
        "If the stock runs out",
        "In one’s **first turn** nobody may knock",
        "any hand will do",
        "**best hand wins, whoever has knocked**",
        "equal best hands all win the round",
        "**jokers**, which stand for any card",
        "Five of a kind then beat everything",
        "the one without a joker wins, however low its cards",
        "until the table is closed",
    ),
    "knock-rummy": (
        "A card just taken from the pile can’t go in the same turn: it has no button",
        "the stock (face down)",
        "You could **knock** now, and end the deal: so early, 17 points nearly always win",
        "who deal in turn",
        "for two to six players with 52 cards",
        "It’s played for points",
        "**Remember:**",
        "The player at the dealer’s left begins: you",
        "No card counts in two melds",
        "or adds cards to others’ melds",
        "Several winners share",
        "If the stock runs out",
        "is **deadwood**",
        "the ace is low and the king is high",
        "You may knock with any number",
        "{undercut_penalty} points more from the knocker",
        "just as little as the knocker, that player wins from the rest, and the knocker gets nothing and pays nothing",
        "gets {rum_points} points more from each",
        "A game has a deal for each player",
    ),
    "crummy": (
        "**{target} points**",
        "gets 25 instead (30 with three players, 20 with five)",
        "A game for three to five players",
        "which is in nobody’s hand",
        "Once a trick’s taker has laid any quartets, whoever holds no card is **out** until the next deal",
        "If the taker is out, the next player at the left leads",
        "The player at the dealer’s left leads any card: you",
        "whoever played the **highest card** takes all four **into the hand**",
        "Four or five players have eight each, three ten or eleven; five use the sixes and fives, too",
        "Such cards are always **whole quartets**, and count",
        "At {target} the game is over",
        "The deal passes to the left",
        "**must play it**, and chooses the card, so a player may have to add a second card",
        "took the trick, though Blaise’s J♥ was higher",
        "If your last card takes the trick, you aren’t out: you hold its four cards",
        "If the last two only repeat themselves, one may **call a halt**: see the rules",
        "**Remember:**",
        "a single quartet often scores less than none",
        "52 × 3 = **156**",
        "has 25 × 4 = **100**",
        "the highest total wins: you do",
        "The first out of three counts × 3, of five × 5",
        "and nobody else, may **lay quartets**",
    ),
    "poch": (
        "Bets are told **in all**: Ada’s is 3, yours is 1, so to **match** it costs you 2 more",
        "The deal passes to the left",
        "You play for **chips**. Everybody began with {chips},",
        "count from the {chips} chips at the start",
        "With fewer chips you’d go all-in",
        "**Remember:**",
        "for three to six players, with 32 cards",
        "**seven, the lowest,**",
        "the dealer, has seven cards",
        "nobody takes its pool",
        "**raise** it (bet more, again up to all they have), or **fold** (give up)",
        "a pair is weak",
        "up to all your chips",
        "The game ends when somebody can’t pay into all pools",
    ),
    "le-poque": (
        "Bets are told **in all**: Clara’s is 3, yours is 1, so to **match** it costs you 2 more",
        "The deal passes to the right",
        "You play for **chips**. Everybody began with {chips},",
        "count from the {chips} chips at the start",
        "With fewer chips you’d go all-in",
        "**Remember:**",
        "for three to six players",
        "the dealer takes its pool at once",
        "for the **Poque pool** and all that is bet",
        "of equal pairs the one with the card of the pay suit",
        "The player at the dealer’s right is asked first: you",
        "Whoever passes or folds is out of the betting, not of the deal",
        "up to all your chips",
        "if all others fold (give up), you win",
        "raise it (bet more) or fold",
        "whose ace, king, queen, jack and ten take their pools",
        "Ada’s K♣ and Blaise’s A♣ followed your Q♣, so Blaise led",
        "You want to be the **first without cards**",
        "Several who hold the most share that",
        "The game ends when somebody can’t pay into all pools",
    ),
    "poch-1873": (
        "Bets are told **in all**: Ada’s is 3, yours is 1, so to **match** it costs you 2 more",
        "The deal passes to the left",
        "You play for **chips**. Everybody began with {chips},",
        "count from the {chips} chips at the start",
        "With fewer chips you’d go all-in",
        "**Remember:**",
        "for three to six players",
        "three or four use 32 cards",
        "otherwise they’re cards like all others",
        "of equal hands, that of whoever comes first in the order of play",
        "for the bets alone",
        "The player at the dealer’s left is asked first: you",
        "up to all your chips",
        "if all others **fold** (give up), the bets are yours",
        "raise it (bet more) or fold",
        "Whoever passes or folds is out of the betting, not of the deal",
        "You want to be the **first without cards**",
        "An ace always stops",
        "**a chip from each of the others**",
        "The game ends when somebody can’t pay into all pools",
    ),
}
"""What a lesson must have told by its end, besides what is done in it: what people ask who know nothing else of the
game. The numbers are those of the usual rules."""
ROOM = 600
"""Pixels of a phone's screen, 740 high, that show a message."""
NAMES = ("Ann", "Ada", "Blaise", "Clara", "Diego", "Edda")


class Memory:
    """Keeps how far one person has come in one lesson."""

    step = 0

    async def lesson_step(self, user_id: int, game: str) -> int:
        return self.step

    async def learn(self, user_id: int, game: str, step: int, *, done: bool) -> None:
        self.step = step


def learning(memory: Memory) -> Lessons:
    """Lessons that keep there how far somebody has come, which is all that they ask of the books."""
    return Lessons(cast(People, memory))


def taught_move(step: LessonStep) -> tuple[str, str]:
    """What is to be pressed at that step, as its address has it."""
    lesson = GAMES[step.game].telling.lesson
    assert lesson is not None
    action = lesson.steps[step.number][1].do
    if action is None:
        return "next", ""
    return action.do, written(action)


def wording(page: Page) -> str:
    """All that a lesson's page says besides its heading, in the order in which it stands there."""
    return f"{page.body}\n{page.call}"


def written(action: Action) -> str:
    """An action's argument as addresses have it."""
    given = argument(action)
    return given.notation if isinstance(given, Card | Rank) else "" if given is None else str(given)


@pytest.mark.parametrize("game", taught())
async def test_a_lesson_is_gone_through_by_what_can_be_pressed(game: str, texts: Texts, studio: Studio) -> None:
    lessons = learning(Memory())
    step = await lessons.at(5, game, NAMES)
    said = set()
    while not step.last:
        page = await lesson_page(step, texts, studio)
        flat = held(page)
        assert len(page.body) < 1000
        said.add(texts_of(flat))
        do, given = taught_move(step)
        addresses = [Address.parse(custom_id) for custom_id in ids_of(flat)]
        beats = [address.argument for address in addresses if address.verb == LESSON_BEATS]
        assert beats == [f"{game}.beats"], "the order of hands is a tap away"
        assert {address.verb for address in addresses} == {LESSON, LESSON_BEATS}
        start = f"{game}.{step.number}.{do}="
        selects = [part for part in flat if part["type"] == 3 and f":{start}" in part["custom_id"]]
        lines = {option["value"] for part in selects for option in part["options"]}
        assert f"{start}{given}" in [address.argument for address in addresses] or given in lines
        out = [part["custom_id"] for part in flat if part["type"] == BUTTON and part.get("style") == BLUE]
        if start + given in [address.argument for address in addresses]:
            assert [Address.parse(found).argument for found in out] == [start + given], "what is asked for stands out"
        marked = [option["value"] for part in selects for option in part["options"] if "👉" in str(option)]
        assert marked == ([given] if given in lines else []), "what is asked for is marked in a list, too"
        lists = [part for part in selects if part["placeholder"].startswith("👉")]
        assert [given in {option["value"] for option in part["options"]} for part in lists] == [True] * len(marked)
        other = await lessons.press(5, game, step.number, "leave-alone", "", NAMES)
        assert (other.number, other.tried) == (step.number, "leave-alone")
        told = texts_of(held(await lesson_page(other, texts, studio)))
        if step.asks:
            reason = texts(f"lesson-{game}-{step.says}.other", **dict(zip(OTHERS, NAMES[1:], strict=True)))
            assert "the coach wants to show you something else here" in told
            assert reason in told
        else:
            assert "nothing to do here but to read on" in told
        before, step = step, await lessons.press(5, game, step.number, do, given, NAMES)
        assert (step.number, step.tried, step.meanwhile) == (before.number + 1, None, False)
        again = await lessons.press(5, game, before.number, do, given, NAMES)
        assert again == step, "a second press changes nothing"
    page = await lesson_page(step, texts, studio)
    assert "that’s it" in texts_of(held(page))
    assert labels_of(held(page)) == ["Practise it", "Once more", "Rules"]
    assert "**Practise it** opens a table" in page.body
    assert page.body.endswith("`/learn` teaches the other games."), "where to go on is the last that is said"
    assert "at the table!" not in page.body, "nobody sits at a table yet"
    elsewhere = await lesson_page(step, texts, studio, in_dm=False)
    assert labels_of(held(elsewhere)) == ["Once more", "Rules"], "one practises in direct messages"
    assert f"`/newgame {game}` in your direct messages" in elsewhere.body
    assert elsewhere.body.endswith("`/learn` teaches the other games.")
    assert len(said) == step.count
    anew = await lessons.at(5, game, NAMES)
    assert anew.number == 0, "a lesson that is done begins anew"
    assert (await lessons.press(5, game, 0, *anew.wanted, NAMES)).number == 1, "and goes on from there"


@pytest.mark.parametrize("game", taught())
async def test_a_lesson_tells_when_one_may_knock_who_pays_whom_and_when_it_is_over(
    game: str, texts: Texts, studio: Studio
) -> None:
    lessons = learning(Memory())
    step, said = await lessons.at(5, game, NAMES), ""
    while not step.last:
        said += wording(await lesson_page(step, texts, studio))
        step = await lessons.press(5, game, step.number, *step.wanted, NAMES)
    said += wording(await lesson_page(step, texts, studio))
    for told in TOLD[game]:
        assert told.format_map(vars_of(game)) in said
    assert "{" not in said, "every number is there"


@pytest.mark.parametrize("game", taught())
async def test_a_step_tells_first_what_has_happened_and_last_what_to_do(
    game: str, texts: Texts, studio: Studio
) -> None:
    lessons, happened = learning(Memory()), 0
    step = await lessons.at(5, game, NAMES)
    while not step.last:
        page = await lesson_page(step, texts, studio)
        body = page.body.splitlines()
        small = [line.startswith("-# ") for line in body]
        assert small == sorted(small, reverse=True), "what has happened stands above what the coach says"
        assert not all(small)
        happened += any(small)
        if step.private.table.stage != "playing":
            assert body[0].startswith("-# The "), "what the deal has come to"
        assert page.call.startswith("👉 "), "what to do stands right above the buttons"
        shown = [part["content"] for part in held(page) if "content" in part]
        assert shown[1:] == [page.body, page.call]
        step = await lessons.press(5, game, step.number, *step.wanted, NAMES)
    assert happened > 1
    assert not (await lesson_page(step, texts, studio)).call


async def test_without_a_picture_a_step_says_the_cards_and_what_has_happened_before_what_the_coach_says(
    texts: Texts,
) -> None:
    lessons, blank = learning(Memory()), Blank()
    blank.broken = True
    step = await lessons.at(5, "knock-poker", NAMES)
    while step.says != "draw":
        step = await lessons.press(5, "knock-poker", step.number, *step.wanted, NAMES)
    page = await lesson_page(step, texts, Studio(blank))
    assert page.pictures == ()
    cards, happened, *rest = page.body.splitlines()
    assert {"K♣", "9♠", "9♥", "9♦", "7♦"} <= set(cards.strip("*").split())
    assert happened.startswith("▸ Ada draws")
    assert rest[-1].startswith("It’s your turn again.")
    assert page.call == "👉 Press **Draw stock**."


@pytest.mark.parametrize("game", taught())
async def test_what_to_do_names_its_button(game: str, texts: Texts, studio: Studio) -> None:
    lessons = learning(Memory())
    step = await lessons.at(5, game, NAMES)
    while not step.last:
        page = await lesson_page(step, texts, studio)
        labels = [
            button.label for row in page.rows if not isinstance(row, Select) for button in row if button.stands_out
        ]
        choices = [
            choice.label
            for row in page.rows
            if isinstance(row, Select)
            for choice in row.choices
            if "👉" in choice.description
        ]
        bold = re.findall(r"\*\*(.+?)\*\*", page.call)
        assert any(label.startswith(word) for word in bold for label in [*labels, *choices]), (bold, labels, choices)
        step = await lessons.press(5, game, step.number, *step.wanted, NAMES)


@pytest.mark.parametrize("game", taught())
async def test_a_step_and_its_buttons_are_seen_at_once_on_a_phone(game: str, texts: Texts, studio: Studio) -> None:
    lessons = learning(Memory())
    step = await lessons.at(5, game, NAMES)
    while not step.last:
        page = await lesson_page(step, texts, studio)
        assert height(page) <= ROOM, step.says
        coach = [line for line in wording(page).splitlines() if not line.startswith("-# ")]
        assert len(" ".join(coach).split()) <= 85, step.says
        step = await lessons.press(5, game, step.number, *step.wanted, NAMES)
    assert height(await lesson_page(step, texts, studio)) <= ROOM * 7 // 6, "the end just fits"


def height(page: Page) -> int:
    """About how many pixels the words and buttons take on a phone 360 pixels wide; an eighth more than in a browser."""
    lines = [(line.removeprefix("-# "), line.startswith("-# ")) for line in wording(page).splitlines()]
    text = sum(
        (18 if small else 22) * max(1, len(textwrap.wrap(re.sub(r"[*_`]", "", line), 35 if small else 29)))
        for line, small in lines
    )
    return text + sum(48 if isinstance(row, Select) else 44 * _in_rows(row) for row in page.rows)


def _in_rows(row: tuple[Button, ...]) -> int:
    """How many rows Discord makes of a row of buttons there."""
    rows, used = 1, 0.0
    for button in row:
        width = 32 + 6.9 * len(button.label)
        rows, used = (rows + 1, width) if used and used + 8 + width > 258 else (rows, used + width + 8)
    return rows


@pytest.mark.parametrize("game", taught())
async def test_no_step_tells_only_turns_that_the_one_before_told(game: str, texts: Texts, studio: Studio) -> None:
    lessons, before, count = learning(Memory()), set[str](), 0
    step = await lessons.at(5, game, NAMES)
    while not step.last:
        lines = (await lesson_page(step, texts, studio)).body.splitlines()
        told = {turn.strip() for line in lines if line.startswith("-# ▸") for turn in line.split("▸")[1:]}
        assert not told or told - before, step.says
        before, count = told, count + len(told)
        step = await lessons.press(5, game, step.number, *step.wanted, NAMES)
    assert count > 0, "what the others do is told"


async def test_the_picture_of_a_lesson_has_the_card_that_the_learner_has_just_drawn(texts: Texts) -> None:
    lessons, blank = learning(Memory()), Blank()
    studio, seen = Studio(blank), 0
    for game in taught():
        step = await lessons.at(5, game, NAMES)
        while not step.last:
            step = await lessons.press(5, game, step.number, *step.wanted, NAMES)
            view = step.private.table.view
            assert view is not None
            if not isinstance(view.middle, Piles) or view.middle.drawn_from is None:
                continue
            page = await lesson_page(step, texts, studio)
            shown = next(given[0] for name, given, _ in reversed(blank.drawn) if name == "table_picture")
            assert isinstance(shown, View)
            assert [seat.cards for seat in shown.seats] == [seat.cards for seat in view.seats]
            assert isinstance(shown.middle, Piles)
            assert (shown.middle.stock, shown.middle.discards) == (view.middle.stock, view.middle.discards)
            assert page.above is not None
            assert "Before the draw" not in page.above.alt
            seen += 1
    assert seen > 5


async def test_after_a_quartet_of_the_learners_the_trick_before_it_is_not_told_again(
    texts: Texts, studio: Studio
) -> None:
    lessons = learning(Memory())
    step = await lessons.at(5, "crummy", NAMES)
    while step.says != "match":
        step = await lessons.press(5, "crummy", step.number, *step.wanted, NAMES)
    assert "▸" not in (await lesson_page(step, texts, studio)).body


def pressable(step: LessonStep, page: Page) -> dict[str, str]:
    """What can be done at a step besides what is taught: an argument for each action's name."""
    found: dict[str, str] = {}
    for row in page.rows:
        if isinstance(row, Select):
            do = row.to.argument.split(".", 2)[2].partition("=")[0]
            moves = [(do, choice.value) for choice in row.choices]
        else:
            to = [button.to for button in row if isinstance(button.to, Address) and button.to.verb == LESSON]
            parts = [address.argument.split(".", 2)[2].partition("=") for address in to]
            moves = [(do, given) for do, _, given in parts if do not in (LEAVE, NEXT)]
        found |= {do: given for do, given in moves if (do, given) != step.wanted}
    return found


@pytest.mark.parametrize("game", taught())
async def test_each_move_is_answered_by_its_own_reason_where_there_is_a_text_for_it(
    game: str, texts: Texts, studio: Studio, catalogue: Catalogue
) -> None:
    lessons = learning(Memory())
    step, known = await lessons.at(5, game, NAMES), catalogue.base.keys
    names = dict(zip(OTHERS, NAMES[1:], strict=True))
    while not step.last:
        usual = f"lesson-{game}-{step.says}.other"
        moves = pressable(step, await lesson_page(step, texts, studio))
        there = {key for key in known if key.startswith(f"{usual}-")}
        assert there <= {f"{usual}-{do}" for do in moves}, "each is told of something that can be pressed"
        for do, given in moves.items():
            own = f"{usual}-{do}"
            tried = await lessons.press(5, game, step.number, do, given, NAMES)
            reason = texts(own if own in known else usual, **names)
            page = await lesson_page(tried, texts, studio)
            assert reason in page.body
            assert "-# " not in page.body, "what has happened was read before"
            assert height(page) <= ROOM * 7 // 6, (step.says, do)
        step = await lessons.press(5, game, step.number, *step.wanted, NAMES)


@pytest.mark.parametrize(
    ("game", "says", "do", "given", "reason"),
    [
        ("knock-poker", "take", "draw", "stock", "An unknown card would rarely help"),
        ("knock-poker", "take", "knock", "", "A pair is little for a knock"),
        ("knock-poker", "throw", "knock", "", "Three nines may be enough for a knock"),
        ("knock-poker", "knock", "discard", "9S", "The king and the nines are your hand"),
        ("knock-poker", "fold", "discard", "3D", "You’d stay in"),
        ("knock-poker", "fold", "fold", "2S", "Folding is right"),
        ("poe-crumb", "draw", "knock", "", "Two pairs may be enough"),
        ("knock-rummy", "throw", "knock", "", "You’d probably win"),
        ("knock-rummy", "knock", "discard", "9D", "your melds, and should stay together"),
        ("dompe", "call", "discard", "6S", "never throw one of the three sixes away"),
        ("le-poque", "bet", "bet", "4", "with three queens you want them in"),
        ("poch-1873", "match", "bet", "6", "A raise is good, too"),
        ("dompe", "outright", "knock", "", "A call would end the deal, too"),
        ("dompe", "outright", "discard", "2H", "You’d give up a heart"),
        ("poch", "bet", "bet", "2", "A larger bet might drive the others out"),
        ("poch", "bet", "pass", "", "You’d be out of the betting, with three kings"),
        ("poch", "match", "bet", "8", "If you raise, Ada may fold"),
        ("poch", "match", "fold", "", "Ada would take the Poch pool"),
        ("le-poque", "match", "fold", "", "Clara would take the Poque pool"),
        ("le-poque", "again", "play", "QH", "Clara would lead for certain"),
        ("poch-1873", "match", "fold", "", "Ada would take all bets"),
        ("crummy", "shed", "play", "AS", "the ace may take a trick"),
        ("crummy", "out", "play", "TS", "Ada has taken two of the other nines"),
        ("poch-1873", "again", "play", "QD", "You can’t know which queen goes further"),
    ],
)
async def test_whoever_tries_another_move_reads_why_that_move_is_not_the_best(
    game: str, says: str, do: str, given: str, reason: str, texts: Texts, studio: Studio
) -> None:
    lessons = learning(Memory())
    step = await lessons.at(5, game, NAMES)
    while step.says != says:
        step = await lessons.press(5, game, step.number, *step.wanted, NAMES)
    tried = await lessons.press(5, game, step.number, do, given, NAMES)
    first, *_ = (await lesson_page(tried, texts, studio)).body.splitlines()
    assert first.startswith("_The rules allow that")
    assert reason in first


async def test_whoever_learns_crummy_sees_a_last_card_to_come_who_is_out_and_plays_the_own_last_card() -> None:
    lessons = learning(Memory())
    step, seen = await lessons.at(5, "crummy", NAMES), {}
    while not step.last:
        seen[step.says] = step
        step = await lessons.press(5, "crummy", step.number, *step.wanted, NAMES)
    views = [seen[says].private.table.view for says in ("out", "last", "score")]
    assert all(view is not None for view in views)
    out, last, score = (view for view in views if view is not None)
    assert [seat.cards for seat in out.seats] == [9, 5, 5, 1]
    assert isinstance(out.middle, Trick)
    assert isinstance(last.middle, Trick)
    assert (out.middle.factors, last.middle.factors) == ((), ((3, 4),)), "out in the meantime, and the others play on"
    assert [seat.cards for seat in last.seats] == [1, 1, 2, 0]
    assert (out.result, last.result, seen["last"].wanted) == (None, None, ("play", "QS"))
    assert score.result is not None
    assert (score.result.net, score.result.game_over) == ((156, 56, 11, 100), True)


async def test_where_the_coach_plays_on_in_crummy_that_is_announced_and_told_afterwards(
    texts: Texts, studio: Studio
) -> None:
    lessons, numbers = learning(Memory()), {2: "two", 3: "three"}
    step, jumps, told = await lessons.at(5, "crummy", NAMES), [], dict[str, str]()
    lesson = GAMES["crummy"].telling.lesson
    assert lesson is not None
    while not step.last:
        page = await lesson_page(step, texts, studio)
        told[step.says] = page.body
        tricks = sum(isinstance(move, Play) for move in lesson.steps[step.number][1].plays_on) / 4
        said = re.findall(r"After this trick the coach plays (\w+) more for you", page.body)
        assert said == ([numbers[int(tricks)]] if tricks else []), step.says
        jumps += said
        step = await lessons.press(5, "crummy", step.number, *step.wanted, NAMES)
    assert jumps == ["three", "two"]
    assert "Blaise took your Q♥. Then Ada took two tricks, and laid two quartets, and you took one." in told["out"]
    assert "and laid tens, aces and sevens: the Q♠ of those tricks **is left**" in told["last"]


async def test_the_last_card_in_crummys_lesson_has_not_been_seen_in_the_trick_before() -> None:
    lessons = learning(Memory())
    step = await lessons.at(5, "crummy", NAMES)
    while step.says != "last":
        step = await lessons.press(5, "crummy", step.number, *step.wanted, NAMES)
    assert step.private.table.view is not None
    trick = step.private.table.view.middle
    assert isinstance(trick, Trick)
    assert len(trick.played) == 4
    assert step.wanted[1] not in [played.card.notation for played in trick.played]


@pytest.mark.parametrize("game", taught())
def test_a_step_of_a_lesson_is_read_in_half_a_minute(game: str, texts: Texts) -> None:
    lesson = GAMES[game].telling.lesson
    assert lesson is not None
    named = dict(zip(OTHERS, NAMES[1:], strict=True)) | vars_of(game)
    for _, step in lesson.steps:
        assert len(texts(f"lesson-{game}-{step.says}", **named).split()) <= 85, step.says


async def test_a_press_in_a_copy_at_another_step_shows_the_step_reached_and_says_so(
    texts: Texts, studio: Studio
) -> None:
    line = "_You’ve come to another step in the meantime: here it is._"
    memory = Memory()
    lessons = learning(memory)
    first = await lessons.at(5, "knock-poker", NAMES)
    memory.step = 2
    older = await lessons.press(5, "knock-poker", 0, *first.wanted, NAMES)
    assert older.number == 2
    assert (await lesson_page(older, texts, studio)).body.startswith(line)
    wrong = await lessons.press(5, "knock-poker", 1, "knock", "", NAMES)
    assert (await lesson_page(wrong, texts, studio)).body.startswith(line)
    memory.step = 0
    begun_anew = await lessons.press(5, "knock-poker", 2, "draw", "stock", NAMES)
    assert begun_anew.number == 0
    assert (await lesson_page(begun_anew, texts, studio)).body.startswith(line)
    forged = await lessons.press(5, "knock-poker", 10**9, "draw", "stock", NAMES)
    assert forged.number == 0
    memory.step = 1
    twice = await lessons.press(5, "knock-poker", 0, *first.wanted, NAMES)
    assert line not in (await lesson_page(twice, texts, studio)).body, "a double tap shows what it leads to"


def vars_of(game: str) -> dict[str, object]:
    """The options of a game's usual rules, by name, and the chips with which everybody begins."""
    rules = GAMES[game].rules()
    agreed = {option.name: getattr(rules, option.name) for option in options(type(rules))}
    return agreed | {"chips": GAMES[game].usual_chips(rules)}


async def test_a_game_without_a_lesson_offers_none(texts: Texts, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Learn it" in labels_of(held(lobby_page(Lab(2).snapshot, texts)))
    assert "kb:0:0.0:learn:" in ids_of(held(help_page(texts)))
    monkeypatch.setattr("bot.ui.pages.lobby.taught", lambda: ())
    monkeypatch.setattr("bot.ui.pages.lesson.taught", lambda: ())
    assert "Learn it" not in labels_of(held(lobby_page(Lab(2).snapshot, texts)))
    assert "kb:0:0.0:learn:" not in ids_of(held(help_page(texts)))
    with pytest.raises(Refusal):
        await learning(Memory()).at(5, "no-such-game", NAMES)


async def test_whoever_leaves_can_come_back(texts: Texts) -> None:
    step = await learning(Memory()).at(5, taught()[0], NAMES)
    page = held(left_page(step, texts))
    (to,) = [Address.parse(custom_id) for custom_id in ids_of(page)]
    assert (to.verb in VERBS, to.argument) == (True, f"{step.game}.0.{GO_ON}=")
