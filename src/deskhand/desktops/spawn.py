"""Starting a process that dies with its parent, from the single-threaded keeper. Standard library only."""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Mapping, Sequence

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_FAILED = 127


class Spawner:
    """Starts processes. Only for a process with one thread: the kernel ties the death signal to the thread that
    forked."""

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)

    def adopt_orphans(self) -> None:
        """Become the parent of descendants whose own parent ends (prctl(2), PR_SET_CHILD_SUBREAPER)."""
        self._libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

    def start(
        self, argv: Sequence[str], env: Mapping[str, str], *, output: int, cwd: str = "/", keep: Sequence[int] = ()
    ) -> int:
        """Start `argv` in a session of its own, killed when this process dies; stdout and stderr go to `output`, the
        descriptors in `keep` stay open. Returns the pid; raises OSError when it cannot be executed."""
        parent = os.getpid()
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                os.close(reading)
                self._become(parent, output, cwd, keep)
                os.execvpe(argv[0], list(argv), dict(env))
            except OSError as error:
                os.write(writing, str(error.errno or 0).encode())
            finally:
                os._exit(_FAILED)
        os.close(writing)
        with os.fdopen(reading, "rb") as file:
            failure = file.read()
        if failure:
            os.waitpid(pid, 0)
            number = int(failure)
            raise OSError(number, os.strerror(number), argv[0])
        return pid

    def _become(self, parent: int, output: int, cwd: str, keep: Sequence[int]) -> None:
        os.setsid()
        self._libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(_FAILED)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD, signal.SIGPIPE, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        null = os.open("/dev/null", os.O_RDONLY)
        os.dup2(null, 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        for fd in keep:
            os.set_inheritable(fd, True)
        os.chdir(cwd)
