"""Applications end on one thread while what was read of others is remembered on several."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from deskhand.adapters.open_texts import OpenTexts
from deskhand.adapters.veil.fields import SecretFields
from deskhand.model.element import Node

TURNS = 100


@contextmanager
def impatient() -> Iterator[None]:
    """Threads take turns after every few instructions."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)


def nodes(turn: int) -> list[Node]:
    return [
        Node((f":1.{turn % 7}", f"/{turn}/{number}"), "text field", f"Field {number}", interfaces=frozenset({"Text"}))
        for number in range(60)
    ]


@pytest.mark.parametrize("kind", ["open texts", "secret fields"])
def test_an_application_may_end_while_another_is_read(kind: str) -> None:
    faults: list[BaseException] = []
    texts, fields = OpenTexts(), SecretFields()
    know: Callable[[list[Node]], None] = texts.know if kind == "open texts" else fields.read
    forget: Callable[[str], None] = texts.forget if kind == "open texts" else fields.forget_app

    def turn_on_turn(what: Callable[[int], None]) -> None:
        try:
            for turn in range(TURNS):
                what(turn)
        except RuntimeError as error:
            faults.append(error)

    work: list[Callable[[int], None]] = [lambda turn: know(nodes(turn))] * 2
    work += [lambda turn: forget(f":1.{turn % 7}")] * 2
    threads = [threading.Thread(target=turn_on_turn, args=(what,)) for what in work]
    with impatient():
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert faults == []
    know(nodes(1))
    assert (nodes(1)[0].handle in texts) if kind == "open texts" else fields.open(nodes(1)[0].handle)
