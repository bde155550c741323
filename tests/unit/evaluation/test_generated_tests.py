"""Generated tests are scored by themselves: never as a drop, in a mean, in the worst case or among the p-values."""

import json
from xml.etree import ElementTree

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import UsageError
from hf_robust.evaluation.generated_tests import pairs_and_tests
from hf_robust.reports.generated_view import EXPLANATION
from hf_robust.reports.suite_report import SCHEMA
from hf_robust.transforms.task_specific.pair_overlap import Overlap
from hf_robust.transforms.transformation_registry import transformations

CHINESE = [
    ("司机把苹果送给了邻居。", "司机很大方。"),
    ("老师买了一本书。", "老师喜欢看书。"),
    ("医生卖掉了自行车。", "医生走路上班。"),
]
ENGLISH = [
    ("A boy kicks a ball to a girl.", "A boy plays."),
    ("The woman paints a red door.", "A woman works."),
    ("The farmer sells a cow to the teacher.", "A farmer sells something."),
    ("A man reads a long book to the child.", "A man reads."),
]


def said(rows):
    return ["entailment" for _ in rows]


@pytest.fixture(scope="module")
def suite():
    rows = [
        {"id": str(n), "premise": first, "hypothesis": second, "label": label}
        for n, ((first, second), label) in enumerate(zip(ENGLISH, ["entailment", "neutral", "entailment", "neutral"]))
    ]
    return hr.Suite.build(Dataset.from_list(rows), hr.task("nli", id="id"), ["overlap", "word-case", "whitespace"])


@pytest.fixture(scope="module")
def report(suite):
    return hr.run(said, suite, analysis=False)


def test_every_class_named_overlap_declares_it():
    for code in transformations.languages_of("overlap"):
        assert transformations.get("overlap", code).generated


def test_only_transformations_of_rows_that_change_the_label_make_tests():
    for code in ("en", "zh"):
        for cls in transformations.values(code):
            if cls.generated:
                assert {str(effect) for effect in cls.effects.values()} == {"changes"}, cls


def test_tests_stand_apart_in_the_record(report, suite):
    record = report.record
    (test,) = record["generated"]
    assert (test["name"], test["n"]) == ("overlap", len(suite["overlap"]))
    gold = suite.task.references(suite["overlap"].perturbed)
    assert test["score"] == pytest.approx(sum(label == "entailment" for label in gold) / len(gold))
    assert [result["name"] for result in record["results"]] == ["word-case", "whitespace"]
    assert "drop" not in test and "p_value" not in test


def test_they_change_no_other_number(report, suite):
    pairs, _ = pairs_and_tests(suite)
    without = hr.run(said, pairs, analysis=False).record
    for key in ("results", "worst_case", "originals", "groups"):
        assert report.record[key] == without[key]
    assert "generated" not in without


def test_a_chain_that_holds_one_makes_tests(suite):
    rows = suite["overlap"].original.remove_columns("robust")
    built = hr.Suite.build(rows, suite.task, [["overlap", "word-case"], "whitespace"])
    assert [entry.generated for entry in built.entries.values()] == [True, False]


def test_every_format_names_them_and_says_what_they_are(report, tmp_path):
    report.save(tmp_path, ["html", "markdown", "latex", "junit"])
    files = {path.suffix: path.read_text("utf-8") for path in tmp_path.iterdir() if path.is_file()}
    assert EXPLANATION in files[".html"].replace("&#x27;", "'") and EXPLANATION in files[".md"]
    assert "Generated test" in files[".tex"] and "generated test" in str(report)
    cases = {case.get("name"): case for case in ElementTree.fromstring(files[".xml"]).iter("testcase")}
    assert set(cases) == {"overlap", "word-case", "whitespace"}
    score = report.record["generated"][0]["score"]
    assert any("on generated tests" in line for line in report.failures({"overlap": min(1.0, score + 0.01), "*": 0.0}))


