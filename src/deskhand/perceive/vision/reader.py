"""Text off pictures: PP-OCR by rapidocr and onnxruntime (extra `vision`), English and Chinese, models in the wheel."""

from __future__ import annotations

import os
import threading
import time
from functools import cache
from importlib.util import find_spec
from typing import Any

from deskhand.errors import EnvironmentFault
from deskhand.model.geometry import Bounds
from deskhand.model.progress import Progress
from deskhand.perceive.vision.finds import Find, Picture

NEEDED = ("rapidocr", "onnxruntime", "cv2")
THREADS = 2
"""At most: the machine is the person's."""

LONGEST_SIDE = 960
"""Pixels to which the finder of lines shrinks a picture; the lines themselves are read in full size."""

SUREST = 0.5
"""What is read with less confidence is no text."""

SMALLEST = 8
"""Pixels; in less no line of text has room."""


def can_see() -> bool:
    """Whether the extra `vision` is installed. Loads nothing."""
    return all(_present(name) for name in NEEDED)


@cache
def _present(name: str) -> bool:
    return find_spec(name) is not None


def need_sight(sought: str) -> None:
    """`EnvironmentFault` with the line that mends it where the extra `vision` is missing."""
    missing = [name for name in NEEDED if not _present(name)]
    if missing:
        raise EnvironmentFault(
            f"reading pictures needs the extra `vision`: {', '.join(missing)} is missing",
            sought=sought,
            next_step="pip install 'deskhand[vision]'",
        )


class OcrReader:
    """finds.TextReader. One engine for the whole process, loaded when first needed (about a second); calls take turns.

    `reads` counts pictures that went through the engine, `pixels` their area.
    """

    def __init__(self) -> None:
        self.reads = 0
        self.pixels = 0

    def ready(self, progress: Progress) -> None:
        """Load the engine where it is not yet; that time is not taken from the caller's."""
        if not _engine.cache_info().currsize:
            began = time.monotonic()
            with _TURN:
                _engine()
            progress.extend(time.monotonic() - began)

    def read(self, picture: Picture) -> tuple[Find, ...]:
        """Lines of text, top to bottom. `EnvironmentFault` without the extra."""
        if picture.width < SMALLEST or picture.height < SMALLEST:
            return ()
        need_sight("text in a picture")
        import numpy as np

        data = np.ascontiguousarray(picture.data)
        if int(data.max()) - int(data.min()) < 8:
            return ()
        self.reads += 1
        self.pixels += picture.width * picture.height
        with _TURN:
            output = _engine()(data, use_cls=False)
        if output.boxes is None or output.txts is None:
            return ()
        finds = [
            Find("text", _place(box, picture), " ".join(text.split()), confidence=float(score))
            for box, text, score in zip(output.boxes, output.txts, output.scores, strict=True)
            if text.strip() and score >= SUREST
        ]
        return tuple(sorted(finds, key=lambda find: (find.bounds.y + find.bounds.height // 2, find.bounds.x)))


_TURN = threading.Lock()


@cache
def _engine() -> Any:
    import logging

    # onnxruntime reports to its maker from the moment it is imported, unless it is told not to before.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    from rapidocr import RapidOCR

    logging.getLogger("RapidOCR").setLevel(logging.CRITICAL)
    return RapidOCR(
        params={
            "Global.log_level": "critical",
            "Global.text_score": SUREST,
            "EngineConfig.onnxruntime.intra_op_num_threads": THREADS,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            "Det.limit_type": "max",
            "Det.limit_side_len": LONGEST_SIDE,
        }
    )


def _place(box: Any, picture: Picture) -> Bounds:
    """The corners of a line in the picture → its rectangle on the screen."""
    left, top = min(float(x) for x, _ in box), min(float(y) for _, y in box)
    right, bottom = max(float(x) for x, _ in box), max(float(y) for _, y in box)
    scale, origin = picture.scale, picture.origin
    x, y = origin.x + round(left / scale), origin.y + round(top / scale)
    return Bounds(
        x, y, max(1, origin.x + round(right / scale) - x), max(1, origin.y + round(bottom / scale) - y)
    )
