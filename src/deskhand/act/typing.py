"""Text into fields: type, clear, and set_value of what holds text."""

from __future__ import annotations

import dataclasses
from contextlib import suppress
from dataclasses import dataclass

from deskhand.act.attempt import Attempt
from deskhand.act.cells import is_sheet_cell, type_into_cell
from deskhand.act.checks import run_checks
from deskhand.act.choosing import select_entry
from deskhand.act.dates import is_date_picker, set_date
from deskhand.act.drawn import drawn_words, prove_typed, write_drawn
from deskhand.act.fields import PARAGRAPHS, Field, added, arrived, find_field, read_field, same_text, same_value
from deskhand.act.focusing import focus_guard, focused_handle, give_focus
from deskhand.act.lines import refuse_other_keys
from deskhand.act.menu_bars import release_menu_bar
from deskhand.act.pacing import Paced
from deskhand.act.paragraphs import type_paragraphs
from deskhand.act.resolving import active_window, resolve_target
from deskhand.act.sending import focus_lost, send_text
from deskhand.act.sighted import is_drawn
from deskhand.act.values import set_number, takes_number
from deskhand.act.verifying import proof_of, prove_by, prove_expectation, until
from deskhand.act.watch import Proof
from deskhand.act.windowing import element_for
from deskhand.adapters.protocol import FocusGuard, TextRead
from deskhand.errors import FocusLost, Unsupported
from deskhand.model.element import Handle
from deskhand.model.receipt import RouteTried

_UNCHANGED_SECONDS = 0.4
"""How long a tree that said True may take to show the text before the keyboard is used instead (replacing only)."""


@dataclass(slots=True)
class _Edit:
    """One change of a field's text: `text` at the caret, or in place of everything when `replace`."""

    text: str
    replace: bool
    field: Field
    before: TextRead
    expected: str = ""
    guard: FocusGuard | None = None


def type_text(attempt: Attempt) -> None:
    """type: into the target, or where the focus is when there is none."""
    resolve_target(attempt)
    if attempt.element is None:
        _adopt_focused(attempt)
    attempt.reveal()
    text = attempt.args["text"]
    if attempt.element is None:
        _type_blind(attempt, text)
        return
    _make_checks(attempt)
    if is_drawn(attempt):
        write_drawn(attempt, text, replaced=bool(attempt.args.get("replace", False)))
        return
    if is_sheet_cell(attempt):
        _refuse_secrets(attempt)
        type_into_cell(attempt, text)
        return
    replace = attempt.args.get("replace", False)
    if attempt.element.role in PARAGRAPHS and not replace and not attempt.background and {"\n", "\t"} & set(text):
        type_paragraphs(attempt, text)
        return
    if _edit(attempt, text, replace=replace) and attempt.args.get("enter"):
        _press_enter(attempt)


def set_value(attempt: Attempt) -> None:
    """set_value: a number by the value interface, an entry of a box, a cell's content, or a field's whole text."""
    resolve_target(attempt)
    _make_checks(attempt)
    attempt.reveal()
    value = attempt.args["value"]
    if is_drawn(attempt):
        write_drawn(attempt, value, replaced=True)
    elif is_sheet_cell(attempt):
        _refuse_secrets(attempt)
        type_into_cell(attempt, value)
    elif not attempt.quiet and is_date_picker(attempt):
        set_date(attempt, value)
    elif takes_number(attempt) and not attempt.quiet:
        set_number(attempt, value, lambda attempt: _type_number(attempt, value))
    elif attempt.target.role == "combo box" and find_field_if_editable(attempt) is None:
        _refuse_secrets(attempt)
        select_entry(attempt, value)
    else:
        _edit(attempt, value, replace=True, as_value=True)


def _refuse_secrets(attempt: Attempt) -> None:
    if attempt.action.secrets:
        raise Unsupported(
            f"{attempt.target.describe()} would show a secret; one is typed into fields only",
            sought=attempt.action.describe(),
            next_step="name the field it is meant for",
        )


