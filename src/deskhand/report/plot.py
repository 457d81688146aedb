"""Small plots of time as SVG text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from deskhand.visible import visible

COLOURS = {"verified": "#2e7d4f", "contradicted": "#b3261e", "unknown": "#a77b00"}
PHASES = {"resolve": "#5b7fb4", "check": "#8a6fb0", "deliver": "#c2703d", "verify": "#3f8f77"}


@dataclass(frozen=True, slots=True)
class Bar:
    """One step in the timeline: its number, label, length in seconds and verdict."""

    number: int
    label: str
    seconds: float
    verdict: str


def timeline(bars: Sequence[Bar], width: int = 900, height: int = 46) -> Markup:
    """All steps end to end, as long as they took, in the colour of their verdicts."""
    total = sum(bar.seconds for bar in bars) or 1.0
    left = 0.0
    parts: list[Markup] = []
    for bar in bars:
        length = bar.seconds / total * width
        colour = COLOURS.get(bar.verdict, COLOURS["unknown"])
        parts.append(
            Markup(
                '<a href="#step{n}"><rect x="{x:.1f}" y="4" width="{w:.1f}" height="20" fill="{c}">'
                "<title>{t}</title></rect></a>"
            ).format(
                n=bar.number,
                x=left,
                w=max(length - 0.6, 0.6),
                c=colour,
                t=f"{bar.number}. {visible(bar.label)}: {bar.seconds:.2f} s",
            )
        )
        left += length
    ticks = [
        Markup('<text x="{x:.0f}" y="40" text-anchor="{a}">{t:.1f} s</text>').format(
            x=share * width, a=anchor, t=share * total
        )
        for share, anchor in ((0.0, "start"), (0.5, "middle"), (1.0, "end"))
    ]
    return Markup(
        '<svg class="timeline" viewBox="0 0 {w} {h}" role="img" aria-label="Seconds per step">{body}</svg>'
    ).format(w=width, h=height, body=Markup("").join([*parts, *ticks]))


def phases(ms: Mapping[str, float], width: int = 260) -> Markup:
    """Where one action's milliseconds went."""
    known = [(name, float(ms[name])) for name in PHASES if ms.get(name)]
    total = sum(value for _, value in known)
    if not total:
        return Markup("")
    left = 0.0
    parts: list[Markup] = []
    for name, value in known:
        length = value / total * width
        parts.append(
            Markup('<rect x="{x:.1f}" width="{w:.1f}" height="10" fill="{c}"><title>{t}</title></rect>').format(
                x=left, w=max(length, 0.5), c=PHASES[name], t=f"{name}: {value:.1f} ms"
            )
        )
        left += length
    words = " · ".join(f"{name} {value:.0f}" for name, value in known)
    return Markup('<svg class="phases" viewBox="0 0 {w} 10">{body}</svg> <small>{words} ms</small>').format(
        w=width, body=Markup("").join(parts), words=words
    )
