"""clipboard_read, clipboard_write, clipboard_clear; and what a request means by content."""

from __future__ import annotations

import base64
import io
import os
from html.parser import HTMLParser
from pathlib import Path

from deskhand.act.attempt import Attempt
from deskhand.act.verifying import proof_of, prove_by
from deskhand.act.watch import Proof
from deskhand.adapters.protocol import Clipboard
from deskhand.errors import BadRequest, NeedsForeground, NotFound
from deskhand.model.clipboard import ClipboardFormat, Content, Piece, Selection
from deskhand.model.progress import Progress
from deskhand.model.receipt import Effect, RouteTried

HTML, PNG = "text/html", "image/png"
_TEXTS = ("UTF8_STRING", "text/plain;charset=utf-8", "text/plain")
_PICTURES = (PNG, "image/jpeg", "image/bmp", "image/tiff", "image/webp", "image/gif")
_SAYS_UTF8 = b'<meta http-equiv="content-type" content="text/html; charset=utf-8">'
"""What browsers put before the HTML they copy: without it several applications take it for Latin-1."""

_MOST_FILE = 64 << 20
_MOST_SHOWN = 700_000
"""Bytes of a picture that go into a reply, which as a whole stays under 1 MiB."""


def clipboard_read(attempt: Attempt) -> None:
    """Its text, HTML or picture (PNG), into a file or into `result`; empty text where it holds none, `NotFound` where
    it holds no HTML or no picture."""
    _needs_foreground(attempt)
    kind: ClipboardFormat = attempt.args.get("format", "text")
    selection: Selection = attempt.args.get("selection", "clipboard")
    data = content_of(attempt.ctx.adapter.clipboard, kind, selection, attempt.progress)
    out = attempt.args.get("out")
    if out is not None:
        attempt.result = {"path": _written(data, out), "format": kind, "bytes": len(data)}
    elif kind == "image":
        if len(data) > _MOST_SHOWN:
            raise BadRequest(
                f"the picture has {len(data)} bytes, more than a reply holds", next_step="name a file to write it to"
            )
        attempt.result = {"format": "png", "bytes": len(data), "base64": base64.b64encode(data).decode()}
    else:
        attempt.result = data.decode("utf-8", "replace")
    seen = f"{len(data)} bytes of {kind}" if kind != "text" else f"{len(data.decode('utf-8', 'replace'))} characters"
    attempt.prove(Proof(Effect(attempt.expected, seen, "clipboard", "none"), "read back"))


def clipboard_write(attempt: Attempt) -> None:
    """clipboard_write and clipboard_clear: own the clipboard, then read it back through the display server."""
    _needs_foreground(attempt)
    clipboard, progress = attempt.ctx.adapter.clipboard, attempt.progress
    selection: Selection = attempt.args.get("selection", "clipboard")
    content = Content() if attempt.verb.name == "clipboard_clear" else given_content(attempt)
    with attempt.delivering("api"):
        clipboard.put(content, progress, selection)
    attempt.tried.append(RouteTried("api", None))

    def look() -> Proof | None:
        if content.empty:
            held = "nothing" if not clipboard.offers(progress, selection) else ""
        else:
            kind, piece = next(iter(content.pieces.items()))
            found = clipboard.read_as((kind,), progress, selection)
            held = f"the {len(piece.data)} bytes of {kind}" if found == (kind, piece.data) else ""
        return proof_of(attempt, f"it holds {held}", "clipboard read back", "control", "read back") if held else None

    prove_by(attempt, look, failing=lambda: "it holds something else")


def content_of(clipboard: Clipboard, kind: ClipboardFormat, selection: Selection, progress: Progress) -> bytes:
    """What it holds: text and HTML as UTF-8, a picture as PNG. `NotFound` where it holds no HTML or picture."""
    if kind == "text":
        return clipboard.read(progress, selection).encode("utf-8", "replace")
    found = clipboard.read_as((HTML,) if kind == "html" else _PICTURES, progress, selection)
    if found is None:
        offers = clipboard.offers(progress, selection)
        raise NotFound(
            f"the clipboard holds no {'HTML' if kind == 'html' else 'picture'}",
            sought=kind,
            seen=", ".join(offers[:12]) or "it is empty",
            next_step="read it as text, or copy again" if offers else "copy something first",
        )
    name, data = found
    if kind == "html":
        return _utf8(data)
    return data if name == PNG else _as_png(data, "the clipboard")


