"""What hosts do besides playing, what others can only vote for, and whom a table takes."""

from __future__ import annotations

import pytest

from bot.service.model import Person
from tests.bot.named import named
from tests.bot.service.conftest import ANN, BO, CY, DEE, GUILD, House
from tests.bot.service.refusals import refused
from tests.bot.service.supply import quiet


async def remove(house: House, by: Person, who: Person, *, moderator: bool = False) -> None:
    sitting = house.seated(who).sitting_id
    await house.service.hosting.remove(house.id, by, sitting, house.key, moderator=moderator)


async def test_the_host_removes_somebody_between_deals_with_the_chips_home(house: House) -> None:
    await house.table(ANN, BO, CY)
    await house.service.start(house.id, ANN, house.key)
    await refused("deal_running", remove(house, ANN, BO))
    await house.deal_to_end(ANN, BO, CY)
    stack = house.stack(BO)
    await refused("only_the_host", remove(house, CY, BO))
    await refused("not_yourself", remove(house, ANN, ANN))
    await remove(house, ANN, BO)
    assert house.now.seated(BO.user_id) is None
    assert (await house.chips())["Bo"] == 180 + stack
    await refused("was_removed", house.service.seats.join(house.id, BO, house.key))
    await house.restart()
    await refused("was_removed", house.service.seats.join(house.id, BO, house.key))
    await house.service.hosting.invite(house.id, ANN, BO.user_id, house.key, moderator=False)
    await house.service.seats.join(house.id, BO, house.key)
    assert house.now.seated(BO.user_id) is not None


async def test_a_moderator_removes_the_host_and_the_next_person_hosts(house: House) -> None:
    await house.table(ANN, BO)
    await refused("not_seated", remove(house, DEE, ANN))
    await remove(house, DEE, ANN, moderator=True)
    assert house.now.host_id == BO.user_id


async def test_whoever_hosts_after_the_host_has_left_is_new_until_the_next_deal(house: House) -> None:
    await house.table(ANN, BO, CY)
    assert not house.now.new_host
    await house.service.seats.leave(house.id, ANN, house.key)
    assert (house.now.host_id, house.now.new_host) == (BO.user_id, True)
    await house.service.start(house.id, BO, house.key)
    assert (house.now.host_id, house.now.new_host) == (BO.user_id, False)
    await house.service.seats.leave(house.id, BO, house.key)
    assert (house.now.host_id, house.now.new_host) == (CY.user_id, True)


async def test_nobody_who_is_away_hosts_while_others_are_there(house: House) -> None:
    await house.table(ANN, BO, CY)
    await house.service.start(house.id, ANN, house.key)
    await goes_away(house, BO)
    await house.service.seats.leave(house.id, ANN, house.key)
    assert house.now.host_id == CY.user_id


async def test_whoever_sits_down_among_those_who_are_leaving_hosts(house: House) -> None:
    await house.table(ANN)
    await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    await house.service.start(house.id, ANN, house.key)
    await house.service.seats.leave(house.id, ANN, house.key)
    assert house.now.stage == "playing"
    await house.service.seats.join(house.id, BO, house.key)
    assert house.now.host_id == BO.user_id


async def goes_away(house: House, person: Person) -> None:
    """A computer player takes over for that person."""
    table = await house.service._in_memory.whole(house.id)
    async with table.lock:
        await house.service._play.take_over(table, house.seated(person), f"away {person.user_id}")


async def test_erasing_everything_is_no_way_back_to_a_table(house: House) -> None:
    await house.table(ANN, BO, CY)
    await remove(house, ANN, BO)
    await house.service.seats.leave(house.id, CY, house.key)
    for person in (BO, CY):
        await house.store.privacy.erase(person.user_id)
    await refused("was_removed", house.service.seats.join(house.id, BO, house.key))
    await refused("purse_too_small", house.service.seats.join(house.id, CY, house.key))  # nothing else keeps her away
    await house.restart()
    await refused("was_removed", house.service.seats.join(house.id, BO, house.key))
    await house.service.going_on.another_game(house.id, ANN, "dompe", house.key)
    await refused("was_removed", house.service.seats.join(house.id, BO, house.key))
    await house.service.hosting.invite(house.id, ANN, BO.user_id, house.key, moderator=False)
    await refused("purse_too_small", house.service.seats.join(house.id, BO, house.key))


