"""`deskhand mcp add`: beside what is there, shown first, undone without a trace."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from deskhand.cli.main import main
from deskhand.errors import BadRequest
from deskhand.mcp.clients import CLIENTS, plan

COMMAND = ["/opt/dh/bin/deskhand", "mcp"]
OTHERS = {
    "json": '{\n  "theme": "dark",\n  "%s": {\n    "other": {\n      "command": "x"\n    }\n  }\n}\n',
    "toml": '# mine\nmodel = "m"\n\n[mcp_servers.other]\ncommand = "x"\n',
    "yaml": "# mine\nextensions:\n  other:\n    cmd: x\nmodel: m\n",
}


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.mark.parametrize("client", CLIENTS)
def test_the_entry_is_put_in_and_taken_out(client: str) -> None:
    kind = CLIENTS[client]
    path = Path(kind.path).expanduser()
    path.parent.mkdir(parents=True, exist_ok=True)
    before = OTHERS[kind.format].replace("%s", kind.keys[0])
    path.write_text(before)
    path.chmod(0o640)
    change = plan(client, COMMAND)
    assert "/opt/dh/bin/deskhand" in change.difference
    assert path.read_text() == before
    kept = change.write()
    assert kept is not None
    assert kept.read_text() == before
    assert path.stat().st_mode & 0o777 == 0o640
    assert "other" in path.read_text()
    assert "mine" in path.read_text() or kind.format == "json"
    assert plan(client, COMMAND).difference == ""
    if kind.format == "json":
        assert json.loads(path.read_text())[kind.keys[0]]["deskhand"]["command"] == COMMAND[0]
    elif kind.format == "toml":
        assert tomllib.loads(path.read_text())["mcp_servers"]["deskhand"]["args"] == ["mcp"]
    plan(client, COMMAND, undo=True).write()
    assert path.read_text() == before


@pytest.mark.parametrize("client", CLIENTS)
def test_a_client_without_a_file_gets_one(client: str) -> None:
    assert plan(client, COMMAND).write() is None
    assert "/opt/dh/bin/deskhand" in Path(CLIENTS[client].path).expanduser().read_text()


def test_a_file_that_is_no_plain_json_is_left_alone_and_the_entry_told() -> None:
    path = Path(CLIENTS["vscode"].path).expanduser()
    path.parent.mkdir(parents=True)
    path.write_text('{ // mine\n "servers": {} }')
    with pytest.raises(BadRequest, match="by hand"):
        plan("vscode", COMMAND)


def test_nothing_is_written_without_a_yes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mcp", "add", "cursor", "--json"]) == 4
    assert not Path(CLIENTS["cursor"].path).expanduser().exists()
    assert main(["mcp", "add", "cursor", "--json", "--yes"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["data"]["changed"] is True


def test_the_guide_is_short_enough_to_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["guide"]) == 0
    assert 30 < len(capsys.readouterr().out.splitlines()) < 120
