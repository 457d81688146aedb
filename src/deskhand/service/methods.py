"""What a service may be asked: one table of names, each a small function of the request."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import deskhand
from deskhand.errors import BadRequest, DeskhandError
from deskhand.mind.options import RunOptions
from deskhand.model.action import Action
from deskhand.model.receipt import Receipt
from deskhand.perceive.locator_text import parse_locator
from deskhand.perceive.render import is_loading, render_compact, render_text
from deskhand.service.bounded import BATCH_LIMIT
from deskhand.service.calls import Call, Method, Reply
from deskhand.service.host import Host
from deskhand.service.protocol import failure, success
from deskhand.service.requests import action_of, scope_of, target_of
from deskhand.service.runs import answers_of, go_on_with_run, secrets_of, start_run


def _status(call: Call) -> dict[str, Any]:
    call.params.done()
    host = call.host
    return {
        "desktop": host.desktop.id,
        "name": host.desktop.place.name,
        "kind": host.charter.kind,
        "display": host.desktop.place.display,
        "screen": list(host.desktop.engine.adapter.screen.size()),
        "scale": host.desktop.engine.adapter.screen.scale(),
        "alive": host.desktop.alive,
        "pid": os.getpid(),
        "version": deskhand.__version__,
        "started": round(host.started, 3),
        "uptime": round(time.time() - host.started, 1),
        "at_work": host.at_work,
        "idle_seconds": host.charter.idle_seconds,
        "ephemeral": host.charter.ephemeral,
        "ending": host.ending or None,
    }


def _apps(call: Call) -> dict[str, Any]:
    installed = call.params.flag("installed")
    call.params.done()
    data: dict[str, Any] = {"apps": [app.to_json() for app in call.desktop.apps()]}
    if installed:
        data["installed"] = [{"name": entry.name, "id": entry.id} for entry in call.desktop.engine.launcher.installed()]
    return data


def _windows(call: Call) -> dict[str, Any]:
    call.params.done()
    windows = [window.to_json() for window in call.desktop.windows()]
    return {"windows": windows, "locked": True} if call.desktop.locked else {"windows": windows}


def _snapshot(call: Call) -> dict[str, Any]:
    """`text: true` gives text for people instead of the tree, `compact: true` the shorter one for models, with
    `loading`; `since` only what changed."""
    scope, compact = scope_of(call.params), call.params.flag("compact")
    as_text = call.params.flag("text") or compact
    seconds, since = call.params.seconds("timeout"), call.params.text("since")
    call.params.done()
    engine = call.desktop.engine
    if since is not None:
        diff = engine.perception.diff(since.lstrip("@"), scope, engine.progress(seconds, "snapshot"))
        return (
            {"snapshot": diff.snapshot, "complete": diff.complete, "text": diff.to_text()}
            if as_text
            else diff.to_json()
        )
    snapshot = engine.snapshot(scope, seconds=seconds)
    if not as_text:
        return snapshot.to_json()
    told = {"snapshot": snapshot.id, "complete": snapshot.complete}
    if compact:
        return {**told, "loading": is_loading(snapshot), "text": render_compact(snapshot)}
    return {**told, "text": render_text(snapshot)}


def _find(call: Call) -> dict[str, Any]:
    locator = call.params.needed("locator")
    call.params.done()
    engine = call.desktop.engine
    found = engine.perception.find_places(parse_locator(locator), engine.progress(None, f"find {locator}"))
    return {"elements": [{**element.to_json(), "place": place} for element, place in found]}


def _read(call: Call) -> dict[str, Any]:
    target, cells = target_of(call.params.anything("target")), call.params.text("range")
    call.params.done()
    if cells is not None:
        return {"range": cells, "rows": call.desktop.read_table(cells, target)}
    if target is None:
        raise BadRequest(
            "say what to read: an element, or a range of cells", next_step="`deskhand read 'field \"Name\"'`"
        )
    return {"text": call.desktop.read(target)}


def _act(call: Call) -> Reply:
    """An action's keys, and `approved: true`: the person was asked whether it may be done, and said yes."""
    given = call.params.everything()
    approved = given.pop("approved", False) is True
    receipt = call.desktop.act(replace(action_of(given), approved=approved))
    return Reply(_outcome(receipt), receipt.to_json())


def _outcome(receipt: Receipt) -> dict[str, Any]:
    data: dict[str, Any] = {"delivery": receipt.delivery, "verified": receipt.verified}
    if receipt.result is not None:
        data["result"] = receipt.result
    return data


