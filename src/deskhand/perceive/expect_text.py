"""Effects in words: `window "Save As" closes`, `button "Undo" is enabled`, `label "Total" says "12"`,
`file ~/a.txt`."""

from __future__ import annotations

import re
from pathlib import Path

from deskhand.errors import BadRequest
from deskhand.model.action import Expect
from deskhand.perceive.locator_text import parse_locator

FORMS = (
    'window "TITLE" opens',
    'window "TITLE" closes',
    "LOCATOR appears",
    "LOCATOR disappears",
    'LOCATOR says "TEXT"',
    "LOCATOR is STATE",
    "LOCATOR is focused",
    "file PATH",
    'notification "TEXT" appears',
    'notification "TEXT" disappears',
    "clipboard changes",
    'clipboard contains "TEXT"',
    "something changes",
)
"""The sentences `parse_expect` understands."""

_STATES = {
    "enabled": "enabled",
    "disabled": "!enabled",
    "checked": "checked",
    "unchecked": "!checked",
    "selected": "selected",
    "expanded": "expanded",
    "collapsed": "!expanded",
    "pressed": "pressed",
    "showing": "showing",
    "visible": "showing",
}

_WINDOW = re.compile(r'window\s+"(?P<title>[^"]+)"\s+(?P<what>opens|closes)\Z', re.IGNORECASE)
_FILE = re.compile(r'file\s+"?(?P<path>[^"]+?)"?(\s+(exists|appears))?\Z', re.IGNORECASE)
_NOTIFICATION = re.compile(
    r'notification\s+(?:"(?P<words>[^"]+)"|(?P<id>n\d+))\s+(?P<what>appears|disappears|comes|closes)\Z', re.IGNORECASE
)
_CLIPBOARD = re.compile(r'(?:the\s+)?clipboard\s+(?:changes|contains\s+"(?P<text>.+)")\Z', re.IGNORECASE | re.DOTALL)
_SAYS = re.compile(r'(?P<locator>.+?)\s+says\s+"(?P<text>.*)"\Z', re.IGNORECASE | re.DOTALL)
_IS = re.compile(r"(?P<locator>.+?)\s+is\s+(?P<state>[a-z]+)\Z", re.IGNORECASE)
_APPEARS = re.compile(r"(?P<locator>.+?)\s+(?P<what>appears|disappears)\Z", re.IGNORECASE)


def parse_expect(text: str) -> Expect:
    """Read one effect; `BadRequest` lists the forms when it is none of them."""
    words = text.strip().translate(str.maketrans("“”", '""'))
    if words.lower() == "something changes":
        return Expect("changes")
    if match := _WINDOW.match(words):
        return Expect("window_opens" if match["what"].lower() == "opens" else "window_closes", window=match["title"])
    if match := _NOTIFICATION.match(words):
        gone = match["what"].lower() in ("disappears", "closes")
        return Expect("notification_gone" if gone else "notification", want=match["words"] or match["id"])
    if match := _CLIPBOARD.match(words):
        return Expect("clipboard", want=match["text"])
    if match := _SAYS.match(words):
        return Expect("text", locator=parse_locator(match["locator"]), want=match["text"])
    if match := _APPEARS.match(words):
        kind = "element_appears" if match["what"].lower() == "appears" else "element_disappears"
        return Expect(kind, locator=parse_locator(match["locator"]))
    if match := _IS.match(words):
        locator, state = parse_locator(match["locator"]), match["state"].lower()
        if state == "focused":
            return Expect("focus", locator=locator)
        if state in _STATES:
            return Expect("state", locator=locator, want=_STATES[state])
    if match := _FILE.match(words):
        return Expect("file", path=str(Path(match["path"]).expanduser()))
    raise BadRequest(
        f"{text!r} is not an effect I know", sought=text, near=FORMS, next_step="use one of the forms listed"
    )
