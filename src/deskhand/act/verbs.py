# ruff: noqa: E501 (a table: one entry a paragraph)
"""The verb table: for each verb its checks, its routes in order, the effect that would prove it, and how long it is
watched for. Data only; docs/verbs.md is drawn from it by `verb_table_markdown`."""

from __future__ import annotations

from types import MappingProxyType

from deskhand.act.vocabulary import CHECKS, Argument, CheckName, Verb
from deskhand.model.receipt import RouteName

_THERE: tuple[CheckName, ...] = ("exists", "unique")
_READY: tuple[CheckName, ...] = ("exists", "unique", "visible", "stable", "enabled")
_POINTED: tuple[CheckName, ...] = (*_READY, "receives_events")
_EDIT: tuple[CheckName, ...] = (*_READY, "editable")
_TREE_FIRST: tuple[RouteName, ...] = ("tree", "keyboard", "pointer")
_WINDOW_ARGUMENT = Argument(
    "window", "text", "title of the window (exact, else part of it); the active one if left out"
)
_CONTENT = Argument("text", "text", "the text, or the HTML; on the command line `-` reads stdin")
_FORMAT = Argument("format", "choice", "what it is, text if left out", choices=("text", "html", "image"))
_FROM_FILE = Argument("file", "text", "a file that holds it, instead of `text`: UTF-8, or a picture")
_SELECTION = Argument(
    "selection", "choice", "`primary` is what is merely selected; the clipboard if left out", choices=("clipboard", "primary")
)
_NOTIFICATION = Argument("notification", "text", "its id (`n3`), its title, or a part of it", required=True)
_NOTICED = "its application opens or closes a window, or sends a further notification"
_FRAME_ARGUMENTS = (
    Argument("window", "text", "title of the window whose picture a point counts from (`screenshot` of that window)"),
    Argument("frame", "frame", "what a point counts from: the `frame` of a picture, x,y or x,y,scale; else the screen"),
)
_LITERAL = Argument("literal", "boolean", "a secret's placeholder in it is meant as it stands")
_CHANGE = "something in its window or application changes"

