"""pyatspi's full read of one application: role, name, states, extents, actions and text of every node.

    /usr/bin/python3 pyatspi_read.py APP-NAME

One read per process, as libatspi's cache would make a second one another thing. Prints `{"ms": …, "nodes": …}`: the
read alone, imports and finding the application left out.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import pyatspi
from gi.repository import GLib


def read(node: Any) -> dict[str, Any]:
    row: dict[str, Any] = {"role": node.getRole(), "name": node.name, "states": node.getState().getStates()}
    interfaces = pyatspi.listInterfaces(node)
    if "Component" in interfaces:
        box = node.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
        row["extents"] = (box.x, box.y, box.width, box.height)
    if "Action" in interfaces:
        action = node.queryAction()
        row["actions"] = [action.getName(i) for i in range(action.nActions)]
    if "Text" in interfaces:
        row["text"] = node.queryText().getText(0, -1)
    return row


def walk(node: Any, rows: list[dict[str, Any]]) -> None:
    try:
        rows.append(read(node))
        if node.getState().contains(pyatspi.STATE_MANAGES_DESCENDANTS) and node.childCount > 5000:
            return  # a sheet: nobody can enumerate it
        children = [node.getChildAtIndex(i) for i in range(node.childCount)]
    except (GLib.Error, NotImplementedError):
        return
    for child in children:
        if child is not None:
            walk(child, rows)


def main() -> int:
    app = next((a for a in pyatspi.Registry.getDesktop(0) if a is not None and a.name == sys.argv[1]), None)
    if app is None:
        print(json.dumps({"error": f"no application {sys.argv[1]!r} on the bus"}))
        return 1
    rows: list[dict[str, Any]] = []
    started = time.perf_counter()
    walk(app, rows)
    print(json.dumps({"ms": (time.perf_counter() - started) * 1000, "nodes": len(rows)}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
