"""Lessons: begun from a command or a button, and gone through in direct messages, step by step."""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.service.lessons import LessonStep
from bot.service.model import NO_SERVER, Refusal, table_there
from bot.ui.clicks import reading
from bot.ui.clicks.request import Request
from bot.ui.desk import Desk
from bot.ui.open_lessons import OpenLesson
from bot.ui.pages.lesson import GO_ON, LEAVE, left_page, lesson_page, moved_page
from bot.ui.pages.page import NOTHING_KEPT, Button, Page, sentence
from bot.ui.showing.places import InDirectMessages
from bot.ui.showing.sending import FAILURES, persevere, sent_directly
from bot.ui.words.computers import names_of
from engine.game import GAMES
from engine.players.base import Level

log = logging.getLogger(__name__)


async def learn(request: Request) -> Page:
    """Begins a game's lesson, or goes on with it, in direct messages; here where those are closed.

    Without a game it is that of the channel's table. Raises Refusal where the game has no lesson.
    """
    found = await request.service.lessons.at(request.interaction.user.id, _game(request), _names(request))
    page = await _page(request, found, in_dm=True)
    sent = await sent_directly(log, request.interaction.user, page, "a lesson")
    if sent is None:
        return await _page(request, found, in_dm=False)
    _opened(request, OpenLesson(found.game, sent.channel.id, sent.id, request.desk.clock()))
    in_dm = request.interaction.context.dm_channel
    form = (".here-on" if in_dm else ".on") if found.goes_on else (".here" if in_dm else "")
    said = request.texts(f"lesson-sent{form}", game=request.texts.game(found.game))
    open_it = Button(request.texts.plain("button-lesson-open"), sent.jump_url)
    return replace(sentence(said), rows=() if in_dm else ((open_it,),))


async def step(request: Request) -> Page:
    """What somebody does in a lesson. Raises Refusal."""
    game, number, what = [*str(request.given).split(".", 2), "", ""][:3]
    do, _, argument = what.partition("=")
    if not number.isdecimal():
        raise Refusal("unknown_button")
    lessons, user_id, names = request.service.lessons, request.interaction.user.id, _names(request)
    if (newer := _newer(request, game)) is not None:
        return moved_page(newer.url, game, request.texts)
    if do == LEAVE:
        return await _left(request, game)
    if do == GO_ON:
        found = await lessons.at(user_id, game, names)
    else:
        given = request.chosen if request.chosen is not None else argument
        found = await lessons.press(user_id, game, int(number), do, given, names)
    if (newer := _newer(request, game)) is not None:  # it was opened anew meanwhile: else each would lead to the other
        return moved_page(newer.url, game, request.texts)
    _note_place(request, found)
    return await _page(request, found, in_dm=request.interaction.guild_id is None)


def _newer(request: Request, game: str) -> OpenLesson | None:
    """That lesson in a newer direct message than the one that was pressed; None where that is the newest."""
    interaction = request.interaction
    if interaction.guild_id is not None or interaction.message is None:
        return None
    return request.desk.open_lessons.newer(interaction.user.id, game, interaction.message.id)


def _note_place(request: Request, found: LessonStep) -> None:
    """Keeps in mind where in direct messages the person is in a lesson, until its end."""
    interaction = request.interaction
    if interaction.guild_id is not None or interaction.message is None:
        return
    if found.last:
        request.desk.open_lessons.finish(interaction.user.id, found.game)
    else:
        now = request.desk.clock()
        _opened(request, OpenLesson(found.game, interaction.message.channel.id, interaction.message.id, now))


def _opened(request: Request, lesson: OpenLesson) -> None:
    """The lesson goes on there; an older message of it is closed, and leads there."""
    older = request.desk.open_lessons.note(request.interaction.user.id, lesson)
    if older is not None:
        page = moved_page(lesson.url, lesson.game, request.texts)
        request.desk.spawn(_replaced(request, older, page))


async def _replaced(request: Request, lesson: OpenLesson, page: Page) -> bool:
    """Shows the page in place of the lesson; whether that was possible: its message may be deleted."""
    place = InDirectMessages(request.interaction.client, request.interaction.user.id)
    try:
        await persevere(lambda: place.edit(lesson.channel_id, lesson.message_id, page, NOTHING_KEPT), attempts=3)
    except FAILURES:
        return False
    return True


def meant_lesson(desk: Desk, user_id: int, channel_id: int, do: str) -> OpenLesson | None:
    """The lesson that the person may mean with a command in direct messages, rather than a table; None for none.

    ``do``: the action of that command; "" for a hint, which people want in every lesson.
    """
    lesson = desk.open_lessons.in_mind(user_id, channel_id, desk.clock())
    return lesson if lesson is not None and (not do or GAMES[lesson.game].has(do)) else None


async def leave_lesson(request: Request) -> Page:
    """Leaves the lesson that is open in direct messages, as its button does. Raises Refusal where there is none."""
    user_id = request.interaction.user.id
    lesson = request.desk.open_lessons.of(user_id)
    if lesson is None:
        raise Refusal("stale")
    page = await _left(request, lesson.game)
    if not await _replaced(request, lesson, page):
        return page  # the way back is here
    return sentence(page.body)


async def _left(request: Request, game: str) -> Page:
    """Leaves that lesson; the page that leads back to it. Raises Refusal where the game has none."""
    user_id = request.interaction.user.id
    step = await request.service.lessons.left_at(user_id, game, _names(request))
    request.desk.open_lessons.leave(user_id)
    return left_page(step, request.texts)


async def beats(request: Request) -> Page:
    """What beats what, beside a lesson: that page of the rules alone, from which nothing leads away from the lesson."""
    return replace(await reading.rules(request), rows=())


async def practise(request: Request) -> str:
    """Opens a table to practise a game at, in the direct messages where it is asked for; its panel comes by itself.

    As many computer players sit there as in the game's lesson, so that one press on **Start** begins. Raises Refusal.
    """
    game, channel_id, desk = GAMES.get(str(request.given)), request.interaction.channel_id, request.desk
    lesson = game.telling.lesson if game is not None else None
    if game is None or lesson is None or channel_id is None or request.interaction.guild_id is not None:
        raise Refusal("unknown_button")
    if desk.service.table_in(channel_id) is not None:
        raise table_there(NO_SERVER)
    person = desk.person(request.interaction, NO_SERVER)
    rules = game.rules()
    chips = game.usual_chips(rules)
    others = names_of(request.texts, "regular")[: lesson.seats - 1]
    computers: tuple[tuple[str, Level], ...] = tuple((name, "regular") for name in others)
    await desk.service.open(person, channel_id, game.name, rules, chips, False, request.key, computers=computers)
    return request.texts("said-practise-game", game=request.texts.game(game.name), computers=len(computers))


def _game(request: Request) -> str:
    wanted = request.chosen or request.given
    return str(wanted) if wanted else request.table.game


def _names(request: Request) -> tuple[str, ...]:
    """The learner, and computer players."""
    return request.interaction.user.display_name, *names_of(request.texts, "regular")


async def _page(request: Request, found: LessonStep, *, in_dm: bool) -> Page:
    chosen = await request.desk.settings(request.interaction.user.id)
    return await lesson_page(
        found,
        request.texts,
        request.desk.studio,
        four_colour=chosen.four_colour,
        cloth=chosen.cloth,
        emojis=request.desk.emojis,
        in_dm=in_dm,
    )
