"""The asynchronous face: `AsyncDesktop` is `Desktop` with every call awaited, on asyncio or trio.

The core is synchronous (docs/decisions/0001-synchronous-core.md); each call runs in a worker thread. Cancelling a task
stops its own call and no other, releases the keys and buttons it held, and waits for that before the cancellation goes
on.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial, wraps
from types import TracebackType
from typing import Concatenate, ParamSpec, Self, TypeVar

import anyio
import anyio.lowlevel
import anyio.to_thread

from deskhand.desktop import Desktop
from deskhand.engine import PANIC_KEY
from deskhand.model.progress import Cancellation

P = ParamSpec("P")
R = TypeVar("R")


def _awaited(
    method: Callable[Concatenate[Desktop, P], R],
) -> Callable[Concatenate[AsyncDesktop, P], Awaitable[R]]:
    @wraps(method)
    async def call(self: AsyncDesktop, *args: P.args, **kwargs: P.kwargs) -> R:
        return await _in_thread(self.desktop, partial(method, self.desktop, *args, **kwargs))

    return call


async def _in_thread(desktop: Desktop, work: Callable[[], R]) -> R:
    own = Cancellation()
    outcome: list[R] = []
    failure: list[Exception] = []

    def in_thread() -> R:
        with desktop.engine.work(own):
            return work()

    async def stop_when_cancelled() -> None:
        try:
            await anyio.sleep_forever()
        finally:
            if not (outcome or failure):
                own.request("the task was cancelled")

    async with anyio.create_task_group() as group:
        group.start_soon(stop_when_cancelled)
        try:
            outcome.append(await anyio.to_thread.run_sync(in_thread))
        except Exception as error:  # noqa: BLE001 - raised again outside the group, which would wrap it
            failure.append(error)
        group.cancel_scope.cancel()
    if failure:
        await anyio.lowlevel.checkpoint_if_cancelled()
        raise failure[0]
    return outcome[0]


class AsyncDesktop:
    """`async with await AsyncDesktop.start() as desktop: await desktop.click('button "Save"')`."""

    def __init__(self, desktop: Desktop) -> None:
        self.desktop = desktop

    @classmethod
    async def start(
        cls,
        size: tuple[int, int] = (1920, 1080),
        *,
        scale: float = 1.0,
        input_method: str | None = None,
        name: str | None = None,
    ) -> Self:
        """Start a private desktop; see `Desktop.start`."""
        start = partial(Desktop.start, size, scale=scale, input_method=input_method, name=name)
        return cls(await anyio.to_thread.run_sync(start))

    @classmethod
    async def attach_user(cls, *, foreground: bool = False, panic_key: str = PANIC_KEY) -> Self:
        """The person's own desktop; see `Desktop.attach_user`."""
        attach = partial(Desktop.attach_user, foreground=foreground, panic_key=panic_key)
        return cls(await anyio.to_thread.run_sync(attach))

    async def close(self) -> None:
        with anyio.CancelScope(shield=True):
            await anyio.to_thread.run_sync(self.desktop.close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    apps = _awaited(Desktop.apps)
    windows = _awaited(Desktop.windows)
    snapshot = _awaited(Desktop.snapshot)
    find = _awaited(Desktop.find)
    read = _awaited(Desktop.read)
    read_table = _awaited(Desktop.read_table)
    wait = _awaited(Desktop.wait)
    screenshot = _awaited(Desktop.screenshot)
    act = _awaited(Desktop.act)
    batch = _awaited(Desktop.batch)
    do = _awaited(Desktop.do)
    launch = _awaited(Desktop.launch)
    click = _awaited(Desktop.click)
    double_click = _awaited(Desktop.double_click)
    right_click = _awaited(Desktop.right_click)
    hover = _awaited(Desktop.hover)
    focus = _awaited(Desktop.focus)
    press = _awaited(Desktop.press)
    type = _awaited(Desktop.type)
    set_value = _awaited(Desktop.set_value)
    clear = _awaited(Desktop.clear)
    check = _awaited(Desktop.check)
    uncheck = _awaited(Desktop.uncheck)
    select = _awaited(Desktop.select)
    expand = _awaited(Desktop.expand)
    collapse = _awaited(Desktop.collapse)
    menu = _awaited(Desktop.menu)
    scroll = _awaited(Desktop.scroll)
    scroll_to = _awaited(Desktop.scroll_to)
    api = _awaited(Desktop.api)
    drag = _awaited(Desktop.drag)
    drop = _awaited(Desktop.drop)
    choose_file = _awaited(Desktop.choose_file)
    dismiss = _awaited(Desktop.dismiss)
    focus_window = _awaited(Desktop.focus_window)
    close_window = _awaited(Desktop.close_window)
    clipboard_read = _awaited(Desktop.clipboard_read)
    clipboard_save = _awaited(Desktop.clipboard_save)
    clipboard_write = _awaited(Desktop.clipboard_write)
    stop = _awaited(Desktop.stop)
    clipboard_clear = _awaited(Desktop.clipboard_clear)
    paste = _awaited(Desktop.paste)
    notifications = _awaited(Desktop.notifications)
    act_on_notification = _awaited(Desktop.act_on_notification)
    dismiss_notification = _awaited(Desktop.dismiss_notification)

    @asynccontextmanager
    async def clipboard_kept(self) -> AsyncGenerator[None]:
        """See `Desktop.clipboard_kept`."""
        kept = self.desktop.clipboard_kept()
        await _in_thread(self.desktop, kept.__enter__)
        try:
            yield
        finally:
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(partial(kept.__exit__, None, None, None))

    run = _awaited(Desktop.run)
    resume = _awaited(Desktop.resume)
