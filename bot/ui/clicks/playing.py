"""Carries out one action of a person, from a button or a command, and answers with the hand that is left."""

from __future__ import annotations

import asyncio

from bot.i18n import Texts
from bot.service.model import Private, Refusal
from bot.ui.clicks.refusals import Misunderstanding, explain
from bot.ui.clicks.request import Argument, Request, Run, Typed
from bot.ui.pages.betting import bad_amount, no_raise
from bot.ui.pages.form import amount_of
from bot.ui.pages.moves import LOOKS
from bot.ui.pages.question import Question
from bot.ui.showing.private_pages import PageKind
from bot.ui.words.risks import risky_knock, risky_stake
from engine.actions import ARGUMENTS, Action, Bet, Knock
from engine.cards import Card, Rank, card, rank
from engine.errors import IllegalAction


def argument_of(do: str, text: str) -> Card | Rank | str | int | None:
    """An action's argument as it stands in an address. Raises ValueError."""
    if not text:
        return None
    match ARGUMENTS.get(do):
        case "card":
            return card(text)
        case "rank":
            return rank(text)
        case "amount":
            return int(text)
        case "from":
            return text
        case _:
            return None


def action(do: str) -> Run:
    """Returns a function that does that action of the engine and shows the hand."""

    async def run(request: Request) -> None:
        await _act(request, do)

    return run


async def _act(request: Request, do: str) -> None:
    """Raises Refusal or IllegalAction unless the answer already is a private hand."""
    at, panels, service, user_id = request.at, request.showing.panels, request.service, request.interaction.user.id
    async with panels.answering(at.table_id, user_id):
        notices: tuple[str, ...] = ()
        again = panels.presses(at.table_id, user_id, (request.turn, do, request.given, request.chosen))
        try:
            person = request.person(at)
            argument = _argument(request, do)
            private = await service.act(at.table_id, person, do, argument, request.key, request.turn)
            request.showing.has_acted(at.table_id, user_id)
        except (Refusal, IllegalAction, Misunderstanding) as error:
            tapped_twice = again and isinstance(error, Refusal) and error.code == "stale"
            if not tapped_twice:
                panels.presses(at.table_id, user_id, None)  # to press it once more is no double tap: it wasn't done
            if tapped_twice and request.answer.public:  # below a page, whose first tap brought the panel
                await request.answer.withdraw()
                return
            if not request.answer.updates:
                raise
            # Whoever pressed looks at a panel: it is brought up to date, and says why nothing else happened.
            private = service.private_of(at.table_id, user_id)
            notices = () if tapped_twice else (explain(error, request.texts, private.table),)
        await panels.show(request.answer, private, notices)


def _argument(request: Request, do: str) -> Card | Rank | str | int | None:
    """The action's argument. Raises Refusal or Misunderstanding."""
    given: Argument = request.given if request.chosen is None else request.chosen
    if isinstance(given, Typed):
        return _typed_amount(request, given)
    if isinstance(given, str):
        try:
            return argument_of(do, given)
        except ValueError:
            raise Refusal("unknown_button") from None
    return given


def _typed_amount(request: Request, typed: Typed) -> int:
    """The number of chips that was typed. Raises Refusal or Misunderstanding."""
    private = request.service.private_of(request.at.table_id, request.interaction.user.id)
    table, view = private.table, private.view
    texts = request.texts.at_table(table).plain
    try:
        amount = amount_of(typed.text)
    except ValueError:
        raise Misunderstanding(bad_amount(typed.text, view, texts)) from None
    if (why := no_raise(amount, view, texts)) is not None:
        raise Misunderstanding(why)
    return amount


async def before_a_stake(request: Request) -> Question | None:
    """The question before a stake that takes most of what the person has; none where the hint of this moment is
    to make it.

    Raises Refusal or Misunderstanding.
    """
    stake = _argument(request, "bet")
    private = await _looked(request)
    hint = _hinted(request, private)
    if private.view is None or not isinstance(stake, int) or (isinstance(hint, Bet) and hint.amount == stake):
        return None
    text = risky_stake(private.view, stake, _texts_at(request, private))
    return Question(text, "bet", str(stake)) if text is not None else None


async def before_a_knock(request: Request) -> Question | None:
    """The question before a knock with a weak hand; none where the person's hint of this moment is to knock.

    Raises Refusal.
    """
    private = await _looked(request)
    table = private.table
    if isinstance(_hinted(request, private), Knock):
        return None
    seen = await request.service.seen_by(table.table_id, request.interaction.user.id, table.turn)
    if seen is None:
        return None
    text = await asyncio.to_thread(risky_knock, *seen, _texts_at(request, private))
    return Question(text, "knock") if text is not None else None


async def _looked(request: Request) -> Private:
    """The table as the person sees it at the button's moment. Raises Refusal."""
    return await request.service.look(request.at.table_id, request.interaction.user.id, request.turn)


def _texts_at(request: Request, private: Private) -> Texts:
    return request.texts.at_table(private.table)


def _hinted(request: Request, private: Private) -> Action | None:
    """What the person's hint of this moment was; None where there was none."""
    table = private.table
    hint = request.service.hints.given(table.table_id, request.interaction.user.id, table.turn)
    return hint.action if hint is not None else None


async def hand(request: Request) -> None:
    """Shows the person's panel as it is, or as it is asked for from now on: in melds or by rank, with more or less.

    Where it is asked for at the table's message it comes anew, at the bottom of the channel.
    """
    at, panels, user_id = request.at, request.showing.panels, request.interaction.user.id
    async with panels.answering(at.table_id, user_id):
        private = request.service.private_of(at.table_id, user_id)
        if isinstance(request.given, str) and (looks := LOOKS.get(request.given)):
            panels.change(at.table_id, user_id, private.table.turn.deal, **looks)
        await panels.show(request.answer, private, anew=True)
    if not request.answer.updates and request.pressed_on(PageKind.ADVICE, private.table):
        # The panel came below it, and not in its place.
        request.showing.private_pages[PageKind.ADVICE].over(at.table_id, user_id)
