"""Sheets, texts and presentations through LibreOffice's own interface; what is saved is read by other programs."""

from __future__ import annotations

import csv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pytest
from PIL import Image
from pypdf import PdfReader

from deskhand.errors import AmbiguousTarget, BadRequest, NotActionable, NotFound
from tests.routes.office_place import OfficePlace, office_place

pytestmark = pytest.mark.desktop


@pytest.fixture(scope="module")
def opened(no_leftovers: None) -> Iterator[OfficePlace]:
    """One LibreOffice with a document of each kind."""
    with office_place("libreoffice --calc") as place:
        for kind in ("writer", "impress"):
            place.desktop.launch(f"libreoffice --{kind}")
        yield place


TABLE = [["Name", "Team", "Points"], ["Zoë", "red", 7], ["Ann", "blue", 12], ["Bob", "red", 3]]


def test_sheets_are_added_renamed_moved_and_removed_one_step_each(opened: OfficePlace) -> None:
    steps = [
        opened.call("calc.add_sheet", name="Plan"),
        opened.call("calc.add_sheet", name="First", position=1),
        opened.call("calc.rename_sheet", sheet="Plan", name="Budget"),
        opened.call("calc.move_sheet", sheet="Budget", position=1),
    ]
    assert steps[-1].data["sheets"] == ["Budget", "First", "Sheet1"]
    with pytest.raises(BadRequest, match="there is a sheet"):
        opened.call("calc.add_sheet", name="budget")
    with pytest.raises(NotFound, match="no sheet"):
        opened.call("calc.remove_sheet", sheet="Nope")
    for step in reversed(steps):
        opened.call("office.undo", document="Calc", expect=step.data["undo"])
    listed = opened.call("calc.list_sheets").data["sheets"]
    assert [sheet["name"] for sheet in listed] == ["Sheet1"]


def test_a_sheet_is_formatted_sorted_filtered_and_summed_up(opened: OfficePlace, tmp_path: Path) -> None:
    opened.call("calc.write_range", range="A1", rows=TABLE)
    bold = opened.call(
        "calc.format_range", range="A1:C1", bold=True, background="#FFEEAA", border="thin", horizontal="centre"
    )
    assert bold.verified
    assert bold.effect is not None
    assert (bold.effect.observer, bold.effect.scope) == ("the document's own interface", "application")
    assert opened.call("calc.format_range", range="C2:C4", number_format="0.00").data["undo"] == "Format Sheet1.C2:C4"
    assert opened.call("calc.set_widths", range="A:A", width=40).data["widths"] == {"A": 40.0}
    sorted_rows = opened.call("calc.sort", by=[{"column": "Points", "descending": True}])
    assert sorted_rows.effect is not None
    assert sorted_rows.effect.observer == "the accessibility tree"
    assert [row[0] for row in opened.rows()] == ["Name", "Ann", "Zoë", "Bob"]
    assert opened.call("calc.filter", where=[{"column": "Team", "value": "red"}]).data["rows"] == 2
    assert opened.call("calc.filter", where=[]).data["rows"] == 3
    pivot = opened.call(
        "calc.pivot_table", range="A1:C4", target="F1", name="teams", rows=["Team"], values=[{"column": "Points"}]
    )
    assert ["red", 10.0] in pivot.data["rows"]
    assert opened.call("calc.chart", range="A1:C4", name="points", title="Points", at="A8").verified
    assert opened.call("calc.replace", range="A1:C4", find="red", replace="green").data["replaced"] == 2
    assert opened.call("calc.find", range="A1:C4", find="green").data["found"] == [["B3", "green"], ["B4", "green"]]
    opened.call("calc.define_name", name="points", range="C2:C4")
    assert [row[0] for row in opened.rows("points")] == [12, 7, 3]
    opened.call("calc.print_range", range="A1:C4", repeat_rows=1)
    opened.call("calc.freeze", rows=1)
    with pytest.raises(NotActionable, match="hide the content"):
        opened.call("calc.merge", range="A1:B1")
    opened.call("calc.write_range", range="A6", rows=[["Total"]])
    opened.call("calc.merge", range="A6:B6")

    saved = tmp_path / "points.xlsx"
    outcome = opened.call("office.export", document="Calc", path=str(saved))
    assert outcome.effect is not None
    assert (outcome.effect.observer, outcome.effect.scope) == ("the file", "file")
    sheet = openpyxl.load_workbook(saved)["Sheet1"]
    assert [[cell.value for cell in row] for row in sheet["A2:C3"]] == [["Ann", "blue", 12], ["Zoë", "green", 7]]
    assert sheet["A1"].font.bold
    assert sheet["A1"].fill.fgColor.rgb == "FFFFEEAA"
    assert sheet["C2"].number_format == "0.00"
    assert sheet["A1"].alignment.horizontal == "center"
    assert "A6:B6" in [str(one) for one in sheet.merged_cells.ranges]
    assert sheet.freeze_panes == "A2"
    assert sheet.print_area == "'Sheet1'!$A$1:$C$4"


