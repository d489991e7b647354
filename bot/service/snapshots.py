"""What is public about a table, and how a person who sits there sees it: made once, until something changes."""

from __future__ import annotations

from bot.service.model import Private, Refusal, Snapshot
from bot.service.table import Seen, Table
from bot.service.votes import closers, electors, users_for, voters, votes_of


def snapshot(table: Table) -> Snapshot:
    """Everything public about the table: the same object until something about it changes."""
    seen = _seen(table)
    if seen.public is None:
        seen.public = made_public(table)
    return seen.public


def _seen(table: Table) -> Seen:
    """What was made of the table as it is now."""
    seen, version = table.seen, table.version
    if seen.version != version:
        seen.version, seen.public, seen.own = version, None, {}
    return seen


def made_public(table: Table) -> Snapshot:
    """Everything public about the table, made anew."""
    deal, present = table.deal, table.present_number
    return Snapshot(
        table_id=table.table_id,
        guild_id=table.guild_id,
        channel_id=table.channel_id,
        game=table.game.name,
        rules=table.rules,
        buy_in=table.setup.buy_in,
        four_colour=table.setup.four_colour,
        host_id=table.host_id,
        stage=table.stage,
        turn=table.turn,
        deal_id=deal.deal_id if deal else None,
        sitters=table.present(),
        players=table.players(),
        view=table.game.observe(deal.state, None) if deal else None,
        told=tuple(deal.told) if deal else (),
        root=table.root(present),
        shuffles_due=table.shuffles_due,
        pot=table.pot,
        pools=table.pools,
        supply=table.supply,
        levelled=deal.levelled if deal else (),
        game_on=table.game_on,
        deal_of_game=deal.state.stakes.deals + 1 if deal else 0,
        deadline=table.timing.deadline if table.playing else None,
        turn_seconds=table.timing.turn_seconds,
        usual_turn=table.timing.usual_turn,
        idle_seconds=table.timing.idle_seconds,
        slow=table.timing.slow if table.playing else False,
        reminders=table.timing.reminders if table.playing else 0,
        votes=votes_of(table),
        voters=voters(table),
        ended=table.row.ended,
        lost_seats=tuple(gone for gone in table.lost_seats if all(s.user_id != gone[0] for s in table.sitters)),
        settings=table.setup.settings,
        locked=table.row.locked,
        new_host=table.host_changed_in == table.dealt,
        closers=closers(table),
        electors=electors(table),
        fillable=table.fillable,
        agreed=users_for(table, "end"),
        between_games=table.between_games,
        practice=table.practice,
        to_practise=table.to_practise,
        paused=table.row.paused,
        one_left=table.one_left,
        evening=table.evening,
        next_game=table.row.next_game,
        next_deal_at=None if table.playing else table.timing.next_deal_at,
        closing=table.row.closing,
        dealt=table.dealt,
        shared=table.shared,
        taken_back=tuple(table.payouts.taken_back.items()),
        bounds=tuple(table.payouts.bounds.items()),
        capped=table.capped(deal) if deal else (),
        in_debt=table.payouts.in_debt,
        live_message=table.live_message,
        result_lines=table.setup.result_lines,
        deal_taken_back=table.deal_taken_back and table.deal is None,
    )


def private(table: Table, user_id: int) -> Private:
    """The table as one seated person sees it: the same object until something about it changes. Raises Refusal."""
    own = _seen(table).own
    if user_id not in own:
        own[user_id] = made_private(table, user_id)
    return own[user_id]


def made_private(table: Table, user_id: int) -> Private:
    """The table as one seated person sees it, made anew. Raises Refusal."""
    public = snapshot(table)
    sitter = public.seated(user_id)
    if sitter is None or sitter.leaving:
        raise Refusal("leaving" if sitter is not None else "not_seated")
    view = None
    if table.deal is not None and sitter.seat is not None:
        view = table.game.observe(table.deal.state, sitter.seat)
    return Private(public, sitter, view, table.absent.get(sitter.sitting_id, 0))


def private_to_player(table: Table, user_id: int) -> Private:
    """The same for a person who has acted in the deal, who may have got up as it ended. Raises Refusal."""
    try:
        return private(table, user_id)
    except Refusal:
        player = next((player for player in table.players() if player.user_id == user_id), None)
        if table.playing or table.deal is None or player is None:
            raise
    return Private(snapshot(table), player, table.game.observe(table.deal.state, player.seat))
