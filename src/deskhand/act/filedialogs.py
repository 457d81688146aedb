"""choose_file: answering an open or save dialog with a path.

The path goes into the dialog's own name or location field, whole; the dialog's own button accepts it. What proves it is
the dialog's window closing and, after saving, the file itself. An existing file is refused before anything is sent,
and a question about replacing it is answered with no, unless `overwrite` was given.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass

from deskhand.act.attempt import Attempt
from deskhand.act.fields import same_text
from deskhand.act.focusing import activate_window, focus_guard
from deskhand.act.mute_dialogs import answer_mute, answer_mute_question, is_mute
from deskhand.act.names import ACCEPT_WORDS, DISMISS_WORDS, REPLACE_WORDS, action_for, plain_name
from deskhand.act.resolving import APPEAR_SECONDS, describe_window, resolve_window
from deskhand.act.verifying import prove_expectation
from deskhand.act.watch import Proof
from deskhand.act.windowing import element_for, find_button
from deskhand.adapters.protocol import ReadOptions
from deskhand.errors import BadRequest, FocusLost, NoTree, Unsupported, WindowNotFound
from deskhand.model.element import Node
from deskhand.model.receipt import Effect
from deskhand.model.world import Window

_DIALOG = ReadOptions(showing_only=True, max_nodes=2500, fresh=True)
_FIELD_SECONDS = 2.0
_QUESTION_SECONDS = 1.0
_FILE_SECONDS = 4.0
_CHOOSERS_OWN = frozenset({"item.copy-location", "item.toggle-show-hidden"})
"""Actions that GTK 4's file chooser, a filler by role, offers: of any but the folder it shows it says nothing else."""

_TREE_SECONDS = 1.0
"""How long a file dialog's tree may come after its window, before it is taken for one that has none."""
_LOCATION_NAMES = ("name", "file name", "location", "location layer", "文件名", "名称", "dateiname", "nom", "nombre")


@dataclass(slots=True)
class _Dialog:
    """The file dialog as found: its window, what it is for. `mute`: it shows no tree and is known by its window."""

    window: Window
    action: str
    path: str
    stamp: float | None
    mute: bool = False


def choose_file(attempt: Attempt) -> None:
    """Answer the file dialog that is open (or the one of the window named)."""
    path = os.path.abspath(os.path.expanduser(attempt.args["path"]))
    dialog = _find_dialog(attempt, path)
    _permitted(attempt, dialog)
    attempt.by_routes(
        [("tree", lambda _: _by_tree(attempt, dialog)), ("keyboard", lambda _: _by_keyboard(attempt, dialog))]
    )
    attempt.result = {"path": path, "action": dialog.action}
    with attempt.phase("verify"):
        _await_close(attempt, dialog)
        _await_file(attempt, dialog)
    if attempt.action.expect is not None:
        prove_expectation(attempt)


def _find_dialog(attempt: Attempt, path: str) -> _Dialog:
    """The open file dialog; it is waited for a moment, as it follows a menu entry or a key."""
    if "window" in attempt.args:
        window = resolve_window(attempt)
        nodes = [] if is_mute(window) else _read(attempt, window)
        return _described(attempt, window, nodes, path)
    seen: list[Window] = []
    mute_since: dict[str, float] = {}
    with attempt.phase("resolve"), attempt.part(APPEAR_SECONDS) as part:
        for _ in part.attempts():
            seen = list(attempt.ctx.adapter.windows.list(attempt.progress))
            attempt.set_windows(seen)
            found = [(window, nodes) for window in seen if (nodes := _file_nodes(attempt, window))]
            for window in filter(is_mute, seen):
                if time.monotonic() - mute_since.setdefault(window.id, time.monotonic()) > _TREE_SECONDS:
                    found.append((window, []))
            if len(found) == 1:
                window, nodes = found[0]
                attempt.set_window(window)
                attempt.record("exists", True)
                attempt.record("unique", True)
                return _described(attempt, window, nodes, path)
            if len(found) > 1:
                attempt.record("unique", False, f"{len(found)} file dialogs are open")
                from deskhand.errors import AmbiguousTarget

                raise AmbiguousTarget(
                    "several file dialogs are open", near=[describe_window(window) for window, _ in found]
                )
            part.log("no file dialog is open yet")
    attempt.record("exists", False, "no file dialog is open")
    raise WindowNotFound(
        "no file dialog is open", sought="file dialog", near=[describe_window(window) for window in seen]
    )


def _file_nodes(attempt: Attempt, window: Window) -> list[Node]:
    """The nodes of a window that is a file dialog; empty for any other."""
    if (
        window.root is None
        or window.override_redirect
        or (window.kind == "normal" and not window.transient_for and not window.modal)
    ):
        return []
    nodes = _read(attempt, window)
    return nodes if _is_file_dialog(nodes) else []


def _read(attempt: Attempt, window: Window) -> list[Node]:
    if window.root is None:
        raise NoTree(f"window {window.title!r} shows no accessibility tree", sought="file dialog")
    return attempt.ctx.adapter.tree.read(window.root, _DIALOG, attempt.progress).nodes


