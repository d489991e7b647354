"""The bot's settings: read once by ``main()`` from the environment and ``.env``, and passed in."""

from __future__ import annotations

import contextlib
import difflib
import io
import re
from pathlib import Path
from typing import Final, Literal, get_args
from urllib.parse import urlsplit

from annotated_types import Ge, Le
from dotenv.parser import parse_stream
from pydantic import (
    AliasGenerator,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    field_validator,
)
from pydantic_settings import BaseSettings, DotEnvSettingsSource, EnvSettingsSource, SettingsConfigDict

from bot.service.customs import LEAST_TURN, MOST_TURN, may_last
from bot.service.shards import MOST as MOST_SHARDS
from bot.service.shards import Shards
from bot.store.economy import MOST_DAILY, MOST_STARTING
from bot.store.where import Where, where

PREFIX: Final = "KNOCKABOUT_"
"""What every setting's name begins with, except the token's."""
ENV_FILE: Final = ".env"
"""The file with settings, in the folder where the bot is started."""
FILE: Final = Path("data/knockabout.sqlite3")
"""The database where none is named."""


class Settings(BaseSettings):
    """Every setting; ``.env.example`` lists them with these defaults."""

    model_config = SettingsConfigDict(
        env_file=ENV_FILE,
        env_file_encoding="utf-8",
        extra="ignore",
        env_ignore_empty=True,
        frozen=True,
        alias_generator=AliasGenerator(validation_alias=lambda name: PREFIX + name.upper()),
    )

    discord_token: SecretStr = Field(
        default=SecretStr(""),
        validation_alias="DISCORD_TOKEN",
        description="The bot's token. Empty: the local Discord in the browser.",
    )
    service: bool = Field(
        default=False,
        description="True: this is a service on Discord, so a missing token is an error.",
    )
    database: Where = Field(
        default=FILE,
        description="The database: a file, whose folder is made where it is missing, or postgresql://….",
    )
    starting_chips: int = Field(
        default=200,
        ge=0,
        le=MOST_STARTING,
        description="Chips in a member's purse at first, in each server.",
    )
    daily_chips: int = Field(
        default=40,
        ge=0,
        le=MOST_DAILY,
        description="Once a day (UTC) a person with fewer chips is given this many.",
    )
    turn_seconds: int = Field(
        default=300,
        description="Seconds for a turn, at least 30; then the computer plays it. 0: no limit.",
    )
    pause_seconds: float = Field(
        default=30,
        ge=0,
        le=86_400,
        description="Seconds between two deals, before the next one starts by itself.",
    )
    idle_seconds: float = Field(
        default=3600,
        ge=0,
        le=604_800,
        description="Seconds after which a lobby or a paused table ends if nobody does anything. 0: never.",
    )
    computer_seconds: float = Field(
        default=2,
        ge=0,
        le=60,
        description="Seconds a computer player takes for an action, on average.",
    )
    thinking_processes: int = Field(
        default=1,
        ge=0,
        le=16,
        description="Processes in which computer players think, about 50 MB each. 0: none; they play by rules alone.",
    )
    acts_per_minute: float = Field(
        default=180,
        ge=0,
        le=6_000,
        description="Presses and commands a person may make a minute, a third of it at once. 0: no limit.",
    )
    pictures_per_minute: float = Field(
        default=120,
        ge=0,
        le=6_000,
        description="Pictures that a person may ask for a minute, a third of it at once. 0: no limit.",
    )
    shard_count: int = Field(
        default=0,
        ge=0,
        le=MOST_SHARDS,
        validation_alias="KNOCKABOUT_SHARDS",
        description="Shards of all processes together. 0: as many as Discord recommends, in this process.",
    )
    shard_ids: str = Field(
        default="",
        description="The shards of this process, such as 0-3,6. Empty: all; else KNOCKABOUT_SHARDS must be set. "
        "On PostgreSQL those that it gets back when it returns; it takes those of others, too, while these are gone.",
    )
    local_port: int = Field(
        default=8360,
        ge=0,
        le=65_535,
        description="Port of the local Discord on 127.0.0.1. 0: any free one.",
    )
    local_url: str = Field(
        default="",
        description="Address of a local Discord that runs by itself (python -m bot.local), which several processes can "
        "share; its token is DISCORD_TOKEN then. Empty: Discord, or with no token a local one in this process.",
    )
    log_level: str = Field(
        default="INFO",
        description="DEBUG, INFO, WARNING or ERROR.",
    )
    log_format: Literal["text", "json"] = Field(
        default="text",
        description="text, or json: a line for each act at a table, with table, deal, seat, person and request.",
    )
    health_port: int = Field(
        default=0,
        ge=0,
        le=65_535,
        description="Port on 127.0.0.1 for /live, /ready and /metrics (Prometheus). 0: none.",
    )
    names_days: int = Field(
        default=180,
        ge=0,
        le=36_500,
        description="Days after a table was closed for which its deals name whoever played. 0: for ever.",
    )
    left_server_days: int = Field(
        default=30,
        ge=0,
        le=36_500,
        description="Days for which a server's data is kept after the bot was removed from it. 0: for ever.",
    )
    privacy_url: str = Field(
        default="",
        description="Where your privacy policy can be read, for a link in /privacy; PRIVACY.md is a draft of it.",
    )

    @field_validator("turn_seconds", mode="wrap")
    @classmethod
    def _time_for_a_turn(cls, given: object, read: ValidatorFunctionWrapHandler) -> int:
        with contextlib.suppress(ValidationError):
            if may_last(seconds := read(given)):
                return int(seconds)
        raise ValueError(f"must be a whole number from {LEAST_TURN} to {MOST_TURN}, or 0")

    @field_validator("database", mode="before")
    @classmethod
    def _place(cls, given: object) -> object:
        return where(given) if isinstance(given, str) else given

    @field_validator("privacy_url")
    @classmethod
    def _web_address(cls, url: str) -> str:
        if url and (not url.startswith("https://") or any(sign in url for sign in " ()<>") or not _host(url)):
            raise ValueError("must be an address that begins with https:// and has no spaces or brackets")
        return url

    @field_validator("local_url")
    @classmethod
    def _this_machine(cls, url: str) -> str:
        bare = url.rstrip("/")
        if url and not re.fullmatch(r"http://(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}", bare):
            raise ValueError("must be an address on this machine, such as http://127.0.0.1:8500")
        return bare

    @field_validator("shard_ids")
    @classmethod
    def _known_shards(cls, ids: str, others: ValidationInfo) -> str:
        Shards.read(others.data.get("shard_count", MOST_SHARDS), ids)
        return ids

    @property
    def shards(self) -> Shards:
        """The bot's shards, and those of this process."""
        return Shards.read(self.shard_count, self.shard_ids)

    @field_validator("log_level")
    @classmethod
    def _known_level(cls, level: str) -> str:
        if level.upper() not in {"DEBUG", "INFO", "WARNING", "ERROR"}:
            raise ValueError("must be DEBUG, INFO, WARNING or ERROR")
        return level.upper()

    @field_validator("discord_token")
    @classmethod
    def _stripped(cls, token: SecretStr) -> SecretStr:
        bare = token.get_secret_value().strip()
        if not all("!" <= sign <= "~" for sign in bare):
            raise ValueError("a token is one word of plain letters, digits and signs")
        return SecretStr(bare)


