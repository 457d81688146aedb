"""The clipboard: text, HTML and pictures both ways, watched, and as it was after a paste. The other side is GTK's."""

from __future__ import annotations

import io
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import anyio
import pytest
from PIL import Image

from deskhand.adapters.linux.x11 import X11
from deskhand.adapters.linux.x11.selections import text_content
from deskhand.aio import AsyncDesktop
from deskhand.desktop import Desktop
from deskhand.desktops.private import PrivateDesktop
from deskhand.errors import ActionFailed, BadRequest, NeedsForeground, NotFound, Timeout
from deskhand.model.action import Action
from deskhand.model.progress import Progress
from fixtures.running import SYSTEM_PYTHON

pytestmark = pytest.mark.desktop

PEER = [SYSTEM_PYTHON, str(Path(__file__).parents[2] / "fixtures" / "clipboard_peer.py")]
Own = Callable[..., subprocess.Popen[bytes]]
HTML = "<p>größer <b>你好</b></p>"


@pytest.fixture
def own(private_desktop: PrivateDesktop, tmp_path: Path) -> Iterator[Own]:
    """`own(text=b"…", html=b"…")`: a program that copies this, in all these kinds, and stays."""
    with ExitStack() as stack:

        def start(text: bytes | None = None, html: bytes | None = None, image: bytes | None = None):
            folder = tmp_path / f"copied-{time.monotonic_ns()}"
            folder.mkdir()
            for name, data in (("text", text), ("html", html), ("image.png", image)):
                if data is not None:
                    (folder / name).write_bytes(data)
            line = [*PEER, "own", str(folder)]
            process = stack.enter_context(subprocess.Popen(line, env=private_desktop.env, stdout=subprocess.PIPE))
            stack.callback(process.kill)
            assert process.stdout is not None
            assert process.stdout.readline() == b"owned\n"
            return process

        yield start


@pytest.fixture
def editor(desktop: Desktop, tmp_path: Path) -> Desktop:
    """Mousepad with one line, all of it selected."""
    note = tmp_path / "note.txt"
    note.write_text("first line\n", encoding="utf-8")
    desktop.launch("mousepad", note)
    desktop.wait('window "note.txt" opens', 10)
    desktop.press("ctrl+a")
    return desktop


def _read(place: PrivateDesktop, kind: str) -> bytes:
    return subprocess.run([*PEER, "read", kind], env=place.env, stdout=subprocess.PIPE, check=True, timeout=30).stdout


def _picture(width: int, height: int) -> bytes:
    """A PNG of noise, which does not shrink."""
    buffer = io.BytesIO()
    Image.effect_noise((width, height), 90).convert("RGB").save(buffer, "PNG")
    return buffer.getvalue()


def test_html_goes_both_ways_with_its_text(desktop: Desktop, private_desktop: PrivateDesktop, own: Own) -> None:
    assert desktop.clipboard_write(HTML, format="html").verified
    assert HTML.encode() in _read(private_desktop, "html")
    assert _read(private_desktop, "text").decode() == "größer 你好"
    own(html=HTML.encode(), text=b"plain")
    assert desktop.clipboard_read("html") == HTML
    assert desktop.clipboard_read() == "plain"


def test_pictures_go_both_ways_also_large_ones(
    desktop: Desktop, private_desktop: PrivateDesktop, own: Own, tmp_path: Path
) -> None:
    drawn = tmp_path / "drawn.png"
    drawn.write_bytes(_picture(700, 500))
    assert drawn.stat().st_size > 600_000, "so large that it goes in pieces"
    assert desktop.clipboard_write(file=drawn, format="image").verified
    with Image.open(drawn) as before, Image.open(io.BytesIO(_read(private_desktop, "image"))) as after:
        assert before.tobytes() == after.convert("RGB").tobytes()
    own(image=drawn.read_bytes())
    saved = tmp_path / "saved.png"
    receipt = desktop.clipboard_save(saved)
    assert receipt.result == {"path": str(saved), "format": "image", "bytes": drawn.stat().st_size}
    assert saved.read_bytes() == drawn.read_bytes()


def test_what_it_does_not_hold_is_named(desktop: Desktop, tmp_path: Path) -> None:
    desktop.clipboard_write("only text")
    with pytest.raises(NotFound, match="no picture") as missing:
        desktop.clipboard_save(tmp_path / "none.png")
    assert "UTF8_STRING" in str(missing.value.seen)
    for wrong in ({}, {"text": "a", "file": __file__}, {"text": "a", "format": "image"}):
        with pytest.raises(BadRequest):
            desktop.do("clipboard_write", **wrong)
    with pytest.raises(BadRequest, match="is no picture"):
        desktop.clipboard_write(file=__file__, format="image")
    assert desktop.clipboard_read() == "only text"


def test_a_copy_by_keys_is_proven_by_the_display(editor: Desktop) -> None:
    receipt = editor.press("ctrl+c")
    assert (receipt.verified, receipt.effect.observer) == (True, "display server")
    assert receipt.effect.seen == "mousepad put something on the clipboard"
    assert editor.clipboard_read() == "first line\n"
    assert editor.menu("Edit > Copy").verified