def _is_file_dialog(nodes: list[Node]) -> bool:
    if any(node.role == "file chooser" or _CHOOSERS_OWN.issubset(node.actions) for node in nodes):
        return True
    buttons = {plain_name(node.name) for node in nodes if node.role == "button"}
    accepts = buttons & {*ACCEPT_WORDS["open"], *ACCEPT_WORDS["save"]}
    lists = [node for node in nodes if node.role in ("table", "tree table", "list", "tree")]
    return bool(accepts and lists and _location(nodes) is not None)


def _described(attempt: Attempt, window: Window, nodes: list[Node], path: str) -> _Dialog:
    """What its buttons say it is for, or where it shows none the first word of its title."""
    words = {plain_name(node.name) for node in nodes if node.role == "button"}
    mute = is_mute(window)
    if mute:
        words = {plain_name(window.title), *plain_name(window.title).split()[:1]}
    saving = bool(words & {"save", "保存", "speichern", "enregistrer", "guardar", "salva", "export", "导出"})
    found = "save" if saving else "open"
    action = attempt.args.get("action", found)
    if action != found and action == "save" and words & {"open", "打开", "öffnen"}:
        raise BadRequest(f"{window.title!r} is a dialog to {found}, not to {action}", sought=action, seen=found)
    return _Dialog(window, action, path, os.path.getmtime(path) if os.path.exists(path) else None, mute)


def _permitted(attempt: Attempt, dialog: _Dialog) -> None:
    """Before anything is sent: the folder is there, an existing file may be replaced, a file to open exists."""
    if dialog.action == "open" and dialog.stamp is None:
        raise attempt.refuse("allowed", f"there is no file {dialog.path!r} to open", "name a file that exists")
    if dialog.action == "save":
        folder = os.path.dirname(dialog.path)
        if not os.path.isdir(folder):
            raise attempt.refuse("allowed", f"there is no folder {folder!r}", "create the folder first")
        if dialog.stamp is not None and not attempt.args.get("overwrite", False):
            raise attempt.refuse("allowed", f"{dialog.path!r} exists already", "give another name, or overwrite=true")
    attempt.record("allowed", True)


def _location(nodes: list[Node]) -> Node | None:
    """The dialog's field for a name or path: the one labelled so, else the only single-line field that is showing."""
    fields = [
        node
        for node in nodes
        if node.role in ("text field", "text area")
        and node.bounds is not None
        and not node.bounds.empty
        and node.interfaces & {"EditableText", "Text"}
        and "read_only" not in node.states
    ]
    named = [node for node in fields if plain_name(node.name) in _LOCATION_NAMES]
    if len(named) == 1:
        return named[0]
    return fields[0] if len(fields) == 1 else None


def _by_tree(attempt: Attempt, dialog: _Dialog) -> str | None:
    """The path by editable text, the button by its action."""
    if dialog.mute:
        return "it shows no accessibility tree"
    field = _location(_read(attempt, dialog.window))
    if field is None:
        return "it shows no field for a path"
    if "EditableText" not in field.interfaces:
        return "its field takes no text from the tree"
    button = find_button(attempt, dialog.window, _accept_words(dialog)) or _disabled_accept(attempt, dialog)
    if button is None:
        return "it has no button that is known to accept"
    tree = attempt.ctx.adapter.tree
    with attempt.delivering("tree"):
        tree.set_text(field.handle, dialog.path, attempt.progress)
        if not _field_reads(attempt, field, dialog.path):
            tree.set_text(field.handle, field.text or "", attempt.progress)
            raise Unsupported("its field did not keep the path (read back)")
        _accept(attempt, dialog)
    return None


def _field_reads(attempt: Attempt, field: Node, path: str) -> bool:
    tree = attempt.ctx.adapter.tree
    with attempt.progress.within(_FIELD_SECONDS) as part:
        for _ in part.attempts():
            if same_text(tree.get_text(field.handle, 0, -1, attempt.progress).text, path):
                return True
            part.log("the field does not read the path yet")
    return False


def _disabled_accept(attempt: Attempt, dialog: _Dialog) -> Node | None:
    nodes = _read(attempt, dialog.window)
    for word in _accept_words(dialog):
        for node in nodes:
            if node.role == "button" and plain_name(node.name) == word:
                return node
    return None


def _accept_words(dialog: _Dialog) -> tuple[str, ...]:
    return ACCEPT_WORDS[dialog.action]


def _accept(attempt: Attempt, dialog: _Dialog) -> None:
    """Press the accepting button once it is enabled."""
    with attempt.progress.within(_FIELD_SECONDS) as part:
        for _ in part.attempts():
            button = find_button(attempt, dialog.window, _accept_words(dialog))
            name = action_for("click", button.role, button.actions) if button is not None else None
            if button is not None and name is not None:
                attempt.run_action(element_for(button, dialog.window), name)
                return
            part.log("the button that accepts is not enabled yet")
    raise Unsupported("its button stayed greyed out with this path")


