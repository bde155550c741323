"""The harnesses themselves run exported suites; their logs are the report of our own run on every row."""

import shutil

import pytest
import tiny_language_model as tiny
from harness_runs import run_inspect, run_lm_eval
from harness_samples import WritingModel, all_rows, scored, suite_of

import hf_robust as hr

pytestmark = pytest.mark.slow
needs_lm_eval = pytest.mark.skipif(
    not shutil.which("lm_eval"), reason="lm_eval is not on the PATH: pip install lm-eval"
)
needs_inspect = pytest.mark.skipif(
    not shutil.which("inspect"), reason="inspect is not on the PATH: pip install inspect-ai"
)
RUNS = {
    "choice": ({"answer": "choice", "chat_template": False}, ()),
    "chat-choice": ({"answer": "choice"}, ("--apply_chat_template",)),
    "chat-generate": ({"answer": "generate"}, ("--apply_chat_template",)),
}


@pytest.fixture(scope="module")
def suite():
    return hr.Suite.build(tiny.reviews(30), tiny.sentiment(), ["keyboard", "word-case", "typos"])


@needs_lm_eval
@pytest.mark.parametrize("run", RUNS)
def test_lm_eval_answers_as_our_run_does(run, suite, tiny_language_model, tmp_path):
    options, arguments = RUNS[run]
    hr.export_suite(suite, "lm-eval", tmp_path / "task", name="mine", generate=options["answer"] == "generate")
    log = run_lm_eval(tmp_path / "task", "mine", tiny_language_model, tmp_path / "log", arguments)
    imported = hr.import_log(log, suite, "lm-eval")
    ours = hr.CausalModel(tiny_language_model, **options)
    task = suite.task.with_seen(suite.info["labels"])
    rows = [row for entry in suite.entries.values() for data in entry.rows.values() for row in task.inputs(data)]
    found, expected = imported.predict(rows), hr.as_predictor(ours, task).predict(rows)
    assert [(one.value, one.status) for one in found] == [(one.value, one.status) for one in expected]
    if options["answer"] == "choice":
        assert [one.score for one in found] == pytest.approx([one.score for one in expected], abs=1e-5)
    report = hr.run(imported, suite)
    assert differences(scored(report), scored(hr.run(ours, suite))) == []
    assert len({one["perturbed"] for one in report.results}) > 1


def differences(ours, theirs, path=""):
    """Where two records differ by more than the rounding of probabilities."""
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        return [found for key in ours for found in differences(ours[key], theirs[key], f"{path}/{key}")]
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        return [
            found for place, pair in enumerate(zip(ours, theirs)) for found in differences(*pair, f"{path}/{place}")
        ]
    return [] if ours == pytest.approx(theirs, abs=1e-5) else [(path, ours, theirs)]


@needs_inspect
@pytest.mark.parametrize(("kind", "log_format"), [("labels", "eval"), ("questions", "json"), ("entities", "eval")])
def test_inspect_logs_the_answers_of_its_model(kind, log_format, tmp_path):
    hr.export_suite(suite_of(kind), "inspect", tmp_path / "mine.py")
    log, told = run_inspect(tmp_path / "mine.py", kind, log_format, 1)
    assert told["status"] == "success" and {"originals", *suite_of(kind)} <= told["scores"][0]["metrics"].keys()
    imported = hr.import_log(log, suite_of(kind), "inspect")
    assert imported.predict(all_rows(kind)) == WritingModel(kind).predict(all_rows(kind))
