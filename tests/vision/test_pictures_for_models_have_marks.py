"""Numbers on a picture are refs; pictures for models are small."""

from __future__ import annotations

import base64
import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from deskhand.act.marks import MODEL_BYTES, MODEL_SIDE, encoded, shrunk, side_by_side
from deskhand.desktop import Desktop
from deskhand.errors import BadRequest


@pytest.mark.desktop
def test_the_number_on_a_picture_is_the_ref_that_is_clicked(desktop: Desktop, fixture_app, tmp_path: Path) -> None:
    app = fixture_app("gtk3", "--page", "playground", title="Marked")
    path = tmp_path / "marks.png"
    receipt = desktop.do("screenshot", path=str(path), window="Marked", marks=True)
    result = receipt.result
    with Image.open(path) as image:
        assert max(image.size) <= MODEL_SIDE
    assert path.stat().st_size <= MODEL_BYTES
    numbers = {mark["mark"] for mark in result["marks"]}
    assert len(numbers) == len(result["marks"]) > 5
    (alpha,) = [mark for mark in result["marks"] if (mark["role"], mark["name"]) == ("button", "Alpha")]
    assert alpha["ref"] == f"@{result['snapshot']}:e{alpha['mark']}"
    desktop.click(alpha["ref"])
    assert app.wait_event("clicked", "alpha")

    plain = desktop.do("screenshot", window="Marked").result
    both = desktop.do("screenshot", window="Marked", beside=str(path)).result
    one, two = (Image.open(io.BytesIO(base64.b64decode(part["base64"]))) for part in (plain, both))
    assert two.width > one.width or two.height > one.height
    assert "frame" not in both, "a point of two pictures is no point of the screen"


def test_a_picture_for_a_model_stays_small_whatever_it_shows() -> None:
    noise = Image.fromarray(np.random.default_rng(7).integers(0, 255, (2160, 3840, 3), np.uint8))
    small, scale = shrunk(noise)
    assert max(small.size) == MODEL_SIDE
    assert scale == pytest.approx(MODEL_SIDE / 3840)
    assert len(encoded(small, "JPEG")) <= MODEL_BYTES
    with pytest.raises(BadRequest, match="does not fit"):
        encoded(small, "PNG")
    both = side_by_side(small, small)
    assert max(both.size) <= MODEL_SIDE
