# ruff: noqa: E501 (a table: one entry a paragraph)
"""The tools as a client sees them: names, descriptions with the preconditions the code enforces, strict schemas."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from deskhand.act.verbs import VERBS

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
NUMBER: Schema = {"type": "number", "minimum": 0}
DESKTOP: Schema = {"type": "string", "description": "id or name; the one used last if left out"}
TARGET: Schema = {
    "description": 'a ref (@s8f3k2p9:e12), a locator (button "Save" in dialog "Save As"), or [x, y]',
    "anyOf": [TEXT, {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}],
}
EFFECT: Schema = {
    **TEXT,
    "description": 'an effect: window "T" opens | window "T" closes | LOCATOR appears | LOCATOR disappears | '
    'LOCATOR says "TEXT" | LOCATOR is STATE | file PATH | something changes',
}
READING = frozenset({"wait", "read", "screenshot", "clipboard_read"})
"""Verbs that have tools of their own."""

ACTS = tuple(name for name in VERBS if name not in READING)


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool. `changes` is False where it only looks (all that `--read-only` leaves)."""

    name: str
    title: str
    description: str
    properties: Schema
    required: tuple[str, ...] = ()
    changes: bool = True

    @property
    def schema(self) -> Schema:
        return strict(self.properties, self.required)


def strict(properties: Schema, required: tuple[str, ...] = ()) -> Schema:
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return schema | ({"required": list(required)} if required else {})


ACTION = strict(
    {
        "verb": {"type": "string", "enum": list(ACTS)},
        "target": TARGET,
        "args": {"type": "object", "description": "the verb's own arguments, see the list above"},
        "expect": EFFECT,
        "timeout": NUMBER,
        "mode": {"type": "string", "enum": ["background", "foreground"]},
        "secrets": {
            "type": "array",
            "items": TEXT,
            "description": "names of stored secrets whose {{name}} stands in the text of type or set_value",
        },
        "ask": {**FLAG, "description": "of a batch's first: where several answer, the person is asked which is meant"},
    },
    ("verb",),
)
OUTPUT: Schema = {
    "type": "object",
    "properties": {
        "ok": FLAG,
        "truncated": FLAG,
        "error": {
            "type": "object",
            "properties": {"code": TEXT, "message": TEXT, "next_step": TEXT},
            "required": ["code"],
        },
        "receipts": {"type": "array", "items": {"type": "object"}},
    },
    "required": ["ok"],
}


def _verb_words() -> str:
    """`type(text, replace?, enter?)`, for every verb that takes arguments; those without by name."""
    words: list[str] = []
    for name in ACTS:
        given = [arg.name + ("" if arg.required else "?") for arg in VERBS[name].args]
        words.append(f"{name}({', '.join(given)})" if given else name)
    return ", ".join(words)


