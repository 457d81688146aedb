"""Elements: one thing on a desktop, as it was seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from deskhand.model.geometry import Bounds
from deskhand.visible import cut, quoted

Source = Literal["tree", "vision", "both"]

Handle = tuple[str, str]
"""Where the adapter finds the object again. Opaque above `adapters/`; never shown, never compared with another run's.
For AT-SPI: (unique bus name, object path)."""

VISION = "vision"
"""The first half of the handles of what is only drawn: no application stands behind them."""

CONTAINER_ROLES = frozenset(
    {
        "application",
        "window",
        "dialog",
        "alert",
        "panel",
        "group",
        "filler",
        "scroll pane",
        "split pane",
        "viewport",
        "layered pane",
        "root pane",
        "section",
        "document",
        "form",
        "landmark",
        "page",
        "menu bar",
        "tool bar",
        "tab list",
        "list",
        "tree",
        "table",
        "tree table",
        "status bar",
        "menu",
        "frame",
        "internal frame",
        "block",
    }
)
"""Roles that hold others; a locator finds them only when it names the role."""

EDITABLE_ROLES = frozenset(
    {"text field", "text area", "password field", "spin button", "combo box", "cell", "document", "terminal"}
)

ROLE_PARENTS: dict[str, frozenset[str]] = {
    "field": frozenset({"text field", "text area", "password field", "spin button", "combo box", "date editor"}),
    "text": frozenset({"text field", "text area", "label", "static text", "paragraph", "heading"}),
    "item": frozenset({"menu item", "list item", "tree item", "check menu item", "radio menu item"}),
    "menu item": frozenset({"menu item", "check menu item", "radio menu item", "menu"}),
    "button": frozenset({"button", "toggle button", "menu button"}),
    "dialog": frozenset({"dialog", "alert", "file chooser", "color chooser", "font chooser"}),
    "window": frozenset({"window", "dialog", "alert", "file chooser"}),
    "label": frozenset({"label", "static text"}),
}
"""A wider word a locator may use, and the canonical roles it stands for."""


@dataclass(slots=True)
class Node:
    """One object as an adapter read it: the raw material of elements. Built in thousands, so not frozen;
    nobody changes it after the read that made it.

    `parent` and `children` are positions in the list of the same read (`-1` where unknown). `role` is canonical
    (the adapter's table maps the toolkit's words), `raw_role` the toolkit's own. `states` are the adapter's canonical
    state words (see `STATES`). `text` is at most `TEXT_LIMIT` characters, `None` where it was not asked for or the
    object has none, and always `None` for protected (password) fields. `child_count` is what the object claims, also
    when its children were not read. `read` is False where the object could not be read in time.
    """

    handle: Handle
    role: str
    name: str = ""
    raw_role: str = ""
    description: str = ""
    states: frozenset[str] = frozenset()
    interfaces: frozenset[str] = frozenset()
    bounds: Bounds | None = None
    actions: tuple[str, ...] = ()
    text: str | None = None
    text_length: int = -1
    value: float | None = None
    accessible_id: str = ""
    attributes: dict[str, str] | None = None
    parent: int = -1
    index_in_parent: int = -1
    child_count: int = 0
    children: list[int] = field(default_factory=list[int])
    complete: bool = True
    boundary: str = ""
    read: bool = True


PASSWORD_ROLE = "password field"

TEXT_LIMIT = 4096
"""Characters of text one node carries in a read; `read` fetches the rest."""

STATES = frozenset(
    {
        "active",
        "armed",
        "busy",
        "checked",
        "checkable",
        "collapsed",
        "defunct",
        "editable",
        "enabled",
        "expandable",
        "expanded",
        "focusable",
        "focused",
        "has_popup",
        "indeterminate",
        "invalid",
        "manages_descendants",
        "modal",
        "multi_line",
        "multi_selectable",
        "opaque",
        "pressed",
        "protected",
        "read_only",
        "required",
        "resizable",
        "selectable",
        "selected",
        "sensitive",
        "showing",
        "single_line",
        "stale",
        "transient",
        "visible",
        "visited",
        "iconified",
    }
)


@dataclass(frozen=True, slots=True)
class Element:
    """One thing on a desktop: what a snapshot shows and a locator finds.

    Bounds are physical screen pixels of the desktop. `value` is what a person reads off the control: the text of a
    field, the number of a slider, the chosen entry of a combo box; `None` where there is none, `"••••"` for a
    protected field that is not empty. `children` and `parent` are positions in `Snapshot.elements`.
    `complete` is False where what lies below was not read; `boundary` then says why. `window` is the title a person
    reads, `window_id` the `Window.id`. `ref` is the full form (`@s8f3k2p9:e12`), empty for one found by a locator.
    """

    ref: str
    role: str
    name: str
    value: str | None
    states: frozenset[str]
    bounds: Bounds | None
    actions: tuple[str, ...]
    source: Source
    depth: int
    parent: int
    children: tuple[int, ...]
    handle: Handle
    window: str
    app: str
    description: str = ""
    accessible_id: str = ""
    raw_role: str = ""
    interfaces: frozenset[str] = frozenset()
    child_count: int = 0
    complete: bool = True
    boundary: str = ""
    confidence: float = 1.0
    window_id: str = ""

    @property
    def enabled(self) -> bool:
        return "enabled" in self.states or "sensitive" in self.states

    @property
    def showing(self) -> bool:
        return "showing" in self.states

    @property
    def secret(self) -> bool:
        """True for a field whose content is nobody's to read."""
        return self.role == PASSWORD_ROLE or "protected" in self.states

    def describe(self) -> str:
        """`button "Save"`: the words a person and a locator use."""
        return f"{self.role} {quoted(cut(self.name))}" if self.name else self.role

    def to_json(self) -> dict[str, Any]:
        """JSON form of a snapshot's element; empty fields are left out."""
        data: dict[str, Any] = {"ref": self.ref, "role": self.role, "name": self.name}
        if self.value is not None:
            data["value"] = self.value
        if self.states:
            data["states"] = sorted(self.states)
        if self.bounds is not None:
            data["bounds"] = self.bounds.to_json()
        if self.actions:
            data["actions"] = list(self.actions)
        if self.description:
            data["description"] = self.description
        if self.accessible_id:
            data["id"] = self.accessible_id
        if not self.complete:
            data["complete"] = False
            data["boundary"] = self.boundary
            data["child_count"] = self.child_count
        if self.source != "tree":
            data["source"] = self.source
            data["confidence"] = round(self.confidence, 3)
        return data
