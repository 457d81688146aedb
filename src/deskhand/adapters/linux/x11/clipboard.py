"""The CLIPBOARD and PRIMARY selections: protocol.Clipboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from deskhand.adapters.linux.x11 import selections
from deskhand.adapters.linux.x11.clipboard_owner import ClipboardOwner
from deskhand.adapters.linux.x11.clipboard_watch import ClipboardWatch
from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.transfer import Transfers
from deskhand.errors import ActionFailed, EnvironmentFault, Timeout, TooLarge
from deskhand.model.clipboard import ClipboardChange, Content, Piece, Selection
from deskhand.model.progress import Progress

_MANAGER = "CLIPBOARD_MANAGER"
_HAND_OVER_SECONDS = 1.0
_KEEP_SECONDS = 2.0
"""How long one kind of what is kept may take to come: an owner that gives some kinds and hangs in others (a document
converted on request) costs that kind only."""


class X11Clipboard:
    """Reads whoever owns a selection, and owns it for content of ours.

    Args:
        connection: for reading; used by one caller at a time.
        watching: for hearing of changes.
        connect: opens the connection for owning, when first needed.
    """

    def __init__(self, connection: Connection, watching: Connection, connect: Callable[[], Connection]) -> None:
        self._link = connection
        self._connect = connect
        self._owner: ClipboardOwner | None = None
        self._watch = ClipboardWatch(watching)
        self._transfers = Transfers(connection)

    def read(self, progress: Progress, selection: Selection = "clipboard") -> str:
        """The text, empty where there is none."""
        found = self.read_as((selections.UTF8, selections.LATIN), progress, selection)
        if found is None:
            return ""
        target, data = found
        return data.decode("utf-8" if target == selections.UTF8 else "latin-1", errors="replace")

    def read_as(
        self, kinds: Sequence[str], progress: Progress, selection: Selection = "clipboard"
    ) -> tuple[str, bytes] | None:
        """The first of these kinds that its owner gives, with its data; None where it gives none of them. `Timeout`
        when the owner does not answer by the deadline, `TooLarge` beyond 64 MiB."""
        with self._link.guarded():
            if not self._transfers.owner(selections.SELECTIONS[selection]):
                return None
            for kind in kinds:
                found = self._transfers.convert(selections.SELECTIONS[selection], kind, progress)
                if found is not None:
                    return kind, found.data
        return None

    def offers(self, progress: Progress, selection: Selection = "clipboard") -> tuple[str, ...]:
        """The kinds that its owner names."""
        with self._link.guarded():
            if not self._transfers.owner(selections.SELECTIONS[selection]):
                return ()
            found = self._transfers.convert(selections.SELECTIONS[selection], selections.TARGETS, progress)
            names = self._link.atom_names(found.numbers()) if found is not None else []
            return tuple(name for name in names if name and name not in selections.NO_DATA)

    def write(self, text: str, progress: Progress, selection: Selection = "clipboard") -> None:
        self.put(selections.text_content(text), progress, selection)

    def put(self, content: Content, progress: Progress, selection: Selection = "clipboard") -> None:
        """Own the selection with this content; with nothing it is empty. `ActionFailed` when the server gives it to
        somebody else."""
        with self._link.guarded():
            moment = self._transfers.server_time(progress)
            owner = self._own()
        if not owner.own(selections.SELECTIONS[selection], content, moment):
            raise ActionFailed("the clipboard could not be taken", seen="another application owns it")

    def keep(self, progress: Progress, selection: Selection = "clipboard") -> Content:
        """Everything it offers, to be put back later; kinds that do not come are named in `lost`."""
        pieces: dict[str, Piece] = {}
        lost: list[str] = []
        name = selections.SELECTIONS[selection]
        for kind in self.offers(progress, selection):
            try:
                with self._link.guarded(), progress.within(_KEEP_SECONDS) as part:
                    found = self._transfers.convert(name, kind, part)
            except (Timeout, TooLarge):
                progress.check()
                found = None
            if found is None:
                lost.append(kind)
            else:
                pieces[kind] = Piece(self._link.atom_names((found.type,))[0], found.format, found.data)
        return Content(pieces, tuple(lost))

    def put_back(self, content: Content, progress: Progress, selection: Selection = "clipboard") -> bool:
        """Put back what was kept, unless somebody has copied something since we took the selection: then theirs stays,
        and the answer is False."""
        name = selections.SELECTIONS[selection]
        with self._link.guarded():
            # The server refuses a claim that is older than the present owner's: whoever copies from here on wins.
            moment = self._transfers.server_time(progress)
            owner = self._owner
            if owner is None or self._transfers.owner(name) != owner.window:
                return False
        return owner.own(name, content, moment)

    def taken(self, since: float) -> tuple[int, ...]:
        """Processes that were given data of what we put there since then (monotonic seconds), each transfer being
        over; 0 for one nobody knows."""
        return self._owner.taken(since) if self._owner is not None else ()

    def changes(self, since: float) -> Sequence[ClipboardChange]:
        """What happened to the clipboard since then (monotonic seconds), oldest first."""
        return [change for change in self._watch.changes() if change.at >= since]

    def close(self) -> None:
        """Let go; where the desktop has a clipboard manager, what we put there outlives us in its hands."""
        if self._owner is not None and self._owner.holds(selections.SELECTIONS["clipboard"]):
            with suppress(Timeout, EnvironmentFault), self._link.guarded():
                if self._transfers.owner(_MANAGER):
                    self._transfers.convert(_MANAGER, "SAVE_TARGETS", Progress(_HAND_OVER_SECONDS, "handing over"))
        if self._owner is not None:
            self._owner.close()
            self._owner = None

    def _own(self) -> ClipboardOwner:
        if self._owner is None:
            self._owner = ClipboardOwner(self._connect())
        return self._owner
