"""A form that handles passwords carelessly, and a folder of secrets of its own."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from deskhand.desktops.private import PrivateDesktop
from deskhand.guard.secrets import Vault
from deskhand.model.progress import Progress
from fixtures.running import SYSTEM_PYTHON

PROGRAM = Path(__file__).parents[2] / "fixtures" / "secret_form.py"
PAGE = (
    "data:text/html,<title>Form</title><label>Password <input id=p type=password></label><br>"
    "<input type=password id=n><br><label>PIN <input id=pin></label>"
    "<input placeholder=Passphrase id=x>"
    "<button onclick=\"p.type=p.type=='text'?'password':'text'\">Show</button>"
    "<button onclick=\"e.textContent='it is '+p.value+'!';k=p.value.length/2;q.textContent='in parts: ';"
    "q.append(p.value.slice(0,k));b=document.createElement('b');b.append(p.value.slice(k));q.append(b);"
    "document.title='Form '+p.value\">Tell</button><p id=e>-</p><p id=q>-</p>"
)


@dataclass
class SecretForm:
    """A running form; `holds` is what its own log says that a field holds."""

    process: subprocess.Popen[bytes]
    log: Path

    def holds(self, field: str) -> str:
        rows = [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]
        return next((row["text"] for row in reversed(rows) if row["field"] == field), "")


StartForm = Callable[[str], SecretForm]


@pytest.fixture
def secret_form(private_desktop: PrivateDesktop, tmp_path: Path) -> Iterator[StartForm]:
    """`secret_form("gtk3")` starts one on the shared desktop; ended with the test."""
    running: list[SecretForm] = []

    def start(toolkit: str) -> SecretForm:
        log = tmp_path / f"form-{toolkit}.log"
        words = [SYSTEM_PYTHON, str(PROGRAM), "--toolkit", toolkit, "--log", str(log)]
        form = SecretForm(subprocess.Popen(words, env=private_desktop.env), log)
        running.append(form)
        windows = private_desktop.adapter().windows
        for _ in Progress(15, f"the {toolkit} form has the focus").attempts():
            active = windows.active()
            if active is not None and active.pid == form.process.pid and active.root is not None:
                break
        return form

    yield start
    for form in running:
        form.process.kill()
        form.process.wait()


@pytest.fixture
def vault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Vault:
    """An empty store of secrets: this test's own file, and no keyring."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    return Vault()
