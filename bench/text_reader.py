"""What stands in the document of an editor, by another accessibility client (pyatspi, system python3).

    text_reader.py PID

Prints `{"ready": true}`, then for every line read `{"text": …}`.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import pyatspi
from gi.repository import GLib


def document(node: Any) -> Any:
    """The first text area below the node."""
    if node.getRole() == pyatspi.ROLE_TEXT and node.getState().contains(pyatspi.STATE_MULTI_LINE):
        return node
    for child in node:
        found = document(child) if child is not None else None
        if found is not None:
            return found
    return None


def main() -> None:
    pid, area, deadline = int(sys.argv[1]), None, time.monotonic() + 20
    while area is None:
        apps = [app for app in pyatspi.Registry.getDesktop(0) if app is not None and app.get_process_id() == pid]
        area = next((found for app in apps if (found := document(app)) is not None), None)
        if area is None and time.monotonic() > deadline:
            print(json.dumps({"error": f"process {pid} shows no text area"}), flush=True)
            return
    print(json.dumps({"ready": True}), flush=True)
    for _ in sys.stdin:
        area.clear_cache()
        try:
            answer = {"text": area.queryText().getText(0, -1)}
        except (NotImplementedError, GLib.Error) as error:
            answer = {"error": f"process {pid} is gone: {type(error).__name__}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
