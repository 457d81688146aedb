"""A registered function is called like any action: checked, asked about, journalled, with a receipt that is no wish."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from deskhand.engine import Engine
from deskhand.errors import ActionFailed, AppDied, BadRequest, InternalError, NeedsApproval, NotFound
from deskhand.guard.policy import Policy
from deskhand.journal.journal import Journal
from deskhand.model.action import Action
from deskhand.model.receipt import Effect, Receipt
from deskhand.routes.arguments import NoArguments
from deskhand.routes.calls import DesktopFunctions
from deskhand.routes.registration import RouteContext, RouteOutcome, route
from deskhand.routes.registry import Registry
from deskhand.testing import FakePlace
from tests.routes import invented

Call = Callable[..., Receipt]


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    place = FakePlace()
    with Journal(tmp_path / "journal.db") as journal:
        engine = Engine(place, journal=journal)
        engine.functions = DesktopFunctions(place, Registry({"invented": invented}))
        yield engine
        engine.close()


@pytest.fixture
def call(engine: Engine) -> Call:
    def do(function: str, approved: bool = False, **arguments: object) -> Receipt:
        return engine.act(Action("api", args={"function": function, "arguments": arguments}, approved=approved))

    return do


def test_what_was_seen_of_a_call_is_its_proof(call: Call) -> None:
    receipt = call("invented.write", text="Ada", times=2)
    assert receipt.verified
    assert (receipt.route, receipt.result) == ("api", {"lines": 2})
    assert receipt.target == {"function": "invented.write", "app": "Notebook"}
    assert (receipt.effect.seen, receipt.effect.observer) == ("the last line is 'Ada'", "the notebook")
    assert receipt.notes == ("written in ink",)
    assert call("invented.read").result == ["Ada", "Ada"]


def test_a_call_that_nobody_looked_at_is_not_verified(call: Call) -> None:
    receipt = call("invented.scribble", text="x")
    assert (receipt.delivery, receipt.effect.expected) == ("delivered_unverified", invented.PROOF)


def test_reading_delivers_nothing(call: Call) -> None:
    receipt = call("invented.read")
    assert (receipt.delivery, receipt.retry, receipt.route, receipt.result) == ("not_delivered", "safe", "none", [])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({}, r"text: Field required"),
        ({"text": 3}, r"text: .*string, not 3"),
        ({"text": "a", "times": 99}, r"times: .*less than or equal to 9, not 99"),
        ({"text": "a", "colour": "red"}, r"colour: Extra inputs"),
    ],
)
def test_wrong_arguments_are_named_before_anything_is_called(
    call: Call, arguments: dict[str, object], says: str
) -> None:
    with pytest.raises(BadRequest, match=says) as told:
        call("invented.write", **arguments)
    assert told.value.delivery == "not_delivered"
    assert "routes show invented.write" in (told.value.next_step or "")
    assert call("invented.read").result == []


def test_a_function_that_is_not_there_is_answered_with_near_ones(call: Call) -> None:
    with pytest.raises(NotFound, match=r"no function 'invented.wriet'") as told:
        call("invented.wriet", text="x")
    assert "invented.write" in told.value.near


def test_what_cannot_be_taken_back_asks_a_person(call: Call, engine: Engine) -> None:
    call("invented.write", text="x")
    with pytest.raises(NeedsApproval, match="delete"):
        call("invented.burn")
    assert call("invented.read").result == ["x"]
    assert call("invented.burn", approved=True).verified
    asked: list[str] = []
    engine.policy = Policy(foreground_allowed=True, approve=lambda words: asked.append(words) is None)
    call("invented.burn")
    assert len(asked) == 1


def test_leave_to_use_the_foreground_is_no_yes_to_a_risk(engine: Engine) -> None:
    action = Action("api", args={"function": "invented.burn"}, leave=True)
    with pytest.raises(NeedsApproval, match="delete"):
        engine.act(action)
    engine.policy = Policy(foreground_allowed=True, ask_verbs=frozenset({"press"}))
    with pytest.raises(NeedsApproval):
        engine.act(Action("press", args={"keys": "Return"}, leave=True))


def test_a_failing_function_says_how_far_it_came(call: Call) -> None:
    with pytest.raises(AppDied) as before:
        call("invented.die", text="before")
    assert (before.value.delivery, before.value.receipt["retry"]) == ("not_delivered", "safe")
    with pytest.raises(AppDied) as within:
        call("invented.die", text="in the middle")
    assert (within.value.delivery, within.value.receipt["retry"]) == ("uncertain", "unsafe")
    with pytest.raises(ActionFailed) as lied:
        call("invented.lie", text="x")
    assert lied.value.receipt["effect"]["seen"] == "no lines"
    assert lied.value.receipt["delivery"] not in ("delivered_verified", "not_delivered")


def test_a_function_that_breaks_does_not_break_the_desktop(call: Call) -> None:
    with pytest.raises(InternalError, match=r"invented.break broke: KeyError") as told:
        call("invented.break", text="x")
    assert told.value.delivery == "uncertain"
    assert call("invented.write", text="still here").verified


def test_the_intent_is_on_disk_before_the_call(engine: Engine) -> None:
    journal = engine.journal
    assert journal is not None
    run = journal.start_run("api", {}, "fake", {})
    seen: list[str] = []

    def looked(context: RouteContext, arguments: NoArguments) -> RouteOutcome:
        """Look into the journal while it is called."""
        seen.extend(str(intent) for intent in journal.uncertain(run))
        return RouteOutcome(None, Effect("x", "looked", "the journal", "file"), "delivered_verified")

    module = ModuleType("looking")
    module.__dict__["looked"] = route(name="looking.now", application="Journal", risk="change", proof="x")(looked)
    engine.functions = DesktopFunctions(engine.place, Registry({"looking": module}))
    assert engine.act(Action("api", args={"function": "looking.now"}), run=run).verified
    assert "looking.now" in seen[0]
    assert journal.uncertain(run) == []


def test_what_functions_keep_ends_with_the_desktop(call: Call, engine: Engine) -> None:
    call("invented.write", text="x")
    kept = engine.functions.resources.get("notebook", invented.Notebook)
    assert kept.lines == ["x"]
    engine.close()
    assert kept.closed


def test_a_function_without_types_or_words_is_refused_as_it_is_registered() -> None:
    with pytest.raises(ValueError, match="no name for a function"):
        route(name="Calc Write", application="x", risk="read", proof="x")
    with pytest.raises(TypeError, match="docstring"):
        route(name="a.b", application="x", risk="read", proof="x")(lambda context, arguments: RouteOutcome())


def test_an_installation_lists_its_own_functions() -> None:
    registry = Registry()
    assert "routes" in registry.families()
    found, faults = registry.all()
    assert {"routes.list", "routes.show"} <= {one.name for one in found}
    assert faults == {}
    assert registry.get("routes.show").schema["required"] == ["name"]
