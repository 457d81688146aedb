"""What is done to objects: actions, texts, values, selections. Each call is sent at most once; no answer is proof."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from deskhand.adapters.linux.atspi.actions import all_names
from deskhand.adapters.linux.atspi.calls import (
    ADD_TEXT_SELECTION,
    CARET,
    CHARACTER_COUNT,
    DO_ACTION,
    GET_STATE,
    GET_TEXT,
    GET_TEXT_SELECTION,
    GRAB_FOCUS,
    INSERT_TEXT,
    SCROLL_ANYWHERE,
    SCROLL_TO,
    SELECT_CHILD,
    SELECTION_COUNT,
    SET_CARET,
    SET_PROPERTY,
    SET_TEXT,
    SET_TEXT_SELECTION,
    VALUE,
    VALUE_MAXIMUM,
    VALUE_MINIMUM,
    VALUE_STEP,
    Call,
    value_body,
)
from deskhand.adapters.linux.atspi.gecko_text import plain, plain_offset, raw_offset
from deskhand.adapters.linux.atspi.peer import Peer
from deskhand.adapters.linux.atspi.wire import Failure, encode_ints, encode_string
from deskhand.adapters.protocol import TextRead
from deskhand.errors import StaleRef, Unsupported
from deskhand.model.progress import Progress


def refuse(failure: Failure, path: str, what: str) -> NoReturn:
    """The error a failed call stands for."""
    if failure.object_gone and "interface" not in failure.message.lower():
        raise StaleRef("the object is gone", sought=path, seen=failure.message)
    if failure.object_gone or failure.name.endswith(("NotSupported", "UnknownInterface", "UnknownProperty")):
        raise Unsupported(f"the object cannot {what}", sought=path, seen=failure.message or failure.name)
    raise Unsupported(f"the application refused to {what}", sought=path, seen=f"{failure.name}: {failure.message}")


def done(peer: Peer, call: Call, what: str, progress: Progress) -> bool:
    """Send one call with an effect; what the application answered."""
    answer = peer.act(call, progress)
    if isinstance(answer, Failure):
        if answer.object_gone and peer.qt and _answers(peer, call.path, progress):
            # Qt calls the object gone when it has not the method.
            raise Unsupported(f"the object cannot {what}", sought=call.path, seen=answer.message)
        refuse(answer, call.path, what)
    return answer is not False


def _answers(peer: Peer, path: str, progress: Progress) -> bool:
    (states,) = peer.ask([Call(GET_STATE, path)], progress)
    return isinstance(states, bytes)


def do_action(peer: Peer, path: str, name: str, progress: Progress) -> bool:
    """Run the action of exactly this name."""
    names = all_names(peer, path, progress)
    if isinstance(names, Failure):
        refuse(names, path, "run actions")
    if not name or names.count(name) == 0:
        raise Unsupported(
            f"the object has no action {name!r}", sought=name, seen=", ".join(repr(n) for n in names) or "no actions"
        )
    return done(peer, Call(DO_ACTION, path, encode_ints(names.index(name))), f"run {name!r}", progress)


def set_text(peer: Peer, path: str, text: str, progress: Progress) -> bool:
    return done(peer, Call(SET_TEXT, path, encode_string(text)), "take text", progress)


def insert_text(peer: Peer, path: str, position: int, text: str, progress: Progress) -> bool:
    body = encode_ints(position) + encode_string(text)
    body += b"\0" * (-len(body) % 4) + encode_ints(len(text))
    return done(peer, Call(INSERT_TEXT, path, body), "take text", progress)


def get_text(peer: Peer, path: str, start: int, end: int, progress: Progress) -> TextRead:
    count, caret, selections = peer.ask(
        [CHARACTER_COUNT.call(path), CARET.call(path), Call(SELECTION_COUNT, path)], progress
    )
    if isinstance(count, Failure):
        refuse(count, path, "be read as text")
    length = int(count)
    stop = length if end < 0 else min(end, length)
    start = max(0, min(start, stop))
    calls = [Call(GET_TEXT, path, encode_ints(start, stop))]
    selected = isinstance(selections, int) and selections > 0
    if selected:
        calls.append(Call(GET_TEXT_SELECTION, path, encode_ints(0)))
    text, *ranges = peer.ask(calls, progress) if stop > start else ("",)
    if isinstance(text, Failure):
        refuse(text, path, "be read as text")
    selection = ranges[0] if ranges and isinstance(ranges[0], tuple) else None
    read = TextRead(str(text), start, length, caret if isinstance(caret, int) else -1, selection)
    return _of_gecko(read) if peer.gecko and start == 0 and stop == length else read


def _of_gecko(read: TextRead) -> TextRead:
    text = plain(read.text)
    selection = read.selection
    if selection is not None:
        selection = plain_offset(read.text, selection[0]), plain_offset(read.text, selection[1])
    return TextRead(text, 0, len(text), plain_offset(read.text, read.caret), selection)


def _own_offsets(peer: Peer, path: str, offsets: Sequence[int], progress: Progress) -> list[int]:
    """Offsets as the application counts them."""
    if not peer.gecko:
        return list(offsets)
    text = get_text(peer, path, 0, -1, progress).text
    return [raw_offset(text, offset) for offset in offsets]


def select_text(peer: Peer, path: str, start: int, end: int, progress: Progress) -> bool:
    start, end = _own_offsets(peer, path, [start, end], progress)
    (count,) = peer.ask([Call(SELECTION_COUNT, path)], progress)
    if isinstance(count, Failure):
        refuse(count, path, "select text")
    if end < 0:
        (length,) = peer.ask([CHARACTER_COUNT.call(path)], progress)
        end = length if isinstance(length, int) else start
    if count:
        call = Call(SET_TEXT_SELECTION, path, encode_ints(0, start, end))
    else:
        call = Call(ADD_TEXT_SELECTION, path, encode_ints(start, end))
    return done(peer, call, "select text", progress)


def set_caret(peer: Peer, path: str, offset: int, progress: Progress) -> bool:
    (place,) = _own_offsets(peer, path, [offset], progress)
    return done(peer, Call(SET_CARET, path, encode_ints(place)), "move the caret", progress)


def set_value(peer: Peer, path: str, value: float, progress: Progress) -> None:
    done(peer, Call(SET_PROPERTY, path, value_body(value)), "take a value", progress)


def value_range(peer: Peer, path: str, progress: Progress) -> tuple[float, float, float, float]:
    answers: list[Any] = peer.ask([p.call(path) for p in (VALUE_MINIMUM, VALUE_MAXIMUM, VALUE_STEP, VALUE)], progress)
    if isinstance(answers[3], Failure):
        refuse(answers[3], path, "tell a value")
    low, high, step, now = (float(a) if isinstance(a, (int, float)) else 0.0 for a in answers)
    return low, high, step, now


def select_child(peer: Peer, path: str, index: int, progress: Progress) -> bool:
    return done(peer, Call(SELECT_CHILD, path, encode_ints(index)), "select a child", progress)


def grab_focus(peer: Peer, path: str, progress: Progress) -> bool:
    return done(peer, Call(GRAB_FOCUS, path), "take the focus", progress)


def scroll_to(peer: Peer, path: str, progress: Progress) -> bool:
    return done(peer, Call(SCROLL_TO, path, SCROLL_ANYWHERE), "scroll into view", progress)
