"""Every function, in the order in which it is listed."""

from __future__ import annotations

from deskhand.routes.arguments import NoArguments
from deskhand.routes.office import calc_arguments as calc
from deskhand.routes.office import impress_arguments as impress
from deskhand.routes.office import writer_arguments as writer
from deskhand.routes.office.arguments import Export, OfDocument, SaveAs, Search, Steps
from deskhand.routes.office.functions import OfficeFunction

ALL = (
    OfficeFunction(
        "office.list_documents", "LibreOffice", "read", NoArguments, "The documents that are open, with their files.",
        "nothing is changed", None,
    ),
    OfficeFunction(
        "office.undo", "LibreOffice", "change", Steps, "Take back the newest steps of a document.",
        "the steps are gone from the document's undo stack", "office.redo",
    ),
    OfficeFunction(
        "office.redo", "LibreOffice", "change", Steps, "Do again what was taken back.",
        "the steps are on the document's undo stack again",
    ),
    OfficeFunction(
        "office.save", "LibreOffice", "change", OfDocument, "Save a document to its file.",
        "the file is written anew and whole", None,
    ),
    OfficeFunction(
        "office.save_as", "LibreOffice", "change", SaveAs,
        "Save a document to another file, which is its file from then on.",
        "the file is there and whole", None,
    ),
    OfficeFunction(
        "office.export", "LibreOffice", "change", Export,
        "Write a document to a file of another format; its own file stays.",
        "the file is there and whole", None,
    ),
    OfficeFunction(
        "calc.read_range", "LibreOffice Calc", "read", calc.ReadRange, "Read cells.",
        "nothing is changed", None,
    ),
    OfficeFunction(
        "calc.write_range", "LibreOffice Calc", "change", calc.WriteRange, "Write values and formulas into cells.",
        "reading it back gives what was written",
    ),
    OfficeFunction(
        "calc.clear_range", "LibreOffice Calc", "change", calc.ClearRange, "Empty cells.",
        "the cells are empty",
    ),
    OfficeFunction(
        "calc.format_range", "LibreOffice Calc", "change", calc.FormatRange,
        "Set number format, font, colours, alignment and borders of cells.",
        "the cells have the format",
    ),
    OfficeFunction(
        "calc.set_widths", "LibreOffice Calc", "change", calc.SetWidths,
        "Set the widths of columns and the heights of rows.",
        "they have that size",
    ),
    OfficeFunction(
        "calc.merge", "LibreOffice Calc", "change", calc.Merge, "Merge cells into one, or split them again.",
        "the cells are one, or single ones",
    ),
    OfficeFunction(
        "calc.sort", "LibreOffice Calc", "change", calc.Sort, "Sort rows.",
        "the rows are the same, in that order",
    ),
    OfficeFunction(
        "calc.filter", "LibreOffice Calc", "change", calc.Filter, "Show only the rows that fulfil conditions.",
        "the other rows are hidden",
    ),
    OfficeFunction(
        "calc.pivot_table", "LibreOffice Calc", "change", calc.PivotTable, "Make a pivot table.",
        "the table is there and the window shows it",
    ),
    OfficeFunction(
        "calc.chart", "LibreOffice Calc", "change", calc.Chart, "Draw a chart of cells.",
        "the sheet has the chart",
    ),
    OfficeFunction(
        "calc.find", "LibreOffice Calc", "read", calc.Find, "Find cells by their text.",
        "nothing is changed", None,
    ),
    OfficeFunction(
        "calc.replace", "LibreOffice Calc", "change", calc.Replace, "Replace text in cells.",
        "the cells show the new text",
    ),
    OfficeFunction(
        "calc.list_sheets", "LibreOffice Calc", "read", OfDocument, "The sheets of a spreadsheet.",
        "nothing is changed", None,
    ),
    OfficeFunction(
        "calc.add_sheet", "LibreOffice Calc", "change", calc.AddSheet, "Add a sheet.",
        "the sheet is there",
    ),
    OfficeFunction(
        "calc.rename_sheet", "LibreOffice Calc", "change", calc.RenameSheet, "Rename a sheet.",
        "the sheet has that name",
    ),
    OfficeFunction(
        "calc.remove_sheet", "LibreOffice Calc", "delete", calc.OneSheet, "Remove a sheet with its content.",
        "the sheet is gone",
    ),
    OfficeFunction(
        "calc.move_sheet", "LibreOffice Calc", "change", calc.MoveSheet, "Move a sheet to another place.",
        "the sheets have that order",
    ),
    OfficeFunction(
        "calc.show_sheet", "LibreOffice Calc", "change", calc.OneSheet, "Let the window show a sheet.",
        "the window shows it", None,
    ),
    OfficeFunction(
        "calc.list_names", "LibreOffice Calc", "read", OfDocument, "The named ranges of a spreadsheet.",
        "nothing is changed", None,
    ),
    OfficeFunction(
        "calc.define_name", "LibreOffice Calc", "change", calc.DefineName, "Give cells a name.",
        "the name stands for these cells",
    ),
    OfficeFunction(
        "calc.remove_name", "LibreOffice Calc", "change", calc.RemoveName, "Take a name away; the cells stay.",
        "the name is gone",
    ),
    OfficeFunction(
        "calc.print_range", "LibreOffice Calc", "change", calc.PrintRange, "Say what of a sheet is printed.",
        "the sheet has that print range",
    ),
    OfficeFunction(
        "calc.freeze", "LibreOffice Calc", "change", calc.Freeze, "Keep the first rows and columns in view.",
        "the window scrolls the rest only", None,
    ),
    OfficeFunction(
        "writer.read_text", "LibreOffice Writer", "read", writer.ReadText,
        "Read a document's paragraphs and tables with their styles.",
        "nothing is changed", None,
    ),
    OfficeFunction(
        "writer.headings", "LibreOffice Writer", "read", OfDocument, "The headings of a document.",
        "nothing is changed", None,
    ),
    OfficeFunction(
        "writer.insert_text", "LibreOffice Writer", "change", writer.InsertText, "Insert paragraphs.",
        "reading it back gives what was written",
    ),
    OfficeFunction(
        "writer.set_style", "LibreOffice Writer", "change", writer.SetStyle, "Give a paragraph a style.",
        "the paragraph has that style",
    ),
    OfficeFunction(
        "writer.find", "LibreOffice Writer", "read", Search, "Find text.",
        "nothing is changed", None,
    ),
    OfficeFunction(
        "writer.replace", "LibreOffice Writer", "change", writer.Replace, "Replace text.",
        "the old text is no longer found",
    ),
    OfficeFunction(
        "writer.insert_table", "LibreOffice Writer", "change", writer.InsertTable, "Insert a table with its content.",
        "reading it back gives what was written",
    ),
    OfficeFunction(
        "writer.write_table", "LibreOffice Writer", "change", writer.WriteTable, "Write into the cells of a table.",
        "reading it back gives what was written",
    ),
    OfficeFunction(
        "writer.insert_image", "LibreOffice Writer", "change", writer.InsertImage, "Insert an image.",
        "the document has the image",
    ),
    OfficeFunction(
        "writer.header_footer", "LibreOffice Writer", "change", writer.HeaderFooter,
        "Set the header or footer, with page numbers.",
        "the page style has that text",
    ),
    OfficeFunction(
        "writer.track_changes", "LibreOffice Writer", "change", writer.TrackChanges,
        "Turn the tracking of changes on or off.",
        "the document tracks changes, or does not", None,
    ),
    OfficeFunction(
        "writer.list_changes", "LibreOffice Writer", "read", OfDocument, "The tracked changes of a document.",
        "nothing is changed", None,
    ),
    OfficeFunction(
        "writer.accept_changes", "LibreOffice Writer", "change", OfDocument, "Accept every tracked change.",
        "no change is left open",
    ),
    OfficeFunction(
        "writer.reject_changes", "LibreOffice Writer", "change", OfDocument, "Reject every tracked change.",
        "no change is left open",
    ),
    OfficeFunction(
        "impress.list_slides", "LibreOffice Impress", "read", OfDocument,
        "The slides of a presentation, their texts and notes.",
        "nothing is changed", None,
    ),
    OfficeFunction(
        "impress.add_slide", "LibreOffice Impress", "change", impress.AddSlide, "Add a slide.",
        "the slide is there with its texts",
    ),
    OfficeFunction(
        "impress.fill_placeholder", "LibreOffice Impress", "change", impress.FillPlaceholder,
        "Write a slide's title or text.",
        "reading it back gives what was written", None,
    ),
    OfficeFunction(
        "impress.remove_slide", "LibreOffice Impress", "delete", impress.OneSlide, "Remove a slide.",
        "the slide is gone",
    ),
    OfficeFunction(
        "impress.duplicate_slide", "LibreOffice Impress", "change", impress.OneSlide, "Duplicate a slide.",
        "its copy stands behind it",
    ),
    OfficeFunction(
        "impress.move_slide", "LibreOffice Impress", "change", impress.MoveSlide, "Move a slide to another place.",
        "the slide has that number",
    ),
    OfficeFunction(
        "impress.set_layout", "LibreOffice Impress", "change", impress.SetLayout, "Give a slide another layout.",
        "the slide has that layout",
    ),
    OfficeFunction(
        "impress.background", "LibreOffice Impress", "change", impress.Background,
        "Give a slide a background colour.",
        "the slide has that colour", None,
    ),
    OfficeFunction(
        "impress.transition", "LibreOffice Impress", "change", impress.Transition, "Say how a slide comes in.",
        "the slide has that transition", None,
    ),
    OfficeFunction(
        "impress.notes", "LibreOffice Impress", "change", impress.Notes, "Write a slide's notes.",
        "reading it back gives what was written", None,
    ),
    OfficeFunction(
        "impress.insert_image", "LibreOffice Impress", "change", impress.InsertImage, "Put an image on a slide.",
        "the slide has the image", None,
    ),
)  # fmt: skip
