"""`python -m deskhand.service`: start a desktop, serve it, end with it. Started by `service.start`, not by people.

The ready pipe gets `{"pid": …}` at once, then `{"desktop": …}` when the socket listens or `{"error": …}`.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import signal
import sys


def main(argv: list[str] | None = None) -> int:
    options = _options(argv)
    if options.detach and os.fork() > 0:
        os._exit(0)  # the caller waits for this process only; the service belongs to nobody's job control
    for fd in (options.ready_fd, options.owner_fd):
        if fd is not None:
            os.set_inheritable(fd, False)  # what runs on the desktop must not hold them open
    _say(options.ready_fd, {"pid": os.getpid()})
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.INFO, stream=sys.stderr)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)

    from deskhand.errors import DeskhandError, InternalError

    log = logging.getLogger("deskhand.service")
    try:
        from deskhand.service.life import serve  # a broken installation is told like any other fault
        from deskhand.service.memory import give_large_blocks_back

        give_large_blocks_back()
        serve(options, lambda desktop: _say(options.ready_fd, {"desktop": desktop}, last=True))
    except DeskhandError as error:
        log.error("%s", error)
        _say(options.ready_fd, {"error": error.to_json()}, last=True)
        return error.exit_code
    except Exception as error:
        log.exception("the service failed")
        _say(options.ready_fd, {"error": InternalError(f"{type(error).__name__}: {error}").to_json()}, last=True)
        return InternalError.exit_code
    return 0


def _options(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m deskhand.service")
    parser.add_argument("--kind", choices=("private", "user"), default="private")
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--scale", default="1")
    parser.add_argument("--input-method")
    parser.add_argument("--name")
    parser.add_argument(
        "--foreground", action="store_true", help="leave to use pointer and keyboard of the user's desktop"
    )
    parser.add_argument("--panic-key", default="ctrl+alt+Escape", help="with --foreground: what ends everything")
    parser.add_argument("--idle", type=float, help="end after so many seconds without a request")
    parser.add_argument("--asked", action="store_true", help="a person asked for this desktop by name")
    parser.add_argument("--owner-fd", type=int, help="end when the other end of this pipe closes")
    parser.add_argument("--ready-fd", type=int)
    parser.add_argument("--detach", action="store_true")
    return parser.parse_args(argv)


def _say(fd: int | None, message: dict[str, object], *, last: bool = False) -> None:
    if fd is None:
        return
    try:
        os.write(fd, json.dumps(message).encode() + b"\n")
        if last:
            os.close(fd)
    except OSError:
        pass  # whoever started it no longer waits; an ephemeral one ends by its owner pipe


if __name__ == "__main__":
    sys.exit(main())
