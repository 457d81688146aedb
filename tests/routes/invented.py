"""A family of functions as another package would ship it: a notebook in memory."""

from __future__ import annotations

from pydantic import Field

from deskhand.errors import ActionFailed, AppDied
from deskhand.model.receipt import Effect
from deskhand.routes.arguments import Arguments, NoArguments
from deskhand.routes.registration import RouteContext, RouteOutcome, route

PROOF = "reading the notebook back gives the line"


class Line(Arguments):
    text: str = Field(description="What to write.", min_length=1)
    times: int = Field(1, description="How often.", ge=1, le=9)


class Notebook:
    """Kept between calls."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.closed = False

    def close(self) -> None:
        self.closed = True


def notebook(context: RouteContext) -> Notebook:
    return context.resources.get("notebook", Notebook)


@route(name="invented.write", application="Notebook", risk="change", undo="invented.tear", proof=PROOF)
def write(context: RouteContext, arguments: Line) -> RouteOutcome:
    """Write a line."""
    lines = notebook(context).lines
    lines += [arguments.text] * arguments.times
    effect = Effect(PROOF, f"the last line is {lines[-1]!r}", "the notebook", "application")
    return RouteOutcome({"lines": len(lines)}, effect, "delivered_verified", ("written in ink",))


@route(name="invented.scribble", application="Notebook", risk="change", proof=PROOF)
def scribble(context: RouteContext, arguments: Line) -> RouteOutcome:
    """Write where nobody looks."""
    notebook(context).lines.append(arguments.text)
    return RouteOutcome({"lines": 1}, None)


@route(name="invented.read", application="Notebook", risk="read", proof="nothing is changed")
def read(context: RouteContext, arguments: NoArguments) -> RouteOutcome:
    """All lines."""
    return RouteOutcome(list(notebook(context).lines))


@route(name="invented.burn", application="Notebook", risk="delete", proof="there is no notebook")
def burn(context: RouteContext, arguments: NoArguments) -> RouteOutcome:
    """Burn it."""
    notebook(context).lines.clear()
    return RouteOutcome(None, Effect("it is gone", "no lines", "the notebook", "application"), "delivered_verified")


@route(name="invented.die", application="Notebook", risk="change", proof=PROOF)
def die(context: RouteContext, arguments: Line) -> RouteOutcome:
    """End in the middle, or before anything was sent."""
    sent = arguments.text == "in the middle"
    raise AppDied("the notebook fell into the sea", delivery="uncertain" if sent else "not_delivered")


@route(name="invented.lie", application="Notebook", risk="change", proof=PROOF)
def lie(context: RouteContext, arguments: Line) -> RouteOutcome:
    """Say that it was written where it was not."""
    raise ActionFailed("the line is not there", seen="no lines", delivery="delivered_unverified")


@route(name="invented.break", application="Notebook", risk="change", proof=PROOF)
def fall_apart(context: RouteContext, arguments: Line) -> RouteOutcome:
    """Break in its own code."""
    raise KeyError(arguments.text)
