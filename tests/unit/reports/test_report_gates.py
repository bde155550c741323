"""A gate blocks what is surely too large, passes what is surely small, and says when rows are too few."""

import json
from xml.etree import ElementTree

import numpy as np
import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.reports.formats.junit import render
from hf_robust.reports.gates import GatedValue, ReportGate, gate_line, gate_messages, gate_sentence, judged


def _drop(name, broken, fixed, n):
    return GatedValue(name, "drop", (broken - fixed) / n, n, changed=(broken, fixed))


@pytest.mark.parametrize(
    ("broken", "fixed", "n", "verdict"),
    [(60, 2, 300, "BLOCK"), (1, 1, 1000, "PASS"), (5, 1, 100, "WARN"), (1, 0, 40, "INCONCLUSIVE")],
)
def test_verdicts(broken, fixed, n, verdict):
    found = judged([_drop("typos", broken, fixed, n)], ReportGate.of("drop<=3"))
    assert found.verdict == found.results[0].verdict == verdict
    assert (found.results[0].rows_needed is not None) == (verdict in ("WARN", "INCONCLUSIVE"))
    assert verdict in gate_sentence(found)


def test_the_worst_verdict_is_the_verdict():
    values = [_drop("a", 60, 2, 300), _drop("b", 1, 1, 1000), _drop("c", 5, 1, 100)]
    assert judged(values, ReportGate.of("drop<=3")).verdict == "BLOCK"
    assert judged(values[1:], ReportGate.of("drop<=3")).verdict == "WARN"
    assert judged([], ReportGate.of("drop<=3")).verdict == "INCONCLUSIVE"


def test_a_named_limit_goes_before_the_general_one():
    values = [_drop("typos", 60, 2, 300), _drop("keyboard", 1, 1, 1000)]
    found = judged(values, ReportGate.of({"drop": 3, "typos": 40}))
    assert [one.limit for one in found.results] == [0.4, 0.03]
    assert found.verdict == "PASS"


def test_a_model_without_skill_never_passes():
    found = judged([_drop("typos", 0, 0, 1000)], ReportGate.of("drop<=3"), warnings=["constant-predictions"])
    assert found.verdict == "INCONCLUSIVE" and "constant-predictions" in found.results[0].reason
    assert "constant-predictions" in gate_sentence(found)


def test_a_block_among_many_values_needs_more_rows_than_alone():
    above, below = _drop("above", 5, 1, 100), _drop("below", 2, 1, 100)
    alone = [judged([one], ReportGate.of("drop<=3")).results[0].rows_needed for one in (above, below)]
    many = [one.rows_needed for one in judged([above, below], ReportGate.of("drop<=3")).results]
    assert many[0] > 1.2 * alone[0] and many[1] == alone[1]  # only "above" is corrected


@pytest.mark.parametrize("times", [12, pytest.param(100, marks=pytest.mark.slow)])
def test_false_blocks_over_many_transformations_are_rare(times):
    rng = np.random.default_rng(0)
    gate, blocked = ReportGate.of("drop<=3"), 0
    for _ in range(times):
        drawn = rng.multinomial(200, [0.04, 0.01, 0.95], size=10)
        blocked += (
            judged([_drop(str(i), int(b), int(f), 200) for i, (b, f, _) in enumerate(drawn)], gate).verdict == "BLOCK"
        )
    assert blocked / times <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / times)


@pytest.mark.parametrize(
    ("conditions", "match"),
    [
        ("drop=3", "NAME<=POINTS"),
        ("drop<=0.03", "drop<=3"),
        ("drop<=300", "0 to 100"),
        (["drop<=3", "drop<=4"], "two limits"),
        ([], "at least one condition"),
        ({"drop": "3"}, "0 to 100"),
        (5, "is a text such as"),
        ("drop<=3 flips<=5", "separated by commas; type 'drop<=3,flips<=5'"),
        (["a<=1; b<=2.5 c<=3"], "type 'a<=1,b<=2.5,c<=3'"),
    ],
)
def test_wrong_conditions_are_refused(conditions, match):
    with pytest.raises(UsageError, match=match):
        ReportGate.of(conditions)


def _model(texts):
    return ["pos" if "fine" in text else "neg" for text in texts]