# fmt: off
_TABLE = (
    Verb("click", "Press a button, tick a box, follow a link, open a menu.", "element", _POINTED, _TREE_FIRST,
         _CHANGE, 1.0, 'click button "Save"', _FRAME_ARGUMENTS),
    Verb("double_click", "Open an item: its own action, else two clicks of the pointer.", "element", _POINTED,
         ("tree", "pointer"), _CHANGE, 1.0, 'double_click item "notes.txt"', _FRAME_ARGUMENTS),
    Verb("right_click", "Open the context menu.", "element", _POINTED, ("tree", "pointer"), "a menu opens", 1.0,
         'right_click item "notes.txt"', _FRAME_ARGUMENTS),
    Verb("hover", "Put the pointer on it; the hint that comes up is the result.", "element", ("exists", "unique", "visible", "stable", "receives_events"),
         ("pointer",), "the display server reports the pointer inside its bounds", 0.5, 'hover button "Save"',
         _FRAME_ARGUMENTS, background=False),
    Verb("focus", "Give it the keyboard focus.", "element", _READY, ("tree", "pointer"),
         "the application says that it is focused and its window is active", 1.0, 'focus field "Name"', background=False),
    Verb("press", "Press keys: one chord, or several separated by spaces.", "optional", _READY, ("keyboard",), _CHANGE, 1.0,
         "press ctrl+s", (Argument("keys", "text", "for example `ctrl+shift+s`, `Return`, `alt+f s`", required=True),),
         background=False),
    Verb("type", "Type text at the caret of a field, or where the focus is.", "optional", _EDIT, ("tree", "keyboard"),
         "reading the field back gives the old text with the new in its place", 1.5, 'type "Ada" into field "Name"',
         (Argument("text", "text", "any Unicode text; newlines and tabs as keys, refused where they would not write", required=True),
          Argument("replace", "boolean", "replace what is there instead of adding to it"),
          Argument("enter", "boolean", "press Return afterwards"), _LITERAL), seconds=30.0),
    Verb("set_value", "Give a field, spin button, slider, combo box, date picker or cell exactly this value.", "element", _EDIT,
         _TREE_FIRST, "reading it back gives this value", 1.5, 'set_value spin button "Copies" to 3',
         (Argument("value", "text", "the text or number it must hold; a date as YYYY-MM-DD, in whatever order it shows", required=True), _LITERAL), seconds=30.0),
    Verb("clear", "Empty a field.", "element", _EDIT, ("tree", "keyboard"), "reading it back gives nothing", 1.5,
         'clear field "Name"'),
    Verb("check", "Tick a check box, radio button or toggle; nothing is done where it is ticked.", "element", _POINTED,
         _TREE_FIRST, "a fresh read says that it is checked", 1.0, 'check checkbox "Wrap lines"'),
    Verb("uncheck", "Untick a check box or toggle; nothing is done where it is not ticked.", "element", _POINTED, _TREE_FIRST,
         "a fresh read says that it is not checked", 1.0, 'uncheck checkbox "Wrap lines"'),
    Verb("select", "Choose a list item, tree item, tab, radio button or menu radio, or the entry `value` of a combo box or list.",
         "element", _READY, _TREE_FIRST, "a fresh read says that it is selected or that the box shows it", 1.5,
         'select "Germany" in combo box "Country"',
         (Argument("value", "text", "name of the entry, where the target is the box that holds it"),)),
    Verb("expand", "Open a tree item, combo box, expander or menu.", "element", _POINTED, _TREE_FIRST,
         "a fresh read says that it is expanded", 1.0, 'expand tree item "src"'),
    Verb("collapse", "Close a tree item, combo box, expander or menu.", "element", _POINTED, _TREE_FIRST,
         "a fresh read says that it is collapsed", 1.0, 'collapse tree item "src"'),
    Verb("menu", "Choose an entry of the menu bar by its path.", "none", ("exists", "unique", "enabled"), _TREE_FIRST,
         _CHANGE, 2.0, 'menu "File > Export As > Export as PDF…"',
         (Argument("path", "text", "names from the bar down, separated by ` > `", required=True), _WINDOW_ARGUMENT),
         seconds=15.0),
    Verb("scroll", "Turn the wheel over it.", "optional", ("exists", "unique", "visible"), ("tree", "pointer"),
         "a scroll bar, what lies inside, or the picture moves", 1.0, "scroll down 5",
         (Argument("direction", "choice", "where the view goes", required=True, choices=("up", "down", "left", "right")),
          Argument("amount", "integer", "notches of the wheel, 3 if left out", least=1, most=1000), *_FRAME_ARGUMENTS)),
    Verb("scroll_to", "Bring it into view.", "element", _THERE, ("tree", "pointer"),
         "a fresh read says that it is showing inside its window", 1.5, 'scroll_to button "Accept"',
         (Argument("item", "text", "name of the entry to bring into view, where the target is the list or table that holds "
                   "it; it may be thousands of rows away"),), seconds=60.0),
    Verb("drag", "Drag it onto something else.", "element", _POINTED, ("pointer",), _CHANGE, 1.5,
         'drag item "a.txt" to item "Documents"',
         (Argument("to", "target", "where to drop it: a ref, a locator or [x, y]", required=True),
          Argument("via", "target", "what to pass over on the way, such as a tab that opens"),
          Argument("hold", "boolean", "keep the button down there; `hover` carries on, `drop` lets go"), *_FRAME_ARGUMENTS),
         background=False),
    Verb("drop", "Carry what is held to it and let go.", "element", ("exists", "unique", "visible", "receives_events"),
         ("pointer",), _CHANGE, 1.5, 'drop item "Documents"', _FRAME_ARGUMENTS, background=False),
    Verb("launch", "Start an application, also with files.", "none", (), ("api",), "a window of that application opens", 45.0,
         "launch mousepad", (Argument("app", "text", "name, command or file", required=True),
                             Argument("args", "words", "further arguments"),
                             Argument("files", "words", "files to open")), seconds=60.0),
    Verb("close", "Close a window politely, or all windows of an application.", "window", _THERE, ("api",),
         "the window is gone from the window list, or a question of the application opened", 5.0, 'close window "notes.txt"',
         (_WINDOW_ARGUMENT, Argument("app", "text", "close every window of this application")), seconds=15.0),
    Verb("focus_window", "Bring a window to the front.", "window", _THERE, ("api",), "the window manager calls it active", 2.0,
         'focus_window window "notes.txt"', (_WINDOW_ARGUMENT,), background=False),
    Verb("move", "Move a window's frame to a place.", "window", _THERE, ("api",), "the window list gives the place", 2.0,
         'move window "notes.txt" to 100, 80',
         (Argument("x", "integer", "left, physical pixels", required=True),
          Argument("y", "integer", "top, physical pixels", required=True), _WINDOW_ARGUMENT)),
    Verb("resize", "Give a window's content a size.", "window", _THERE, ("api",), "the window list gives the size", 2.0,
         'resize window "notes.txt" to 800, 600',
         (Argument("width", "integer", "physical pixels", required=True, least=1),
          Argument("height", "integer", "physical pixels", required=True, least=1), _WINDOW_ARGUMENT)),
    Verb("minimise", "Put a window away.", "window", _THERE, ("api",), "the window list says minimised", 2.0,
         'minimise window "notes.txt"', (_WINDOW_ARGUMENT,)),
    Verb("maximise", "Let a window fill the screen.", "window", _THERE, ("api",), "the window list says maximised", 2.0,
         'maximise window "notes.txt"', (_WINDOW_ARGUMENT,)),
    Verb("restore", "Bring a minimised or maximised window back.", "window", _THERE, ("api",),
         "the window list says neither minimised nor maximised", 2.0, 'restore window "notes.txt"', (_WINDOW_ARGUMENT,),
         background=False),
    Verb("choose_file", "Answer an open or save dialog with a path.", "none", ("exists", "unique", "allowed"),
         ("tree", "keyboard"), "the dialog closes; after saving, the file is there and new", 8.0,
         'choose_file "~/out/total.ods" to save',
         (Argument("path", "text", "absolute, or from the home directory with ~", required=True),
          Argument("action", "choice", "what the dialog is for; found out if left out", choices=("open", "save")),
          Argument("overwrite", "boolean", "allow an existing file to be replaced"), _WINDOW_ARGUMENT), seconds=30.0),
    Verb("dismiss", "Close a dialog or popup without accepting it.", "window", _THERE, ("tree", "keyboard", "api"),
         "its window is gone from the window list", 3.0, 'dismiss dialog "Save As"', (_WINDOW_ARGUMENT,)),
    Verb("paste", "Put text, HTML or a picture in by way of the clipboard, which holds afterwards what it held before.",
         "optional", _READY, ("keyboard",), "the application takes it from the clipboard, and its target changes", 3.0,
         'paste "three lines" into text area', (_CONTENT, _FORMAT, _FROM_FILE), background=False, seconds=20.0),
    Verb("clipboard_read", "Read the clipboard: text, HTML or a picture.", "none", ("allowed",), ("api",), "nothing changes",
         0.0, "clipboard_read",
         (_FORMAT, Argument("out", "text", "file to write it to; in the reply if left out"), _SELECTION), background=False),
    Verb("clipboard_write", "Put text, HTML or a picture on the clipboard.", "none", ("allowed",), ("api",),
         "reading the clipboard gives the same", 1.0, 'clipboard_write "1,284.50"', (_CONTENT, _FORMAT, _FROM_FILE, _SELECTION, _LITERAL),
         background=False, seconds=20.0),
    Verb("clipboard_clear", "Empty the clipboard.", "none", ("allowed",), ("api",), "reading the clipboard gives nothing", 1.0,
         "clipboard_clear", (_SELECTION,), background=False),
    Verb("notification_act", "Choose an action of a notification, or the notification itself.", "none",
         ("exists", "unique"), ("api",), _NOTICED, 1.5, 'notification_act "Saved" "Open"',
         (_NOTIFICATION, Argument("action", "text", "its label or key; what a click on the notification does if left out"))),
    Verb("notification_dismiss", "Close a notification.", "none", ("exists", "unique"), ("api",),
         "it is closed, and the session bus has told its application so", 1.0, 'notification_dismiss "Saved"',
         (_NOTIFICATION,)),
    Verb("api", "Call a function of an application (`deskhand routes list`) in place of its windows.", "none", ("allowed",),
         ("api",), "what the function names as its proof", 0.0, 'api "calc.read_range" {"range": "A1:C3"}',
         (Argument("function", "text", "its name, such as `calc.read_range`", required=True),
          Argument("arguments", "object", "its arguments, by name")), seconds=60.0),
    Verb("wait", "Wait until something is so; it looks back as well as forward.", "none", (), ("none",),
         "the expectation itself", 0.0, 'wait until dialog "Save As" appears', seconds=30.0),
    Verb("read", "Read an element's whole text, a range of a table, or what is drawn.", "optional", _THERE, ("none",), "nothing changes", 0.0,
         'read "A1:C10" of table "Sheet1"', (Argument("range", "text", "cells of a table, such as `A1:C10`"),
          Argument("ocr", "boolean", "read it off the screen: the element, region or window, else the active window"),
          Argument("region", "region", "with `ocr`: [x, y, width, height] in physical pixels"), _WINDOW_ARGUMENT)),
    Verb("screenshot", "Capture the screen, a window, an element or a region.", "optional", (), ("none",), "nothing changes", 0.0,
         'screenshot window "notes.txt"',
         (Argument("path", "text", "where to write it (.png or .jpg); in the reply if left out"),
          Argument("region", "region", "[x, y, width, height] in physical pixels"), _WINDOW_ARGUMENT,
          Argument("marks", "boolean", "number the elements: 7 is e7 of the snapshot that the reply names"),
          Argument("beside", "text", "an earlier picture's file, to stand beside this one"))),
)

