"""``hf-robust run`` for each task without a model: a report by a baseline, which says that it is one."""

import json
from pathlib import Path
from unittest.mock import Mock

import pytest
from click.testing import CliRunner

import hf_robust
import hf_robust as hr
from hf_robust.adapters.baselines.baseline_table import BASELINES
from hf_robust.adapters.kinds import saved_model
from hf_robust.adapters.resolve import as_predictor
from hf_robust.cli import main
from hf_robust.cli.options import WRONG
from hf_robust.core.errors import HubError

PIPELINE = Path(hf_robust.__file__).parent / "language" / "embedded" / "en_robust_sm"
TEXTS = ["The old mill stands by the river.", "A new road leads to the harbor.", "Rain fell on the roof all night."]


def call(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def written(folder, rows):
    file = folder / "rows.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return file


def numbered(row, number):
    """The row with another last word, so that no two are the same."""
    return {**row, "tokens": [*row["tokens"], f"no{number}"]}


RELATION = {"tokens": "Anna was born in Oslo".split(), "subject": [0, 0], "object": [4, 4], "relation": "born"}
PAYS = {"tokens": "Anna is paid by Acme".split(), "subject": [0, 0], "object": [4, 4], "relation": "works"}
SENSE = {"tokens": ["Two", "mice", "ran", "off", "then"], "target": [1, 1], "sense": "mouse%1:05:00::"}
TREE = {"tokens": ["Cats", "sleep", "here"], "heads": [2, 0, 2], "deprels": ["nsubj", "root", "advmod"]}
SCHEMA = {
    "text": "The ball broke the table because it was made of steel.",
    "pronoun": {"text": "it", "start": 33, "end": 35},
    "candidates": [{"text": "The ball", "start": 0, "end": 8}, {"text": "the table", "start": 15, "end": 24}],
    "label": 0,
}
ASPECTS = {
    "text": "The soup was great, the waiter was rude.",
    "aspects": [
        {"term": "soup", "start": 4, "end": 8, "polarity": "positive"},
        {"term": "waiter", "start": 24, "end": 30, "polarity": "negative"},
    ],
}
ROWS = {
    "part-of-speech": [{"tokens": text[:-1].split(), "pos_tags": ["DET"] * len(text.split())} for text in TEXTS],
    "named-entity-recognition": [{"tokens": ["Anna", "left"], "ner_tags": ["B-PER", "O"]}],
    "parsing": [TREE],
    "relation-extraction": [numbered(row, n) for n in range(6) for row in (RELATION, PAYS)],
    "word-sense-disambiguation": [SENSE],
    "winograd-schema": [SCHEMA],
    "coreference-resolution": [
        {"sentences": [["Anna", "left", "."], ["She", "ran", "."]], "clusters": [[[0, 0], [3, 3]]]}
    ],
    "aspect-based-sentiment-analysis": [{**ASPECTS, "text": f"{ASPECTS['text']} {n}"} for n in range(10)],
    "extractive-qa": [
        {
            "context": "The bridge was built in 1932 by Anna Brown.",
            "question": "When was the bridge built?",
            "answers": {"text": ["1932"], "answer_start": [24]},
        }
    ],
    "semantic-similarity-classification": [
        {"sentence1": text, "sentence2": f"{other} {n}", "label": ["no", "yes"][text == other]}
        for n in range(2)
        for text in TEXTS
        for other in TEXTS
    ],
}


@pytest.mark.parametrize("task", ROWS)
def test_a_task_is_scored_by_its_baseline(tmp_path, task):
    out = tmp_path / "report"
    file = written(tmp_path, ROWS[task])
    found = call("run", "--task", task, "--dataset", file, "-t", "word-case", "--out", out)
    assert found.exit_code == 0, found.output
    record = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert record["model"]["kind"] == "embedded" and "-baseline" in record["model"]["name"]
    assert "-baseline" in " ".join(found.output.split())
    assert 0 <= record["results"][0]["original"] <= 1 and record["results"][0]["n"]
    if task not in ("relation-extraction",):  # made of nothing but the rows
        assert record["resources"]


def test_rows_to_train_on_are_named(tmp_path):
    file, out = written(tmp_path, ROWS["relation-extraction"]), tmp_path / "report"
    call_with = ("run", "--task", "re", "--dataset", file, "-t", "word-case", "--out", out, "--train")
    assert call(*call_with, file).exit_code == 0
    record = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert record["model"]["name"] == "linear-relation-baseline (trained on the 12 rows of rows.jsonl)"
    assert record["originals"]["score"] == 1.0
    missing = call(*call_with, tmp_path / "none.jsonl")
    assert missing.exit_code == WRONG and "there is no file" in missing.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--task", "re"), "name the data for relation-extraction with --dataset"),
        (("--task", "mt", "--dataset", "FILE"), "there is no baseline for translation, so a model must be named"),
        (("--task", "wsd", "--dataset", "FILE", "--train", "FILE"), "--train goes with a baseline that is trained"),
        (
            ("--task", "wsd", "--dataset", "FILE", "--model", "spacy-parser-baseline"),
            "spacy-parser-baseline is a baseline for parsing; those for word-sense-disambiguation: gloss-similarity",
        ),
        (
            ("--task", "wsd", "--dataset", "FILE", "--model-param", "marks=a"),
            "marks cannot be given with gloss-similarity-baseline; leave it out",
        ),
        (
            ("--task", "re", "--dataset", "FILE"),
            "must be trained, and 1 different rows with 1 different gold values are too few",
        ),
    ],
)
def test_what_is_wrong_is_said(tmp_path, arguments, message):
    row = {**RELATION, **SENSE, "target": "x" if "mt" in arguments else SENSE["target"], "source": "A text."}
    file = written(tmp_path, [row])
    given = [file if argument == "FILE" else argument for argument in arguments]
    found = call("run", *given, "-t", "word-case", "--out", tmp_path / "report")
    assert found.exit_code == WRONG and message in " ".join(found.output.split())


