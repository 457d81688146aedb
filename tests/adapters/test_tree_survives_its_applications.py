"""A hung, dying or disconnected application costs its own callers, nobody else."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest

from deskhand.adapters.linux.atspi import AtspiClient
from deskhand.adapters.protocol import ReadOptions
from deskhand.errors import AppDied, AppUnresponsive, EnvironmentFault, StaleRef, Stopped, Unsupported
from deskhand.model.progress import Cancellation, Progress

pytestmark = pytest.mark.desktop
TOOLKITS = ["gtk3", "gtk4", "qt"]


@pytest.mark.parametrize("toolkit", TOOLKITS)
def test_a_stopped_application_is_said_to_hang_and_others_go_on(toolkit, fixture_app, client, window_of):
    hung, well = fixture_app(toolkit), fixture_app("gtk3")
    _, hung_root = window_of(hung.title)
    _, well_root = window_of(well.title)
    os.kill(hung.pid, signal.SIGSTOP)
    try:
        caught: list[BaseException] = []

        def read_hung() -> None:
            try:
                client.tree.read(hung_root.handle, ReadOptions(fresh=True), Progress(2.0))
            except AppUnresponsive as error:
                caught.append(error)

        reader = threading.Thread(target=read_hung)
        reader.start()
        started = time.monotonic()
        assert len(client.tree.read(well_root.handle, ReadOptions(fresh=True), Progress(5)).nodes) > 20
        assert time.monotonic() - started < 1.5
        apps = {app.pid: app for app in client.tree.apps(Progress(5))}
        assert not apps[hung.pid].responsive
        assert apps[well.pid].responsive
        reader.join(4)
        assert len(caught) == 1
    finally:
        os.kill(hung.pid, signal.SIGCONT)
    assert len(client.tree.read(hung_root.handle, ReadOptions(fresh=True), Progress(10)).nodes) > 20


@pytest.mark.parametrize("toolkit", TOOLKITS)
def test_a_killed_application_has_died(toolkit, fixture_app, client, window_of):
    app = fixture_app(toolkit)
    _, root = window_of(app.title)
    client.tree.read(root.handle, ReadOptions(), Progress(5))
    cursor = client.events.cursor()
    app.close()
    with pytest.raises(AppDied):
        client.tree.read(root.handle, ReadOptions(fresh=True), Progress(5))
    progress = Progress(5, "the event that tells of its end")
    while not any(e.kind == "app-died" and e.source[0] == root.handle[0] for e in client.events.since(cursor)):
        progress.check()
        client.events.wait(client.events.cursor(), 0.05)


def test_an_action_on_a_dead_application_was_not_delivered(fixture_app, client, window_of):
    app = fixture_app("gtk3")
    _, root = window_of(app.title)
    nodes = client.tree.read(root.handle, ReadOptions(), Progress(5)).nodes
    save = next(node for node in nodes if node.name == "Save")
    app.close()
    with pytest.raises(AppDied) as caught:
        client.tree.do_action(save.handle, "click", Progress(5))
    assert caught.value.delivery == "not_delivered"


def test_a_stop_ends_a_wait_for_a_hung_application_at_once(fixture_app, client, window_of):
    app = fixture_app("gtk3")
    _, root = window_of(app.title)
    os.kill(app.pid, signal.SIGSTOP)
    try:
        stop = Cancellation()
        threading.Timer(0.2, stop.request).start()
        started = time.monotonic()
        with pytest.raises(Stopped):
            client.tree.read(root.handle, ReadOptions(fresh=True), Progress(10, cancellation=stop))
        assert time.monotonic() - started < 0.5
    finally:
        os.kill(app.pid, signal.SIGCONT)


def test_a_dropped_connection_is_opened_again(fixture_app, client, window_of):
    app = fixture_app("gtk3")
    _, root = window_of(app.title)
    before = len(client.tree.read(root.handle, ReadOptions(fresh=True), Progress(5)).nodes)
    peer = client.tree._roster.peer(root.handle[0], Progress(5))
    assert peer._reading is not None
    peer._reading._socket.shutdown(2)
    assert len(client.tree.read(root.handle, ReadOptions(fresh=True), Progress(5)).nodes) == before


def test_an_object_that_is_gone_is_stale(fixture_app, client, window_of):
    app = fixture_app("gtk3")
    _, root = window_of(app.title)
    nowhere = (root.handle[0], "/org/a11y/atspi/accessible/999999")
    with pytest.raises(StaleRef):
        client.tree.node(nowhere, Progress(5))
    with pytest.raises(StaleRef):
        client.tree.read(nowhere, ReadOptions(), Progress(5))
    assert client.tree.nodes([nowhere, root.handle], Progress(5))[0] is None
    with pytest.raises(AppDied):
        client.tree.node((":1.99999", "/org/a11y/atspi/accessible/1"), Progress(5))


def test_no_bus_is_a_fault_of_the_environment(tmp_path):
    with pytest.raises(EnvironmentFault):
        AtspiClient(f"unix:path={tmp_path}/nobody")


def test_an_action_runs_only_under_its_exact_name(fixture_app, client, window_of):
    app = fixture_app("gtk4")
    _, root = window_of(app.title)
    nodes = client.tree.read(root.handle, ReadOptions(), Progress(5)).nodes
    notes = next(node for node in nodes if node.role == "text area" and node.name == "Notes")
    for name in ("click", "", "Click", "press"):
        with pytest.raises(Unsupported):
            client.tree.do_action(notes.handle, name, Progress(5))
    save = next(node for node in nodes if node.role == "button" and node.name == "Save")
    assert client.tree.do_action(save.handle, "click", Progress(5))
    app.wait_event("clicked", "save")
