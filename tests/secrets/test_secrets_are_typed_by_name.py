"""A secret is named, typed where it is allowed, and refused by name everywhere else, before anything is sent."""

from __future__ import annotations

import io
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from deskhand import AsyncDesktop, Desktop, Journal, Secret
from deskhand.cli.main import main
from deskhand.errors import BadRequest, EnvironmentFault, SecretMissing, SecretNotAllowed
from deskhand.guard.secrets import Vault
from deskhand.guard.secrets.file_store import default_path
from deskhand.model.progress import Progress
from tests.secrets.conftest import PROGRAM, StartForm

VALUE = "9x-Wagtail*ß7"


def stored(vault: Vault, *apps: str, name: str = "mail", value: str = VALUE, windows: tuple[str, ...] = ()) -> None:
    vault.put(name, value, apps, windows, "file")


# --- where it lies


def test_the_file_is_its_owners_alone(vault: Vault) -> None:
    stored(vault, "gedit")
    path = default_path()
    assert path.stat().st_mode & 0o777 == 0o600
    assert vault.find("mail").secret.value == VALUE
    path.chmod(0o644)
    with pytest.raises(EnvironmentFault) as refused:
        vault.find("mail")
    assert refused.value.next_step == f"chmod 600 {path}"
    path.chmod(0o600)
    elsewhere = path.with_name("elsewhere.json")
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    with pytest.raises(EnvironmentFault, match="link"):
        vault.find("mail")


def test_a_value_is_never_shown_by_what_holds_it(vault: Vault) -> None:
    stored(vault, "gedit")
    found = vault.find("mail")
    assert VALUE not in repr(found)
    assert "Wagtail" not in str(vault.list())


