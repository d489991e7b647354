"""What people do at a table besides playing: sit down, get up, deal, close. Commands and buttons share these.

Each returns the sentence for whoever asked, and raises Refusal if it is impossible.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from bot.i18n import Markup, Texts
from bot.service.model import Refusal, Snapshot
from bot.ui.clicks.learning import leave_lesson
from bot.ui.clicks.managing import panel_anew
from bot.ui.clicks.opening import check_channel, check_may_open, closes_for, may_close_any, moderates
from bot.ui.clicks.reading import more_anew
from bot.ui.clicks.request import Request, Said, id_in, shows_the_table
from bot.ui.pages.page import sentence
from bot.ui.pages.question import Question
from bot.ui.pages.seating import GET_UP, which_to_leave
from bot.ui.showing.answer import Way, is_private
from bot.ui.words.chips import bounded, brings_chips_home, has_chips, left_behind, stacks_after, taken_back
from bot.ui.words.computers import names_of
from bot.ui.words.links import channel_mention, message_url
from bot.ui.words.table import closers
from engine.game import GAMES

DOUBLE_TAP: Final = 5.0
"""Seconds between the two presses of a double tap, at most; a later one asks again."""


async def join(request: Request, *, again: bool = False) -> str:
    """Sits down. ``again``: only whoever has sat at that table before. Raises Refusal."""
    _, said = await _sit_down(request, again=again)
    return said


async def _sit_down(request: Request, *, again: bool) -> tuple[Snapshot, str]:
    """Does what ``join`` does; the table after it, and what is said."""
    at, texts = request.at, request.texts
    person = request.person(at)
    table = await request.service.seats.join(at.table_id, person, request.key, request.turn, again=again)
    later = "said-joined-closing" if table.closing else "said-joined-later"
    said = later if table.stage == "playing" else "said-joined"
    sitter = table.seated(person.user_id)
    chips = sitter.chips if sitter is not None else table.buy_in
    carried = chips > table.buy_in and not (table.supply or table.practice)
    why = texts("said-carried-back", usual=texts.chips(table.buy_in)) if carried else None
    return table, sentences(texts(_as_played(said, table), chips=texts.chips(chips)), why)


async def join_or_look(request: Request) -> Said:
    """Sits down; for somebody who sits there already the button opens the panel."""
    table, user_id, panels = request.table, request.interaction.user.id, request.showing.panels
    pressed = request.answer.way is not Way.PRIVATE
    if pressed and table.seated(user_id) is not None:
        async with panels.answering(table.table_id, user_id):
            await panels.show(request.answer, request.service.private_of(table.table_id, user_id), anew=True)
        return None
    table, said = await _sit_down(request, again=False)
    if not pressed:
        return said
    if not is_private(request.interaction):
        return None  # it is seen in the table's message who has sat down
    told = await more_anew(request, table, said)
    return sentence(told) if isinstance(told, str) else told


async def leave_anywhere(request: Request) -> Said:
    """Gets up from the channel's table, else from the only one at which the person sits; of several, one is chosen.

    In direct messages somebody who sits at none leaves the lesson that is open. With both, the person is asked.
    """
    user_id = request.interaction.user.id
    in_channel = request.service.table_in(request.interaction.channel_id or 0)
    in_dm = request.interaction.guild_id is None
    mine = request.service.tables_of(user_id)
    in_a_lesson = in_dm and request.desk.open_lessons.of(user_id) is not None
    if in_a_lesson and not mine:
        return await leave_lesson(request)
    if request.key in request.desk.doubtful:
        raise Refusal("which_table")
    if in_dm and in_channel is None and not mine:
        raise Refusal("no_table_of_yours")
    clear = not mine or (in_channel is not None and in_channel.seated(user_id) is not None)
    if clear and not in_a_lesson:
        return await leave(request)
    if len(mine) > 1 or in_a_lesson:
        seats = [(table, request.desk.channel_name(table.channel_id)) for table in mine]
        return which_to_leave(seats, request.texts, in_a_lesson=in_a_lesson)
    (table,) = mine
    return await leave(request.about(table))


async def leave(request: Request) -> Said:
    """Gets up; a table in direct messages is closed with that."""
    at, texts = request.at, request.texts
    person = request.person(at)
    if at.in_dm:  # nobody else sits there who could play on
        before = request.table
        if before.seated(person.user_id) is None:
            raise Refusal("not_seated")
        closed = await request.service.way_out.close_now(at.table_id, person, request.key)
        return sentences(_elsewhere(request, closed), closed_at_once(before, closed, texts))
    table = await request.service.seats.leave(at.table_id, person, request.key, request.turn)
    there = _elsewhere(request, table)
    if table.seated(person.user_id) is not None:
        return sentences(there, texts(_going_home("said-leaving", table)))
    back, less = taken_back(table, texts, person.user_id), bounded(table, texts, person.user_id)
    return await more_anew(request, table, sentences(there, texts(_going_home("said-left", table)), back, less))


def _elsewhere(request: Request, table: Snapshot) -> str | None:
    """Which table it is, if it isn't that of the channel; None where it is."""
    if request.interaction.channel_id == table.channel_id:
        return None
    form = ".dm" if table.in_dm else ""
    game, channel = request.texts.game(table.game), channel_mention(table)
    return request.texts(f"said-at-table{form}", game=game, channel=channel)


