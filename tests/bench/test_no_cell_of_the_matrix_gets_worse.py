"""A part of `make matrix`, measured anew, against what is stored of it; and the page that is drawn from the store."""

from __future__ import annotations

import pytest

from bench.matrix.pages import DOCS, Cell, cell_of, page, stored, worse
from bench.matrix.run import measure
from deskhand.desktops.private import PrivateDesktop
from deskhand.model.action import Mode

QUICK = ("hover", "set_value", "clear", "check", "uncheck", "minimise")
BOTH: tuple[Mode, ...] = ("foreground", "background")


@pytest.mark.desktop
@pytest.mark.symptom(1, 5, 58)
@pytest.mark.parametrize("toolkit", ["gtk3", "qt6"])
def test_no_cell_is_worse_than_it_was(toolkit: str) -> None:
    with PrivateDesktop.start(name="matrix") as place:
        results = measure(toolkit, place, verbs=QUICK, modes=BOTH)
    assert len(results) > 20
    assert not [result for result in results if result.word == "claims"]
    assert not worse([cell_of(result) for result in results], stored())


def test_the_page_is_drawn_from_what_was_measured() -> None:
    assert (DOCS / "matrix.md").read_text("utf-8") == page(stored())


def test_nothing_claims_more_than_happened() -> None:
    assert not [cell for cell in stored() if cell.word == "claims"]


def test_a_worse_cell_is_told() -> None:
    before = Cell("gtk3", "click", "a button", "foreground", "works", "", True, "")
    after = Cell("gtk3", "click", "a button", "foreground", "refused", "not_found", True, "")
    (told,) = worse([after], [before])
    assert "was 'works', is 'refused not_found'" in told
    assert not worse([before], [after])
