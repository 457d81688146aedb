"""No window manager, a stale environment, a browser that keeps its tree back: said by name, and the rest works."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from deskhand.cli.main import main
from deskhand.desktop import Desktop
from deskhand.desktops.private import PrivateDesktop
from deskhand.desktops.runtime import runtime_folder
from deskhand.desktops.user import UserDesktop
from deskhand.errors import A11yNotEnabled, EnvironmentFault, Unsupported
from deskhand.guard.policy import policy_for
from deskhand.model.progress import Progress
from deskhand.perceive.render import render_text
from fixtures.running import FixtureApp

pytestmark = pytest.mark.desktop


@pytest.fixture
def bare(private_desktop: PrivateDesktop, tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a display without a window manager, with the buses of the shared desktop."""
    reading, writing = os.pipe()
    line = ["Xtigervnc", "-displayfd", str(writing), "-geometry", "1280x800", "-SecurityTypes", "None", "-ac"]
    with subprocess.Popen(
        [*line, "-rfbport", "-1", "-rfbunixpath", str(tmp_path / "rfb"), "-nolisten", "tcp"],
        pass_fds=(writing,), stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as server:  # fmt: skip
        os.close(writing)
        try:
            with os.fdopen(reading) as told:
                number = told.readline().strip()
            env = {**private_desktop.env, "DISPLAY": f":{number}"}
            env.pop("XAUTHORITY", None)
            yield env
        finally:
            server.terminate()


@pytest.mark.symptom(44, 94)
def test_without_a_window_manager_what_can_be_done_is_and_the_rest_is_refused(bare: dict[str, str]) -> None:
    with FixtureApp("trouble", bare, title="Bare") as app:
        policy = policy_for("user", foreground=True)
        poisoned = {**bare, "AT_SPI_BUS_ADDRESS": "unix:path=/nobody/here"}
        with Desktop(UserDesktop.attach(poisoned), policy=policy) as desktop:
            for _ in Progress(10, "the window with its tree").attempts():
                if any(window.root for window in desktop.windows()):
                    break
            frame = desktop.windows()[0].bounds
            picture = desktop.engine.adapter.screen.capture(frame)
            assert len(set(bytes(picture.data[:300_000]))) > 8, "the first frame is black"
            assert desktop.do("double_click", 'button "Save"', mode="foreground").verified
            assert desktop.do("focus_window", window="Bare", mode="foreground").verified
            assert desktop.do("focus", 'text field "Remark"', mode="foreground").verified
            desktop.do("press", keys="x", mode="foreground")
            for _ in Progress(5, "the key").attempts():
                if app.read("remark") == "x":
                    break
            assert app.read("remark") == "x"
            assert desktop.do("move", window="Bare", x=300, y=200, mode="foreground").verified
            for verb in ("minimise", "maximise"):
                with pytest.raises(Unsupported, match="no window manager"):
                    desktop.do(verb, window="Bare", mode="foreground")
        assert app.clicked() == ["save", "save"]


@pytest.mark.symptom(30)
def test_a_browser_that_keeps_its_tree_back_says_how_to_get_it(
    private_desktop: PrivateDesktop, desktop: Desktop, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    page.write_text("<title>Shop</title><button>Buy now</button>", encoding="utf-8")
    flags = ["--no-sandbox", "--no-first-run", "--disable-gpu", "--disable-background-networking"]
    flags.append("--disable-renderer-accessibility")
    told = ("ACCESSIBILITY_ENABLED", "GNOME_ACCESSIBILITY", "GTK_MODULES")
    env = {name: value for name, value in private_desktop.env.items() if name not in told}
    line = ["chromium", *flags, f"--user-data-dir={tmp_path / 'profile'}", page.as_uri()]
    with subprocess.Popen(
        line, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as browser:
        try:
            for _ in Progress(30, "the browser's window").attempts():
                if any(window.title.startswith("Shop") and window.root for window in desktop.windows()):
                    break
            for _ in Progress(10, "the bare window").attempts():
                if not desktop.snapshot().complete:
                    break
            assert not desktop.snapshot().complete, render_text(desktop.snapshot())
            with pytest.raises(A11yNotEnabled) as caught:
                desktop.click('button "Buy now"')
            assert "--force-renderer-accessibility" in caught.value.next_step
            assert caught.value.exit_code == 5
        finally:
            browser.terminate()


@pytest.mark.parametrize("folder", ["/nobody/made/this", "relative"])
def test_a_runtime_folder_that_cannot_be_used_is_said(folder: str) -> None:
    with pytest.raises(EnvironmentFault) as caught:
        runtime_folder({"XDG_RUNTIME_DIR": folder})
    assert folder in caught.value.message
    assert "unset XDG_RUNTIME_DIR" in caught.value.next_step


@pytest.mark.parametrize("limit", ["-5", "0", "1.5"])
def test_a_limit_that_lists_nothing_is_refused(limit: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["runs", f"--limit={limit}"]) == 2
    assert "limit" in capsys.readouterr().err
