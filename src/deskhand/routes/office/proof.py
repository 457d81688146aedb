"""What others than LibreOffice's interface see of a change: the window, by the accessibility tree, and the file."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

from deskhand.adapters.protocol import Adapter, ReadOptions
from deskhand.errors import ActionFailed, DeskhandError, LimitError, Timeout
from deskhand.model.element import Handle
from deskhand.model.progress import Progress
from deskhand.model.receipt import Effect
from deskhand.perceive.addresses import cell_name
from deskhand.perceive.values import cell_text

TREE = "the accessibility tree"
FILE = "the file"
OWN_INTERFACE = "the document's own interface"
"""The observer where nobody else can see it: LibreOffice itself, asked again after the change."""

_LOOK_SECONDS = 4.0
_SHEET = ReadOptions(bounds=False, actions=False, text=False, value=False, table_rows=0, table_columns=0)


def cells_shown(adapter: Adapter, data: dict[str, Any], progress: Progress) -> Effect | None:
    """What the window shows of the cells that `data["sample"]` tells ([row, column, shown, typed]).

    Returns None where the window does not show this sheet or has no tree, so that nobody else can tell.

    Raises:
        ActionFailed: it shows something else, even after a while.
    """
    sample: list[list[Any]] = data["sample"]
    if not data.get("showing") or not sample:
        return None
    expected = f"{data['range']} shows what was written"
    differs = ""
    with progress.within(_LOOK_SECONDS, "looking at the cells") as part:
        for _ in part.attempts():
            try:
                table = _sheet_in(adapter, data["document"], part)
                if table is None:
                    return None
                differs = _difference(adapter, table, sample, part)
            except Timeout:
                break
            except LimitError:
                raise
            except DeskhandError as error:
                progress.log(f"the tree could not be read: {error.message}")
                return None
            if not differs:
                count = f"{len(sample)} of {data['cells']} cells" if "cells" in data else f"{len(sample)} cells"
                return Effect(expected, f"{count} read in the window show it", TREE, "window")
    if not differs:
        return None
    raise ActionFailed(
        f"the window does not show what was written to {data['range']}", sought=expected, seen=differs,
        delivery="delivered_unverified",
    )  # fmt: skip


def _sheet_in(adapter: Adapter, title: str, progress: Progress) -> Handle | None:
    """The table of the only window with this title."""
    windows = [one for one in adapter.windows.list(progress) if one.title == title and one.root is not None]
    if len(windows) != 1 or windows[0].root is None:
        return None
    nodes = adapter.tree.read(windows[0].root, _SHEET, progress).nodes
    tables = [node for node in nodes if "manages_descendants" in node.states and node.role == "table"]
    return tables[0].handle if len(tables) == 1 else None


def _difference(adapter: Adapter, table: Handle, sample: list[list[Any]], progress: Progress) -> str:
    for row, column, text, typed in sample:
        nodes = adapter.tree.cells(table, row, column, 1, 1, progress)
        shown = cell_text(nodes[0]) if nodes else ""
        # The tree has some numbers (times, percentages) as they would be typed.
        if _plain(shown) not in (_plain(text), _plain(typed)):
            return f"{cell_name(row, column)} shows {shown!r} instead of {text!r}"
    return ""


def _plain(text: str) -> str:
    return " ".join(text.split())


def file_written(path: Path, before: tuple[int, int] | None, expected: str) -> Effect:
    """That the file was written anew and is whole. `before`: its size and time of change (ns), None where it was not.

    Raises:
        ActionFailed: it is not there, is the same as before, or is not whole.
    """
    if (now := stamp(path)) is None:
        raise ActionFailed(f"{path} was not written", sought=expected, delivery="delivered_unverified")
    if now == before:
        raise ActionFailed(
            f"{path} is the same as before", sought=expected, seen=f"{now[0]} bytes", delivery="delivered_unverified"
        )
    told = whole(path)
    if told is None:
        raise ActionFailed(
            f"{path} was begun and is not whole", sought=expected, seen=f"{now[0]} bytes",
            delivery="delivered_unverified", next_step=f"do not use {path.name}; save again where there is room",
        )  # fmt: skip
    return Effect(expected, f"{path.name}, {now[0]} bytes, {told}", FILE, "file")


def stamp(path: Path) -> tuple[int, int] | None:
    """Size and time of the last change; None where no file is."""
    try:
        facts = path.stat()
    except OSError:
        return None
    return facts.st_size, facts.st_mtime_ns


def whole(path: Path) -> str | None:
    """What a whole file of its kind it is; None for one that breaks off."""
    with open(path, "rb") as file:
        head = file.read(8)
        file.seek(max(0, path.stat().st_size - 1024))
        tail = file.read()
    if head.startswith(b"%PDF-"):
        return "a whole PDF" if b"%%EOF" in tail else None
    if head.startswith(b"PK"):
        try:
            with zipfile.ZipFile(path) as archive:
                broken = archive.testzip()
                return None if broken else f"a whole archive of {len(archive.namelist())} parts"
        except zipfile.BadZipFile:
            return None
    return "not empty" if head else None
