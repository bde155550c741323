"""The report as a PDF document, read back with another library."""

import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from chart_samples import sample_heat, sample_radar, view_of
from report_records import EVERY, hostile_record, many_record
from report_samples import sample_attack, sample_capabilities, sample_corruptions, sample_record

from hf_robust.core.errors import MissingExtra, UnknownNameError, UsageError
from hf_robust.reports import CapabilityReport, CorruptionReport, Report
from hf_robust.reports.attack_report import AttackReport
from hf_robust.reports.formats import check_formats, pdf
from hf_robust.reports.view import Cell as TableCell
from hf_robust.reports.view import Column, Facts, Room, Row, Table, View, Words

pytest.importorskip("reportlab")
pypdf = pytest.importorskip("pypdf")

OTHERS = {
    "capabilities": lambda: CapabilityReport(sample_capabilities()).view,
    "corruptions": lambda: CorruptionReport(sample_corruptions()).view,
    "attack": lambda: AttackReport(sample_attack()).view,
    "charts": lambda: view_of(sample_heat(30, 14), sample_radar(12, 10), sample_radar(3, 1)),
}


VIEWS = {make.__name__: lambda make=make: Report(make()).view for make in EVERY} | OTHERS


@cache
def made(name: str) -> tuple[bytes, "pypdf.PdfReader", str]:
    """The document of one of the views, its reader and its text, made once."""
    content = pdf.render(VIEWS[name]())
    reader = pypdf.PdfReader(BytesIO(content))
    return content, reader, words(reader)


def read(view: View, **options: object) -> "pypdf.PdfReader":
    return pypdf.PdfReader(BytesIO(pdf.render(view, **options)))


def words(reader: "pypdf.PdfReader") -> str:
    """All its text; line breaks are blanks."""
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


def drawn(reader: "pypdf.PdfReader") -> Counter:
    """How often each operator of drawing stands on its pages."""
    operators = (operator for page in reader.pages for _, operator in page.get_contents().operations)
    return Counter(operator.decode() for operator in operators)


@pytest.mark.parametrize("name", VIEWS)
def test_every_report_is_a_small_document_of_a4_pages_with_its_verdict(name):
    view = VIEWS[name]()
    content, reader, text = made(name)
    assert " ".join(view.verdict.replace("\u202e", "").split())[:20] in text
    assert {tuple(map(round, page.mediabox[2:])) for page in reader.pages} == {(595, 842)}
    assert all(str(number) in page.extract_text().split() for number, page in enumerate(reader.pages, start=1))
    assert len(content) < 400_000


def test_same_view_same_bytes(monkeypatch):
    first = pdf.render(Report(sample_record()).view)
    monkeypatch.setattr("time.time", lambda: 1.0)
    assert pdf.render(Report(sample_record()).view) == first


def test_metadata_say_what_it_is_and_when_the_report_was_made():
    view = Report(sample_record()).view
    found = read(view).metadata
    assert found.title == f"{view.title}: robustness report" and found.subject == view.headline
    assert found.author.startswith("hf_robust")
    assert found.creation_date.isoformat().startswith(view.created[:16])


def test_sections_and_entries_are_in_the_outline_and_the_contents():
    view = Report(sample_record()).view
    reader = read(view)
    outline = [item.title for item in reader.outline if not isinstance(item, list)]
    assert outline == [
        *(section.heading for section in view.sections),
        "Skipped",
        "How this report was created",
        "Glossary",
    ]
    assert [item.title for part in reader.outline if isinstance(part, list) for item in part] == [
        result["name"] for result in sorted(sample_record()["results"], key=lambda result: -result["drop"])
    ]
    first = reader.pages[0].extract_text()
    assert "Contents" in first and all(title in first for title in outline)
    links = [note.get_object() for page in reader.pages for note in page.get("/Annots", ())]
    assert len(links) >= len(view.sections)


def test_tables_show_what_fits_and_name_the_rest():
    _, _, text = made("sample_record")
    assert "keyboard 90.0 75.0 15.0 * 10.0 to 20.0" in text
    columns = tuple(Column(f"number {place}", room=Room.PAGE if place > 2 else Room.NARROW) for place in range(40))
    table = Table(columns, tuple(Row(tuple(TableCell(f"{row}.{place}") for place in range(40))) for row in range(250)))
    text = words(read(view_of(table)))
    assert "Columns without room here:" in text
    assert "199.2" in text and "200.1" not in text and "50 more rows" in text and "number 39." in text
    assert text.count("number 1 ") >= 3  # the heads come again on each page


def test_edits_are_struck_through_and_underlined():
    reader = read(Report(sample_record()).view)
    assert "a charming and often affectingaffectign journey" in words(reader)


