"""python-xlib's GetImage of a region, as a peer (see `common.Peer`). Run by .bench-venv with DISPLAY set.

    xlib_capture.py X Y WIDTH HEIGHT TIMES

Each line on stdin captures TIMES times and is answered with the milliseconds of one.
"""

from __future__ import annotations

import json
import sys
import time

from Xlib import X, display


def main() -> None:
    x, y, width, height, times = (int(word) for word in sys.argv[1:6])
    connection = display.Display()
    root = connection.screen().root
    print(json.dumps({"ready": True}), flush=True)
    for _ in sys.stdin:
        started = time.perf_counter()
        size = 0
        for _ in range(times):
            size = len(root.get_image(x, y, width, height, X.ZPixmap, 0xFFFFFFFF).data)
        ms = (time.perf_counter() - started) * 1000 / times
        print(json.dumps({"ms": ms, "bytes": size}), flush=True)
    connection.close()


if __name__ == "__main__":
    main()
