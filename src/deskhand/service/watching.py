"""The live view of a served desktop, and what a viewer's taking over means for the agent: a run pauses
until the viewer gives the desktop back, then looks anew and goes on; single actions are refused meanwhile."""

from __future__ import annotations

from typing import Any

from deskhand.desktops.live.view import LiveView
from deskhand.errors import Unsupported
from deskhand.service.host import Host


class _Pause:
    """`TakeOver` of the live view: whoever acts waits while a person has the desktop."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def begin(self) -> None:
        self._host.desktop.engine.hold(self, "a person who took over the desktop in the live view")

    def end(self) -> None:
        self._host.desktop.engine.release(self)


class Views:
    """The live views of one desktop: at most one that only shows, and one that can be taken over."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._views: dict[bool, LiveView] = {}

    def link(self, *, take_over: bool) -> str:
        """A new address that opens the view once."""
        if take_over not in self._views:
            place = self._host.desktop.place
            pause = _Pause(self._host) if take_over else None
            self._views[take_over] = LiveView(place.adapter(), place.name, pause)
        return self._views[take_over].link()

    @property
    def watched(self) -> bool:
        """True while somebody looks."""
        return any(view.watched for view in self._views.values())

    def close(self) -> None:
        for view in self._views.values():
            view.close()
        self._views.clear()


def watch_address(host: Host, *, take_over: bool) -> dict[str, Any]:
    """Where a browser on this machine sees the desktop. `Unsupported` for the user's own: they see it already."""
    if host.charter.kind != "private":
        raise Unsupported("your own desktop is in front of you", next_step="watch a private desktop: --desktop NAME")
    views = host.views(lambda: Views(host))
    return {"address": views.link(take_over=take_over), "take_over": take_over, "desktop": host.desktop.id}
