"""Typed text arrives exactly, whatever the layout and the characters; the application's own content is the observer."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator

import pytest

from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.keymap import read_keymap
from deskhand.adapters.protocol import Adapter, ReadOptions
from deskhand.desktops.private import PrivateDesktop
from deskhand.errors import BadRequest
from deskhand.model.geometry import Point
from deskhand.model.progress import Progress
from deskhand.model.world import Window
from fixtures.running import FixtureApp

pytestmark = pytest.mark.desktop
StartFixture = Callable[..., FixtureApp]
TEXT = (
    "The quick brown fox: 0123456789 (a+b)*c = {x}[y] | ~^`'\" \\ /?!@#$%&_-<>.\n"
    "Spaß ñ 你好世界 € àÀßẞ Żółć “quotes” — Привет, мир\tשלום مرحبا नमस्ते 🚀👩‍💻\n"
    "ACHTUNG Caps: AaBbÄäÖö 漢字仮名交じり文 ελληνικά ǅ ∀x∈ℝ ✓"
)


@pytest.fixture
def hands(private_desktop: PrivateDesktop) -> Adapter:
    return private_desktop.adapter()


@pytest.fixture
def layout(private_desktop: PrivateDesktop) -> Iterator[Callable[[str], None]]:
    def choose(words: str) -> None:
        subprocess.run(["setxkbmap", *words.split()], env=private_desktop.env, check=True, timeout=10)

    yield choose
    choose("us")


def into_notes(app: FixtureApp, hands: Adapter) -> None:
    """Click into the fixture's field of several lines and empty it."""
    progress = Progress(15, f"the window {app.title!r}")
    for _ in progress.attempts():
        found = [window for window in hands.windows.list(progress) if window.title == app.title and window.root]
        if found:
            break
    hands.windows.focus(found[0], progress)
    hands.input.click(_middle_of_notes(app, hands, found[0], progress))
    hands.input.press("ctrl+a Delete")
    assert until_reads(app, "") == ""


def _middle_of_notes(app: FixtureApp, hands: Adapter, window: Window, progress: Progress) -> Point:
    if app.toolkit != "gtk3":
        return Point(*app.where("notes").centre)
    assert window.root is not None
    nodes = hands.tree.read(window.root, ReadOptions(fresh=True), progress).nodes
    return next(node.bounds.center for node in nodes if node.role == "text area" and node.bounds is not None)


def until_reads(app: FixtureApp, text: str) -> str:
    """What the field holds: `text` when it comes within five seconds, else what was there last."""
    progress = Progress(5, "the field to hold the text")
    while app.read("notes") != text and progress.remaining:
        progress.pause(0.02)
    return app.read("notes")


@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt"])
def test_any_character_arrives_on_any_layout(
    toolkit: str, fixture_app: StartFixture, hands: Adapter, layout: Callable[[str], None]
) -> None:
    app = fixture_app(toolkit)
    for words in ("us", "de", "fr", "ru"):
        layout(words)
        into_notes(app, hands)
        typed = hands.input.type_text(TEXT, Progress(20))
        assert typed.complete
        assert typed.characters == len(TEXT)
        assert until_reads(app, TEXT) == TEXT, words


def test_caps_lock_changes_nothing_and_comes_back(fixture_app: StartFixture, hands: Adapter) -> None:
    app = fixture_app("gtk3")
    into_notes(app, hands)
    hands.input.press("Caps_Lock")
    try:
        hands.input.type_text("Ab ñÑ Éé", Progress(10))
        assert until_reads(app, "Ab ñÑ Éé") == "Ab ñÑ Éé"
        hands.input.press("Return")
        app.control("read", widget="notes")
    finally:
        hands.input.press("Caps_Lock")
    hands.input.type_text("z", Progress(10))
    assert until_reads(app, "Ab ñÑ Éé\nz") == "Ab ñÑ Éé\nz"


def test_the_keyboard_is_as_it_was_afterwards(
    private_desktop: PrivateDesktop, fixture_app: StartFixture, hands: Adapter
) -> None:
    link = Connection(private_desktop.display)
    app = fixture_app("gtk3")
    into_notes(app, hands)
    with link.guarded():
        link.x.core.GetInputFocus().reply()
        before = bytes(link.raw_reply(link.core.GetKeyboardMapping(8, 248)))[32:]
    stopped_after = iter([None, None, "somebody else"])
    typed = hands.input.type_text("你好" * 40, Progress(10), guard=lambda: next(stopped_after))
    assert not typed.complete
    assert typed.characters == 32
    assert until_reads(app, "你好" * 16) == "你好" * 16
    with link.guarded():
        after = bytes(link.raw_reply(link.core.GetKeyboardMapping(8, 248)))[32:]
        pressed = bytes(link.core.QueryKeymap().reply().keys.raw)
    link.close()
    assert after == before
    assert not any(pressed)


def test_a_killed_typist_costs_no_keys(private_desktop: PrivateDesktop, hands: Adapter) -> None:
    link = Connection(private_desktop.display)
    spare = _spare(link)
    with link.guarded():
        link.core.ChangeKeyboardMapping(1, spare[-1], 2, [0x1004F60, 0x1004F60])
        place = link.atom("_DESKHAND_LENT_KEYS")
        link.core.ChangeProperty(0, link.root, place, 6, 32, 1, spare[-1].to_bytes(4, "little"))
        link.sync()
    assert len(_spare(link)) == len(spare) - 1
    hands.input.type_text("", Progress(5))
    assert _spare(link) == spare
    link.close()


def _spare(link: Connection) -> tuple[int, ...]:
    from xcffib import xkb

    with link.guarded():
        link.x(xkb.key).UseExtension(1, 0).reply()
        return read_keymap(link, 0).spare


def test_what_no_key_types_is_refused_before_anything_is_sent(fixture_app: StartFixture, hands: Adapter) -> None:
    app = fixture_app("gtk3")
    into_notes(app, hands)
    with pytest.raises(BadRequest, match="U\\+0007"):
        hands.input.type_text("abc\adef", Progress(5))
    with pytest.raises(BadRequest, match="Retrun"):
        hands.input.press("a Retrun")
    assert app.read("notes") == ""


def test_chords_work_in_the_words_people_use(
    fixture_app: StartFixture, hands: Adapter, layout: Callable[[str], None]
) -> None:
    app = fixture_app("gtk3")
    into_notes(app, hands)
    hands.input.type_text("one two", Progress(5))
    hands.input.press("Ctrl+A ctrl+c End Enter ctrl+v")
    assert until_reads(app, "one two\none two") == "one two\none two"
    layout("ru")
    hands.input.press("ctrl+a BackSpace")
    assert until_reads(app, "") == ""
