"""After a whole run that types a password, nothing of it is in any file that was written, nor in anything said."""

from __future__ import annotations

import json
import logging
import string
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from deskhand.desktop import Desktop
from deskhand.errors import SecretMissing
from deskhand.guard.secrets import Vault
from deskhand.journal.journal import Journal
from deskhand.mind.options import RunOptions
from deskhand.model.run import RunResult, StepRecord
from deskhand.report import draw_report
from tests.secrets.conftest import PAGE, PROGRAM, StartForm

pytestmark = pytest.mark.desktop

values = st.text(string.ascii_letters + string.digits + " &<>\"'\\{}%+/=é密ß", min_size=6, max_size=24).filter(
    lambda value: value == value.strip() and len(set(value)) > 3
)
EXAMPLES = settings(
    max_examples=2,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    derandomize=True,
    phases=[Phase.generate],
)
SCRIPT = """
type {{pw}} into password field "Password"
click "Show"
click "Tell"
remember field "Password" as seen
click "Show"
clear password field "Password"
"""


@dataclass
class Told:
    """Everything that a run says while it goes on and when it has ended."""

    steps: list[StepRecord]
    result: RunResult

    def __str__(self) -> str:
        return json.dumps([*(step.to_json() for step in self.steps), self.result.to_json()], ensure_ascii=False)


def carried_out(desktop: Desktop, script: str) -> Told:
    steps: list[StepRecord] = []
    result = desktop.run(script, on_step=steps.append, options=RunOptions(pictures=True))
    draw_report(desktop.journal, result.id)
    return Told(steps, result)


def traces(folder: Path, value: str) -> list[Path]:
    """Files that hold the value, as it is or as JSON and HTML write it."""
    import html

    forms = {value, json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1], html.escape(value)}
    encoded = [form.encode() for form in forms]
    return [file for file in folder.rglob("*") if file.is_file() and any(form in file.read_bytes() for form in encoded)]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "kept"


@pytest.mark.slow
@pytest.mark.symptom(104, 105)
@pytest.mark.parametrize("toolkit", ["gtk3", "qt", "chromium"])
def test_whatever_the_password_is(
    toolkit: str,
    private_desktop: object,
    secret_form: StartForm,
    vault: Vault,
    kept: Path,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    journal = Journal(kept / "journal.db")
    desktop = Desktop(private_desktop, journal=journal)  # type: ignore[arg-type]
    app = PROGRAM.name
    if toolkit == "chromium":
        page = tmp_path / "form.html"
        page.write_text(PAGE.removeprefix("data:text/html,"), encoding="utf-8")
        desktop.launch("chromium", page)
        desktop.wait('button "Tell" appears', 20)
        app = "chromium"
    else:
        secret_form(toolkit)

    @EXAMPLES
    @given(value=values)
    def types_and_looks(value: str) -> None:
        vault.put("pw", value, (app,), (), "file")
        told = carried_out(desktop, SCRIPT)
        assert [step.status for step in told.result.steps] == ["done"] * 6, told.result.steps
        assert value not in str(told)
        assert value not in caplog.text + "".join(capfd.readouterr())
        assert traces(kept, value) == []
        assert told.result.values["seen"] in ("••••", "{{pw}}")

    types_and_looks()
    if toolkit == "gtk3":  # a password that is one of our own words breaks no record
        vault.put("pw", "delivered_verified", (app,), (), "file")
        told = carried_out(desktop, SCRIPT)
        assert told.result.steps[0].verdict == "verified"
    journal.close()


@pytest.mark.symptom(105)
def test_a_password_written_in_the_script(
    private_desktop: object, secret_form: StartForm, vault: Vault, kept: Path
) -> None:
    """Its words say what it is, so nothing of it is ever written."""
    form = secret_form("gtk3")
    value = "plover-8812"
    with Journal(kept / "journal.db") as journal:
        desktop = Desktop(private_desktop, journal=journal)  # type: ignore[arg-type]
        told = carried_out(desktop, f'type "{value}" into password field "Password"; click "Tell"')
        assert traces(kept, value) == []
    assert form.holds("password") == value
    assert value not in str(told)
    assert told.result.steps[0].sentence == 'type "••••" into password field "Password"'
    assert traces(kept, value) == []


@pytest.mark.symptom(105)
@pytest.mark.parametrize("target", ["", ' into field right of label "Name"'])
def test_a_password_that_turned_out_to_be_one(
    target: str, private_desktop: object, secret_form: StartForm, vault: Vault, kept: Path
) -> None:
    """Nothing said so before it was typed: it is taken out of what was written already, and a resume asks for it."""
    secret_form("qt")
    value = "dunlin 4417"
    with Journal(kept / "journal.db") as journal:
        desktop = Desktop(private_desktop, journal=journal)  # type: ignore[arg-type]
        desktop.focus('password field "Password"')
        if target:
            target = f" into {desktop.find('password field')[1].ref}"  # the one without a name
        script = f'type "{value}"{target}; click "Nothing of this name"'
        told = carried_out(desktop, script)
        assert [step.status for step in told.result.steps] == ["done", "failed"]
        assert traces(kept, value) == []
        assert value not in str(told.result.to_json())
        assert "••••" in journal.run(told.result.id).script
        again = desktop.resume(told.result.id, answers={1: "again"})
        assert again.steps[0].error is not None
        assert again.steps[0].error["code"] == SecretMissing.code
        vault.put("pw", value, (PROGRAM.name,), (), "file")
        if not target:
            desktop.focus('password field "Password"')
            finished = desktop.resume(told.result.id, answers={1: "again"}, secrets={1: "pw"})
            assert finished.steps[0].status == "done"
        assert traces(kept, value) == []
