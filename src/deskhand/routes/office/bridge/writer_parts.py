"""Tables, images, headers, footers and page numbers of text documents."""

from __future__ import annotations

from typing import Any

from .job import Job, Refusal
from .link import Office, Operation, enum, properties, struct, uno, window_title
from .writer_text import BREAK, place, style_named


def insert_table(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "writer")
    rows = tuple(tuple("" if value is None else value for value in row) for row in args["rows"])
    table = document.createInstance("com.sun.star.text.TextTable")
    table.initialize(len(rows), len(rows[0]))
    with job.step(document, "Insert table"):
        text, cursor = place(document, args["where"], args["anchor"])
        if args["where"] == "after":
            text.insertControlCharacter(cursor, BREAK, False)
        text.insertTextContent(cursor, table, False)
        if args["name"]:
            table.setName(args["name"])
        table.setDataArray(tuple(tuple(float(v) if isinstance(v, int) else v for v in row) for row in rows))
    return _table(document, job, table, rows)


def write_table(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "writer")
    table = _table_named(document, args["table"])
    rows = args["rows"]
    start_column, start_row = _cell(args["cell"])
    with job.step(document, f"Write table {table.Name}"):
        for number, row in enumerate(rows):
            for position, value in enumerate(row):
                cell = table.getCellByPosition(start_column + position, start_row + number)
                cell.setString("" if value is None else str(value))
    return _table(document, job, table, None)


def _cell(name: str) -> tuple[int, int]:
    letter = name.rstrip("0123456789")
    column = 0
    for one in letter.upper():
        column = column * 26 + ord(one) - 64
    return column - 1, int(name[len(letter) :]) - 1


def _table_named(document: Any, name: str | None) -> Any:
    tables = document.getTextTables()
    names = list(tables.ElementNames)
    if name is None and len(names) == 1:
        return tables.getByIndex(0)
    if name is None:
        code = "ambiguous_target" if names else "not_found"
        raise Refusal(code, f"the document has {len(names)} tables", near=names, next_step="name one: `table`")
    if not tables.hasByName(name):
        raise Refusal("not_found", f"there is no table {name!r}", sought=name, near=names)
    return tables.getByName(name)


def _table(document: Any, job: Job, table: Any, rows: Any) -> dict[str, Any]:
    found = [list(row) for row in table.getDataArray()]
    if rows is not None and [[_word(v) for v in row] for row in found] != [[_word(v) for v in row] for row in rows]:
        raise Refusal("action_failed", "the table does not hold what was written", delivery="delivered_unverified")
    return {
        "document": window_title(document), "table": table.Name, "rows": found[:100], "undo": job.undo,
        "seen": f"the table {table.Name!r} has {len(found)} rows",
    }  # fmt: skip


def _word(value: Any) -> Any:
    return float(value) if isinstance(value, (int, float)) else value


def insert_image(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "writer")
    graphic, size = read_image(office, args["file"], args["width"])
    image = document.createInstance("com.sun.star.text.TextGraphicObject")
    image.Graphic = graphic
    image.AnchorType = enum("text.TextContentAnchorType", "AS_CHARACTER")
    image.Size = size
    if args["alternative"]:
        image.Description = args["alternative"]
    before = document.getGraphicObjects().getCount()
    with job.step(document, "Insert image"):
        text, cursor = place(document, args["where"], args["anchor"])
        if args["where"] == "after":
            text.insertControlCharacter(cursor, BREAK, False)
        text.insertTextContent(cursor, image, False)
    if document.getGraphicObjects().getCount() != before + 1:
        raise Refusal("action_failed", "the image is not in the document", delivery="delivered_unverified")
    return {
        "document": window_title(document), "image": image.Name, "undo": job.undo,
        "seen": f"the document has the image {image.Name!r}, {size.Width / 100:g} mm wide",
    }  # fmt: skip


def read_image(office: Office, file: str, width: float | None) -> tuple[Any, Any]:
    """The picture in a file, and its size at `width` millimetres (its own where None, at most 160)."""
    provider = office.make("graphic.GraphicProvider")
    graphic = provider.queryGraphic(properties(URL=uno.systemPathToFileUrl(file)))
    if graphic is None or not graphic.SizePixel.Width:
        raise Refusal("bad_request", f"{file} is no image that LibreOffice can read", sought=file)
    pixels = graphic.SizePixel
    own = graphic.Size100thMM.Width or pixels.Width * 2540 // 96
    wide = round(width * 100) if width is not None else min(own, 16_000)
    return graphic, struct("awt.Size", Width=wide, Height=wide * pixels.Height // pixels.Width)


def header_footer(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    """Through the window's own command: set by properties, LibreOffice forgets every step there was to undo."""
    document = office.to_change(args, "writer")
    style = document.StyleFamilies.getByName("PageStyles").getByName(
        style_named(document, args["page_style"] or _current_page_style(document), "PageStyles")
    )
    part = args["part"].capitalize()
    on = args["text"] is not None or args["page_number"]
    dispatcher = office.make("frame.DispatchHelper")
    frame = document.getCurrentController().getFrame()
    with job.step(document, f"{part} of {style.DisplayName}"):
        if bool(getattr(style, f"{part}IsOn")) != on:
            dispatcher.executeDispatch(
                frame, f".uno:InsertPage{part}", "", 0, properties(PageStyle=style.DisplayName, On=on)
            )
        if on and getattr(style, f"{part}IsOn"):
            text = getattr(style, f"{part}Text")
            cursor = text.createTextCursor()
            cursor.gotoStart(False)
            cursor.gotoEnd(True)
            cursor.setString(args["text"] or "")
            if args["page_number"]:
                cursor.gotoEnd(False)
                if args["text"] and not args["text"].endswith(" "):
                    text.insertString(cursor, " ", False)
                field = document.createInstance("com.sun.star.text.TextField.PageNumber")
                field.NumberingType = uno.getConstantByName("com.sun.star.style.NumberingType.ARABIC")
                field.SubType = enum("text.PageNumberType", "CURRENT")
                text.insertTextContent(cursor, field, False)
    found = getattr(style, f"{part}Text").getString() if getattr(style, f"{part}IsOn") else None
    wrong = (found is None) == on or (on and not (found or "").startswith(args["text"] or ""))
    if wrong:
        raise Refusal("action_failed", f"the {args['part']} is {found!r}", delivery="delivered_unverified")
    seen = f"the {args['part']} reads {found!r}" if found is not None else f"there is no {args['part']}"
    return {"document": window_title(document), "text": found, "undo": job.undo, "seen": seen}


def _current_page_style(document: Any) -> str:
    return str(document.getText().createTextCursor().PageStyleName)


OPERATIONS: dict[str, Operation] = {
    "writer.insert_table": insert_table,
    "writer.write_table": write_table,
    "writer.insert_image": insert_image,
    "writer.header_footer": header_footer,
}
