"""The seam to an operating system. Everything above speaks only this; `linux/` is the real part, `fake/` one for tests.

All methods are synchronous, may be called from any thread, and end by the deadline of the `Progress` they take: an
application that hangs costs its own caller that time and nobody else's. Each application has its own lock and its
own connection. Failures are DeskhandErrors: `AppUnresponsive` (no answer in time), `AppDied` (its bus connection or
process ended), `StaleRef` (the object itself is gone), `Unsupported` (the object lacks the interface).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from deskhand.adapters.typed import FocusGuard, Shown, Typed
from deskhand.model.clipboard import ClipboardChange, Content, Selection
from deskhand.model.element import Handle, Node
from deskhand.model.geometry import Bounds, Point
from deskhand.model.notification import Notification
from deskhand.model.progress import Progress
from deskhand.model.world import App, Event, Picture, Window

Button = Literal["left", "middle", "right"]
Vision = Literal["none", "active", "bare", "all"]


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What a read of the tree fetches.

    showing_only: leave out what is not showing (with all that is below it).
    max_depth: levels below the root that are read, None for all.
    max_nodes: stop after so many nodes; what was left out is marked on its parent.
    bounds, actions, text, value, attributes: fetch these too (role, name, states, child count always are).
    table_rows: rows of a container that manages its descendants (a sheet) that are read: those that are
        showing, at most this many × `table_columns`; never enumerated beyond it, and marked as a boundary.
    fresh: read from the application even if the mirror believes that nothing changed.
    vision: whose pictures are looked at too: of windows without a tree (`bare`; `active`: of the active one and of
        popups only), or of all.
    """

    showing_only: bool = True
    max_depth: int | None = None
    max_nodes: int = 20_000
    bounds: bool = True
    actions: bool = True
    text: bool = True
    value: bool = True
    attributes: bool = False
    table_rows: int = 60
    table_columns: int = 30
    fresh: bool = False
    vision: Vision = "none"


@dataclass(frozen=True, slots=True)
class TreeRead:
    """Nodes, parents before children, `nodes[0]` the root that was asked for. `complete` is False when any node is
    marked incomplete. `from_mirror` is True when nothing was fetched because nothing had changed."""

    nodes: list[Node]
    complete: bool
    from_mirror: bool = False


@dataclass(frozen=True, slots=True)
class TextRead:
    """Text of one object: `text` from `start`, of `length` characters in all; caret position (−1 unknown), selection
    (start and end), None where there is none. `hidden`: bullets stand for some of it."""

    text: str
    start: int
    length: int
    caret: int = -1
    selection: tuple[int, int] | None = None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class TableSize:
    """Rows and columns as the application claims them (a sheet claims millions)."""

    rows: int
    columns: int


class Tree(Protocol):
    """The accessibility trees of the desktop's applications."""

    def apps(self, progress: Progress) -> Sequence[App]:
        """Applications on the accessibility bus; one that does not answer is listed with `responsive=False`."""
        ...

    def toplevels(self, app: App, progress: Progress) -> Sequence[Node]:
        """The application's top-level objects with name, role, states, bounds (windows, dialogs, popups)."""
        ...

    def read(self, root: Handle, options: ReadOptions, progress: Progress) -> TreeRead:
        """Read the tree below `root`. One bad node never sinks the rest: it comes with `read=False`."""
        ...

    def node(self, handle: Handle, progress: Progress) -> Node:
        """One object read afresh with every detail, accessible id and attributes included, children not."""
        ...

    def nodes(self, handles: Sequence[Handle], progress: Progress) -> Sequence[Node | None]:
        """Many at once (one round trip); None where the object is gone."""
        ...

    def ancestors(self, handle: Handle, progress: Progress) -> Sequence[Node]:
        """From the parent up to the application, nearest first."""
        ...

    def children(self, handle: Handle, progress: Progress) -> Sequence[Node]:
        """Direct children (at most 2,000; never of an object that manages its descendants)."""
        ...

    def at_point(self, root: Handle, point: Point, progress: Progress) -> Node | None:
        """The deepest object of this window at a screen point, as the application answers; None when it cannot say."""
        ...

    def focused(self, app: App, progress: Progress) -> Node | None:
        """The application's object that has the keyboard focus."""
        ...

    def do_action(self, handle: Handle, name: str, progress: Progress) -> bool:
        """Run the action of exactly this name (`Unsupported` when there is none of it; unnamed ones are never run).
        Returns what the application answered, which proves nothing. An application that does not answer because it
        opened a modal dialog raises AppUnresponsive with delivery `uncertain`."""
        ...

    def set_text(self, handle: Handle, text: str, progress: Progress) -> bool:
        """Replace the whole text by EditableText. The answer proves nothing."""
        ...

    def insert_text(self, handle: Handle, position: int, text: str, progress: Progress) -> bool: ...

    def get_text(self, handle: Handle, start: int, end: int, progress: Progress) -> TextRead:
        """Characters [start, end); end −1 is the end. Protected fields give bullets only."""
        ...

    def select_text(self, handle: Handle, start: int, end: int, progress: Progress) -> bool: ...

    def set_caret(self, handle: Handle, offset: int, progress: Progress) -> bool: ...

    def set_value(self, handle: Handle, value: float, progress: Progress) -> None: ...

    def value_range(self, handle: Handle, progress: Progress) -> tuple[float, float, float, float]:
        """Minimum, maximum, step (0 unknown) and current value."""
        ...

    def select_child(self, container: Handle, index: int, progress: Progress) -> bool: ...

    def grab_focus(self, handle: Handle, progress: Progress) -> bool: ...

    def scroll_to(self, handle: Handle, progress: Progress) -> bool: ...

    def table_size(self, table: Handle, progress: Progress) -> TableSize: ...

    def cells(
        self, table: Handle, row: int, column: int, rows: int, columns: int, progress: Progress
    ) -> Sequence[Node]:
        """Cells of a rectangle, addressed (0-based), row by row, with name, text, value, bounds."""
        ...

    def select_cell(self, table: Handle, row: int, column: int, progress: Progress) -> bool: ...


