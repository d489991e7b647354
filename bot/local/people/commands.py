"""Commands from the person's side: which there are, typed options, autocomplete, those in a message's menu."""

from __future__ import annotations

from typing import Any

from aiohttp import web

from bot.local import limits
from bot.local.context import Context
from bot.local.forms.commands import CHANNEL, GROUP, INTEGER, MENTIONABLE, ROLE, SUBCOMMAND, USER
from bot.local.forms.files import Upload, make_attachment
from bot.local.interactions.payload import AUTOCOMPLETE, COMMAND, GUILD_INSTALL, IN_BOT_DM, IN_GUILD, Resolver
from bot.local.people.access import bot_is_in, find_message, need, place
from bot.local.people.errors import RefusedError
from bot.local.rest.body import read_body, read_json
from bot.local.state.model import DM, Channel, Command, Json, Person
from bot.local.state.permissions import ALL

routes = web.RouteTableDef()
_CHANNEL = "/local/channels/{channel_id}"
OF_MESSAGES = 3
"""The type of a command in messages' menus."""


def usable(here: Context, person: Person, channel: Channel) -> list[Command]:
    """The commands that this person is offered in this channel; a server's own ones cover global ones."""
    world = here.world
    own = world.permissions(channel, person.id)
    if not bot_is_in(here, channel):
        return []
    found: dict[tuple[int, str], Command] = {}
    for command in sorted(world.commands.values(), key=lambda c: c.guild_id is not None):
        body = command.body
        if command.guild_id not in (None, channel.guild_id):
            continue
        if not _meant_for(body, channel):
            continue
        wanted = body.get("default_member_permissions")
        if channel.type != DM and wanted is not None and own != ALL:
            bits = int(wanted)
            if not bits or own & bits != bits:
                continue
        found[body["type"], body["name"]] = command
    return list(found.values())


def _meant_for(body: Json, channel: Channel) -> bool:
    """Whether a command is for this kind of place; the application is installed in the server, and by no user."""
    contexts = body.get("contexts")
    if contexts is None:
        contexts = [IN_GUILD, IN_BOT_DM] if body.get("dm_permission", True) else [IN_GUILD]
    here = IN_BOT_DM if channel.type == DM else IN_GUILD
    return here in contexts and GUILD_INSTALL in (body.get("integration_types") or [GUILD_INSTALL])


def localized(body: Json, locale: str) -> Json:
    """A command, an option or a choice with its name and description in the person's language."""
    fresh = {k: v for k, v in body.items() if not k.endswith("_localizations")}
    for key in ("name", "description"):
        if key in body:
            texts = body.get(f"{key}_localizations") or {}
            fresh[f"{key}_localized"] = texts.get(locale) or body[key]
    for key in ("options", "choices"):
        if key in body:
            fresh[key] = [localized(entry, locale) for entry in body[key]]
    return fresh


@routes.get(_CHANNEL + "/commands")
async def commands(request: web.Request) -> web.Response:
    here, person, channel = place(request)
    listed = [
        localized(here.payloads.command(command), person.locale)
        for command in usable(here, person, channel)
        if command.body["type"] == 1
    ]
    listed.sort(key=lambda c: c["name_localized"])
    return web.json_response(listed)


# In a message's menu


def _of_messages(here: Context, person: Person, channel: Channel) -> list[Command]:
    return [command for command in usable(here, person, channel) if command.body["type"] == OF_MESSAGES]


@routes.get(_CHANNEL + "/message-commands")
async def message_commands(request: web.Request) -> web.Response:
    """The commands in the menus of this channel's messages."""
    here, person, channel = place(request)
    listed = [
        localized(here.payloads.command(command), person.locale) for command in _of_messages(here, person, channel)
    ]
    return web.json_response(sorted(listed, key=lambda command: str(command["name_localized"])))


