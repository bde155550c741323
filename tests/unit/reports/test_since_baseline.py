"""A report beside an earlier one: what fell, what was compared how, and what could not be."""

import json

import numpy as np
import pytest
from datasets import Dataset
from report_samples import sample_record

import hf_robust as hr
from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.core.typed_json import as_json, read_json
from hf_robust.evaluation import robustness_run
from hf_robust.reports import Report
from hf_robust.reports.records.robustness_records import RowMarks
from hf_robust.reports.row_marks import marks_of, right_rows, row_groups, same_rows
from hf_robust.reports.since_baseline import SinceBaseline


def since(before: dict, after: dict) -> SinceBaseline:
    return Report(after).since(Report(before))


IDS = np.arange(300, dtype=np.uint64)


def record_of(right: int = 255, *, broken: int = 0, ids: np.ndarray | None = IDS, error: float | None = None) -> dict:
    """A record of one transformation of 300 rows; ``broken`` of those that are right at first are not."""
    record = sample_record()
    rows = np.arange(300) < right
    rows[:broken] = False
    told: dict = {} if ids is None else {"rows": as_json(marks_of(ids, rows))}
    told |= {} if error is None else {"standard_error": error}
    (result,) = record["results"] = record["results"][:1]
    score = float(rows.mean())
    result.update(n=300, sources=300, perturbed=score, **told)
    record["originals"] = {"n": 300, "score": score, **told}
    record["worst_case"] = {"n": 300, "original": score, "worst": score, "drop": 0.0, "interval": [0.0, 0.0], **told}
    return Report(record).record


def test_rows_are_compared_side_by_side():
    found = since(record_of(), record_of(broken=24))
    assert [one.name for one in found.changes] == ["originals", "keyboard", "worst case"]
    assert {(one.broken, one.fixed, one.paired, one.fell) for one in found.changes} == {(24, 0, True, True)}
    assert found.falls[1] == (
        "keyboard: accuracy fell from 85.0 to 77.0 since the baseline (300 rows, paired: 24 broke, 0 fixed, "
        "p <0.001 corrected)"
    )
    assert found.notes == ("compared row by row (McNemar's exact test, Holm's correction)",)
    assert found.verdict.startswith("3 of 3 scores fell significantly since the baseline: originals, ")


def test_without_marks_the_same_fall_is_not_found_and_a_larger_one_is():
    found = since(record_of(ids=None), record_of(broken=18))
    assert not found.falls and not any(one.paired for one in found.changes)
    assert "None of 3 scores fell significantly since the baseline" in found.verdict
    assert found.notes == (
        "compared by score and number of rows, not row by row, which finds less: originals, keyboard and worst case",
    )
    assert len(since(record_of(ids=None), record_of(broken=60)).falls) == 3


def test_a_gain_and_an_equal_score_are_no_falls():
    assert not since(record_of(broken=60), record_of()).falls
    same = since(record_of(), record_of())
    assert not same.falls and {one.p_adjusted for one in same.changes} == {1.0}
    assert same.words(same.changes[0]).startswith("originals: accuracy went from 85.0 to 85.0")


def test_few_rows_that_broke_are_chance():
    assert not since(record_of(), record_of(broken=5)).falls  # 5 of 5 broke: p is 0.0625 without any correction


def test_holm_counts_all_scores():
    seven = since(record_of(), record_of(broken=7)).changes
    assert {one.p_value for one in seven} == {2 / 2**7} and {one.p_adjusted for one in seven} == {3 * 2 / 2**7}


def test_scores_with_errors_of_their_own():
    sure, unsure = (since(record_of(error=e, ids=None), record_of(broken=24, error=e, ids=None)) for e in (0.01, 0.05))
    assert len(sure.falls) == 3 and not unsure.falls
    old = since(record_of(ids=None), record_of(broken=24, error=0.01, ids=None))  # the old one says no error
    assert len(old.falls) == 3 and old.changes[0].p_value == pytest.approx(0.006, abs=0.001)


def test_several_variants_of_a_row_count_as_one_where_no_error_is_said():
    before, after = record_of(ids=None), record_of(broken=60, ids=None)
    for record in (before, after):
        record["results"][0]["sources"] = 10
    assert [one.name for one in since(before, after).changes if one.fell] == ["originals", "worst case"]


def test_other_rows_are_not_joined():
    found = since(record_of(), record_of(broken=24, ids=IDS[::-1]))
    assert not any(one.paired for one in found.changes)
    assert not same_rows(None, marks_of(IDS, np.ones(300, bool)))


def test_what_is_not_shared_is_said():
    before, after = record_of(), record_of(broken=24, ids=IDS + 1)
    extra = {**after["results"][0], "name": "ocr"}
    after["results"].append(extra)
    before["results"].append({**extra, "name": "typos"})
    found = since(before, after)
    assert [one.name for one in found.changes] == ["keyboard"]
    assert dict(found.left_out) == {
        "originals": "other transformations, so these are other rows",
        "ocr": "not in the baseline",
        "typos": "not in this run",
        "worst case": "other transformations",
    }
    after["originals"] = before["originals"]
    assert [one.name for one in since(before, after).changes] == ["originals", "keyboard"]  # these are the same rows


def test_another_version_or_other_parameters_are_not_compared():
    for change in ({"version": "2"}, {"params": {"rate": 0.2}}):
        after = record_of(broken=24)
        after["results"][0]["stages"][0] |= change
        with pytest.raises(UsageError, match="shares nothing with this run .*keyboard: another version or other param"):
            since(record_of(ids=None), after)


