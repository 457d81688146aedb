"""What every document can do: be listed, saved, exported, undone."""

from __future__ import annotations

from typing import Any

from .job import Job, Refusal
from .link import Office, Operation, kind_of, make_current, path_of, window_title


def list_documents(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    current = office.desktop.getCurrentComponent()
    return {
        "documents": [
            {
                "title": document.getTitle(), "window": window_title(document), "kind": kind_of(document),
                "path": path_of(document), "modified": bool(document.isModified()),
                "read_only": bool(document.isReadonly()), "active": document == current,
            }
            for document in office.documents()
        ]
    }  # fmt: skip


def find(office: Office, job: Job, args: dict[str, Any]) -> list[str]:
    """A line for each document meant; empty where this LibreOffice has none."""
    try:
        return [window_title(office.document(args, args["kind"]))]
    except Refusal as refusal:
        return list(refusal.facts["near"]) if refusal.code == "ambiguous_target" else []


def undo(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    return _along(office, job, args, back=True)


def redo(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    return _along(office, job, args, back=False)


def _along(office: Office, job: Job, args: dict[str, Any], *, back: bool) -> dict[str, Any]:
    document = office.to_change(args)
    steps = document.getUndoManager()

    def titles() -> list[str]:
        return list(steps.getAllUndoActionTitles() if back else steps.getAllRedoActionTitles())

    before, word = titles(), "undo" if back else "redo"
    count, expected = int(args["steps"]), args.get("expect")
    if len(before) < count:
        raise Refusal(
            "not_actionable", f"{document.getTitle()!r} has {len(before)} steps to {word}, not {count}",
            check="exists", seen="; ".join(before[:5]),
        )  # fmt: skip
    if expected is not None and before[0] != expected:
        raise Refusal(
            "not_actionable", f"the newest step is {before[0]!r}, not {expected!r}", check="stable", sought=expected,
            near=before[:5], next_step=f"something was done since: look first, or {word} without `expect`",
        )  # fmt: skip
    job.announce()
    make_current(document)
    for _ in range(count):
        job.check()
        steps.undo() if back else steps.redo()
    if titles() != before[count:]:
        raise Refusal(
            "action_failed", f"the steps to {word} are not those that were left", seen="; ".join(titles()[:5]),
            delivery="delivered_unverified",
        )  # fmt: skip
    return {
        "document": window_title(document), "done": before[:count], "left": len(before) - count,
        "seen": f"the newest step is now {titles()[0]!r}" if titles() else f"nothing is left to {word}",
    }  # fmt: skip


OPERATIONS: dict[str, Operation] = {
    "office.list_documents": list_documents,
    "office.find": find,
    "office.undo": undo,
    "office.redo": redo,
}