@routes.post(_CHANNEL + "/messages/{message_id}/commands")
async def run_on_message(request: web.Request) -> web.Response:
    """Send a command of a message's menu. Nobody has one on a message that only one person sees."""
    here, person, channel = place(request)
    body = await read_json(request)
    if not isinstance(body, dict):
        raise RefusedError("bad_body", "The body must be an object with `command`.")
    message = find_message(request, here, person, channel)
    need(here, channel, person, "use_application_commands", "use commands")
    wanted = str(body.get("command", ""))
    found = [c for c in _of_messages(here, person, channel) if wanted in (c.body["name"], str(c.id))]
    if not found or message.only_for is not None:
        raise RefusedError(
            "unknown_command", f"There is no command {wanted!r} in the menu of that message.", status=404
        )
    command, resolver = found[0], Resolver(here.payloads, channel, person)
    resolver.message(message)
    data: Json = {
        "id": str(command.id),
        "name": command.body["name"],
        "type": OF_MESSAGES,
        "target_id": str(message.id),
        "resolved": resolver.found,
    }
    if command.guild_id is not None:
        data["guild_id"] = str(command.guild_id)
    nonce = None if body.get("nonce") is None else str(body["nonce"])
    name = str(command.body["name"])
    begun = here.interactions.begin(COMMAND, person, channel, data, name=name, target=message, nonce=nonce)
    return web.json_response({"interaction_id": str(begun.id)}, status=202)


# Slash commands


class Call:
    """A command that a person is filling in: its path and the options of the last step."""

    def __init__(self, here: Context, person: Person, channel: Channel, words: str) -> None:
        self.here, self.person, self.channel = here, person, channel
        first, *rest = words.removeprefix("/").split() or [""]
        offered = [c for c in usable(here, person, channel) if c.body["type"] == 1]
        command = next((c for c in offered if first in (c.body["name"], str(c.id))), None)
        if command is None:
            raise RefusedError("unknown_command", f"There is no command /{first} here.", status=404)
        self.command = command
        self.path: list[Json] = []
        options: list[Json] = command.body.get("options", [])
        for word in rest:
            step = next((o for o in options if o["name"] == word and o["type"] in (SUBCOMMAND, GROUP)), None)
            if step is None:
                raise RefusedError("unknown_command", f"/{' '.join([first, *rest])} is no command.", status=404)
            self.path.append(step)
            options = step.get("options", [])
        if any(o["type"] in (SUBCOMMAND, GROUP) for o in options):
            names = ", ".join(o["name"] for o in options)
            raise RefusedError("subcommand_needed", f"/{first} needs one of: {names}.")
        self.options = options
        self.resolver = Resolver(here.payloads, channel, person)

    @property
    def name(self) -> str:
        """The whole name, subcommands included."""
        return " ".join([self.command.body["name"], *(step["name"] for step in self.path)])

    def data(self, values: list[Json]) -> Json:
        """The interaction's ``data`` around these values."""
        for step in reversed(self.path):
            values = [{"name": step["name"], "type": step["type"], "options": values}]
        data: Json = {
            "id": str(self.command.id),
            "name": self.command.body["name"],
            "type": 1,
            "options": values,
        }
        if self.command.guild_id is not None:
            data["guild_id"] = str(self.command.guild_id)
        if self.resolver.found:
            data["resolved"] = self.resolver.found
        return data

    def check(self, given: Json, uploads: list[Upload]) -> list[Json]:
        """The values as an interaction carries them. Raises RefusedError with a sentence for each wrong option."""
        faults: dict[str, str] = {}
        values: list[Json] = []
        known = {option["name"] for option in self.options}
        for name in given:
            if name not in known:
                faults[name] = f"/{self.name} has no option {name}"
        for option in self.options:
            value = given.get(option["name"])
            if value is None:
                if option.get("required"):
                    faults[option["name"]] = "This option is required"
                continue
            problem, value = self.value(option, value, uploads)
            if problem:
                faults[option["name"]] = problem
            values.append({"name": option["name"], "type": option["type"], "value": value})
        if faults:
            listed = "; ".join(f"{name}: {problem}" for name, problem in faults.items())
            raise RefusedError("bad_options", listed + ".", options=faults)
        return values

    def value(self, option: Json, value: Any, uploads: list[Upload]) -> tuple[str | None, Any]:
        """What is wrong with a value, and the value as it is sent."""
        match option["type"]:
            case 3:
                return self._text(option, value), value
            case 4 | 10:
                return self._number(option, value), value
            case 5:
                return (None if isinstance(value, bool) else "Must be true or false"), value
            case 11:
                return self._attachment(value, uploads)
            case kind:
                return self._known(option, kind, str(value)), str(value)

    def _text(self, option: Json, value: Any) -> str | None:
        if not isinstance(value, str):
            return "Must be a text"
        low, high = option.get("min_length", 0), option.get("max_length", limits.OPTION_STRING)
        if not max(1, low) <= len(value) <= high:
            return f"Must have {max(1, low)} to {high} characters"
        return _among(option, value)

    def _number(self, option: Json, value: Any) -> str | None:
        whole = option["type"] == INTEGER
        if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
            return "Must be a whole number" if whole else "Must be a number"
        if abs(value) > (limits.SAFE_INTEGER if whole else limits.SAFE_NUMBER):
            return "Must be a smaller number"
        if "min_value" in option and value < option["min_value"]:
            return f"Must be at least {option['min_value']}"
        if "max_value" in option and value > option["max_value"]:
            return f"Must be at most {option['max_value']}"
        return _among(option, value)

    def _known(self, option: Json, kind: int, value: str) -> str | None:
        number = int(value) if value.isdecimal() else 0
        match kind:
            case 6:
                found = self.resolver.user(number)
            case 7:
                found = self.resolver.channel(number, option.get("channel_types", []))
            case 8:
                found = self.resolver.role(number)
            case _:
                found = self.resolver.mentionable(number)
        what = {USER: "person", ROLE: "role", MENTIONABLE: "person or role", CHANNEL: "channel"}[kind]
        return None if found else f"There is no such {what} here"

    def _attachment(self, value: Any, uploads: list[Upload]) -> tuple[str | None, Any]:
        upload = next((u for u in uploads if str(u.number) == str(value)), None)
        if upload is None:
            return "Choose a file", value
        attachment = take_upload(self.here, upload, self.resolver)
        return None, attachment


