"""What a person reads off an object: its name and its value."""

from __future__ import annotations

from collections.abc import Sequence

from deskhand.model.element import Node
from deskhand.model.redaction import MASK
from deskhand.perceive.addresses import is_address
from deskhand.visible import short_name

TEXT_ROLES = frozenset({"text field", "text area", "document", "terminal", "editbar"})
NUMBER_ROLES = frozenset({"slider", "progress bar", "scroll bar", "level bar", "dial", "meter"})
_CELLS = frozenset({"cell", "row header", "column header"})
NAMED_BY_TEXT = frozenset(
    {
        "label",
        "static text",
        "paragraph",
        "heading",
        "link",
        "list item",
        "tree item",
        "caption",
        "icon",
        "block quote",
        "cell",
        "row header",
        "column header",
    }
)
_CAPTIONED = frozenset({"button", "toggle button", "menu button", "checkbox", "radio button", "link", "tab"})


def clean(text: str) -> str:
    """Text without the placeholders that stand for embedded objects."""
    return text.replace("\ufffc", "")


def undoubled(name: str) -> str:
    """`7` of `7 7`: GTK 4 names a button by its label and by the label inside it."""
    half = len(name) // 2
    return name[:half] if len(name) % 2 and name[half] == " " and name[:half] == name[half + 1 :] else name


def shown_name(node: Node) -> str:
    """The object's name; for plain text without one, the text itself."""
    name = node.name.strip()
    if name:
        if node.child_count and node.role in _CAPTIONED:
            name = undoubled(name)
        return short_name(name)
    if node.text and node.role in NAMED_BY_TEXT:
        return short_name(" ".join(clean(node.text).split()))
    return ""


def _number(value: float) -> str:
    return f"{value:.10g}"


def shown_value(node: Node, nodes: Sequence[Node]) -> str | None:
    """The value a person reads off the control, None where it has none or it cannot be seen from here. `nodes` is the
    read that the node's children are positions in."""
    role = node.role
    if role == "password field" or "protected" in node.states:
        return MASK if node.text_length > 0 else ("" if node.text_length == 0 else None)
    if role == "combo box":
        return chosen_entry(node, nodes)
    if role == "spin button":
        if node.text:
            return clean(node.text)
        return None if node.value is None else _number(node.value)
    if role in NUMBER_ROLES:
        return None if node.value is None else _number(node.value)
    if role in _CELLS:
        return cell_text(node)
    if node.text is None:
        return None
    text = clean(node.text)
    if role in TEXT_ROLES or "editable" in node.states:
        # Only placeholders: the content is in the children.
        return text if text.strip() or not node.text.strip() else None
    if not text.strip() or " ".join(text.split()) == shown_name(node):
        return None
    return text if role in NAMED_BY_TEXT or role == "status bar" else None


def cell_text(node: Node) -> str:
    """What a table cell shows: its text, else its name unless that is only its address."""
    if node.text is not None and (clean(node.text).strip() or not node.text):
        return clean(node.text)
    if node.name and not is_address(node.name):
        return node.name
    return "" if node.value is None else _number(node.value)


def chosen_entry(node: Node, nodes: Sequence[Node]) -> str | None:
    """The entry a combo box shows: its own text, else the selected entry or the field below it; None where neither
    was read."""
    own = clean(node.text or "")
    if own.strip():
        return own
    pending = [(child, 1) for child in node.children[:500]]
    while pending:
        position, level = pending.pop(0)
        child = nodes[position]
        if "selected" in child.states and child.name:
            return child.name
        if child.role in {"text field", "label", "static text"} and (child.text or child.name):
            return clean(child.text or child.name)
        if level < 3:
            pending.extend((grandchild, level + 1) for grandchild in child.children[:500])
    return None
