"""Baselines: scores of models that stay with a suite through folder and version, and never with other rows."""

import json

import pytest
from audit_samples import of, pairs, rated
from capability_samples import by_words
from capability_samples import suite as cases
from datasets import Dataset

import hf_robust as hr
from hf_robust.audit.sample import draw
from hf_robust.audit.verdicts import judge
from hf_robust.core.errors import SuiteError, UsageError
from hf_robust.suites.audited import with_audit
from hf_robust.suites.base import BaseSuite
from hf_robust.suites.manifest import sealed


def shouting(texts):
    return ["neg" if text.isupper() else "pos" for text in texts]


@pytest.fixture(scope="module")
def suite():
    return pairs(["word-case", "keyboard"])


@pytest.fixture(scope="module")
def report(suite):
    return hr.run(shouting, suite)


def test_it_says_in_brief_what_the_report_says(suite, report):
    with_one = suite.with_baseline(report)
    (found,) = with_one.info["baselines"]
    record = report.record
    assert (found["model"], found["revision"]) == (record["model"]["name"], record["model"]["revision"])
    assert (found["metric"], found["label"], found["date"]) == ("accuracy", "Accuracy", record["created"])
    assert found["hf_robust_version"] == hr.__version__
    assert found["originals"]["n"] == record["originals"]["n"]
    assert found["worst_case"]["worst"] == record["worst_case"]["worst"]
    assert list(found["entries"]) == ["word-case", "keyboard"]
    for name, result in zip(found["entries"], report.results, strict=True):
        numbers = found["entries"][name]
        assert numbers["n"] == result["n"] and len(numbers["interval"]) == 2
        for ours, theirs in (("before", "original"), ("after", "perturbed"), ("drop", "drop")):
            assert numbers[ours] == result[theirs]
    assert "baselines" not in suite.info and with_one.content_hash == suite.content_hash


def test_it_says_what_a_model_of_the_package_learned_from(tmp_path):
    """The segmenter learned from the very treebank that suites are built of; a model of the user says nothing."""
    data = Dataset.from_dict({"words": [["我", "有", "60", "本", "书", "。"], ["她", "住", "了", "30", "天", "。"]]})
    task = hr.task("word-segmentation")
    suite = hr.Suite.build(data, task, ["long-number"])
    folder = suite.with_baseline(hr.run(None, suite)).save(tmp_path / "suite")
    (line,) = [line for line in (folder / "README.md").read_text().splitlines() if "`segmenter-baseline`:" in line]
    assert "; it learned from four fifths of the development part of UD Chinese GSDSimp" in line
    assert BaseSuite.load(folder).content_hash == suite.content_hash
    single = hr.run(lambda texts: [list(text) for text in texts], suite)
    assert suite.with_baseline(single).info["baselines"][0]["learned_from"] is None


def test_one_that_was_written_before_still_loads(suite, report, tmp_path):
    folder = suite.with_baseline(report).save(tmp_path / "suite")
    manifest = json.loads((folder / "suite.json").read_text())
    del manifest["info"]["baselines"][0]["learned_from"]
    (folder / "suite.json").write_text(json.dumps(sealed(manifest)))
    again = hr.Suite.load(folder).save(tmp_path / "again")
    assert "learned from" not in (again / "README.md").read_text()


def test_it_stays_through_folder_and_version(suite, report, tmp_path):
    with_one = suite.with_baseline(report)
    loaded = hr.Suite.load(with_one.versioned("1.0.0").save(tmp_path / "suite"))
    assert loaded.info["baselines"] == with_one.info["baselines"] and loaded.content_hash == suite.content_hash


def cheerful(texts):
    return ["pos"] * len(texts)


