"""Predictions of a model that runs elsewhere: read from rows and files, aligned with a suite."""

import json

import pytest
from datasets import ClassLabel, Dataset, Features, Value

import hf_robust as hr
from hf_robust.core.errors import LabelError, UnansweredError, UsageError


def _sentiment():
    features = Features({"text": Value("string"), "label": ClassLabel(names=["neg", "pos"])})
    rows = {"text": ["A fine film.", "A dull film.", "So fine!"], "label": [1, 0, 1]}
    task = hr.task("sentiment-classification")
    suite = hr.Suite.build(Dataset.from_dict(rows, features), task, ["word-case", "punctuation"])
    return suite, lambda texts: ["pos" if "fine" in text else "neg" for text in texts]


def _entities():
    rows = {
        "tokens": [["Anna", "Smith", "saw", "Paris", "."], ["He", "met", "Peter", "there", "."]],
        "ner_tags": [["B-PER", "I-PER", "O", "B-LOC", "O"], ["O", "O", "B-PER", "O", "O"]],
    }
    suite = hr.Suite.build(Dataset.from_dict(rows), hr.task("ner"), ["word-case"])
    return suite, lambda rows: [["B-PER" if token[0] in "AP" else "O" for token in tokens] for tokens in rows]


def _questions():
    answers = [{"text": ["Paris"], "answer_start": [14]}, {"text": ["Rome"], "answer_start": [9]}]
    rows = {
        "context": ["Anna lives in Paris now.", "He is in Rome today."],
        "question": ["Where does Anna live?", "Where is he?"],
        "answers": answers,
    }
    suite = hr.Suite.build(Dataset.from_dict(rows), hr.task("extractive-qa", fields=["question"]), ["word-case"])
    return suite, lambda rows: [row["context"].split()[3].strip(".") for row in rows]


SUITES = {"classification": _sentiment, "entities": _entities, "questions": _questions}


def _answered(suite, model):
    """The inputs of a suite with the predictions of a function."""
    rows = suite.inputs().to_list()
    roles = suite.task.input_roles
    given = [row[roles[0]] if len(roles) == 1 else row for row in rows]
    return [{**row, "prediction": value} for row, value in zip(rows, model(given), strict=True)]


def _scores(report):
    return [(r["name"], r["original"], r["perturbed"], r["consistency"], r["n"]) for r in report.results]


@pytest.fixture(scope="module", params=SUITES)
def case(request):
    suite, model = SUITES[request.param]()
    return suite, _answered(suite, model), _scores(hr.run(model, suite))


def test_predictions_score_as_the_model_does(case):
    suite, rows, expected = case
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    for given in (rows, columns, Dataset.from_list(rows)):
        assert _scores(hr.run(given, suite)) == expected


@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_files_are_read_and_the_record_names_them(case, tmp_path, ending):
    suite, rows, expected = case
    path = tmp_path / f"answers.{ending}"
    kept = [{name: row[name] for name in ("transformation", "split", "row", "prediction")} for row in rows]
    if ending == "csv":
        lists = isinstance(kept[0]["prediction"], list)
        kept = [{**row, "prediction": json.dumps(row["prediction"])} for row in kept] if lists else kept
    data = Dataset.from_list(kept)
    {"jsonl": data.to_json, "csv": data.to_csv, "parquet": data.to_parquet}[ending](path)
    report = hr.run(str(path), suite)
    assert _scores(report) == expected
    model = report.record["model"]
    assert (model["name"], model["kind"], len(model["revision"])) == (path.name, "predictions", 64)


def test_rows_may_be_named_by_id_and_carry_a_score(case):
    suite, rows, expected = case
    by_id = [{**row, "row": None, "score": 0.75} for row in rows]
    assert _scores(hr.run(by_id, suite)) == expected


