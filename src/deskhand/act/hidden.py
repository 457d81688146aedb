"""What is described but not showing: scrolled away, or in a part that can be brought into view."""

from __future__ import annotations

from deskhand.adapters.protocol import Adapter
from deskhand.errors import DeskhandError
from deskhand.model.element import Element
from deskhand.model.locator import Locator
from deskhand.model.progress import Progress
from deskhand.perceive.build import build_forest
from deskhand.perceive.matching import match
from deskhand.perceive.reading import read_options, read_windows
from deskhand.perceive.scope import Scope
from deskhand.perceive.view import View
from deskhand.perceive.windows import active_window, one_window, windows_of_app, with_belongings

_SECONDS = 2.0


def find_hidden(adapter: Adapter, locator: Locator, progress: Progress) -> Element | None:
    """The one element the locator describes among everything, showing or not; None where it is none or several.

    Looked for in the window or application it names, else in the active window.
    """
    if locator.cell is not None or locator.nth is not None:
        return None
    try:
        with progress.within(_SECONDS, f"look for a hidden {locator}") as part:
            windows = adapter.windows.list(part)
            owner = one_window(windows, locator.window) if locator.window is not None else active_window(windows)
            if locator.app is not None and locator.window is None:
                pool = list(windows_of_app(windows, locator.app))
            else:
                pool = with_belongings(windows, owner) if owner is not None else []
            scope = Scope(everything=True)
            forest = build_forest(read_windows(adapter, pool, read_options(scope), part), scope)
            view = View(forest.elements)
            positions = match(forest, view, locator).positions
    except DeskhandError:
        # The error of the search among what is showing says more than that of this one.
        return None
    return view.elements[positions[0]] if len(positions) == 1 else None
