"""A desktop of dictionaries, with hands that journal as the engine does. For tests of runs, not of desktops."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from deskhand.errors import AmbiguousTarget, DeskhandError, NotFound, SecretMissing
from deskhand.journal import Journal
from deskhand.model.action import Action
from deskhand.model.element import Element
from deskhand.model.geometry import Bounds
from deskhand.model.locator import Locator
from deskhand.model.notification import Notification
from deskhand.model.progress import Progress
from deskhand.model.receipt import Effect, Receipt
from deskhand.model.ref import Ref
from deskhand.model.world import Window


class Killed(BaseException):
    """What kill -9 is to a process: nothing after it runs."""


@dataclass
class FakeHands:
    """`elements` by name, `cells` by address. `kill_at` ends everything right before (`before`) or after (`after`) the
    delivery of the action of that number; `unverified` are verbs nobody sees the effect of."""

    journal: Journal
    desktop: str = "d1"
    elements: dict[str, dict[str, Any]] = field(default_factory=dict)
    cells: dict[str, str] = field(default_factory=dict)
    open_windows: list[tuple[str, str]] = field(default_factory=list)
    board: str = ""
    notices: list[Notification] = field(default_factory=list)
    kill_at: tuple[int, str] | None = None
    unverified: frozenset[str] = frozenset()
    failing: dict[str, DeskhandError] = field(default_factory=dict)
    on_act: Callable[[Action], None] = lambda action: None
    done: list[str] = field(default_factory=list)
    dead: bool = False
    focus: str = ""
    ids: Any = field(default_factory=lambda: itertools.count(1))

    @property
    def desktop_id(self) -> str:
        return self.desktop

    @property
    def alive(self) -> bool:
        return not self.dead

    def notifications(self, *, history: bool = False) -> Sequence[Notification]:
        return [notice for notice in self.notices if history or notice.open]

    def require_secret(self, name: str) -> None:
        raise SecretMissing(f"there is no secret {name!r}")

    def learn_secret(self, value: str) -> None:
        self.journal.mask([value])

    def redact(self, data: Any) -> Any:
        return data

    def progress(self, seconds: float | None = None, what: str = "") -> Progress:
        return Progress(0.25 if seconds is None else min(seconds, 0.25), what)

    def act(self, action: Action, *, run: str | None = None, step: int | None = None) -> Receipt:
        target = self._target_json(action)
        number = self.journal.intent(run, step, {"verb": action.verb, "args": action.args}, target, "tree")
        self._kill("before")
        error = self.failing.get(action.describe()) or self.failing.get(action.verb)
        if error is not None:
            self.journal.receipt(number, run, step, None, error.to_json())
            raise error
        self.done.append(action.describe())
        self.on_act(action)
        self._effect(action)
        self._kill("after")
        receipt = self._receipt(action, target)
        self.journal.receipt(number, run, step, receipt.to_json(), None)
        return receipt

    def _kill(self, moment: str) -> None:
        if self.kill_at == (len(self.done) + (moment == "before"), moment):
            raise Killed

    def _target_json(self, action: Action) -> dict[str, Any]:
        if isinstance(action.target, Locator):
            return {"role": action.target.role, "name": action.target.name}
        return {}

    def _effect(self, action: Action) -> None:
        match action.verb:
            case "launch":
                files = action.args.get("files") or ["Untitled"]
                self.open_windows.insert(0, (f"w{next(self.ids):x}", f"{Path(files[0]).name} - {action.args['app']}"))
            case "type":
                name = action.target.name if isinstance(action.target, Locator) else self.focus
                if name in self.elements:
                    self.elements[name]["value"] = self.elements[name].get("value", "") + action.args["text"]
            case "set_value":
                self.elements[action.target.name]["value"] = action.args["value"]
            case "check":
                self.elements[action.target.name].setdefault("states", set()).add("checked")
            case "choose_file":
                if action.args.get("action") == "save":
                    Path(action.args["path"]).write_text("saved\n")
                self.open_windows = [window for window in self.open_windows if "dialog" not in window[1]]
            case "dismiss":
                self.open_windows = [window for window in self.open_windows if window[1] != action.args["window"]]
            case "clipboard_write":
                self.board = action.args["text"]
            case _:
                pass

    def _receipt(self, action: Action, target: dict[str, Any]) -> Receipt:
        verified = action.verb not in self.unverified
        scope = "file" if action.verb == "choose_file" else "control"
        return Receipt(
            verb=action.verb,
            target=target,
            args=dict(action.args),
            checks=(),
            route="tree",
            tried=(),
            delivery="delivered_verified" if verified else "delivered_unverified",
            effect=Effect("it", "it was", "fake", scope) if verified else Effect("it"),
            confidence=1.0,
            fingerprint="0",
            started=0.0,
            ms={},
        )

    def find(self, locator: Locator) -> tuple[Element, ...]:
        if locator.cell is not None:
            return ()
        return tuple(
            _element(name, data)
            for name, data in self.elements.items()
            if locator.name in (None, name) and locator.role in (None, data.get("role", "button"), "field")
        )

    def read_text(self, target: Locator | Ref) -> str:
        assert isinstance(target, Locator)
        found = self.find(target)
        if not found:
            raise NotFound(f"no {target}")
        if len(found) > 1:
            raise AmbiguousTarget(f"two {target}")
        return found[0].value or found[0].name

    def read_cell(self, address: str, window: str | None = None) -> str:
        return self.cells.get(address, "")

    def windows(self) -> Sequence[Window]:
        box = Bounds(0, 0, 100, 100)
        return [
            Window(
                identity,
                title,
                "fake",
                1,
                box,
                box,
                kind="dialog" if "dialog" in title else "normal",
                active=place == 0,
            )
            for place, (identity, title) in enumerate(self.open_windows)
        ]

    def clipboard(self) -> str:
        return self.board


def _element(name: str, data: dict[str, Any]) -> Element:
    return Element(
        ref="",
        role=data.get("role", "button"),
        name=name,
        value=data.get("value"),
        states=frozenset(data.get("states", {"enabled", "showing"})),
        bounds=None,
        actions=(),
        source="tree",
        depth=0,
        parent=-1,
        children=(),
        handle=("", name),
        window="",
        app="fake",
    )
