"""pyatspi's full read of one window: role, name, states, extents, actions and text of every node.

    /usr/bin/python3 pyatspi_read.py TITLE

One read per process, as libatspi's cache would make a second one another thing. Prints `{"ms": …, "nodes": …}`: the
read alone, imports and finding the window left out.
"""

from __future__ import annotations

import json
import sys
import time
from contextlib import suppress
from typing import Any

import pyatspi
from gi.repository import GLib


def read(node: Any, rows: list[list[Any]]) -> None:
    """The node and all below it; one that vanishes costs only itself."""
    try:
        row: list[Any] = [node.getRole(), node.name, node.getState().getStates()]
        with suppress(NotImplementedError):
            box = node.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
            row.append((box.x, box.y, box.width, box.height))
        with suppress(NotImplementedError):
            actions = node.queryAction()
            row.append([actions.getName(number) for number in range(actions.nActions)])
        with suppress(NotImplementedError):
            row.append(node.queryText().getText(0, -1))
        rows.append(row)
        for child in node:
            if child is not None:
                read(child, rows)
    except GLib.Error:
        return


def main() -> int:
    title = sys.argv[1]
    desktop = pyatspi.Registry.getDesktop(0)
    window = next((w for app in desktop if app for w in app if w and title in w.name), None)
    if window is None:
        print(json.dumps({"error": f"no window {title!r} on the bus"}))
        return 1
    rows: list[list[Any]] = []
    started = time.perf_counter()
    read(window, rows)
    print(json.dumps({"ms": (time.perf_counter() - started) * 1000, "nodes": len(rows)}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
