"""What only looks: read, wait, screenshot."""

from __future__ import annotations

import base64
import io
import os
from pathlib import Path
from typing import Any

from deskhand.act.attempt import Attempt
from deskhand.act.marks import MODEL_SIDE, draw_marks, encoded, image_of, load, marks_of, shrunk, side_by_side
from deskhand.act.resolving import resolve_target, resolve_window
from deskhand.act.watch import Proof
from deskhand.errors import BadRequest
from deskhand.model.geometry import Bounds, Point
from deskhand.model.receipt import Effect
from deskhand.model.world import Picture
from deskhand.perceive.scope import Scope
from deskhand.perceive.seen import observer_of


def _read_only(attempt: Attempt, seen: str, observer: str) -> None:
    """Reading delivers nothing to an application; what was read is its own proof."""
    attempt.prove(Proof(Effect(attempt.expected, seen, observer, "none"), "read back"))


def read(attempt: Attempt) -> None:
    """The whole text of an element, or cells of a table as rows of texts, into `result`."""
    if attempt.args.get("ocr"):
        _read_picture(attempt)
        return
    if attempt.action.target is None:
        raise BadRequest("read needs a target", next_step=f"for example: {attempt.verb.example}")
    resolve_target(attempt)
    perception, element = attempt.ctx.perception, attempt.target
    area = attempt.args.get("range")
    with attempt.phase("verify"):
        if area is not None:
            rows = perception.read_table(element, area, attempt.progress)
            attempt.result = rows
            seen = f"{len(rows)} rows"
        else:
            attempt.result = perception.read_text(element, attempt.progress)
            seen = f"{len(attempt.result)} characters"
    _read_only(attempt, seen, observer_of(element))


def _read_picture(attempt: Attempt) -> None:
    """The lines of text drawn in a region, into `result`. What must not be seen is covered before."""
    named = attempt.action.target is not None or bool({"window", "region"} & set(attempt.args))
    region = _region(attempt) if named else resolve_window(attempt).bounds
    with attempt.phase("verify"):
        picture = attempt.ctx.confidant.capture(attempt.ctx.adapter, region)
        lines = attempt.ctx.perception.read_picture(picture)
        attempt.result = attempt.ctx.confidant.shown("\n".join(lines))
    _read_only(attempt, f"{len(lines)} lines", "ocr")


def wait(attempt: Attempt) -> None:
    """Until the expectation holds; `Timeout` when it does not."""
    expect = attempt.action.expect
    if expect is None or expect.kind == "none":
        raise BadRequest("wait needs an expectation", next_step=f"for example: {attempt.verb.example}")
    with attempt.phase("verify"):
        effect = attempt.ctx.perception.wait(expect, attempt.progress, after=attempt.ctx.own_times.latest())
    attempt.prove(Proof(effect, "expectation"))


def screenshot(attempt: Attempt) -> None:
    """A picture of a region, window, element or the whole screen, to `path` or (shrunk, JPEG, base64) into `result`.

    The reply says where it lies (`origin`, `width`, `height` in physical pixels of the screen) and its `frame`, by
    which a point of the picture is clicked.
    """
    region = _region(attempt)
    with attempt.phase("deliver"):
        picture = attempt.ctx.confidant.capture(attempt.ctx.adapter, region)
        if attempt.args.get("marks") or "beside" in attempt.args:
            attempt.result = _for_model(attempt, picture)
        else:
            attempt.result = _written(picture, attempt.args.get("path"))
    _read_only(attempt, f"{picture.width}×{picture.height} pixels", "picture")


def _region(attempt: Attempt) -> Bounds | None:
    if "region" in attempt.args:
        bounds = Bounds(*attempt.args["region"])
        if bounds.empty:
            raise BadRequest(f"the region {bounds.to_json()} is empty")
        return bounds
    if "window" in attempt.args:
        return resolve_window(attempt).bounds
    if attempt.action.target is None:
        return None
    if isinstance(attempt.action.target, Point):
        raise BadRequest("a point has no extent; give a region")
    resolve_target(attempt)
    bounds = attempt.target.bounds
    if bounds is None or bounds.empty:
        raise attempt.refuse("visible", "it has no place on the screen")
    return bounds


def _for_model(attempt: Attempt, picture: Picture) -> dict[str, Any]:
    """A picture with the numbers of the elements on it, or beside an earlier one: `MODEL_SIDE` and `MODEL_BYTES` at
    most. `snapshot` and `marks` say what the numbers stand for."""
    path = attempt.args.get("path")
    kind = "JPEG" if path is None or path.lower().endswith((".jpg", ".jpeg")) else "PNG"
    if path is not None and not path.lower().endswith((".png", ".jpg", ".jpeg")):
        raise BadRequest(f"{path!r} must end in .png or .jpg", sought=path)
    image, scale = shrunk(image_of(picture))
    area = Bounds(*picture.origin, picture.width, picture.height)
    result: dict[str, Any] = {"origin": list(picture.origin), "width": picture.width, "height": picture.height}
    result |= {"scale": round(scale, 4), "frame": [*picture.origin, round(scale, 6)]}
    if attempt.args.get("marks"):
        words = attempt.window.id if attempt.window is not None else None
        snapshot = attempt.ctx.perception.snapshot(Scope(window=words), attempt.progress)
        marks = marks_of(snapshot, area)
        draw_marks(image, marks, picture.origin, scale)
        result |= {"snapshot": snapshot.id, "marks": [mark.to_json() for mark in marks]}
    if "beside" in attempt.args:
        image = side_by_side(load(attempt.args["beside"]), image)
        result.pop("frame")  # a point of two pictures is no point of the screen
    data = encoded(image, kind)
    if path is None:
        return {"format": kind.lower(), "base64": base64.b64encode(data).decode(), **result}
    target = os.path.abspath(os.path.expanduser(path))
    try:
        Path(target).write_bytes(data)
    except OSError as error:
        raise BadRequest(f"{target!r} cannot be written: {error.strerror or error}", sought=target) from error
    return {"path": target, **result}


def _written(picture: Picture, path: str | None) -> dict[str, Any]:
    from PIL import Image

    image = Image.frombytes("RGB", (picture.width, picture.height), picture.data)
    place = {"origin": list(picture.origin), "width": picture.width, "height": picture.height}
    frame = [*picture.origin, 1.0]
    if path is not None:
        target = os.path.abspath(os.path.expanduser(path))
        suffix = os.path.splitext(target)[1].lower()
        if suffix not in (".png", ".jpg", ".jpeg"):
            raise BadRequest(f"{path!r} must end in .png or .jpg", sought=path)
        try:
            if suffix == ".png":
                image.save(target, compress_level=3)
            else:
                image.save(target, quality=90)
        except OSError as error:
            raise BadRequest(f"{target!r} cannot be written: {error.strerror or error}", sought=target) from error
        return {"path": target, **place, "frame": frame}
    scale = min(1.0, MODEL_SIDE / max(image.size))
    if scale < 1.0:
        image = image.resize((max(1, round(image.width * scale)), max(1, round(image.height * scale))))
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=80)
    coded = base64.b64encode(buffer.getvalue()).decode()
    frame[2] = round(scale, 6)
    return {"format": "jpeg", "scale": round(scale, 4), "base64": coded, **place, "frame": frame}
