"""Text documents: reading, inserting and replacing text, styles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .job import Job, Refusal
from .link import Office, Operation, constant, search_for, window_title


def paragraphs(document: Any) -> Iterator[Any]:
    """Paragraphs and tables of the body, in their order."""
    every = document.getText().createEnumeration()
    while every.hasMoreElements():
        yield every.nextElement()


def is_table(block: Any) -> bool:
    return bool(block.supportsService("com.sun.star.text.TextTable"))


def read_text(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.document(args, "writer")
    found: list[dict[str, Any]] = []
    size = 0
    truncated = False
    for block in paragraphs(document):
        job.check()
        if len(found) >= args["max_paragraphs"] or size > 900_000:
            truncated = True
            break
        if is_table(block):
            rows = [[str(value) for value in row] for row in block.getDataArray()]
            found.append({"table": block.Name, "rows": rows})
            size += len(str(rows))
            continue
        line: dict[str, Any] = {"text": block.getString(), "style": style_shown(document, block.ParaStyleName)}
        if block.OutlineLevel:
            line["level"] = int(block.OutlineLevel)
        found.append(line)
        size += len(line["text"])
    return {"document": window_title(document), "paragraphs": found, "truncated": truncated}


def headings(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.document(args, "writer")
    found = [
        {"text": block.getString(), "level": int(block.OutlineLevel), "paragraph": number}
        for number, block in enumerate(paragraphs(document), 1)
        if not is_table(block) and block.OutlineLevel
    ]
    return {"document": window_title(document), "headings": found}


def insert_text(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "writer")
    lines = args["text"].split("\n")
    style = style_named(document, args["style"]) if args["style"] else None
    before = _texts(document)
    with job.step(document, f"Insert text {lines[0][:30]}"):
        text, cursor = place(document, args["where"], args["anchor"])
        own = args["where"] in ("before", "after") or args["paragraph"]
        if own and before != [""]:
            text.insertControlCharacter(cursor, BREAK, False)
            if args["where"] in ("start", "before"):
                cursor.goLeft(1, False)
        for number, line in enumerate(lines):
            if number:
                text.insertControlCharacter(cursor, BREAK, False)
            text.insertString(cursor, line, False)
            if style is not None:
                cursor.ParaStyleName = style
    now = _texts(document)
    missing = [line for line in lines if not any(line in one for one in now)]
    if missing or sum(map(len, now)) != sum(map(len, before)) + sum(map(len, lines)):
        raise Refusal("action_failed", "the text is not in the document", seen=str(missing)[:300], delivery="uncertain")
    return {
        "document": window_title(document), "paragraphs": len(now), "undo": job.undo,
        "seen": f"the document has the text, {len(now)} paragraphs",
    }  # fmt: skip


BREAK = int(constant("text.ControlCharacter.PARAGRAPH_BREAK"))


def place(document: Any, where: str, anchor: str | None) -> tuple[Any, Any]:
    """The text, and a cursor where something is to go."""
    text = document.getText()
    cursor = text.createTextCursor()
    if where in ("start", "end"):
        cursor.gotoStart(False) if where == "start" else cursor.gotoEnd(False)
        return text, cursor
    found = the_paragraph(document, anchor or "")
    cursor.gotoRange(found.getStart() if where == "before" else found.getEnd(), False)
    return text, cursor


def the_paragraph(document: Any, words: str) -> Any:
    """The only paragraph that reads `words`, or else the only one that holds them."""
    blocks = [block for block in paragraphs(document) if not is_table(block)]
    exact = [block for block in blocks if block.getString() == words]
    found = exact or [block for block in blocks if words and words in block.getString()]
    if len(found) == 1:
        return found[0]
    near = [block.getString()[:80] for block in (found or blocks) if block.getString()][:8]
    if found:
        raise Refusal("ambiguous_target", f"{len(found)} paragraphs have {words!r}", sought=words, near=near)
    raise Refusal("not_found", f"no paragraph has {words!r}", sought=words, near=near)


def _texts(document: Any) -> list[str]:
    return [block.getString() for block in paragraphs(document) if not is_table(block)]


def set_style(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "writer")
    found = the_paragraph(document, args["paragraph"])
    style = style_named(document, args["style"])
    with job.step(document, f"Style {args['style']}"):
        found.ParaStyleName = style
    if found.ParaStyleName != style:
        raise Refusal("action_failed", f"the paragraph's style is {found.ParaStyleName!r}", delivery="uncertain")
    return {
        "document": window_title(document), "undo": job.undo,
        "seen": f"{found.getString()[:40]!r} has the style {args['style']!r}",
    }  # fmt: skip


def style_named(document: Any, words: str, family: str = "ParagraphStyles") -> str:
    """The document's own name of a style, by it or by the name that the window shows."""
    styles = document.StyleFamilies.getByName(family)
    if styles.hasByName(words):
        return words
    for name in styles.ElementNames:
        if styles.getByName(name).DisplayName.casefold() == words.casefold() or name.casefold() == words.casefold():
            return str(name)
    raise Refusal("not_found", f"there is no style {words!r}", sought=words, near=list(styles.ElementNames)[:20])


def style_shown(document: Any, name: str) -> str:
    styles = document.StyleFamilies.getByName("ParagraphStyles")
    return str(styles.getByName(name).DisplayName) if styles.hasByName(name) else name


def find(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.document(args, "writer")
    every = document.findAll(search_for(document, args))
    found: list[dict[str, str]] = []
    for number in range(min(every.getCount(), 500)):
        one = every.getByIndex(number)
        around = one.getText().createTextCursorByRange(one)
        around.gotoStartOfParagraph(False)
        around.gotoEndOfParagraph(True)
        found.append({"text": one.getString(), "paragraph": around.getString()[:200]})
    return {"document": window_title(document), "count": every.getCount(), "found": found}


def replace(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "writer")
    search = search_for(document, args)
    search.ReplaceString = args["replace"]
    with job.step(document, f"Replace {args['find']}"):
        count = int(document.replaceAll(search))
    return {
        "document": window_title(document), "replaced": count, "undo": job.undo,
        "seen": f"{count} places were replaced, {document.findAll(search_for(document, args)).getCount()} are left",
    }  # fmt: skip


OPERATIONS: dict[str, Operation] = {
    "writer.read_text": read_text,
    "writer.headings": headings,
    "writer.insert_text": insert_text,
    "writer.set_style": set_style,
    "writer.find": find,
    "writer.replace": replace,
}
