"""Every command line that the README or the help shows is one: its options exist, its sentences are understood."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from deskhand.cli.finding import all_commands, find_command
from deskhand.cli.grammar import Given, parse
from deskhand.cli.help import help_text
from deskhand.mind.steps.script import parse_script
from deskhand.perceive.expect_text import parse_expect
from deskhand.perceive.locator_text import parse_locator

ROOT = Path(__file__).parents[2]


def shown() -> Iterator[str]:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for block in re.findall(r"```sh\n(.*?)```", readme, re.DOTALL):
        yield from (line for line in block.splitlines() if line.startswith("deskhand "))
    yield from (line.strip() for line in help_text([]).splitlines() if line.startswith("  deskhand "))
    for command in all_commands():
        yield from (example for example in command.examples if example.startswith("deskhand "))


def understood(words: list[str]) -> Given:
    assert words[0] == "deskhand"
    found = find_command(words[1:])
    assert found is not None, words
    return parse(*found)


@pytest.mark.parametrize("line", sorted(set(shown())))
def test_a_shown_line_is_a_command(line: str) -> None:
    words: list[str] = []
    parts: list[list[str]] = [words]
    for word in shlex.split(line, comments=True):
        if word == "&&":
            words = []
            parts.append(words)
        else:
            words.append(word)
    for part in parts:
        given = understood(part)
        match given.command.name:
            case "run":
                script = given.needed("script")
                if script.endswith(".steps"):
                    script = (ROOT / script).read_text(encoding="utf-8")
                values = dict(pair.split("=", 1) for pair in given.texts("set"))
                assert parse_script(script, values).steps
            case "wait":
                parse_expect(given.needed("effect"))
            case _:
                for key in ("target", "locator"):
                    described = given.text(key)
                    if described and not described.startswith("@"):
                        parse_locator(described)