@pytest.fixture(scope="module")
def report():
    texts = ["A fine film.", "A dull film."] * 30
    rows = Dataset.from_dict({"text": [f"{text} {i}" for i, text in enumerate(texts)], "label": ["pos", "neg"] * 30})
    suite = hr.Suite.build(rows, "sentiment-classification", [{"name": "word-case", "case": "upper"}])
    return hr.run(_model, suite)


def test_a_report_is_judged_and_keeps_the_verdicts(report, tmp_path):
    assert report.gate("drop<=3").verdict == "BLOCK"
    judged_report = report.with_gate("drop<=3")
    assert "Gate drop<=3: BLOCK" in judged_report.verdict
    loaded = hr.Report.load(judged_report.save(tmp_path))
    assert loaded == judged_report and loaded.typed_record.gate.results[0].name == "word-case"
    assert "Rows to decide" in (tmp_path / "report.html").read_text("utf-8")
    assert json.loads((tmp_path / "report.json").read_text("utf-8"))["gate"]["conditions"] == ["drop<=3"]


def test_a_comparison_is_judged_against_its_reference_model():
    rows = Dataset.from_dict({"text": [f"A {'fine' if n % 2 else 'dull'} film {n}." for n in range(60)]})
    rows = rows.add_column("label", ["neg", "pos"] * 30)
    suite = hr.Suite.build(rows, "sentiment-classification", [{"name": "word-case", "case": "upper"}])
    models = {"good": lambda texts: ["pos" if "fine" in text.lower() else "neg" for text in texts], "case": _model}
    compared = hr.compare(models, suite, baseline="good")
    assert compared.with_gate("drop<=3").verdict.startswith("Gate drop<=3 against good: BLOCK. ")
    found = compared.gate("drop<=3")
    assert {one.name: one.verdict for one in found.results}["case / word-case"] == "BLOCK"
    with pytest.raises(UsageError, match="baseline="):
        hr.compare({**models, "other": _model}, suite).gate("drop<=3")


def test_a_detectable_drop_is_that_of_the_measured_share_of_fixed_rows():
    few, many = (judged([_drop("a", broken, 0, 200)], ReportGate.of("drop<=3")).results[0] for broken in (0, 40))
    assert few.detectable == many.detectable == pytest.approx(0.068, abs=0.002)
    several = judged([_drop(name, 0, 0, 200) for name in "abc"], ReportGate.of("drop<=3")).results[0]
    assert several.detectable > few.detectable  # the level of each is smaller


def test_unknown_names_are_refused(report):
    with pytest.raises(UnknownNameError, match="word-case"):
        report.gate("word-cas<=3")
    with pytest.raises(UsageError, match="only drop is measured"):
        report.gate("success<=3")


@pytest.mark.parametrize(
    ("limit", "strict", "failures", "skipped"), [(3, False, 1, 0), (50, False, 0, 1), (50, True, 1, 0)]
)
def test_junit_has_the_verdicts(report, limit, strict, failures, skipped):
    document = ElementTree.fromstring(render(report.with_gate(f"drop<={limit}").view, strict=strict))
    suite = document.findall("testsuite")[1]
    assert (suite.get("failures"), suite.get("skipped")) == (str(failures), str(skipped))


def test_strict_messages_name_all_that_do_not_pass():
    found = judged([_drop("a", 5, 1, 100), _drop("b", 1, 1, 1000)], ReportGate.of("drop<=3"))
    assert gate_messages(found) == [] and len(gate_messages(found, strict=True)) == 1


def test_the_last_line_names_the_worst_verdict_and_on_what():
    blocked = judged([_drop("a", 60, 2, 300), _drop("b", 1, 1, 1000)], ReportGate.of("drop<=3"))
    passed = judged([_drop(name, 1, 1, 1000) for name in "bcdef"], ReportGate.of("drop<=3"))
    assert gate_line({"robustness": blocked}, 1) == "Gate: BLOCK (a); exit code 1"
    assert gate_line({"one": passed, "two": blocked, "three": None}, 1) == "Gate: BLOCK (two: a); exit code 1"
    assert gate_line({"": passed}, 0) == "Gate: PASS (b, c, d, 2 more); exit code 0"
    assert gate_line({"": None}, 0) == "" == gate_line({}, 2)
    assert gate_line({"": judged([], ReportGate.of("drop<=3"))}, 0) == "Gate: INCONCLUSIVE; exit code 0"
