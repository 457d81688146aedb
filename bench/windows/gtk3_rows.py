"""A GTK 3 window with three pages of rows, two of them hidden: what trees are read from (see `tree_speed.py`)."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

window = Gtk.Window(title="tree speed gtk3")
window.set_default_size(900, 700)
pages = Gtk.Notebook()
for page in range(3):
    rows = Gtk.ListBox()
    for number in range(28):
        line = Gtk.Box(spacing=6)
        line.add(Gtk.Label(label=f"Line {number}"))
        line.add(Gtk.Entry(text=f"text {page} {number}"))
        line.add(Gtk.CheckButton(label=f"Choice {number}"))
        line.add(Gtk.Button(label=f"Button {number}"))
        rows.add(line)
    scroll = Gtk.ScrolledWindow()
    scroll.add(rows)
    pages.append_page(scroll, Gtk.Label(label=f"Page {page}"))
window.add(pages)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