def _type_number(attempt: Attempt, value: str) -> str | None:
    """The keyboard route of a spin button: its text replaced, then Tab, since a text counts once the focus has left.
    (Return would make it count too, and send the form or press the default button of the dialog it stands in.)"""
    field = find_field(attempt)
    before = read_field(attempt, field) if field is not None else None
    if field is None or before is None:
        return "its text cannot be read"
    why_not = _by_keyboard(attempt, _Edit(value, True, field, before))
    if why_not is None:
        attempt.ctx.adapter.input.press("Tab")
    return why_not


def clear(attempt: Attempt) -> None:
    """clear: nothing is left in the field."""
    resolve_target(attempt)
    _make_checks(attempt)
    if is_drawn(attempt):
        write_drawn(attempt, "", replaced=True)
        return
    if is_sheet_cell(attempt):
        type_into_cell(attempt, "")
        return
    _edit(attempt, "", replace=True)


def _make_checks(attempt: Attempt) -> None:
    """The verb's checks; a sheet brings its cells into view itself, so they need not be there yet."""
    run_checks(attempt, ("enabled",) if is_sheet_cell(attempt) else attempt.verb.checks)


def find_field_if_editable(attempt: Attempt) -> Field | None:
    """The field inside a combo box that takes text; None for a box with a fixed list."""
    field = find_field(attempt)
    return (
        field
        if field is not None and ("EditableText" in field.node.interfaces or "editable" in field.node.states)
        else None
    )


def _adopt_focused(attempt: Attempt) -> None:
    """Without a target, the focused object of the active window is the target, where the application says which it
    is."""
    window = active_window(attempt)
    attempt.set_window(window)
    if window.root is None:
        return
    release_menu_bar(attempt)
    adapter = attempt.ctx.adapter
    for app in adapter.tree.apps(attempt.progress):
        if app.handle is not None and app.handle[0] == window.root[0]:
            node = adapter.tree.focused(app, attempt.progress)
            if node is not None and node.interfaces & {"Text", "EditableText"}:
                attempt.set_element(element_for(node, window))
            return


def _edit(attempt: Attempt, text: str, *, replace: bool, as_value: bool = False) -> bool:
    """Change the field's text by the best route and read it back. False where it cannot be read: then it was typed
    blind, Return included."""
    field = find_field(attempt)
    before = read_field(attempt, field) if field is not None else None
    if field is None or before is None or field.node.role == "terminal":
        _type_blind(attempt, text)
        return False
    refuse_other_keys(attempt, field, text)
    edit = _Edit(text, replace, field, before)
    if replace and not field.protected and not before.hidden and same_text(before.text, text):
        edit.expected = text
        attempt.note("it read so already; no text was sent")
        attempt.prove(_proof(attempt, edit, before.text, as_value))
        return True
    attempt.by_routes(
        [("tree", lambda _: _by_tree(attempt, edit, as_value)), ("keyboard", lambda _: _by_keyboard(attempt, edit))]
    )

    def look() -> Proof | None:
        now = read_field(attempt, field)
        return (
            None
            if now is None or not _as_expected(attempt, edit, now, as_value)
            else _proof(attempt, edit, now.text, as_value)
        )

    def failing() -> str:
        problem = edit.guard() if edit.guard is not None else None
        if problem is not None:
            raise focus_lost(attempt, problem, len(text), len(text), lambda: _arrived(attempt, edit))
        return _arrived(attempt, edit)

    prove_by(attempt, look, failing=failing, seconds=attempt.verb.watch + len(text) / 500)
    return True


def _arrived(attempt: Attempt, edit: _Edit) -> str:
    """What the field holds now, in words for an error."""
    now = read_field(attempt, edit.field)
    if now is None:
        return "the field cannot be read any more"
    if edit.field.protected or attempt.quiet:
        return f"it holds {now.length} hidden characters, not {len(edit.expected)}"
    return arrived(now.text, attempt.ctx.confidant.hide(edit.expected))