class Events(Protocol):
    """What applications say happened: a bounded ring that may be looked back into."""

    def cursor(self) -> int:
        """The number of the newest event."""
        ...

    def since(self, cursor: int) -> Sequence[Event]:
        """Events after `cursor`, oldest first (those still in the ring: the newest 10,000)."""
        ...

    def wait(self, cursor: int, seconds: float) -> bool:
        """Wait until there is an event after `cursor`; False when none came in time."""
        ...


class Windows(Protocol):
    """Top-level windows, stacking and focus."""

    def list(self, progress: Progress) -> Sequence[Window]:
        """Mapped and minimised windows, topmost first, popups (menus, tooltips) included, each with its accessible
        root."""
        ...

    def at(self, point: Point) -> Window | None:
        """The topmost window that receives pointer events at a screen point."""
        ...

    def active(self) -> Window | None: ...
    def focus(self, window: Window, progress: Progress) -> None: ...
    def move(self, window: Window, x: int, y: int) -> None: ...
    def resize(self, window: Window, width: int, height: int) -> None: ...
    def set_state(self, window: Window, state: Literal["minimised", "maximised", "restored"]) -> None: ...
    def close(self, window: Window) -> None:
        """Ask politely (as the title bar's button does)."""
        ...


class Input(Protocol):
    """Pointer and keyboard of the desktop. Every method but `take` and `carry` leaves buttons and modifiers released,
    also on errors. A `progress` is looked at between any two parts of what is sent, so that a stop lets nothing more
    through."""

    def aim(self, window: Window | None) -> None:
        """From now on keys, clicks and the wheel reach the application of this window or nobody: where another has
        come in between `press` raises `FocusLost`, clicks `NotActionable`, typing ends. None: whoever is there."""
        ...

    def pointer(self) -> Point: ...
    def move(self, point: Point) -> None: ...
    def click(
        self, point: Point, button: Button = "left", count: int = 1, modifiers: Sequence[str] = (),
        progress: Progress | None = None,
    ) -> Point:  # fmt: skip
        """Move there and click; returns where the pointer was when the button went down (read back from the server). It
        waits until it cannot be taken with the click before for a double click."""
        ...

    def take(
        self,
        start: Point,
        way: Sequence[Point],
        button: Button = "left",
        seconds: float = 0.3,
        progress: Progress | None = None,
    ) -> None:
        """Press at `start` and move through `way`, with moves in between so that drag and drop sees a drag. The button
        stays down: until `let_go`, `put_back`, `release_all`, or for a minute."""
        ...

    def carry(self, way: Sequence[Point], seconds: float = 0.3, progress: Progress | None = None) -> None:
        """Move what is held on through these points. `BadRequest` when nothing is."""
        ...

    def let_go(self) -> None:
        """Let go of what is held, where the pointer is."""
        ...

    def put_back(self) -> None:
        """Give a drag up: the button is let go where it went down. Nothing held, nothing done."""
        ...

    def held(self) -> bool:
        """True while a drag is under way."""
        ...

    def scroll(
        self, point: Point, dx: int, dy: int, progress: Progress | None = None, modifiers: Sequence[str] = ()
    ) -> None:
        """Wheel notches; positive is right and down. `modifiers` are held meanwhile."""
        ...

    def press(self, keys: str, progress: Progress | None = None) -> None:
        """A chord or a sequence of chords separated by spaces: `ctrl+shift+s`, `Return`, `alt+f s`. `BadRequest` names
        an unknown key."""
        ...

    def type_text(
        self, text: str, progress: Progress, guard: FocusGuard | None = None, shown: Shown | None = None
    ) -> Typed:
        """Type any Unicode text whatever the layout; tabs and newlines as keys. `guard` is asked between chunks (at
        most 16 characters, fewer after a tab or newline); when it names somebody else typing stops at once. `shown`
        paces what goes through an input method, character by character."""
        ...

    def give_back(self) -> None:
        """Give back what typing has set aside (an input method). Called once the effect of what was typed has been
        looked for: by then the application has taken all of it."""
        ...

    def release_all(self) -> None:
        """Let go of every key and button that a program holds; those a person holds are not touched."""
        ...