def test_several_models_and_a_second_run_of_one(suite, report):
    other = hr.run(cheerful, suite)
    both = suite.with_baseline(report).with_baseline(other)
    assert [one["model"] for one in both.info["baselines"]] == [
        report.record["model"]["name"],
        other.record["model"]["name"],
    ]
    again = both.with_baseline(hr.Report({**report.record, "created": "2031-01-01"}))
    assert [one["date"] for one in again.info["baselines"]] == [other.record["created"], "2031-01-01"]


def test_a_report_of_other_rows_is_refused(suite, report):
    with pytest.raises(UsageError, match=r"content hash .* while .* type: suite\.with_baseline\("):
        pairs(["word-case"]).with_baseline(report)
    with pytest.raises(UsageError, match="found dict"):
        suite.with_baseline(report.record)


def test_the_model_that_an_attack_found_the_rows_against_is_no_baseline(suite, report):
    attacked = {"name": report.record["model"]["name"], "revision": report.record["model"]["revision"]}
    record = {**report.record, "suite": {**report.record["suite"], "attacked": attacked}}
    with pytest.raises(UsageError, match="by construction and no baseline"):
        suite.with_baseline(hr.Report(record))


def test_other_rows_have_no_baseline_of_these(suite, report):
    with_one = suite.with_baseline(report)
    assert "baselines" not in with_one.filter(words_changed=0.0).info
    counted = cases().with_baseline(hr.run(by_words, cases()))
    assert "baselines" not in counted.sample(2).info


def test_edits_keep_that_of_the_suite_that_they_make(suite, report):
    whole = pairs([{"name": "typos", "count": 1}])
    one = whole.with_baseline(hr.run(shouting, whole))
    edits = hr.EditsSuite.of(one)
    assert edits.info["applied_hash"] == one.content_hash and edits.info["baselines"] == one.info["baselines"]
    again = hr.EditsSuite.of(whole).with_baseline(hr.run(shouting, whole))
    assert again.info["baselines"][0]["entries"] == one.info["baselines"][0]["entries"]
    fewer = hr.EditsSuite.of(suite.with_baseline(report))  # texts in capitals stay out
    assert fewer.info["applied_hash"] != suite.content_hash and "baselines" not in fewer.info


def test_an_audit_keeps_it_where_the_rows_stay(suite, report):
    labels = cases()
    suites = suite.with_baseline(report), labels.with_baseline(hr.run(by_words, labels))
    key, items = draw(suites, per_transformation=2, per_capability=2)
    outcome = judge(key, {"a": rated(key, items, wrong=of(key, "B"))})
    fresh, counted = (with_audit(one, key, outcome, "2026-01-31") for one in suites)
    assert "baselines" in fresh.info and fresh.content_hash == suite.content_hash
    assert "baselines" not in counted.info and counted.content_hash != labels.content_hash


def test_failure_rates_of_capabilities(tmp_path):
    suite = cases()
    report = hr.run(by_words, suite)
    loaded = BaseSuite.load(suite.with_baseline(report).save(tmp_path / "suite"))
    (found,) = loaded.info["baselines"]
    assert found["metric"] == "failure_rate" and list(found["entries"]) == ["A", "B"]  # the model has no label for C
    for id, rates in found["entries"].items():
        for kind in ("seeds", "expanded"):
            assert rates[kind]["failure_rate"] == report.result(id)[kind]["failure_rate"]
            assert rates[kind]["n"] == report.result(id)[kind]["n"]
    assert found["overall"]["seeds"] == report.record["overall"]["seeds"]["failure_rate"]


def test_a_baseline_of_another_shape_is_no_sound_suite(suite, report, tmp_path):
    folder = suite.with_baseline(report).save(tmp_path / "suite")
    manifest = json.loads((folder / "suite.json").read_text())
    manifest["info"]["baselines"][0]["entries"]["keyboard"]["after"] = "much"
    (folder / "suite.json").write_text(json.dumps(sealed(manifest)))
    with pytest.raises(SuiteError, match=r"entries\.keyboard\.after should be number"):
        hr.Suite.load(folder)
