"""The page for agents: how to work well with these tools."""

from __future__ import annotations

from importlib.resources import files

GUIDE_URI = "deskhand://guide"


def guide() -> str:
    """The whole page, Markdown, under 120 lines."""
    return files("deskhand.mcp").joinpath("guide.md").read_text(encoding="utf-8")
