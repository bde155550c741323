"""The answers of a run as files of Every Eval Ever, and back."""

import json

import pytest
from harness_samples import WRITTEN, WritingModel, answer_to, suite_of

import hf_robust as hr
from hf_robust.core.errors import UnknownNameError, UsageError


class StoredModel(WritingModel):
    """A model that has stored what it wrote."""

    def written(self, rows):
        return [answer_to(self._kind, self.messages(row)[-1]["content"]) for row in rows]


@pytest.fixture(scope="module")
def sound():
    """A model with labels alone, which writes no text."""
    suite = suite_of("labels")
    return suite, hr.run(lambda texts: ["positive" if "a" in text else "negative" for text in texts], suite)


@pytest.mark.parametrize("kind", WRITTEN)
def test_the_scores_are_the_same_after_the_way_back(kind, tmp_path):
    suite = suite_of(kind)
    report = hr.run(StoredModel(kind), suite)
    files = hr.export_report(report, suite, "eee", tmp_path)
    again = hr.run(hr.import_log(files[1], suite, "eee"), suite)
    assert [(one["name"], one["n"]) for one in again.results] == [(one["name"], one["n"]) for one in report.results]
    for one, other in zip(again.results, report.results, strict=True):
        for name in ("original", "perturbed", "drop", "drop_interval", "consistency"):
            assert one.get(name) == other.get(name), name


def test_labels_of_a_classifier_are_written_as_words(sound, tmp_path):
    suite, report = sound
    aggregate, samples = hr.export_report(report, suite, "eee", tmp_path)
    records = [json.loads(line) for line in samples.read_text("utf-8").splitlines()]
    assert {one["schema_version"] for one in records} == {"0.3.0"}
    assert {one["output"]["raw"][0] for one in records} == {"positive", "negative"}
    first = records[0]
    assert first["evaluation"]["is_correct"] is (first["output"]["raw"][0] == first["input"]["reference"][0])
    said = json.loads(aggregate.read_text("utf-8"))
    scores = {
        one["evaluation_name"].rpartition("_")[2]: one["score_details"]["score"] for one in said["evaluation_results"]
    }
    assert scores["originals"] == report.record["originals"]["score"]
    assert scores["word-case"] == report["word-case"]["perturbed"]
    again = hr.run(hr.import_log(aggregate, suite, "eee"), suite)
    assert [one["perturbed"] for one in again.results] == [one["perturbed"] for one in report.results]
    assert hr.export_report(report, suite, "eee", tmp_path) == (aggregate, samples)  # own files are replaced


def test_reports_that_cannot_be_exported_are_refused(sound, tmp_path):
    suite, report = sound
    report.save(tmp_path / "report")
    with pytest.raises(UsageError, match="this report holds no answers"):
        hr.export_report(hr.Report.load(tmp_path / "report"), suite, "eee", tmp_path / "out")
    with pytest.raises(UnknownNameError, match="harness"):
        hr.export_report(report, suite, "helm", tmp_path / "out")
    few = hr.Suite.build(hr.demo_reviews().select(range(4)), suite.task, ["word-case"])
    with pytest.raises(UsageError, match="pairs of word-case: requests failed, inputs were cut, or it is of another"):
        hr.export_report(report, few, "eee", tmp_path / "out")
    assert not (tmp_path / "out").exists()
