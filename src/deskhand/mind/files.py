"""The files observer: what is on disk, read by nobody's application."""

from __future__ import annotations

import hashlib
import re
import subprocess
import unicodedata
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from deskhand.errors import EnvironmentFault, NotFound, TooLarge, Unsupported
from deskhand.model.progress import Progress

MOST_BYTES = 64 * 1024 * 1024
"""The largest file whose text is looked into."""

_ZIPPED = {
    ".ods": ("content.xml",),
    ".odt": ("content.xml",),
    ".odp": ("content.xml",),
    ".docx": ("word/document.xml",),
    ".xlsx": ("xl/sharedStrings.xml", "xl/worksheets/"),
    ".pptx": ("ppt/slides/",),
}
_BLOCKS = re.compile(r"\}(p|h|table-row|row|t|si)\Z")


@dataclass(frozen=True, slots=True)
class FileState:
    """A file at a moment. `sha256` is empty where it does not exist (`size` −1) or is too large to be read."""

    path: str
    size: int
    mtime: float
    sha256: str = ""

    @property
    def exists(self) -> bool:
        return self.size >= 0

    def to_json(self) -> dict[str, Any]:
        return {"path": self.path, "size": self.size, "mtime": self.mtime, "sha256": self.sha256}


def file_state(path: str, *, digest: bool = True) -> FileState:
    """What a path is now; a folder counts as existing with size 0."""
    place = Path(path)
    try:
        found = place.stat()
        if not place.is_file():
            return FileState(path, 0, found.st_mtime)
        return FileState(path, found.st_size, found.st_mtime, _sha256(place) if digest else "")
    except (FileNotFoundError, NotADirectoryError):
        return FileState(path, -1, 0.0)
    except OSError as error:
        raise EnvironmentFault(
            f"{path!r} cannot be looked at: {error.strerror}", sought=path, next_step="make it readable"
        ) from error


def settled_state(path: str, progress: Progress) -> FileState:
    """The file once two looks in a row agree and it is whole, or as it is when the time runs out."""
    last = file_state(path, digest=False)
    while progress.remaining > 0:
        progress.pause(0.05)
        now = file_state(path, digest=False)
        if now == last and (not now.exists or is_whole(path)):
            break
        last = now
    return file_state(path)


def is_whole(path: str) -> bool:
    """False where the file's own format shows that it was not written to its end."""
    place = Path(path)
    try:
        if place.suffix.lower() in _ZIPPED:
            return zipfile.is_zipfile(place)
        if place.suffix.lower() == ".pdf":
            with place.open("rb") as file:
                file.seek(max(0, place.stat().st_size - 2048))
                return b"%%EOF" in file.read()
        return place.stat().st_size > 0
    except OSError:
        return False


class FileWatch:
    """Notices when files the script names change."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._known = {path: file_state(path, digest=False) for path in paths}

    def changed(self) -> list[str]:
        """Paths that exist and are not as they were at the last look."""
        found: list[str] = []
        for path, before in self._known.items():
            now = file_state(path, digest=False)
            if now != before:
                self._known[path] = now
                if now.exists and Path(path).is_file():
                    found.append(path)
        return found

    def note(self, state: FileState) -> None:
        """This state is known; it is not a change."""
        self._known[state.path] = FileState(state.path, state.size, state.mtime)


def read_text(path: str) -> str:
    """The text of a file: plain text in UTF-8 or UTF-16 (else Windows-1252), OpenDocument and Office Open XML, PDF.

    Raises:
        NotFound: there is no such file.
        TooLarge: more than 64 MiB.
        Unsupported: it is of another kind, or a PDF without `pdftotext` on this machine.
    """
    place = Path(path)
    state = file_state(path, digest=False)
    if not state.exists or not place.is_file():
        raise NotFound(
            f"there is no file {path!r}", sought=path, seen="nothing at that path", next_step="check the path"
        )
    if state.size > MOST_BYTES:
        raise TooLarge(f"{path!r} has {state.size:,} bytes; its text is looked into up to {MOST_BYTES:,}", sought=path)
    try:
        if place.suffix.lower() in _ZIPPED:
            return _zipped_text(place)
        data = place.read_bytes()
    except OSError as error:
        raise EnvironmentFault(f"{path!r} cannot be read: {error.strerror}", next_step="make it readable") from error
    if data.startswith(b"%PDF"):
        return _pdf_text(place)
    return _plain_text(path, data)


def _plain_text(path: str, data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace").replace("\r\n", "\n")
    if b"\x00" in data:
        raise Unsupported(f"{path!r} is no text file", sought=path, next_step="check that it exists, or is new")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    return text.replace("\r\n", "\n")


def _zipped_text(place: Path) -> str:
    """Each paragraph, cell or row of the document on a line of its own."""
    out: list[str] = []
    try:
        with zipfile.ZipFile(place) as archive:
            wanted = _ZIPPED[place.suffix.lower()]
            for part in sorted(archive.infolist(), key=lambda info: info.filename):
                if part.filename.endswith(".xml") and part.filename.startswith(wanted):
                    if part.file_size > MOST_BYTES:
                        raise TooLarge(f"{str(place)!r} holds {part.file_size:,} bytes of text", sought=str(place))
                    for element in ElementTree.fromstring(archive.read(part)).iter():
                        out.append(element.text or "")
                        if _BLOCKS.search(element.tag):
                            out.append("\n")
                        out.append(element.tail or "")
    except (zipfile.BadZipFile, ElementTree.ParseError, KeyError) as error:
        raise Unsupported(
            f"{str(place)!r} is not a whole {place.suffix} file: {error}",
            sought=str(place),
            next_step="look at the file itself",
        ) from error
    return "".join(out)


def _pdf_text(place: Path) -> str:
    try:
        done = subprocess.run(
            ["pdftotext", "-layout", str(place), "-"],
            capture_output=True,
            timeout=30,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except FileNotFoundError as error:
        raise Unsupported(
            "reading a PDF needs pdftotext, which is not installed", next_step="install poppler-utils"
        ) from error
    except subprocess.TimeoutExpired as error:
        raise Unsupported(f"pdftotext did not end on {str(place)!r}", sought=str(place)) from error
    if done.returncode != 0:
        raise Unsupported(
            f"{str(place)!r} cannot be read as PDF: {done.stderr.decode(errors='replace').strip()[:200]}",
            sought=str(place),
        )
    return done.stdout.decode("utf-8", errors="replace")


def holds(text: str, wanted: str) -> bool:
    """True when the text contains what is wanted; runs of blanks count as one, composed and decomposed letters as the
    same."""
    plain, sought = unicodedata.normalize("NFC", text), unicodedata.normalize("NFC", wanted)
    return sought in plain or (bool(sought.strip()) and " ".join(sought.split()) in " ".join(plain.split()))


def _sha256(place: Path) -> str:
    digest = hashlib.sha256()
    with place.open("rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()
