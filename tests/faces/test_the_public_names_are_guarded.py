"""What `from deskhand import …` offers is decided, sorted and loaded only when used."""

from __future__ import annotations

import subprocess
import sys

import deskhand


def test_the_public_names_are_these() -> None:
    assert sorted(deskhand.__all__) == deskhand.__all__
    for name in deskhand.__all__:
        assert getattr(deskhand, name) is not None


def test_importing_the_package_loads_nothing_else() -> None:
    code = "import sys, deskhand; print([n for n in sys.modules if n.startswith('deskhand.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