def take_upload(here: Context, upload: Upload, resolver: Resolver) -> str:
    """Keep a person's file for an interaction. Returns its id."""
    attachment = make_attachment(here.world.snowflakes.next(), upload, None, None, ephemeral=True)
    here.world.history.keep_blob(attachment.id, upload.data)
    resolver.attachment(here.payloads.loose_attachment(attachment))
    return str(attachment.id)


def _among(option: Json, value: Any) -> str | None:
    choices = option.get("choices")
    if not choices or any(choice["value"] == value for choice in choices):
        return None
    return "Choose one of: " + ", ".join(str(choice["name"]) for choice in choices)


async def _read_call(request: web.Request) -> tuple[Context, Person, Channel, Call, Json, list[Upload]]:
    here, person, channel = place(request)
    body, uploads = await read_body(request)
    if not isinstance(body, dict) or not isinstance(body.get("options", {}), dict):
        raise RefusedError("bad_body", "The body must be an object with `command` and `options`.")
    need(here, channel, person, "use_application_commands", "use commands")
    return here, person, channel, Call(here, person, channel, str(body.get("command", ""))), body, uploads


@routes.post(_CHANNEL + "/commands")
async def run(request: web.Request) -> web.Response:
    """Send a slash command."""
    here, person, channel, call, body, uploads = await _read_call(request)
    values = call.check(body.get("options") or {}, uploads)
    nonce = None if body.get("nonce") is None else str(body["nonce"])
    interaction = here.interactions.begin(COMMAND, person, channel, call.data(values), name=call.name, nonce=nonce)
    return web.json_response({"interaction_id": str(interaction.id)}, status=202)


@routes.post(_CHANNEL + "/autocomplete")
async def autocomplete(request: web.Request) -> web.Response:
    """Ask the bot for choices while somebody types. Options that don't fit yet are left out."""
    here, person, channel, call, body, _ = await _read_call(request)
    given, focused = dict(body.get("options") or {}), str(body.get("focused", ""))
    option = next((o for o in call.options if o["name"] == focused), None)
    if option is None or not option.get("autocomplete"):
        raise RefusedError("no_autocomplete", f"The option {focused!r} of /{call.name} has no autocomplete.")
    values = []
    for other in call.options:
        name = other["name"]
        if name == focused:
            values.append({"name": name, "type": other["type"], "value": str(given.get(name, "")), "focused": True})
        elif given.get(name) is not None and call.value(other, given[name], [])[0] is None:
            values.append({"name": name, "type": other["type"], "value": given[name]})
    interaction = here.interactions.begin(AUTOCOMPLETE, person, channel, call.data(values), name=call.name)
    interaction.focused_type = option["type"]
    choices = await here.interactions.choices(interaction)
    if choices is None:
        raise RefusedError("no_answer", "Loading options failed", status=504)
    return web.json_response({"choices": [localized(choice, person.locale) for choice in choices]})
