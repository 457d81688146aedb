from __future__ import annotations

import json
import time
from typing import Any

import pytest

from deskhand.adapters.fake import FakeObject
from deskhand.adapters.fake_objects import button, entry, label
from deskhand.adapters.protocol import ReadOptions
from deskhand.errors import StaleRef, WindowNotFound
from deskhand.model.progress import Progress
from deskhand.perceive.build import WindowRead, build_forest
from deskhand.perceive.diff import diff
from deskhand.perceive.render import render_text
from deskhand.perceive.scope import Scope


def test_wrappers_are_skipped_without_costing_depth(stage: Any) -> None:
    inner = FakeObject("panel", "", [FakeObject("filler", "", [button("Save")])])
    stage.open(inner, FakeObject("panel", "Address", [FakeObject("panel", "", [entry("Ulm", name="City")])]))
    snapshot = stage.look(depth=1)
    assert [(one.depth, one.describe()) for one in snapshot.elements] == [
        (0, 'window "note.txt"'),
        (1, 'button "Save"'),
        (1, 'panel "Address"'),
    ]
    assert not snapshot.complete
    assert snapshot.elements[2].boundary
    assert len(stage.look().elements) == 4
    assert stage.look().complete


@pytest.mark.symptom(46)
def test_what_was_not_read_is_marked(stage: Any) -> None:
    sheet = FakeObject("table", "Sheet1", cells=lambda row, column: "")
    stage.open(sheet, FakeObject("button", "broken", unread=True))
    bare = stage.adapter.app("xterm")
    stage.adapter.open(bare, FakeObject("window", "terminal"), root=None, active=False)
    hung = stage.adapter.app("Stuck")
    stage.adapter.open(hung, FakeObject("window", "stuck", [button("Go")]), active=False)
    hung.hung = True
    snapshot = stage.look()
    text = render_text(snapshot)
    assert not snapshot.complete
    assert 'table "Sheet1" …(2147483647 rows not read)' in text
    assert 'window "terminal" …(no accessibility tree)' in text
    assert 'window "stuck" …(does not answer)' in text
    assert "could not be read" in text
    assert snapshot.elements[0].name == "note.txt", "the active window comes first"
    assert snapshot.get(f"@{snapshot.id}:e1") == snapshot.elements[0]
    json.dumps(snapshot.to_json())


def test_values_are_what_a_person_reads_and_passwords_are_masked(stage: Any) -> None:
    combo = FakeObject("combo box", "Fruit", [FakeObject("menu", "", [FakeObject("menu item", "Pear")])])
    combo.children[0].children[0].states.add("selected")
    secret = FakeObject("password field", "Password", text="hunter2")
    secret.states.add("protected")
    stage.open(
        entry("Ulm", name="City"),
        FakeObject("slider", "Volume", value=40.0),
        combo,
        secret,
        FakeObject("spin button", "Qty", text="3"),
        FakeObject("cell", "", text="12,50"),
    )
    values = {one.role: one.value for one in stage.look().elements}
    assert values["text field"] == "Ulm"
    assert values["slider"] == "40"
    assert values["combo box"] == "Pear"
    assert values["password field"] == "••••"
    assert values["spin button"] == "3"
    assert values["cell"] == "12,50"
    assert "hunter2" not in render_text(stage.look())


def test_the_text_has_one_line_each_with_short_refs_and_states_that_matter(stage: Any) -> None:
    save = button("Save")
    save.states = {"showing", "visible", "focusable"}
    box = FakeObject("checkbox", "Wrap", states={"showing", "visible", "enabled", "checked", "focused"})
    stage.open(save, box, label("Ready"))
    snapshot = stage.look()
    lines = render_text(snapshot).splitlines()
    assert lines[0].startswith(f"# snapshot {snapshot.id} · desktop · 4 elements · complete")
    assert lines[1:] == [
        'e1 window "note.txt" [active]',
        '  e2 button "Save" [disabled]',
        '  e3 checkbox "Wrap" [focused, checked]',
        '  e4 label "Ready"',
    ]


