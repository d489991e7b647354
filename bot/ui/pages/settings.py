"""What a person has chosen, as a panel: a select or a switch for each setting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, get_args

from bot.i18n import Markup, Texts
from bot.store.model.people import CallTime, HandPlace, OwnCloth
from bot.ui.address import Address
from bot.ui.pages.page import FELT, Button, Choice, Page, Row, Select
from bot.ui.words.lines import lines

if TYPE_CHECKING:
    from bot.store.model.people import PersonSettings

SET: Final = "set"
"""The verb of a press on the panel; its argument is the setting, with ``=on`` or ``=off`` for a switch."""
MOST_CUT: Final = 51
"""A cut leaves at least one card below."""
WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "hand": get_args(HandPlace),
    "call": get_args(CallTime),
    "cloth": get_args(OwnCloth),
}
"""The settings that are one of a few words, and the words."""
CUTS: Final = tuple(range(0, 50, 4))
"""The cuts that a select offers; one typed otherwise is offered, too."""
SWITCHES: Final = ("four_colour", "ask_first", "auto_top_up")
"""The settings that are on or off."""


def settings_page(
    settings: PersonSettings, texts: Texts, changed: bool = False, *, opened: Sequence[Markup] = ()
) -> Page:
    """The panel. ``opened``: mentions of the channels in which the person has opened a hand that is still there."""
    channels = opened if settings.hand == "dm" else ()
    words = [
        _select(name, offered, getattr(settings, name), texts, otherwise=bool(channels) and name == "hand")
        for name, offered in WORDS.items()
    ]
    cuts = sorted({*CUTS, settings.cut})
    cut = Select(
        _address("cut"),
        texts.plain("settings-choose"),
        tuple(
            Choice(texts.plain("settings-cut", count=count), str(count), chosen=count == settings.cut) for count in cuts
        ),
    )
    switches = tuple(_switch(name, getattr(settings, name), texts) for name in SWITCHES)
    rows: tuple[Row, ...] = (*words, cut, switches)
    return Page(
        body=lines(
            texts("settings-saved" if changed else "settings-heading"),
            texts("settings-what"),
            texts("settings-hand-for-now", channels=texts.list(channels), count=len(channels)) if channels else None,
        ),
        rows=rows,
        accent=FELT,
    )


def changed_by(argument: str, chosen: str | None) -> dict[str, object]:
    """What a press on the panel changes: the setting and its new value. Raises ValueError if there is no such thing."""
    name, _, to = argument.partition("=")
    if name in SWITCHES and to in _STATES:
        return {name: _STATES[to]}
    if chosen is not None and chosen in WORDS.get(name, ()):
        return {name: chosen}
    if name == "cut" and chosen is not None and chosen.isdecimal() and int(chosen) <= MOST_CUT:
        return {name: int(chosen)}
    raise ValueError("no setting of the panel")


_STATES: Final = {"on": True, "off": False}


def _select(name: str, offered: Sequence[str], now: str, texts: Texts, *, otherwise: bool) -> Select:
    """A select of a setting. ``otherwise``: it is not as chosen for now, and can be chosen again."""
    plain = texts.plain
    choices = (Choice(plain(f"settings-{name}-{word}"), word, chosen=word == now and not otherwise) for word in offered)
    return Select(_address(name), plain(f"settings-{name}-now" if otherwise else "settings-choose"), tuple(choices))


def _switch(name: str, on: bool, texts: Texts) -> Button:
    """A button that says how the setting is, and turns it over."""
    label = texts.plain("settings-switch", name=texts.plain(f"settings-{name.replace('_', '-')}"), on=on)
    return Button(label, _address(name, "off" if on else "on"))


def _address(name: str, to: str = "") -> Address:
    return Address.without_table(SET, f"{name}={to}" if to else name)
