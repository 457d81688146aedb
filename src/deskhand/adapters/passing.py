"""An adapter that passes everything on: what stands before another one overrides what it changes."""

from __future__ import annotations

from collections.abc import Callable

from deskhand.adapters.protocol import Adapter, Clipboard, Events, Input, Notifications, Screen, Tree, Windows


class PassingAdapter:
    """protocol.Adapter by way of another one, `inner`, which is closed with it."""

    def __init__(self, inner: Adapter) -> None:
        self.inner: Adapter = inner

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def tree(self) -> Tree:
        return self.inner.tree

    @property
    def events(self) -> Events:
        return self.inner.events

    @property
    def windows(self) -> Windows:
        return self.inner.windows

    @property
    def input(self) -> Input:
        return self.inner.input

    @property
    def screen(self) -> Screen:
        return self.inner.screen

    @property
    def clipboard(self) -> Clipboard:
        return self.inner.clipboard

    @property
    def notifications(self) -> Notifications:
        return self.inner.notifications

    def keyboard_layout(self) -> str:
        return self.inner.keyboard_layout()

    def watch_person(self, panic: str, on_panic: Callable[[], None]) -> None:
        self.inner.watch_person(panic, on_panic)

    def person_input(self) -> float:
        return self.inner.person_input()

    def locked(self) -> bool:
        return self.inner.locked()

    def close(self) -> None:
        self.inner.close()
