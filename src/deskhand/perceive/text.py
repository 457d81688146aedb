"""The text a person reads off an element."""

from __future__ import annotations

from deskhand.adapters.protocol import Adapter, ReadOptions
from deskhand.errors import TooLarge, Unsupported
from deskhand.model.element import CONTAINER_ROLES, Element
from deskhand.model.progress import Progress
from deskhand.model.redaction import MASK
from deskhand.perceive.values import clean, shown_name, shown_value

MAX_BYTES = 1_048_576
"""Text one call hands back at most (DESIGN 4.7)."""


def read_text(adapter: Adapter, element: Element, progress: Progress) -> str:
    """All the text of a field or document, the name of a plain thing, and for a container what it holds line by line.

    Protected fields give a mask. `TooLarge` above 1 MiB.
    """
    if element.secret:
        return element.value or ""
    if element.role not in {"combo box", "slider", "progress bar", "spin button"}:
        try:
            read = adapter.tree.get_text(element.handle, 0, -1, progress)
        except Unsupported:
            read = None
        if read is not None and clean(read.text).strip():
            return _bounded(clean(read.text))
        if read is not None and element.role in {"text field", "text area", "terminal"}:
            return clean(read.text)
    if element.value is not None and element.role not in CONTAINER_ROLES:
        return element.value
    if element.child_count and (element.role in CONTAINER_ROLES or not element.name):
        return _bounded("\n".join(_lines(adapter, element, progress)))
    return element.name


def _lines(adapter: Adapter, element: Element, progress: Progress) -> list[str]:
    nodes = adapter.tree.read(element.handle, ReadOptions(bounds=False, actions=False, fresh=True), progress).nodes
    lines: list[str] = []
    pending = [0] if nodes else []
    while pending:
        index = pending.pop()
        node = nodes[index]
        words, value = shown_name(node), shown_value(node, nodes)
        if value and value not in {words, MASK}:
            words = f"{words}: {value}" if words and index else value
        if words and index and (not lines or lines[-1] != words):
            lines.append(words)
        below = [nodes[child] for child in node.children]
        # Pieces that only repeat their holder's name add nothing.
        if not words or not below or " ".join("".join(shown_name(one) for one in below).split()) != words:
            pending.extend(reversed(node.children))
    return lines


def _bounded(text: str) -> str:
    if len(text.encode()) > MAX_BYTES:
        raise TooLarge(f"the text is more than {MAX_BYTES} bytes", next_step="read a part of it")
    return text
