"""Where the accessibility bus is now: it has another address each time it is started."""

from __future__ import annotations

from deskhand.adapters.linux.atspi.calls import GET_A11Y_ADDRESS, Call
from deskhand.adapters.linux.atspi.link import Link, LinkLost
from deskhand.errors import AppUnresponsive, EnvironmentFault, Timeout
from deskhand.model.progress import Progress

_ASKING = 1.0
"""Seconds the session bus has to name the accessibility bus."""

MENDING = (
    "run /usr/libexec/at-spi-bus-launcher --launch-immediately on that desktop (a private one does so by itself), then "
    "start the applications again"
)


class BusAddress:
    """The address as last known; asked for anew at the session bus when nobody listens there any more.

    `generation` counts the buses: names of applications of an earlier one mean nothing on the present one.
    """

    def __init__(self, address: str, session_bus: str = "") -> None:
        self.now: str = address
        self.generation: int = 0
        self._session_bus = session_bus

    def told_apart(self, name: str) -> str:
        """A bus name as handles have it: each bus begins again at `:1.0`, so later ones add their number."""
        return f"{name}/{self.generation}" if self.generation else name

    def is_present(self, name: str) -> bool:
        """Whether a name of a handle is one of the present bus."""
        return (name.partition("/")[2] or "0") == str(self.generation)

    def look_again(self, progress: Progress) -> bool:
        """True when the bus has another address than before."""
        if not self._session_bus:
            return False
        try:
            with progress.within(_ASKING, "asking where the accessibility bus is") as part:
                link = Link(self._session_bus, bus=True, label="the session bus", progress=part)
                try:
                    (found,) = link.batch([Call(GET_A11Y_ADDRESS, "/org/a11y/bus", b"", "org.a11y.Bus")], part)
                finally:
                    link.close()
        except (LinkLost, AppUnresponsive, Timeout):
            return False
        if not isinstance(found, str) or not found or found == self.now:
            return False
        self.now = found
        self.generation += 1
        return True


def fault(message: str, address: str, seen: str) -> EnvironmentFault:
    """The error for an accessibility bus that is gone or mute, with the line that mends it."""
    return EnvironmentFault(message, sought=address, seen=seen, next_step=MENDING)
