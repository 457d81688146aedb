"""xa11y's text of one window: `xa11y_dump.py PID TITLE`, run by .bench-venv in the desktop's environment."""

from __future__ import annotations

import sys

import xa11y


def main() -> int:
    pid, title = int(sys.argv[1]), sys.argv[2]
    windows = xa11y.App.by_pid(pid, timeout=10.0).windows()
    window = next((one for one in windows if title in (one.name or "")), windows[0] if len(windows) == 1 else None)
    if window is None:
        print(f"no window {title!r} among {[one.name for one in windows]}", file=sys.stderr)
        return 1
    print(window.dump())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
