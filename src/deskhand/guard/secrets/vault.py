"""All stored secrets behind one door: the keyring where it is open, else the file; which it was is always said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from deskhand.errors import BadRequest, EnvironmentFault, SecretMissing
from deskhand.guard.secrets.file_store import FileStore
from deskhand.guard.secrets.keyring_store import KeyringStore
from deskhand.guard.secrets.stored import Store, Stored
from deskhand.model.secret import check_name, placeholder

Where = Literal["keyring", "file"]


@dataclass(frozen=True, slots=True)
class Found:
    """A secret, where it lies, and what is to be said about that (empty where nothing is)."""

    secret: Stored
    place: str
    note: str = ""


class Vault:
    """Stored secrets by name. Nothing is opened before it is asked; each question looks afresh."""

    def __init__(self, file: FileStore | None = None) -> None:
        self._file = file

    def find(self, name: str) -> Found:
        """`SecretMissing` where no store has it; `EnvironmentFault` where the file may not be trusted."""
        check_name(name)
        why = KeyringStore.why_not()
        if not why:
            secret = KeyringStore().get(name)
            if secret is not None:
                return Found(secret, KeyringStore.place)
        file = self._file or FileStore()
        secret = file.get(name)
        if secret is None:
            raise SecretMissing(
                f"there is no secret {name!r}",
                sought=placeholder(name),
                seen=f"{why}; " * bool(why) + f"{file.place} has {', '.join(file.names()) or 'none'}",
                next_step=f"store it: deskhand secret set {name} --app APPLICATION",
            )
        return Found(secret, file.place, f"{name} came from {file.place}: {why}" if why else "")

    def list(self) -> tuple[list[Found], list[str]]:
        """Every secret, and what is to be said about stores that could not be asked."""
        why = KeyringStore.why_not()
        found: dict[str, Found] = {}
        stores: list[Store] = [self._file or FileStore()]
        if not why:
            stores.insert(0, KeyringStore())
        for store in stores:
            for name in store.names():
                secret = store.get(name)
                if secret is not None:
                    found.setdefault(name, Found(secret, store.place))
        return [found[name] for name in sorted(found)], [why] if why else []

    def put(self, name: str, value: str, apps: Sequence[str], windows: Sequence[str], where: Where | None) -> Found:
        """Store a value under a name; `where` None is the keyring if it is open, else the file."""
        check_name(name)
        if not value:
            raise BadRequest("an empty text is no secret", next_step="give the value on stdin, or type it when asked")
        why = KeyringStore.why_not() if where != "file" else ""
        if where == "keyring" and why:
            raise EnvironmentFault(
                f"the keyring cannot be used: {why}", next_step="unlock it, or keep it in the file: --store file"
            )
        store: Store = self._file or FileStore() if where == "file" or why else KeyringStore()
        secret = Stored(name, value, tuple(dict.fromkeys(apps)), tuple(dict.fromkeys(windows)))
        store.put(secret)
        return Found(secret, store.place, f"{name} is kept in {store.place}: {why}" if why else "")

    def allow(self, name: str, apps: Sequence[str], windows: Sequence[str], *, only: bool = False) -> Found:
        """Let a secret be typed into these too; with `only`, into nothing else."""
        found = self.find(name)
        old = found.secret
        former = ((), ()) if only else (old.apps, old.windows)
        secret = replace(
            old, apps=tuple(dict.fromkeys([*former[0], *apps])), windows=tuple(dict.fromkeys([*former[1], *windows]))
        )
        self._store_of(found).put(secret)
        return replace(found, secret=secret)

    def remove(self, name: str) -> Found:
        """Forget a secret wherever it lies; `SecretMissing` where it is not."""
        found = self.find(name)
        self._store_of(found).remove(name)
        return found

    def _store_of(self, found: Found) -> Store:
        return KeyringStore() if found.place == KeyringStore.place else self._file or FileStore()
