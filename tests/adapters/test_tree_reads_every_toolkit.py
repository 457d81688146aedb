"""What a person sees in a window is what the tree reader returns, in every toolkit."""

from __future__ import annotations

import pytest

from deskhand.adapters.linux.atspi import AtspiClient
from deskhand.adapters.protocol import ReadOptions
from deskhand.desktops.launch import Launcher
from deskhand.desktops.private import PrivateDesktop
from deskhand.model.element import STATES, Node
from deskhand.model.progress import Progress

pytestmark = pytest.mark.desktop
TOOLKITS = ["gtk3", "gtk4", "qt"]


def read(client: AtspiClient, root: Node, **options: object) -> list[Node]:
    return client.tree.read(root.handle, ReadOptions(fresh=True, **options), Progress(15)).nodes


def one(nodes: list[Node], role: str, name: str) -> Node:
    (found,) = [node for node in nodes if node.role == role and node.name == name]
    return found


@pytest.mark.symptom(32)
@pytest.mark.parametrize("toolkit", TOOLKITS)
def test_fields_have_the_names_of_their_labels(toolkit, fixture_app, client, window_of):
    app = fixture_app(toolkit)
    nodes = read(client, window_of(app.title)[1])
    for role, name in (("text field", "Name"), ("slider", "Volume"), ("combo box", "Report"), ("text area", "Notes")):
        assert one(nodes, role, name).bounds is not None
    assert "checked" in one(nodes, "checkbox", "Send news").states
    assert "checked" not in one(nodes, "checkbox", "Remember me").states
    assert not {"enabled", "sensitive"} & one(nodes, "button", "Disabled").states or toolkit == "gtk4"
    assert all(node.states <= STATES for node in nodes)


@pytest.mark.parametrize("toolkit", TOOLKITS)
def test_what_does_not_show_is_left_out_unless_asked_for(toolkit, fixture_app, client, window_of):
    app = fixture_app(toolkit)
    _, root = window_of(app.title)
    showing, everything = read(client, root), read(client, root, showing_only=False)
    assert len(showing) < len(everything)
    assert all("showing" in node.states for node in showing)
    assert {node.handle for node in showing} <= {node.handle for node in everything}


@pytest.mark.parametrize("toolkit", TOOLKITS)
def test_parents_come_before_children_and_positions_agree(toolkit, fixture_app, client, window_of):
    app = fixture_app(toolkit)
    for showing_only in (True, False):
        nodes = read(client, window_of(app.title)[1], showing_only=showing_only)
        for place, node in enumerate(nodes):
            assert node.parent < place
            assert all(nodes[child].parent == place for child in node.children)
            assert node.parent < 0 or place in nodes[node.parent].children


@pytest.mark.parametrize("toolkit", ["gtk3", "qt"])
def test_bounds_are_where_the_application_draws(toolkit, fixture_app, client, window_of):
    app = fixture_app(toolkit)
    save = one(read(client, window_of(app.title)[1]), "button", "Save")
    place = app.where("save")
    assert save.bounds == (place.x, place.y, place.width, place.height)


def test_gtk4_bounds_are_moved_by_the_windows_place(fixture_app, client, window_of):
    app = fixture_app("gtk4")
    _, root = window_of(app.title)
    inside = one(read(client, root), "button", "Save").bounds
    from deskhand.adapters.linux.atspi.window_places import WindowPlace
    from deskhand.model.geometry import Point

    there = WindowPlace(Point(100, 50), Point(0, 0))
    client.tree.window_place = lambda handle, from_window: there if from_window and handle == root.handle else None
    moved = one(read(client, root), "button", "Save")
    assert inside is not None
    assert moved.bounds == (inside.x + 100, inside.y + 50, inside.width, inside.height)
    assert client.tree.node(moved.handle, Progress(5)).bounds == moved.bounds


@pytest.mark.parametrize("toolkit", TOOLKITS)
def test_one_object_read_alone_is_the_same_as_in_a_whole_read(toolkit, fixture_app, client, window_of):
    app = fixture_app(toolkit)
    nodes = read(client, window_of(app.title)[1], attributes=True)
    wanted = [n for n in nodes if n.role in ("button", "text field", "combo box", "tab", "slider", "checkbox", "label")]
    alone = client.tree.nodes([node.handle for node in wanted], Progress(10))
    for before, after in zip(wanted, alone, strict=True):
        assert after is not None
        fields = ("handle", "role", "name", "states", "bounds", "actions", "text", "value", "child_count")
        assert {f: getattr(after, f) for f in fields} == {f: getattr(before, f) for f in fields}


@pytest.mark.parametrize("toolkit", TOOLKITS)
def test_a_limit_of_nodes_is_marked_where_it_cut(toolkit, fixture_app, client, window_of):
    app = fixture_app(toolkit)
    result = client.tree.read(window_of(app.title)[1].handle, ReadOptions(max_nodes=20, fresh=True), Progress(10))
    assert len(result.nodes) <= 20
    assert not result.complete
    assert any(node.boundary == "limit of nodes reached" for node in result.nodes)
    shallow = client.tree.read(window_of(app.title)[1].handle, ReadOptions(max_depth=2, fresh=True), Progress(10))
    assert not shallow.complete


@pytest.mark.parametrize("toolkit", TOOLKITS)
def test_ancestors_lead_to_the_application(toolkit, fixture_app, client, window_of):
    app = fixture_app(toolkit)
    _, root = window_of(app.title)
    button = one(read(client, root), "button", "Save")
    ancestors = client.tree.ancestors(button.handle, Progress(5))
    assert root.handle in [node.handle for node in ancestors]
    assert ancestors[-1].role == "application"


@pytest.mark.parametrize("toolkit", ["gtk3", "qt"])
def test_the_object_at_a_point_is_the_one_drawn_there(toolkit, fixture_app, client, window_of):
    app = fixture_app(toolkit)
    _, root = window_of(app.title)
    place = app.where("delete")
    from deskhand.model.geometry import Point

    found = client.tree.at_point(root.handle, Point(*place.centre), Progress(5))
    assert found is not None
    assert (found.role, found.name) == ("button", "Delete")


def test_a_list_of_choices_in_a_page_tells_its_choice(page_server):
    progress = Progress(40, "the form in Chromium")
    with PrivateDesktop.start() as place:
        Launcher(place).launch("chromium", progress, files=(page_server.url,))
        adapter = place.adapter()
        boxes: list[str | None] = []
        while not boxes:
            progress.check()
            roots = [window.root for window in adapter.windows.list(progress) if window.root is not None]
            nodes = [node for root in roots for node in adapter.tree.read(root, ReadOptions(), progress).nodes]
            boxes = [node.text for node in nodes if node.role == "combo box" and node.name == "Delivery"]
    assert boxes == ["Standard"]
