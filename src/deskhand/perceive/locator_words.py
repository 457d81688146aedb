"""The words a locator sentence may use, as data."""

from __future__ import annotations

from deskhand.model.locator import RelationKind

ROLE_WORDS: dict[str, str] = {
    "button": "button", "push button": "button", "toggle button": "toggle button", "menu button": "menu button",
    "checkbox": "checkbox", "check box": "checkbox", "tick box": "checkbox", "radio button": "radio button", "radio": "radio button",
    "switch": "switch",
    "text field": "text field", "textbox": "text field", "text box": "text field", "entry": "text field", "input": "field",
    "edit field": "text field", "field": "field", "text area": "text area", "password field": "password field", "password": "password field",
    "spin button": "spin button", "spinner": "spin button", "spin box": "spin button", "combo box": "combo box", "combobox": "combo box",
    "combo": "combo box", "drop-down": "combo box", "dropdown": "combo box", "slider": "slider", "progress bar": "progress bar",
    "label": "label", "static text": "static text", "text": "text", "heading": "heading", "paragraph": "paragraph", "link": "link",
    "image": "image", "picture": "image", "icon": "icon", "tab": "tab", "page tab": "tab", "tab list": "tab list", "menu bar": "menu bar",
    "menubar": "menu bar", "menu": "menu", "menu item": "menu item", "check menu item": "check menu item",
    "radio menu item": "radio menu item", "list": "list", "list box": "list", "item": "item", "list item": "list item",
    "tree": "tree", "tree item": "tree item", "table": "table", "sheet": "table", "tree table": "tree table", "cell": "cell",
    "table cell": "cell", "column header": "column header", "row header": "row header", "column": "column", "row": "row",
    "tool bar": "tool bar", "toolbar": "tool bar", "status bar": "status bar", "statusbar": "status bar", "scroll bar": "scroll bar",
    "scroll pane": "scroll pane", "split pane": "split pane", "panel": "panel", "group": "group", "filler": "filler",
    "section": "section", "document": "document", "page": "document", "form": "form", "window": "window", "dialog": "dialog",
    "dialogue": "dialog", "alert": "alert", "file chooser": "file chooser", "color chooser": "color chooser",
    "font chooser": "font chooser", "tool tip": "tool tip", "tooltip": "tool tip", "separator": "separator", "calendar": "calendar",
    "canvas": "canvas", "drawing area": "canvas", "terminal": "terminal", "application": "application", "landmark": "landmark",
    "viewport": "viewport", "unknown": "unknown", "internal frame": "internal frame", "element": "", "control": "", "thing": "",
}  # fmt: skip
"""What a person calls a role, and the canonical role or wider word for it; empty for "any"."""

STATE_WORDS: dict[str, str] = {
    "enabled": "enabled", "disabled": "!enabled", "greyed": "!enabled", "checked": "checked", "ticked": "checked", "unchecked": "!checked",
    "unticked": "!checked", "selected": "selected", "unselected": "!selected", "expanded": "expanded", "collapsed": "!expanded",
    "focused": "focused", "pressed": "pressed", "editable": "editable", "read-only": "read_only", "showing": "showing",
    "visible": "showing", "hidden": "!showing", "empty": "empty", "required": "required", "invalid": "invalid", "modal": "modal",
    "active": "active", "busy": "busy", "visited": "visited",
}  # fmt: skip
"""Adjectives, and the state they ask for (`!` for its absence)."""

RELATION_WORDS: dict[str, RelationKind] = {
    "in row": "in_row", "in the row": "in_row", "in the row of": "in_row", "in row of": "in_row", "in column": "in_column",
    "in the column": "in_column", "under column": "in_column", "in": "in", "inside": "in", "within": "in", "of": "in", "on": "in",
    "right of": "right_of", "to the right of": "right_of", "left of": "left_of", "to the left of": "left_of", "above": "above",
    "over": "above", "below": "below", "under": "below", "beneath": "below", "near": "near", "next to": "near", "beside": "near",
    "labelled": "labelled", "labeled": "labelled", "with label": "labelled", "with the label": "labelled", "for": "labelled",
    "after": "after", "before": "before",
}  # fmt: skip

ORDINAL_WORDS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10}
ARTICLES = frozenset({"the", "a", "an"})
NAMING = frozenset({"named", "called", "titled"})