def closed_at_once(before: Snapshot, table: Snapshot, texts: Texts) -> str:
    """Says that a table is closed that didn't wait for the end of its deal, and what becomes of that."""
    taken = before.stage == "playing" and table.deal_taken_back
    form = "" if not taken else ".deal" if brings_chips_home(table) else ".bare"
    said = texts(f"said-closed-now{form}", deal=before.turn.deal)
    return sentences(said, left_behind(table, texts), taken_back(table, texts))


async def start(request: Request) -> str:
    """Deals the next deal."""
    at, before = request.at, request.turn
    try:
        table = await request.service.start(at.table_id, request.person(at), request.key, before)
    except Refusal as refused:
        table = request.table
        dealt = before is not None and table.turn.deal == before.deal + 1
        if refused.code != "stale" or not dealt or table.seated(request.interaction.user.id) is None:
            raise  # else somebody has just pressed it, too, and it is done
    return request.texts("said-dealt", deal=table.turn.deal)


async def close(request: Request) -> Said:
    """Closes the table, also one of another version, which has no buttons."""
    texts = request.texts
    orphan = request.service.orphan_in(request.interaction.channel_id or 0) if request.turn is None else None
    if orphan is not None:
        person = request.desk.person(request.interaction, orphan.guild_id)
        closed = await request.service.way_out.close_orphan(
            orphan.table_id, person, moderator=may_close_any(request.interaction)
        )
        request.showing.unreadable.closed(closed)
        return texts("said-closed")
    at = request.at
    table = await request.service.close(
        at.table_id, request.person(at), request.key, request.turn, moderator=moderates(request)
    )
    if table.stage != "closed":
        said = closers(table, texts) or texts("said-closing")
        return await panel_anew(request, table, await more_anew(request, table, said))
    told = sentences(texts(_going_home("said-closed", table)), left_behind(table, texts), taken_back(table, texts))
    return sentences(told, _summary(request, table))


def _summary(request: Request, table: Snapshot) -> str | None:
    """A link to what a closed table came to; None if no deal was played, or in direct messages."""
    if not table.dealt or table.in_dm:
        return None
    return request.texts("said-summary", url=Markup(message_url(table)))


async def pause(request: Request) -> Said:
    """Has the next deal wait until somebody starts it."""
    return await _paused(request, paused=True)


async def resume(request: Request) -> Said:
    """Lets deals start by themselves again."""
    return await _paused(request, paused=False)


