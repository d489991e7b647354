"""Buttons, selects and modals from the person's side."""

from __future__ import annotations

from typing import Any

from aiohttp import web

from bot.local.context import Context
from bot.local.forms.components import CHECKBOX, RADIO, SELECTS, STRING, TEXT_INPUT, UPLOAD
from bot.local.forms.files import Upload
from bot.local.interactions.payload import COMPONENT, MODAL_SUBMIT, Resolver
from bot.local.people.access import caller, find_message, need_bot, number, place
from bot.local.people.commands import take_upload
from bot.local.people.errors import RefusedError
from bot.local.people.talk import read_object
from bot.local.rest.body import read_body
from bot.local.state.media import walk
from bot.local.state.model import LOADING, Channel, Interaction, Json, Message, Person

routes = web.RouteTableDef()
TOO_LATE = "The message changed at that moment: nothing was done."


@routes.post("/local/channels/{channel_id}/messages/{message_id}/components")
async def click(request: web.Request) -> web.Response:
    """Click a button or choose in a select."""
    here, person, channel = place(request)
    body = await read_object(request)
    message: Message | None = None
    try:
        message = find_message(request, here, person, channel)
        data = _data(body, message, Resolver(here.payloads, channel, person))
    except RefusedError:
        if "seen" in body and (message is None or body["seen"] != message.edited_at):
            # No error: the window didn't know of the edit yet when the person clicked.
            return web.json_response({"interaction_id": None, "code": "late", "message": TOO_LATE})
        raise
    need_bot(here, channel)
    nonce = None if body.get("nonce") is None else str(body["nonce"])
    interaction = here.interactions.begin(COMPONENT, person, channel, data, message=message, nonce=nonce)
    return web.json_response({"interaction_id": str(interaction.id)}, status=202)


def _data(body: Json, message: Message, resolver: Resolver) -> Json:
    """What the bot is told of a click. Raises RefusedError where it can't be made."""
    component = _component(message, str(body.get("custom_id", "")))
    data: Json = {
        "custom_id": component["custom_id"],
        "component_type": component["type"],
        "id": component["id"],
    }
    if component["type"] in SELECTS:
        problem, values = chosen(component, body.get("values", []), resolver)
        if problem is not None:
            raise RefusedError("bad_values", problem + ".")
        data |= {"values": values} | ({"resolved": resolver.found} if component["type"] != STRING else {})
    return data


def _component(message: Message, custom_id: str) -> Json:
    """What was clicked. Raises RefusedError where it can't be."""
    component = next((c for c in walk(message.components) if c.get("custom_id") == custom_id), None)
    if component is None or message.flags & LOADING:
        raise RefusedError("unknown_component", "That button or menu is gone.", status=404)
    if component.get("disabled"):
        raise RefusedError("disabled", "That button or menu is switched off.", status=409)
    return component


def chosen(select: Json, values: Any, resolver: Resolver) -> tuple[str | None, list[str]]:
    """What is wrong with a choice, and its values. ``resolver`` collects whom and what the person chose."""
    if not isinstance(values, list) or len({str(v) for v in values}) < len(values):
        return "The values must be a list without repeats", []
    values = [str(v) for v in values]
    low, high = select.get("min_values", 1), select.get("max_values", 1)
    if not low <= len(values) <= high:
        return f"Choose {low}" if low == high else f"Choose {low} to {high}", values
    for value in values:
        if not _choosable(select, value, resolver):
            return f"{value!r} can't be chosen here", values
    return None, values


def _choosable(select: Json, value: str, resolver: Resolver) -> bool:
    match select["type"]:
        case 3 | 21 | 22:
            return any(option["value"] == value for option in select["options"])
        case 5:
            return value.isdecimal() and resolver.user(int(value))
        case 6:
            return value.isdecimal() and resolver.role(int(value))
        case 7:
            return value.isdecimal() and resolver.mentionable(int(value))
        case _:
            return value.isdecimal() and resolver.channel(int(value), select.get("channel_types", []))


# Modals


def _modal(request: web.Request) -> tuple[Context, Person, Interaction, Channel]:
    here, person = caller(request)
    opened = here.world.interactions.get(number(request.match_info["interaction_id"], "modal"))
    if opened is None or opened.modal is None or opened.person_id != person.id:
        raise RefusedError("unknown_modal", "That form is gone: open it again.", status=404)
    channel = here.world.channels.get(opened.channel_id)
    if channel is None or not here.world.sees_channel(channel, person.id):
        raise RefusedError("unknown_channel", "The channel of that form is gone.", status=404)
    return here, person, opened, channel


