"""`deskhand resume`: go on with an interrupted run."""

from __future__ import annotations

from deskhand.cli.grammar import Given
from deskhand.cli.running import carry_out
from deskhand.errors import BadRequest
from deskhand.journal.journal import Journal


def run(given: Given) -> int:
    with Journal() as journal:  # a wrong id is told before a desktop is started for it
        full = journal.run(given.needed("run")).id
    params: dict[str, object] = {"run": full}
    if given.has("seconds"):
        params["seconds"] = given.number("seconds")
    if answers := dict(_answer(word) for word in given.texts("answer")):
        params["answers"] = answers
    if secrets := dict(_secret(word) for word in given.texts("secret")):
        params["secrets"] = secrets
    return carry_out(given, "resume", params)


def _secret(word: str) -> tuple[str, str]:
    number, mark, name = word.partition("=")
    if not mark or not name.strip():
        raise BadRequest(f"--secret {word!r} names none", sought=word, next_step="write --secret 3=mail.password")
    return number.strip(), name.strip()


def _answer(word: str) -> tuple[str, str]:
    number, mark, said = word.partition("=")
    if not mark:
        raise BadRequest(
            f"--answer {word!r} answers nothing", sought=word, next_step="write --answer 4=done or 4=again"
        )
    return number.strip(), said.strip()
