"""Buttons that somebody has made up: other people's, of other moments, with any argument. None shows another's hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import partial
from unittest.mock import Mock

import discord
import pytest

from bot.i18n import Catalogue
from bot.local.testing.driver import Person
from bot.local.testing.seen import Answer, DriverError, InteractionFailedError, Seen
from bot.service.model import Refusal
from bot.ui.address import Address
from bot.ui.clicks.verbs import VERBS
from engine.cards import Card
from tests.bot.ui.evening import Evening, ids, panel, seated, sides

CHANGING = {"join", "leave", "close", "start", "open", "agree", "remove", "computer", "another", "erase", "export"}
"""Verbs that would change the table for somebody who sits there; they have tests of their own."""
EXAMPLES = {"beats", "rules", "more-rules", "learn", "lesson", "lesson-beats", "help"}
"""Verbs that show cards of no table: examples, which are always the same."""
BUTTONS = 25
"""In one message."""


def is_it(message: Seen, number: str) -> bool:
    return message.id == number


async def given_out(night: Evening, custom_ids: Iterable[str]) -> list[tuple[Seen, str]]:
    """Messages in the channel with buttons of these custom ids: more than any client of Discord would let one send."""
    channel = night.client.get_partial_messageable(night.channel_id)
    found, wanted = [], list(custom_ids)
    for some in (wanted[first : first + BUTTONS] for first in range(0, len(wanted), BUTTONS)):
        view = discord.ui.View(timeout=None)
        for custom_id in some:
            view.add_item(discord.ui.Button(label="x", custom_id=custom_id))
        view.stop()
        sent = await channel.send("forged", view=view)
        message = await night.you.wait_for(partial(is_it, number=str(sent.id)))
        found += [(message, custom_id) for custom_id in some]
    return found


def made_up(night: Evening, others: Iterable[str]) -> Iterator[str]:
    """Every verb at that table, now and in the past, and all that stands on somebody else's panel."""
    table = night.table
    yield from (custom_id for custom_id in others if custom_id.split(":")[3] not in EXAMPLES)
    for verb in VERBS.keys() - EXAMPLES:
        for argument in ("", "1", "stock"):
            yield str(Address(table.table_id, table.turn, verb, argument))


def told(answer: Answer) -> str:
    """All of an answer that somebody sees or finds in it: words, alt texts, buttons, names of files."""
    return json.dumps([m.payload for m in answer.messages] + [answer.modal], ensure_ascii=False)


def names_of(card: Card, catalogue: Catalogue) -> tuple[str, ...]:
    texts = catalogue.for_locale("en-US")
    return (texts.card_short(card), texts.plain.card(card), f':{card.notation}"', f"_{card.notation.lower()}:")


@pytest.mark.parametrize("game", ["knock-poker", "knock-rummy"])
async def test_no_made_up_button_shows_another_hand(night: Evening, catalogue: Catalogue, game: str) -> None:
    await seated(night, game)
    holder, other = sides(night)
    stranger = await night.people.guest("Cy")
    public = repr((night.table.view, night.table.told))
    hidden = [card for card in hand_of(night, holder) if repr(card) not in public]
    assert len(hidden) >= 3
    forged = dict.fromkeys(made_up(night, ids(panel(holder).components)))
    pressed = 0
    for person, custom_ids in ((stranger, forged), (other, (i for i in forged if i.split(":")[3] not in CHANGING))):
        own = set(hand_of(night, other)) if person is other else set()
        for message, custom_id in await given_out(night, [i for i in custom_ids if i.split(":")[3] != "join"]):
            said = await answered(person, message, custom_id)
            pressed += said != ""
            for card in set(hidden) - own:
                for name in names_of(card, catalogue):
                    assert name not in said, (person.name, custom_id, name)
    assert pressed > 100, "most are answered"
    assert night.table.stage == "playing"
    assert night.table.turn.seq == 0, "and nothing was played for anybody"


def hand_of(night: Evening, person: Person) -> tuple[Card, ...]:
    """The cards that somebody holds at the table."""
    view = night.service.private_of(night.table.table_id, int(person.id)).view
    assert view is not None
    return view.hand


async def answered(person: Person, message: Seen, custom_id: str) -> str:
    """What the person sees of the answer; nothing where there is none."""
    try:
        return told(await person.click(message, custom_id=custom_id))
    except (InteractionFailedError, DriverError):
        return ""


async def test_a_made_up_button_in_another_server_leads_to_no_table_of_this_one(two: Evening) -> None:
    at, table = Address(two.table.table_id, two.table.turn, "hand"), two.table
    elsewhere = Mock(guild_id=table.guild_id + 1, channel_id=1, user=Mock(id=int(two.ann.id)))
    with pytest.raises(Refusal, match="table_gone"):
        two.client.clicks._finder(at, elsewhere, open_alone=False)()
    here = Mock(guild_id=table.guild_id, channel_id=1, user=Mock(id=int(two.ann.id)))
    assert two.client.clicks._finder(at, here, open_alone=False)().table_id == table.table_id


async def test_a_made_up_button_in_direct_messages_leads_nobody_to_a_table_of_others(night: Evening) -> None:
    """Whoever presses there may be in another server, or in none."""
    await seated(night)
    stranger = await night.people.guest("Cy")
    channel = await stranger.open_dm()
    made = [
        str(Address(night.table.table_id, night.table.turn, name))
        for name, verb in VERBS.items()
        if verb.at_a_table and verb.form is None
    ]
    for some in (made[first : first + BUTTONS] for first in range(0, len(made), BUTTONS)):
        view = discord.ui.View(timeout=None)
        for custom_id in some:
            view.add_item(discord.ui.Button(label="x", custom_id=custom_id))
        view.stop()
        sent = await night.client.get_partial_messageable(int(channel)).send("forged", view=view)
        message = await stranger.wait_for(partial(is_it, number=str(sent.id)), channel=channel)
        for custom_id in some:
            said = await answered(stranger, message, custom_id)
            assert night.you.name not in said, custom_id
            assert f"/{night.channel_id}/" not in said, custom_id
    assert night.table.seated(int(stranger.id)) is None
    assert not night.table.closers
