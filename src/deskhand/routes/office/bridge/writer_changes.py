"""Tracked changes of text documents."""

from __future__ import annotations

from typing import Any

from .job import Job, Refusal
from .link import Office, Operation, window_title


def track_changes(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "writer")
    job.announce()
    document.RecordChanges = args["on"]
    if bool(document.RecordChanges) != args["on"]:
        raise Refusal("action_failed", "changes are not tracked as asked for", delivery="delivered_unverified")
    seen = "changes are tracked" if args["on"] else "changes are not tracked"
    return {"document": window_title(document), "seen": seen}


def _changes(document: Any) -> list[dict[str, Any]]:
    every = document.getRedlines().createEnumeration()
    found: list[dict[str, Any]] = []
    while every.hasMoreElements():
        change = every.nextElement()
        start, end = change.RedlineStart, change.RedlineEnd
        cursor = start.getText().createTextCursorByRange(start)
        cursor.gotoRange(end, True)
        at = change.RedlineDateTime
        found.append(
            {
                "kind": change.RedlineType.lower(), "text": cursor.getString()[:500], "author": change.RedlineAuthor,
                "at": f"{at.Year:04}-{at.Month:02}-{at.Day:02}T{at.Hours:02}:{at.Minutes:02}:{at.Seconds:02}",
                "comment": change.RedlineComment,
            }
        )  # fmt: skip
    return found


def list_changes(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.document(args, "writer")
    return {
        "document": window_title(document), "tracked": bool(document.RecordChanges), "changes": _changes(document)[:500]
    }  # fmt: skip


def accept_changes(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    return _settle(office, job, args, "Accept")


def reject_changes(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    return _settle(office, job, args, "Reject")


def _settle(office: Office, job: Job, args: dict[str, Any], how: str) -> dict[str, Any]:
    document = office.to_change(args, "writer")
    before = _changes(document)
    if not before:
        raise Refusal("not_actionable", f"{document.getTitle()!r} has no tracked changes", check="exists")
    dispatcher = office.make("frame.DispatchHelper")
    frame = document.getCurrentController().getFrame()
    with job.step(document, f"{how} {len(before)} changes"):
        dispatcher.executeDispatch(frame, f".uno:{how}AllTrackedChanges", "", 0, ())
    left = _changes(document)
    if left:
        raise Refusal("action_failed", f"{len(left)} changes are left", delivery="delivered_unverified")
    return {
        "document": window_title(document), "settled": len(before), "undo": job.undo,
        "seen": f"none of {len(before)} changes is left open",
    }  # fmt: skip


OPERATIONS: dict[str, Operation] = {
    "writer.track_changes": track_changes,
    "writer.list_changes": list_changes,
    "writer.accept_changes": accept_changes,
    "writer.reject_changes": reject_changes,
}
