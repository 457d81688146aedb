"""How fast trees are read, against pyatspi on the same windows in the same run.

    python bench/tree_speed.py [gtk3 gtk4 chromium firefox] [--rounds N]

For each window: pyatspi's obvious recursive read (a fresh process under the system's python3 each time, its cache
cold), our read of every node with the same details, our read of what shows, and the same again when nothing changed.
All in turn, medians of the rounds. Prints ratios; writes build/tree_speed.json; exits 1 on a missed bar (DESIGN 13).
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from deskhand.adapters.linux.atspi import AtspiClient
from deskhand.adapters.protocol import ReadOptions
from deskhand.desktops.private import PrivateDesktop
from deskhand.model.element import Handle
from deskhand.model.progress import Progress

SYSTEM_PYTHON = "/usr/bin/python3"
BARS = {"gtk3": 2.5, "gtk4": 5.0, "chromium": 2.5, "firefox": 2.5}
SHOWING_BAR = 6.0
AGAIN_AIM = 20.0

PYATSPI_READ = """
import json, sys, time
import pyatspi
sought = sys.argv[1]
def read(node, found):
    row = [node.getRole(), node.name, node.getState().getStates()]
    try:
        box = node.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
        row.append((box.x, box.y, box.width, box.height))
    except NotImplementedError:
        pass
    try:
        actions = node.queryAction()
        row.append([actions.getName(number) for number in range(actions.nActions)])
    except NotImplementedError:
        pass
    try:
        row.append(node.queryText().getText(0, -1))
    except NotImplementedError:
        pass
    found.append(row)
    for child in node:
        if child is not None:
            read(child, found)
desktop = pyatspi.Registry.getDesktop(0)
window = next(w for app in desktop if app for w in app if w and sought in w.name)
found = []
start = time.perf_counter()
read(window, found)
print(json.dumps({"ms": (time.perf_counter() - start) * 1000, "nodes": len(found)}))
"""

GTK3_WINDOW = """
import gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
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
"""

GTK4_WINDOW = """
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gtk
def build(app):
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
"""


def page(rows: int) -> str:
    """A web page with a form in each row, most of it below the fold."""
    lines = "".join(
        f"<tr><td>Row {n}</td><td><input value='text {n}' aria-label='Field {n}'></td><td><label><input type=checkbox>"
        f"Choice {n}</label></td><td><button>Button {n}</button></td><td><a href='#{n}'>Link {n}</a></td></tr>"
        for n in range(rows)
    )
    return f"<!doctype html><meta charset=utf-8><title>tree speed page</title><h1>Rows</h1><table>{lines}</table>"


def command(kind: str, folder: Path) -> tuple[list[str], str]:
    """What to start, and a part of the window's name."""
    if kind in ("gtk3", "gtk4"):
        return [SYSTEM_PYTHON, "-c", GTK3_WINDOW if kind == "gtk3" else GTK4_WINDOW], f"tree speed {kind}"
    document = folder / "page.html"
    document.write_text(page(160 if kind == "chromium" else 130), "utf-8")
    profile = folder / kind
    profile.mkdir()
    if kind == "chromium":
        flags = [
            "--force-renderer-accessibility", "--no-first-run", "--disable-gpu", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", f"--user-data-dir={profile}",
        ]
        if os.getuid() == 0:
            flags.append("--no-sandbox")
        return ["chromium", *flags, document.as_uri()], "tree speed page"
    return ["firefox-esr", "--no-remote", "--profile", str(profile), document.as_uri()], "tree speed page"


def settled_window(client: AtspiClient, title: str) -> Handle:
    """The window's root once its tree has stopped growing."""
    progress = Progress(60, f"window {title!r}")
    size = -1
    steady = 0
    while True:
        progress.check()
        progress.pause(0.3)
        tops = [node for row in client.toplevels_by_pid(progress).values() for _, node in row if title in node.name]
        if not tops:
            continue
        now = len(client.tree.read(tops[0].handle, ReadOptions(showing_only=False, fresh=True), progress).nodes)
        steady = steady + 1 if now == size else 0
        size = now
        if steady >= 4 and now > 100:
            return tops[0].handle


