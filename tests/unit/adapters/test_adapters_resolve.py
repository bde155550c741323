import json
import logging

import pytest
import torch
from tiny_models import (
    CLASSIFICATION,
    PAIRS,
    SPAN,
    TAGGING,
    answerer,
    classifier,
    config,
    count_calls,
    save,
    sentence,
    tagger,
    tokenizer,
)

import hf_robust as hr
from hf_robust.adapters import Prediction, TextClassifier, as_predictor
from hf_robust.adapters.huggingface.loading import load_error, quiet
from hf_robust.core.errors import HubError, LabelError, UsageError

TEXTS = [{"text": sentence(n, 4)} for n in range(5)]


@pytest.mark.parametrize(
    ("make", "task", "row"),
    [
        (classifier, CLASSIFICATION, {"text": "the cat"}),
        (tagger, TAGGING, {"tokens": ["the", "cat"]}),
        (answerer, SPAN, {"context": "the cat sat", "question": "who sat"}),
    ],
)
def test_a_folder_predicts_as_the_model_in_memory(tmp_path, make, task, row):
    folder = tmp_path / "my-model"
    save(folder, make())
    from_folder = as_predictor(str(folder), task)
    in_memory = as_predictor(make(), task, tokenizer=tokenizer())
    first, second = from_folder.predict([row])[0], in_memory.predict([row])[0]
    assert (first.value, first.score) == (second.value, pytest.approx(second.score, abs=1e-5))
    assert (from_folder.kind, from_folder.name) == ("folder", "my-model")
    assert (in_memory.kind, in_memory.revision) == ("model", None)
    assert from_folder.revision == as_predictor(folder, task).revision
    assert not from_folder.model.training


def test_the_revision_of_a_folder_follows_its_files(tmp_path):
    save(tmp_path, classifier(seed=0))
    before = as_predictor(tmp_path, CLASSIFICATION).revision
    (tmp_path / "notes.md").write_text("not part of the model")
    (tmp_path / "checkpoint-5").mkdir()
    assert as_predictor(tmp_path, CLASSIFICATION).revision == before
    save(tmp_path, classifier(seed=1))
    assert as_predictor(tmp_path, CLASSIFICATION).revision != before


def test_dtype_device_and_length_reach_the_model(tmp_path):
    save(tmp_path, classifier())
    predictor = as_predictor(tmp_path, CLASSIFICATION, dtype=torch.bfloat16, device="cpu", max_length=7)
    assert (predictor.model.dtype, predictor.max_length) == (torch.bfloat16, 7)
    assert predictor.predict(TEXTS)[0].value in CLASSIFICATION.label_names


def test_labels_are_matched_before_the_weights_are_read(tmp_path):
    save(tmp_path, classifier(("joy", "anger")))
    (tmp_path / "model.safetensors").unlink()
    with pytest.raises(LabelError, match="'joy', 'anger'.*label_map="):
        as_predictor(tmp_path, CLASSIFICATION)


def test_regression_folder_has_its_own_message(tmp_path):
    save(tmp_path, classifier(("score",)))
    with pytest.raises(UsageError, match="regression head"):
        as_predictor(tmp_path, CLASSIFICATION)


def test_a_folder_of_another_head_is_refused(tmp_path):
    save(tmp_path, classifier(("O", "B-PER", "I-PER", "B-LOC", "I-LOC")))
    with pytest.raises(UsageError, match="saved as BertForSequenceClassification"):
        as_predictor(tmp_path, TAGGING)
    with pytest.raises(UsageError, match="saved as BertForSequenceClassification"):
        as_predictor(tmp_path, SPAN)


def test_a_body_without_head_is_refused(tmp_path):
    from transformers import BertModel

    save(tmp_path, BertModel(config(("neg", "neu", "pos"))))
    with pytest.raises(UsageError, match="brings no weights for classifier.bias, classifier.weight"):
        as_predictor(tmp_path, CLASSIFICATION)


