"""The steps planner: plain sentences to moves, without a model. The words are data (`mind/vocabulary/*.toml`)."""

from __future__ import annotations

from deskhand.mind.steps.script import Plan, parse_script

__all__ = ["Plan", "parse_script"]
