"""Every verb, as a row: what a button's address may ask for, and which of these are slash commands, too."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, get_args

from bot.i18n import Markup
from bot.service.model import Refusal, Vote
from bot.ui.clicks import (
    absent,
    closing,
    learning,
    managing,
    personal,
    playing,
    privacy,
    reading,
    seats,
    server,
    setting_up,
)
from bot.ui.clicks.request import Request, Run, Said
from bot.ui.pages.betting import AMOUNT, STAKING
from bot.ui.pages.can import CAN, CAN_HERE, HINT_HERE
from bot.ui.pages.ending import AGREE, WITHDRAW
from bot.ui.pages.form import Form
from bot.ui.pages.hint import HINT
from bot.ui.pages.lesson import LEARN, LESSON, LESSON_BEATS, PRACTISE_GAME
from bot.ui.pages.manage import INVITE, LOCK, MANAGE, REMOVE_PERSON, RULES_ANEW, UNLOCK
from bot.ui.pages.moves import HAND
from bot.ui.pages.page import sentence
from bot.ui.pages.privacy import ERASE, EXPORT, PRIVACY
from bot.ui.pages.question import BACK as NO
from bot.ui.pages.question import SURE, Question, nothing_done
from bot.ui.pages.rules import BEATS
from bot.ui.pages.seating import BACK, GET_UP, JOIN, LEAVE_LESSON, LEVEL
from bot.ui.pages.server import (
    LOG,
    PURSE,
    PURSE_ASK,
    PURSE_FILL,
    SEASON,
    SERVER,
    SERVER_ASK,
    SERVER_FILL,
    SERVER_SET,
)
from bot.ui.pages.settings import SET
from bot.ui.pages.setup import CHOOSE, FILL, NUMBERS, SETUP
from bot.ui.pages.table import BESIDE_MORE
from bot.ui.pages.word import ADD_WORD, WORD
from bot.ui.words.links import message_url
from engine.actions import Action, Shuffle

Ask = Callable[[Request], Form | None]
"""Makes the form that a button opens; None if there is nothing to ask."""


class Shown(Enum):
    """Where the answer to a press appears."""

    TABLE = "table"
    """In the table's own message, where everybody sees what has changed; no words are needed beside it."""
    BESIDE = "beside"
    """In a new message that only the person sees."""
    PAGE = "page"
    """In the message that was pressed if that is private, else beside it."""
    HAND = "hand"
    """In the person's panel: the message that was pressed where that is one, else the one that is open in the channel,
    else a new one. Words take its place once there is nothing left to show there."""
    FORM = "form"
    """In a form to fill in."""


Asks = Callable[[Request], Awaitable[Question | None]]
"""Returns the question before what a press asks for; None where there is no need."""


class Reach(Enum):
    """Where a slash command can be called."""

    SERVERS = "servers"
    ANYWHERE = "anywhere"
    """In direct messages with the bot, too; it means the table at which the person is to do something."""
    TABLES = "tables"
    """Wherever a table can be; it means the table of that channel, or of those direct messages."""


@dataclass(frozen=True)
class Verb:
    """One thing that can be asked for."""

    name: str
    """Its name in addresses, and the slash command's name if there is one."""
    run: Run
    """What serves it."""
    shown: Shown
    of_the_moment: bool = False
    """Whether a button from an earlier moment is refused."""
    at_a_table: bool = True
    """Whether its button belongs to an open table."""
    action: str = ""
    """The engine's action that it carries out; "" for none."""
    hand_first: bool = False
    """Whether somebody who presses it under the table's message is first shown the hand, if that wasn't seen yet."""
    asks: Asks | None = None
    """What is asked once before it is done."""
    form: Ask | None = None
    """What makes the form that it opens, where that is not the one for an amount."""
    command: Reach | None = None
    """Where the slash command of that name can be called; None if there is none, or it is made elsewhere."""
    offered_to: str = ""
    """The permission that Discord offers the command to at first; "" for everybody. Whoever serves it looks again."""

    @property
    def in_lessons(self) -> bool:
        """Whether somebody who is in a lesson may mean that with the command, and not a table."""
        return bool(self.action) or self.name == HINT


async def _no_such_button(request: Request) -> None:
    raise AssertionError("a form is opened before anything is served")


TABLE: Final = "table"
"""The verb that shows where the table is."""


