"""Another accessibility client's account of one window: every control that is showing (pyatspi, an independent judge).

    /usr/bin/python3 second_eye.py PID TITLE

Prints one JSON line per text it says (`{"says": …}`) and per control: role (pyatspi's word), name, text, number,
states, box. Cells are those with something in them. A toolkit that calls everything showing or nothing but its window
(GTK 4) is taken at its word for "visible".
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pyatspi
from gi.repository import GLib

CONTROLS = frozenset(
    {
        "push button", "toggle button", "check box", "radio button", "entry", "text", "password text", "spin button",
        "slider", "combo box", "link", "page tab", "menu", "menu item", "check menu item", "radio menu item",
        "list item", "tree item", "icon", "table cell", "table column header", "column header", "push button menu",
    }
)  # fmt: skip
HINTED = frozenset({"push button", "toggle button", "check box", "radio button"})
"""Roles that may show a picture in place of a name; what they are for stands in their hint."""
TEXTS = frozenset({"label", "static", "heading", "paragraph", "caption", "status bar", "alert", "notification"})
STATES = {
    pyatspi.STATE_CHECKED: "checked", pyatspi.STATE_SELECTED: "selected", pyatspi.STATE_EXPANDED: "expanded",
    pyatspi.STATE_FOCUSED: "focused", pyatspi.STATE_PRESSED: "pressed", pyatspi.STATE_SENSITIVE: "sensitive",
    pyatspi.STATE_ENABLED: "enabled", pyatspi.STATE_EDITABLE: "editable", pyatspi.STATE_SHOWING: "showing",
    pyatspi.STATE_VISIBLE: "visible", pyatspi.STATE_READ_ONLY: "read_only",
}  # fmt: skip
ADDRESS = re.compile(r"([A-Z]{1,3}[0-9]+)?")
MOST = 3000
"""Children of one object that are looked at."""


def toolkit(window: Any) -> str:
    """`gtk 4.8.3`, as its application says."""
    app = window.getApplication()
    return f"{app.get_toolkit_name() or ''} {app.get_toolkit_version() or ''}".lower()


def written(node: Any) -> str:
    """Its text, the first 300 characters; LibreOffice gives none where more are asked for than there are."""
    text = node.queryText()
    return text.getText(0, min(text.characterCount, 300))


class Eye:
    """One window; `lenient` where the toolkit does not say what shows."""

    def __init__(self, window: Any) -> None:
        self.window = window
        self.lenient = toolkit(window).startswith("gtk 4")
        self.box = self._box(window)

    def controls(self) -> Iterator[dict[str, Any]]:
        yield from self._walk(self.window, True)

    def _walk(self, node: Any, top: bool = False) -> Iterator[dict[str, Any]]:
        try:
            states = node.getState()
            wanted = pyatspi.STATE_VISIBLE if self.lenient else pyatspi.STATE_SHOWING
            if not top and not states.contains(wanted):
                return
            role = node.getRoleName()
            if role in CONTROLS and not top:
                row = self._facts(node, role, states)
                if row is not None:
                    yield row
            elif role in TEXTS:
                yield from self._said(node)
            if states.contains(pyatspi.STATE_MANAGES_DESCENDANTS) and node.childCount > MOST:
                below = self._cells(node)
            else:
                below = (node.getChildAtIndex(index) for index in range(min(node.childCount, MOST)))
            for child in below:
                if child is not None:
                    yield from self._walk(child)
        except (GLib.Error, LookupError, RuntimeError):  # gone or silent: the walk goes on beside it
            return

    def _said(self, node: Any) -> Iterator[dict[str, Any]]:
        """`{"says": …}` for a text that a person reads."""
        text = ""
        with suppress(NotImplementedError):
            text = written(node)
        said = " ".join((node.name or text).replace("\ufffc", " ").split())
        box = self._box(node)
        if said and box is not None and box[2] > 0 and box[3] > 0:
            yield {"says": said}

    def _cells(self, node: Any) -> Iterator[Any]:
        """The cells of a sheet that show, from its first row and column on."""
        table = node.queryTable()
        for row in range(200):
            shown = False
            for column in range(100):
                cell = table.getAccessibleAt(row, column)
                if cell is None or not cell.getState().contains(pyatspi.STATE_SHOWING):
                    break
                shown = True
                yield cell
            if not shown:
                return

    def _facts(self, node: Any, role: str, states: Any) -> dict[str, Any] | None:
        box = self._box(node)
        if box is None or box[2] <= 0 or box[3] <= 0:
            return None
        row: dict[str, Any] = {"role": role, "name": node.name or "", "box": box}
        row["states"] = [word for state, word in STATES.items() if states.contains(state)]
        if role in HINTED and not row["name"]:
            row["hint"] = node.description or ""
        with suppress(NotImplementedError):
            row["text"] = written(node)
        with suppress(NotImplementedError):
            row["number"] = node.queryValue().currentValue
        if role == "table cell" and not row.get("text") and ADDRESS.fullmatch(row["name"]):
            return None
        return row

    def _box(self, node: Any) -> list[int] | None:
        with suppress(NotImplementedError, GLib.Error):
            box = node.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
            return [box.x, box.y, box.width, box.height]
        return None


def main() -> int:
    pid, title = int(sys.argv[1]), sys.argv[2]
    for app in pyatspi.Registry.getDesktop(0):
        if app is None or app.get_process_id() != pid:
            continue
        for window in app:
            if window is not None and (title in window.name or app.childCount == 1):
                for row in Eye(window).controls():
                    print(json.dumps(row, ensure_ascii=False))
                return 0
    print(f"no window {title!r} of {pid}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
