"""Presentations: slides, layouts, placeholders, backgrounds, transitions, notes, images.

LibreOffice (7.4) records adding, removing and duplicating slides for undo, what is set on a slide by its interface it
does not: `undo` is null then.
"""

from __future__ import annotations

from typing import Any

from .calc_formats import colour
from .job import Job, Refusal
from .link import Office, Operation, constant, enum, struct, window_title
from .writer_parts import read_image

LAYOUTS = {
    "title": 0, "title_content": 1, "title_two_content": 3, "title_only": 19, "blank": 20, "centred_text": 32,
}  # fmt: skip
_TITLE, _BODY = ("TitleTextShape",), ("OutlinerShape", "SubtitleShape")
_TRANSITIONS = {
    "none": (0, 0), "wipe": (constant("animations.TransitionType.BARWIPE"), 1),
    "fade": (constant("animations.TransitionType.FADE"), constant("animations.TransitionSubType.CROSSFADE")),
    "push": (constant("animations.TransitionType.PUSHWIPE"), constant("animations.TransitionSubType.FROMRIGHT")),
}  # fmt: skip


def _shapes(page: Any) -> list[Any]:
    return [page.getByIndex(number) for number in range(page.getCount())]


def _kind(shape: Any) -> str:
    return str(shape.ShapeType).rpartition(".")[2]


def _slide(document: Any, number: int) -> Any:
    pages = document.getDrawPages()
    if number > pages.getCount():
        raise Refusal("not_found", f"there are {pages.getCount()} slides", sought=f"slide {number}")
    return pages.getByIndex(number - 1)


def _title(page: Any) -> str:
    found = [shape.getString() for shape in _shapes(page) if _kind(shape) in _TITLE and not _empty(shape)]
    return str(found[0]) if found else ""


def _empty(shape: Any) -> bool:
    return bool(getattr(shape, "IsEmptyPresentationObject", False))


def _notes(page: Any) -> Any:
    return next((shape for shape in _shapes(page.getNotesPage()) if _kind(shape) == "NotesShape"), None)


