from __future__ import annotations

from typing import Any

import pytest

from deskhand.adapters.fake import FakeObject
from deskhand.adapters.fake_objects import button, entry, label, row
from deskhand.errors import AmbiguousTarget, AppUnresponsive, NotFound, SnapshotGone, StaleRef
from deskhand.model.geometry import Bounds
from deskhand.model.progress import Progress
from deskhand.model.ref import Ref


def test_a_ref_is_usable_at_once_and_shows_the_state_of_now(stage: Any, progress: Progress) -> None:
    save = button("Save")
    stage.open(save)
    ref = stage.ref(stage.look(), "Save")
    save.states.discard("enabled")
    save.states.discard("sensitive")
    found = stage.eyes.resolve(ref, progress)
    assert (found.ref, found.name, found.enabled, found.window) == (str(ref), "Save", False, "note.txt")


def test_a_renamed_button_is_another_element(stage: Any, progress: Progress) -> None:
    save = button("Save")
    stage.open(save)
    ref = stage.ref(stage.look(), "Save")
    save.name = "Delete"
    with pytest.raises(StaleRef, match="Delete"):
        stage.eyes.resolve(ref, progress)


def test_a_recycled_row_is_another_element_though_its_object_and_name_are_the_same(
    stage: Any, progress: Progress
) -> None:
    names = [label("Ann", y=0), label("Bob", y=30)]
    rows = [row(names[0], button("Delete", 100, 0)), row(names[1], button("Delete", 100, 30))]
    stage.open(FakeObject("list", "People", rows))
    ref = stage.ref(stage.look(), "Delete", nth=1)
    assert stage.eyes.resolve(ref, progress).bounds == Bounds(100, 30, 80, 24)
    names[1].name = "Cyd"
    with pytest.raises(StaleRef, match="Cyd"):
        stage.eyes.resolve(ref, progress)


def test_when_the_row_is_removed_its_twin_is_not_taken(stage: Any, progress: Progress) -> None:
    rows = [row(label("Ann"), button("Delete")), row(label("Bob"), button("Delete"))]
    people = FakeObject("list", "People", rows)
    stage.open(people)
    ref = stage.ref(stage.look(), "Delete", nth=0)
    people.children.pop(0)
    with pytest.raises(StaleRef):
        stage.eyes.resolve(ref, progress)


def test_a_moved_row_is_still_found(stage: Any, progress: Progress) -> None:
    rows = [row(label("Ann"), button("Delete", y=0)), row(label("Bob"), button("Delete", y=30))]
    people = FakeObject("list", "People", rows)
    stage.open(people)
    ref = stage.ref(stage.look(), "Delete", nth=1)
    people.children.insert(0, row(label("Zoe"), button("Delete", y=60)))
    people.children.reverse()
    assert stage.eyes.resolve(ref, progress).bounds == Bounds(0, 30, 80, 24)


@pytest.mark.symptom(50)
def test_a_tree_made_anew_is_matched_by_its_surroundings(stage: Any, progress: Progress) -> None:
    def content() -> list[FakeObject]:
        return [
            FakeObject(
                "list", "People", [row(label("Ann"), button("Delete")), row(label("Bob"), button("Delete", y=30))]
            ),
            button("Close"),
        ]

    top = FakeObject("window", "note.txt", content())
    stage.adapter.open(stage.app, top)
    snapshot = stage.look()
    first, second, close = (
        stage.ref(snapshot, "Delete"),
        stage.ref(snapshot, "Delete", nth=1),
        stage.ref(snapshot, "Close"),
    )
    top.children = content()
    assert stage.eyes.resolve(second, progress).bounds == Bounds(0, 30, 80, 24)
    assert stage.eyes.resolve(first, progress).bounds == Bounds(0, 0, 80, 24)
    assert stage.eyes.resolve(close, progress).name == "Close"


