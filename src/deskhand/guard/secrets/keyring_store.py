"""Secrets in the person's keyring, by the Secret Service of their session bus (the extra `keyring`)."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Generator
from typing import Any

from deskhand.errors import EnvironmentFault
from deskhand.guard.secrets.stored import Stored

_OURS = {"application": "deskhand"}
SECONDS = 20.0
"""How long the keyring may take for one answer; a person may have to look at its dialog meanwhile."""


class KeyringStore:
    """The default collection of the Secret Service. It is never unlocked from here: that is the person's own dialog."""

    place = "the keyring"

    @staticmethod
    def why_not() -> str:
        """Why the keyring cannot be used now; empty where it can."""
        if not os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
            return "there is no session bus"
        try:
            with _collection() as collection:
                return "the keyring is locked" if collection.is_locked() else ""
        except ImportError:
            return "the extra `keyring` is not installed"
        except EnvironmentFault as fault:
            return fault.message

    def names(self) -> list[str]:
        with _collection() as collection:
            return sorted(item.get_attributes().get("name", "") for item in collection.search_items(_OURS))

    def get(self, name: str) -> Stored | None:
        with _collection() as collection:
            for item in collection.search_items({**_OURS, "name": name}):
                attributes = item.get_attributes()
                stored = Stored(name, item.get_secret().decode("utf-8"))
                return stored.with_binding(attributes.get("places", ""))
        return None

    def put(self, secret: Stored) -> None:
        with _collection() as collection:
            self._drop(collection, secret.name)
            places = json.dumps(secret.binding(), ensure_ascii=False)
            collection.create_item(
                f"Deskhand: {secret.name}",
                {**_OURS, "name": secret.name, "places": places},
                secret.value.encode("utf-8"),
                replace=True,
            )

    def remove(self, name: str) -> bool:
        with _collection() as collection:
            return self._drop(collection, name)

    @staticmethod
    def _drop(collection: Any, name: str) -> bool:
        items = list(collection.search_items({**_OURS, "name": name}))
        for item in items:
            item.delete()
        return bool(items)


@contextlib.contextmanager
def _collection() -> Generator[Any]:
    """The default collection over a connection of its own; `EnvironmentFault` where the service does not answer,
    `ImportError` without the extra."""
    import secretstorage
    from jeepney import DBusErrorResponse
    from secretstorage.exceptions import PromptDismissedException, SecretStorageException

    faults = (SecretStorageException, DBusErrorResponse, OSError)
    try:
        connection = _connect()
    except (*faults, KeyError, ValueError) as error:
        raise EnvironmentFault(f"no keyring answers: {type(error).__name__}") from error
    try:
        try:
            collection = secretstorage.get_default_collection(connection)
        except PromptDismissedException as error:
            raise EnvironmentFault("the keyring is locked") from error
        except faults as error:
            raise EnvironmentFault(f"no keyring answers: {type(error).__name__}") from error
        try:
            yield collection
        except faults as error:
            raise EnvironmentFault(f"the keyring refused: {type(error).__name__}") from error
    finally:
        connection.close()


def _connect() -> Any:
    """A connection to the session bus that waits `SECONDS` for any answer, then raises `TimeoutError`."""
    from jeepney.bus import get_bus
    from jeepney.io.blocking import DBusConnection, prep_socket
    from secretstorage.util import add_match_rules

    class Bounded(DBusConnection):
        def receive(self, *, timeout: float | None = None) -> Any:
            return super().receive(timeout=SECONDS if timeout is None else timeout)

    connection = Bounded(prep_socket(get_bus("SESSION"), timeout=1.0))
    try:
        add_match_rules(connection)
    except BaseException:
        connection.close()
        raise
    return connection
