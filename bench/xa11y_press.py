"""xa11y's press of a button, as a peer (see `common.Peer`). Run by .bench-venv in the desktop's environment.

    xa11y_press.py PID BUTTON

Answers every line on stdin: `go` presses through a locator, which finds the button anew as xa11y's documentation
recommends; `held` presses an element that was found once. Both time the call alone.
"""

from __future__ import annotations

import json
import sys
import time

import xa11y


def answer(**data: object) -> None:
    print(json.dumps(data), flush=True)


def main() -> None:
    pid, button = int(sys.argv[1]), sys.argv[2]
    try:
        app = xa11y.App.by_pid(pid, timeout=10.0)
        locator = app.locator(f"button[name='{button}']")
        held = locator.element()
    except xa11y.XA11yError as error:
        answer(error=f"{type(error).__name__}: {error}")
        return
    answer(ready=True, found=locator.count())
    for line in sys.stdin:
        target = held if line.strip() == "held" else locator
        started = time.perf_counter()
        try:
            target.press()
        except xa11y.XA11yError as error:
            answer(error=f"{type(error).__name__}: {error}")
            continue
        answer(ms=(time.perf_counter() - started) * 1000)


if __name__ == "__main__":
    main()