def test_other_runs_are_told_apart():
    after = record_of()
    after["suite"] |= {"content_hash": "00", "version": "1.1.0", "dataset": None, "split": None}
    found = since(record_of(), after)
    assert found.notes[:3] == (
        "another suite: reviews-robust 1.0.0 in the baseline, reviews-robust 1.1.0 now",
        "another dataset: me/reviews / validation in the baseline, none now",
        "another content hash: 3e1f0a9b2c in the baseline, 00 now",
    )
    for key, value in (("task", "parsing"), ("metric", "f1")):
        other = record_of()
        if key == "task":
            other["suite"]["task"] = value
        else:
            other["metric"]["name"] = value
        with pytest.raises(UsageError, match=f"the baseline is of another {key}"):
            since(other, record_of())


def test_a_score_that_is_none_is_left_out():
    after = record_of()
    after["results"][0].update(n=0, perturbed=None)
    after["worst_case"] = None
    assert dict(since(record_of(), after).left_out) == {"keyboard": "no score", "worst case": "no score"}


@pytest.mark.parametrize("right", ["!", "oA==", "abc"])
def test_damaged_marks(right):
    before = record_of()
    before["results"][0]["rows"]["right"] = right
    with pytest.raises(DataFileError, match="make it anew"):
        since(before, record_of())


def test_marks_come_back_as_they_were_for_any_number_of_rows():
    for n in (1, 7, 8, 9, 300):
        right = np.arange(n) % 3 == 0
        assert (right_rows(marks_of(IDS[:n], right), n) == right).all()
    assert right_rows(None, 5) is None


def test_equal_models_raise_few_alarms_and_a_fall_of_eight_points_is_found():
    """Of 100 pairs of runs; two models agree on 4 of 5 rows, and else are right or wrong by themselves."""
    rng, before, after = np.random.default_rng(0), record_of(), record_of()

    def found(fall: float, ids: np.ndarray | None) -> float:
        alarms = 0
        for _ in range(100):
            hard, alike = rng.random(300), rng.random((2, 300)) < 0.8
            luck = np.where(alike, hard, rng.random((2, 300)))
            for record, rows in ((before, luck[0] < 0.85), (after, luck[1] < 0.85 - fall)):
                told = {"n": 300, "rows": None if ids is None else as_json(marks_of(ids, rows))}
                record["results"][0].update(perturbed=float(rows.mean()), **told)
                record["originals"].update(score=float(rows.mean()), **told)
                record["worst_case"].update(worst=float(rows.mean()), **told)
            alarms += bool(since(before, after).falls)
        return alarms / 100

    assert found(0.0, IDS) <= 0.05 and found(0.0, None) <= 0.05
    assert found(0.08, IDS) > 0.8 and found(0.08, None) < found(0.08, IDS)


TASK = hr.task("sentiment-classification")


def suite_of(rows: int, *entries: object, **options: object) -> hr.Suite:
    texts = [f"A fine film number {n}." if n % 2 else f"A dull film number {n}." for n in range(rows)]
    data = Dataset.from_dict({"text": texts, "label": ["neg", "pos"] * (rows // 2)})
    return hr.Suite.build(data, TASK, list(entries) or ["word-case"], **options)


def good(texts):
    return ["pos" if "fine" in text.lower() else "neg" for text in texts]


def case_bound(texts):
    return ["pos" if "fine" in text else "neg" for text in texts]


def test_a_run_marks_its_rows_and_is_compared_by_them(tmp_path):
    suite = suite_of(40, "word-case", "typos")
    before = Report.load(hr.run(good, suite).save(tmp_path))
    found = hr.run(case_bound, suite).since(before)
    assert [(one.name, one.broken, one.fell) for one in found.changes[:2]] == [
        ("originals", 0, False),
        ("word-case", 20, True),
    ]
    assert [one.name for one in found.changes if one.fell] == ["word-case", "worst case"]
    assert all(one.paired for one in found.changes)


def test_variants_are_marked_with_their_groups_and_other_measures_have_an_error():
    report = hr.run(case_bound, suite_of(20, "typos", variants=2))
    (result,) = report.results
    groups = row_groups(read_json(RowMarks, result["rows"], "marks"), result["n"])
    assert "standard_error" not in result and len(np.unique(groups)) == result["sources"] < result["n"]
    names = ("Anna", "Paul", "Mary", "Lena")
    tokens = [[name, "sees", "Rome"] for name in names]
    data = Dataset.from_dict({"tokens": tokens, "ner_tags": [["B-PER", "O", "B-LOC"]] * 4})
    suite = hr.Suite.build(data, hr.task("named-entity-recognition"), ["word-case"])
    record = hr.run(lambda rows: [["B-PER", "O", "O"]] * len(rows), suite).record
    for one in (record["results"][0], record["originals"], record["worst_case"]):
        assert "rows" not in one and one["standard_error"] == 0.0


def test_a_run_of_more_rows_than_a_report_marks(monkeypatch):
    monkeypatch.setattr(robustness_run, "MOST", 39)
    record = hr.run(good, suite_of(40)).record
    assert not any("rows" in one for one in (*record["results"], record["originals"], record["worst_case"]))


def test_marks_of_many_rows_are_small():
    rows = np.ones(10_000, bool)
    assert len(json.dumps([as_json(marks_of(np.arange(10_000, dtype=np.uint64), rows)) for _ in range(22)])) < 40_000
