"""The README's Python is run as it stands; its links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.desktop
def test_the_python_of_the_readme_writes_the_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(code) == 1
    monkeypatch.chdir(tmp_path)
    exec(compile(code[0], "README.md", "exec"), {"__name__": "readme"})
    assert (tmp_path / "note.txt").read_text(encoding="utf-8") == "Grüße aus 東京 🙂\n"


def test_every_link_of_the_readme_leads_to_a_file() -> None:
    targets = re.findall(r"\]\((?!http)([^)#]+)", README)
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []
