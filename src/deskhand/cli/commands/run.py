"""`deskhand run`: sentences in, a verdict out; one line per step on the way."""

from __future__ import annotations

import os
from pathlib import Path

from deskhand.cli.grammar import Given
from deskhand.cli.reading import text_of_file, text_of_stdin
from deskhand.cli.running import carry_out
from deskhand.errors import BadRequest, NotFound


def run(given: Given) -> int:
    script, folder = script_of(given.needed("script"))
    values = dict(_pair(word) for word in given.texts("set"))
    params: dict[str, object] = {"script": script, "values": values, "folder": folder}
    if given.flag("no_pictures"):
        params["no_pictures"] = True
    if given.flag("foreground"):
        params["foreground"] = True
    if given.has("seconds"):
        params["seconds"] = given.number("seconds")
    return carry_out(given, "run", params)


def script_of(word: str) -> tuple[str, str]:
    """The script's text and the folder its relative paths are taken from: the current one, also for a file, so that
    the same words mean the same files either way."""
    here = os.getcwd()
    if word == "-":
        return text_of_stdin(), here
    path = Path(word).expanduser()
    if _is_file(path):
        return text_of_file(path), here
    if "\n" not in word and " " not in word.strip() and ("/" in word or word.endswith((".steps", ".txt"))):
        raise NotFound(
            f"there is no file {word!r}", sought=str(path), next_step="name a file that is there, or write sentences"
        )
    return word, here


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False  # sentences too long for a name


def _pair(word: str) -> tuple[str, str]:
    name, mark, value = word.partition("=")
    if not mark or not name:
        raise BadRequest(f"--set {word!r} sets nothing", sought=word, next_step="write --set name=value")
    return name.strip(), value
