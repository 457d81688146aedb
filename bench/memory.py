"""Resident memory of the service after 1,000 snapshots of a LibreOffice Calc window, over that after 100 (DESIGN 13).

    python bench/run.py memory

Before every fortieth snapshot the cell cursor moves, so that the tree is read afresh and new refs are made.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from bench.common import Table
from bench.own_service import every_element, own_service
from deskhand.service.client import Client

BAR = 1.1
EARLY, LATE = 100, 1000


def measure(table: Table) -> None:
    with own_service() as service, tempfile.TemporaryDirectory() as folder:
        document = Path(folder) / "orders.fods"
        document.write_text(spreadsheet(60, 12), "utf-8")
        service.ask("launch", "libreoffice", "--arg=--calc", document)
        with Client(service.desktop) as client:
            elements = 0
            megabytes: dict[int, float] = {}
            for number in range(1, LATE + 1):
                if number % 40 == 0:
                    client.data("act", {"verb": "press", "args": {"keys": "Up" if number % 80 else "Down"}})
                elements = len(every_element(client.data("snapshot")["elements"]))
                if number in (EARLY, LATE):
                    megabytes[number] = resident(client.pid)
    how = f"{megabytes[EARLY]:.1f} MB after {EARLY}, {megabytes[LATE]:.1f} MB after {LATE}; {elements} elements each"
    table.add("memory after 1,000 snapshots over that after 100", megabytes[LATE] / megabytes[EARLY], "×", how, bar=BAR)


def resident(pid: int) -> float:
    """Resident memory of a process in MB."""
    line = next(row for row in Path(f"/proc/{pid}/status").read_text().splitlines() if row.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def spreadsheet(rows: int, columns: int, repeated: int = 1) -> str:
    """A flat OpenDocument sheet: a name at the start of each row, then numbers, each `repeated` columns wide."""
    head = (
        '<?xml version="1.0" encoding="UTF-8"?><office:document office:version="1.3" '
        'office:mimetype="application/vnd.oasis.opendocument.spreadsheet" '
        'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
        '<table:table table:name="Orders">'
    )
    body: list[str] = []
    for row in range(rows):
        cells = "".join(
            f'<table:table-cell office:value-type="float" office:value="{row * columns + column}" '
            f'table:number-columns-repeated="{repeated}"/>'
            for column in range(columns)
        )
        name = f'<table:table-cell office:value-type="string"><text:p>Row {row + 1}</text:p></table:table-cell>'
        body.append(f"<table:table-row>{name}{cells}</table:table-row>")
    return head + "".join(body) + "</table:table></office:spreadsheet></office:body></office:document>"
