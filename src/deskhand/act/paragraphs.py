"""Text with line ends into a word processor's document: each makes another paragraph, so that the proof is read off the
paragraphs up to the one that has the focus then."""

from __future__ import annotations

from dataclasses import dataclass

from deskhand.act.attempt import Attempt
from deskhand.act.fields import PARAGRAPHS, same_text
from deskhand.act.focusing import focus_guard, focused_handle, give_focus
from deskhand.act.sending import send_text
from deskhand.act.verifying import proof_of, prove_by, prove_expectation
from deskhand.act.watch import Proof
from deskhand.adapters.protocol import FocusGuard
from deskhand.errors import AppUnresponsive, StaleRef, Unsupported
from deskhand.model.element import Handle

_CELLS = frozenset({"table cell", "cell"})


@dataclass(frozen=True, slots=True)
class _Expected:
    """What is to stand in the paragraphs of `parent` from the one typed into to the one with the focus; `lines` None
    where that cannot be said."""

    parent: Handle
    lines: str | None


def type_paragraphs(attempt: Attempt, text: str) -> None:
    """Type under guard into the target paragraph and those that come of it, and read them back."""
    found: list[_Expected] = []

    def way(attempt: Attempt) -> str | None:
        was_focused = focused_handle(attempt, attempt.target) is not None
        holder = give_focus(attempt, attempt.target)
        if isinstance(holder, str):
            return holder
        found.append(_expect(attempt, holder, text, to_the_end=not was_focused))
        with attempt.delivering("keyboard"):
            send_text(attempt, text, _document_guard(attempt))
            if attempt.args.get("enter"):
                send_text(attempt, "\n", _document_guard(attempt))
        return None

    attempt.by_routes([("keyboard", way)])
    expected = found[0]
    if expected.lines is None:
        attempt.note("it went on in other parts of the document, which were not read back")
        prove_expectation(attempt)
        return
    wanted = expected.lines

    def look() -> Proof | None:
        if not _stands(_before_focus(attempt, expected.parent), wanted):
            return None
        words = f"the paragraphs read {wanted[-200:]!r}"
        return proof_of(attempt, words, "fresh read of the document", "control", "read back")

    def failing() -> str:
        return f"the paragraphs read {_before_focus(attempt, expected.parent)[-200:]!r}, not {wanted[-200:]!r}"

    prove_by(attempt, look, failing=failing, seconds=attempt.verb.watch + len(text) / 500)


def _expect(attempt: Attempt, holder: Handle, text: str, *, to_the_end: bool) -> _Expected:
    tree, progress = attempt.ctx.adapter.tree, attempt.progress
    above = tree.ancestors(holder, progress)
    before = tree.get_text(holder, 0, -1, progress)
    at = before.caret
    if to_the_end:
        tree.set_caret(holder, before.length, progress)
        at = before.length
    leaves = "\t" in text and any(node.role in _CELLS for node in above)
    if leaves or not 0 <= at <= before.length:
        return _Expected(above[0].handle, None)
    start, end = before.selection if before.selection is not None and not to_the_end else (at, at)
    text = text + "\n" if attempt.args.get("enter") else text
    return _Expected(above[0].handle, before.text[:start] + text + before.text[end:])


def _before_focus(attempt: Attempt, parent: Handle) -> str:
    """The texts of the paragraphs of `parent` up to the one with the focus, a line each; empty where none has it."""
    try:
        nodes = attempt.ctx.adapter.tree.children(parent, attempt.progress)
    except (StaleRef, AppUnresponsive, Unsupported):
        return ""
    focused = [place for place, node in enumerate(nodes) if "focused" in node.states]
    if not focused:
        return ""
    texts = [node.text or "" for node in nodes[: focused[-1] + 1] if node.role in PARAGRAPHS]
    return "\n".join(texts)


def _stands(seen: str, wanted: str) -> bool:
    """True when the last lines seen are those wanted, and whole lines."""
    count = wanted.count("\n") + 1
    return same_text("\n".join(seen.split("\n")[-count:]), wanted) and seen.count("\n") + 1 >= count


def _document_guard(attempt: Attempt) -> FocusGuard:
    """None while the window is active and a paragraph has the focus: which one changes with every line."""
    window_guard = focus_guard(attempt, None, attempt.window)
    tree, progress = attempt.ctx.adapter.tree, attempt.progress
    bus = attempt.target.handle[0]
    apps = [app for app in tree.apps(progress) if app.handle is not None and app.handle[0] == bus]

    def guard(sent: int = 0) -> str | None:
        problem = window_guard()
        if problem is not None or not apps:
            return problem
        node = tree.focused(apps[0], progress)
        return None if node is None or node.role in PARAGRAPHS else f"{node.role} {node.name!r}"

    return guard
