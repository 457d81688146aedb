"""AT-SPI role numbers → the toolkit's word and the canonical role. Numbers: AtspiRole."""

from __future__ import annotations

_NAMES = (
    "invalid", "accelerator label", "alert", "animation", "arrow", "calendar", "canvas", "check box",
    "check menu item", "color chooser", "column header", "combo box", "date editor", "desktop icon", "desktop frame",
    "dial", "dialog", "directory pane", "drawing area", "file chooser", "filler", "focus traversable", "font chooser",
    "frame", "glass pane", "html container", "icon", "image", "internal frame", "label", "layered pane", "list",
    "list item", "menu", "menu bar", "menu item", "option pane", "page tab", "page tab list", "panel",
    "password text", "popup menu", "progress bar", "push button", "radio button", "radio menu item", "root pane",
    "row header", "scroll bar", "scroll pane", "separator", "slider", "spin button", "split pane", "status bar",
    "table", "table cell", "table column header", "table row header", "tear off menu item", "terminal", "text",
    "toggle button", "tool bar", "tool tip", "tree", "tree table", "unknown", "viewport", "window", "extended",
    "header", "footer", "paragraph", "ruler", "application", "autocomplete", "editbar", "embedded component", "entry",
    "chart", "caption", "document frame", "heading", "page", "section", "redundant object", "form", "link",
    "input method window", "table row", "tree item", "document spreadsheet", "document presentation",
    "document text", "document web", "document email", "comment", "list box", "grouping", "image map",
    "notification", "info bar", "level bar", "title bar", "block quote", "audio", "video", "definition", "article",
    "landmark", "log", "marquee", "math", "rating", "timer", "static", "math fraction", "math root", "subscript",
    "superscript", "description list", "description term", "description value", "footnote", "content deletion",
    "content insertion", "mark", "suggestion", "push button menu", "switch",
)  # fmt: skip
"""In the order of the numbers."""

_CANONICAL = {
    "push button": "button", "push button menu": "menu button", "check box": "checkbox", "switch": "toggle button",
    "password text": "password field", "static": "static text", "page tab": "tab", "page tab list": "tab list",
    "table cell": "cell", "table column header": "column header", "table row header": "row header",
    "table row": "row", "frame": "window", "internal frame": "window", "popup menu": "menu", "list box": "list",
    "embedded component": "panel", "document frame": "document", "document web": "document",
    "document text": "document", "document spreadsheet": "document", "document presentation": "document",
    "document email": "document", "drawing area": "canvas", "grouping": "group", "invalid": "unknown",
    "tear off menu item": "menu item", "level bar": "progress bar", "dial": "slider", "info bar": "alert",
    "notification": "alert", "redundant object": "unknown", "editbar": "text field", "autocomplete": "text field",
    "description list": "list", "option pane": "panel", "directory pane": "panel",
    "html container": "document", "extended": "unknown", "accelerator label": "label", "desktop icon": "icon",
}  # fmt: skip

PANEL = 39
PASSWORD = 40
ROOT_PANE = 46
SECTION = 85
HOLDS_A_PANE = frozenset({2, 16, 20, 23, 30, 39, 53, 69})
"""`alert`, `dialog`, `filler`, `frame`, `layered pane`, `panel`, `split pane`, `window`: what may stand between an
application and a root pane."""
DOCUMENTS = frozenset({82, 94, 95})
TEXT_ROLES = frozenset({61, 79, 77, 76})
"""`text`, `entry`, `editbar`, `autocomplete`: the states say whether it is a field or an area."""

_FIRST = tuple(_CANONICAL.get(name, name) for name in _NAMES)
_MULTI_LINE, _EDITABLE, _SINGLE_LINE, _FOCUSABLE = "multi_line", "editable", "single_line", "focusable"


def raw_name(number: int) -> str:
    """The role's AT-SPI word."""
    return _NAMES[number] if 0 <= number < len(_NAMES) else "unknown"


def canonical(number: int, states: frozenset[str], toolkit: str) -> str:
    """The canonical role of an object of this toolkit (as its ToolkitName says) in these states."""
    if number in TEXT_ROLES:
        return _text_role(number, states, toolkit)
    if not 0 <= number < len(_FIRST):
        return "unknown"
    role = _FIRST[number]
    if toolkit == "Qt" and number == 81:  # Qt 5 calls its labels' buddy text `caption`
        return "label"
    return role


def _text_role(number: int, states: frozenset[str], toolkit: str) -> str:
    if _MULTI_LINE in states:
        return "text area"
    if _SINGLE_LINE in states or _EDITABLE in states or number != 61:
        return "text field"
    return "text area" if _FOCUSABLE in states else "static text"
