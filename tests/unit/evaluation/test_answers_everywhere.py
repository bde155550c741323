"""Missing answers and failed requests in comparisons, capability tests and corruption benchmarks."""

import pytest
from capability_samples import TASK as CAPABILITY_TASK
from capability_samples import suite as capability_suite
from datasets import Dataset
from scripted_models import ODD, REFUSAL, ScriptedModel

import hf_robust as hr
from hf_robust.core.errors import UnansweredError, UsageError
from hf_robust.evaluation.counted_cases import UNANSWERED
from hf_robust.reports.formats import markdown

TASK = hr.task("sentiment-classification", label_names=["negative", "positive"])
TEXTS = [f"a {word} long film, number {number}." for word in ("fine", "dull") for number in range(10)]
ROWS = Dataset.from_dict({"text": TEXTS, "label": [1] * 10 + [0] * 10})


def right(text):
    return "positive" if "fine" in text.lower() else "negative"


def refuses_upper(text):
    return REFUSAL if text.isupper() else right(text)


def test_a_comparison_shows_the_answers_of_each_language_model():
    suite = hr.Suite.build(ROWS, TASK, [{"name": "word-case", "case": "upper"}])
    models = {"chat": ScriptedModel(TASK, refuses_upper), "labels": lambda texts: [right(text) for text in texts]}
    report = hr.compare(models, suite)
    chat, labels = report.record["models"]
    assert "answers" not in labels
    assert chat["answers"]["before"]["answered"] == 1.0
    assert chat["answers"]["after"] == {"answered": 0.0, "statuses": {"refused": 20}, "wrong": 0}
    (table,) = [block for block in report.view.brief if getattr(block, "title", "") == "Answers"]
    assert [cell.text for cell in table.rows[0].cells] == ["chat", "100% → 0%", "0 → 20", "0 → 0"]
    assert any(code == "few-answers" and said.startswith("chat: ") for code, said in report.view.warnings)
    assert "100% → 0%" in markdown.render(report.view)
    (change,) = report.record["changes"]
    assert change["results"][1]["examples"][0]["original_prediction"] == "(refused)"
    saved = [hr.run(model, suite) for model in models.values()]
    assert hr.ComparisonReport.of_reports(saved).record["models"][0]["answers"] == chat["answers"]


def test_cases_without_an_answer_fail_and_failed_requests_are_left_out():
    suite = capability_suite()
    seeds = suite["A"].seeds["text"]

    def says(text):
        known = {seeds[0]: REFUSAL, seeds[1]: ODD, seeds[2]: ("503",)}
        return known.get(text, "positive")

    report = hr.run(ScriptedModel(CAPABILITY_TASK, says), suite, max_errors=0.2)
    found = report.result("A")["seeds"]
    assert found["n"] == len(seeds) - 1 and found["left_out"] == {UNANSWERED: 1} and found["n_failed"] >= 2
    assert found["answers"]["statuses"] == {"ok": len(seeds) - 3, "refused": 1, "unparsable": 1}
    assert found["answers"]["wrong"] == found["n_failed"] - 2
    total = report.record["answers"]["statuses"]
    assert total["refused"] == total["unparsable"] == 1
    shown = {example["prediction"] for example in report.result("A")["examples"]}
    assert shown & {"(refused)", "(unparsable)"}
    assert any(getattr(block, "title", "") == "Answers" for block in report.view.brief)
    with pytest.raises(UnansweredError, match="have no answer"):
        hr.run(ScriptedModel(CAPABILITY_TASK, says), suite)


def test_a_model_that_never_answers_passes_no_test():
    report = hr.run(ScriptedModel(CAPABILITY_TASK, lambda text: REFUSAL), capability_suite())
    for result in report.results:
        assert all(result[split]["failure_rate"] in (None, 1.0) for split in ("seeds", "expanded"))
    codes = {code for code, _ in report.view.warnings}
    assert "few-answers" in codes and "constant-predictions" not in codes


def benchmark(*models, **options):
    return hr.corruption_benchmark(ROWS, TASK, list(models), ["delete"], (1, 2), ["random"], seeds=(0,), **options)


def test_corruptions_count_missing_answers_and_leave_out_rows_whose_requests_failed():
    def refuses_short(text):
        return REFUSAL if len(text.split()) < 5 and "dull" not in text else right(text)

    def fails_on_the_third(text):
        return ("503",) if text == TEXTS[3] else right(text)

    models = ScriptedModel(TASK, refuses_short, "one"), ScriptedModel(TASK, fails_on_the_third, "other")
    report = benchmark(*models, max_errors=0.05)
    one, other = report.record["models"]
    assert report.record["population"]["rows"] == 19 and report.record["population"]["left_out"][UNANSWERED] == 1
    assert {cell["n"] for cell in report.record["cells"]} == {19}
    assert one["answers"]["before"]["answered"] == other["answers"]["after"]["answered"] == 1.0
    assert one["answers"]["after"]["statuses"]["refused"] > 0
    assert one["baseline_all"] == other["baseline_all"] == 1.0
    assert any(getattr(block, "title", "") == "Answers" for block in report.view.brief)
    with pytest.raises(UnansweredError):
        benchmark(models[1], max_errors=0.0)
    with pytest.raises(UsageError, match="max_errors"):
        benchmark(models[1], max_errors=2)


def test_corruptions_of_models_with_labels_say_nothing_of_answers():
    (model,) = benchmark(lambda texts: [right(text) for text in texts]).record["models"]
    assert "answers" not in model


def test_chains_leave_out_originals_and_keep_rows_whose_requests_failed():
    def says(text):
        if text == TEXTS[4] or text == TEXTS[5].upper():
            return ("503",)
        return right(text)

    entries = [{"name": "word-case", "case": "upper"}, {"name": "punctuation", "mode": "remove"}]
    options = {"depth": 2, "beam": 1, "width": 2}
    report = hr.worst_chains(ScriptedModel(TASK, says), ROWS, TASK, entries, max_errors=0.1, **options)
    assert report.record["searched"]["rows"] + report.record["judged"]["rows"] == 19
    assert report.record["searched"]["score"] == report.record["judged"]["score"] == 1.0
    assert {chain["drop"] for chain in report.chains} == {0.0}
    with pytest.raises(UnansweredError):
        hr.worst_chains(ScriptedModel(TASK, says), ROWS, TASK, entries, **options)
