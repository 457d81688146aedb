"""Typed text arrives exactly, whatever the layout, the group in force and the load; the application is the observer."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from deskhand.desktops.private import PrivateDesktop
from deskhand.model.progress import Progress
from fixtures.running import FixtureApp
from tests.adapters.fields_to_type_into import choose_layout, lock_group, notes_of

pytestmark = pytest.mark.desktop
StartFixture = Callable[..., FixtureApp]

ASCII = "".join(map(chr, range(0x20, 0x7F)))
TEXT = (
    f"{ASCII}\n"
    ':#/\\" @!" ~^`´¨ Spaß àÀßẞ ñÑ ÄÖÜ öé €½²³µ«»…–—„“\tПривет, мир Ελληνικά ςΆ\n'
    "你好 漢字かな 🚀👩‍💻 e\u0301a\u0308o\u0302 שלום नमस्ते"
)
LAYOUTS = [("us", 0), ("gb", 0), ("de", 0), ("fr", 0), ("it", 0), ("cz", 0), ("ru", 0), ("us dvorak", 0)]
GROUPS = [("us,ru", 1), ("ru,us", 1), ("us,de,fr,ru", 2)]


@pytest.fixture
def place(private_desktop: PrivateDesktop) -> Iterator[PrivateDesktop]:
    yield private_desktop
    choose_layout(private_desktop, "us")


@pytest.mark.symptom(71, 72, 73, 74, 77)
@pytest.mark.parametrize(
    ("toolkit", "layouts"),
    [("qt", [*LAYOUTS, *GROUPS]), ("gtk4", [("de", 0), ("fr", 0), *GROUPS]), ("gtk3", [("cz", 0), ("ru,us", 1)])],
)
def test_every_character_arrives_whatever_the_layout_and_its_group(
    toolkit: str, layouts: list[tuple[str, int]], fixture_app: StartFixture, place: PrivateDesktop
) -> None:
    field = notes_of(fixture_app(toolkit), place.adapter())
    for words, group in layouts:
        choose_layout(place, words, group)
        field.clear()
        typed = field.hands.input.type_text(TEXT, Progress(20))
        assert typed.characters == len(TEXT)
        assert field.holds(TEXT) == TEXT, (words, group)


def test_a_layout_that_is_switched_while_text_is_typed_changes_nothing(
    fixture_app: StartFixture, place: PrivateDesktop
) -> None:
    field = notes_of(fixture_app("qt"), place.adapter())
    choose_layout(place, "us,ru,fr")
    field.clear()
    looks = iter(range(100))

    def switch_between_chunks(_: int = 0) -> None:
        lock_group(place.display, next(looks) % 3)

    text = "The quick brown fox: Привет, 123 (a+b) àé 你好 \n" * 4
    field.hands.input.type_text(text, Progress(20), switch_between_chunks)
    assert field.holds(text) == text


def test_two_thousand_characters_arrive_while_the_processors_are_busy(
    fixture_app: StartFixture, place: PrivateDesktop
) -> None:
    field = notes_of(fixture_app("gtk4"), place.adapter())
    text = ("Zeile: größer 100 % – «oui» Привет 你好世界 🚀 {x}[y]~^` " * 4 + "\n") * 10
    text = text[:2000]
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    try:
        typed = field.hands.input.type_text(text, Progress(60))
        assert typed.characters == 2000
        assert field.holds(text, 15) == text
    finally:
        for process in busy:
            process.kill()
            process.wait()