async def test_a_rematch_keeps_the_lock_and_who_was_removed(house: House) -> None:
    await house.table(ANN, BO, CY)
    await remove(house, ANN, BO)
    await remove(house, ANN, CY)
    await house.store.privacy.erase(CY.user_id)
    await house.service.hosting.lock(house.id, ANN, True, house.key, moderator=False)
    old = house.id
    await house.service.close(old, ANN, house.key)
    for person, why in ((BO, "was_removed"), (CY, "was_removed"), (DEE, "table_locked")):
        await refused(why, house.service.going_on.rematch(old, person, house.key))
    await house.service.going_on.rematch(old, ANN, house.key)
    assert house.id != old
    assert house.now.locked
    for person, why in ((BO, "was_removed"), (CY, "was_removed"), (DEE, "table_locked")):
        await refused(why, house.service.seats.join(house.id, person, house.key))


async def test_nobody_new_sits_down_at_a_locked_table_but_who_is_invited(house: House) -> None:
    await house.table(ANN, BO)
    await refused("only_the_host", house.service.hosting.lock(house.id, BO, True, house.key, moderator=False))
    await house.service.hosting.lock(house.id, ANN, True, house.key, moderator=False)
    assert house.now.locked
    await refused("table_locked", house.service.seats.join(house.id, CY, house.key))
    await house.restart()
    assert house.now.locked
    await refused("table_locked", house.service.seats.join(house.id, CY, house.key))
    await refused("only_the_host", house.service.hosting.invite(house.id, BO, CY.user_id, house.key, moderator=False))
    await house.service.hosting.invite(house.id, ANN, CY.user_id, house.key, moderator=False)
    await house.service.seats.join(house.id, CY, house.key)
    await house.service.seats.leave(house.id, BO, house.key)
    await house.service.seats.join(house.id, BO, house.key)  # whoever has sat there before is not new
    await house.service.hosting.lock(house.id, ANN, False, house.key, moderator=False)
    await house.service.seats.join(house.id, DEE, house.key)
    assert len(house.now.sitters) == 4


async def test_whoever_sits_there_is_not_invited_and_nothing_is_logged(house: House) -> None:
    await house.table(ANN, BO)
    logged = await house.service.servers.log(GUILD, 1)
    for person in (ANN, BO):
        invites = house.service.hosting.invite(house.id, ANN, person.user_id, house.key, moderator=False)
        assert await refused("sits_here", invites) == {"name": person.name}
    assert await house.service.servers.log(GUILD, 1) == logged


async def test_others_close_by_a_vote_of_most_of_those_seated(house: House) -> None:
    await house.table(ANN, BO, CY)
    table_id = house.id
    await refused("not_seated", house.service.close(table_id, DEE, house.key))
    asked = await house.service.close(table_id, BO, house.key)
    assert (asked.stage, asked.closers) == ("lobby", {BO.user_id})
    again = await house.service.close(table_id, BO, house.key)
    assert again.stage == "lobby", "nobody votes twice"
    assert (await house.service.close(table_id, CY, house.key)).stage == "closed"


async def test_nobody_sits_down_with_friends_to_end_what_others_play(house: House) -> None:
    eve = Person(GUILD, 1004, "Eve")
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    newcomers = (CY, DEE, eve)
    for person in newcomers:
        await house.service.seats.join(house.id, person, house.key)
        await refused("no_vote_to_close", house.service.close(house.id, person, house.key))
    await house.deal_to_end(ANN, BO)
    for person in newcomers:
        await refused("no_vote_to_close", house.service.close(house.id, person, house.key))
    assert house.now.electors == {ANN.user_id, BO.user_id}
    await house.service.start(house.id, ANN, house.key)
    for person in newcomers:
        await house.service.close(house.id, person, house.key)
    assert house.now.closing, "who plays has a vote"


