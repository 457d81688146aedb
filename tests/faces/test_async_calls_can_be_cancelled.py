"""`AsyncDesktop` is `Desktop` awaited; cancelling stops the action and the desktop stays usable."""

from __future__ import annotations

import time
from pathlib import Path

import anyio
import pytest

from deskhand import AsyncDesktop, Desktop
from deskhand.errors import NotFound

pytestmark = pytest.mark.desktop


def test_an_awaited_call_does_what_the_plain_one_does(tmp_path: Path) -> None:
    async def work() -> None:
        async with await AsyncDesktop.start() as desktop:
            await desktop.launch("mousepad")
            receipt = await desktop.type("awaited", into="text area")
            assert receipt.verified
            assert await desktop.read("text area") == "awaited"
            with pytest.raises(NotFound):
                await desktop.click('button "Nowhere"')

    anyio.run(work)


def test_cancelling_ends_a_wait_within_300_ms_and_leaves_the_desktop_usable(desktop: Desktop) -> None:
    async def work() -> float:
        faced = AsyncDesktop(desktop)
        with anyio.move_on_after(0.2):
            await faced.wait('window "Never" opens', 30)
        return time.monotonic()

    started = time.monotonic()
    ended = anyio.run(work)
    assert ended - started < 0.5 + 0.2
    assert isinstance(desktop.windows(), list | tuple)
