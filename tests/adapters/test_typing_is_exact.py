"""Typed text arrives exactly, whatever the layout and the characters; the application's own content is the observer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.keymap import read_keymap
from deskhand.adapters.protocol import Adapter
from deskhand.desktops.private import PrivateDesktop
from deskhand.errors import BadRequest
from deskhand.model.progress import Progress
from fixtures.running import FixtureApp
from tests.adapters.fields_to_type_into import choose_layout, notes_of

pytestmark = pytest.mark.desktop
StartFixture = Callable[..., FixtureApp]


@pytest.fixture
def hands(private_desktop: PrivateDesktop) -> Adapter:
    return private_desktop.adapter()


@pytest.fixture
def layout(private_desktop: PrivateDesktop) -> Iterator[Callable[[str], None]]:
    def choose(words: str) -> None:
        choose_layout(private_desktop, words)

    yield choose
    choose("us")


def test_caps_lock_changes_nothing_and_comes_back(fixture_app: StartFixture, hands: Adapter) -> None:
    app = fixture_app("gtk3")
    notes = notes_of(app, hands)
    hands.input.press("Caps_Lock")
    try:
        hands.input.type_text("Ab ñÑ Éé", Progress(10))
        assert notes.holds("Ab ñÑ Éé") == "Ab ñÑ Éé"
        hands.input.press("Return")
        app.control("read", widget="notes")
    finally:
        hands.input.press("Caps_Lock")
    hands.input.type_text("z", Progress(10))
    assert notes.holds("Ab ñÑ Éé\nz") == "Ab ñÑ Éé\nz"


def test_the_keyboard_is_as_it_was_afterwards(
    private_desktop: PrivateDesktop, fixture_app: StartFixture, hands: Adapter
) -> None:
    link = Connection(private_desktop.display)
    app = fixture_app("gtk3")
    notes = notes_of(app, hands)
    with link.guarded():
        link.x.core.GetInputFocus().reply()
        before = bytes(link.raw_reply(link.core.GetKeyboardMapping(8, 248)))[32:]
    stopped_after = iter([None, None, "somebody else"])
    typed = hands.input.type_text("你好" * 40, Progress(10), guard=lambda _sent=0: next(stopped_after))
    assert not typed.complete
    assert typed.characters == 32
    assert notes.holds("你好" * 16) == "你好" * 16
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
    notes_of(app, hands)
    with pytest.raises(BadRequest, match="U\\+0007"):
        hands.input.type_text("abc\adef", Progress(5))
    with pytest.raises(BadRequest, match="Retrun"):
        hands.input.press("a Retrun")
    assert app.read("notes") == ""


def test_chords_work_in_the_words_people_use(
    fixture_app: StartFixture, hands: Adapter, layout: Callable[[str], None]
) -> None:
    app = fixture_app("gtk3")
    notes = notes_of(app, hands)
    hands.input.type_text("one two", Progress(5))
    hands.input.press("Ctrl+A ctrl+c End Enter ctrl+v")
    assert notes.holds("one two\none two") == "one two\none two"
    layout("ru")
    hands.input.press("ctrl+a BackSpace")
    assert notes.holds("") == ""
