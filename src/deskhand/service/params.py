"""Arguments of a request, read by type: whatever is wrong with them is a `BadRequest` that names it."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from deskhand.errors import BadRequest

Word = TypeVar("Word", bound=str)


class Params:
    """The `params` of one request. Read each by its type, then `done()` refuses what nobody read."""

    def __init__(self, data: Mapping[str, Any], where: str = "params") -> None:
        self._data = {key: value for key, value in data.items() if value is not None}
        self._known: set[str] = set()
        self._where = where

    def _take(self, name: str, kinds: tuple[type, ...], words: str) -> Any:
        self._known.add(name)
        value = self._data.get(name)
        if value is None:
            return None
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise BadRequest(f"`{name}` is {words}, not {type(value).__name__}", sought=name, seen=repr(value)[:80])
        return value

    def text(self, name: str) -> str | None:
        return self._take(name, (str,), "text")

    def needed(self, name: str) -> str:
        value = self.text(name)
        if value is None:
            raise BadRequest(
                f"{self._where} lack `{name}`", sought=name, seen=", ".join(sorted(self._data)) or "nothing"
            )
        return value

    def flag(self, name: str) -> bool:
        return bool(self._take(name, (bool,), "true or false"))

    def integer(self, name: str) -> int | None:
        return self._take(name, (int,), "a whole number")

    def seconds(self, name: str) -> float | None:
        """A duration; at most a day, so that no clock arithmetic breaks on it."""
        value = self._take(name, (int, float), "a number of seconds")
        if value is not None and not 0 <= value <= 86_400:
            raise BadRequest(f"`{name}` is between 0 and 86400 seconds", seen=repr(value))
        return None if value is None else float(value)

    def texts(self, name: str) -> list[str]:
        value = self._take(name, (list,), "a list of texts") or []
        if not all(isinstance(item, str) for item in value):
            raise BadRequest(f"`{name}` is a list of texts", seen=repr(value)[:80])
        return list(value)

    def mapping(self, name: str) -> dict[str, Any]:
        return dict(self._take(name, (dict,), "an object") or {})

    def items(self, name: str) -> list[Any]:
        return list(self._take(name, (list,), "a list") or [])

    def everything(self) -> dict[str, Any]:
        """All of them, for a method whose arguments are one value."""
        self._known.update(self._data)
        return dict(self._data)

    def anything(self, name: str) -> Any:
        self._known.add(name)
        return self._data.get(name)

    def choice(self, name: str, choices: Sequence[Word]) -> Word | None:
        value = self.text(name)
        if value is None:
            return None
        for word in choices:
            if value == word:
                return word
        raise BadRequest(f"`{name}` is one of {', '.join(choices)}", seen=value)

    def done(self) -> None:
        """`BadRequest` for an argument this method does not have."""
        for name in self._data:
            if name not in self._known:
                near = difflib.get_close_matches(name, self._known, n=3)
                raise BadRequest(
                    f"there is no `{name}` here",
                    sought=name,
                    seen="known: " + ", ".join(sorted(self._known)),
                    near=near,
                )
