"""docs/agent-tasks.md, drawn from the recorded sessions: `python -m tests.agent_tasks.page`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.agent_tasks.replay import SESSIONS, Session

PAGE = Path(__file__).parents[2] / "docs" / "agent-tasks.md"
ORDER = (
    "calendar-form", "rename-files", "spreadsheet-edit", "settings-dialog", "web-form", "find-and-replace",
    "table-reading", "two-applications", "refused", "one-question",
)  # fmt: skip

HEAD = """# Ten tasks in words

Drawn from `tests/agent_tasks/sessions/*.json`; do not edit: `python -m tests.agent_tasks.page` draws it anew.

Each session is what a model does that has the task's words and the answers of `deskhand mcp`, and nothing else. It is
kept with its calls and arguments, and the tests replay it against the real applications through the official client:
every name that a call uses must stand in the task or in an answer before, the receipts must say the same again, and the
outcome is read by somebody else (the file, the page server's own log, the application's settings). An error on the way
is kept where it comes each time (the calendar). In the file manager the first ways tried did not: its list loads anew
after each rename, and a key sent before that was lost, which the receipt said, at the cost of two more calls; the
session kept waits for what the status bar shows.

**How calls are counted.** Ours: every tool call, the launch of the application and failed calls included. Those of a
loop of screenshots and mouse: its looks (one for each picture it cannot do without) and its actions (a click, a chord,
a text each). That loop is not measured here but derived, in its favour: the application is open before it starts, it
never misses, needs no picture after most actions, chooses list entries by keys where a form has the focus, and verifies
once, at the end. (Measured with a strong model on eight other short tasks, such a loop took 3 to 7 looks each, 33 in
all, 9 of them only to see whether it had worked.) The bar is half of its calls.

"""


def page() -> str:
    rows = ["| task | our calls | looks | actions | the loop's calls |", "|---|---|---|---|---|"]
    parts: list[str] = []
    for name in ORDER:
        session = Session.load(name)
        loop = session.looks + session.loop_actions
        rows.append(f"| {name} | {len(session.calls)} | {session.looks} | {session.loop_actions} | {loop} |")
        parts += [f"## {name}", "", f"> {session.task}", ""]
        parts += [f"{number}. {_call(call)}" for number, call in enumerate(session.calls, 1)]
        if session.told:
            parts += ["", f"Then it says: {session.told}"]
        data = json.loads((SESSIONS / f"{name}.json").read_text(encoding="utf-8"))["loop"]
        parts += ["", f"The loop looks at: {'; '.join(data['looks'])}. It does: {'; '.join(data['actions'])}.", ""]
    return HEAD + "\n".join([*rows, "", *parts]).rstrip("\n") + "\n"


def _call(call: dict) -> str:
    given = call["arguments"]
    if call["tool"] != "act":
        words = f"`{call['tool']}` {json.dumps(given, ensure_ascii=False)}"
    else:
        words = f"`act`: {', '.join(_action(action) for action in given['actions'])}"
    failed = call.get("failed")
    return words + (f" → `{failed['code']}` at action {failed['at']}, nothing of it delivered" if failed else "")


def _action(action: dict) -> str:
    words = [action["verb"], *([action["target"]] if "target" in action else [])]
    words += [str(value).replace("\n", "\\n") for value in action.get("args", {}).values()]
    return " ".join(words) + (" (asking which)" if action.get("ask") else "")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