def test_baselines_are_chosen_by_name(tmp_path):
    file, out = written(tmp_path, [SENSE]), tmp_path / "report"
    found = call(
        *("run", "--task", "wsd", "--dataset", file, "--model", "first-sense-baseline", "-t", "word-case", "--out", out)
    )
    assert found.exit_code == 0, found.output
    assert json.loads((out / "report.json").read_text(encoding="utf-8"))["model"]["name"] == "first-sense-baseline"


def test_doctor_names_the_baselines():
    found = call("doctor").output
    assert "part-of-speech: spacy-tagger-baseline (tags of a spaCy pipeline)" in found
    assert "translation: no default model; use --model" in found


@pytest.mark.parametrize(("model", "noted"), [((), False), (("--model", "masked-pronoun-baseline"), True)])
def test_a_pipeline_that_the_baseline_reads_is_not_called_unused(tmp_path, model, noted):
    task = "winograd-schema" if model else "parsing"
    options = ("--task", task, "-t", "keyboard", "--nlp", PIPELINE, *model)
    result = call("run", "--dataset", written(tmp_path, ROWS[task]), *options, "--out", tmp_path / "report")
    assert result.exit_code == 0, result.output
    assert ("note: --nlp is not used" in result.stderr) == noted


def test_a_name_that_is_no_model_brings_the_names_of_baselines(tmp_path):
    """Before the data is read, and without a network; a name with a slash can be no baseline's."""
    said = call("run", "--dataset", tmp_path / "absent.csv", "--task", "nli", "--model", "linear-inference")
    assert said.exit_code == WRONG and "'linear-inference' cannot be loaded" in said.output
    assert "No baseline has that name; did you mean linear-inference-baseline" in said.output
    unlike = call("run", "--model", "majority").output
    assert "No baseline has that name. Baselines: linear-text-baseline, " in unlike
    assert all(name in unlike for name in BASELINES)
    assert "baseline" not in call("run", "--model", "me/majority").output


def test_the_library_names_them_too_but_not_for_a_model_that_is_found(tmp_path, monkeypatch):
    task = hr.task("nli", label_names=["entailment", "neutral", "contradiction"])
    with pytest.raises(HubError, match="No baseline has that name; did you mean first-sense-baseline"):
        as_predictor("first-sense", task)
    found = HubError("it is damaged")
    monkeypatch.setattr(saved_model, "_loaded", Mock(side_effect=found))
    with pytest.raises(HubError, match="^it is damaged$"):
        as_predictor("bert-base-uncased", task)