def list_slides(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.document(args, "impress")
    names = {number: name for name, number in LAYOUTS.items()}
    pages = document.getDrawPages()
    found: list[dict[str, Any]] = []
    for number in range(min(pages.getCount(), 300)):
        page = pages.getByIndex(number)
        notes = _notes(page)
        found.append(
            {
                "slide": number + 1, "name": page.Name, "title": _title(page),
                "layout": names.get(page.Layout, page.Layout),
                "texts": [
                    shape.getString()[:500] for shape in _shapes(page)
                    if hasattr(shape, "getString") and not _empty(shape) and shape.getString()
                ],
                "notes": notes.getString()[:500] if notes is not None and not _empty(notes) else "",
            }
        )  # fmt: skip
    return {"document": window_title(document), "slides": found}


def add_slide(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "impress")
    pages = document.getDrawPages()
    count = pages.getCount()
    position = count if args["position"] is None else args["position"] - 1
    if position > count:
        raise Refusal("bad_request", f"there is no place {position + 1} among {count} slides")
    with job.step(document, "Add slide"):
        # A new one goes behind the one that is named; before the first it is moved there.
        page = pages.insertNewByIndex(max(0, position - 1))
        page.Layout = LAYOUTS[args["layout"]]
        _fill(page, args["title"], args["text"])
    if position == 0 and count:
        _move(office, document, 2, 1)
    _check(pages.getCount() == count + 1 and _title(page) == (args["title"] or ""), "the slide is not as asked for")
    return _answer(document, job, f"slide {_number(document, page)} of {count + 1} is {args['title']!r}", page)


def _fill(page: Any, title: str | None, text: str | None) -> None:
    for words, kinds, what in ((title, _TITLE, "title"), (text, _BODY, "text")):
        if words is None:
            continue
        shape = next((one for one in _shapes(page) if _kind(one) in kinds), None)
        if shape is None:
            raise Refusal(
                "not_found", f"this slide's layout has no place for a {what}", next_step="choose another layout"
            )
        shape.setString(words)
        if hasattr(shape, "IsEmptyPresentationObject"):
            shape.IsEmptyPresentationObject = False


def fill_placeholder(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "impress")
    page = _slide(document, args["slide"])
    kinds = {"title": _TITLE, "text": _BODY}[args["placeholder"]]
    with job.step(document, f"Fill {args['placeholder']}"):
        _fill(page, *((args["text"], None) if args["placeholder"] == "title" else (None, args["text"])))
    found = next(shape.getString() for shape in _shapes(page) if _kind(shape) in kinds)
    _check(found == args["text"], f"the {args['placeholder']} reads {found!r}")
    return _answer(document, job, f"the {args['placeholder']} of slide {args['slide']} reads {found[:60]!r}", page)


def remove_slide(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "impress")
    pages = document.getDrawPages()
    count = pages.getCount()
    page = _slide(document, args["slide"])
    if count == 1:
        raise Refusal("not_actionable", "it is the only slide", check="allowed", next_step="add another first")
    with job.step(document, f"Remove slide {args['slide']}"):
        pages.remove(page)
    _check(pages.getCount() == count - 1, "the slide is still there")
    return _answer(document, job, f"{count - 1} slides are left")


def duplicate_slide(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "impress")
    page = _slide(document, args["slide"])
    count = document.getDrawPages().getCount()
    controller = document.getCurrentController()
    shown = controller.getCurrentPage()
    # By the window's own command, which undo takes back; what `duplicate` does it does not.
    with job.step(document, f"Duplicate slide {args['slide']}"):
        controller.setCurrentPage(page)
        office.make("frame.DispatchHelper").executeDispatch(controller.getFrame(), ".uno:DuplicatePage", "", 0, ())
        controller.setCurrentPage(shown)
    pages = document.getDrawPages()
    copy = pages.getByIndex(args["slide"]) if pages.getCount() == count + 1 else page
    _check(copy != page and _title(copy) == _title(page), "the slide was not duplicated")
    return _answer(document, job, f"slide {_number(document, copy)} is its copy", copy)


def move_slide(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "impress")
    page = _slide(document, args["slide"])
    _slide(document, args["to"])
    with job.step(document, f"Move slide {args['slide']}"):
        _move(office, document, args["slide"], args["to"])
    _check(_number(document, page) == args["to"], f"the slide is number {_number(document, page)}")
    return _answer(document, job, f"it is slide {args['to']} now", page)


def _move(office: Office, document: Any, here: int, there: int) -> None:
    """By the window's own command, one place after the other: the interface has none for it."""
    controller = document.getCurrentController()
    dispatcher = office.make("frame.DispatchHelper")
    shown = controller.getCurrentPage()
    controller.setCurrentPage(document.getDrawPages().getByIndex(here - 1))
    command = ".uno:MovePageUp" if there < here else ".uno:MovePageDown"
    for _ in range(abs(there - here)):
        dispatcher.executeDispatch(controller.getFrame(), command, "", 0, ())
    controller.setCurrentPage(shown)


def _number(document: Any, page: Any) -> int:
    pages = document.getDrawPages()
    return next((number + 1 for number in range(pages.getCount()) if pages.getByIndex(number) == page), 0)


def set_layout(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "impress")
    page = _slide(document, args["slide"])
    with job.step(document, f"Layout of slide {args['slide']}"):
        page.Layout = LAYOUTS[args["layout"]]
    _check(LAYOUTS[args["layout"]] == page.Layout, "the layout is another one")
    return _answer(document, job, f"slide {args['slide']} has the layout {args['layout']}", page)


def _check(as_wanted: bool, otherwise: str) -> None:
    if not as_wanted:
        raise Refusal("action_failed", otherwise, delivery="delivered_unverified")


def _answer(document: Any, job: Job, seen: str, page: Any = None) -> dict[str, Any]:
    data: dict[str, Any] = {"document": window_title(document), "undo": job.undo, "seen": seen}
    if page is not None:
        data["slide"] = _number(document, page)
    return data


def background(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "impress")
    page = _slide(document, args["slide"])
    wanted = colour(args["colour"])
    made = document.createInstance("com.sun.star.drawing.Background")
    made.FillStyle = enum("drawing.FillStyle", "SOLID" if wanted >= 0 else "NONE")
    if wanted >= 0:
        made.FillColor = wanted
    with job.step(document, f"Background of slide {args['slide']}"):
        page.Background = made
    found = page.Background.FillColor if page.Background is not None and wanted >= 0 else wanted
    _check(found == wanted, "the background has another colour")
    return _answer(document, job, f"the background of slide {args['slide']} is {args['colour']}", page)


def transition(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "impress")
    page = _slide(document, args["slide"])
    kind, sub = _TRANSITIONS[args["kind"]]
    with job.step(document, f"Transition of slide {args['slide']}"):
        page.TransitionType, page.TransitionSubtype = kind, sub
        page.TransitionDuration = float(args["seconds"])
    _check(page.TransitionType == kind, "the transition is another one")
    return _answer(document, job, f"slide {args['slide']} comes by {args['kind']}", page)


def notes(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "impress")
    page = _slide(document, args["slide"])
    shape = _notes(page)
    if shape is None:
        raise Refusal("not_found", f"slide {args['slide']} has no place for notes")
    with job.step(document, f"Notes of slide {args['slide']}"):
        shape.setString(args["text"])
        shape.IsEmptyPresentationObject = False
    _check(shape.getString() == args["text"], f"the notes read {shape.getString()[:60]!r}")
    return _answer(document, job, f"the notes of slide {args['slide']} read {args['text'][:60]!r}", page)


def insert_image(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "impress")
    page = _slide(document, args["slide"])
    graphic, size = read_image(office, args["file"], args["width"])
    shape = document.createInstance("com.sun.star.drawing.GraphicObjectShape")
    shape.Graphic = graphic
    count = page.getCount()
    with job.step(document, f"Image on slide {args['slide']}"):
        page.add(shape)
        shape.Size = size
        shape.Position = struct("awt.Point", X=round(args["left"] * 100), Y=round(args["top"] * 100))
        if args["alternative"]:
            shape.Description = args["alternative"]
    _check(page.getCount() == count + 1 and shape.Size.Width == size.Width, "the image is not on the slide")
    return _answer(document, job, f"slide {args['slide']} has the image, {size.Width / 100:g} mm wide", page)


OPERATIONS: dict[str, Operation] = {
    "impress.list_slides": list_slides,
    "impress.add_slide": add_slide,
    "impress.fill_placeholder": fill_placeholder,
    "impress.remove_slide": remove_slide,
    "impress.duplicate_slide": duplicate_slide,
    "impress.move_slide": move_slide,
    "impress.set_layout": set_layout,
    "impress.background": background,
    "impress.transition": transition,
    "impress.notes": notes,
    "impress.insert_image": insert_image,
}
