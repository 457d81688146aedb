"""With an input method on that composes keys, what Deskhand types arrives as it is, and the method stays on."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from deskhand.adapters.linux.x11 import X11
from deskhand.desktop import Desktop
from deskhand.desktops.private import PrivateDesktop
from deskhand.errors import EnvironmentFault
from deskhand.model.progress import Progress
from fixtures.running import FixtureApp
from tests.adapters.fields_to_type_into import TypedField, choose_layout, notes_of

pytestmark = [pytest.mark.desktop, pytest.mark.symptom(84)]

ENGINE = "libpinyin"
TEXTS = (
    "nihao, zg 123; `~!@#$%^&*|'<>?",
    "Grüße, ça naïve Ærø “señor” €",
    "合计：你好 こんに 한국",
    "shi 是\nni\tni 😀",
)


@pytest.fixture(scope="module")
def composing() -> Iterator[PrivateDesktop]:
    """A desktop on which Pinyin composes what is typed."""
    with PrivateDesktop.start(size=(1280, 900), name="composing", input_method=ENGINE) as place:
        yield place


@pytest.fixture(scope="module", params=["gtk3", "gtk4", "qt", "qt6"])
def field(composing: PrivateDesktop, request: pytest.FixtureRequest) -> Iterator[TypedField]:
    with FixtureApp(request.param, composing.env) as app:
        yield notes_of(app, composing.adapter())


def engine_of(place: PrivateDesktop) -> str:
    """The engine that is on, by IBus's own command."""
    said = subprocess.run(["ibus", "engine"], env=place.env, capture_output=True, text=True, timeout=20, check=False)
    return said.stdout.strip()


def test_what_is_typed_arrives_as_it_is(composing: PrivateDesktop, field: TypedField) -> None:
    input_ = composing.adapter().input
    for text in TEXTS:

        def shown(sent: int, text: str = text) -> bool:
            progress = Progress(5, f"{text[:sent]!r}")
            while len(field.read()) < sent and progress.remaining:
                progress.pause(0.003)
            return field.read() == text[:sent]

        input_.type_text(text, Progress(30), None, shown)
        assert field.holds(text) == text
        input_.give_back()
        field.clear()
    assert engine_of(composing) == ENGINE


def test_keys_typed_by_hand_are_composed_all_the_same(composing: PrivateDesktop, field: TypedField) -> None:
    """The method that was set aside is on for whoever types by hand."""
    composing.adapter().input.type_text("nihao ", Progress(20))
    assert field.holds("nihao ") == "nihao "
    composing.adapter().input.give_back()
    field.clear()
    with closing(X11(composing.display)) as by_hand:
        by_hand.input.type_text("nihao ", Progress(20))
        assert field.holds("你好") == "你好"
    field.clear()


@pytest.fixture
def desktop(composing: PrivateDesktop) -> Desktop:
    return Desktop(composing)


def name_of(app: FixtureApp, text: str) -> str:
    for _ in Progress(5, "the field to hold the text").attempts():
        if app.read("name") == text:
            break
    return app.read("name")


def wait_for_engine(place: PrivateDesktop, engine: str) -> str:
    for _ in Progress(10, f"the engine {engine}").attempts():
        if engine_of(place) == engine:
            break
    return engine_of(place)


def test_verbs_are_proven_and_the_method_is_on_again_with_each_receipt(
    composing: PrivateDesktop, desktop: Desktop
) -> None:
    with FixtureApp("gtk4", composing.env) as app:
        for _ in Progress(15, "its window").attempts():
            if any(window.title == app.title and window.root for window in desktop.windows()):
                break
        for verb, args, text in (
            ("type", {"text": "wo shi"}, "wo shi"),
            ("type", {"text": " 我是 ß"}, "wo shi 我是 ß"),
            ("set_value", {"value": "ni men"}, "ni men"),
        ):
            assert desktop.do(verb, 'text field "Name"', **args).verified
            assert name_of(app, text) == text
            assert engine_of(composing) == ENGINE
        assert desktop.do("focus", 'text field "Name"').verified
        desktop.do("press", keys="End x 3 ctrl+a")
        assert name_of(app, "ni menx3") == "ni menx3"
        assert engine_of(composing) == ENGINE


def test_another_keyboard_layout_stays_as_it_is(composing: PrivateDesktop) -> None:
    hands = composing.adapter()
    with FixtureApp("qt", composing.env) as app:
        field = notes_of(app, hands)
        choose_layout(composing, "de")
        try:
            hands.input.type_text("Grüße zayn yz?", Progress(20))
            assert field.holds("Grüße zayn yz?") == "Grüße zayn yz?"
            assert hands.keyboard_layout().startswith("de")
            hands.input.give_back()
            assert engine_of(composing) == ENGINE
            assert hands.keyboard_layout().startswith("de")
        finally:
            choose_layout(composing, "us")


def test_a_method_that_the_person_chose_meanwhile_is_kept(composing: PrivateDesktop) -> None:
    hands = composing.adapter()
    with FixtureApp("gtk3", composing.env) as app:
        notes_of(app, hands)
        hands.input.type_text("nihao", Progress(20))
        assert engine_of(composing).startswith("xkb:")
        subprocess.run(["ibus", "engine", "libbopomofo"], env=composing.env, check=True, timeout=20)
        hands.input.give_back()
        try:
            assert engine_of(composing) == "libbopomofo"
        finally:
            subprocess.run(["ibus", "engine", ENGINE], env=composing.env, check=True, timeout=20)


@pytest.mark.symptom(78)
def test_a_typist_that_is_killed_leaves_the_method_on(composing: PrivateDesktop) -> None:
    typist = Path(__file__).parents[1] / "adapters" / "killed_typist.py"
    with FixtureApp("gtk3", composing.env) as app:
        notes_of(app, composing.adapter())
        killed = subprocess.run([sys.executable, str(typist), "type"], env=composing.env, timeout=30, check=False)
        assert killed.returncode == -signal.SIGKILL
        assert wait_for_engine(composing, ENGINE) == ENGINE


def test_an_engine_that_is_not_installed_is_named() -> None:
    with pytest.raises(EnvironmentFault, match="no engine 'pinyon'") as caught:
        PrivateDesktop.start(input_method="pinyon")
    assert ENGINE in caught.value.near


def test_a_pages_field_takes_what_is_typed_by_keys(
    composing: PrivateDesktop, desktop: Desktop, tmp_path: Path
) -> None:
    page = tmp_path / "form.html"
    page.write_text("<title>Form</title><label>City <input></label>", encoding="utf-8")
    desktop.do("launch", app="Chromium", args=[page.as_uri()], timeout=60)
    desktop.wait('text field "City" appears', 20)
    receipt = desktop.do("type", 'text field "City"', text="nihao wo shi Zürich 你好", timeout=40)
    assert (receipt.route, receipt.delivery) == ("keyboard", "delivered_verified")
    assert desktop.read('text field "City"') == "nihao wo shi Zürich 你好"
    assert engine_of(composing) == ENGINE
    desktop.do("close", window="Form")
