"""One client's session: what each tool does, in terms of the service of the desktop it is about."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio
from anyio import to_thread

from deskhand.errors import BadRequest, DeskhandError
from deskhand.mcp import history
from deskhand.mcp.answers import (
    LIMIT,
    Answer,
    failure,
    receipt_line,
    short_receipt,
    windows_line,
)
from deskhand.mcp.asking import Ask, may_be_done, may_use_foreground, which_is_meant
from deskhand.mcp.desks import Desks
from deskhand.mcp.jobs import ANSWER_SECONDS, Job, Jobs
from deskhand.mcp.news import News
from deskhand.mcp.roots import check_paths
from deskhand.mcp.schemas import BY_NAME

Args = dict[str, Any]
_SCOPE = ("window", "app", "root", "skeleton", "depth", "all")


class Session:
    """`read_only` refuses every tool that changes something; `roots` are the client's folders, None where it names
    none. Every method `_NAME` is the tool of that name: arguments that fit its schema in, an `Answer` out."""

    def __init__(self, jobs: Jobs, *, desktop: str | None = None, read_only: bool = False) -> None:
        self.desks = Desks(desktop)
        self.jobs = jobs
        self.read_only = read_only
        self._news = News(self.desks)

    async def call(
        self, name: str, args: Args, roots: Sequence[Path] | None, ask: Ask
    ) -> Answer:
        """Do it. Whatever a desktop, a service or a file says no to is an answer; nothing is raised but our own bugs.
        `ask` puts a question to the person, where only they can answer it."""
        try:
            if self.read_only and (BY_NAME[name].changes or args.get("cancel")):
                raise BadRequest(f"`{name}` changes things, and this server only looks (--read-only)", sought=name)
            check_paths(args, roots)
            handler: Callable[..., Awaitable[Answer]] = getattr(self, f"_{name}")
            if name == "act":
                return await handler(args, ask)
            return await handler(args)
        except DeskhandError as error:
            return failure(error.to_json(), error.receipt)

    # --- desktops and applications

    async def _desktop(self, args: Args) -> Answer:
        do = args["do"]
        if do == "list":
            found = await self.desks.running()
            lines = [_desktop_line(status) for status in found]
            return Answer("\n".join(lines) or "no desktop is running", {"ok": True, "desktops": found})
        if do == "stop":
            desktop = await self.desks.named(args.get("name"))
            await self.desks.data(desktop, "shutdown")
            with anyio.move_on_after(5):
                while any(status["desktop"] == desktop for status in await self.desks.running()):
                    await anyio.sleep(0.05)
            self.desks.current = None
            return Answer(f"desktop {desktop} has ended, with all that ran in it", {"ok": True, "desktop": desktop})
        kind = "private" if do == "start" else "user"
        foreground = bool(args.get("foreground"))
        if foreground and do == "start":
            raise BadRequest("`foreground` goes with attach; a private desktop has its own pointer and keyboard")
        if do == "attach":
            for status in await self.desks.running():
                if status.get("kind") == "user":
                    self.desks.current = status["desktop"]
                    return Answer(f"attached already: {status['desktop']}", {"ok": True, **status})
        status = await self.desks.start(
            kind, name=args.get("name"), size=args.get("size") or "1920x1080", foreground=foreground
        )
        return Answer(
            f"{'started' if do == 'start' else 'attached'}: desktop {status['desktop']}, display {status['display']}",
            {"ok": True, **status},
        )

    async def _apps(self, args: Args) -> Answer:
        if args["do"] == "launch":
            return await self._launch(args)
        desktop = await self.desks.named(args.get("desktop"))
        if args["do"] == "close":
            return await self._actions(desktop, [{"verb": "close", "args": {"app": _needed(args, "app")}}], False)
        data = await self.desks.data(desktop, "apps", {"installed": bool(args.get("installed"))})
        lines = [f"{app['name']} (pid {app.get('pid', '?')})" for app in data["apps"]] or ["no application is running"]
        if "installed" in data:
            lines += ["can be launched:", *(f"  {entry['name']} ({entry['id']})" for entry in data["installed"])]
        return Answer("\n".join(lines), {"ok": True, **data}).bounded(LIMIT, "Ask without `installed`.")

    async def _launch(self, args: Args) -> Answer:
        app = _needed(args, "app")
        desktop, note = await self.desks.named_or_new(args.get("desktop"))
        given = {"app": app} | {key: args[key] for key in ("files", "args") if args.get(key)}
        answer = await self._actions(desktop, [{"verb": "launch", "args": given}], False)
        answer.text = note + answer.text
        return answer

    async def _windows(self, args: Args) -> Answer:
        desktop = await self.desks.named(args.get("desktop"))
        data = await self.desks.data(desktop, "windows")
        lines = [windows_line(window) for window in data["windows"]]
        return Answer("\n".join(lines) or "no window is open", {"ok": True, **data}).bounded(LIMIT, "Close some.")

    # --- looking

    async def _observe(self, args: Args) -> Answer:
        desktop = await self.desks.named(args.get("desktop"))
        scope = {key: args[key] for key in _SCOPE if args.get(key) is not None}
        params = scope | {"compact": True} | ({"since": args["since"]} if args.get("since") else {})
        data = await self.desks.data(desktop, "snapshot", params)
        if not args.get("root"):
            self._news.observed(desktop, scope, data["snapshot"])
        answer = Answer(data["text"], {"ok": True, "snapshot": data["snapshot"], "complete": data["complete"]})
        answer.bounded(args.get("max_chars", LIMIT), "Narrow it by window, root, depth or skeleton, or give max_chars.")
        answer.data["tree"] = answer.text
        if args.get("picture"):
            place = {"window": args["window"]} if args.get("window") else {}
            answer.pictures.append(await self._picture(desktop, place, answer))
        return answer

    async def _find(self, args: Args) -> Answer:
        desktop = await self.desks.named(args.get("desktop"))
        elements = (await self.desks.data(desktop, "find", {"locator": args["locator"]}))["elements"]
        lines = [_element_line(element) for element in elements]
        answer = Answer("\n".join(lines) or f"nothing is {args['locator']}", {"ok": True, "elements": elements[:100]})
        return answer.bounded(LIMIT, "Say more of what is meant: its window, a neighbour.")

    async def _read(self, args: Args) -> Answer:
        desktop = await self.desks.named(args.get("desktop"))
        params = {key: args[key] for key in ("target", "range") if args.get(key) is not None}
        data = await self.desks.data(desktop, "read", params)
        rows = data.get("rows")
        text = data["text"] if rows is None else "\n".join("\t".join(row) for row in rows)
        limit = args.get("max_chars", LIMIT)
        return Answer(text, {"ok": True}).bounded(limit, "Read a range, or give max_chars.")

    async def _wait(self, args: Args) -> Answer:
        desktop = await self.desks.named(args.get("desktop"))
        seconds = args.get("seconds", 20)
        effect = (await self.desks.data(desktop, "wait", {"expect": args["for"], "timeout": seconds}))["effect"]
        return Answer(
            f"✓ {effect['seen'] or effect['expected']} (by {effect['observer']})", {"ok": True, "effect": effect}
        )

    async def _screenshot(self, args: Args) -> Answer:
        desktop = await self.desks.named(args.get("desktop"))
        answer = Answer("", {"ok": True})
        place = {key: args[key] for key in ("window", "region", "marks") if args.get(key)}
        picture = await self._picture(desktop, place, answer, args.get("of"))
        answer.pictures.append(picture)
        return answer

    async def _picture(self, desktop: str, place: Args, answer: Answer, of: Any = None) -> bytes:
        """PNG bytes for a model; the answer says the picture's frame."""
        with tempfile.TemporaryDirectory(prefix="deskhand-mcp-") as folder:
            path = Path(folder) / "picture.png"
            action = {"verb": "screenshot", "args": {**place, "path": str(path)}}
            if of is not None:
                action["target"] = of
            data = await self.desks.data(desktop, "act", action)
            png, frame = await to_thread.run_sync(history.for_model, path)
        result = data.get("result") or {}
        if isinstance(result, dict):
            frame |= {key: result[key] for key in ("origin", "bounds", "snapshot") if key in result}
            if result.get("scale"):
                frame["scale"] = round(1 / result["scale"], 4)
        answer.data["picture"] = frame
        answer.text = f"{answer.text}\npicture: {frame}".strip()
        return png

    # --- acting

    async def _act(self, args: Args, ask: Ask) -> Answer:
        desktop = await self.desks.named(args.get("desktop"))
        actions, keep = [dict(action) for action in args["actions"]], bool(args.get("keep_going"))
        to_choose = [bool(action.pop("ask", False)) for action in actions]
        answer = await self._actions(desktop, actions, keep)
        error = answer.data.get("error", {})
        going_on = keep and len(actions) > 1
        if answer.data.get("failed_at") != 1 or going_on or error.get("delivery") != "not_delivered":
            return answer  # nothing that was done is done again for an answer
        if error["code"] == "needs_foreground" and await ask(may_use_foreground(error["message"])) is True:
            allowed = [{**action, "mode": "foreground"} for action in actions]
            return await self._actions(desktop, allowed, keep, leave=True)
        alone = len(actions) == 1  # a yes is for the one action that was asked about
        if error["code"] == "needs_approval" and alone and await ask(may_be_done(error["message"])) is True:
            return await self._actions(desktop, actions, keep, approved=True)
        if error["code"] == "ambiguous_target" and to_choose[0]:
            places = {str(one["place"]): str(one["ref"]) for one in answer.data.get("candidates", ())}
            meant = await ask(which_is_meant(error["message"], list(places)))
            if meant in places:
                return await self._actions(desktop, [{**actions[0], "target": places[meant]}, *actions[1:]], keep)
        return answer

    async def _actions(self, desktop: str, actions: list[Args], keep_going: bool, **said: bool) -> Answer:
        """A batch as a job, so that a slow one is polled and not waited for."""
        words = actions[0]["verb"] if len(actions) == 1 else f"{len(actions)} actions"

        async def work(job: Job) -> Answer:
            return await self._batch(desktop, actions, keep_going, said)

        return await self.jobs.answer(self.jobs.start(words, desktop, work))

    async def _batch(self, desktop: str, actions: list[Args], keep_going: bool, said: dict[str, bool]) -> Answer:
        params = {"actions": actions, "keep_going": keep_going, **said}
        try:
            before = await self._news.windows(desktop)
            envelope = await self.desks.ask(desktop, "batch", params, seconds=None)
        except DeskhandError as error:
            return failure(error.to_json(), error.receipt)
        if not envelope["ok"]:
            return failure(envelope["error"], envelope.get("receipt"))
        results: list[Args] = envelope["data"]["results"]
        lines: list[str] = []
        data: Args = {"ok": True, "receipts": []}
        for number, result in enumerate(results, 1):
            if not result["ok"] and "error" not in data:
                candidates = await self._candidates(desktop, actions[number - 1], result["error"])
                data |= {"ok": False, "error": result["error"], "failed_at": number} | candidates
            receipt: Args = result.get("receipt") or {}
            lines.append(f"{number}. {receipt_line(receipt) if result['ok'] else failure(result['error']).text}")
            data["receipts"] += [short_receipt(receipt)] if receipt else []
        left = len(actions) - len(results)
        if left:
            lines.append(f"{left} of {len(actions)} were not tried")
        news = await self._news.since(desktop, before)
        lines += ["new on the screen:", *news] if news else []
        data["new"] = "\n".join(news)
        answer = Answer("\n".join(lines), data, failed="error" in data)
        return answer.bounded(LIMIT, "Fewer actions at a time say more of each.")

    async def _candidates(self, desktop: str, action: Args, error: Args) -> Args:
        """The elements that answer an ambiguous locator, each with its ref, also put among the near misses: what is
        chosen of them needs no further look."""
        if error["code"] != "ambiguous_target" or not isinstance(action.get("target"), str):
            return {}
        with suppress(DeskhandError):
            found = (await self.desks.data(desktop, "find", {"locator": action["target"]}))["elements"]
            meant = [one for one in found if one["place"] in error.get("near", ())]
            if len(meant) > 1:
                error["near"] = [f"{one['ref']} {one['place']}" for one in meant]
                return {"candidates": [{"ref": one["ref"], "place": one["place"]} for one in meant]}
        return {}

    # --- runs

    async def _run_steps(self, args: Args) -> Answer:
        return await self.jobs.answer(await self._started(args, args["steps"]))

    async def _run(self, args: Args) -> Answer:
        given = [key for key in ("steps", "file", "resume") if args.get(key)]
        if len(given) != 1:
            raise BadRequest("give exactly one of steps, file, resume", seen=", ".join(given) or "none")
        steps = args.get("steps")
        if args.get("file"):
            path = Path(args["file"]).expanduser()
            try:
                steps = await to_thread.run_sync(lambda: path.read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError) as error:
                raise BadRequest(f"{path} cannot be read: {error}", sought=str(path)) from error
        return await self.jobs.answer(await self._started(args, steps), seconds=0.5)

    async def _started(self, args: Args, steps: str | None) -> Job:
        desktop, _ = await self.desks.named_or_new(args.get("desktop"))
        method, params = "resume", {"run": args.get("resume")}
        if steps is not None:
            folder = str(Path(args.get("folder") or "~").expanduser())
            method, params = "run", {"script": steps, "values": args.get("values") or {}, "folder": folder}

        async def work(job: Job) -> Answer:
            def on_event(event: Args) -> None:
                job.run = str(event.get("run", job.run or "")) or None
                step = event.get("step")
                if isinstance(step, dict) and step["status"] not in ("planned", "intent"):
                    anyio.from_thread.run_sync(job.tell, "\n".join(history.step_words(step)))

            try:
                envelope = await self.desks.ask(desktop, method, params, seconds=None, on_event=on_event)
            except DeskhandError as error:
                return failure(error.to_json(), error.receipt, "\n".join(job.told))
            if not envelope["ok"]:
                return failure(envelope["error"], envelope.get("receipt"), "\n".join(job.told))
            return history.run_answer(envelope["data"], job.told)

        return self.jobs.start("a run" if steps is not None else f"run {args.get('resume')}", desktop, work)

    async def _status(self, args: Args) -> Answer:
        if args.get("job"):
            job = self.jobs.get(args["job"])
            if args.get("cancel") and job.answer is None:
                await self.desks.data(job.desktop, "stop", {"reason": "cancelled by the client"})
            return await self.jobs.answer(job, min(args.get("seconds", 5 if args.get("cancel") else 0), ANSWER_SECONDS))
        if args.get("cancel"):
            raise BadRequest("say which job to cancel", near=[job.id for job in self.jobs.all()])
        jobs = [job.to_json() for job in self.jobs.all()]
        desktops = await self.desks.running()
        lines = [f"job {job['job']}: {job['what']}, {'done' if job['done'] else 'at work'}" for job in jobs]
        lines += [f"desktop {_desktop_line(status)}" for status in desktops]
        return Answer("\n".join(lines) or "nothing is under way", {"ok": True, "jobs": jobs, "desktops": desktops})

    async def _history(self, args: Args) -> Answer:
        answer = await to_thread.run_sync(history.history, args.get("run"), args.get("limit", 20))
        return answer.bounded(LIMIT, "Ask for fewer, or for one run.")

    async def _doctor(self, args: Args) -> Answer:
        """In a process of its own, as the command line does it."""

        async def work(job: Job) -> Answer:
            words = [sys.executable, "-m", "deskhand.cli.main", "doctor"]
            done = await anyio.run_process(words, check=False, stdin=-3)
            text = (done.stdout + done.stderr).decode(errors="replace").strip()
            return Answer(text, {"ok": done.returncode == 0, "exit_code": done.returncode}, failed=done.returncode != 0)

        return await self.jobs.answer(self.jobs.start("doctor", "", work))


def _desktop_line(status: Args) -> str:
    words = [status["desktop"], status.get("name"), status.get("kind"), status.get("display")]
    words += ["at work"] if status.get("at_work") else []
    words += [f"does not answer: {status['fault']}"] if "fault" in status else []
    return " ".join(str(word) for word in words if word)


def _needed(args: Args, name: str) -> str:
    if not args.get(name):
        raise BadRequest(f"`{args['do']}` needs `{name}`", sought=name)
    return str(args[name])


def _element_line(element: Args) -> str:
    value = f" = {element['value']!r}" if element.get("value") not in (None, "") else ""
    states = f" [{', '.join(element['states'])}]" if element.get("states") else ""
    return f"{element['ref']} {element['place']}{value}{states}"
