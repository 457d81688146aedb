"""The text of a field: which object holds it, what it says now, and when two texts are the same."""

from __future__ import annotations

from dataclasses import dataclass

from deskhand.act.attempt import Attempt
from deskhand.act.checks import toolkit_of
from deskhand.adapters.protocol import ReadOptions, TextRead
from deskhand.errors import AppUnresponsive, StaleRef, Unsupported
from deskhand.model.element import Handle, Node

_INSIDE = ReadOptions(showing_only=False, max_depth=4, max_nodes=80, attributes=True, fresh=True)

TRUSTED_TOOLKITS = frozenset({"gtk", "gtk 4", "qt", "gail"})
"""Toolkits (lower case) whose own handlers run when text is set by the tree. Gecko answers True and changes nothing,
Chromium has no editable text, LibreOffice's input goes through its own edit engine."""

PARAGRAPHS = frozenset({"paragraph", "heading"})
"""Of a word processor's document: a line end there makes another paragraph, and a tab in a table leads to the next
cell, so that both must be keys. LibreOffice, which calls its toolkit GTK, lets the tree change them, but leaves the
caret where it was or puts it one beside."""

EMBEDDED = "\ufffc"
"""Stands in a text where another object is embedded."""

_DEEPEST = 4
_ONE_LINE_ROLES = frozenset({"text field", "password field", "spin button", "combo box"})


@dataclass(frozen=True, slots=True)
class Field:
    """A field: `node` is the object that holds the text (a GTK 4 entry's inner one), `trusted` says whether its
    toolkit's tree may be asked to change it."""

    node: Node
    trusted: bool
    protected: bool
    multi_line: bool

    @property
    def one_line(self) -> bool:
        """True where a line end cannot be part of the text. An editor in a page (a `div`) may call itself of one line
        and still take several."""
        if self.multi_line or (self.node.attributes or {}).get("tag", "input") != "input":
            return False
        return "single_line" in self.node.states or self.node.role in _ONE_LINE_ROLES

    @property
    def tab_leaves(self) -> bool:
        """True where the Tab key goes on to the next control: in a form's fields in a page."""
        return (self.node.attributes or {}).get("tag") in ("input", "textarea")


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
    in_page = "tag" in (node.attributes or {})  # asked too, as Chromium calls itself GTK in its first moments
    trusted = takes_text and not in_page and toolkit_of(attempt).casefold() in TRUSTED_TOOLKITS
    return Field(node, trusted, protected, multi)


def read_field(attempt: Attempt, field: Field) -> TextRead | None:
    """The whole text now, with caret and selection; None where it cannot be read at the moment. A page's field with
    lines of their own (an editor's) is read line by line; then a caret that is not at the end is unknown (−1)."""
    try:
        read = attempt.ctx.adapter.tree.get_text(field.node.handle, 0, -1, attempt.progress)
        if EMBEDDED not in read.text:
            return read
        text = _composed(attempt, field.node.handle, read.text, _DEEPEST)
    except (Unsupported, StaleRef, AppUnresponsive):
        return None
    return TextRead(text, 0, len(text), len(text) if read.caret >= read.length else -1)


def _composed(attempt: Attempt, handle: Handle, text: str, depth: int) -> str:
    """A text with what is embedded in it in its place, blocks on lines of their own; as it is where that is unclear."""
    tree, progress = attempt.ctx.adapter.tree, attempt.progress
    found = tree.nodes([child.handle for child in tree.children(handle, progress)], progress)
    inner = [node for node in found if node is not None and "Hyperlink" in node.interfaces]
    if depth == 0 or len(inner) != text.count(EMBEDDED):
        return text
    parts = text.split(EMBEDDED)
    whole = parts[0]
    for node, after in zip(inner, parts[1:], strict=True):
        words = _composed(attempt, node.handle, node.text or "", depth - 1)
        if (node.attributes or {}).get("display") == "block":
            whole = (f"{whole}\n" if whole else "") + words.removesuffix("\n") + (f"\n{after}" if after else "")
        else:
            whole += words + after
    return whole


def same_text(seen: str, expected: str) -> bool:
    """Equal, but for the placeholders of embedded objects, hard spaces, and the line end a page's field adds."""
    return _plain(seen) == _plain(expected)


def same_value(seen: str, wanted: str) -> bool:
    """Equal as text, or as numbers that a control has formatted (`3` and `3.00`)."""
    if same_text(seen, wanted):
        return True
    one, other = number_in(seen), number_in(wanted)
    return one is not None and other is not None and abs(one - other) <= 1e-9 * max(1.0, abs(one))


def added(before: str, text: str, now: str) -> bool:
    """True when `now` is what was there before with `text` in it somewhere."""
    before, text, now = _plain(before), _plain(text), _plain(now)
    places = range(len(before) + 1) if len(now) == len(before) + len(text) else ()
    return any(now == before[:at] + text + before[at:] for at in places)


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