def test_a_folder_without_tokenizer_is_refused(tmp_path):
    classifier().save_pretrained(tmp_path / "bare")
    with pytest.raises(UsageError, match="holds no tokenizer; save one there first"):
        as_predictor(tmp_path / "bare", CLASSIFICATION)
    predictor = as_predictor(tmp_path / "bare", CLASSIFICATION, tokenizer=tokenizer())
    assert len(predictor.predict(TEXTS)) == 5
    tokenizer().save_pretrained(tmp_path / "words")
    other = as_predictor(tmp_path / "bare", CLASSIFICATION, tokenizer=tmp_path / "words")
    assert other.predict(TEXTS) == predictor.predict(TEXTS)


def test_folders_that_hold_no_model(tmp_path):
    with pytest.raises(UsageError, match="holds no config.json"):
        as_predictor(tmp_path, CLASSIFICATION)
    (tmp_path / "config.json").write_text("{")
    with pytest.raises(UsageError, match="cannot be loaded.*not a valid JSON"):
        as_predictor(tmp_path, CLASSIFICATION)
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "nonsense"}))
    with pytest.raises(UsageError, match="cannot be loaded"):
        as_predictor(tmp_path, CLASSIFICATION)
    for missing in (tmp_path / "absent", "./absent", "~/absent/x/y", "a/b/c", "", " "):
        with pytest.raises(UsageError, match="there is no folder"):
            as_predictor(missing, CLASSIFICATION)
    save(tmp_path, classifier())
    with pytest.raises(UsageError, match="has no revisions"):
        as_predictor(tmp_path, CLASSIFICATION, revision="v1")


def test_a_damaged_weight_file_is_named(tmp_path):
    save(tmp_path, classifier())
    (tmp_path / "model.safetensors").write_bytes(b"not weights")
    with pytest.raises(UsageError, match="the model in the folder .* cannot be loaded"):
        as_predictor(tmp_path, CLASSIFICATION)
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(UsageError, match="the tokenizer in the folder .* cannot be loaded"):
        as_predictor(tmp_path, CLASSIFICATION)


def test_a_hub_id_out_of_reach_is_one_clear_error():
    with pytest.raises(HubError) as caught:
        as_predictor("nobody/no-such-model-here", CLASSIFICATION)
    assert "'nobody/no-such-model-here' cannot be loaded" in str(caught.value)
    assert "out of reach or offline" in str(caught.value)
    with pytest.raises(HubError, match="at revision 'v9'"):
        as_predictor("nobody/no-such-model-here", CLASSIFICATION, revision="v9")
    with pytest.raises(HubError, match="nor a valid Hub id"):
        as_predictor("no such name!", CLASSIFICATION)


@pytest.mark.parametrize(
    ("cause", "message"),
    [
        ("RepositoryNotFoundError", "no such model"),
        ("RevisionNotFoundError", "no such revision"),
        ("GatedRepoError", "access is restricted"),
        ("RemoteEntryNotFoundError", "lacks the file"),
    ],
)
def test_hub_errors_are_told_apart_by_their_cause(cause, message):
    import httpx
    from huggingface_hub import errors

    inner = getattr(errors, cause)("no", response=httpx.Response(404, request=httpx.Request("GET", "http://x")))
    outer = OSError("something long\nover lines")
    outer.__cause__ = inner
    assert message in str(load_error("a/b", None, outer))
    assert str(load_error("a/b", "v1", OSError("odd\nmore"))).endswith("cannot be loaded from the Hub: odd")


def test_a_model_in_memory_needs_its_tokenizer_and_the_right_head():
    with pytest.raises(UsageError, match="needs its tokenizer"):
        as_predictor(classifier(), CLASSIFICATION)
    with pytest.raises(UsageError, match="ForTokenClassification; found BertForSequenceClassification"):
        as_predictor(classifier(), TAGGING, tokenizer=tokenizer())
    with pytest.raises(UsageError, match="revision cannot be given with a model in memory"):
        as_predictor(classifier(), CLASSIFICATION, tokenizer=tokenizer(), revision="v1")


