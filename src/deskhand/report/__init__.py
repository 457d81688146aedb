"""A journal drawn for people: `draw_report` makes one self-contained HTML file of a run."""

from deskhand.report.page import draw_report

__all__ = ["draw_report"]
