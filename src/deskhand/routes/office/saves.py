"""Saving and exporting: the file is looked at before and after, by us."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from deskhand.errors import ActionFailed, DeskhandError, NotActionable, NotFound
from deskhand.model.progress import Progress
from deskhand.routes.office.offices import Offices
from deskhand.routes.office.proof import file_written, stamp, whole
from deskhand.routes.registration import RouteOutcome

SAVING = ("office.save", "office.save_as", "office.export")


def save(name: str, proof: str, given: dict[str, Any], offices: Offices, progress: Progress) -> RouteOutcome:
    """Save, and prove it by the file.

    Raises:
        NotActionable: a file is there and may not be replaced, or the document has none yet. NotFound: no such folder.
        ActionFailed: it could not be written; `delivery` is `not_delivered` where the file is as it was.
    """
    path = _path(name, given, offices, progress)
    before = stamp(path)
    if name != "office.save":
        if not path.parent.is_dir():
            raise NotFound(
                f"there is no folder {path.parent}", sought=str(path), next_step="name a folder that is there"
            )
        if before is not None and not given["overwrite"]:
            raise NotActionable(
                f"{path} is there already", check="allowed", sought=str(path),
                next_step="name another file, or give `overwrite`",
            )  # fmt: skip
    try:
        data: dict[str, Any] = offices.ask(name, given, progress)
    except DeskhandError as error:
        if error.delivery != "not_delivered":
            _explain(error, path, before)
        raise
    effect = file_written(path, before, proof)
    if name != "office.export" and data["modified"]:
        raise ActionFailed("the document says that it is not saved", sought=proof, delivery="delivered_unverified")
    return RouteOutcome({**data, "bytes": path.stat().st_size}, effect, "delivered_verified")


def _path(name: str, given: dict[str, Any], offices: Offices, progress: Progress) -> Path:
    if name != "office.save":
        return Path(given["path"])
    found = offices.ask("office.where_saved", {"document": given["document"]}, progress)
    if found["read_only"] or not found["path"]:
        offices.ask(name, given, progress)  # refuses, and says why
    return Path(found["path"])


def _explain(error: DeskhandError, path: Path, before: tuple[int, int] | None) -> None:
    """What a save that failed has made of the file."""
    now = stamp(path)
    if now == before:
        error.delivery = "not_delivered"
        error.seen = f"{error.seen or ''} ({path.name} is as it was)".strip()
        return
    error.delivery = "uncertain"
    state = "gone" if now is None else f"{now[0]} bytes, {whole(path) or 'broken off'}"
    error.seen = f"{error.seen or ''} ({path.name} is {state} now)".strip()
