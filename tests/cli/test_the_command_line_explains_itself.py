"""Help, errors, completion and the docs all come from one table, and the table covers every verb."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from deskhand.act.verbs import VERBS
from deskhand.cli.acting import receipt_lines
from deskhand.cli.completing import script_for
from deskhand.cli.docs import MADE, cli_markdown, errors_markdown
from deskhand.cli.finding import all_commands, find_command
from deskhand.cli.grammar import Command, parse
from deskhand.cli.main import main
from deskhand.errors import BadRequest, error_classes
from deskhand.routes.page import routes_markdown

COMMANDS = {command.name: command for command in all_commands()}
DOCS = Path(__file__).parents[2] / "docs"


def _given(line: str, *more: str) -> dict[str, object]:
    found = find_command([*line.split(), *more])
    assert found is not None
    command, rest = found
    return parse(command, rest).values


def test_every_verb_has_a_command() -> None:
    covered = {command.verb for command in COMMANDS.values()} | {"wait", "read", "screenshot"}
    assert covered >= set(VERBS)


def test_every_command_has_its_file() -> None:
    folder = Path(__file__).parents[2] / "src/deskhand/cli/commands"
    for command in COMMANDS.values():
        assert (folder / f"{command.file}.py").is_file(), command.name


@pytest.mark.parametrize("command", COMMANDS.values(), ids=lambda command: command.name)
def test_every_command_has_a_page(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command.name.split(), "--help"]) == 0
    page = capsys.readouterr().out
    assert command.summary in page.replace("\n", " ")
    for option in command.options:
        assert f"--{option.name}" in page


def test_every_command_but_the_scripted_ones_takes_json() -> None:
    without = {name for name, command in COMMANDS.items() if all(option.name != "json" for option in command.options)}
    assert without == {"help", "completion", "mcp"}


def test_docs_are_current() -> None:
    assert (DOCS / "cli.md").read_text(encoding="utf-8") == cli_markdown()
    assert (DOCS / "errors.md").read_text(encoding="utf-8") == errors_markdown()
    assert (DOCS / "routes.md").read_text(encoding="utf-8") == routes_markdown(MADE)


@pytest.mark.symptom(145)
def test_every_error_has_a_next_step() -> None:
    for code, cls in error_classes().items():
        assert cls("x").next_step, code
        assert cls("x").exit_code in (1, 2, 3, 4, 5, 6, 70)


def test_options_stand_anywhere_and_take_values_both_ways() -> None:
    command = "snapshot --window"
    assert _given(command, "a b", "--depth=3", "--json") == {"window": "a b", "depth": 3, "json": True}
    assert _given("snapshot -w", "x") == {"window": "x"}


def test_text_that_looks_like_an_option_goes_after_two_dashes() -> None:
    assert _given("type --enter --", "--json") == {"enter": True, "text": "--json"}
    assert _given("move -5 20") == {"x": -5, "y": 20}


def test_repeated_options_and_trailing_arguments() -> None:
    assert _given("run", "open x", "--set", "a=1", "--set", "b=2") == {"script": "open x", "set": ["a=1", "b=2"]}
    assert _given("select", 'combo box "Country"', "Norway")["value"] == "Norway"
    assert _given("scroll", "down", "5") == {"direction": "down", "amount": 5}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("clik x", "no command"), ("click", "TARGET is missing"), ("click a b", "one word too many"),
        ("snapshot --windw x", "no option --windw"), ("snapshot --depth deep", "is a number"),
        ("snapshot --window", "needs a value"), ("snapshot --json=1", "takes no value"),
        ("scroll sideways", "is one of"),
        ("find", "LOCATOR is missing"), ("help nothing", "no command"), ("run x --set y", "sets nothing"),
        ("desktop start --foreground", "goes with --user"), ("click x --background --foreground", "exclude each other"),
    ],
)  # fmt: skip
def test_bad_usage_exits_with_2_and_a_way_out(line: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 2
    assert says in capsys.readouterr().err
    assert main([*line.split(), "--json"]) == 2
    captured = capsys.readouterr()
    reply = json.loads(captured.out)
    assert reply["ok"] is False
    assert reply["error"]["code"] == "bad_request"
    assert reply["error"]["next_step"]


def test_a_near_word_is_offered() -> None:
    with pytest.raises(BadRequest) as caught:
        _given("snapshot --windw", "x")
    assert caught.value.near == ("--window",)


def test_colour_only_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    main(["clik"])
    assert "\x1b" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("terminal", "shown"), [(True, "one\\u{1b}[2J\ttwo\nthree"), (False, "one\x1b[2J\ttwo\nthree")]
)
def test_an_applications_text_may_not_steer_the_terminal(
    terminal: bool, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal, raising=False)
    receipt = {"verb": "clipboard_read", "result": "one\x1b[2J\ttwo\nthree"}
    assert receipt_lines(receipt) == [shown]


def test_completion_scripts_are_whole(tmp_path: Path) -> None:
    script = tmp_path / "deskhand.bash"
    script.write_text(script_for("bash"), encoding="utf-8")
    ask = (
        f'source {script}; COMP_WORDS=(deskhand {{words}}); COMP_CWORD={{at}}; _deskhand; echo "${{{{COMPREPLY[@]}}}}"'
    )

    def complete(*words: str) -> list[str]:
        line = ask.format(words=" ".join(words), at=len(words))
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True)
        return done.stdout.split()

    assert "snapshot" in complete("snap")
    assert set(complete("desktop", "st")) == {"start", "stop"}
    assert complete("snapshot", "--win") == ["--window"]
    assert complete("scroll", "do") == ["down"]
    for shell in ("zsh", "fish"):
        for command in COMMANDS.values():
            assert command.name.split()[0] in script_for(shell)


def test_common_options_may_stand_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--json", "version"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True
    assert main(["--json", "--desktop", "nosuch", "windows"]) == 5
    assert json.loads(capsys.readouterr().out)["error"]["sought"] == "nosuch"
    assert main(["--json", "desktop", "list"]) == 0
