"""Coming back, and going on without somebody who takes long."""

from __future__ import annotations

from bot.service.model import Refusal, Snapshot, Vote
from bot.ui.clicks import seats
from bot.ui.clicks.refusals import explain
from bot.ui.clicks.request import Request, Run, Said
from bot.ui.words.absence import votes_for, votes_needed


async def back(request: Request) -> Said:
    """The person is back and plays; whoever has lost the seat meanwhile sits down again. Raises Refusal."""
    request = _meant(request)
    table, user_id = request.table, request.interaction.user.id
    sitter = table.seated(user_id)
    if sitter is None:
        return await seats.join(request, again=True)
    async with request.showing.panels.answering(table.table_id, user_id):
        if sitter.away:
            await request.service.absence.back(table.table_id, request.person(request.at), request.key)
        await _show(request, request.texts("said-back" if sitter.away else "said-here"))
    return None


def _meant(request: Request) -> Request:
    """The command in direct messages is about the only table at which a computer player plays for the person."""
    interaction = request.interaction
    if interaction.guild_id is not None or interaction.custom_id is not None:
        return request
    user_id = interaction.user.id
    away = [t for t in request.service.tables_of(user_id) if (sitter := t.seated(user_id)) is not None and sitter.away]
    return request.about(away[0]) if len(away) == 1 else request


def vote(kind: Vote) -> Run:
    """Returns a function that votes for that about a slow turn, and shows the panel."""

    async def run(request: Request) -> None:
        table, user_id, texts = request.table, request.interaction.user.id, request.texts
        async with request.showing.panels.answering(table.table_id, user_id):
            try:
                after = await request.service.absence.vote(
                    table.table_id, request.person(request.at), kind, request.key, request.turn
                )
            except Refusal as refusal:
                if not request.answer.updates:
                    raise
                said = explain(refusal, texts, request.table)
            else:
                waited_for = table.to_act.name if table.to_act is not None else ""
                counts = {"count": votes_for(after)[kind], "needed": votes_needed(after)}
                said = texts(_done(kind, after, table), name=waited_for, **counts)
            await _show(request, said)

    return run


def _done(kind: Vote, after: Snapshot, before: Snapshot) -> str:
    """What is said after a vote: that it was done, or how many are for it."""
    if after.turn == before.turn and (after.to_act is None or not after.to_act.computer):
        return f"said-voted-{kind}"
    return "said-skipped" if kind == "skip" else "said-replaced"


async def _show(request: Request, notice: str) -> None:
    private = request.service.private_of(request.at.table_id, request.interaction.user.id)
    await request.showing.panels.show(request.answer, private, (notice,))
