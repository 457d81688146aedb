"""`make matrix`: every verb on every toolkit, in the foreground and in the background.

    python bench/matrix/run.py [--toolkit gtk3 …] [--verb click …] [--mode foreground …] [--write]

Prints what each cell came to; with `--write` docs/matrix.json and docs/matrix.md are written from it. Exits 1 when a
cell claims more than happened.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.matrix.eye import Eye
from bench.matrix.judge import judge, unprepared
from bench.matrix.office_trials import office_trials
from bench.matrix.page_trials import page_trials
from bench.matrix.pages import write
from bench.matrix.plain_trials import plain_trials
from bench.matrix.scenes import OTHER, Calc, Page, Plain, Scene, Widgets
from bench.matrix.trials import Result, Trial
from bench.matrix.widget_trials import widget_trials
from deskhand.desktops.private import PrivateDesktop
from deskhand.engine import Engine
from deskhand.errors import DeskhandError
from deskhand.model.action import Mode
from fixtures.running import FixtureApp

MODES: tuple[Mode, ...] = ("foreground", "background")


def trials_of(toolkit: str) -> list[Trial]:
    kinds: dict[type[Scene], Callable[[str], list[Trial]]] = {
        Widgets: widget_trials, Page: page_trials, Calc: office_trials, Plain: plain_trials,
    }  # fmt: skip
    return kinds[SCENES[toolkit]](toolkit)


SCENES: dict[str, type[Scene]] = {
    "gtk3": Widgets, "gtk4": Widgets, "qt": Widgets, "qt6": Widgets, "libreoffice": Calc,
    "chromium": Page, "firefox": Page, "webengine": Page, "tk": Plain, "sdl": Plain,
}  # fmt: skip
"""Toolkit → how it is set up and watched, in the order of the page."""


@contextmanager
def scene_of(toolkit: str, place: PrivateDesktop, engine: Engine) -> Iterator[Scene]:
    """The toolkit's application on the desktop, with another window beside it."""
    with (
        tempfile.TemporaryDirectory(prefix="mx-") as folder,
        Eye(place.display) as eye,
        FixtureApp("bare", place.env, title=OTHER),
    ):
        scene = SCENES[toolkit](toolkit, place, engine, eye, Path(folder))
        try:
            yield scene
        finally:
            scene.close()


def measure(
    toolkit: str, place: PrivateDesktop, *, verbs: Sequence[str] = (), modes: Sequence[Mode] = MODES,
    tell: Callable[[Result], None] = lambda _: None,
) -> list[Result]:  # fmt: skip
    """All trials of one toolkit."""
    results: list[Result] = []
    wanted = [trial for trial in trials_of(toolkit) if not verbs or trial.verb in verbs]
    pending = [(trial, mode) for trial in wanted for mode in modes]
    strikes = 0
    while pending:
        # A scene that does not come about (the application hung or died) is set up anew, twice for the same deed; then
        # that deed has failed, with what was missing, and the others go on.
        try:
            with scene_of(toolkit, place, Engine(place)) as scene:
                while pending:
                    results.append(judge(scene, *pending[0]))
                    tell(results[-1])
                    pending.pop(0)
                    strikes = 0
        except (AssertionError, OSError, DeskhandError) as error:
            strikes += 1
            if strikes > 2:
                results.append(unprepared(toolkit, *pending.pop(0), error))
                tell(results[-1])
                strikes = 0
    return results


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--toolkit", action="append", choices=list(SCENES), help="only this one; several may be given")
    parser.add_argument("--verb", action="append", default=[], help="only this one; several may be given")
    parser.add_argument("--mode", action="append", choices=MODES, help="only this one")
    parser.add_argument("--write", action="store_true", help="write docs/matrix.json and docs/matrix.md")
    options = parser.parse_args()
    results: list[Result] = []
    for toolkit in options.toolkit or SCENES:
        started = time.monotonic()
        with PrivateDesktop.start(name="matrix") as place:
            results += measure(toolkit, place, verbs=options.verb, modes=options.mode or MODES, tell=_told)
        print(f"{toolkit}: {time.monotonic() - started:.0f} s", flush=True)
    if options.write:
        write(results)
    return int(any(result.word in ("claims", "denies") for result in results))


def _told(result: Result) -> None:
    more = "" if result.word == "works" else f"   [{result.detail}]"
    print(f"{result.toolkit:11} {result.mode:10} {result.verb:15} {result.what:32} {result.said:24} {result.route:8}"
          f" {result.seconds:5.2f} s{more}", flush=True)  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
