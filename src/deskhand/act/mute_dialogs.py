"""File dialogs without an accessibility tree: those of browsers, which are GTK's.

They are known by what the window says of itself, and answered as a person does it blindly: in GTK's dialogs an absolute
path can be typed wherever the focus is, since its first slash opens the field for it. Nothing of it can be read back;
the proof is the same as of every file dialog: it closes, and after saving the file is there.
"""

from __future__ import annotations

from deskhand.act.attempt import Attempt
from deskhand.act.focusing import focus_guard
from deskhand.errors import FocusLost
from deskhand.model.world import Window

_CLOSE_SECONDS = 0.8


def is_mute(window: Window) -> bool:
    """Whether it says that it is a file dialog, and shows no tree."""
    return window.file_dialog and window.root is None


def answer_mute(attempt: Attempt, window: Window, path: str, mnemonic: str) -> None:
    """Type the path into the dialog, which is the active window, and accept it: by Return, and where the application
    gave the dialog no default button (Chromium), by the button's letter."""
    input_ = attempt.ctx.adapter.input
    with attempt.delivering("keyboard"):
        guard = focus_guard(attempt, None, window)
        input_.press("ctrl+a")
        if not input_.type_text(path, attempt.progress, guard).complete:
            raise FocusLost(f"{guard()} took the focus while the path was typed", delivery="uncertain")
        input_.press("Delete")  # what the dialog proposed beyond the path is selected behind it
        input_.press("Return")
        if _stays(attempt, window) and guard() is None:
            attempt.note("Return did not accept the path; the button's letter was pressed")
            input_.press(f"alt+{mnemonic}")


def _stays(attempt: Attempt, window: Window) -> bool:
    """Whether it is open, and the active window, for as long as a dialog takes to close."""
    with attempt.progress.within(_CLOSE_SECONDS) as part:
        for _ in part.attempts():
            active = attempt.ctx.adapter.windows.active()
            if active is None or active.id != window.id:
                return False
            part.log("the dialog is still open")
    return True


def answer_mute_question(attempt: Attempt, question: Window) -> bool:
    """What asks over the dialog is accepted where replacing was asked for, closed otherwise. Its words cannot be
    read: its title is quoted."""
    active = attempt.ctx.adapter.windows.active()
    if active is None or active.id != question.id:
        return False
    replace = attempt.args.get("overwrite", False)
    attempt.ctx.adapter.input.press("Return" if replace else "Escape")
    asked = f"it asked in window {question.title!r}, whose words cannot be read"
    if not replace:
        raise attempt.contradict(attempt.expected, asked, f"{asked}, and was told no")
    attempt.note(f"{asked}, and was told yes")
    return True
