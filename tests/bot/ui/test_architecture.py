"""What the Discord layer may know: views, never states; and it asks the service, never the engine, to act."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, get_args, get_type_hints
from unittest.mock import Mock

import pytest

import bot
from bot.service.absence import Absence
from bot.service.acts import Acts
from bot.service.afterwards import Afterwards
from bot.service.deal import Deal
from bot.service.fairness import Shuffles, Verification
from bot.service.going_on import GoingOn
from bot.service.hints import Hints
from bot.service.host import Hosting
from bot.service.interruptions import Interruptions
from bot.service.lessons import Lessons
from bot.service.model import Private, Snapshot
from bot.service.pace import Pace
from bot.service.rests import Rests
from bot.service.seats import Seats
from bot.service.servers import ManagedServers
from bot.service.service import TableService
from bot.service.setup import SettingUp
from bot.service.shards import Shards
from bot.service.way_out import WayOut
from bot.store.letters import Letters
from bot.store.messages import Messages
from bot.store.model.deals import NewDeal, StoredDeal
from bot.store.model.tables import OpenTable
from bot.store.notes import Notes
from bot.store.owed import OwedAnswers
from bot.store.people import People
from bot.store.presets import Presets
from bot.store.privacy import Privacy
from bot.store.results import Results
from bot.store.servers import Servers
from bot.store.store import Store
from bot.store.tokens import TokenShelf
from bot.store.ways_out import WaysOut
from bot.ui.permissions import invite_url
from engine.secret import Secret
from engine.view import View

HERE = Path(bot.__file__).parent
FILES = sorted([*(HERE / "ui").rglob("*.py"), *(HERE / "commands").glob("*.py"), HERE / "client.py"])
FORBIDDEN = {"State", "apply", "observe", "new_deal", "replay", "layout", "Layout"}
OPEN_MODULES = {
    "bot.service.customs": {"BANK", "DAY", "LEAST_TURN", "MISSED", "MOST_TURN", "TURN_TIMES", "UNHURRIED"},
    "bot.store.economy": {"MOST_FROM_HOUSE"},
    "bot.store.letters": {"Letter"},
    "bot.store.messages": {"Messages", "Remembered"},
    "bot.store.owed": {"Owed"},
    "bot.store.tokens": {"Token", "TokenShelf"},
    "bot.store.ways_out": {"Announcement", "Kind"},
    "bot.service.lessons": {"LessonStep", "NEXT"},
    "bot.service.acts": {"Act", "DONE", "FAILED", "TOO_FAST"},
    "bot.service.fairness": {"BoundDeal", "Verification"},
    "bot.service.service": {"TableService"},
}
"""What may be known of the service's and the store's modules; ``bot.service.model`` may be known whole, and of
``bot.store.model`` whatever leads to no secret."""
SECRET = {"deck", "seed", "state", "store", "table_secret"}
"""Names of what nobody who shows a table may see. Only whoever asks for the proof of a shuffle gets its seed."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_messages_are_made_from_views_alone(file) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            module = node.module or ""
            assert not module.startswith(("engine.games", "engine.shuffle", "engine.record", "random")), module
            assert not FORBIDDEN & {alias.name for alias in node.names}
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Subscript | ast.Name):
            assert node.attr not in {"observe", "new_deal", "layout"}, ast.unparse(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            assert node.func.attr != "open" or ast.unparse(node.func) == "desk.service.open", "no secret is opened"


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_no_message_can_reach_a_store_or_a_state(file) -> None:
    """What it imports leads to neither, and the service's own attributes, which begin with ``_``, are left alone."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert not [alias.name for alias in node.names if alias.name.startswith(("bot.store", "bot.service"))]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("bot.store", "bot.service")):
            if (node.module or "").startswith("bot.store.model."):
                for alias in node.names:
                    follow(getattr(import_module(str(node.module)), alias.name), set())
            elif node.module != "bot.service.model":
                assert {alias.name for alias in node.names} <= OPEN_MODULES.get(node.module or "", set()), node.module
        elif isinstance(node, ast.Attribute):
            whose = ast.unparse(node.value)
            assert node.attr not in SECRET or (node.attr == "seed" and whose == "found"), ast.unparse(node)
            assert not ("service" in whose.split(".") and node.attr.startswith("_")), ast.unparse(node)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in {"getattr", "setattr", "vars"}:
            assert "service" not in ast.unparse(node.args[0]), ast.unparse(node)


LEVELS = {"pictures": 1, "pages": 1, "desk": 2, "showing": 2, "clicks": 3}
"""How high the parts of ``bot/ui`` stand; words, and the files that no folder has, at 0. Each knows only what stands as
high, or lower."""


@pytest.mark.parametrize(
    "file", sorted((HERE / "ui").rglob("*.py")), ids=lambda file: f"{file.parent.name}/{file.name}"
)
def test_nothing_knows_what_stands_above_it(file) -> None:
    part = file.relative_to(HERE / "ui").with_suffix("").parts[0]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bot.ui."):
            assert LEVELS.get(str(node.module).split(".")[2], 0) <= LEVELS.get(part, 0), node.module


PARTS = {
    "people": People,
    "messages": Messages,
    "letters": Letters,
    "notes": Notes,
    "results": Results,
    "presets": Presets,
    "privacy": Privacy,
    "tokens": TokenShelf,
    "owed": OwedAnswers,
    "ends": WaysOut,
}
"""The parts of the store that the service gives away."""
SERVICE_PARTS = (
    Afterwards,
    Lessons,
    Hints,
    Seats,
    SettingUp,
    GoingOn,
    WayOut,
    Hosting,
    Absence,
    Interruptions,
    Rests,
    Acts,
    Shuffles,
    ManagedServers,
)
"""The parts of the service."""
VALUES = (Shards, str)
"""What it gives away besides, which anybody may know whole: which shards it has, and why nothing can be written."""


def test_what_the_service_gives_away_leads_to_no_secret() -> None:
    """Whatever its public attributes and methods give, followed through every field of every value in it."""
    service = TableService(Mock(spec=Store, servers=Servers, **PARTS), Pace())
    public = {name for name in {*vars(service), *dir(TableService)} if not name.startswith("_")}
    assert public.isdisjoint(SECRET)
    faces: list[tuple[type, str]] = [
        (TableService, name) for name in public if callable(getattr(TableService, name, None))
    ]
    faces += [
        (face, name) for face in (*PARTS.values(), *SERVICE_PARTS) for name in vars(face) if not name.startswith("_")
    ]
    met: set[object] = {Verification}
    for face, name in faces:
        follow(get_type_hints(getattr(face, name), localns=KNOWN)["return"], met)
    assert {Snapshot, Private, View} <= met
    assert {*vars(service)} - public >= {"_store"}
    given = {type(value) for name, value in vars(service).items() if name in public and name not in PARTS}
    assert given - {FunctionType} == {*SERVICE_PARTS}
    values = {get_type_hints(part.fget)["return"] for part in vars(TableService).values() if isinstance(part, property)}
    assert values == {*VALUES}
    for value in VALUES:
        follow(value, met)


KNOWN = {"Callable": Callable, "Mapping": Mapping, "Sequence": Sequence}


def follow(hint: Any, met: set[object]) -> None:
    """Everything that a value of that type leads to: no field may have a secret's name or type."""
    if hint in met:
        return
    met.add(hint)
    for inner in get_args(hint):
        follow(inner, met)
    if not (isinstance(hint, type) and is_dataclass(hint)):
        return
    assert not issubclass(hint, Secret | Store | Deal | StoredDeal), hint
    hints = get_type_hints(hint)
    for field in fields(hint):
        assert field.name not in SECRET, f"{hint.__name__}.{field.name}"
        follow(hints[field.name], met)


@pytest.mark.parametrize("value", [StoredDeal, NewDeal, OpenTable])
def test_what_leads_to_a_secret_is_found(value) -> None:
    with pytest.raises(AssertionError):
        follow(value, set())


def test_the_readme_invites_with_the_least_permissions() -> None:
    readme = (HERE.parent / "README.md").read_text(encoding="utf-8")
    assert invite_url("CLIENT_ID") in readme