class SettingsError(ValueError):
    """An impossible setting; its text is one sentence that names the setting and never shows a secret."""


NO_TOKEN: Final = (
    "DISCORD_TOKEN is empty, and KNOCKABOUT_SERVICE says that this is a service: set the token in the environment or "
    "in the file .env of the folder {folder}."
)


def load_settings() -> Settings:
    """The settings from the environment and ``.env``; the environment wins. Raises SettingsError."""
    try:
        _check_lines()
        _check_names()
        return Settings()
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = str(first["loc"][0])
        secret = "TOKEN" in name or "DATABASE" in name  # an address may hold a password
        given = "wrong" if secret else f"{first['input']!r}"
        own = first["type"] == "value_error"
        why = str(first["ctx"]["error"]) if own else _must_be(name)
        raise SettingsError(f"The setting {name} is {given}: {why}.") from None
    except OSError as error:
        raise SettingsError(
            f"The file {Path(ENV_FILE).absolute()} cannot be read ({error.strerror or error}): let the user who "
            "starts this read it, or start it in another folder."
        ) from None
    except UnicodeDecodeError:
        raise SettingsError(f"The file {Path(ENV_FILE).absolute()} is not UTF-8: save it in that encoding.") from None


def _must_be(name: str) -> str:
    """What a setting must be that is of the wrong kind or beyond its bounds."""
    field = next(field for field in Settings.model_fields.values() if field.validation_alias == name)
    if field.annotation is bool:
        return "must be True or False"
    if choices := get_args(field.annotation):
        return f"must be {' or '.join(choices)}"
    least = next(bound.ge for bound in field.metadata if isinstance(bound, Ge))
    most = next(bound.le for bound in field.metadata if isinstance(bound, Le))
    return f"must be a {'whole ' if field.annotation is int else ''}number from {least} to {most}"


def _host(url: str) -> str | None:
    try:
        return urlsplit(url).hostname
    except ValueError:  # such as https://[
        return None


def check_token(settings: Settings) -> None:
    """Raises SettingsError for a missing token where there must be one."""
    if settings.discord_token.get_secret_value():
        return
    if settings.service:
        raise SettingsError(NO_TOKEN.format(folder=Path.cwd()))
    if settings.local_url:
        raise SettingsError(
            "KNOCKABOUT_LOCAL_URL is set and DISCORD_TOKEN is empty: set the token that `python -m bot.local` prints."
        )


def _check_lines() -> None:
    """Raises SettingsError for a line of ``.env`` that sets nothing, and never shows it: it may hold the token.

    It would otherwise be left out, and the bot play without the setting.
    """
    path = Path(ENV_FILE)
    if not path.is_file():
        return
    for line in parse_stream(io.StringIO(path.read_text("utf-8"))):
        if line.error or (line.key is not None and line.value is None):
            number = line.original.line + len(line.original.string) - len(line.original.string.lstrip("\n"))
            raise SettingsError(f"Line {number} of the file {path.absolute()} is no setting: write NAME=value.")


def _check_names() -> None:
    """Raises SettingsError for an unknown setting: a misspelt one would otherwise be ignored without a word."""
    known = [str(field.validation_alias) for field in Settings.model_fields.values()]
    bare = [name.removeprefix(PREFIX) for name in known]
    given = {**DotEnvSettingsSource(Settings).env_vars, **EnvSettingsSource(Settings).env_vars}
    for name in sorted(name.upper() for name in given if name.upper() not in known):
        ours = name.startswith(PREFIX)
        if (ours and "TOKEN" in name) or name.startswith("DISCORD_TOK") or name == "DISCORDTOKEN":
            raise SettingsError(f"There is no setting {name}: the token's is DISCORD_TOKEN.")
        if ours:
            near = difflib.get_close_matches(name.removeprefix(PREFIX), bare, n=1, cutoff=0.5)
            told = f"the nearest is {PREFIX}{near[0]}" if near else ".env.example lists all"
            raise SettingsError(f"There is no setting {name}: {told}.")
