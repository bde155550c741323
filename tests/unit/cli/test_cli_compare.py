"""``hf-robust compare``."""

import json

import pytest
import torch
from click.testing import CliRunner
from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

from hf_robust.cli import main
from hf_robust.cli.options import FAILED, WRONG

ROWS = [{"text": f"A {word} film number {number}", "label": word} for word in ("good", "bad") for number in range(12)]


def call(*arguments):
    return CliRunner().invoke(main, ["compare", *map(str, arguments)])


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """Rows, and two models that always say one label: good, and bad."""
    folder = tmp_path_factory.mktemp("compare")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "film"]
    for number, said in enumerate(("good", "bad")):
        config = BertConfig(
            vocab_size=len(words),
            hidden_size=8,
            num_hidden_layers=1,
            num_attention_heads=1,
            intermediate_size=8,
            id2label={0: "good", 1: "bad"},
            label2id={"good": 0, "bad": 1},
        )
        model = BertForSequenceClassification(config)
        with torch.no_grad():
            model.classifier.weight.zero_()
            model.classifier.bias.copy_(torch.eye(2)[number])
        model.save_pretrained(folder / said)
        BertTokenizerFast(vocab={word: n for n, word in enumerate(words)}).save_pretrained(folder / said)
    rows = folder / "rows.jsonl"
    rows.write_text("\n".join(map(json.dumps, ROWS[:18])), encoding="utf-8")  # 12 good, 6 bad
    return folder


@pytest.fixture
def data(places):
    return ["--dataset", places / "rows.jsonl", "--task", "text-classification", "-t", "word-case"]


def models(places, *names):
    return [part for name in names for part in ("--model", places / name)]


def test_models_stand_side_by_side(places, data, tmp_path):
    result = call(*models(places, "good", "bad"), *data, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    record = json.loads((tmp_path / "out" / "comparison.json").read_text(encoding="utf-8"))
    assert [one["name"] for one in record["models"]] == [str(places / "good"), str(places / "bad")]
    (change,) = record["changes"]
    assert [(one["name"], one["broken"], one["mended"]) for one in change["results"]] == [
        ("originals", 12, 6),
        ("word-case", 12, 6),
    ]
    assert "comparison.html" in result.output


def test_a_regression_fails_the_job(places, tmp_path):
    rows = tmp_path / "rows.jsonl"
    rows.write_text("\n".join(map(json.dumps, ROWS[:13])), encoding="utf-8")  # 12 good, 1 bad: p = 0.003
    data = ["--dataset", rows, "--task", "text-classification", "-t", "word-case", "--out", tmp_path / "out"]
    result = call(*models(places, "good", "bad"), *data, "--fail-on-regression")
    assert result.exit_code == FAILED and "FAILED" in result.output and "is worse than" in result.output
    better = call(*models(places, "bad", "good"), *data, "--fail-on-regression")
    assert better.exit_code == 0, better.output
    named = call(*models(places, "good", "bad"), *data, "--fail-on-regression", "--baseline", places / "bad")
    assert named.exit_code == 0, named.output


def test_saved_reports(places, data, tmp_path):
    for name in ("good", "bad"):
        arguments = ["run", "--model", places / name, *data, "--out", tmp_path / name]
        assert CliRunner().invoke(main, [str(one) for one in arguments]).exit_code == 0
    result = call(tmp_path / "good", tmp_path / "bad", "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "not tested: saved reports contain no rows" in " ".join(result.output.split())
    refused = call(tmp_path / "good", tmp_path / "bad", "--fail-on-regression", "--out", tmp_path / "out")
    assert refused.exit_code == WRONG and "--fail-on-regression has no meaning with saved reports" in refused.output


def test_label_maps_for_one_model(places, tmp_path):
    rows = tmp_path / "rows.jsonl"
    other = [{**row, "label": {"good": "yes", "bad": "no"}[row["label"]]} for row in ROWS]
    rows.write_text("\n".join(map(json.dumps, other)), encoding="utf-8")
    data = ["--dataset", rows, "--task", "text-classification", "-t", "word-case", "--out", tmp_path / "out"]
    maps = [f"--label-map={label}" for label in ("good=yes", "bad=no")]
    assert call(*models(places, "good", "bad"), *data, *maps).exit_code == 0
    own = [f"--label-map={places / 'good'}:{label}" for label in ("good=yes", "bad=no")]
    refused = call(*models(places, "good", "bad"), *data, *own)
    assert refused.exit_code == WRONG and f"the model '{places / 'bad'}'" in refused.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--model", "default"], "from 2 to 10 models, found 1"),
        (["--model", "default"] * 11, "from 2 to 10 models, found 11"),
        (["--model", "default", "--model", "default"], "names 'default' twice"),
        (["--model", "default", "--model", "x", "--baseline", "y"], "--baseline names 'y'; the models are default, x"),
        (["--model", "default", "--model", "nobody/nothing"], "the model 'nobody/nothing'"),
        (["gone", "gone"], "no report at gone"),
        (["gone", "--model", "default"], "leave one of them out"),
        (["--model", "default", "--model", "x", "--revision", "v1"], "--revision"),
    ],
)
def test_what_is_wrong_is_said_first(arguments, said, tmp_path):
    result = call(*arguments, "--out", tmp_path / "out")
    assert result.exit_code == WRONG and said in result.output