def _batch(call: Call) -> dict[str, Any]:
    """`leave: true`: the person was asked about these actions, and allows the foreground for them; `approved: true`:
    they said yes to the one action that needed it."""
    raw, keep_going = call.params.items("actions"), call.params.flag("keep_going")
    leave, approved = call.params.flag("leave"), call.params.flag("approved")
    call.params.done()
    if approved and len(raw) != 1:
        raise BadRequest(f"a yes is for one action, and these are {len(raw)}", next_step="send it alone")
    actions: list[Action] = [replace(action_of(item), leave=leave, approved=approved) for item in raw]
    results = call.desktop.batch(actions, keep_going=keep_going)
    envelopes: list[dict[str, Any]] = []
    for result in results:
        done = failure(result) if isinstance(result, DeskhandError) else success(_outcome(result), result.to_json())
        envelopes.append(done)
    ok = len(envelopes) == len(actions) and all(envelope["ok"] for envelope in envelopes)
    return {"all_ok": ok, "done": len(envelopes), "asked": len(actions), "results": envelopes}


def _wait(call: Call) -> dict[str, Any]:
    expect, seconds = call.params.needed("expect"), call.params.seconds("timeout")
    call.params.done()
    return {"effect": call.desktop.wait(expect, seconds).to_json()}


def _notifications(call: Call) -> dict[str, Any]:
    history = call.params.flag("history")
    call.params.done()
    return {"notifications": [notice.to_json() for notice in call.desktop.notifications(history=history)]}


def _run(call: Call) -> dict[str, Any]:
    script = call.params.needed("script")
    values = {str(key): str(value) for key, value in call.params.mapping("values").items()}
    folder, seconds = call.params.text("folder"), call.params.seconds("seconds")
    pictures, foreground = not call.params.flag("no_pictures"), call.params.flag("foreground")
    call.params.done()
    place = Path(folder) if folder else Path.cwd()
    options = RunOptions(place, pictures=pictures, seconds=seconds, foreground=foreground)
    return start_run(call.desktop, script, values, options, call.emit)


def _resume(call: Call) -> dict[str, Any]:
    run, seconds = call.params.needed("run"), call.params.seconds("seconds")
    answers, secrets = answers_of(call.params.mapping("answers")), secrets_of(call.params.mapping("secrets"))
    call.params.done()
    return go_on_with_run(call.desktop, run, answers, secrets, seconds, call.emit)


def _watch(call: Call) -> dict[str, Any]:
    take_over = call.params.flag("take_over")
    call.params.done()
    from deskhand.service.watching import watch_address  # websockets loads here, not with every service

    return watch_address(call.host, take_over=take_over)


def _stop(call: Call) -> dict[str, Any]:
    reason = call.params.text("reason") or "stopped by the caller"
    run = call.params.text("run")
    call.params.done()
    asked, left = call.host.stop(reason) if run is None else call.host.stop_run(run, reason)
    return {"stopped": asked > 0 and left == 0, "asked": asked, "still_at_work": left}


def _shutdown(call: Call) -> dict[str, Any]:
    call.params.done()
    return {"desktop": call.desktop.id, "ending": True}


def _end(host: Host) -> None:
    host.end("asked to end")


METHODS: dict[str, Method] = {
    "status": Method("which desktop this is, and how it does", _status, control=True),
    "apps": Method("running applications; `installed` adds those that could be launched", _apps),
    "windows": Method("open windows, topmost first", _windows),
    "snapshot": Method("observe a desktop, a window or a part", _snapshot),
    "find": Method("every element a locator describes", _find),
    "read": Method("the text of an element, or cells of a table", _read),
    "act": Method("one action of the verb table; the reply carries its receipt", _act, acts=True),
    "batch": Method("up to 64 actions in order", _batch, acts=True, limit=BATCH_LIMIT),
    "wait": Method("wait for an effect", _wait),
    "notifications": Method("notifications that stand there; `history` adds those that are gone", _notifications),
    "run": Method("carry out sentences; events `step` on the way", _run, reports=True, acts=True),
    "resume": Method("go on with an interrupted run; events `step` on the way", _resume, reports=True, acts=True),
    "watch": Method("the address of the live view", _watch),
    "stop": Method("end what is under way, or one `run`", _stop, control=True),
    "shutdown": Method("end the service and its desktop", _shutdown, control=True, after=_end),
}
