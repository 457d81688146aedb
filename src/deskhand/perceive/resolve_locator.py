"""Locators: exactly one element, or a refusal that says what was there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

from deskhand.adapters.protocol import Adapter, Vision
from deskhand.errors import A11yNotEnabled, AmbiguousTarget, AppUnresponsive, NotFound, NoTree
from deskhand.model.element import VISION, Element
from deskhand.model.locator import Locator
from deskhand.model.progress import Progress
from deskhand.model.world import Window
from deskhand.perceive.build import NO_TREE, SWITCHED_OFF, Forest, build_forest
from deskhand.perceive.matching import Match, match, role_words
from deskhand.perceive.nearness import near_names
from deskhand.perceive.place_words import place_words
from deskhand.perceive.reading import read_options, read_windows
from deskhand.perceive.relations import is_popup
from deskhand.perceive.scope import Scope
from deskhand.perceive.sheets import find_in_sheet, speaks_of_sheet
from deskhand.perceive.view import View
from deskhand.perceive.vision.reader import can_see, need_sight
from deskhand.perceive.windows import (
    active_window,
    in_order,
    matching_windows,
    one_window,
    windows_of_app,
    with_belongings,
)
from deskhand.visible import cut, quoted

_TOLD_BY_WORDS = frozenset({"button", "link", "menu item", "tab", "item", "list item", "toggle button", "menu"})


@dataclass(frozen=True, slots=True)
class Look:
    """One reading of some windows and what in it answers the locator."""

    forest: Forest
    view: View
    match: Match
    windows: tuple[Window, ...]

    @property
    def elements(self) -> tuple[Element, ...]:
        return tuple(self.view.elements[position] for position in self.match.positions)

    @property
    def by_sight(self) -> bool:
        """Whether pictures were looked at."""
        return any(element.handle[0] == VISION for element in self.forest.elements)

    @property
    def bare(self) -> tuple[Window, ...]:
        """The windows that show no accessibility tree, and will not."""
        ids = {element.window_id for element in self.forest.elements if element.boundary == NO_TREE}
        return tuple(one for one in self.windows if one.id in ids and not one.tree_awaited and not is_popup(one))

    @property
    def blind(self) -> bool:
        """Whether it was looked for where nothing can be seen: the windows, or the active one, have no tree."""
        bare = self.bare
        proper = [one for one in self.windows if not is_popup(one)]
        return bool(bare) and (len(bare) == len(proper) or any(one.active for one in bare))


class LocatorResolver:
    """Finds what locators describe. Reads afresh each time; keeps nothing."""

    def __init__(self, adapter: Adapter, *, eyes: bool = False) -> None:
        self._adapter = adapter
        self._eyes = eyes

    @property
    def sees(self) -> bool:
        """Whether what is only drawn can be found."""
        return self._eyes and can_see()

    def resolve(self, locator: Locator, progress: Progress, window: str | None = None) -> Element:
        """The one element the locator describes.

        Raises:
            NotFound: there is none; `near` says what is there instead.
            NoTree: the window where it was looked for shows nothing that could be named.
            AmbiguousTarget: there are several and no number was given.
            AppUnresponsive: none was found, and something did not answer.
            WindowNotFound: the window it names is not open.
        """
        look = self.look(locator, progress, window)
        elements = look.elements
        if locator.nth is not None:
            if len(elements) >= locator.nth:
                return elements[locator.nth - 1]
            if elements:
                raise NotFound(
                    f"there are only {len(elements)} of {replace(locator, nth=None)}",
                    sought=str(locator),
                    near=[place_words(look.view, position) for position in look.match.positions],
                )
        if len(elements) == 1:
            return elements[0]
        if elements:
            raise AmbiguousTarget(
                f"{len(elements)} elements answer to {locator}",
                sought=str(locator),
                near=[place_words(look.view, position) for position in look.match.positions],
            )
        return self._not_found(locator, look, progress)

    def look(self, locator: Locator, progress: Progress, window: str | None = None) -> Look:
        """What answers the locator in the first place where anything does: the window it names, else the active one
        with its popups, else all other windows."""
        if locator.cell is not None or speaks_of_sheet(locator):
            found = self._sheet(locator, progress, window)
            if found is not None:
                return found
        if locator.cell is not None:
            # No sheet is there (yet): only a cell that bears the address itself can be meant, not anything at all.
            locator = replace(locator, cell=None, role="cell", name=locator.name or locator.cell)
        look: Look | None = None
        for windows in self._stages(locator, progress, window):
            look = self._look_well(locator, windows, progress)
            if look.match.positions:
                return look
        return look or Look(Forest(), View(()), Match(()), ())

    def look_everywhere(self, locator: Locator, progress: Progress) -> Look:
        """Every match in the windows it names, else in all windows."""
        if locator.cell is not None or speaks_of_sheet(locator):
            return self.look(locator, progress)
        if locator.window is not None or locator.app is not None:
            return self._look_well(locator, self._named(locator, self._adapter.windows.list(progress)), progress)
        return self._look_well(locator, _showing(self._adapter.windows.list(progress)), progress)

    # -- where

    def _stages(self, locator: Locator, progress: Progress, window: str | None) -> list[list[Window]]:
        windows = self._adapter.windows.list(progress)
        if window is not None:
            return [with_belongings(windows, one_window(windows, window))]
        if locator.window is not None or locator.app is not None:
            return [self._named(locator, windows)]
        active = active_window(windows)
        if active is None:
            return [_showing(windows)]
        first = with_belongings(windows, active)
        ids = {one.id for one in first}
        others = [one for one in _showing(windows) if one.id not in ids]
        # The whole desktop, since the other element of a relation may stand in the active window (`in window …` of a
        # popup's owner).
        return [first, [*first, *others]] if others else [first]

    def _named(self, locator: Locator, windows: Sequence[Window]) -> list[Window]:
        pool = list(windows)
        if locator.app is not None:
            pool = windows_of_app(windows, locator.app)
        if locator.window is None:
            return _showing(pool)
        found = matching_windows(pool, locator.window)
        if not found:
            one_window(pool, locator.window)
        chosen_windows: dict[str, Window] = {}
        for window in found:
            chosen_windows.update({one.id: one for one in with_belongings(windows, window)})
        return list(chosen_windows.values())

    def _look_well(self, locator: Locator, windows: Sequence[Window], progress: Progress) -> Look:
        """A look at the trees; at pictures too where the locator says so, or where nothing else tells anything."""
        if locator.seen:
            need_sight(str(locator))
            return self._look_in(locator, windows, progress, vision="all")
        look = self._look_in(locator, windows, progress)
        if look.match.positions or not look.blind or not self.sees:
            return look
        return self._look_in(locator, windows, progress, vision="bare")

    def _look_in(
        self,
        locator: Locator,
        windows: Sequence[Window],
        progress: Progress,
        *,
        everything: bool = False,
        vision: Vision = "none",
    ) -> Look:
        scope = Scope(everything=everything, vision=vision)
        forest = build_forest(read_windows(self._adapter, windows, read_options(scope), progress), scope)
        view = View(forest.elements)
        found = match(forest, view, locator)
        if vision != "none" and not found.positions and locator.role in _TOLD_BY_WORDS and locator.name is not None:
            # A picture does not always tell what the words on it are.
            words = match(forest, view, replace(locator, role="static text")).positions
            found = Match(tuple(position for position in words if view.elements[position].source == "vision"))
        return Look(forest, view, found, tuple(windows))

    def _sheet(self, locator: Locator, progress: Progress, window: str | None) -> Look | None:
        for windows in self._stages(replace(locator, cell=None), progress, window):
            forest = build_forest(read_windows(self._adapter, windows, read_options(Scope()), progress), Scope())
            view = View(forest.elements)
            cells = find_in_sheet(self._adapter.tree, forest, view, locator, progress)
            if cells is not None:
                view = View([*forest.elements, *cells])
                start = len(forest.elements)
                return Look(forest, view, Match(tuple(range(start, start + len(cells)))), tuple(windows))
        return None

    # -- nothing found

    def _not_found(self, locator: Locator, look: Look, progress: Progress) -> NoReturn:
        if look.forest.unread:
            silent = [element.describe() for element in look.forest.elements if element.boundary == "does not answer"]
            raise AppUnresponsive(
                f"{locator} was not found, and not everything answered",
                sought=str(locator),
                seen="; ".join(silent[:3]) or "objects that could not be read",
            )
        off = [element for element in look.forest.elements if element.boundary == SWITCHED_OFF]
        if off:
            raise A11yNotEnabled(
                f"{locator} cannot be seen: {off[0].app} keeps its accessibility tree back",
                sought=str(locator),
                seen=f"{off[0].describe()} and nothing in it",
            )
        missing = look.match.missing
        if missing is not None:
            near = self._near(missing, look)
            raise NotFound(f"{missing}, by which {locator} is described, is not there", sought=str(missing), near=near)
        near = [*self._wrong_state(locator, look), *self._hidden(locator, look, progress), *self._near(locator, look)]
        near = list(dict.fromkeys(near))
        if look.blind:
            raise not_to_be_seen(locator, look, near)
        raise NotFound(f"{locator} is not there", sought=str(locator), seen=f"looked in {_where(look)}", near=near)

    def _wrong_state(self, locator: Locator, look: Look) -> list[str]:
        if not locator.states:
            return []
        found = match(look.forest, look.view, replace(locator, states=frozenset())).positions
        return [
            f"{look.view.elements[position].describe()} is not {' '.join(sorted(locator.states))}" for position in found
        ]

    def _hidden(self, locator: Locator, look: Look, progress: Progress) -> list[str]:
        with progress.within(min(2.0, progress.remaining * 0.5), "look for hidden ones") as part:
            if part.remaining < 0.2:
                return []
            hidden = self._look_in(locator, look.windows, part, everything=True)
        return [f"{element.describe()} in {element.window!r} is hidden" for element in hidden.elements]

    def _near(self, locator: Locator, look: Look) -> list[str]:
        roles = role_words(locator.role)
        elements = look.view.elements
        if locator.name is None:
            counts = {element.role for element in elements}
            return near_names(locator.role or "", sorted(counts)) if locator.role else []
        near = near_names(locator.name, [element.name for element in elements])
        lines: list[str] = []
        for name in near:
            same = [element for element in elements if element.name == name]
            fitting = [element for element in same if roles is None or element.role in roles] or same
            lines.append(f"{fitting[0].describe()} in {quoted(cut(fitting[0].window))}")
        return lines


def not_to_be_seen(locator: Locator, look: Look, near: Sequence[str] = ()) -> NoTree:
    """The error for what was looked for where nothing has a name (`Look.blind`)."""
    return NoTree(
        f"{locator} cannot be found: {quoted(cut(look.bare[0].title))} shows no accessibility tree, so nothing in it"
        " has a name",
        sought=str(locator),
        seen=f"looked in {_where(look)}",
        near=near,
        next_step=f"{NoTree.default_next_step}; `pip install 'deskhand[vision]'` lets what is drawn be named",
    )


def _where(look: Look) -> str:
    bare = look.bare
    return ", ".join(_window_words(window, window in bare) for window in look.windows[:4]) or "no window"


def _window_words(window: Window, bare: bool) -> str:
    return quoted(cut(window.title)) + (" (which shows no accessibility tree)" if bare else "")


def _showing(windows: Sequence[Window]) -> list[Window]:
    return in_order([window for window in windows if not window.minimised])
