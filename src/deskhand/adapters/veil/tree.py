"""The trees behind the veil."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from deskhand.adapters.protocol import ReadOptions, TableSize, TextRead, Tree, TreeRead
from deskhand.adapters.veil.fields import SecretFields
from deskhand.errors import AppDied, AppUnresponsive, StaleRef, Timeout, Unsupported
from deskhand.model.element import PASSWORD_ROLE, TEXT_LIMIT, Handle, Node
from deskhand.model.geometry import Bounds, Point
from deskhand.model.progress import Progress
from deskhand.model.redaction import MASK, Redactor
from deskhand.model.world import App

_PIECES = frozenset({"static text", "label", "paragraph", "link", "text", "list item", "heading"})
DETAILS_SECONDS = 0.7
"""How long a read may wait for the placeholders and ids of fields; without them it asks again the next time."""

_BULLETS = frozenset("•*●⬤∙")


class VeiledTree:
    """protocol.Tree over another one. `aligned` keeps every character of a text in its place, for whoever counts in it;
    else what is shown instead of a value is its name."""

    def __init__(self, tree: Tree, fields: SecretFields, redactor: Redactor, *, aligned: bool) -> None:
        self._tree = tree
        self._fields = fields
        self._redactor = redactor
        self._aligned = aligned

    # -- what is read

    def apps(self, progress: Progress) -> Sequence[App]:
        return [replace(app, name=self._redactor.text(app.name)) for app in self._tree.apps(progress)]

    def toplevels(self, app: App, progress: Progress) -> Sequence[Node]:
        return self._veil(self._tree.toplevels(app, progress), progress)

    def read(self, root: Handle, options: ReadOptions, progress: Progress) -> TreeRead:
        read = self._tree.read(root, options, progress)
        return TreeRead(self._veil(read.nodes, progress, whole=True), read.complete, read.from_mirror)

    def node(self, handle: Handle, progress: Progress) -> Node:
        return self._veil([self._tree.node(handle, progress)], progress)[0]

    def nodes(self, handles: Sequence[Handle], progress: Progress) -> Sequence[Node | None]:
        found = self._tree.nodes(handles, progress)
        veiled = iter(self._veil([node for node in found if node is not None], progress))
        return [None if node is None else next(veiled) for node in found]

    def ancestors(self, handle: Handle, progress: Progress) -> Sequence[Node]:
        return self._veil(self._tree.ancestors(handle, progress), progress)

    def children(self, handle: Handle, progress: Progress) -> Sequence[Node]:
        found = self._veil(self._tree.children(handle, progress), progress)
        return [_emptied(node) for node in found] if handle in self._fields else found

    def at_point(self, root: Handle, point: Point, progress: Progress) -> Node | None:
        node = self._tree.at_point(root, point, progress)
        return None if node is None else self._veil([node], progress)[0]

    def focused(self, app: App, progress: Progress) -> Node | None:
        node = self._tree.focused(app, progress)
        return None if node is None else self._veil([node], progress)[0]

    def cells(
        self, table: Handle, row: int, column: int, rows: int, columns: int, progress: Progress
    ) -> Sequence[Node]:
        return self._veil(self._tree.cells(table, row, column, rows, columns, progress), progress)

    def get_text(self, handle: Handle, start: int, end: int, progress: Progress) -> TextRead:
        if handle in self._fields:
            read = self._tree.get_text(handle, start, end, progress)
            self._overhear(read.text)
            return replace(read, text="•" * len(read.text), hidden=bool(read.text))
        if not self._redactor:
            return self._tree.get_text(handle, start, end, progress)
        # A part could begin or end inside a value: the whole is redacted, then cut.
        read = self._tree.get_text(handle, 0, -1, progress)
        if not self._aligned and (start, end) == (0, -1):
            text = self._redactor.text(read.text)
            return read if text == read.text else replace(read, text=text, hidden=True)
        text = self._redactor.aligned(read.text)
        stop = len(text) if end < 0 else end
        return replace(read, text=text[start:stop], start=start, hidden=text != read.text)

    def secret_places(self, root: Handle, progress: Progress) -> list[Bounds]:
        """Where on the screen this window shows what must not be seen: filled secret fields, and the innermost objects
        whose text holds a known value."""
        nodes = self._tree.read(root, ReadOptions(actions=False, value=False), progress).nodes
        self._learn(nodes, progress)
        holding = [self._is_secret(node, nodes) and node.text_length != 0 for node in nodes]
        if self._redactor:
            texts = [f"{node.name}\n{node.text or ''}\n{node.description}" for node in nodes]
            pieces = self._split(nodes)
            for position, text in enumerate(texts):
                holding[position] = holding[position] or position in pieces or self._redactor.text(text) != text
        below = [False] * len(nodes)
        for position in range(len(nodes) - 1, 0, -1):
            if nodes[position].parent >= 0 and (holding[position] or below[position]):
                below[nodes[position].parent] = True
        return [
            node.bounds
            for position, node in enumerate(nodes)
            if holding[position]
            and position
            and (not below[position] or self._is_secret(node, nodes))
            and node.bounds is not None
            and not node.bounds.empty
        ]

    # -- what is done

    def do_action(self, handle: Handle, name: str, progress: Progress) -> bool:
        return self._tree.do_action(handle, name, progress)

    def set_text(self, handle: Handle, text: str, progress: Progress) -> bool:
        return self._tree.set_text(handle, text, progress)

    def insert_text(self, handle: Handle, position: int, text: str, progress: Progress) -> bool:
        return self._tree.insert_text(handle, position, text, progress)

    def select_text(self, handle: Handle, start: int, end: int, progress: Progress) -> bool:
        return self._tree.select_text(handle, start, end, progress)

    def set_caret(self, handle: Handle, offset: int, progress: Progress) -> bool:
        return self._tree.set_caret(handle, offset, progress)

    def set_value(self, handle: Handle, value: float, progress: Progress) -> None:
        self._tree.set_value(handle, value, progress)

    def value_range(self, handle: Handle, progress: Progress) -> tuple[float, float, float, float]:
        return self._tree.value_range(handle, progress)

    def select_child(self, container: Handle, index: int, progress: Progress) -> bool:
        return self._tree.select_child(container, index, progress)

    def grab_focus(self, handle: Handle, progress: Progress) -> bool:
        return self._tree.grab_focus(handle, progress)

    def scroll_to(self, handle: Handle, progress: Progress) -> bool:
        return self._tree.scroll_to(handle, progress)

    def table_size(self, table: Handle, progress: Progress) -> TableSize:
        return self._tree.table_size(table, progress)

    def select_cell(self, table: Handle, row: int, column: int, progress: Progress) -> bool:
        return self._tree.select_cell(table, row, column, progress)

    # -- the veil

    def _veil(self, nodes: Sequence[Node], progress: Progress, *, whole: bool = False) -> list[Node]:
        """The nodes of one read; those that change are copies, since a mirror may keep the originals. `whole`: it is a
        tree, whose parents are positions."""
        self._learn(nodes, progress)
        if not self._fields and not self._redactor:
            return list(nodes)
        found: list[Node] = []
        inside: set[int] = set()
        pieces = self._split(nodes) if whole and self._redactor else {}
        for position, node in enumerate(nodes):
            if self._is_secret(node, nodes if whole else ()):
                inside.add(position)
                node = self._hidden(node)
            elif whole and node.parent in inside:
                inside.add(position)
                node = _emptied(node)
            elif self._redactor:
                node = self._redacted(node, pieces.get(position))
            found.append(node)
        return found

    def _learn(self, nodes: Sequence[Node], progress: Progress) -> None:
        """Find the secret fields, and hear what those that show their text hold."""
        unsure = self._fields.judge(nodes)
        if unsure:
            try:
                with progress.within(min(DETAILS_SECONDS, progress.remaining * 0.3)) as part:
                    detailed = self._tree.nodes([node.handle for node in unsure], part)
                self._fields.asked(unsure)
            except (StaleRef, AppUnresponsive, AppDied, Timeout, Unsupported):
                detailed = []
            for node in detailed:
                if node is not None and self._fields.told(node):
                    self._fields.remember(node.handle, node.role)
        self._fields.read(nodes)
        if self._fields:
            for node in nodes:
                if node.text and node.handle in self._fields:
                    self._overhear(node.text)

    def _overhear(self, text: str) -> None:
        """What a secret field shows in clear is a secret wherever else it turns up."""
        if text and len(text) < TEXT_LIMIT and not set(text) <= _BULLETS:
            self._redactor.add(text)

    def _is_secret(self, node: Node, nodes: Sequence[Node]) -> bool:
        if node.handle in self._fields:
            return True
        # GTK 4 puts the text into an object inside the field.
        return (
            len(node.children) == 1
            and bool(nodes)
            and node.role in ("text field", "unknown")
            and nodes[node.children[0]].handle in self._fields
        )

    def _hidden(self, node: Node) -> Node:
        role = self._fields.role(node.handle) if node.handle in self._fields else PASSWORD_ROLE
        role = role if role == PASSWORD_ROLE or node.role == PASSWORD_ROLE else node.role
        return replace(
            node,
            role=role,
            states=node.states | {"protected"},
            text=None,
            value=None,
            name=self._redactor.text(node.name),
            description=self._redactor.text(node.description),
        )

    def _redacted(self, node: Node, piece: str | None) -> Node:
        redactor = self._redactor
        name, description = redactor.text(node.name), redactor.text(node.description)
        text = node.text
        if text is not None:
            cut = len(text) >= TEXT_LIMIT
            text = redactor.aligned(text) if self._aligned and not cut else redactor.text(text, cut=cut)
        if piece is not None:
            name, text = (piece if name else name), (piece if text is not None else None)
        if (name, description, text) == (node.name, node.description, node.text):
            return node
        return replace(node, name=name, description=description, text=text)

    def _split(self, nodes: Sequence[Node]) -> dict[int, str]:
        """Pieces of text that lie side by side and make a value together."""
        leaves = [
            (position, node.text or node.name)
            for position, node in _in_reading_order(nodes)
            if node.role in _PIECES and not node.children and (node.text or node.name)
        ]
        parts = self._redactor.parts([text for _, text in leaves])
        if parts is None:
            return {}
        changed = zip(leaves, parts, strict=True)
        return {position: part for (position, text), part in changed if part != text}


def _in_reading_order(nodes: Sequence[Node]) -> list[tuple[int, Node]]:
    found: list[tuple[int, Node]] = []
    pending = [0] if nodes else []
    while pending:
        position = pending.pop()
        found.append((position, nodes[position]))
        pending.extend(reversed(nodes[position].children))
    return found


def _emptied(node: Node) -> Node:
    """What lies inside a secret field: its text lies there once more in Chromium."""
    return replace(
        node,
        name=MASK if node.name else "",
        description="",
        text=None,
        value=None,
        states=node.states | {"protected"} if node.text_length >= 0 else node.states,
    )
