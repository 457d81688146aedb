"""A whole script to its steps, before anything runs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from deskhand.errors import BadRequest, TooLarge
from deskhand.mind.moves import Do, Remember, Step
from deskhand.mind.steps.grammar import Grammar
from deskhand.mind.steps.lex import Lexer
from deskhand.mind.steps.vocabulary import separators
from deskhand.model.secret import placeholder

MOST_STEPS = 2_000
MOST_CHARACTERS = 1_048_576
_NAME = re.compile(r"[^\W\d][\w.-]*\Z")


@dataclass(frozen=True)
class Plan:
    """The steps of a script in order, numbered from 1. `raw` is each step's sentence as it was written; `remembered`
    are the names the script will keep, with the first step that keeps each."""

    script: str
    folder: Path
    given: Mapping[str, str]
    steps: tuple[Step, ...]
    raw: tuple[str, ...]
    remembered: Mapping[str, int]

    @property
    def secrets(self) -> tuple[str, ...]:
        """Names of the secrets it types."""
        typed = (move.action for step in self.steps for move in step.all_moves() if isinstance(move, Do))
        return tuple(dict.fromkeys(name for action in typed for name in action.secrets))

    def with_values(self, number: int, remembered: Mapping[str, str]) -> Step:
        """A step with the values remembered by now in place.

        Raises:
            BadRequest: one of them was not remembered, since its step was skipped.
        """
        step, raw = self.steps[number - 1], self.raw[number - 1]
        needed = [name for name in self.remembered if f"{{{name}}}" in raw]
        if not needed:
            return step
        for name in needed:
            if name not in remembered:
                raise BadRequest(
                    f"line {step.line}: {{{name}}} was not remembered (step {self.remembered[name]} was skipped)",
                    sought=f"{{{name}}}",
                    next_step="mend the step that keeps it",
                )
        sentence = Lexer(separators(), {**self.given, **remembered}).one(step.line, raw)
        does, moves = Grammar(self.folder).understand(sentence)
        return Step(number, step.line, sentence.text, does, moves)


def parse_script(script: str, values: Mapping[str, str] | None = None, folder: Path | None = None) -> Plan:
    """Understand every sentence of a script.

    Args:
        values: what `{parameters}` stand for.
        folder: where relative paths start; the working directory if left out.

    Raises:
        BadRequest: a sentence is not understood, a parameter has no value, or there is no sentence; names the line.
        TooLarge: more than 2,000 steps or 1 MiB of text.
    """
    if len(script) > MOST_CHARACTERS:
        raise TooLarge(f"the script has {len(script):,} characters; at most {MOST_CHARACTERS:,} are taken")
    given = {str(name): str(value) for name, value in (values or {}).items()}
    for name in given:
        if not _NAME.match(name):
            raise BadRequest(
                f"{name!r} is not a parameter's name", sought=name, next_step="letters, digits, _ . - only"
            )
    start = folder or Path.cwd()
    kept: dict[str, int] = {}
    grammar = Grammar(start)
    steps: list[Step] = []
    raw: list[str] = []
    for sentence in Lexer(separators(), given, kept).sentences(script):
        number = len(steps) + 1
        if number > MOST_STEPS:
            raise TooLarge(f"the script has more than {MOST_STEPS} steps", next_step="split it into several runs")
        does, moves = grammar.understand(sentence)
        step = Step(number, sentence.line, sentence.text, does, moves)
        _check_secrets(step, sentence.secrets)
        steps.append(step)
        raw.append(sentence.raw)
        _keep(step, given, kept)
    if not steps:
        raise BadRequest(
            "the script says nothing to do", next_step='write a sentence, like: open mousepad; type "hello"'
        )
    for name in given:
        if not any(f"{{{name}}}" in written for written in raw):
            raise BadRequest(
                f"the script has no parameter {{{name}}}",
                sought=f"{{{name}}}",
                near=sorted({found for written in raw for found in re.findall(r"\{[^\W\d][\w.-]*\}", written)}),
                next_step="leave it out, or write it where it belongs",
            )
    return Plan(script, start, given, tuple(steps), tuple(raw), kept)


def _check_secrets(step: Step, named: tuple[str, ...]) -> None:
    typed = {name for move in step.all_moves() if isinstance(move, Do) for name in move.action.secrets}
    idle = [name for name in named if name not in typed]
    if idle:
        raise BadRequest(
            f"line {step.line}: the secret {idle[0]!r} stands where nothing is typed",
            sought=placeholder(idle[0]),
            next_step="a secret is typed into a field, and never looked at, copied or compared",
        )


def _keep(step: Step, given: Mapping[str, str], kept: dict[str, int]) -> None:
    """From here on the names this step remembers have a value."""
    for move in step.all_moves():
        if isinstance(move, Remember):
            if move.name in given:
                raise BadRequest(
                    f"line {step.line}: {move.name!r} is given with --set and cannot be remembered too",
                    sought=move.name,
                    next_step="use another name for one of them",
                )
            kept.setdefault(move.name, step.number)
