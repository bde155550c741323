"""The three averages of a report have one name each, shown where they stand."""

import pytest
from datasets import Dataset
from report_samples import sample_record

import hf_robust as hr
from hf_robust.reports import Report
from hf_robust.reports.formats import html
from hf_robust.reports.wording import MEAN_OF_TRANSFORMATIONS, ON_CHANGED, ON_ORIGINALS

OTHER_NAMES = ("on average", "mean over the transformations", "after the transformations")


@pytest.fixture(scope="module")
def reports():
    texts = [f"A fine film, number {number}." for number in range(40)]
    data = Dataset.from_dict({"text": texts, "label": ["pos", "neg"] * 20})
    suite = hr.Suite.build(data, "sentiment-classification", ["word-case", "keyboard"], slices=["length"])
    old, new = (
        (lambda texts: ["pos"] * len(texts)),
        (lambda texts: ["pos" if "fine" in one else "neg" for one in texts]),
    )
    return [hr.compare({"old": old, "new": new}, suite, slices=["length"]), hr.run(new, suite), Report(sample_record())]


def shown(report):
    return [" ".join(str(text).split()) for text in (report, html.render(report.view))]


def test_no_average_has_another_name(reports):
    for report in reports:
        for text in shown(report):
            assert not [name for name in OTHER_NAMES if name in text.lower()]


def test_the_page_and_the_terminal_of_a_comparison_name_each_average(reports):
    for text in shown(reports[0]):
        assert all(name in text.lower() for name in (ON_ORIGINALS, ON_CHANGED, MEAN_OF_TRANSFORMATIONS))


def test_the_page_of_a_run_names_each_average(reports):
    for report in reports[1:]:
        page = shown(report)[1]
        assert all(name in page.lower() for name in (ON_CHANGED, MEAN_OF_TRANSFORMATIONS))
    assert ON_ORIGINALS in shown(reports[1])[1] and ON_CHANGED in shown(reports[1])[0]
