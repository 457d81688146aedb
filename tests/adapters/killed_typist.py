"""A process that acts on a desktop it does not own and is killed while it holds something down.

`type`: text with lent keys, killed with shift down. `drag`: waits to be killed with the button down.
"""

from __future__ import annotations

import os
import signal
import sys

from deskhand.desktops.user import UserDesktop
from deskhand.model.geometry import Point
from deskhand.model.progress import Progress


def main() -> None:
    hands = UserDesktop.attach(os.environ).adapter().input
    if sys.argv[1] == "drag":
        hands.take(Point(1700, 900), [Point(1900, 1000)], seconds=60)
        return
    looks = iter(range(10))

    def die_at_the_second_look(sent: int = 0) -> str | None:
        if next(looks):
            hands._keyboard.press(50)  # the left shift key, as in the middle of a capital letter
            hands._link.sync()
            os.kill(os.getpid(), signal.SIGKILL)
        return None

    hands.type_text("你好世界" * 20, Progress(20), die_at_the_second_look)


main()
