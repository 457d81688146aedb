"""docs/matrix.json (what was measured) and docs/matrix.md (the same for people), and what is worse than before."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.matrix.trials import RANKS, Result
from deskhand.act.verbs import VERBS

DOCS = Path(__file__).resolve().parents[2] / "docs"
NAMES = {
    "gtk3": "GTK 3", "gtk4": "GTK 4", "qt": "Qt 5", "qt6": "Qt 6", "libreoffice": "LibreOffice", "chromium": "Chromium",
    "firefox": "Firefox", "webengine": "Qt WebEngine", "tk": "Tk", "sdl": "SDL",
}  # fmt: skip
SIGNS = {"works": "✓", "unproven": "✓?", "nothing": "·", "failed": "✗", "denies": "denies", "claims": "CLAIMS"}
WAYS = {"foreground": "fg", "background": "bg"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A trial's place in the matrix and what came of it, without what differs from run to run."""

    toolkit: str
    verb: str
    what: str
    mode: str
    word: str
    code: str
    person: bool
    limit: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.toolkit, self.verb, self.what, self.mode

    @property
    def said(self) -> str:
        return f"{self.word} `{self.code}`" if self.code else self.word

    @property
    def works(self) -> bool:
        return self.word in ("works", "unproven")


def cell_of(result: Result) -> Cell:
    code = result.code if result.word in ("refused", "failed", "denies") else ""
    return Cell(
        result.toolkit, result.verb, result.what, result.mode, result.word, code, result.person, result.limit
    )  # fmt: skip


def stored(path: Path = DOCS / "matrix.json") -> list[Cell]:
    """The cells of the last measurement that was written."""
    return [Cell(**cell) for cell in json.loads(path.read_text("utf-8"))["cells"]]


def write(results: Iterable[Result]) -> None:
    """Write both files. Toolkits that were not measured keep what was stored of them."""
    fresh = [cell_of(result) for result in results]
    measured = {(cell.toolkit, cell.verb, cell.mode) for cell in fresh}
    path = DOCS / "matrix.json"
    kept = [c for c in stored(path) if (c.toolkit, c.verb, c.mode) not in measured] if path.exists() else []
    order, verbs = list(NAMES), list(VERBS)
    cells = sorted(kept + fresh, key=lambda c: (order.index(c.toolkit), verbs.index(c.verb), c.what, c.mode))
    rows = ",\n  ".join(json.dumps(asdict(cell), ensure_ascii=False) for cell in cells)
    path.write_text(f'{{"cells": [\n  {rows}\n]}}\n', "utf-8")
    (DOCS / "matrix.md").write_text(page(cells), "utf-8")


def worse(now: Iterable[Cell], before: Sequence[Cell]) -> list[str]:
    """Cells that are worse than they were, in words; also a refusal with another code."""
    known = {cell.key: cell for cell in before}
    found: list[str] = []
    for cell in now:
        old = known.get(cell.key)
        if old is None:
            continue
        other_code = cell.word == old.word == "refused" and cell.code != old.code
        if RANKS[cell.word] < RANKS[old.word] or other_code:
            was, is_ = f"{old.word} {old.code}".strip(), f"{cell.word} {cell.code}".strip()
            found.append(f"{' · '.join(cell.key)}: was {was!r}, is {is_!r}")
    return found


def share(cells: Sequence[Cell], toolkit: str, mode: str) -> tuple[int, int]:
    """How many of the deeds that a person can do there work, and how many there are."""
    mine = [cell for cell in cells if cell.toolkit == toolkit and cell.mode == mode and cell.person]
    return sum(cell.works for cell in mine), len(mine)


def page(cells: Sequence[Cell]) -> str:
    """docs/matrix.md."""
    toolkits = [name for name in NAMES if any(cell.toolkit == name for cell in cells)]
    lines = [
        "# What works where",
        "",
        "Every verb on every toolkit, in the foreground (fg) and in the background (bg), as `make matrix` measured it",
        "on real windows of a private desktop. Who decides is never the receipt but an observer of its own: the log of",
        "the application, what the page told its server, LibreOffice's own interface, the display. Drawn from",
        "`matrix.json`; do not edit.",
        "",
        "| sign | meaning |",
        "|---|---|",
        "| ✓ | it happened, and the receipt is verified |",
        "| ✓? | it happened; the receipt says that it was delivered and that nothing proves more |",
        "| `code` | refused with this error, and nothing was sent |",
        "| · | delivered without effect; nothing was claimed |",
        "| ✗ | an error said that it did not succeed, and so it was |",
        "| denies | an error said that it did not happen, and it did |",
        "| CLAIMS | the receipt claims more than happened |",
        "| (empty) | not measured |",
        "",
        "A cell stands for several deeds (a click on a button, a link, a row …) and shows the worst of them.",
        "",
        "| | " + " | ".join(NAMES[name] for name in toolkits) + " |",
        "|---|" + "---|" * len(toolkits),
    ]
    for mode, how in (("foreground", "In the foreground"), ("background", "In the background")):
        shares = [share(cells, name, mode) for name in toolkits]
        told = [f"{done} of {all_} ({100 * done // all_ if all_ else 0} %)" for done, all_ in shares]
        lines.append(f"| {how}, of what a person can do there | {' | '.join(told)} |")
    bad = [sum(c.toolkit == name and c.word == "claims" for c in cells) for name in toolkits]
    lines += [f"| Claims more than happened | {' | '.join(map(str, bad))} |", ""]
    lines += ["| verb | | " + " | ".join(NAMES[name] for name in toolkits) + " |", "|---|---|" + "---|" * len(toolkits)]
    for verb in VERBS:
        for mode, short in WAYS.items():
            row = [_sign([c for c in cells if (c.toolkit, c.verb, c.mode) == (name, verb, mode)]) for name in toolkits]
            lines.append(f"| {verb if mode == 'foreground' else ''} | {short} | {' | '.join(row)} |")
    return "\n".join([*lines, "", *_reasons(cells, toolkits)]) + "\n"


def _sign(cells: Sequence[Cell]) -> str:
    """The worst of a cell's deeds; what nobody can do there only where there is nothing else."""
    cells = [cell for cell in cells if cell.person] or cells
    if not cells:
        return ""
    worst = min(cells, key=lambda cell: RANKS[cell.word])
    if worst.word == "refused":
        return f"`{worst.code}`"
    return SIGNS[worst.word]


def _reasons(cells: Sequence[Cell], toolkits: Sequence[str]) -> list[str]:
    lines = ["## Why not", "", "What does not work in the foreground, deed by deed, and whose limit it is.", ""]
    for name in toolkits:
        mine = [c for c in cells if c.toolkit == name and c.mode == "foreground" and not c.works]
        grouped: dict[tuple[str, str], list[str]] = {}
        for cell in mine:
            grouped.setdefault((cell.said, cell.limit), []).append(f"{cell.verb} {cell.what}")
        for (said, limit), deeds in grouped.items():
            lines.append(f"- **{NAMES[name]}**, {', '.join(deeds)}: {said}{'; ' + limit if limit else ''}")
    return lines