def _as_expected(attempt: Attempt, edit: _Edit, now: TextRead, as_value: bool) -> bool:
    if edit.field.protected:
        return now.length == len(edit.expected)
    hide = attempt.ctx.confidant.hide
    if as_value:
        return same_value(now.text, hide(edit.expected))
    unknown = edit.before.caret < 0 and not edit.replace
    return same_text(now.text, hide(edit.expected)) or (unknown and added(edit.before.text, hide(edit.text), now.text))


def _proof(attempt: Attempt, edit: _Edit, seen: str, as_value: bool) -> Proof:
    quiet = edit.field.protected or attempt.quiet
    words = f"it holds {len(edit.expected)} hidden characters" if quiet else f"it reads {seen[:200]!r}"
    return proof_of(attempt, words, "fresh read of the target", "control", "read back")


def _plan(edit: _Edit, before: TextRead) -> tuple[int, int]:
    """What the new text replaces, [start, end), and from that the text to expect."""
    length = before.length
    if edit.replace:
        start, end = 0, length
    elif before.selection is not None and before.selection[0] < before.selection[1]:
        start, end = before.selection
    else:
        start = end = before.caret if 0 <= before.caret <= length else length
    # A protected field gives bullets or nothing; only its length counts.
    shown = "•" * length if edit.field.protected else before.text
    edit.expected = shown[:start] + edit.text + shown[end:]
    return start, end


def _by_tree(attempt: Attempt, edit: _Edit, as_value: bool) -> str | None:
    if not edit.field.trusted:
        return "its toolkit's tree cannot be trusted to change text"
    tree, handle = attempt.ctx.adapter.tree, edit.field.node.handle
    focused = "focused" in edit.field.node.states
    if not focused and not edit.replace:
        # Nobody stands in the field: what is added goes to its end, whatever the idle caret says.
        edit.before = dataclasses.replace(edit.before, start=0, caret=edit.before.length, selection=None)
    start, end = _plan(edit, edit.before)
    plain = start == end and not edit.replace and edit.text.isascii()
    hidden = edit.field.protected or edit.before.hidden
    if hidden and not edit.replace and edit.before.length and not plain:
        return "what is hidden in it cannot be read, so it could not be kept"
    # Toolkits count the characters of an insertion differently (GTK 3 in bytes), so only plain ones are inserted.
    with attempt.delivering("tree"):
        if plain:
            tree.insert_text(handle, start, edit.text, attempt.progress)
        else:
            tree.set_text(handle, edit.expected, attempt.progress)
        _follow_with_caret(attempt, edit, start + len(edit.text))
    if not edit.replace or attempt.background:
        return None
    return _unchanged(attempt, edit, as_value)


def _follow_with_caret(attempt: Attempt, edit: _Edit, after: int) -> None:
    """Put the caret behind the new text, as typing does: toolkits leave it before the text or at the start, where the
    next key would go."""
    now = read_field(attempt, edit.field)
    if now is None or now.caret in (-1, after) or now.length < after:
        return
    with suppress(Unsupported):
        attempt.ctx.adapter.tree.set_caret(edit.field.node.handle, after, attempt.progress)


def _unchanged(attempt: Attempt, edit: _Edit, as_value: bool) -> str | None:
    """A replacement that the tree accepted and that is plainly not there may be done again by keyboard: twice the
    same whole text is the same text."""

    def look() -> Proof | None:
        now = read_field(attempt, edit.field)
        return (
            _proof(attempt, edit, now.text, as_value)
            if now is not None and _as_expected(attempt, edit, now, as_value)
            else None
        )

    if until(attempt, look, _UNCHANGED_SECONDS) is not None:
        return None
    now = read_field(attempt, edit.field)
    if now is None or now.text != edit.before.text:
        return None
    attempt.forget_delivery()
    return "the application accepted the text and changed nothing (read back)"


