"""The text of a field: which object holds it, what it says now, and when two texts are the same."""

from __future__ import annotations

from dataclasses import dataclass

from deskhand.act.attempt import Attempt
from deskhand.act.checks import toolkit_of
from deskhand.adapters.protocol import ReadOptions, TextRead
from deskhand.errors import AppUnresponsive, StaleRef, Unsupported
from deskhand.model.element import Node

_INSIDE = ReadOptions(showing_only=False, max_depth=4, max_nodes=80, fresh=True)

TRUSTED_TOOLKITS = frozenset({"gtk", "gtk 4", "qt", "gail"})
"""Toolkits (lower case) whose own handlers run when text is set by the tree. Gecko answers True and changes nothing,
Chromium has no editable text, LibreOffice's input goes through its own edit engine."""

PARAGRAPHS = frozenset({"paragraph", "heading"})
"""Of a word processor's document: a line end there makes another paragraph, and a tab in a table leads to the next
cell, so that both must be keys. LibreOffice, which calls its toolkit GTK, lets the tree change them, but leaves the
caret where it was or puts it one beside."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field: `node` is the object that holds the text (a GTK 4 entry's inner one), `trusted` says whether its
    toolkit's tree may be asked to change it."""

    node: Node
    trusted: bool
    protected: bool
    multi_line: bool


def find_field(attempt: Attempt) -> Field | None:
    """The object that holds the target's text; None for a thing without text (canvas)."""
    element = attempt.target
    nodes = attempt.ctx.adapter.tree.read(element.handle, _INSIDE, attempt.progress).nodes
    own = nodes[0]
    inner = [node for node in nodes[1:] if "EditableText" in node.interfaces]
    node = inner[0] if len(inner) == 1 else own
    if not node.interfaces & {"Text", "EditableText"}:
        return None
    protected = "protected" in node.states or "password field" in (node.role, own.role)
    multi = "multi_line" in node.states or node.role in ("text area", "document", "terminal")
    takes_text = "EditableText" in node.interfaces and node.role not in PARAGRAPHS
    trusted = takes_text and toolkit_of(attempt).casefold() in TRUSTED_TOOLKITS
    return Field(node, trusted, protected, multi)


def read_field(attempt: Attempt, field: Field) -> TextRead | None:
    """The whole text now, with caret and selection; None where it cannot be read at the moment."""
    try:
        return attempt.ctx.adapter.tree.get_text(field.node.handle, 0, -1, attempt.progress)
    except (Unsupported, StaleRef, AppUnresponsive):
        return None


def same_text(seen: str, expected: str) -> bool:
    """Equal, but for the placeholders of embedded objects, hard spaces, and the line end a page's field adds."""
    return _plain(seen) == _plain(expected)


def same_value(seen: str, wanted: str) -> bool:
    """Equal as text, or as numbers that a control has formatted (`3` and `3.00`)."""
    if same_text(seen, wanted):
        return True
    one, other = number_in(seen), number_in(wanted)
    return one is not None and other is not None and abs(one - other) <= 1e-9 * max(1.0, abs(one))


def number_in(text: str) -> float | None:
    """The number a text is, also with thousands commas; None where it is none."""
    plain = text.strip().replace("\u00a0", "").replace("\u202f", "").replace(",", "")
    try:
        return float(plain)
    except ValueError:
        return None


def _plain(text: str) -> str:
    return text.replace("\ufffc", "").replace("\u00a0", " ").replace("\r\n", "\n").removesuffix("\n")


def arrived(seen: str, expected: str) -> str:
    """How much of a text arrived, in words for an error."""
    common = 0
    for one, other in zip(seen, expected, strict=False):
        if one != other:
            break
        common += 1
    return f"it reads {seen[:120]!r}: the first {common} of {len(expected)} characters are as they must be"
