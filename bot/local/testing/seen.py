"""What a person of the driver sees: messages, answers, choices."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

Json = dict[str, Any]
_SELECTS = (3, 5, 6, 7, 8)
_EPHEMERAL, _THINKING, _V2 = 1 << 6, 1 << 7, 1 << 15


class DriverError(Exception):
    """The server refused what a person wanted to do."""

    def __init__(self, status: int, body: Json) -> None:
        super().__init__(f"{status} {body.get('code')}: {body.get('message')}")
        self.status = status
        self.code = str(body.get("code"))
        self.body = body


class InteractionFailedError(Exception):
    """The bot did not answer in time; the text is what the person reads."""


class Choice(NamedTuple):
    """A choice that autocomplete offers."""

    name: str
    value: str | int | float


@dataclass(frozen=True)
class Counts:
    """The bot's requests by kind, each with ``method``, ``route``, ``own_token``, and what is counted.

    Counted are ``requests``, the ``refused`` among them, and the ``bytes`` and ``files`` that were sent. ``invalid`` is
    how many answers count towards the ban of the bot's address, ``banned`` how many seconds it still lasts.
    """

    requests: list[Json]
    invalid: int
    banned: float

    def of(self, method: str, route: str, what: str = "requests") -> int:
        """The count of one kind: ``route`` with its placeholders, or a part of it."""
        return sum(int(kind[what]) for kind in self.requests if kind["method"] == method and route in kind["route"])

    def own(self, what: str = "requests") -> int:
        """What was done with the bot's own token, which the global limit holds for."""
        return sum(int(kind[what]) for kind in self.requests if kind["own_token"])

    def by_tokens(self, what: str = "requests") -> int:
        """What was done with the tokens of interactions, their first answers included."""
        return sum(int(kind[what]) for kind in self.requests if not kind["own_token"])


@dataclass(eq=False)
class Seen:
    """A message as it stands on the screen now. ``gone`` once it is deleted or dismissed."""

    payload: Json
    gone: bool = False

    @property
    def id(self) -> str:
        return str(self.payload["id"])

    @property
    def channel_id(self) -> str:
        return str(self.payload["channel_id"])

    @property
    def content(self) -> str:
        return str(self.payload["content"])

    @property
    def embeds(self) -> list[Json]:
        return list(self.payload["embeds"])

    @property
    def components(self) -> list[Json]:
        return list(self.payload["components"])

    @property
    def attachments(self) -> list[Json]:
        """All files of the message, those that its components show too, which Discord names there alone."""
        return [*self.payload["attachments"], *(_as_attachment(part) for part in self._shown_files())]

    def _shown_files(self) -> list[Json]:
        parts = [part for component in self.all_components() for part in (component, *component.get("items", []))]
        return [part for part in parts if (part.get("media") or part.get("file") or {}).get("attachment_id")]

    @property
    def media(self) -> list[Json]:
        """What its galleries show, the message's own files and those of other messages."""
        return [item["media"] for part in self.all_components() if part["type"] == 12 for item in part["items"]]

    @property
    def author(self) -> str:
        user = self.payload["author"]
        return str(user.get("global_name") or user["username"])

    @property
    def ephemeral(self) -> bool:
        return bool(self.payload["flags"] & _EPHEMERAL)

    @property
    def thinking(self) -> bool:
        return bool(self.payload["flags"] & _THINKING)

    @property
    def edited(self) -> bool:
        return self.payload["edited_timestamp"] is not None

    @property
    def text(self) -> str:
        """All that can be read: content, text displays, embeds."""
        pieces = [self.content, *(c["content"] for c in self.all_components() if c["type"] == 10)]
        for embed in self.embeds:
            pieces += [embed.get("title", ""), embed.get("description", "")]
            pieces += [f"{f['name']}: {f['value']}" for f in embed.get("fields", [])]
            pieces.append((embed.get("footer") or {}).get("text", ""))
        return "\n".join(piece for piece in pieces if piece)

    @property
    def alt_texts(self) -> list[str]:
        """The alt texts of the pictures that are seen: those of Components V2 are all in components."""
        found = [] if self.payload["flags"] & _V2 else [a.get("description") for a in self.attachments]
        for component in self.all_components():
            found += [item.get("description") for item in component.get("items", [])]
            found.append(component.get("description") if component["type"] == 11 else None)
        return list(dict.fromkeys(text for text in found if text))

    def all_components(self) -> list[Json]:
        """All components, the nested ones too."""
        return flat(self.components)

    @property
    def buttons(self) -> list[Json]:
        return [c for c in self.all_components() if c["type"] == 2]

    @property
    def labels(self) -> list[str]:
        """The labels of the buttons that can be clicked."""
        return [str(b.get("label", "")) for b in self.buttons if not b["disabled"]]

    def button(self, label: str | None = None) -> Json:
        """The button of this label, else the only one whose label has it as a part. Raises LookupError."""
        exact = [b for b in self.buttons if label is not None and b.get("label") == label]
        found = exact or [b for b in self.buttons if label is None or label in b.get("label", "")]
        if len(found) != 1 and not exact:
            raise LookupError(f"{len(found)} buttons {label!r} among {[b.get('label') for b in self.buttons]}")
        return found[0]

    def select(self, custom_id: str | None = None) -> Json:
        """The select of this custom id, or the only one. Raises LookupError."""
        found = [c for c in self.all_components() if c["type"] in _SELECTS]
        found = [c for c in found if custom_id in (None, c["custom_id"])]
        if len(found) != 1:
            raise LookupError(f"{len(found)} selects of custom id {custom_id!r}")
        return found[0]