def _by_keyboard(attempt: Attempt, edit: _Edit) -> str | None:
    adapter, element = attempt.ctx.adapter, attempt.target
    was_focused = focused_handle(attempt, element) is not None
    holder = give_focus(attempt, element)
    if isinstance(holder, str):
        return holder
    _place_caret(attempt, edit, was_focused)
    with attempt.delivering("keyboard"):
        if edit.replace and edit.before.length:
            adapter.input.press("ctrl+a")
            if not edit.text:
                adapter.input.press("BackSpace")
        guard = focus_guard(attempt, holder, attempt.window)
        start = len(edit.expected) - len(edit.text)
        paced = Paced(attempt, guard, edit.field, 0 if edit.replace else start)
        send_text(attempt, edit.text, paced, lambda: _arrived(attempt, edit), touched=edit.replace)
        edit.guard = guard
    return None


def _place_caret(attempt: Attempt, edit: _Edit, was_focused: bool) -> None:
    """Focusing may select everything or leave the caret anywhere: what is added goes to the end, unless somebody was
    already in the field."""
    tree, field = attempt.ctx.adapter.tree, edit.field
    now = read_field(attempt, field) or edit.before
    if field.node.role in PARAGRAPHS and not edit.replace and not was_focused:
        # The key for the end of the text would lead to the last paragraph.
        tree.set_caret(field.node.handle, now.length, attempt.progress)
        now = read_field(attempt, field) or now
    elif not edit.replace and not was_focused and now.length:
        attempt.ctx.adapter.input.press("ctrl+End" if field.multi_line else "End")
        with attempt.progress.within(0.5) as part:
            for _ in part.attempts():
                now = read_field(attempt, field) or now
                if now.caret in (now.length, -1) and now.selection is None:
                    break
                part.log("the caret is not at the end yet")
            else:
                tree.set_caret(field.node.handle, now.length, attempt.progress)
                now = read_field(attempt, field) or now
    edit.before = now
    _plan(edit, now)


def _type_blind(attempt: Attempt, text: str) -> None:
    """Into what has no readable text (a terminal, a canvas): sent under guard, and said to be unverified."""
    lost: list[FocusGuard] = []
    before = drawn_words(attempt)

    def way(attempt: Attempt) -> str | None:
        holder: Handle | None = None
        if attempt.element is not None:
            given = give_focus(attempt, attempt.element)
            if isinstance(given, str):
                return given
            holder = given
        guard = focus_guard(attempt, holder, attempt.window)
        with attempt.delivering("keyboard"):
            send_text(attempt, text, guard)
            if attempt.args.get("enter"):
                send_text(attempt, "\n", guard, touched=bool(text))
        lost.append(guard)
        return None

    attempt.by_routes([("keyboard", way)])
    prove_typed(attempt, text, before)
    problem = lost[0]()
    if problem is not None:
        attempt.note(f"{problem} had the focus at the end")
    prove_expectation(attempt)


def _press_enter(attempt: Attempt) -> None:
    """Return after the text, while the focus is still there."""
    holder = focused_handle(attempt, attempt.target)
    if attempt.background or holder is None:
        attempt.note("Return was not pressed: the field has not the focus")
        return
    problem = focus_guard(attempt, holder, attempt.window)()
    if problem is not None:
        raise FocusLost(
            f"{problem} took the focus before Return", sought=attempt.action.describe(), delivery=attempt.delivery
        )
    if attempt.route != "none":
        attempt.ctx.adapter.input.press("Return")
    else:
        # The text stood there already: Return is the first that is sent, so it is announced, and watched from here.
        text_stands, attempt.delivery = attempt.proof, "not_delivered"
        with attempt.delivering("keyboard"):
            attempt.ctx.adapter.input.press("Return")
        attempt.tried.append(RouteTried("keyboard", None))
        attempt.note("only Return was sent")
        attempt.prove(text_stands)
    prove_expectation(attempt)
