"""The judging of `make bench-tokens`: what counts as told, what as lost, and who is the leanest."""

from __future__ import annotations

import pytest

from bench.tokens.asking import Reply
from bench.tokens.judging import Control, Told, account, controls_of, kindly, read_tree, told_texts
from bench.tokens.page import page
from bench.tokens.peers import A11y, Cua, Xa11y
from bench.tokens.results import OURS, Results, Seen, ToolList, whole

TREE = """# refs @s1234567:e1-9
e1 window "note" [active]
 e2 tool bar: e3 button "New" e4 "Say \\"hi\\"" [disabled] e5 e6 checkbox "Wrap" [focused, checked]
 e7 text field "City" = "Ulm: e9 \\"x\\""
 e8 table "Sheet" …(99 rows × 9 columns, read rows 0–1, columns 0–1)"""


def control(role: str, name: str = "", *states: str, **more: object) -> Control:
    return Control(role, name, frozenset({"enabled", "showing", *states}), **more)  # type: ignore[arg-type]


def test_every_element_of_our_tree_is_read_from_its_text() -> None:
    told = {one.handle: one for one in read_tree(TREE)}
    assert [one.role for one in told.values()][2:6] == ["button", "button", "button", "checkbox"]
    assert told["e4"] == Told("button", r"Say \"hi\"", None, frozenset({"disabled"}), "e4")
    assert told["e6"].states == {"focused", "checked"}
    assert told["e7"].value == r"Ulm: e9 \"x\""
    assert len(told) == 8
    with pytest.raises(ValueError, match="not an element"):
        read_tree('e1 window "a" and more')


def test_a_whole_account_has_role_name_value_states_and_handle_of_each_control() -> None:
    controls = [
        control("push button", "New"),
        Control("push button", 'Say "hi"', frozenset({"showing"})),
        control("push button"),
        control("check box", "Wrap", "checked", "focused"),
        control("entry", "City", text='Ulm: e9 "x"'),
    ]
    found = account(controls, read_tree(TREE))
    assert (found.covered, found.lost) == (5, [])
    assert found.told["handle"] == 5


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        (control("push button", "Print"), "push button 'Print'"),
        (control("slider", "New"), "slider 'New'"),
        (control("check box", "Wrap", "selected"), "the state of check box 'Wrap': selected"),
        (control("entry", "City", text="Bonn"), "the value of entry 'City': 'Bonn'"),
        (Control("push button", "New", frozenset({"showing"})), "the state of push button 'New': disabled"),
    ],
)
def test_what_is_not_told_is_lost_and_said(missing: Control, words: str) -> None:
    assert account([missing], read_tree(TREE)).lost == [words]


def test_one_element_stands_for_one_control() -> None:
    assert account([control("push button", "New")] * 2, read_tree(TREE)).covered == 1
    assert kindly([control("push button", "New")] * 2, [Told("button", "New")]).covered == 1


def test_a_thing_seen_twice_at_one_place_is_one_control() -> None:
    row = {"role": "menu", "name": "File", "states": [], "box": [0, 19, 39, 25]}
    assert len(controls_of([row, row | {"box": [3, 19, 35, 19]}, row | {"box": [200, 19, 39, 25]}])) == 2


def test_toolkits_own_names_are_no_names() -> None:
    assert control("push button", "GtkMenuButton").title == ""
    assert control("push button", "7 7").title == "7"


def test_a_control_with_a_picture_is_called_by_its_hint() -> None:
    count = control("push button", hint="<p>Count <b>words</b></p>")
    assert account([count], read_tree('e1 button ("Count words")')).lost == []
    assert account([count], read_tree("e1 button")).lost == ["push button 'Count words'"]
    assert kindly([count], A11y({}).read('  e1 button "Count words" (click)')).covered == 1


def test_who_has_no_server_is_compared_by_content_only() -> None:
    printed = Seen("editor", "printed", "", 50, 50, 50, controls=10, covered=10, served=False)
    full = Seen("editor", "full", "", 100, 100, 100, controls=10, covered=10)
    found = results(printed, full)
    assert [found.ratio("editor", reading) for reading in ("content", "structured", "both")] == [0.8, 0.4, 0.4]


def test_what_a_peer_leaves_out_is_not_made_up_for_where_characters_are_counted_as_they_stand() -> None:
    half = Seen("editor", "half", "", 70, 70, 70, controls=10, covered=5)
    assert results(half).held("content") == ["editor"]
    assert results(half).held_as_they_stand() == []
    assert results(half, ours=35).held_as_they_stand() == ["editor"]


def test_others_are_read_in_their_own_form() -> None:
    assert Cua({}).read('    - [3] push button "New" [actions=[click]]\n  - check box = "Wrap" (disabled)') == [
        Told("push button", "New", None, frozenset(), "3"),
        Told("check box", "Wrap", None, frozenset({"disabled"}), ""),
    ]
    assert A11y({}).read('  e1 checkbox "Wrap" (click,checked)\n    e2 textfield ="80" (edit)') == [
        Told("checkbox", "Wrap", None, frozenset({"checked"}), "e1"),
        Told("textfield", "", "80", frozenset(), "e2"),
    ]
    assert Xa11y({}).read('  static_text "Undo" value="Undo"') == [Told("static_text", "Undo", "Undo")]


def test_a_reply_is_counted_as_each_kind_of_client_hands_it_on() -> None:
    reply = Reply("abc", '{"a":1}')
    assert [reply.characters(reading) for reading in ("content", "structured", "both")] == [3, 7, 10]
    assert [Reply("abc").characters(reading) for reading in ("content", "structured", "both")] == [3, 3, 3]


def test_a_text_counts_where_the_answer_says_it() -> None:
    assert told_texts(["Page 1 of 1", "Quantity 0", "gone"], 'e1 label "Page 1 of 1"\n e2 "Quantity" = "0"') == [
        True, True, False,
    ]  # fmt: skip


def results(*peers: Seen, ours: int = 40) -> Results:
    own = Seen("editor", OURS, "", ours, ours, ours, controls=10, covered=10, handles=10, states=10)
    tools = [ToolList(OURS, "0.1", 14, 15_000), *(ToolList(peer.name, "1", 0, 0) for peer in peers)]
    return Results([own, *peers], tools)


def test_the_leanest_is_the_one_that_needs_the_fewest_characters_for_the_whole_window() -> None:
    half = Seen("editor", "half", "", 60, 60, 60, controls=10, covered=5)
    full = Seen("editor", "full", "", 100, 100, 100, controls=10, covered=10)
    found = results(half, full)
    assert found.leanest("editor", "content") is full
    assert found.ratio("editor", "content") == 0.4
    assert found.held("content") == ["editor"]


def test_who_loses_most_of_a_window_is_not_the_leanest_however_short() -> None:
    few = Seen("editor", "few", "", 4, 4, 4, controls=10, covered=4)
    mute = Seen("editor", "mute", "", 30, 30, 30, controls=10, covered=10, texts=4, texts_told=1)
    dead = Seen("editor", "dead", why_not="died")
    assert results(few, mute, dead).leanest("editor", "content") is None
    assert results(few).held("content") == []
    assert "4 (4/10) †" in page(results(few, mute, dead), "2026-01-01")


def test_a_window_of_which_something_is_lost_does_not_hold() -> None:
    found = results(Seen("editor", "full", "", 100, 100, 100, controls=10, covered=10))
    found.ours("editor").lost.append("the value of entry 'City': 'Ulm'")
    assert not whole(found.ours("editor"))
    assert found.held("content") == []
    assert not found.ok()