async def _table(request: Request) -> Said:
    """Brings the table's message down if other messages have pushed it up, and says where it is.

    In direct messages the panel is all there is of the table: it is the answer.
    """
    if request.at.in_dm:
        await playing.hand(request)
        return None
    await request.showing.publishers.bring_down(request.at.table_id)
    return request.texts("said-table", url=Markup(message_url(request.table)))


async def _sure(request: Request) -> Said:
    """Does what was asked about, or shows that nothing was done."""
    name, _, argument = str(request.given).partition("=")
    meant = VERBS.get(argument if name == NO else name)
    if meant is None or meant.asks is None:
        raise Refusal("unknown_button")
    if name == NO:
        if not meant.action:
            return nothing_done(request.texts)
        await playing.hand(request)
        return None
    # What is not of the moment may be done when others have moved on since the question.
    turn = request.turn if meant.of_the_moment else None
    said = await meant.run(replace(request, given=argument, turn=turn))
    return sentence(said) if isinstance(said, str) else said


ACTIONS: Final = tuple(kind.do for kind in get_args(Action) if kind is not Shuffle)
"""The actions of the engine that people do."""

_LOOKED_AT: Final = frozenset({"bet", "knock", "fold", "pass"})
"""The actions that nobody should do who has not seen the hand: they are final, or stake something on it."""
_ASKS: Final[Mapping[str, Asks]] = {"bet": playing.before_a_stake, "knock": playing.before_a_knock}

