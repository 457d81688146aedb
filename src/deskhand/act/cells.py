"""Content into spreadsheet cells.

A cell takes typing, not setting: it is made the current one, that is proven, then the text and Return are typed, and
the cell is read again. Delete before Return removes what the sheet's completion has proposed behind the caret.
"""

from __future__ import annotations

import re

from deskhand.act.attempt import Attempt
from deskhand.act.checks import receives_events, refreshed, visible_part
from deskhand.act.fields import same_text, same_value
from deskhand.act.focusing import activate_window, focus_guard
from deskhand.act.verifying import proof_of, prove_by
from deskhand.act.watch import Proof
from deskhand.adapters.protocol import ReadOptions
from deskhand.errors import AppUnresponsive, BadRequest, FocusLost, StaleRef, Unsupported
from deskhand.model.element import Element, Handle, Node
from deskhand.model.geometry import Bounds

_ADDRESS = re.compile(r"\$?([A-Z]{1,3})\$?([1-9][0-9]{0,6})\Z")
_CELL_SECONDS = 6.0
_BORDER = 4
"""Pixels at the edge of a cell that its grid and the mark of the current cell may take."""
_STATES = ReadOptions(showing_only=True, bounds=False, actions=False, text=False, value=False, fresh=True)


def is_sheet_cell(attempt: Attempt) -> bool:
    """True for a cell that is named by its address and stands in a sheet (not a list with columns)."""
    element = attempt.target
    return element.role == "cell" and address_of(element) is not None


def address_of(element: Element) -> str | None:
    """The cell's address, such as `E202`."""
    match = _ADDRESS.match(element.name.strip())
    return f"{match[1]}{match[2]}" if match else None


def type_into_cell(attempt: Attempt, text: str) -> None:
    """Give the cell this content, as a person types it: a formula, number or text. Empty text clears it."""
    if {"\n", "\t"} & set(text):
        raise BadRequest(
            f"the text has a newline or a tab, which would go on to another cell than {attempt.target.name}",
            sought=attempt.action.describe(),
            next_step="type the parts one by one, each into its own cell",
        )
    before = _content(attempt)
    drawn = None if text else _drawn(attempt)
    window = attempt.window

    def by_keyboard(attempt: Attempt) -> str | None:
        problem = activate_window(attempt)
        if problem is not None:
            return f"its window did not become active: {problem}"
        input_ = attempt.ctx.adapter.input
        # An edit that was never ended (its writer was killed) would swallow the text, or be left in its cell.
        input_.press("Escape")
        holder = _make_current(attempt)
        if isinstance(holder, str):
            return holder
        guard = focus_guard(attempt, None, window)
        with attempt.delivering("keyboard"):
            if text:
                typed = input_.type_text(text, attempt.progress, guard)
                if not typed.complete:
                    input_.press("Escape")
                    attempt.note(f"{typed.characters} of {len(text)} characters were sent")
                    raise FocusLost(
                        f"{guard() or 'something else'} took the focus after {typed.characters} of {len(text)} typed",
                        sought=attempt.action.describe(),
                        delivery="uncertain",
                    )
                input_.press("Delete Return")
            else:
                # Delete outside editing clears every marked cell, and LibreOffice does it only after it has handled the
                # keys that follow; while a cell is edited, keys are taken in order and concern this cell alone.
                input_.press("0 Delete BackSpace Return")
        return None

    why = "a cell's content is given by typing"
    attempt.by_routes([("tree", lambda _: why), ("keyboard", by_keyboard)])

    def look() -> Proof | None:
        now = _content(attempt)
        seen = _holds(now, text, before)
        if seen is None and not text and drawn and _drawn(attempt) is False:
            # LibreOffice tells the former text of an emptied cell until it holds another one.
            return proof_of(attempt, "nothing is drawn in it any more", "pixels", "pixels", "pixels")
        return None if seen is None else proof_of(attempt, seen, "fresh read of the cell", "control", "read back")

    def failing() -> str:
        shown, formula = _content(attempt)
        return f"the cell shows {shown!r}" + (f" with the formula {formula!r}" if formula else "")

    prove_by(attempt, look, failing=failing, seconds=_CELL_SECONDS)


