"""The settings: one list, the same in the code and in .env.example; wrong ones get one clear line."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from bot.config import Settings, SettingsError, check_token, load_settings
from bot.service.customs import LEAST_TURN, MOST_TURN
from bot.service.shards import Shards
from bot.store.where import Server

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ["DISCORD_TOKEN", *(name for name in os.environ if name.startswith("KNOCKABOUT_"))]:
        monkeypatch.delenv(name, raising=False)


def test_env_example_lists_every_setting_with_its_default_and_description() -> None:
    blocks = (ROOT / ".env.example").read_text().strip().split("\n\n")[1:]
    listed = {}
    for block in blocks:
        *comment, line = block.splitlines()
        name, value = line.split("=", 1)
        listed[name] = (" ".join(c.removeprefix("# ") for c in comment), value)
    settings = load_settings()
    for name, field in Settings.model_fields.items():
        value = getattr(settings, name)
        shown = (
            value.get_secret_value() if name == "discord_token" else f"{value:g}" if isinstance(value, float) else value
        )
        assert listed.pop(str(field.validation_alias)) == (field.description, str(shown))
    assert not listed


def test_env_example_itself_can_be_used(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text((ROOT / ".env.example").read_text())
    assert load_settings() == Settings(_env_file=None)


def test_the_environment_goes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("KNOCKABOUT_DATABASE=a.sqlite3\nKNOCKABOUT_DAILY_CHIPS=7\n")
    monkeypatch.setenv("KNOCKABOUT_DATABASE", "b.sqlite3")
    settings = load_settings()
    assert (str(settings.database), settings.daily_chips) == ("b.sqlite3", 7)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("KNOCKABOUT_TURN_SECONDS", "soon"),
        ("KNOCKABOUT_TURN_SECONDS", "-1"),
        ("KNOCKABOUT_LOCAL_PORT", "70000"),
        ("KNOCKABOUT_LOG_LEVEL", "LOUD"),
        ("KNOCKABOUT_PAUSE_SECONDS", "nan"),
        ("KNOCKABOUT_COMPUTER_SECONDS", "inf"),
        ("KNOCKABOUT_SHARDS", "-1"),
        ("KNOCKABOUT_SHARD_IDS", "0-3,6"),
    ],
)
def test_a_wrong_setting_gets_one_line_that_names_it(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=name) as caught:
        load_settings()
    assert "\n" not in str(caught.value)
    assert value in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value", "must_be"),
    [
        ("KNOCKABOUT_SERVICE", "maybe", "True or False"),
        ("KNOCKABOUT_TURN_SECONDS", "5m", "a whole number from 30 to 604800, or 0"),
        ("KNOCKABOUT_TURN_SECONDS", "29", "a whole number from 30 to 604800, or 0"),
        ("KNOCKABOUT_TURN_SECONDS", "604801", "a whole number from 30 to 604800, or 0"),
        ("KNOCKABOUT_TURN_SECONDS", "-1", "a whole number from 30 to 604800, or 0"),
        ("KNOCKABOUT_DAILY_CHIPS", "1.5", "a whole number from 0 to 1000000"),
        ("KNOCKABOUT_IDLE_SECONDS", "-1", "a number from 0 to 604800"),
        ("KNOCKABOUT_LOG_FORMAT", "xml", "text or json"),
        ("KNOCKABOUT_PRIVACY_URL", "https://", "an address that begins with https:// and has no spaces or brackets"),
    ],
)
def test_a_wrong_setting_is_told_what_it_must_be(
    name: str, value: str, must_be: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value) == f"The setting {name} is '{value}': must be {must_be}."


def test_every_setting_that_has_bounds_can_tell_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for field in Settings.model_fields.values():
        if field.annotation in {int, float, bool}:
            with monkeypatch.context() as patch:
                patch.setenv(str(field.validation_alias), "x")
                with pytest.raises(
                    SettingsError, match=r"must be (True or False|a (whole )?number from \d+ to \d+(, or 0)?)\.$"
                ):
                    load_settings()


@pytest.mark.parametrize("line", ["DISCORD_TOKEN very.secret", "DISCORD_TOKEN", "very.secret", '"very secret'])
def test_a_line_that_sets_nothing_is_named_by_its_number(line: str, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"# mine\n\nKNOCKABOUT_DAILY_CHIPS=7\n\n\n{line}\n")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value) == f"Line 6 of the file {tmp_path / '.env'} is no setting: write NAME=value."


def test_a_file_in_another_encoding_is_named(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=word\n", "utf-16")
    with pytest.raises(SettingsError, match=r"\.env is not UTF-8: save it in that encoding\.$") as caught:
        load_settings()
    assert str(tmp_path) in str(caught.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "is_file", refuse)
    with pytest.raises(SettingsError, match=r"cannot be read \(Permission denied\): let the user who") as caught:
        load_settings()
    assert str(tmp_path / ".env") in str(caught.value)


def test_a_tilde_is_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".env").write_text("KNOCKABOUT_DATABASE=~/k.sqlite3\n")
    assert load_settings().database == tmp_path / "k.sqlite3"
    monkeypatch.setenv("KNOCKABOUT_DATABASE", "~nobody-of-that-name/k.sqlite3")
    with pytest.raises(SettingsError, match="the home folder of somebody who is there"):
        load_settings()


@pytest.mark.parametrize(
    "url", ["mysql://ann:hunter2@host/games", "postgresql://ann:hunter2@host", "postgresql://ann:hunter2@host:x/a"]
)
def test_a_wrong_address_of_a_database_is_refused_without_its_password(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KNOCKABOUT_DATABASE", url)
    with pytest.raises(SettingsError, match="KNOCKABOUT_DATABASE is wrong: must be") as caught:
        load_settings()
    assert "hunter2" not in str(caught.value)


def test_an_address_of_postgresql_keeps_its_password_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOCKABOUT_DATABASE", "postgresql://ann:hunter2@host:5433/games")
    settings = load_settings()
    assert isinstance(settings.database, Server)
    assert settings.database.url == "postgresql://ann:hunter2@host:5433/games"
    assert str(settings.database) == "postgresql://ann@host:5433/games"
    assert "hunter2" not in f"{settings!r} {settings}"


def test_some_shards_need_the_number_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_settings().shards == Shards()
    monkeypatch.setenv("KNOCKABOUT_SHARD_IDS", "0-3,6")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value) == (
        "The setting KNOCKABOUT_SHARD_IDS is '0-3,6': the number of shards that all processes hold together must be "
        "set, too, as KNOCKABOUT_SHARDS."
    )
    monkeypatch.setenv("KNOCKABOUT_SHARDS", "6")
    with pytest.raises(SettingsError, match=r"KNOCKABOUT_SHARD_IDS is '0-3,6': of 6 shards .* the last one is 5\.$"):
        load_settings()
    monkeypatch.setenv("KNOCKABOUT_SHARDS", "7")
    assert load_settings().shards == Shards(7, frozenset({0, 1, 2, 3, 6}))


@pytest.mark.parametrize("seconds", [0, LEAST_TURN, MOST_TURN])
def test_a_turn_may_last_as_long_as_at_a_table_that_sets_it_itself(
    seconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KNOCKABOUT_TURN_SECONDS", str(seconds))
    assert load_settings().turn_seconds == seconds


def test_an_empty_setting_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOCKABOUT_TURN_SECONDS", "")
    assert load_settings().turn_seconds == Settings.model_fields["turn_seconds"].default


def test_the_token_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", " tell-nobody \n")
    settings = load_settings()
    assert "tell-nobody" not in repr(settings)
    assert settings.discord_token.get_secret_value() == "tell-nobody"


@pytest.mark.parametrize("token", ["two words", "two\nlines", "tökén"])
def test_what_can_be_no_token_is_refused_and_not_shown(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    with pytest.raises(SettingsError, match="DISCORD_TOKEN is wrong: a token is one word") as caught:
        load_settings()
    assert token not in str(caught.value)


@pytest.mark.parametrize("where", ["environment", ".env"])
@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("KNOCKABOUT_TURN_SECOND", "KNOCKABOUT_TURN_SECONDS"),
        ("KNOCKABOUT_DATABSE", "KNOCKABOUT_DATABASE"),
        ("KNOCKABOUT_PORT", "KNOCKABOUT_LOCAL_PORT"),
        ("KNOCKABOUT_LOGLEVEL", "KNOCKABOUT_LOG_LEVEL"),
    ],
)
def test_a_misspelt_setting_is_named_with_the_nearest_right_one(
    wrong: str, right: str, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if where == ".env":
        (tmp_path / ".env").write_text(f"{wrong}=5\n")
    else:
        monkeypatch.setenv(wrong, "5")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value) == f"There is no setting {wrong}: the nearest is {right}."


def test_a_setting_that_is_like_none_is_told_where_all_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOCKABOUT_FOO", "5")
    with pytest.raises(SettingsError, match=r"no setting KNOCKABOUT_FOO: \.env\.example lists all\.$"):
        load_settings()


def test_names_of_others_are_let_alone_and_small_letters_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("COMPOSE_PROJECT=cards\nknockabout_daily_chips=7\n")
    monkeypatch.setenv("KNOCKABOUTS", "5")
    assert load_settings().daily_chips == 7


def test_a_service_needs_its_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_token(load_settings())
    monkeypatch.setenv("KNOCKABOUT_SERVICE", "True")
    with pytest.raises(SettingsError, match="DISCORD_TOKEN is empty") as caught:
        check_token(load_settings())
    assert str(tmp_path) in str(caught.value), "where .env is looked for"
    monkeypatch.setenv("DISCORD_TOKEN", "word")
    check_token(load_settings())


@pytest.mark.parametrize("name", ["DISCORD_TOKN", "DISCORDTOKEN", "KNOCKABOUT_TOKEN", "KNOCKABOUT_DISCORD_TOKEN"])
def test_a_misspelt_name_of_the_token_is_told(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "word")
    with pytest.raises(SettingsError, match=rf"no setting {name}: the token's is DISCORD_TOKEN\.$"):
        load_settings()


@pytest.mark.parametrize("url", ["https://discord.com", "http://10.0.0.1:8500", "127.0.0.1:8500", "http://127.0.0.1"])
def test_a_local_discord_is_on_this_machine(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOCKABOUT_LOCAL_URL", url)
    with pytest.raises(SettingsError, match=r"KNOCKABOUT_LOCAL_URL is .* must be an address on this machine"):
        load_settings()


def test_a_local_discord_that_runs_by_itself_has_a_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOCKABOUT_LOCAL_URL", "http://127.0.0.1:8500/")
    settings = load_settings()
    assert settings.local_url == "http://127.0.0.1:8500"
    with pytest.raises(SettingsError, match=r"the token that `python -m bot\.local` prints"):
        check_token(settings)
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    check_token(load_settings())
