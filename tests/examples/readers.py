"""What the examples made, read by programs that have nothing to do with the hands that made it."""

from __future__ import annotations

import json
import re
import warnings
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
    """The stretches of text that their own style, or else their paragraph's, makes bold."""
    weights = {
        style.get(f"{STYLE}name"): properties.get(f"{FORMAT}font-weight")
        for style in content.iter(f"{STYLE}style")
        for properties in style.iter(f"{STYLE}text-properties")
    }
    found: list[str] = []
    for paragraph in content.iter(f"{TEXT}p"):
        own = weights.get(paragraph.get(f"{TEXT}style-name"))
        runs = [(paragraph.text, own)]
        for span in paragraph:
            runs += [(text_of(span), weights.get(span.get(f"{TEXT}style-name")) or own), (span.tail, own)]
        found += [text.strip() for text, weight in runs if text and text.strip() and weight == "bold"]
    return found


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

    with warnings.catch_warnings():
        # Gnumeric writes no default style, which openpyxl finds worth a warning.
        warnings.simplefilter("ignore", UserWarning)
        return load_workbook(path, data_only=not formulas).active


def orders_in(log: Path) -> list[dict[str, Any]]:
    """The orders that the page's server received."""
    lines = (json.loads(line) for line in log.read_text(encoding="utf-8").splitlines())
    return [line["detail"] for line in lines if line["event"] == "order"]