async def test_newcomers_close_a_table_at_which_nobody_is_left_who_has_played(house: House) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    await house.service.seats.join(house.id, CY, house.key)
    await house.service.seats.join(house.id, DEE, house.key)
    await house.deal_to_end(ANN, BO)
    for person in (ANN, BO):
        await house.service.seats.leave(house.id, person, house.key)
    assert (house.now.host_id, house.now.electors) == (CY.user_id, {CY.user_id, DEE.user_id})
    await house.service.close(house.id, DEE, house.key)
    assert house.now.closers == {DEE.user_id}


async def test_a_vote_is_over_with_the_next_deal_and_counts_only_who_sits_there(house: House) -> None:
    await house.table(ANN, BO, CY)
    await house.service.close(house.id, BO, house.key)
    await house.service.start(house.id, ANN, house.key)
    assert house.now.closers == frozenset()
    assert not (await house.service.close(house.id, CY, house.key)).closing
    await house.service.seats.leave(house.id, CY, house.key)
    assert house.now.closers == frozenset()
    assert not (await house.service.close(house.id, BO, house.key)).closing, "it takes two of the two who stay"
    assert (await house.service.close(house.id, ANN, house.key)).closing, "the host just closes"


async def test_votes_to_close_are_kept_over_a_restart(house: House) -> None:
    await house.table(ANN, BO, CY, DEE)
    for person in (BO, CY):
        await house.service.close(house.id, person, house.key)
    table_id = house.id
    await house.restart()
    assert house.now.closers == {BO.user_id, CY.user_id}
    assert (await house.service.close(table_id, DEE, house.key)).stage == "closed"


async def test_whoever_asks_again_to_close_is_not_noted_again(house: House) -> None:
    await house.table(ANN, BO)
    await house.service.start(house.id, ANN, house.key)
    for _ in range(3):
        assert (await house.service.close(house.id, ANN, house.key)).closing
    found = (await house.service.servers.log(ANN.guild_id, 1)).entries
    assert [entry.what for entry in found].count("closing") == 1


async def test_who_had_voted_to_close_does_so_again_once_the_table_stays_open(house: House) -> None:
    await house.table(ANN, BO, CY)
    await house.service.start(house.id, ANN, house.key)
    for person in (BO, CY):
        await house.service.close(house.id, person, house.key)
    assert house.now.closing
    await house.service.way_out.stay_open(house.id, CY, house.key)
    assert not (await house.service.close(house.id, BO, house.key)).closing, "two of three have to vote anew"
    assert (await house.service.close(house.id, CY, house.key)).closing


async def test_whoever_has_voted_to_close_may_take_that_back_as_long_as_it_decides(house: House) -> None:
    await house.table(ANN, BO, CY)
    await house.service.start(house.id, ANN, house.key)
    for person in (BO, CY):
        await house.service.close(house.id, person, house.key)
    assert house.now.closing
    await house.service.way_out.stay_open(house.id, BO, house.key)
    assert not house.now.closing, "without Bo's vote one of three wants it"


async def test_a_vote_to_close_that_decides_nothing_yet_is_taken_back_by_whoever_gave_it(house: House) -> None:
    await house.table(ANN, BO, CY)
    stay_open = house.service.way_out.stay_open
    await refused("not_closing", stay_open(house.id, BO, house.key))
    for dealt in (False, True):
        if dealt:
            await house.service.start(house.id, ANN, house.key)
        await house.service.close(house.id, BO, house.key)
        for person in (ANN, CY):
            await refused("not_voted_to_close", stay_open(house.id, person, house.key))
        await refused("not_voted_to_close", stay_open(house.id, ANN, house.key, moderator=True))
        await refused("not_seated", stay_open(house.id, DEE, house.key))
        await stay_open(house.id, BO, house.key)
        await house.restart()
        stay_open = house.service.way_out.stay_open
        assert house.now.closers == frozenset()
        await house.service.close(house.id, CY, house.key)
        assert not house.now.closing, "Bo's vote counts no more"
        assert house.now.closers == {CY.user_id}


