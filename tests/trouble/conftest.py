"""Applications and desktops that make trouble."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fixtures.running import FixtureApp


@pytest.fixture
def trouble(fixture_app) -> Iterator[FixtureApp]:
    """The application that makes trouble when told to."""
    yield fixture_app("trouble", title="Trouble")