def test_the_headline_and_the_sentence_below_it_hold_no_drop_of_a_test(report):
    view = report.view
    assert "overlap" not in view.verdict and "On generated tests" in view.lede
    assert "overlap" not in {tile.value for tile in view.tiles}


def test_a_suite_of_tests_alone(suite):
    alone = hr.Suite.build(suite["overlap"].original.remove_columns("robust"), suite.task, ["overlap"])
    report = hr.run(said, alone)
    assert report.record["results"] == [] and report.record["worst_case"] is None
    assert report.view.verdict.startswith("On generated tests")
    assert str(report) and report.record["generated"][0]["n"] == len(alone["overlap"])
    with pytest.raises(UsageError, match="generated tests alone"):
        hr.compare({"a": said, "b": said}, alone)


def test_models_are_compared_on_them_without_a_difference(suite):
    found = hr.compare({"a": said, "b": lambda rows: ["neutral" for _ in rows]}, suite)
    assert [one["name"] for one in found.record["transformations"]] == ["word-case", "whitespace"]
    assert all("overlap" not in {one["name"] for one in change["results"]} for change in found.record["changes"])
    scores = [model["generated"][0]["score"] for model in found.record["models"]]
    assert sum(scores) == pytest.approx(1.0)
    assert any(section.heading == "Generated tests" for section in found.view.sections)
    assert {"a: overlap", "b: overlap"} <= {check.key for check in found.view.checks}


def test_saved_reports_are_compared_too(report):
    found = hr.ComparisonReport.of_reports([report, report])
    assert [len(model["generated"]) for model in found.record["models"]] == [1, 1]


def test_suite_and_report_come_back_from_disk(suite, report, tmp_path):
    suite.save(tmp_path / "suite")
    back = hr.Suite.load(tmp_path / "suite")
    assert [entry.generated for entry in back.entries.values()] == [True, False, False]
    assert hr.Report.load(report.save(tmp_path / "report")) == report


def test_an_older_suite_says_by_its_transformation_what_it_holds(suite):
    entry = suite["overlap"]
    described = {key: value for key, value in {**entry.describe(), "name": "overlap"}.items() if key != "generated"}
    for version in ("1", "zh.1"):
        old = {**described, "stages": [{"name": "overlap", "version": version, "params": {}}]}
        assert type(entry).from_record(old, entry.rows).generated
    other = {**described, "stages": [{"name": "no-such", "version": "1", "params": {}}]}
    assert not type(entry).from_record(other, entry.rows).generated


def test_an_older_record_opens(report):
    old = json.loads(json.dumps(report.record))
    del old["generated"]
    SCHEMA.check(old)
    assert "Generated tests" not in [section.heading for section in hr.Report(old).view.sections]


def test_chinese_pairs():
    rows = [
        {"id": str(n), "sentence1": first, "sentence2": second, "label": n % 2}
        for n, (first, second) in enumerate(CHINESE)
    ]
    task = hr.task("similarity", id="id", language="zh", label_names=["0", "1"])
    built = hr.Suite.build(Dataset.from_list(rows), task, ["overlap"])
    found = hr.run(lambda pairs: ["1" for _ in pairs], built).record
    assert found["results"] == [] and found["generated"][0]["n"] == len(built["overlap"]) > 0


def test_the_card_says_it(suite, tmp_path):
    suite.save(tmp_path / "suite")
    assert "generated tests" in (tmp_path / "suite" / "README.md").read_text("utf-8").casefold()


@pytest.mark.slow  # annotates a row
def test_the_report_claims_no_more_of_a_row_than_some_content_words():
    pair = {"premise": "Rain falls.", "hypothesis": "Rain falls on a roof.", "label": "neutral"}
    new = Overlap().preview_row(pair, seed=1)
    words = set(f"{new['premise']} {new['hypothesis']}".lower().replace(".", "").split())
    assert {"senator", "priest", "roof"} <= words and not words & {"rain", "falls"}
    assert "the others come from lists" in EXPLANATION and "built from words of a row" not in EXPLANATION
