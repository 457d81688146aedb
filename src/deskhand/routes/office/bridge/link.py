"""The way into one running LibreOffice."""

from __future__ import annotations

import importlib
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from .job import Job, Refusal

CONNECT_SECONDS = 10.0
DEEPEST_STEP = 8
Operation = Callable[["Office", Job, dict[str, Any]], Any]

uno: Any = importlib.import_module("uno")
KINDS = {
    "com.sun.star.sheet.SpreadsheetDocument": "calc",
    "com.sun.star.text.GenericTextDocument": "writer",
    "com.sun.star.presentation.PresentationDocument": "impress",
    "com.sun.star.drawing.DrawingDocument": "draw",
}
TITLES = {"calc": "spreadsheet", "writer": "text document", "impress": "presentation", "draw": "drawing"}


def constant(name: str) -> Any:
    """A constant of LibreOffice's: `awt.FontWeight.BOLD`."""
    return uno.getConstantByName(f"com.sun.star.{name}")


def enum(kind: str, value: str) -> Any:
    """`enum("table.CellHoriJustify", "CENTER")`."""
    return uno.Enum(f"com.sun.star.{kind}", value)


def struct(kind: str, **fields: Any) -> Any:
    """`struct("table.CellAddress", Sheet=0, Column=1, Row=2)`."""
    made = uno.createUnoStruct(f"com.sun.star.{kind}")
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def properties(**values: Any) -> tuple[Any, ...]:
    return tuple(struct("beans.PropertyValue", Name=name, Value=value) for name, value in values.items())


def thrown(kind: str) -> type[Exception]:
    """The class of one of LibreOffice's exceptions: `container.NoSuchElementException`."""
    return uno.getClass(f"com.sun.star.{kind}")


class Office:
    """One running LibreOffice, connected."""

    def __init__(self, pipe: str) -> None:
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
        deadline = time.monotonic() + CONNECT_SECONDS
        while True:
            try:
                self.context: Any = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
                break
            except thrown("connection.NoConnectException") as error:
                if time.monotonic() > deadline:
                    raise Refusal("app_unresponsive", "LibreOffice does not answer on its pipe") from error
                time.sleep(0.02)
        self.desktop: Any = self.make("frame.Desktop")

    def make(self, service: str) -> Any:
        return self.context.ServiceManager.createInstanceWithContext(f"com.sun.star.{service}", self.context)

    @property
    def version(self) -> str:
        reader = self.make("configuration.ConfigurationProvider").createInstanceWithArguments(
            "com.sun.star.configuration.ConfigurationAccess", properties(nodepath="/org.openoffice.Setup/Product")
        )
        return str(reader.getByName("ooSetupVersionAboutBox"))

    def recover(self) -> None:
        """A bridge was killed in the middle of a step: close what it left open in the documents."""
        for document in self.documents():
            steps = document.getUndoManager()
            with suppress(thrown("util.InvalidStateException")):
                for _ in range(DEEPEST_STEP):
                    steps.leaveUndoContext()
            while document.hasControllersLocked():
                document.unlockControllers()

    def documents(self) -> list[Any]:
        """Documents that have a window, in the order in which they were opened."""
        found: list[Any] = []
        every = self.desktop.getComponents().createEnumeration()
        while every.hasMoreElements():
            document = every.nextElement()
            if kind_of(document) and document.getCurrentController() is not None:
                found.append(document)
        return found

    def document(self, args: dict[str, Any], kind: str | None = None) -> Any:
        """The document that `args["document"]` means (its title, file name, path, URL or window's title, whole or in
        part); the only one of the kind where it names none."""
        words = (args.get("document") or "").strip()
        of_kind = [one for one in self.documents() if kind is None or kind_of(one) == kind]
        found = _meant(of_kind, words) if words else of_kind
        what = TITLES.get(kind or "", "document")
        if len(found) == 1:
            return found[0]
        if found:
            raise Refusal(
                "ambiguous_target",
                f"{len(found)} documents are called {words!r}" if words else f"{len(found)} of them are a {what}",
                sought=words or what, near=[_line(one) for one in found],
                next_step="name one of them: `document`",
            )  # fmt: skip
        raise Refusal(
            "window_not_found",
            f"no {what} called {words!r} is open in LibreOffice" if words else f"no {what} is open in LibreOffice",
            sought=words or what, near=[_line(one) for one in self.documents()],
            next_step="open it, or name one that is open",
        )  # fmt: skip

    def to_change(self, args: dict[str, Any], kind: str | None = None) -> Any:
        """The document meant, refused where it may not be changed."""
        document = self.document(args, kind)
        if document.isReadonly():
            raise Refusal(
                "not_actionable", f"{document.getTitle()!r} is open for reading only", check="editable",
                next_step="save it under another name and change that, or make the file writable and open it anew",
            )  # fmt: skip
        return document


def make_current(document: Any) -> None:
    """Make a document's window LibreOffice's current one, without the focus. Undo of sheets' steps takes the current
    window for a spreadsheet's, and LibreOffice (7.4) dies where it is another document's."""
    document.getCurrentController().getFrame().activate()


def kind_of(document: Any) -> str:
    """calc, writer, impress or draw; empty for anything else LibreOffice has open (its Basic editor, a database)."""
    if not hasattr(document, "supportsService"):
        return ""
    return next((kind for service, kind in KINDS.items() if document.supportsService(service)), "")


def window_title(document: Any) -> str:
    return str(document.getCurrentController().getFrame().Title)


def path_of(document: Any) -> str:
    """The file of a document; empty where it has none yet, its URL where it is no file."""
    url = str(document.getURL())
    return str(uno.fileUrlToSystemPath(url)) if url.startswith("file:") else url


def search_for(target: Any, args: dict[str, Any]) -> Any:
    """What a document or cells search by, of the arguments of every find and replace."""
    found = target.createReplaceDescriptor()
    found.SearchString = args["find"]
    found.SearchCaseSensitive = args["case"]
    found.SearchWords = args["whole"]
    found.SearchRegularExpression = args["regex"]
    return found


def _names(document: Any) -> list[str]:
    path = path_of(document)
    return [str(document.getTitle()), window_title(document), path, path.rpartition("/")[2], str(document.getURL())]


def _meant(documents: list[Any], words: str) -> list[Any]:
    wanted = words.casefold()
    named = [(one, [name.casefold() for name in _names(one)]) for one in documents]
    exact = [one for one, names in named if wanted in names]
    return exact or [one for one, names in named if any(wanted in name for name in names)]


def _line(document: Any) -> str:
    path = path_of(document)
    return f"{window_title(document)}{f' ({path})' if path else ''}"


def refusal_of(error: Exception) -> Refusal:
    """What an exception of LibreOffice's, or of ours, means for whoever asked."""
    message = str(getattr(error, "Message", "") or error) or type(error).__name__
    lost = isinstance(error, thrown("uno.Exception")) and "bridge already disposed" in message
    if lost or isinstance(error, (thrown("lang.DisposedException"), thrown("connection.ConnectionSetupException"))):
        return Refusal("window_not_found", "the document was closed, or LibreOffice ended", seen=message, gone=True)
    if isinstance(error, thrown("uno.Exception")):
        return Refusal("action_failed", f"LibreOffice refused: {_first_line(message)}", seen=type(error).__name__)
    place = "".join(traceback.format_exception(type(error), error, error.__traceback__)[-3:])
    return Refusal("internal", f"the bridge to LibreOffice failed: {type(error).__name__}: {message}", seen=place)


def _first_line(message: str) -> str:
    return message.strip().partition("\n")[0][:300]
