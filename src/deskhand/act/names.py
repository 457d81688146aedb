# ruff: noqa: E501 (a table: one entry a paragraph)
"""Which of an element's own actions stand for which verb. An action that is not listed here is never run: GTK 4's text
view, for one, offers `buffer.delete-line` as its first action."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

# fmt: off
_PRESS = ("click", "press", "activate", "dodefault", "jump", "toggle", "check", "uncheck", "select", "open")

ACTION_NAMES = MappingProxyType(
    {
        "click": _PRESS,
        "double_click": ("open", "doubleclick"),
        "right_click": ("showcontextmenu", "showmenu", "context-menu", "popup menu", "menu.popup"),
        "check": ("toggle", "check", *_PRESS),
        "uncheck": ("toggle", "uncheck", *_PRESS),
        "select": ("select", "click", "press", "activate", "dodefault", "jump", "toggle"),
        "expand": ("expand or contract", "expand", "open", "showmenu", "popup", "press", "click", "toggle", "activate", "dodefault"),
        "collapse": (
            "expand or contract", "collapse", "contract", "close", "showmenu", "popup", "press", "click", "toggle", "activate",
            "dodefault",
        ),
    }
)
"""Verb → names that carry it, the surest first, in lower case (GTK click, activate, toggle; Qt Press, Toggle, ShowMenu;
Chromium doDefault; Firefox jump, press, select, open; LibreOffice press, click, select)."""

ROLE_EXCEPTIONS = MappingProxyType(
    {
        ("click", "text area"): (),
        ("click", "document"): (),
        ("click", "terminal"): (),
        ("click", "text field"): (),
        ("click", "password field"): (),
        ("click", "spin button"): (),
        ("click", "cell"): ("click", "dodefault", "jump"),
        ("click", "list item"): ("click", "press", "dodefault", "jump", "select"),
        ("click", "tree item"): ("click", "press", "dodefault", "jump", "select"),
        ("click", "icon"): ("click", "press", "dodefault", "jump", "select"),
        ("select", "icon"): ("select", "click", "press", "dodefault", "jump"),
        ("select", "cell"): ("select", "click", "press", "dodefault", "jump", "toggle"),
        ("select", "list item"): ("select", "click", "press", "dodefault", "jump", "toggle"),
        ("select", "tree item"): ("select", "click", "press", "dodefault", "jump", "toggle"),
        ("double_click", "cell"): ("activate", "open"),
        ("double_click", "list item"): ("activate", "open"),
        ("double_click", "tree item"): ("activate", "open"),
        ("double_click", "icon"): ("open",),
        ("expand", "cell"): ("expand or contract", "expand"),
        ("expand", "list item"): ("expand or contract", "expand"),
        ("expand", "tree item"): ("expand or contract", "expand", "open", "click", "dodefault"),
        ("expand", "panel"): ("listitem.expand",),
        ("collapse", "panel"): ("listitem.collapse",),
        ("collapse", "cell"): ("expand or contract", "collapse", "contract"),
        ("collapse", "list item"): ("expand or contract", "collapse", "contract"),
        ("collapse", "tree item"): ("expand or contract", "collapse", "contract", "close", "click", "dodefault"),
        ("click", "combo box"): ("press", "showmenu", "popup", "open", "dodefault"),
    }
)
"""(verb, role) for which the general names mean something else: `activate` of a field submits its form, and of an icon
in pcmanfm opens whatever is selected, and of a row is what a double click is (in a file dialog: the answer); Qt's `Toggle` of an item selects it and opens nothing."""
# fmt: on


def action_for(verb: str, role: str, offered: Sequence[str]) -> str | None:
    """The offered action that stands for this verb on this role, or None."""
    names = ROLE_EXCEPTIONS.get((verb, role), ACTION_NAMES.get(verb, ()))
    spelled = {name.lower(): name for name in reversed(offered) if name}
    return next((spelled[name] for name in names if name in spelled), None)


CLICK_KEYS = MappingProxyType(
    {
        "button": "space",
        "toggle button": "space",
        "checkbox": "space",
        "radio button": "space",
        "link": "Return",
        "menu button": "space",
        "tab": "space",
        "menu item": "Return",
        "check menu item": "Return",
        "radio menu item": "Return",
    }
)
"""Role → key that presses it once it has the focus. None for a row: Return opens it, as a double click does."""

DISMISS_WORDS = (
    "cancel",
    "close",
    "no",
    "don't save",
    "dismiss",
    "not now",
    "later",
    "skip",
    "abort",
    "取消",
    "关闭",
    "否",
    "abbrechen",
    "schließen",
    "annuler",
    "fermer",
    "cancelar",
    "cerrar",
    "annulla",
    "chiudi",
)
"""Names of buttons that leave a dialog without accepting it, lower case, surest first."""

ACCEPT_WORDS = MappingProxyType(
    {
        "open": ("open", "ok", "select", "choose", "insert", "打开", "确定", "öffnen", "ouvrir", "abrir", "apri"),
        "save": ("save", "ok", "export", "save as", "保存", "导出", "speichern", "enregistrer", "guardar", "salva"),
    }
)
REPLACE_WORDS = (
    "replace",
    "overwrite",
    "yes",
    "替换",
    "覆盖",
    "是",
    "ersetzen",
    "ja",
    "remplacer",
    "oui",
    "reemplazar",
    "sí",
)
QUIT_WORDS = (
    "quit",
    "exit",
    "close",
    "log out",
    "退出",
    "关闭",
    "beenden",
    "schließen",
    "quitter",
    "fermer",
    "salir",
    "cerrar",
)
"""Names after which an application that ends has done what it was asked."""


# fmt: on


def plain_name(name: str) -> str:
    """A label as a person says it: without mnemonic mark, dots, colon and case."""
    text = name.replace("_", "").replace("&", "").strip().casefold()
    return text.removesuffix("…").removesuffix("...").removesuffix(":").strip()