_ROWS: Final = (
    # what is played
    *(
        Verb(
            do,
            playing.action(do),
            Shown.HAND,
            of_the_moment=True,
            action=do,
            hand_first=do in _LOOKED_AT,
            asks=_ASKS.get(do),
            command=Reach.ANYWHERE,
        )
        for do in ACTIONS
    ),
    # other buttons that bring a stake to the amount in their address
    *(
        Verb(
            name,
            playing.action("bet"),
            Shown.HAND,
            of_the_moment=True,
            action="bet",
            hand_first=True,
            asks=playing.before_a_stake,
        )
        for name in sorted(STAKING.difference(ACTIONS))
    ),
    Verb(AMOUNT, _no_such_button, Shown.FORM, of_the_moment=True, hand_first=True),
    Verb(SURE, _sure, Shown.HAND, of_the_moment=True),
    Verb(HAND, playing.hand, Shown.HAND, command=Reach.ANYWHERE),
    # who is away, and whose turn is slow
    Verb(BACK, absent.back, Shown.HAND, command=Reach.ANYWHERE),
    *(Verb(kind, absent.vote(kind), Shown.HAND, of_the_moment=True) for kind in get_args(Vote)),
    # who sits at the table, and what the table does
    Verb(JOIN, seats.join_or_look, Shown.HAND, command=Reach.SERVERS),
    Verb(GET_UP, seats.leave, Shown.TABLE, asks=seats.before_leaving),
    Verb("start", seats.start, Shown.TABLE, of_the_moment=True, command=Reach.TABLES),
    Verb("close", seats.close, Shown.TABLE, asks=seats.before_closing),
    Verb(AGREE, closing.agree, Shown.TABLE),
    Verb(WITHDRAW, closing.withdraw, Shown.TABLE),
    Verb("open", closing.stay_open, Shown.TABLE),
    Verb("computer", seats.add_computer, Shown.TABLE),
    Verb(LEVEL, seats.choose_level, Shown.TABLE),
    Verb("remove", seats.remove_computer, Shown.TABLE),
    Verb("topup", seats.top_up, Shown.TABLE, command=Reach.TABLES),
    Verb("pause", seats.pause, Shown.TABLE),
    Verb("resume", seats.resume, Shown.TABLE),
    Verb("another", seats.another_game, Shown.TABLE, of_the_moment=True, asks=seats.before_another_game),
    Verb("practise", seats.practise, Shown.TABLE, of_the_moment=True),
    Verb("rematch", seats.rematch, Shown.TABLE, at_a_table=False),
    Verb(SETUP, setting_up.show, Shown.PAGE),
    Verb(CHOOSE, setting_up.choose, Shown.PAGE),
    Verb(NUMBERS, _no_such_button, Shown.FORM, form=setting_up.ask),
    Verb(FILL, setting_up.fill, Shown.PAGE),
    Verb(MANAGE, managing.show, Shown.PAGE, command=Reach.SERVERS),
    Verb(REMOVE_PERSON, managing.remove, Shown.PAGE, of_the_moment=True),
    Verb(INVITE, managing.invite, Shown.PAGE),
    Verb(LOCK, managing.lock, Shown.PAGE),
    Verb(UNLOCK, managing.unlock, Shown.PAGE),
    Verb(RULES_ANEW, managing.rules_anew, Shown.PAGE, of_the_moment=True, asks=managing.before_rules_anew),
    Verb("lines-on", seats.lines_on, Shown.TABLE),
    Verb("lines-off", seats.lines_off, Shown.TABLE),
    Verb(TABLE, _table, Shown.BESIDE, command=Reach.TABLES),
    # what is read
    Verb("more", reading.more, Shown.BESIDE, of_the_moment=True),
    Verb(BESIDE_MORE["rules"], reading.rules, Shown.BESIDE, at_a_table=False),
    Verb(BESIDE_MORE["chips"], reading.chips, Shown.BESIDE, at_a_table=False),
    Verb(BESIDE_MORE[MANAGE], managing.show, Shown.BESIDE),
    Verb("scores", reading.scores, Shown.BESIDE, of_the_moment=True),
    Verb("trick", reading.trick, Shown.BESIDE),
    Verb("verify", reading.verify, Shown.BESIDE),
    Verb(WORD, _no_such_button, Shown.FORM, form=reading.ask_word),
    Verb(ADD_WORD, reading.typed_word, Shown.BESIDE),
    Verb("open-cards", reading.open_cards, Shown.PAGE, at_a_table=False),
    Verb("rules", reading.rules, Shown.PAGE, at_a_table=False),
    Verb(BEATS, reading.beats, Shown.BESIDE),
    Verb(CAN, reading.can, Shown.BESIDE),
    Verb(CAN_HERE, reading.can, Shown.PAGE),
    Verb(HINT, reading.hint, Shown.BESIDE, of_the_moment=True, command=Reach.ANYWHERE),
    Verb(HINT_HERE, reading.hint, Shown.PAGE, of_the_moment=True),
    Verb(LEARN, learning.learn, Shown.BESIDE, at_a_table=False),
    Verb(LESSON, learning.step, Shown.TABLE, at_a_table=False),
    Verb(LEAVE_LESSON, learning.leave_lesson, Shown.PAGE, at_a_table=False),
    Verb(LESSON_BEATS, learning.beats, Shown.BESIDE, at_a_table=False),
    Verb(PRACTISE_GAME, learning.practise, Shown.BESIDE, at_a_table=False),
    Verb("page", reading.leaderboard, Shown.PAGE, at_a_table=False),
    Verb("chips", reading.chips, Shown.PAGE, at_a_table=False, command=Reach.SERVERS),
    Verb(SET, personal.press, Shown.PAGE, at_a_table=False),
    Verb(PRIVACY, privacy.privacy, Shown.PAGE, at_a_table=False, command=Reach.ANYWHERE),
    Verb(EXPORT, privacy.export, Shown.BESIDE, at_a_table=False),
    Verb(ERASE, privacy.erase, Shown.PAGE, at_a_table=False),
    # what is managed in a server
    Verb(SERVER, server.show, Shown.PAGE, at_a_table=False, command=Reach.SERVERS, offered_to="manage_guild"),
    Verb(SERVER_SET, server.choose, Shown.PAGE, at_a_table=False),
    Verb(SERVER_ASK, _no_such_button, Shown.FORM, at_a_table=False, form=server.ask),
    Verb(SERVER_FILL, server.fill, Shown.PAGE, at_a_table=False),
    Verb(PURSE, server.look_at_purse, Shown.PAGE, at_a_table=False),
    Verb(PURSE_ASK, _no_such_button, Shown.FORM, at_a_table=False, form=server.ask_about_purse),
    Verb(PURSE_FILL, server.fill_purse, Shown.PAGE, at_a_table=False),
    Verb(SEASON, server.season, Shown.PAGE, at_a_table=False),
    Verb(LOG, server.log, Shown.PAGE, at_a_table=False, command=Reach.SERVERS, offered_to="manage_channels"),
    Verb("help", reading.help_, Shown.PAGE, at_a_table=False, command=Reach.ANYWHERE),
)

VERBS: Final[Mapping[str, Verb]] = {row.name: row for row in _ROWS}
"""Every verb by its name."""
assert len(VERBS) == len(_ROWS), "no verb has two rows"
