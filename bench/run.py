"""`make bench`: the table of speeds, each beside its peer in the same run (DESIGN 13).

    python bench/run.py [capture trees click command desktops memory cells]

Prints the table, writes build/bench.json, exits 1 when a row is not ok. A part that cannot be measured is a row that
is not ok and says why.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from bench import (  # noqa: E402
    capture_speed,
    cell_speed,
    click_speed,
    command_speed,
    desktop_speed,
    memory,
    tree_speed,
)
from bench.common import PeerFailed, Table  # noqa: E402
from deskhand.errors import DeskhandError  # noqa: E402

PARTS: dict[str, Callable[[Table], None]] = {
    "capture": capture_speed.measure,
    "trees": tree_speed.measure,
    "click": click_speed.measure,
    "command": command_speed.measure,
    "desktops": desktop_speed.measure,
    "memory": memory.measure,
    "cells": cell_speed.measure,
}


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # what was started is ended then too
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", help="which parts, all where none is named", metavar="PART")
    asked = parser.parse_args()
    unknown = [part for part in asked.parts if part not in PARTS]
    if unknown:
        parser.error(f"no part {unknown[0]!r}: {', '.join(PARTS)}")
    table = Table("bench")
    for part in asked.parts or PARTS:
        started = time.monotonic()
        print(f"{part} …", end=" ", file=sys.stderr, flush=True)
        try:
            PARTS[part](table)
        except (DeskhandError, PeerFailed, OSError) as error:
            table.failed(part, f"{type(error).__name__}: {error}")
        print(f"{time.monotonic() - started:.0f} s", file=sys.stderr)
    return table.finish()


if __name__ == "__main__":
    sys.exit(main())
