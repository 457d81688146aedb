"""What stands in a password field is in no snapshot, text, receipt, event or picture, whatever the application does
with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from deskhand.adapters.veil.fields import says_secret
from deskhand.desktop import Desktop
from deskhand.model.progress import Progress
from deskhand.perceive.render import render_text
from deskhand.perceive.scope import Scope
from tests.secrets.conftest import PAGE, StartForm

pytestmark = pytest.mark.desktop

VALUE = "gJ7?kestrel&Lu"


def everything_said(desktop: Desktop) -> str:
    """All that a caller can be told of the desktop as it stands."""
    first = desktop.snapshot(everything=True)
    told: list[Any] = [render_text(first), first.to_json(), desktop.snapshot().to_json()]
    told.append([element.to_json() for element in desktop.find("field")])
    told.append([window.to_json() for window in desktop.windows()])
    told.append([event.text for event in desktop.engine.adapter.events.since(0)])
    told.append(desktop.engine.perception.diff(first.id, Scope(everything=True), Progress(10)).to_json())
    for name in ("Password", "PIN"):
        told.append(desktop.read(f'field "{name}"'))
    return json.dumps(told, ensure_ascii=False)


def wait_told(desktop: Desktop) -> None:
    """Until the form has repeated what it was given: its label is no dash any more."""
    for _ in Progress(5, "the form tells").attempts():
        if "it is" in render_text(desktop.snapshot()):
            return


@pytest.mark.symptom(104, 108)
@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt"])
def test_shown_repeated_and_copied(toolkit: str, desktop: Desktop, secret_form: StartForm, tmp_path: Path) -> None:
    form = secret_form(toolkit)
    receipts = [
        desktop.type(VALUE, into='password field "Password"'),
        desktop.type(VALUE[:9], into='field "PIN"'),
        desktop.type(VALUE[2:], into='field right of label "Passphrase"'),
        desktop.type("Ada", into='field "Name"'),
    ]
    assert [form.holds(key) for key in ("password", "pin", "passphrase")] == [VALUE, VALUE[:9], VALUE[2:]]
    for name in ("Show", "Tell"):
        receipts.append(desktop.click(f'button "{name}"'))
    wait_told(desktop)
    said = everything_said(desktop) + json.dumps([receipt.to_json() for receipt in receipts])
    if toolkit != "gtk4":  # taking the clipboard from a button's click needs the pointer there
        said += desktop.clipboard_read()
    for secret in (VALUE, VALUE[:9], VALUE[2:], "kestrel"):
        assert secret not in said
    assert "it is ••••!" in said
    assert "Ada" in said
    field = desktop.find('password field "Password"')[0]
    assert field.value in ("••••", None)
    picture = tmp_path / "shown.png"
    desktop.screenshot(picture)
    assert field.bounds is not None
    assert colours(picture, field.bounds) == {(0x33, 0x33, 0x33)}
    name = desktop.find('field "Name"')[0]
    assert name.bounds is not None
    assert len(colours(picture, name.bounds)) > 1
    assert name.value == "Ada"


def colours(picture: Path, bounds: tuple[int, int, int, int]) -> set[Any]:
    x, y, width, height = bounds
    with Image.open(picture) as image:
        return {colour for _, colour in image.convert("RGB").crop((x, y, x + width, y + height)).getcolors(1 << 20)}


@pytest.mark.symptom(104, 108)
@pytest.mark.slow
def test_a_page_that_turns_it_into_plain_text(desktop: Desktop, tmp_path: Path) -> None:
    page = tmp_path / "form.html"
    page.write_text(PAGE.removeprefix("data:text/html,"), encoding="utf-8")
    desktop.launch("chromium", page)
    desktop.wait('button "Tell" appears', 20)
    receipts = [
        desktop.type(VALUE, into='password field "Password"'),
        desktop.type(VALUE[:9], into='field "PIN"'),
        desktop.type(VALUE[2:], into='field "Passphrase"'),
        desktop.click('button "Show"'),
        desktop.click('button "Tell"'),
    ]
    wait_told(desktop)
    said = everything_said(desktop) + json.dumps([receipt.to_json() for receipt in receipts])
    for secret in (VALUE, VALUE[:9], VALUE[2:], "kestrel"):
        assert secret not in said
    field = desktop.find('password field "Password"')[0]
    assert field.value == "••••"
    picture = tmp_path / "shown.png"
    desktop.screenshot(picture)
    assert field.bounds is not None
    assert colours(picture, field.bounds) == {(0x33, 0x33, 0x33)}


@pytest.mark.symptom(108)
def test_a_password_that_a_person_typed_and_showed(desktop: Desktop, secret_form: StartForm) -> None:
    """Nobody told Deskhand this value: the field was a password field once, and that is enough."""
    form = secret_form("qt")
    desktop.snapshot()
    keys = desktop.place.adapter().input
    desktop.focus('password field "Password"')
    keys.type_text(VALUE, Progress(10))
    for _ in Progress(5, "the form has it").attempts():
        if form.holds("password") == VALUE:
            break
    desktop.click('button "Show"')
    desktop.click('button "Tell"')
    wait_told(desktop)
    assert "kestrel" not in everything_said(desktop)


@pytest.mark.parametrize(
    "words",
    ["Password", "New password:", "userPassword", "new_pwd", "PIN", "PIN code", "CVV", "Card security code", "密码",
     "请输入验证码", "Passcode", "One-time code", "Passwort", "Mot de passe", "パスワード", "API key", "access-token"],
)  # fmt: skip
def test_a_name_that_says_it_is_enough(words: str) -> None:
    assert says_secret(words)


@pytest.mark.parametrize("words", ["Name", "Spinning", "Opinion", "Pinned", "Postcode", "Tokyo", "Secretary", "", None])
def test_other_names_are_left_alone(words: str | None) -> None:
    assert not says_secret(words)
