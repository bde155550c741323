"""Rows that repeat an input are one source: in runs, comparisons, and beside a baseline."""

import pytest
from datasets import Dataset

import hf_robust as hr

TASK, WITH_IDS = hr.task("sentiment-classification"), hr.task("sentiment-classification", id="id")
WORDS = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa")
TEXTS = [f"The {one} film of {other}." for one in WORDS for other in WORDS[:4]]


def suite_of(texts, labels=None, ids=None):
    rows = {"text": texts, "label": labels or ["pos", "neg"] * (len(texts) // 2)}
    if ids:
        rows["id"] = ids
    return hr.Suite.build(Dataset.from_dict(rows), WITH_IDS if ids else TASK, ["word-case"])


def model_of(suite, broken):
    """It knows each original, and is wrong on the changed versions of some."""
    rows = suite["word-case"]
    known = dict(zip(rows.original["text"], rows.original["label"], strict=True))
    answers = {
        new: ("neg" if known[old] == "pos" else "pos") if old in broken else known[old]
        for old, new in zip(rows.original["text"], rows.perturbed["text"], strict=True)
    }
    return lambda texts: [{**answers, **known}[text] for text in texts]


def told(report):
    return {one["code"]: one["message"] for one in report.record["warnings"]}


@pytest.mark.parametrize("own_ids", [False, True])
@pytest.mark.parametrize("broken", [0, 9])
def test_a_data_set_that_is_repeated_says_no_more_than_once(own_ids, broken):
    labels = ["pos", "neg"] * 20
    once, thrice = (
        suite_of(TEXTS * k, labels * k, [f"row {i}" for i in range(40 * k)] if own_ids else None) for k in (1, 3)
    )
    model = model_of(once, TEXTS[:broken])
    one, three = hr.run(model, once).record, hr.run(model, thrice).record
    for first, second in ((one["results"][0], three["results"][0]), (one["worst_case"], three["worst_case"])):
        assert second["n"] == 3 * first["n"] and second["sources"] == first["sources"] == first["n"]
        assert second["interval"] == pytest.approx(first["interval"])
    assert three["results"][0]["p_value"] == one["results"][0]["p_value"]
    assert three["originals"]["sources"] == 40
    assert [w["message"] for w in three["warnings"] if w["code"] == "duplicate-rows"] == [
        "120 of 120 rows repeat a text and count as 40 sources."
    ]
    assert not [w for w in one["warnings"] if w["code"] == "duplicate-rows"]


def test_copies_of_one_text_are_one_trial_and_no_power():
    texts, labels = [TEXTS[0]] * 60 + TEXTS[1:21], ["pos"] * 60 + ["neg"] * 20
    suite = suite_of(texts, labels)
    report = hr.run(model_of(suite, TEXTS[:1]), suite)
    result = report.results[0]
    assert (result["n"], result["sources"], result["broken"], result["p_value"]) == (80, 21, 60, 1.0)
    assert result["interval"][0] == 0.0
    assert "No transformation changed 30 or more different rows" in report.verdict
    assert told(report)["duplicate-rows"] == "60 of 80 rows repeat a text and count as 1 source."


def test_equal_texts_with_different_labels_are_named():
    suite = suite_of([TEXTS[0], TEXTS[0], *TEXTS[1:38], TEXTS[1]], ["pos", "neg"] * 20)
    found = told(hr.run(lambda texts: ["pos"] * len(texts), suite))
    assert found["contradictory-labels"] == (
        f"2 inputs have rows with different gold labels, so no model can predict all of them correctly; "
        f"for example {TEXTS[0]!r}: "
        "neg, pos."
    )
    few = suite_of([*TEXTS[:39], TEXTS[0]], ["pos", "neg"] * 20)  # 2 of 40 rows are no warning of their own
    assert set(told(hr.run(model_of(few, []), few))) == {"contradictory-labels"}


def test_models_and_reports_are_compared_by_source():
    texts, labels = [TEXTS[0]] * 60 + TEXTS[1:31], ["pos"] * 60 + ["neg"] * 30
    suite = suite_of(texts, labels)
    good, bad = model_of(suite, []), model_of(suite, TEXTS[:1])
    changes = hr.compare({"good": good, "bad": bad}, suite).record["changes"][0]["results"]
    assert [(one["broken"], one["p_value"]) for one in changes] == [(0, 1.0), (60, 1.0)]
    before, after = hr.run(good, suite), hr.run(bad, suite)
    found = after.since(before)
    assert not found.falls
    assert [(one.broken, one.p_value) for one in found.changes] == [(0, 1.0), (60, 1.0), (60, 1.0)]
    assert "rows with equal inputs count as one" in found.notes[-1]
    for part in (after.results[0], after.record["worst_case"], after.record["originals"]):
        part["rows"]["groups"] = "!"
    with pytest.raises(hr.core.errors.DataFileError, match="make it anew"):
        after.since(before)
