"""What the doctor tries, in order: each through the service the commands use, each judged by another observer."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deskhand.errors import ActionFailed, DeskhandError, EnvironmentFault, InternalError, NotFound
from deskhand.model.progress import Progress
from deskhand.service.client import Client
from deskhand.service.start import Started, start_service

WORDS = "ñ 你 ß €"
WINDOW = "Deskhand doctor"
BUTTON = f'button "Press me" in window "{WINDOW}"'
FIELD = f'text field "Words" in window "{WINDOW}"'
SYSTEM_PYTHON = "/usr/bin/python3"


@dataclass(slots=True)
class Visit:
    """What the trials share: a folder for the window's log and the picture, the service, its connection."""

    folder: Path
    started: Started | None = None
    client: Client | None = None

    @property
    def log(self) -> Path:
        return self.folder / "window.log"

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        if self.client is None:
            raise InternalError("the doctor asked a service it has not started")
        return self.client.data(method, params)

    def act(self, verb: str, target: str | None = None, expect: str | None = None, **args: Any) -> dict[str, Any]:
        action: dict[str, Any] = {"verb": verb, "args": args}
        if target is not None:
            action["target"] = target
        if expect is not None:
            action["expect"] = expect
        return self.ask("act", action)

    def received(self, key: str, wanted: Any, seconds: float = 3.0) -> Any:
        """What the window wrote down under `key`, once it is `wanted`; `ActionFailed` says what it wrote instead."""
        progress = Progress(seconds, f"the doctor's window to write down {key}")
        last: Any = None
        for _ in progress.attempts():
            last = self._last(key)
            if last == wanted:
                return last
        raise ActionFailed(f"the window received {last!r}, not {wanted!r}", sought=repr(wanted), seen=repr(last))

    def _last(self, key: str) -> Any:
        if not self.log.exists():
            return None
        rows = [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines() if line.endswith("}")]
        return next((row[key] for row in reversed(rows) if key in row), None)


@dataclass(frozen=True, slots=True)
class Trial:
    """One line of the doctor: what is tried, and how. The function returns what was seen, or raises."""

    name: str
    attempt: Callable[[Visit], str]


@dataclass(frozen=True, slots=True)
class Finding:
    """How a trial went; `error` None is well. `tried` False: an earlier fault made it senseless."""

    name: str
    seconds: float
    seen: str = ""
    error: DeskhandError | None = None
    tried: bool = True

    @property
    def ok(self) -> bool:
        return self.tried and self.error is None


def _start(visit: Visit) -> str:
    visit.started = start_service(ephemeral=True)
    visit.client = Client(visit.started.desktop)
    status = visit.ask("status", {})
    return f"{status['desktop']} on {status['display']}"


def _window(visit: Visit) -> str:
    program = Path(__file__).with_name("window.py")
    _need_gtk()
    visit.act("launch", app=SYSTEM_PYTHON, args=[str(program), str(visit.log)])
    visit.received("shown", True, 10.0)
    windows = visit.ask("windows", {})["windows"]
    mine = [window for window in windows if window["title"] == WINDOW]
    if not mine:
        raise NotFound(f"window {WINDOW!r} is not in the list", near=[window["title"] for window in windows])
    if not mine[0]["tree"]:
        raise EnvironmentFault(
            "the window has no accessibility tree", next_step="sudo apt-get install at-spi2-core libatk-adaptor"
        )
    return f"{WINDOW!r} is open and has a tree"


def _need_gtk() -> None:
    """`EnvironmentFault` where the system's Python has no GTK 3."""
    code = "import gi; gi.require_version('Gtk', '3.0'); from gi.repository import Gtk"
    try:
        done = subprocess.run([SYSTEM_PYTHON, "-c", code], capture_output=True, check=False, timeout=20)
    except FileNotFoundError as error:
        raise EnvironmentFault(f"{SYSTEM_PYTHON} is missing", next_step="sudo apt-get install python3") from error
    if done.returncode:
        raise EnvironmentFault(
            "the doctor's window needs GTK 3 for the system's Python",
            seen=done.stderr.decode(errors="replace").strip().splitlines()[-1:][0] if done.stderr.strip() else None,
            next_step="sudo apt-get install python3-gi gir1.2-gtk-3.0",
        )