TOOLS = (
    Tool(
        "desktop", "Desktops",
        "Start, list, stop or attach desktops. `start` gives a private one (own display, buses and profiles; it ends "
        "after half an hour without use). `attach` means the person's own, in the background: no pointer, keyboard, focus "
        'or clipboard unless `foreground`. Example: {"do": "start"}',
        {
            "do": {"type": "string", "enum": ["start", "list", "stop", "attach"]},
            "name": TEXT, "size": {**TEXT, "description": "WxH, 1920x1080 if left out"}, "foreground": FLAG,
        },
        ("do",),
    ),
    Tool(
        "apps", "Applications",
        "List running applications (`installed` adds those that can be launched), launch one by name, command or file, or "
        "close one politely. Launching waits until its window is there. A private desktop is started where none runs. "
        'Example: {"do": "launch", "app": "mousepad", "files": ["/tmp/a.txt"]}',
        {
            "do": {"type": "string", "enum": ["list", "launch", "close"]}, "app": TEXT,
            "files": {"type": "array", "items": TEXT}, "args": {"type": "array", "items": TEXT}, "installed": FLAG,
            "desktop": DESKTOP,
        },
        ("do",),
    ),
    Tool("windows", "Windows", "Open windows, topmost first. Example: {}", {"desktop": DESKTOP}, changes=False),
    Tool(
        "observe", "Observe",
        "The tree of a desktop, a window, or what lies below a ref: each element with ref, role, name, value, states; "
        "neighbours share a line, which says a role where it changes. `skeleton` shows regions only; `root` drills down; `since` (a snapshot's id) shows what changed. "
        "Refs stay good until the element is gone; one that is something else now is refused. `picture` adds an image. "
        'Example: {"window": "Save As"}',
        {
            "window": TEXT, "app": TEXT, "root": {**TEXT, "description": "a ref"}, "skeleton": FLAG,
            "depth": {"type": "integer", "minimum": 1}, "since": TEXT, "all": {**FLAG, "description": "also what is not showing"},
            "picture": FLAG, "max_chars": {"type": "integer", "minimum": 500, "maximum": 200000}, "desktop": DESKTOP,
        },
        changes=False,
    ),
    Tool(
        "find", "Find", 'Every element that a locator describes, with refs. Example: {"locator": "button \\"OK\\""}',
        {"locator": TEXT, "desktop": DESKTOP}, ("locator",), changes=False,
    ),
    Tool(
        "read", "Read",
        "The whole text of an element, or a table's cells by range. "
        'Examples: {"target": "text area"}, {"range": "A1:C10"}',
        {"target": TARGET, "range": TEXT, "desktop": DESKTOP,
         "max_chars": {"type": "integer", "minimum": 500, "maximum": 200000}}, changes=False,
    ),
    Tool(
        "act", "Act",
        "Do 1 to 64 actions in order; each is checked (there, unique, visible, enabled, not covered), delivered once, and "
        "proven by its effect; the answer has a receipt each and what is new on the screen. Stops at the first failure "
        f"unless `keep_going`. Verbs: {_verb_words()}. "
        'Example: {"actions": [{"verb": "type", "target": "text area", "args": {"text": "Hello"}}, {"verb": "press", '
        '"args": {"keys": "ctrl+s"}, "expect": "dialog \\"Save As\\" appears"}]}',
        {"actions": {"type": "array", "minItems": 1, "maxItems": 64, "items": ACTION}, "keep_going": FLAG, "desktop": DESKTOP},
        ("actions",),
    ),
    Tool(
        "wait", "Wait",
        "Until something is so; it looks back too, so that what came before the call counts. At most 25 s. "
        'Example: {"for": "button \\"Save\\" is enabled"}',
        {"for": EFFECT, "seconds": {"type": "number", "minimum": 0, "maximum": 25}, "desktop": DESKTOP}, ("for",), changes=False,
    ),
    Tool(
        "screenshot", "Screenshot",
        "A picture of the screen, a window, an element or [x, y, width, height], at most 1568 px wide; the answer says its "
        'origin and scale. With marks: numbered elements, 7 is @SNAPSHOT:e7. Example: {"window": "Calculator"}',
        {"window": TEXT, "of": TARGET, "region": {"type": "array", "items": {"type": "integer"}, "minItems": 4, "maxItems": 4},
         "marks": {"type": "boolean"}, "desktop": DESKTOP},
        changes=False,
    ),
    Tool(
        "run_steps", "Run steps",
        "Carry out plain sentences (English or Chinese), one per line or separated by `;`, each proven; stops at the first "
        "that cannot be understood, done or proven false. Answers in time, or with a job to poll by `status`. "
        'Example: {"steps": "open mousepad; type \\"Hi\\" into the text area; press ctrl+s; save as \\"/tmp/hi.txt\\""}',
        {"steps": TEXT, "values": {"type": "object", "additionalProperties": TEXT}, "folder": TEXT, "desktop": DESKTOP}, ("steps",),
    ),
    Tool(
        "run", "Start a run",
        "The same as run_steps for a long job or a file of steps: started, and answered at once with a job; `resume` goes on "
        'with a run that was interrupted. Example: {"file": "/home/me/report.steps", "values": {"out": "/tmp"}}',
        {"steps": TEXT, "file": TEXT, "resume": TEXT, "values": {"type": "object", "additionalProperties": TEXT},
         "folder": TEXT, "desktop": DESKTOP},
    ),
    Tool(
        "status", "Status",
        "How a job stands (waits up to `seconds` for its answer), or all jobs and desktops; `cancel` ends it: keys and "
        'buttons are released, the journal says where. Example: {"job": "j2", "seconds": 20}',
        {"job": TEXT, "seconds": {"type": "number", "minimum": 0, "maximum": 25}, "cancel": FLAG}, changes=False,
    ),
    Tool(
        "history", "History",
        'Runs, newest first, or one run with its steps and receipts. Example: {"run": "last"}',
        {"run": TEXT, "limit": {"type": "integer", "minimum": 1, "maximum": 100}}, changes=False,
    ),
    Tool(
        "doctor", "Doctor",
        "Try everything for real in a desktop of its own (about 5 s) and say what mends each fault. Example: {}", {},
    ),
)  # fmt: skip

BY_NAME = {tool.name: tool for tool in TOOLS}