def _drawn(attempt: Attempt) -> bool | None:
    """Whether anything is drawn in the cell; None where it cannot be seen."""
    (node,) = attempt.ctx.adapter.tree.nodes([attempt.target.handle], attempt.progress)
    if node is None or node.bounds is None:
        return None
    element = refreshed(attempt.target, node)
    area = visible_part(attempt, element)
    if area is None or area.width <= 4 * _BORDER or area.height <= 3 * _BORDER:
        return None
    if receives_events(attempt, element, area.center) is not None:
        return None
    inner = Bounds(area.x + _BORDER, area.y + _BORDER, area.width - 2 * _BORDER, area.height - 2 * _BORDER)
    data = attempt.ctx.adapter.screen.capture(inner).data
    return bytes(data) != bytes(data[:3]) * (len(data) // 3)


def _holds(now: tuple[str, str], text: str, before: tuple[str, str]) -> str | None:
    """How the cell shows that it has taken the text, in words; None where it does not."""
    shown, formula = now
    if text.startswith("="):
        if formula and _same_formula(formula, text):
            return f"its formula is {formula!r} and it shows {shown!r}"
        if not formula and shown and now != before and not shown.startswith("="):
            return f"it shows {shown!r} instead of {before[0]!r}"
        return None
    plain = text[1:] if text.startswith("'") else text
    if same_value(shown, plain) or same_text(shown, plain):
        return f"it shows {shown!r}"
    return f"it shows {shown!r} instead of {before[0]!r}" if _reformatted(shown, plain) and now != before else None


def _reformatted(shown: str, text: str) -> bool:
    """The sheet shows numbers and dates in its own way: the same digits in another dress."""
    digits, wanted = re.sub(r"\D", "", shown), re.sub(r"\D", "", text)
    if not wanted or text.strip()[:1].isalpha():
        return False
    return (
        digits == wanted
        or sorted(digits.lstrip("0")) == sorted(wanted.lstrip("0"))
        or wanted.startswith(digits)
        or (digits.startswith(wanted) and not digits[len(wanted) :].strip("0"))
    )


def _same_formula(one: str, other: str) -> bool:
    def bare(formula: str) -> str:
        return re.sub(r"[\s$]", "", formula).replace(",", ";").casefold()

    return bare(one) == bare(other)


def _content(attempt: Attempt) -> tuple[str, str]:
    """What the cell shows, and its formula where the application tells it.

    Asked of the table by row and column each time: LibreOffice leaves the object it once gave for a cell with the
    text of then.
    """
    tree, progress = attempt.ctx.adapter.tree, attempt.progress
    match = _ADDRESS.match(attempt.target.name.strip())
    if match is None:
        return "", ""
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    try:
        tables = [
            n for n in tree.ancestors(attempt.target.handle, progress) if "Table" in n.interfaces or n.role == "table"
        ]
        cells = tree.cells(tables[0].handle, int(match[2]) - 1, column - 1, 1, 1, progress) if tables else []
        node = tree.node(cells[0].handle if cells else attempt.target.handle, progress)
    except (StaleRef, AppUnresponsive, Unsupported):
        return "", ""
    formula = (node.attributes or {}).get("Formula", "")
    return (node.text or "").replace("\ufffc", ""), formula if formula.startswith("=") else ""


def _make_current(attempt: Attempt) -> Handle | str:
    """Make the cell the current one, and prove it; in words why it is not where that fails."""
    element = attempt.target
    asked = _ask_for_cell(attempt)
    with attempt.progress.within(2.0) as part:
        for number in part.attempts():
            if is_current(attempt):
                return element.handle
            if number == 3:
                _click_into_sheet(attempt)
            if number == 3 or not asked:
                asked = _ask_for_cell(attempt)
            part.log(f"{element.describe()} is not the current cell yet")
    return "the sheet does not say that it is the current cell" if asked else "the sheet does not move to the cell"


def _ask_for_cell(attempt: Attempt) -> bool:
    """Ask for the cell to be the current one. A sheet in which something is being edited may refuse."""
    try:
        return attempt.ctx.adapter.tree.grab_focus(attempt.target.handle, attempt.progress)
    except (Unsupported, AppUnresponsive):
        return False


def _click_into_sheet(attempt: Attempt) -> None:
    """The keyboard may be in a tool bar or nowhere (after a dialog): a click on the cell itself brings it back."""
    node = attempt.ctx.adapter.tree.nodes([attempt.target.handle], attempt.progress)[0]
    if node is None or node.bounds is None or attempt.background:
        return
    element = refreshed(attempt.target, node)
    area = visible_part(attempt, element)
    if area is not None and receives_events(attempt, element, area.center) is None:
        attempt.ctx.adapter.input.click(area.center)
        attempt.note("the pointer was used to bring the keyboard into the sheet")


def select_cell(attempt: Attempt) -> None:
    """Make the cell the current one; the application's word for it is the proof. Cells that were marked before stay
    marked beside it, and would go with the next Delete: a click lets go of them."""
    marked = _marked(attempt)

    def by_tree(attempt: Attempt) -> str | None:
        if marked is not None:
            return "other cells are marked, and they would stay so"
        with attempt.delivering("tree"):
            holder = _make_current(attempt)
        if isinstance(holder, str):
            attempt.forget_delivery()
            return holder
        return None

    def by_pointer(attempt: Attempt) -> str | None:
        with attempt.delivering("pointer"):
            holder = _make_current(attempt)
            if not isinstance(holder, str):
                _click_into_sheet(attempt)
        return holder if isinstance(holder, str) else None

    def look() -> Proof | None:
        if not is_current(attempt) or (marked is not None and _is_marked(attempt, marked)):
            return None
        return proof_of(attempt, "it is the current cell", "fresh read of the cell", "control", "read back")

    attempt.by_routes([("tree", by_tree), ("pointer", by_pointer)])
    prove_by(attempt, look, failing=lambda: "it is not the current cell alone")


def _marked(attempt: Attempt) -> Handle | None:
    """A cell beside the target that is marked and shows. (LibreOffice calls a lone current cell not selected.)"""
    tree, progress, target = attempt.ctx.adapter.tree, attempt.progress, attempt.target
    tables = [node for node in tree.ancestors(target.handle, progress) if "manages_descendants" in node.states]
    cells = tree.read(tables[0].handle, _STATES, progress).nodes[1:] if tables else []
    return next((node.handle for node in cells if "selected" in node.states and node.handle != target.handle), None)


def _is_marked(attempt: Attempt, cell: Handle) -> bool:
    node = attempt.ctx.adapter.tree.nodes([cell], attempt.progress)[0]
    return node is not None and "selected" in node.states


def is_current(attempt: Attempt) -> bool:
    """True when the application says that the keyboard is in this cell."""
    element, adapter = attempt.target, attempt.ctx.adapter
    node: Node | None = adapter.tree.nodes([element.handle], attempt.progress)[0]
    return node is not None and "focused" in node.states
