"""State words that a locator or an effect may ask for."""

from __future__ import annotations

from deskhand.model.element import Element

_SAME = {
    "disabled": "!enabled",
    "unchecked": "!checked",
    "hidden": "!showing",
    "visible": "showing",
    "collapsed": "!expanded",
    "unselected": "!selected",
    "on": "checked",
    "off": "!checked",
}


def has_state(element: Element, word: str) -> bool:
    """True when the element is in that state; `!` before a word asks for its absence."""
    word = _SAME.get(word, word)
    if word.startswith("!"):
        return not has_state(element, word[1:])
    if word == "enabled":
        return element.enabled
    if word == "empty":
        return not element.value
    if word == "checked":
        return "checked" in element.states or (
            "pressed" in element.states and element.role in {"toggle button", "switch"}
        )
    return word in element.states
