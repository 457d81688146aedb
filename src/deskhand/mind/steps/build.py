"""What each `does` of the vocabulary means: slots to moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from deskhand.errors import BadRequest
from deskhand.mind.moves import Check, Claim, Copy, Do, Move, Remember, Source, WaitFor, When
from deskhand.mind.steps import slots
from deskhand.mind.steps.build_beside import beside_builders
from deskhand.mind.steps.building import Builder, Building, do, with_focus
from deskhand.mind.steps.conditions import condition, state_of
from deskhand.model.action import Action
from deskhand.model.locator import Locator
from deskhand.model.secret import check_name, names_in, placeholder

_TAKE_A_WINDOW = frozenset(
    {
        "menu",
        "close",
        "focus_window",
        "move",
        "resize",
        "minimise",
        "maximise",
        "restore",
        "choose_file",
        "dismiss",
        "screenshot",
    }
)
"""Verbs whose arguments may name the window."""


def builders() -> Mapping[str, Builder]:
    """Every meaning the vocabulary may name."""
    plain = (
        "click",
        "double_click",
        "right_click",
        "hover",
        "focus",
        "clear",
        "uncheck",
        "expand",
        "collapse",
        "scroll_to",
        "select",
    )
    made: dict[str, Builder] = {verb: _on_target(verb) for verb in plain}
    made.update({verb: _on_window(verb) for verb in ("focus_window", "minimise", "maximise", "restore", "dismiss")})
    made.update(
        check_box=_on_target("check"),
        close_window=_on_window("close"),
        open=_open,
        open_with=_open_with,
        close_app=_close_app,
        menu=_menu,
        type=_type,
        type_secret=_type_secret,
        set_value=_set_value,
        select_in=_select_in,
        press=_press,
        press_in=_press_in,
        scroll=_scroll,
        drag=_drag,
        choose_file=_choose_file,
        remember=_remember,
        goto_cell=_goto_cell,
        screenshot=_screenshot,
        wait_window=_wait_window,
        wait_file=_wait_file,
        wait_text=_wait_text,
        wait_element=_wait_element,
        wait_state=_wait_state,
        check=_check,
        in_window=_in_window,
        wait_seconds=_never,
    )
    made["if"] = _if
    made.update(beside_builders())
    return made


def _on_target(verb: str) -> Builder:
    return lambda at: (do(verb, at.target()),)


def _on_window(verb: str) -> Builder:
    return lambda at: (do(verb, **at.window()),)


def _open(at: Building) -> tuple[Move, ...]:
    if at.has("path"):
        return (do("launch", app=_file_or_address(at, "path")),)
    named = at.text("app", "the application")
    if slots.is_address(named) or slots.is_file_like(named):
        return (do("launch", app=_file_or_address(at, "app")),)
    return (do("launch", app=named),)


def _open_with(at: Building) -> tuple[Move, ...]:
    app = at.text("app", "the application")
    if at.sentence.parameter(at.found["app"]) is None and len(app) > 60:
        raise BadRequest(f"{app!r} is not an application's name", sought=app)
    return (do("launch", app=app, files=[_file_or_address(at, "file" if at.has("file") else "path")]),)


def _file_or_address(at: Building, slot: str) -> str:
    text = at.flat(slot)
    return text if slots.is_address(text) else at.path(slot)


def _close_app(at: Building) -> tuple[Move, ...]:
    return (do("close", app=at.text("app", "the application")),)


def _menu(at: Building) -> tuple[Move, ...]:
    return (do("menu", path=slots.menu(at.sentence, at.found["menu"]), **at.window()),)


def _type(at: Building) -> tuple[Move, ...]:
    return _typed(at, at.flat("text"))


def _type_secret(at: Building) -> tuple[Move, ...]:
    name = check_name(at.flat("secret"))
    return _typed(at, placeholder(name), name)


def _typed(at: Building, text: str, secret: str | None = None) -> tuple[Move, ...]:
    args: dict[str, Any] = {"text": text}
    for flag in ("replace", "enter"):
        if at.fixed(flag):
            args[flag] = True
    secrets = (secret,) if secret is not None else _secrets(at, args, text)
    if not at.has("locator"):
        return (Do(Action("type", None, args, secrets=secrets)),)
    return with_focus("type", at.target(), args, secrets)


def _secrets(at: Building, args: dict[str, Any], text: str) -> tuple[str, ...]:
    """The secrets whose placeholders stand in a text; one that was written with escapes is meant as it stands."""
    named = names_in(text)
    secrets = tuple(name for name in named if name in at.sentence.secrets)
    if named and not secrets and not at.sentence.parameters and "\\{" in at.sentence.raw:
        args["literal"] = True
    return secrets


def _set_value(at: Building) -> tuple[Move, ...]:
    args: dict[str, Any] = {"value": at.flat("value")}
    secrets = _secrets(at, args, args["value"])
    return (Do(Action("set_value", at.target(), args, secrets=secrets)),)


def _select_in(at: Building) -> tuple[Move, ...]:
    return (do("select", at.target(), value=at.text("text", "the entry")),)


def _press(at: Building) -> tuple[Move, ...]:
    part = at.found["keys"]
    chord = slots.keys(at.sentence, part, at.language)
    named = at.flat("keys")
    if at.sentence.is_quoted(part) and len(named) > 1 and named.isalpha():
        raise slots.Decided(
            f'"{named}" may be the key or something called so',
            sought=named,
            near=[f"press {chord}", f'click "{named}"'],
            next_step="leave the quotes out for the key, or say click",
        )
    count = slots.times(at.sentence, at.found["number"], at.language) if at.has("number") else 1
    if not at.has("number") and "twice" in at.sentence.skeleton.split():
        count = 2
    return (do("press", keys=" ".join([chord] * count)),)


def _press_in(at: Building) -> tuple[Move, ...]:
    return with_focus("press", at.target(), {"keys": slots.keys(at.sentence, at.found["keys"], at.language)})


def _scroll(at: Building) -> tuple[Move, ...]:
    args: dict[str, Any] = {"direction": at.fixed("direction")}
    if at.has("number"):
        args["amount"] = slots.number(at.sentence, at.found["number"], at.language, most=1000)
    return (Do(Action("scroll", at.target() if at.has("locator") else None, args)),)


def _drag(at: Building) -> tuple[Move, ...]:
    return (do("drag", at.target(), to=at.target("other")),)


def _choose_file(at: Building) -> tuple[Move, ...]:
    path = at.path()
    args: dict[str, Any] = {"path": path}
    if at.fixed("action"):
        args["action"] = at.fixed("action")
    if at.fixed("overwrite"):
        args["overwrite"] = True
    return (do("choose_file", None, path if at.fixed("action") == "save" else None, **args),)


def _remember(at: Building) -> tuple[Move, ...]:
    name, source = slots.name(at.sentence, at.found["name"]), cast(Source, at.fixed("from"))
    if source == "locator":
        locator = at.locator()
        if locator.cell is not None:
            return (Remember(name, "cell", cell=locator.cell, window=locator.window),)
        return (Remember(name, source, locator),)
    cell = slots.cell(at.sentence, at.found["cell"]) if at.has("cell") else None
    return (Remember(name, source, cell=cell, window=at.window().get("window")),)


def _goto_cell(at: Building) -> tuple[Move, ...]:
    # Selecting a cell leaves the cursor of LibreOffice where it was: what is typed next would go there.
    return (do("focus", Locator("cell", cell=slots.cell(at.sentence, at.found["cell"]))),)


def _screenshot(at: Building) -> tuple[Move, ...]:
    return (do("screenshot", path=at.path()) if at.has("path") else do("screenshot"),)


def _wait_window(at: Building) -> tuple[Move, ...]:
    how = "open" if at.fixed("what") == "opens" else "closed"
    return (WaitFor(Claim("window", how, window=at.window()["window"])),)


def _wait_file(at: Building) -> tuple[Move, ...]:
    return (WaitFor(Claim("file", "exists", path=at.path())),)


def _wait_text(at: Building) -> tuple[Move, ...]:
    how = "is" if at.fixed("how") == "is" else "contains"
    return (WaitFor(Claim("element_text", how, at.locator(), want=at.text("text", "the text waited for"))),)


def _wait_element(at: Building) -> tuple[Move, ...]:
    return (WaitFor(Claim("element", "exists" if at.fixed("what") == "appears" else "missing", at.locator())),)


def _wait_state(at: Building) -> tuple[Move, ...]:
    state = state_of(at.sentence, at.found["state"], at.language)
    return (WaitFor(Claim("element_state", "state", at.locator(), want=state)),)


def _check(at: Building) -> tuple[Move, ...]:
    return (Check(condition(at.sentence, at.found["condition"], at.language, at.folder)),)


def _if(at: Building) -> tuple[Move, ...]:
    if at.has("condition"):
        claim = condition(at.sentence, at.found["condition"], at.language, at.folder)
    elif at.has("window"):
        claim = Claim("window", "open", window=at.window()["window"])
    else:
        claim = Claim("element", "exists", at.locator())
    return (When(claim, float(at.fixed("patience") or 0), at.inner(at.found["sentence"])),)


def _in_window(at: Building) -> tuple[Move, ...]:
    window = at.window()["window"]
    return tuple(placed for move in at.inner(at.found["sentence"]) for placed in _placed(move, window))


def _never(at: Building) -> tuple[Move, ...]:
    raise BadRequest(at.form.refused or "that cannot be done")


def _placed(move: Move, window: str) -> tuple[Move, ...]:
    """The same move inside a window."""
    match move:
        case Do(action=action):
            return _placed_action(move, action, window)
        case Check(claim=claim) | WaitFor(claim=claim):
            return (replace(move, claim=_placed_claim(claim, window)),)
        case Remember(source="cell"):
            return (replace(move, window=move.window or window),)
        case Remember(locator=locator) if locator is not None:
            return (replace(move, locator=_placed_locator(locator, window)),)
        case Copy(locator=locator):
            return (Copy(_placed_locator(locator, window)),)
        case When(claim=claim, then=then):
            inner = tuple(placed for each in then for placed in _placed(each, window))
            return (replace(move, claim=_placed_claim(claim, window), then=inner),)
        case _:
            return (move,)


def _placed_action(move: Do, action: Action, window: str) -> tuple[Move, ...]:
    if isinstance(action.target, Locator):
        return (replace(move, action=replace(action, target=_placed_locator(action.target, window))),)
    if action.target is None and action.verb in _TAKE_A_WINDOW:
        return (replace(move, action=replace(action, args={"window": window, **action.args})),)
    if action.target is None and action.verb in ("type", "press", "scroll", "paste"):
        return (do("focus_window", window=window), move)
    return (move,)


def _placed_locator(locator: Locator, window: str) -> Locator:
    return locator if locator.window is not None or locator.role == "window" else replace(locator, window=window)


def _placed_claim(claim: Claim, window: str) -> Claim:
    if claim.locator is not None:
        return replace(claim, locator=_placed_locator(claim.locator, window))
    return replace(claim, window=window) if claim.about == "cell" and claim.window is None else claim
