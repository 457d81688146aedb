"""What commands print: one JSON object with `--json`, plain lines without; colour only where a person reads."""

from __future__ import annotations

import json
import os
import re
import sys
from typing import Any, TextIO

from deskhand.errors import DeskhandError, InternalError, error_classes
from deskhand.visible import visible

_STEERING = re.compile("[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
_COLOURS = {"red": "31", "green": "32", "yellow": "33", "dim": "2", "bold": "1"}
_PLAIN = {"✓": "+", "✗": "x", "·": ".", "…": "...", "×": "x", "–": "-"}
_MARK_COLOURS = {"✓": "green", "?": "yellow", "✗": "red"}


def paint(text: str, colour: str, stream: TextIO) -> str:
    """`text` in a colour where `stream` is a terminal and NO_COLOR is not set."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty():
        return text
    return f"\x1b[{_COLOURS[colour]}m{text}\x1b[0m"


def mark(sign: str, stream: TextIO) -> str:
    return paint(sign, _MARK_COLOURS.get(sign, "dim"), stream)


def clean(text: str) -> str:
    """What an application called itself, fit for one line of a terminal: control characters become visible."""
    return visible(text)


def as_read(text: str) -> str:
    """An application's text for stdout: as it is for a program; on a terminal, which it may not steer, its control
    characters become visible, line ends and tabs excepted."""
    if not sys.stdout.isatty():
        return text
    return visible(text, keep="\n\t")


def print_json(envelope: dict[str, Any]) -> None:
    """One object, one line. Lone surrogates, which UTF-8 cannot carry, become `?`."""
    write_bytes(json_line(envelope))


def json_line(data: dict[str, Any]) -> bytes:
    """One line of JSON in which characters that could steer a terminal stand as escapes."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text).encode("utf-8", "replace") + b"\n"


def write_bytes(data: bytes) -> None:
    """To stdout as it is, in order with what was printed."""
    sys.stdout.flush()
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        sys.stdout.write(data.decode())
    else:
        buffer.write(data)
        buffer.flush()


def _fit(text: str, stream: TextIO) -> str:
    """What the stream's encoding can show. The marks get letters of their own: a `?` for ✓ would be another mark."""
    encoding = stream.encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        plain = text.translate(str.maketrans(_PLAIN))
        return plain.encode(encoding, "replace").decode(encoding)
    return text


def say(text: str) -> None:
    """A plain line on stdout, whatever the terminal's encoding can show."""
    print(_fit(text, sys.stdout))


def note(text: str) -> None:
    """A plain line on stderr: progress, choices made."""
    print(_fit(text, sys.stderr), file=sys.stderr, flush=True)


def exit_code_of(error: dict[str, Any]) -> int:
    """The exit code of an error in its JSON form."""
    return error_classes().get(str(error.get("code")), InternalError).exit_code


def tell_failure(error: Exception, *, as_json: bool) -> int:
    """Print any failure and return its exit code; one that is no DeskhandError is our bug."""
    if not isinstance(error, DeskhandError):
        import traceback

        note("".join(traceback.format_exception(error)).rstrip())
        error = InternalError(f"{type(error).__name__}: {error}")
    envelope: dict[str, Any] = {"ok": False, "error": error.to_json()}
    if error.receipt is not None:
        envelope["receipt"] = error.receipt
    return tell_envelope(envelope, as_json=as_json)


def tell_envelope(envelope: dict[str, Any], *, as_json: bool) -> int:
    """Print a failed envelope: as JSON on stdout, or for people on stderr."""
    error = envelope.get("error", {})
    if as_json:
        print_json(envelope)
        return exit_code_of(error)
    note(f"{paint('✗', 'red', sys.stderr)} {clean(str(error.get('message', '')))}  [{error.get('code')}]")
    for key, label in (("check", "check"), ("sought", "sought"), ("seen", "seen")):
        if error.get(key):
            note(f"  {label + ':':9} {clean(str(error[key]))}")
    for line in error.get("near", ()):
        note(f"  {'near:':9} {clean(str(line))}")
    if error.get("delivery", "not_delivered") != "not_delivered":
        note(f"  {'delivery:':9} {error['delivery']}; repeating it is {error.get('retry', 'unsafe')}")
    for line in error.get("log", ()):
        note(f"  {'log:':9} {clean(str(line))}")
    if error.get("next_step"):
        note(f"  {'next:':9} {clean(str(error['next_step']))}")
    return exit_code_of(error)
