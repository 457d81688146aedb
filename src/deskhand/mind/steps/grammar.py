"""One sentence to its moves: forms are tried in their order, the first that fits and makes sense wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from deskhand.errors import BadRequest, DeskhandError
from deskhand.mind.moves import Move
from deskhand.mind.steps.build import builders
from deskhand.mind.steps.building import Building
from deskhand.mind.steps.lex import Sentence
from deskhand.mind.steps.nearest import nearest_forms
from deskhand.mind.steps.slots import Decided
from deskhand.mind.steps.vocabulary import Form, Vocabulary, vocabularies

_DEEPEST = 4
"""Levels of `if …, in window …: …` inside each other."""


class Grammar:
    """Understands single sentences.

    Args:
        folder: where relative paths start.
        languages: all that ship, unless said otherwise.
    """

    def __init__(self, folder: Path, languages: Sequence[Vocabulary] | None = None) -> None:
        self._folder = folder
        self._languages = tuple(languages or vocabularies())
        self._builders: Mapping[str, Callable[[Building], tuple[Move, ...]]] = builders()

    def understand(self, sentence: Sentence) -> tuple[str, tuple[Move, ...]]:
        """The meaning's word and the moves of a sentence.

        Raises:
            BadRequest: it is not understood, is refused, or one of its parts makes no sense; names the line.
        """
        return self._understand(sentence, 0)

    def _understand(self, sentence: Sentence, depth: int) -> tuple[str, tuple[Move, ...]]:
        if depth > _DEEPEST:
            raise self._refusal(sentence, "too many sentences inside each other", None)
        reason: DeskhandError | None = None
        for language in self._languages:
            for form in language.sentences:
                for template in form.templates:
                    found = template.match(sentence.skeleton)
                    if found is None:
                        continue
                    if form.refused:
                        raise self._refusal(sentence, form.refused, None)
                    try:
                        return form.does, self._moves(sentence, form, found, language, depth)
                    except _Inner as inner:
                        # A sentence inside this one has a fault of its own: no other form would mend it.
                        if reason is None:
                            reason = inner.error
                    except Decided as error:
                        raise self._refusal(sentence, None, error) from error
                    except BadRequest as error:
                        reason = reason or error
        raise self._refusal(sentence, None, reason)

    def _moves(
        self, sentence: Sentence, form: Form, found: Mapping[str, str], language: Vocabulary, depth: int
    ) -> tuple[Move, ...]:
        def inner(part: str) -> tuple[Move, ...]:
            try:
                return self._understand(replace(sentence, skeleton=part.strip() + " "), depth + 1)[1]
            except BadRequest as error:
                raise _Inner(error) from error

        building = Building(sentence, form, dict(found), language, self._folder, inner)
        return self._builders[form.does](building)

    def _refusal(self, sentence: Sentence, why: str | None, reason: DeskhandError | None) -> BadRequest:
        said = sentence.shown(sentence.skeleton)
        if why is not None:
            return BadRequest(f"line {sentence.line}: {said!r}: {why}", sought=said, next_step="write what to wait for")
        near = nearest_forms(sentence, self._languages)
        if reason is not None:
            prefix = f"line {sentence.line}: "
            message = reason.message if reason.message.startswith(prefix) else f"{prefix}{said!r}: {reason.message}"
            return BadRequest(
                message, sought=said, seen=reason.seen, near=reason.near or near, next_step=reason.next_step
            )
        return BadRequest(
            f"line {sentence.line}: I do not understand {said!r}",
            sought=said,
            near=near,
            next_step="write it after one of the forms listed; docs/steps.md has them all",
        )


class _Inner(BadRequest):
    """The fault of a sentence inside another."""

    def __init__(self, error: BadRequest) -> None:
        super().__init__(error.message)
        self.error = error
