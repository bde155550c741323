"""Training rows for TRL: the prompt of a perturbed row, the model's own answer to the original."""

import pytest
from datasets import Dataset
from scripted_models import REFUSAL, ScriptedModel

import hf_robust as hr
from hf_robust.core.errors import EmptyDataError, UsageError

TEXTS = ["a fine film", "a dull film", "a fine story", "a dull story"]


@pytest.fixture(scope="module")
def suite():
    rows = Dataset.from_dict({"text": TEXTS, "label": ["positive", "negative"] * 2})
    return hr.Suite.build(rows, "sentiment-classification", [{"name": "word-case", "case": "upper"}])


def model(suite, says=lambda text: "positive" if "fine" in text else "negative"):
    return ScriptedModel(suite.task.with_seen(suite.info.get("labels")), says)


def test_prompts_are_perturbed_and_answers_those_to_the_originals(suite):
    rows = hr.consistency_rows(model(suite), suite)
    assert rows.column_names == ["prompt", "completion", "transformation", "source_id"]
    assert "A FINE FILM" in rows[0]["prompt"][-1]["content"]
    assert rows["completion"][0] == [{"role": "assistant", "content": "positive"}]
    assert len(rows) == 4


def test_preferences_are_rows_whose_answers_differ(suite):
    rows = hr.consistency_rows(model(suite), suite, "preference")
    assert len(rows) == 2  # upper case makes all answers negative
    assert rows[0]["chosen"][0]["content"] == "positive" and rows[0]["rejected"][0]["content"] == "negative"


def test_answers_without_a_meaning_are_left_out(suite):
    rows = hr.consistency_rows(model(suite, lambda text: REFUSAL if "dull" in text else "positive"), suite)
    assert len(rows) == 2
    wrong = model(suite, lambda text: "positive")
    assert len(hr.consistency_rows(wrong, suite, only_right=True)) == 2
    with pytest.raises(EmptyDataError, match="no two answers differ"):
        hr.consistency_rows(wrong, suite, "preference")


def test_wrong_use_is_refused(suite):
    with pytest.raises(UsageError, match="prompt-completion"):
        hr.consistency_rows(model(suite), suite, "dpo")
    with pytest.raises(UsageError, match="needs a language model"):
        hr.consistency_rows(lambda texts: ["positive"] * len(texts), suite)
