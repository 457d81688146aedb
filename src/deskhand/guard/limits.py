"""The limits of DESIGN 4.7, as one value that callers may tighten."""

from __future__ import annotations

from dataclasses import dataclass

from deskhand.errors import LimitReached, TooLarge


@dataclass(frozen=True, slots=True)
class Limits:
    """Actions in a batch, and seconds for the whole of it. (Bytes are the service's concern: `service.protocol`.)"""

    batch_actions: int = 64
    batch_seconds: float = 60.0

    def check_batch(self, actions: int) -> None:
        """`TooLarge` for more actions than a batch may hold."""
        if actions > self.batch_actions:
            raise TooLarge(
                f"a batch holds at most {self.batch_actions} actions, this one has {actions}",
                next_step=f"send it in parts of {self.batch_actions}",
            )

    def check_time(self, elapsed: float, done: int) -> None:
        """`LimitReached` once a batch has used up its seconds."""
        if elapsed > self.batch_seconds:
            raise LimitReached(
                f"the batch used up its {self.batch_seconds:g} s after {done} actions",
                next_step="send the rest as another batch",
            )
