"""The base of every game's rules: frozen options that carry their own label, description, range and choices."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from engine.quoting import shortened

Value = bool | int | str
"""What an option can be set to."""
MOST: Final = 1_000_000
"""The largest number that an option can be set to if the game itself has no limit: chips, points or deals."""
MOST_CHIPS: Final = MOST**3
"""No stack, pot or score comes to more, whatever the options: as many deals, of as many points, at as many chips."""


@dataclass(frozen=True)
class Preset:
    """A well-known way to play a game, and the options that make it."""

    name: str
    """Its name in commands, such as ``sudden-death``."""
    label: str
    """A few English words, as a heading."""
    description: str
    """One English sentence of at most 100 characters."""
    changed: Mapping[str, Value]
    """The options that differ from their defaults, by name."""


class Rules(BaseModel):
    """The options that a table plays by. Subclasses declare each option once, with ``option()``."""

    presets: ClassVar[tuple[Preset, ...]] = ()
    """The game's well-known styles, the usual one first."""
    often: ClassVar[tuple[str, ...]] = ()
    """The names of the few options that people choose most often, and so can type as they open a table."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    @field_validator("*", mode="before")
    @classmethod
    def _flags_for_flags(cls, value: object, info: ValidationInfo) -> object:
        """Refuses true and false for options that are not flags; a choice between numbers would take true as 1."""
        if isinstance(value, bool) and info.field_name and cls.model_fields[info.field_name].annotation is not bool:
            raise PydanticCustomError("no_flag", "Input should not be true or false")
        return value

    @classmethod
    def upcast(cls, values: dict[str, Any], version: int) -> dict[str, Any]:
        """Some or all options of an older version, with today's names and meanings.

        A game overrides this if it renamed or removed an option, or if an option added later has to be set to what was
        played before. Values that already have today's names stay as they are: a record may have both.
        """
        return values

    def __eq__(self, other: object) -> bool:
        """Whether it is the same game with the same options. Games look up by it what they are, at every deal."""
        return self is other or (type(self) is type(other) and self.__dict__ == other.__dict__)

    def changed(self) -> dict[str, Value]:
        """The options that differ from today's default, by name: what the lobby tells."""
        return {o.name: getattr(self, o.name) for o in options(type(self)) if getattr(self, o.name) != o.default}


@dataclass(frozen=True)
class Option:
    """One option of a game's rules, as slash commands, help and records need it."""

    name: str
    """Its name in records, such as ``knock_minimum``."""
    kind: Literal["flag", "number", "choice"]
    """A yes or no, a whole number, or one of ``choices``."""
    default: Value
    label: str
    """A few English words, as a heading."""
    description: str
    """One English sentence of at most 100 characters."""
    least: int | None = None
    """The smallest number."""
    most: int | None = None
    """The largest number."""
    choices: tuple[tuple[Value, str], ...] = ()
    """Value and English label of each choice."""
    only_with: tuple[str, tuple[Value, ...]] | None = None
    """Another option, and the values of it for which this option has an effect; None if it always has one."""
    told: tuple[tuple[Value | None, str], ...] = ()
    """What a table is told to play by its values, each in a few English words; None: by any other value, which stands
    in the words as ``{value}``. A value without words is worth telling only if it is not the usual one."""

    def telling(self, value: Value) -> tuple[Value | None, str]:
        """The words for that value, and the value under which they are listed; "" if there are none."""
        listed = dict(self.told)
        return (value, listed[value]) if value in listed else (None, listed.get(None, ""))

    def takes(self) -> str:
        """What the option can be set to, in the notation of records."""
        if self.kind == "flag":
            return "true or false"
        if self.kind == "number":
            return f"a whole number from {self.least} to {self.most}"
        return " or ".join(json.dumps(value) for value, _ in self.choices)

    def has_effect(self, rules: Rules) -> bool:
        """Whether this option makes a difference with the other options as they are set."""
        return self.only_with is None or getattr(rules, self.only_with[0]) in self.only_with[1]


def option(
    default: Value,
    label: str,
    description: str,
    *,
    least: int | None = None,
    most: int | None = MOST,
    choices: Mapping[Any, str] | None = None,
    only_with: tuple[str, tuple[Value, ...]] | None = None,
    told: Mapping[Any, str] | None = None,
) -> Any:
    """A pydantic field that declares an option; ``choices`` labels the values of its Literal type.

    ``told``: what a table is told to play by its values (``Option.told``).

    Rules may set an option that has no effect: whatever asks people for options tells them so.
    """
    extra: dict[str, Any] = {
        "choices": [[v, text] for v, text in (choices or {}).items()],
        "only_with": only_with,
        "told": [[v, text] for v, text in (told or {}).items()],
    }
    return Field(
        default,
        title=label,
        description=description,
        ge=least,
        le=None if least is None else most,
        json_schema_extra=extra,
        validate_default=True,
    )


def options(rules: type[Rules]) -> tuple[Option, ...]:
    """Every option of a game's rules, in the order of declaration."""
    return tuple(_read(name, rules) for name in rules.model_fields)


def _read(name: str, rules: type[Rules]) -> Option:
    field = rules.model_fields[name]
    extra: Any = field.json_schema_extra
    assert isinstance(extra, dict), f"{rules.__name__}.{name} is not declared with option()"
    limits = {type(m).__name__: m for m in field.metadata}
    kind: Literal["flag", "number", "choice"] = "number"
    choices: tuple[tuple[Value, str], ...] = ()
    if field.annotation is bool:
        kind = "flag"
    elif get_origin(field.annotation) is Literal:
        kind = "choice"
        labels: dict[Value, str] = dict(extra["choices"])
        choices = tuple((value, labels[value]) for value in get_args(field.annotation))
    least, most = limits.get("Ge"), limits.get("Le")
    return Option(
        name=name,
        kind=kind,
        default=field.default,
        label=field.title or name,
        description=field.description or "",
        least=getattr(least, "ge", None),
        most=getattr(most, "le", None),
        choices=choices,
        only_with=extra["only_with"],
        told=tuple((value, text) for value, text in extra["told"]),
    )


def read_rules(rules: type[Rules], changed: Mapping[str, object]) -> Rules:
    """The rules with the given options changed. Raises ValueError with one sentence that names the option."""
    try:
        return rules.model_validate(dict(changed))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = str(first["loc"][0]) if first["loc"] else "rules"
        known = {o.name: o for o in options(rules)}
        if name not in known:
            unknown = shortened(repr(name)[1:-1])
            raise ValueError(f"rules.{unknown} is not an option of this game, which has {', '.join(known)}") from None
        given = json.dumps(first["input"], ensure_ascii=False, default=repr)
        raise ValueError(f"rules.{name} is {shortened(given)}: it can be {known[name].takes()}") from None