def test_heat_map_has_its_numbers_on_colors():
    plain, colored = read(view_of()), read(view_of(sample_heat(30, 14)))
    text = words(colored)
    assert "−20.0 *" in text and "slice 13" in text and "transformation 29" in text
    assert drawn(colored)["re"] - drawn(plain)["re"] >= 30 * 14 - 2


def test_radar_has_its_axes_and_an_outline_a_series():
    text = words(read(view_of(sample_radar(6, 2))))
    assert "Score by linguistics" in text and "paradigmatic" in text and "model 1" in text
    few, many = (drawn(read(view_of(sample_radar(6, count)))) for count in (1, 5))
    assert many["l"] - few["l"] == 4 * 7  # six sides each, and their key


def test_lines_curves_and_dots_are_vectors():
    for name in OTHERS:
        _, reader, _ = made(name)
        assert drawn(reader)["l"] > 20
        assert not any(page.images for page in reader.pages)


def test_many_entries_are_cut_with_a_line_that_says_so():
    record = many_record()
    _, _, text = made("many_record")
    assert f"{len(record['results']) - 25} more are left out here" in text
    assert "41 more transformations" in text


HOSTILE = [
    "\x00\x1b[31m\x07",
    "\ud800 lone",
    "הסרט היה טוב",
    "هذا الفيلم جيد",
    "这部电影很好 映画 영화",
    "naïve Łódź “quoted” Москва → −1 €",
    "\U0001f600 \U0001f9d1\u200d\U0001f4bb \U000e0041",
    "w" * 5_000,
    "x " * 5_000,
    "<para><b>&amp;</i> &#0; &nosuch; <img src='http://x'/> <a href='#nowhere'>",
    "e\u0301 z\u0335 \u202eab\u2066c\ufeff\u2028d",
    "",
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text)[:20])
def test_no_text_breaks_a_document(text):
    table = Table((Column("name"), Column(text)), (Row((TableCell(text), TableCell(text, strong=True))),), title=text)
    heat = sample_heat(2, 2, text)
    radar = replace(sample_radar(3, 1), axes=(text, text, text), title=text)
    view = view_of(Words((text,)), table, heat, radar, Facts(((text, text),)))
    view = replace(view, title=text, subject=text, verdict=text, facts=((text, text),), command=text)
    content = pdf.render(view)
    assert len(content) < 3_000_000
    assert "Glossary" in words(pypdf.PdfReader(BytesIO(content)))


def test_signs_beyond_latin_can_be_copied():
    text = words(read(view_of(Words(("naïve − “quoted” Łódź",)))))
    assert "naïve − “quoted”" in text


def test_a_sign_that_no_font_has_is_a_box_or_its_code_and_is_named():
    text = words(read(view_of(Words(("a \U0001f9ff b \U00016b00 c",)))))
    assert "a [U+1F9FF] b" in text and "U+16B00" in text and "boxes and codes stand in their place" in text
    assert "boxes and codes" not in words(read(view_of()))


def test_fonts_can_be_named_and_must_be_fonts(tmp_path):
    import reportlab

    vera = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
    fonts = {font["/BaseFont"] for font in read(view_of(), fonts=[vera]).pages[0]["/Resources"]["/Font"].values()}
    assert any("Vera" in name for name in fonts)
    wrong = tmp_path / "wrong.ttf"
    wrong.write_bytes(b"no font")
    with pytest.raises(UsageError, match=r"wrong\.ttf is no TrueType font"):
        pdf.render(view_of(), fonts=[wrong])


def test_save_writes_what_is_asked_for(tmp_path):
    report = Report(hostile_record())
    report.save(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.html", "report.json"]
    report.save(tmp_path / "all", formats=("html", "json", "pdf", "latex", "markdown"))
    names = {"report.html", "report.json", "report.pdf", "report.tex", "report.md"}
    assert {path.name for path in (tmp_path / "all").iterdir()} == names
    assert report.to_pdf(tmp_path / "mine.pdf").read_bytes() == report.write(tmp_path / "x.pdf").read_bytes()
    with pytest.raises(UnknownNameError, match="pdff"):
        report.save(tmp_path / "none", formats=("html", "pdff"))
    assert not (tmp_path / "none").exists()


def test_without_the_extra_it_says_what_to_type(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "reportlab", None)
    with pytest.raises(MissingExtra, match=r"pip install 'hf-robust\[pdf\]'"):
        check_formats(["html", "pdf"])
    with pytest.raises(MissingExtra):
        Report(sample_record()).save(tmp_path / "new", formats=("html", "pdf"))
    assert not (tmp_path / "new").exists()
    Report(sample_record()).save(tmp_path / "new")