def test_a_drill_down_reads_only_below_its_root(stage: Any, progress: Progress) -> None:
    bar = FakeObject("tool bar", "Tools", [button("Cut"), button("Copy")])
    stage.open(bar, button("Save"))
    whole = stage.look()
    part = stage.look(root=stage.ref(whole, "Tools"))
    assert [one.name for one in part.elements] == ["Tools", "Cut", "Copy"]
    assert stage.eyes.resolve(stage.ref(part, "Copy"), progress).name == "Copy"
    assert stage.eyes.resolve(stage.ref(whole, "Save"), progress).name == "Save"
    bar.name = "Other"
    with pytest.raises(StaleRef):
        stage.look(root=stage.ref(whole, "Tools"))


def test_a_skeleton_has_the_named_regions_only(stage: Any) -> None:
    stage.open(
        FakeObject("menu bar", "", [FakeObject("menu", "File")]),
        FakeObject("panel", "", [FakeObject("panel", "Address", [button("Go")])]),
        button("Save"),
        FakeObject("status bar", ""),
    )
    snapshot = stage.look(skeleton=True)
    assert [one.role for one in snapshot.elements] == ["window", "menu bar", "menu", "panel", "status bar"]
    assert snapshot.skeleton
    assert not snapshot.complete


def test_a_window_is_seen_with_its_dialogs_but_without_other_windows(stage: Any) -> None:
    first = stage.open(button("Save"), title="one")
    stage.open(button("Other"), title="two")
    stage.open(button("Yes"), title="Really?", role="dialog", modal=True, transient_for=first.id)
    names = [one.name for one in stage.look(window="one").elements]
    assert names == ["one", "Save", "Really?", "Yes"]
    with pytest.raises(WindowNotFound) as caught:
        stage.look(window="onne")
    assert "one" in caught.value.near


def test_only_what_changed_is_told(stage: Any) -> None:
    field, box = entry("a", name="City"), FakeObject("checkbox", "Wrap")
    window = stage.open(field, box, button("Old"))
    before = stage.look()
    field.text = "ab"
    box.states.add("checked")
    top = stage.app.toplevels[0]
    top.children[2] = button("New")
    now = stage.look()
    change = diff(before, now)
    assert [one.name for one in change.added] == ["New"]
    assert [one.name for one in change.removed] == ["Old"]
    assert {one.now.name: one.fields for one in change.changed} == {
        "City": {"value": ("a", "ab")},
        "Wrap": {"states": ([], ["checked"])},
    }
    assert '~ e2 text field "City": value: "a" → "ab"' in change.to_text()
    json.dumps(change.to_json())
    assert diff(now, stage.look()).empty
    assert window.title == "note.txt"


@pytest.mark.symptom(36)
def test_the_node_limit_of_one_window_is_not_spent_on_another(stage: Any) -> None:
    stage.open(*[button(f"A{n}") for n in range(60)], title="one")
    stage.open(*[button(f"B{n}") for n in range(60)], title="two")
    snapshot = stage.look(max_nodes=10)
    assert not snapshot.complete
    assert {one.window for one in snapshot.elements} == {"one", "two"}


@pytest.mark.symptom(49)
def test_two_thousand_nodes_are_built_quickly(stage: Any) -> None:
    groups = [FakeObject("panel", "", [button(f"{n}-{m}", m, n) for m in range(50)]) for n in range(40)]
    window = stage.open(*groups)
    read = stage.adapter.tree.read(window.root, ReadOptions(), Progress(5))
    best = 1e9
    for _ in range(5):
        started = time.perf_counter()
        forest = build_forest([WindowRead(window, read)], Scope(), "@s1234567:e")
        best = min(best, time.perf_counter() - started)
    assert len(forest.elements) == 2001
    assert best < 0.1, f"{best * 1000:.0f} ms: ten times what it takes is no accident"