class Screen(Protocol):
    """Pixels."""

    def size(self) -> tuple[int, int]:
        """Width and height in physical pixels."""
        ...

    def scale(self) -> float:
        """Pixels that applications are asked to draw for one; 1 where nothing says otherwise."""
        ...

    def capture(self, region: Bounds | None = None) -> Picture:
        """The whole screen or a region of it (cut to the screen)."""
        ...


class Clipboard(Protocol):
    """What was copied, and apart from it what is merely selected (`primary`)."""

    def read(self, progress: Progress, selection: Selection = "clipboard") -> str:
        """Its text, empty when it holds none."""
        ...

    def write(self, text: str, progress: Progress, selection: Selection = "clipboard") -> None:
        """Own it with this text until somebody else takes it."""
        ...

    def read_as(
        self, kinds: Sequence[str], progress: Progress, selection: Selection = "clipboard"
    ) -> tuple[str, bytes] | None:
        """The first of these kinds (`text/html`, `image/png`) that it holds, with its data; None where it holds none of
        them."""
        ...

    def offers(self, progress: Progress, selection: Selection = "clipboard") -> Sequence[str]:
        """The kinds in which it can be had."""
        ...

    def put(self, content: Content, progress: Progress, selection: Selection = "clipboard") -> None:
        """Own it with content in several kinds; an empty one empties it."""
        ...

    def keep(self, progress: Progress, selection: Selection = "clipboard") -> Content:
        """All it holds, in every kind."""
        ...

    def put_back(self, content: Content, progress: Progress, selection: Selection = "clipboard") -> bool:
        """Put back what was kept; False (and nothing done) when somebody has copied something since we took it."""
        ...

    def taken(self, since: float) -> Sequence[int]:
        """Process ids of those that were given data of ours since then (monotonic seconds)."""
        ...

    def changes(self, since: float) -> Sequence[ClipboardChange]:
        """Who put something on the clipboard since then (monotonic seconds), oldest first (the newest 64 are kept).
        Told by the display; the clipboard itself is not touched."""
        ...


class Notifications(Protocol):
    """What applications tell beside their windows. All raise `Unsupported` where the desktop's notifications are
    somebody else's."""

    def list(self, progress: Progress, *, history: bool = False) -> Sequence[Notification]:
        """Those that stand there, oldest first; with `history` also what is gone (bounded), before them."""
        ...

    def act(self, notification: Notification, key: str, progress: Progress) -> None:
        """Tell its application that the action of this key was chosen. `NotFound` when it is closed, `AppDied` when
        whoever sent it is gone; nothing was sent then."""
        ...

    def dismiss(self, notification: Notification, progress: Progress) -> None:
        """Close it and tell its application so. `NotFound` when it is closed."""
        ...


class Adapter(Protocol):
    """One desktop's hands and eyes. `close` releases input, connections and threads; it may be called twice."""

    @property
    def name(self) -> str: ...
    @property
    def tree(self) -> Tree: ...
    @property
    def events(self) -> Events: ...
    @property
    def windows(self) -> Windows: ...
    @property
    def input(self) -> Input: ...
    @property
    def screen(self) -> Screen: ...
    @property
    def clipboard(self) -> Clipboard: ...
    @property
    def notifications(self) -> Notifications: ...
    def keyboard_layout(self) -> str:
        """`us`, `de`, … with the active group, e.g. `us,de:1`."""
        ...

    def watch_person(self, panic: str, on_panic: Callable[[], None]) -> None:
        """Watch the person's own keyboard and mouse from now on, told apart from input that programs make. `on_panic`
        is called, in a thread of the adapter's, when they press the chord `panic`. `BadRequest` for a chord that cannot
        be one. Once is enough; later calls change nothing."""
        ...

    def person_input(self) -> float:
        """When the person last used keyboard or mouse themselves: monotonic seconds, 0 for never or not watched."""
        ...

    def locked(self) -> bool:
        """True when a screen lock covers the desktop."""
        ...

    def close(self) -> None: ...
