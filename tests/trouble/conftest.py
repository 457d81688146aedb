"""Applications and desktops that make trouble."""

from __future__ import annotations

import pytest

from fixtures.running import FixtureApp


@pytest.fixture
def trouble(fixture_app) -> FixtureApp:
    """The application that makes trouble when told to."""
    return fixture_app("trouble", title="Trouble")
