"""The accessibility bus ends, stops or is started again: named, in bounded time, and never another's objects."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from deskhand.desktop import Desktop
from deskhand.desktops.private import PrivateDesktop
from deskhand.errors import EnvironmentFault, StaleRef
from deskhand.model.progress import Progress
from fixtures.running import FixtureApp

pytestmark = pytest.mark.desktop


@pytest.fixture
def own() -> Iterator[tuple[Desktop, FixtureApp]]:
    """A desktop that the test may break, with one application in it."""
    with PrivateDesktop.start(name="breaks") as place, FixtureApp("trouble", place.env, title="Before") as app:
        desktop = Desktop(place)
        wait_for(lambda: any(window.root for window in desktop.windows()))
        yield desktop, app


def wait_for(ready) -> None:
    for _ in Progress(10, "what the test waits for").attempts():
        if ready():
            return
    raise AssertionError("it did not come")


def part_of(desktop: Desktop, *words: str) -> int:
    """The process of this desktop whose command line has these words."""
    mark = str(desktop.place.folder).encode()
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and mark in (entry / "environ").read_bytes():
                line = (entry / "cmdline").read_bytes().decode(errors="replace")
                if all(word in line for word in words):
                    found.append(int(entry.name))
        except OSError:
            continue
    (pid,) = found
    return pid


@pytest.mark.symptom(126)
def test_a_mute_bus_is_named_and_what_it_would_have_told_is_seen_all_the_same(own) -> None:
    desktop, app = own
    desktop.snapshot()
    bus = part_of(desktop, "dbus-daemon", "accessibility")
    os.kill(bus, signal.SIGSTOP)
    try:
        app.control("title", title="After")
        assert desktop.snapshot().elements[0].name == "After"
        started = time.monotonic()
        with pytest.raises(EnvironmentFault) as caught:
            desktop.apps()
        assert time.monotonic() - started < 7
        assert "at-spi-bus-launcher" in caught.value.next_step
        receipt = desktop.click('button "Save"')
        assert receipt.delivery == "uncertain"
        assert receipt.retry == "unsafe"
        assert desktop.do("screenshot").verified
    finally:
        os.kill(bus, signal.SIGCONT)
    app.wait_event("clicked", "save")
    assert desktop.click('button "Delete"').delivery.startswith("delivered")
    app.wait_event("clicked", "delete")


def test_a_bus_that_was_killed_is_started_again_and_its_names_mean_nothing_any_more(own) -> None:
    desktop, app = own
    ref = next(element.ref for element in desktop.snapshot().elements if element.name == "Save")
    os.kill(part_of(desktop, "dbus-daemon", "accessibility"), signal.SIGKILL)
    wait_for(lambda: desktop.place.a11y_bus != desktop.place.record.a11y_bus)
    with FixtureApp("trouble", desktop.place.env, title="New") as other:
        # It has the bus name that the first application had on the bus before.
        assert desktop.click('button "Save" in window "New"').delivery != "not_delivered"
        with pytest.raises(StaleRef):
            desktop.click(ref)
        assert other.clicked() == ["save"]
        assert app.clicked() == []
        assert desktop.do("press", keys="Tab").delivery != "not_delivered"


def test_a_registry_that_was_killed_hears_of_later_applications(own) -> None:
    desktop, _ = own
    registry = part_of(desktop, "registryd")
    os.kill(registry, signal.SIGKILL)
    wait_for(lambda: desktop.apps() and part_of(desktop, "registryd") != registry)
    with FixtureApp("trouble", desktop.place.env, title="Later") as later:
        assert desktop.click('button "Save" in window "Later"').verified
        cursor = desktop.engine.adapter.events.cursor()
        later.control("ask")
        wait_for(lambda: any(event.kind == "window:activate" for event in desktop.engine.adapter.events.since(cursor)))