_BUS_THAT_STARTS_NOTHING = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd"><busconfig><type>session</type><listen>unix:dir={}</listen>
 <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
 <allow own="*"/></policy></busconfig>"""


@pytest.fixture
def session_bus(
    monkeypatch: pytest.MonkeyPatch, vault: Vault, tmp_path: Path
) -> Iterator[Callable[[str], subprocess.Popen[bytes]]]:
    """A session bus of its own; called with a password it unlocks a keyring there, with "" it leaves it locked."""
    runtime = tmp_path / "keyring"
    runtime.mkdir(mode=0o700)
    settings = tmp_path / "bus.conf"
    settings.write_text(_BUS_THAT_STARTS_NOTHING.format(runtime), "utf-8")
    bus = subprocess.Popen(
        ["dbus-daemon", f"--config-file={settings}", "--nofork", "--print-address=1"], stdout=subprocess.PIPE, text=True
    )
    assert bus.stdout is not None
    address = bus.stdout.readline().strip()
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    daemons: list[subprocess.Popen[bytes]] = []

    def start(password: str) -> subprocess.Popen[bytes]:
        for daemon in daemons:
            daemon.kill()
            daemon.wait()
        words = ["gnome-keyring-daemon", "--foreground", "--components=secrets", f"--control-directory={runtime}"]
        words += ["--unlock"] if password else []
        daemon = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        daemons.append(daemon)
        assert daemon.stdin is not None
        daemon.stdin.write(password.encode())
        daemon.stdin.close()
        from deskhand.guard.secrets.keyring_store import KeyringStore

        for _ in Progress(10, "the keyring answers").attempts():
            why = KeyringStore.why_not()
            if why == ("" if password else "the keyring is locked"):
                return daemon
        raise AssertionError(f"the keyring did not start: {why}")

    yield start
    for process in [bus, *daemons]:
        process.kill()
        process.wait()
    bus.stdout.close()


@pytest.mark.symptom(112)
def test_the_keyring_and_what_is_said_when_it_is_locked(
    session_bus: Callable[[str], subprocess.Popen[bytes]], vault: Vault
) -> None:
    session_bus("open sesame")
    kept = vault.put("mail", VALUE, ("thunderbird",), (), None)
    assert (kept.place, kept.note) == ("the keyring", "")
    found = vault.allow("mail", ("evolution",), ())
    assert vault.find("mail").secret == found.secret
    assert found.secret.apps == ("thunderbird", "evolution")
    assert not default_path().exists()
    session_bus("")
    with pytest.raises(SecretMissing) as missing:
        vault.find("mail")
    assert "the keyring is locked" in str(missing.value.seen)
    other = vault.put("other", VALUE, (), (), None)
    assert "the keyring is locked" in other.note
    assert str(default_path()) in other.note
    assert "the keyring is locked" in vault.find("other").note
    assert vault.list()[1] == ["the keyring is locked"]


def test_a_keyring_that_does_not_answer_holds_nobody_up(
    session_bus: Callable[[str], subprocess.Popen[bytes]], vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    daemon = session_bus("open sesame")
    from deskhand.guard.secrets import keyring_store

    monkeypatch.setattr(keyring_store, "SECONDS", 0.3)
    daemon.send_signal(signal.SIGSTOP)
    assert keyring_store.KeyringStore.why_not() == "no keyring answers: TimeoutError"
    assert "no keyring answers" in vault.put("mail", VALUE, (), (), None).note


# --- typing it


@pytest.mark.desktop
@pytest.mark.symptom(104)
def test_typed_by_its_name_into_what_it_is_bound_to(desktop: Desktop, secret_form: StartForm, vault: Vault) -> None:
    form = secret_form("gtk3")
    stored(vault, PROGRAM.name)
    receipts = [
        desktop.type(Secret("mail"), into='password field "Password"'),
        desktop.type(Secret("mail"), into='field "Name"'),
        desktop.set_value('field "PIN"', Secret("mail")),
    ]
    assert all(receipt.verified for receipt in receipts)
    assert [form.holds(key) for key in ("password", "name", "pin")] == [VALUE] * 3
    assert receipts[1].args == {"text": "{{mail}}"}
    assert desktop.read('field "Name"') == "{{mail}}"
    assert desktop.find('field "Name"')[0].value == "{{mail}}"
    desktop.click('button "Tell"')
    desktop.wait('label "it is {{mail}}!" appears', 5)
    assert desktop.clipboard_read() == "{{mail}}"
    assert any("{{mail}}" in window.title for window in desktop.windows())
    more = desktop.type("!", into='field "Name"')
    assert more.verified
    assert form.holds("name") == VALUE + "!"
    assert "Wagtail" not in json.dumps([receipt.to_json() for receipt in [*receipts, more]])


@pytest.mark.desktop
def test_refused_in_another_application_or_window(desktop: Desktop, secret_form: StartForm, vault: Vault) -> None:
    form = secret_form("qt")
    stored(vault, "thunderbird")
    stored(vault, PROGRAM.name, name="other", windows=("Sign in",))
    stored(vault, name="unbound")
    for name in ("mail", "other", "unbound"):
        with pytest.raises(SecretNotAllowed) as refused:
            desktop.type(Secret(name), into='password field "Password"')
        assert (refused.value.code, refused.value.exit_code) == ("secret_not_allowed", 4)
        assert refused.value.delivery == "not_delivered"
        assert f"deskhand secret allow {name}" in refused.value.next_step
    with pytest.raises(SecretNotAllowed):
        desktop.type(Secret("mail"))
    assert form.holds("password") == ""
    vault.allow("other", (), ("Secret form",))
    assert desktop.type(Secret("other"), into='password field "Password"').verified


@pytest.mark.desktop
@pytest.mark.symptom(106)
def test_a_placeholder_is_never_typed_as_it_stands(desktop: Desktop, secret_form: StartForm, vault: Vault) -> None:
    form = secret_form("gtk3")
    with pytest.raises(SecretMissing):
        desktop.type(Secret("nothing"), into='field "Name"')
    for verb in ("type", "set_value"):
        with pytest.raises(BadRequest, match="placeholder"):
            desktop.do(verb, 'field "Name"', **{"text" if verb == "type" else "value": "{{mail.password}}"})
    with pytest.raises(SecretMissing):
        desktop.run('type "Ada" into field "Name"; type {{nothing}} into field "PIN"')
    assert form.holds("name") == form.holds("pin") == ""
    assert desktop.do("type", 'field "Name"', text="{{ user }}", literal=True).verified
    assert form.holds("name") == "{{ user }}"


@pytest.mark.desktop
def test_in_sentences(desktop: Desktop, secret_form: StartForm, vault: Vault) -> None:
    form = secret_form("gtk3")
    stored(vault, PROGRAM.name)
    sentences = [
        'type {{mail}} into password field "Password"',
        'type the secret mail into field "Name"',
        'set field "PIN" to "{{mail}}"',
        '在密码框"Password"中输入密钥mail',
        '把密钥mail输入到文本框"Name"',
    ]
    result = desktop.run("\n".join(sentences))
    assert [step.verdict for step in result.steps] == ["verified"] * 5, result.steps
    assert [form.holds(key) for key in ("password", "name", "pin")] == [VALUE * 2, VALUE * 2, VALUE]


@pytest.mark.parametrize("sentence", ['check that field "Name" contains {{mail}}', "copy {{mail}} to the clipboard"])
def test_a_secret_is_only_ever_typed(sentence: str) -> None:
    from deskhand.mind.steps.script import parse_script

    with pytest.raises(BadRequest, match="nothing is typed"):
        parse_script(sentence)


@pytest.mark.desktop
def test_also_awaited(desktop: Desktop, secret_form: StartForm, vault: Vault) -> None:
    import anyio

    form = secret_form("qt")
    stored(vault, PROGRAM.name)

    async def work() -> None:
        receipt = await AsyncDesktop(desktop).type(Secret("mail"), into='password field "Password"')
        assert receipt.verified

    anyio.run(work)
    assert form.holds("password") == VALUE


# --- from the command line


def _stdin(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))


@pytest.mark.desktop
@pytest.mark.slow
@pytest.mark.symptom(104, 105)
def test_commands_and_what_goes_over_the_socket(
    own_home: Path, vault: Vault, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    traffic = bytearray()
    send, receive = socket.socket.sendall, socket.socket.recv

    def sendall(self: socket.socket, data: Any, *rest: Any) -> None:
        traffic.extend(bytes(data))
        send(self, data, *rest)

    def recv(self: socket.socket, *rest: Any) -> bytes:
        data = receive(self, *rest)
        traffic.extend(data)
        return data

    monkeypatch.setattr(socket.socket, "sendall", sendall)
    monkeypatch.setattr(socket.socket, "recv", recv)
    told = ""

    def deskhand(*words: str, code: int = 0) -> dict[str, Any]:
        nonlocal told
        assert main([*words, "--json"]) == code, capfd.readouterr()
        out, err = capfd.readouterr()
        told += out + err
        return json.loads(out)

    _stdin(monkeypatch, VALUE + "\n")
    deskhand("secret", "set", "mail", "--app", "elsewhere", "--store", "file")
    assert deskhand("secret", "list")["data"]["secrets"] == [
        {"name": "mail", "apps": ["elsewhere"], "windows": [], "store": f"the file {default_path()}"}
    ]
    started = deskhand(
        "launch", SYSTEM, "--arg", str(PROGRAM), "--arg", "--toolkit=qt", "--arg", f"--log={tmp_path / 'l'}"
    )
    assert started["ok"]
    field = 'password field "Password"'
    refused = deskhand("type", field, "--secret", "mail", code=4)
    assert refused["error"]["code"] == "secret_not_allowed"
    deskhand("secret", "allow", "mail", "--app", PROGRAM.name)
    typed = deskhand("type", field, "--secret", "mail")
    assert typed["receipt"]["delivery"] == "delivered_verified"
    deskhand("type", "Bearer {{mail}}", "--secret", "mail", "--into", 'field "Name"')
    deskhand("click", 'button "Tell"')
    deskhand("snapshot")
    deskhand("run", 'set password field "Password" to {{mail}}', "--desktop", typed_desktop(own_home), code=1)
    rows = [json.loads(line) for line in (tmp_path / "l").read_text(encoding="utf-8").splitlines()]
    assert {row["text"] for row in rows if row["field"] == "name"} >= {f"Bearer {VALUE}"}
    deskhand("secret", "remove", "mail")
    assert deskhand("secret", "list")["data"]["secrets"] == []
    assert VALUE not in told
    assert VALUE.encode() not in traffic
    for folder in (tmp_path / "state", own_home):
        for file in folder.rglob("*"):
            if file.is_file():
                assert VALUE.encode() not in file.read_bytes(), file
    assert VALUE not in json.dumps(dict(os.environ))


SYSTEM = "/usr/bin/python3"


def typed_desktop(own_home: Path) -> str:
    return next(path.parent.name for path in (own_home / "deskhand").glob("*/service.sock"))


@pytest.mark.desktop
@pytest.mark.symptom(110)
def test_keys_of_the_environment_stay_out_of_what_is_kept(
    private_desktop: Any, secret_form: StartForm, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-quokka-2291-xyz")
    secret_form("gtk3")
    with Journal(tmp_path / "j" / "journal.db") as journal:
        desktop = Desktop(private_desktop, journal=journal)
        result = desktop.run('type "token sk-quokka-2291-xyz." into field "Name"; remember field "Name" as seen')
        record = json.dumps(journal.run(result.id).to_json(), ensure_ascii=False)
    assert "token ••••." in record
    assert "quokka" not in record + json.dumps(result.to_json())
