"""`deskhand stop`: end what is under way, or one run; ends nothing it does not name, and may be asked again."""

from __future__ import annotations

from typing import Any

from deskhand.cli.desktops import connect
from deskhand.cli.grammar import Given
from deskhand.cli.output import note, print_json, say
from deskhand.errors import AmbiguousTarget, BadRequest, DeskhandError, EnvironmentFault
from deskhand.service.choosing import running
from deskhand.service.client import Client, NotRunning

REASON = "stopped by `deskhand stop`"
ANSWER_SECONDS = 5.0
NOTHING: dict[str, Any] = {"stopped": False, "asked": 0, "still_at_work": 0}


def run(given: Given) -> int:
    named = [given.has("run"), given.has("desktop"), given.flag("all")]
    if sum(named) > 1:
        raise BadRequest("name one thing to stop", next_step="a run, or --desktop NAME, or --all")
    if given.has("run"):
        return _tell(_stop_run(given.needed("run")), given)
    if given.has("desktop"):
        with connect(given) as client:
            return _tell(_ask(client, {}), given)
    if given.flag("all"):
        return _stop_all(given)
    return _tell(_stop_only(), given)


def _stop_run(word: str) -> dict[str, Any]:
    """`NotFound` where there is no such run. One that is over is left as it is."""
    from deskhand.journal.journal import Journal

    with Journal() as journal:
        record = journal.run(word)
    if record.status != "running":
        return {**NOTHING, "run": record.id, "status": record.status}
    try:
        with Client(record.desktop) as client:
            return {**_ask(client, {"run": record.id}), "run": record.id}
    except NotRunning:
        raise EnvironmentFault(
            f"run {record.id} is carried out by a program of its own, which no command can reach",
            sought=record.id,
            next_step="press Ctrl-C there, or call `stop` of its Desktop",
        ) from None


def _stop_only() -> dict[str, Any]:
    """The desktop on which something is under way, those of single commands included; `AmbiguousTarget` for several."""
    busy = [str(status["desktop"]) for status in running() if status.get("at_work") or status.get("fault")]
    if len(busy) > 1:
        raise AmbiguousTarget(
            f"something is under way on {len(busy)} desktops",
            near=busy,
            next_step="say which: `deskhand stop RUN`, --desktop NAME, or --all",
        )
    if not busy:
        return NOTHING
    try:
        with Client(busy[0]) as client:
            return _ask(client, {})
    except NotRunning:
        return NOTHING


def _stop_all(given: Given) -> int:
    """Every desktop is asked, also after one that does not answer."""
    stopped: dict[str, Any] = {}
    for status in running():
        desktop = str(status["desktop"])
        try:
            with Client(desktop) as client:
                stopped[desktop] = _ask(client, {})
        except NotRunning:
            continue
        except DeskhandError as error:
            stopped[desktop] = {"error": error.to_json()}
    if given.flag("json"):
        print_json({"ok": True, "data": {"desktops": stopped}})
    else:
        for desktop, data in stopped.items():
            say(f"{desktop}: {_line(data)}")
        if not stopped:
            say(_line(NOTHING))
    return max((_code(data) for data in stopped.values()), default=0)


def _ask(client: Client, what: dict[str, Any]) -> dict[str, Any]:
    asked = client.data("stop", {"reason": REASON, **what}, seconds=ANSWER_SECONDS)
    return {**asked, "desktop": client.desktop}


def _tell(data: dict[str, Any], given: Given) -> int:
    if given.flag("json"):
        print_json({"ok": True, "data": data})
    elif data["still_at_work"]:
        note(_line(data))
    else:
        say(_line(data))
    return _code(data)


def _code(data: dict[str, Any]) -> int:
    """1 while something that was asked to stop has not ended."""
    return int("error" in data or data["still_at_work"] > 0)


def _line(data: dict[str, Any]) -> str:
    if "error" in data:
        return str(data["error"]["message"])
    if data["still_at_work"]:
        return f"asked to stop; {data['still_at_work']} of {data['asked']} have not ended yet"
    if data["stopped"]:
        return f"stopped run {data['run']}; `deskhand resume {data['run']}` goes on" if "run" in data else "stopped"
    return f"run {data['run']} was not under way: {data['status']}" if "status" in data else "nothing was under way"