async def _paused(request: Request, *, paused: bool) -> Said:
    """Has it so that the next deal waits, or not; says so where that is so already.

    A page of **More** that was pressed shows what can be done now: it may be older than what somebody else has done.
    """
    at, table = request.at, request.table
    done = table.paused is paused and table.seated(request.interaction.user.id) is not None
    if not done:
        table = await request.service.going_on.pause(
            at.table_id, request.person(at), request.key, request.turn, paused=paused
        )
    said = request.texts(f"said-{'paused' if paused else 'resumed'}{'.already' if done else ''}")
    return await more_anew(request, table, said)


async def another_game(request: Request) -> str:
    """Goes on with another game, at a new table for the same people."""
    at, game = request.at, _game_chosen(request)
    check_channel(request.desk, request.interaction, at)
    table = await request.service.going_on.another_game(
        at.table_id,
        request.person(at),
        game,
        request.key,
        request.turn,
        moderator=moderates(request),
    )
    return request.texts("said-another.here" if table.in_dm else "said-another", game=request.texts.game(table.game))


def _game_chosen(request: Request) -> str:
    """The other game, as it was chosen or as the question about it names it. Raises Refusal."""
    game = request.chosen or str(request.given)
    if game not in GAMES:
        raise Refusal("unknown_button")
    return game


async def before_another_game(request: Request) -> Question | None:
    """The question before the table is closed for others who sit there, to go on with another game; None where it will
    be refused, or where nobody else sits there. Raises Refusal."""
    table, texts, game = request.table, request.texts, _game_chosen(request)
    check_channel(request.desk, request.interaction, request.at)
    others = closes_for(request)
    if not others or table.turn != request.turn:
        return None
    said = texts(
        f"asked-another.{stacks_after(table, GAMES[game])}",
        game=texts.game(table.game),
        next=texts.game(game),
        names=others,
        count=len(others),
    )
    return Question(said, "another", game)


async def practise(request: Request) -> str:
    """Goes on as practice where one person is left at a table for chips."""
    at = request.at
    check_channel(request.desk, request.interaction, at)
    await request.service.going_on.practise(at.table_id, request.person(at), request.key, request.turn)
    return request.texts("said-practise")


async def rematch(request: Request) -> str | None:
    """Opens a table like the one that was closed, and leads to it whoever asked. Raises Refusal."""
    try:
        at = request.at
    except Refusal as refusal:
        if refusal.code != "table_gone":
            raise
        raise Refusal("rematch_too_late") from None
    check_may_open(request.desk, request.interaction, at)
    there = await request.service.going_on.rematch(at.table_id, request.person(at), request.key)
    game = request.texts.game(there.game)
    if there.in_dm:
        return request.texts("said-rematch", game=game)
    await request.showing.publishers.bring_down(there.table_id)
    lobby = request.service.snapshot_of(there.table_id) or there
    await request.tell(request.texts("said-rematch.link", game=game, url=Markup(message_url(lobby))))
    return None


async def before_closing(request: Request) -> Question | None:
    """The question before the table is closed for others who sit there. Raises Refusal."""
    if request.table.closing:
        return None
    others = closes_for(request)  # nobody where it is a vote
    return Question(request.texts("asked-close", names=others, count=len(others)), "close") if others else None


async def before_leaving(request: Request) -> Question | None:
    """The question before somebody gets up who plays in the deal; None where there is none. Raises Refusal."""
    table = request.table
    sitter = table.seated(request.interaction.user.id)
    if table.in_dm or table.stage != "playing" or sitter is None or sitter.seat is None:
        return None
    if sitter.leaving or sitter.away:
        return None  # a computer player plays there already
    return Question(request.texts("asked-leave.closing" if table.closing else "asked-leave"), GET_UP)