def test_a_shared_original_may_be_answered_in_each_place():
    suite, model = _sentiment()
    rows = _answered(suite, model)
    assert len(rows) < sum(2 * len(entry) for entry in suite.entries.values())
    again = [
        {"transformation": name, "split": "original", "row": place, "prediction": model([row["text"]])[0]}
        for name, entry in suite.entries.items()
        for place, row in enumerate(entry.original)
    ]
    others = [row for row in rows if row["split"] == "perturbed"]
    assert _scores(hr.run(again + others, suite)) == _scores(hr.run(model, suite))
    again[-1] = {**again[-1], "prediction": "neg"}
    with pytest.raises(UsageError, match="rows that contradict an earlier row with the same input: 1"):
        hr.run(again + others, suite)


WRONG = {
    "inputs without a prediction": lambda rows: rows[1:],
    "duplicate rows": lambda rows: [*rows, rows[0]],
    "rows that the suite does not have": lambda rows: [*rows, {**rows[0], "row": 99}],
    "rows with another id": lambda rows: [{**rows[0], "id": "other"}, *rows[1:]],
    "rows without a prediction": lambda rows: [{**rows[0], "prediction": None}, *rows[1:]],
}


@pytest.mark.parametrize("kind", WRONG)
def test_rows_that_do_not_fit_are_refused_and_named(case, kind):
    suite, rows, _ = case
    if kind == "rows without a prediction" and suite.task.name == "extractive-qa":
        hr.run(WRONG[kind](rows), suite)  # no answer
        return
    with pytest.raises(UsageError, match=f"{kind}.*: 1 .'word-case' (original|perturbed) [0-9]+"):
        hr.run(WRONG[kind](rows), suite)


def test_at_most_five_rows_are_named_and_parts_may_be_left_out():
    suite, model = _sentiment()
    rows = _answered(suite, model)
    with pytest.raises(UsageError) as caught:
        hr.run(rows[:1], suite)
    assert str(caught.value).count("'word-case'") + str(caught.value).count("'punctuation'") == 5
    assert hr.run(rows, suite.part(["word-case"])).results[0]["name"] == "word-case"


def test_predictions_for_another_suite_are_refused():
    suite, model = _sentiment()
    rows = _answered(suite, model)
    rows[-1] = {**rows[-1], "text": "Another text"}
    with pytest.raises(UsageError, match="another text than the suite"):
        hr.run(rows, suite)


def test_values_that_the_task_does_not_have_are_refused_with_their_row():
    suite, model = _sentiment()
    rows = _answered(suite, model)
    with pytest.raises(LabelError, match=r"predictions, 'word-case' original 1.*maybe"):
        hr.run([rows[0], {**rows[1], "prediction": "maybe"}, *rows[2:]], suite)
    with pytest.raises(UsageError, match="'word-case' original 1: the score must be"):
        hr.run([rows[0], {**rows[1], "score": 7}, *rows[2:]], suite)
    with pytest.raises(UsageError, match="line 0, has no split"):
        hr.run([{"transformation": "word-case", "row": 0, "prediction": "pos"}], suite)
    suite, model = _entities()
    rows = _answered(suite, model)
    with pytest.raises(UsageError, match="'word-case' original 0: found 2 tags for the 5 tokens"):
        hr.run([{**rows[0], "prediction": ["O", "O"]}, *rows[1:]], suite)


def test_numbers_and_tags_in_cells_are_read():
    suite, model = _sentiment()
    numbers = [{**row, "prediction": str(["neg", "pos"].index(row["prediction"]))} for row in _answered(suite, model)]
    assert _scores(hr.run(numbers, suite)) == _scores(hr.run(model, suite))
    suite, model = _entities()
    cells = [{**row, "prediction": " ".join(row["prediction"])} for row in _answered(suite, model)]
    assert _scores(hr.run(cells, suite)) == _scores(hr.run(model, suite))


