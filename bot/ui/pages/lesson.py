"""A lesson's message: what the coach says, the table and the hand as in a panel, and the buttons of the moment."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final, get_args

from bot.i18n import Markup, Texts
from bot.service.lessons import NEXT, LessonStep
from bot.service.model import OwnCloth
from bot.ui.address import Address
from bot.ui.pages.betting import STAKING
from bot.ui.pages.cards import MOST_ON_A_PHONE, in_rows
from bot.ui.pages.emojis import NO_EMOJIS, CardEmojis
from bot.ui.pages.page import FELT, GOLD, GREY, Button, Choice, Page, Row, Select
from bot.ui.pages.panel import panel_page
from bot.ui.pages.rules import BEATS
from bot.ui.pictures.studio import Studio
from bot.ui.words.examples import charts_of
from bot.ui.words.lines import lines
from bot.ui.words.moves import last_moves
from engine.actions import Action
from engine.game import GAMES
from engine.rules import options

LEARN: Final = "learn"
"""The verb that begins a lesson or goes on with it; its argument is the game."""
LESSON: Final = "lesson"
"""The verb of what is pressed in a lesson: ``game.step.do=argument``."""
LESSON_BEATS: Final = "lesson-beats"
"""The verb that opens what beats what beside a lesson; its argument is a page of the rules."""
PRACTISE_GAME: Final = "practise-game"
"""The verb that opens a table to practise at, in direct messages; its argument is the game."""
LEAVE: Final = "leave"
"""What is done by whoever leaves a lesson; no action of the engine is called so."""
GO_ON: Final = "go-on"
"""What is done by whoever comes back to a lesson where it was left; no action of the engine is called so."""
OTHERS: Final = ("left", "second", "third", "fourth", "fifth")
"""How the coach's words name the players from the learner's left on."""
_ACTIONS: Final = frozenset(kind.do for kind in get_args(Action))
"""Everything that can be done at a table."""
_REASONS: Final = {
    "discard": ".other-discard",
    "fold": ".other-fold",
    "knock": ".other-knock",
    "pass": ".other-pass",
}
"""The forms of a step's text that say why an action isn't what is taught there, by that action. A step has them where
the reason is not the one for all other moves, ``.other``."""


def taught() -> tuple[str, ...]:
    """The games that have a lesson."""
    return tuple(name for name, game in GAMES.items() if game.telling.lesson is not None)


async def lesson_page(
    step: LessonStep,
    texts: Texts,
    studio: Studio,
    *,
    four_colour: bool = False,
    cloth: OwnCloth = "table",
    emojis: CardEmojis = NO_EMOJIS,
    in_dm: bool = True,
) -> Page:
    """A lesson at one of its steps.

    ``in_dm``: whether it is in direct messages, where one can practise.
    """
    table = step.private.table
    texts = texts.at(step.game, table.rules)
    panel = await panel_page(
        step.private,
        texts,
        studio,
        four_colour=four_colour,
        cloth=cloth,
        emojis=emojis,
        moves=step.news,
        drawn=True,  # the picture is sent anew with each step anyway
    )
    others = dict(zip(OTHERS, (sitter.name for sitter in table.players[1:]), strict=False))
    agreed = {option.name: getattr(table.rules, option.name) for option in options(type(table.rules))}
    numbers = {name: value for name, value in agreed.items() if isinstance(value, int)} | {"chips": table.buy_in}
    says = f"lesson-{step.game}-{step.says}"
    practice = texts(
        "lesson-practice.here" if in_dm else "lesson-practice", command=step.game, computers=len(table.players) - 1
    )
    heading = "lesson-heading.end" if step.last else "lesson-heading"
    return replace(
        panel,
        heading=texts(heading, game=texts.game(step.game), step=step.number + 1, steps=step.count),
        body=lines(
            texts("lesson-anew") if step.anew else None,
            texts("lesson-other.meanwhile") if step.meanwhile else None,
            texts("lesson-other.forgotten") if step.forgotten else None,
            _another(step, texts, others) if step.tried is not None else _happened(step, panel, texts),
            texts(says, **others, **numbers),
            *(("", practice) if step.last else ()),
        ),
        call=_call(step, texts, others | numbers),
        rows=(*(_played(panel.rows, step, texts) if step.asks else ()), _below(step, texts, in_dm=in_dm)),
        accent=GOLD if step.last else FELT,
    )


def _happened(step: LessonStep, panel: Page, texts: Texts) -> str | None:
    """What has happened since the step before, in small letters: the last moves, or what a deal has come to.

    The coach says how the learner stands; only where there is no picture the panel's words do, which tell what lies
    there. None: nothing is news.
    """
    table = step.private.table
    if step.last:
        return None
    if panel.picture is None:
        return panel.body or None
    told = panel.body if table.stage != "playing" else last_moves(table, texts).line if step.news else None
    return lines(*(texts("lesson-happened", line=Markup(line)) for line in told.splitlines())) if told else None


def _call(step: LessonStep, texts: Texts, told: dict[str, str | int]) -> str:
    """What is to be pressed next; nothing at the end."""
    if step.last:
        return ""
    if not step.asks:
        return texts("lesson-do.read")
    return texts("lesson-do", what=texts(f"lesson-{step.game}-{step.says}.do", **told))


def _another(step: LessonStep, texts: Texts, others: dict[str, str]) -> str:
    """What is said of another move than the one that is taught, and why that is better."""
    if not step.asks:
        return texts("lesson-other.read")
    says = f"lesson-{step.game}-{step.says}"
    own = f"{says}{_REASONS.get(step.tried or '', '.other')}"
    return texts("lesson-other", reason=texts(own if own in texts else f"{says}.other", **others))


def left_page(step: LessonStep, texts: Texts) -> Page:
    """After leaving a lesson: how to come back to it, in the same message."""
    again = _button("button-lesson-on", _address(step, GO_ON), texts)
    return Page(body=texts("lesson-left", game=texts.game(step.game)), rows=((again,),))


def moved_page(url: str, game: str, texts: Texts) -> Page:
    """In place of an older message of a lesson that goes on at the address ``url``."""
    there = Button(texts.plain("button-lesson-open"), url)
    return Page(body=texts("lesson-moved", game=texts.game(game)), rows=((there,),), accent=GREY)


def lesson_buttons(games: Sequence[str], texts: Texts) -> tuple[Row, ...]:
    """A button for each of these games' lessons, which brings it where it was left."""
    buttons = [
        Button(texts.plain("button-lesson-of", game=texts.plain.game(game)), Address.without_table(LEARN, game))
        for game in games
    ]
    return tuple(in_rows(buttons, MOST_ON_A_PHONE))