async def top_up(request: Request) -> Said:
    """Brings the person's stack back to the buy-in; a panel or a page of **More** that was pressed says so at its top,
    and shows what can be done now. A double tap is told of once."""
    at, texts, pressed = request.at, request.texts, request.interaction.message
    person = request.person(at)
    again = pressed is not None and request.showing.panels.presses(
        at.table_id, person.user_id, (pressed.id, request.interaction.custom_id), DOUBLE_TAP
    )
    try:
        table, added = await request.service.seats.top_up(at.table_id, person, request.key, request.turn)
    except Refusal as refused:
        if again and refused.code == "nothing_to_top_up":
            return None
        raise
    sitter = table.seated(person.user_id)
    chips = sitter.chips if sitter is not None else added
    back, adds = taken_back(table, texts, person.user_id), texts.chips(added)
    told = sentences(back, texts("said-topped-up", added=adds, chips=texts.chips(chips)))
    if back is not None and pressed is not None and shows_the_table(request):
        await request.tell(told)  # the table's message shows the stack, and not what was taken
        return None
    if await _in_the_panel(request, table, sentences(back, texts("said-topped-up.brief", added=adds)), told):
        return None
    return await more_anew(request, table, told)


async def _in_the_panel(request: Request, table: Snapshot, brief: str, told: str) -> bool:
    """Whether the person's panel was pressed; it then shows that at its top: ``brief`` where it tells the stack below,
    else ``told``."""
    pressed, user_id = request.interaction.message, request.interaction.user.id
    panels = request.showing.panels if pressed is not None and not table.in_dm else None
    if pressed is None or panels is None or not panels.has(table.table_id, user_id, pressed.id):
        return False
    async with panels.answering(table.table_id, user_id):
        private = request.service.private_of(table.table_id, user_id)
        await panels.show(request.answer, private, (told if private.view is None else brief,))
    return True


async def lines_on(request: Request) -> Said:
    """Has a line about each deal stay in the channel."""
    return await _lines(request, leave=True)


async def lines_off(request: Request) -> Said:
    """Has nothing stay in the channel but the table."""
    return await _lines(request, leave=False)


async def _lines(request: Request, *, leave: bool) -> Said:
    at = request.at
    table = await request.service.setting_up.leave_lines(
        at.table_id, request.person(at), leave, request.key, moderator=moderates(request)
    )
    return await more_anew(request, table, request.texts(f"said-lines-{'on' if leave else 'off'}"))


async def add_computer(request: Request) -> Said:
    """Seats a computer player of the level that was chosen last; its name is in the language that everybody reads."""
    at = request.at
    names = partial(names_of, request.texts if at.in_dm else request.desk.texts_in(at.guild_id))
    table = await request.service.seats.add_computer(at.table_id, request.person(at), names, request.key, request.turn)
    return await more_anew(request, table, request.texts("said-computer-added"))


async def choose_level(request: Request) -> Said:
    """Chooses how well the next computer player plays."""
    at, level = request.at, request.chosen or ""
    table = await request.service.seats.choose_level(at.table_id, request.person(at), level, request.key, request.turn)
    return await more_anew(request, table, request.texts("said-level", level=level))


async def remove_computer(request: Request) -> Said:
    """Has the computer player get up who came last when the button was made."""
    at = request.at
    meant = id_in(str(request.given))
    table = await request.service.seats.remove_computer(at.table_id, request.person(at), request.key, sitting_id=meant)
    return await more_anew(request, table, request.texts("said-computer-removed"))


def sentences(*said: str | None) -> str:
    """The sentences that are not None, one after another."""
    return Markup(" ").join([text for text in said if text is not None])


def _as_played(said: str, table: Snapshot) -> str:
    """The form of a sentence for a table with chips of people's own, for one with the house's, or for one without."""
    if not has_chips(table):
        return f"{said}.bare"
    return f"{said}.practice" if table.practice else said


def _going_home(said: str, table: Snapshot) -> str:
    """The form of a sentence for a table from which chips go to purses, or for one from which none do."""
    return said if brings_chips_home(table) else f"{said}.bare"
