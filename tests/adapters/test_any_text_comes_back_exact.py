"""Any text that a field can hold comes back from it exactly, whatever the layout: texts are made up, the application's
own content is the observer.

`DESKHAND_TYPING_EXAMPLES=200` tries that many texts in each toolkit, new ones each time; otherwise a few, always the
same ones.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deskhand.desktops.launch import Launcher
from deskhand.desktops.private import PrivateDesktop
from deskhand.model.action import Expect
from deskhand.model.progress import Progress
from deskhand.perceive.locator_text import parse_locator
from deskhand.perceive.perception import Perception
from fixtures.running import FixtureApp, PageServer
from tests.adapters.fields_to_type_into import TypedField, choose_layout, notes_of

pytestmark = pytest.mark.desktop
StartFixture = Callable[..., FixtureApp]

MANY = int(os.environ.get("DESKHAND_TYPING_EXAMPLES", "0"))
LAYOUTS = [("us", 0), ("de", 0), ("fr", 0), ("us,ru", 1)]
CHARACTERS = st.characters(exclude_categories=["Cc", "Cs", "Cn", "Co"], exclude_characters="\u2028\u2029\ufffc")
"""Of every assigned kind. Line and paragraph separators and the mark of an embedded object are no text to a toolkit."""


def texts(keys: str) -> st.SearchStrategy[str]:
    """Texts of up to 200 characters: any at all, everyday ones, and those in between; `keys` are newline and tab where
    they belong to the text."""
    ascii_ones = st.characters(min_codepoint=0x20, max_codepoint=0x7E)
    marks = st.sampled_from("\u0301\u0308\u0302\u200d\ufe0f" + keys)
    return st.text(st.one_of(CHARACTERS, ascii_ones, marks), max_size=200)


def bounded(examples: int) -> settings:
    return settings(
        max_examples=MANY or examples,
        derandomize=not MANY,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


@pytest.fixture
def place(private_desktop: PrivateDesktop) -> Iterator[PrivateDesktop]:
    yield private_desktop
    choose_layout(private_desktop, "us")


def come_back(place: PrivateDesktop, field: TypedField, keys: str, examples: int) -> None:
    """Type made-up texts on made-up layouts and compare."""

    @bounded(examples)
    @given(text=texts(keys), layout=st.sampled_from(LAYOUTS))
    def exact(text: str, layout: tuple[str, int]) -> None:
        choose_layout(place, *layout)
        field.clear()
        typed = field.hands.input.type_text(text, Progress(30))
        assert typed.characters == len(text)
        assert field.holds(text, 15) == text

    exact()


@pytest.mark.timeout(60 + 10 * MANY)
@pytest.mark.parametrize("toolkit", ["gtk3", "qt"])
def test_any_text_comes_back_from_a_window(toolkit: str, fixture_app: StartFixture, place: PrivateDesktop) -> None:
    come_back(place, notes_of(fixture_app(toolkit), place.adapter()), "\n\t", 5)


PAGE = """<!doctype html><meta charset="utf-8"><title>Remarks</title>
<textarea id="area" aria-label="Remarks" rows="12" cols="90" autofocus></textarea>
<script>
  const area = document.getElementById("area");
  const tell = async before => {
    if (area.value !== before) {
      const body = JSON.stringify({ event: "holds", widget: "area", detail: { value: area.value } });
      before = area.value;
      await fetch("SERVERlog", { method: "POST", mode: "no-cors", body });
    }
    setTimeout(tell, 20, before);
  };
  tell(null);
</script>"""
"""Tells the server what its field holds, one report after the other."""


@pytest.mark.timeout(60 + 10 * MANY)
def test_any_text_comes_back_from_a_page(page_server: PageServer, place: PrivateDesktop, tmp_path: Path) -> None:
    (tmp_path / "remarks.html").write_text(PAGE.replace("SERVER", page_server.url), encoding="utf-8")
    hands = place.adapter()
    progress = Progress(60, "the page")
    Launcher(place).launch("chromium", progress, files=(str(tmp_path / "remarks.html"),))
    page_server.wait_event("holds", "area", seconds=20)
    perception, locator = Perception(hands, place.id), parse_locator('text area "Remarks"')
    perception.wait(Expect("element_appears", locator), progress)
    remarks = perception.resolve(locator, progress)
    assert remarks.bounds is not None
    hands.input.click(remarks.bounds.center)

    def clear() -> None:
        hands.input.press("ctrl+a Delete")
        assert field.holds("", 15) == ""

    field = TypedField(hands, lambda: str(page_server.events("holds", "area")[-1].value), clear)
    come_back(place, field, "\n", 5)
