"""An adapter with eyes: the tree of another one and what is only drawn."""

from __future__ import annotations

from collections.abc import Callable

from deskhand.adapters.protocol import Adapter, Clipboard, Events, Input, Notifications, Screen, Windows
from deskhand.perceive.vision.reader import OcrReader
from deskhand.perceive.vision.seeing import SeeingTree
from deskhand.perceive.vision.sight import Sight


class SeeingAdapter:
    """Another adapter whose tree holds what pictures show too. Nothing is read before somebody asks for it."""

    def __init__(self, adapter: Adapter) -> None:
        self._adapter = adapter
        self.reader: OcrReader = OcrReader()
        self.sight: Sight = Sight(adapter.screen, self.reader)
        self._tree = SeeingTree(adapter.tree, adapter.windows, self.sight)

    @property
    def name(self) -> str:
        return self._adapter.name

    @property
    def tree(self) -> SeeingTree:
        return self._tree

    @property
    def events(self) -> Events:
        return self._adapter.events

    @property
    def windows(self) -> Windows:
        return self._adapter.windows

    @property
    def input(self) -> Input:
        return self._adapter.input

    @property
    def screen(self) -> Screen:
        return self._adapter.screen

    @property
    def clipboard(self) -> Clipboard:
        return self._adapter.clipboard

    @property
    def notifications(self) -> Notifications:
        return self._adapter.notifications

    def keyboard_layout(self) -> str:
        return self._adapter.keyboard_layout()

    def watch_person(self, panic: str, on_panic: Callable[[], None]) -> None:
        self._adapter.watch_person(panic, on_panic)

    def person_input(self) -> float:
        return self._adapter.person_input()

    def locked(self) -> bool:
        return self._adapter.locked()

    def close(self) -> None:
        self._adapter.close()
