"""The help: what this is and how to begin, and what hosts can do."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from bot.i18n import Texts
from bot.ui.address import Address
from bot.ui.pages.lesson import learn_rows
from bot.ui.pages.page import Button, Page
from engine.game import GAMES

HOSTS: Final = "hosts"
"""The argument with which the help is that for hosts."""


def help_page(
    texts: Texts, part: str = "", done: Collection[str] = (), begun: Collection[str] = (), *, in_dm: bool = False
) -> Page:
    """What this is and how to begin; with ``HOSTS``, what hosts and those who manage a server can do.

    ``done``: the games whose lessons the reader has been through; ``begun``: those whose lessons go on. ``in_dm``:
    whether it is in direct messages, where not all commands are.
    """
    hosts = part == HOSTS
    label, other = ("players", "") if hosts else (HOSTS, HOSTS)
    turned = Button(texts.plain(f"button-help-{label}"), Address.without_table("help", other))
    place = "dm" if in_dm else "server"
    return Page(
        heading=texts("help-heading.hosts" if hosts else "help-heading"),
        body=texts("help-hosts") if hosts else texts("help-body", count=len(GAMES), place=place),
        rows=(*(() if hosts else learn_rows(texts, done, begun)), (turned,)),
    )
