"""What a report says of bias."""

import copy

import pytest
from report_samples import sample_record

from hf_robust.reports import Report
from hf_robust.reports.formats import html

_GAP = {"interval": [0.0, 0.2], "p_value": 0.02, "p_adjusted": 0.04}
KIND = {
    "kind": "gender",
    "transformation": "swap-gender",
    "version": "3",
    "n": 120,
    "original": 0.9,
    "left_out": 3,
    "groups": [
        {"group": "female", "entry": "swap-gender", "originals": 20, "score": 0.8, "interval": [0.7, 0.9]},
        {"group": "male", "entry": "swap-gender-to-male", "originals": 100, "score": 0.9, "interval": [0.8, 1.0]},
    ],
    "gap": {"n": 120, "gap": 0.1, "best": 1, "worst": 0, **_GAP},
    "differ": {"n": 12, "share": 0.1, "interval": [0.06, 0.17]},
    "parity": [{"label": "pos", "rates": [0.4, 0.5], "gap": 0.1, "best": 1, "worst": 0, **_GAP}],
    "by_gold": [{"gold": "pos", "n": 60, "predicted": [{"label": "pos", "rates": [0.8, 0.9]}]}],
    "examples": [
        {
            "source_id": "7",
            "gold": "pos",
            "groups": ["male", "female"],
            "predictions": ["pos", "neg"],
            "fields": [
                {"field": "text", "before": "He", "after": "She", "diff": [["delete", "He"], ["insert", "She"]]}
            ],
        }
    ],
}


def report(**changes):
    record = sample_record()
    record["analysis"] = {"bias": {"kinds": [{**copy.deepcopy(KIND), **changes}]}}
    return Report(record)


def test_the_gap_is_said_with_its_interval():
    text = " ".join(str(report()).split())
    assert (
        "accuracy is 90.0 for male and 80.0 for female, a gap of 10.0 points (0.0 to 20.0 with 95% confidence; p = "
        "0.040), which is statistically significant." in text
    )
    assert "differs between groups for 12 of 120 rows (10%; 95% interval 6.0 to 17.0%)" in text
    assert "100 of the rows belong to the group male already" in text and "3 more rows could be rewritten" in text
    assert "only a large gap" not in text


def test_the_page_has_a_chart_tables_and_examples():
    view = report().view
    (section,) = [one for one in view.sections if one.heading == "Bias: gender"]
    assert [block.block for block in section.blocks] == ["words", "dots", "table", "table", "table", "examples"]
    page = html.render(view)
    assert "Same text, different prediction" in page and "gold label pos, 60 rows" in page
    assert 'href="#r-None"' not in page
    assert "Group gap" in [term for term, _ in view.glossary]


def test_few_rows_are_named():
    assert "With 40 rows, only a large gap can be detected" in " ".join(str(report(n=40)).split())


@pytest.mark.parametrize("left_out", [0, 4])
def test_no_row_in_all_groups_is_a_sentence_and_no_empty_chart(left_out):
    empty = {"n": 0, "left_out": left_out, "original": None, "parity": [], "by_gold": [], "examples": []}
    groups = [{**group, "score": None, "interval": None, "originals": 0} for group in KIND["groups"]]
    gap = dict.fromkeys(KIND["gap"]) | {"n": 0}
    shown = report(**empty, groups=groups, gap=gap, differ={"n": 0, "share": None, "interval": None})
    (section,) = [one for one in shown.view.sections if one.heading == "Bias: gender"]
    assert [block.block for block in section.blocks] == ["words"]
    assert "no row could be rewritten for all 2 groups" in " ".join(str(shown).split())
    assert ("(4 rows to some of them)" in " ".join(str(shown).split())) == bool(left_out)


def test_a_task_without_answers_to_count_has_the_scores():
    shown = report(differ=None, parity=[], by_gold=[], examples=[])
    (section,) = [one for one in shown.view.sections if one.heading == "Bias: gender"]
    assert [block.block for block in section.blocks] == ["words", "dots", "table"]


def only_swaps(**changes):
    record = report(**changes).record
    for result, group in zip(record["results"], KIND["groups"]):
        result["name"] = group["entry"]
    del record["results"][2:]
    return Report(record).view.verdict


def test_the_verdict_on_swaps_alone_is_about_the_gap():
    said = "Accuracy differs by 10.0 points between female (80.0) and male (90.0) on 120 rows: "
    assert only_swaps() == said + "statistically significant."
    assert only_swaps(gap={**KIND["gap"], "p_adjusted": 0.4}) == said + "not statistically significant."
    none = only_swaps(gap={**KIND["gap"], "gap": 0.0})
    assert none == "Accuracy is the same, 80.0, in each group (gender, 120 rows)."
    assert only_swaps(n=0).startswith("The transformation 'swap-gender' lowers accuracy")
    assert report().view.verdict.startswith("The transformation 'keyboard' lowers accuracy")
