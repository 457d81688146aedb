"""docs/symptoms.md: which test holds which fault that people have reported of desktop automation.

    python -m tests.symptoms        writes it anew

The faults are in symptoms.toml. The tests say by `@pytest.mark.symptom(NUMBER, …)`, on a test, a class, or as a
module's `pytestmark`, which of them they hold. Read from the sources, without running or importing any test.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "symptoms.md"
_TESTS = ROOT / "tests"
_HEAD = """# Reported faults, and the tests that hold them

People have reported these faults of tools that drive desktops. Each row is one kind of fault and the tests that fail
when Deskhand shows it. Drawn from `tests/symptoms.toml` and the `symptom` markers by `python -m tests.symptoms`.
"""


@dataclass(frozen=True, slots=True)
class Symptom:
    """A kind of fault; `not_here` says why it cannot occur, empty where it can."""

    number: int
    section: str
    words: str
    not_here: str


@dataclass(frozen=True, slots=True)
class Holder:
    """A test and the numbers it is marked with."""

    path: str
    name: str
    numbers: tuple[int, ...]


def symptoms() -> list[Symptom]:
    with open(_TESTS / "symptoms.toml", "rb") as file:
        sections = tomllib.load(file)
    found: list[Symptom] = []
    for letter, rows in sections.items():
        for number, words in rows.items():
            if number.isdigit():
                told = (words, "") if isinstance(words, str) else (words["words"], words["not_here"])
                found.append(Symptom(int(number), f"{letter}. {rows['title']}", *told))
    return found


def holders() -> list[Holder]:
    """Every marked test, in the order of files and lines."""
    found: list[Holder] = []
    for path in sorted(_TESTS.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        name = str(path.relative_to(ROOT))
        found += [Holder(name, test, numbers) for test, numbers in _marked(tree.body, _of_module(tree))]
    return found


def page() -> str:
    """docs/symptoms.md."""
    held: dict[int, list[Holder]] = {}
    for holder in holders():
        for number in holder.numbers:
            held.setdefault(number, []).append(holder)
    lines, section = [_HEAD], ""
    for symptom in symptoms():
        if symptom.section != section:
            section = symptom.section
            lines += [f"\n## {section}\n", "| | Fault | Held by |", "|---|---|---|"]
        tests = "<br>".join(_linked(holder) for holder in held.get(symptom.number, ()))
        lines.append(f"| {symptom.number} | {symptom.words} | {tests or symptom.not_here or '**open**'} |")
    return "\n".join(lines) + "\n"


def _linked(holder: Holder) -> str:
    return f"[{holder.name.removeprefix('test_').replace('_', ' ')}](../{holder.path})"


def _of_module(tree: ast.Module) -> tuple[int, ...]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets):
            marks = node.value.elts if isinstance(node.value, ast.List | ast.Tuple) else [node.value]
            return _numbers(marks)
    return ()


def _marked(body: Sequence[ast.stmt], outer: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _marked(node.body, outer + _numbers(node.decorator_list))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            numbers = outer + _numbers(node.decorator_list)
            if numbers:
                yield node.name, numbers


def _numbers(marks: Sequence[ast.expr]) -> tuple[int, ...]:
    """The arguments of every `pytest.mark.symptom(…)` among these."""
    found: list[int] = []
    for mark in marks:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute) and mark.func.attr == "symptom":
            found += [ast.literal_eval(argument) for argument in mark.args]
    return tuple(found)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
