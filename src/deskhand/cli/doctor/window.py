# pyright: reportMissingImports=false, reportMissingParameterType=false, reportUnknownParameterType=false, reportUnknownLambdaType=false, reportAttributeAccessIssue=false
"""The doctor's own window, run by the system's python3: a button and a field that write down what they received.

`python3 window.py LOG` appends JSON lines to LOG: `{"shown": true}`, `{"clicked": 1}`, `{"text": "…"}`.
"""

from __future__ import annotations

import json
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402


def main(path: str) -> None:
    log = open(path, "a", encoding="utf-8")  # noqa: SIM115 - open as long as the window is

    def tell(**what) -> None:
        log.write(json.dumps(what, ensure_ascii=False) + "\n")
        log.flush()

    clicks = 0

    def clicked(button) -> None:
        nonlocal clicks
        clicks += 1
        label.set_text(f"pressed: {clicks}")
        tell(clicked=clicks)

    window = Gtk.Window(title="Deskhand doctor")
    window.set_default_size(420, 160)
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12, border_width=16)
    button = Gtk.Button(label="Press me")
    button.connect("clicked", clicked)
    label = Gtk.Label(label="not pressed")
    entry = Gtk.Entry()
    entry.get_accessible().set_name("Words")
    entry.connect("changed", lambda field: tell(text=field.get_text()))
    for widget in (button, label, entry):
        box.pack_start(widget, False, False, 0)
    window.add(box)
    window.connect("destroy", Gtk.main_quit)
    window.connect("map-event", lambda *_: tell(shown=True))
    window.show_all()
    Gtk.main()
    log.close()


if __name__ == "__main__":
    main(sys.argv[1])
