"""Whatever happens to the one who types, no key, button, lock or lent key is left behind on a display that lives on."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from xcffib import xkb

from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.keymap import CORE_KEYBOARD, read_keymap
from deskhand.adapters.protocol import Adapter
from deskhand.desktops.private import PrivateDesktop
from deskhand.errors import Stopped
from deskhand.model.progress import Progress
from fixtures.running import FixtureApp

pytestmark = pytest.mark.desktop
StartFixture = Callable[..., FixtureApp]
_WITHIN = 3.0
_CAPS = 2


@dataclass(frozen=True)
class Keys:
    """What an independent client sees of the keyboard and the buttons."""

    down: bytes
    buttons: int
    spare: tuple[int, ...]
    mapping: bytes
    group: int
    modifiers: int
    locked: int


@pytest.fixture
def observer(private_desktop: PrivateDesktop) -> Iterator[Connection]:
    link = Connection(private_desktop.display)
    link.x(xkb.key).UseExtension(1, 0).reply()
    yield link
    link.close()


def keys_of(link: Connection) -> Keys:
    with link.guarded():
        state = link.x(xkb.key).GetState(CORE_KEYBOARD).reply()
        return Keys(
            bytes(link.core.QueryKeymap().reply().keys.raw),
            int(link.core.QueryPointer(link.root).reply().mask) & 0x1F00,
            read_keymap(link, state.group).spare,
            bytes(link.raw_reply(link.core.GetKeyboardMapping(8, 248)))[32:],
            int(state.group),
            int(state.mods),
            int(state.lockedMods),
        )


def wait_for(link: Connection, wanted: Callable[[Keys], bool], what: str) -> Keys:
    progress = Progress(_WITHIN, what)
    for _ in progress.attempts():
        now = keys_of(link)
        if wanted(now):
            return now
    raise AssertionError(f"{what}: {now}")


def start_typist(place: PrivateDesktop, deed: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, str(Path(__file__).parent / "killed_typist.py"), deed], env=place.env)


@pytest.mark.symptom(78)
def test_a_typist_killed_with_shift_down_leaves_no_key_down_and_no_key_lent(
    private_desktop: PrivateDesktop, fixture_app: StartFixture, observer: Connection
) -> None:
    fixture_app("gtk3")
    private_desktop.adapter().input.press("Caps_Lock")
    try:
        before = keys_of(observer)
        assert before.locked == _CAPS
        typist = start_typist(private_desktop, "type")
        assert typist.wait(20) == -signal.SIGKILL
        wait_for(observer, lambda now: now == before, "the keyboard as it was before, caps lock included")
    finally:
        private_desktop.adapter().input.press("Caps_Lock")


@pytest.mark.symptom(78)
def test_a_button_held_by_a_killed_process_is_let_go(private_desktop: PrivateDesktop, observer: Connection) -> None:
    typist = start_typist(private_desktop, "drag")
    try:
        progress = Progress(20, "the drag")
        while not keys_of(observer).buttons:
            progress.check()
            progress.pause(0.02)
    finally:
        typist.kill()
        typist.wait()
    wait_for(observer, lambda now: not now.buttons, "the button up")


@pytest.mark.symptom(78)
def test_a_stop_in_the_middle_of_typing_leaves_the_keyboard_as_it_was(
    private_desktop: PrivateDesktop, fixture_app: StartFixture, observer: Connection
) -> None:
    hands = private_desktop.adapter().input
    fixture_app("gtk3")
    before = keys_of(observer)
    for error in (Stopped("a person said so"), KeyboardInterrupt()):
        looks = iter(range(10))

        def interrupted(sent: int = 0, error: BaseException = error, looks: Iterator[int] = looks) -> str | None:
            if next(looks) == 2:
                raise error
            return None

        with pytest.raises(type(error)):
            hands.type_text("ÀÉÎ 你好 Shift! " * 10, Progress(20), interrupted)
        assert keys_of(observer) == before


@pytest.mark.symptom(78)
def test_no_modifier_is_down_after_any_way_of_typing(
    private_desktop: PrivateDesktop, fixture_app: StartFixture, observer: Connection
) -> None:
    hands: Adapter = private_desktop.adapter()
    fixture_app("gtk3")
    before = keys_of(observer)
    for deed in (
        lambda: hands.input.press("ctrl+shift+Left"),
        lambda: hands.input.press("alt+f Escape"),
        lambda: hands.input.type_text('ABC @!" €', Progress(10)),
        lambda: hands.input.press("é"),
    ):
        deed()
        assert keys_of(observer) == before