def test_a_tree_made_anew_with_two_equal_candidates_is_ambiguous(stage: Any, progress: Progress) -> None:
    top = FakeObject("window", "note.txt", [label("Name"), button("Add"), label("End")])
    stage.adapter.open(stage.app, top)
    ref = stage.ref(stage.look(), "Add")
    top.children = [label("Name"), button("Add"), label("End"), label("Name"), button("Add"), label("End")]
    with pytest.raises((AmbiguousTarget, StaleRef)):
        stage.eyes.resolve(ref, progress)


def test_a_duplicate_beside_the_object_does_not_disturb_it(stage: Any, progress: Progress) -> None:
    top = FakeObject("window", "note.txt", [button("Add", y=10)])
    stage.adapter.open(stage.app, top)
    ref = stage.ref(stage.look(), "Add")
    top.children.insert(0, button("Add", y=50))
    assert stage.eyes.resolve(ref, progress).bounds == Bounds(0, 10, 80, 24)


def test_a_nameless_field_is_known_by_its_label(stage: Any, progress: Progress) -> None:
    name = label("Name", 0, 0)
    stage.open(name, entry("Ann", 100, 0), label("City", 0, 40), entry("Ulm", 100, 40))
    snapshot = stage.look()
    ref = next(one.ref for one in snapshot.elements if one.value == "Ann")
    found = stage.eyes.resolve(Ref(snapshot.id, int(ref.rpartition("e")[2])), progress)
    assert found.value == "Ann"
    name.name = "E-mail"
    with pytest.raises(StaleRef, match="E-mail"):
        stage.eyes.resolve(Ref(snapshot.id, int(ref.rpartition("e")[2])), progress)


def test_a_window_of_another_process_with_the_same_title_is_not_taken(stage: Any, progress: Progress) -> None:
    window = stage.open(button("Save"))
    ref = stage.ref(stage.look(), "Save")
    stage.adapter.shut(window)
    stage.app.dead = True
    other = stage.adapter.app("Notes")
    stage.adapter.open(other, FakeObject("window", "note.txt", [button("Save")]))
    with pytest.raises(StaleRef):
        stage.eyes.resolve(ref, progress)


def test_a_new_window_of_the_same_process_needs_more_evidence(stage: Any, progress: Progress) -> None:
    window = stage.open(button("Save"), button("Send", accessible_id="send"))
    snapshot = stage.look()
    stage.adapter.shut(window)
    stage.open(button("Print"), button("Save"), button("Send", accessible_id="send"))
    assert stage.eyes.resolve(stage.ref(snapshot, "Send"), progress).accessible_id == "send"
    with pytest.raises(StaleRef):
        stage.eyes.resolve(stage.ref(snapshot, "Save"), progress)


def test_an_object_that_cannot_be_read_is_unknown_not_gone(stage: Any, progress: Progress) -> None:
    save = button("Save")
    stage.open(save)
    ref = stage.ref(stage.look(), "Save")
    save.unread = True
    with pytest.raises(AppUnresponsive):
        stage.eyes.resolve(ref, progress)
    save.unread = False
    stage.app.hung = True
    with pytest.raises(AppUnresponsive):
        stage.eyes.resolve(ref, progress)


def test_old_snapshots_are_pruned_and_say_so(stage: Any, progress: Progress) -> None:
    stage.open(button("Save"))
    first = stage.look()
    kept = [stage.look() for _ in range(127)]
    assert stage.eyes.resolve(stage.ref(first, "Save"), progress).name == "Save"
    stage.look()
    with pytest.raises(SnapshotGone):
        stage.eyes.resolve(stage.ref(first, "Save"), progress)
    assert stage.eyes.resolve(stage.ref(kept[-1], "Save"), progress).name == "Save"
    with pytest.raises(NotFound, match="e99"):
        stage.eyes.resolve(Ref(kept[-1].id, 99), progress)


def test_kept_snapshots_keep_what_they_saw_and_their_own_refs(stage: Any, progress: Progress) -> None:
    save = button("Save")
    stage.open(save, button("Print"))
    first = stage.look()
    save.states.add("focused")
    second = stage.look()
    stage.look()
    stage.look()
    for seen in (first, second):
        assert stage.eyes.get(seen.id) == seen
        assert stage.eyes.resolve(stage.ref(seen, "Print"), progress).ref == seen.elements[2].ref