def learn_rows(texts: Texts, done: Collection[str] = (), begun: Collection[str] = ()) -> tuple[Row, ...]:
    """A list of the games that have a lesson; those in ``done`` are marked, and those in ``begun`` say that they go on.
    Buttons would fill a phone.
    """
    plain, goes_on = texts.plain, texts.plain("choice-learn.begun")
    choices = tuple(
        Choice(
            plain("choice-learn.done" if game in done else "choice-learn", game=plain.game(game)),
            game,
            description=goes_on if game in begun else "",
        )
        for game in taught()
    )
    return (Select(Address.without_table(LEARN), plain("select-learn"), choices),) if choices else ()


def _below(step: LessonStep, texts: Texts, *, in_dm: bool) -> tuple[Button, ...]:
    """What leads on where nothing is to be done, and out of the lesson."""
    leave = _button("button-lesson-leave.here", _address(step, LEAVE), texts)
    if step.last:
        practise = _button("button-lesson-practise", Address.without_table(PRACTISE_GAME, step.game), texts)
        return (
            *((replace(practise, stands_out=True),) if in_dm else ()),
            _button("button-lesson-again", Address.without_table(LEARN, step.game), texts),
            _button("button-rules", Address.without_table("rules", step.game), texts),
        )
    beats = (_beats(step, texts),) if charts_of(step.game, step.private.table.rules) else ()
    read_on = replace(_button("button-next-page", _address(step, NEXT), texts), stands_out=True)
    return (*beats, leave) if step.asks else (read_on, *beats, leave)


def _beats(step: LessonStep, texts: Texts) -> Button:
    """What beats what, beside the lesson: a page of the rules."""
    return _button("button-beats", Address.without_table(LESSON_BEATS, f"{step.game}.{BEATS}"), texts)


def _played(rows: tuple[Row, ...], step: LessonStep, texts: Texts) -> Iterator[Row]:
    """The panel's moves, which lead to the lesson here; whatever belongs to a table is left out."""
    for row in rows:
        if isinstance(row, Select):
            yield _marked(replace(row, to=_led(row.to, step)), step, texts)
        elif kept := tuple(_taught(b, step) for b in row if isinstance(b.to, Address) and _moves(b.to)):
            yield kept


def _marked(select: Select, step: LessonStep, texts: Texts) -> Select:
    """A list of the panel as it is in a lesson, with a mark on it and a word at the line that the coach asks for.

    The line isn't chosen beforehand: Discord tells nothing of a choice that is there already.
    """
    _, _, rest = select.to.argument.partition(f"{step.game}.{step.number}.")
    do, _, _ = rest.partition("=")
    if step.wanted not in [(do, choice.value) for choice in select.choices]:
        return select
    word = texts.plain("lesson-choice")
    return replace(
        select,
        placeholder=texts.plain("lesson-choice.list", list=select.placeholder),
        choices=tuple(
            replace(choice, description=word) if (do, choice.value) == step.wanted else choice
            for choice in select.choices
        ),
    )


def _taught(button: Button, step: LessonStep) -> Button:
    """A button of the panel as it is in a lesson; the one that the coach asks for stands out."""
    assert isinstance(button.to, Address), "links lead out of the lesson"
    to = _led(button.to, step)
    return replace(button, to=to, stands_out=to == _address(step, *step.wanted))


def _moves(to: Address) -> bool:
    return to.verb in _ACTIONS | STAKING


def _led(to: Address, step: LessonStep) -> Address:
    """Where a button of the panel leads in a lesson: every way to stake is a bet."""
    return _address(step, "bet" if to.verb in STAKING else to.verb, to.argument)


def _address(step: LessonStep, do: str, argument: str = "") -> Address:
    return Address.without_table(LESSON, f"{step.game}.{step.number}.{do}={argument}")


def _button(key: str, to: Address, texts: Texts) -> Button:
    return Button(texts.plain(key), to)
