"""A hung, dying or disconnected application costs its own callers, nobody else."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import threading
import time
from contextlib import closing

import pytest

from deskhand.adapters.linux.adapter import LinuxAdapter
from deskhand.adapters.linux.atspi import AtspiClient
from deskhand.adapters.linux.atspi.roster import Roster
from deskhand.adapters.protocol import ReadOptions
from deskhand.errors import AppDied, AppUnresponsive, EnvironmentFault, StaleRef, Stopped, Timeout, Unsupported
from deskhand.model.progress import Cancellation, Progress

pytestmark = pytest.mark.desktop
TOOLKITS = ["gtk3", "gtk4", "qt"]


@pytest.mark.symptom(34)
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


@pytest.mark.symptom(56)
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


MODAL = """
from PyQt5 import QtWidgets
application = QtWidgets.QApplication([])
window = QtWidgets.QMainWindow(windowTitle="Asks from its menu")
window.setCentralWidget(QtWidgets.QTextEdit())
tools = window.addToolBar("Tools")
for name in "Cut", "Copy", "Paste":
    tools.addAction(name)
menu = window.menuBar().addMenu("Ask")
menu.addAction("Now").triggered.connect(lambda: QtWidgets.QMessageBox(window, text="Well?").exec_())
window.show()
application.exec_()
"""


@pytest.mark.symptom(33)
def test_an_action_that_does_not_answer_holds_up_no_reading(client, window_of, private_desktop):
    with subprocess.Popen(["/usr/bin/python3", "-c", MODAL], env=private_desktop.env) as program:
        try:
            app, root = window_of("Asks from its menu")
            nodes = client.tree.read(root.handle, ReadOptions(showing_only=False), Progress(5)).nodes
            entry = next(node for node in nodes if node.role == "menu item" and node.name == "Now")
            outcome: list[str] = []

            def act() -> None:
                try:
                    client.tree.do_action(entry.handle, entry.actions[0], Progress(3))
                except AppUnresponsive as error:
                    outcome.append(error.delivery)

            actor = threading.Thread(target=act)
            actor.start()
            progress = Progress(2.5, "the modal dialog in the tree")
            while len(client.tree.toplevels(app, progress)) < 2:
                progress.check()
            assert len(client.tree.read(root.handle, ReadOptions(fresh=True), progress).nodes) > 3
            assert actor.is_alive(), "the action answered, so this shows nothing"
            actor.join(5)
            assert outcome == ["uncertain"]
        finally:
            program.kill()


def test_a_silent_application_has_its_windows_listed_all_the_same(fixture_app, private_desktop):
    with closing(LinuxAdapter(private_desktop.display, private_desktop.a11y_bus)) as adapter:
        hung, well = fixture_app("gtk3"), fixture_app("gtk3")
        os.kill(hung.pid, signal.SIGSTOP)
        try:
            started = time.monotonic()
            windows = {window.title: window for window in adapter.windows.list(Progress(10))}
            assert time.monotonic() - started < 3
            assert windows[hung.title].root is None
            assert windows[well.title].root is not None
        finally:
            os.kill(hung.pid, signal.SIGCONT)
        progress = Progress(10, "the tree of a window that answers again")
        while {w.title: w for w in adapter.windows.list(progress)}[hung.title].root is None:
            progress.pause(0.05)
            progress.check()


@pytest.mark.parametrize("manners", ["closes", "is silent"])
def test_a_bus_that_says_nothing_after_the_greeting_leaves_no_socket_open(manners, tmp_path):
    path = tmp_path / "bus"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(str(path))
        listener.listen()

        def greet() -> None:
            with listener.accept()[0] as connection:
                connection.recv(1000)
                connection.sendall(b"OK 0123456789abcdef\r\n")
                while manners == "is silent" and connection.recv(1000):
                    pass

        host = threading.Thread(target=greet)
        host.start()
        with pytest.raises((EnvironmentFault, AppUnresponsive, Timeout)):
            Roster(f"unix:path={path}").roots(Progress(0.5))
        host.join(5)
        assert not host.is_alive(), "our end is still open"
