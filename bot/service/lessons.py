"""Lessons: guided first deals at no table. A lesson's step says all: it is played anew whenever it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.service.deal import dealt
from bot.service.model import NO_SERVER, Private, Refusal, Sitter, Snapshot, Told, Turn
from bot.store.people import People
from engine.actions import Action, Draw, Knock, Meld, argument
from engine.cards import Card, Rank
from engine.game import GAMES, Game
from engine.lessons import LEARNER, Lesson, LessonDeal, Step, moves_before, moves_of
from engine.rules import Rules
from engine.stakes import Stakes

NEXT = "next"
"""What is done at a step at which there is nothing to do but to read on."""


@dataclass(frozen=True)
class LessonStep:
    """A lesson at one of its steps."""

    game: str
    number: int
    """The step, from 0."""
    count: int
    """How many steps the lesson has, its end not counted."""
    says: str
    """The name of what the coach says."""
    private: Private
    """The table as the learner sees it."""
    asks: bool
    """Whether the learner is to do something at the table, and not only to read on."""
    wanted: tuple[str, str]
    """What the learner is to do, as buttons have it: an action's name and its argument; ``NEXT`` to read on."""
    news: bool = True
    """Whether the last moves have not been told at the step before."""
    tried: str | None = None
    """The name of the action that the learner has just tried where something else is taught; None: there was none."""
    meanwhile: bool = False
    """Whether the press came from a copy of the lesson at another step, so that this one comes unexpectedly."""
    forgotten: bool = False
    """Whether nothing is known any more of how far the person had come."""
    anew: bool = False
    """Whether the lesson has just begun again, because it had been gone through to its end."""
    goes_on: bool = False
    """Whether the learner had opened the lesson before, and comes back to where it was left."""

    @property
    def last(self) -> bool:
        """Whether this is the lesson's end."""
        return self.number == self.count


class Lessons:
    """Leads people through lessons, and keeps how far they have come."""

    def __init__(self, people: People) -> None:
        self._people = people

    async def at(self, user_id: int, game: str, names: Sequence[str]) -> LessonStep:
        """Opens the lesson for the person at the step reached; one that is at its end begins anew.

        A lesson is begun when it is opened, whether or not anything is done in it. ``names``: those of the learner and
        of computer players. Raises Refusal where the game has no lesson.
        """
        lesson = _lesson(game)
        known = await self._people.lesson_step(user_id, game)
        number = min(known or 0, len(lesson.steps) - 1)
        anew = number == len(lesson.steps) - 1
        if anew:
            number = 0
        if anew or known is None:
            await self._people.learn(user_id, game, number, done=False)
        goes_on = known is not None and not anew
        return replace(_shown(GAMES[game], lesson, number, names, user_id), anew=anew, goes_on=goes_on)

    async def left_at(self, user_id: int, game: str, names: Sequence[str]) -> LessonStep:
        """The step at which the person leaves the lesson. Raises Refusal where the game has no lesson."""
        lesson = _lesson(game)
        number = min(await self._people.lesson_step(user_id, game) or 0, len(lesson.steps) - 1)
        return _shown(GAMES[game], lesson, number, names, user_id)

    async def begun(self, user_id: int) -> tuple[str, ...]:
        """The games whose lessons the person has opened and is not through."""
        steps = await self._people.lesson_steps(user_id)
        taught = {name: game.telling.lesson for name, game in GAMES.items()}
        return tuple(
            name
            for name, lesson in taught.items()
            if lesson is not None and name in steps and steps[name] < len(lesson.steps) - 1
        )

    async def press(
        self, user_id: int, game: str, number: int, do: str, given: str, names: Sequence[str]
    ) -> LessonStep:
        """The step after what the person has done at a step; the same one if that was something else.

        A press at another step than the one reached changes nothing. Raises Refusal where the game has no lesson.
        """
        lesson = _lesson(game)
        steps = lesson.steps
        known = await self._people.lesson_step(user_id, game)
        reached = min(known or 0, len(steps) - 1)
        if number != reached and known is None:
            await self._people.learn(user_id, game, reached, done=False)
            return replace(_shown(GAMES[game], lesson, reached, names, user_id), forgotten=True)
        if number != reached:
            # After a double press the step shown is what the press leads to: nothing is to be explained.
            follows = number == reached - 1 and (do, given) == _wanted(steps[number][1])
            return replace(_shown(GAMES[game], lesson, reached, names, user_id), meanwhile=not follows)
        if (do, given) != _wanted(steps[number][1]):
            return replace(_shown(GAMES[game], lesson, number, names, user_id), tried=do)
        number = min(number + 1, len(steps) - 1)
        await self._people.learn(user_id, game, number, done=number == len(steps) - 1)
        return _shown(GAMES[game], lesson, number, names, user_id)