def test_a_copy_of_nothing_is_not_said_to_have_copied(editor: Desktop) -> None:
    editor.press("Left")
    editor.clipboard_write("before")
    assert "clipboard" not in editor.press("ctrl+c").effect.seen
    assert editor.clipboard_read() == "before"


@pytest.mark.symptom(144)
def test_a_wait_for_the_clipboard_sees_what_the_last_action_copied(editor: Desktop) -> None:
    editor.press("ctrl+c")
    assert "mousepad" in editor.wait("clipboard changes", 2).seen
    assert editor.wait('clipboard contains "first"', 2).observer == "clipboard"
    editor.press("Right")
    with pytest.raises(Timeout):
        editor.wait("clipboard changes", 0.3)


def test_after_a_paste_it_holds_all_that_it_held_in_every_kind(
    editor: Desktop, private_desktop: PrivateDesktop, own: Own
) -> None:
    picture, text = _picture(400, 300), ("the person's ñ 你 " * 30_000).encode()
    own(text=text, html=HTML.encode(), image=picture)
    receipt = editor.paste("pasted ß 你", "text area")
    assert (receipt.verified, receipt.effect.scope) == (True, "control")
    assert "took it from the clipboard" in receipt.effect.seen
    assert editor.read("text area").startswith("pasted ß 你")
    assert not [note for note in receipt.notes if "clipboard" in note]
    assert _read(private_desktop, "text") == text
    assert _read(private_desktop, "html") == HTML.encode()
    assert editor.engine.adapter.clipboard.read_as(("image/png",), Progress(10)) == ("image/png", picture)


def test_what_was_empty_is_empty_again(editor: Desktop) -> None:
    editor.clipboard_clear()
    editor.paste("into an empty one")
    assert editor.engine.adapter.clipboard.offers(Progress(5)) == ()


def test_a_newer_copy_wins(desktop: Desktop, private_desktop: PrivateDesktop, own: Own) -> None:
    own(text=b"old")
    with desktop.clipboard_kept():
        desktop.clipboard_write("ours")
        own(text=b"the person's newer one")
    assert _read(private_desktop, "text") == b"the person's newer one"
    with desktop.clipboard_kept():
        desktop.clipboard_write("ours")
    assert _read(private_desktop, "text") == b"the person's newer one"


def test_a_paste_that_nothing_takes_is_an_error_and_gives_the_clipboard_back(editor: Desktop, own: Own) -> None:
    own(text=b"kept")
    editor.menu("Help > About", expect='window "About" opens')
    with pytest.raises(ActionFailed, match="nothing took it") as failed:
        editor.do("paste", text="x", timeout=4)
    assert failed.value.delivery == "delivered_unverified"
    assert editor.clipboard_read() == "kept"


def test_the_selection_is_apart_from_the_clipboard(desktop: Desktop, private_desktop: PrivateDesktop) -> None:
    desktop.clipboard_write("copied")
    desktop.clipboard_write("selected", selection="primary")
    assert (desktop.clipboard_read(), desktop.clipboard_read(selection="primary")) == ("copied", "selected")
    assert _read(private_desktop, "primary") == b"selected"
    desktop.clipboard_clear(selection="primary")
    assert (desktop.clipboard_read(), desktop.clipboard_read(selection="primary")) == ("copied", "")


@pytest.mark.parametrize(
    "action",
    [
        Action("clipboard_read", mode="background"),
        Action("clipboard_read", args={"format": "html"}, mode="background"),
        Action("clipboard_write", args={"text": "x"}, mode="background"),
        Action("clipboard_clear", mode="background"),
        Action("paste", args={"text": "x"}, mode="background"),
    ],
    ids=str,
)
def test_in_the_background_it_is_neither_read_nor_written(
    action: Action, desktop: Desktop, private_desktop: PrivateDesktop
) -> None:
    person = X11(private_desktop.display)
    try:
        person.clipboard.put(text_content("the person's"), Progress(5))
        began = time.monotonic()
        with pytest.raises(NeedsForeground) as refused:
            desktop.act(action)
        assert refused.value.delivery == "not_delivered"
        assert person.clipboard.taken(began) == (), "nobody asked for what it holds"
        assert person.clipboard.read(Progress(5)) == "the person's"
    finally:
        person.close()


def test_sentences_paste_wait_and_check(editor: Desktop, own: Own) -> None:
    own(text=b"kept")
    result = editor.run(
        """
        press ctrl+c
        wait until the clipboard changes
        check that the clipboard contains "first line"
        paste "from a sentence" into the text area
        check that the text area contains "from a sentence"
        把"中文句子"粘贴到文本区
        check that the clipboard contains "first line"
        """
    )
    assert result.verdict == "verified", [record.error for record in result.steps]


def test_awaited_calls_do_the_same(editor: Desktop, own: Own) -> None:
    own(text=b"kept")

    async def work() -> str:
        hands = AsyncDesktop(editor)
        async with hands.clipboard_kept():
            await hands.clipboard_write("for a while")
            assert await hands.clipboard_read() == "for a while"
        assert (await hands.paste("awaited", "text area")).verified
        assert await hands.notifications() == []
        return await hands.clipboard_read()

    assert anyio.run(work) == "kept"
    assert "awaited" in editor.read("text area")
