"""The six applications of `make bench-hands`: what may be done in each, and who besides us says what really happened.

Each `Player` draws a `Deed` from a seeded generator, and afterwards tells from its own observer (the fixture's log, the
page's log, LibreOffice's own interface, another accessibility client) what happened. Nothing here asks Deskhand.
"""

from __future__ import annotations

import random
import socket
import tempfile
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.common import SYSTEM_PYTHON, Peer, PeerFailed
from bench.safety_subjects import DEEDS, Subject, choose
from deskhand.desktop import Desktop
from fixtures.running import FixtureApp, FixtureFailed, Logged, PageServer

HERE = Path(__file__).parent
_SIZES = frozenset(("toggled", size) for size in ("small", "medium", "large"))
"""Radio buttons that go out and on together."""

State = dict[str, Any]
Happened = list[tuple[str, str, Any]]
"""What an observer saw since a mark: (event, what, value), in order."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One action to ask for. `wanted` is what the observer must see, `may` what may come with it (event, what)."""

    verb: str
    target: str | None
    wanted: tuple[str, str, Any]
    args: State = field(default_factory=dict)
    may: frozenset[tuple[str, str]] = frozenset()
    steps: bool = False
    """The value may come in steps: only the last one counts."""

    key: str = ""
    """The widget's name in the fixture's own words, for faults that change it."""


class Player(ABC):
    """One application on the desktop, started anew when it has died."""

    name: str
    title: str

    def __init__(self, desktop: Desktop) -> None:
        self.desktop = desktop

    @abstractmethod
    def start(self) -> None:
        """Start it where it does not run, and wait until it can be used."""

    @property
    def pid(self) -> int:
        """Of the process that holds its window; 0 when there is none."""
        return next((w.pid for w in self.desktop.windows() if self.title in w.title and w.pid), 0)

    @abstractmethod
    def draw(self, rng: random.Random) -> Deed:
        """Something that would change what the observer sees."""

    @abstractmethod
    def mark(self) -> Any:
        """Where the observer stands now."""

    @abstractmethod
    def happened(self, mark: Any) -> Happened:
        """What it saw since."""

    @abstractmethod
    def forget(self) -> None:
        """Let go of an application that has died or was broken, so that `start` makes another."""

    @abstractmethod
    def close(self) -> None: ...

    def within(self, locator: str) -> str:
        return f'{locator} in window "{self.title}"'


class Fixture(Player):
    """The fixture of one toolkit; its own log is the observer."""

    def __init__(self, desktop: Desktop, toolkit: str) -> None:
        super().__init__(desktop)
        self.name = toolkit
        self.title = f"Hands {toolkit}"
        self.app: FixtureApp | None = None

    @property
    def running(self) -> FixtureApp:
        assert self.app is not None
        return self.app

    @property
    def pid(self) -> int:
        return self.running.pid if self.app is not None and self.app.alive else 0

    def start(self) -> None:
        if self.app is None or not self.app.alive:
            self.forget()
            self.app = FixtureApp(self.name, self.desktop.place.env, title=self.title, seconds=60.0)

    def draw(self, rng: random.Random) -> Deed:
        self.running.control("uncover", settle=False)
        while True:
            subject = choose(rng)
            if subject.family != "named twice" and not self._as_wanted(subject):
                break
        self.running.control("page", name=subject.page)
        if subject.verb == "type":
            self.running.control("set_text", widget=subject.key, text="")
        target = None if subject.family == "menu" else self.within(subject.sentence_in(self.name))
        args = dict(subject.args) | ({"window": self.title} if subject.family == "menu" else {})
        proof = subject.proof
        value = None if subject.family == "switch" else proof.value
        may = _SIZES if subject.family == "radio" else frozenset(subject.may)
        return Deed(
            "click" if subject.family == "switch" else subject.verb, target, (proof.event, proof.widget, value), args,
            may, steps=subject.family == "value", key=subject.key,
        )  # fmt: skip

    def _as_wanted(self, subject: Subject) -> bool:
        """Whether the state asked for is there already, so that nothing would happen."""
        proof = subject.proof
        if subject.family == "radio":
            toggled = [e.widget for e in self.running.events("toggled") if e.value is True]
            return [name for name in toggled if name in ("small", "medium", "large")][-1:] == [subject.key]
        if subject.family in ("switch", "tab") or proof.event in ("clicked", "activated"):
            return False
        known = self.running.events(proof.event, proof.widget)
        return bool(known) and known[-1].value == proof.value

    def mark(self) -> int:
        return len(self.running.events())

    def happened(self, mark: Any) -> Happened:
        return [_plain(event) for event in self.running.events()[mark:] if event.event in DEEDS]

    def forget(self) -> None:
        if self.app is not None:
            self.app.close()
            self.app = None

    def close(self) -> None:
        self.forget()