@pytest.mark.parametrize("model", [3, dict, TextClassifier, ["x"]])
def test_anything_else_is_refused(model):
    with pytest.raises(
        UsageError, match="expected a model: .*a predictor, None .*a Hub id or folder, a function; found"
    ):
        as_predictor(model, CLASSIFICATION)


@pytest.mark.parametrize(("name", "value"), [("tokenizer", "x"), ("revision", "v1"), ("device", "cpu")])
def test_arguments_that_do_not_apply_are_named(name, value):
    with pytest.raises(UsageError, match=f"{name} cannot be given with a function"):
        as_predictor(len, CLASSIFICATION, **{name: value})


def test_a_cache_key_is_for_functions_only(tmp_path):
    save(tmp_path, classifier())
    with pytest.raises(UsageError, match="cache_key cannot be given with a Hub id or folder"):
        as_predictor(tmp_path, CLASSIFICATION, cache_key="v1")


def test_a_label_map_is_not_for_answers(tmp_path):
    with pytest.raises(UsageError, match="label_map cannot be given with extractive-qa, whose predictions"):
        as_predictor(answerer(), SPAN, tokenizer=tokenizer(), label_map={"a": "b"})


class Mine:
    name, kind, revision = "mine", "function", "7"

    def __init__(self, labels):
        self.labels = labels

    def predict(self, rows):
        return [Prediction(self.labels[0] if self.labels else "neg", 0.5) for _ in rows]


def test_a_predictor_is_taken_as_it_is():
    mine = Mine(("neg", "neu", "pos"))
    assert as_predictor(mine, CLASSIFICATION) is mine
    own = as_predictor(classifier(), CLASSIFICATION, tokenizer=tokenizer())
    assert as_predictor(own, CLASSIFICATION) is own
    mine = Mine(None)
    clusters = hr.task("coreference-resolution")
    assert as_predictor(mine, clusters) is mine
    with pytest.raises(UsageError, match="no adapter for models of coref.*Pass a function, or an object with name"):
        as_predictor("me/model", clusters)


def test_a_predictor_with_other_names_is_relabeled():
    found = as_predictor(Mine(("NEGATIVE", "NEUTRAL", "POSITIVE")), CLASSIFICATION)
    assert found.predict(TEXTS[:1]) == [Prediction("neg", 0.5)]
    assert (found.name, found.revision, found.labels) == ("mine", "7", ("neg", "neu", "pos"))
    assert found.fingerprint().startswith("7|")
    with pytest.raises(LabelError, match="label_map="):
        as_predictor(Mine(("joy", "anger")), CLASSIFICATION)
    tags = as_predictor(Mine(("S-PER", "O", "B-LOC")), TAGGING)
    tags.inner.predict = lambda rows: [Prediction(["S-PER", "O", "B-X"])]
    assert tags.predict([{"tokens": ["a", "b", "c"]}])[0].value == ["B-PER", "O", "B-X"]


def test_loading_leaves_logging_as_it_was(tmp_path, capfd):
    from transformers.utils import logging as theirs

    save(tmp_path, classifier())
    capfd.readouterr()
    theirs.set_verbosity_info()
    try:
        as_predictor(tmp_path, CLASSIFICATION)
        assert theirs.get_verbosity() == logging.INFO
        assert theirs.is_progress_bar_enabled()
    finally:
        theirs.set_verbosity_warning()
    printed = capfd.readouterr()
    assert "Loading weights" not in printed.err and "loading configuration" not in printed.err
    with pytest.raises(KeyError), quiet():
        raise KeyError
    assert theirs.get_verbosity() == logging.WARNING


def test_pairs_from_a_folder(tmp_path):
    save(tmp_path, classifier(PAIRS.label_names))
    predictor = as_predictor(tmp_path, PAIRS)
    calls = count_calls(predictor.model)
    rows = [{"premise": sentence(n, 4), "hypothesis": sentence(n, 2)} for n in range(5)]
    assert {p.value for p in predictor.predict(rows)} <= set(PAIRS.label_names)
    assert calls == [5]
