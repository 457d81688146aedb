"""What a method is, and what it is given and gives back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deskhand.service.params import Params

if TYPE_CHECKING:
    from deskhand.desktop import Desktop
    from deskhand.service.host import Host

Emit = Callable[[str, dict[str, Any]], None]
"""Tell the caller something before the reply: the event's name and its data."""


class Call:
    """One request as a method sees it: the host, its arguments, and where events go."""

    def __init__(self, host: Host, params: dict[str, Any], emit: Emit) -> None:
        self.host = host
        self.desktop: Desktop = host.desktop
        self.params: Params = Params(params)
        self.emit = emit


@dataclass(frozen=True, slots=True)
class Reply:
    """Data and, for actions, the receipt beside it."""

    data: Any
    receipt: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Method:
    """`reports` methods send events and run beside their connection's other requests; `acts` methods are refused while
    a person has taken over; `control` methods are answered also while the service ends; `after` runs once the reply is
    sent. `limit` is bytes of the reply's data."""

    summary: str
    call: Callable[[Call], Any]
    reports: bool = False
    acts: bool = False
    control: bool = False
    after: Callable[[Host], None] | None = None
    limit: int | None = None
