"""Dates into what holds one: a field with a section each for day, month and year (browsers), a spin button whose text
is a date (Qt). The date is given as YYYY-MM-DD, whatever order it is shown in."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence

from deskhand.act.attempt import Attempt
from deskhand.act.date_numbers import Numbers
from deskhand.act.date_words import Shape, shapes_of
from deskhand.act.fields import Field, find_field, read_field
from deskhand.act.focusing import activate_window, focus_guard, give_focus
from deskhand.act.sending import send_text
from deskhand.act.verifying import proof_of, prove_by, until
from deskhand.act.watch import Proof
from deskhand.adapters.protocol import FocusGuard, ReadOptions
from deskhand.errors import AppUnresponsive, BadRequest, Unsupported
from deskhand.model.element import Handle

_INSIDE = ReadOptions(showing_only=True, max_depth=4, max_nodes=60, fresh=True)
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}")
_FOCUS_SECONDS, _SECTION_SECONDS = 1.0, 1.0
_DAYS, _MONTHS, _YEARS = range(28, 32), 12, 1000
_NAMES = {"day": "day", "month": "month", "year": "year", "日": "day", "月": "month", "年": "year"}


def is_date_picker(attempt: Attempt) -> bool:
    """Whether the target holds a date and nothing else."""
    if attempt.target.role == "date editor":
        return True
    return attempt.target.role == "spin button" and bool(_shapes(attempt, find_field(attempt)))


def set_date(attempt: Attempt, value: str) -> None:
    """Bring the target to the date `value`.

    Raises:
        BadRequest: `value` is no date of the form YYYY-MM-DD.
    """
    day = _day(attempt, value)
    if attempt.target.role == "spin button":
        _set_text(attempt, day)
    else:
        _set_sections(attempt, day)


def _day(attempt: Attempt, value: str) -> datetime.date:
    if _ISO.fullmatch(value.strip()):
        try:
            return datetime.date.fromisoformat(value.strip())
        except ValueError as error:
            raise BadRequest(f"there is no date {value!r}: {error}", sought=value) from error
    raise BadRequest(
        f"{attempt.target.describe()} takes a date such as 2026-05-09, not {value!r}",
        sought=value,
        next_step="give year, month and day as YYYY-MM-DD; they are put in the order that is shown",
    )


# --- a section for each part


def _sections(attempt: Attempt) -> dict[str, Handle]:
    """Its sections by what they hold, in the order they stand in: as their ranges tell, else their names. Where neither
    does (Firefox in another language) the years are those of four characters, and the rest is empty.

    Raises:
        Unsupported: it has not three of them (a time is among them).
    """
    tree, progress = attempt.ctx.adapter.tree, attempt.progress
    nodes = tree.read(attempt.target.handle, _INSIDE, progress).nodes
    found: dict[str, Handle] = {}
    spins = [node for node in nodes[1:] if node.role == "spin button" and "Value" in node.interfaces]
    for number, node in enumerate(spins):
        high = tree.value_range(node.handle, progress)[1]
        part = "day" if high in _DAYS else "month" if high == _MONTHS else "year" if high >= _YEARS else ""
        part = part or ("" if high else _NAMES.get(node.name.casefold(), "year" if len(node.text or "") == 4 else ""))
        found[part or f"section {number + 1}"] = node.handle
    if len(spins) == 3 and "year" in found and len(found) == 3:
        return found
    raise Unsupported(
        f"{attempt.target.describe()} shows no single day, month and year to the tree",
        sought=attempt.action.describe(),
        seen=", ".join(found) or "no sections",
    )


def _told_apart(attempt: Attempt, found: dict[str, Handle], guard: FocusGuard) -> dict[str, Handle]:
    """Sections that do not tell what they hold: the key End brings each to its end, a month to 12, a day to 28 or more.

    Raises:
        Unsupported: that did not tell either.
    """
    if not found.keys() - {"day", "month", "year"}:
        return found
    told: dict[str, Handle] = {}
    for part, handle in found.items():
        if part != "year" and _focus_section(attempt, handle) and guard() is None:
            before = _number(attempt, handle)
            with attempt.delivering("keyboard"):
                attempt.ctx.adapter.input.press("End")

            def changed(handle: Handle = handle, before: float = before) -> Proof | None:
                return proof_of(attempt, "", "", "control", "") if _number(attempt, handle) != before else None

            until(attempt, changed, _SECTION_SECONDS)
            end = _number(attempt, handle)
            part = "month" if end == _MONTHS else "day" if end in _DAYS else part
        told[part] = handle
    if told.keys() != {"day", "month", "year"}:
        raise attempt.contradict(
            attempt.expected, f"its sections are {', '.join(told)}", "which of its sections is the day is unclear"
        )
    attempt.note(f"what its sections hold was found by the key End: {', '.join(told)}")
    return told


def _number(attempt: Attempt, handle: Handle) -> float:
    """What a section shows: its text where it has one (Firefox), else its value. −1 where it is empty."""
    tree = attempt.ctx.adapter.tree
    text = tree.get_text(handle, 0, -1, attempt.progress).text.strip()
    if text:
        return int(text) if text.isdecimal() else -1
    return tree.value_range(handle, attempt.progress)[3]


def _set_sections(attempt: Attempt, day: datetime.date) -> None:
    sections = _sections(attempt)
    wanted = {"day": day.day, "month": day.month, "year": day.year}

    def current(part: str) -> float:
        return _number(attempt, sections[part])

    def look() -> Proof | None:
        if sections.keys() != wanted.keys() or any(current(part) != number for part, number in wanted.items()):
            return None
        seen = f"its sections are {', '.join(f'{part} {wanted[part]}' for part in sections)}"
        return proof_of(attempt, seen, "fresh read of the target", "control", "read back")

    if attempt.prove(look()):
        attempt.note("it showed this date already; nothing was sent")
        return

    def by_keyboard(attempt: Attempt) -> str | None:
        problem = activate_window(attempt)
        if problem is not None:
            return f"its window did not become active: {problem}"
        guard = _section_guard(attempt, list(sections.values()))
        known = dict(_told_apart(attempt, sections, guard))
        sections.clear()
        sections.update(known)
        for part, handle in sections.items():
            if not _focus_section(attempt, handle):
                return f"its section for the {part} does not take the focus"
            number = wanted[part]
            with attempt.delivering("keyboard"):
                send_text(attempt, f"{number:04}" if part == "year" else f"{number:02}", guard, touched=True)

            def shows(part: str = part, number: int = number) -> Proof | None:
                return proof_of(attempt, "", "", "control", "") if current(part) == number else None

            if until(attempt, shows, _SECTION_SECONDS) is None:
                attempt.note(f"its section for the {part} does not show {number} yet")
        return None

    attempt.by_routes([("keyboard", by_keyboard)])
    prove_by(attempt, look, failing=lambda: ", ".join(f"{part} {current(part):g}" for part in sections))


def _focus_section(attempt: Attempt, handle: Handle) -> bool:
    tree = attempt.ctx.adapter.tree
    try:
        tree.grab_focus(handle, attempt.progress)
    except (Unsupported, AppUnresponsive):
        return False
    with attempt.progress.within(_FOCUS_SECONDS) as part:
        for _ in part.attempts():
            node = tree.nodes([handle], attempt.progress)[0]
            if node is not None and "focused" in node.states:
                return True
            part.log("the section of the date has not the focus yet")
    return False


def _section_guard(attempt: Attempt, handles: Sequence[Handle]) -> FocusGuard:
    """While digits are typed the focus goes on from section to section by itself, and must stay among them."""
    of_window = focus_guard(attempt, None, attempt.window)

    def guard(sent: int = 0) -> str | None:
        problem = of_window(sent)
        if problem is not None:
            return problem
        nodes = attempt.ctx.adapter.tree.nodes(handles, attempt.progress)
        return None if any(node is not None and "focused" in node.states for node in nodes) else "another element"

    return guard


# --- a text that is a date


def _shapes(attempt: Attempt, field: Field | None) -> list[Shape]:
    now = read_field(attempt, field) if field is not None else None
    return shapes_of(now.text) if now is not None else []


def _set_text(attempt: Attempt, day: datetime.date) -> None:
    """Number by number, as the box keeps it once the focus has left. Where the order cannot be told from what stands
    there (04/05/2026), its numbers are turned up as far as they go: a month ends at 12, a day at 28 or more."""
    field = find_field(attempt)
    shapes = _shapes(attempt, field)
    assert field is not None
    chosen: list[Shape] = shapes if len(shapes) == 1 else []

    def look() -> Proof | None:
        now = read_field(attempt, field)
        if now is None or len(chosen) != 1 or not chosen[0].says(now.text, day):
            return None
        seen = f"it reads {now.text!r}, {chosen[0].words()}"
        return proof_of(attempt, seen, "fresh read of the target", "control", "read back")

    if attempt.prove(look()):
        attempt.note("it read so already; nothing was sent")
        return

    def by_keyboard(attempt: Attempt) -> str | None:
        holder = give_focus(attempt, attempt.target)
        if isinstance(holder, str):
            return holder
        numbers = Numbers(attempt, field, focus_guard(attempt, holder, attempt.window))
        with attempt.delivering("keyboard"):
            if not chosen:
                chosen.append(numbers.told_apart(shapes))
                attempt.note(f"its order was found by turning its numbers up: {chosen[0].words()}")
            numbers.write(chosen[0], day)
            numbers.leave()
        return None

    attempt.by_routes([("keyboard", by_keyboard)])

    def failing() -> str:
        now = read_field(attempt, field)
        return "it cannot be read any more" if now is None else f"it reads {now.text!r}"

    prove_by(attempt, look, failing=failing)
