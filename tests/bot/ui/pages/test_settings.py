"""The panel of settings: everything can be changed there, and what it offers is what it takes."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from bot.i18n import Markup, Texts
from bot.store.model.people import PersonSettings
from bot.ui.address import Address
from bot.ui.pages.settings import changed_by, settings_page
from tests.bot.ui.evening import Evening, dm
from tests.bot.ui.held import BUTTON, SELECT, Component, held, labels_of, texts_of

EACH = [field.name for field in fields(PersonSettings) if field.name not in {"locale", "computers"}]
"""What a person chooses there; the language is Discord's, and a computer player's level is chosen where it is added."""


def offers(settings: PersonSettings, texts: Texts) -> list[dict[str, Any]]:
    """What each press on the panel changes."""
    found = []
    for component in held(settings_page(settings, texts)):
        if component["type"] == BUTTON:
            found.append(changed_by(Address.parse(component["custom_id"]).argument, None))
        if component["type"] == SELECT:
            argument = Address.parse(component["custom_id"]).argument
            found += [changed_by(argument, option["value"]) for option in component["options"]]
    return found


def selected(flat: list[Component]) -> list[str]:
    """The lines of the selects that are chosen."""
    options = [option for component in flat if component["type"] == SELECT for option in component["options"]]
    return [option["label"] for option in options if option.get("default")]


@pytest.mark.parametrize("name", EACH)
def test_every_setting_can_be_changed_on_the_panel(name: str, texts: Texts) -> None:
    now = PersonSettings()
    there = [changes[name] for changes in offers(now, texts) if name in changes]
    assert any(value != getattr(now, name) for value in there)
    assert all(replace(now, **{name: value}) for value in there)


def test_what_is_chosen_stands_there(texts: Texts) -> None:
    flat = held(settings_page(PersonSettings("here", four_colour=True, cut=7, ask_first=False), texts))
    assert selected(flat) == [
        "My hand: in the channel, for me alone, when I ask for it",
        "Called by name: when I haven’t acted for a while",
        "Pictures: as each table has them",
        "My cut: 7 cards",
    ]
    assert labels_of(flat) == ["Hand in four colours: on", "Ask before risky moves: off", "Top up by itself: off"]
    assert "Saved" not in texts_of(flat)
    assert "Saved" in texts_of(held(settings_page(PersonSettings(), texts, changed=True)))


def test_a_switch_turns_over_what_it_says(texts: Texts) -> None:
    for on in (True, False):
        assert {"ask_first": not on} in offers(PersonSettings(ask_first=on), texts)
        assert {"ask_first": on} not in offers(PersonSettings(ask_first=on), texts)


@pytest.mark.parametrize(
    ("argument", "chosen"),
    [
        ("locale", "de"),
        ("locale=on", None),
        ("cut", "52"),
        ("cut", "x"),
        ("hand", "everywhere"),
        ("hand", None),
        ("", None),
    ],
)
def test_what_the_panel_does_not_offer_changes_nothing(argument: str, chosen: str | None) -> None:
    with pytest.raises(ValueError, match="no setting"):
        changed_by(argument, chosen)


async def test_presses_change_settings_in_place(two: Evening) -> None:
    ann = two.ann
    panel = await ann.command("settings")
    assert panel.ephemeral
    await ann.click(panel, "Hand in four colours: off")
    await ann.until(lambda: "Hand in four colours: on" in panel.shown.labels)
    await ann.choose(panel, "12", custom_id="kb:0:0.0:set:cut")
    await ann.until(lambda: "Saved" in panel.shown.text)
    await two.until(lambda: two.client.desk._settings[int(ann.id)].cut == 12)
    assert (await two.store.people.settings(int(ann.id))) == replace(
        PersonSettings(locale="en-US"), four_colour=True, cut=12
    )


async def test_whoever_has_opened_the_hand_in_the_channel_reads_so_and_has_it_come_by_direct_message_again(
    two: Evening,
) -> None:
    ann, note = two.ann, f"Your hand at the table in <#{two.channel_id}> is in that channel now"
    first = await ann.command("settings")
    assert note not in first.text
    assert "My hand: by direct message" in selected(first.shown.all_components())
    await ann.command("hand")
    panel = await ann.command("settings")
    assert note in panel.text
    assert not any(line.startswith("My hand") for line in selected(panel.shown.all_components()))
    select = next(part for part in panel.shown.all_components() if part.get("custom_id") == "kb:0:0.0:set:hand")
    assert select["placeholder"] == "My hand: in the channel for now"
    await ann.choose(panel, "dm", custom_id="kb:0:0.0:set:hand")
    await ann.until(lambda: "Saved" in panel.shown.text)
    assert note not in panel.shown.text
    assert "My hand: by direct message" in selected(panel.shown.all_components())
    await ann.until(lambda: "Your hand" in dm(ann).text, "the hand by direct message")


def test_whoever_wants_the_hand_in_the_channel_reads_nothing_more_where_it_is_there(texts: Texts) -> None:
    flat = held(settings_page(PersonSettings("here"), texts, opened=[Markup("<#5>")]))
    assert "<#5>" not in texts_of(flat)
    assert selected(flat)[0].startswith("My hand: in the channel")
    both = held(settings_page(PersonSettings(), texts, opened=[Markup("<#5>"), Markup("<#6>")]))
    assert "Your hands at the tables in <#5> and <#6> are in those channels now" in texts_of(both)
    assert "To get them by direct message again, choose **by direct message** below." in texts_of(both)