def test_the_command_line_writes_inputs_and_reads_predictions(tmp_path):
    from click.testing import CliRunner

    from hf_robust.cli.app import main

    suite, model = _sentiment()
    suite.save(tmp_path / "suite")
    asked, answers = tmp_path / "inputs.jsonl", tmp_path / "answers.jsonl"
    call = CliRunner().invoke
    done = call(main, ["inputs", "--suite", str(tmp_path / "suite"), "--out", str(asked)])
    assert done.exit_code == 0, done.output
    rows = [json.loads(line) for line in asked.read_text().splitlines()]
    answers.write_text("\n".join(json.dumps({**row, "prediction": model([row["text"]])[0]}) for row in rows))
    out = ["--suite", str(tmp_path / "suite"), "--out", str(tmp_path / "report")]
    done = call(main, ["run", *out, "--predictions", str(answers)])
    assert done.exit_code == 0, done.output
    record = json.loads((tmp_path / "report" / "report.json").read_text())
    assert record["model"]["name"] == "answers.jsonl"
    assert [r["perturbed"] for r in record["results"]] == [r["perturbed"] for r in hr.run(model, suite).results]
    config = tmp_path / "report" / "robust.yaml"
    done = call(main, ["run", "--config", str(config), "--out", str(tmp_path / "again")])
    assert done.exit_code == 0, done.output
    assert json.loads((tmp_path / "again" / "report.json").read_text())["model"] == record["model"]
    for wrong, said in (
        (["--predictions", str(answers)], "goes with --suite"),
        ([*out, "--predictions", str(answers), "--model", "me/mine"], "in place of --model"),
        ([*out, "--predictions", str(tmp_path / "none.jsonl")], "there is no file"),
        ([*out, "--predictions", "me/mine"], "takes a CSV"),
    ):
        done = call(main, ["run", *wrong])
        assert done.exit_code == 2 and said in done.output, done.output


def test_rows_may_have_a_status_instead_of_a_prediction(case):
    suite, rows, _ = case
    first = rows[0]
    found = [{**row, "status": "ok"} for row in rows]
    found[0] = {**first, "prediction": None, "status": "refused"}
    report = hr.run(found, suite)
    assert report.record["answers"]["before"]["statuses"]["refused"] >= 1
    assert report.results[0]["answers"]["before"]["answered"] < 1.0
    whole = hr.run([{**row, "status": None} for row in rows], suite)
    assert "answers" not in whole.record and _scores(whole) == _scores(hr.run(rows, suite))


def test_rows_with_the_status_error_are_not_scored(case):
    suite, rows, _ = case
    found = [{**rows[0], "prediction": None, "status": "error"}, *rows[1:]]
    found = [{"status": "ok", **row} for row in found]
    report = hr.run(found, suite, max_errors=0.5)
    assert report.record["answers"]["reasons"] == {"status 'error' in predictions": 1}
    assert report.results[0]["n"] == len(suite[report.results[0]["name"]]) - 1
    with pytest.raises(UnansweredError, match="status 'error' in predictions"):
        hr.run(found, suite)


def test_an_unknown_status_is_refused_with_its_place(case):
    suite, rows, _ = case
    with pytest.raises(UsageError, match=r"original 0: the status must be one of ok, refused, .*; found 'fine'"):
        hr.run([{**rows[0], "status": "fine"}, *rows[1:]], suite)


def test_tasks_whose_answers_cannot_be_missing_refuse_a_status():
    tags = {"tokens": [["It", "rains"]], "pos_tags": [["PRON", "VERB"]]}
    suite = hr.Suite.build(Dataset.from_dict(tags), hr.task("part-of-speech"), ["word-case"])
    rows = [{**row, "prediction": ["PRON", "VERB"]} for row in suite.inputs().to_list()]
    rows[0] = {**rows[0], "prediction": None, "status": "unparsable"}
    with pytest.raises(UsageError, match="found the status 'unparsable', expected a prediction for each row"):
        hr.run(rows, suite)