def timed(client: AtspiClient, root: Handle, options: ReadOptions) -> tuple[float, int, bool]:
    start = time.perf_counter()
    read = client.tree.read(root, options, Progress(30, "reading"))
    return (time.perf_counter() - start) * 1000, len(read.nodes), read.from_mirror


def pyatspi_read(env: dict[str, str], title: str) -> tuple[float, int]:
    done = subprocess.run(
        [SYSTEM_PYTHON, "-c", PYATSPI_READ, title], env=env, capture_output=True, text=True, timeout=60, check=True
    )
    answer = json.loads(done.stdout)
    return float(answer["ms"]), int(answer["nodes"])


def measure(kind: str, rounds: int) -> list[dict[str, Any]]:
    with PrivateDesktop.start() as desktop, tempfile.TemporaryDirectory() as folder:
        words, title = command(kind, Path(folder))
        env = dict(desktop.env)
        application = subprocess.Popen(words, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        client = AtspiClient(desktop.a11y_bus)
        try:
            return compare(kind, client, env, settled_window(client, title), title, rounds)
        finally:
            client.close()
            application.terminate()
            application.wait(10)


def compare(
    kind: str, client: AtspiClient, env: dict[str, str], root: Handle, title: str, rounds: int
) -> list[dict[str, Any]]:
    theirs: list[float] = []
    full: list[float] = []
    showing: list[float] = []
    again: list[float] = []
    counts = ""
    our_nodes = their_nodes = 0
    for _ in range(rounds):
        ms, their_nodes = pyatspi_read(env, title)
        theirs.append(ms)
        ms, our_nodes, _ = timed(client, root, ReadOptions(showing_only=False, fresh=True))
        full.append(ms)
        ms, shown, _ = timed(client, root, ReadOptions(fresh=True))
        showing.append(ms)
        for _ in range(3):
            ms, _, mirrored = timed(client, root, ReadOptions())
            if mirrored:
                again.append(ms)
        counts = f"{their_nodes} nodes by pyatspi, {our_nodes} by us, {shown} showing"
    base = statistics.median(theirs)
    rows = [row(f"{kind}: full read", base, full, BARS[kind], counts)]
    rows[0]["ok"] = rows[0]["ok"] and our_nodes >= 0.98 * their_nodes  # fast because of what was left out is not fast
    rows.append(row(f"{kind}: showing", base, showing, SHOWING_BAR, counts))
    rows.append(row(f"{kind}: again, unchanged (aim)", base, again, AGAIN_AIM, counts))
    return rows


def row(name: str, base: float, ours: list[float], bar: float, counts: str) -> dict[str, Any]:
    if not ours:
        how = "never from the mirror"
        return {"name": name, "value": 0.0, "unit": "× pyatspi", "bar": bar, "ok": "aim" in name, "how": how}
    mine = statistics.median(ours)
    ratio = round(base / mine, 2)
    how = f"pyatspi {base:.0f} ms, ours {mine:.1f} ms (medians; {min(ours):.1f}–{max(ours):.1f}); {counts}"
    ok = ratio >= bar or "aim" in name
    return {"name": name, "value": ratio, "unit": "× pyatspi", "bar": bar, "ok": ok, "how": how}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("windows", nargs="*", default=list(BARS))
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    rows = [line for kind in asked.windows for line in measure(kind, asked.rounds)]
    for line in rows:
        print(f"{'ok ' if line['ok'] else 'MISS'} {line['name']}: {line['value']} × (bar {line['bar']}); {line['how']}")
    target = Path("build")
    target.mkdir(exist_ok=True)
    (target / "tree_speed.json").write_text(json.dumps(rows, indent=1), "utf-8")
    return 0 if all(line["ok"] for line in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
