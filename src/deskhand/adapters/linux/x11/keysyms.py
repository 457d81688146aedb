"""Keysyms: what keys mean, as numbers, characters and names."""

from __future__ import annotations

from functools import cache

from deskhand.adapters.linux.x11.legacy_keysyms import LEGACY_RUNS
from deskhand.errors import BadRequest

RETURN, TAB, NO_SYMBOL = 0xFF0D, 0xFF09, 0
SHIFT, CONTROL, ALT, META, SUPER = 0xFFE1, 0xFFE3, 0xFFE9, 0xFFE7, 0xFFEB
LEVEL3_SHIFT, LEVEL5_SHIFT, MODE_SWITCH = 0xFE03, 0xFE11, 0xFF7E
_UNICODE = 0x01000000

MODIFIERS = {
    "shift": SHIFT, "ctrl": CONTROL, "control": CONTROL, "alt": ALT, "option": ALT, "meta": META, "super": SUPER,
    "win": SUPER, "cmd": SUPER, "altgr": LEVEL3_SHIFT,
}  # fmt: skip
"""Words for modifiers in a chord; each is held while the keys after it are pressed."""

_SPELLINGS = {
    "enter": "Return", "esc": "Escape", "del": "Delete", "ins": "Insert", "pageup": "Prior", "pgup": "Prior",
    "page_up": "Prior", "pagedown": "Next", "pgdn": "Next", "pgdown": "Next", "page_down": "Next",
    "backspace": "BackSpace", "bksp": "BackSpace", "spacebar": "space", "arrowup": "Up", "arrowdown": "Down",
    "arrowleft": "Left", "arrowright": "Right", "capslock": "Caps_Lock", "numlock": "Num_Lock",
    "scrolllock": "Scroll_Lock",
    "printscreen": "Print", "prtsc": "Print", "contextmenu": "Menu", "apps": "Menu", "break": "Break",
}  # fmt: skip
"""Common spellings that are no keysym names, in lower case."""


def keysym_of_character(character: str) -> int:
    """The keysym a client turns back into this character (Latin-1 directly, everything else by its code point)."""
    code = ord(character)
    if 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF:
        return code
    return _UNICODE | code


def character_of_keysym(keysym: int) -> str:
    """The character a keysym types, empty for keys that type none (and for dead keys)."""
    if 0x20 <= keysym <= 0x7E or 0xA0 <= keysym <= 0xFF:
        return chr(keysym)
    if _UNICODE + 0x100 <= keysym <= _UNICODE + 0x10FFFF:
        return chr(keysym - _UNICODE)
    return _legacy_characters().get(keysym, "")


def keysym_named(name: str) -> int:
    """The keysym of a key's name: a character, an X keysym name (any case where that is clear), or a common spelling.

    Raises `BadRequest` naming the key and near misses.
    """
    if len(name) == 1:
        return keysym_of_character(name)
    names = _names()
    exact = names.get(name)
    if exact is not None:
        return exact
    lowered = name.lower()
    if lowered in MODIFIERS:
        return MODIFIERS[lowered]
    spelling = _SPELLINGS.get(lowered) or _by_lower_case().get(lowered)
    if spelling is not None:
        return names[spelling]
    raise BadRequest(
        f"there is no key {name!r}",
        sought=name,
        near=_near(lowered),
        next_step="use names such as ctrl+s, Return, F5, Page_Down, alt+Tab",
    )


@cache
def _legacy_characters() -> dict[int, str]:
    return {
        first + offset: character
        for first, characters in LEGACY_RUNS
        for offset, character in enumerate(characters)
        if character != "\0"
    }


@cache
def _names() -> dict[str, int]:
    from xcffib import keysymdef, xf86keysym

    found: dict[str, int] = {}
    for module, prefix in ((xf86keysym, "XF86XK_"), (keysymdef, "XK_")):
        for name, value in vars(module).items():
            if name.startswith(prefix) and isinstance(value, int):
                found[("XF86" if prefix != "XK_" else "") + name[len(prefix) :]] = value
    return found


@cache
def _by_lower_case() -> dict[str, str]:
    """Names that only one keysym has when case is ignored."""
    found: dict[str, str] = {}
    twice: set[str] = set()
    for name, value in _names().items():
        lowered = name.lower()
        other = found.get(lowered)
        if other is not None and _names()[other] != value:
            twice.add(lowered)
        found[lowered] = name
    return {lowered: name for lowered, name in found.items() if lowered not in twice}


def _near(lowered: str) -> list[str]:
    from difflib import get_close_matches

    return get_close_matches(lowered, [*_SPELLINGS, *_by_lower_case(), *MODIFIERS], n=5)
