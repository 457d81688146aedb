"""Each toolkit's ordinary controls: the receipt says verified, and the application's own log agrees."""

from __future__ import annotations

import pytest

from deskhand.errors import ActionFailed, AmbiguousTarget, NotActionable, NotFound, Unsupported
from fixtures.running import FixtureApp

TOOLKITS = ("gtk3", "gtk4", "qt")
TEXT = "Añ 你 ß €"


@pytest.fixture
def app(fixture_app, toolkit: str) -> FixtureApp:
    return fixture_app(toolkit)


@pytest.mark.symptom(62)
@pytest.mark.parametrize("toolkit", TOOLKITS)
def test_controls(act, app: FixtureApp, toolkit: str) -> None:
    receipt = act("click", 'button "Save"')
    assert receipt.verified
    assert receipt.effect.observer
    assert receipt.target["name"] == "Save"
    assert app.clicked() == ["save"]
    assert act.intents[-1] == (receipt.target, receipt.route)

    assert act("check", 'checkbox "Remember me"').verified
    assert app.read("remember_me") is True
    again = act("check", 'checkbox "Remember me"')
    assert (again.verified, again.route) == (True, "none")
    assert act("uncheck", 'checkbox "Remember me"').verified
    assert app.read("remember_me") is False
    assert len(app.events("toggled", "remember_me")) == 2

    receipt = act("select", 'combo box right of label "Report"', value="Report 2024 draft")
    assert receipt.verified
    assert app.read("report") == "Report 2024 draft"
    with pytest.raises(NotFound) as caught:
        act("select", 'combo box right of label "Report"', value="Report 2025")
    assert "Report 2024 (copy)" in caught.value.near
    assert app.read("report") == "Report 2024 draft"

    assert act("set_value", 'spin button right of label "Quantity"', value="7").verified
    assert app.read("quantity") == 7
    assert act("set_value", 'slider right of label "Volume"', value=40).verified
    assert app.read("volume") == 40

    assert act("select", 'tab "Lists"').delivery == "delivered_verified"
    assert app.events("page")[-1].value == "Lists"


@pytest.mark.symptom(61)
@pytest.mark.parametrize("toolkit", TOOLKITS)
def test_text(act, app: FixtureApp, toolkit: str) -> None:
    name = 'text field right of label "Name"'
    assert act("type", name, text=TEXT).effect.scope == "control"
    assert app.read("name") == TEXT
    assert act("type", name, text="!").verified
    assert app.read("name") == TEXT + "!"
    assert act("set_value", name, value="Grace").verified
    assert app.read("name") == "Grace"
    assert act("clear", name).verified
    assert app.read("name") == ""
    assert act("type", 'text area "Notes"', text="one\ntwo").verified
    assert app.read("notes") == "one\ntwo"
    hidden = act("type", "password field", text="geheim")
    assert hidden.verified
    assert "geheim" not in hidden.effect.seen


@pytest.mark.parametrize("toolkit", TOOLKITS)
def test_what_cannot_be_acted_on_is_refused_and_left_alone(act, app: FixtureApp, toolkit: str) -> None:
    with pytest.raises(NotActionable) as caught:
        act("click", 'button "Disabled"', seconds=1)
    assert caught.value.check == "enabled"
    assert caught.value.receipt is not None
    assert caught.value.receipt["delivery"] == "not_delivered"
    with pytest.raises(AmbiguousTarget) as two:
        act("click", 'button "Apply"', seconds=2)
    assert len(two.value.near) == 2
    with pytest.raises((Unsupported, NotActionable)):
        act("type", 'button "Save"', text="x", seconds=2)
    assert app.clicked() == []


@pytest.mark.parametrize("toolkit", TOOLKITS)
def test_the_menu_is_walked_by_its_names(act, app: FixtureApp, toolkit: str) -> None:
    assert act("menu", path="View > Full width").delivery.startswith("delivered")
    app.wait_event("toggled", "menu_full_width")
    act("menu", path="file > recent > PRICES.csv")
    app.wait_event("activated", "menu_prices_csv")
    with pytest.raises(NotFound) as caught:
        act("menu", path="View > Colours")
    assert caught.value.delivery == "not_delivered"


def test_a_value_outside_the_range_is_refused(act, fixture_app) -> None:
    app = fixture_app("gtk3")
    from deskhand.errors import BadRequest

    with pytest.raises(BadRequest):
        act("set_value", 'slider right of label "Volume"', value=4000)
    assert app.read("volume") == 0


def test_covered_things_are_not_clicked(act, fixture_app) -> None:
    """By pointer, the thing that lies there would get the click."""
    app = fixture_app("gtk3", "--page", "playground")
    act("hover", 'button "Alpha"')
    app.control("cover", widget="alpha")
    with pytest.raises(NotActionable) as caught:
        act("hover", 'button "Alpha"', seconds=2)
    assert caught.value.check == "receives_events"


def test_an_expectation_found_false_is_an_error(act, fixture_app) -> None:
    from deskhand.model.action import Expect

    app = fixture_app("gtk3")
    with pytest.raises(ActionFailed) as caught:
        act("click", 'button "Save"', expect=Expect("window_opens", window="Nowhere"), seconds=2)
    assert caught.value.delivery == "delivered_unverified"
    assert caught.value.retry == "unsafe"
    assert app.clicked() == ["save"]


@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt"])
def test_what_a_password_field_hides_is_kept_when_more_is_typed(act, fixture_app, toolkit: str) -> None:
    app = fixture_app(toolkit)
    for text, whole in (("abc", "abc"), ("def", "abcdef"), ("é", "abcdefé")):
        receipt = act("type", 'password field "Password"', text=text)
        assert app.read("password") == whole
        assert receipt.verified
