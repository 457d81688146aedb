"""What stands in the first sheet of the document that is open, by LibreOffice's own interface (system python3).

    sheet_reader.py PORT

Prints `{"ready": true}`, then for every line read `{"cells": {"A1": "content as it would be typed"}}`, empty cells out.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import uno
from com.sun.star.connection import NoConnectException

ROWS, COLUMNS = 40, 12


def connected(port: str) -> Any:
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    deadline = time.monotonic() + 20
    while True:
        try:
            return resolver.resolve(f"uno:socket,host=127.0.0.1,port={port};urp;StarOffice.ComponentContext")
        except NoConnectException:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def main() -> None:
    context = connected(sys.argv[1])
    desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
    print(json.dumps({"ready": True}), flush=True)
    for _ in sys.stdin:
        sheet = desktop.CurrentComponent.Sheets.getByIndex(0)
        rows = sheet.getCellRangeByPosition(0, 0, COLUMNS - 1, ROWS - 1).getFormulaArray()
        cells = {
            f"{chr(65 + column)}{row + 1}": content
            for row, line in enumerate(rows)
            for column, content in enumerate(line)
            if content
        }
        print(json.dumps({"cells": cells}), flush=True)


if __name__ == "__main__":
    main()
