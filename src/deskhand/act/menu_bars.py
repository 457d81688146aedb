"""A menu bar that goes on taking the keys.

LibreOffice runs an entry of a menu that is not shown by opening that menu unseen, and leaves the bar active: the next
key would open another menu instead of going where the focus is.
"""

from __future__ import annotations

from deskhand.act.attempt import Attempt
from deskhand.errors import AppUnresponsive, StaleRef
from deskhand.model.element import Handle, Node

_MENU_ROLES = frozenset({"menu bar", "menu", "menu item", "check menu item", "radio menu item"})
_RELEASE_SECONDS = 0.6


def release_menu_bar(attempt: Attempt) -> None:
    """Let a LibreOffice menu bar go that is active while none of its menus is open. Not in the background."""
    window, adapter = attempt.window, attempt.ctx.adapter
    if attempt.background or window is None or window.root is None:
        return
    apps = adapter.tree.apps(attempt.progress)
    app = next((app for app in apps if app.handle is not None and app.handle[0] == window.root[0]), None)
    if app is None or not app.name.casefold().startswith(("soffice", "libreoffice")):
        return
    active = adapter.windows.active()
    if active is None or active.id != window.id:
        return
    with attempt.progress.within(_RELEASE_SECONDS) as part:
        for tried in part.attempts():
            try:
                focused = adapter.tree.focused(app, attempt.progress)
            except (StaleRef, AppUnresponsive):
                return
            # A dialog that was opened from the menu is left alone: Escape would close it.
            if focused is None or focused.role not in _MENU_ROLES or not _stands_in(attempt, focused, window.root):
                return
            if any(other.kind == "menu" for other in adapter.windows.list(attempt.progress)):
                return
            if not tried:
                adapter.input.press("Escape")
                attempt.note("its menu bar had the keys and let them go")
            part.log(f"{focused.role} {focused.name!r} still has the focus")


def _stands_in(attempt: Attempt, node: Node, root: Handle) -> bool:
    return any(above.handle == root for above in attempt.ctx.adapter.tree.ancestors(node.handle, attempt.progress))
