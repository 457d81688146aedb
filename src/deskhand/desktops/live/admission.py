"""Who may watch: one-time tokens for links, sessions for reconnecting, and checks of where a request comes from."""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections.abc import Callable

TOKEN_SECONDS = 300.0
"""How long a link that nobody opened stays good."""


class Admission:
    """Tokens are good once and for five minutes; the session given for one lasts as long as the view."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._tokens: dict[str, float] = {}
        self._sessions: set[str] = set()

    def new_token(self) -> str:
        token = secrets.token_urlsafe(24)
        with self._lock:
            self._tokens[token] = self._clock() + TOKEN_SECONDS
        return token

    def admit(self, token: str | None, session: str | None) -> str | None:
        """The session for a token (used up by this) or a session given before; None for anybody else."""
        with self._lock:
            if session and (known := _find(session, self._sessions)):
                return known
            if token and (known := _find(token, self._tokens)):
                good_until = self._tokens.pop(known)
                if self._clock() < good_until:
                    fresh = secrets.token_urlsafe(24)
                    self._sessions.add(fresh)
                    return fresh
        return None


def local_hosts(port: int) -> tuple[str, str]:
    """The Host headers a browser on this machine sends. Any other means that a foreign name was made to point here."""
    return f"127.0.0.1:{port}", f"localhost:{port}"


def _find(wanted: str, known: set[str] | dict[str, float]) -> str | None:
    """Compared without telling by timing how much of it was right."""
    return next((one for one in known if hmac.compare_digest(one.encode(), wanted.encode())), None)
