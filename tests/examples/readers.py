"""What the examples made, read by programs that have nothing to do with the hands that made it."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
FORMAT = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"
DRAWING = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"


def open_document(path: Path) -> ElementTree.Element:
    """The content of an .odt or .odp file."""
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return ElementTree.fromstring(archive.read("content.xml"))


def text_of(element: ElementTree.Element) -> str:
    """What a person reads in it; a run of spaces counts as one."""
    return " ".join("".join(element.itertext()).split())


def bold_texts(content: ElementTree.Element) -> list[str]:
    """The texts that a style of their own makes bold."""
    bold = {
        style.get(f"{STYLE}name")
        for style in content.iter(f"{STYLE}style")
        if any(properties.get(f"{FORMAT}font-weight") == "bold" for properties in style.iter())
    }
    return [text_of(span) for span in content.iter(f"{TEXT}span") if span.get(f"{TEXT}style-name") in bold]


def rows_of(table: ElementTree.Element) -> list[list[str]]:
    return [
        [text_of(cell) for cell in row.iter(f"{TABLE}table-cell")] for row in table.iter(f"{TABLE}table-row")
    ]


def slides_of(content: ElementTree.Element) -> list[list[str]]:
    """The paragraphs of each slide."""
    return [
        [text_of(paragraph) for paragraph in page.iter(f"{TEXT}p") if text_of(paragraph)]
        for page in content.iter(f"{DRAWING}page")
    ]


def pdf_text(path: Path) -> str:
    from pypdf import PdfReader

    reader = PdfReader(path)
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in reader.pages))


def workbook(path: Path, *, formulas: bool = False) -> Any:
    from openpyxl import load_workbook

    return load_workbook(path, data_only=not formulas).active


def orders_in(log: Path) -> list[dict[str, Any]]:
    """The orders that the page's server received."""
    lines = (json.loads(line) for line in log.read_text(encoding="utf-8").splitlines())
    return [line["detail"] for line in lines if line["event"] == "order"]