# fmt: on

VERBS = MappingProxyType({verb.name: verb for verb in _TABLE})
"""Every verb by its name, in the order of the docs."""


def verb_table_markdown() -> str:
    """docs/verbs.md: drawn from the table, so that it cannot say anything else."""
    lines = [
        "# Verbs",
        "",
        "Drawn from the verb table (`deskhand.act.verbs`); do not edit. Every action is one of these, whoever asks.",
        "Checks are retried until the deadline; routes are tried in order, the next one only when nothing was delivered.",
        "",
        "| verb | what it does | checks | routes | what proves it | watched | background |",
        "|---|---|---|---|---|---|---|",
    ]
    for verb in VERBS.values():
        checks = ", ".join(check.replace("_", " ") for check in verb.checks) or "–"
        routes = " → ".join(verb.routes) if verb.routes != ("none",) else "–"
        lines.append(
            f"| [{verb.name}](#{verb.name}) | {verb.summary} | {checks} | {routes} | {verb.effect} | {verb.watch:g} s "
            f"| {'yes' if verb.background else 'no'} |"
        )
    lines += ["", "## Checks", ""]
    lines += [f"- **{name.replace('_', ' ')}**: {meaning}" for name, meaning in CHECKS.items()]
    for verb in VERBS.values():
        lines += ["", f"## {verb.name}", "", verb.summary, "", f"    {verb.example}", ""]
        target = {"element": "an element", "window": "a window", "optional": "an element, or none", "none": "none"}
        lines.append(f"Target: {target[verb.target]}. Ends by itself after {verb.seconds:g} s.")
        if verb.args:
            lines += ["", "| argument | type | needed | what it is |", "|---|---|---|---|"]
        for argument in verb.args:
            kind = " or ".join(argument.choices) if argument.choices else argument.type
            lines.append(f"| {argument.name} | {kind} | {'yes' if argument.required else 'no'} | {argument.about} |")
    return "\n".join(lines) + "\n"
