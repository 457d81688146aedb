"""Events arrive with canonical names, in order, and never carry a secret."""

from __future__ import annotations

import pytest

from deskhand.adapters.protocol import ReadOptions
from deskhand.model.progress import Progress

pytestmark = pytest.mark.desktop


def wait_for(client, cursor, wanted):
    progress = Progress(5, "an event")
    while True:
        for event in client.events.since(cursor):
            if wanted(event):
                return event
        progress.check()
        client.events.wait(client.events.cursor(), 0.05)


@pytest.mark.parametrize("toolkit", ["gtk3", "qt"])
def test_a_ticked_box_is_an_event(toolkit, fixture_app, client, window_of):
    app = fixture_app(toolkit)
    _, root = window_of(app.title)
    nodes = client.tree.read(root.handle, ReadOptions(), Progress(5)).nodes
    box = next(node for node in nodes if node.role == "checkbox" and node.name == "Remember me")
    cursor = client.events.cursor()
    client.tree.do_action(box.handle, box.actions[0], Progress(5))
    event = wait_for(client, cursor, lambda e: e.source == box.handle and e.kind == "state-changed:checked")
    assert event.detail1 == 1
    numbers = [e.number for e in client.events.since(cursor)]
    assert numbers == sorted(set(numbers))
    assert numbers[0] == cursor + 1


@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt"])
def test_what_is_typed_into_a_password_field_is_nowhere(toolkit, fixture_app, client, window_of):
    app = fixture_app(toolkit)
    _, root = window_of(app.title)
    nodes = client.tree.read(root.handle, ReadOptions(), Progress(5)).nodes
    secret = next(node for node in nodes if node.role == "password field")
    cursor = client.events.cursor()
    app.control("set_text", widget="password", text="hunter2")
    progress = Progress(3, "the field's own text")
    while app.read("password") != "hunter2":
        progress.check()
    client.events.wait(cursor, 0.5)
    read = client.tree.read(root.handle, ReadOptions(fresh=True), Progress(5)).nodes
    field = client.tree.node(secret.handle, Progress(5))
    assert "protected" in field.states
    assert field.text is None
    assert "hunter2" not in client.tree.get_text(secret.handle, 0, -1, Progress(5)).text
    assert not any("hunter2" in (node.text or "") + node.name for node in read)
    assert not any("hunter2" in event.text for event in client.events.since(cursor))


@pytest.mark.parametrize("toolkit", ["gtk3", "qt"])
def test_a_dialog_that_opens_is_an_event(toolkit, fixture_app, client, window_of):
    app = fixture_app(toolkit)
    _, root = window_of(app.title)
    cursor = client.events.cursor()
    app.control("open_dialog")
    wait_for(client, cursor, lambda e: e.kind in ("window-opened", "window:activate") and e.source[0] == root.handle[0])
    assert client.events.wait(cursor, 0)
    assert not client.events.wait(client.events.cursor() + 100_000, 0.01)