class Page(Player):
    """The order form in Chromium; the page's own log is the observer."""

    name = "chromium"
    title = "Order form"

    def __init__(self, desktop: Desktop) -> None:
        super().__init__(desktop)
        self._server = PageServer()

    def start(self) -> None:
        if not self.pid:
            known = len(self._server.events("ready"))
            self.desktop.launch("chromium", self._server.url)
            self._server.wait_event("ready", seconds=60.0, count=known + 1)
            self.desktop.wait(f'heading "Order form" in window "{self.title}" appears', 30.0)

    def draw(self, rng: random.Random) -> Deed:
        text = f"Zoë {rng.randrange(10**6)}"
        drawn = rng.randrange(6)
        if drawn == 0:
            name, key, role = rng.choice(
                (("Customer", "customer", "field"), ("Remarks", "remarks", "text area"), ("New item", "item", "field"))
            )
            wanted = ("filled", key, text)
            target = self.within(f'{role} "{name}"')
            return Deed("set_value", target, wanted, {"value": text}, frozenset({("changed", key)}), steps=True)
        if drawn == 1:
            target = self.within('checkbox "Gift wrapping"')
            return Deed("click", target, ("changed", "gift", None), may=frozenset({("clicked", "gift")}))
        if drawn == 2:
            number = str(rng.randrange(2, 99))
            target = self.within('spin button "Quantity"')
            may = frozenset({("changed", "quantity")})
            return Deed("set_value", target, ("filled", "quantity", number), {"value": number}, may, steps=True)
        if drawn == 3:
            return Deed("click", self.within('button "Add item"'), ("clicked", "add", None))
        if drawn == 4:
            may = frozenset({("order", "order")})
            return Deed("click", self.within('button "Send order"'), ("clicked", "Send order", None), may=may)
        return Deed("click", self.within('button "Clear"'), ("clicked", "clear", None))

    def mark(self) -> int:
        return len(self._server.events())

    def happened(self, mark: Any) -> Happened:
        kinds = ("clicked", "changed", "filled", "order")
        found = [_plain(event) for event in self._server.events()[mark:] if event.event in kinds]
        # What was begun in one field is told as changed when the next one gets the focus; a click into a field to put
        # the cursor there is only a way.
        fields = ("customer", "remarks", "item", "quantity")
        late = {("changed", name) for name in fields} | {("clicked", name) for name in fields}
        return [one for one in found if one[:2] not in late | {("filled", "gift")}]

    def forget(self) -> None:
        """The page's log goes on with the next browser."""

    def close(self) -> None:
        self._server.close()


class Asked(Player):
    """One whose observer is a peer that is started with it and asked about it."""

    def __init__(self, desktop: Desktop) -> None:
        super().__init__(desktop)
        self._reader: Peer | None = None

    def ask(self) -> State:
        """What the peer sees now."""
        assert self._reader is not None
        return self._reader.ask()

    def forget(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def close(self) -> None:
        self.forget()


class Sheet(Asked):
    """A sheet in LibreOffice Calc; LibreOffice's own interface is the observer."""

    name = "calc"
    title = "LibreOffice Calc"

    def start(self) -> None:
        if self.pid and self._reader is not None:
            return
        self.forget()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        accept = f"--accept=socket,host=127.0.0.1,port={port};urp;"
        self.desktop.launch("libreoffice --calc", args=[accept])
        self.desktop.wait(f'table in window "{self.title}" appears', 60.0)
        self._reader = Peer([SYSTEM_PYTHON, HERE / "sheet_reader.py", str(port)], self.desktop.place.env)

    def draw(self, rng: random.Random) -> Deed:
        cell = f"{rng.choice('ABCDEFGH')}{rng.randrange(1, 25)}"
        formula, number = f"={rng.randrange(999)}+{rng.randrange(99)}", str(rng.randrange(10**6))
        value = rng.choice((formula, number, f"Zoë {rng.randrange(10**6)}"))
        return Deed("set_value", self.within(f"cell {cell}"), ("cell", cell, value), {"value": value})

    def mark(self) -> State:
        return self._cells()

    def happened(self, mark: Any) -> Happened:
        now = self._cells()
        names = sorted(now.keys() | mark.keys())
        return [("cell", name, now.get(name, "")) for name in names if now.get(name) != mark.get(name)]

    def _cells(self) -> State:
        """Every cell that has content, as it would be typed."""
        cells: State = self.ask()["cells"]
        return cells


class Editor(Asked):
    """A text in mousepad; another accessibility client and the file on the disk are the observers."""

    name = "mousepad"

    def __init__(self, desktop: Desktop) -> None:
        super().__init__(desktop)
        self._folder = tempfile.TemporaryDirectory(prefix="dhh-")
        self._file = Path(self._folder.name) / "notes for hands.txt"
        self.title = self._file.name

    def start(self) -> None:
        if self.pid and self._reader is not None:
            return
        self.forget()
        if not self._file.exists():
            self._file.write_text("begun\n", encoding="utf-8")
        opened = self.desktop.launch("mousepad", self._file)
        if self.title not in str(opened.target.get("window")):  # killed before, it asks whether to restore
            self.desktop.click('button "No" in window "Mousepad"')
        self.desktop.wait(f'text area in window "{self.title}" appears', 30.0)
        self._reader = Peer([SYSTEM_PYTHON, HERE / "text_reader.py", str(self.pid)], self.desktop.place.env)

    def draw(self, rng: random.Random) -> Deed:
        area, text = self.within("text area"), f"Zoë {rng.randrange(10**6)} 東京 "
        before = self._text()
        if len(before) < 400 and rng.random() < 0.6:
            self.desktop.do("press", area, keys="ctrl+End")
            return Deed("type", area, ("text", "document", before + text), {"text": text}, steps=True)
        return Deed("set_value", area, ("text", "document", text), {"value": text}, steps=True)

    def mark(self) -> str:
        return self._text()

    def happened(self, mark: Any) -> Happened:
        now = self._text()
        return [] if now == mark else [("text", "document", now)]

    def _text(self) -> str:
        return str(self.ask()["text"])

    def close(self) -> None:
        super().close()
        self._folder.cleanup()


def _plain(event: Logged) -> tuple[str, str, Any]:
    return event.event, event.widget, event.value


def players(desktop: Desktop) -> list[Player]:
    """All six, not yet started."""
    fixtures = [Fixture(desktop, toolkit) for toolkit in ("gtk3", "gtk4", "qt")]
    return [*fixtures, Page(desktop), Sheet(desktop), Editor(desktop)]


BROKEN = (FixtureFailed, PeerFailed, OSError)
"""What an observer raises when its application is gone."""
