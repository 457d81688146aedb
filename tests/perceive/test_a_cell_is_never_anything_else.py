"""A cell asked for where no sheet is: not there, rather than any element at all."""

from __future__ import annotations

import pytest

from deskhand.errors import NotFound
from deskhand.model.progress import Progress
from deskhand.perceive.locator_text import parse_locator
from deskhand.perceive.perception import Perception

pytestmark = pytest.mark.desktop


def test_without_a_sheet_no_element_is_taken_for_a_cell(private_desktop, fixture_app) -> None:
    app = fixture_app("gtk3", title="No sheet here")
    perception = Perception(private_desktop.adapter(), private_desktop.id)
    progress = Progress(10.0)
    assert perception.find(parse_locator(f'button "Save" in window "{app.title}"'), progress)
    with pytest.raises(NotFound, match="E202"):
        perception.resolve(parse_locator(f'cell E202 in window "{app.title}"'), progress)
