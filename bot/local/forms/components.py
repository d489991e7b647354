"""Components of a message: buttons, selects and the layout ones of Components V2."""

from __future__ import annotations

from typing import Any

from bot.local import limits
from bot.local.emoji import is_emoji
from bot.local.forms.files import Files
from bot.local.forms.form import Node
from bot.local.state.model import Json
from bot.local.state.world import World

ROW, BUTTON, STRING, TEXT_INPUT, USER, ROLE, MENTIONABLE, CHANNEL = 1, 2, 3, 4, 5, 6, 7, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 18, 19, 21, 22, 23

SELECTS = (STRING, USER, ROLE, MENTIONABLE, CHANNEL)
V2_TOP = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
_DEFAULTS = {
    USER: ("user",),
    ROLE: ("role",),
    MENTIONABLE: ("user", "role"),
    CHANNEL: ("channel",),
}
_WEB_OR_FILE = ("http", "https", "attachment")
_PREMIUM, _LINK = 6, 5


class ComponentReader:
    """Reads the components of one message or modal; knows what was seen so far."""

    def __init__(self, world: World, files: Files) -> None:
        self.world = world
        self.files = files
        self.custom_ids: set[str] = set()
        self.ids: set[int] = set()
        self.count = 0
        self.text_length = 0

    # Messages

    def message(self, node: Node, *, v2: bool) -> list[Json]:
        """The ``components`` of a message as they are kept, ids given to those that had none."""
        high = limits.COMPONENTS if v2 else limits.LEGACY_ROWS
        children = node.nodes("components", 0, high)
        kept = [self.child(child, V2_TOP if v2 else (ROW,)) for child in children]
        if v2 and self.count > limits.COMPONENTS:
            node.fault(
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"The total number of components cannot exceed {limits.COMPONENTS}",
                "components",
            )
        if self.text_length > limits.COMPONENT_TEXT:
            node.fault(
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"Components displayable text size exceeds maximum size of {limits.COMPONENT_TEXT}",
                "components",
            )
        return self.numbered([c for c in kept if c is not None])

    def child(self, node: Node, allowed: tuple[int, ...]) -> Json | None:
        """One component at a place where only some types may stand."""
        kind = node.get("type", required=True)
        if kind is None:
            return None
        if isinstance(kind, bool) or kind not in allowed:
            listed = ", ".join(str(k) for k in allowed)
            node.fault("UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({listed},).', "type")
            return None
        self.count += 1
        component: Json = {"type": kind}
        number = node.integer("id", 0, limits.COMPONENT_ID)
        if number:
            if number in self.ids:
                node.fault("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated", "id")
            self.ids.add(number)
            component["id"] = number
        read = self._read(kind, node)
        return component | {key: value for key, value in read.items() if value is not None}

    def _read(self, kind: int, node: Node) -> Json:
        match kind:
            case 1:
                return self._row(node)
            case 2:
                return self._button(node)
            case 3 | 5 | 6 | 7 | 8:
                return self.select(kind, node)
            case 9:
                return self._section(node)
            case 10:
                return {"content": self.displayed(node)}
            case 11:
                return self._picture(node)
            case 12:
                items = node.nodes("items", *limits.GALLERY_ITEMS, required=True)
                pictures = [self._picture(item) for item in items]
                return {"items": [{k: v for k, v in picture.items() if v is not None} for picture in pictures]}
            case 13:
                return {"file": self._media(node, "file", file_only=True), "spoiler": node.flag("spoiler")}
            case 14:
                divider = True if node.get("divider") is None else node.flag("divider")
                return {"divider": divider, "spacing": node.one_of("spacing", (1, 2)) or 1}
            case _:
                return self._container(node)

    def _row(self, node: Node) -> Json:
        children = node.nodes("components", 1, limits.ROW_WIDTH, required=True)
        kept = [self.child(child, (BUTTON, *SELECTS)) for child in children]
        if len(children) > 1 and any(c is not None and c["type"] in SELECTS for c in kept):
            node.fault("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
        return {"components": [c for c in kept if c is not None]}

    def _container(self, node: Node) -> Json:
        children = node.nodes("components", 1, limits.COMPONENTS, required=True)
        kept = [self.child(child, IN_CONTAINER) for child in children]
        return {
            "components": [c for c in kept if c is not None],
            "accent_color": node.integer("accent_color", 0, limits.COLOR),
            "spoiler": node.flag("spoiler"),
        }

    def _section(self, node: Node) -> Json:
        children = node.nodes("components", *limits.SECTION_TEXTS, required=True)
        kept = [self.child(child, (TEXT,)) for child in children]
        accessory = node.node("accessory", required=True)
        return {
            "components": [c for c in kept if c is not None],
            "accessory": self.child(accessory, (BUTTON, THUMBNAIL)) if accessory else None,
        }

    def displayed(self, node: Node) -> str:
        """The text of a text display; it counts towards the message's."""
        content = node.text("content", 1, limits.COMPONENT_TEXT, required=True) or ""
        self.text_length += len(content)
        return content

    def _picture(self, node: Node) -> Json:
        return {
            "media": self._media(node, "media"),
            "description": node.text("description", *limits.MEDIA_ALT_TEXT),
            "spoiler": node.flag("spoiler"),
        }

    def _media(self, node: Node, key: str, *, file_only: bool = False) -> Json:
        media = node.node(key, required=True)
        if media is None:
            return {}
        schemes = ("attachment",) if file_only else _WEB_OR_FILE
        url = media.text("url", 1, limits.MEDIA_URL, required=True) or ""
        files = self.files if self.files.named or not url.startswith("attachment://") else Files()
        attachment_id = files.find(media, url, "url")
        if attachment_id is not None:
            return {"attachment_id": attachment_id}
        if not url.startswith("attachment://"):
            media.url("url", limits.MEDIA_URL, schemes=schemes)
        shows = self.world.file_at(url)
        return {"id": self.world.snowflakes.next(), "url": url} | ({} if shows is None else {"shows": shows})

    def custom_id(self, node: Node, *, required: bool = True) -> str | None:
        """A custom id, unique in the message."""
        value = node.text("custom_id", *limits.CUSTOM_ID, required=required)
        if value is not None and value in self.custom_ids:
            node.fault("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated", "custom_id")
        if value:
            self.custom_ids.add(value)
        return value

    def _button(self, node: Node) -> Json:
        style = node.one_of("style", range(1, 7), required=True)
        label = node.text("label", 0, limits.BUTTON_LABEL)
        emoji = self.emoji(node)
        button: Json = {"style": style, "disabled": node.flag("disabled")}
        if label:
            button["label"] = label
        if emoji:
            button["emoji"] = emoji
        if style == _LINK:
            button["url"] = node.url("url", limits.BUTTON_URL, schemes=("http", "https", "discord"), required=True)
            if node.get("custom_id"):
                node.fault("BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified", "url")
        elif style == _PREMIUM:
            node.fault("BUTTON_COMPONENT_INVALID_SKU", "The SKU of a premium button is unknown", "sku_id")
        else:
            if node.get("url"):
                node.fault("BUTTON_COMPONENT_URL_UNEXPECTED", "Only link buttons have a url", "url")
            if node.get("sku_id"):
                node.fault("BUTTON_COMPONENT_SKU_UNEXPECTED", "Only premium buttons have a SKU", "sku_id")
            button["custom_id"] = self.custom_id(node)
        if not label and not emoji and style != _PREMIUM:
            node.fault("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button needs a label or an emoji", "label")
        return button

    def emoji(self, node: Node) -> Json | None:
        """An emoji of a button or an option: a standard one by its name, or the application's by its id."""
        emoji = node.node("emoji")
        if emoji is None:
            return None
        number = emoji.snowflake("id")
        name = emoji.text("name", 0, limits.COMPONENT_EMOJI)
        if number is not None:
            known = self.world.emojis.get(number)
            if known is not None:
                return {"id": str(known.id), "name": known.name, "animated": known.animated}
            emoji.fault("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji", "id")
        elif name is None or not is_emoji(name):
            emoji.fault("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji", "name")
        return {"name": name}

    # Selects, in messages and modals

    def select(self, kind: int, node: Node, *, in_modal: bool = False) -> Json:
        """Any of the five select menus."""
        select: Json = {
            "custom_id": self.custom_id(node),
            "disabled": node.flag("disabled"),
            "placeholder": node.text("placeholder", 0, limits.SELECT_PLACEHOLDER),
        }
        low, high = self.range(node, limits.SELECT_VALUES)
        select |= {"min_values": low, "max_values": high}
        if in_modal:
            select["required"] = True if node.get("required") is None else node.flag("required")
            if select["disabled"]:
                node.fault("COMPONENT_DISABLED_IN_MODAL", "A select in a modal cannot be disabled", "disabled")
            if not low and select["required"] and node.get("min_values") == 0:
                node.fault("NUMBER_TYPE_MIN", "int value should be greater than or equal to 1.", "min_values")
        if kind == STRING:
            fewest, most = limits.SELECT_OPTIONS
            select["options"] = self.options(node, (max(fewest, min(high, most)), most), high)
        else:
            select["default_values"] = self._defaults(kind, node, low, high)
        if kind == CHANNEL:
            select["channel_types"] = node.each_of("channel_types", limits.CHANNEL_TYPES, 25)
        return select

    def range(self, node: Node, most: int) -> tuple[int, int]:
        """``min_values`` and ``max_values``, 1 where they are left out."""
        low = node.integer("min_values", 0, most)
        high = node.integer("max_values", 1, most)
        low, high = (1 if low is None else low), (1 if high is None else high)
        if low > high:
            node.fault("COMPONENT_RANGE_INVALID", "min_values cannot exceed max_values", "min_values")
        return low, high

    def options(self, node: Node, count: tuple[int, int], most_defaults: int) -> list[Json]:
        """The options of a string select, a radio group or checkboxes."""
        kept: list[Json] = []
        seen: set[Any] = set()
        for option in node.nodes("options", *count, required=True):
            entry: Json = {
                "label": option.text("label", *limits.SELECT_TEXT, required=True),
                "value": option.text("value", *limits.SELECT_TEXT, required=True),
                "default": option.flag("default"),
            }
            description = option.text("description", 0, limits.SELECT_DESCRIPTION)
            if description:
                entry["description"] = description
            if emoji := self.emoji(option):
                entry["emoji"] = emoji
            if entry["value"] in seen:
                option.fault(
                    "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used", "value"
                )
            seen.add(entry["value"])
            kept.append(entry)
        if sum(entry["default"] for entry in kept) > most_defaults:
            node.fault("SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "More defaults than max_values", "options")
        return kept

    def _defaults(self, kind: int, node: Node, fewest: int, most: int) -> list[Json]:
        """Who or what is chosen to begin with: nobody, or as many as may be chosen."""
        kept = []
        entries = node.nodes("default_values", 0, most)
        if 0 < len(entries) < fewest:
            node.fault("BASE_TYPE_BAD_LENGTH", f"Must be between {fewest} and {most} in length.", "default_values")
        for entry in entries:
            number = entry.snowflake("id", required=True)
            if entry.get("type", required=True) not in (None, *_DEFAULTS[kind]):
                entry.fault("BASE_TYPE_CHOICES", f"Value must be one of {_DEFAULTS[kind]}.", "type")
            kept.append({"id": str(number), "type": entry.data.get("type")})
        return kept

    # Ids

    def numbered(self, components: list[Json]) -> list[Json]:
        """Give every component without an id the next free one, in the order of the page."""
        free = 0
        for component in self._all(components):
            if "id" not in component:
                free += 1
                while free in self.ids:
                    free += 1
                component["id"] = free
        return components

    def _all(self, components: list[Json]) -> list[Json]:
        found: list[Json] = []
        for component in components:
            found.append(component)
            inner = [*component.get("components", []), component.get("accessory"), component.get("component")]
            found += self._all([c for c in inner if c])
        return found
