"""Modals: what an interaction may open for a person to fill in."""

from __future__ import annotations

from bot.local import limits
from bot.local.forms.components import (
    CHECKBOX,
    CHECKBOXES,
    LABEL,
    RADIO,
    ROW,
    SELECTS,
    TEXT,
    TEXT_INPUT,
    UPLOAD,
    ComponentReader,
)
from bot.local.forms.files import Files
from bot.local.forms.form import Node
from bot.local.state.model import Json
from bot.local.state.world import World

_IN_LABEL = (TEXT_INPUT, *SELECTS, UPLOAD, RADIO, CHECKBOXES, CHECKBOX)


def check_modal(node: Node, world: World) -> Json:
    """A modal as it is shown: ``custom_id``, ``title``, ``components``."""
    reader = _ModalReader(world, Files())
    title = node.text("title", *limits.MODAL_TITLE, required=True)
    custom_id = node.text("custom_id", *limits.CUSTOM_ID, required=True)
    children = node.nodes("components", *limits.MODAL_COMPONENTS, required=True)
    kept = [reader.child(child, (ROW, TEXT, LABEL)) for child in children]
    return {
        "custom_id": custom_id,
        "title": title,
        "components": reader.numbered([c for c in kept if c is not None]),
    }


class _ModalReader(ComponentReader):
    def _read(self, kind: int, node: Node) -> Json:
        match kind:
            case 1:
                children = node.nodes("components", 1, 1, required=True)
                kept = [self.child(child, (TEXT_INPUT,)) for child in children]
                for child in children:
                    child.text("label", *limits.MODAL_LABEL, required=True)
                return {"components": [c for c in kept if c is not None]}
            case 4:
                return self._text_input(node)
            case 18:
                return self._label(node)
            case 19:
                return self._upload(node)
            case 21:
                return self._chosen(node) | {"options": self.options(node, limits.RADIO_OPTIONS, 1)}
            case 22:
                return self._checkboxes(node)
            case 23:
                return {"custom_id": self.custom_id(node), "default": node.flag("default")}
            case 10:
                return {"content": self.displayed(node)}
            case _:
                return self.select(kind, node, in_modal=True)

    def _label(self, node: Node) -> Json:
        inner = node.node("component", required=True)
        label: Json = {
            "label": node.text("label", *limits.MODAL_LABEL, required=True),
            "component": self.child(inner, _IN_LABEL) if inner else None,
        }
        description = node.text("description", *limits.MODAL_DESCRIPTION)
        return label | ({"description": description} if description else {})

    def _text_input(self, node: Node) -> Json:
        low = node.integer("min_length", 0, limits.TEXT_INPUT)
        high = node.integer("max_length", 1, limits.TEXT_INPUT)
        if low is not None and high is not None and low > high:
            node.fault("COMPONENT_RANGE_INVALID", "min_length cannot exceed max_length", "min_length")
        return {
            "custom_id": self.custom_id(node),
            "style": node.one_of("style", (1, 2), required=True),
            "label": node.text("label", *limits.MODAL_LABEL),
            "value": node.text("value", 0, limits.TEXT_INPUT),
            "placeholder": node.text("placeholder", 0, limits.TEXT_INPUT_PLACEHOLDER),
            "min_length": low,
            "max_length": high,
            "required": True if node.get("required") is None else node.flag("required"),
        }

    def _chosen(self, node: Node) -> Json:
        required = True if node.get("required") is None else node.flag("required")
        return {"custom_id": self.custom_id(node), "required": required}

    def _upload(self, node: Node) -> Json:
        low, high = self.range(node, limits.FILE_UPLOADS)
        return self._chosen(node) | {"min_values": low, "max_values": high}

    def _checkboxes(self, node: Node) -> Json:
        options = node.data.get("options")
        count = len(options) if isinstance(options, list) and options else 1
        low = node.integer("min_values", 0, limits.FILE_UPLOADS)
        high = node.integer("max_values", 1, limits.FILE_UPLOADS)
        low, high = (1 if low is None else low), (count if high is None else high)
        if not low <= high <= count:
            node.fault("COMPONENT_RANGE_INVALID", "max_values exceeds the number of options", "max_values")
        kept = self.options(node, limits.CHECKBOX_OPTIONS, high)
        return self._chosen(node) | {"min_values": low, "max_values": high, "options": kept}