def _snapshot(visit: Visit) -> str:
    snapshot = visit.ask("snapshot", {"window": WINDOW})
    found = [element["role"] for element in _flat(snapshot["elements"])]
    for role in ("button", "text field"):
        if role not in found:
            raise NotFound(f"the snapshot shows no {role}", seen=", ".join(found))
    return f"{snapshot['count']} elements in {snapshot['ms']:.0f} ms"


def _flat(elements: list[dict[str, Any]]) -> list[dict[str, Any]]:
    flat: list[dict[str, Any]] = []
    for element in elements:
        flat.append(element)
        flat.extend(_flat(element.get("children", [])))
    return flat


def _click(visit: Visit) -> str:
    visit.act("click", BUTTON)
    visit.received("clicked", 1)
    return "the button's own log says: clicked once"


def _type(visit: Visit) -> str:
    visit.act("focus", FIELD)
    visit.act("type", text=WORDS)  # without a target: by real keys, where the focus is
    visit.received("text", WORDS)
    read = visit.ask("read", {"target": FIELD})["text"]
    if read != WORDS:
        raise ActionFailed("the tree reads something else", sought=WORDS, seen=repr(read))
    return f"typed by keys; the program's log and the tree both say {WORDS!r}"


def _picture(visit: Visit) -> str:
    path = visit.folder / "screen.png"
    visit.act("screenshot", path=str(path))
    from PIL import Image

    with Image.open(path) as picture:
        low_high: Any = picture.convert("L").getextrema()
        width, height = picture.size
    if low_high[1] - low_high[0] < 16:
        raise EnvironmentFault("the picture shows one colour only", seen=f"brightness {low_high[0]} to {low_high[1]}")
    return f"{width}×{height}, brightness {low_high[0]} to {low_high[1]}"


def _stop(visit: Visit) -> str:
    started = visit.started
    if started is None:
        raise InternalError("nothing was started")
    visit.ask("shutdown", {})
    close(visit)
    if not started.wait_gone():
        raise EnvironmentFault(f"process {started.pid} is still there", next_step=f"kill -9 {started.pid}")
    from deskhand.desktops.registry import list_desktops

    if any(record.id == started.desktop for record in list_desktops()):
        raise InternalError(f"desktop {started.desktop} outlived its service")
    return "the desktop is gone, with all that ran in it"


TRIALS = (
    Trial("start a private desktop", _start),
    Trial("open a window and find it", _window),
    Trial("read its elements", _snapshot),
    Trial("click its button", _click),
    Trial(f"type {WORDS} and read it back", _type),
    Trial("take a picture that is not black", _picture),
    Trial("stop, leaving nothing", _stop),
)


def close(visit: Visit) -> None:
    """Let go of the service; an ephemeral one ends with that."""
    if visit.client is not None:
        visit.client.close()
        visit.client = None
    if visit.started is not None:
        visit.started.let_go()


def examine(folder: Path, tell: Callable[[Finding], None]) -> list[Finding]:
    """Try everything, telling each finding as it is made."""
    visit = Visit(folder)
    findings: list[Finding] = []
    try:
        for number, trial in enumerate(TRIALS):
            finding = _try(trial, visit, senseless=_senseless(number, findings))
            findings.append(finding)
            tell(finding)
    finally:
        close(visit)
        if visit.started is not None:
            visit.started.wait_gone()
    return findings


def _senseless(number: int, findings: list[Finding]) -> bool:
    desktop_failed = bool(findings) and not findings[0].ok
    window_failed = len(findings) > 1 and not findings[1].ok
    return desktop_failed or (window_failed and number in (2, 3, 4))


def _try(trial: Trial, visit: Visit, *, senseless: bool) -> Finding:
    if senseless:
        return Finding(trial.name, 0.0, "not tried, because of a fault above", tried=False)
    begun = time.monotonic()
    try:
        seen = trial.attempt(visit)
    except DeskhandError as error:
        return Finding(trial.name, time.monotonic() - begun, error=error)
    except Exception as error:  # noqa: BLE001 - a trial that breaks is a finding, and the next ones are tried too
        fault = InternalError(f"{type(error).__name__}: {error}")
        return Finding(trial.name, time.monotonic() - begun, error=fault)
    return Finding(trial.name, time.monotonic() - begun, seen)
