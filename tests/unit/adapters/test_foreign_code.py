"""Folders of models that bring Python code: it is never run."""

import io
import json

import pytest
from tiny_models import CLASSIFICATION, classifier, save

import hf_robust as hr
from hf_robust.core.errors import RobustError, UsageError
from hf_robust.language.models import SentenceEncoder

CODE = """
from pathlib import Path
Path({mark!r}).write_text("run")
from transformers import BertConfig, BertForSequenceClassification, PreTrainedTokenizerFast
class Own(BertConfig):
    model_type = "own-kind"
class OwnModel(BertForSequenceClassification):
    config_class = Own
class OwnTokenizer(PreTrainedTokenizerFast):
    pass
"""


def folder_with_code(folder, mark, part):
    """A saved model of which one part is code of its own."""
    place = save(folder, classifier())
    (folder / "own.py").write_text(CODE.format(mark=str(mark)))
    file = folder / ("tokenizer_config.json" if part == "tokenizer" else "config.json")
    settings = json.loads(file.read_text())
    if part == "tokenizer":
        settings |= {"auto_map": {"AutoTokenizer": [None, "own.OwnTokenizer"]}, "tokenizer_class": "OwnTokenizer"}
    else:
        settings["auto_map"] = {"AutoConfig": "own.Own", "AutoModelForSequenceClassification": "own.OwnModel"}
        settings["model_type"] = "own-kind"
    file.write_text(json.dumps(settings))
    return place


@pytest.mark.parametrize("part", ["model", "tokenizer"])
def test_it_is_not_run_whatever_is_piped_in(tmp_path, monkeypatch, part):
    mark = tmp_path / "mark"
    (tmp_path / "model").mkdir()
    place = folder_with_code(tmp_path / "model", mark, part)
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n" * 9))
    if part == "model":
        with pytest.raises(UsageError, match="brings Python code of its own.* pass the object"):
            hr.as_predictor(place, CLASSIFICATION)
    else:  # a class of the library reads the same files
        assert hr.as_predictor(place, CLASSIFICATION).predict([{"text": "a cat"}])
    assert not mark.exists()


def test_sentence_encoders_do_not_run_it(tmp_path, monkeypatch):
    mark = tmp_path / "mark"
    (tmp_path / "model").mkdir()
    place = folder_with_code(tmp_path / "model", mark, "model")
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n" * 9))
    with pytest.raises(RobustError):
        SentenceEncoder(place)
    assert not mark.exists()