@dataclass(eq=False)
class Answer:
    """What came of a command, a click, a choice or a form.

    ``kind``: message, thinking (filled in by now), update, deferred_update or modal.
    """

    interaction_id: str
    kind: str
    message: Seen | None
    modal: Json | None
    _screen: dict[str, Seen] = field(repr=False, default_factory=dict)

    @property
    def shown(self) -> Seen:
        """The message. Raises LookupError where the answer has none."""
        if self.message is None:
            raise LookupError(f"The answer ({self.kind}) has no message")
        return self.message

    @property
    def content(self) -> str:
        return self.shown.content

    @property
    def text(self) -> str:
        return self.shown.text

    @property
    def components(self) -> list[Json]:
        return self.shown.components

    @property
    def attachments(self) -> list[Json]:
        return self.shown.attachments

    @property
    def ephemeral(self) -> bool:
        return self.shown.ephemeral

    @property
    def messages(self) -> list[Seen]:
        """All messages of this interaction so far, follow-ups too."""
        found = [
            m
            for m in self._screen.values()
            if (m.payload.get("interaction_metadata") or {}).get("id") == self.interaction_id
        ]
        return sorted(found, key=lambda m: int(m.id))


def _as_attachment(part: Json) -> Json:
    """A file that a component shows, as it would stand among the attachments."""
    media = part.get("media") or part["file"]
    name = unquote(urlsplit(media["url"]).path.rpartition("/")[2])
    about = {"id": media["attachment_id"], "filename": name, "description": part.get("description")}
    return {key: media.get(key) for key in ("url", "content_type", "width", "height")} | about


def flat(components: list[Json]) -> list[Json]:
    """Components with those nested in them, the outer first."""
    found: list[Json] = []
    for component in components:
        inner = [*component.get("components", []), component.get("accessory"), component.get("component")]
        found += [component, *flat([c for c in inner if c])]
    return found


def field_names(modal: Json) -> dict[str, str]:
    """The custom ids of a modal's fields by their labels."""
    found: dict[str, str] = {}
    for component in flat(modal.get("components", [])):
        field_ = component.get("component") or component
        label = component.get("label")
        if label and "custom_id" in field_:
            found[label] = field_["custom_id"]
    return found
