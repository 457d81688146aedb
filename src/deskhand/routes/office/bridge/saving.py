"""Saving and exporting. What became of the file is looked at by whoever asked."""

from __future__ import annotations

from typing import Any

from .calc_areas import sheet_of
from .job import Job, Refusal
from .link import Office, Operation, kind_of, path_of, properties, thrown, uno, window_title

FILTERS = {
    ("calc", "ods"): "calc8", ("calc", "xlsx"): "Calc MS Excel 2007 XML",
    ("calc", "csv"): "Text - txt - csv (StarCalc)",
    ("calc", "pdf"): "calc_pdf_Export", ("writer", "odt"): "writer8", ("writer", "docx"): "MS Word 2007 XML",
    ("writer", "txt"): "Text (encoded)", ("writer", "pdf"): "writer_pdf_Export", ("impress", "odp"): "impress8",
    ("impress", "pptx"): "Impress MS PowerPoint 2007 XML", ("impress", "pdf"): "impress_pdf_Export",
    ("draw", "odg"): "draw8", ("draw", "pdf"): "draw_pdf_Export",
}  # fmt: skip
_CSV = "44,34,76,1,,0,false,true,false,false,false,0"
"""Comma, double quotes, UTF-8, from line 1, content as shown, the sheet that shows (named by its number, LibreOffice
adds its name to the file's)."""
_FULL = "no room left, or the file may not be written"


def where_saved(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    """Asked before saving, so that the file can be looked at before and after."""
    document = office.document(args)
    return {
        "document": window_title(document), "path": path_of(document), "kind": kind_of(document),
        "modified": bool(document.isModified()), "read_only": bool(document.isReadonly()),
    }  # fmt: skip


def save(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args)
    if not document.hasLocation():
        raise Refusal(
            "not_actionable", f"{document.getTitle()!r} has no file yet", check="exists",
            next_step="`office.save_as` names one",
        )  # fmt: skip
    job.announce()
    _stored(document, document.store)
    return {"document": window_title(document), "path": path_of(document), "modified": bool(document.isModified())}


def save_as(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.document(args)
    url = uno.systemPathToFileUrl(args["path"])
    wanted = _filter(document, args)
    job.announce()
    _stored(document, lambda: document.storeAsURL(url, properties(FilterName=wanted, Overwrite=True)))
    return {"document": window_title(document), "path": path_of(document), "modified": bool(document.isModified())}


def export(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.document(args)
    wanted = _filter(document, args)
    options: dict[str, Any] = {"FilterName": wanted, "Overwrite": True}
    kind, ending = kind_of(document), _ending(args)
    if ending == "csv":
        options["FilterOptions"] = _CSV
    if ending == "txt":
        options["FilterOptions"] = "UTF8,LF"
    if ending == "pdf" and args["pages"]:
        data = properties(PageRange=args["pages"])
        options["FilterData"] = uno.Any("[]com.sun.star.beans.PropertyValue", data)
    url = uno.systemPathToFileUrl(args["path"])
    job.announce()
    showing = sheet_of(document, None) if ending == "csv" else None
    if showing is not None:
        document.getCurrentController().setActiveSheet(sheet_of(document, args["sheet"]))
    try:
        _stored(document, lambda: document.storeToURL(url, properties(**options)))
    finally:
        if showing is not None:
            document.getCurrentController().setActiveSheet(showing)
    return {"document": window_title(document), "path": args["path"], "kind": kind}


def _stored(document: Any, store: Any) -> None:
    try:
        store()
    except thrown("io.IOException") as error:
        code = getattr(error, "ErrCode", 0)
        raise Refusal(
            "action_failed", f"{document.getTitle()!r} could not be written: {_FULL}",
            seen=f"LibreOffice's error {code:#x}: {str(getattr(error, 'Message', '')).partition(chr(10))[0][:200]}",
            next_step="see that the folder may be written to and has room; the document is open still, unsaved",
        ) from None  # fmt: skip


def _ending(args: dict[str, Any]) -> str:
    return str(args["path"].rpartition(".")[2].casefold())


def _filter(document: Any, args: dict[str, Any]) -> str:
    kind, ending = kind_of(document), _ending(args)
    if (kind, ending) not in FILTERS:
        can = sorted(end for of, end in FILTERS if of == kind)
        raise Refusal(
            "bad_request", f"a document like {document.getTitle()!r} is not written as .{ending}", sought=args["path"],
            near=can, next_step="give the file one of these endings",
        )  # fmt: skip
    return FILTERS[kind, ending]


OPERATIONS: dict[str, Operation] = {
    "office.where_saved": where_saved,
    "office.save": save,
    "office.save_as": save_as,
    "office.export": export,
}
