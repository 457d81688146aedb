"""The same window as `gtk3_rows.py` in GTK 4."""

from typing import Any

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gtk  # noqa: E402


def build(app: Any) -> None:
    window = Gtk.ApplicationWindow(application=app, title="tree speed gtk4")
    window.set_default_size(900, 700)
    pages = Gtk.Notebook()
    for page in range(3):
        rows = Gtk.ListBox()
        for number in range(28):
            line = Gtk.Box(spacing=6)
            line.append(Gtk.Label(label=f"Line {number}"))
            entry = Gtk.Entry()
            entry.set_text(f"text {page} {number}")
            line.append(entry)
            line.append(Gtk.CheckButton(label=f"Choice {number}"))
            line.append(Gtk.Button(label=f"Button {number}"))
            rows.append(line)
        scroll = Gtk.ScrolledWindow()
        scroll.set_child(rows)
        pages.append_page(scroll, Gtk.Label(label=f"Page {page}"))
    window.set_child(pages)
    window.present()


app = Gtk.Application(application_id="org.example.TreeSpeed")
app.connect("activate", build)
app.run()
