"""Sample logs of lm-eval become the report of a run with the same answers; logs that do not fit are refused."""

import json
import math
from zlib import crc32

import pytest
from click.testing import CliRunner
from harness_runs import LOGS, RECORDED
from harness_samples import KINDS, WritingModel, all_rows, answer_to, questions_of, scored, suite_of

import hf_robust as hr
from hf_robust.adapters.base import Prediction
from hf_robust.cli import main
from hf_robust.core.errors import DataFileError, UnknownNameError, UsageError


def samples(folder, kind, generate):
    """The samples that lm-eval would log for an exported suite, by file."""
    hr.export_suite(suite_of(kind), "lm-eval", folder, name="mine", generate=generate)
    found = {}
    for file in folder.glob("*.jsonl"):
        rows = map(json.loads, file.read_text("utf-8").splitlines())
        found[f"samples_{file.stem}_1.jsonl"] = [_sample(kind, number, row) for number, row in enumerate(rows)]
    return found


def _sample(kind, number, row):
    given = [[str(one), "False"] for one in likelihoods(row)] if "choices" in row else [answer_to(kind, row["prompt"])]
    return {"doc_id": number, "doc": row, "resps": [given], "filtered_resps": given, "filter": "none"}


def likelihoods(row):
    """Log-likelihoods of the choices of a row."""
    return [-1 - crc32(f"{row['prompt']}{choice}".encode()) % 1000 / 100 for choice in row["choices"]]


def write(folder, files):
    folder.mkdir(exist_ok=True)
    for name, rows in files.items():
        (folder / name).write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return folder


@pytest.fixture
def log(tmp_path):
    """The samples of a suite with labels, by file, and the folder that they are written to."""
    return samples(tmp_path / "task", "labels", False), tmp_path / "log"


@pytest.mark.parametrize("kind", KINDS)
def test_written_answers_are_those_of_a_run_on_every_row(kind, tmp_path):
    folder = write(tmp_path / "log", samples(tmp_path / "task", kind, True))
    imported, direct = hr.import_log(folder, suite_of(kind), "lm-eval"), WritingModel(kind)
    rows = all_rows(kind)
    assert imported.predict(rows) == direct.predict(rows)
    assert {one.status for one in direct.predict(rows)} > {"ok"}
    runs = [scored(hr.run(model, suite_of(kind), analysis=False)) for model in (imported, direct)]
    assert runs[0] == runs[1]


CHOOSING = ("labels", "pairs", "relations", "chinese-labels")


def test_these_kinds_of_answers_are_chosen():
    assert tuple(kind for kind in KINDS if questions_of(kind).choices) == CHOOSING


@pytest.mark.parametrize("kind", CHOOSING)
def test_chosen_labels_are_the_most_probable_ones(kind, tmp_path):
    files = samples(tmp_path / "task", kind, False)
    imported = hr.import_log(write(tmp_path / "log", files), suite_of(kind), "lm-eval")
    labels = list(questions_of(kind).choices)
    for sample in (sample for rows in files.values() for sample in rows):
        place = sample["doc"]["robust"]
        data = suite_of(kind)[place["transformation"]].rows[place["split"]]
        (found,) = imported.predict([questions_of(kind).task.inputs(data)[place["row"]]])
        weights = [math.exp(value) for value in likelihoods(sample["doc"])]
        best = weights.index(max(weights))
        assert found == Prediction(labels[best], pytest.approx(weights[best] / sum(weights)))


@pytest.mark.parametrize("run", RECORDED)
def test_recorded_logs_score_as_the_harness_did(run):
    suite = hr.Suite.load(LOGS / run / "suite")
    (results,) = (LOGS / run / "lm-eval").glob("results_*.json")
    recorded = json.loads(results.read_text("utf-8"))
    report = hr.run(hr.import_log(LOGS / run / "lm-eval", suite, "lm-eval"), suite)
    assert report.record["model"]["name"] == "tiny-model" and report.record["model"]["kind"] == "predictions"
    assert recorded["lm_eval_version"].startswith("0.4.")
    if run == "labels":
        shown = {
            name.removeprefix("mine_"): one["acc,none"]
            for name, one in recorded["results"].items()
            if "acc,none" in one
        }
        ours = {name.replace("-", "_"): report[name]["perturbed"] for name in report}
        assert shown == pytest.approx({**ours, "originals": report.record["originals"]["score"]})
        assert len(set(shown.values())) > 1


def test_the_first_answer_to_an_input_counts(tmp_path):
    data, task = hr.demo_reviews().select([0, 1, 0]), hr.task("sentiment-classification", id="id")
    suite = hr.Suite.build(data.map(lambda row, number: {"id": str(number)}, with_indices=True), task, ["word-case"])
    hr.export_suite(suite, "lm-eval", tmp_path / "task", name="mine")
    files = {}
    for file in (tmp_path / "task").glob("*.jsonl"):
        rows = map(json.loads, file.read_text("utf-8").splitlines())
        files[f"samples_{file.stem}_1.jsonl"] = [_sample("labels", number, row) for number, row in enumerate(rows)]
    perturbed = files["samples_mine_word_case_1.jsonl"]
    assert perturbed[0]["doc"]["prompt"] == perturbed[2]["doc"]["prompt"]
    perturbed[2]["filtered_resps"] = perturbed[0]["filtered_resps"][::-1]
    with pytest.warns(UserWarning, match="1 rows repeat an input of an earlier row and have another answer"):
        model = hr.import_log(write(tmp_path / "log", files), suite, "lm-eval")
    first = model.predict(suite.task.inputs(suite["word-case"].perturbed))
    weights = [math.exp(value) for value in likelihoods(perturbed[0]["doc"])]
    assert first[0] == first[2] and first[0].score == pytest.approx(max(weights) / sum(weights))