def _lesson(game: str) -> Lesson:
    found = GAMES[game].telling.lesson if game in GAMES else None
    if found is None:
        raise Refusal("no_lesson")
    return found


def _wanted(step: Step) -> tuple[str, str]:
    """What the learner is to do at a step, as buttons have it."""
    return (NEXT, "") if step.do is None else _written(step.do)


def _written(action: Action) -> tuple[str, str]:
    """An action as buttons have it: its name and its argument."""
    given = argument(action)
    return action.do, given.notation if isinstance(given, Card | Rank) else "" if given is None else str(given)


def _dealt(game: Game[Any], rules: Rules, lesson: Lesson, place: int) -> Any:
    """A deal of the lesson before its first move; it begins with what the deals before it have come to."""
    chips = game.usual_chips(rules)
    stakes = Stakes(lesson.dealer, (chips,) * lesson.seats, supply=chips if game.money.ends_broke else 0)
    for before in lesson.deals[:place]:
        state = game.new_deal(rules, lesson.seats, stakes, game.pack(rules, lesson.seats).deck(before.deck))
        for action in moves_of(before):
            state, _ = game.apply(state, action)
        stakes = state.result.stakes
    return game.new_deal(rules, lesson.seats, stakes, game.pack(rules, lesson.seats).deck(lesson.deals[place].deck))


def _shown(game: Game[Any], lesson: Lesson, number: int, names: Sequence[str], user_id: int) -> LessonStep:
    """The lesson at a step, played from the beginning of that step's deal."""
    deal, step = lesson.steps[number]
    rules = game.rules()
    chips = game.usual_chips(rules)
    state = _dealt(game, rules, lesson, lesson.deals.index(deal))
    told = [dealt(game, state)]
    for seq, action in enumerate(moves_before(deal, step), start=1):
        state, events = game.apply(state, action)
        told.append(Told(seq, events))
    view = game.observe(state, None)
    if step.do is None:
        view = replace(view, to_act=())  # the learner reads: nobody is called on
    sitters = tuple(
        Sitter(seat + 1, user_id if seat == LEARNER else None, names[seat], view.seats[seat].chips, seat)
        for seat in range(lesson.seats)
    )
    snapshot = Snapshot(
        table_id=0,
        guild_id=NO_SERVER,
        channel_id=0,
        game=game.name,
        rules=rules,
        buy_in=chips,
        four_colour=False,
        host_id=user_id,
        stage="playing" if state.result is None else "between",
        turn=Turn(lesson.deals.index(deal) + 1, len(told) - 1),
        deal_id=None,
        sitters=sitters,
        players=sitters,
        view=view,
        told=tuple(told),
        root="",
        shuffles_due=None,
        pot=view.pot,
        practice=True,
    )
    private = Private(snapshot, sitters[LEARNER], game.observe(state, LEARNER))
    asks = step.do is not None
    wanted, news = _wanted(step), _news(deal, step)
    return LessonStep(game.name, number, len(lesson.steps) - 1, step.says, private, asks, wanted, news)


def _news(deal: LessonDeal, step: Step) -> bool:
    """Whether anybody has done more since the step before in that deal than the learner, whose turn goes on."""
    place = deal.steps.index(step)
    return place == 0 or not all(isinstance(move, Draw | Knock | Meld) for move in deal.steps[place - 1].moves)