def _by_keyboard(attempt: Attempt, dialog: _Dialog) -> str | None:
    """As a person does: into the field (opened with ctrl+L where there is none), the path, Return."""
    problem = activate_window(attempt)
    if problem is not None:
        return f"the dialog did not become active: {problem}"
    if dialog.mute:
        return answer_mute(attempt, dialog.window, dialog.path, "s" if dialog.action == "save" else "o")
    input_, tree = attempt.ctx.adapter.input, attempt.ctx.adapter.tree
    field = _location(_read(attempt, dialog.window))
    with attempt.delivering("keyboard"):
        if field is None:
            input_.press("ctrl+l")
            field = _await_field(attempt, dialog)
        if field is not None:
            if "focused" not in field.states and not tree.grab_focus(field.handle, attempt.progress):
                input_.press("alt+n")
            input_.press("ctrl+a")
        guard = focus_guard(attempt, None, dialog.window)
        typed = input_.type_text(dialog.path, attempt.progress, guard)
        if not typed.complete:
            raise FocusLost(f"{guard()} took the focus while the path was typed", delivery="uncertain")
        if field is not None and not _field_reads(attempt, field, dialog.path):
            input_.press("ctrl+a Delete")
            raise attempt.refuse("editable", "the dialog's field did not take the path")
        input_.press("Return")
    return None


def _await_field(attempt: Attempt, dialog: _Dialog) -> Node | None:
    with attempt.progress.within(_FIELD_SECONDS) as part:
        for _ in part.attempts():
            field = _location(_read(attempt, dialog.window))
            if field is not None:
                return field
            part.log("the field for the path does not show yet")
    return None


def _await_close(attempt: Attempt, dialog: _Dialog) -> None:
    """Until the dialog's window is gone; a question about replacing is answered on the way."""
    adapter, answered = attempt.ctx.adapter, False
    for _ in attempt.watch.moments(attempt.verb.watch):
        windows = list(adapter.windows.list(attempt.progress))
        if all(window.id != dialog.window.id for window in windows):
            if dialog.action != "save":
                seen = f"dialog {dialog.window.title!r} closed"
                attempt.prove(Proof(Effect(attempt.expected, seen, "window list", "window"), "window list"))
            return
        new = [
            w
            for w in windows
            if w.id not in attempt.watch.windows and w.pid == dialog.window.pid and (w.root is not None or dialog.mute)
        ]
        if new and not answered:
            ask = new[0]
            answered = answer_mute_question(attempt, ask) if dialog.mute else _answer(attempt, dialog, ask)
    attempt.watch.still_alive()
    raise attempt.contradict(
        attempt.expected, "the dialog is still open", f"the dialog did not close for {dialog.path!r}"
    )


def _answer(attempt: Attempt, dialog: _Dialog, question: Window) -> bool:
    """Yes to replacing where it was asked for, no otherwise; what it asks is quoted."""
    words = REPLACE_WORDS if attempt.args.get("overwrite", False) else DISMISS_WORDS
    button, text = find_button(attempt, question, words), _words_of(attempt, question)
    if button is None and words is REPLACE_WORDS and os.path.basename(dialog.path) in text:
        # Gnumeric's question has no word of its own for yes. An error has no second button.
        asks = find_button(attempt, question, DISMISS_WORDS) is not None
        button = find_button(attempt, question, ("ok", "确定")) if asks else None
    if button is None:
        return False
    name = action_for("click", button.role, button.actions)
    if name is not None:
        attempt.run_action(element_for(button, question), name)
    if not attempt.args.get("overwrite", False):
        raise attempt.contradict(
            attempt.expected, f"the application asked: {text}", f"it asked, and was told no: {text}"
        )
    attempt.note(f"it asked, and was told {button.name!r}: {text}")
    return True


def _await_file(attempt: Attempt, dialog: _Dialog) -> None:
    """After saving only the file itself is proof: it is there and newer than before. A question of the application
    leaves the saving unproven; neither file nor question is a failure."""
    if dialog.action != "save":
        return
    began = time.monotonic()
    for _ in attempt.watch.moments(_FILE_SECONDS):
        stamp = os.path.getmtime(dialog.path) if os.path.exists(dialog.path) else None
        if stamp is not None and stamp != dialog.stamp and os.path.getsize(dialog.path) > 0:
            seen = f"{dialog.path} is there, {os.path.getsize(dialog.path)} bytes"
            attempt.prove(Proof(Effect(attempt.expected, seen, "file system", "file"), "file"))
            return
        asking = [
            window
            for window in attempt.ctx.adapter.windows.list(attempt.progress)
            if window.id not in attempt.watch.windows and window.pid == dialog.window.pid and window.kind == "dialog"
        ]
        if asking and time.monotonic() > began + _QUESTION_SECONDS:
            attempt.note(f"no file yet; the application says: {_words_of(attempt, asking[0])}")
            return
    raise attempt.contradict(
        attempt.expected, f"no new file {dialog.path}", f"the dialog closed, but {dialog.path!r} was not written"
    )


def _words_of(attempt: Attempt, window: Window) -> str:
    """The labels of a message box, at most 300 characters."""
    nodes = _read(attempt, window)
    return "; ".join(node.name for node in nodes if node.role in ("label", "static text") and node.name)[:300]