def change(place, **new):
    """Change a sample of the first file."""

    def changed(files):
        name = min(files)
        rows = files[name]
        return {**files, name: [{**row, **new} if number == place else row for number, row in enumerate(rows)]}

    return changed


def without_column(files):
    return {
        name: [{**row, "doc": {key: value for key, value in row["doc"].items() if key != "robust"}} for row in rows]
        for name, rows in files.items()
    }


WRONG = {
    "a sample is missing": (
        lambda files: {**files, min(files): files[min(files)][1:]},
        "1 of 36 inputs have no answer",
    ),
    "a part is missing": (
        lambda files: {name: rows for name, rows in files.items() if "word_case" not in name},
        "12 of 36 inputs have no answer .word-case/perturbed/0.*of all its parts, here also of: word-case",
    ),
    "a sample is there twice": (
        lambda files: {**files, min(files): [*files[min(files)], files[min(files)][0]]},
        "the row word-case/original/0 has an answer already .*line 1.; pass the log of one run",
    ),
    "two runs": (lambda files: {**files, "samples_mine_word_case_2.jsonl": files[max(files)]}, "the samples of 2 runs"),
    "no ids": (without_column, "does not say which row of a suite it is for .*hf-robust export lm-eval SUITE"),
    "other fields": (change(0, filtered_resps=None), "expected a sample of lm-eval with 'doc' and 'filtered_resps'"),
    "no likelihoods": (change(0, filtered_resps=[["nan", "False"]]), "expected a log-likelihood for each of 2 choices"),
    "no samples": (lambda files: {"results_1.json": [{}]}, "holds no samples_.*--log_samples"),
    "an empty file": (lambda files: {**files, min(files): []}, "holds no samples; pass a complete file"),
}


@pytest.mark.parametrize("case", WRONG)
def test_logs_that_do_not_fit_are_refused(case, log):
    files, folder = log
    make, message = WRONG[case]
    with pytest.raises((UsageError, DataFileError), match=message):
        hr.import_log(write(folder, make(files)), suite_of("labels"), "lm-eval")


def test_cut_files_and_other_paths_are_refused(log):
    files, folder = log
    cut = min(write(folder, files).iterdir())
    cut.write_text(cut.read_text("utf-8")[:-40], encoding="utf-8")
    with pytest.raises(
        DataFileError, match=f"{cut.name}, line 12: expected a JSON object.*run the task again: lm_eval"
    ):
        hr.import_log(folder, suite_of("labels"), "lm-eval")
    with pytest.raises(DataFileError, match="there is no file .*gone.jsonl; check the path of the log"):
        hr.import_log(folder / "gone.jsonl", suite_of("labels"), "lm-eval")
    with pytest.raises(UnknownNameError, match="unknown harness 'lmeval'; did you mean lm-eval"):
        hr.import_log(folder, suite_of("labels"), "lmeval")


def test_the_log_of_another_suite_is_refused(log):
    files, folder = log
    other = suite_of("labels").part(["word-case"])
    with pytest.raises(UsageError, match="the log is of the suite with the content hash .*pass the suite that was"):
        hr.import_log(write(folder, files), other, "lm-eval")


def test_the_command_writes_a_report_and_finds_the_suite(tmp_path):
    suite_of("labels").save(tmp_path / "suite")
    call = CliRunner().invoke
    assert call(main, ["export", "lm-eval", str(tmp_path / "suite"), "--out", str(tmp_path / "task")]).exit_code == 0
    folder = tmp_path / "log"
    folder.mkdir()
    for file in (tmp_path / "task").glob("*.jsonl"):
        rows = map(json.loads, file.read_text("utf-8").splitlines())
        write(folder, {f"samples_{file.stem}_1.jsonl": [_sample("labels", n, row) for n, row in enumerate(rows)]})
    shown = call(main, ["import", "lm-eval", str(folder), "--out", str(tmp_path / "report")])
    assert shown.exit_code == 0, shown.output
    imported = hr.import_log(folder, suite_of("labels"), "lm-eval")
    assert scored(hr.Report.load(tmp_path / "report")) == scored(hr.run(imported, suite_of("labels")))
    files = sorted(map(str, folder.iterdir()))
    again = call(
        main, ["import", "lm-eval", *files, "--suite", str(tmp_path / "suite"), "--out", str(tmp_path / "two")]
    )
    assert again.exit_code == 0 and (tmp_path / "two" / "report.json").is_file()
    missed = call(main, ["import", "lm-eval", files[0], "--out", str(tmp_path / "three")])
    assert missed.exit_code == 2 and not (tmp_path / "three").exists()
    low = call(main, ["import", "lm-eval", *files, "--out", str(tmp_path / "four"), "--fail-under", "1.0"])
    assert low.exit_code == 1
    (tmp_path / "suite").rename(tmp_path / "moved")
    gone = call(main, ["import", "lm-eval", *files, "--out", str(tmp_path / "five")])
    assert gone.exit_code == 2 and "is not there any more; name it with --suite" in gone.output