async def test_no_host_keeps_a_table_open_against_the_votes_of_most_people(house: House) -> None:
    await house.table(ANN, BO, CY, DEE)
    await house.service.start(house.id, ANN, house.key)
    for person in (BO, CY, DEE):
        await house.service.close(house.id, person, house.key)
    assert house.now.closing
    await refused("closing_voted", house.service.way_out.stay_open(house.id, ANN, house.key))
    await house.restart()
    await refused("closing_voted", house.service.way_out.stay_open(house.id, ANN, house.key))
    await house.service.way_out.stay_open(house.id, DEE, house.key)
    assert not house.now.closing, "without Dee's vote two of four want it"
    await house.service.close(house.id, ANN, house.key)
    await house.service.way_out.stay_open(house.id, ANN, house.key)
    assert not house.now.closing, "what the host wanted alone"
    for person in (BO, CY, DEE):
        await house.service.close(house.id, person, house.key)
    await house.service.way_out.stay_open(house.id, ANN, house.key, moderator=True)
    assert not house.now.closing, "who manages the channel may"


async def test_a_person_alone_with_computer_players_just_closes(house: House) -> None:
    await house.table(ANN, BO)
    await house.service.seats.add_computer(house.id, ANN, named("Ada"), house.key)
    await house.service.seats.leave(house.id, ANN, house.key)
    assert (await house.service.close(house.id, BO, house.key)).stage == "closed"


@pytest.mark.parametrize("moderator", [False, True])
async def test_between_games_the_rules_can_be_changed_at_a_new_table(house: House, moderator: bool) -> None:
    await house.table(ANN, BO)
    await house.service.hosting.lock(house.id, ANN, True, house.key, moderator=False)
    await house.service.start(house.id, ANN, house.key)
    await house.deal_to_end(ANN, BO)
    stacks = {s.name: s.chips for s in house.now.sitters}
    await refused("only_the_host", house.service.going_on.other_rules(house.id, BO, house.key))
    by = DEE if moderator else ANN
    there = await house.service.going_on.other_rules(house.id, by, house.key, moderator=moderator)
    assert (there.stage, there.host_id, there.locked) == ("lobby", ANN.user_id, True)
    assert {s.name: s.chips for s in there.sitters} == stacks
    await refused("table_locked", house.service.seats.join(house.id, CY, house.key))


async def test_rules_are_not_changed_in_the_middle_of_a_game(house: House) -> None:
    await house.table(ANN, BO, CY, game="poch", buy_in=60)
    await house.service.start(house.id, ANN, house.key)
    await refused("deal_running", house.service.going_on.other_rules(house.id, ANN, house.key))
    await quiet(house, ANN, BO, CY)
    assert house.now.game_on
    await refused("game_on", house.service.going_on.other_rules(house.id, ANN, house.key))


async def test_another_game_is_the_hosts_choice_and_takes_along_who_may_not_come(house: House) -> None:
    await house.table(ANN, BO, CY)
    await house.service.start(house.id, ANN, house.key)
    await house.deal_to_end(ANN, BO, CY)
    await remove(house, ANN, CY)
    await refused("only_the_host", house.service.going_on.another_game(house.id, BO, "dompe", house.key))
    await house.service.going_on.another_game(house.id, DEE, "dompe", house.key, moderator=True)
    assert (house.now.game, house.now.host_id) == ("dompe", ANN.user_id)
    await refused("was_removed", house.service.seats.join(house.id, CY, house.key))
