# ruff: noqa: E501 (a page: sentences as they stand)
"""The table, build/tokens.json and docs/tokens.md."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime

from bench.common import ROOT, Table
from bench.tokens.asking import READINGS
from bench.tokens.peers import ABSENT, PEERS
from bench.tokens.results import ENOUGH_WINDOWS, HALF, OURS, TOOL_LIST_LIMIT, Results, Seen, missing, whole
from bench.tokens.scenes import SCENES

PAGE = ROOT / "docs" / "tokens.md"
WHAT = {scene.key: scene.what for scene in SCENES}
READ_AS = {
    "content": "the content",
    "structured": "the structured content in its place, where there is one",
    "both": "both",
}


def tell(results: Results) -> int:
    """Print the table, write build/tokens.json; 0 when every bar holds."""
    table = Table("tokens")
    for window in results.windows:
        ours = results.ours(window)
        ratio, leanest = results.ratio(window, "content"), results.leanest(window, "content")
        told = (
            f"{ours.covered} of {ours.controls} controls whole" if whole(ours) else f"LOST: {'; '.join(ours.lost[:3])}"
        )
        others = ", ".join(_short(row) for row in results.peers(window))
        how = f"{ours.content} characters, {told}; leanest {leanest.label if leanest else 'none'}; {others}"
        table.add(WHAT[window], float("nan") if ratio is None else ratio, "of the leanest peer's", how)
    for reading in READINGS:
        held = results.held(reading)
        name = f"windows with at most half, for clients that hand on {READ_AS[reading]}"
        table.add(
            name, len(held), "windows", ", ".join(held), bar=min(ENOUGH_WINDOWS, len(results.windows)), sense="at least"
        )
    held = results.held("content", short=True)
    table.add("the same, beside modes that fold texts away too", len(held), "windows", ", ".join(held))
    lost = missing(results.ours(window) for window in results.windows)
    table.add("what is lost", len(lost), "things", "; ".join(lost[:5]) or "nothing", bar=0)
    for tools in results.tools:
        if tools.count:
            bar = TOOL_LIST_LIMIT - 1 if tools.name == OURS else None
            table.add(f"tool list: {tools.name}", tools.characters, "characters", f"{tools.count} tools", bar=bar)
    code = table.finish()
    path = ROOT / "build" / "tokens.json"
    whole_file = json.loads(path.read_text("utf-8")) | {
        "observations": [asdict(row) for row in results.seen],
        "tools": [asdict(row) for row in results.tools],
        "absent": ABSENT,
    }
    path.write_text(json.dumps(whole_file, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return code


def _short(row: Seen) -> str:
    return f"{row.label} {(row.why_not and 'none') or f'{row.content} ({row.covered}/{row.controls})'}"


def write(results: Results) -> None:
    """docs/tokens.md from what was measured just now."""
    PAGE.write_text(page(results, datetime.now(UTC).strftime("%Y-%m-%d")), "utf-8")


def page(results: Results, day: str) -> str:
    columns = list(dict.fromkeys(row.label for row in results.seen if row.name != OURS))
    versions = {tools.name: tools.version for tools in results.tools}
    lines = [
        "# What a look costs",
        "",
        "Written by `make bench-tokens`; do not edit. How many characters an agent is handed when it looks at a window: by our",
        "`observe` with nothing but the window named, and by other programs asked for the same window on the same desktop, in the",
        f"same state. Measured on {day}.",
        "",
        "    make bench-tokens                        # about five minutes on two cores; build/tokens.json",
        '    make bench-tokens ARGS="--only calc"     # one window; the page stays as it is',
        "",
        f"It ends with 1 when ours has more than half the characters of the leanest peer on more than {len(results.windows) - ENOUGH_WINDOWS} of the windows, when",
        f"anything is lost, or when the tool list has {TOOL_LIST_LIMIT:,} characters or more.",
        "",
        "## Characters for each window",
        "",
        f"| window | deskhand | {' | '.join(columns)} | of the leanest |",
        f"|---|---|{'---|' * len(columns)}---|",
    ]
    for window in results.windows:
        ours, ratio, leanest = (
            results.ours(window),
            results.ratio(window, "content"),
            results.leanest(window, "content"),
        )
        by_label = {row.label: row for row in results.peers(window)}
        cells = [_cell(by_label.get(label), leanest) for label in columns]
        share = "–" if ratio is None else f"{ratio:.2f}{'' if ratio <= HALF else ' ✗'}"
        own = f"**{ours.content:,}** ({ours.covered}/{ours.controls})"
        lines.append(f"| {WHAT[window]} | {own} | {' | '.join(cells)} | {share} |")
    lines += [
        "",
        "In brackets: how many of the window's showing controls the answer tells of. ◂ marks the leanest peer: the one that would",
        "need the fewest characters for the whole window, which is its characters for each control and text that it tells, times",
        "all of them. An answer with fewer than half the controls, or half the texts, is never it (†). The last",
        "column is our characters over what the leanest would need. A mode that folds the texts of a window away (interactive) is",
        "asked for less than the window and is not judged by; were it counted as the whole, ours would have at most half on",
        f"{len(results.held('content', short=True))} of {len(results.windows)} windows; counted against each peer's characters as they stand, whatever it leaves out, on",
        f"{len(results.held_as_they_stand())} of {len(results.windows)}.",
        "",
        "## Nothing is lost",
        "",
        "The judge is another accessibility client (pyatspi) that reads the same window in the same moment: every showing",
        "button, box, field, menu, item, tab, link, icon and header, and every cell with something in it. Each must be in our",
        "text, as the model gets it, with its role, name, value, the states that matter (checked, selected, focused, expanded,",
        "disabled) and a ref. A password has no value, an empty cell no line (it is addressed: `cell B7`), text beyond",
        "120 characters ends in `…` and is fetched by `read`. Scroll bars and separators are no controls. Other programs are read",
        "kindly: a control counts as told where its name appears, whatever else of it does not. The texts are labels, headings,",
        "paragraphs and messages.",
        "",
        "| windows that were seen | controls told | with a handle | with their states | texts told |",
        "|---|---|---|---|---|",
    ]
    for label in ["deskhand", *columns]:
        rows = [row for row in results.seen if row.label == label and not row.why_not]
        total, covered = sum(row.controls for row in rows), sum(row.covered for row in rows)
        handles, states = sum(row.handles for row in rows), sum(row.states for row in rows)
        texts, said = sum(row.texts for row in rows), sum(row.texts_told for row in rows)
        lines.append(f"| {label} ({len(rows)}) | {covered} of {total} | {handles} | {states} | {said} of {texts} |")
    lines += [
        "",
        "## What a client hands on",
        "",
        "A tool's answer has content and may have structured content beside it. Clients differ: most hand the model the content,",
        "some the structured content in its place, a few both. The bar must hold for each kind of client; structured",
        "content is counted as the shortest JSON. Programs without a server of their own are compared by content only.",
        "",
        "| a client that hands on | windows with at most half | ours, all windows | the leanest peers would need |",
        "|---|---|---|---|",
    ]
    for reading in READINGS:
        own = sum(results.ours(window).characters(reading) for window in results.windows)
        theirs = sum(row.for_all(reading) for w in results.windows if (row := results.leanest(w, reading)) is not None)
        lines.append(
            f"| {READ_AS[reading]} | {len(results.held(reading))} of {len(results.windows)} | {own:,} | {theirs:,.0f} |"
        )
    lines += ["", "## Tool lists", "", "| program | tools | characters |", "|---|---|---|"]
    for tools in results.tools:
        count, size = (str(tools.count), f"{tools.characters:,}") if tools.count else ("–", "–")
        lines.append(f"| {tools.name} {tools.version} | {count} | {size} |")
    lines += ["", "## How each was asked", "", "| program | how |", "|---|---|"]
    lines.append("| deskhand | MCP: `observe` with the window's title |")
    lines += [f"| {kind.package} {versions.get(kind.package, '')} | {kind.how} |" for kind in PEERS]
    failures = [row for row in results.seen if row.why_not]
    if failures:
        lines += ["", "Not seen:", ""]
        lines += [f"- {WHAT[row.window]} by {row.label}: {' '.join(row.why_not.split())}" for row in failures]
    lines += ["", "Looked at and not measured:", ""]
    lines += [f"- {name}: {why}" for name, why in ABSENT.items()]
    return "\n".join(lines) + "\n"


def _cell(row: Seen | None, leanest: Seen | None) -> str:
    if row is None or row.why_not:
        return "–"
    mark = " ◂" if row is leanest else ("" if row.counts else " †")
    return f"{row.content:,} ({row.covered}/{row.controls}){mark}"
