"""Words that flip predictions as a page shows them."""

from report_samples import sample_record

from hf_robust.reports import Report
from hf_robust.reports.view import Table, Words

RATE = {
    "times": 12,
    "originals": 10,
    "flips": 6,
    "rate": 0.5,
    "interval": [0.2, 0.8],
    "expected": 0.1,
    "p_value": 0.001,
    "p_adjusted": 0.01,
}


def section_of(**changed):
    record = sample_record()
    record["analysis"] = {
        "flipping_words": {
            "least": 5,
            "most_words": 3,
            "most_edits": 5,
            "pairs": 900,
            "looked_at": 900,
            "used": 450,
            "words": [{"word": "good", **RATE}, {"word": "film", **RATE, "p_adjusted": 0.9}],
            "edits": [{"before": "", "after": "not", **RATE}],
            "tested": {"words": 31, "edits": 1},
            **changed,
        }
    }
    view = Report(record).view
    assert "Flip" in dict(view.glossary)
    return next(one for one in view.sections if one.heading == "Words that flip predictions")


def test_tables_name_rates_intervals_and_what_is_usual():
    words, edits, others, notes = section_of().blocks
    assert isinstance(words, Table) and words.title == "Words" and "1 of 31 tested words" in words.caption
    (good,) = words.rows
    assert [cell.text for cell in good.cells] == ["good", "50.0", "20.0 to 80.0", "10.0", "6", "12", "10", "0.010"]
    assert good.cells[1].star and others.sentences[0].startswith("30 tested words and 0 tested edits are not shown")
    assert [cell.text for cell in edits.rows[0].cells[:3]] == ["∅", "not", "50.0"] and edits.caption.startswith(
        "1 edit;"
    )
    assert "450 of 900 perturbed rows remain" in notes.sentences[1] and len(notes.sentences) == 2


def test_an_empty_table_is_not_shown():
    edits, _, _ = section_of(words=[]).blocks
    assert edits.title == "Edits"
    nothing, _ = section_of(words=[], edits=[]).blocks
    assert (
        isinstance(nothing, Words)
        and nothing.sentences[0].startswith("None of the 31 tested words and 1 tested edit flips")
        and "more often than the average edit of the same transformations" in nothing.sentences[0]
    )


def test_an_even_part_is_said():
    notes = section_of(looked_at=300).blocks[-1]
    assert notes.sentences[-1] == "The analysis uses an evenly spaced sample of 900 perturbed rows."