@routes.post("/local/modals/{interaction_id}")
async def submit(request: web.Request) -> web.Response:
    """Send a filled-in modal."""
    here, person, opened, channel = _modal(request)
    body, uploads = await read_body(request)
    if not isinstance(body, dict) or not isinstance(body.get("fields", {}), dict):
        raise RefusedError("bad_body", "The body must be an object with `fields`.")
    modal = opened.modal or {}
    filled = _Filled(here, channel, person, body.get("fields") or {}, uploads)
    data: Json = {"custom_id": modal["custom_id"], "components": filled.components(modal["components"])}
    if filled.faults:
        listed = "; ".join(f"{name}: {problem}" for name, problem in filled.faults.items())
        raise RefusedError("bad_fields", listed + ".", fields=filled.faults)
    if filled.resolver.found:
        data["resolved"] = filled.resolver.found
    need_bot(here, channel)
    interaction = here.interactions.begin(
        MODAL_SUBMIT,
        person,
        channel,
        data,
        message=here.world.find_message(channel.id, opened.message_id),
        opened_by=opened,
        nonce=None if body.get("nonce") is None else str(body["nonce"]),
    )
    _put_away(here, opened)
    return web.json_response({"interaction_id": str(interaction.id)}, status=202)


@routes.delete("/local/modals/{interaction_id}")
async def cancel(request: web.Request) -> web.Response:
    here, _, opened, _ = _modal(request)
    _put_away(here, opened)
    return web.Response(status=204)


def _put_away(here: Context, opened: Interaction) -> None:
    opened.modal = None
    here.world.save(opened)


class _Filled:
    """Reads a person's entries into the components of a modal."""

    def __init__(self, here: Context, channel: Channel, person: Person, fields: Json, uploads: list[Upload]) -> None:
        self.here = here
        self.fields = fields
        self.uploads = uploads
        self.faults: dict[str, str] = {}
        self.resolver = Resolver(here.payloads, channel, person)

    def components(self, components: list[Json]) -> list[Json]:
        """The ``components`` of the submitted modal."""
        return [self._read(component) for component in components]

    def _read(self, component: Json) -> Json:
        about = {"type": component["type"], "id": component["id"]}
        match component["type"]:
            case 1:
                return about | {"components": self.components(component["components"])}
            case 18:
                return about | {"component": self._read(component["component"])}
            case 10:
                return about
            case _:
                return about | {"custom_id": component["custom_id"]} | self._entry(component)

    def _entry(self, component: Json) -> Json:
        name = component["custom_id"]
        value = self.fields.get(name)
        kind = component["type"]
        if kind == TEXT_INPUT:
            value = component.get("value") or "" if value is None else value
            problem = _text_problem(component, value)
            entry: Json = {"value": value}
        elif kind == CHECKBOX:
            value = component.get("default", False) if value is None else value
            problem = None if isinstance(value, bool) else "Must be true or false"
            entry = {"value": value}
        elif kind == RADIO:
            value = next((o["value"] for o in component["options"] if o["default"]), None) if value is None else value
            problem = self._radio_problem(component, value)
            entry = {"value": value}
        elif kind == UPLOAD:
            problem, entry = self._files(component, value or [])
        else:
            problem, entry = self._choice(component, value)
        if problem is not None:
            self.faults[name] = problem
        return entry

    def _radio_problem(self, component: Json, value: Any) -> str | None:
        if value is None:
            return "Choose one" if component["required"] else None
        return None if _choosable(component, str(value), self.resolver) else f"{value!r} can't be chosen here"

    def _choice(self, component: Json, value: Any) -> tuple[str | None, Json]:
        if value is None:
            options = component.get("options", [])
            value = [o["value"] for o in options if o["default"]]
            value = value or [d["id"] for d in component.get("default_values", [])]
        if not value and not component.get("required", True):
            return None, {"values": []}
        problem, values = chosen(component, value, self.resolver)
        return problem, {"values": values}

    def _files(self, component: Json, value: Any) -> tuple[str | None, Json]:
        numbers = [str(v) for v in value] if isinstance(value, list) else []
        picked = [upload for upload in self.uploads if str(upload.number) in numbers]
        low, high = component["min_values"], component["max_values"]
        if not picked and not component["required"]:
            return None, {"values": []}
        if not low <= len(picked) <= high:
            return f"Choose {low} to {high} files", {"values": []}
        return None, {"values": [take_upload(self.here, upload, self.resolver) for upload in picked]}


def _text_problem(component: Json, value: Any) -> str | None:
    if not isinstance(value, str):
        return "Must be a text"
    if not value:
        return "This field is required" if component["required"] else None
    low, high = component.get("min_length") or 0, component.get("max_length") or 4_000
    return None if low <= len(value) <= high else f"Must have {low} to {high} characters"