def test_an_export_does_not_replace_a_file_unless_told_to(opened: OfficePlace, tmp_path: Path) -> None:
    path = tmp_path / "there.csv"
    path.write_text("somebody's")
    with pytest.raises(NotActionable, match="already"):
        opened.call("office.export", document="Calc", path=str(path))
    assert path.read_text() == "somebody's"
    opened.call("calc.write_range", range="A1", rows=[["a,b", 'say "x"', 1.5]])
    opened.call("office.export", document="Calc", path=str(path), overwrite=True)
    with open(path, encoding="utf-8", newline="") as file:
        assert next(csv.reader(file))[:3] == ["a,b", 'say "x"', "1.5"]
    with pytest.raises(NotFound, match="no folder"):
        opened.call("office.export", document="Calc", path=str(tmp_path / "no" / "x.csv"))
    with pytest.raises(BadRequest, match="not written as"):
        opened.call("office.export", document="Calc", path=str(tmp_path / "x.docx"))


def test_a_text_is_written_with_styles_tables_images_and_page_numbers(opened: OfficePlace, tmp_path: Path) -> None:
    picture = tmp_path / "red.png"
    Image.new("RGB", (96, 48), "red").save(picture)
    opened.call("writer.insert_text", text="The plan", style="Heading 1")
    opened.call("writer.insert_text", text="First we look.\nThen we act.")
    opened.call("writer.insert_text", text="In between.", where="after", anchor="First we look.")
    opened.call("writer.insert_text", text="Details", where="before", anchor="Then we act.", style="Heading 2")
    read = opened.call("writer.read_text").data["paragraphs"]
    assert [(one["text"], one.get("level")) for one in read] == [
        ("The plan", 1), ("First we look.", None), ("In between.", None), ("Details", 2), ("Then we act.", None),
    ]  # fmt: skip
    with pytest.raises(AmbiguousTarget, match="3 paragraphs"):
        opened.call("writer.set_style", paragraph="we", style="Quotations")
    opened.call("writer.set_style", paragraph="In between.", style="Quotations")
    assert opened.call("writer.replace", find="we", replace="you", whole=True).data["replaced"] == 2
    table = opened.call("writer.insert_table", rows=[["who", "when"], ["Ann", 2026]], name="Plan")
    assert table.data["rows"] == [["who", "when"], ["Ann", 2026.0]]
    opened.call("writer.write_table", table="Plan", cell="A2", rows=[["Bob"]])
    assert opened.call("writer.insert_image", file=str(picture), alternative="red").verified
    header = opened.call("writer.header_footer", part="header", text="Deskhand")
    assert header.data["undo"] is not None
    opened.call("writer.header_footer", part="footer", text="Page", page_number=True)
    pdf = tmp_path / "plan.pdf"
    opened.call("office.export", document="Writer", path=str(pdf))
    text = PdfReader(pdf).pages[0].extract_text()
    assert all(words in text for words in ("The plan", "First you look.", "Bob", "Deskhand", "Page 1"))
    saved = tmp_path / "plan.docx"
    assert opened.call("office.save_as", document="Writer", path=str(saved)).verified
    assert "word/media/image1.png" in zipfile.ZipFile(saved).namelist()
    opened.call("writer.insert_text", text="More.")
    assert opened.call("office.save", document="plan.docx").verified
    assert b"More." in zipfile.ZipFile(saved).read("word/document.xml")


def test_tracked_changes_are_listed_and_settled(opened: OfficePlace) -> None:
    opened.call("writer.insert_text", text="kept", style="Standard")
    opened.call("writer.track_changes", on=True)
    opened.call("writer.insert_text", text=" and new", paragraph=False)
    changes = opened.call("writer.list_changes").data
    assert changes["tracked"]
    assert [(one["kind"], one["text"]) for one in changes["changes"]] == [("insert", " and new")]
    assert opened.call("writer.reject_changes").data["settled"] == 1
    assert opened.call("writer.read_text").data["paragraphs"][-1]["text"] == "kept"
    opened.call("writer.track_changes", on=False)
    with pytest.raises(NotActionable, match="no tracked changes"):
        opened.call("writer.accept_changes")


def test_a_presentation_is_built_slide_by_slide(opened: OfficePlace, tmp_path: Path) -> None:
    picture = tmp_path / "blue.png"
    Image.new("RGB", (60, 60), "blue").save(picture)
    opened.desktop.wait('window "Impress" appears')
    opened.call("impress.fill_placeholder", slide=1, placeholder="title", text="Deskhand")
    opened.call("impress.add_slide", title="Why", text="one\ntwo")
    opened.call("impress.add_slide", title="How", layout="title_only", position=2)
    opened.call("impress.notes", slide=2, text="say how")
    opened.call("impress.background", slide=2, colour="#112233")
    opened.call("impress.transition", slide=2, kind="fade", seconds=2)
    opened.call("impress.insert_image", slide=2, file=str(picture), width=30)
    copied = opened.call("impress.duplicate_slide", slide=3)
    assert copied.data["undo"] == "Duplicate slide 3"
    assert opened.call("impress.move_slide", slide=4, to=1).data["slide"] == 1
    slides = opened.call("impress.list_slides").data["slides"]
    assert [slide["title"] for slide in slides] == ["Why", "Deskhand", "How", "Why"]
    assert slides[2]["notes"] == "say how"
    opened.call("impress.remove_slide", slide=1)
    with pytest.raises(NotFound, match="3 slides"):
        opened.call("impress.set_layout", slide=9, layout="blank")
    path = tmp_path / "talk.pptx"
    opened.call("office.export", document="Impress", path=str(path))
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        assert sum(name.startswith("ppt/slides/slide") for name in names) == 3
        assert b"112233" in archive.read("ppt/slides/slide2.xml").upper()
        assert b"say how" in b"".join(archive.read(name) for name in names if "notesSlide" in name)