def given_content(attempt: Attempt) -> Content:
    """What the request wants put there. `BadRequest` where it says nothing or two things, `NotFound` where its file
    cannot be read."""
    text, file = attempt.args.get("text"), attempt.args.get("file")
    kind: ClipboardFormat = attempt.args.get("format", "text")
    if (text is None) == (file is None):
        raise BadRequest(
            f"{attempt.verb.name} needs either a text or a file", next_step=f"for example: {attempt.verb.example}"
        )
    if file is None:
        if kind == "image":
            raise BadRequest("a picture comes from a file", sought="file", next_step="name the file with `file`")
        data = str(text).encode("utf-8", "replace")
    else:
        data = _read(file)
    if kind == "image":
        return Content({PNG: Piece(PNG, 8, _as_png(data, repr(file)))})
    try:
        words = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRequest(f"{file!r} is no UTF-8 text", sought="UTF-8 text", seen=str(error)) from error
    plain = _texts(_plain_text(words) if kind == "html" else words)
    if kind == "html":
        return Content({HTML: Piece(HTML, 8, _SAYS_UTF8 + words.encode()), **plain})
    return Content(plain)


def _texts(text: str) -> dict[str, Piece]:
    """A text under the names that applications ask for one by."""
    if not text:
        return {}
    data = text.encode("utf-8", "replace")
    pieces = {name: Piece(name, 8, data) for name in _TEXTS}
    return {**pieces, "STRING": Piece("STRING", 8, text.encode("latin-1", "replace"))}


def _utf8(data: bytes) -> bytes:
    """HTML as UTF-8: some applications give UTF-16 with a mark."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        data = data.decode("utf-16", "replace").encode()
    return data.removeprefix(_SAYS_UTF8).rstrip(b"\0")


def _as_png(data: bytes, whence: str) -> bytes:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data)) as picture:
            if picture.format == "PNG":
                return data
            buffer = io.BytesIO()
            picture.save(buffer, "PNG")
            return buffer.getvalue()
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError) as error:
        raise BadRequest(f"{whence} is no picture", sought="a picture", seen=str(error)) from error


def _read(path: str) -> bytes:
    place = Path(path).expanduser()
    try:
        if place.stat().st_size > _MOST_FILE:
            raise BadRequest(f"{path!r} is larger than {_MOST_FILE >> 20} MiB", sought=path)
        return place.read_bytes()
    except OSError as error:
        raise NotFound(
            f"{path!r} cannot be read: {error.strerror}", sought=path, next_step="name a file that is there"
        ) from error


def _written(data: bytes, path: str) -> str:
    target = os.path.abspath(os.path.expanduser(path))
    try:
        Path(target).write_bytes(data)
    except OSError as error:
        raise BadRequest(f"{target!r} cannot be written: {error.strerror or error}", sought=target) from error
    return target


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.parts.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("br", "p", "div", "li", "tr", "h1", "h2", "h3") and any(part.strip() for part in self.parts):
            self.parts.append("\n")
        elif tag in ("td", "th") and self.parts and not self.parts[-1].endswith("\n"):
            self.parts.append("\t")


def _plain_text(html: str) -> str:
    """What of HTML an application that takes only text is given."""
    parser = _Text()
    parser.feed(html)
    parser.close()
    return "".join(parser.parts).strip()


def _needs_foreground(attempt: Attempt) -> None:
    check_foreground(attempt)
    attempt.record("allowed", True)


def check_foreground(attempt: Attempt) -> None:
    """`NeedsForeground` in the background: the clipboard is the person's there."""
    if attempt.background:
        attempt.record("allowed", False, "the mode is background")
        raise NeedsForeground(f"{attempt.verb.name} touches the person's clipboard", sought=attempt.action.describe())


