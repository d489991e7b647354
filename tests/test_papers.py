"""The pages of the repository say what is so: README's commands and examples run, generated pages are up to date."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from unittest.mock import Mock

import discord
import pytest
from packaging.requirements import Requirement

import engine.games  # noqa: F401 - registers the games
from bot.commands.counter import Counter
from bot.commands.sync import payloads
from bot.commands.tree import build_tree
from bot.i18n import Catalogue
from bot.service.service import TableService
from bot.store.schema import schema_page
from bot.ui.desk import Desk
from bot.ui.pictures.studio import Draws
from bot.ui.showing.showing import Showing
from engine.game import GAMES
from engine.rules import options
from engine.shuffle import commitment, shuffled
from engine.versions import defaults
from tests.bench import on_paper

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

TOP_LEVEL = {
    "pyproject.toml", "bot", "engine", "cards_img", "tests", ".env.example", "README.md",
    "LICENSE", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "PRIVACY.md",
}  # fmt: skip
"""What may stand at the top level besides dotfiles; every other page lies beside what it describes."""


def in_the_repository() -> list[str]:
    """Every file that git keeps, or would keep."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if listed.returncode:
        pytest.skip("this tree is not a git checkout")
    return [name for name in listed.stdout.splitlines() if (ROOT / name).exists()]


def test_the_top_level_holds_what_it_should():
    tops = {name.split("/")[0] for name in in_the_repository()}
    assert not {name for name in tops - TOP_LEVEL if not name.startswith(".")}


def test_links_between_pages_lead_somewhere():
    pages = [ROOT / name for name in in_the_repository() if name.endswith(".md")]
    for page in pages:
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8")):
            assert "://" in target or (page.parent / target).exists(), f"{page.relative_to(ROOT)} links to {target}"


def test_the_page_about_the_database_is_that_of_the_migrations():
    page = (ROOT / "bot/store/SCHEMA.md").read_text(encoding="utf-8")
    assert page == schema_page(), "python -m bot.store.schema > bot/store/SCHEMA.md"


def test_what_many_live_tables_need_is_worked_out_from_what_was_measured():
    architecture = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert on_paper.page() in architecture, "python -m tests.bench.on_paper"
    assert f"{on_paper.most_tables():,} live tables where" in architecture
    assert f"{on_paper.in_a_process():,} live tables each" in architecture


def test_the_changelog_begins_with_this_release():
    releases = re.findall(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert releases[0] == PROJECT["version"]
    numbers = [tuple(map(int, release.split("."))) for release in releases]
    assert numbers == sorted(numbers, reverse=True)


def test_every_dependency_is_locked_within_its_range():
    lines = (ROOT / ".ci/requirements.lock").read_text(encoding="utf-8").splitlines()
    locked = dict(line.split("==") for line in lines if line and not line.startswith("#"))
    by_name = {name.lower().replace("_", "-"): version for name, version in locked.items()}
    for text in (*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["test"]):
        wanted = Requirement(text)
        assert wanted.specifier.contains(by_name[wanted.name.lower()]), text


async def test_the_commands_are_those_of_the_readme():
    client = discord.Client(intents=discord.Intents(guilds=True))
    desk = Desk(Mock(spec=TableService), Catalogue.load(), Mock(spec=Draws))
    registered = await payloads(build_tree(client, Counter(desk, Mock(spec=Showing)), GAMES.values()))
    rows = [line.split("|")[1] for line in README.splitlines() if line.startswith("| `/")]
    told = re.findall(r"`/([^`]+)`", " ".join(rows))
    assert {text.split()[0] for text in told} == {
        str(command["name"]) for command in registered if command["type"] == 1
    }
    assert all(f"**{command['name']}**" in README for command in registered if command["type"] != 1)
    assert {text.split()[1] for text in told if text.startswith("newgame ")} == set(GAMES)


def test_the_readme_lists_every_game():
    """Knock Poker and its kin stand in bold letters, as the table's heading names them."""
    texts = Catalogue.load().for_locale(None).plain
    listed = set(re.findall(r"\*\*(.+?)\*\*", README.partition("The table is open for")[2].partition("![")[0]))
    assert listed == {texts.game(name) for name in GAMES}


def test_the_changelog_tells_of_every_game_and_option_since_the_first_release():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`([^`]+)`", changelog))
    new = {f"/newgame {game.name}" for game in GAMES.values()}
    for game in GAMES.values():
        first = defaults(game)[0]
        new |= {option.name for option in options(game.rules) if option.name not in first}
    assert not new - told, "CHANGELOG.md, under the release to come, in `such` signs"


def examples() -> list[str]:
    """README's lines of shell that call the rules engine."""
    return [line.split("#")[0].strip() for line in README.splitlines() if line.startswith("python -m engine")]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record of a deal that has just begun, with its shuffle."""
    game, seed, cut = GAMES["knock-poker"], bytes(range(32)), 7
    deck = shuffled(game.pack(game.rules(), 2).cards, seed, cut)
    shuffle = {"seed": seed.hex(), "commitment": commitment(seed), "cut": cut}
    deal = {"deck": [card.notation for card in deck], "actions": [], "shuffle": shuffle}
    path = tmp_path / "RECORD.json"
    seats = [{"name": "Ann"}, {"name": "Bo"}]
    path.write_text(
        json.dumps({"format": "knockabout/1", "game": game.name, "seats": seats, "dealer": 0, "deals": [deal]})
    )
    return path


@pytest.mark.parametrize("line", examples())
def test_readmes_examples_of_the_engine_run(line: str, record: Path):
    _, *words = [str(record) if word == "RECORD.json" else word for word in shlex.split(line)]
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    if "ladder" in words:  # which prints a table
        assert " over " in done.stdout
    else:
        assert json.loads(done.stdout), line


def test_readme_has_examples_of_the_engine():
    assert {line.split()[3] for line in examples()} >= {
        "games",
        "replay",
        "rank",
        "compare",
        "simulate",
        "ladder",
        "verify",
    }


def test_readme_names_every_folder_of_the_code():
    folders = {Path(name).parts[:2] for name in in_the_repository() if name.endswith(".py")}
    rooms = {"/".join(parts) for parts in folders if len(parts) == 2 and "." not in parts[1] and parts[0] == "bot"}
    assert not {room for room in rooms if f"`{room}/`" not in README}


def test_the_changelog_says_nothing_twice_in_a_release() -> None:
    said: list[str] = []
    for line in (ROOT / "CHANGELOG.md").read_text().splitlines():
        if line.startswith("## "):
            said = []
        if line.startswith(("#", "- ")):
            assert line not in said, "merged twice"
            said.append(line)
    assert (ROOT / "CHANGELOG.md").read_text().count("# Changelog\n") == 1
